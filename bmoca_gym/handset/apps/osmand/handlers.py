"""Handlers of OsmAnd: the map, search, favourites, markers, and tracks."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.osmand import gpx, land
from bmoca_gym.handset.apps.osmand.drawing import MARKER_INKS
from bmoca_gym.handset.apps.osmand.gpx import Waypoint
from bmoca_gym.handset.apps.osmand.land import Place
from bmoca_gym.handset.apps.osmand.state import (
    COMPONENT,
    FIRST_ZOOM,
    MARKERS,
    MOST_POINTS,
    NEAR_ZOOM,
    RECENT_LIMIT,
    SEARCH_SCROLL,
    SUFFIX,
    TEXT_LIMIT,
    TRACKS,
    VIEW,
    Draft,
    OsmAnd,
    Plan,
    TabName,
    active,
    favourite_at,
    favourite_place,
    line_of,
    marker_at,
    place_of,
    shown,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits import navigation, tables
from bmoca_gym.handset.kits.file_changes import attempted, file_name, remove
from bmoca_gym.handset.kits.map_view import after_tap
from bmoca_gym.handset.kits.navigation import leave_page, without_overlay
from bmoca_gym.handset.kits.xml_text import degrees
from bmoca_gym.handset.manifest import Next, Step
from bmoca_gym.handset.resources.time_zones import local
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import clock, files, text_input
from bmoca_gym.handset.value import do, replace


def open_page(state: OsmAnd, context: Context, *page: str) -> Step[OsmAnd]:
    """Open a page over the one in front."""
    return navigation.open_page(state, context, COMPONENT, *page)


def leave(state: OsmAnd, context: Context) -> Step[OsmAnd]:
    """Go back to the page before."""
    return leave_page(replace(state, draft=None), context)


def leave_category(state: OsmAnd, context: Context) -> OsmAnd:
    """Go back from the places of a category to the categories."""
    return replace(state, category="")


def back_on_map(state: OsmAnd, context: Context) -> OsmAnd:
    """Close a place's menu, show again what was over the map, stop planning, or hide the track."""
    if state.chosen is not None or state.bare:
        return replace(state, chosen=None, bare=False)
    return leave_plan(state, context) if state.plan is not None else replace(state, track="")


def choose_units(state: OsmAnd, context: Context, units: str) -> OsmAnd:
    """Choose how distances are written."""
    return without_overlay(state, units=units)


# The map


def touch_map(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Move the map with a finger. A tap selects what is under it, adds a point to a plan, or shows or
    hides the controls. A second tap at once zooms in instead.
    """
    closer = VIEW.doubled(state, context)
    if closer is not None:
        return closer
    if context.direction:
        return VIEW.swiped(state, context)
    at = VIEW.touched(state, context)
    if state.plan is not None:
        return after_tap(state, with_point(state, land.PLANE.position(*at)), context)
    return after_tap(state, VIEW.tapped(state, at, _things(state)), context)


def _things(state: OsmAnd) -> list[Place]:
    """Places that can be touched on the map."""
    shown = [place for place in land.places() if place.kind in land.SETTLED or state.zoom >= NEAR_ZOOM]
    return [*map(favourite_place, state.favourites), *map(place_of, active(state)), *shown]


def drop_pin(state: OsmAnd, context: Context) -> OsmAnd:
    """A long press on the map selects the point under it."""
    return replace(state, chosen=land.point(*land.PLANE.position(*VIEW.touched(state, context))), bare=False)


def choose_look(state: OsmAnd, context: Context, name: str, chosen: Any) -> OsmAnd:
    """Choose the map's colours or text size."""
    change: dict[str, Any] = {name: chosen}
    return replace(state, overlay="configure", **change)


def tell_orientation(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Say how the map is oriented: the compass never rotates it."""
    return state, toast(context.res.string("osmand.north_up"))


# Search


def open_search(state: OsmAnd, context: Context) -> Step[OsmAnd]:
    """Open the search."""
    state = replace(state, query="", category="", overlay="", bare=False, picking="")
    return state, start(COMPONENT, ("search",)), focus("search")


def look_for_end(state: OsmAnd, context: Context, end: str) -> Next[OsmAnd]:
    """Open the search for the place where the route begins or ends."""
    after, *effects = open_search(state, context)
    return replace(after, picking=end), *effects


def type_query(state: OsmAnd, context: Context, text: str) -> Next[OsmAnd]:
    """Update the search query."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to(SEARCH_SCROLL)


def show_tab(state: OsmAnd, context: Context, tab: TabName) -> Next[OsmAnd]:
    """Show another tab of the search."""
    return replace(state, tab=tab, category=""), focus(""), scroll_to(SEARCH_SCROLL)


def show_category(state: OsmAnd, context: Context, category: str) -> Next[OsmAnd]:
    """Show the places of a category."""
    return replace(state, category=category), scroll_to(SEARCH_SCROLL)


def forget_recents(state: OsmAnd, context: Context) -> OsmAnd:
    """Clear the search history."""
    return replace(state, recents=())


def pick(state: OsmAnd, context: Context, place: Place) -> Next[OsmAnd]:
    """Show a place on the map, with its menu unless a track is planned, and remember it."""
    recents = (place, *[one for one in state.recents if one != place])[:RECENT_LIMIT]
    state = replace(state, recents=recents, query="", category="")
    if state.picking:
        ends: dict[str, Any] = {"origin" if state.picking == "from" else "chosen": place}
        return replace(state, picking="", overlay="route", **ends), focus(""), finish()
    return shown(state, place), focus(""), finish()


# Favourites


def edit_favourite(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Open the editor for the selected place: for its favourite, or a new one with its name preselected."""
    one = state.chosen
    if one is None:
        return state
    at = favourite_at(state, one)
    if at >= 0:
        kept = state.favourites[at]
        draft = Draft(at, kept.name, kept.description, kept.address, kept.latitude, kept.longitude)
    else:
        near = land.nearest_settled(one.latitude, one.longitude)
        address = f"{near.name}, {context.res.string('osmand.country')}"
        draft = Draft(-1, one.name, "", address, one.latitude, one.longitude)
    opened = replace(state, draft=draft, overlay=""), start(COMPONENT, ("favourite",))
    return opened if at >= 0 else (*opened, focus("name"), do(text_input.select_all))


def write(state: OsmAnd, context: Context, name: str, text: str) -> OsmAnd:
    """Update a field of the edited favourite."""
    changes: dict[str, Any] = {name: text[:TEXT_LIMIT]}
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def next_field(state: OsmAnd, context: Context, key: str) -> Next[OsmAnd]:
    """Move to the next field; "" for none."""
    return state, focus(key)


def save_favourite(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Save the favourite being edited, and go back."""
    draft = state.draft
    if draft is None:
        return leave(state, context)
    name = draft.name.strip()
    if not name:
        return state, toast(context.res.string("osmand.name_needed"))
    made = gpx.moment(local("UTC", context.phone.clock.wall))
    one = Waypoint(
        name, draft.latitude, draft.longitude, draft.description.strip(), draft.address.strip(), made
    )
    kept = list(state.favourites)
    if 0 <= draft.at < len(kept):
        kept[draft.at] = one
    else:
        kept.append(one)
    state = replace(state, favourites=tuple(kept), draft=None, overlay="")
    state = replace(state, chosen=favourite_place(one) if state.chosen is not None else None)
    return state, focus(""), finish(), toast(context.res.string("osmand.favourite_saved"))


def delete_favourite(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Delete the favourite that is being edited, and go back."""
    at = state.draft.at if state.draft is not None else -1
    kept = tuple([one for i, one in enumerate(state.favourites) if i != at])
    return replace(state, favourites=kept, draft=None, overlay="", chosen=None), focus(""), finish()


# Markers


def toggle_marker(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Add a marker at the selected place, or remove it."""
    one = state.chosen
    if one is None:
        return state
    row = marker_at(state, one)
    if row is not None:
        return replace(state, markers=tables.without(state.markers, (row[0],)))
    now = context.phone.clock.wall
    used = {old[0] for old in state.markers}
    id = next(str(n) for n in range(now, now + len(used) + 1) if str(n) not in used)
    kind = "location" if one.is_point else "poi"
    row = MARKERS.row(
        id, marker_lat=float(one.latitude), marker_lon=float(one.longitude), marker_description=f"{kind}#{one.name}",
        marker_active=1, marker_added=now, marker_visited=0, group_name="", group_key="",
        marker_color=len(state.markers) % len(MARKER_INKS), marker_next_key="", marker_disabled=0, marker_selected=0,
        marker_map_object_name="" if one.is_point else one.name, title="",
    )  # fmt: skip
    said = toast(context.res.string("osmand.marker_added"))
    return replace(state, markers=(*state.markers, row)), said


def pass_marker(state: OsmAnd, context: Context, id: str) -> OsmAnd:
    """Mark a marker as passed, or not."""
    row = tables.with_id(state.markers, id)
    if row is None:
        return state
    passed = bool(MARKERS.get(row, "marker_active"))
    visited = context.phone.clock.wall if passed else 0
    changed = MARKERS.changed(row, marker_active=0 if passed else 1, marker_visited=visited)
    return replace(state, markers=tables.put(state.markers, changed))


def delete_markers(state: OsmAnd, context: Context) -> OsmAnd:
    """Delete all markers."""
    return replace(state, markers=(), overlay="")


def show_kept(state: OsmAnd, context: Context, place: Place) -> Next[OsmAnd]:
    """Show a saved place on the map."""
    return shown(replace(state, plan=None), place), finish()


def share_place(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Offer the chosen place to other apps."""
    one = state.chosen
    if one is None:
        return state
    address = f"geo:{degrees(one.latitude)},{degrees(one.longitude)}"
    return replace(state, overlay=""), share_text(f"{one.name}\n{address}")


# Tracks


def start_plan(state: OsmAnd, context: Context, here: bool) -> Next[OsmAnd]:
    """Start planning a track. ``here``: with the selected place as its first point."""
    points = ((state.chosen.latitude, state.chosen.longitude),) if here and state.chosen is not None else ()
    return replace(state, plan=Plan(points), chosen=None, overlay="", bare=False, track=""), focus("")


def with_point(state: OsmAnd, point: tuple[float, float]) -> OsmAnd:
    """The state with one more point planned."""
    plan = state.plan
    if plan is None or len(plan.points) >= MOST_POINTS:
        return state
    return replace(state, plan=replace(plan, points=(*plan.points, point), undone=()))


def add_point(state: OsmAnd, context: Context) -> OsmAnd:
    """Add the map's centre to the plan."""
    return with_point(state, land.PLANE.position(state.x, state.y))


def undo(state: OsmAnd, context: Context) -> OsmAnd:
    """Remove the last point."""
    plan = state.plan
    if plan is None or not plan.points:
        return state
    return replace(state, plan=replace(plan, points=plan.points[:-1], undone=(*plan.undone, plan.points[-1])))


def redo(state: OsmAnd, context: Context) -> OsmAnd:
    """Add the last removed point again."""
    plan = state.plan
    if plan is None or not plan.undone:
        return state
    return replace(state, plan=replace(plan, points=(*plan.points, plan.undone[-1]), undone=plan.undone[:-1]))


def remove_point(state: OsmAnd, context: Context, at: int) -> OsmAnd:
    """Remove a point from the plan."""
    plan = state.plan
    if plan is None:
        return state
    return replace(state, plan=replace(plan, points=plan.points[:at] + plan.points[at + 1 :], undone=()))


def reverse(state: OsmAnd, context: Context) -> OsmAnd:
    """Reverse the planned track."""
    plan = state.plan
    return state if plan is None else replace(state, plan=replace(plan, points=plan.points[::-1]), overlay="")


def clear_plan(state: OsmAnd, context: Context) -> OsmAnd:
    """Remove all points from the plan."""
    return state if state.plan is None else replace(state, plan=Plan(), overlay="")


def leave_plan(state: OsmAnd, context: Context) -> OsmAnd:
    """Stop planning, asking first if there are points."""
    if state.plan is not None and state.plan.points:
        return replace(state, overlay="leave")
    return without_overlay(state, plan=None)


def drop_plan(state: OsmAnd, context: Context) -> OsmAnd:
    """Stop planning without saving."""
    return without_overlay(state, plan=None)


def ask_name(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Ask for the name of the planned track; without points there is nothing to save."""
    if state.plan is None:
        return state
    if not state.plan.points:
        return state, toast(context.res.string("osmand.no_points"))
    name = state.plan.name or f"{clock.local_time(context.phone):%Y-%m-%d_%H-%M_%a}"
    state = replace(state, plan=replace(state.plan, name=name), overlay="save")
    return state, focus("name"), do(text_input.select_all)


def type_name(state: OsmAnd, context: Context, text: str) -> OsmAnd:
    """Update the name of the planned track."""
    return state if state.plan is None else replace(state, plan=replace(state.plan, name=text[:TEXT_LIMIT]))


def save_track(state: OsmAnd, context: Context) -> Next[OsmAnd]:
    """Save the planned track under its name, and show it."""
    plan, res = state.plan, context.res
    if plan is None:
        return state
    name = file_name(plan.name)
    path = f"{TRACKS}/{name}{SUFFIX}"
    if not name or path in context.phone.files:
        return state, toast(res.string("osmand.name_needed" if not name else "osmand.name_exists"))
    data = gpx.track_text(name, plan.points, gpx.moment(local("UTC", context.phone.clock.wall)))
    state = replace(state, plan=None, overlay="", track=path)
    written = do(attempted, res.string("osmand.no_room"), files.write, path, data)
    return state, focus(""), toast(res.string("osmand.track_saved")), written


def show_shelf(state: OsmAnd, context: Context, shelf: str) -> OsmAnd:
    """Show another kind of saved items."""
    return replace(state, shelf=shelf)


def show_track(state: OsmAnd, context: Context, path: str) -> Next[OsmAnd]:
    """Show a track on the map."""
    state = replace(state, track=path, chosen=None, plan=None)
    line = line_of(context.phone, path)
    if line:
        state = VIEW.moved(state, *land.PLANE.on_map(*line[0]), FIRST_ZOOM)
    return state, finish()


def delete_track(state: OsmAnd, context: Context, path: str) -> Next[OsmAnd]:
    """Delete a track."""
    return replace(state, track="" if state.track == path else state.track, overlay=""), do(remove, path)
