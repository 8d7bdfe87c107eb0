"""Broccoli's state: the rows of its table, open pages, the draft; and the handlers of its screens."""

from __future__ import annotations

from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Cell, Column, Row, Rows, Table
from bmoca_gym.handset.locales import sort_key
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.flauschcode.broccoli"
ID = PACKAGE + ":id/"
MAIN = f"{PACKAGE}.MainActivity"
DETAILS = f"{PACKAGE}.recipe.details.RecipeDetailsActivity"
EDITOR = f"{PACKAGE}.recipe.crud.CreateAndEditRecipeActivity"
COOKING = f"{PACKAGE}.recipe.cooking.CookingAssistantActivity"
DATABASE = f"/data/data/{PACKAGE}/databases/broccoli"

#: The texts of a recipe in the order of the editor.
TEXTS = ("title", "source", "servings", "preparationTime", "description", "ingredients", "directions")
RECIPES = Table(
    "recipes",
    (
        Column("title"),
        Column("imageName", null=True),
        Column("description", null=True),
        Column("servings", null=True),
        Column("preparationTime", null=True),
        Column("source", null=True),
        Column("ingredients", null=True),
        Column("directions", null=True),
        Column("favorite", "integer"),
    ),
    id="recipeId",
)
PAGES = {"recipes": "restaurant_menu", "about": "info"}
LIST_SCROLL = "recipes"
_LINE_LIMIT, _TEXT_LIMIT = 200, 10_000
#: What the editor's fields of several lines are.
LONG = ("description", "ingredients", "directions")


@value
class Draft(Value):
    """A recipe while it is written. ``id``: of its row, 0 for a new one; ``texts``: in the order of `TEXTS`."""

    id: int = 0
    texts: tuple[str, ...] = ("",) * len(TEXTS)
    before: tuple[str, ...] = ("",) * len(TEXTS)


@value
class Broccoli(Value):
    """``page``: one of `PAGES`; ``overlay``: "" or what is open over the screen: drawer, choice, menu, delete, discard.

    ``favorites``: only those are listed; ``step``: of the recipe that is cooked, 0 for its ingredients.
    """

    rows: Rows = ()
    page: str = "recipes"
    overlay: str = ""
    favorites: bool = False
    searching: bool = False
    query: str = ""
    draft: Draft | None = None
    step: int = 0


def text_of(row: Row, column: str) -> str:
    """A text of a recipe, "" where it has none."""
    return str(RECIPES.get(row, column) or "")


def lines_of(row: Row, column: str) -> list[str]:
    """The lines of a text of a recipe that say something."""
    return [line.strip() for line in text_of(row, column).splitlines() if line.strip()]


@memo(64)
def listed(rows: Rows, query: str, favorites: bool, locale: str) -> Rows:
    """The recipes that hold the query, in the order of their titles."""
    wanted = query.casefold().strip()
    searched = [RECIPES.place(name) for name in ("title", "description", "source", "ingredients")]
    found = [row for row in rows if any(wanted in str(row[place] or "").casefold() for place in searched)]
    found = [row for row in found if RECIPES.get(row, "favorite") or not favorites]
    return tuple(sorted(found, key=lambda row: sort_key(text_of(row, "title"), locale)))


# The collection


def go_to(state: Broccoli, context: Context, page: str) -> Next[Broccoli]:
    """Show a page of the drawer."""
    return replace(state, page=page, overlay=""), focus(""), scroll_to(LIST_SCROLL)


def open_overlay(state: Broccoli, context: Context, overlay: str) -> Broccoli:
    """Open a drawer, a menu or a dialog over the screen."""
    return replace(state, overlay=overlay)


def close_overlay(state: Broccoli, context: Context) -> Broccoli:
    """Close what is open over the screen."""
    return replace(state, overlay="")


def choose(state: Broccoli, context: Context, favorites: bool) -> Next[Broccoli]:
    """List all recipes, or the favorites."""
    return replace(state, favorites=favorites, overlay=""), scroll_to(LIST_SCROLL)


def open_search(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Open the search field."""
    return replace(state, searching=True, query=""), focus("search")


def close_search(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Go back to the whole list."""
    return replace(state, searching=False, query=""), focus(""), scroll_to(LIST_SCROLL)


def search(state: Broccoli, context: Context, text: str) -> Next[Broccoli]:
    """Take over what is searched for."""
    return replace(state, query=text[:_LINE_LIMIT]), scroll_to(LIST_SCROLL)


def show(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open a recipe."""
    return state, focus(""), start(f"{PACKAGE}/{DETAILS}", id)


# A recipe


def like(state: Broccoli, context: Context, id: int) -> Broccoli:
    """Make a recipe a favorite, or no more."""
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
    return replace(state, overlay=""), share(Intent(intents.SEND, type="text/plain", extras=sent))


def delete(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Delete a recipe and leave it."""
    said = toast(context.res.string("broccoli.deleted"))
    return replace(state, rows=tables.without(state.rows, (id,)), overlay=""), finish(), said


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
    return replace(state, overlay=""), finish()


# The editor


def edit(state: Broccoli, context: Context, id: int) -> Next[Broccoli]:
    """Open the editor of a recipe, or of a new one (0)."""
    return replace(state, overlay=""), focus(""), start(f"{PACKAGE}/{EDITOR}", id)


def created(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Begin a draft with an editor that is opened."""
    if context.activity is None or context.activity.name != EDITOR:
        return replace(state, overlay="")
    id = context.activity.argument
    row = tables.with_id(state.rows, id)
    texts = ("",) * len(TEXTS) if row is None else tuple(text_of(row, name) for name in TEXTS)
    draft = Draft(0 if row is None else int(id), texts, texts)
    state = replace(state, draft=draft, overlay="")
    return (state, focus("title")) if row is None else state


def write(state: Broccoli, context: Context, place: int, text: str) -> Broccoli:
    """Take over what is typed into a field."""
    if state.draft is None:
        return state
    limit = _TEXT_LIMIT if TEXTS[place] in LONG else _LINE_LIMIT
    texts = (*state.draft.texts[:place], text[:limit], *state.draft.texts[place + 1 :])
    return replace(state, draft=replace(state.draft, texts=texts))


def next_field(state: Broccoli, context: Context, place: int) -> Next[Broccoli]:
    """Go on to the field behind one."""
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
    return replace(state, draft=None, overlay=""), focus(""), finish()


def cancel(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Leave the editor; ask before changes are lost."""
    if state.draft is not None and state.draft.texts != state.draft.before:
        return replace(state, overlay="discard"), focus("")
    return discard(state, context)


# The app


def back(state: Broccoli, context: Context) -> Next[Broccoli]:
    """Close what is open over the screen, a search or a page; ask before changes are lost."""
    if state.overlay:
        return replace(state, overlay="")
    name = context.activity.name if context.activity is not None else MAIN
    if name == EDITOR:
        return cancel(state, context)
    if name == MAIN and state.searching:
        return close_search(state, context)
    return replace(state, page="recipes") if name == MAIN and state.page != "recipes" else state


def closed(state: Broccoli) -> Broccoli:
    """The state when the app is left: its recipes are kept."""
    return Broccoli(state.rows)
