"""Broccoli's handlers: the list of recipes, a recipe, cooking, the editor."""

from __future__ import annotations

import posixpath
from typing import Any

from bmoca_gym.handset.apps.broccoli.state import (
    CATEGORIES,
    COOKING,
    DETAILS,
    EDITOR,
    EVERY,
    LINE_LIMIT,
    LIST_SCROLL,
    LONG,
    PACKAGE,
    PHOTOS,
    RECIPES,
    TEXT_LIMIT,
    TEXTS,
    Broccoli,
    Draft,
    categories_of,
    photo_of,
    text_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share_text, start, toast
from bmoca_gym.handset.effects import show as show_intent
from bmoca_gym.handset.kits import attachments, tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Cell
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, do, replace

# The collection


def choose(state: Broccoli, context: Context, favorites: bool, category: int = EVERY) -> Next[Broccoli]:
    """List all recipes, the favorites, or those of a category."""
    return without_overlay(state, favorites=favorites, category=category), scroll_to(LIST_SCROLL)


def show(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open a recipe."""
    return state, focus(""), start(f"{PACKAGE}/{DETAILS}", id)


# A recipe


def like(state: Broccoli, context: Context, id: int) -> Broccoli:
    """Add a recipe to the favorites, or remove it."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    changed = RECIPES.changed(row, favorite=0 if RECIPES.get(row, "favorite") else 1)
    return replace(state, rows=tables.put(state.rows, changed))


def share_recipe(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Offer a recipe's text to other apps."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    title = text_of(row, "title")
    text = "\n\n".join(filter(None, (title, *(text_of(row, name) for name in LONG))))
    return without_overlay(state), share_text(text, title)


def delete(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Delete a recipe and leave it."""
    said = toast(context.res.string("broccoli.deleted"))
    row = tables.with_id(state.rows, id)
    kept = tuple([one for one in state.assigned if one[0] != id])
    gone = () if row is None or not photo_of(row) else (do(pictures.delete, photo_of(row)),)
    rows = tables.without(state.rows, (id,))
    return without_overlay(state, rows=rows, assigned=kept), *gone, finish(), said


def cook(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open a recipe step by step."""
    return replace(state, step=0), start(f"{PACKAGE}/{COOKING}", id)


def turn(state: Broccoli, context: Context, steps: int, by: int) -> Broccoli:
    """Go forward or back by one of ``steps``."""
    return replace(state, step=min(max(state.step + by, 0), steps - 1))


def swipe_step(state: Broccoli, context: Context, steps: int) -> Broccoli:
    """Go forward or back, following the swipe."""
    ahead = "left" if not context.res.rtl else "right"
    if context.direction not in ("left", "right"):
        return state
    return turn(state, context, steps, 1 if context.direction == ahead else -1)


# The editor


def edit(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open the editor of a recipe, or of a new one (0)."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{EDITOR}", id)


def created(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Start a draft when the editor opens."""
    if context.activity is None or context.activity.name != EDITOR:
        return without_overlay(state)
    id = context.activity.argument
    row = tables.with_id(state.rows, id)
    texts = ("",) * len(TEXTS) if row is None else tuple(text_of(row, name) for name in TEXTS)
    draft = Draft(texts=texts)
    if row is not None:
        draft = Draft(int(id), texts, photo_of(row), categories_of(state.assigned, int(id)))
    draft = replace(draft, before=draft.now)
    state = without_overlay(state, draft=draft)
    return (state, focus("title")) if row is None else state


def write(state: Broccoli, context: Context, place: int, text: str) -> Broccoli:
    """Update the text of a field."""
    if state.draft is None:
        return state
    limit = TEXT_LIMIT if TEXTS[place] in LONG else LINE_LIMIT
    texts = (*state.draft.texts[:place], text[:limit], *state.draft.texts[place + 1 :])
    return replace(state, draft=replace(state.draft, texts=texts))


def next_field(state: Broccoli, context: Context, place: int) -> Next[Broccoli]:
    """Move the focus to the next field."""
    return state, focus(TEXTS[place + 1])


def save(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Save the recipe and leave the editor; one without a title is not saved."""
    draft = state.draft
    if draft is None:
        return state
    texts = dict(zip(TEXTS, draft.texts, strict=True))
    if not texts["title"].strip():
        return state, toast(context.res.string("broccoli.no_title")), focus("title")
    old = tables.with_id(state.rows, draft.id)
    cells: dict[str, Cell] = {**texts}
    row = RECIPES.changed(RECIPES.row(imageName="") if old is None else old, **cells)
    effects: list[Callback] = []
    before = photo_of(row)
    if draft.photo != before:
        if before:
            effects.append(do(pictures.delete, before))
        name = f"JPEG_{context.now:%Y%m%d_%H%M%S}_{posixpath.basename(draft.photo)}" if draft.photo else ""
        if name:
            name = posixpath.splitext(name)[0] + ".jpg"
            effects.append(do(pictures.save, f"{PHOTOS}/{name}", context.phone.files.get(draft.photo, b"")))
        row = RECIPES.changed(row, imageName=name)
    rows = tables.put(state.rows, row)
    id = draft.id if old is not None else int(rows[-1][0] or 0)
    kept = tuple([one for one in state.assigned if one[0] != id])
    assigned = (*kept, *[(id, category) for category in draft.categories])
    saved = replace(state, rows=rows, assigned=assigned, draft=None)
    return and_then(saved, *effects, focus(""), finish(), toast(context.res.string("broccoli.saved")))


def discard(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=None), focus(""), finish()


def cancel(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Leave the editor; ask before changes are lost."""
    if state.draft is not None and state.draft.now != state.draft.before:
        return open_overlay(state, context, "discard")
    return discard(state, context)


# The photo and the categories of a recipe


def _drafted(state: Broccoli, **changes: Any) -> Broccoli:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def pick_photo(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Let the user pick a picture for the recipe."""
    return without_overlay(state), attachments.ask_for_file(do(got_photo), "image/*")


def take_photo(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Let the user take a photo for the recipe."""
    return without_overlay(state), show_intent(Intent("android.media.action.IMAGE_CAPTURE"), do(got_photo))


def got_photo(state: Broccoli, context: Context, result: Any) -> Broccoli:
    """Use the returned file as the photo, if it is a picture."""
    path = attachments.picked_file(context.phone, result)
    return _drafted(state, photo=path) if path and pictures.size(context.phone.files[path]) else state


def remove_photo(state: Broccoli, context: Context) -> Broccoli:
    """Remove the recipe's photo."""
    return without_overlay(_drafted(state, photo=""))


def assign(state: Broccoli, context: Context, id: int) -> Broccoli:
    """Add the recipe to a category, or remove it."""
    if state.draft is None:
        return state
    ids = state.draft.categories
    return _drafted(state, categories=tuple([one for one in ids if one != id]) if id in ids else (*ids, id))


# The categories


def open_category(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open the dialog of a category, or of a new one (0)."""
    row = tables.with_id(state.categories, id)
    typed = "" if row is None else str(row[1] or "")
    return open_overlay(replace(state, about=id, typed=typed), context, "category")


def type_category(state: Broccoli, context: Context, text: str) -> Broccoli:
    """Update the name of the category."""
    return replace(state, typed=text[:LINE_LIMIT])


def save_category(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Save the category; one without a name is not saved."""
    name = state.typed.strip()
    if not name:
        return without_overlay(state), focus("")
    row = tables.with_id(state.categories, state.about)
    changed = CATEGORIES.row(name=name) if row is None else CATEGORIES.changed(row, name=name)
    return without_overlay(state, categories=tables.put(state.categories, changed)), focus("")


def delete_category(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Delete the category. Its recipes stay."""
    id = state.about
    assigned = tuple([one for one in state.assigned if one[1] != id])
    category = EVERY if state.category == id else state.category
    left = tables.without(state.categories, (id,))
    return without_overlay(state, categories=left, assigned=assigned, category=category), focus("")
