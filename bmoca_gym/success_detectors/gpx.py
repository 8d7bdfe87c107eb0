"""Tracks of GPX files: which points they have, and whether they pass, or have, places in an order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.parsers import expat

#: A position: latitude and longitude in degrees.
Position = tuple[float, float]

# Kinds of points, the first of which a file has counts: recorded tracks, planned routes, waypoints.
KINDS = ("trkpt", "rtept", "wpt")
_METRES_OF_A_DEGREE = 111_195.0
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


def first_missed(track: Sequence[Position], places: Sequence[Position], within: float) -> int | None:
    """The number of the first of ``places`` that a track does not pass within so many metres, in their order.

    None: it passes them all. Between two points the track is straight. A place may be passed on the same stretch as the
    one before it.
    """
    at = 0
    for number, place in enumerate(places):
        stretch = next(
            (
                i
                for i in range(at, max(1, len(track) - 1))
                if track and _distance(place, track[i : i + 2]) <= within
            ),
            None,
        )
        if stretch is None:
            return number
        at = stretch
    return None


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


def _distance(place: Position, stretch: Sequence[Position]) -> float:
    """Metres from a place to a stretch of one point or two, on a plane that touches the world at the place."""
    narrowed = math.cos(math.radians(place[0]))

    def flat(point: Position) -> complex:
        east = (point[1] - place[1] + 180) % 360 - 180
        return complex(east * narrowed, point[0] - place[0]) * _METRES_OF_A_DEGREE

    first, last = flat(stretch[0]), flat(stretch[-1])
    step = last - first
    if not step:
        return abs(first)
    share = -(first.real * step.real + first.imag * step.imag) / abs(step) ** 2
    return abs(first + step * min(1.0, max(0.0, share)))
