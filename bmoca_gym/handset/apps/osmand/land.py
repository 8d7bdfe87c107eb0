"""The area of the map, Liechtenstein, read from ``land.json``: border, rivers, roads and places.

Positions are latitude and longitude in degrees. Those of places in AndroidWorld's tasks are OpenStreetMap's;
the others, and all lines, are correct within some hundred metres. On the map they are whole metres of
`PLANE`.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.kits import geography, town_plan
from bmoca_gym.handset.kits.geography import Plane
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.kits.town_plan import Land, Settlement, ragged, strip, winding
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo

#: What the map is drawn on.
PLANE = Plane(47.16, 9.55)
#: What can be reached by moving the map: left, top, right, bottom.
EDGES = (-12_000, -16_000, 9_000, 16_000)
#: The kinds of places that are looked for by category, with their glyphs.
CATEGORIES = {
    "castle": "castle", "museum": "museum", "church": "church", "station": "train", "hospital": "local_hospital",
    "post": "local_post_office", "stadium": "stadium", "park": "park", "lake": "water", "peak": "terrain",
}  # fmt: skip
#: Kinds of places with an address, by how large they are.
SETTLED = ("town", "village", "hamlet")
#: How far they extend, in metres.
_SIZES = {"town": 1500, "village": 900, "hamlet": 300}


class Place(NamedTuple):
    """``kind``: one of `SETTLED`, of `CATEGORIES`, or a point without a name: position."""

    name: str
    kind: str
    latitude: float
    longitude: float

    @property
    def is_point(self) -> bool:
        """Whether it is just a point on the map."""
        return self.kind == "position"

    @property
    def at(self) -> Point:
        """Position on the map."""
        return PLANE.on_map(self.latitude, self.longitude)


_file = partial(catalogues.json_of, "osmand", "land")


def _line(points: list[list[float]]) -> tuple[Point, ...]:
    return tuple([PLANE.on_map(*point) for point in points])


@cache
def border() -> tuple[Point, ...]:
    """The country's border."""
    return _line(_file()["border"])


@cache
def woods() -> tuple[tuple[Point, ...], ...]:
    """Its woods."""
    return tuple([ragged(_line(points)) for points in _file()["woods"]])


@cache
def rivers() -> tuple[tuple[str, int, tuple[Point, ...]], ...]:
    """Rivers: name, width, points."""
    return tuple([(one["name"], one["width"], winding(_line(one["points"]))) for one in _file()["rivers"]])


@cache
def railways() -> tuple[tuple[Point, ...], ...]:
    """Railways."""
    return tuple([winding(_line(points)) for points in _file()["railways"]])


@cache
def signs() -> tuple[tuple[str, str, tuple[Point, ...]], ...]:
    """Names and numbers of roads, "" for none, and the roads' points."""
    return tuple(
        [(one.get("name", ""), one.get("number", ""), _line(one["points"])) for one in _file()["roads"]]
    )


@memo(64)
def curved(way: tuple[Point, ...]) -> tuple[Point, ...]:
    """A route along the curves as which roads are drawn."""
    return town_plan.curved(way, [points for _, points in roads()])


@cache
def abroad() -> tuple[tuple[str, Point], ...]:
    """Towns on the other side of the border, which are only drawn."""
    return tuple([(name, PLANE.on_map(*at)) for name, *at, _ in _file()["abroad"]])


@cache
def plans() -> Land:
    """What the small streets of towns and villages follow from. They are drawn but not used for routes."""
    here = [
        Settlement(place.at, _SIZES[place.kind], int(place.latitude * 1e4) % 90, (120, 85), 95)
        for place in places() if place.kind in SETTLED
    ]  # fmt: skip
    there = [
        Settlement(PLANE.on_map(*at), radius, int(at[0] * 1e4) % 90, (130, 90), 95)
        for _, *at, radius in _file()["abroad"]
    ]  # fmt: skip
    lines = [(kind, winding(points)) for kind, points in roads()]
    banks = [strip(points, width / 2 + 25) for _, width, points in rivers()]
    streets, paths = _file()["names"]
    return Land(
        (*here, *there), (*lines, *[("rail", line) for line in railways()]), (*woods(), *banks),
        tuple([place.at for place in places() if place.kind in CATEGORIES and place.kind != "peak"]),
        (tuple(streets), tuple(paths)),
    )  # fmt: skip


@cache
def roads() -> tuple[tuple[str, tuple[Point, ...]], ...]:
    """Roads: kind (highway, main, street or path), points."""
    return tuple([(one["kind"], _line(one["points"])) for one in _file()["roads"]])


@cache
def places() -> tuple[Place, ...]:
    """All places."""
    return tuple([Place(*entry) for entry in _file()["places"]])


def parsed(text: str) -> Place | None:
    """Parse latitude and longitude, such as ``47.14, 9.52``."""
    at = geography.parsed(text)
    return point(*at) if at is not None else None


def point(latitude: float, longitude: float) -> Place:
    """A point without a name; its position is its name."""
    return Place(f"{latitude:.5f}, {longitude:.5f}", "position", latitude, longitude)


@memo(256)
def found(text: str, country: str, middle: Point) -> tuple[Place, ...]:
    """The places whose name or country has words beginning with those of a text. A position comes first.

    Exact name matches come first, nearest to ``middle`` first. ``country``: its names in the phone's language and in
    English, as in the map's data.
    """
    words, countries = plain(text.replace(",", " ")).split(), plain(country).split()
    if not words:
        return ()
    met = []
    for place in places():
        about = f" {plain(place.name)} {plain(country)} ".replace("-", " ")
        if all(f" {word}" in about for word in words):
            x, y = place.at
            named = plain(place.name).split() == [word for word in words if word not in countries]
            met.append((not named, (x - middle[0]) ** 2 + (y - middle[1]) ** 2, place))
    here = parsed(text)
    return (*((here,) if here is not None else ()), *[place for _, _, place in sorted(met)])


def of_kind(kinds: tuple[str, ...], middle: Point) -> tuple[Place, ...]:
    """The places of some kinds, nearest first."""
    met = [place for place in places() if place.kind in kinds]
    return tuple(
        sorted(met, key=lambda one: ((one.at[0] - middle[0]) ** 2 + (one.at[1] - middle[1]) ** 2, one.name))
    )


def nearest_settled(latitude: float, longitude: float) -> Place:
    """The town, village or hamlet that is nearest to a position."""
    here = latitude, longitude
    return min(
        (place for place in places() if place.kind in SETTLED),
        key=lambda place: geography.metres(here, (place.latitude, place.longitude)),
    )
