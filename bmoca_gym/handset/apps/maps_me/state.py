"""MAPS.ME's state: visible map, selected and saved places, planned route."""

from __future__ import annotations

import json
from typing import Literal

from bmoca_gym.handset.apps.maps_me import bay, kml, routes
from bmoca_gym.handset.apps.maps_me.bay import HERE, Place
from bmoca_gym.handset.apps.maps_me.drawing import SCALES
from bmoca_gym.handset.apps.maps_me.kml import Bookmark
from bmoca_gym.handset.kits.geography import Position
from bmoca_gym.handset.kits.map_view import LastTap, MapView, location
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files, shared_preferences
from bmoca_gym.handset.system.shared_preferences import Preferences
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.mapswithme.maps.pro"
ID = PACKAGE + ":id/"
_CLASSES = "com.mapswithme.maps"
#: The launcher's activity shows the map; the others show the page whose name is their argument's first part.
MAIN = f"{_CLASSES}.MwmActivity"
SEARCH = f"{_CLASSES}.search.SearchActivity"
BOOKMARKS = f"{_CLASSES}.bookmarks.BookmarkListActivity"
SETTINGS = f"{_CLASSES}.settings.SettingsActivity"
FOLDER = f"{files.STORAGE}/Android/data/{PACKAGE}/files"
KML = f"{FOLDER}/bookmarks/My Bookmarks.kml"
PREFERENCES = f"/data/data/{PACKAGE}/shared_prefs/{PACKAGE}_preferences.xml"

TabName = Literal["history", "categories"]
OverlayName = Literal["", "my_place", "rename", "bookmark", "units", "theme", "history", "details", "menu"]
TABS: tuple[TabName, ...] = ("history", "categories")
UNITS = ("metric", "imperial")
THEMES = ("auto", "light", "dark")
#: The places of a person's own, with the keys that the preferences have of them.
MY_PLACES = {"home": "MyPlaceHome", "work": "MyPlaceWork"}
SEARCH_SCROLL = "results"
TEXT_LIMIT, RECENT_LIMIT, MOST_BOOKMARKS = 200, 10, 500
CLOSEST, FIRST_ZOOM, NEAR_ZOOM = len(SCALES) - 1, 5, 7
VIEW = MapView(SCALES, bay.EDGES, reach=20)
#: Where the map is seen first: Palo Alto.
_FIRST = bay.PLANE.on_map(37.438, -122.156)
#: Height in dp of what the page of a place covers at the bottom of the map.
_PAGE = 200


@value
class MapsMe(Value):
    """The app's state.

    Attributes:
        x, y: the map's centre in metres.
        bare: whether the controls are hidden.
        chosen: the selected place.
        tab: the search's tab.
        recents: earlier searches.
        found: results of a search, on the map.
        planning: whether a route from ``origin`` to ``goal`` is planned in ``mode``. An end not chosen yet is None.
        going: whether the route is followed.
        name: name of the bookmark being edited, whose number is ``at``.
        about: home or work, if its menu is open.
        tapped, before: the last tap on the map, and the state before it.
    """

    x: int = _FIRST[0]
    y: int = _FIRST[1]
    zoom: int = FIRST_ZOOM
    bare: bool = False
    overlay: OverlayName = ""
    chosen: Place | None = None
    query: str = ""
    tab: TabName = "categories"
    recents: tuple[str, ...] = ()
    found: tuple[Place, ...] = ()
    planning: bool = False
    origin: Place | None = None
    goal: Place | None = None
    mode: str = routes.MODES[0]
    going: bool = False
    bookmarks: tuple[Bookmark, ...] = ()
    name: str = ""
    at: int = -1
    about: str = ""
    preferences: Preferences = ()
    tapped: LastTap | None = None
    before: MapsMe | None = None


def component(name: str) -> str:
    """An activity of the app."""
    return f"{PACKAGE}/{name}"


def here_or_middle(phone: Phone, state: MapsMe) -> Position:
    """The origin for distances: the phone's position, or else the middle of the map."""
    return location(phone) or bay.PLANE.position(state.x, state.y)


def spot_of(phone: Phone, place: Place) -> Position | None:
    """The position of a place; None for the phone's own if it is unknown."""
    return location(phone) if place == HERE else place.spot


# What the preferences hold


def units_of(state: MapsMe) -> str:
    """The units of lengths."""
    found = shared_preferences.get(state.preferences, "MeasurementUnits", "string", UNITS[0])
    return found if found in UNITS else UNITS[0]


def theme_of(state: MapsMe) -> str:
    """The theme, "auto" for the phone's."""
    found = shared_preferences.get(state.preferences, "MapStyle", "string", THEMES[0])
    return found if found in THEMES else THEMES[0]


def has_zoom_buttons(state: MapsMe) -> bool:
    """Whether the map has buttons that zoom it."""
    return bool(shared_preferences.get(state.preferences, "ZoomButtonsEnabled", "boolean", True))


def my_place(state: MapsMe, which: str) -> Place | None:
    """The user's "home" or "work"; None if it is not set."""
    return _read_place(shared_preferences.get(state.preferences, MY_PLACES[which], "string", ""))


@memo(64)
def _read_place(text: str) -> Place | None:
    """Read a place from the preferences; None if it is invalid."""
    try:
        found = json.loads(text)
        spot = float(found["lat"]), float(found["lon"])
        texts = [found.get(key, "") for key in ("name", "house", "street", "city")]
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
    if not (all(type(one) is str for one in texts) and abs(spot[0]) <= 90 and abs(spot[1]) <= 180):
        return None
    name, house, street, city = texts
    known = (one.kind for one in bay.places() if (one.name, one.spot) == (name, spot))
    return Place(name, next(known, "point"), *spot, house, street, city)


def read_preferences(state: MapsMe) -> bytes:
    """The preferences file."""
    return shared_preferences.to_bytes(state.preferences)


def write_preferences(state: MapsMe, data: bytes) -> MapsMe:
    """The state with the preferences in a file. Raises ValueError if it is invalid."""
    return replace(state, preferences=shared_preferences.parse(data))


def shown(state: MapsMe, place: Place) -> MapsMe:
    """The state with a place in the middle of the map, and its page open."""
    closer = max(state.zoom, NEAR_ZOOM)
    x, y = place.at
    state = VIEW.moved(state, x, y + round(_PAGE / 2 / SCALES[closer]), closer)
    return replace(state, chosen=place, bare=False, planning=False, going=False)


def bookmark_place(one: Bookmark) -> Place:
    """The place of a bookmark."""
    return Place(one.name or "?", "bookmark", one.latitude, one.longitude)


def bookmark_at(state: MapsMe, place: Place) -> int:
    """The index of a place's bookmark, or -1."""
    found = (
        i
        for i, one in enumerate(state.bookmarks)
        if abs(one.latitude - place.latitude) < 1e-5 and abs(one.longitude - place.longitude) < 1e-5
    )
    return next(found, -1)


def read_bookmarks(state: MapsMe) -> bytes:
    """The file of bookmarks."""
    return kml.to_bytes("My Bookmarks", state.bookmarks)


def write_bookmarks(state: MapsMe, data: bytes) -> MapsMe:
    """The state with the bookmarks of a file.

    Raises:
        ValueError: it is not a KML file.
    """
    return replace(state, bookmarks=kml.bookmarks(data))
