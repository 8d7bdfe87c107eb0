"""The area of the map, the San Francisco Bay, read from ``bay.json``: water, roads, lines and places.

Positions are latitude and longitude in degrees. Most are correct within some hundred metres; most places are
invented. San Francisco is about eight kilometres farther to the north-west than in reality, because on
AndroidLab's phones 3180, 18th Street is 50.6 km away from Palo Alto. On the map positions are whole metres of
`PLANE`.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.kits import geography, town_plan
from bmoca_gym.handset.kits.geography import Plane, Position
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.kits.town_plan import Land, Settlement, ragged, winding
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo

#: What the map is drawn on.
PLANE = Plane(37.6, -122.2)
#: What can be reached by moving the map: left, top, right, bottom.
EDGES = (-42_000, -42_000, 40_000, 42_000)
#: The kinds of places under each category that is looked for.
CATEGORIES: dict[str, tuple[str, ...]] = {
    "eat": ("restaurant", "cafe", "fast_food"), "hotels": ("hotel",), "sights": ("sights", "park"), "fuel": ("fuel",),
    "parking": ("parking",), "groceries": ("grocery",), "shopping": ("shop",),
    "transport": ("bus_stop", "station", "airport"), "atm": ("atm",), "bank": ("bank",),
    "entertainment": ("entertainment",), "pharmacy": ("pharmacy",), "hospital": ("hospital",), "post": ("post",),
    "police": ("police",),
}  # fmt: skip
#: The glyphs of categories and of kinds of places.
GLYPHS = {
    "eat": "restaurant", "hotels": "hotel", "sights": "museum", "parking": "local_parking",
    "groceries": "local_grocery_store", "shopping": "shopping_bag", "transport": "directions_bus",
    "bank": "account_balance", "entertainment": "local_movies", "post": "local_post_office", "police": "local_police",
    "restaurant": "restaurant", "cafe": "local_cafe", "fast_food": "fastfood", "hotel": "hotel", "park": "park",
    "fuel": "local_gas_station", "grocery": "local_grocery_store", "shop": "shopping_bag",
    "bus_stop": "directions_bus", "station": "train", "airport": "flight", "atm": "local_atm",
    "pharmacy": "local_pharmacy", "hospital": "local_hospital", "university": "school",
    "neighborhood": "location_city", "town": "location_city", "office": "business", "here": "my_location",
    "point": "place", "bookmark": "bookmark",
}  # fmt: skip
#: Words of a query that say nothing about a place.
_IDLE = frozenset(["a", "at", "in", "near", "nearest", "of", "the", "to"])


class Place(NamedTuple):
    """``kind``: see `GLYPHS`; without a name, "here" is where the phone is, and "point" any other position."""

    name: str
    kind: str
    latitude: float
    longitude: float
    house: str = ""
    street: str = ""
    town: str = ""

    @property
    def spot(self) -> Position:
        """Its position."""
        return self.latitude, self.longitude

    @property
    def at(self) -> Point:
        """Position on the map."""
        return PLANE.on_map(self.latitude, self.longitude)


#: Where the phone is, wherever that may be.
HERE = Place("", "here", 0.0, 0.0)


class Road(NamedTuple):
    """``kind``: highway, main or street; ``number``: on its plates, "" for none."""

    name: str
    kind: str
    points: tuple[Point, ...]
    number: str = ""


class Town(NamedTuple):
    """A town. ``rank``: 0 to 2; lower ones appear at lower zooms. ``turn``: the rotation of its streets in degrees."""

    name: str
    rank: int
    at: Point
    radius: int
    turn: int


class Stop(NamedTuple):
    """A stop on a line."""

    name: str
    at: Point


class Line(NamedTuple):
    """A transit line. ``kind``: subway, train or bus; ``color``: 0xAARRGGBB."""

    name: str
    kind: str
    color: int
    stops: tuple[Stop, ...]


_file = partial(catalogues.json_of, "maps_me", "bay")


def _areas(name: str) -> tuple[tuple[Point, ...], ...]:
    return tuple([ragged(tuple([PLANE.on_map(*point) for point in area])) for area in _file()[name]])


@cache
def water() -> tuple[tuple[Point, ...], ...]:
    """The ocean and the bay."""
    return _areas("water")


@cache
def parks() -> tuple[tuple[Point, ...], ...]:
    """Parks and woods."""
    return _areas("parks")


@cache
def roads() -> tuple[Road, ...]:
    """All roads. Those that meet have a point in common."""
    points = {name: PLANE.on_map(*at) for name, at in _file()["junctions"].items()}
    return tuple(
        [
            Road(
                one["name"],
                one["kind"],
                tuple([points[name] for name in one["along"]]),
                one.get("number", ""),
            )
            for one in _file()["roads"]
        ]
    )


@cache
def towns() -> tuple[Town, ...]:
    """All towns, the large ones first."""
    return tuple(
        [
            Town(name, rank, PLANE.on_map(*at), radius, turn)
            for name, rank, *at, radius, turn in _file()["towns"]
        ]
    )


@cache
def land() -> Land:
    """What the small streets of towns follow from. They are drawn but not used for routes."""
    settled = [Settlement(town.at, town.radius * 4 // 3, town.turn) for town in towns()]
    rails = [("rail", line) for line in railways()]
    known = tuple([place.at for place in places() if place.street])
    streets, avenues = _file()["names"]
    drawn = [(road.kind, winding(road.points)) for road in roads()]
    return Land(
        tuple(settled), (*drawn, *rails), (*water(), *parks()), known, (tuple(streets), tuple(avenues))
    )


@cache
def railways() -> tuple[tuple[Point, ...], ...]:
    """The railways, along the lines of trains."""
    return tuple(
        [winding(tuple([stop.at for stop in line.stops])) for line in lines() if line.kind == "train"]
    )


@memo(64)
def curved(way: tuple[Point, ...]) -> tuple[Point, ...]:
    """A route along the curves as which roads are drawn."""
    return town_plan.curved(way, [road.points for road in roads()])


@cache
def lines() -> tuple[Line, ...]:
    """The lines of public transport."""
    return tuple(
        [
            Line(
                one["name"], one["kind"], int(one["color"], 16),
                tuple([Stop(name, PLANE.on_map(*at)) for name, *at in one["stops"]]),
            )
            for one in _file()["lines"]
        ]
    )  # fmt: skip


@cache
def places() -> tuple[Place, ...]:
    """All places, and the towns."""
    towns = [Place(name, "town", *at[:2]) for name, _, *at in _file()["towns"]]
    return (*[Place(name, kind, *at, *address) for name, kind, *at_address in _file()["places"]
              for at, address in ((at_address[:2], at_address[2:]),)], *towns)  # fmt: skip


def point(latitude: float, longitude: float) -> Place:
    """A position without a name."""
    return Place("", "point", latitude, longitude)


def _words(text: str) -> list[str]:
    return "".join([c if c.isalnum() else " " for c in plain(text)]).split()


@memo(256)
def found(text: str, kinds: tuple[tuple[str, str], ...], middle: Position) -> tuple[Place, ...]:
    """The places whose name, kind or address contains words starting with all words of a text; a position comes first.

    Exact name matches come first, then those whose name or kind has all the words, then others, each group sorted by
    distance from ``middle``. ``kinds``: pairs of a kind and its name.
    """
    words = [word for word in _words(text) if word not in _IDLE] or _words(text)
    if not words:
        return ()
    names = dict(kinds)
    met = []
    for place in places():
        name, kind = [f" {' '.join(_words(text))} " for text in (place.name, names[place.kind])]
        about = f"{name}{kind}{' '.join(_words(f'{place.house} {place.street} {place.town}'))} "
        if all(f" {word}" in about for word in words):
            called = [word for word in name.split() if word not in _IDLE] == words
            named = any(all(f" {word}" in said for word in words) for said in (name, kind))
            rank = 0 if called else 1 if named else 2
            met.append((rank, geography.metres(middle, place.spot), place))
    at = geography.parsed(text)
    return (*((point(*at),) if at is not None else ()), *[place for *_, place in sorted(met)])


def of_category(category: str, middle: Position) -> tuple[Place, ...]:
    """The places of a category, the nearest first."""
    met = [place for place in places() if place.kind in CATEGORIES[category]]
    return tuple(sorted(met, key=lambda one: (geography.metres(middle, one.spot), one.name)))
