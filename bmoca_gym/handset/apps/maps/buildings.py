"""Buildings along the streets of the town and trees behind them, made by rule: the same on every machine."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.apps.maps import town

#: x, y of four corners, metres.
Corners = tuple[float, ...]

_FRONT, _STEP, _TILE = 13.0, 34.0, 500
#: How far a building's middle is from the middle of every street, park's edge and river, at least.
_CLEAR_OF_STREETS, _CLEAR_OF_RIVERS = 21.0, 95.0
#: How far trees are from the middle of every street: behind its buildings.
_BEHIND = 46.0
_LEFT, _TOP, _RIGHT, _BOTTOM = 250, 250, 3800, 3700


def _near(points: NDArray[np.float64], line: tuple[town.Point, ...], reach: float) -> NDArray[np.bool_]:
    """The mask of the ``float64[n, 2]`` points that are no farther than ``reach`` from a line."""
    near = np.zeros(len(points), bool)
    x, y = points.T
    for (ax, ay), (bx, by) in pairwise(line):
        around = (x >= min(ax, bx) - reach) & (x <= max(ax, bx) + reach)
        around &= (y >= min(ay, by) - reach) & (y <= max(ay, by) + reach)
        at = np.flatnonzero(around)  # few: only these are measured
        dx, dy, wx, wy = x[at] - ax, y[at] - ay, float(bx - ax), float(by - ay)
        share = np.clip((dx * wx + dy * wy) / (wx * wx + wy * wy), 0, 1)
        near[at] |= np.hypot(dx - share * wx, dy - share * wy) <= reach
    return near


def _inside(points: NDArray[np.float64], polygon: tuple[town.Point, ...]) -> NDArray[np.bool_]:
    x, y = points.T
    inside = np.zeros(len(points), bool)
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
    return inside


def _candidates() -> tuple[NDArray[np.float64], list[Corners]]:
    """Middles and corners of all that could stand along the streets, both sides."""
    middles, corners = [], []
    number = 0
    for street in town.streets():
        if street.kind in ("path", "highway"):
            continue
        for (ax, ay), (bx, by) in pairwise(street.points):
            length = float(np.hypot(bx - ax, by - ay))
            ux, uy = (bx - ax) / length, (by - ay) / length
            for i in range(int(length // _STEP)):
                for side in (1, -1):
                    number += 1
                    depth, half = 13.0 + number * 7919 % 11, 11.0 + number * 104729 % 5
                    nx, ny = -uy * side, ux * side
                    cx = ax + ux * (i + 0.5) * _STEP + nx * (_FRONT + depth / 2)
                    cy = ay + uy * (i + 0.5) * _STEP + ny * (_FRONT + depth / 2)
                    if not (_LEFT < cx < _RIGHT and _TOP < cy < _BOTTOM):
                        continue
                    middles.append((cx, cy))
                    corners.append(
                        tuple(
                            [
                                value
                                for along, out in ((-half, -0.5), (half, -0.5), (half, 0.5), (-half, 0.5))
                                for value in (
                                    cx + ux * along + nx * out * depth,
                                    cy + uy * along + ny * out * depth,
                                )
                            ]
                        )
                    )
    return np.array(middles), corners


@cache
def tiles() -> tuple[tuple[Corners, ...], ...]:
    """The buildings, those near one another together: what is not in sight need not be drawn."""
    middles, corners = _candidates()
    keep = np.ones(len(middles), bool)
    for street in town.streets():
        keep &= ~_near(middles, street.points, _CLEAR_OF_STREETS - 3 if street.kind != "highway" else 40)
    for river in town.rivers():
        keep &= ~_near(middles, river.points, _CLEAR_OF_RIVERS)
    for park in town.parks():
        keep &= ~_inside(middles, park.points)
    found: dict[tuple[int, int], list[Corners]] = {}
    placed: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for (x, y), shape, kept in zip(middles.tolist(), corners, keep.tolist(), strict=True):
        if not kept:
            continue
        cell = int(x // 60), int(y // 60)
        near = [p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in placed.get((cell[0] + i, cell[1] + j), ())]
        if all(abs(px - x) + abs(py - y) > 34 for px, py in near):
            placed.setdefault(cell, []).append((x, y))
            found.setdefault((int(x // _TILE), int(y // _TILE)), []).append(shape)
    return tuple([tuple(shapes) for shapes in found.values()])


@cache
def trees() -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """(x, y, radius) of trees in metres, those near one another together."""
    spots = []
    for row, top in enumerate(range(_TOP, _BOTTOM, 24)):
        for column, left in enumerate(range(_LEFT, _RIGHT, 24)):
            number = row * 7919 + column * 104729 + row * column * 31
            if number % 3:
                spots.append((left + number % 17, top + number // 7 % 17, 4 + number % 5))
    points = np.array([spot[:2] for spot in spots], float)
    keep = np.ones(len(points), bool)
    for street in town.streets():
        keep &= ~_near(points, street.points, _BEHIND if street.kind != "path" else 10)
    for river in town.rivers():
        keep &= ~_near(points, river.points, river.width / 2 + 12)
    for lake in town.lakes():
        keep &= ~_inside(points, lake.points)
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for spot, kept in zip(spots, keep.tolist(), strict=True):
        if kept:
            found.setdefault((spot[0] // _TILE, spot[1] // _TILE), []).append(spot)
    return tuple([tuple(tile) for tile in found.values()])
