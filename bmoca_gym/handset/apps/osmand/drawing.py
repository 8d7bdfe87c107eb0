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
    recorded,
)
from bmoca_gym.handset.kits.town_drawing import (
    NAMED,
    Shield,
    TownLook,
    draw_rail,
    name_roads,
    name_streets,
    number_roads,
    pictures,
)
from bmoca_gym.handset.kits.town_plan import pieces, winding
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
    """Colours of the map, 0xAARRGGBB. ``built``: the ground of towns; ``rail``: of railways and their dashes."""

    land: int
    abroad: int
    built: int
    wood: int
    water: int
    border: int
    highway: int
    main: int
    street: int
    casing: int
    path: int
    rail: tuple[int, int]
    ink: int
    weak: int
    mark: int
    halo: int
    town: TownLook


PALETTES = {
    False: Palette(
        0xFFF1EEE0, 0xFFE9E6DC, 0xFFE0DDD6, 0xFFBFDDA9, 0xFFA9D3E8, 0xFFA05FB0, 0xFFE892A2, 0xFFF9C98C, 0xFFFFFFFF,
        0xFFB0AA9D, 0xFFB08C6A, (0xFF707070, 0xFFFFFFFF), 0xFF2B2B2B, 0xFF5F6368, 0xFF8A4B1F, 0xF0FFFFFF,
        TownLook(0xFFFFFFFF, 0xFFC2BDB3, 0xFFF0DAD2, 0xFFCDEBB0, (0xFFD0C3B8,), 0xFFB8A99C),
    ),
    True: Palette(
        0xFF25282D, 0xFF1F2226, 0xFF2C3036, 0xFF25382B, 0xFF1B3A4B, 0xFF9A6BA8, 0xFF8A4C5A, 0xFF7A6336, 0xFF4A4F57,
        0xFF15171A, 0xFF6E5A44, (0xFF5A6068, 0xFF25282D), 0xFFE8EAED, 0xFFA9B1BA, 0xFFD9A679, 0xE0101214,
        TownLook(0xFF454A52, 0xFF191C20, 0xFF3A3236, 0xFF27402E, (0xFF3B4047,), 0xFF4A5058),
    ),
}  # fmt: skip
_PLATES = {
    False: Shield(0xFFD94B5B, 0xFFFFFFFF, 0xFFFFFFFF),
    True: Shield(0xFF8A2F3B, 0xFFD9DCE0, 0xFFFFFFFF),
}
#: The zoom from which on each kind of place is on the map, and its name's size in sp and weight.
_SHOWN = {"town": (0, 15, 700), "village": (1, 13, 500), "hamlet": (3, 12, 500), "peak": (3, 11, 500)}
_POI_ZOOM, _ROADS_ZOOM = 5, 4


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
            sheet.glyph(land.CATEGORIES[place.kind], px, py, 16 * dp, c.mark)
        sheet.below(lines, px, py + 5 * dp, c.ink if place.kind in land.SETTLED else c.mark)
    for name, at in land.abroad() if zoom else ():
        sheet.centred(paragraph(name, 12 * sheet.sp, 500, "en", False), *at, c.weak)
    for name, _, points in land.rivers():
        for point in points[16::32]:
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


@memo(32, asset=True)
def drawing(zoom: int, scale: float, font: float, dark: bool, pois: bool) -> Drawing:
    """The whole country at a zoom. ``scale``: px per dp; ``font``: px per sp; ``pois``: with points of interest."""
    return _pictures(zoom, dark), scale, do(_notes, zoom, scale, font, dark, pois)


@memo(32, asset=True)
def _pictures(zoom: int, dark: bool) -> Layer:
    ground = [(ANYWHERE, do(_picture, zoom, dark))]
    return pictures(ground, land.plans(), SCALES[zoom], PALETTES[dark].town, do(_network, zoom, dark))


@memo(32, asset=True)
def _notes(zoom: int, scale: float, font: float, dark: bool, pois: bool) -> tuple[Layer, ...]:
    c = PALETTES[dark]
    sheet = Sheet(None, SCALES[zoom] * scale, scale, font, c.halo)
    _names(sheet, c, zoom, pois)
    signs = [(name, number, winding(points)) for name, number, points in land.signs()]
    number_roads(
        sheet, [(number, _PLATES[dark], points) for _, number, points in signs if number], 260 * sheet.dp
    )
    if zoom >= _ROADS_ZOOM:
        named = [
            (paragraph(name, 10.5 * sheet.sp, 400, "en", False), points) for name, _, points in signs if name
        ]
        name_roads(sheet, named, 320 * sheet.dp, c.weak)
    if SCALES[zoom] >= NAMED:
        name_streets(sheet, land.plans(), 10 * sheet.sp, c.weak)
    return sheet.layers()


@memo(32, asset=True)
def _picture(zoom: int, dark: bool) -> Any:
    c = PALETTES[dark]
    return recorded(_AREA, SCALES[zoom], c.abroad, _draw, c)


def _draw(sheet: Sheet, c: Palette) -> None:
    canvas, plans = sheet.canvas, land.plans()
    inside = sheet.path(land.border(), close=True)
    canvas.drawPath(inside, paints.fill(c.land))
    for number in range(len(plans.settlements)):
        canvas.drawPath(sheet.path(plans.outline(number), close=True), paints.fill(c.built))
    for wood in land.woods():
        canvas.drawPath(sheet.path(wood, close=True), paints.fill(c.wood))
    for _, width, points in land.rivers():
        canvas.drawPath(sheet.path(points), paints.stroke(c.water, max(width * sheet.k, 2.4 * sheet.dp)))
    canvas.drawPath(inside, paints.stroke(c.border, 2 * sheet.dp))


@memo(32, asset=True)
def _network(zoom: int, dark: bool) -> Any:
    return recorded(_AREA, SCALES[zoom], None, _draw_network, PALETTES[dark])


def _draw_network(sheet: Sheet, c: Palette) -> None:
    looks = {
        "path": RoadLook(3, 1.0, c.path, cased=False),
        "street": RoadLook(10, 1.5, c.street),
        "main": RoadLook(16, 2.6, c.main),
        "highway": RoadLook(22, 3.4, c.highway),
    }
    for line in land.railways():
        draw_rail(sheet, line, *c.rail)
    roads = [(kind, piece) for kind, points in land.roads() for piece in pieces(points)]
    draw_roads(sheet, roads, looks, c.casing)


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
