"""Broccoli's state: the rows of its table, its page and overlay, and the draft."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.value import Value, memo, value

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
#: Pages that the drawer leads to, with their glyphs.
DRAWER = {"recipes": "restaurant_menu", "about": "info"}
LIST_SCROLL = "recipes"
LINE_LIMIT, TEXT_LIMIT = 200, 10_000
#: What the editor's fields of several lines are.
LONG = ("description", "ingredients", "directions")


@value
class Draft(Value):
    """A recipe being written. ``id``: of its row, 0 for a new one; ``texts``: in the order of `TEXTS`."""

    id: int = 0
    texts: tuple[str, ...] = ("",) * len(TEXTS)
    before: tuple[str, ...] = ("",) * len(TEXTS)


PageName = Literal["recipes", "about"]
OverlayName = Literal["", "drawer", "choice", "menu", "delete", "discard"]


@value
class Broccoli(Value):
    """The app's state. ``favorites``: only those are listed; ``step``: the cooking step, 0 for the ingredients."""

    rows: Rows = ()
    page: PageName = "recipes"
    overlay: OverlayName = ""
    favorites: bool = False
    searching: bool = False
    query: str = ""
    draft: Draft | None = None
    step: int = 0


def text_of(row: Row, column: str) -> str:
    """A text of a recipe, or ""."""
    return str(RECIPES.get(row, column) or "")


def lines_of(row: Row, column: str) -> list[str]:
    """The lines of a text of a recipe that say something."""
    return [line.strip() for line in text_of(row, column).splitlines() if line.strip()]


@memo(64)
def listed(rows: Rows, query: str, favorites: bool, locale: str) -> Rows:
    """The recipes that match the query, ordered by title."""
    wanted = query.casefold().strip()
    searched = [RECIPES.place(name) for name in ("title", "description", "source", "ingredients")]
    found = [row for row in rows if any(wanted in str(row[place] or "").casefold() for place in searched)]
    found = [row for row in found if RECIPES.get(row, "favorite") or not favorites]
    return tuple(sorted(found, key=lambda row: sort_key(text_of(row, "title"), locale)))
