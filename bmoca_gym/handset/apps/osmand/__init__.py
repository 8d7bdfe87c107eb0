"""OsmAnd: an offline map of Liechtenstein, with search, favourites and planned tracks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.osmand import handlers, land, routing, stored
from bmoca_gym.handset.apps.osmand.drawing import MARKER_INKS, SCALES
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.apps.osmand.screens import map_screen, pages, parts
from bmoca_gym.handset.apps.osmand.state import (
    CLOSEST,
    COMPONENT,
    DATABASE,
    FAVOURITES,
    LAYERS,
    MAIN,
    MARKERS,
    MODES,
    PACKAGE,
    TEXT_SIZES,
    UNITS,
    OsmAnd,
    TabName,
    active,
    favourite_at,
    favourite_place,
    line_of,
    marker_at,
    place_of,
    read_favourites,
    shown,
    tracks,
    write_favourites,
)
from bmoca_gym.handset.kits import geography, tables, town_drawing
from bmoca_gym.handset.kits import navigation as nav
from bmoca_gym.handset.kits.map_drawing import Marks
from bmoca_gym.handset.kits.map_view import location
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, with_first_page, without_overlay
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, Intent, IntentFilter, Next, TourStep
from bmoca_gym.handset.resources import palette, string
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents, permissions
from bmoca_gym.handset.value import do

_RESULTS = 30
_COUNTRY = "osmand.country"


def _far(state: OsmAnd, phone: Phone, place: Place) -> float:
    """Metres to a place from the position of the phone, or else from the middle of the map."""
    here = location(phone) or land.PLANE.position(state.x, state.y)
    return geography.metres(here, (place.latitude, place.longitude))


def _found(state: OsmAnd, at: nav.Place) -> tuple[Place, ...]:
    """What the search shows: the results for a query, or the content of its tab."""
    middle = state.x, state.y
    if state.query.strip():
        return land.found(state.query, f"{at.res.string(_COUNTRY)} {string('en-US', _COUNTRY)}", middle)
    by_tab: dict[TabName, Callable[[], tuple[Place, ...]]] = {
        "address": lambda: land.of_kind(land.SETTLED, middle),
        "categories": lambda: land.of_kind((state.category,), middle),
        "history": lambda: state.recents,
    }
    return by_tab[state.tab]()


def _search(state: OsmAnd, at: nav.Place) -> tuple[Any, ...]:
    far = tuple([(place, _far(state, at.phone, place)) for place in _found(state, at)[:_RESULTS]])
    return state.query, at.focus == "search", state.tab, state.category, far, state.units


def _places(state: OsmAnd, at: nav.Place) -> tuple[Any, ...]:
    kept = tuple(map(favourite_place, state.favourites))
    found = []
    for path in tracks(at.phone):
        line = line_of(at.phone, path)
        found.append((path, len(line), geography.length(line)))
    far = tuple([(one, _far(state, at.phone, one)) for one in kept])
    return state.shelf, far, tuple(found), state.units


def _markers(state: OsmAnd, at: nav.Place) -> tuple[Any, ...]:
    rows = tuple(sorted(state.markers, key=lambda row: not MARKERS.get(row, "marker_active")))
    far = tuple([_far(state, at.phone, place_of(row)) for row in rows])
    return rows, far, state.units


def _favourite(state: OsmAnd, at: nav.Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft, at.focus)


def _map(state: OsmAnd, at: nav.Place) -> tuple[Any, ...]:
    phone, chosen = at.phone, state.chosen
    view = map_screen.View(
        state.x,
        state.y,
        state.zoom,
        _marks(state, phone),
        _lines(state, phone),
        state.pois,
        state.mode,
        state.text_size,
    )
    kept = chosen is not None and favourite_at(state, chosen) >= 0
    marked = chosen is not None and marker_at(state, chosen) is not None
    far = _far(state, phone, chosen) if chosen is not None else 0.0
    told = far if phone.location else -1.0
    return view, state.bare, chosen, kept, marked, told, state.units, state.plan


def _map_bars(state: OsmAnd, at: nav.Place) -> str:
    dark = at.phone.configuration.dark if state.mode == "auto" else state.mode == "night"
    return "light" if state.plan is not None or dark else "dark"


def _marks(state: OsmAnd, phone: Phone) -> Marks:
    found: list[tuple[str, int, int]] = []
    if state.names:
        found += [("favourite", *favourite_place(one).at) for one in state.favourites]
    for row in active(state) if state.flags else ():
        color = MARKERS.get(row, "marker_color")
        number = abs(color) % len(MARKER_INKS) if type(color) is int else 0
        found.append((f"marker {number}", *place_of(row).at))
    here = location(phone)
    if here is not None:
        found.append(("here", *land.PLANE.on_map(*here)))
    if state.plan is not None:
        found += [("point", *land.PLANE.on_map(*point)) for point in state.plan.points]
    if state.chosen is not None:
        found.append(("pin", *state.chosen.at))
    return tuple(found)


def _lines(state: OsmAnd, phone: Phone) -> tuple[tuple[tuple[int, int], ...], ...]:
    ways = [state.plan.points] if state.plan is not None else []
    if state.track:
        ways.append(line_of(phone, state.track))
    lines = [tuple([land.PLANE.on_map(*point) for point in way]) for way in ways if way]
    found = _way(state, phone) if state.overlay == "route" else None
    if found is not None:
        lines.append(land.curved(tuple([land.PLANE.on_map(*point) for point in found.points])))
    return tuple(lines)


def _way(state: OsmAnd, phone: Phone) -> routing.Way | None:
    """The route between its ends, if both are known."""
    one, goal = state.origin, state.chosen
    start = location(phone) if one is None else (one.latitude, one.longitude)
    return None if start is None or goal is None else routing.way(start, (goal.latitude, goal.longitude))


def _route(state: OsmAnd, at: nav.Place) -> tuple[Any, ...]:
    here = at.res.string("osmand.my_location" if at.phone.location else "osmand.unknown_location")
    if state.origin is not None:
        here = state.origin.name
    found = _way(state, at.phone)
    if found is None:
        return here, state.chosen, ""
    minutes = at.res.string("osmand.minutes", minutes=at.res.digits(str(found.minutes)))
    return here, state.chosen, f"{minutes} • {parts.length(at.res, found.metres, state.units)}"


def _of_chosen(state: OsmAnd, at: nav.Place) -> tuple[Any, ...] | None:
    return None if state.chosen is None else (state.chosen,)


def _of_plan(state: OsmAnd, at: nav.Place) -> tuple[Any, ...] | None:
    return None if state.plan is None else (state.plan,)


NAVIGATION = Navigation(
    OsmAnd,
    {
        "map": Page(map_screen.screen, _map, back=handlers.back_on_map, bars=_map_bars),
        "search": Page(pages.search, _search, back=handlers.leave_category),
        "places": Page(pages.places, _places, bars="light"),
        "markers": Page(pages.markers, _markers, bars="light"),
        "favourite": Page(pages.favourite, _favourite, back=handlers.leave, bars="light"),
        "settings": Page(pages.settings, lambda s, at: (s.units,), bars="light"),
    },
    {
        "drawer": Overlay(map_screen.drawer),
        "configure": Overlay(
            map_screen.configure_sheet,
            lambda s, at: (tuple([getattr(s, one) for one in LAYERS]), s.mode, s.text_size),
            on=("map",),
        ),
        "mode": Overlay(
            map_screen.mode_dialog, lambda s, at: (s.mode,), on=("map",), under="configure", covers=True
        ),
        "text_size": Overlay(
            map_screen.text_size_dialog,
            lambda s, at: (s.text_size,),
            on=("map",),
            under="configure",
            covers=True,
        ),
        "plan": Overlay(map_screen.plan_sheet),
        "route": Overlay(map_screen.route_sheet, _route),
        "actions": Overlay(map_screen.actions_sheet, lambda s, at: None if s.chosen is None else ()),
        "details": Overlay(map_screen.details_sheet, _of_chosen),
        "options": Overlay(
            map_screen.options_sheet, lambda s, at: None if s.plan is None else (bool(s.plan.points),)
        ),
        "points": Overlay(map_screen.points_sheet, _of_plan),
        "save": Overlay(
            map_screen.save_dialog,
            lambda s, at: None if s.plan is None else (s.plan.name, at.focus == "name"),
        ),
        "leave": Overlay(parts.question, lambda s, at: ("leave_question", "leave", do(handlers.drop_plan))),
        "track": Overlay(map_screen.track_menu, lambda s, at: (s.about,), on=("places",), takes=("about",)),
        "markers": Overlay(
            parts.question, lambda s, at: ("delete_markers", "delete_all", do(handlers.delete_markers))
        ),
        "favourite": Overlay(
            parts.question, lambda s, at: ("delete_favourite", "delete", do(handlers.delete_favourite))
        ),
        "units": Overlay(map_screen.units_dialog, lambda s, at: (s.units,)),
    },
    where=lambda s, at: at.page[0] if at.page else "map",
    kept=("x", "y", "zoom", "recents", "favourites", "markers", "units", *LAYERS, "mode", "text_size"),
    passing=("bare", "about"),
)


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the position of a ``geo:`` address on the map."""
    place = land.parsed(intent.data.partition(":")[2].partition("?")[0])
    if place is None:
        return None
    return with_first_page(phone, COMPONENT).handled(PACKAGE, _show, (place,))


def _show(state: OsmAnd, context: Context, place: Place) -> Next[OsmAnd]:
    return shown(without_overlay(state, plan=None), place)


def _prepare() -> None:
    first = OsmAnd()
    town_drawing.prepare(land.plans(), (first.x, first.y), SCALES[first.zoom])


APP = App(
    tour=(
        TourStep(
            "welcome", "osmand.tour_welcome", "osmand.tour_welcome_text", buttons=(("osmand.tour_skip", 1),)
        ),
    ),
    name="osmand",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("explore", 0xFFFF8800),
    palette=palette(0xFFFF8800),
    state=OsmAnd,
    layers=NAVIGATION.layers,
    uid=10171,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    prepare=_prepare,
    permissions=(permissions.FINE_LOCATION,),
    asks=(permissions.FINE_LOCATION,),
    intents=(IntentFilter((intents.VIEW,), _view, schemes=("geo",)),),
    files=(
        tables.database(DATABASE, (("markers", MARKERS),)),
        AppFile(FAVOURITES, read_favourites, write_favourites),
        preference_file(
            PACKAGE,
            {
                "x": Stored("last_known_map_x", range(land.EDGES[0], land.EDGES[2] + 1)),
                "y": Stored("last_known_map_y", range(land.EDGES[1], land.EDGES[3] + 1)),
                "zoom": Stored("last_known_map_zoom", range(CLOSEST + 1)),
                "recents": Stored("search_history", stored.are_places),
                "units": Stored("default_metric_system", UNITS),
                "names": "show_favorites",
                "pois": "show_poi_label",
                "flags": "show_map_markers",
                "mode": Stored("daynight_mode", MODES),
                "text_size": Stored("text_scale", TEXT_SIZES),
            },
            f"{PACKAGE}.settings",
        ),
    ),
)
