"""Handlers of Markor's editor, and of texts and files from other apps."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset import effects
from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.notes import LONGEST
from bmoca_gym.handset.apps.markor.state import (
    DOCUMENT,
    PACKAGE,
    SHARE_INTO,
    Markor,
    path_of,
    saving,
    shown_note,
    written,
)
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits import attachments
from bmoca_gym.handset.kits.navigation import finished, open_overlay, without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clipboard, documents, intents, text_input
from bmoca_gym.handset.value import do, replace

# The text, and what can be done with it


def write(state: Markor, context: Context, text: str) -> Next[Markor]:
    """Update the typed text; it can be undone."""
    note = shown_note(state, context.phone, context.activity)
    return replace(state, note=note.changed(text[:LONGEST]))


def undo(state: Markor, context: Context) -> Markor:
    """Undo the last change."""
    return replace(state, note=shown_note(state, context.phone, context.activity).undone())


def redo(state: Markor, context: Context) -> Markor:
    """Redo the last undone change."""
    return replace(state, note=shown_note(state, context.phone, context.activity).redone())


def act(state: Markor, context: Context, name: str) -> Next[Markor]:
    """Apply one of `notes.ACTIONS` to the text at the cursor."""
    note = shown_note(state, context.phone, context.activity)
    size, cursor = len(note.text), context.activity.cursor if context.activity is not None else None
    at = (size, size) if cursor is None else (min(cursor[0], size), min(cursor[1], size))
    text, start_at, end = note.acted(name, at, f"{context.now:%Y-%m-%d}")
    if len(text) > LONGEST:
        return state
    moved = do(text_input.select, start_at, end)
    return replace(state, note=note.changed(text)), focus("note"), moved


# Search in the note


def ask_in_note(state: Markor, context: Context, overlay: str) -> Next[Markor]:
    """Ask for the text to search for in the note."""
    return and_then(open_overlay(replace(state, query="", replacement=""), context, overlay), focus("query"))


def type_replacement(state: Markor, context: Context, text: str) -> Markor:
    """Update the text that replaces what is found."""
    return replace(state, replacement=text[:200])


def show_match(state: Markor, context: Context, start: int, end: int) -> Next[Markor]:
    """Select a match."""
    return without_overlay(state), focus("note"), do(text_input.select, start, end)


def replace_all(state: Markor, context: Context) -> Next[Markor]:
    """Replace all matches, as a single undoable change."""
    note = shown_note(state, context.phone, context.activity)
    if not state.query or state.query not in note.text:
        return state, toast(context.res.string("markor.nothing_found"))
    text = note.text.replace(state.query, state.replacement)
    if len(text) > LONGEST:
        return state
    return without_overlay(state, note=note.changed(text)), focus("note")


def save(state: Markor, context: Context) -> Next[Markor]:
    """Write the note to its file."""
    saved = saving(state, context.phone, context.activity)
    kept = without_overlay(state, note=shown_note(state, context.phone, context.activity))
    return kept, *saved


def view(state: Markor, context: Context, viewed: bool) -> Next[Markor]:
    """Switch between viewing and editing the note."""
    kept = without_overlay(state, viewed=viewed)
    return and_then(kept, focus(""), *saving(state, context.phone, context.activity))


def reload(state: Markor, context: Context) -> Next[Markor]:
    """Read the note again from its file."""
    return without_overlay(state, note=None), focus("")


def share_text(state: Markor, context: Context) -> Next[Markor]:
    """Share the note's text with other apps."""
    note = shown_note(state, context.phone, context.activity)
    saved = saving(state, context.phone, context.activity)
    return and_then(without_overlay(state), *saved, effects.share_text(note.text))


def share_note(state: Markor, context: Context) -> Next[Markor]:
    """Share the note's file with other apps."""
    note = shown_note(state, context.phone, context.activity)
    saved = saving(state, context.phone, context.activity)
    return and_then(without_overlay(state), *saved, attachments.share_file(note.path))


def favour_note(state: Markor, context: Context) -> Markor:
    """Add the note to the favourites, or remove it."""
    path = path_of(state, context.activity)
    others = tuple([p for p in state.favourites if p != path])
    kept = others if len(others) < len(state.favourites) else (*others, path)
    return without_overlay(state, favourites=kept)


# Texts that other apps give, and files that they open


def answer_send(phone: Phone, intent: Intent) -> Phone:
    """Ask where to put a text that another app shares."""
    text = intent.extra(intents.TEXT, "")[:LONGEST]
    return phone.handled(PACKAGE, _shared, (text,))


def _shared(state: Markor, context: Context, text: str) -> Next[Markor]:
    return finished(state, shared=text), start(f"{PACKAGE}/{SHARE_INTO}", None, intents.SEND)


def answer_view(phone: Phone, intent: Intent) -> Phone | None:
    """Open a text file in the editor; None if the address names none."""
    path = documents.path_of(intent.data)
    if path not in phone.files or not listing.is_text(path):
        return None
    return activities.start(phone, f"{PACKAGE}/{DOCUMENT}", path, intent.action)


def type_shared(state: Markor, context: Context, text: str) -> Markor:
    """Edit the text that another app shared."""
    return replace(state, shared=text[:LONGEST])


def append_shared(state: Markor, context: Context, path: str) -> Next[Markor]:
    """Append the shared text to a file, which is created if necessary."""
    old = context.phone.files.get(path, b"").decode(errors="replace")
    text = old + ("" if not old or old.endswith("\n") else "\n") + state.shared + "\n"
    said = toast(context.res.string("markor.appended", name=posixpath.basename(path)))
    return finished(state, shared="", note=None), written(context, path, text), said, finish()


def pass_on(state: Markor, context: Context, how: str) -> Next[Markor]:
    """Copy the text to the clipboard, or share it on."""
    if how == "clipboard":
        return finished(state), do(clipboard.put, state.shared), finish()
    return state, effects.share_text(state.shared)
