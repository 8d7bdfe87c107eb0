"""Broccoli's state: the rows of its table, its page and overlay, and the draft."""

from __future__ import annotations

from typing import Literal

from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.system import files
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
CATEGORIES = Table("categories", (Column("name", null=True),), id="categoryId")
#: The categories of recipes.
ASSIGNED = Table("recipes_with_categories", (Column("categoryId", "integer"),), id="recipeId", unique=False)
#: Where the photos of recipes are.
PHOTOS = f"{files.STORAGE}/Android/data/{PACKAGE}/files/Pictures"
#: What the list shows beside a category: all recipes, or those without one.
EVERY, NONE = 0, -1
#: Pages that the drawer leads to, with their glyphs.
DRAWER = {"recipes": "restaurant_menu", "categories": "bookmark_border", "about": "info"}
LIST_SCROLL = "recipes"
LINE_LIMIT, TEXT_LIMIT = 200, 10_000
#: The editor's fields with several lines.
LONG = ("description", "ingredients", "directions")


@value
class Draft(Value):
    """A recipe being written.

    Attributes:
        id: id of its row, 0 for a new one.
        texts: texts of the fields, in the order of `TEXTS`.
        photo: path of its photo, or "".
        categories: ids of its categories.
        before: the recipe as it was when the editor was opened.
    """

    id: int = 0
    texts: tuple[str, ...] = ("",) * len(TEXTS)
    photo: str = ""
    categories: tuple[int, ...] = ()
    before: tuple[object, ...] = (("",) * len(TEXTS), "", ())

    @property
    def now(self) -> tuple[object, ...]:
        """Everything that can be edited."""
        return self.texts, self.photo, self.categories


PageName = Literal["recipes", "categories", "about"]
OverlayName = Literal[
    "", "drawer", "choice", "menu", "delete", "discard", "photo", "assign", "category", "delete_category"
]


@value
class Broccoli(Value):
    """The app's state.

    Attributes:
        favorites: whether only favorites are listed.
        step: the cooking step, 0 for the ingredients.
        category: id of the listed category, `EVERY` or `NONE`.
        about: id of the category in the dialog, 0 for a new one.
        typed: the name in the dialog.
    """

    rows: Rows = ()
    page: PageName = "recipes"
    overlay: OverlayName = ""
    favorites: bool = False
    searching: bool = False
    query: str = ""
    draft: Draft | None = None
    step: int = 0
    categories: Rows = ()
    assigned: Rows = ()
    category: int = EVERY
    about: int = 0
    typed: str = ""


def photo_of(row: Row) -> str:
    """The path of a recipe's photo, or ""."""
    name = text_of(row, "imageName")
    return f"{PHOTOS}/{name}" if name else ""


def categories_of(assigned: Rows, id: int) -> tuple[int, ...]:
    """The ids of a recipe's categories."""
    return tuple([int(row[1] or 0) for row in assigned if row[0] == id])


@memo(64)
def named(categories: Rows, locale: str) -> tuple[tuple[int, str], ...]:
    """Id and name of all categories, sorted by name."""
    found = [(int(row[0] or 0), str(row[1] or "")) for row in categories]
    return tuple(sorted(found, key=lambda one: sort_key(one[1], locale)))


def text_of(row: Row, column: str) -> str:
    """A text of a recipe, or ""."""
    return str(RECIPES.get(row, column) or "")


def lines_of(row: Row, column: str) -> list[str]:
    """The non-empty lines of a recipe's text."""
    return [line.strip() for line in text_of(row, column).splitlines() if line.strip()]


@memo(64)
def listed(
    rows: Rows, query: str, favorites: bool, locale: str, category: int = EVERY, assigned: Rows = ()
) -> Rows:
    """The recipes of a category that match the query, ordered by title."""
    wanted = query.casefold().strip()
    searched = [RECIPES.place(name) for name in ("title", "description", "source", "ingredients")]
    found = [row for row in rows if any(wanted in str(row[place] or "").casefold() for place in searched)]
    found = [row for row in found if RECIPES.get(row, "favorite") or not favorites]
    if category == NONE:
        found = [row for row in found if not categories_of(assigned, int(row[0] or 0))]
    elif category != EVERY:
        found = [row for row in found if category in categories_of(assigned, int(row[0] or 0))]
    return tuple(sorted(found, key=lambda row: sort_key(text_of(row, "title"), locale)))
