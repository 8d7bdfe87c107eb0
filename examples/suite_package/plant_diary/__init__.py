"""Plant diary: plants, when each was watered, and when it needs water again.

An app with screens of its own: a list with a search, a page for a plant, an editor and settings. Its database is
``/data/data/org.example.plants/databases/plants.db`` with the tables ``plants`` and ``waterings``.
"""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter
from bmoca_gym.handset.system import intents
from plant_diary import screens
from plant_diary.handlers import answer_send, cancel, created
from plant_diary.state import (
    AT,
    DATABASE,
    EDITOR,
    LIST_SCROLL,
    MAIN,
    PACKAGE,
    PLANT,
    PLANTS,
    WATERINGS,
    Plants,
    days_left,
    listed,
    watered,
)


def _list(state: Plants, place: Place) -> tuple[Any, ...]:
    rows = listed(state, place.today, place.zone, place.locale)
    return rows, state.show_places, state.searching, state.query, place.focus == "search"


def _row(state: Plants, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.plants, place.argument)
    return None if row is None else (row,)


def _plant(state: Plants, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(state.plants, place.argument)
    if row is None:
        return None
    entries = [(int(each[0] or 0), tables.moment(AT, WATERINGS.get(each, "at"), place.zone))
               for each in watered(state.waterings, row[0])]  # fmt: skip
    diary = tuple([(id, place.res.date(at.date(), "yMMMEd")) for id, at in entries if at is not None])
    return row, days_left(row, state.waterings, place.today, place.zone), diary


def _draft(state: Plants, place: Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft, place.focus)


def _place(state: Plants, place: Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft.place,)


NAVIGATION = Navigation(
    Plants,
    {
        "plants": Page(screens.plants, _list),
        "settings": Page(screens.settings, lambda s, at: (s.by_date, s.show_places), up="plants"),
        "plant": Page(screens.plant, _plant, activity=PLANT),
        "editor": Page(screens.editor, _draft, activity=EDITOR, back=cancel),
    },
    {
        "list_menu": Overlay(screens.list_menu, on=("plants",)),
        "menu": Overlay(screens.plant_menu, _row, on=("plant",)),
        "delete": Overlay(screens.delete_question, _row, on=("plant",)),
        "discard": Overlay(screens.discard_question, on=("editor",)),
        "place": Overlay(screens.place_dialog, _place, on=("editor",)),
    },
    kept=("plants", "waterings", "by_date", "show_places"),
    search=Search(on=("plants",)),
    scroll=LIST_SCROLL,
)

APP = App(
    name="plants",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("local_florist", screens.GREEN),
    state=Plants,
    layers=NAVIGATION.layers,
    uid=10202,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    intents=(IntentFilter((intents.SEND,), answer_send, types=("text/*",), activity=EDITOR),),
    files=(
        tables.database(DATABASE, (("plants", PLANTS), ("waterings", WATERINGS))),
        preference_file(PACKAGE, {"by_date": "by_date", "show_places": "show_places"}),
    ),
)
