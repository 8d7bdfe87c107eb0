"""MAPS.ME: an offline map of the San Francisco Bay, with search, bookmarks and routes."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.maps_me import bay, handlers, routes
from bmoca_gym.handset.apps.maps_me.bay import HERE, Place
from bmoca_gym.handset.apps.maps_me.drawing import GREEN, SCALES
from bmoca_gym.handset.apps.maps_me.routes import Route
from bmoca_gym.handset.apps.maps_me.screens import map_screen, pages, parts
from bmoca_gym.handset.apps.maps_me.screens.map_screen import View
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
    bookmark_at,
    bookmark_place,
    component,
    has_zoom_buttons,
    here_or_middle,
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
from bmoca_gym.handset.kits import geography, themes, town_drawing
from bmoca_gym.handset.kits import navigation as nav
from bmoca_gym.handset.kits.map_drawing import Marks
from bmoca_gym.handset.kits.map_view import location, uncover
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, with_first_page, without_overlay
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import (
    App,
    AppFile,
    AppIcon,
    ExportedActivity,
    Intent,
    IntentFilter,
    Layer,
)
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities, clock, intents, permissions
from bmoca_gym.handset.value import do

_RESULTS = 30
_UNSET = Place("", "", 0.0, 0.0)


def _dark(state: MapsMe, phone: Phone) -> bool:
    return {"light": False, "dark": True}.get(theme_of(state), phone.configuration.dark)


def _far(state: MapsMe, phone: Phone, place: Place) -> str:
    """Distance of a place in a straight line, "" if unknown."""
    here = location(phone)
    if not here:
        return ""
    return parts.length(
        resources.of(phone.configuration), geography.metres(here, place.spot), units_of(state)
    )


def _search(state: MapsMe, at: nav.Place) -> tuple[Any, ...]:
    middle = here_or_middle(at.phone, state)
    category = pages.category_of(at.res, state.query)
    found = (
        bay.of_category(category, middle) if category else bay.found(state.query, parts.kinds(at.res), middle)
    )
    mine = [my_place(state, which) or _UNSET for which in MY_PLACES]
    return (
        at.page[1], state.query, at.focus == "search", state.tab, state.recents,
        tuple([(one, _far(state, at.phone, one) if one.kind else "") for one in mine]),
        tuple([(one, _far(state, at.phone, one)) for one in found[:_RESULTS]]),
    )  # fmt: skip


def _bookmarks(state: MapsMe, at: nav.Place) -> tuple[Any, ...]:
    return state.bookmarks, tuple([_far(state, at.phone, bookmark_place(one)) for one in state.bookmarks])


def _bookmark(state: MapsMe, at: nav.Place) -> tuple[Any, ...] | None:
    return (state.bookmarks[state.at], state.at) if 0 <= state.at < len(state.bookmarks) else None


def _settings(state: MapsMe, at: nav.Place) -> tuple[Any, ...]:
    return units_of(state), theme_of(state), has_zoom_buttons(state), bool(state.recents)


def _way(state: MapsMe, phone: Phone) -> Route | None:
    """The planned route, or None."""
    if not state.planning or state.origin is None or state.goal is None:
        return None
    ends = spot_of(phone, state.origin), spot_of(phone, state.goal)
    if ends[0] is None or ends[1] is None:
        return None
    return routes.route(state.mode, bay.PLANE.on_map(*ends[0]), bay.PLANE.on_map(*ends[1]))


def _followed(state: MapsMe, phone: Phone) -> tuple[Route, Place] | None:
    """The planned route, if there is one, and its goal."""
    way = _way(state, phone)
    return (way, state.goal) if way is not None and way.legs and state.goal is not None else None


def _page_of_map(state: MapsMe, phone: Phone) -> str:
    if state.bare:
        return "bare"
    if state.going and _followed(state, phone) is not None:
        return "going"
    return "plan" if state.planning else "map"


def _view(state: MapsMe, phone: Phone) -> View:
    followed = _followed(state, phone)
    ways = map_screen.ways_of(followed[0], state.mode) if followed is not None else ()
    return View(state.x, state.y, state.zoom, _marks(state, phone), ways)


def _map(state: MapsMe, at: nav.Place) -> tuple[Any, ...]:
    chosen = state.chosen
    return (
        _view(state, at.phone), chosen, chosen is not None and bookmark_at(state, chosen) >= 0,
        _far(state, at.phone, chosen) if chosen is not None else "", has_zoom_buttons(state),
    )  # fmt: skip


def _plan(state: MapsMe, at: nav.Place) -> tuple[Any, ...]:
    way = _way(state, at.phone)
    return _view(state, at.phone), state.origin, state.goal, state.mode, way, units_of(state)


def _going(state: MapsMe, at: nav.Place) -> tuple[Any, ...] | None:
    followed = _followed(state, at.phone)
    if followed is None:
        return None
    way, goal = followed
    end = clock.local_time(at.phone) + timedelta(seconds=way.seconds)
    return _view(state, at.phone), goal, way, units_of(state), at.res.time(end.hour, end.minute)


def _details(state: MapsMe, at: nav.Place) -> tuple[Any, ...] | None:
    followed = _followed(state, at.phone)
    return None if followed is None else (*followed, units_of(state))


def _marks(state: MapsMe, phone: Phone) -> Marks:
    found = [("bookmark", *bookmark_place(one).at) for one in state.bookmarks]
    found += [("found", *one.at) for one in state.found]
    here = location(phone)
    if here is not None:
        found.append(("here", *bay.PLANE.on_map(*here)))
    if state.planning:
        for kind, end in (("start", state.origin), ("goal", state.goal)):
            spot = spot_of(phone, end) if end is not None and end != HERE else None
            if spot is not None:
                found.append((kind, *bay.PLANE.on_map(*spot)))
    elif state.chosen is not None:
        found.append(("pin", *state.chosen.at))
    return tuple(found)


NAVIGATION = Navigation(
    MapsMe,
    {
        "map": Page(map_screen.screen, _map, back=handlers.back_on_map),
        "plan": Page(map_screen.plan, _plan, back=handlers.back_in_plan, bars="light"),
        "going": Page(map_screen.going, _going, back=handlers.back_in_plan, bars="light"),
        "bare": Page(map_screen.bare, lambda s, at: (_view(s, at.phone),), back=uncover),
        "search": Page(pages.search, _search, back=handlers.forget_query, bars="light"),
        "bookmarks": Page(pages.bookmarks, _bookmarks, bars="light"),
        "settings": Page(pages.settings, _settings, bars="light"),
    },
    {
        "menu": Overlay(map_screen.menu_sheet, on=("map",)),
        "details": Overlay(map_screen.details_sheet, _details, on=("plan",)),
        "my_place": Overlay(pages.my_place_menu, lambda s, at: (s.about,), on=("search",), takes=("about",)),
        "bookmark": Overlay(pages.bookmark_menu, _bookmark, on=("bookmarks",), takes=("at",)),
        "rename": Overlay(
            pages.rename_dialog, lambda s, at: (s.name, at.focus == "name"), on=("bookmarks",)
        ),
        "units": Overlay(pages.setting_choices, lambda s, at: ("units", units_of(s)), on=("settings",)),
        "theme": Overlay(pages.setting_choices, lambda s, at: ("theme", theme_of(s)), on=("settings",)),
        "history": Overlay(
            parts.question,
            lambda s, at: ("clear_question", "clear", do(handlers.forget_recents)), on=("settings",),
        ),
    },
    where=lambda s, at: at.page[0] if at.page else _page_of_map(s, at.phone),
    kept=("x", "y", "zoom", "recents", "mode", "bookmarks", "preferences"),
    passing=("bare", "name", "at", "about"),
)  # fmt: skip


def _layers(phone: Phone, state: MapsMe, activity: Activity) -> tuple[Layer, ...]:
    return themes.themed(NAVIGATION.layers(phone, state, activity), themes.look, _dark(state, phone))


def _shown_place(phone: Phone, intent: Intent) -> Phone | None:
    """Show the position of a ``geo:`` address on the map."""
    spot = geography.parsed(intent.data.partition(":")[2].partition("?")[0])
    if spot is None:
        return None
    return with_first_page(phone, component(MAIN)).handled(PACKAGE, _show, (bay.point(*spot),))


def _show(state: MapsMe, context: Context, place: Place) -> MapsMe:
    return shown(without_overlay(state, found=()), place)


def _exported(name: str, *page: str) -> ExportedActivity:
    """An activity that others can open: a page over the map."""
    return ExportedActivity(name, partial(_open, name, page))


def _open(name: str, page: tuple[str, ...], phone: Phone, intent: Intent) -> Phone:
    return activities.start(with_first_page(phone, component(MAIN)), component(name), page)


def _prepare() -> None:
    first = MapsMe()
    town_drawing.prepare(bay.land(), (first.x, first.y), SCALES[first.zoom])


APP = App(
    name="maps_me",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("map", GREEN),
    state=MapsMe,
    layers=_layers,
    uid=10183,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    prepare=_prepare,
    permissions=(permissions.FINE_LOCATION,),
    asks=(permissions.FINE_LOCATION,),
    intents=(IntentFilter((intents.VIEW,), _shown_place, schemes=("geo",)),),
    activities=(
        ExportedActivity("com.mapswithme.maps.SplashActivity"),
        _exported(SEARCH, "search", ""),
        _exported(BOOKMARKS, "bookmarks"),
        _exported(SETTINGS, "settings"),
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
