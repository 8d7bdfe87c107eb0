"""MAPS.ME: an offline map of the San Francisco Bay, with search, bookmarks and routes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bmoca_gym.handset.apps.maps_me import bay, map_screen, pages, parts, routes
from bmoca_gym.handset.apps.maps_me.bay import Place
from bmoca_gym.handset.apps.maps_me.drawing import GREEN, Marks
from bmoca_gym.handset.apps.maps_me.map_screen import View
from bmoca_gym.handset.apps.maps_me.routes import Route
from bmoca_gym.handset.apps.maps_me.state import (
    BOOKMARKS,
    CLOSEST,
    KML,
    MAIN,
    MY_PLACES,
    PACKAGE,
    PREFERENCES,
    SEARCH,
    SETTINGS,
    MapsMe,
    back,
    bookmark_at,
    bookmark_place,
    closed,
    component,
    forget_recents,
    has_zoom_buttons,
    here_or_middle,
    location,
    my_place,
    read_bookmarks,
    read_preferences,
    shown,
    spot_of,
    theme_of,
    units_of,
    write_bookmarks,
    write_preferences,
)
from bmoca_gym.handset.kits import geography, themes
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    App,
    AppFile,
    AppIcon,
    ExportedActivity,
    Intent,
    IntentFilter,
    Layer,
    dialog,
    layer,
)
from bmoca_gym.handset.resources import Resources, of
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, clock, intents, permissions
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import do, replace

_RESULTS = 30
_UNSET = Place("", "", 0.0, 0.0)


def _layers(phone: Phone, state: MapsMe, activity: Activity) -> tuple[Layer, ...]:
    page = activity.argument if type(activity.argument) is tuple else ()
    name = page[0] if page else ""
    if name == "search":
        found = _search_layers(phone, state, activity, page[1])
    elif name == "bookmarks":
        found = _bookmarks_layers(phone, state, activity)
    elif name == "settings":
        found = _settings_layers(state)
    else:
        found = _map_layers(phone, state)
    theme = theme_of(state)
    if theme == "auto":
        return found
    return tuple(
        [one._replace(function=_themed, arguments=(theme, one.function, one.arguments)) for one in found]
    )


def _themed(res: Resources, theme: str, function: Any, arguments: tuple[Any, ...]) -> Element:
    """A page in the theme that the app's settings ask for."""
    found: Element = function(themes.look(res, theme == "dark"), *arguments)
    return found


def _far(phone: Phone, state: MapsMe, place: Place) -> str:
    """Distance of a place in a straight line, "" if unknown."""
    here = location(phone)
    return parts.length(geography.metres(here, place.spot), units_of(state)) if here else ""


def _search_layers(phone: Phone, state: MapsMe, activity: Activity, purpose: str) -> tuple[Layer, ...]:
    res = of(phone.configuration)
    middle = here_or_middle(phone, state)
    category = pages.category_of(res, state.query)
    found = (
        bay.of_category(category, middle) if category else bay.found(state.query, parts.kinds(res), middle)
    )
    mine = [my_place(state, which) or _UNSET for which in MY_PLACES]
    main = layer(
        pages.search, purpose, state.query, activity.focus == "search", state.tab, state.recents,
        tuple([(one, _far(phone, state, one) if one.kind else "") for one in mine]),
        tuple([(one, _far(phone, state, one)) for one in found[:_RESULTS]]), bars="light",
    )  # fmt: skip
    return (main, dialog(pages.my_place_menu, state.overlay)) if state.overlay in MY_PLACES else (main,)


def _bookmarks_layers(phone: Phone, state: MapsMe, activity: Activity) -> tuple[Layer, ...]:
    far = tuple([_far(phone, state, bookmark_place(one)) for one in state.bookmarks])
    main = layer(pages.bookmarks, state.bookmarks, far, bars="light")
    if state.overlay == "rename":
        return (main, dialog(pages.rename_dialog, state.name, activity.focus == "name"))
    if state.overlay == "bookmark" and 0 <= state.at < len(state.bookmarks):
        return (main, dialog(pages.bookmark_menu, state.bookmarks[state.at], state.at))
    return (main,)


def _settings_layers(state: MapsMe) -> tuple[Layer, ...]:
    units, theme = units_of(state), theme_of(state)
    main = layer(pages.settings, units, theme, has_zoom_buttons(state), bool(state.recents), bars="light")
    if state.overlay in ("units", "theme"):
        return (main, dialog(pages.choices, state.overlay, units if state.overlay == "units" else theme))
    if state.overlay == "history":
        return (main, dialog(parts.question, "clear_question", "clear", do(forget_recents)))
    return (main,)


def _way(phone: Phone, state: MapsMe) -> Route | None:
    """The planned route, or None."""
    if state.origin is None or state.goal is None:
        return None
    ends = spot_of(phone, state.origin), spot_of(phone, state.goal)
    if ends[0] is None or ends[1] is None:
        return None
    return routes.route(state.mode, bay.PLANE.on_map(*ends[0]), bay.PLANE.on_map(*ends[1]))


def _map_layers(phone: Phone, state: MapsMe) -> tuple[Layer, ...]:
    units = units_of(state)
    way = _way(phone, state) if state.planning else None
    ways = map_screen.ways_of(way, state.mode) if way is not None and way.legs else ()
    view = View(state.x, state.y, state.zoom, _marks(phone, state), ways)
    if state.bare:
        return (layer(map_screen.bare, view),)
    if state.going and way is not None and way.legs and state.goal is not None:
        at = clock.local_time(phone) + timedelta(seconds=way.seconds)
        arrives = of(phone.configuration).time(at.hour, at.minute)
        return (layer(map_screen.going, view, state.goal, way, units, arrives, bars="light"),)
    if state.planning:
        main = layer(map_screen.plan, view, state.origin, state.goal, state.mode, way, units, bars="light")
        if state.overlay == "details" and way is not None and way.legs and state.goal is not None:
            return (main, dialog(map_screen.details_sheet, way, state.goal, units))
        return (main,)
    chosen = state.chosen
    main = layer(
        map_screen.screen, view, chosen, chosen is not None and bookmark_at(state, chosen) >= 0,
        _far(phone, state, chosen) if chosen is not None else "", has_zoom_buttons(state),
    )  # fmt: skip
    return (main, dialog(map_screen.menu_sheet)) if state.overlay == "menu" else (main,)


def _marks(phone: Phone, state: MapsMe) -> Marks:
    found = [("bookmark", *bookmark_place(one).at) for one in state.bookmarks]
    found += [("found", *one.at) for one in state.found]
    here = location(phone)
    if here is not None:
        found.append(("here", *bay.PLANE.on_map(*here)))
    if state.planning:
        for kind, end in (("start", state.origin), ("goal", state.goal)):
            spot = spot_of(phone, end) if end is not None and end.kind != "here" else None
            if spot is not None:
                found.append((kind, *bay.PLANE.on_map(*spot)))
    elif state.chosen is not None:
        found.append(("pin", *state.chosen.at))
    return tuple(found)


def _opened(phone: Phone) -> Phone:
    """The phone with the app's map in front."""
    phone = activities.start(phone, component(MAIN))
    while phone.top.argument:
        phone = activities.finish(phone)
    return phone


def _view(phone: Phone, intent: Intent) -> Phone | None:
    """Show the position of a ``geo:`` address on the map."""
    spot = geography.parsed(intent.data.partition(":")[2].partition("?")[0])
    return _opened(phone).handled(PACKAGE, _show, (bay.point(*spot),)) if spot is not None else None


def _show(state: MapsMe, context: Context, place: Place) -> MapsMe:
    return shown(replace(state, overlay="", found=()), place)


def _search_page(phone: Phone, intent: Intent) -> Phone:
    return activities.start(_opened(phone), component(SEARCH), ("search", ""))


def _bookmarks_page(phone: Phone, intent: Intent) -> Phone:
    return activities.start(_opened(phone), component(BOOKMARKS), ("bookmarks",))


def _settings_page(phone: Phone, intent: Intent) -> Phone:
    return activities.start(_opened(phone), component(SETTINGS), ("settings",))


APP = App(
    name="maps_me",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("map", GREEN),
    state=MapsMe,
    layers=_layers,
    uid=10183,
    back=back,
    closed=closed,
    permissions=(permissions.FINE_LOCATION,),
    asks=(permissions.FINE_LOCATION,),
    intents=(IntentFilter((intents.VIEW,), _view, schemes=("geo",)),),
    activities=(
        ExportedActivity("com.mapswithme.maps.SplashActivity"),
        ExportedActivity(SEARCH, _search_page),
        ExportedActivity(BOOKMARKS, _bookmarks_page),
        ExportedActivity(SETTINGS, _settings_page),
    ),
    files=(
        AppFile(KML, read_bookmarks, write_bookmarks),
        AppFile(PREFERENCES, read_preferences, write_preferences),
        preference_file(
            PACKAGE,
            {
                "x": Stored("viewport_x", range(bay.EDGES[0], bay.EDGES[2] + 1)),
                "y": Stored("viewport_y", range(bay.EDGES[1], bay.EDGES[3] + 1)),
                "zoom": Stored("viewport_zoom", range(CLOSEST + 1)),
                "recents": "search_history",
                "mode": Stored("router_type", routes.MODES),
            },
            "settings",
        ),
    ),
)
