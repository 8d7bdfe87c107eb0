"""The drawn map: a recorded picture for each zoom, of which only the visible part is shown."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmoca_gym.handset.apps.maps_me import bay
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits.map_drawing import (
    ANYWHERE,
    Drawing,
    Layer,
    MapWindow,
    Mark,
    Marks,
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
SCALES: tuple[float, ...] = (0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
_AREA = (-220_000, -220_000, 220_000, 220_000)
GREEN, BLUE, RED, AMBER = 0xFF249C48, 0xFF1E88E5, 0xFFE51B23, 0xFFFFB300


class Palette(NamedTuple):
    """Colours of the map, 0xAARRGGBB."""

    land: int
    park: int
    water: int
    highway: int
    main: int
    street: int
    casing: int
    small: int
    ink: int
    weak: int
    halo: int


PALETTES = {
    False: Palette(0xFFF0EEE6, 0xFFCDE6B9, 0xFF9BCFE8, 0xFFF0A35E, 0xFFFBDD8B, 0xFFFFFFFF, 0xFFC4BFB0, 0xFFFBFAF6,
                   0xFF2B2B2B, 0xFF5F6368, 0xF0FFFFFF),
    True: Palette(0xFF2A2C2F, 0xFF2A3B2C, 0xFF1C3444, 0xFF8A5B34, 0xFF6E5F36, 0xFF4A4D52, 0xFF18191B, 0xFF383B40,
                  0xFFE8EAED, 0xFFA9B1BA, 0xE0101214),
}  # fmt: skip
#: The zoom from which on towns of each rank are on the map, and the size of their names in sp.
_TOWNS = ((0, 15), (3, 13), (4, 12))
#: Kinds of places that are no point on the map.
_AREAS = frozenset({"town", "neighborhood"})
_STREETS_ZOOM, _PLACES_ZOOM, _ROADS_ZOOM = 4, 6, 6


def _town_names(sheet: Sheet, c: Palette, zoom: int) -> None:
    for town in bay.towns():
        least, size = _TOWNS[town.rank]
        if zoom >= least:
            weight = 700 if town.rank == 0 else 500
            sheet.centred(paragraph(town.name, size * sheet.sp, weight, "en", False), *town.at, c.ink)


def _place_names(sheet: Sheet, c: Palette) -> None:
    dp = sheet.dp
    for place in bay.places():
        if place.kind in _AREAS:
            continue
        px, py = place.at[0] * sheet.k, place.at[1] * sheet.k
        half = 8 * dp
        if not sheet.free((px - half, py - half, px + half, py + half)):
            continue
        sheet.glyph(bay.GLYPHS[place.kind], px, py, 16 * dp, c.weak)
        sheet.below(paragraph(place.name, 11 * sheet.sp, 500, "en", False), px, py + half, c.weak)


def drawing(zoom: int, scale: float, font: float, dark: bool) -> Drawing:
    """The whole country at a zoom. ``scale``: px per dp; ``font``: px per sp."""
    return layer([(ANYWHERE, do(_picture, zoom, scale, dark))]), do(_notes, zoom, scale, font, dark)


@memo(32, asset=True)
def _notes(zoom: int, scale: float, font: float, dark: bool) -> Layer:
    c = PALETTES[dark]
    sheet = Sheet(None, SCALES[zoom] * scale, scale, font, c.halo)
    _town_names(sheet, c, zoom)
    if zoom >= _PLACES_ZOOM:
        _place_names(sheet, c)
    if zoom >= _ROADS_ZOOM:
        for road in bay.roads():
            for a, b in zip(road.points, road.points[1:], strict=False):
                name = paragraph(road.name, 10 * sheet.sp, 400, "en", False)
                sheet.centred(name, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, c.weak)
    return layer(sheet.notes)


@memo(32, asset=True)
def _picture(zoom: int, scale: float, dark: bool) -> Any:
    c = PALETTES[dark]
    return recorded(_AREA, SCALES[zoom] * scale, scale, c.land, _draw, zoom, c)


def _draw(sheet: Sheet, zoom: int, c: Palette) -> None:
    canvas = sheet.canvas
    for park in bay.parks():
        canvas.drawPath(sheet.path((*park, park[0]), smooth=True), paints.fill(c.park))
    if zoom >= _STREETS_ZOOM:
        for a, b in bay.streets():
            canvas.drawPath(sheet.path((a, b)), paints.stroke(c.small, max(7 * sheet.k, 0.5 * sheet.dp)))
    for area in bay.water():
        canvas.drawPath(sheet.path(area, close=True), paints.fill(c.water))
    looks = {
        "street": RoadLook(10, 0.6, c.street),
        "main": RoadLook(16, 1.2, c.main),
        "highway": RoadLook(26, 2.4, c.highway),
    }
    draw_roads(sheet, [(road.kind, road.points) for road in bay.roads()], looks, c.casing)


_MARKS = {
    "here": Mark(((10, 0xFFFFFFFF, 0), (7, BLUE, 0))),
    "start": Mark(((8, 0xFFFFFFFF, 0), (5.5, GREEN, 0))),
    "found": Mark(((7, 0xFFFFFFFF, 0), (5.5, BLUE, 0))),
    "bookmark": Mark(((11, 0xFFFFFFFF, 0),), glyph="bookmark", size=18, color=AMBER),
    "goal": Mark(pin=44, color=RED),
    "pin": Mark(pin=44, color=GREEN),
}
#: Ways on the map: a colour and points.
Ways = tuple[tuple[int, tuple[Point, ...]], ...]


class BayMap(MapWindow):
    """A window on the map, with marks and routes over it."""

    __slots__ = ("dark", "marks", "ways", "zoom")

    def __init__(
        self, x: int, y: int, zoom: int, dark: bool, marks: Marks, ways: Ways, **options: Any
    ) -> None:
        super().__init__(x, y, SCALES[zoom], PALETTES[dark].land, **options)
        self.zoom = zoom
        self.dark = dark
        self.marks = marks
        self.ways = ways

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.x, self.y, self.zoom, self.dark, self.marks, self.ways)

    def drawing(self, m: Metrics) -> Callback:
        """See `MapWindow.drawing`."""
        return do(drawing, self.zoom, m.scale, m.font, self.dark)

    def paint_over(self, canvas: Any, k: float, dp: float) -> None:
        """See `MapWindow.paint_over`."""
        for ink, way in self.ways:
            draw_way(canvas, way, k, (0xFFFFFFFF, 7 * dp), (ink, 5 * dp))
        draw_marks(canvas, self.marks, _MARKS, k, dp)
