"""Maps' state: visible map, search, saved and selected places; and its handlers."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, quote

from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.resources import Resources, string
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents
from bmoca_gym.handset.value import Value, do, memo, replace, value
from bmoca_gym.handset.words import plain

PACKAGE = "com.google.android.apps.maps"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which screen it shows, None for the tabs.
MAIN = "com.google.android.maps.MapsActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"

TABS = ("explore", "go", "saved")
LISTS = ("favorites", "want_to_go", "starred")
UNITS = ("automatic", "miles", "kilometers")
THEMES = ("light", "dark", "device")
TEXT_LIMIT, RECENT_LIMIT = 100, 8
CLOSEST, FIRST_ZOOM = len(frame.SCALES) - 1, 3


@value
class Maps(Value):
    """The app's state. ``x``, ``y``: the map's centre in metres; ``bare``: controls are hidden.

    ``sheet``: what is open over the screen: "", layers, account, save, units or theme. ``recents``: of searches,
    newest first: (kind, text) with kind place, category or query. ``trips``: keys of where to go, newest first.
    ``saved``: (list, key of a place) in the order in which they were saved.
    """

    tab: str = "explore"
    x: int = town.location().x
    y: int = town.location().y
    zoom: int = FIRST_ZOOM
    bare: bool = False
    sheet: str = ""
    satellite: bool = False
    satellite_first: bool = False
    traffic: bool = False
    transit: bool = False
    units: str = "automatic"
    theme: str = "device"
    query: str = ""
    recents: tuple[tuple[str, str], ...] = ()
    trips: tuple[str, ...] = ("station", "library")
    saved: tuple[tuple[str, str], ...] = ()
    mode: str = "drive"


def screen_of(context: Context) -> tuple[str, ...]:
    """The screen that the front activity shows; empty for the tabs."""
    return (context.activity.argument if context.activity is not None else None) or ()


# Ways through the app


def go(state: Maps, context: Context, *screen: str) -> Next[Maps]:
    """Open a screen on top of this one, given its name and argument."""
    return replace(state, sheet="", bare=False), focus(""), start(COMPONENT, screen)


def leave(state: Maps, context: Context) -> Next[Maps]:
    """Back to the screen before."""
    return replace(state, sheet="", bare=False), focus(""), finish()


def show_tab(state: Maps, context: Context, tab: str) -> Next[Maps]:
    """Show a tab, or scroll to its top if it is shown already."""
    after = replace(state, tab=tab, sheet="", bare=False)
    return (after, scroll_to(tab)) if tab == state.tab else after


def show_sheet(state: Maps, context: Context, name: str) -> Maps:
    """Open what lies over the screen, or close it with ""."""
    return replace(state, sheet=name)


def show_place(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Open a place's page, the map moved to it."""
    about = town.place(key)
    zoom = max(state.zoom, 4)
    x, y = frame.centre(context.res, about.x, about.y, zoom)
    return go(replace(state, x=x, y=y, zoom=zoom), context, "place", key)


def show_results(state: Maps, context: Context, kind: str, text: str) -> Next[Maps]:
    """Show the results of a category or a query, and remember it."""
    state = _remembered(replace(state, query=""), kind, text)
    keys = found(context.res, kind, text)
    points = tuple([(town.place(key).x, town.place(key).y) for key in keys])
    if points:
        x, y, zoom = frame.fit(context.res, points)
        state = replace(state, x=x, y=y, zoom=zoom)
    return go(state, context, "results", kind, text)


def found(res: Resources, kind: str, text: str) -> tuple[str, ...]:
    """The keys of a search's results."""
    return town.of_category(text) if kind == "category" else matching(text, res)


def matching(text: str, res: Resources) -> tuple[str, ...]:
    """The keys of places whose name, kind or address has words beginning with those of ``text``, nearest first.

    The words are those of the language, or English ones. Not every language has spaces between its words.
    """
    words = plain(text).split()
    keys = []
    for key in town.places():
        about = _searched(res.locale, key)
        if words and all(f" {word}" in about or (word in about and not word.isascii()) for word in words):
            keys.append(key)
    return town.nearest(tuple(keys))


@memo(1024)
def _searched(locale: str, key: str) -> str:
    """Texts of a place for a search: its name, its kind and its address, in the language and in English."""
    place = town.place(key)
    number, street = roads.address(place.x, place.y)
    texts = [
        f"{town.told(one, place.name)} {string(one, f'maps.{place.kind}')} {number} {town.told(one, street)}"
        for one in dict.fromkeys((locale, "en-US"))
    ]
    return plain(" " + " ".join(texts))


def _remembered(state: Maps, kind: str, text: str) -> Maps:
    others = tuple([entry for entry in state.recents if entry != (kind, text)])
    return replace(state, recents=((kind, text), *others)[:RECENT_LIMIT])


# The map


def touch_map(state: Maps, context: Context) -> Next[Maps]:
    """Move the map with a finger; a touch opens a place, or takes away what lies over the map and brings it back."""
    width, height = frame.size(context.res)
    metres = 1 / frame.SCALES[state.zoom]
    if context.direction:
        x = state.x - round((context.end_x - context.x) * width * metres)
        y = state.y - round((context.end_y - context.y) * height * metres)
        return _moved(state, x, y)
    at_x, at_y = _touched(state, context)
    shown = [p for p in town.places().values() if town.least_zoom(p) <= state.zoom]
    near = min(shown, key=lambda p: ((p.x - at_x) ** 2 + (p.y - at_y) ** 2, p.key), default=None)
    reach = 24 * metres
    if near is not None and (near.x - at_x) ** 2 + (near.y - at_y) ** 2 <= reach * reach:
        return _open_place(state, context, near.key)
    screen = screen_of(context)
    if screen and screen[0] == "place":
        return leave(state, context)
    return replace(state, bare=not state.bare)


def drop_pin(state: Maps, context: Context) -> Next[Maps]:
    """A finger that stays on the map marks the point under it."""
    x, y = _touched(state, context)
    left, top, right, bottom = town.EDGES
    return _open_place(state, context, town.dropped(min(max(x, left), right), min(max(y, top), bottom)))


def _open_place(state: Maps, context: Context, key: str) -> Next[Maps]:
    """A place that was touched on the map; the one that was shown makes room for it."""
    about = town.place(key)
    x, y = frame.centre(context.res, about.x, about.y, state.zoom)
    state = replace(state, x=x, y=y, bare=False, sheet="")
    screen = screen_of(context)
    if screen == ("place", key):
        return state
    instead = (finish(),) if screen and screen[0] == "place" else ()
    return state, focus(""), *instead, start(COMPONENT, ("place", key))


def _touched(state: Maps, context: Context) -> tuple[int, int]:
    """Metres of the point under the finger."""
    width, height = frame.size(context.res)
    k = frame.SCALES[state.zoom]
    return (
        state.x + round((context.x - 0.5) * width / k),
        state.y + round((context.y - 0.5) * height / k),
    )


def _moved(state: Maps, x: int, y: int) -> Maps:
    left, top, right, bottom = town.EDGES
    return replace(state, x=min(max(x, left), right), y=min(max(y, top), bottom))


def zoom(state: Maps, context: Context, by: int) -> Maps:
    """Show the map larger or smaller."""
    return replace(state, zoom=min(CLOSEST, max(0, state.zoom + by)))


def locate(state: Maps, context: Context) -> Maps:
    """Show where the phone is."""
    here = town.location()
    x, y = here.x, here.y
    if screen_of(context):
        x, y = frame.centre(context.res, x, y, FIRST_ZOOM)
    # Where the phone is in the middle already, a further touch comes closer, as the real app's does.
    if (state.x, state.y, state.zoom) == (x, y, FIRST_ZOOM):
        return replace(state, zoom=FIRST_ZOOM + 1)
    return replace(state, x=x, y=y, zoom=FIRST_ZOOM)


def choose_type(state: Maps, context: Context, satellite: bool) -> Maps:
    """Draw the map, or the town from above."""
    return replace(state, satellite=satellite)


def switch(state: Maps, context: Context, name: str) -> Maps:
    """Switch "traffic", "transit" or "satellite_first" on or off."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    return replace(state, **change)


# Search


def open_search(state: Maps, context: Context, *purpose: str) -> Next[Maps]:
    """Open the search. ``purpose``: for directions, "from" or "to" and the places of the way so far."""
    return replace(state, query="", sheet=""), start(COMPONENT, ("search", *purpose)), focus("search")


def type_query(state: Maps, context: Context, text: str) -> Next[Maps]:
    """Take over what is typed into the search field."""
    return replace(state, query=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit_query(state: Maps, context: Context) -> Next[Maps]:
    """Run the search; for directions, choose the first result."""
    text = state.query.strip()
    if not text:
        return state
    if len(screen_of(context)) == 1:
        return show_results(state, context, "query", text)
    keys = matching(text, context.res)
    return choose_end(state, context, keys[0]) if keys else state


def look_up(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Open a place that the search suggested, and remember that it was looked for."""
    return show_place(_remembered(replace(state, query=""), "place", key), context, key)


def choose_end(state: Maps, context: Context, key: str) -> Next[Maps]:
    """Make a place an end of the way that the search was opened for."""
    _, end, origin, goal = screen_of(context)
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
    return (replace(state, x=x, y=y, zoom=near, trips=trips, sheet="", bare=False),)


def direct(state: Maps, context: Context, goal: str) -> Next[Maps]:
    """Show the way from where the phone is to a place."""
    return (
        *_directed(state, context, town.HERE, goal),
        focus(""),
        start(COMPONENT, ("directions", town.HERE, goal)),
    )


def choose_mode(state: Maps, context: Context, mode: str) -> Next[Maps]:
    """Show the way for another mode of travel."""
    _, origin, goal = screen_of(context)
    return _directed(replace(state, mode=mode), context, origin, goal)[0]


def swap(state: Maps, context: Context) -> Next[Maps]:
    """Show the way back."""
    _, origin, goal = screen_of(context)
    return *_directed(state, context, goal, origin), finish(), start(COMPONENT, ("directions", goal, origin))


def show_step(state: Maps, context: Context, x: int, y: int) -> Next[Maps]:
    """Show a step of the way on the map."""
    at_x, at_y = frame.centre(context.res, x, y, CLOSEST, directions=True)
    return replace(state, x=at_x, y=at_y, zoom=CLOSEST), finish()


# What is kept


def save(state: Maps, context: Context, name: str, key: str) -> Maps:
    """Add a place to a list, or remove it."""
    entry = (name, key)
    others = tuple([other for other in state.saved if other != entry])
    return replace(state, saved=others if entry in state.saved else (*others, entry))


def choose_units(state: Maps, context: Context, units: str) -> Maps:
    """Choose how distances are written."""
    return replace(state, units=units, sheet="")


def choose_theme(state: Maps, context: Context, theme: str) -> Maps:
    """Choose the theme."""
    return replace(state, theme=theme, sheet="")


def not_connected(state: Maps, context: Context) -> Next[Maps]:
    """Show that an action needs a connection. There is none here."""
    return replace(state, sheet=""), toast(context.res.string("maps.no_connection"))


def call(state: Maps, context: Context, number: str) -> Next[Maps]:
    """Hand a number to the phone's dial pad."""
    return state, do(intents.show, Intent(intents.DIAL, f"tel:{quote(number)}"))


# The app


def created(state: Maps, context: Context) -> Maps:
    """Started without a task, the app shows where the phone is, as the settings say."""
    if screen_of(context):
        return state
    here = town.location()
    return replace(state, tab="explore", x=here.x, y=here.y, zoom=FIRST_ZOOM, satellite=state.satellite_first)


def back(state: Maps, context: Context) -> Next[Maps]:
    """Close what lies over the screen, or bring back what lay over the map; from another tab go to the first one."""
    if state.sheet or state.bare:
        return replace(state, sheet="", bare=False)
    return state if screen_of(context) else replace(state, tab="explore")


def closed(state: Maps) -> Maps:
    """The state after the app is closed. Saved places, searches and settings are kept."""
    return replace(state, tab="explore", sheet="", bare=False, query="")


def view(phone: Phone, intent: Intent) -> Phone:
    """Open a ``geo:0,0?q=`` or ``google.navigation:q=`` address."""
    scheme, _, rest = intent.data.partition(":")
    # Coordinates say nothing here: the town is invented, and lies nowhere.
    query = parse_qs(rest.rpartition("?")[2]).get("q", [""])[0]
    phone = activities.start(phone, COMPONENT)
    while phone.top.argument:
        phone = activities.finish(phone)
    phone = phone.handled(PACKAGE, show_tab, ("explore",))
    text = query.strip()[:TEXT_LIMIT]
    if not text:
        return phone
    context = Context(phone, phone.top)
    keys = matching(text, context.res)
    if scheme == "google.navigation" and keys:
        return phone.handled(PACKAGE, direct, (keys[0],))
    return phone.handled(PACKAGE, show_results, ("query", text))
