"""Maps' handlers: the map, search, routes, and saved places."""

from __future__ import annotations

from urllib.parse import parse_qs, quote

from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.apps.maps.frame import CLOSEST, FIRST_ZOOM
from bmoca_gym.handset.apps.maps.state import (
    COMPONENT,
    FINDERS,
    PACKAGE,
    RECENT_LIMIT,
    TEXT_LIMIT,
    VIEW,
    Maps,
    PageName,
    found,
    matching,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits.google_bars import add_account
from bmoca_gym.handset.kits.map_view import after_tap
from bmoca_gym.handset.kits.navigation import argument_page, leave_page, open_page, with_first_page
from bmoca_gym.handset.manifest import Intent, Next, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do, replace

#: The first part of the argument of a place's page.
_PLACE = ("place",)


def show_tab(state: Maps, context: Context, page: PageName) -> Next[Maps]:
    """Show a tab, or scroll to its top if it is shown already."""
    after = replace(state, page=page, overlay="", bare=False)
    return (after, scroll_to(page)) if page == state.page else after


def show_place(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Open a place's page and move the map to it."""
    about = town.place(key)
    zoom = max(state.zoom, 4)
    x, y = frame.centre(context.res, about.x, about.y, zoom)
    return open_page(replace(state, x=x, y=y, zoom=zoom), context, COMPONENT, *_PLACE, key)


def show_results(state: Maps, context: Context, kind: str, text: str) -> Next[Maps]:
    """Show the results of a category or a query, and remember it."""
    state = _remembered(replace(state, query=""), kind, text)
    keys = found(context.res, kind, text)
    points = tuple([(town.place(key).x, town.place(key).y) for key in keys])
    if points:
        x, y, zoom = frame.fit(context.res, points)
        state = replace(state, x=x, y=y, zoom=zoom)
    return open_page(state, context, COMPONENT, "results", kind, text)


def _remembered(state: Maps, kind: str, text: str) -> Maps:
    others = tuple([entry for entry in state.recents if entry != (kind, text)])
    return replace(state, recents=((kind, text), *others)[:RECENT_LIMIT])


# The map


def touch_map(state: Maps, context: Context) -> Next[Maps]:
    """Move the map with a finger. A tap opens a place, or hides and shows what is over the map.

    A second tap right after zooms in instead, and restores the page that was open before the first.
    """
    page = _place_page(context)
    closer = VIEW.doubled(state, context)
    if closer is not None:
        if page == state.left:
            return closer
        opened = (start(COMPONENT, state.left),) if state.left else ()
        return closer, *((finish(),) if page else ()), *opened
    if context.direction:
        return VIEW.swiped(state, context)
    shown = [p for p in town.places().values() if town.least_zoom(p) <= state.zoom]
    near = VIEW.nearest(state, VIEW.touched(state, context), shown)
    if near is not None:
        after, effects = split(_open_place(state, context, near.key))
    elif page:
        after, *effects = leave_page(state, context)
    else:
        after, effects = replace(state, bare=not state.bare), []
    after = replace(after_tap(state, after, context), left=page)
    return (after, *effects) if effects else after


def _place_page(context: Context) -> tuple[str, ...]:
    """The page of the open place, or nothing."""
    page = argument_page(context.activity)
    return tuple(page) if page[:1] == _PLACE else ()


def drop_pin(state: Maps, context: Context) -> Next[Maps]:
    """A long press on the map drops a pin."""
    x, y = VIEW.touched(state, context)
    left, top, right, bottom = town.EDGES
    return _open_place(state, context, town.dropped(min(max(x, left), right), min(max(y, top), bottom)))


def _open_place(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Show a place tapped on the map, instead of the one shown before."""
    about = town.place(key)
    x, y = frame.centre(context.res, about.x, about.y, state.zoom)
    state = replace(state, x=x, y=y, bare=False, overlay="")
    screen = argument_page(context.activity)
    if screen == (*_PLACE, key):
        return state
    instead = (finish(),) if screen[:1] == _PLACE else ()
    return state, focus(""), *instead, start(COMPONENT, (*_PLACE, key))


def locate(state: Maps, context: Context) -> Maps:
    """Show where the phone is."""
    here = town.location()
    x, y = here.x, here.y
    if argument_page(context.activity):
        x, y = frame.centre(context.res, x, y, FIRST_ZOOM)
    # Where the phone is in the middle already, a further touch comes closer, as the real app's does.
    if (state.x, state.y, state.zoom) == (x, y, FIRST_ZOOM):
        return replace(state, zoom=FIRST_ZOOM + 1)
    return replace(state, x=x, y=y, zoom=FIRST_ZOOM)


def choose_type(state: Maps, context: Context, satellite: bool) -> Maps:
    """Switch between the map and the satellite view."""
    return replace(state, satellite=satellite)


# Search


def open_search(state: Maps, context: Context, *purpose: str) -> Next[Maps]:
    """Open the search. ``purpose``: for directions, "from" or "to" and the route's places so far."""
    return replace(state, query="", overlay=""), start(COMPONENT, ("search", *purpose)), focus("search")


def type_query(state: Maps, context: Context, text: str) -> Next[Maps]:
    """Update the search query."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit_query(state: Maps, context: Context) -> Next[Maps]:
    """Run the search; for directions, choose the first result."""
    text = state.query.strip()
    if not text:
        return state
    if len(argument_page(context.activity)) == 1:
        return show_results(state, context, "query", text)
    keys = matching(text, context.res)
    return choose_end(state, context, keys[0]) if keys else state


def look_for(state: Maps, context: Context, kind: str, text: str) -> Next[Maps]:
    """Repeat an earlier search."""
    return show_results(state, context, kind, text) if kind in FINDERS else look_up(state, context, text)


def look_up(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Open a place that the search suggested, and add it to the history."""
    return show_place(_remembered(replace(state, query=""), "place", key), context, key)


def choose_end(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Use a place as the end of the route that the search was opened for."""
    _, end, origin, goal = argument_page(context.activity)
    origin, goal = (key, goal) if end == "from" else (origin, key)
    # The search and the way that it was opened from make room for the new way.
    return (*_directed(replace(state, query=""), context, origin, goal), focus(""), finish(2),
            start(COMPONENT, ("directions", origin, goal)))  # fmt: skip


def forget_recents(state: Maps, context: Context) -> Next[Maps]:
    """Clear the search history."""
    return replace(state, recents=()), toast(context.res.string("maps.history_deleted"))


# Ways


def _directed(state: Maps, context: Context, origin: str, goal: str) -> tuple[Maps]:
    way = roads.route(origin, goal, state.mode)
    x, y, near = frame.fit(context.res, way.points, directions=True)
    trips = (goal, *[key for key in state.trips if key != goal])[:RECENT_LIMIT]
    if goal == town.HERE:
        trips = state.trips
    return (replace(state, x=x, y=y, zoom=near, trips=trips, overlay="", bare=False),)


def direct(state: Maps, context: Context, goal: str) -> Next[Maps]:
    """Show the route from the phone's position to a place."""
    return (
        *_directed(state, context, town.HERE, goal),
        focus(""),
        start(COMPONENT, ("directions", town.HERE, goal)),
    )


def choose_mode(state: Maps, context: Context, mode: str) -> Next[Maps]:
    """Show the route for another mode of travel."""
    _, origin, goal = argument_page(context.activity)
    return _directed(replace(state, mode=mode), context, origin, goal)[0]


def swap(state: Maps, context: Context) -> Next[Maps]:
    """Reverse the route."""
    _, origin, goal = argument_page(context.activity)
    return *_directed(state, context, goal, origin), finish(), start(COMPONENT, ("directions", goal, origin))


def show_step(state: Maps, context: Context, x: int, y: int) -> Next[Maps]:
    """Show a step of the route on the map."""
    at_x, at_y = frame.centre(context.res, x, y, CLOSEST, directions=True)
    return replace(state, x=at_x, y=at_y, zoom=CLOSEST), finish()


# What is kept


def save(state: Maps, context: Context, name: str, key: str) -> Next[Maps]:
    """Add a place to a list, or remove it."""
    if context.res.account is None:
        return add_account(state, context)
    entry = (name, key)
    others = tuple([other for other in state.saved if other != entry])
    return replace(state, saved=others if entry in state.saved else (*others, entry))


def choose_units(state: Maps, context: Context, units: str) -> Maps:
    """Choose how distances are written."""
    return replace(state, units=units, overlay="")


def choose_theme(state: Maps, context: Context, theme: str) -> Maps:
    """Choose the theme."""
    return replace(state, theme=theme, overlay="")


def not_connected(state: Maps, context: Context) -> Next[Maps]:
    """Say that an action needs a connection, which doesn't exist here."""
    return replace(state, overlay=""), toast(context.res.string("maps.no_connection"))


def call(state: Maps, context: Context, number: str) -> Next[Maps]:
    """Hand a number to the phone's dial pad."""
    return state, do(intents.show, Intent(intents.DIAL, f"tel:{quote(number)}"))


def share_place(state: Maps, context: Context, name: str, address: str) -> Next[Maps]:
    """Open the share sheet for a place: its name, its address and a link to it."""
    link = f"https://maps.google.com/?q={quote(f'{name}, {address}', safe='')}"
    return state, share_text(f"{name}\n{address}\n{link}", name)


# The app


def created(state: Maps, context: Context) -> Maps:
    """When started without a purpose, show where the phone is, in the style the settings say."""
    if argument_page(context.activity):
        return state
    here = town.location()
    return replace(
        state, page="explore", x=here.x, y=here.y, zoom=FIRST_ZOOM, satellite=state.satellite_first
    )


def view(phone: Phone, intent: Intent) -> Phone:
    """Open a ``geo:0,0?q=`` or ``google.navigation:q=`` address."""
    scheme, _, rest = intent.data.partition(":")
    # Coordinates say nothing here: the town is invented, and lies nowhere.
    query = parse_qs(rest.rpartition("?")[2]).get("q", [""])[0]
    phone = with_first_page(phone, COMPONENT).handled(PACKAGE, show_tab, ("explore",))
    text = query.strip()[:TEXT_LIMIT]
    if not text:
        return phone
    context = Context(phone, phone.top)
    keys = matching(text, context.res)
    if scheme == "google.navigation" and keys:
        return phone.handled(PACKAGE, direct, (keys[0],))
    return phone.handled(PACKAGE, show_results, ("query", text))
