"""Maps, offline, of an invented town: map, places, directions and saved places."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.maps import drawing, frame, handlers, roads, state, stored, town
from bmoca_gym.handset.apps.maps.screens import directions, explore, place, search, settings
from bmoca_gym.handset.apps.maps.screens.parts import View
from bmoca_gym.handset.apps.maps.state import MAIN, PACKAGE, Maps, signed_out
from bmoca_gym.handset.kits import offline, themes
from bmoca_gym.handset.kits.map_view import uncover
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents


def _dark(s: Maps, phone: Phone) -> bool:
    return {"light": False, "dark": True}.get(s.theme, phone.configuration.dark)


def _bars(s: Maps, at: Place) -> str:
    return "light" if _dark(s, at.phone) else "dark"


def _bars_over_map(s: Maps, at: Place) -> str:
    """The status bar's icons over the map, as its colours require."""
    return "light" if s.satellite else _bars(s, at)


def _view(s: Maps) -> View:
    return View(s.x, s.y, s.zoom, s.satellite, s.traffic, s.transit, s.bare)


def _hour(at: Place) -> int:
    return at.phone.local_minute.hour


def _place(s: Maps, at: Place) -> tuple[Any, ...]:
    key = at.page[1]
    return _view(s), key, any(saved == key for _, saved in s.saved), s.units, s.mode, _hour(at)


def _saved_list(s: Maps, at: Place) -> tuple[Any, ...]:
    shown = at.page[1]
    return shown, tuple([key for name, key in s.saved if name == shown])


def _lists(s: Maps, at: Place) -> tuple[Any, ...]:
    key = at.page[1]
    return key, tuple([name for name, saved in s.saved if saved == key])


NAVIGATION = Navigation(
    Maps,
    {
        "explore": Page(explore.explore, lambda s, at: (_view(s),), back=uncover, bars=_bars_over_map),
        "go": Page(explore.going, lambda s, at: (s.trips, s.mode, s.units), up="explore", bars=_bars),
        "saved": Page(explore.saved, lambda s, at: (s.saved,), up="explore", bars=_bars),
        "contribute": Page(explore.account_tab, lambda s, at: ("contribute",), up="explore", bars=_bars),
        "updates": Page(explore.account_tab, lambda s, at: ("updates",), up="explore", bars=_bars),
        "list": Page(explore.saved_list, _saved_list, bars=_bars),
        "search": Page(
            search.search,
            lambda s, at: (at.page[1:], s.query, at.focus == "search", s.recents, s.trips), bars=_bars,
        ),
        "results": Page(
            search.results,
            lambda s, at: (_view(s), *at.page[1:], state.found(at.res, *at.page[1:]), _hour(at)),
            back=uncover, bars=_bars_over_map,
        ),
        "place": Page(place.place_screen, _place, back=uncover, bars=_bars_over_map),
        "directions": Page(
            directions.directions, lambda s, at: (_view(s), *at.page[1:], s.mode, s.units),
            back=uncover, bars=lambda s, at: _bars_over_map(s, at) if s.bare else _bars(s, at),
        ),
        "steps": Page(directions.steps, lambda s, at: (*at.page[1:], s.mode, s.units), bars=_bars),
        "settings": Page(
            settings.settings, lambda s, at: (s.theme, s.units, s.satellite_first, bool(s.recents)), bars=_bars
        ),
    },
    {
        "layers": Overlay(explore.layers_sheet, lambda s, at: (s.satellite, s.traffic, s.transit)),
        "account": Overlay(explore.account_sheet),
        "save": Overlay(place.save_dialog, _lists, on=("place",)),
        "units": Overlay(settings.units_dialog, lambda s, at: (s.units,)),
        "theme": Overlay(settings.theme_dialog, lambda s, at: (s.theme,)),
    },
    where=lambda s, at: at.page[0] if at.page else s.page,
    kept=(
        "x", "y", "zoom", "satellite", "satellite_first", "traffic", "transit", "units", "theme", "recents", "trips",
        "saved", "mode",
    ),
    passing=("bare",),
)  # fmt: skip


def _layers(phone: Phone, s: Maps, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(
        phone, themes.themed(NAVIGATION.layers(phone, s, activity), themes.look, _dark(s, phone))
    )


APP = App(
    name="maps",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("place", 0xFF34A853),
    state=Maps,
    layers=_layers,
    uid=10098,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=handlers.created,
    prepare=drawing.prepare,
    signed_out=signed_out,
    intents=(
        IntentFilter(
            (intents.VIEW,), handlers.view, ("geo", "google.navigation"), categories=(intents.BROWSABLE,)
        ),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "x": Stored("camera_x", range(town.EDGES[0], town.EDGES[2] + 1)),
                "y": Stored("camera_y", range(town.EDGES[1], town.EDGES[3] + 1)),
                "zoom": Stored("camera_zoom", range(frame.CLOSEST + 1)),
                "satellite": "layer_satellite",
                "satellite_first": "start_in_satellite",
                "traffic": "layer_traffic",
                "transit": "layer_transit",
                "units": Stored("distance_units", state.UNITS),
                "theme": Stored("theme", state.THEMES),
                "recents": Stored("search_history", stored.are_recents),
                "trips": Stored("recent_trips", stored.are_places),
                "saved": Stored("saved_places", stored.are_saved),
                "mode": Stored("travel_mode", roads.MODES),
            },
        ),
    ),
)
