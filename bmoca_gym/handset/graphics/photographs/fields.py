"""Solids by their signed distance: balls, boxes, what is turned on a lathe, cut from a sheet, stuffed, or bent.

A `Part` is one of them; `distance` is how far points are from the nearest. Points are [n, 3], y points up, and a thing
is about two units tall.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from bmoca_gym.handset.graphics.photographs.tracer import Floats, Triple

#: Points of a side of the grid in which distances from an outline are kept.
_GRID = 192
#: Points of a curve for each of its given ones: of an outline, and of a tube.
_BETWEEN, _BENT = 6, 4
Outline = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Part:
    """A part of a thing.

    Attributes:
        kind: "ball", "box", "lathe", "slab", "puff" or "tube".
        half: half of the extent of a ball or a box; the third number is that of a slab or a puff.
        points: of an outline, (radius, height) for a lathe, else (x, y); of a tube, (x, y, z, radius).
        smooth: whether the outline has no corners.
        at: where its origin is.
        turn: degrees about the axes y, x and z, in this order from outside.
        size: how much larger it is along its axes.
        round: radius of its edges.
        wide: how far a puff rises from its rim.
        facets: edges along a tube: their number and strength.
        lumps: height and number per unit of uneven places.
        copies: number and distance of copies along each axis.
        mirror: whether there is another one on the other side, at -x.
        ring: number of copies about the axis y, and how far they are turned, as a part of the angle between them.
        blend: how smoothly it passes into the parts before it.
        cut: whether it is taken away from the parts before it.
        color, skin, bump: 0xRRGGBB, layers over it, and fine folds: see `skins`.
        shine: how strongly it reflects, 1 as lacquer does; rough: how blurred, from 0 to 1; metal: whether it is bare.
    """

    kind: str
    half: Triple = (1.0, 1.0, 1.0)
    points: Outline = ()
    smooth: bool = False
    at: Triple = (0.0, 0.0, 0.0)
    turn: Triple = (0.0, 0.0, 0.0)
    size: Triple = (1.0, 1.0, 1.0)
    round: float = 0.0
    wide: float = 0.5
    facets: tuple[int, float] = (0, 0.0)
    lumps: tuple[float, float] = (0.0, 1.0)
    copies: tuple[tuple[int, int, int], Triple] = ((1, 1, 1), (1.0, 1.0, 1.0))
    mirror: bool = False
    ring: tuple[int, float] = (1, 0.0)
    blend: float = 0.0
    cut: bool = False
    color: int = 0xFFFFFF
    skin: tuple[dict[str, Any], ...] = field(default=(), hash=False)
    bump: tuple[float, Triple] = (0.0, (1.0, 1.0, 1.0))
    shine: float = 0.5
    rough: float = 0.3
    metal: bool = False


def rotation(turn: Triple) -> Floats:
    """The matrix of a turn, in degrees about y, x and z."""
    (cy, cx, cz), (sy, sx, sz) = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    return (about_y @ about_x @ about_z).astype(np.float32)


def local(part: Part, points: Floats) -> Floats:
    """Points along the axes of a part, in its own size."""
    p = points
    if part.mirror:
        p = p * np.float32(1)
        p[:, 0] = np.abs(p[:, 0])
    if part.ring[0] > 1:
        apart, start = 2 * np.pi / part.ring[0], part.ring[1]
        turn = np.arctan2(p[:, 0], p[:, 2]) / apart - start
        turn = (np.round(turn) + start) * apart
        c, s = np.cos(turn), np.sin(turn)
        p = np.stack([c * p[:, 0] - s * p[:, 2], p[:, 1], s * p[:, 0] + c * p[:, 2]], 1).astype(np.float32)
    p = (p - np.array(part.at, np.float32)) @ rotation(part.turn)
    count, step = (np.array(values, np.float32) for values in part.copies)
    if count.max() > 1:
        p = p - step * np.clip(np.round(p / step + (count - 1) / 2), 0, count - 1) + step * (count - 1) / 2
    return (p / np.array(part.size, np.float32)).astype(np.float32)


def curve(points: Outline, closed: bool, between: int = _BETWEEN) -> Floats:
    """A smooth line through points, [n, k]."""
    given = np.array(points, np.float32)
    before = np.roll(given, 1, 0) if closed else np.concatenate([given[:1], given[:-1]])
    after = np.roll(given, -1, 0) if closed else np.concatenate([given[1:], given[-1:]])
    last = np.roll(after, -1, 0) if closed else np.concatenate([after[1:], after[-1:]])
    rows = []
    for t in np.arange(between, dtype=np.float32) / between:
        t2, t3 = t * t, t * t * t
        rows.append(0.5 * (2 * given + (after - before) * t + (2 * before - 5 * given + 4 * after - last) * t2
                           + (3 * given - before - 3 * after + last) * t3))  # fmt: skip
    line = np.stack(rows, 1).reshape(-1, given.shape[1])
    return line if closed else np.concatenate([line[: 1 - between], given[-1:]])


@cache
def _grid(points: Outline, smooth: bool, lathe: bool) -> tuple[Floats, Floats, float]:
    """Distances from an outline in a grid: they, its lower corner, and the distance of its points."""
    if lathe:  # closed by the mirror image on the other side of the axis
        line = curve(points, False) if smooth else np.array(points, np.float32)
        if line[0, 0] < 1e-6 or line[-1, 0] < 1e-6:
            line = np.concatenate([line, line[::-1] * np.array([-1, 1], np.float32)])
    else:
        line = curve(points, True) if smooth else np.array(points, np.float32)
    low, high = line.min(0), line.max(0)
    if lathe:
        low[0] = 0
    margin = float((high - low).max()) * 0.12
    low = low - (np.array([0, margin]) if lathe else margin)
    step = float((high + margin - low).max()) / (_GRID - 1)
    y, x = np.mgrid[0:_GRID, 0:_GRID].astype(np.float32) * np.float32(step)
    x, y = x + low[0], y + low[1]
    least, inside = np.full_like(x, 1e9), np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(line, np.roll(line, -1, 0), strict=True):
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        if length < 1e-12:
            continue
        t = np.clip(((x - ax) * ex + (y - ay) * ey) / length, 0, 1)
        least = np.minimum(least, (x - ax - t * ex) ** 2 + (y - ay - t * ey) ** 2)
        inside ^= ((ay > y) != (by > y)) & (x < ex * (y - ay) / np.where(ey == 0, np.float32(1e-9), ey) + ax)
    far = np.sqrt(least)
    return np.where(inside, -far, far).astype(np.float32), low.astype(np.float32), step


def _flat(part: Part, x: Floats, y: Floats) -> Floats:
    """The distance of points of a plane from the outline of a part."""
    grid, low, step = _grid(part.points, part.smooth, part.kind == "lathe")
    u, v = (x - low[0]) / step, (y - low[1]) / step
    cu, cv = np.clip(u, 0, _GRID - 1.001), np.clip(v, 0, _GRID - 1.001)
    i, j = cu.astype(np.int32), cv.astype(np.int32)
    s, t = cu - i, cv - j
    flat, at = grid.ravel(), j * _GRID + i
    upper = flat[at] * (1 - s) + flat[at + 1] * s
    lower = flat[at + _GRID] * (1 - s) + flat[at + _GRID + 1] * s
    found, beyond = upper * (1 - t) + lower * t, np.hypot(u - cu, v - cv) * step
    return np.where(beyond > 0, np.hypot(found, beyond), found).astype(np.float32)


def length(vectors: Floats) -> Floats:
    """The lengths of vectors [n, 3]; much faster than numpy's."""
    x, y, z = vectors[:, 0], vectors[:, 1], vectors[:, 2]
    return np.sqrt(x * x + y * y + z * z)


def _ball(part: Part, p: Floats) -> Floats:
    half = np.array(part.half, np.float32)
    one, two = length(p / half), length(p / half**2)
    return np.where(two > 1e-6, one * (one - 1) / np.maximum(two, 1e-6), -half.min())


def _box(part: Part, p: Floats) -> Floats:
    q = np.abs(p) - (np.array(part.half, np.float32) - part.round)
    most = np.maximum(np.maximum(q[:, 0], q[:, 1]), q[:, 2])
    return length(np.maximum(q, 0)) + np.minimum(most, 0) - part.round


def _lathe(part: Part, p: Floats) -> Floats:
    return _flat(part, np.hypot(p[:, 0], p[:, 2]), p[:, 1])


def _slab(part: Part, p: Floats) -> Floats:
    across = _flat(part, p[:, 0], p[:, 1]) + part.round
    deep = np.abs(p[:, 2]) - part.half[2] + part.round
    return (
        np.minimum(np.maximum(across, deep), 0)
        + np.hypot(np.maximum(across, 0), np.maximum(deep, 0))
        - part.round
    )


def _puff(part: Part, p: Floats) -> Floats:
    across = _flat(part, p[:, 0], p[:, 1])
    # Its section is a quarter of an ellipse at the rim.
    u, v, half = np.maximum(part.wide + across, 0), p[:, 2], part.half[2]
    one, two = np.hypot(u / part.wide, v / half), np.hypot(u / part.wide**2, v / half**2)
    return np.where(two > 1e-6, 0.9 * one * (one - 1) / np.maximum(two, 1e-6), -half) - part.round


def _tube(part: Part, p: Floats) -> Floats:
    return _along(part, p)[0]


def _along(part: Part, p: Floats) -> tuple[Floats, Floats]:
    """The distance from a tube, and how far along it the nearest place is, from 0 to 1."""
    line = curve(part.points, False, _BENT)
    best, where = np.full(len(p), 1e9, np.float32), np.zeros(len(p), np.float32)
    for number, (a, b) in enumerate(pairwise(line)):
        way, off = b[:3] - a[:3], p - a[:3]
        t = np.clip(off @ way / max(float(way @ way), 1e-9), 0, 1)
        far = length(off - t[:, None] * way) - (a[3] + t * (b[3] - a[3]))
        closer = far < best
        best = np.where(closer, far, best)
        where = np.where(closer, number + t, where)
    if part.facets[0]:
        number = np.minimum(where.astype(int), len(line) - 2)
        way, share = line[number + 1] - line[number], where - number
        at = line[number] + share[:, None] * way
        off = p - at[:, :3]
        side = (off[:, 1] * way[:, 0] - off[:, 0] * way[:, 1]) / np.maximum(
            np.hypot(way[:, 0], way[:, 1]), 1e-9
        )
        folds = np.cos(part.facets[0] * np.arctan2(off[:, 2], side))
        best = best - at[:, 3] * np.float32(part.facets[1]) * folds
    return best.astype(np.float32), (where / (len(line) - 1)).astype(np.float32)


def along(part: Part, p: Floats) -> Floats:
    """How far along a tube points are, from 0 to 1."""
    return _along(part, p)[1]


_KINDS: dict[str, Callable[[Part, Floats], Floats]] = {
    "ball": _ball, "box": _box, "lathe": _lathe, "slab": _slab, "puff": _puff, "tube": _tube,
}  # fmt: skip


def distance_to(part: Part, points: Floats) -> Floats:
    """The signed distance of points from one part, or a little less."""
    p = local(part, points)
    far = _KINDS[part.kind](part, p) * np.float32(min(part.size))
    tall, scale = part.lumps
    if tall:
        q = p * np.float32(scale)
        wave = np.sin(q) + 0.5 * np.sin(2.3 * q[:, [1, 2, 0]] + 1.3)
        far = (far + tall * wave[:, 0] * wave[:, 1] * wave[:, 2]) * np.float32(
            1 / (1 + 1.2 * abs(tall) * scale)
        )
    return far.astype(np.float32)


@cache
def _reach(part: Part) -> tuple[Floats, float]:
    """The middle of a ball around a part and all its copies, and its radius."""
    if part.kind in ("ball", "box"):
        low, high = -np.array(part.half), np.array(part.half)
    else:
        line = curve(part.points, part.kind in ("slab", "puff"))
        if part.kind == "tube":
            low, high = (line[:, :3] - line[:, 3:]).min(0), (line[:, :3] + line[:, 3:]).max(0)
        elif part.kind == "lathe":
            wide = line[:, 0].max()
            low, high = np.array([-wide, line[:, 1].min(), -wide]), np.array([wide, line[:, 1].max(), wide])
        else:
            low, high = np.array([*line.min(0), -part.half[2]]), np.array([*line.max(0), part.half[2]])
    count, step = np.array(part.copies[0]), np.array(part.copies[1])
    size = np.array(part.size)
    extra = step * (count - 1) / 2
    low, high = low * size - extra, high * size + extra
    middle = rotation(part.turn) @ ((low + high) / 2) + np.array(part.at)
    radius = float(np.linalg.norm(high - low) / 2 + part.round + 2 * abs(part.lumps[0]))
    if part.mirror:
        radius += abs(float(middle[0]))
        middle[0] = 0
    if part.ring[0] > 1:
        radius += float(np.hypot(middle[0], middle[2]))
        middle[[0, 2]] = 0
    return middle.astype(np.float32), radius * 1.03


def distance(parts: Sequence[Part], points: Floats) -> Floats:
    """The signed distance of points from the nearest part. Parts too far away to matter are left out."""
    best = np.full(len(points), 1e3, np.float32)
    for part in parts:
        middle, radius = _reach(part)
        off = points - middle
        nearest = length(off) - radius
        here = np.flatnonzero(-nearest > best if part.cut else nearest < best + part.blend)
        if not len(here):
            continue
        far, old = distance_to(part, points[here]), best[here]
        if part.cut:
            best[here] = np.maximum(old, -far)
        elif part.blend:
            share = np.clip(0.5 + 0.5 * (old - far) / part.blend, 0, 1)
            best[here] = old + (far - old) * share - part.blend * share * (1 - share)
        else:
            best[here] = np.minimum(old, far)
    return best


def around(parts: Sequence[Part]) -> tuple[Floats, float]:
    """The middle of a ball around all parts, and its radius."""
    balls = [_reach(part) for part in parts if not part.cut]
    low = np.min([middle - radius for middle, radius in balls], 0)
    high = np.max([middle + radius for middle, radius in balls], 0)
    middle = (low + high) / 2
    return middle, float(max(np.linalg.norm(m - middle) + r for m, r in balls))


def normals(parts: Sequence[Part], points: Floats, eps: float = 0.006) -> Floats:
    """The directions in which the distance grows."""
    total = np.zeros_like(points)
    for corner in np.array([[1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, 1]], np.float32):
        total += corner * distance(parts, points + corner * np.float32(eps))[:, None]
    return (total / np.maximum(length(total), 1e-9)[:, None]).astype(np.float32)
