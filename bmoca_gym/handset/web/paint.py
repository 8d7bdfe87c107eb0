"""What a laid-out page draws: its boxes as strokes, bottom to top, at screen scale.

Boxes are in px of the layout, which a web view snaps at the phone's density; drawing multiplies them by the scale at
which the page is shown (5 / 2.625 for MobileMiniWoB++). Glyphs grow with it and keep their places.
"""

from __future__ import annotations

from math import ceil, cos, floor, radians, sin
from typing import NamedTuple, Protocol

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web import canvas, controls, drawing
from bmoca_gym.handset.web.boxes import (
    SQUARE,
    Backdrop,
    Box,
    Edges,
    Gradient,
    Layer,
    Look,
    Matrix,
    Radii,
    Run,
    Shadow,
    Shape,
    painting_order,
)
from bmoca_gym.handset.web.drawing import Stroke

WHITE = 0xFFFFFFFF


class Pictures(Protocol):
    """Where the bytes of pictures come from."""

    def picture(self, source: str) -> bytes:
        """Return the file that a page names, or b"" if there is none."""


class Sight(NamedTuple):
    """How a page is viewed.

    ``scale``: px of the screen per px of the layout; ``density``: px of the layout per CSS px; ``darker``: by how many
    px of the screen dark letters are thicker than their outlines.
    """

    scale: float
    density: float
    pictures: Pictures
    darker: float = 0.0


class Part(NamedTuple):
    """Strokes of one box. ``clip``: the edges they are clipped to, if any; ``fixed``: whether they stay put on
    scrolling."""

    strokes: tuple[Stroke, ...]
    clip: Edges | None
    fixed: bool


def background(root: Box) -> int:
    """Return the colour of the canvas behind a page: the colour of its root, or of its body."""
    for box in (root, *(child for child in root.children if child.tag == "body")):
        if box.look is not None and box.look.background >> 24:
            return box.look.background | 0xFF000000
    return WHITE


@memo(64)
def parts(root: Box, sight: Sight, typing: int = 0) -> tuple[Part, ...]:
    """Return what a page draws, bottom to top, in px of the screen from the document's corner.

    ``typing``: the number of the text field whose text the phone itself draws; 0 for none.
    """
    found: list[Part] = []
    _collect(painting_order(root), 0, sight, typing, found)
    return tuple(found)


def _collect(layers: list[Layer], depth: int, sight: Sight, typing: int, out: list[Part]) -> None:
    """Add the parts of layers whose first ``depth`` effects are already applied."""
    at = 0
    while at < len(layers):
        layer = layers[at]
        if len(layer.effects) <= depth:
            made = _part(layer, sight, typing)
            if made is not None:
                out.append(made)
            at += 1
            continue
        effect = layer.effects[depth]
        end = at
        while end < len(layers) and len(layers[end].effects) > depth and layers[end].effects[depth] is effect:
            end += 1
        inner: list[Part] = []
        _collect(layers[at:end], depth + 1, sight, typing, inner)
        strokes = tuple([stroke for part in inner for stroke in _clipped(part)])
        if strokes:
            look = effect.look
            opacity = 1.0 if look is None else look.opacity
            group = drawing.group(strokes, opacity, _scaled_matrix(effect.transform, sight.scale))
            out.append(Part((group,), None, effect.fixed))
        at = end


def _clipped(part: Part) -> tuple[Stroke, ...]:
    return part.strokes if part.clip is None else (drawing.group(part.strokes, clip=part.clip),)


def _part(layer: Layer, sight: Sight, typing: int) -> Part | None:
    box, scale = layer.box, sight.scale
    if box.display == "inline" and not _whole(box):
        return None  # drawn with the block that it is in
    strokes = strokes_of(box, sight, box.node == typing)
    if not strokes:
        return None
    clip = None
    for outer in layer.clips:
        edges = _times(_snapped(outer.padding_box), scale)
        if outer.look is not None and outer.look.radii != SQUARE:
            inner = _inner_radii(outer.look.radii, outer.borders)
            strokes = (drawing.group(strokes, clip=edges, radii=_scaled_radii(inner, scale)),)
        clip = edges if clip is None else _intersection(clip, edges)
    if clip is not None and (clip[2] <= clip[0] or clip[3] <= clip[1]):
        return None
    return Part(strokes, clip, box.fixed)


#: SVG elements and canvases, which are never drawn with the text around them.
_IMAGES = frozenset(
    {
        "canvas",
        "circle",
        "ellipse",
        "g",
        "line",
        "path",
        "polygon",
        "polyline",
        "rect",
        "svg",
        "text",
        "tspan",
    }
)


def _whole(box: Box) -> bool:
    """Whether an inline box is drawn by itself: a picture, a control, a positioned part."""
    return (
        box.positioned
        or box.stacks
        or box.control is not None
        or box.picture is not None
        or box.tag in _IMAGES
    )


@memo(8192)
def strokes_of(box: Box, sight: Sight, typed: bool) -> tuple[Stroke, ...]:
    """Return what one box draws, with the inline boxes and text in it. ``typed``: leave out a text field's text."""
    out: list[Stroke] = []
    look, scale = box.look, sight.scale
    if look is None or look.visible:
        if look is not None:
            _decorate(box, look, box.edges, sight, out)
        if box.picture is not None:
            data = sight.pictures.picture(box.picture.source)
            if data:
                picture = drawing.image(data, _times(box.picture.edges, scale))
                out.append(_framed(picture, box, look, scale))
        for shape in box.shapes:
            _shape(shape, scale, out)
        if box.canvas:
            left, top, right, bottom = box.content_box
            size = (right - left) / sight.density, (bottom - top) / sight.density
            out.append(canvas.drawn(box.canvas, _times(box.content_box, scale), size))
        if box.control is not None:
            controls.draw(box, scale, sight.density, typed, out)
        if box.marker:
            _marker(box, scale, out)
    words: list[Stroke] = []
    _inline(box, sight, words)
    if not typed:
        for run in box.runs:
            _run(run, scale, words)
    if words and box.clips:
        # A box that clips also clips its own lines.
        clip = _times(_snapped(box.padding_box), scale)
        area = drawing.around(tuple(words))
        if area[0] < clip[0] or area[1] < clip[1] or area[2] > clip[2] or area[3] > clip[3]:
            words = [_cut_at(stroke, clip) for stroke in words]
    if sight.darker:
        return tuple([drawing.darkened(stroke, sight.darker) for stroke in (*out, *words)])
    return (*out, *words)


def _framed(picture: Stroke, box: Box, look: Look | None, scale: float) -> Stroke:
    """Return a picture clipped to its box's round corners, or to the area it is fitted into."""
    radii = SQUARE if look is None else look.radii
    clip = None if box.picture is None else box.picture.clip
    if radii == SQUARE and clip is None:
        return picture
    padding = [box.padding[side] + box.borders[side] for side in range(4)]
    inner = _inner_radii(radii, (padding[0], padding[1], padding[2], padding[3]))
    edges = _times(box.content_box, scale)
    return drawing.group((picture,), clip=edges, radii=_scaled_radii(inner, scale))


def _cut_at(stroke: Stroke, clip: Edges) -> Stroke:
    """Return a stroke clipped to a rectangle."""
    left, top, right, bottom = stroke.bounds
    if isinstance(stroke, drawing.Words):
        # Letters seldom fill the space kept free for diacritics above and below them.
        top, bottom = stroke.base - stroke.size, stroke.base + 0.25 * stroke.size
        left, right = left + stroke.size / 2, right - stroke.size / 2
    if left >= clip[0] and top >= clip[1] and right <= clip[2] and bottom <= clip[3]:
        return stroke
    return drawing.group((stroke,), clip=clip)


def _inline(box: Box, sight: Sight, out: list[Stroke]) -> None:
    """Draw the backgrounds and borders of the inline boxes in a block, below its text."""
    for child in box.children:
        if child.display != "inline" or _whole(child):
            continue
        look = child.look
        if look is not None and look.visible:
            for edges in child.fragments or (child.edges,):
                _decorate(child, look, edges, sight, out)
        if child.marker:
            _triangle(child, sight.scale, out)
        _inline(child, sight, out)
        if child.runs:
            for run in child.runs:
                _run(run, sight.scale, out)


# Backgrounds and borders


def _decorate(box: Box, look: Look, edges: Edges, sight: Sight, out: list[Stroke]) -> None:
    """Draw shadows, background, border and outline of a box within its border's edges."""
    scale = sight.scale
    snapped = _snapped(edges)
    if box.gap is not None:
        snapped = snapped[0], floor(edges[1] + box.gap[0] + 0.5), snapped[2], snapped[3]
    outer = _times(snapped, scale)
    if outer[2] <= outer[0] or outer[3] <= outer[1]:
        return
    native = box.control is not None and not box.control.styled and controls.has_look(box)
    radii = _scaled_radii(_fitting(look.radii, snapped), scale)
    if box.veil:
        out.append(drawing.veil(outer, radii, box.veil))
    for shadow in reversed(look.shadows):
        if not shadow.inset:
            _shadow(shadow, outer, radii, scale, out)
    if not native:
        ground = look.background or controls.ground(box)
        if ground >> 24 and box.tag != "html":
            out.append(filled(outer, radii, ground))
        top, right, bottom, left = box.borders
        inside = snapped[0] + left, snapped[1] + top, snapped[2] - right, snapped[3] - bottom
        for backdrop in reversed(look.backdrops):
            shift = snapped[0] - box.left, snapped[1] - box.top
            _backdrop(backdrop, inside, snapped, shift, look.radii, sight, out)
    for shadow in reversed(look.shadows):
        if shadow.inset:
            _shadow(shadow, outer, radii, scale, out)
    if not native and box.gap is not None:
        _open_borders(box, box.gap, snapped, look, scale, out)
    elif not native:
        borders(snapped, box.borders, look, scale, out)
    if look.outline is not None:
        width, style, color = look.outline
        if width > 0 and style != "none" and color >> 24:
            area = drawing.grown(outer, width * scale / 2)
            out.append(drawing.Round(area, max(radii[0][0], 1.0), color, width * scale))


def filled(edges: Edges, radii: Radii, color: int) -> Stroke:
    """Return a filled rectangle in its simplest form."""
    if radii == SQUARE:
        return drawing.Fill(edges, color)
    radius = radii[0]
    if radius[0] == radius[1] and radii == (radius,) * 4:
        return drawing.Round(edges, radius[0], color)
    return drawing.corners(edges, radii, color)


def _backdrop(
    backdrop: Backdrop,
    inside: Edges,
    outside: Edges,
    shift: tuple[float, float],
    radii: Radii,
    sight: Sight,
    out: list[Stroke],
) -> None:
    """Draw one background image. ``shift``: how far the box was moved to whole px, which also moves a picture."""
    scale = sight.scale
    if backdrop.gradient is not None:
        gradient = backdrop.gradient
        shape = _scaled_radii(_fitting(radii, outside), scale)
        tile = backdrop.tile or inside
        area = outside if radii != SQUARE else inside
        if backdrop.tile is not None:
            area = (
                area[0] if backdrop.repeat_x else max(area[0], tile[0]),
                area[1] if backdrop.repeat_y else max(area[1], tile[1]),
                area[2] if backdrop.repeat_x else min(area[2], tile[2]),
                area[3] if backdrop.repeat_y else min(area[3], tile[3]),
            )
        if area[2] <= area[0] or area[3] <= area[1]:
            return
        plain = gradient.kind == "linear" and not gradient.repeats and backdrop.tile is None
        if plain:
            line = _gradient_line(gradient, inside)
            out.append(drawing.gradient(_times(area, scale), shape, _times(line, scale), gradient.stops))
        else:
            scaled = gradient._replace(
                centre=(gradient.centre[0] * scale, gradient.centre[1] * scale),
                radii=(gradient.radii[0] * scale, gradient.radii[1] * scale),
            )
            moved = (0.0, 0.0, tile[2] - tile[0], tile[3] - tile[1])
            line = _times(_gradient_line(gradient, moved), scale)
            out.append(drawing.tiles(_times(area, scale), shape, _times(tile, scale), line, tuple(scaled)))
    if backdrop.picture is None:
        return
    data = sight.pictures.picture(backdrop.picture.source)
    if not data:
        return
    left, top, right, bottom = backdrop.picture.edges
    place = left + shift[0], top + shift[1], right + shift[0], bottom + shift[1]
    area = (
        outside[0] if backdrop.repeat_x else max(outside[0], place[0]),
        outside[1] if backdrop.repeat_y else max(outside[1], place[1]),
        outside[2] if backdrop.repeat_x else min(outside[2], place[2]),
        outside[3] if backdrop.repeat_y else min(outside[3], place[3]),
    )
    if area[2] > area[0] and area[3] > area[1]:
        out.append(drawing.image(data, _times(place, scale), None, _times(area, scale)))


def _gradient_line(gradient: Gradient, edges: Edges) -> Edges:
    """The gradient line that CSS Images defines for an angle."""
    left, top, right, bottom = edges
    angle = radians(gradient.angle)
    across, down = sin(angle), -cos(angle)
    half = (abs((right - left) * across) + abs((bottom - top) * down)) / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - across * half, y - down * half, x + across * half, y + down * half


def _shadow(shadow: Shadow, box: Edges, radii: Radii, scale: float, out: list[Stroke]) -> None:
    spread = shadow.spread * scale
    moved = (
        box[0] + shadow.x * scale, box[1] + shadow.y * scale, box[2] + shadow.x * scale, box[3] + shadow.y * scale
    )  # fmt: skip
    blur = shadow.blur * scale
    if shadow.inset:
        out.append(drawing.shadow(drawing.grown(moved, -spread), radii, blur, shadow.color, box, inset=True))
    else:
        out.append(drawing.shadow(drawing.grown(moved, spread), radii, blur, shadow.color, box))


def dark(color: int) -> int:
    """Return the dark side of a border that looks raised or sunk, as Chromium computes it."""
    most = max(color >> 16 & 255, color >> 8 & 255, color & 255) / 255
    return _shade(color, max(0.0, (most - 0.33) / most)) if most else color


def light(color: int) -> int:
    """Return the light side of a border that looks raised or sunk."""
    most = max(color >> 16 & 255, color >> 8 & 255, color & 255) / 255
    return _shade(color, min(1.0, most + 0.33) / most) if most else color & 0xFF000000 | 0x545454


def _base_of_relief(color: int) -> int:
    """The base colour of a relief: a very dark one has no darker shade, so it starts lighter."""
    return light(color) if max(color >> 16 & 255, color >> 8 & 255, color & 255) <= 0x20 else color


def _shade(color: int, by: float) -> int:
    parts = [min(255, floor((color >> place & 255) * by + 0.5)) for place in (16, 8, 0)]
    return color & 0xFF000000 | parts[0] << 16 | parts[1] << 8 | parts[2]


def borders(
    edges: Edges, widths: tuple[float, float, float, float], look: Look, scale: float, out: list[Stroke]
) -> None:
    """Draw a box's four borders. ``edges``: the outer edges, in px of the layout."""
    styles, colors = look.border_styles, look.border_colors
    seen = [
        width > 0 and style not in ("none", "hidden") and color >> 24 > 0
        for width, style, color in zip(widths, styles, colors, strict=True)
    ]
    if not any(seen):
        return
    radii = _fitting(look.radii, edges)
    same = all(seen) and len(set(styles)) == 1 and len(set(colors)) == 1
    if same and styles[0] in ("solid", "double"):
        thirds = (1.0,) if styles[0] == "solid" else (1 / 3, 2 / 3)
        if len(thirds) == 1:
            out.append(_ring(edges, widths, 0.0, 1.0, radii, colors[0], scale))
        else:
            out.append(_ring(edges, widths, 0.0, thirds[0], radii, colors[0], scale))
            out.append(_ring(edges, widths, thirds[1], 1.0, radii, colors[0], scale))
        return
    if radii != SQUARE and all(one in ("solid", "none", "hidden") for one in styles):
        for side in range(4):
            if seen[side]:
                ring = _ring(edges, widths, 0.0, 1.0, radii, colors[side], scale)
                out.append(drawing.cut_out((ring,), _sector(edges, widths, side, scale)))
        return
    for side in range(4):
        if seen[side]:
            _side(edges, widths, side, styles[side], colors[side], scale, out)


def _open_borders(
    box: Box, gap: tuple[float, float, float], edges: Edges, look: Look, scale: float, out: list[Stroke]
) -> None:
    """Draw the borders of a fieldset, with a gap for its legend."""
    drawn: list[Stroke] = []
    borders(edges, box.borders, look, scale, drawn)
    if not drawn:
        return
    left, top, right, bottom = _times(edges, scale)
    first, last = gap[1] * scale, gap[2] * scale
    below = top + box.borders[0] * scale
    strokes = tuple(drawn)
    for clip in ((left, top, first, bottom), (last, top, right, bottom), (first, below, last, bottom)):
        if clip[2] > clip[0] and clip[3] > clip[1]:
            out.append(drawing.group(strokes, clip=clip))


def _inset(edges: Edges, widths: tuple[float, float, float, float], share: float) -> Edges:
    top, right, bottom, left = widths
    return (
        edges[0] + left * share,
        edges[1] + top * share,
        edges[2] - right * share,
        edges[3] - bottom * share,
    )


def _ring(
    edges: Edges, widths: tuple[float, float, float, float], first: float, last: float, radii: Radii, color: int,
    scale: float,
) -> Stroke:  # fmt: skip
    """A closed border between two fractions of its width."""
    start = tuple([width * first for width in widths])
    stop = tuple([width * last for width in widths])
    return drawing.ring(
        _times(_inset(edges, widths, first), scale),
        _scaled_radii(_inner_radii(radii, start), scale),
        _times(_inset(edges, widths, last), scale),
        _scaled_radii(_inner_radii(radii, stop), scale),
        color,
    )


def _side(
    edges: Edges, widths: tuple[float, float, float, float], side: int, style: str, color: int, scale: float,
    out: list[Stroke],
) -> None:  # fmt: skip
    """One border of a box: 0 is the top, then clockwise."""
    first = side in (0, 3)
    if style in ("inset", "outset", "groove", "ridge"):
        color = _base_of_relief(color)
    if style in ("inset", "outset"):
        shadowed = (style == "inset") == first
        color = light(color) if not shadowed else color if color == 0xFF545454 else dark(color)
    elif style in ("groove", "ridge"):
        shades = dark(color), light(color)
        outer, inner = shades if (style == "groove") == first else shades[::-1]
        out.append(_trapezium(edges, widths, side, 0.0, 0.5, outer, scale))
        out.append(_trapezium(edges, widths, side, 0.5, 1.0, inner, scale))
        return
    elif style == "double":
        out.append(_trapezium(edges, widths, side, 0.0, 1 / 3, color, scale))
        out.append(_trapezium(edges, widths, side, 2 / 3, 1.0, color, scale))
        return
    elif style in ("dashed", "dotted"):
        out.append(_dashes(edges, widths, side, style, color, scale))
        return
    out.append(_trapezium(edges, widths, side, 0.0, 1.0, color, scale))


def _sector(
    edges: Edges, widths: tuple[float, float, float, float], side: int, scale: float
) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the part of a box that belongs to one border, up to where it meets its neighbours."""
    outer, inner = edges, _inset(edges, widths, 1.0)
    corners = [(0, 1), (2, 1), (2, 3), (0, 3)]
    a, b = corners[side], corners[(side + 1) % 4]
    middle = (outer[0] + outer[2]) / 2, (outer[1] + outer[3]) / 2

    def deep(corner: tuple[int, int]) -> tuple[float, float]:
        x, y = outer[corner[0]], outer[corner[1]]
        dx, dy = inner[corner[0]] - x, inner[corner[1]] - y
        far = min(
            abs((middle[0] - x) / dx) if dx else 1e9,
            abs((middle[1] - y) / dy) if dy else 1e9,
        )
        return (x + dx * far, y + dy * far) if far < 1e9 else middle

    points = [(outer[a[0]], outer[a[1]]), (outer[b[0]], outer[b[1]]), deep(b), deep(a)]
    return tuple([("L" if at else "M", (x * scale, y * scale)) for at, (x, y) in enumerate(points)])


def _trapezium(
    edges: Edges, widths: tuple[float, float, float, float], side: int, first: float, last: float, color: int,
    scale: float,
) -> Stroke:  # fmt: skip
    outer, inner = _inset(edges, widths, first), _inset(edges, widths, last)
    # If the neighbours have no width, it is a plain rectangle.
    beside = (widths[1], widths[3]) if side in (0, 2) else (widths[0], widths[2])
    if not any(beside):
        left, top, right, bottom = outer
        area = (
            (left, top, right, inner[1]), (inner[2], top, right, bottom), (left, inner[3], right, bottom),
            (left, top, inner[0], bottom),
        )[side]  # fmt: skip
        return drawing.Fill(_times(area, scale), color)
    corners = [(0, 1), (2, 1), (2, 3), (0, 3)]
    a, b = corners[side], corners[(side + 1) % 4]
    points = [
        (outer[a[0]], outer[a[1]]), (outer[b[0]], outer[b[1]]), (inner[b[0]], inner[b[1]]), (inner[a[0]], inner[a[1]])
    ]  # fmt: skip
    return polygon([(x * scale, y * scale) for x, y in points], color)


def polygon(points: list[tuple[float, float]], color: int) -> Stroke:
    """Return a filled polygon, given in px of the screen."""
    steps = tuple([("L" if at else "M", point) for at, point in enumerate(points)])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return drawing.Outline((*steps, ("Z", ())), (min(xs), min(ys), max(xs), max(ys)), color)


def _dashes(
    edges: Edges, widths: tuple[float, float, float, float], side: int, style: str, color: int, scale: float
) -> Stroke:
    width = widths[side] * scale
    left, top, right, bottom = _times(edges, scale)
    half = width / 2
    line = (
        (left, top + half, right, top + half), (right - half, top, right - half, bottom),
        (left, bottom - half, right, bottom - half), (left + half, top, left + half, bottom),
    )[side]  # fmt: skip
    long = max(line[2] - line[0], line[3] - line[1])
    if style == "dotted":
        dash, cap = 0.001, "round"
        line = (
            (line[0] + half, line[1], line[2] - half, line[3])
            if side in (0, 2)
            else (line[0], line[1] + half, line[2], line[3] - half)
        )
        gaps = max(1, floor((long - width) / (2 * width) + 0.5))
        gap = (long - width) / gaps - dash
    else:
        dash, cap = 2 * width, "butt"
        gaps = max(1, floor((long - dash) / (2 * dash) + 0.5))
        gap = max(0.0, (long - dash) / gaps - dash)
    area = (
        min(line[0], line[2]) - half, min(line[1], line[3]) - half, max(line[0], line[2]) + half,
        max(line[1], line[3]) + half,
    )  # fmt: skip
    steps = (("M", line[:2]), ("L", line[2:]))
    return drawing.Outline(steps, area, None, (color, width), cap, "miter", (dash, gap))


# Content


def _shape(shape: Shape, scale: float, out: list[Stroke]) -> None:
    if not shape.steps or not (shape.fill or shape.stroke or shape.shade):
        return
    steps = tuple([(letter, tuple([at * scale for at in points])) for letter, points in shape.steps])
    xs = [at for _, points in steps for at in points[::2]]
    ys = [at for _, points in steps for at in points[1::2]]
    if not xs:
        return
    width = shape.stroke_width * scale if shape.stroke else 0.0
    by = width * (2 if shape.join == "miter" else 0.71)
    area = min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by
    pen = (_faded(shape.stroke, shape.opacity), width) if shape.stroke and width > 0 else None
    fill = _faded(shape.fill, shape.opacity) if shape.fill else None
    dashes = tuple([dash * scale for dash in shape.dashes])
    strokes: list[Stroke] = []
    if shape.shade is not None:
        kind, place, stops, matrix = shape.shade
        moved = tuple([part * scale for part in matrix])
        strokes.append(drawing.shaded(steps, area, kind, place, stops, moved, shape.opacity, shape.even))
        fill = None
    if fill is not None or pen is not None:
        strokes.append(drawing.Outline(steps, area, fill, pen, shape.cap, shape.join, dashes, shape.even))
    if shape.clip:
        clip = tuple([(letter, tuple([at * scale for at in points])) for letter, points in shape.clip])
        strokes = [drawing.cut_out(tuple(strokes), clip)]
    out.extend(strokes)


def _faded(color: int, opacity: float) -> int:
    return color if opacity >= 1 else round((color >> 24) * opacity) << 24 | color & 0xFFFFFF


def _run(run: Run, scale: float, out: list[Stroke]) -> None:
    if not run.color >> 24 and run.outline is None:
        return
    base = floor(run.base + 0.5)
    font = run.font
    if run.text.strip():
        for x, y, blur, color in reversed(run.shadows):
            words = drawing.Words(
                run.text, (run.x + x) * scale, (base + y) * scale, font.size * scale, color, font.weight, font.italic,
                font.spacing * scale, run.rtl,
            )  # fmt: skip
            out.append(words if blur <= 0 else drawing.blurred(words, blur * scale))
        words = drawing.Words(
            run.text, run.x * scale, base * scale, font.size * scale, run.color, font.weight, font.italic,
            font.spacing * scale, run.rtl,
        )  # fmt: skip
        if run.color >> 24:
            out.append(words)
        if run.outline is not None:
            out.append(drawing.outlined(words, run.outline[0], run.outline[1] * scale))
    if run.decoration:
        size = font.size
        thick = max(1.0, floor(size / 10))
        for kind in run.decoration:
            upper = {
                "underline": base + max(1.0, ceil(size / 20)),
                "overline": base - floor(size * 0.927 + 0.5),
                "line-through": base - floor(size * 0.3 + 0.5),
            }[kind]
            gaps: tuple[tuple[float, float], ...] = ()
            if kind != "line-through":
                gaps = drawing.crossings(
                    run.text,
                    size,
                    font.weight,
                    font.italic,
                    font.spacing,
                    upper - base,
                    thick,
                    max(1.0, size / 10),
                )
            left, right = run.x, run.x + run.width
            for start, end in gaps:
                if run.x + start > left:
                    area = left, upper, run.x + start, upper + thick
                    out.append(drawing.Fill(_times(area, scale), run.color))
                left = max(left, run.x + end)
            if right > left:
                out.append(drawing.Fill(_times((left, upper, right, upper + thick), scale), run.color))


def _triangle(box: Box, scale: float, out: list[Stroke]) -> None:
    """The disclosure triangle of a ``details`` element."""
    left, top, right, bottom = box.edges
    size = (bottom - top) * 0.56
    y = (top + bottom) / 2 + (bottom - top) * 0.03
    x = right - size - 0.02 * (bottom - top) if box.rtl else left + 0.02 * (bottom - top)
    half = size / 2
    if box.marker == "disclosure-open":
        points = [(x, y - half * 0.85), (x + size, y - half * 0.85), (x + half, y + half * 0.85)]
    elif box.rtl:
        points = [(x + size * 0.9, y - half), (x + size * 0.9, y + half), (x + size * 0.05, y)]
    else:
        points = [(x + size * 0.1, y - half), (x + size * 0.95, y), (x + size * 0.1, y + half)]
    color = 0xFF000000 if box.look is None else box.look.color
    out.append(polygon([(px * scale, py * scale) for px, py in points], color))


def _marker(box: Box, scale: float, out: list[Stroke]) -> None:
    """The bullet or the number of a list item, beside its first line."""
    look = box.look
    color = 0xFF000000 if look is None else look.color
    first = next((run for inner in box.walk() for run in inner.runs), None)
    size = first.font.size if first is not None else 16.0
    base = floor(first.base + 0.5) if first is not None else box.content_box[1] + size * 0.93
    left, _, right, _ = box.content_box
    if box.marker in ("disc", "circle", "square"):
        across = floor(size * 0.928 / 3 + 0.5)
        away = floor(size * 0.4 + 0.5)
        x = right + away if box.rtl else left - across - away
        y = base - floor(size * 0.928 / 2 + 0.5)
        area = _times((x, y, x + across, y + across), scale)
        if box.marker == "square":
            out.append(drawing.Fill(area, color))
        elif box.marker == "disc":
            out.append(drawing.Round(area, (area[2] - area[0]) / 2, color))
        else:
            out.append(drawing.Round(drawing.grown(area, -scale / 2), (area[2] - area[0]) / 2, color, scale))
        return
    text = box.marker if box.marker.endswith(" ") else box.marker + " "
    wide = paragraph(text, size).width
    x = right + paragraph(" ", size).width if box.rtl else left - wide
    out.append(drawing.Words(text, x * scale, base * scale, size * scale, color, rtl=box.rtl))


# Lengths


def _snapped(edges: Edges) -> Edges:
    left, top, right, bottom = edges
    return floor(left + 0.5), floor(top + 0.5), floor(right + 0.5), floor(bottom + 0.5)


def _times(edges: Edges, scale: float) -> Edges:
    left, top, right, bottom = edges
    return left * scale, top * scale, right * scale, bottom * scale


def _intersection(one: Edges, other: Edges) -> Edges:
    return (
        max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    )  # fmt: skip


def _scaled_radii(radii: Radii, scale: float) -> Radii:
    if radii == SQUARE:
        return SQUARE
    a, b, c, d = radii
    return (
        (a[0] * scale, a[1] * scale), (b[0] * scale, b[1] * scale), (c[0] * scale, c[1] * scale),
        (d[0] * scale, d[1] * scale),
    )  # fmt: skip


def _fitting(radii: Radii, edges: Edges) -> Radii:
    """Shrink radii so that together they fit the sides, as CSS does."""
    if radii == SQUARE:
        return radii
    a, b, c, d = radii
    wide, high = edges[2] - edges[0], edges[3] - edges[1]
    share = 1.0
    for room, used in ((wide, a[0] + b[0]), (wide, c[0] + d[0]), (high, a[1] + d[1]), (high, b[1] + c[1])):
        if used > room:
            share = min(share, room / used)
    return radii if share >= 1 else _scaled_radii(radii, share)


def _inner_radii(radii: Radii, widths: tuple[float, ...]) -> Radii:
    """The radii on the inner side of borders."""
    if radii == SQUARE:
        return radii
    top, right, bottom, left = widths
    a, b, c, d = radii
    return (
        (max(0.0, a[0] - left), max(0.0, a[1] - top)), (max(0.0, b[0] - right), max(0.0, b[1] - top)),
        (max(0.0, c[0] - right), max(0.0, c[1] - bottom)), (max(0.0, d[0] - left), max(0.0, d[1] - bottom)),
    )  # fmt: skip


def _scaled_matrix(matrix: Matrix | None, scale: float) -> Matrix | None:
    """The same map in screen px."""
    if matrix is None:
        return None
    a, b, c, d, e, f = matrix
    return a, b, c, d, e * scale, f * scale
