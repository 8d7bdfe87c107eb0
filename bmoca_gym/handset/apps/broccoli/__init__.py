"""Broccoli: recipes with search, favorites, an editor and step-by-step cooking, as version 1.2.6."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import collection, editor, recipe
from bmoca_gym.handset.apps.broccoli.state import (
    COOKING,
    DATABASE,
    DETAILS,
    EDITOR,
    MAIN,
    PACKAGE,
    RECIPES,
    Broccoli,
    back,
    closed,
    created,
    listed,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.manifest import App, AppIcon, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone


def _layers(phone: Phone, state: Broccoli, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == EDITOR and state.draft is not None:
        shown = layer(editor.screen, state.draft, activity.focus)
        return (shown, dialog(editor.discard_dialog)) if state.overlay == "discard" else (shown,)
    row = tables.with_id(state.rows, activity.argument)
    if activity.name in (DETAILS, COOKING) and row is not None:
        if activity.name == COOKING:
            return (layer(recipe.cooking_screen, row, state.step),)
        shown = layer(recipe.details_screen, row)
        if state.overlay == "menu":
            return (shown, dialog(recipe.overflow, row))
        return (shown, dialog(recipe.delete_dialog, row)) if state.overlay == "delete" else (shown,)
    rows = listed(
        state.rows, state.query if state.searching else "", state.favorites, phone.configuration.locale
    )
    if state.page == "about":
        shown = layer(collection.about_screen)
    else:
        focused = activity.focus == "search"
        shown = layer(collection.screen, rows, state.favorites, state.searching, state.query, focused)
    if state.overlay == "drawer":
        return (shown, dialog(collection.drawer, state.page))
    return (
        (shown, dialog(collection.choice_dialog, state.favorites)) if state.overlay == "choice" else (shown,)
    )


APP = App(
    name="broccoli",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("eco", 0xFF388E3C),
    state=Broccoli,
    layers=_layers,
    uid=10151,
    back=back,
    closed=closed,
    created=created,
    files=(tables.database(DATABASE, (("rows", RECIPES),)),),
)
