"""Broccoli: recipes with search, favorites, an editor and step-by-step cooking, as version 1.2.6."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.broccoli.handlers import cancel, created
from bmoca_gym.handset.apps.broccoli.screens import collection, editor, recipe
from bmoca_gym.handset.apps.broccoli.state import (
    ASSIGNED,
    CATEGORIES,
    COOKING,
    DATABASE,
    DETAILS,
    EDITOR,
    LIST_SCROLL,
    MAIN,
    NONE,
    PACKAGE,
    RECIPES,
    Broccoli,
    categories_of,
    listed,
    named,
    photo_of,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import palette


def _collection(state: Broccoli, place: Place) -> tuple[Any, ...]:
    query = state.query if state.searching else ""
    category = 0 if state.searching else state.category
    rows = listed(state.rows, query, state.favorites, place.locale, category, state.assigned)
    photos = tuple([_photo(photo_of(row), place) for row in rows])
    name = dict(named(state.categories, place.locale)).get(category, "")
    where = (photos, category if name or category == NONE else 0, name)
    return rows, state.favorites, state.searching, state.query, place.focus == "search", *where


def _photo(path: str, place: Place) -> bytes:
    data = place.phone.files.get(path, b"") if path else b""
    return data if data and pictures.size(data) is not None else b""


def _recipe(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, place.argument)
    return None if row is None else (row,)


def _details(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, place.argument)
    if row is None:
        return None
    mine = categories_of(state.assigned, int(row[0] or 0))
    names = tuple([name for id, name in named(state.categories, place.locale) if id in mine])
    return row, _photo(photo_of(row), place), names


def _cooking(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, place.argument)
    return None if row is None else (row, state.step)


def _draft(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    if state.draft is None:
        return None
    return state.draft, place.focus, _photo(state.draft.photo, place), named(state.categories, place.locale)


def _assign(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft.categories, named(state.categories, place.locale))


_PAGES = ("recipes", "categories", "about")

NAVIGATION = Navigation(
    Broccoli,
    {
        "recipes": Page(collection.screen, _collection),
        "about": Page(collection.about_screen, up="recipes"),
        "categories": Page(
            collection.categories_screen, lambda s, at: (named(s.categories, at.locale),), up="recipes"
        ),
        "details": Page(recipe.details_screen, _details, activity=DETAILS),
        "cooking": Page(recipe.cooking_screen, _cooking, activity=COOKING),
        "editor": Page(editor.screen, _draft, activity=EDITOR, back=cancel),
    },
    {
        "drawer": Overlay(collection.drawer, lambda s, at: (s.page,), on=_PAGES),
        "choice": Overlay(
            collection.choice_dialog,
            lambda s, at: (s.favorites, s.category, named(s.categories, at.locale)),
            on=("recipes", "about"),
        ),
        "category": Overlay(
            collection.category_dialog,
            lambda s, at: (s.about, s.typed, at.focus == "category"),
            on=("categories",),
            focus="category",
        ),
        "delete_category": Overlay(collection.delete_category_dialog, on=("categories",)),
        "photo": Overlay(
            editor.photo_dialog, lambda s, at: (bool(s.draft and s.draft.photo),), on=("editor",)
        ),
        "assign": Overlay(editor.assign_dialog, _assign, on=("editor",)),
        "menu": Overlay(recipe.overflow, _recipe, on=("details",)),
        "delete": Overlay(recipe.delete_dialog, _recipe, on=("details",)),
        "discard": Overlay(editor.discard_dialog, on=("editor",)),
    },
    kept=("rows", "categories", "assigned"),
    search=Search(on=("recipes",)),
    scroll=LIST_SCROLL,
)

_COLORS = palette(
    0xFF2E7D32,
    bar=0xFF2E7D32,
    status=0xFF1B5E20,
    positive=0xFF2E7D32,
    dark_accent=0xFFA5D6A7,
    dark_bar=0xFF212121,
    dark_status=0xFF121212,
    dark_positive=0xFFA5D6A7,
)

APP = App(
    name="broccoli",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("eco", 0xFF388E3C),
    palette=_COLORS,
    state=Broccoli,
    layers=NAVIGATION.layers,
    uid=10151,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    files=(
        tables.database(DATABASE, (("rows", RECIPES), ("categories", CATEGORIES), ("assigned", ASSIGNED))),
    ),
)
