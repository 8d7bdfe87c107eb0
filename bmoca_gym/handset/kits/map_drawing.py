"""Drawing of maps: recorded pictures of a map, and an element that shows a part of it."""

from __future__ import annotations

from itertools import product
from typing import Any

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, icon
from bmoca_gym.handset.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box, Element
from bmoca_gym.handset.value import Callback

#: Metres from a map's origin to the east and to the south.
Point = tuple[int, int]
#: Left, top, right and bottom in px.
Area = tuple[float, float, float, float]
#: A part of a drawing: what it lies in (None: anywhere), and a function that gives its recorded picture. What is not in
#: sight is never recorded.
Part = tuple[Area | None, Callback]


class Sheet:
    """A canvas to record on. Points are metres; ``k``: px a metre, ``dp``: px a dp, ``sp``: px a sp.

    ``halo``: the colour around what is written.
    """

    def __init__(self, canvas: Any, k: float, dp: float, sp: float, halo: int) -> None:
        self.canvas = canvas
        self.k = k
        self.dp = dp
        self.sp = sp
        self.halo = halo
        self._taken: dict[tuple[int, int], list[Area]] = {}

    def path(self, points: tuple[Point, ...], close: bool = False, smooth: bool = False) -> Any:
        """A line through points; ``smooth``: rounded at its bends."""
        k = self.k
        path = skia.Path()
        path.moveTo(points[0][0] * k, points[0][1] * k)
        for i, (x, y) in enumerate(points[1:], 1):
            if smooth and i < len(points) - 1:
                after = points[i + 1]
                path.quadTo(x * k, y * k, (x + after[0]) / 2 * k, (y + after[1]) / 2 * k)
            else:
                path.lineTo(x * k, y * k)
        if close:
            path.close()
        return path

    def free(self, box: Area) -> bool:
        """Whether nothing is written there yet; it is then taken."""
        left, top, right, bottom = box
        side = 80 * self.dp  # what is written lies in a few such squares
        columns = range(int(left // side), int(right // side) + 1)
        cells = list(product(columns, range(int(top // side), int(bottom // side) + 1)))
        for cell in cells:
            for a, b, c, d in self._taken.get(cell, ()):
                if left < c and right > a and top < d and bottom > b:
                    return False
        for cell in cells:
            self._taken.setdefault(cell, []).append(box)
        return True

    def text(self, line: Any, x: float, y: float, color: int) -> None:
        """A line of text with its halo; (x, y): the start of its base line."""
        if line.blob is not None:
            self.canvas.drawTextBlob(line.blob, x, y, paints.stroke(self.halo, 2.6 * self.dp))
            self.canvas.drawTextBlob(line.blob, x, y, paints.fill(color))

    def centred(self, lines: Paragraph, x: float, y: float, color: int) -> None:
        """A text of one line around a point, where there is room for it."""
        w, h = lines.width / 2, lines.height / 2
        x, y = x * self.k, y * self.k
        if self.free((x - w, y - h, x + w, y + h)):
            self.text(lines.lines[0], x - w, y - h + lines.ascent, color)


class MapWindow(Element):
    """Base of a window on a recorded map. ``x``, ``y``: metres in its middle; ``k``: dp a metre; ``land``: its ground.

    What a map shows beside its drawing is drawn by `paint_over`.
    """

    __slots__ = ("k", "land", "x", "y")

    def __init__(self, x: int, y: int, k: float, land: int, **options: Any) -> None:
        super().__init__(**options)
        self.x = x
        self.y = y
        self.k = k
        self.land = land

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def drawing(self, m: Metrics) -> Callback:
        """A function that gives a drawing's `Part`s from back to front, and its arguments; its origin is the map's."""
        raise NotImplementedError

    def paint_over(self, canvas: Any, k: float, dp: float) -> None:
        """Draw what lies over the drawing. ``k``: px a metre; the origin is the map's."""

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        k = self.k * m.scale
        frame = skia.Rect.MakeXYWH(x, y, box.width, box.height)
        canvas.save()
        canvas.clipRect(frame, False)
        canvas.drawRect(frame, paints.flat(self.land))
        # Whole px: the drawing stays sharp, and a map that is moved is the same drawing elsewhere.
        left, top = round(x + box.width / 2 - self.x * k), round(y + box.height / 2 - self.y * k)
        canvas.draw_drawing(self.drawing(m), left, top, (x, y, x + box.width, y + box.height))
        canvas.translate(left, top)
        self.paint_over(canvas, k, m.scale)
        canvas.restore()


def draw_glyph(canvas: Any, name: str, x: float, y: float, size: float, color: int) -> None:
    """A glyph of the icon font around a point, ``size`` px high."""
    glyph = icon(name, size)
    canvas.drawTextBlob(
        glyph.lines[0].blob, x - glyph.width / 2, y - glyph.height / 2 + glyph.ascent, paints.fill(color)
    )


def draw_pin(canvas: Any, x: float, y: float, size: float, color: int, hole: int = 0xFFFFFFFF) -> None:
    """A pin whose tip is at a point, ``size`` px high, with a dot in its head."""
    canvas.drawCircle(x, y - size * 0.54, size * 0.17, paints.fill(hole))
    # The tip of the glyph is at 22/24 of its height.
    draw_glyph(canvas, "place", x, y - size * 5 / 12, size, color)
