"""Transforms in three dimensions: what ``transform`` and ``perspective`` do, and how a plane in space looks.

A plane is drawn by the affine map that is exact at its middle: the side of a cube does not narrow towards its far edge.
The bounding edges reported to scripts and the UI tree are exact.
"""

from __future__ import annotations

from math import cos, radians, sin, sqrt

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.boxes import Edges, Matrix
from bmoca_gym.handset.web.matrices import DEGREES, functions_of, parse_transform

#: A map of points (x, y, z, 1), row by row.
Space = tuple[tuple[float, float, float, float], ...]

NO_SPACE: Space = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


def joined(outer: Space, inner: Space) -> Space:
    """Return the map that does ``inner`` first and then ``outer``."""
    columns = list(zip(*inner, strict=True))
    rows = [[sum([a * b for a, b in zip(row, column, strict=True)]) for column in columns] for row in outer]
    return tuple([(row[0], row[1], row[2], row[3]) for row in rows])


def shifted(x: float, y: float, z: float = 0.0) -> Space:
    """Return the map that moves by (x, y, z)."""
    return (1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, y), (0.0, 0.0, 1.0, z), (0.0, 0.0, 0.0, 1.0)


def about(space: Space, x: float, y: float) -> Space:
    """Return a map about a point of the page."""
    return joined(shifted(x, y), joined(space, shifted(-x, -y)))


def perspective(far: float) -> Space:
    """Return the view of the space from ``far`` px in front of the page; 0 or less does nothing."""
    if far <= 0:
        return NO_SPACE
    return (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, -1.0 / far, 1.0)


def seen(space: Space, x: float, y: float) -> tuple[Matrix, float]:
    """Return the affine map that is exact at (x, y) of the plane, and how far in front of the page that point is."""
    at = [row[0] * x + row[1] * y + row[3] for row in space]
    w = at[3] if at[3] > 1e-6 else 1e-6
    across, down = at[0] / w, at[1] / w
    (a, c, _, _), (b, d, _, _), _, (g, h, _, _) = space
    a, c = (a - across * g) / w, (c - across * h) / w
    b, d = (b - down * g) / w, (d - down * h) / w
    return (a, b, c, d, across - a * x - c * y, down - b * x - d * y), at[2] / w


def outlined(space: Space, edges: Edges) -> Edges | None:
    """Return the edges around an area of the plane as projected; None if part of it is behind the viewer."""
    found = []
    for x, y in ((edges[0], edges[1]), (edges[2], edges[1]), (edges[0], edges[3]), (edges[2], edges[3])):
        w = space[3][0] * x + space[3][1] * y + space[3][3]
        if w <= 1e-6:
            return None
        at = [(row[0] * x + row[1] * y + row[3]) / w for row in space[:2]]
        found.append((at[0], at[1]))
    across, down = [x for x, _ in found], [y for _, y in found]
    return min(across), min(down), max(across), max(down)


def _turned(angle: float, x: float, y: float, z: float) -> Space:
    """Return a rotation about an axis."""
    size = sqrt(x * x + y * y + z * z)
    if size == 0:
        return NO_SPACE
    x, y, z = x / size, y / size, z / size
    c, s = cos(radians(angle)), sin(radians(angle))
    k = 1 - c
    return (
        (x * x * k + c, x * y * k - z * s, x * z * k + y * s, 0.0),
        (x * y * k + z * s, y * y * k + c, y * z * k - x * s, 0.0),
        (x * z * k - y * s, y * z * k + x * s, z * z * k + c, 0.0),
        (0.0, 0.0, 0.0, 1.0),
    )


@memo(1024)
def parse_space(text: str, width: float, height: float, unit: float) -> Space:
    """Return the map for a list of functions, as `bmoca_gym.handset.web.matrices.parse_transform` does."""
    space = NO_SPACE
    for name, found, whole in functions_of(text):
        values = [float(number) for number, _ in found]
        turns = [float(number) * DEGREES.get(kind, 1.0) for number, kind in found]
        if name == "rotateX":
            one = _turned(turns[0], 1.0, 0.0, 0.0)
        elif name == "rotateY":
            one = _turned(turns[0], 0.0, 1.0, 0.0)
        elif name == "rotate3d" and len(values) == 4:
            one = _turned(turns[3], values[0], values[1], values[2])
        elif name == "translateZ":
            one = shifted(0.0, 0.0, values[0] * unit)
        elif name == "perspective":
            one = perspective(values[0] * unit)
        elif name == "scaleZ":
            one = _stretched(1.0, 1.0, values[0])
        elif name == "scale3d" and len(values) == 3:
            one = _stretched(*values)
        elif name == "matrix3d" and len(values) == 16:
            rows = [[values[column * 4 + row] for column in range(4)] for row in range(4)]
            for row in rows[:3]:
                row[3] *= unit
            rows[3] = [part / unit for part in rows[3][:3]] + rows[3][3:]
            one = tuple([(row[0], row[1], row[2], row[3]) for row in rows])
        else:
            a, b, c, d, e, f = parse_transform(whole, width, height, unit)
            deep = values[2] * unit if name == "translate3d" and len(values) > 2 else 0.0
            one = (a, c, 0.0, e), (b, d, 0.0, f), (0.0, 0.0, 1.0, deep), (0.0, 0.0, 0.0, 1.0)
        space = joined(space, one)
    return space


def _stretched(x: float, y: float, z: float) -> Space:
    return (x, 0.0, 0.0, 0.0), (0.0, y, 0.0, 0.0), (0.0, 0.0, z, 0.0), (0.0, 0.0, 0.0, 1.0)
