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
SCALES: tuple[float, ...] = (0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
_AREA = (-220_000, -220_000, 220_000, 220_000)
GREEN, BLUE, RED, AMBER = 0xFF249C48, 0xFF1E88E5, 0xFFE51B23, 0xFFFFB300


class Palette(NamedTuple):
    """Colours of the map, 0xAARRGGBB. ``built``: the ground of towns."""

    land: int
    built: int
    park: int
    water: int
    highway: int
    main: int
    street: int
    casing: int
    rail: int
    ink: int
    weak: int
    halo: int
    town: TownLook


PALETTES = {
    False: Palette(
        0xFFF2F0E6, 0xFFE9E6DE, 0xFFC9E3B1, 0xFFA3D4EC, 0xFFF0A35E, 0xFFFBDD8B, 0xFFFFFFFF, 0xFFC4BFB0, 0xFF8F8B84,
        0xFF2B2B2B, 0xFF5F5A52, 0xF0FFFFFF,
        TownLook(0xFFFFFFFF, 0xFFD3CFC5, 0xFFF0E7DC, 0xFFC9E3B1, (0xFFDCD5C8,), 0xFFCBC3B4),
    ),
    True: Palette(
        0xFF2A2C2F, 0xFF303236, 0xFF2A3B2C, 0xFF1C3444, 0xFF8A5B34, 0xFF6E5F36, 0xFF4A4D52, 0xFF18191B, 0xFF585C63,
        0xFFE8EAED, 0xFFA9B1BA, 0xE0101214,
        TownLook(0xFF45484E, 0xFF1F2124, 0xFF37353A, 0xFF2A3B2C, (0xFF3A3C41,), 0xFF46494F),
    ),
}  # fmt: skip
#: The colours of places, by kind; others have that of weak texts.
_INKS = {
    "restaurant": 0xFFD9822B, "cafe": 0xFFB0703C, "fast_food": 0xFFD9822B, "hotel": 0xFF7B68C8, "fuel": 0xFF4C6FA8,
    "parking": 0xFF3F7FD0, "grocery": 0xFF3E9BC0, "shop": 0xFF3E9BC0, "bus_stop": 0xFF4A84C4, "station": 0xFF4A84C4,
    "airport": 0xFF6B7FBF, "pharmacy": 0xFF35A56B, "hospital": 0xFFD95C5C, "park": 0xFF4E9A48, "sights": 0xFF9C7A4E,
    "entertainment": 0xFFB565A7, "university": 0xFF9C7A4E,
}  # fmt: skip
_PLATES = {
    "I": Shield(0xFF3D6DB5, 0xFFFFFFFF, 0xFFFFFFFF),
    "US": Shield(0xFFFFFFFF, 0xFF44413C, 0xFF2B2B2B),
    "CA": Shield(0xFF3C7A4B, 0xFFFFFFFF, 0xFFFFFFFF),
}
#: The zoom from which on towns of each rank are on the map, and the size of their names in sp.
_TOWNS = ((0, 15), (3, 13), (4, 12))
#: Kinds of places that are no point on the map.
_AREAS = frozenset({"town", "neighborhood"})
_PLACES_ZOOM, _ROADS_ZOOM, _QUARTERS_ZOOM, _PLATES_ZOOM = 6, 5, 5, 1


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
        sheet.glyph(bay.GLYPHS[place.kind], px, py, 16 * dp, _INKS.get(place.kind, c.weak))
        sheet.below(paragraph(place.name, 11 * sheet.sp, 500, "en", False), px, py + half, c.weak)


@memo(32, asset=True)
def drawing(zoom: int, scale: float, font: float, dark: bool) -> Drawing:
    """The whole country at a zoom. ``scale``: px per dp; ``font``: px per sp."""
    return _pictures(zoom, dark), scale, do(_notes, zoom, scale, font, dark)


@memo(32, asset=True)
def _pictures(zoom: int, dark: bool) -> Layer:
    ground = [(ANYWHERE, do(_picture, zoom, dark))]
    return pictures(ground, bay.land(), SCALES[zoom], PALETTES[dark].town, do(_network, zoom, dark))


@memo(32, asset=True)
def _notes(zoom: int, scale: float, font: float, dark: bool) -> tuple[Layer, ...]:
    c = PALETTES[dark]
    sheet = Sheet(None, SCALES[zoom] * scale, scale, font, c.halo)
    _town_names(sheet, c, zoom)
    if zoom >= _PLATES_ZOOM:
        plates = [
            (road.number, _PLATES[road.number.split()[0]], road.points) for road in bay.roads() if road.number
        ]
        number_roads(sheet, plates, 240 * sheet.dp)
    if zoom >= _PLACES_ZOOM:
        _place_names(sheet, c)
    if zoom >= _QUARTERS_ZOOM:
        for place in bay.places():
            if place.kind == "neighborhood":
                sheet.centred(paragraph(place.name, 12 * sheet.sp, 500, "en", False), *place.at, c.weak)
    if zoom >= _ROADS_ZOOM:
        named = [
            (paragraph(road.name, 10.5 * sheet.sp, 400, "en", False), winding(road.points))
            for road in bay.roads()
        ]
        name_roads(sheet, named, 300 * sheet.dp, c.weak)
    if SCALES[zoom] >= NAMED:
        name_streets(sheet, bay.land(), 10 * sheet.sp, c.weak)
    return sheet.layers()


@memo(32, asset=True)
def _picture(zoom: int, dark: bool) -> Any:
    c = PALETTES[dark]
    return recorded(_AREA, SCALES[zoom], c.land, _draw, c)


def _draw(sheet: Sheet, c: Palette) -> None:
    canvas, land = sheet.canvas, bay.land()
    for number in range(len(land.settlements)):
        canvas.drawPath(sheet.path(land.outline(number), close=True), paints.fill(c.built))
    for park in bay.parks():
        canvas.drawPath(sheet.path(park, close=True), paints.fill(c.park))
    for area in bay.water():
        canvas.drawPath(sheet.path(area, close=True), paints.fill(c.water))


@memo(32, asset=True)
def _network(zoom: int, dark: bool) -> Any:
    return recorded(_AREA, SCALES[zoom], None, _draw_network, PALETTES[dark])


def _draw_network(sheet: Sheet, c: Palette) -> None:
    looks = {
        "street": RoadLook(10, 0.6, c.street),
        "main": RoadLook(16, 1.4, c.main),
        "highway": RoadLook(26, 2.6, c.highway),
    }
    for line in bay.railways():
        draw_rail(sheet, line, c.rail, c.built)
    roads = [(road.kind, piece) for road in bay.roads() for piece in pieces(road.points)]
    draw_roads(sheet, roads, looks, c.casing)


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
            draw_way(canvas, bay.curved(way), k, (0xFFFFFFFF, 7 * dp), (ink, 5 * dp))
        draw_marks(canvas, self.marks, _MARKS, k, dp)
