"""Tracks of GPX files: which points they have, and whether they have places in an order."""

from __future__ import annotations

from collections.abc import Sequence
from xml.parsers import expat

#: A position: latitude and longitude in degrees.
Position = tuple[float, float]

# Kinds of points, the first of which a file has counts: recorded tracks, planned routes, waypoints.
KINDS = ("trkpt", "rtept", "wpt")
_MOST_POINTS = 100_000


class _Malformed(Exception):
    """A text that is no GPX file; the message says why."""


def points(text: str, kinds: Sequence[str] = KINDS) -> list[Position] | str:
    """The points of a GPX file in their order: those of the first of ``kinds`` that it has.

    That is, of its tracks, else of its routes, else its waypoints. A text that is no GPX file gives the reason.
    """
    found: dict[str, list[Position]] = {kind: [] for kind in kinds}

    def start(tag: str, attributes: dict[str, str]) -> None:
        kind = tag.rpartition(":")[2]
        if kind in found:
            found[kind].append(_position(attributes))
            if len(found[kind]) > _MOST_POINTS:
                raise _Malformed(f"has more than {_MOST_POINTS} points")

    def doctype(*_: object) -> None:
        raise _Malformed("declares a document type")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.StartDoctypeDeclHandler = start, doctype
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, _Malformed) as error:
        return f"is no GPX file: {error}"
    return next((found[kind] for kind in kinds if found[kind]), [])


def first_absent(points: Sequence[Position], places: Sequence[Position], degrees: float) -> int | None:
    """The number of the first of ``places`` that is no point, in their order; None: all are, each another one.

    A point is at a place where less than so many ``degrees`` are between their latitudes, and between their longitudes.
    """
    at = 0
    for number, (latitude, longitude) in enumerate(places):
        at = next(
            (
                i + 1
                for i, (north, east) in enumerate(points[at:], at)
                if abs(north - latitude) < degrees and abs(east - longitude) < degrees
            ),
            0,
        )
        if not at:
            return number
    return None


def _position(attributes: dict[str, str]) -> Position:
    try:
        latitude, longitude = float(attributes["lat"]), float(attributes["lon"])
    except (KeyError, ValueError):
        raise _Malformed(f"has a point without a place: {attributes}") from None
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise _Malformed(f"has a point outside of the world: {attributes}")
    return latitude, longitude
