"""Towns by rule: small streets, blocks and buildings of settlements, between the roads and waters of a map.

A settlement is a lattice of blocks, bent the more the farther from its middle. Where a road runs through it, corners of
blocks lie on the road. Streets end at water, parks and woods, and only the wider ones cross highways and railways.
Everything follows from coordinates: the same map has the same streets in every process.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.kits.map_drawing import Area, Point, spans
from bmoca_gym.handset.value import memo, sized_memo

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: Blocks along each side of a `Cell`.
_SIDE = 14
#: Every how many lines of the lattice a street is wider: those across, those down.
_WIDER = (5, 4)
#: How far streets and corners of blocks keep from the middle of what they cannot lie on, in metres, and how far
#: buildings keep from the middle of each kind of road.
_BARRIERS = {"highway": 42.0, "rail": 24.0}
_FRONTS = {"highway": 44.0, "rail": 26.0, "main": 21.0, "street": 17.0, "path": 9.0}
#: Metres per px of the picture of obstacles, and its bits: what is not built on, what only wide streets cross, and
#: where no building can be.
_PX, _FIELD, _BARRIER, _FRONT = 6.0, 1, 2, 4
#: The least area of a block in square metres, and what its houses keep from its edge in metres.
_LEAST_BLOCK, _YARD = 1500.0, 9.0
#: The longest stretch of a curve that is drawn straight, in metres.
_STRAIGHT = 150
#: How near to a place there are shops, in metres.
_BUSY = 62.0
#: The kinds of blocks.
HOMES, SHOPS, GREEN = 1, 2, 3


class Settlement(NamedTuple):
    """A town or village.

    Attributes:
        at: its middle.
        radius: metres to its edge, roughly.
        turn: the direction of its streets in degrees.
        block: width and height of a block in metres.
        bend: how far its outer streets swing, in metres.
    """

    at: Point
    radius: int
    turn: int = 0
    block: tuple[int, int] = (150, 95)
    bend: int = 70


class Cell(NamedTuple):
    """A part of a settlement: its index, the first lines of the lattice in it, and its area in metres."""

    settlement: int
    column: int
    row: int
    area: Area


class Land:
    """What streets and buildings have to fit in.

    ``roads``: pairs of a kind (highway, main, street, path or rail) and points; ``fields``: outlines of what is not
    built on; ``places``: around which there are shops; ``names``: of small streets, those across and those down.
    """

    def __init__(
        self,
        settlements: tuple[Settlement, ...],
        roads: tuple[tuple[str, tuple[Point, ...]], ...],
        fields: tuple[tuple[Point, ...], ...],
        places: tuple[Point, ...] = (),
        names: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    ) -> None:
        self.settlements = settlements
        self.roads = roads
        self.fields = fields
        self.places = places
        self.names = names
        self.cells = tuple([cell for number in range(len(settlements)) for cell in self._cells(number)])

    def _cells(self, number: int) -> list[Cell]:
        about = self.settlements[number]
        across, down = _counts(about)
        first = np.mgrid[-across:across:_SIDE, -down:down:_SIDE].reshape(2, -1).T
        low, high = first * np.array(about.block), (first + _SIDE) * np.array(about.block)
        near = np.hypot(*np.maximum(np.maximum(low, -high), 0).T) <= about.radius * 1.1
        first, low, high = first[near], low[near], high[near]
        farthest = np.hypot(*np.maximum(-low, high).T) / about.radius
        margin = 1.6 * about.bend * np.clip(1.6 * farthest - 0.35, 0, 1.2) + 0.5 * sum(about.block)
        low, high = low - margin[:, None], high + margin[:, None]
        corners = np.stack([
            _turned(about, np.stack([x, y], -1)) for x in (low[:, 0], high[:, 0]) for y in (low[:, 1], high[:, 1])
        ])  # fmt: skip
        areas = np.concatenate([corners.min(0), corners.max(0)], 1)
        return [
            Cell(number, column, row, (left, top, right, bottom))
            for (column, row), (left, top, right, bottom) in zip(first.tolist(), areas.tolist(), strict=True)
        ]

    def outline(self, number: int) -> tuple[Point, ...]:
        """The edge of a settlement."""
        angles = np.linspace(0, 2 * math.pi, 40, endpoint=False)
        about = self.settlements[number]
        points = np.stack([np.cos(angles), np.sin(angles)], 1) * _reach(about, angles)[:, None]
        return tuple([(x, y) for x, y in np.rint(points + about.at).astype(int).tolist()])


class Plan(NamedTuple):
    """A settlement's lattice.

    Attributes:
        corners: of blocks, in metres, ``[n, m, 2]``.
        across, down: whether there is a street from a corner to the next one, ``[n - 1, m]`` and ``[n, m - 1]``.
        kinds: of blocks, 0 for none, ``[n - 1, m - 1]``.
        first: the numbers of the first lines.
    """

    corners: NDArray[np.int64]
    across: Mask
    down: Mask
    kinds: NDArray[np.int64]
    first: tuple[int, int]


def chance(*numbers: Any) -> Floats:
    """Numbers from 0 to 1, each as good as random, that follow from whole numbers."""
    mixed = np.zeros(1, np.uint64)
    for salt, number in enumerate(numbers, 1):
        mixed = mixed ^ (np.asarray(number, np.int64).astype(np.uint64) * np.uint64(0x9E3779B1 + 2 * salt))
        mixed = (mixed ^ (mixed >> np.uint64(15))) * np.uint64(0x2C1B3C6D) & np.uint64(0xFFFFFFFF)
        mixed = (mixed ^ (mixed >> np.uint64(12))) * np.uint64(0x297A2D39) & np.uint64(0xFFFFFFFF)
        mixed ^= mixed >> np.uint64(15)
    return mixed.astype(np.float64) / 2**32


def _chance(*numbers: int) -> float:
    """A number from 0 to 1, as good as random, that follows from whole numbers."""
    return crc32(repr(numbers).encode()) / 2**32


def _counts(about: Settlement) -> tuple[int, int]:
    """How many blocks there are from the middle to each side."""
    return tuple([int(about.radius * 1.1 // side) + 1 for side in about.block])  # type: ignore[return-value]


def _turned(about: Settlement, points: Floats) -> Floats:
    """Points of a settlement's lattice on the map."""
    cos, sin = math.cos(math.radians(about.turn)), math.sin(math.radians(about.turn))
    x, y = points[..., 0], points[..., 1]
    return np.stack([about.at[0] + x * cos - y * sin, about.at[1] + x * sin + y * cos], -1)


def _reach(about: Settlement, angles: Floats) -> Floats:
    """How far a settlement extends in each direction (radians)."""
    phase = (about.at[0] * 7 + about.at[1] * 13) % 1000 / 159.0
    waves = 0.9 + 0.08 * np.sin(2 * angles + phase) + 0.06 * np.sin(5 * angles + 2 * phase)
    swing: Floats = about.radius * (waves + 0.03 * np.sin(11 * angles + 3 * phase))
    return swing


class _Obstacles(NamedTuple):
    """What lies where, as a picture of bits: `_FIELD`, `_BARRIER`, `_FRONT`.

    ``left``, ``top``: its corner in metres.
    """

    bits: NDArray[np.uint8]
    left: float
    top: float

    def at(self, points: Floats) -> NDArray[np.uint8]:
        """The bits at points ``[..., 2]`` in metres."""
        place = ((points - (self.left, self.top)) / _PX).astype(np.int64)
        place = np.clip(place, 0, np.array(self.bits.shape[::-1]) - 1)
        found: NDArray[np.uint8] = self.bits[place[..., 1], place[..., 0]]
        return found


def _bytes_of(found: _Obstacles) -> int:
    return found.bits.nbytes


@sized_memo(16 << 20, _bytes_of, asset=True)
def _obstacles(land: Land, number: int) -> _Obstacles:
    """What streets and buildings of a settlement keep clear of."""
    about = land.settlements[number]
    half = about.radius * 1.2 + 400
    left, top, side = about.at[0] - half, about.at[1] - half, int(2 * half / _PX)
    layers = [np.zeros((side, side), np.uint8) for _ in range(3)]

    def placed(points: tuple[Point, ...]) -> NDArray[np.int32]:
        return np.rint((np.array(points) - (left, top)) / _PX).astype(np.int32)

    for outline in land.fields:
        cv2.fillPoly(layers[0], [placed(outline)], _FIELD)
    for kind, line in land.roads:
        for layer, bit, reach in (
            (layers[1], _BARRIER, _BARRIERS.get(kind)),
            (layers[2], _FRONT, _FRONTS[kind]),
        ):
            if reach is not None:
                cv2.polylines(layer, [placed(line)], False, bit, round(2 * reach / _PX))
    return _Obstacles(layers[0] | layers[1] | layers[2], left, top)


@memo(8, asset=True)
def _pieces(land: Land) -> NDArray[np.int64]:
    """The stretches of roads that streets meet: the road's index, and x and y of both ends, ``[n, 5]``."""
    found = [
        (index, *a, *b)
        for index, (kind, line) in enumerate(land.roads)
        if kind in ("main", "street")
        for a, b in pairwise(line)
    ]
    return np.array(found, np.int64).reshape(-1, 5)


def _snapped(points: Floats, pieces: NDArray[np.int64], reach: float) -> tuple[Floats, NDArray[np.int64]]:
    """Move points ``[n, 2]`` within ``reach`` metres of a road onto the nearest one.

    Returns the points, and the indices of their roads, -1 for none.
    """
    order = np.argsort(points[:, 0])
    low, high = (
        np.minimum(pieces[:, 1:3], pieces[:, 3:]) - reach,
        np.maximum(pieces[:, 1:3], pieces[:, 3:]) + reach,
    )
    # Each stretch with the points beside it.
    x = points[order, 0]
    piece, place = spans(np.searchsorted(x, low[:, 0]), np.searchsorted(x, high[:, 0], "right"))
    at = order[place]
    beside = (points[at, 1] >= low[piece, 1]) & (points[at, 1] <= high[piece, 1])
    piece, at = piece[beside], at[beside]
    start, along = pieces[piece, 1:3], (pieces[:, 3:] - pieces[:, 1:3])[piece].astype(np.float64)
    share = np.clip(((points[at] - start) * along).sum(1) / (along * along).sum(1), 0, 1)
    spot = start + share[:, None] * along
    away = np.hypot(*(points[at] - spot).T)
    nearest = np.lexsort((piece, away, at))
    nearest = nearest[away[nearest] < reach]
    at, first = np.unique(at[nearest], return_index=True)
    moved, road = points.copy(), np.full(len(points), -1)
    moved[at], road[at] = spot[nearest[first]], pieces[piece[nearest[first]], 0]
    return moved, road


@memo(64, asset=True)
def plan(land: Land, number: int) -> Plan:
    """The streets and blocks of a settlement."""
    about = land.settlements[number]
    (width, height), (n, m) = about.block, _counts(about)
    i, j = np.mgrid[-n : n + 1, -m : m + 1]
    u = (i + 0.5 * (chance(i, number, 1) - 0.5)) * width
    v = (j + 0.5 * (chance(j, number, 2) - 0.5)) * height
    swing = about.bend * np.clip(1.6 * np.hypot(u, v) / about.radius - 0.35, 0, 1.2)
    phase = 6.28 * chance(number, 3)
    u, v = (
        u + swing * (np.sin(v / 330 + phase) + 0.6 * np.sin(v / 190 + 2 * phase)),
        v + swing * (np.sin(u / 410 + phase) + 0.5 * np.sin(u / 230 + 3 * phase)),
    )
    placed = _turned(about, np.stack([u, v], -1))
    shape = placed.shape[:2]
    flat = placed.reshape(-1, 2)
    away = flat - about.at
    far = np.hypot(away[:, 0], away[:, 1])
    here = far <= _reach(about, np.arctan2(away[:, 1], away[:, 0]))
    for other, its in enumerate(land.settlements):
        if other != number and math.dist(its.at, about.at) < 1.2 * (its.radius + about.radius):
            here &= far / about.radius <= np.hypot(*(flat - its.at).T) / its.radius
    moved, road = _snapped(flat, _pieces(land), 0.21 * (width + height))
    corners = np.rint(moved).reshape(*shape, 2)
    here, road = here.reshape(shape), road.reshape(shape)
    lines = _Lines(_obstacles(land, number), corners, placed, here, road)
    across = _streets(lines, j % _WIDER[0] == 0, (i, j, number))
    turned = _Lines(lines.obstacles, *[array.swapaxes(0, 1) for array in lines[1:]])
    down = _streets(turned, i.T % _WIDER[1] == 0, (j.T, i.T, number + 99)).T
    return Plan(corners.astype(np.int64), across, down, _blocks(land, lines, (i, j, number)), (-n, -m))


class _Lines(NamedTuple):
    """A lattice: corners where they are and where they were before they moved onto roads, whether they are there, and
    the indices of their roads.
    """

    obstacles: _Obstacles
    corners: Floats
    placed: Floats
    here: Mask
    road: NDArray[np.int64]


def _streets(lines: _Lines, wider: Mask, seed: tuple[Any, Any, int]) -> Mask:
    """Whether there is a street from each corner to the next along the first axis.

    A street that would turn aside since a corner moved onto a road is left out.
    """
    (start, end), (first, last), (i, j, salt) = _ends(lines.corners), _ends(lines.placed), seed
    (one, other), (its, other_road) = _ends(lines.here), _ends(lines.road)
    there = one & other & ~((its >= 0) & (its == other_road))
    there &= wider[:-1] | (chance(i[:-1], j[:-1], salt, 4) > 0.13)
    along = ((end - start) * (last - first)).sum(-1)
    there &= along > 0.975 * np.hypot(*np.moveaxis(end - start, -1, 0)) * np.hypot(
        *np.moveaxis(last - first, -1, 0)
    )
    met = lines.obstacles.at(start) | lines.obstacles.at((start + end) / 2) | lines.obstacles.at(end)
    found: Mask = there & (met & _FIELD == 0) & ((met & _BARRIER == 0) | wider[:-1])
    return found


def _ends(array: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The starts and the ends of stretches along the first axis."""
    return array[:-1], array[1:]


def _blocks(land: Land, lines: _Lines, seed: tuple[Any, Any, int]) -> NDArray[np.int64]:
    """The kinds of blocks."""
    c, here, (i, j, number) = lines.corners, lines.here, seed
    about = land.settlements[number]
    there = here[:-1, :-1] & here[1:, :-1] & here[1:, 1:] & here[:-1, 1:]
    (ex, ey), (fx, fy) = (
        np.moveaxis(side, -1, 0) for side in (c[1:, 1:] - c[:-1, :-1], c[:-1, 1:] - c[1:, :-1])
    )
    there &= np.abs(ex * fy - ey * fx) / 2 > _LEAST_BLOCK
    middles = (c[:-1, :-1] + c[1:, :-1] + c[1:, 1:] + c[:-1, 1:]) / 4
    wet = lines.obstacles.at(c) & _FIELD
    wet = wet[:-1, :-1] | wet[1:, :-1] | wet[1:, 1:] | wet[:-1, 1:]
    there &= (wet | lines.obstacles.at(middles) & (_FIELD | _BARRIER)) == 0
    far = np.hypot(*np.moveaxis(middles - about.at, -1, 0)) / about.radius
    green = chance(i, j, number, 5)[:-1, :-1] < 0.035
    shops = chance(i, j, number, 6)[:-1, :-1] > 0.25 + 2.2 * far
    flat, busy = middles.reshape(-1, 2), shops.reshape(-1)
    for x, y in land.places:
        if math.dist((x, y), about.at) < 1.2 * about.radius:
            near = np.flatnonzero(np.abs(flat[:, 0] - x) < _BUSY)  # few: only these are measured
            busy[near[np.abs(flat[near, 1] - y) < _BUSY]] = True
    green &= ~shops
    return np.where(there, np.where(green, GREEN, np.where(shops, SHOPS, HOMES)), 0)


class Street(NamedTuple):
    """A small street, or a piece of one. ``rank``: 0 for the wider ones, 1 for every other one of the rest, 2."""

    rank: int
    name: str
    points: tuple[Point, ...]


def _window(about: Plan, cell: Cell) -> tuple[int, int, int, int]:
    """The first and last lines of a cell in the arrays of its plan."""
    i, j = cell.column - about.first[0], cell.row - about.first[1]
    return i, j, min(i + _SIDE, about.kinds.shape[0]), min(j + _SIDE, about.kinds.shape[1])


@memo(256, asset=True)
def streets(land: Land, cell: Cell) -> tuple[Street, ...]:
    """The streets of a cell."""
    about = plan(land, cell.settlement)
    i, j, last_i, last_j = _window(about, cell)
    lines = [
        (0, row, about.corners[i : last_i + 1, row], about.across[i:last_i, row]) for row in range(j, last_j)
    ] + [
        (1, column, about.corners[column, j : last_j + 1], about.down[column, j:last_j])
        for column in range(i, last_i)
    ]
    found = []
    for axis, at, corners, there in lines:
        number, names = at + about.first[1 - axis], land.names[axis]
        first = int(_chance(cell.settlement, axis) * len(names))
        name = names[(first + 7 * number) % len(names)] if names else ""  # neighbours differ
        rank = 0 if number % _WIDER[axis] == 0 else 1 + number % 2
        found += [Street(rank, name, points) for points in _runs(corners, there)]
    return tuple(found)


def _runs(corners: NDArray[np.int64], there: Mask) -> list[tuple[Point, ...]]:
    """Lines along consecutive streets."""
    points = [(x, y) for x, y in corners.tolist()]
    found: list[tuple[Point, ...]] = []
    start = None
    for number, street in enumerate([*there.tolist(), False]):
        if street and start is None:
            start = number
        elif not street and start is not None:
            found.append(tuple(points[start : number + 1]))
            start = None
    return found


@memo(256, asset=True)
def blocks(land: Land, cell: Cell) -> tuple[NDArray[np.int64], Floats]:
    """The blocks of a cell: their kinds ``[n]``, and their corners ``[n, 4, 2]`` in metres."""
    about = plan(land, cell.settlement)
    i, j, last_i, last_j = _window(about, cell)
    c = about.corners[i : last_i + 1, j : last_j + 1].astype(np.float64)
    kinds = about.kinds[i:last_i, j:last_j]
    quads = np.stack([c[:-1, :-1], c[1:, :-1], c[1:, 1:], c[:-1, 1:]], 2)
    return kinds[kinds > 0], quads[kinds > 0]


def _within(quads: Floats, u: Floats, v: Floats) -> Floats:
    """Points of quadrilaterals ``[n, 4, 2]``, by shares from 0 to 1 of their width and height."""
    u, v = u[..., None], v[..., None]
    a, b, c, d = np.moveaxis(quads, 1, 0)
    found: Floats = (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + c * u) * v
    return found


def _sides(quads: Floats) -> tuple[Floats, Floats]:
    """Widths and heights of quadrilaterals."""
    a, b, c, d = np.moveaxis(quads, 1, 0)
    return np.hypot(*((b - a + c - d) / 2).T), np.hypot(*((d - a + c - b) / 2).T)


@memo(64, asset=True)
def buildings(land: Land, cell: Cell) -> Floats:
    """The buildings of a cell: x, y of their corners in metres, ``[n, 6, 2]``; some have a wing."""
    kinds, quads = blocks(land, cell)
    quads, shops = quads[kinds != GREEN], kinds[kinds != GREEN] == SHOPS
    width, height = _sides(quads)
    lots = np.clip(width // np.where(shops, 42, 27), 1, 8)
    seed = quads[:, 0].astype(np.int64)
    # Of each block, lot and side of the street: neighbours together.
    x, y, lot, side = seed[:, :1, None], seed[:, 1:, None], np.arange(8)[:, None], np.arange(2)
    luck = chance(x, y, lot, side, np.arange(4)[:, None, None, None])
    there = (lot < lots[:, None, None]) & (luck[0] > 0.07)
    block, lot, side = there.nonzero()
    luck, quads, width, height, lots, shops = (
        luck[:, there], quads[block], width[block], height[block], lots[block], shops[block]
    )  # fmt: skip
    front, edge_v = np.minimum(_YARD / width, 0.3), np.minimum((_YARD + 2 * luck[1]) / height, 0.25)
    share = (1 - 2 * front) / lots
    half = share * (0.30 + 0.17 * luck[2])
    deep = np.minimum(np.where(shops, 22.0, 12.0) + 6 * luck[3], 0.42 * height) / height
    middle = front + (lot + 0.5) * share
    step = np.where(luck[1] > 0.55, 0.55, 1.0) * deep  # how deep the narrow part is
    at = np.where(luck[2] > 0.5, 0.3, -0.2) * half
    us = middle - half, middle + half, middle + half, middle + at, middle + at, middle - half
    vs = edge_v, edge_v, edge_v + step, edge_v + step, edge_v + deep, edge_v + deep
    corners = [_within(quads, u, np.where(side, 1 - v, v)) for u, v in zip(us, vs, strict=True)]
    houses = np.stack(corners, 1)
    return houses[_obstacles(land, cell.settlement).at(houses.mean(1)) == 0]


@memo(64, asset=True)
def trees(land: Land, cell: Cell) -> Floats:
    """The trees between a cell's buildings and on its squares: x, y, radius in metres, ``[n, 3]``."""
    kinds, quads = blocks(land, cell)
    seed = quads[:, 0].astype(np.int64)
    number = np.arange(14)[:, None]
    luck = [chance(seed[:, 0], seed[:, 1], number, salt) for salt in (7, 8, 9)]
    green = kinds == GREEN
    v = np.where(green, 0.08 + 0.84 * luck[1], 0.43 + 0.14 * luck[1])
    spots = np.concatenate([_within(quads, 0.06 + 0.88 * luck[0], v), 4 + 4 * luck[2][..., None]], -1)
    there = green | (number < np.where(kinds == SHOPS, 1, 6))
    found: Floats = spots.swapaxes(0, 1)[there.T]  # neighbours together
    return found


def ragged(points: tuple[Point, ...], swing: float = 0.14, most: float = 260.0) -> tuple[Point, ...]:
    """An outline with bays and points between its corners, as coasts and woods have.

    ``swing``: how far they reach, as a share of an edge's length, at most ``most`` metres.
    """
    for _ in range(3):
        found: list[Point] = []
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
            length = math.hypot(bx - ax, by - ay)
            found.append((ax, ay))
            if length < 60:
                continue
            aside = (_chance(ax + bx, ay + by) - 0.5) * 2 * min(swing * length, most) / length
            found.append((round((ax + bx) / 2 - (by - ay) * aside), round((ay + by) / 2 + (bx - ax) * aside)))
        points = tuple(found)
        most /= 2
    return points


def winding(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """A line through points as a curve, with further points on it (Catmull and Rom's)."""
    found = [points[0]]
    for number, (a, b) in enumerate(pairwise(points)):
        before = points[number - 1] if number else a
        after = points[number + 2] if number + 2 < len(points) else b
        found += bend(before, a, b, after)
    return tuple(found)


def pieces(line: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """A line through points as curves of a few stretches each: only those in sight are drawn."""
    curve = winding(line)
    return [curve[at : at + 17] for at in range(0, len(curve) - 1, 16)]


def curved(way: tuple[Point, ...], roads: list[tuple[Point, ...]]) -> tuple[Point, ...]:
    """A route along straight stretches of roads, as it is where the roads are drawn `winding`."""
    found = [way[0]]
    for a, b in pairwise(way):
        found += _along(a, b, roads)
    return tuple(found)


def _along(a: Point, b: Point, roads: list[tuple[Point, ...]]) -> list[Point]:
    """Points on the curve of the road that has a stretch from ``a`` to ``b``, or just ``b``."""
    for road in roads:
        for number, (start, end) in enumerate(pairwise(road)):
            first, last = _share(start, end, a), _share(start, end, b)
            if first is not None and last is not None:
                before, after = road[max(0, number - 1)], road[min(number + 2, len(road) - 1)]
                shares = tuple([first + (last - first) * step / 8 for step in range(9)])
                return bend(before, start, end, after, shares) if math.dist(start, end) > _STRAIGHT else [b]
    return [b]


def _share(start: Point, end: Point, point: Point) -> float | None:
    """Where on a stretch a point lies, from 0 to 1; None if it does not."""
    wx, wy, x, y = end[0] - start[0], end[1] - start[1], point[0] - start[0], point[1] - start[1]
    length = math.hypot(wx, wy)
    share = (x * wx + y * wy) / length**2
    return share if abs(x * wy - y * wx) <= 2 * length and -0.01 <= share <= 1.01 else None


def bend(before: Point, a: Point, b: Point, after: Point, shares: tuple[float, ...] = ()) -> list[Point]:
    """Points on the curve from ``a`` to ``b`` of a line, without ``a``. ``shares``: where, from 0 to 1."""
    length = math.dist(a, b)
    slopes = []
    for p, q, r in ((before, a, b), (a, b, after)):
        dx, dy = r[0] - p[0], r[1] - p[1]
        # A sharp turn stays one.
        towards = max(0.0, (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1]))
        scale = min(1.0, towards / (math.dist(p, q) * math.dist(q, r))) if p != q and q != r else 0.0
        whole = math.hypot(dx, dy) or 1.0
        slopes.append(
            (dx / whole * length * scale, dy / whole * length * scale)
            if scale > 0.3
            else (b[0] - a[0], b[1] - a[1])
        )
    steps = shares or (tuple([step / 8 for step in range(1, 9)]) if length > _STRAIGHT else (1.0,))
    found = []
    for t in steps:
        h1, h2, h3 = t**3 - 2 * t**2 + t, 3 * t**2 - 2 * t**3, t**3 - t**2
        found.append((
            round(a[0] * (1 - h2) + h1 * slopes[0][0] + h2 * b[0] + h3 * slopes[1][0]),
            round(a[1] * (1 - h2) + h1 * slopes[0][1] + h2 * b[1] + h3 * slopes[1][1]),
        ))  # fmt: skip
    return found


def strip(points: tuple[Point, ...], half: float) -> tuple[Point, ...]:
    """The outline of a line that is ``half`` metres wide to each side, such as a river."""
    left, right = [], []
    for number, (x, y) in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        length = math.dist(before, after) or 1.0
        ux, uy = (after[0] - before[0]) / length * half, (after[1] - before[1]) / length * half
        left.append((round(x - uy), round(y + ux)))
        right.append((round(x + uy), round(y - ux)))
    return (*left, *reversed(right))
