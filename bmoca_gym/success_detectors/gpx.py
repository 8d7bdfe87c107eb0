"""GPX files: their points, and whether these contain places in an order."""

from __future__ import annotations

from collections.abc import Sequence
from xml.parsers import expat

#: A position: latitude and longitude in degrees.
Position = tuple[float, float]

# Kinds of points: recorded tracks, planned routes, waypoints. The first kind that a file has counts.
KINDS = ("trkpt", "rtept", "wpt")
_MOST_POINTS = 100_000


class _Malformed(Exception):
    """Raised for a text that is not a GPX file; the message says why."""


def points(text: str, kinds: Sequence[str] = KINDS) -> list[Position] | str:
    """Return the points of a GPX file in order, or why the text is not a GPX file.

    Only points of the first of ``kinds`` that the file has are returned.
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
    """Return the index of the first of ``places`` that is missing in ``points``; None if all are there in
    order.

    A point is at a place if both coordinates differ by less than ``degrees``. No two places share a point.
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
