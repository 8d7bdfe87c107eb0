"""Words for places, and GPX files that contain them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\n'
)
#: Where nobody marks anything: the Gulf of Guinea.
_NOWHERE = [[0.0, 0.0]]


def called(generator: np.random.Generator, place: Mapping[str, Any], by_name: bool) -> str:
    """A place by its name, or by its latitude and longitude."""
    return str(place["name"]) if by_name else f"{place['lat']}, {place['lon']}"


def looked_for(generator: np.random.Generator, place: Mapping[str, Any], by_name: bool) -> list[list[float]]:
    """The positions that AndroidWorld's code compares a favourite with; none if it compares the place by name."""
    return _NOWHERE if by_name else spots(generator, [place])


def spots(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> list[list[float]]:
    """The positions of places."""
    return [[place["lat"], place["lon"]] for place in of]


def names(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> str:
    """The names of places, separated by commas."""
    return ", ".join(str(place["name"]) for place in of)


def waypoints(generator: np.random.Generator, of: Sequence[Mapping[str, Any]]) -> str:
    """A file with places as waypoints, named after just the town or village."""
    return _file(
        [f'<wpt lat="{one["lat"]}" lon="{one["lon"]}"><name>{one["title"]}</name></wpt>' for one in of]
    )


def track(generator: np.random.Generator, of: Sequence[Mapping[str, Any]], backwards: bool = False) -> str:
    """A file with a track from place to place, or ``backwards``."""
    points = [f'<trkpt lat="{one["lat"]}" lon="{one["lon"]}"/>' for one in (of[::-1] if backwards else of)]
    return _file(["<trk><trkseg>", *points, "</trkseg></trk>"])


def _file(lines: Sequence[str]) -> str:
    return _HEAD + "\n".join(lines) + "\n</gpx>\n"
