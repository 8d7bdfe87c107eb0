"""Affine maps, and what ``transform`` says in CSS and in SVG."""

from __future__ import annotations

import re
from math import cos, radians, sin, tan
from typing import Final

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.boxes import Edges, Matrix

# Not `Final`: see native/README.md.
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_FUNCTION = re.compile(r"(\w+)\s*\(([^()]*)\)")
_VALUE = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-zA-Z]*)")
#: The most functions that one ``transform`` may join.
_MOST: Final = 64


def product(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the map that does ``inner`` first and then ``outer``."""
    a, b, c, d, e, f = outer
    a2, b2, c2, d2, e2, f2 = inner
    return (
        a * a2 + c * b2,
        b * a2 + d * b2,
        a * c2 + c * d2,
        b * c2 + d * d2,
        a * e2 + c * f2 + e,
        b * e2 + d * f2 + f,
    )


def moved(x: float, y: float) -> Matrix:
    """Return the map that moves by (x, y)."""
    return 1.0, 0.0, 0.0, 1.0, x, y


def mapped(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Apply a map to a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def mapped_edges(matrix: Matrix, edges: Edges) -> Edges:
    """Return the bounding rectangle of a rectangle after a map."""
    left, top, right, bottom = edges
    points = [mapped(matrix, x, y) for x in (left, right) for y in (top, bottom)]
    across, down = [point[0] for point in points], [point[1] for point in points]
    return min(across), min(down), max(across), max(down)


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse map; None if there is none."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if size == 0:
        return None
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


#: Degrees per unit of angle.
DEGREES: Final = {"": 1.0, "deg": 1.0, "rad": 57.29577951308232, "turn": 360.0, "grad": 0.9}


def functions_of(text: str) -> list[tuple[str, list[tuple[str, str]], str]]:
    """Return the functions of a ``transform`` that take numbers: name, numbers with their units, and text."""
    return [
        (found[1], values, found[0])
        for found in list(_FUNCTION.finditer(text))[:_MOST]
        if (values := _VALUE.findall(found[2]))
    ]


@memo(1024)
def parse_transform(text: str, width: float = 0.0, height: float = 0.0, unit: float = 1.0) -> Matrix:
    """Return the map for a list of functions. An unknown function does nothing.

    ``width`` and ``height``: what percentages refer to. ``unit``: px per CSS px for CSS; 1 for SVG.
    """
    matrix = IDENTITY
    for name, arguments in _FUNCTION.findall(text)[:_MOST]:
        found = _VALUE.findall(arguments)
        if not found:
            continue
        values = [float(number) for number, _ in found]
        if name.startswith("translate"):
            bases = (height, width) if name == "translateY" else (width, height)
            lengths = [
                float(number) / 100 * base if kind == "%" else float(number) * unit
                for (number, kind), base in zip(found, bases, strict=False)
            ]
            if name == "translateY":
                one = moved(0.0, lengths[0])
            elif name in ("translate", "translateX", "translate3d"):
                one = moved(lengths[0], lengths[1] if len(lengths) > 1 and name != "translateX" else 0.0)
            else:
                continue
        elif name == "matrix" and len(values) == 6:
            one = (values[0], values[1], values[2], values[3], values[4] * unit, values[5] * unit)
        elif name in ("scale", "scale3d"):
            one = (values[0], 0.0, 0.0, values[1] if len(values) > 1 else values[0], 0.0, 0.0)
        elif name == "scaleX":
            one = (values[0], 0.0, 0.0, 1.0, 0.0, 0.0)
        elif name == "scaleY":
            one = (1.0, 0.0, 0.0, values[0], 0.0, 0.0)
        else:
            angles = [radians(float(number) * DEGREES.get(kind, 1.0)) for number, kind in found]
            if name in ("rotate", "rotateZ"):
                c, s = cos(angles[0]), sin(angles[0])
                one = (c, s, -s, c, 0.0, 0.0)
                if len(values) > 2:
                    x, y = values[1], values[2]
                    one = product(moved(x, y), product(one, moved(-x, -y)))
            elif name == "skewX":
                one = (1.0, 0.0, tan(angles[0]), 1.0, 0.0, 0.0)
            elif name == "skewY":
                one = (1.0, tan(angles[0]), 0.0, 1.0, 0.0, 0.0)
            elif name == "skew":
                one = (1.0, tan(angles[1]) if len(angles) > 1 else 0.0, tan(angles[0]), 1.0, 0.0, 0.0)
            else:
                continue
        matrix = product(matrix, one)
    return matrix
