"""Handlers of Snapseed: the picture, looks and tools, the stack of edits, and the settings."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.snapseed.pixels import Edited, encoded
from bmoca_gym.handset.apps.snapseed.state import (
    COMPRESSION,
    DARK_THEME,
    FOLDER,
    LONG_EDGE,
    MAIN,
    PACKAGE,
    PICKER,
    SETTINGS,
    Draft,
    Snapseed,
    several,
)
from bmoca_gym.handset.apps.snapseed.tools import TOOLS, Edit
from bmoca_gym.handset.effects import finish, start, toast
from bmoca_gym.handset.kits.navigation import close_overlay, without_overlay
from bmoca_gym.handset.late_files import of_picture
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents, shared_preferences
from bmoca_gym.handset.value import do, replace


def back_in_editor(state: Snapseed, context: Context) -> Snapseed:
    """Leave the look being tried, or close the tab."""
    return cancel(state, context) if state.look >= 0 else replace(state, panel="")


def open_settings(state: Snapseed, context: Context) -> Next[Snapseed]:
    """Go to the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")


# The picture


def pick(state: Snapseed, context: Context) -> Next[Snapseed]:
    """Open the list to choose a picture."""
    action = "android.intent.action.OPEN_DOCUMENT"
    return without_overlay(state), start(f"{PACKAGE}/{PICKER}", action=action)


def _opened(state: Snapseed, photo: pictures.Photo) -> Snapseed:
    return Snapseed(state.preferences, photo.path, photo.data)


def choose(state: Snapseed, context: Context, path: str) -> Next[Snapseed]:
    """Open the picture that was chosen."""
    photo = pictures.with_path(context.phone, path)
    return (state if photo is None else _opened(state, photo)), finish()


def answer_intent(phone: Phone, intent: Intent) -> Phone | None:
    """Open the picture that another app shares or wants edited; None if there is none."""
    path = documents.path_of(intent.extra(intents.STREAM, "") or intent.data)
    photo = pictures.with_path(phone, path)
    if photo is None:
        return None
    phone = activities.start(phone, f"{PACKAGE}/{MAIN}", action=intent.action)
    return phone.handled(PACKAGE, _brought, (photo,))


def _brought(state: Snapseed, context: Context, photo: pictures.Photo) -> Snapseed:
    return _opened(state, photo)


def open_latest(state: Snapseed, context: Context) -> Next[Snapseed]:
    """Open the newest picture."""
    photos = pictures.photos(context.phone)
    if not photos:
        return without_overlay(state), toast(context.res.string("snapseed.no_photos"))
    return _opened(state, photos[0])


def _free_path(phone: Phone, path: str, suffix: str) -> str:
    stem = posixpath.basename(path).rpartition(".")[0] or "image"
    number = 1
    while files.exists(phone, f"{FOLDER}/{stem}-{number:02}{suffix}"):
        number += 1
    return f"{FOLDER}/{stem}-{number:02}{suffix}"


def save(state: Snapseed, context: Context, resized: bool) -> Next[Snapseed]:
    """Save the edited picture as a new file, as the settings say; ``resized``: their size too."""
    quality, shown = state.choice(COMPRESSION), state.shown
    make = do(encoded, shown, state.choice(LONG_EDGE) if resized else 0, quality)
    path = _free_path(context.phone, state.path, ".jpeg" if quality else ".png")
    message = context.res.string("snapseed.saved", name=posixpath.basename(path))
    return replace(state, panel=""), do(pictures.save, path, of_picture(make, *shown.size())), toast(message)


# Edits


def _done(state: Snapseed, edits: tuple[Edit, ...]) -> Snapseed:
    """Apply a change. Undone changes are dropped."""
    history = (*state.history[: state.at + 1], edits)
    return replace(state, history=history, at=len(history) - 1, look=-1, draft=None, overlay="")


def show_panel(state: Snapseed, context: Context, name: str) -> Snapseed:
    """Open a tab, or close it if it is open."""
    return replace(state, panel="" if state.panel == name else name)


def try_look(state: Snapseed, context: Context, look: int) -> Snapseed:
    """Show the picture with a look; tapped again, without it."""
    return replace(state, look=-1 if state.look == look else look)


def open_tool(state: Snapseed, context: Context, name: str) -> Snapseed:
    """Open a tool on the picture."""
    tool = TOOLS[name]
    parameter = next((i for i, p in enumerate(tool.parameters) if p.name), 0)
    return replace(state, draft=Draft(tool.first, parameter), panel="")


def cancel(state: Snapseed, context: Context) -> Snapseed:
    """Leave the look or the tool without a change."""
    return replace(state, look=-1, draft=None, overlay="", panel="looks" if state.look >= 0 else "tools")


def apply(state: Snapseed, context: Context) -> Snapseed:
    """Apply the look or the tool."""
    edits = state.shown.edits
    panel = "looks" if state.look >= 0 else ""
    if edits == state.edits:
        return replace(cancel(state, context), panel=panel)
    return replace(_done(state, edits), panel=panel)


def _with_edit(state: Snapseed, edit: Edit) -> Snapseed:
    return state if state.draft is None else replace(state, draft=replace(state.draft, edit=edit))


def _with_value(state: Snapseed, index: int, number: int) -> Snapseed:
    if state.draft is None:
        return state
    edit = state.draft.edit
    limits = TOOLS[edit.tool].parameters[index]
    number = min(limits.high, max(limits.low, number))
    return _with_edit(state, replace(edit, values=(*edit.values[:index], number, *edit.values[index + 1 :])))


def drag(state: Snapseed, context: Context) -> Snapseed:
    """Handle a drag: sideways changes the parameter; up or down, or a tap, shows the list of parameters.

    If there is only one, a tap on the right half adds one to it, and on the left half subtracts one.
    """
    draft = state.draft
    if draft is None:
        return state
    parameter = TOOLS[draft.edit.tool].parameters[draft.parameter]
    if context.direction in ("left", "right"):
        change = round((context.end_x - context.x) * (parameter.high - parameter.low))
        return _with_value(state, draft.parameter, draft.edit.values[draft.parameter] + change)
    if several(draft.edit.tool):
        return replace(state, overlay="parameters")
    step = 0 if context.direction else 1 if context.x > 0.5 else -1
    return _with_value(state, draft.parameter, draft.edit.values[draft.parameter] + step)


def choose_parameter(state: Snapseed, context: Context, index: int) -> Snapseed:
    """Choose the parameter that a drag changes."""
    if state.draft is None:
        return state
    return replace(state, draft=replace(state.draft, parameter=index), overlay="")


def choose_style(state: Snapseed, context: Context, style: int) -> Snapseed:
    """Choose a style of the tool."""
    return state if state.draft is None else _with_edit(state, replace(state.draft.edit, style=style))


def show_styles(state: Snapseed, context: Context) -> Snapseed:
    """Show the styles, or hide them."""
    if state.draft is None:
        return state
    return replace(state, draft=replace(state.draft, styles=not state.draft.styles))


def move_crop(state: Snapseed, context: Context) -> Snapseed:
    """Move the crop with a finger."""
    if state.draft is None:
        return state
    before, kept = Edited(state.data, state.edits).size(), state.shown.size()
    moved = (context.end_x - context.x, context.end_y - context.y)
    values = state.draft.edit.values
    for i in (0, 1):
        if before[i] > kept[i]:
            change = round(1000 * moved[i] * before[i] / (before[i] - kept[i]))
            state = _with_value(state, i + 1, values[i + 1] + change)
    return state


def turn(state: Snapseed, context: Context, index: int, turns: int) -> Snapseed:
    """Advance a value of the tool by one, wrapping around after ``turns``: a quarter turn, a mirror, upright."""
    if state.draft is None:
        return state
    return _with_value(state, index, (state.draft.edit.values[index] + 1) % turns)


# The stack of edits


def undo(state: Snapseed, context: Context) -> Snapseed:
    """Undo the last change."""
    return replace(state, at=max(0, state.at - 1), overlay="")


def redo(state: Snapseed, context: Context) -> Snapseed:
    """Redo the last undone change."""
    return replace(state, at=min(len(state.history) - 1, state.at + 1), overlay="")


def revert(state: Snapseed, context: Context) -> Next[Snapseed]:
    """Revert to the picture without edits."""
    return _done(state, ()) if state.edits else close_overlay(state, context)


def delete_edit(state: Snapseed, context: Context, index: int) -> Snapseed:
    """Remove one of the edits."""
    after = _done(state, (*state.edits[:index], *state.edits[index + 1 :]))
    return replace(after, overlay="edits" if after.edits else "")


# Settings


def toggle_dark(state: Snapseed, context: Context) -> Snapseed:
    """Turn the app's dark theme on or off."""
    changed = shared_preferences.put(state.preferences, "boolean", DARK_THEME, not state.dark)
    return replace(state, preferences=changed)


def choose_setting(state: Snapseed, context: Context, key: str, number: int) -> Snapseed:
    """Choose an entry of a list in the settings."""
    changed = shared_preferences.put(state.preferences, "string", key, str(number))
    return replace(state, preferences=changed, overlay="")
