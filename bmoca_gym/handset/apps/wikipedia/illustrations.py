"""Pictures of the articles: flat drawings made of a few shapes, in place of photographs.

A drawing covers its element: its unit is half of the element's longer side and its origin the middle, y down. What
matters lies within 0.45 of the middle, so that it is seen in a wide picture as well as in a square one.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from bmoca_gym.handset.configuration import Metrics
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.view.elements import WIDGET, Box, Element


class Oval(NamedTuple):
    """A filled ellipse: its middle, its radii, its colour as 0xAARRGGBB."""

    x: float
    y: float
    rx: float
    ry: float
    color: int


class Polygon(NamedTuple):
    """A filled polygon: x, y, x, y, ..."""

    points: tuple[float, ...]
    color: int


class Stroke(NamedTuple):
    """A line through points, with round ends."""

    points: tuple[float, ...]
    width: float
    color: int


class Ring(NamedTuple):
    """A circle's outline."""

    x: float
    y: float
    radius: float
    width: float
    color: int


Shape = Oval | Polygon | Stroke | Ring


def _box(left: float, top: float, right: float, bottom: float, color: int) -> Polygon:
    return Polygon((left, top, right, top, right, bottom, left, bottom), color)


def _hexagon(x: float, y: float, radius: float, color: int) -> Polygon:
    turns = [math.radians(60 * i + 30) for i in range(6)]
    return Polygon(tuple([v for t in turns for v in (x + radius * math.cos(t), y + radius * math.sin(t))]), color)


def _ground(top: float, color: int) -> Polygon:
    return _box(-1, top, 1, 1, color)


_COMB = tuple(
    _hexagon(0.36 * column + (0.18 if row % 2 else 0), 0.312 * row, 0.195, 0xFFF3BC3C)
    for row in range(-3, 4)
    for column in range(-3, 4)
)
_SQUARES = tuple(
    _box(0.25 * i, 0.25 * j, 0.25 * (i + 1), 0.25 * (j + 1), 0xFFB58863)
    for i in range(-4, 4)
    for j in range(-4, 4)
    if (i + j) % 2
)
_STARS = tuple(
    Oval(x, y, 0.008, 0.008, 0xFFFFFFFF)
    for x, y in (
        (-0.85, -0.3), (-0.62, 0.12), (-0.7, -0.6), (-0.3, -0.75), (0.55, -0.33), (0.8, 0.2), (0.66, 0.55), (0.9, -0.1),
        (-0.5, 0.36), (-0.9, 0.4), (0.3, 0.8), (-0.2, 0.7), (0.5, -0.7), (-0.55, -0.2), (0.62, 0.02),
    )
)  # fmt: skip

#: The ground's colour and the shapes of each article's drawing, from the back to the front.
_DRAWINGS: dict[str, tuple[int, tuple[Shape, ...]]] = {
    "moon": (0xFF131C3A, (
        *_STARS, Oval(0, 0, 0.37, 0.37, 0xFFE8E3D2), Oval(-0.12, -0.13, 0.1, 0.1, 0xFFCFC8B2),
        Oval(0.1, -0.2, 0.05, 0.05, 0xFFD6D0BC), Oval(0.15, 0.06, 0.12, 0.12, 0xFFCBC4AD),
        Oval(-0.14, 0.17, 0.07, 0.07, 0xFFD3CCB7), Oval(-0.25, 0.02, 0.04, 0.04, 0xFFD8D2BF),
        Oval(0.03, 0.26, 0.04, 0.04, 0xFFD3CCB7), Oval(0.27, -0.1, 0.03, 0.03, 0xFFD3CCB7),
    )),
    "water": (0xFFD7EEF8, (
        _ground(0.25, 0xFF7CC3E6), *(Oval(x / 4, 0.25, 0.14, 0.05, 0xFF7CC3E6) for x in range(-4, 5)),
        _ground(0.4, 0xFF4AA6D8), *(Oval(x / 4 + 0.12, 0.4, 0.14, 0.05, 0xFF4AA6D8) for x in range(-5, 5)),
        Polygon((0, -0.42, 0.14, -0.14, 0.19, 0.02, -0.19, 0.02, -0.14, -0.14), 0xFF2C82C4),
        Oval(0, 0.03, 0.195, 0.195, 0xFF2C82C4), Oval(-0.08, 0.06, 0.035, 0.07, 0xFF9CD0F2),
    )),
    "coffee": (0xFFF0DEC6, (
        Oval(0, 0.33, 0.42, 0.07, 0xFFFFFFFF), Oval(0, 0.32, 0.3, 0.04, 0xFFE7DACA),
        Ring(0.27, 0.08, 0.11, 0.05, 0xFFFFFFFF),
        Polygon((-0.27, -0.08, 0.27, -0.08, 0.22, 0.22, 0.13, 0.31, -0.13, 0.31, -0.22, 0.22), 0xFFFFFFFF),
        Oval(0, -0.08, 0.27, 0.07, 0xFFFFFFFF), Oval(0, -0.075, 0.235, 0.052, 0xFF5B3320),
        *(Stroke((x, -0.2, x - 0.03, -0.26, x + 0.03, -0.33, x, -0.39), 0.025, 0xFFFFFFFF) for x in (-0.11, 0, 0.11)),
    )),
    "honey_bee": (0xFFDF9E1F, (
        *_COMB, Oval(-0.06, -0.2, 0.1, 0.2, 0xCCFFFFFF), Oval(0.12, -0.19, 0.1, 0.18, 0xCCFFFFFF),
        Oval(0, 0.08, 0.31, 0.18, 0xFFFFD95A), Oval(-0.31, 0.05, 0.11, 0.11, 0xFF3A2A1C),
        _box(-0.13, -0.085, -0.05, 0.245, 0xFF3A2A1C), _box(0.04, -0.098, 0.12, 0.258, 0xFF3A2A1C),
        Polygon((0.2, -0.06, 0.31, 0.08, 0.2, 0.22), 0xFF3A2A1C), Oval(-0.34, 0.02, 0.022, 0.022, 0xFFFFFFFF),
        Stroke((-0.33, -0.04, -0.38, -0.16), 0.018, 0xFF3A2A1C), Stroke((-0.28, -0.05, -0.28, -0.18), 0.018, 0xFF3A2A1C),
    )),
    "volcano": (0xFFF6C9A4, (
        *(Oval(x, y, r, r, 0xFF8D8288) for x, y, r in ((0, -0.3, 0.1), (0.1, -0.4, 0.12), (-0.06, -0.46, 0.13), (0.22, -0.5, 0.13))),
        Polygon((-0.95, 0.5, -0.13, -0.17, 0.13, -0.17, 0.95, 0.5), 0xFF5A4750),
        Polygon((-0.13, -0.17, 0.13, -0.17, 0.17, -0.1, 0.07, 0.03, 0.03, -0.06, -0.04, 0.14, -0.09, -0.03, -0.2, -0.11), 0xFFE9552B),
        Oval(0, -0.17, 0.13, 0.035, 0xFFFFB03B), _ground(0.34, 0xFF3F5B45),
    )),
    "photosynthesis": (0xFFE3F4D3, (
        Oval(0.55, -0.35, 0.17, 0.17, 0xFFFFD54A),
        *(Stroke((0.55 + 0.22 * math.cos(t), -0.35 + 0.22 * math.sin(t), 0.55 + 0.3 * math.cos(t), -0.35 + 0.3 * math.sin(t)),
                 0.03, 0xFFFFD54A) for t in [math.radians(30 * i) for i in range(12)]),
        Stroke((-0.42, 0.42, -0.3, 0.28), 0.04, 0xFF4E7F2E),
        Polygon((-0.32, 0.3, -0.36, 0.06, -0.22, -0.14, 0.02, -0.26, 0.3, -0.3, 0.27, -0.02, 0.14, 0.2, -0.08, 0.32), 0xFF6DB33F),
        Stroke((-0.32, 0.3, 0.24, -0.24), 0.022, 0xFF4E8F2B),
        *(Stroke((-0.32 + d, 0.3 - d * 0.96, -0.32 + d + ex, 0.3 - d * 0.96 + ey), 0.015, 0xFF4E8F2B)
          for d in (0.12, 0.25, 0.38) for ex, ey in ((0, -0.14), (0.14, 0.0))),
    )),
    "bicycle": (0xFFDCE8F2, (
        _ground(0.33, 0xFFB9CBB0), Ring(-0.36, 0.13, 0.2, 0.03, 0xFF33414E), Ring(0.36, 0.13, 0.2, 0.03, 0xFF33414E),
        Stroke((-0.36, 0.13, -0.14, -0.16, 0.24, -0.16, 0.0, 0.13, -0.36, 0.13), 0.028, 0xFFD33F33),
        Stroke((0.0, 0.13, -0.18, -0.24), 0.028, 0xFFD33F33), Stroke((0.36, 0.13, 0.21, -0.26), 0.028, 0xFFD33F33),
        Stroke((0.21, -0.26, 0.13, -0.3), 0.028, 0xFF33414E), Stroke((-0.25, -0.25, -0.12, -0.25), 0.04, 0xFF33414E),
        Oval(0, 0.13, 0.04, 0.04, 0xFF33414E),
    )),
    "chess": (0xFFF0D9B5, (
        *_SQUARES, Oval(0, -0.2, 0.12, 0.12, 0xFF2B2B2B), Oval(0, -0.08, 0.16, 0.035, 0xFF2B2B2B),
        Polygon((-0.07, -0.08, 0.07, -0.08, 0.13, 0.24, -0.13, 0.24), 0xFF2B2B2B),
        Oval(0, 0.24, 0.19, 0.05, 0xFF2B2B2B), _box(-0.22, 0.25, 0.22, 0.33, 0xFF2B2B2B),
        Oval(-0.04, -0.24, 0.03, 0.03, 0xFF6E6E6E),
    )),
    "lighthouse": (0xFF31527F, (
        Polygon((0, -0.28, 1, -0.5, 1, -0.12), 0x66FFE9A0), Polygon((0, -0.28, -1, -0.5, -1, -0.12), 0x66FFE9A0),
        _ground(0.3, 0xFF1F3B5E), Polygon((-0.5, 0.5, -0.3, 0.26, 0.3, 0.26, 0.5, 0.5), 0xFF54606B),
        Polygon((-0.1, -0.2, 0.1, -0.2, 0.15, 0.3, -0.15, 0.3), 0xFFF4F1EA),
        Polygon((-0.113, -0.07, 0.113, -0.07, 0.125, 0.05, -0.125, 0.05), 0xFFCE3B33),
        Polygon((-0.138, 0.18, 0.138, 0.18, 0.15, 0.3, -0.15, 0.3), 0xFFCE3B33),
        _box(-0.13, -0.22, 0.13, -0.19, 0xFF2C3440), _box(-0.075, -0.33, 0.075, -0.22, 0xFFFFE9A0),
        Polygon((-0.1, -0.33, 0, -0.43, 0.1, -0.33), 0xFF2C3440),
    )),
    "printing_press": (0xFFE8DDC8, (
        Polygon((-0.52, -0.2, -0.06, -0.12, 0, -0.08, 0, 0.32, -0.06, 0.27, -0.52, 0.2), 0xFFFFFDF6),
        Polygon((0.52, -0.2, 0.06, -0.12, 0, -0.08, 0, 0.32, 0.06, 0.27, 0.52, 0.2), 0xFFF7F1E2),
        *(Stroke((-0.46, -0.1 + 0.07 * i, -0.08, -0.04 + 0.07 * i), 0.014, 0xFF8A7B64) for i in range(4)),
        *(Stroke((0.46, -0.1 + 0.07 * i, 0.08, -0.04 + 0.07 * i), 0.014, 0xFF8A7B64) for i in range(4)),
        Stroke((0, -0.08, 0, 0.32), 0.012, 0xFFB9AB92), _box(-0.14, -0.42, 0.14, -0.24, 0xFF5C6670),
        _box(-0.04, -0.24, 0.04, -0.14, 0xFF5C6670), Stroke((0.04, -0.33, 0.36, -0.38), 0.03, 0xFF8A4B2F),
    )),
    "antarctica": (0xFFCFE6F5, (
        Oval(0.5, -0.36, 0.1, 0.1, 0xFFFFF4CF), Polygon((-1, 0.22, -0.55, -0.12, -0.3, 0.02, 0.05, -0.28, 0.4, 0.0, 0.62, -0.1, 1, 0.22), 0xFFFFFFFF),
        Polygon((0.05, -0.28, 0.4, 0.0, 0.3, 0.22, 0.1, 0.22), 0xFFB8D4E8), Polygon((-0.55, -0.12, -0.3, 0.02, -0.4, 0.22, -0.52, 0.22), 0xFFC4DDEE),
        _ground(0.2, 0xFF3F7FAE), Polygon((-0.42, 0.3, -0.3, 0.16, -0.12, 0.18, -0.02, 0.3), 0xFFF5FBFF),
        Polygon((-0.42, 0.3, -0.02, 0.3, -0.12, 0.4, -0.32, 0.4), 0xFF9CC7E2),
    )),
    "kilimanjaro": (0xFFF7D9A8, (
        Oval(-0.55, -0.3, 0.12, 0.12, 0xFFFFF0C2), Polygon((-1, 0.26, -0.24, -0.2, 0.2, -0.22, 1, 0.26), 0xFF6C7A94),
        Polygon((-0.24, -0.2, 0.2, -0.22, 0.36, -0.12, 0.2, -0.06, 0.1, -0.13, -0.02, -0.03, -0.14, -0.12, -0.3, -0.05, -0.4, -0.1), 0xFFFFFFFF),
        _ground(0.22, 0xFFC9A24A), Stroke((0.52, 0.4, 0.52, 0.1), 0.03, 0xFF5A4028), Stroke((0.52, 0.2, 0.64, 0.06), 0.02, 0xFF5A4028),
        Oval(0.54, 0.05, 0.24, 0.06, 0xFF54743A), Oval(0.46, 0.0, 0.14, 0.045, 0xFF54743A),
    )),
}  # fmt: skip


def has_drawing(subject: str) -> bool:
    """Whether there is a drawing for the article of that id."""
    return subject in _DRAWINGS


@lru_cache(maxsize=512)
def _path(points: tuple[float, ...], close: bool) -> Any:
    path = skia.Path()
    path.moveTo(points[0], points[1])
    for i in range(2, len(points), 2):
        path.lineTo(points[i], points[i + 1])
    if close:
        path.close()
    return path


class Illustration(Element):
    """The drawing of ``subject``, the id of an article."""

    __slots__ = ("subject",)
    CLASS = WIDGET + "ImageView"

    def __init__(self, subject: str, **options: Any) -> None:
        super().__init__(**options)
        self.subject = subject

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.subject,)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        ground, shapes = _DRAWINGS[self.subject]
        unit = max(box.width, box.height) / 2
        canvas.save()
        canvas.clipRect(skia.Rect.MakeXYWH(x, y, box.width, box.height), False)
        canvas.drawRect(skia.Rect.MakeXYWH(x, y, box.width, box.height), paints.flat(ground))
        canvas.translate(x + box.width / 2, y + box.height / 2)
        canvas.scale(unit, unit)
        for shape in shapes:
            if isinstance(shape, Oval):
                edge = skia.Rect.MakeLTRB(shape.x - shape.rx, shape.y - shape.ry, shape.x + shape.rx, shape.y + shape.ry)
                canvas.drawOval(edge, paints.fill(shape.color))
            elif isinstance(shape, Polygon):
                canvas.drawPath(_path(shape.points, True), paints.fill(shape.color))
            elif isinstance(shape, Stroke):
                canvas.drawPath(_path(shape.points, False), paints.stroke(shape.color, shape.width))
            else:
                canvas.drawCircle(shape.x, shape.y, shape.radius, paints.stroke(shape.color, shape.width))
        canvas.restore()
