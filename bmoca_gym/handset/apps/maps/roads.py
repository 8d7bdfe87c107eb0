"""Routes through the town: graph of streets and transit lines, fastest paths (Dijkstra), and their steps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.apps.maps import town
from bmoca_gym.handset.apps.maps.town import Point
from bmoca_gym.handset.kits.quickest_way import quickest

MODES = ("drive", "transit", "walk")
#: Metres a second, by mode and kind of street; a street that is not named is closed to that mode.
_SPEEDS = {
    "drive": {"highway": 20.0, "main": 8.5, "street": 6.0},
    "walk": {"main": 1.35, "street": 1.35, "path": 1.35},
}
_RIDE_SPEEDS = {"tram": 7.0, "bus": 6.0}
_WAIT_MS, _STOP_MS, _PARK_MS = 240_000, 20_000, 30_000
_HEADINGS = ("east", "south", "west", "north")


class Step(NamedTuple):
    """A step of directions.

    Attributes:
        kind: head_north ..., left, right, straight, walk, tram, bus, arrive.
        name: the street or the destination.
        line: the line of a ride.
        meters, seconds: until the next step.
        x, y: where it begins.
    """

    kind: str
    name: str
    line: str
    meters: int
    seconds: int
    x: int
    y: int


class Route(NamedTuple):
    """A route. ``points``: its path; ``via``: the street that it mostly follows, or the lines."""

    points: tuple[Point, ...]
    meters: int
    seconds: int
    via: tuple[str, ...]
    steps: tuple[Step, ...]


class Edge(NamedTuple):
    """A piece of a street between two of its crossings or bends."""

    a: Point
    b: Point
    street: int


class _Leg(NamedTuple):
    """A stretch walked or ridden from one node to the next. ``line``: of a ride."""

    name: str
    line: str
    meters: float
    ms: int
    points: tuple[Point, ...]


def _length(a: Point, b: Point) -> float:
    return math.hypot(b[0] - a[0], b[1] - a[1])


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """The point where the stretch a-b meets c-d."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = rx * sy - ry * sx
    if across == 0:
        return None
    t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / across
    u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / across
    if not (0 <= t <= 1 and 0 <= u <= 1):
        return None
    return round(a[0] + t * rx), round(a[1] + t * ry)


@cache
def edges() -> tuple[Edge, ...]:
    """All pieces of all streets."""
    pieces = [
        (a, b, index) for index, street in enumerate(town.streets()) for a, b in pairwise(street.points)
    ]
    ends = np.array([(a, b) for a, b, _ in pieces], np.int64)
    least, most = ends.min(axis=1), ends.max(axis=1)
    found = []
    for number, (a, b, street) in enumerate(pieces):
        cuts = {a, b}
        near = ((least <= most[number]) & (most >= least[number])).all(axis=1)
        for at in near.nonzero()[0].tolist():
            c, d, other = pieces[at]
            meeting = _crossing(a, b, c, d) if other != street else None
            if meeting is not None:
                cuts.add(meeting)
        ordered = sorted(cuts, key=lambda point: (_length(a, point), point))
        found += [Edge(p, q, street) for p, q in pairwise(ordered)]
    return tuple(found)


class _Spot(NamedTuple):
    """The point on an edge nearest to another point."""

    point: Point
    edge: Edge


def _open(edge: Edge, mode: str) -> float:
    return _SPEEDS[mode].get(town.streets()[edge.street].kind, 0.0)


@cache
def _stretches(mode: str) -> tuple[tuple[Edge, ...], NDArray[np.int64]]:
    """The edges open to ``mode``, and for each the x and y of its start and of the vector to its end, ``[4, n]``."""
    known = tuple([edge for edge in edges() if _open(edge, mode)])
    rows = [(ax, ay, bx - ax, by - ay) for (ax, ay), (bx, by), _ in known]
    return known, np.array(rows, np.int64).T


@lru_cache(maxsize=512)
def nearest(x: int, y: int, mode: str) -> _Spot:
    """The nearest spot on a street open to ``mode``; the first of equally near ones."""
    known, (ax, ay, dx, dy) = _stretches(mode)
    t = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0, 1)
    east, south = np.rint(ax + t * dx), np.rint(ay + t * dy)
    best = int(np.argmin((x - east) ** 2 + (y - south) ** 2))
    return _Spot((int(east[best]), int(south[best])), known[best])


def address(x: int, y: int) -> tuple[int, str]:
    """House number and street at a point."""
    spot = nearest(x, y, "drive")
    street = town.streets()[spot.edge.street]
    start = min(street.points, key=lambda point: (abs(point[0]) + abs(point[1]), point))
    (ax, ay), (bx, by) = spot.edge.a, spot.edge.b
    odd = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
    return max(1, round(_length(start, spot.point) / 10)) * 2 + odd, street.name


Node = Any
_Next = Iterable[tuple[Node, _Leg]]


def _street_leg(edge: Edge, a: Point, b: Point, mode: str) -> _Leg:
    meters = _length(a, b)
    name = town.streets()[edge.street].name
    return _Leg(name, "", meters, round(meters * 1000 / _open(edge, mode)), (a, b))


@cache
def _neighbours(mode: str) -> dict[Point, tuple[tuple[Point, _Leg], ...]]:
    found: dict[Point, list[tuple[Point, _Leg]]] = {}
    for edge in edges():
        if _open(edge, mode):
            for a, b in ((edge.a, edge.b), (edge.b, edge.a)):
                found.setdefault(a, []).append((b, _street_leg(edge, a, b, mode)))
    return {node: tuple(legs) for node, legs in found.items()}


class _Search:
    """The quickest routes along streets from a point on one. It searches only as far as the requested goals.

    Its results equal those of `quickest` for each goal alone, the first found among equally quick routes.
    """

    def __init__(self, origin: _Spot, mode: str) -> None:
        self._origin = origin
        self._mode = mode
        self._lock = Lock()
        self._heap: list[tuple[int, int, Point]] = []
        self._best: dict[Point, int] = {}
        self._came: dict[Point, tuple[Point | None, _Leg]] = {}
        self._reached: dict[Point, int] = {}  # in that order
        self._pushed = 0
        for end in origin.edge[:2]:
            self._offer(None, end, _street_leg(origin.edge, origin.point, end, mode), 0)

    def _offer(self, node: Point | None, other: Point, leg: _Leg, cost: int) -> None:
        total = cost + leg.ms
        if other not in self._best or total < self._best[other]:
            self._best[other] = total
            self._came[other] = node, leg
            self._pushed += 1
            heappush(self._heap, (total, self._pushed, other))

    def _go_on(self) -> None:
        """Expand one more crossing."""
        cost, _, node = heappop(self._heap)
        if node not in self._reached:
            self._reached[node] = len(self._reached)
            for other, leg in _neighbours(self._mode).get(node, ()):
                self._offer(node, other, leg, cost)

    def way(self, goal: _Spot) -> tuple[_Leg, ...]:
        """The quickest route to a point on a street, or ()."""
        with self._lock:
            return self._way(goal)

    def _way(self, goal: _Spot) -> tuple[_Leg, ...]:
        origin, mode = self._origin, self._mode
        ends = dict.fromkeys(goal.edge[:2])
        last: tuple[int, Point | None, _Leg] | None = None
        if origin.edge == goal.edge:
            leg = _street_leg(goal.edge, origin.point, goal.point, mode)
            last = leg.ms, None, leg
        waited = set(ends)
        for end in sorted(waited & self._reached.keys(), key=self._reached.__getitem__):
            last = self._quicker(last, end, goal)
        waited -= self._reached.keys()
        while waited and self._heap and (last is None or last[0] > self._heap[0][0]):
            self._go_on()
            for end in waited & self._reached.keys():
                last = self._quicker(last, end, goal)
                waited.discard(end)
        if last is None:
            return ()
        _, node, leg = last
        legs = [leg]
        while node is not None:
            node, leg = self._came[node]
            legs.append(leg)
        return tuple(reversed(legs))

    def _quicker(
        self, last: tuple[int, Point | None, _Leg] | None, end: Point, goal: _Spot
    ) -> tuple[int, Point | None, _Leg]:
        """The quicker of two last legs: the known one, and one from a reached end of the goal's edge."""
        leg = _street_leg(goal.edge, end, goal.point, self._mode)
        total = self._best[end] + leg.ms
        return (total, end, leg) if last is None or total < last[0] else last


#: The search from each point, of which stops are asked again and again.
_search = lru_cache(maxsize=128)(_Search)


def _street_way(origin: _Spot, goal: _Spot, mode: str) -> tuple[_Leg, ...]:
    """The quickest route along streets between two points on them."""
    return tuple([leg for leg in _search(origin, mode).way(goal) if leg.points[0] != leg.points[1]])


@lru_cache(maxsize=2048)
def _walk(a: Point, b: Point, name: str) -> _Leg:
    """A walk as one leg, to a destination called ``name``."""
    legs = _street_way(nearest(*a, "walk"), nearest(*b, "walk"), "walk")
    points = (a, *[point for leg in legs for point in leg.points], b)
    return _Leg(name, "", sum(leg.meters for leg in legs), sum(leg.ms for leg in legs), points)


@cache
def line_points(index: int) -> tuple[tuple[Point, ...], ...]:
    """The path of a line from each of its stops to the next."""
    stops = town.lines()[index].stops
    found = []
    for stop, after in pairwise(stops):
        legs = _street_way(nearest(*stop[1:], "drive"), nearest(*after[1:], "drive"), "drive")
        found.append(((stop.x, stop.y), *[point for leg in legs for point in leg.points], (after.x, after.y)))
    return tuple(found)


@cache
def _ride(index: int, start: int, end: int) -> _Leg:
    """A ride between two stops of a line, with the wait for it."""
    line = town.lines()[index]
    low, high = min(start, end), max(start, end)
    points = [point for piece in line_points(index)[low:high] for point in piece]
    if start > end:
        points.reverse()
    meters = sum(_length(a, b) for a, b in pairwise(points))
    ms = round(meters * 1000 / _RIDE_SPEEDS[line.kind]) + _STOP_MS * (high - low) + _WAIT_MS
    return _Leg(line.stops[end].name, line.name, meters, ms, tuple(points))


def _transit_way(a: Point, b: Point) -> tuple[_Leg, ...]:
    """Walks and rides. Nodes: "start", "goal" and (line, stop), at which one walks or rides on."""
    stops = [
        (line, number, (stop.x, stop.y), stop.name)
        for line, about in enumerate(town.lines())
        for number, stop in enumerate(about.stops)
    ]
    at = {(line, number): point for line, number, point, _ in stops}

    def neighbours(node: Node) -> _Next:
        here = a if node == "start" else at[node]
        yield "goal", _walk(here, b, "")
        if node == "start":
            yield from (((line, number), _walk(a, point, name)) for line, number, point, name in stops)
            return
        line, number = node
        for other in range(len(town.lines()[line].stops)):
            if other != number:
                yield (line, other), _ride(line, number, other)
        for other_line, other, point, name in stops:  # a change of lines where they meet
            if other_line != line and _length(here, point) < 60:
                yield (other_line, other), _Leg(name, "", 0.0, 0, (here, point))

    return quickest("start", "goal", neighbours) or ()


@lru_cache(maxsize=512)
def route(origin: str, goal: str, mode: str) -> Route:
    """The quickest route between two places, by their keys. ``mode``: of `MODES`."""
    start, end = town.place(origin), town.place(goal)
    a, b = (start.x, start.y), (end.x, end.y)
    if mode == "transit":
        legs = tuple([leg for leg in _transit_way(a, b) if leg.meters or leg.line])
        via = tuple([leg.line for leg in legs if leg.line])
        steps = [_transit_step(leg) for leg in legs]
    else:
        legs = _street_way(nearest(*a, mode), nearest(*b, mode), mode)
        steps = _turns(legs)
        longest = max(steps, key=lambda step: step.meters, default=None)
        via = (longest.name,) if longest else ()
    points = (a, *[point for leg in legs for point in leg.points], b)
    meters = round(sum(leg.meters for leg in legs))
    seconds = (sum(leg.ms for leg in legs) + (_PARK_MS if mode == "drive" else 0)) // 1000
    steps.append(Step("arrive", "", "", 0, 0, *b))
    return Route(tuple(points), meters, seconds, via, tuple(steps))


def _transit_step(leg: _Leg) -> Step:
    kind = next((line.kind for line in town.lines() if line.name == leg.line), "walk")
    return Step(kind, leg.name, leg.line, round(leg.meters), leg.ms // 1000, *leg.points[0])


def _angle(leg: _Leg) -> float:
    (ax, ay), (bx, by) = leg.points
    return math.degrees(math.atan2(by - ay, bx - ax))


def _turns(legs: tuple[_Leg, ...]) -> list[Step]:
    """A step for each street along the route."""
    steps: list[Step] = []
    before: _Leg | None = None
    for leg in legs:
        if before is not None and before.name == leg.name:
            last = steps[-1]
            steps[-1] = last._replace(
                meters=last.meters + round(leg.meters), seconds=last.seconds + leg.ms // 1000
            )
        else:
            if before is None:
                kind = "head_" + _HEADINGS[round(_angle(leg) / 90) % 4]
            else:
                turn = (_angle(leg) - _angle(before) + 180) % 360 - 180
                kind = "straight" if abs(turn) < 30 else "right" if turn > 0 else "left"
            steps.append(Step(kind, leg.name, "", round(leg.meters), leg.ms // 1000, *leg.points[0]))
        before = leg
    return steps
