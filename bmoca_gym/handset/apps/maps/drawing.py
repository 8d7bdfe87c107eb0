"""Drawings of the town for each zoom and style: recorded pictures, with only the buildings and trees in sight."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.apps.maps import buildings, roads, town
from bmoca_gym.handset.apps.maps.frame import SCALES
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, paragraph
from bmoca_gym.handset.kits.map_drawing import ANYWHERE, Area, Drawing, Layer, Sheet, draw_glyph, layer
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.value import Callback, do, memo

#: Part of the world that is drawn, in metres; all around it is plain land.
_LEFT, _TOP, _RIGHT, _BOTTOM = -6500, -6500, 10500, 10500


class Palette(NamedTuple):
    """Colours of a style, 0xAARRGGBB. ``halo``: around labels."""

    land: int
    park: int
    water: int
    building: int
    edge: int
    street: int
    casing: int
    main: int
    main_casing: int
    highway: int
    highway_casing: int
    path: int
    ink: int
    road_ink: int
    park_ink: int
    water_ink: int
    halo: int


PALETTES = {
    "light": Palette(
        0xFFF3F1EC, 0xFFC9EBC4, 0xFF9BD5EA, 0xFFE6E3DC, 0xFFD9D5CC, 0xFFFFFFFF, 0xFFD8D6D0, 0xFFFFFFFF, 0xFFC3C8CE,
        0xFFFCD67A, 0xFFE2A93B, 0xFF8FBF8A, 0xFF3C4043, 0xFF5F6368, 0xFF2E7D32, 0xFF256B82, 0xF0FFFFFF,
    ),
    "dark": Palette(
        0xFF242F3E, 0xFF1F3D34, 0xFF17263C, 0xFF2C394A, 0xFF344358, 0xFF38455A, 0xFF1E2836, 0xFF4A5A73, 0xFF1E2836,
        0xFF746855, 0xFF1F2835, 0xFF3F6B57, 0xFFE8EAED, 0xFFA9B6C8, 0xFF7FB59A, 0xFF7FA3C7, 0xE0182231,
    ),
    "satellite": Palette(
        0xFF68705A, 0xFF3E5A38, 0xFF2B4756, 0xFF9B948A, 0xFF6E675E, 0xFF8D8C87, 0xFF5F6057, 0xFFA7A59E, 0xFF5B5B53,
        0xFFC8B98A, 0xFF5B5B53, 0xFF7F8A68, 0xFFFFFFFF, 0xFFF4F4F0, 0xFFD9F0D0, 0xFFCDE6F2, 0xC0101810,
    ),
}  # fmt: skip
#: Width in metres, and the least in dp, of each kind of street.
_WIDTHS = {"highway": (26, 3.2), "main": (18, 2.2), "street": (11, 1.0), "path": (3, 1.0)}
BLUE, RED = 0xFF4285F4, 0xFFEA4335
_COLORS = {
    "restaurant": 0xFFE8710A, "cafe": 0xFFE8710A, "grocery": 0xFF4285F4, "shopping": 0xFF4285F4,
    "gas": 0xFF5C6BC0, "hotel": 0xFFEC407A, "pharmacy": 0xFFE53935, "hospital": 0xFFE53935, "park": 0xFF34A853,
    "museum": 0xFF00897B, "cinema": 0xFF00897B, "library": 0xFF6D7F8F, "school": 0xFF6D7F8F, "post": 0xFF6D7F8F,
    "station": 0xFF3367D6, "location": BLUE,
}  # fmt: skip
_FIELDS = (0xFF68705A, 0xFF6F7355, 0xFF5E6B50, 0xFF7B7A5A, 0xFF59664C, 0xFF757053)
_TREES = (0xFF3F5236, 0xFF4E6343)
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
    """Parks and water."""
    c = sheet.colors
    canvas = sheet.canvas
    for park in town.parks():
        canvas.drawPath(sheet.path(park.points, close=True), paints.fill(c.park))
    for lake in town.lakes():
        middle = lake.points[-1], lake.points[0]
        start = (middle[0][0] + middle[1][0]) // 2, (middle[0][1] + middle[1][1]) // 2
        canvas.drawPath(sheet.path((start, *lake.points, start), smooth=True), paints.fill(c.water))
    for river in town.rivers():
        canvas.drawPath(
            sheet.path(river.points, smooth=True),
            paints.stroke(c.water, max(river.width * sheet.k, 3 * sheet.dp)),
        )


#: Side of a patch of farmland, and left edges of all patches and tops of their rows, in metres.
_PATCH = 450
_COLUMNS, _ROWS = range(_LEFT, _RIGHT, _PATCH), range(_TOP, _BOTTOM, _PATCH)


@memo(512, asset=True)
def _fields(row: int, zoom: int, scale: float, style: str) -> Any:
    """A row of farmland around the town from above, each patch like a few of its neighbours."""
    recorder, canvas = _recorder(zoom, scale)
    sheet = _Sheet(canvas, zoom, scale, 0.0, PALETTES[style], "")
    top = _ROWS[row]
    for column, left in enumerate(_COLUMNS):
        if -200 <= left < 3900 and -200 <= top < 3700:
            continue
        tone = _FIELDS[(row // 2 * 7 + (column + row % 3) // 2 * 5 + row * column % 3) % len(_FIELDS)]
        right, bottom = left + _PATCH, top + _PATCH
        patch = (left, top), (right, top), (right, bottom), (left, bottom)
        canvas.drawPath(sheet.path(patch, close=True), paints.fill(tone))
    return recorder.finishRecordingAsPicture()


@memo(512, asset=True)
def _building_tile(number: int, k: float, dp: float, tone: int, edge: int) -> Any:
    path = skia.Path()
    for ax, ay, bx, by, cx, cy, dx, dy in (buildings.tiles()[number] * k).tolist():
        path.moveTo(ax, ay)
        path.lineTo(bx, by)
        path.lineTo(cx, cy)
        path.lineTo(dx, dy)
        path.close()
    return _recorded([(path, paints.fill(tone)), (path, paints.stroke(edge, dp * 0.6))])


@memo(512, asset=True)
def _tree_tile(number: int, k: float) -> Any:
    found = []
    for tone, share in ((_TREES[0], 1.0), (_TREES[1], 0.55)):
        path = skia.Path()
        for x, y, radius in buildings.trees()[number].tolist():
            aside = radius * (1 - share) / 2
            path.addCircle((x - aside) * k, (y - aside) * k, radius * share * k)
        found.append((path, paints.fill(tone)))
    return _recorded(found)


def _recorded(paths: list[tuple[Any, Any]]) -> Any:
    recorder = skia.PictureRecorder()
    canvas = recorder.beginRecording(skia.Rect.MakeLTRB(-1e6, -1e6, 1e6, 1e6))
    for path, paint in paths:
        canvas.drawPath(path, paint)
    return recorder.finishRecordingAsPicture()


def _built(k: float, dp: float, colors: Palette, satellite: bool) -> list[tuple[Area, Callback]]:
    tones = (colors.building, 0xFFA89F92, 0xFF8A8077, 0xFFB3ACA3) if satellite else (colors.building,)
    return [
        (_scaled(area, k), do(_building_tile, n, k, dp, tones[n % len(tones)], colors.edge))
        for n, area in enumerate(_building_areas())
    ]


def _wood(k: float) -> list[tuple[Area, Callback]]:
    return [(_scaled(area, k), do(_tree_tile, n, k)) for n, area in enumerate(_tree_areas())]


@cache
def _building_areas() -> tuple[Area, ...]:
    return _areas(buildings.tiles(), slice(0, 8, 2), slice(1, 8, 2))


@cache
def _tree_areas() -> tuple[Area, ...]:
    return _areas(buildings.trees(), slice(0, 1), slice(1, 2))


def _areas(tiles: tuple[NDArray[Any], ...], x: slice, y: slice) -> tuple[Area, ...]:
    """The bounding area of each tile's points, with a margin for edges and tree radii, in metres.

    ``x``, ``y``: the columns with their coordinates.
    """
    points = np.concatenate(tiles)
    first = np.cumsum([0, *map(len, tiles[:-1])])
    low, high = np.minimum.reduceat(points, first) - 10.0, np.maximum.reduceat(points, first) + 10.0
    edges = low[:, x].min(1), low[:, y].min(1), high[:, x].max(1), high[:, y].max(1)
    return tuple(zip(*[edge.tolist() for edge in edges], strict=True))


def _scaled(area: Area, k: float) -> Area:
    return area[0] * k, area[1] * k, area[2] * k, area[3] * k


def _streets(sheet: _Sheet) -> None:
    c = sheet.colors
    looks = {
        "street": (c.street, c.casing),
        "main": (c.main, c.main_casing),
        "highway": (c.highway, c.highway_casing),
    }
    known = {
        kind: [sheet.path(street.points) for street in town.streets() if street.kind == kind]
        for kind in _WIDTHS
    }
    for path in known["path"]:
        sheet.canvas.drawPath(path, paints.stroke(c.path, sheet.width("path")))
    for kind, (_, casing) in looks.items():
        for path in known[kind]:
            sheet.canvas.drawPath(path, paints.stroke(casing, sheet.width(kind) + 1.4 * sheet.dp))
    for kind, (fill, _) in looks.items():
        for path in known[kind]:
            sheet.canvas.drawPath(path, paints.stroke(fill, sheet.width(kind)))


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
    """Street names along the streets, where a straight piece has room for them."""
    if sheet.zoom < 2:
        return
    lead = (280 if sheet.zoom < 4 else 360) * sheet.dp
    k = sheet.k
    spots: list[tuple[float, float]] = []
    boxes: list[Area] = []
    names = []
    for street in town.streets():
        if sheet.zoom < _NAMED_FROM.get(street.kind, len(SCALES)):
            continue
        lines = sheet.named(street.name, 10.5 if sheet.zoom < 4 else 12)
        w, h = lines.width / 2, lines.height / 2
        for (ax, ay), (bx, by) in pairwise(street.points):
            length = math.hypot(bx - ax, by - ay) * k
            count = int(length // lead)
            if not count and length > 2.6 * w:
                count = 1
            if not count:
                continue
            angle = math.degrees(math.atan2(by - ay, bx - ax))
            angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
            across, down = (h, w) if abs(angle) > 45 else (w, h)
            first = len(spots)
            for i in range(min(count, 40)):
                # Off the middle: crossings often lie there.
                share = (i + 0.37) / count
                x, y = (ax + (bx - ax) * share) * k, (ay + (by - ay) * share) * k
                spots.append((x, y))
                boxes.append((x - across, y - down, x + across, y + down))
            names.append((lines, angle, range(first, len(spots))))
    free = sheet.free_ones(boxes)
    for lines, angle, numbers in names:
        found = [spots[n] for n in numbers if free[n]]
        if found:
            sheet.turned(lines, found, angle, sheet.colors.road_ink)


def _places(sheet: _Sheet) -> None:
    shown = sorted(
        [p for p in town.places().values() if town.least_zoom(p) <= sheet.zoom], key=lambda p: (p.rank, p.key)
    )
    dp, inks = sheet.dp, {"park": sheet.colors.park_ink}
    marks = []
    for place in shown:  # marks first: no name may cover one
        x, y, r = place.x * sheet.k, place.y * sheet.k, 9 * dp
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
                ink = inks.get(place.kind, sheet.colors.ink)
                sheet.text(lines, left, top, ink)
                break


def _draw_place(canvas: Any, x: float, y: float, kind: str, dp: float) -> None:
    canvas.drawCircle(x, y, 10 * dp, paints.fill(0xFFFFFFFF))
    canvas.drawCircle(x, y, 9 * dp, paints.fill(color_of(kind)))
    draw_glyph(canvas, town.GLYPHS[kind], x, y, 12 * dp, 0xFFFFFFFF)


def _quarters(sheet: _Sheet) -> None:
    c = sheet.colors
    for area in town.areas():
        if area.rank == 0 and sheet.zoom <= 2:
            sheet.name(area.name, area.x, area.y, 20 if sheet.zoom else 18, c.ink, 700)
        elif area.rank == 1 and 1 <= sheet.zoom <= 3:
            sheet.name(area.name, area.x, area.y, 14 if sheet.zoom > 1 else 11, c.road_ink, 700)
    if sheet.zoom >= 1:
        for park in town.parks():
            if park.name and park.name not in {p.name for p in town.places().values()}:
                xs, ys = [x for x, _ in park.points], [y for _, y in park.points]
                sheet.name(park.name, sum(xs) / len(xs), sum(ys) / len(ys), 11, c.park_ink)
        for river in town.rivers():
            for x, y in river.points[1:-1]:
                sheet.name(river.name, x + 420, y + 60, 11, c.water_ink)
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
    k, colors = SCALES[zoom] * scale, PALETTES[style]
    satellite = style == "satellite"
    parts: list[tuple[Area, Callback]] = [(ANYWHERE, do(_land, zoom, scale, style))]
    if satellite:
        parts += [
            ((-math.inf, top * k, math.inf, (top + _PATCH) * k), do(_fields, row, zoom, scale, style))
            for row, top in enumerate(_ROWS)
        ]
    parts.append((ANYWHERE, do(_ground, zoom, scale, style)))
    if zoom >= 3 or satellite:
        parts += _built(k, scale, colors, satellite)
    if satellite and zoom >= 3:
        parts += _wood(k)
    parts.append((ANYWHERE, do(_network, zoom, scale, style, traffic, transit)))
    return layer(parts), do(_notes, zoom, scale, font, style, locale)


def _recorder(zoom: int, scale: float) -> tuple[Any, Any]:
    """A recorder with a spatial index, which finds what is in a small window, and its canvas."""
    k = SCALES[zoom] * scale
    recorder = skia.PictureRecorder()
    bounds = skia.Rect.MakeLTRB(_LEFT * k, _TOP * k, _RIGHT * k, _BOTTOM * k)
    return recorder, recorder.beginRecording(bounds, skia.RTreeFactory()())


@memo(64, asset=True)
def _land(zoom: int, scale: float, style: str) -> Any:
    recorder, canvas = _recorder(zoom, scale)
    canvas.drawColor(PALETTES[style].land)
    return recorder.finishRecordingAsPicture()


@memo(64, asset=True)
def _ground(zoom: int, scale: float, style: str) -> Any:
    recorder, canvas = _recorder(zoom, scale)
    _water(_Sheet(canvas, zoom, scale, 0.0, PALETTES[style], ""))
    return recorder.finishRecordingAsPicture()


@memo(64, asset=True)
def _network(zoom: int, scale: float, style: str, traffic: bool, transit: bool) -> Any:
    """Streets and lines."""
    recorder, canvas = _recorder(zoom, scale)
    sheet = _Sheet(canvas, zoom, scale, 0.0, PALETTES[style], "")
    _streets(sheet)
    if traffic:
        _traffic(sheet)
    if transit:
        _lines(sheet)
    return recorder.finishRecordingAsPicture()


@memo(64, asset=True)
def _notes(zoom: int, scale: float, font: float, style: str, locale: str) -> Layer:
    """Places and names."""
    sheet = _Sheet(None, zoom, scale, font, PALETTES[style], locale)
    _quarters(sheet) if zoom < 2 else None
    _places(sheet)
    _quarters(sheet) if zoom >= 2 else None
    _street_names(sheet)
    return layer(sheet.notes)
