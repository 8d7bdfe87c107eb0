"""What pages are drawn with: rectangles, outlines, words, pictures and groups of these, as values that draw themselves.

Lengths are px of the screen, from the upper left corner of the page; colours are 0xAARRGGBB.
"""

from __future__ import annotations

import re
from functools import cache
from math import ceil, floor
from typing import Any, NamedTuple, Union

from bmoca_gym.handset.graphics import masks, paints
from bmoca_gym.handset.graphics.fonts import FontFile, nearest_weight
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.value import memo

#: Left, top, right, bottom.
Edges = tuple[float, float, float, float]
#: Radii of four corners, each across and down: upper left, upper right, lower right, lower left.
Radii = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
#: An affine map: x' = a x + c y + e, y' = b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]
SQUARE: Radii = ((0.0, 0.0),) * 4


class Fill(NamedTuple):
    """A rectangle with hard edges, which is exact under any clip."""

    edges: Edges
    color: int

    @property
    def bounds(self) -> Edges:
        """The area that it can colour."""
        return self.edges

    def draw(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with the page's corner at (x, y)."""
        left, top, right, bottom = self.edges
        canvas.draw_rect(x + left, y + top, x + right, y + bottom, self.color)


class Round(NamedTuple):
    """A rectangle with four equal round corners; an outline of ``stroke`` px if that is not 0."""

    edges: Edges
    radius: float
    color: int
    stroke: float = 0.0

    @property
    def bounds(self) -> Edges:
        """The area that it can colour."""
        return grown(self.edges, self.stroke / 2)

    def draw(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with the page's corner at (x, y)."""
        left, top, right, bottom = self.edges
        canvas.draw_round_rect(x + left, y + top, x + right, y + bottom, self.radius, self.color, self.stroke)


class Words(NamedTuple):
    """A line of text, from its left end on the base line. ``spacing``: px after each letter."""

    text: str
    x: float
    base: float
    size: float
    color: int
    weight: int = 400
    italic: bool = False
    spacing: float = 0.0
    rtl: bool = False
    #: px by which the letters are thicker on all sides.
    edge: float = 0.0

    @property
    def bounds(self) -> Edges:
        """The area that it can colour: diacritics and descenders may reach beyond the line."""
        size = self.size
        across = _width(self.text, size, self.weight, self.rtl) + self.spacing * len(self.text)
        return self.x - size / 2, self.base - 1.4 * size, self.x + across + size / 2, self.base + 0.8 * size

    def draw(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with the page's corner at (x, y)."""
        if self.italic or self.spacing or self.weight < 300:
            blob = _letters(self.text, self.size, self.weight, self.italic, self.spacing)
            canvas.drawTextBlob(blob, x + self.x, y + self.base, paints.fill(self.color))
            if self.edge:
                canvas.drawTextBlob(blob, x + self.x, y + self.base, paints.edge(self.color, self.edge))
            return
        line = _line(self.text, self.size, self.weight, self.rtl)
        if line is not None and not line.blank:
            canvas.draw_text(line, x + self.x, y + self.base, self.color)
            if self.edge:
                canvas.draw_text(line, x + self.x, y + self.base, self.color, self.edge)


class Outline(NamedTuple):
    """A shape of lines and curves.

    ``steps``: a letter of SVG's paths (M, L, C, Q or Z) and its points; ``fill``: None for none; ``stroke``: None, or a
    colour and a width, with SVG's cap and join. ``even``: fill by the even-odd rule.
    """

    steps: tuple[tuple[str, tuple[float, ...]], ...]
    bounds: Edges
    fill: int | None = None
    stroke: tuple[int, float] | None = None
    cap: str = "butt"
    join: str = "miter"
    dashes: tuple[float, ...] = ()
    even: bool = False

    def draw(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with the page's corner at (x, y)."""
        canvas.save()
        canvas.translate(x, y)
        path = _path(self.steps, self.even)
        if self.fill is not None:
            canvas.drawPath(path, paints.fill(self.fill))
        if self.stroke is not None:
            canvas.drawPath(path, _pen(*self.stroke, self.cap, self.join, self.dashes))
        canvas.restore()


class Painted(NamedTuple):
    """A recorded picture: a function that records it (`memo`), and its arguments. ``opacity``: 0 to 1."""

    function: Any
    arguments: tuple[Any, ...]
    bounds: Edges

    def draw(self, canvas: Any, x: float, y: float) -> None:
        """Draw it with the page's corner at (x, y)."""
        canvas.save()
        canvas.translate(x, y)
        canvas.drawPicture(self.function(*self.arguments))
        canvas.restore()


Stroke = Union[Fill, Round, Words, Outline, Painted]  # noqa: UP007 - Python 3.10 can't evaluate `A | B` of these


def darkened(stroke: Any, by: float) -> Any:
    """Thicken a stroke's letters by up to ``by`` px on all sides: black ones by the whole amount, white ones not at
    all, and translucent ones not at all either.
    """
    if isinstance(stroke, Words):
        red, green, blue = stroke.color >> 16 & 255, stroke.color >> 8 & 255, stroke.color & 255
        light = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
        return stroke._replace(edge=by * (1 - light)) if stroke.color >> 24 == 255 and light < 0.9 else stroke
    if isinstance(stroke, Painted):
        return stroke._replace(arguments=tuple([darkened(one, by) for one in stroke.arguments]))
    if type(stroke) is tuple:
        return tuple([darkened(one, by) for one in stroke])
    return stroke


def grown(edges: Edges, by: float) -> Edges:
    """Return edges moved outwards."""
    return edges[0] - by, edges[1] - by, edges[2] + by, edges[3] + by


def around(strokes: tuple[Stroke, ...]) -> Edges:
    """Return the smallest area, in whole px, around everything the strokes can colour."""
    every = [one.bounds for one in strokes]
    return (
        float(floor(min(one[0] for one in every))),
        float(floor(min(one[1] for one in every))),
        float(ceil(max(one[2] for one in every))),
        float(ceil(max(one[3] for one in every))),
    )


def mapped(matrix: Matrix, edges: Edges) -> Edges:
    """Return the bounding edges of a rectangle after a map."""
    a, b, c, d, e, f = matrix
    left, top, right, bottom = edges
    xs = [a * x + c * y + e for x in (left, right) for y in (top, bottom)]
    ys = [b * x + d * y + f for x in (left, right) for y in (top, bottom)]
    return min(xs), min(ys), max(xs), max(ys)


def image(data: bytes, area: Edges, part: Edges | None = None, repeat: Edges | None = None) -> Painted:
    """Draw a picture file into an area.

    ``part``: edges of the part to draw, in px of the picture, if not all of it. ``repeat``: the area to fill with
    copies.
    """
    return Painted(_image, (data, area, part, repeat), repeat or area)


def gradient(edges: Edges, radii: Radii, line: Edges, stops: tuple[tuple[float, int], ...]) -> Painted:
    """Fill a rectangle with a linear gradient along a line (x0, y0, x1, y1). ``stops``: shares of it, and colours."""
    return Painted(_gradient, (edges, radii, line, stops), edges)


def veil(edges: Edges, radii: Radii, color: int) -> Painted:
    """Cover everything outside a rectangle with a colour."""
    return Painted(_veil, (edges, radii, color), grown(edges, _FAR))


#: How far a veil reaches, in px.
_FAR = 20_000.0


def shaded(
    steps: tuple[tuple[str, tuple[float, ...]], ...], edges: Edges, kind: str, place: tuple[float, ...],
    stops: tuple[tuple[float, int], ...], matrix: tuple[float, ...], opacity: float, even: bool,
) -> Painted:  # fmt: skip
    """Fill an outline with a gradient of SVG."""
    return Painted(_shaded, (steps, edges, kind, place, stops, matrix, opacity, even), edges)


def cut_out(strokes: tuple[Stroke, ...], steps: tuple[tuple[str, tuple[float, ...]], ...]) -> Painted:
    """Draw strokes within an outline."""
    return Painted(_cut_out, (strokes, steps), around(strokes))


def tiles(edges: Edges, radii: Radii, tile: Edges, line: Edges, gradient: tuple[Any, ...]) -> Painted:
    """Fill a rectangle with copies of a gradient.

    ``tile``: the first copy; ``line``: the line of a linear gradient in the tile; ``gradient``: a
    `bmoca_gym.handset.web.boxes.Gradient` in px of the screen.
    """
    return Painted(_tiles, (edges, radii, tile, line, gradient), edges)


def blurred(words: Words, blur: float) -> Painted:
    """Draw words as a shadow."""
    return Painted(_blurred, (words, blur), grown(words.bounds, 2 * blur))


def outlined(words: Words, color: int, width: float) -> Painted:
    """Draw the outlines of letters, as SVG's ``stroke`` does."""
    return Painted(_outlined, (words, color, width), grown(words.bounds, 2 * width))


def corners(edges: Edges, radii: Radii, color: int) -> Painted:
    """Fill a rectangle whose corners are not all the same."""
    return Painted(_corners, (edges, radii, color), edges)


def ring(outer: Edges, radii: Radii, inner: Edges, inner_radii: Radii, color: int) -> Painted:
    """Fill what lies between two rectangles, as a border does."""
    return Painted(_ring, (outer, radii, inner, inner_radii, color), outer)


def shadow(edges: Edges, radii: Radii, blur: float, color: int, box: Edges, inset: bool = False) -> Painted:
    """Draw a box's shadow, outside or inside it. ``edges``: of the shadow before it is blurred."""
    return Painted(_shadow, (edges, radii, blur, color, box, inset), box if inset else grown(edges, 2 * blur))


def group(
    strokes: tuple[Stroke, ...], opacity: float = 1.0, matrix: Matrix | None = None, clip: Edges | None = None,
    radii: Radii = SQUARE,
) -> Painted:  # fmt: skip
    """Draw strokes together: with an opacity, moved by a map, or clipped to a rectangle with corners.

    The clip is applied after the map.
    """
    area = around(strokes)
    if matrix is not None:
        area = mapped(matrix, area)
    if clip is not None:
        area = (
            max(area[0], clip[0]), max(area[1], clip[1]), min(area[2], clip[2]), min(area[3], clip[3])
        )  # fmt: skip
    return Painted(_group, (strokes, opacity, matrix, clip, radii), area)


# Drawing


def _rect(edges: Edges) -> Any:
    return skia.Rect.MakeLTRB(*edges)


def _rounded(edges: Edges, radii: Radii) -> Any:
    made = skia.RRect()
    made.setRectRadii(_rect(edges), [skia.Point(*radius) for radius in radii])
    return made


def _recorded(edges: Edges, paint: Any) -> Any:
    recorder = skia.PictureRecorder()
    paint(recorder.beginRecording(_rect(grown(edges, 2))))
    return recorder.finishRecordingAsPicture()


#: The longest SVG file that is drawn, in bytes, and how deep its elements may be.
_LONGEST_SVG, _DEEPEST_SVG = 400_000, 48
#: Elements and properties that may refer to themselves or read beyond the file.
_REFERRING = re.compile(rb"<(?:use|pattern|mask|image|filter|feImage)\b|clip-path", re.IGNORECASE)
_SVG_TAG = re.compile(rb"<(/?)[a-zA-Z][^<>]*?(/?)>")


def is_svg(data: bytes) -> bool:
    """Return whether a picture file is an SVG image."""
    return data[:1] in (b"<", b"\xef", b" ", b"\n") and b"<svg" in data[:2000]


@memo(64, asset=True)
def vector(data: bytes) -> Any:
    """Parse an SVG file. None if it isn't one, or uses what isn't drawn: references, filters, masks, very deep
    nesting."""
    if not is_svg(data) or len(data) > _LONGEST_SVG or _REFERRING.search(data):
        return None
    depth = deepest = 0
    for found in _SVG_TAG.finditer(data):
        if found[1]:
            depth -= 1
        elif not found[2]:
            depth += 1
            deepest = max(deepest, depth)
    if deepest > _DEEPEST_SVG:
        return None
    return skia.SVGDOM.MakeFromStream(skia.MemoryStream.MakeCopy(data))


@memo(256, asset=True)
def decoded(data: bytes) -> Any:
    """Decode a picture file; None if it can't be decoded."""
    if not data:
        return None
    found = skia.Image.MakeFromEncoded(skia.Data.MakeWithCopy(data))
    return None if found is None else found.makeRasterImage()


#: How much two equal edges may differ by rounding, in px.
_ROUNDING = 0.01


@memo(256, asset=True)
def _image(data: bytes, area: Edges, part: Edges | None, repeat: Edges | None) -> Any:
    if is_svg(data):
        return _recorded(repeat or area, lambda canvas: _vector(canvas, data, area, repeat))
    found = decoded(data)

    def paint(canvas: Any) -> None:
        if found is None or area[2] <= area[0] or area[3] <= area[1]:
            return
        wide, high = area[2] - area[0], area[3] - area[1]
        larger = wide > found.width() and high > found.height()
        sampling = (
            skia.SamplingOptions(skia.CubicResampler.Mitchell())
            if larger and repeat is None
            else skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        )
        source = _rect(part or (0.0, 0.0, float(found.width()), float(found.height())))
        if repeat is None:
            canvas.drawImageRect(found, source, _rect(area), sampling, skia.Paint(AntiAlias=False))
            return
        beyond = repeat[0] - area[0], repeat[1] - area[1], area[2] - repeat[2], area[3] - repeat[3]
        if min(beyond) >= -_ROUNDING:
            # One piece of a sprite: its neighbours in the picture must not colour its edges.
            across, down = found.width() / wide, found.height() / high
            piece = skia.Rect.MakeLTRB(
                max(0.0, beyond[0] * across),
                max(0.0, beyond[1] * down),
                min(float(found.width()), (wide - beyond[2]) * across),
                min(float(found.height()), (high - beyond[3]) * down),
            )
            strict = skia.Canvas.SrcRectConstraint.kStrict_SrcRectConstraint
            canvas.drawImageRect(found, piece, _rect(repeat), sampling, skia.Paint(AntiAlias=False), strict)
            return
        canvas.save()
        canvas.clipRect(_rect(repeat))
        first_x = area[0] - ceil((area[0] - repeat[0]) / wide) * wide
        first_y = area[1] - ceil((area[1] - repeat[1]) / high) * high
        rows = min(512, ceil((repeat[3] - first_y) / high))
        columns = min(512, ceil((repeat[2] - first_x) / wide))
        for row in range(rows):
            for column in range(columns):
                left, top = first_x + column * wide, first_y + row * high
                if left + wide > repeat[0] and top + high > repeat[1]:
                    spot = skia.Rect.MakeXYWH(left, top, wide, high)
                    canvas.drawImageRect(found, source, spot, sampling, skia.Paint(AntiAlias=False))
        canvas.restore()

    return _recorded(repeat or area, paint)


def _vector(canvas: Any, data: bytes, area: Edges, repeat: Edges | None) -> None:
    """Draw an SVG file into an area, and copies of it up to the edges of ``repeat``."""
    found = vector(data)
    wide, high = area[2] - area[0], area[3] - area[1]
    if found is None or wide < 0.5 or high < 0.5:
        return
    size = svg_size(data)
    whole = repeat or area
    first_x = area[0] - ceil((area[0] - whole[0]) / wide) * wide
    first_y = area[1] - ceil((area[1] - whole[1]) / high) * high
    found.setContainerSize(skia.Size(*size))
    canvas.save()
    canvas.clipRect(_rect(whole))
    for row in range(min(128, ceil((whole[3] - first_y) / high))):
        for column in range(min(128, ceil((whole[2] - first_x) / wide))):
            canvas.save()
            canvas.translate(first_x + column * wide, first_y + row * high)
            canvas.scale(wide / size[0], high / size[1])
            found.render(canvas)
            canvas.restore()
    canvas.restore()


_SVG_ROOT = re.compile(rb"<svg\b[^>]*>", re.IGNORECASE)
_SVG_SIDE = re.compile(rb"\b(width|height)\s*=\s*[\"']\s*([\d.]+)\s*(?:px)?\s*[\"']")
_SVG_BOX = re.compile(rb"\bviewBox\s*=\s*[\"']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)")


@memo(128, asset=True)
def svg_size(data: bytes) -> tuple[float, float]:
    """Return the width and height of an SVG file in CSS px."""
    root = _SVG_ROOT.search(data[:4000])
    head = root[0] if root is not None else b""
    sides = {name: _positive(number) for name, number in _SVG_SIDE.findall(head)}
    box = _SVG_BOX.search(head)
    across, down = (_positive(box[1]), _positive(box[2])) if box is not None else (300.0, 150.0)
    width, height = sides.get(b"width"), sides.get(b"height")
    if width is None and height is None:
        return across, down
    if width is None:
        return (height or 1.0) * across / down, height or 1.0
    return width, width * down / across if height is None else height


def _positive(text: bytes) -> float:
    try:
        return min(10_000.0, max(0.01, float(text)))
    except ValueError:
        return 1.0


@memo(256, asset=True)
def _gradient(edges: Edges, radii: Radii, line: Edges, stops: tuple[tuple[float, int], ...]) -> Any:
    points = [skia.Point(line[0], line[1]), skia.Point(line[2], line[3])]
    shader = skia.GradientShader.MakeLinear(
        points, [color for _, color in stops], [share for share, _ in stops]
    )
    paint = skia.Paint(AntiAlias=True, Shader=shader)
    return _recorded(edges, lambda canvas: canvas.drawRRect(_rounded(edges, radii), paint))


@memo(128, asset=True)
def _shaded(
    steps: tuple[tuple[str, tuple[float, ...]], ...], edges: Edges, kind: str, place: tuple[float, ...],
    stops: tuple[tuple[float, int], ...], matrix: tuple[float, ...], opacity: float, even: bool,
) -> Any:  # fmt: skip
    colors, shares = [color for _, color in stops], [share for share, _ in stops]
    a, b, c, d, e, f = matrix
    local = skia.Matrix.MakeAll(a, c, e, b, d, f, 0, 0, 1)
    mode = skia.TileMode.kClamp
    if kind == "linear":
        x0, y0, x1, y1 = place
        ends = [skia.Point(x0, y0), skia.Point(x1, y1)]
        shader = skia.GradientShader.MakeLinear(ends, colors, shares, mode, 0, local)
    else:
        x, y, radius = place
        shader = skia.GradientShader.MakeRadial(
            skia.Point(x, y), max(radius, 1e-3), colors, shares, mode, 0, local
        )
    paint = skia.Paint(AntiAlias=True, Shader=shader, Alphaf=max(0.0, min(1.0, opacity)))
    return _recorded(edges, lambda canvas: canvas.drawPath(_path(steps, even), paint))


@memo(256, asset=True)
def _cut_out(strokes: tuple[Stroke, ...], steps: tuple[tuple[str, tuple[float, ...]], ...]) -> Any:
    def draw(canvas: Any) -> None:
        canvas.save()
        canvas.clipPath(_path(steps, False), True)
        plain = masks.Plain(canvas)
        for one in strokes:
            one.draw(plain, 0.0, 0.0)
        canvas.restore()

    return _recorded(around(strokes), draw)


@memo(16, asset=True)
def _veil(edges: Edges, radii: Radii, color: int) -> Any:
    around_it = grown(edges, _FAR)
    return _recorded(
        around_it,
        lambda canvas: canvas.drawDRRect(
            _rounded(around_it, SQUARE), _rounded(edges, radii), paints.fill(color)
        ),
    )


def _shader(line: Edges, gradient: tuple[Any, ...]) -> Any:
    """The shader of a gradient, from the corner of its tile."""
    angle, stops, kind, repeats, centre, radii = gradient
    colors, shares = [color for _, color in stops], [share for share, _ in stops]
    mode = skia.TileMode.kRepeat if repeats else skia.TileMode.kClamp
    first, last = shares[0], shares[-1]
    if kind == "linear":
        x0, y0, x1, y1 = line
        if repeats and last > first:
            # It starts over after the last stop.
            x0, y0, x1, y1 = (
                x0 + (x1 - x0) * first, y0 + (y1 - y0) * first, x0 + (x1 - x0) * last, y0 + (y1 - y0) * last
            )  # fmt: skip
            shares = [(share - first) / (last - first) for share in shares]
        return skia.GradientShader.MakeLinear([skia.Point(x0, y0), skia.Point(x1, y1)], colors, shares, mode)
    matrix = skia.Matrix()
    if kind == "conic":
        matrix.setRotate(angle - 90, *centre)
        if repeats and last > first:
            return skia.GradientShader.MakeSweep(
                *centre, colors, [(share - first) / (last - first) for share in shares], mode, first * 360, last * 360,
                0, matrix,
            )  # fmt: skip
        return skia.GradientShader.MakeSweep(*centre, colors, shares, mode, 0, 360, 0, matrix)
    across, down = max(radii[0], 0.01), max(radii[1], 0.01)
    if repeats and last > 0:
        across, down = across * last, down * last
        shares = [share / last for share in shares]
    matrix.setScale(1.0, down / across, *centre)
    return skia.GradientShader.MakeRadial(skia.Point(*centre), across, colors, shares, mode, 0, matrix)


@memo(256, asset=True)
def _tiles(edges: Edges, radii: Radii, tile: Edges, line: Edges, gradient: tuple[Any, ...]) -> Any:
    wide, high = tile[2] - tile[0], tile[3] - tile[1]
    paint = skia.Paint(AntiAlias=True, Shader=_shader(line, gradient))

    def draw(canvas: Any) -> None:
        canvas.save()
        canvas.clipRRect(_rounded(edges, radii), skia.ClipOp.kIntersect, True)
        first_x = tile[0] - ceil((tile[0] - edges[0]) / wide) * wide
        first_y = tile[1] - ceil((tile[1] - edges[1]) / high) * high
        for row in range(min(256, ceil((edges[3] - first_y) / high))):
            for column in range(min(256, ceil((edges[2] - first_x) / wide))):
                canvas.save()
                canvas.translate(first_x + column * wide, first_y + row * high)
                canvas.drawRect(_rect((0.0, 0.0, wide, high)), paint)
                canvas.restore()
        canvas.restore()

    return _recorded(edges, draw)


@memo(128, asset=True)
def _blurred(words: Words, blur: float) -> Any:
    area = grown(words.bounds, 2 * blur)

    def draw(canvas: Any) -> None:
        paint = skia.Paint(ImageFilter=skia.ImageFilters.Blur(blur / 2, blur / 2))
        canvas.saveLayer(_rect(area), paint)
        words.draw(masks.Plain(canvas), 0.0, 0.0)
        canvas.restore()

    return _recorded(area, draw)


@memo(512, asset=True)
def _corners(edges: Edges, radii: Radii, color: int) -> Any:
    return _recorded(edges, lambda canvas: canvas.drawRRect(_rounded(edges, radii), paints.fill(color)))


@memo(512, asset=True)
def _ring(outer: Edges, radii: Radii, inner: Edges, inner_radii: Radii, color: int) -> Any:
    return _recorded(
        outer,
        lambda canvas: canvas.drawDRRect(
            _rounded(outer, radii), _rounded(inner, inner_radii), paints.fill(color)
        ),
    )


@memo(128, asset=True)
def _shadow(edges: Edges, radii: Radii, blur: float, color: int, box: Edges, inset: bool) -> Any:
    paint = skia.Paint(AntiAlias=True, Color=color)
    if blur > 0:
        paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.BlurStyle.kNormal_BlurStyle, blur / 2))

    def draw(canvas: Any) -> None:
        canvas.save()
        canvas.clipRRect(
            _rounded(box, radii), skia.ClipOp.kIntersect if inset else skia.ClipOp.kDifference, True
        )
        if inset:
            around_it = grown(box, 4 * blur + 64)
            canvas.drawDRRect(_rounded(around_it, SQUARE), _rounded(edges, radii), paint)
        else:
            canvas.drawRRect(_rounded(edges, radii), paint)
        canvas.restore()

    return _recorded(box if inset else grown(edges, 2 * blur), draw)


@memo(256, asset=True)
def _group(
    strokes: tuple[Stroke, ...], opacity: float, matrix: Matrix | None, clip: Edges | None, radii: Radii
) -> Any:
    area = around(strokes)

    def draw(canvas: Any) -> None:
        canvas.save()
        if clip is not None:
            canvas.clipRRect(_rounded(clip, radii), skia.ClipOp.kIntersect, True)
        if matrix is not None:
            a, b, c, d, e, f = matrix
            canvas.concat(skia.Matrix.MakeAll(a, c, e, b, d, f, 0, 0, 1))
        if opacity < 1:
            canvas.saveLayerAlpha(_rect(area), round(opacity * 255))
        plain = masks.Plain(canvas)
        for one in strokes:
            one.draw(plain, 0.0, 0.0)
        if opacity < 1:
            canvas.restore()
        canvas.restore()

    whole = area if matrix is None else mapped(matrix, area)
    return _recorded(whole, draw)


@memo(1024, asset=True)
def _path(steps: tuple[tuple[str, tuple[float, ...]], ...], even: bool) -> Any:
    path = skia.Path()
    for letter, points in steps:
        if letter == "M":
            path.moveTo(*points)
        elif letter == "L":
            path.lineTo(*points)
        elif letter == "C":
            path.cubicTo(*points)
        elif letter == "Q":
            path.quadTo(*points)
        else:
            path.close()
    path.setFillType(skia.PathFillType.kEvenOdd if even else skia.PathFillType.kWinding)
    return path


_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


@memo(256, asset=True)
def _pen(color: int, width: float, cap: str, join: str, dashes: tuple[float, ...]) -> Any:
    paint = skia.Paint(AntiAlias=True, Color=color, StrokeWidth=width, Style=skia.Paint.kStroke_Style)
    paint.setStrokeCap(skia.Paint.Cap(_CAPS.get(cap, 0)))
    paint.setStrokeJoin(skia.Paint.Join(_JOINS.get(join, 0)))
    if dashes and sum(dashes) > 0:
        even = dashes if len(dashes) % 2 == 0 else dashes * 2
        paint.setPathEffect(skia.DashPathEffect.Make(list(even), 0.0))
    return paint


# Text


@memo(4096, asset=True)
def _line(text: str, size: float, weight: int, rtl: bool) -> Any:
    """The line of a text, or None if there is nothing to see."""
    lines = paragraph(text, size, nearest_weight(weight), "en", rtl).lines
    return lines[0] if lines else None


def _width(text: str, size: float, weight: int, rtl: bool) -> float:
    line = _line(text, size, weight, rtl)
    return 0.0 if line is None else float(line.width)


#: Faces that only pages use, by italics and whether they are bold; thin text has a face of its own.
_FACES = {
    (True, False): "files/Roboto-Italic.ttf",
    (True, True): "files/Roboto-BoldItalic.ttf",
    (False, False): "files/Roboto-Regular.ttf",
    (False, True): "files/Roboto-Bold.ttf",
}
_THIN = "files/Roboto-Thin.ttf"


@cache
def _typeface(weight: int, italic: bool) -> Any:
    file = _THIN if weight < 300 and not italic else _FACES[italic, weight >= 600]
    path = FontFile("font-roboto", "font_roboto", file).path()
    return skia.FontMgr.New_Custom_Empty().makeFromFile(str(path), 0)


def _font(weight: int, italic: bool, size: float) -> Any:
    font = skia.Font(_typeface(weight, italic), size)
    font.setSubpixel(True)
    font.setHinting(skia.FontHinting.kNone)
    font.setLinearMetrics(True)
    font.setBaselineSnap(False)
    font.setEdging(skia.Font.Edging.kAntiAlias)
    return font


@memo(256, asset=True)
def _outlined(words: Words, color: int, width: float) -> Any:
    """Letters that the face lacks have no outline."""

    def draw(canvas: Any) -> None:
        font = _font(words.weight, words.italic, words.size)
        glyphs = font.textToGlyphs(words.text)
        pen, at = _pen(color, width, "butt", "miter", ()), words.x
        for glyph, across in zip(glyphs, font.getWidths(glyphs), strict=True):
            path = font.getPath(glyph) if glyph else None
            if path is not None:
                path.offset(at, words.base)
                canvas.drawPath(path, pen)
            at += across + words.spacing

    return _recorded(grown(words.bounds, 2 * width), draw)


@memo(4096, asset=True)
def crossings(
    text: str,
    size: float,
    weight: int,
    italic: bool,
    spacing: float,
    upper: float,
    thick: float,
    around: float,
) -> tuple[tuple[float, float], ...]:
    """Return where letters cross a line, from the text's left end. The line skips them with ``around`` px on both
    sides.

    ``upper``: the line's upper edge below the base line. A text with letters that the face lacks has no gaps.
    """
    if 0 in _font(weight, italic, size).textToGlyphs(text):
        return ()
    blob = _letters(text, size, weight, italic, spacing)
    met = blob.getIntercepts([upper, upper + thick]) if blob is not None else []
    return tuple([(start - around, end + around) for start, end in zip(met[::2], met[1::2], strict=True)])


@memo(1024, asset=True)
def _letters(text: str, size: float, weight: int, italic: bool, spacing: float) -> Any:
    """Text in a face that only pages use, or with space between its letters."""
    font = _font(weight, italic, size)
    glyphs = font.textToGlyphs(text)
    at, places = 0.0, []
    for width in font.getWidths(glyphs):
        places.append(at)
        at += width + spacing
    builder = skia.TextBlobBuilder()
    if glyphs:
        builder.allocRunPosH(font, glyphs, places, 0.0)
    return builder.make()
