"""Routes by car, on foot, by public transport and by bicycle, between any two positions.

A route is the fastest path along the map's roads, between the points on them that are nearest to its ends.
Its length is the length as drawn times `WINDING`, and each section has one speed (`SPEEDS`). Public transport
is the fastest combination of walks and rides (`RIDES`); each ride begins with a `WAIT`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.maps_me import bay
from bmoca_gym.handset.kits.map_drawing import Point
from bmoca_gym.handset.kits.quickest_way import quickest
from bmoca_gym.handset.value import memo

#: In the order in which they are offered.
MODES = ("vehicle", "pedestrian", "transit", "bicycle")
#: How much longer a road is than the line that it is drawn as.
WINDING = 1.16
#: km/h by mode and kind of road; a kind that is not named is closed to that mode.
SPEEDS: dict[str, dict[str, float]] = {
    "vehicle": {"highway": 90.0, "main": 34.0, "street": 20.0},
    "pedestrian": {"main": 5.63, "street": 5.63},
    "bicycle": {"main": 17.73, "street": 17.73},
}
#: km/h by kind of line.
RIDES = {"subway": 40.0, "train": 50.0, "bus": 22.0}
#: Seconds before a ride, and metres that are walked from one line to another at most.
WAIT, CHANGE = 180, 600
#: Greatest distance in metres from the roads at which a route may begin or end.
REACH = 4000


class Leg(NamedTuple):
    """A section of a route. ``kind``: of its road, walk, or of its line; ``name``: of the road or the line.

    ``board``, ``leave``: the first and last stop of a ride; ``stops``: how many stops it covers.
    """

    kind: str
    name: str
    metres: float
    ms: int
    points: tuple[Point, ...]
    board: str = ""
    leave: str = ""
    stops: int = 0

    @property
    def is_walk(self) -> bool:
        """Whether it is a walk from, to or between lines."""
        return self.kind == "walk"


class Route(NamedTuple):
    """A route. ``points``: its path; ``legs``: its sections, one for each road or line."""

    points: tuple[Point, ...]
    metres: float
    seconds: float
    legs: tuple[Leg, ...]


class _Edge(NamedTuple):
    a: Point
    b: Point
    road: int


def _length(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def _leg(kind: str, name: str, speed: float, *points: Point) -> Leg:
    metres = WINDING * sum(_length(a, b) for a, b in pairwise(points))
    return Leg(kind, name, metres, round(metres * 3600 / speed), points)


@cache
def _edges(mode: str) -> tuple[_Edge, ...]:
    return tuple(
        [
            _Edge(a, b, number)
            for number, road in enumerate(bay.roads())
            if road.kind in SPEEDS[mode]
            for a, b in pairwise(road.points)
        ]
    )


def _along(mode: str, edge: _Edge, a: Point, b: Point) -> Leg:
    road = bay.roads()[edge.road]
    return _leg(road.kind, road.name, SPEEDS[mode][road.kind], a, b)


@cache
def _neighbours(mode: str) -> dict[Point, tuple[tuple[Point, Leg], ...]]:
    found: dict[Point, list[tuple[Point, Leg]]] = {}
    for edge in _edges(mode):
        for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
            found.setdefault(a, []).append((b, _along(mode, edge, a, b)))
    return {node: tuple(legs) for node, legs in found.items()}


@memo(512)
def _nearest(mode: str, at: Point) -> tuple[Point, _Edge]:
    """The spot on a road nearest to a point, and its stretch. Highways are not left between junctions."""
    best = None
    for edge in _edges(mode):
        if bay.roads()[edge.road].kind == "highway":
            continue
        (ax, ay), (bx, by) = edge.a, edge.b
        dx, dy = bx - ax, by - ay
        share = max(0.0, min(1.0, ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy)))
        spot = round(ax + share * dx), round(ay + share * dy)
        far = _length(at, spot)
        if best is None or far < best[0]:
            best = far, spot, edge
    assert best is not None
    return best[1], best[2]


@memo(512)
def _by_road(mode: str, start: Point, goal: Point) -> Route | None:
    """The quickest route along roads; None if an end is far from any road."""
    (first, first_edge), (last, last_edge) = _nearest(mode, start), _nearest(mode, goal)
    if max(_length(start, first), _length(goal, last)) > REACH:
        return None

    def neighbours(node: Any) -> Iterable[tuple[Any, Leg]]:
        if node == "start":
            if first_edge == last_edge:
                yield "goal", _along(mode, first_edge, first, last)
            for end in (first_edge.a, first_edge.b):
                yield end, _along(mode, first_edge, first, end)
            return
        yield from _neighbours(mode)[node]
        if node in (last_edge.a, last_edge.b):
            yield "goal", _along(mode, last_edge, node, last)

    legs = quickest("start", "goal", neighbours)
    if legs is None:
        return None
    slow = SPEEDS[mode]["street"]
    return _joined((_leg("street", "", slow, start, first), *legs, _leg("street", "", slow, last, goal)))


def _joined(legs: tuple[Leg, ...]) -> Route:
    """A route of legs. Legs along the same road are joined."""
    found = []
    for (kind, name, _, _), group in groupby(
        [leg for leg in legs if leg.metres], key=lambda leg: (leg.kind, leg.name, leg.board, leg.leave)
    ):
        same = tuple(group)
        points = (same[0].points[0], *[point for leg in same for point in leg.points[1:]])
        metres, ms = sum(leg.metres for leg in same), sum(leg.ms for leg in same)
        found.append(Leg(kind, name, metres, ms, points, same[0].board, same[0].leave, same[0].stops))
    points = tuple([point for leg in found for point in leg.points])
    return Route(points, sum(leg.metres for leg in found), sum(leg.ms for leg in found) / 1000, tuple(found))


def _walk(a: Point, b: Point) -> Leg:
    return _leg("walk", "", SPEEDS["pedestrian"]["street"], a, b)


def _ride(line: bay.Line, first: int, last: int) -> Leg:
    step = 1 if last > first else -1
    stops = line.stops[first : last + step if last + step >= 0 else None : step]
    leg = _leg(line.kind, line.name, RIDES[line.kind], *[stop.at for stop in stops])
    return leg._replace(
        ms=leg.ms + WAIT * 1000, board=stops[0].name, leave=stops[-1].name, stops=len(stops) - 1
    )


@cache
def _rides() -> dict[tuple[int, int], tuple[tuple[tuple[int, int], Leg], ...]]:
    """Edges from each stop of each line: rides, and walks to stops of other lines."""
    stops = {(i, j): stop for i, line in enumerate(bay.lines()) for j, stop in enumerate(line.stops)}
    return {
        (i, j): tuple(
            [
                (other, _ride(bay.lines()[i], j, other[1]) if other[0] == i else _walk(stop.at, to.at))
                for other, to in stops.items()
                if other != (i, j) and (other[0] == i or _length(stop.at, to.at) <= CHANGE)
            ]
        )
        for (i, j), stop in stops.items()
    }


@memo(256)
def _by_transit(start: Point, goal: Point) -> Route | None:
    """The quickest combination of walks and rides, or a walk along roads if that is quicker."""

    def neighbours(node: Any) -> Iterable[tuple[Any, Leg]]:
        if node == "start":
            yield "goal", _walk(start, goal)
            for stop in _rides():
                yield stop, _walk(start, bay.lines()[stop[0]].stops[stop[1]].at)
            return
        yield from _rides()[node]
        yield "goal", _walk(bay.lines()[node[0]].stops[node[1]].at, goal)

    legs = quickest("start", "goal", neighbours) or ()
    if all(leg.is_walk for leg in legs):
        walked = _by_road("pedestrian", start, goal)
        if walked is None:
            return None
        return walked._replace(
            legs=(Leg("walk", "", walked.metres, round(walked.seconds * 1000), walked.points),)
        )
    return _joined(legs)


def route(mode: str, start: Point, goal: Point) -> Route | None:
    """The route between two points, or None."""
    if start == goal:
        return None
    return _by_transit(start, goal) if mode == "transit" else _by_road(mode, start, goal)
