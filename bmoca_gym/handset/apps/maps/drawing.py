"""Drawings of the town for each zoom and style: recorded pictures, with only the blocks and buildings in sight."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.maps import roads, town
from bmoca_gym.handset.apps.maps.frame import FIRST_ZOOM, SCALES
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, paragraph
from bmoca_gym.handset.kits import town_drawing
from bmoca_gym.handset.kits.map_drawing import (
    ANYWHERE,
    Area,
    Drawing,
    Layer,
    RoadLook,
    Sheet,
    draw_glyph,
    draw_roads,
    recording,
)
from bmoca_gym.handset.kits.town_drawing import (
    Shield,
    TownLook,
    draw_rail,
    name_roads,
    number_roads,
    pictures,
)
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.value import Callback, do, memo

#: Part of the world that is drawn, in metres; all around it is plain land.
_AREA = -6500, -6500, 10500, 10500


#: The colours of places' names, by kind.
_INKS = {
    "restaurant": 0xFFB8560A, "cafe": 0xFFB8560A, "grocery": 0xFF2B62C4, "shopping": 0xFF2B62C4, "gas": 0xFF4450A8,
    "hotel": 0xFFC2185B, "pharmacy": 0xFFC62828, "hospital": 0xFFC62828, "park": 0xFF1E7E34, "museum": 0xFF00796B,
    "cinema": 0xFF00796B, "library": 0xFF546575, "school": 0xFF546575, "post": 0xFF546575, "station": 0xFF3367D6,
}  # fmt: skip
_NIGHT_INKS = {
    "restaurant": 0xFFF7B277, "cafe": 0xFFF7B277, "grocery": 0xFF9DBFF9, "shopping": 0xFF9DBFF9, "gas": 0xFFB3BCF0,
    "hotel": 0xFFF7A8C8, "pharmacy": 0xFFF6AEA9, "hospital": 0xFFF6AEA9, "park": 0xFF7FB59A, "museum": 0xFF84D0C6,
    "cinema": 0xFF84D0C6, "station": 0xFF9DBFF9,
}  # fmt: skip


class Palette(NamedTuple):
    """Colours of a style, 0xAARRGGBB.

    ``country``: outside of towns; ``halo``: around labels; ``grounds``: of kinds of grounds; ``inks``: of names of
    kinds of places, if it is not ``ink``.
    """

    country: int
    land: int
    park: int
    wood: int
    water: int
    street: int
    casing: int
    main: int
    main_casing: int
    highway: int
    highway_casing: int
    path: int
    rail: int
    ink: int
    road_ink: int
    park_ink: int
    water_ink: int
    halo: int
    grounds: dict[str, int]
    town: TownLook
    inks: dict[str, int]


PALETTES = {
    "light": Palette(
        0xFFF1F5EC, 0xFFEDEFF1, 0xFFC8EACB, 0xFFD3EBD3, 0xFFA3CCF7, 0xFFFFFFFF, 0xFFD5D9DE, 0xFFFFF3CC, 0xFFE3CD93,
        0xFFFDE293, 0xFFF3B94C, 0xFF9CCB9E, 0xFFBDC1C6, 0xFF3C4043, 0xFF5F6368, 0xFF1E7E34, 0xFF3C6FB0, 0xF0FFFFFF,
        {"school": 0xFFE4EAF6, "hospital": 0xFFFCE8E6, "industry": 0xFFE2E4E8},
        TownLook(0xFFFFFFFF, 0xFFD9DDE2, 0xFFFEF6E0, 0xFFCDEBCF, (0xFFE1E4E8,), 0xFFD3D7DC), _INKS,
    ),
    "dark": Palette(
        0xFF1F2B34, 0xFF242F3E, 0xFF1F3D34, 0xFF1D352F, 0xFF17263C, 0xFF38455A, 0xFF1E2836, 0xFF4A5A73, 0xFF1E2836,
        0xFF746855, 0xFF1F2835, 0xFF3F6B57, 0xFF4C5767, 0xFFE8EAED, 0xFFA9B6C8, 0xFF7FB59A, 0xFF7FA3C7, 0xE0182231,
        {"school": 0xFF2A364B, "hospital": 0xFF3A2F3D, "industry": 0xFF2A3442},
        TownLook(0xFF38455A, 0xFF1E2836, 0xFF2D3440, 0xFF21403A, (0xFF2C394A,), 0xFF344358), _NIGHT_INKS,
    ),
    "satellite": Palette(
        0xFF68705A, 0xFF757562, 0xFF4C6440, 0xFF3E5A38, 0xFF2B4756, 0xFF8D8C87, 0xFF5F6057, 0xFFA7A59E, 0xFF5B5B53,
        0xFFC8B98A, 0xFF5B5B53, 0xFF7F8A68, 0xFF5A574F, 0xFFFFFFFF, 0xFFF4F4F0, 0xFFD9F0D0, 0xFFCDE6F2, 0xC0101810,
        {"school": 0xFF7A7B62, "hospital": 0xFF84827A, "industry": 0xFF8A877F},
        TownLook(0xFF8D8C87, 0xFF62645A, 0xFF84817A, 0xFF566B45, (0xFF9B948A, 0xFFA89F92, 0xFF8A8077, 0xFFB3ACA3),
                 0xFF6E675E, (0xFF3F5236, 0xFF4E6343)), {},
    ),
}  # fmt: skip
#: How wide each kind of street is.
_WIDTHS = {"highway": (26, 3.2), "main": (22, 2.6), "street": (12, 1.2), "path": (3, 1.0)}
BLUE, RED = 0xFF4285F4, 0xFFEA4335
_COLORS = {
    "restaurant": 0xFFE8710A, "cafe": 0xFFE8710A, "grocery": 0xFF4285F4, "shopping": 0xFF4285F4,
    "gas": 0xFF5C6BC0, "hotel": 0xFFEC407A, "pharmacy": 0xFFE53935, "hospital": 0xFFE53935, "park": 0xFF34A853,
    "museum": 0xFF00897B, "cinema": 0xFF00897B, "library": 0xFF6D7F8F, "school": 0xFF6D7F8F, "post": 0xFF6D7F8F,
    "station": 0xFF3367D6, "location": BLUE,
}  # fmt: skip
_FIELDS = (0xFF68705A, 0xFF6F7355, 0xFF5E6B50, 0xFF7B7A5A, 0xFF59664C, 0xFF757053)
#: The plate with a highway's number.
_PLATE = Shield(0xFFFFFFFF, 0xFF5F6368, 0xFF3C4043)
#: The kinds of streets whose traffic is shown; the zoom from which on their names are.
_BUSY = frozenset({"main", "highway"})
_NAMED_FROM = {"highway": 2, "main": 2, "street": 3}
_TRAFFIC = (0xFF34A853, 0xFF34A853, 0xFFFBBC04, 0xFF34A853, 0xFFEA4335)


def color_of(kind: str) -> int:
    """The colour of a kind of place."""
    return _COLORS.get(kind, RED)


class _Sheet(Sheet):
    """A canvas to record the town on, with how it is drawn."""

    def __init__(
        self, canvas: Any, zoom: int, scale: float, font: float, colors: Palette, locale: str
    ) -> None:
        super().__init__(canvas, SCALES[zoom] * scale, scale, font, colors.halo)
        self.locale = locale
        self.zoom = zoom
        self.colors = colors

    def width(self, kind: str) -> float:
        """The width in px of a street of a given kind."""
        meters, least = _WIDTHS[kind]
        return max(meters * 0.8 * self.k, least * self.dp)

    def named(self, name: str, size: float, weight: int = 500) -> Paragraph:
        """A name of the town in the language, as a text of one line."""
        known = locale_named(self.locale)
        said = town.told(self.locale, name)
        return paragraph(said, size * self.sp, weight, known.font_language, known.rtl)

    def name(self, name: str, x: float, y: float, size: float, color: int, weight: int = 500) -> None:
        """Draw a name around a point if there is room."""
        self.centred(self.named(name, size, weight), x, y, color)


def _water(sheet: _Sheet) -> None:
    """Towns, parks, woods and water."""
    c, canvas, land = sheet.colors, sheet.canvas, town.land()
    for number in range(len(land.settlements)):
        canvas.drawPath(sheet.path(land.outline(number), close=True), paints.fill(c.land))
    for kind, points in town.grounds():
        canvas.drawPath(sheet.path(points, close=True), paints.fill(c.grounds[kind]))
    for park in town.parks():
        canvas.drawPath(sheet.path(park.points, close=True), paints.fill(c.wood if park.wood else c.park))
    for lake in town.lakes():
        canvas.drawPath(sheet.path(lake.points, close=True), paints.fill(c.water))
    for river in town.rivers():
        width = max(river.width * sheet.k, (3 if river.name else 1.2) * sheet.dp)
        canvas.drawPath(sheet.path(river.points), paints.stroke(c.water, width))


#: Side of a patch of farmland, and left edges of all patches and tops of their rows, in metres.
_PATCH = 450
_COLUMNS, _ROWS = range(_AREA[0], _AREA[2], _PATCH), range(_AREA[1], _AREA[3], _PATCH)


@memo(512, asset=True)
def _fields(row: int, zoom: int, style: str) -> Any:
    return _recorded(zoom, style, partial(_farms, row))


def _farms(row: int, sheet: _Sheet) -> None:
    """A row of farmland around the town from above, each patch like a few of its neighbours."""
    top = _ROWS[row]
    for column, left in enumerate(_COLUMNS):
        if -200 <= left < 3900 and -200 <= top < 3700:
            continue
        tone = _FIELDS[(row // 2 * 7 + (column + row % 3) // 2 * 5 + row * column % 3) % len(_FIELDS)]
        right, bottom = left + _PATCH, top + _PATCH
        patch = (left, top), (right, top), (right, bottom), (left, bottom)
        sheet.canvas.drawPath(sheet.path(patch, close=True), paints.fill(tone))


def _streets(sheet: _Sheet) -> None:
    c = sheet.colors
    looks = {
        "path": RoadLook(*_WIDTHS["path"], c.path, cased=False),
        "street": RoadLook(*_WIDTHS["street"], c.street, casing=c.casing),
        "main": RoadLook(*_WIDTHS["main"], c.main, casing=c.main_casing),
        "highway": RoadLook(*_WIDTHS["highway"], c.highway, casing=c.highway_casing),
    }
    for line in town.railways():
        draw_rail(sheet, line, c.rail, c.land)
    streets = (*town.country(), *town.streets())
    draw_roads(sheet, [(street.kind, street.points) for street in streets], looks, c.casing)


def _traffic(sheet: _Sheet) -> None:
    """Draw traffic on the main streets. Each section always has the same colour."""
    for number, edge in enumerate(roads.edges()):
        kind = town.streets()[edge.street].kind
        if kind in _BUSY:
            tone = _TRAFFIC[(number * 7 + edge.street * 3) % len(_TRAFFIC)]
            width = max(2.4 * sheet.dp, sheet.width(kind) * 0.45)
            sheet.canvas.drawPath(sheet.path((edge.a, edge.b)), paints.stroke(tone, width))


def _lines(sheet: _Sheet) -> None:
    """Trams and buses with their stops."""
    for index, line in enumerate(town.lines()):
        points = tuple([point for piece in roads.line_points(index) for point in piece])
        sheet.canvas.drawPath(sheet.path(points), paints.stroke(line.color, 3 * sheet.dp))
    for line in town.lines():
        for stop in line.stops:
            x, y = stop.x * sheet.k, stop.y * sheet.k
            sheet.canvas.drawCircle(x, y, 4 * sheet.dp, paints.fill(0xFFFFFFFF))
            sheet.canvas.drawCircle(x, y, 4 * sheet.dp, paints.stroke(line.color, 2 * sheet.dp))


def _street_names(sheet: _Sheet) -> None:
    """Numbers of highways, and street names along the streets."""
    if sheet.zoom:
        plates = [(street.number, _PLATE, street.points) for street in town.streets() if street.number]
        number_roads(sheet, plates, 260 * sheet.dp)
    if sheet.zoom < 2:
        return
    near = sheet.zoom >= 4
    named = [
        (sheet.named(street.name, 12 if near else 10.5), street.points)
        for street in town.streets()
        if sheet.zoom >= _NAMED_FROM.get(street.kind, len(SCALES))
    ]
    name_roads(sheet, named, (360 if near else 280) * sheet.dp, sheet.colors.road_ink)


def _places(sheet: _Sheet) -> None:
    shown = sorted(
        [p for p in town.places().values() if town.least_zoom(p) <= sheet.zoom], key=lambda p: (p.rank, p.key)
    )
    dp, inks = sheet.dp, sheet.colors.inks
    marks = []
    for place in shown:  # marks first: no name may cover one
        # A pin stands on its place.
        x, y, r = place.x * sheet.k, place.y * sheet.k - 10 * dp, 10 * dp
        if sheet.free((x - r, y - r, x + r, y + r)):
            marks.append((place, x, y, r))
    for place, x, y, r in marks:
        sheet.mark(x, y, r + 3 * dp, _draw_place, place.kind, dp)
    for place, x, y, r in marks:
        lines = sheet.named(place.name, 11)
        h = lines.height
        for left, top in ((x + r + 4 * dp, y - h / 2), (x - r - 4 * dp - lines.width, y - h / 2),
                          (x - lines.width / 2, y + r + 2 * dp)):  # fmt: skip
            if sheet.free((left, top, left + lines.width, top + h)):
                sheet.text(lines, left, top, inks.get(place.kind, sheet.colors.ink))
                break


def _draw_place(canvas: Any, x: float, y: float, kind: str, dp: float) -> None:
    for tone, r in ((0xFFFFFFFF, 10 * dp), (color_of(kind), 9 * dp)):
        tip = skia.Path()
        tip.moveTo(x - r * 0.66, y + r * 0.6)
        tip.quadTo(x - r * 0.2, y + r, x, y + r * 1.35)
        tip.quadTo(x + r * 0.2, y + r, x + r * 0.66, y + r * 0.6)
        canvas.drawPath(tip, paints.fill(tone))
        canvas.drawCircle(x, y, r, paints.fill(tone))
    draw_glyph(canvas, town.GLYPHS[kind], x, y, 12 * dp, 0xFFFFFFFF)


def _quarters(sheet: _Sheet) -> None:
    c = sheet.colors
    for area in town.areas():
        if area.rank == 0 and sheet.zoom <= 2:
            sheet.name(area.name, area.x, area.y, 20 if sheet.zoom else 18, c.ink, 700)
        elif area.rank == 2 and sheet.zoom <= 3:
            sheet.name(area.name, area.x, area.y, 14, c.ink)
        elif area.rank == 1 and 1 <= sheet.zoom <= 3:
            sheet.name(area.name, area.x, area.y, 14 if sheet.zoom > 1 else 11, c.road_ink, 700)
    if sheet.zoom >= 1:
        for park in town.parks():
            if park.name and park.name not in {p.name for p in town.places().values()}:
                xs, ys = [x for x, _ in park.points], [y for _, y in park.points]
                sheet.name(park.name, sum(xs) / len(xs), sum(ys) / len(ys), 11, c.park_ink)
        for river in town.rivers():
            for x, y in river.points[4::12] if river.name else ():
                sheet.name(river.name, x, y, 11, c.water_ink)
        for lake in town.lakes():
            if lake.name:
                xs, ys = [x for x, _ in lake.points], [y for _, y in lake.points]
                sheet.name(lake.name, sum(xs) / len(xs), sum(ys) / len(ys), 11, c.water_ink)


@memo(64, asset=True)
def drawing(
    zoom: int, scale: float, font: float, style: str, locale: str, traffic: bool, transit: bool
) -> Drawing:
    """The whole town at a zoom. ``scale``: px per dp; ``font``: px per sp. It has the town's origin.

    ``locale``: in whose language names are.
    """
    return _pictures(zoom, style, traffic, transit), scale, do(_notes, zoom, scale, font, style, locale)


def prepare() -> None:
    """Compute the streets and houses around the phone, for the first picture of the map."""
    town_drawing.prepare(town.land(), town.location().at, SCALES[FIRST_ZOOM])


@memo(64, asset=True)
def _pictures(zoom: int, style: str, traffic: bool, transit: bool) -> Layer:
    k, colors = SCALES[zoom], PALETTES[style]
    ground: list[tuple[Area, Callback]] = [(ANYWHERE, do(_land, style))]
    if style == "satellite":
        ground += [
            ((-math.inf, top * k, math.inf, (top + _PATCH) * k), do(_fields, row, zoom, style))
            for row, top in enumerate(_ROWS)
        ]
    ground.append((ANYWHERE, do(_ground, zoom, style)))
    return pictures(ground, town.land(), k, colors.town, do(_network, zoom, style, traffic, transit))


def _recorded(zoom: int, style: str, *draws: Callable[[_Sheet], None]) -> Any:
    """A picture in dp of what functions draw one above the other."""
    recorder, canvas = recording(_AREA, SCALES[zoom])
    sheet = _Sheet(canvas, zoom, 1.0, 0.0, PALETTES[style], "")
    for draw in draws:
        draw(sheet)
    return recorder.finishRecordingAsPicture()


@memo(8, asset=True)
def _land(style: str) -> Any:
    return _recorded(0, style, _country)


def _country(sheet: _Sheet) -> None:
    sheet.canvas.drawColor(sheet.colors.country)


@memo(64, asset=True)
def _ground(zoom: int, style: str) -> Any:
    return _recorded(zoom, style, _water)


@memo(64, asset=True)
def _network(zoom: int, style: str, traffic: bool, transit: bool) -> Any:
    """Streets and lines."""
    lines = (_lines,) if transit else ()
    return _recorded(zoom, style, _streets, *((_traffic,) if traffic else ()), *lines)


@memo(64, asset=True)
def _notes(zoom: int, scale: float, font: float, style: str, locale: str) -> tuple[Layer, ...]:
    """Places and names."""
    sheet = _Sheet(None, zoom, scale, font, PALETTES[style], locale)
    _quarters(sheet) if zoom < 2 else None
    _places(sheet)
    _quarters(sheet) if zoom >= 2 else None
    _street_names(sheet)
    return sheet.layers()
