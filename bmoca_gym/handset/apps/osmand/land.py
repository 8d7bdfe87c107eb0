"""The area of the map, Liechtenstein, read from ``land.json``: border, rivers, roads and places.

Positions are latitude and longitude in degrees. Those of places in AndroidWorld's tasks are OpenStreetMap's;
the others, and all lines, are correct within some hundred metres. On the map they are whole metres of
`PLANE`.
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.kits import geography
from bmoca_gym.handset.kits.geography import Plane
from bmoca_gym.handset.kits.map_drawing import Point
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
    return tuple([_line(points) for points in _file()["woods"]])


@cache
def rivers() -> tuple[tuple[str, int, tuple[Point, ...]], ...]:
    """Rivers: name, width, points."""
    return tuple([(one["name"], one["width"], _line(one["points"])) for one in _file()["rivers"]])


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
