"""Maps' state: visible map, search, saved and selected places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from bmoca_gym.handset.apps.maps import frame, roads, town
from bmoca_gym.handset.kits.map_view import LastTap, MapView
from bmoca_gym.handset.resources import Resources, string
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.google.android.apps.maps"
ID = PACKAGE + ":id/"
#: The one activity: its argument says which screen it shows, None for the tabs.
MAIN = "com.google.android.maps.MapsActivity"
COMPONENT = f"{PACKAGE}/{MAIN}"

PageName = Literal["explore", "go", "saved", "contribute", "updates"]
OverlayName = Literal["", "layers", "account", "save", "units", "theme"]
TABS: tuple[PageName, ...] = ("explore", "go", "saved", "contribute", "updates")
#: The last two came after Android 10's build.
FIRST_TABS = 3
LISTS = ("favorites", "want_to_go", "starred")
UNITS = ("automatic", "miles", "kilometers")
THEMES = ("light", "dark", "device")
TEXT_LIMIT, RECENT_LIMIT = 100, 8
VIEW = MapView(frame.SCALES, town.EDGES, reach=24)


@value
class Maps(Value):
    """The app's state.

    Attributes:
        x, y: the map's centre in metres.
        bare: whether the controls are hidden.
        page: the selected tab; other pages are named by the activity's argument.
        recents: earlier searches, newest first, as (kind, text); a kind is place, category or query.
        trips: keys of destinations, newest first.
        saved: saved places as (list, key), oldest first.
        tapped, before: the last tap on the map, and the state before it.
        left: the place's page that was open before the last tap.
    """

    page: PageName = "explore"
    x: int = town.location().x
    y: int = town.location().y
    zoom: int = frame.FIRST_ZOOM
    bare: bool = False
    overlay: OverlayName = ""
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
    tapped: LastTap | None = None
    before: Maps | None = None
    left: tuple[str, ...] = ()


def signed_out(state: Maps) -> Maps:
    """The app where nobody is signed in: searches, destinations and lists are the account's."""
    return replace(state, recents=(), trips=(), saved=())


def places_of(recents: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Keys of the places among the recent searches."""
    return tuple([text for kind, text in recents if kind == "place"])


def found(res: Resources, kind: str, text: str) -> tuple[str, ...]:
    """The keys of a search's results."""
    return FINDERS[kind](res, text)


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


#: What a search finds, by its kind: function from resources and what is looked for.
FINDERS: dict[str, Callable[[Resources, str], tuple[str, ...]]] = {
    "category": lambda res, text: town.of_category(text),
    "query": lambda res, text: matching(text, res),
}
