"""The route by car between two positions, along the map's roads."""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

from bmoca_gym.handset.apps.osmand import land
from bmoca_gym.handset.kits.geography import Position
from bmoca_gym.handset.kits.quickest_way import quickest
from bmoca_gym.handset.value import memo

Point = tuple[int, int]
#: km/h on each kind of road, and beside them.
_SPEEDS = {"highway": 90, "main": 60, "street": 35, "path": 8}
_BESIDE = 20


class Leg(NamedTuple):
    """A piece of road to the point ``to``."""

    to: Point
    metres: float
    ms: int


class Way(NamedTuple):
    """The positions along a route, its length, and how long it takes."""

    points: tuple[Position, ...]
    metres: float
    minutes: int


def _leg(start: Point, to: Point, speed: float) -> Leg:
    metres = math.dist(start, to)
    return Leg(to, metres, round(metres * 3600 / speed))


@memo(1, asset=True)
def _roads() -> dict[Point, tuple[Leg, ...]]:
    """The legs from each point of a road. Where a road ends next to another, one can cross over."""
    found: dict[Point, list[Leg]] = {}
    pieces: list[set[Point]] = []
    for kind, line in land.roads():
        for one, other in itertools.pairwise(line):
            for start, to in ((one, other), (other, one)):
                found.setdefault(start, []).append(_leg(start, to, _SPEEDS[kind]))
        met = [piece for piece in pieces if not piece.isdisjoint(line)]
        pieces = [piece for piece in pieces if piece not in met] + [set(line).union(*met)]
    while len(pieces) > 1:  # join the nearest pieces of the net
        one, other = min(
            ((a, b) for a in pieces[0] for piece in pieces[1:] for b in piece),
            key=lambda ends: math.dist(*ends),
        )
        for start, to in ((one, other), (other, one)):
            found[start].append(_leg(start, to, _BESIDE))
        joined = next(piece for piece in pieces[1:] if other in piece)
        pieces = [pieces[0] | joined, *[piece for piece in pieces[1:] if piece is not joined]]
    return {point: tuple(legs) for point, legs in found.items()}


@memo(64)
def way(start: Position, goal: Position) -> Way:
    """Return the quickest route: to the nearest point on a road, along roads, and on to the goal."""
    roads, ends = _roads(), [land.PLANE.on_map(*start), land.PLANE.on_map(*goal)]
    first, last = [min(roads, key=lambda point, end=end: math.dist(point, end)) for end in ends]  # type: ignore[misc]
    if math.dist(*ends) <= math.dist(ends[0], first) + math.dist(last, ends[1]):
        legs: tuple[Leg, ...] = (_leg(ends[0], ends[1], _BESIDE),)
    else:
        along = quickest(first, last, lambda point: [(leg.to, leg) for leg in roads[point]]) or ()
        legs = (_leg(ends[0], first, _BESIDE), *along, _leg(last, ends[1], _BESIDE))
    points = (start, *[land.PLANE.position(*leg.to) for leg in legs[:-1]], goal)
    return Way(points, sum(leg.metres for leg in legs), max(1, round(sum(leg.ms for leg in legs) / 60_000)))
