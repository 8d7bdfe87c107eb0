"""The invented town of the map, read from ``town.json``: streets, water, parks, transit lines and places.

Lengths are whole metres, x to the east and y to the south. Names are in English; `told` translates them.
Members of the file: ``location`` (position of the phone), ``streets`` (``kind``: highway, main, street or
path; ``number`` on plates), ``parks`` and woods, ``lakes``, ``rivers`` (``width``), ``areas`` (names of quarters;
``rank`` 0 is the town, 2 a town nearby), ``lines`` of trams and buses with their stops, and ``places``. Drawn only,
and not used for routes, are ``railways``, the roads of the ``country``, and the small streets of ``towns``;
``grounds`` are those of schools, hospitals and industry.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

from bmoca_gym.handset.kits.town_plan import Land, Settlement, ragged, strip, winding
from bmoca_gym.handset.resources import catalogues, translations

_PACKAGE = "bmoca_gym.handset.apps.maps"
Point = tuple[int, int]

#: Key of the place where the phone is, and what keys of points without a place begin with: ``@x,y``.
HERE = "here"
DROPPED = "@"

#: What can be reached by moving the map: left, top, right, bottom.
EDGES = (-1500, -1200, 5500, 5000)

#: Kinds of place under each category that can be looked for.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "restaurants": ("restaurant",),
    "coffee": ("cafe",),
    "groceries": ("grocery",),
    "fuel": ("gas",),
    "hotels": ("hotel",),
    "pharmacies": ("pharmacy",),
    "parks": ("park",),
    "attractions": ("museum", "cinema", "park"),
}
GLYPHS = {
    "restaurant": "restaurant", "cafe": "local_cafe", "grocery": "local_grocery_store", "gas": "local_gas_station",
    "hotel": "hotel", "pharmacy": "local_pharmacy", "park": "park", "museum": "museum", "library": "local_library",
    "hospital": "local_hospital", "school": "school", "station": "train", "cinema": "local_movies",
    "shopping": "shopping_bag", "post": "local_post_office", "pin": "place", "location": "my_location",
}  # fmt: skip
CATEGORY_GLYPHS = {
    "restaurants": "restaurant", "coffee": "local_cafe", "groceries": "local_grocery_store",
    "fuel": "local_gas_station", "hotels": "hotel", "pharmacies": "local_pharmacy", "parks": "park",
    "attractions": "museum",
}  # fmt: skip


class Street(NamedTuple):
    """See the module's text."""

    name: str
    kind: str
    points: tuple[Point, ...]
    number: str = ""


class Field(NamedTuple):
    """A park, a wood or a lake."""

    name: str
    points: tuple[Point, ...]
    wood: bool = False


class River(NamedTuple):
    """See the module's text."""

    name: str
    width: int
    points: tuple[Point, ...]


class Area(NamedTuple):
    """See the module's text."""

    name: str
    x: int
    y: int
    rank: int


class Stop(NamedTuple):
    """A stop of a bus or tram line."""

    name: str
    x: int
    y: int


class TransitLine(NamedTuple):
    """A transit line. ``kind``: tram or bus; ``color``: 0xAARRGGBB."""

    name: str
    kind: str
    color: int
    stops: tuple[Stop, ...]


class Place(NamedTuple):
    """A place. ``rank``: 0 to 2; lower ones appear at lower zooms. ``rating``: tenths of a star, 0 for none.

    ``opens``, ``closes``: hours of every day, 0 and 24 for all day.
    """

    key: str
    name: str
    kind: str
    x: int
    y: int
    rank: int = 0
    rating: int = 0
    reviews: int = 0
    opens: int = 0
    closes: int = 24
    phone: str = ""

    @property
    def at(self) -> Point:
        """Where it is on the map."""
        return self.x, self.y


_file = partial(catalogues.json_of, "maps", "town")


def _points(entry: dict[str, Any]) -> dict[str, Any]:
    return entry | {"points": tuple([(x, y) for x, y in entry["points"]])}


@cache
def streets() -> tuple[Street, ...]:
    """All streets and paths."""
    return tuple([Street(**_points(entry)) for entry in _file()["streets"]])


@cache
def parks() -> tuple[Field, ...]:
    """Parks and woods."""
    fields = [Field(**_points(entry)) for entry in _file()["parks"]]
    return tuple([field._replace(points=ragged(field.points)) if field.wood else field for field in fields])


@cache
def lakes() -> tuple[Field, ...]:
    """Lakes and ponds."""
    fields = [Field(**_points(entry)) for entry in _file()["lakes"]]
    return tuple([field._replace(points=ragged(field.points)) for field in fields])


@cache
def rivers() -> tuple[River, ...]:
    """Rivers."""
    lines = [River(**_points(entry)) for entry in _file()["rivers"]]
    return tuple([river._replace(points=winding(river.points)) for river in lines])


@cache
def railways() -> tuple[tuple[Point, ...], ...]:
    """Railways."""
    return tuple([tuple([(x, y) for x, y in line]) for line in _file()["railways"]])


@cache
def country() -> tuple[Street, ...]:
    """Roads between towns, beside `streets`."""
    return tuple([Street("", **_points(entry)) for entry in _file()["country"]])


@cache
def grounds() -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Kinds and outlines of grounds with a colour of their own."""
    return tuple([(entry["kind"], _points(entry)["points"]) for entry in _file()["grounds"]])


@cache
def land() -> Land:
    """What the small streets and the buildings of this town and of those nearby follow from."""
    towns = [
        Settlement(
            (x, y), entry["radius"], entry["turn"], tuple(entry.get("block", (130, 90))), entry["bend"]
        )
        for entry in _file()["towns"]
        for x, y in (entry["at"],)
    ]
    roads = [(street.kind, street.points) for street in (*streets(), *country())]
    fields = [field.points for field in (*parks(), *lakes())]
    banks = [strip(river.points, river.width / 2 + 14) for river in rivers()]
    known = tuple([place.at for place in places().values()])
    return Land(tuple(towns), (*roads, *[("rail", line) for line in railways()]), (*fields, *banks), known)


@cache
def areas() -> tuple[Area, ...]:
    """The town and its quarters."""
    return tuple([Area(**entry) for entry in _file()["areas"]])


@cache
def lines() -> tuple[TransitLine, ...]:
    """Trams and buses."""
    return tuple(
        [
            TransitLine(
                entry["name"],
                entry["kind"],
                int(entry["color"], 16),
                tuple([Stop(*s) for s in entry["stops"]]),
            )
            for entry in _file()["lines"]
        ]
    )


@cache
def places() -> dict[str, Place]:
    """Places by key."""
    return {entry["key"]: Place(**entry) for entry in _file()["places"]}


@cache
def location() -> Place:
    """The place where the phone is."""
    x, y = _file()["location"]
    return Place(HERE, "", "location", x, y)


def told(locale: str, name: str) -> str:
    """A name of the town in the language of ``locale``."""
    return translations.text(_PACKAGE, locale, name)


def place(key: str) -> Place:
    """A place by its key. `HERE` and a dropped pin's ``@x,y`` are keys too.

    Raises:
        KeyError: there is none.
    """
    if key == HERE:
        return location()
    if key.startswith(DROPPED):
        x, y = key[1:].split(",")
        return Place(key, "", "pin", int(x), int(y))
    return places()[key]


def least_zoom(about: Place) -> int:
    """The zoom from which a place is shown on the map."""
    return about.rank + 2


def dropped(x: int, y: int) -> str:
    """The key for a point without a place."""
    return f"{DROPPED}{x},{y}"


def of_category(category: str) -> tuple[str, ...]:
    """Keys of the places of a category, the nearest to the phone first."""
    kinds = CATEGORIES[category]
    return nearest(tuple([p.key for p in places().values() if p.kind in kinds]))


def nearest(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Places sorted by straight-line distance from the phone."""
    here = location()
    return tuple(
        sorted(keys, key=lambda key: ((place(key).x - here.x) ** 2 + (place(key).y - here.y) ** 2, key))
    )
