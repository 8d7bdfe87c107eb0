"""SVG images: where their shapes and texts are, and what painting needs to know."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bmoca_gym.handset.web.boxes import Edges, Font, Matrix, Run, Shape
from bmoca_gym.handset.web.colors import BLACK, parse_color
from bmoca_gym.handset.web.layout.elements import Element
from bmoca_gym.handset.web.layout.style import parse_number
from bmoca_gym.handset.web.layout.text import advance, heights, ink
from bmoca_gym.handset.web.matrices import IDENTITY, mapped, mapped_edges, moved, parse_transform, product
from bmoca_gym.handset.web.paths import Step, bounds, ellipse_steps, mapped_steps, parse_path, rectangle_steps

_CONTAINERS: Final = frozenset({"g", "a", "svg", "switch"})
_SHAPES: Final = frozenset({"circle", "ellipse", "rect", "line", "polygon", "polyline", "path", "image"})
#: Shapes whose strokes have no sharp corners reaching further out.
_SMOOTH: Final = frozenset({"circle", "ellipse", "line", "rect"})
_TEXTS: Final = frozenset({"text", "tspan", "textPath"})
_NUMBERS = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _number(element: Element, name: str, base: float = 0.0) -> float:
    """Return an attribute's first number; a percentage is relative to ``base``."""
    value = element.attributes.get(name)
    if value is None:
        return 0.0
    found = _NUMBERS.search(value)
    if found is None:
        return 0.0
    number = float(found[0])
    return number * base / 100 if value.strip().endswith("%") else number


def grown(edges: Edges, by: float) -> Edges:
    """Return edges moved out on all sides."""
    return edges[0] - by, edges[1] - by, edges[2] + by, edges[3] + by


def _union(one: Edges | None, other: Edges | None) -> Edges | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def steps_of(element: Element, width: float, height: float) -> tuple[Step, ...]:
    """Return a shape's outline in its own coordinates. ``width``, ``height``: of the image, for percentages."""
    tag = element.tag
    if tag == "circle":
        r = _number(element, "r", width)
        return (
            ellipse_steps(_number(element, "cx", width), _number(element, "cy", height), r, r)
            if r > 0
            else ()
        )
    if tag == "ellipse":
        rx, ry = _number(element, "rx", width), _number(element, "ry", height)
        cx, cy = _number(element, "cx", width), _number(element, "cy", height)
        return ellipse_steps(cx, cy, rx, ry) if rx > 0 and ry > 0 else ()
    if tag in ("rect", "image"):
        wide, high = _number(element, "width", width), _number(element, "height", height)
        if wide <= 0 or high <= 0:
            return ()
        rx, ry = _number(element, "rx", width), _number(element, "ry", height)
        rx, ry = (rx or ry, ry or rx) if tag == "rect" else (0.0, 0.0)
        return rectangle_steps(
            _number(element, "x", width), _number(element, "y", height), wide, high, rx, ry
        )
    if tag == "line":
        first = (_number(element, "x1", width), _number(element, "y1", height))
        return ("M", first), ("L", (_number(element, "x2", width), _number(element, "y2", height)))
    if tag in ("polygon", "polyline"):
        numbers = [float(one) for one in _NUMBERS.findall(element.attributes.get("points", "")[:200_000])]
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        steps = tuple([("L" if at else "M", point) for at, point in enumerate(points)])
        return (*steps, ("Z", ())) if tag == "polygon" and steps else steps
    if tag == "path":
        return parse_path(element.attributes.get("d", ""))
    return ()


def _edges(box: tuple[float, float, float, float]) -> Edges:
    return box[0], box[1], box[0] + box[2], box[1] + box[3]


def _reach(element: Element) -> float:
    """Return how far a shape's stroke may extend beyond it, by Chromium's estimate, which counts sharp corners in
    full."""
    values = element.style.values
    if values.get("stroke", "none") == "none":
        return 0.0
    width = parse_number(values.get("stroke-width", "1").removesuffix("px"))
    reach = (1.0 if width is None else max(0.0, width)) / 2
    if element.tag not in _SMOOTH and values.get("stroke-linejoin", "miter") == "miter":
        limit = parse_number(values.get("stroke-miterlimit", "4"))
        reach *= max(1.0, 4.0 if limit is None else limit)
    return reach


class TextRun:
    """A text of an SVG image in the coordinates of its ``text`` element. ``x`` and ``y``: its left end, base line."""

    __slots__ = ("element", "index", "text", "width", "x", "y")

    def __init__(self, element: Element, text: str, index: int, x: float, y: float, width: float) -> None:
        self.element = element
        self.text = text
        self.index = index
        self.x = x
        self.y = y
        self.width = width


def _offset(element: Element, name: str) -> float:
    value = element.attributes.get(name, "")
    found = _NUMBERS.search(value)
    if found is None:
        return 0.0
    return float(found[0]) * (element.style.font_size if value.strip().endswith("em") else 1.0)


def text_runs(text: Element, scale: float) -> list[TextRun]:
    """Return the runs of a ``text`` element. ``scale``: px per unit of its coordinates, since Chromium rounds font
    heights at the size they are drawn at.
    """
    runs: list[TextRun] = []
    #: Where the text continues, and the runs since the last explicit position.
    pen = [0.0, 0.0]
    chunk: list[TextRun] = []

    def anchor() -> None:
        if chunk:
            width = sum([run.width for run in chunk])
            how = chunk[0].element.style.values.get("text-anchor", "start")
            by = width / 2 if how == "middle" else width if how == "end" else 0.0
            for run in chunk:
                run.x -= by
            pen[0] -= by
        chunk.clear()

    def go(element: Element) -> None:
        if "x" in element.attributes or "y" in element.attributes or element is text:
            anchor()
            if "x" in element.attributes or element is text:
                pen[0] = _number(element, "x")
            if "y" in element.attributes or element is text:
                pen[1] = _number(element, "y")
        pen[0] += _offset(element, "dx")
        pen[1] += _offset(element, "dy")
        index = -1
        for child in element.children:
            if isinstance(child, str):
                index += 1
                words = " ".join(child.split())
                if not words:
                    continue
                if runs and child[0].isspace():
                    words = " " + words
                style = element.style
                width = advance(words, style.weight, style.italic) * style.font_size
                run = TextRun(element, words, index, pen[0], pen[1] + _baseline(element, scale), width)
                runs.append(run)
                chunk.append(run)
                pen[0] += width
            elif child.tag in _TEXTS and child.style.display != "none":
                go(child)

    go(text)
    anchor()
    return runs


def _baseline(element: Element, scale: float) -> float:
    """Return how far ``alignment-baseline`` or ``dominant-baseline`` moves a text down."""
    values = element.style.values
    how = (
        element.attributes.get("alignment-baseline")
        or element.attributes.get("dominant-baseline")
        or values.get("alignment-baseline")
        or values.get("dominant-baseline")
    )
    if how in ("central", "middle"):
        above, below = heights(element.style.font_size * scale)
        return (above - below) / 2 / scale
    if how in ("hanging", "text-before-edge"):
        return heights(element.style.font_size * scale)[0] / scale
    return 0.0


def _view_box(element: Element, width: float, height: float) -> Matrix:
    """Return the map from a ``viewBox`` to the image's content box of ``width`` x ``height`` CSS px."""
    numbers = [float(one) for one in _NUMBERS.findall(element.attributes.get("viewBox", ""))]
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0 or width <= 0 or height <= 0:
        return IDENTITY
    x, y, across, down = numbers
    sx, sy = width / across, height / down
    how = element.attributes.get("preserveAspectRatio", "xMidYMid meet")
    if how.strip().startswith("none"):
        return sx, 0.0, 0.0, sy, -x * sx, -y * sy
    scale = max(sx, sy) if "slice" in how else min(sx, sy)
    left = 0.0 if "xMin" in how else width - across * scale if "xMax" in how else (width - across * scale) / 2
    top = 0.0 if "YMin" in how else height - down * scale if "YMax" in how else (height - down * scale) / 2
    return scale, 0.0, 0.0, scale, left - x * scale, top - y * scale


def _own_map(element: Element) -> Matrix:
    """Return an element's own transform."""
    text = element.attributes.get("transform", "")
    css = element.style.transform
    if css != "none":
        text = css
    return parse_transform(text) if text else IDENTITY


class _Image:
    """The work of `lay_out_svg`."""

    def __init__(self, image: Element, density: float) -> None:
        self.image = image
        self.density = density
        self.width = max(0.0, image.w - image.pbw) / density
        self.height = max(0.0, image.h - image.pbh) / density

    def go(self, element: Element, matrix: Matrix) -> tuple[Edges | None, Edges | None]:
        """Set an element's box; return it in its parent's coordinates, without and with its stroke."""
        own = _own_map(element)
        if element.tag == "svg":
            width = _number(element, "width", self.width) or self.width
            height = _number(element, "height", self.height) or self.height
            own = product(
                moved(_number(element, "x"), _number(element, "y")), _view_box(element, width, height)
            )
        matrix = product(matrix, own)
        if element.clean and element.matrix == matrix and element.owner is self.image:
            # Nothing inside it has changed.
            box = None if element.bbox is None else mapped_edges(own, _edges(element.bbox))
            return box, None if element.stroked is None else mapped_edges(own, element.stroked)
        element.clean = True
        box = stroked = None
        if element.tag in _SHAPES:
            box = bounds(steps_of(element, self.width, self.height))
            stroked = None if box is None else grown(box, _reach(element))
        elif element.tag == "text":
            box = stroked = self.text(element, matrix)
        elif element.tag == "use":
            wide, high = _number(element, "width", self.width), _number(element, "height", self.height)
            left, top = _number(element, "x"), _number(element, "y")
            box = stroked = (left, top, left + wide, top + high) if wide > 0 and high > 0 else None
        elif element.tag in _CONTAINERS:
            for child in element.elements:
                inner, outer = self.go(child, matrix)
                box, stroked = _union(box, inner), _union(stroked, outer)
        self.place(element, matrix, box, stroked)
        if box is None or stroked is None:
            return None, None
        return mapped_edges(own, box), mapped_edges(own, stroked)

    def place(self, element: Element, matrix: Matrix, box: Edges | None, stroked: Edges | None) -> None:
        element.owner = self.image
        element.matrix = matrix
        element.base = None
        element.stroked = stroked
        if box is None or stroked is None:
            element.bbox = None
            element.x = element.y = element.w = element.h = 0.0
            return
        element.bbox = (box[0], box[1], box[2] - box[0], box[3] - box[1])
        left, top, right, bottom = mapped_edges(matrix, box)
        element.x, element.y = left, top
        element.w, element.h = right - left, bottom - top

    def text(self, text: Element, matrix: Matrix) -> Edges | None:
        scale = _scale(matrix) or self.density
        boxes: dict[Element, Edges | None] = {}
        for run in text_runs(text, scale):
            above, below = heights(run.element.style.font_size * scale)
            edges = (
                run.x,
                run.y - above / scale,
                run.x + run.width,
                run.y + below / scale,
            )
            style = run.element.style
            colored = ink(run.text, style.weight, style.italic, style.font_size * scale)
            if colored is not None:  # letters may reach beyond the width they advance by
                edges = (
                    min(edges[0], run.x + colored[0] / scale),
                    min(edges[1], run.y + colored[1] / scale),
                    max(edges[2], run.x + colored[2] / scale),
                    max(edges[3], run.y + colored[3] / scale),
                )
            element: Element | None = run.element
            while element is not None:
                boxes[element] = _union(boxes.get(element), edges)
                if element is text:
                    break
                element = element.parent
        for element, box in boxes.items():
            if element is not text:
                self.place(element, matrix, box, box)
        return boxes.get(text)


def lay_out_svg(image: Element, density: float) -> None:
    """Set the boxes of all elements of an SVG image, relative to the image's border box."""
    image.clean = True
    work = _Image(image, density)
    left, top = image.borders[3] + image.paddings[3], image.borders[0] + image.paddings[0]
    matrix = product((density, 0.0, 0.0, density, left, top), _view_box(image, work.width, work.height))
    image.matrix = matrix
    box: Edges | None = None
    for child in image.elements:
        box = _union(box, work.go(child, matrix)[0])
    image.bbox = None if box is None else (box[0], box[1], box[2] - box[0], box[3] - box[1])


# -- for painting ----------------------------------------------------------------------------------------------------


@cache
def _gradient_reference() -> re.Pattern[str]:
    return re.compile(r"url\(\s*[\"']?#([^\"')]+)")


def _paint(values: dict[str, str], name: str, default: int, find: dict[str, Element]) -> int:
    """Return the colour of ``fill`` or ``stroke``; 0 for none. A gradient gives the colour of its first stop."""
    value = values.get(name)
    if value is None:
        color: int | None = default
    elif "url(" in value:
        found = _gradient_reference().search(value)
        gradient = find.get(found[1]) if found else None
        stops = [] if gradient is None else [one for one in gradient.elements if one.tag == "stop"]
        color = parse_color(stops[0].style.values.get("stop-color", "black")) if stops else 0
    elif value.lower() == "currentcolor":
        color = parse_color(values.get("color", "black"))
    else:
        color = parse_color(value)
    share = parse_number(values.get(f"{name}-opacity", "1"))
    color = color or 0
    if share is not None and share < 1:
        color = (color & 0xFFFFFF) | round((color >> 24) * max(0.0, share)) << 24
    return color


def painted(
    image: Element, x: float, y: float, density: float
) -> tuple[tuple[tuple[Element, Shape], ...], tuple[Run, ...]]:
    """Return the shapes and texts of an image whose border box is at (x, y) px of the document."""
    shapes: list[tuple[Element, Shape]] = []
    runs: list[Run] = []
    width, height = max(0.0, image.w - image.pbw) / density, max(0.0, image.h - image.pbh) / density
    named = {one.attributes["id"]: one for one in _all(image) if "id" in one.attributes}

    def go(
        element: Element, opacity: float, matrix: Matrix, clip: tuple[Step, ...], use: Element | None
    ) -> None:
        """``matrix``: of the enclosing element. ``use``: the element that shows it at another place."""
        style = element.style
        own = parse_number(style.values.get("opacity", "1"))
        opacity *= 1.0 if own is None else max(0.0, min(1.0, own))
        if use is None:
            if element.matrix is None and element.tag != "use":
                return
            if element.matrix is not None:
                matrix = product(moved(x, y), element.matrix)
        if use is not None or element.tag == "use":
            matrix = product(matrix, _own_map(element))
        clip = _clip_of(element, matrix, named, width, height) or clip
        if element.tag in _SHAPES and style.visible:
            steps = steps_of(element, width, height)
            if steps:
                shapes.append((use or element, _shape(element, steps, matrix, opacity, named, clip, use)))
        elif element.tag == "text" and style.visible:
            for run in text_runs(element, _scale(matrix) or density):
                runs.append(_run(run, matrix, opacity, named))
        elif element.tag == "use" and style.visible and use is None:
            target = named.get(_reference(element))
            if target is not None and target is not element:
                shift = product(matrix, moved(_number(element, "x"), _number(element, "y")))
                if target.tag in ("symbol", "svg"):
                    wide = _number(element, "width", width) or width
                    high = _number(element, "height", height) or height
                    shift = product(shift, _view_box(target, wide, high))
                    for child in target.elements:
                        go(child, opacity, shift, clip, element)
                else:
                    go(target, opacity, shift, clip, element)
        elif element.tag in _CONTAINERS:
            for child in element.elements:
                go(child, opacity, matrix, clip, use)

    around = product(moved(x, y), image.matrix) if image.matrix is not None else moved(x, y)
    for child in image.elements:
        go(child, 1.0, around, (), None)
    return tuple(shapes), tuple(runs)


def _reference(element: Element) -> str:
    """Return the id that ``href`` names."""
    value = element.attributes.get("href") or element.attributes.get("xlink:href") or ""
    return value[1:] if value.startswith("#") else ""


def _clip_of(
    element: Element, matrix: Matrix, named: dict[str, Element], width: float, height: float
) -> tuple[Step, ...]:
    """Return the outline an element is clipped to; empty for none."""
    value = element.style.values.get("clip-path") or element.attributes.get("clip-path", "")
    found = _gradient_reference().search(value) if "url(" in value else None
    path = named.get(found[1]) if found else None
    if path is None:
        return ()
    out: list[Step] = []
    for child in path.elements:
        if child.tag in _SHAPES:
            out += mapped_steps(steps_of(child, width, height), product(matrix, _own_map(child)))
    return tuple(out)


def _shade(
    element: Element,
    values: dict[str, str],
    steps: tuple[Step, ...],
    matrix: Matrix,
    named: dict[str, Element],
) -> tuple[str, tuple[float, ...], tuple[tuple[float, int], ...], Matrix] | None:
    """Return the gradient that fills a shape; see `Shape.shade`."""
    value = values.get("fill", "")
    found = _gradient_reference().search(value) if "url(" in value else None
    gradient = named.get(found[1]) if found else None
    if gradient is None or gradient.tag not in ("linearGradient", "radialGradient"):
        return None
    attributes = dict(gradient.attributes)
    holder = gradient
    for _ in range(4):
        # It may take its stops from another gradient.
        above = named.get(_reference(holder))
        if above is None or above is holder:
            break
        attributes = {**above.attributes, **attributes}
        holder = above if not any(one.tag == "stop" for one in holder.elements) else holder
        if holder is not above:
            break
    stops: list[tuple[float, int]] = []
    for stop in holder.elements:
        if stop.tag != "stop":
            continue
        text = stop.attributes.get("offset", "0").strip()
        number = parse_number(text.removesuffix("%")) or 0.0
        place = number / 100 if text.endswith("%") else number
        said = stop.style.values.get("stop-color", stop.attributes.get("stop-color", "black"))
        color = parse_color(said)
        share = parse_number(stop.style.values.get("stop-opacity", stop.attributes.get("stop-opacity", "1")))
        color = BLACK if color is None else color
        if share is not None and share < 1:
            color = color & 0xFFFFFF | round((color >> 24) * max(0.0, share)) << 24
        stops.append((max(stops[-1][0] if stops else 0.0, min(1.0, max(0.0, place))), color))
    if not stops:
        return None
    if len(stops) == 1:
        stops.append((1.0, stops[0][1]))
    own = matrix
    if attributes.get("gradientUnits") != "userSpaceOnUse":
        box = bounds(steps)
        if box is None or box[2] <= box[0] or box[3] <= box[1]:
            return None
        own = product(matrix, (box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]))
    if "gradientTransform" in attributes:
        own = product(own, parse_transform(attributes["gradientTransform"]))

    def at(name: str, other: float) -> float:
        text = attributes.get(name)
        found_number = _NUMBERS.search(text) if text else None
        if text is None or found_number is None:
            return other
        return float(found_number[0]) / (100 if text.strip().endswith("%") else 1)

    if gradient.tag == "linearGradient":
        place_of: tuple[float, ...] = (at("x1", 0.0), at("y1", 0.0), at("x2", 1.0), at("y2", 0.0))
        return "linear", place_of, tuple(stops), own
    return "radial", (at("cx", 0.5), at("cy", 0.5), at("r", 0.5)), tuple(stops), own


def _all(element: Element) -> list[Element]:
    out = [element]
    for one in out:
        out.extend([child for child in one.children if not isinstance(child, str)])
    return out


def _scale(matrix: Matrix) -> float:
    """Return how much a map scales, averaged over directions."""
    return float(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)


def _shape(
    element: Element,
    steps: tuple[Step, ...],
    matrix: Matrix,
    opacity: float,
    named: dict[str, Element],
    clip: tuple[Step, ...] = (),
    use: Element | None = None,
) -> Shape:
    values = element.style.values
    if use is not None:
        # Properties that it doesn't set come from the element that shows it.
        values = {
            **use.style.values,
            **{name: said for name, said in values.items() if name in {one.name for one in element.hints}},
        }
    stroke_width = parse_number(values.get("stroke-width", "1").removesuffix("px"))
    scale = _scale(matrix)
    dashes = [float(one) * scale for one in _NUMBERS.findall(values.get("stroke-dasharray", ""))]
    if len(dashes) % 2:
        dashes *= 2
    return Shape(
        steps=mapped_steps(steps, matrix),
        fill=_paint(values, "fill", BLACK, named) if element.tag not in ("line", "image") else 0,
        stroke=_paint(values, "stroke", 0, named),
        stroke_width=(1.0 if stroke_width is None else max(0.0, stroke_width)) * scale,
        cap=values.get("stroke-linecap", "butt"),
        join=values.get("stroke-linejoin", "miter"),
        dashes=tuple(dashes) if any(dashes) else (),
        even=values.get("fill-rule") == "evenodd",
        opacity=opacity,
        shade=_shade(element, values, steps, matrix, named),
        clip=clip,
    )


def _run(run: TextRun, matrix: Matrix, opacity: float, named: dict[str, Element]) -> Run:
    style = run.element.style
    x, base = mapped(matrix, run.x, run.y)
    scale = _scale(matrix)
    color = _see_through(_paint(style.values, "fill", BLACK, named), opacity)
    font = Font(style.font_size * scale, style.weight, style.italic, style.family)
    stroke = _see_through(_paint(style.values, "stroke", 0, named), opacity)
    wide = parse_number(style.values.get("stroke-width", "1").removesuffix("px"))
    wide = (1.0 if wide is None else wide) * scale
    return Run(
        run.text,
        x,
        base,
        run.width * scale,
        font,
        color,
        (),
        False,
        run.element.number,
        run.index,
        outline=(stroke, wide) if stroke >> 24 and wide > 0 else None,
    )


def _see_through(color: int, opacity: float) -> int:
    return (color & 0xFFFFFF) | round((color >> 24) * opacity) << 24
