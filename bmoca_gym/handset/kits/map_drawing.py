"""Drawing of maps: recorded pictures of a map, and an element that shows a part of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import radians
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Line, Paragraph, icon
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box, Element
from bmoca_gym.handset.value import Callback, do

#: Metres from a map's origin to the east and to the south.
Point = tuple[int, int]
#: Left, top, right and bottom in px or dp.
Area = tuple[float, float, float, float]
#: Objects from back to front: their areas, ``float64[n, 4]``, and a function for each.
Layer = tuple[NDArray[np.float64], Sequence[Callback]]
#: A large drawing: a layer in dp of recorded pictures, which its functions give and all densities share; px per dp; and
#: a function that gives layers of notes in px, whose functions draw on a canvas, their first argument. What is not in
#: sight is never recorded nor drawn.
Drawing = tuple[Layer, float, Callback]
#: The area of an object without bounds.
ANYWHERE: Area = (-np.inf, -np.inf, np.inf, np.inf)


def layer(things: list[tuple[Area, Callback]]) -> Layer:
    """Return a layer of objects and their areas."""
    areas = np.array([area for area, _ in things], np.float64).reshape(-1, 4)
    return areas, tuple([function for _, function in things])


class Sheet:
    """A canvas to record on, and labels to write over the drawing wherever there is room.

    Points are in metres; ``k``: px per metre, ``dp``: px per dp, ``sp``: px per sp. ``halo``: the colour around labels.
    ``canvas``: None if there are only labels.
    """

    def __init__(self, canvas: Any, k: float, dp: float, sp: float, halo: int) -> None:
        self.canvas = canvas
        self.k = k
        self.dp = dp
        self.sp = sp
        self.halo = halo
        self._halo = paints.stroke(halo, 2.6 * dp)
        self.notes: list[tuple[Area, Callback]] = []
        self._layers: list[Layer] = []
        self._taken: list[Area] = []
        self._squares: dict[tuple[int, int], list[Area]] = {}

    def path(self, points: tuple[Point, ...], close: bool = False, smooth: bool = False) -> Any:
        """A line through points; ``smooth``: round its bends."""
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

    def free(self, box: Area, take: bool = True) -> bool:
        """Reserve a box for a label. Returns whether nothing was there yet. ``take``: False to only look."""
        left, top, right, bottom = box
        side = 80 * self.dp  # a label covers few of these squares
        taken = self._squares
        rows = range(int(top // side), int(bottom // side) + 1)
        squares = []
        for column in range(int(left // side), int(right // side) + 1):
            for row in rows:
                square = taken.get((column, row))
                if square is None:
                    square = taken[column, row] = []
                for a, b, c, d in square:
                    if left < c and right > a and top < d and bottom > b:
                        return False
                squares.append(square)
        if take:
            for square in squares:
                square.append(box)
            self._taken.append(box)
        return True

    def free_ones(self, boxes: NDArray[np.float64]) -> list[bool]:
        """Return for each of many boxes, ``float64[n, 4]``, whether it is free, without reserving it."""
        first = len(self._taken)
        free = [True] * (first + len(boxes))
        taken = np.array(self._taken, np.float64).reshape(-1, 4)
        for earlier, later in _overlapping(np.concatenate([taken, boxes])):
            if free[earlier]:
                free[later] = False
        return free[first:]

    def mark(self, x: float, y: float, reach: float, draw: Any, *arguments: Any) -> None:
        """Add a label drawn by a function around a point, within ``reach`` px.

        The function gets a canvas, x, y and ``arguments``.
        """
        self.notes.append(((x - reach, y - reach, x + reach, y + reach), do(draw, x, y, *arguments)))

    def glyph(self, name: str, x: float, y: float, size: float, color: int) -> None:
        """Add a glyph of the icon font around a point, ``size`` px high."""
        self.mark(x, y, size, _draw_glyph_at, name, size, color)

    def text(self, lines: Paragraph, x: float, y: float, color: int) -> None:
        """Add a line of text with its halo; (x, y): its top left corner."""
        around = lines.height + 2 * self.dp  # glyphs may extend above their line and beyond their width
        area = (x - around, y - around, x + lines.width + around, y + lines.height + around)
        note = do(_write, lines.lines[0], x, y + lines.ascent, self._halo, paints.fill(color))
        self.notes.append((area, note))

    def turned(self, lines: Paragraph, x: float, y: float, angle: float, color: int) -> None:
        """Add a line of text with its halo around a point, rotated by an angle in degrees."""
        across, down = turned_half(*self.half(lines), radians(angle))
        area = x - across, y - down, x + across, y + down
        self.notes.append((area, do(_write_turned, x, y, angle, self.look(lines, color))))

    def turned_ones(
        self,
        areas: NDArray[np.float64],
        spots: NDArray[np.float64],
        looks: list[tuple[Any, ...]],
        which: NDArray[np.intp],
    ) -> None:
        """Do for many what `turned` does.

        ``areas``: what they cover, ``float64[n, 4]``; ``spots``: x, y and the angle of each, ``float64[n, 3]``;
        ``looks``: see `look`; ``which``: index of the look of each.
        """
        self._layers += [layer(self.notes), (areas, _TurnedOnes(spots, looks, which))]
        self.notes = []

    def layers(self) -> tuple[Layer, ...]:
        """All labels, from back to front."""
        return *self._layers, layer(self.notes)

    def half(self, lines: Paragraph) -> tuple[float, float]:
        """Half the width and height in px of a line of text with what is around its letters."""
        around = lines.height + 2 * self.dp
        return lines.width / 2 + around, lines.height / 2 + around

    def look(self, lines: Paragraph, color: int) -> tuple[Any, ...]:
        """What a line of text around a point is written from."""
        left, base = -lines.width / 2, -lines.height / 2 + lines.ascent
        return lines.lines[0], left, base, self._halo, paints.fill(color)

    def centred(self, lines: Paragraph, x: float, y: float, color: int) -> None:
        """Add a line of text around a point, if there is room for it."""
        w, h = lines.width / 2, lines.height / 2
        x, y = x * self.k, y * self.k
        if self.free((x - w, y - h, x + w, y + h)):
            self.text(lines, x - w, y - h, color)

    def below(self, lines: Paragraph, x: float, y: float, color: int) -> None:
        """Add a line of text below a point in px, if there is room for it."""
        w = lines.width / 2
        if self.free((x - w, y, x + w, y + lines.height)):
            self.text(lines, x - w, y, color)


class _TurnedOnes(Sequence[Callback]):
    """Functions that write lines of text. A map may have a thousand, so each is made only when it is asked for."""

    def __init__(
        self, spots: NDArray[np.float64], looks: list[tuple[Any, ...]], which: NDArray[np.intp]
    ) -> None:
        self._spots = spots
        self._looks = looks
        self._which = which

    def __len__(self) -> int:
        return len(self._spots)

    def __getitem__(self, index: Any) -> Any:
        x, y, angle = self._spots[index].tolist()
        return do(_write_turned, x, y, angle, self._looks[self._which[index]])


def recorded(area: Area, k: float, ground: int | None, draw: Callable[..., None], *arguments: Any) -> Any:
    """Record a picture of a map in dp: ``draw`` gets a sheet of that colour, or without one, and ``arguments``.

    ``area``: in metres; ``k``: dp per metre.
    """
    recorder, canvas = recording(area, k)
    if ground is not None:
        canvas.drawColor(ground)
    draw(Sheet(canvas, k, 1.0, 0.0, ground or 0), *arguments)
    return recorder.finishRecordingAsPicture()


def recording(area: Area, k: float) -> tuple[Any, Any]:
    """A recorder with a spatial index, which finds what is in a small window, and its canvas.

    ``area``: in metres; ``k``: dp per metre.
    """
    recorder = skia.PictureRecorder()
    bounds = skia.Rect.MakeLTRB(*[edge * k for edge in area])
    return recorder, recorder.beginRecording(bounds, skia.RTreeFactory()())


def turned_half(w: Any, h: Any, turn: Any) -> Any:
    """Half the width and height of the box around a turned one. ``w``, ``h``: of the other; ``turn`` in radians.

    All are numbers or arrays of numbers.
    """
    along, aside = abs(np.cos(turn)), abs(np.sin(turn))
    return w * along + h * aside, w * aside + h * along


def _overlapping(boxes: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return the pairs of boxes (left, top, right, bottom) that overlap, sorted, each with the earlier box first."""
    order = np.argsort(boxes[:, 0])
    left, top, right, bottom = boxes[order].T
    # Each box with those after it that begin before its right end.
    one, other = spans(np.arange(1, len(boxes) + 1), np.searchsorted(left, right))
    meet = (top[one] < bottom[other]) & (top[other] < bottom[one])
    pairs = zip(order[one[meet]].tolist(), order[other[meet]].tolist(), strict=True)
    return sorted([(a, b) if a < b else (b, a) for a, b in pairs])


def spans(first: NDArray[np.int64], last: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count from each ``first`` to just before its ``last``: return the index of the pair, and the number, for each."""
    many = np.maximum(last - first, 0)
    index = np.repeat(np.arange(len(first)), many)
    return index, first[index] + np.arange(len(index)) - np.repeat(np.cumsum(many) - many, many)


def _write(canvas: Any, line: Line, x: float, y: float, halo: Any, ink: Any) -> None:
    blob = line.blob
    if blob is not None:
        canvas.drawTextBlob(blob, x, y, halo)
        canvas.drawTextBlob(blob, x, y, ink)


def _write_turned(canvas: Any, x: float, y: float, angle: float, look: tuple[Any, ...]) -> None:
    canvas.save()
    canvas.translate(x, y)
    canvas.rotate(angle)
    _write(canvas, *look)
    canvas.restore()


def _draw_glyph_at(canvas: Any, x: float, y: float, name: str, size: float, color: int) -> None:
    draw_glyph(canvas, name, x, y, size, color)


class RoadLook(NamedTuple):
    """How a kind of road is drawn.

    Attributes:
        metres: its width in metres.
        least: its minimum width in dp.
        color: its colour.
        cased: whether there is a line along both of its sides.
        casing: the colour of these lines; 0 for that of all roads.
    """

    metres: float
    least: float
    color: int
    cased: bool = True
    casing: int = 0


def draw_roads(
    sheet: Sheet,
    roads: Sequence[tuple[str, tuple[Point, ...]]],
    looks: Mapping[str, RoadLook],
    casing: int,
    smooth: bool = False,
) -> None:
    """Draw roads, each a kind and points. ``looks``: of the kinds, from back to front; ``casing``: colour of sides."""
    for below in (True, False):
        for kind, look in looks.items():
            if below and not look.cased:
                continue
            width = max(look.metres * sheet.k, look.least * sheet.dp)
            side = paints.stroke(look.casing or casing, width + 1.2 * sheet.dp)
            ink = side if below else paints.stroke(look.color, width)
            for known, points in roads:
                if known == kind:
                    sheet.canvas.drawPath(sheet.path(points, smooth=smooth), ink)


class Mark(NamedTuple):
    """A mark on a map; sizes in dp.

    Attributes:
        circles: radius, colour and width of the line of each circle, from back to front; 0 for a filled one.
        pin: height of a pin whose tip is at the point; 0 for none.
        glyph: name of a glyph of the icon font; "" for none.
        size: height of the glyph.
        up: how far above the point the glyph's middle is.
        color: colour of the pin or the glyph.
    """

    circles: tuple[tuple[float, int, float], ...] = ()
    pin: float = 0.0
    glyph: str = ""
    size: float = 0.0
    up: float = 0.0
    color: int = 0xFFFFFFFF


#: What lies over a map: (name of a `Mark`, x, y).
Marks = tuple[tuple[str, int, int], ...]


def draw_marks(canvas: Any, marks: Marks, looks: Mapping[str, Mark], k: float, dp: float) -> None:
    """Draw marks over a map. ``k``: px per metre, ``dp``: px per dp."""
    for name, x, y in marks:
        mark = looks[name]
        for radius, ink, line in mark.circles:
            paint = paints.stroke(ink, line * dp) if line else paints.fill(ink)
            canvas.drawCircle(x * k, y * k, radius * dp, paint)
        if mark.pin:
            draw_pin(canvas, x * k, y * k, mark.pin * dp, mark.color)
        if mark.glyph:
            draw_glyph(canvas, mark.glyph, x * k, y * k - mark.up * dp, mark.size * dp, mark.color)


def draw_way(canvas: Any, points: tuple[Point, ...], k: float, *lines: tuple[int, float]) -> None:
    """Draw a route over a map as lines, each with its colour and width in px. ``k``: px per metre."""
    path = skia.Path()
    path.moveTo(points[0][0] * k, points[0][1] * k)
    for x, y in points[1:]:
        path.lineTo(x * k, y * k)
    for ink, width in lines:
        canvas.drawPath(path, paints.stroke(ink, width))


class MapWindow(Element):
    """Base of a window on a recorded map. ``x``, ``y``: its centre in metres; ``k``: dp per metre; ``land``: colour of
    the ground.

    `paint_over` draws what a map shows on top of its drawing.
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
        """Return the function of a `Drawing` and its arguments. Its origin is the map's."""
        raise NotImplementedError

    def paint_over(self, canvas: Any, k: float, dp: float) -> None:
        """Draw on top of the drawing. ``k``: px per metre; the origin is the map's."""

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        k = self.k * m.scale
        frame = skia.Rect.MakeXYWH(x, y, box.width, box.height)
        canvas.save()
        canvas.clipRect(frame, False)
        canvas.drawRect(frame, paints.flat(self.land))
        # Whole px: the drawing stays sharp, and panning moves the same drawing.
        left, top = round(x + box.width / 2 - self.x * k), round(y + box.height / 2 - self.y * k)
        canvas.draw_drawing(self.drawing(m), left, top, (x, y, x + box.width, y + box.height))
        canvas.translate(left, top)
        self.paint_over(canvas, k, m.scale)
        canvas.restore()


def draw_glyph(canvas: Any, name: str, x: float, y: float, size: float, color: int) -> None:
    """Draw a glyph of the icon font around a point, ``size`` px high."""
    glyph = icon(name, size)
    canvas.drawTextBlob(
        glyph.lines[0].blob, x - glyph.width / 2, y - glyph.height / 2 + glyph.ascent, paints.fill(color)
    )


def draw_pin(canvas: Any, x: float, y: float, size: float, color: int, hole: int = 0xFFFFFFFF) -> None:
    """Draw a pin with its tip at a point, ``size`` px high, and a dot in its head."""
    canvas.drawCircle(x, y - size * 0.54, size * 0.17, paints.fill(hole))
    # The tip of the glyph is at 22/24 of its height.
    draw_glyph(canvas, "place", x, y - size * 5 / 12, size, color)
