"""Broccoli: recipes with search, favorites, an editor and step-by-step cooking, as version 1.2.6."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.broccoli.handlers import cancel, created
from bmoca_gym.handset.apps.broccoli.screens import collection, editor, recipe
from bmoca_gym.handset.apps.broccoli.state import (
    COOKING,
    DATABASE,
    DETAILS,
    EDITOR,
    LIST_SCROLL,
    MAIN,
    PACKAGE,
    RECIPES,
    Broccoli,
    listed,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.manifest import App, AppIcon
from bmoca_gym.handset.resources import palette


def _collection(state: Broccoli, place: Place) -> tuple[Any, ...]:
    query = state.query if state.searching else ""
    rows = listed(state.rows, query, state.favorites, place.locale)
    return rows, state.favorites, state.searching, state.query, place.focus == "search"


def _recipe(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, place.argument)
    return None if row is None else (row,)


def _cooking(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.rows, place.argument)
    return None if row is None else (row, state.step)


def _draft(state: Broccoli, place: Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft, place.focus)


NAVIGATION = Navigation(
    Broccoli,
    {
        "recipes": Page(collection.screen, _collection),
        "about": Page(collection.about_screen, up="recipes"),
        "details": Page(recipe.details_screen, _recipe, activity=DETAILS),
        "cooking": Page(recipe.cooking_screen, _cooking, activity=COOKING),
        "editor": Page(editor.screen, _draft, activity=EDITOR, back=cancel),
    },
    {
        "drawer": Overlay(collection.drawer, lambda s, at: (s.page,), on=("recipes", "about")),
        "choice": Overlay(collection.choice_dialog, lambda s, at: (s.favorites,), on=("recipes", "about")),
        "menu": Overlay(recipe.overflow, _recipe, on=("details",)),
        "delete": Overlay(recipe.delete_dialog, _recipe, on=("details",)),
        "discard": Overlay(editor.discard_dialog, on=("editor",)),
    },
    kept=("rows",),
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
    files=(tables.database(DATABASE, (("rows", RECIPES),)),),
)
