"""Broccoli's handlers: the list of recipes, a recipe, cooking, the editor."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli.state import (
    COOKING,
    DETAILS,
    EDITOR,
    LINE_LIMIT,
    LIST_SCROLL,
    LONG,
    PACKAGE,
    RECIPES,
    TEXT_LIMIT,
    TEXTS,
    Broccoli,
    Draft,
    text_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Cell
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import replace

# The collection


def choose(state: Broccoli, context: Context, favorites: bool) -> Next[Broccoli]:
    """List all recipes, or the favorites."""
    return without_overlay(state, favorites=favorites), scroll_to(LIST_SCROLL)


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
    sent = (("android.intent.extra.SUBJECT", title), ("android.intent.extra.TEXT", text))
    return without_overlay(state), share(Intent(intents.SEND, type="text/plain", extras=sent))


def delete(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Delete a recipe and leave it."""
    said = toast(context.res.string("broccoli.deleted"))
    return without_overlay(state, rows=tables.without(state.rows, (id,))), finish(), said


def cook(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open a recipe step by step."""
    return replace(state, step=0), start(f"{PACKAGE}/{COOKING}", id)


def turn(state: Broccoli, context: Context, steps: int, by: int) -> Broccoli:
    """Go on, or back, by a step of ``steps``."""
    return replace(state, step=min(max(state.step + by, 0), steps - 1))


def swipe_step(state: Broccoli, context: Context, steps: int) -> Broccoli:
    """Go on, or back, as one swipes."""
    ahead = "left" if not context.res.rtl else "right"
    if context.direction not in ("left", "right"):
        return state
    return turn(state, context, steps, 1 if context.direction == ahead else -1)


def leave(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Go back to the screen before."""
    return without_overlay(state), finish()


# The editor


def edit(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open the editor of a recipe, or of a new one (0)."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{EDITOR}", id)


def created(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Begin a draft with an editor that is opened."""
    if context.activity is None or context.activity.name != EDITOR:
        return without_overlay(state)
    id = context.activity.argument
    row = tables.with_id(state.rows, id)
    texts = ("",) * len(TEXTS) if row is None else tuple(text_of(row, name) for name in TEXTS)
    draft = Draft(0 if row is None else int(id), texts, texts)
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
    saved = replace(state, rows=tables.put(state.rows, row), draft=None)
    return saved, focus(""), finish(), toast(context.res.string("broccoli.saved"))


def discard(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=None), focus(""), finish()


def cancel(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Leave the editor; ask before changes are lost."""
    if state.draft is not None and state.draft.texts != state.draft.before:
        return open_overlay(state, context, "discard")
    return discard(state, context)
