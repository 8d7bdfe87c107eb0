"""Drawing of towns on a map: their blocks, buildings and streets, railways, and names and numbers along roads."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, paragraph
from bmoca_gym.handset.kits import town_plan
from bmoca_gym.handset.kits.map_drawing import (
    ANYWHERE,
    Area,
    Layer,
    Point,
    Sheet,
    layer,
    recording,
    spans,
    turned_half,
)
from bmoca_gym.handset.kits.town_plan import GREEN, SHOPS, Cell, Land
from bmoca_gym.handset.value import Callback, do, memo

#: From how many dp a metre on there are a town's wider streets, more of them, all its streets, lines at their sides,
#: buildings, names of streets, and lines around buildings.
WIDER, MORE, ALL, CASED, BUILT, NAMED, EDGED = 0.03, 0.078, 0.13, 0.7, 0.5, 0.6, 1.0
#: Widths of streets of each rank in metres, and the least in dp.
_WIDTHS = (11.0, 1.0), (8.0, 0.7), (8.0, 0.7)
#: Width and height in dp of the screen of a large phone.
_SCREEN = 480, 960
#: How many houses, next to each other, are one path.
_TOGETHER = 12


class TownLook(NamedTuple):
    """Colours, 0xAARRGGBB.

    Attributes:
        street, casing: of streets and the lines at their sides.
        shops, green: of blocks with shops, and of squares.
        roofs: of buildings, which take turns.
        edge: of the lines around buildings.
        trees: two of each tree, from back to front; none for no trees.
    """

    street: int
    casing: int
    shops: int
    green: int
    roofs: tuple[int, ...]
    edge: int
    trees: tuple[int, ...] = ()


Parts = list[tuple[Area, Callback]]


def pictures(ground: Parts, land: Land, k: float, look: TownLook, roads: Callback) -> Layer:
    """A map's pictures from back to front: its ground, towns, and roads. ``k``: dp per metre."""
    towns: Parts = []
    if k >= BUILT:
        towns += _cells(land, k, _ground, look)
    if k >= WIDER:
        towns += _cells(land, k, _streets, look)
    return layer([*ground, *towns, (ANYWHERE, roads)])


def _cells(land: Land, k: float, draw: Callable[..., Any], look: TownLook) -> Parts:
    return [
        ((left * k, top * k, right * k, bottom * k), do(draw, land, cell, k, look))
        for cell in land.cells
        for left, top, right, bottom in (cell.area,)
    ]


def _width(size: tuple[float, float], k: float) -> float:
    return max(size[0] * k, size[1])


def _recorded(cell: Cell, k: float, paths: Iterable[tuple[Any, Any]]) -> Any:
    recorder, canvas = recording(cell.area, k)
    for path, paint in paths:
        canvas.drawPath(path, paint)
    return recorder.finishRecordingAsPicture()


def _lines(land: Land, cell: Cell, k: float, inks: tuple[Any, Any, Any]) -> list[tuple[Any, Any]]:
    """The cell's streets. ``inks``: of streets of each rank; None for none."""
    found = []
    for street in town_plan.streets(land, cell):
        paint = inks[street.rank]
        if paint is not None:
            path = skia.Path()
            (x, y), *others = street.points
            path.moveTo(x * k, y * k)
            for x, y in others:
                path.lineTo(x * k, y * k)
            found.append((path, paint))
    return found


@memo(64, asset=True)
def _line(color: int, width: float) -> Any:
    """A line with plain ends, which is drawn faster than one with round ends."""
    return skia.Paint(AntiAlias=True, Color=color, StrokeWidth=width, Style=skia.Paint.kStroke_Style)


def _outlines(outlines: list[Any], k: float) -> Any:
    path = skia.Path()
    for (x, y), *others in outlines:
        path.moveTo(x * k, y * k)
        for x, y in others:
            path.lineTo(x * k, y * k)
        path.close()
    return path


def _tints(land: Land, cell: Cell, k: float, look: TownLook) -> list[tuple[Any, Any]]:
    kinds, quads = town_plan.blocks(land, cell)
    return [
        (_outlines(quads[kinds == kind].tolist(), k), paints.fill(tone))
        for kind, tone in ((SHOPS, look.shops), (GREEN, look.green))
    ]


@memo(128, asset=True)
def _houses(land: Land, cell: Cell, k: float) -> tuple[Any, ...]:
    """The cell's houses as paths, which all styles share."""
    houses = town_plan.buildings(land, cell).tolist()
    return tuple(
        [_outlines(houses[start : start + _TOGETHER], k) for start in range(0, len(houses), _TOGETHER)]
    )


def prepare(land: Land, at: Point, k: float) -> None:
    """Compute what towns on a screen around a point are drawn from. ``k``: dp per metre."""
    if k < WIDER:
        return
    (x, y), (across, down) = at, (side / 2 / k for side in _SCREEN)
    for cell in land.cells:
        left, top, right, bottom = cell.area
        if left <= x + across and right >= x - across and top <= y + down and bottom >= y - down:
            town_plan.streets(land, cell)
            if k >= MORE:
                town_plan.blocks(land, cell)
            if k >= BUILT:
                _houses(land, cell, k)


@memo(256, asset=True)
def _ground(land: Land, cell: Cell, k: float, look: TownLook) -> Any:
    found = _tints(land, cell, k, look)
    for number, path in enumerate(_houses(land, cell, k)):
        tone = look.roofs[number % len(look.roofs)]
        found.append((path, paints.fill(tone)))
        if k >= EDGED:
            found.append((path, _line(look.edge, 0.6)))
    if look.trees:
        found += _wood(town_plan.trees(land, cell).tolist(), k, look.trees)
    if k >= CASED:
        wide, small, other = [_line(look.casing, _width(size, k) + 1.2) for size in _WIDTHS]
        found += _lines(land, cell, k, (wide, small, other))
    return _recorded(cell, k, found)


def _wood(trees: list[tuple[float, float, float]], k: float, tones: tuple[int, ...]) -> list[tuple[Any, Any]]:
    found = []
    for start in range(0, len(trees), _TOGETHER):
        for tone, share in zip(tones, (1.0, 0.55), strict=True):
            path = skia.Path()
            for x, y, radius in trees[start : start + _TOGETHER]:
                aside = radius * (1 - share) / 2
                path.addCircle((x - aside) * k, (y - aside) * k, radius * share * k)
            found.append((path, paints.fill(tone)))
    return found


@memo(512, asset=True)
def _streets(land: Land, cell: Cell, k: float, look: TownLook) -> Any:
    wide, small, other = [_line(look.street, _width(size, k)) for size in _WIDTHS]
    inks = wide, small if k >= MORE else None, other if k >= ALL else None
    ground = _tints(land, cell, k, look) if MORE <= k < BUILT else []
    return _recorded(cell, k, [*ground, *_lines(land, cell, k, inks)])


def draw_rail(sheet: Sheet, points: tuple[Point, ...], tone: int, ground: int) -> None:
    """Draw a railway: a line of two colours, which take turns."""
    width = max(3.2 * sheet.k, 1.4 * sheet.dp)
    path = sheet.path(points)
    sheet.canvas.drawPath(path, paints.stroke(tone, width))
    sheet.canvas.drawPath(path, _dashes(ground, width * 0.55, 5 * sheet.dp))


@memo(64, asset=True)
def _dashes(color: int, width: float, length: float) -> Any:
    return skia.Paint(
        AntiAlias=True, Color=color, StrokeWidth=width, Style=skia.Paint.kStroke_Style,
        PathEffect=skia.DashPathEffect.Make([length, length], 0),
    )  # fmt: skip


# Names


def name_roads(
    sheet: Sheet, roads: Iterable[tuple[Paragraph, tuple[Point, ...]]], lead: float, ink: int
) -> None:
    """Add names along roads, at least one, where they are straight enough. ``lead``: px from one to the next."""
    texts, lines = zip(*roads, strict=True)
    rulers = _rulers(lines)
    halves = np.array([(text.width / 2, text.height / 2, *sheet.half(text)) for text in texts])
    lengths = rulers.lengths * sheet.k
    counts = (lengths // lead).astype(np.int64)
    counts[(counts == 0) & (lengths > 2.6 * halves[:, 0])] = 1
    road, number = spans(np.zeros_like(counts), counts)
    w, h, wide, high = halves[road].T
    # Off the middle: crossings often lie there.
    at = lengths[road] * (number + 0.37) / counts[road]
    (ax, ay), (x, y), (bx, by) = (
        rulers.points(road, (at + away) / sheet.k) * sheet.k for away in (-w, 0.0, w)
    )
    straight = np.hypot(bx - ax, by - ay) >= 1.96 * w
    straight &= abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) <= 2 * w * h
    angle = upright(bx - ax, by - ay)
    turn = np.radians(angle)
    boxes = _around(x, y, *turned_half(w, h, turn))[straight]
    areas = _around(x, y, *turned_half(wide, high, turn))
    free = np.flatnonzero(straight)[sheet.free_ones(boxes)]
    looks = [sheet.look(text, ink) for text in texts]
    spots = np.stack([x, y, angle], axis=-1)
    sheet.turned_ones(areas[free], spots[free], looks, road[free])


def _around(x: Any, y: Any, across: Any, down: Any) -> NDArray[np.float64]:
    return np.stack([x - across, y - down, x + across, y + down], axis=-1)


class _Rulers:
    """Points along lines, by their distances from the lines' starts. All in metres.

    Attributes:
        lengths: of the lines, ``float64[lines]``.
    """

    def __init__(self, lines: tuple[tuple[Point, ...], ...]) -> None:
        counts = np.array([len(points) for points in lines])
        self._last = np.cumsum(counts) - 1
        self._first = self._last - counts + 1
        self._corners = np.array([point for points in lines for point in points], np.float64).T
        steps = np.hypot(*np.diff(self._corners))
        steps[self._last[:-1]] = 0.0  # from a line's end to the next one's start
        self._marks = np.concatenate([[0.0], np.cumsum(steps)])
        self.lengths = self._marks[self._last] - self._marks[self._first]

    def points(self, line: NDArray[np.int64], at: NDArray[np.float64]) -> NDArray[np.float64]:
        """The points that far along lines, given by their numbers, or these lines' ends: ``float64[2, n]``."""
        first, last = self._first[line], self._last[line]
        marks = self._marks[first] + at
        end = np.clip(np.searchsorted(self._marks, marks, "right"), first + 1, last)
        step = self._marks[end] - self._marks[end - 1]
        share = np.clip((marks - self._marks[end - 1]) / np.where(step, step, 1.0), 0.0, 1.0)
        start: NDArray[np.float64] = self._corners[:, end - 1]
        return start + (self._corners[:, end] - start) * share


@memo(64, asset=True)
def _rulers(lines: tuple[tuple[Point, ...], ...]) -> _Rulers:
    return _Rulers(lines)


def upright(x: Any, y: Any) -> Any:
    """The angle in degrees of letters along a direction, so that they can be read; of numbers or of arrays of them."""
    angle = np.degrees(np.arctan2(y, x))
    return angle - np.where(angle > 90, 180.0, np.where(angle <= -90, -180.0, 0.0))


class Shield(NamedTuple):
    """How a road's number is drawn: colours of its plate, edge and digits."""

    plate: int
    edge: int
    ink: int


def number_roads(sheet: Sheet, roads: Iterable[tuple[str, Shield, tuple[Point, ...]]], lead: float) -> None:
    """Add plates with the numbers of roads, at least ``lead`` px from one to the next."""
    dp = sheet.dp
    for number, look, points in roads:
        lines = paragraph(number, 10 * dp, 700, "en", False)
        w, h = lines.width / 2 + 4 * dp, lines.height / 2 + 1 * dp
        ruler = _rulers((points,))
        marks = (
            lead
            / sheet.k
            * (np.arange(int(ruler.lengths[0] * sheet.k / lead + 0.67), dtype=np.float64) + 0.33)
        )
        for x, y in (ruler.points(np.zeros(len(marks), np.int64), marks) * sheet.k).T.tolist():
            apart = lead / 4
            if sheet.free((x - w - apart, y - h, x + w + apart, y + h), take=False):
                sheet.free((x - w, y - h, x + w, y + h))
                sheet.mark(x, y, w + 2 * dp, _draw_shield, lines, w, h, dp, look)


def _draw_shield(
    canvas: Any, x: float, y: float, lines: Paragraph, w: float, h: float, dp: float, look: Shield
) -> None:
    plate = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(x - w, y - h, x + w, y + h), 3 * dp, 3 * dp)
    canvas.drawRRect(plate, paints.fill(look.plate))
    canvas.drawRRect(plate, paints.stroke(look.edge, dp))
    canvas.drawTextBlob(
        lines.lines[0].blob, x - lines.width / 2, y - lines.height / 2 + lines.ascent, paints.fill(look.ink)
    )


def name_streets(sheet: Sheet, land: Land, size: float, ink: int) -> None:
    """Add the names of towns' small streets, which are placed where they come into sight. ``size`` in px."""
    k = sheet.k
    for cell in land.cells:
        left, top, right, bottom = cell.area
        names = _SmallNames(sheet, land, cell, size, ink)
        sheet.notes.append(((left * k, top * k, right * k, bottom * k), (_write_names, (names,))))


class _SmallNames:
    """The names of a cell's streets. They keep clear of what the map has otherwise."""

    def __init__(self, sheet: Sheet, land: Land, cell: Cell, size: float, ink: int) -> None:
        self.given = sheet, land, cell, size, ink
        self.notes: list[tuple[Area, Callback]] | None = None

    def found(self) -> list[tuple[Area, Callback]]:
        """The notes with the names."""
        if self.notes is None:
            sheet, land, cell, size, ink = self.given
            own = Sheet(None, sheet.k, sheet.dp, sheet.sp, sheet.halo)
            for street in town_plan.streets(land, cell):
                self._place(own, sheet, street, paragraph(street.name, size, 400, "en", False), ink)
            self.notes = own.notes
        return self.notes

    def _place(self, own: Sheet, sheet: Sheet, street: town_plan.Street, lines: Paragraph, ink: int) -> None:
        k, points = sheet.k, street.points
        length = sum(math.dist(a, b) for a, b in pairwise(points)) * k
        if length < 1.2 * lines.width:
            return
        w, h = lines.width / 2, lines.height / 2
        for at in range(
            len(points) // 2 - 1, len(points) - 1, max(1, round(len(points) * 420 * sheet.dp / length))
        ):
            (ax, ay), (bx, by) = points[at], points[at + 1]
            (cx, cy), (dx, dy) = points[max(0, at - 1)], points[min(len(points) - 1, at + 2)]
            angle = (
                upright(dx - cx, dy - cy)
                if math.dist((ax, ay), (bx, by)) * k < 2 * w
                else upright(bx - ax, by - ay)
            )
            across, down = turned_half(w, h, math.radians(angle))
            x, y = (ax + bx) / 2 * k, (ay + by) / 2 * k
            box = x - across, y - down, x + across, y + down
            if sheet.free(box, take=False) and own.free(box):
                own.turned(lines, x, y, angle, ink)


def _write_names(canvas: Any, names: _SmallNames) -> None:
    for area, (write, given) in names.found():
        if not canvas.quickReject(skia.Rect.MakeLTRB(*area)):
            write(canvas, *given)
