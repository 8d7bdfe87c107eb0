"""The drawn map: a recorded picture for each zoom, of which only the visible part is shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.apps.osmand import land
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits.map_drawing import (
    ANYWHERE,
    Drawing,
    Layer,
    MapWindow,
    Mark,
    Point,
    RoadLook,
    Sheet,
    draw_marks,
    draw_roads,
    draw_way,
    layer,
    recorded,
)
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.value import Callback, do, memo

#: dp a metre at each zoom.
SCALES: tuple[float, ...] = (0.012, 0.02, 0.035, 0.06, 0.11, 0.2, 0.36, 0.64)
_AREA = (-20_000, -22_000, 18_000, 22_000)
ORANGE, YELLOW, PURPLE = 0xFFFF8800, 0xFFEECC22, 0xFF7B1FA2
#: Colours of markers, in the order in which they are given.
MARKER_INKS = (0xFF1976D2, 0xFF43A047, 0xFFD32F2F, 0xFFFF8F00, 0xFF7B1FA2, 0xFF00897B, 0xFF6D4C41)
_MARKS = {
    "here": Mark(((9, 0xFFFFFFFF, 0), (6.5, 0xFF1976D2, 0))),
    "point": Mark(((6, 0xFFFFFFFF, 0), (4.5, PURPLE, 0))),
    "favourite": Mark(((12, 0xFFFFFFFF, 0), (11, YELLOW, 0)), glyph="star", size=16),
    "pin": Mark(pin=44, color=ORANGE),
    **{f"marker {at}": Mark(glyph="flag", size=28, up=11, color=ink) for at, ink in enumerate(MARKER_INKS)},
}


class Palette(NamedTuple):
    """Colours of the map, 0xAARRGGBB."""

    land: int
    abroad: int
    wood: int
    water: int
    border: int
    highway: int
    main: int
    street: int
    casing: int
    path: int
    ink: int
    weak: int
    halo: int


PALETTES = {
    False: Palette(0xFFF1EEE8, 0xFFE6E3DC, 0xFFCFE5C0, 0xFFA9D3E8, 0xFFA05FB0, 0xFFE892A2, 0xFFF9D58C, 0xFFFFFFFF,
                   0xFFB9B3A6, 0xFFB08C6A, 0xFF2B2B2B, 0xFF5F6368, 0xF0FFFFFF),
    True: Palette(0xFF25282D, 0xFF1C1F23, 0xFF25382B, 0xFF1B3A4B, 0xFF9A6BA8, 0xFF8A4C5A, 0xFF7A6336, 0xFF4A4F57,
                  0xFF15171A, 0xFF6E5A44, 0xFFE8EAED, 0xFFA9B1BA, 0xE0101214),
}  # fmt: skip
#: The zoom from which on each kind of place is on the map, and its name's size in sp and weight.
_SHOWN = {"town": (0, 15, 700), "village": (1, 13, 500), "hamlet": (3, 12, 500), "peak": (3, 11, 500)}
_POI_ZOOM = 5


def _names(sheet: Sheet, c: Palette, zoom: int, pois: bool) -> None:
    dp = sheet.dp
    for place in land.places():
        least, size, weight = _SHOWN.get(place.kind, (_POI_ZOOM, 11, 500))
        if zoom < least or not (pois or place.kind in land.SETTLED):
            continue
        x, y = place.at
        px, py = x * sheet.k, y * sheet.k
        lines = paragraph(place.name, size * sheet.sp, weight, "en", False)
        if place.kind in land.SETTLED:
            sheet.mark(px, py, 4 * dp, _draw_dot, dp, c)
        else:
            sheet.glyph(land.CATEGORIES[place.kind], px, py, 16 * dp, c.weak)
        sheet.below(lines, px, py + 5 * dp, c.ink if place.kind in land.SETTLED else c.weak)
    for name, _, points in land.rivers():
        for point in points[2::4]:
            sheet.centred(
                paragraph(name, 11 * sheet.sp, 500, "en", False),
                *point,
                0xFF256B82 if not _dark(c) else c.weak,
            )


def _draw_dot(canvas: Any, x: float, y: float, dp: float, c: Palette) -> None:
    canvas.drawCircle(x, y, 3.2 * dp, paints.fill(c.halo))
    canvas.drawCircle(x, y, 2.2 * dp, paints.fill(c.ink))


def _dark(c: Palette) -> bool:
    return c is PALETTES[True]


def drawing(zoom: int, scale: float, font: float, dark: bool, pois: bool) -> Drawing:
    """The whole country at a zoom. ``scale``: px per dp; ``font``: px per sp; ``pois``: with points of interest."""
    return layer([(ANYWHERE, do(_picture, zoom, scale, dark))]), do(_notes, zoom, scale, font, dark, pois)


@memo(32, asset=True)
def _notes(zoom: int, scale: float, font: float, dark: bool, pois: bool) -> Layer:
    c = PALETTES[dark]
    sheet = Sheet(None, SCALES[zoom] * scale, scale, font, c.halo)
    _names(sheet, c, zoom, pois)
    return layer(sheet.notes)


@memo(32, asset=True)
def _picture(zoom: int, scale: float, dark: bool) -> Any:
    c = PALETTES[dark]
    return recorded(_AREA, SCALES[zoom] * scale, scale, c.abroad, _draw, c)


def _draw(sheet: Sheet, c: Palette) -> None:
    canvas = sheet.canvas
    inside = sheet.path(land.border(), close=True)
    canvas.drawPath(inside, paints.fill(c.land))
    for wood in land.woods():
        canvas.drawPath(sheet.path((*wood, wood[0]), smooth=True), paints.fill(c.wood))
    for _, width, points in land.rivers():
        canvas.drawPath(
            sheet.path(points, smooth=True), paints.stroke(c.water, max(width * sheet.k, 2.4 * sheet.dp))
        )
    canvas.drawPath(inside, paints.stroke(c.border, 2 * sheet.dp))
    looks = {
        "path": RoadLook(3, 1.0, c.path, cased=False),
        "street": RoadLook(10, 1.5, c.street),
        "main": RoadLook(16, 2.6, c.main),
        "highway": RoadLook(22, 3.4, c.highway),
    }
    draw_roads(sheet, land.roads(), looks, c.casing, smooth=True)


class LandMap(MapWindow):
    """A window on the map. ``marks``: (kind, x, y) of what is over it: pin, favourite, ``marker N``, here or point.

    ``lines``: paths of points; ``cross``: whether to show a cross in the middle, where a point would be added;
    ``pois``: whether to show points of interest; ``text_size``: in percent.
    """

    __slots__ = ("cross", "dark", "lines", "marks", "pois", "text_size", "zoom")

    def __init__(
        self, x: int, y: int, zoom: int, dark: bool, marks: tuple[tuple[str, int, int], ...],
        lines: tuple[tuple[Point, ...], ...], cross: bool, pois: bool, text_size: int, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(x, y, SCALES[zoom], PALETTES[dark].abroad, **options)
        self.zoom = zoom
        self.dark = dark
        self.marks = marks
        self.lines = lines
        self.cross = cross
        self.pois = pois
        self.text_size = text_size

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (
            self.x,
            self.y,
            self.zoom,
            self.dark,
            self.marks,
            self.lines,
            self.cross,
            self.pois,
            self.text_size,
        )

    def drawing(self, m: Metrics) -> Callback:
        """See `MapWindow.drawing`."""
        return do(drawing, self.zoom, m.scale, m.font * self.text_size / 100, self.dark, self.pois)

    def paint_over(self, canvas: Any, k: float, dp: float) -> None:
        """See `MapWindow.paint_over`."""
        for line in self.lines:
            if len(line) > 1:
                draw_way(canvas, line, k, (PURPLE, 4 * dp))
        draw_marks(canvas, self.marks, _MARKS, k, dp)
        if self.cross:
            middle = self.x * k, self.y * k
            for ink, width in ((0xFFFFFFFF, 4.0), (0xFF202124, 2.0)):
                canvas.drawCircle(*middle, 9 * dp, paints.stroke(ink, width * dp))
                canvas.drawCircle(*middle, 1.5 * dp, paints.fill(ink))
