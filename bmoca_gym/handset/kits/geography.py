"""Positions on Earth in degrees, and the plane of an app's map."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

#: Latitude and longitude in degrees.
Position = tuple[float, float]
#: Metres per degree of latitude.
DEGREE = 111_195.0
_NUMBER = r"[-+]?\d{1,3}(?:\.\d+)?"
_POSITION = re.compile(rf"\s*({_NUMBER})\s*[,; ]\s*({_NUMBER})\s*")


class Plane(NamedTuple):
    """A plane in metres, x to the east and y to the south, that is accurate near its origin."""

    latitude: float
    longitude: float

    @property
    def _narrowed(self) -> float:
        return math.cos(math.radians(self.latitude))

    def on_map(self, latitude: float, longitude: float) -> tuple[int, int]:
        """Return the position in metres on the plane."""
        north, east = latitude - self.latitude, longitude - self.longitude
        return round(east * self._narrowed * DEGREE), round(-north * DEGREE)

    def position(self, x: float, y: float) -> Position:
        """Return a point's latitude and longitude with seven decimals; the inverse of `on_map`."""
        return round(self.latitude - y / DEGREE, 7), round(self.longitude + x / (self._narrowed * DEGREE), 7)


def metres(one: Position, other: Position) -> float:
    """Return the distance between two positions."""
    narrowed = math.cos(math.radians((one[0] + other[0]) / 2))
    return math.hypot(other[0] - one[0], (other[1] - one[1]) * narrowed) * DEGREE


def length(line: tuple[Position, ...]) -> float:
    """Return the length in metres of a line of positions."""
    return sum(metres(one, other) for one, other in pairwise(line))


def parsed(text: str) -> Position | None:
    """Parse a position such as ``47.14, 9.52``; None if the text is not one."""
    match = _POSITION.fullmatch(text)
    if match is None:
        return None
    latitude, longitude = float(match[1]), float(match[2])
    return (latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None
