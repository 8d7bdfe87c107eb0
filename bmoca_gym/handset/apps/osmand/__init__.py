"""OsmAnd: an offline map of Liechtenstein, with search, favourites and planned tracks."""

from __future__ import annotations

from bmoca_gym.handset.apps.osmand import land, map_screen, pages, parts, stored
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.apps.osmand.state import (
    CLOSEST,
    COMPONENT,
    DATABASE,
    FAVOURITES,
    MAIN,
    MARKERS,
    PACKAGE,
    TRACKS,
    UNITS,
    OsmAnd,
    active,
    back,
    closed,
    delete_favourite,
    delete_markers,
    drop_plan,
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
from bmoca_gym.handset.kits import geography, tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppFile, AppIcon, Intent, IntentFilter, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import of
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, intents, permissions
from bmoca_gym.handset.value import do, replace

_RESULTS = 30


def _layers(phone: Phone, state: OsmAnd, activity: Activity) -> tuple[Layer, ...]:
    page = activity.argument if type(activity.argument) is tuple else ()
    name = page[0] if page else ""
    if name == "search":
        return _search_layers(phone, state, activity)
    if name == "places":
        return _places_layers(phone, state)
    if name == "markers":
        rows = tuple(sorted(state.markers, key=lambda row: not MARKERS.get(row, "marker_active")))
        far = tuple([_far(phone, state, place_of(row)) for row in rows])
        main = layer(pages.markers, rows, far, state.units, bars="light")
        question = dialog(parts.question, "delete_markers", "delete_all", do(delete_markers))
        return (main, question) if state.overlay == "markers" else (main,)
    if name == "favourite" and state.draft is not None:
        main = layer(pages.favourite, state.draft, activity.focus, bars="light")
        question = dialog(parts.question, "delete_favourite", "delete", do(delete_favourite))
        return (main, question) if state.overlay == "favourite" else (main,)
    if name == "settings":
        main = layer(pages.settings, state.units, bars="light")
        return (main, dialog(map_screen.units_dialog, state.units)) if state.overlay == "units" else (main,)
    return _map_layers(phone, state, activity)


def _here(phone: Phone, state: OsmAnd) -> tuple[float, float]:
    """Origin of distances: the position of the phone, or else the middle of the map."""
    if phone.location:
        longitude, latitude, *_ = phone.location
        return latitude, longitude
    return land.PLANE.position(state.x, state.y)


def _far(phone: Phone, state: OsmAnd, place: Place) -> float:
    return geography.metres(_here(phone, state), (place.latitude, place.longitude))


def _search_layers(phone: Phone, state: OsmAnd, activity: Activity) -> tuple[Layer, ...]:
    middle = state.x, state.y
    if state.query.strip():
        found = land.found(state.query, of(phone.configuration).string("osmand.country"), middle)
    elif state.tab == "address":
        found = land.of_kind(land.SETTLED, middle)
    elif state.tab == "categories":
        found = land.of_kind((state.category,), middle)
    else:
        found = state.recents
    far = tuple([(place, _far(phone, state, place)) for place in found[:_RESULTS]])
    main = layer(
        pages.search, state.query, activity.focus == "search", state.tab, state.category, far, state.units
    )
    return (main,)


def _places_layers(phone: Phone, state: OsmAnd) -> tuple[Layer, ...]:
    kept = tuple(map(favourite_place, state.favourites))
    found = []
    for path in tracks(phone):
        line = line_of(phone, path)
        found.append((path, len(line), geography.length(line)))
    main = layer(
        pages.places, state.shelf, tuple([(one, _far(phone, state, one)) for one in kept]), tuple(found), state.units,
        bars="light",
    )  # fmt: skip
    if state.overlay.startswith(TRACKS):
        return (main, dialog(map_screen.track_menu, state.overlay))
    return (main,)


def _map_layers(phone: Phone, state: OsmAnd, activity: Activity) -> tuple[Layer, ...]:
    chosen, plan = state.chosen, state.plan
    view = map_screen.View(state.x, state.y, state.zoom, _marks(phone, state), _lines(phone, state))
    kept = chosen is not None and favourite_at(state, chosen) >= 0
    marked = chosen is not None and marker_at(state, chosen) is not None
    far = _far(phone, state, chosen) if chosen is not None else 0.0
    light = "light" if plan is not None or phone.configuration.dark else "dark"
    told = far if phone.location else -1.0
    main = layer(
        map_screen.screen, view, state.bare, chosen, kept, marked, told, state.units, plan, bars=light
    )
    over = _over_map(phone, state, activity, far)
    return (main, over) if over is not None else (main,)


def _over_map(phone: Phone, state: OsmAnd, activity: Activity, far: float) -> Layer | None:
    chosen, plan, overlay = state.chosen, state.plan, state.overlay
    if overlay == "drawer":
        return dialog(map_screen.drawer)
    if overlay == "configure":
        return dialog(map_screen.configure_sheet, state.names)
    if overlay == "plan":
        return dialog(map_screen.plan_sheet)
    if overlay == "route":
        res = of(phone.configuration)
        here = res.string("osmand.my_location" if phone.location else "osmand.unknown_location")
        told = parts.length(res, far, state.units) if chosen is not None and phone.location else ""
        return dialog(map_screen.route_sheet, here, chosen, told)
    if chosen is not None and overlay in ("actions", "details"):
        return (
            dialog(map_screen.actions_sheet)
            if overlay == "actions"
            else dialog(map_screen.details_sheet, chosen)
        )
    if plan is None:
        return None
    if overlay == "options":
        return dialog(map_screen.options_sheet, bool(plan.points))
    if overlay == "points":
        return dialog(map_screen.points_sheet, plan)
    if overlay == "save":
        return dialog(map_screen.save_dialog, plan.name, activity.focus == "name")
    return dialog(parts.question, "leave_question", "leave", do(drop_plan)) if overlay == "leave" else None


def _marks(phone: Phone, state: OsmAnd) -> map_screen.Marks:
    found: list[tuple[str, int, int]] = []
    if state.names:
        found += [("favourite", *favourite_place(one).at) for one in state.favourites]
    for row in active(state):
        color = MARKERS.get(row, "marker_color")
        found.append((f"marker {abs(color) if type(color) is int else 0}", *place_of(row).at))
    if phone.location:
        longitude, latitude, *_ = phone.location
        found.append(("here", *land.PLANE.on_map(latitude, longitude)))
    if state.plan is not None:
        found += [("point", *land.PLANE.on_map(*point)) for point in state.plan.points]
    if state.chosen is not None:
        found.append(("pin", *state.chosen.at))
    return tuple(found)


def _lines(phone: Phone, state: OsmAnd) -> tuple[tuple[tuple[int, int], ...], ...]:
    ways = [state.plan.points] if state.plan is not None else []
    if state.track:
        ways.append(line_of(phone, state.track))
    return tuple([tuple([land.PLANE.on_map(*point) for point in way]) for way in ways if way])


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the position of a ``geo:`` address on the map."""
    place = land.parsed(intent.data.partition(":")[2].partition("?")[0])
    if place is None:
        return None
    phone = activities.start(phone, COMPONENT)
    while phone.top.argument:
        phone = activities.finish(phone)
    return phone.handled(PACKAGE, _show, (place,))


def _show(state: OsmAnd, context: Context, place: Place) -> Next[OsmAnd]:
    return shown(replace(state, plan=None, overlay=""), place)


APP = App(
    name="osmand",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("explore", 0xFFFF8800),
    state=OsmAnd,
    layers=_layers,
    uid=10171,
    back=back,
    closed=closed,
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
                "names": "show_poi_label",
            },
            f"{PACKAGE}.settings",
        ),
    ),
)
