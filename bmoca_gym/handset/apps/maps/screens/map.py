"""The map as an element: a part of the town's drawing, with the route and markers on it."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from bmoca_gym.handset.apps.maps.drawing import BLUE, PALETTES, RED, drawing
from bmoca_gym.handset.apps.maps.frame import SCALES
from bmoca_gym.handset.apps.maps.town import Point
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.kits.map_drawing import MapWindow, Mark, Marks, draw_marks, draw_way
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.value import Callback, do

_DEEP_BLUE = 0xFF1558B0
_MARKS = {
    "here": Mark(((22, 0x334285F4, 0), (9, 0xFFFFFFFF, 0), (6.5, BLUE, 0))),
    "start": Mark(((7, 0xFFFFFFFF, 0), (6, 0xFF3C4043, 2.5))),
    "pin": Mark(pin=44, color=RED),
    "spot": Mark(pin=32, color=RED),
}


class Map(MapWindow):
    """A view of the town. ``x``, ``y``: its centre in metres; ``route``: a path, ``dotted`` if it is walked.

    ``locale``: in whose language names are. ``marks``: (kind, x, y) of what is drawn over it: ``pin``, ``spot``
    (smaller), ``start``, ``here``.
    """

    __slots__ = ("dotted", "locale", "marks", "route", "style", "traffic", "transit", "zoom")

    def __init__(
        self, x: int, y: int, zoom: int, style: str, locale: str, traffic: bool, transit: bool,
        marks: Marks = (), route: tuple[Point, ...] = (), dotted: bool = False,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(x, y, SCALES[zoom], PALETTES[style].country, **options)
        self.zoom = zoom
        self.style = style
        self.locale = locale
        self.traffic = traffic
        self.transit = transit
        self.marks = marks
        self.route = route
        self.dotted = dotted

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (
            self.x, self.y, self.zoom, self.style, self.locale, self.traffic, self.transit, self.marks, self.route,
            self.dotted,
        )  # fmt: skip

    def drawing(self, m: Metrics) -> Callback:
        """See `MapWindow.drawing`."""
        return do(
            drawing,
            self.zoom,
            m.scale,
            m.font,
            self.style,
            self.locale,
            self.traffic,
            self.transit,
        )

    def paint_over(self, canvas: Any, k: float, dp: float) -> None:
        """See `MapWindow.paint_over`."""
        if self.route:
            self._paint_route(canvas, k, dp)
        draw_marks(canvas, self.marks, _MARKS, k, dp)

    def _paint_route(self, canvas: Any, k: float, dp: float) -> None:
        if self.dotted:
            for px, py in _dots(self.route, 12 / SCALES[self.zoom]):
                canvas.drawCircle(px * k, py * k, 4 * dp, paints.fill(_DEEP_BLUE))
                canvas.drawCircle(px * k, py * k, 3 * dp, paints.fill(BLUE))
            return
        draw_way(canvas, self.route, k, (_DEEP_BLUE, 8 * dp), (BLUE, 5.5 * dp))


def _dots(points: tuple[Point, ...], every: float) -> list[tuple[float, float]]:
    """Points along a path, ``every`` metres apart."""
    found = []
    left = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        while left < length:
            share = left / length
            found.append((ax + (bx - ax) * share, ay + (by - ay) * share))
            left += every
        left -= length
    return found
