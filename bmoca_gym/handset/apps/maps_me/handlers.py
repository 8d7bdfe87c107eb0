"""Handlers of MAPS.ME: the map, search, routes, bookmarks and settings."""

from __future__ import annotations

import json
from typing import Any

from bmoca_gym.handset.apps.maps_me import bay, routes
from bmoca_gym.handset.apps.maps_me.bay import HERE, Place
from bmoca_gym.handset.apps.maps_me.drawing import SCALES
from bmoca_gym.handset.apps.maps_me.kml import Bookmark
from bmoca_gym.handset.apps.maps_me.state import (
    MOST_BOOKMARKS,
    MY_PLACES,
    NEAR_ZOOM,
    RECENT_LIMIT,
    SEARCH,
    SEARCH_SCROLL,
    TEXT_LIMIT,
    VIEW,
    MapsMe,
    bookmark_at,
    bookmark_place,
    component,
    has_zoom_buttons,
    shown,
    spot_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits import navigation
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.kits.map_view import after_tap, location, size
from bmoca_gym.handset.kits.navigation import argument_page, leave_page
from bmoca_gym.handset.manifest import Next, Step
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.time_zones import local
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import shared_preferences, text_input
from bmoca_gym.handset.value import do, replace

#: Height in dp of what a route plan covers at the top and the bottom of the map.
_HEAD, _FOOT = 190, 160


def open_page(state: MapsMe, context: Context, name: str, *page: str) -> Step[MapsMe]:
    """Open a page over the one in front. ``name``: of its activity."""
    return navigation.open_page(replace(state, query=""), context, component(name), *page)


def leave(state: MapsMe, context: Context) -> Step[MapsMe]:
    """Go back to the page before."""
    return leave_page(replace(state, query=""), context)


def forget_query(state: MapsMe, context: Context) -> MapsMe:
    """Go back from the results to the search."""
    return replace(state, query="")


def back_in_plan(state: MapsMe, context: Context) -> MapsMe:
    """Stop following the route, or stop planning."""
    return replace(state, going=False) if state.going else leave_plan(state, context)


def back_on_map(state: MapsMe, context: Context) -> MapsMe:
    """Close a place's page, or hide the search results."""
    return replace(state, chosen=None, found=() if state.chosen is None else state.found)


# The map


def touch_map(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Move the map with a finger. A tap selects what is under it, unless a route is planned, or shows or hides the
    controls. A second tap at once zooms in instead.
    """
    closer = VIEW.doubled(state, context)
    if closer is not None:
        return closer
    if context.direction:
        return VIEW.swiped(state, context)
    if state.planning:
        return after_tap(state, replace(state, bare=not state.bare), context)
    return after_tap(state, VIEW.tapped(state, VIEW.touched(state, context), _things(state)), context)


#: The zoom from which on a kind of place can be touched, if it differs.
_TOUCHED_FROM = {"town": 0}


def _things(state: MapsMe) -> list[Place]:
    """Places that can be touched on the map."""
    return [
        *map(bookmark_place, state.bookmarks),
        *[one for one in bay.places() if state.zoom >= _TOUCHED_FROM.get(one.kind, NEAR_ZOOM - 1)],
    ]


def drop_pin(state: MapsMe, context: Context) -> MapsMe:
    """Choose the point under a long press; while a route is planned, as its destination."""
    if state.going:
        return replace(state, bare=not state.bare)
    place = bay.point(*bay.PLANE.position(*VIEW.touched(state, context)))
    return (
        _planned(replace(state, goal=place), context)
        if state.planning
        else replace(state, chosen=place, bare=False)
    )


def close_place(state: MapsMe, context: Context) -> MapsMe:
    """Close the page of a place."""
    return replace(state, chosen=None)


def share_place(state: MapsMe, context: Context, place: Place) -> Next[MapsMe]:
    """Share a place with other apps, or the phone's position if it is known."""
    spot = spot_of(context.phone, place)
    if spot is None:
        return state, toast(context.res.string("maps_me.unknown_location"))
    text = f"{place.name or context.res.string('maps_me.my_location')}\ngeo:{spot[0]:.6f},{spot[1]:.6f}"
    return replace(state, overlay=""), share_text(text)


# Search


def open_search(state: MapsMe, context: Context, purpose: str) -> Next[MapsMe]:
    """Open the search. ``purpose``: "" to look, or what to choose: home, work, origin or goal."""
    state = replace(state, query="", overlay="", bare=False)
    return state, focus(""), start(component(SEARCH), ("search", purpose)), focus("search")


def type_query(state: MapsMe, context: Context, text: str) -> Next[MapsMe]:
    """Update the search query."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to(SEARCH_SCROLL)


def end_typing(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Hide the keyboard, and remember the search."""
    return _remembered(state), focus("")


def look_for(state: MapsMe, context: Context, text: str) -> Next[MapsMe]:
    """Search for an earlier query, or for a category by name."""
    return _remembered(replace(state, query=text)), focus(""), scroll_to(SEARCH_SCROLL)


def _remembered(state: MapsMe) -> MapsMe:
    text = state.query.strip()
    if not text:
        return state
    return replace(state, recents=(text, *[one for one in state.recents if one != text])[:RECENT_LIMIT])


def show_tab(state: MapsMe, context: Context, tab: str) -> Next[MapsMe]:
    """Show another tab of the search."""
    return replace(state, tab=tab), focus(""), scroll_to(SEARCH_SCROLL)


def forget_recents(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Clear the search history."""
    return replace(state, recents=(), overlay=""), toast(context.res.string("maps_me.history_cleared"))


def show_found(state: MapsMe, context: Context, places: tuple[Place, ...]) -> Next[MapsMe]:
    """Show the results on the map."""
    state = _remembered(state)
    points = tuple([place.at for place in places])
    state = replace(_fitted(state, context.res, points, 0, _FOOT), found=places, chosen=None, query="")
    return state, focus(""), finish()


def pick(state: MapsMe, context: Context, place: Place) -> Next[MapsMe]:
    """Use a search result for the search's purpose."""
    purpose = (*argument_page(context.activity), "", "")[1]
    state = replace(_remembered(state), query="")
    if purpose in MY_PLACES:
        return set_my_place(state, context, purpose, place)
    if purpose:
        chosen: dict[str, Any] = {purpose: place}
        return _planned(replace(state, **chosen), context), focus(""), finish()
    return shown(replace(state, found=()), place), focus(""), finish()


# My places


def set_my_place(state: MapsMe, context: Context, which: str, place: Place) -> Next[MapsMe]:
    """Set a place as home or work, and go back to the search it was chosen from."""
    spot = spot_of(context.phone, place)
    if spot is None:
        return state, toast(context.res.string("maps_me.unknown_location"))
    name = place.name or context.res.string("maps_me.selected_point")
    entry = {"name": name, "lat": spot[0], "lon": spot[1], "house": place.house, "street": place.street,
             "city": place.town}  # fmt: skip
    return _put(state, "string", MY_PLACES[which], json.dumps(entry, ensure_ascii=False)), focus(""), finish()


def forget_my_place(state: MapsMe, context: Context, which: str) -> MapsMe:
    """Forget home or work."""
    left = tuple([one for one in state.preferences if one.name != MY_PLACES[which]])
    return replace(state, preferences=left, overlay="")


# Routes


def open_plan(state: MapsMe, context: Context) -> MapsMe:
    """Plan a route from the phone's position."""
    return replace(
        state, planning=True, origin=HERE, goal=None, chosen=None, found=(), bare=False, overlay=""
    )


def route_from(state: MapsMe, context: Context, place: Place) -> MapsMe:
    """Plan a route that starts at a place."""
    return replace(state, planning=True, origin=place, goal=None, chosen=None, found=(), bare=False)


def route_to(state: MapsMe, context: Context, place: Place) -> MapsMe:
    """Plan a route from the phone's position to a place."""
    return _planned(replace(state, origin=HERE, goal=place), context)


def _planned(state: MapsMe, context: Context) -> MapsMe:
    """The state with the planned route in the middle of the map."""
    state = replace(state, planning=True, going=False, chosen=None, found=(), bare=False, overlay="")
    ends = [spot_of(context.phone, end) for end in (state.origin, state.goal) if end is not None]
    points = [bay.PLANE.on_map(*spot) for spot in ends if spot is not None]
    way = routes.route(state.mode, points[0], points[1]) if len(points) == 2 else None
    shown = way.points if way is not None else tuple(points)
    return _fitted(state, context.res, shown, _HEAD, _FOOT)


def _fitted(state: MapsMe, res: Resources, points: tuple[Point, ...], head: int, foot: int) -> MapsMe:
    """Move and zoom the map until all points are visible between the covered parts (dp)."""
    if not points:
        return state
    xs, ys = [x for x, _ in points], [y for _, y in points]
    width, height = size(res)
    room = max(80, width - 48), max(60, height - head - foot - 72)  # with a pin
    near = 0
    for closer in range(1, NEAR_ZOOM + 1):
        k = SCALES[closer]
        if (max(xs) - min(xs)) * k <= room[0] and (max(ys) - min(ys)) * k <= room[1]:
            near = closer
    up = round((head - foot) / 2 / SCALES[near])
    return VIEW.moved(state, (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2 - up, near)


def choose_mode(state: MapsMe, context: Context, mode: str) -> MapsMe:
    """Plan the route for another mode of travel."""
    return _planned(replace(state, mode=mode), context)


def swap(state: MapsMe, context: Context) -> MapsMe:
    """Reverse the route."""
    return _planned(replace(state, origin=state.goal, goal=state.origin), context)


def leave_plan(state: MapsMe, context: Context) -> MapsMe:
    """Stop planning a route."""
    return replace(state, planning=False, going=False, bare=False, origin=None, goal=None)


def go(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Follow the planned route."""
    if state.origin is not None and state.origin != HERE:
        return state, toast(context.res.string("maps_me.not_from_here"))
    state = replace(state, going=True, overlay="")
    spot = location(context.phone)
    return VIEW.moved(state, *bay.PLANE.on_map(*spot), NEAR_ZOOM) if spot is not None else state


# Bookmarks


def toggle_bookmark(state: MapsMe, context: Context, place: Place, about: str) -> Next[MapsMe]:
    """Add a place to the bookmarks, or remove it. ``about``: the bookmark's description."""
    at = bookmark_at(state, place)
    if at >= 0:
        return delete_bookmark(state, context, at)
    if len(state.bookmarks) >= MOST_BOOKMARKS:
        return state, toast(context.res.string("maps_me.too_many"))
    made = f"{local('UTC', context.phone.clock.wall):%Y-%m-%dT%H:%M:%S}Z"
    name = place.name or context.res.string("maps_me.selected_point")
    one = Bookmark(name, place.latitude, place.longitude, about, made)
    return replace(state, bookmarks=(*state.bookmarks, one)), toast(
        context.res.string("maps_me.bookmark_saved")
    )


def delete_bookmark(state: MapsMe, context: Context, at: int) -> Next[MapsMe]:
    """Delete a bookmark."""
    left = tuple([one for i, one in enumerate(state.bookmarks) if i != at])
    said = toast(context.res.string("maps_me.bookmark_deleted"))
    return replace(state, bookmarks=left, overlay="", at=-1), said


def rename_bookmark(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Ask for a bookmark's name."""
    if not 0 <= state.at < len(state.bookmarks):
        return replace(state, overlay="")
    state = replace(state, overlay="rename", name=state.bookmarks[state.at].name)
    return state, focus("name"), do(text_input.select_all)


def type_name(state: MapsMe, context: Context, text: str) -> MapsMe:
    """Update the name."""
    return replace(state, name=text[:TEXT_LIMIT])


def save_name(state: MapsMe, context: Context) -> Next[MapsMe]:
    """Rename a bookmark to the typed name."""
    name = state.name.strip()
    if not name or not 0 <= state.at < len(state.bookmarks):
        return state, toast(context.res.string("maps_me.name_needed"))
    kept = list(state.bookmarks)
    kept[state.at] = kept[state.at]._replace(name=name)
    return replace(state, bookmarks=tuple(kept), overlay="", at=-1), focus("")


def show_kept(state: MapsMe, context: Context, place: Place) -> Next[MapsMe]:
    """Show a bookmarked place on the map."""
    return shown(replace(state, query="", overlay="", found=()), place), focus(""), finish()


# Settings


def _put(state: MapsMe, kind: str, key: str, entry: Any) -> MapsMe:
    return replace(state, preferences=shared_preferences.put(state.preferences, kind, key, entry))


def choose(state: MapsMe, context: Context, key: str, entry: str) -> MapsMe:
    """Choose the value of a setting, such as the units."""
    return replace(_put(state, "string", key, entry), overlay="")


def switch_zoom_buttons(state: MapsMe, context: Context) -> MapsMe:
    """Show or hide the map's zoom buttons."""
    return _put(state, "boolean", "ZoomButtonsEnabled", not has_zoom_buttons(state))
