"""Maps, offline, of an invented town: map, places, directions and saved places."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import (
    directions,
    explore,
    place,
    roads,
    search,
    settings,
    state,
    stored,
    town,
)
from bmoca_gym.handset.apps.maps.parts import View
from bmoca_gym.handset.apps.maps.state import MAIN, PACKAGE, Maps
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.resources import of
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _shown(phone: Phone, s: Maps, activity: Activity) -> Layer:
    screen: tuple[str, ...] = activity.argument or (s.tab,)
    kind, about = screen[0], screen[1:]
    dark = s.theme == "dark" or (s.theme == "device" and phone.configuration.dark)
    plain = "light" if dark else "dark"
    # Over the map's picture the status bar's icons are as its colours need them.
    bars = "light" if s.satellite else plain
    view = View(s.x, s.y, s.zoom, s.satellite, s.traffic, s.transit, s.bare)
    if kind == "go":
        return layer(explore.going, s.theme, s.trips, s.mode, s.units, bars=plain)
    if kind == "saved":
        return layer(explore.saved, s.theme, s.saved, bars=plain)
    if kind == "list":
        keys = tuple([key for name, key in s.saved if name == about[0]])
        return layer(explore.saved_list, s.theme, about[0], keys, bars=plain)
    if kind == "search":
        focused = activity.focus == "search"
        return layer(search.search, s.theme, about, s.query, focused, s.recents, s.trips, bars=plain)
    if kind == "results":
        keys = state.found(of(phone.configuration), *about)
        hour = clock.local_minute(phone).hour
        return layer(search.results, s.theme, view, *about, keys, hour, bars=bars)
    if kind == "place":
        on_list = any(key == about[0] for _, key in s.saved)
        hour = clock.local_minute(phone).hour
        return layer(place.place_screen, s.theme, view, about[0], on_list, s.units, s.mode, hour, bars=bars)
    if kind == "directions":
        return layer(
            directions.directions, s.theme, view, *about, s.mode, s.units, bars=bars if s.bare else plain
        )
    if kind == "steps":
        return layer(directions.steps, s.theme, *about, s.mode, s.units, bars=plain)
    if kind == "settings":
        return layer(settings.settings, s.theme, s.units, s.satellite_first, bool(s.recents), bars=plain)
    return layer(explore.explore, s.theme, view, bars=bars)


def _windows(phone: Phone, s: Maps, activity: Activity) -> tuple[Layer, ...]:
    shown = _shown(phone, s, activity)
    if s.sheet == "layers":
        return shown, dialog(explore.layers_sheet, s.theme, s.satellite, s.traffic, s.transit)
    if s.sheet == "account":
        return shown, dialog(explore.account_sheet, s.theme)
    if s.sheet == "save" and activity.argument and activity.argument[0] == "place":
        key = activity.argument[1]
        lists = tuple([name for name, saved in s.saved if saved == key])
        return shown, dialog(place.save_dialog, s.theme, key, lists)
    if s.sheet == "units":
        return shown, dialog(settings.units_dialog, s.theme, s.units)
    if s.sheet == "theme":
        return shown, dialog(settings.theme_dialog, s.theme)
    return (shown,)


def _layers(phone: Phone, s: Maps, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, _windows(phone, s, activity))


APP = App(
    name="maps",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("place", 0xFF34A853),
    state=Maps,
    layers=_layers,
    uid=10098,
    back=state.back,
    closed=state.closed,
    created=state.created,
    intents=(
        IntentFilter(
            (intents.VIEW,), state.view, ("geo", "google.navigation"), categories=(intents.BROWSABLE,)
        ),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "x": Stored("camera_x", range(town.EDGES[0], town.EDGES[2] + 1)),
                "y": Stored("camera_y", range(town.EDGES[1], town.EDGES[3] + 1)),
                "zoom": Stored("camera_zoom", range(state.CLOSEST + 1)),
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
