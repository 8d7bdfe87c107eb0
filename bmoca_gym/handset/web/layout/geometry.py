"""Queries on a laid-out page: boxes for painting, places for scripts, computed style, and what is at a point."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web import canvas, drawing
from bmoca_gym.handset.web.boxes import Box, Edges, Matrix
from bmoca_gym.handset.web.css.shorthands import expand
from bmoca_gym.handset.web.files import Files, fetch
from bmoca_gym.handset.web.layout.boxing import boxes_of
from bmoca_gym.handset.web.layout.computed import computed_value, theme_background
from bmoca_gym.handset.web.layout.elements import Element, Tree
from bmoca_gym.handset.web.layout.engine import PageEngine
from bmoca_gym.handset.web.layout.places import Places
from bmoca_gym.handset.web.layout.pointing import hit, range_boxes, text_place
from bmoca_gym.handset.web.layout.style import Scale, Style, parse_length
from bmoca_gym.handset.web.layout.text import advance
from bmoca_gym.handset.web.matrices import mapped_edges
from bmoca_gym.handset.web.nodes import Document, Geometry, Measure, Place, TextRange, Viewport

_NONE: Final = "none"


@memo(512, asset=True)
def image_size(files: Files, base: str, source: str) -> tuple[float, float]:
    """Return the width and height of an image in CSS px; (0, 0) if there is none or it can't be read."""
    data = fetch(files, base, source)
    if data is None:
        return 0.0, 0.0
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
    elif data[:4] == b"GIF8" and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
    elif data[:2] == b"\xff\xd8":
        width, height = _jpeg_size(data)
    elif drawing.is_svg(data):
        return drawing.svg_size(data)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP" and drawing.decoded(data) is not None:
        picture = drawing.decoded(data)
        width, height = picture.width(), picture.height()
    elif data[:2] == b"BM" and len(data) >= 26:
        width, height = struct.unpack("<ii", data[18:26])
        height = abs(height)
    else:
        return 0.0, 0.0
    return float(min(width, 100_000)), float(min(height, 100_000))


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return 0, 0


class PageGeometry:
    """The geometry of one document: a `bmoca_gym.handset.web.nodes.Geometry`. Everything is computed on demand.

    The tree of elements passes from one geometry to the next. An older one that is asked again lays its document out
    again.
    """

    def __init__(self, document: Document, viewport: Viewport, before: Geometry | None) -> None:
        self.document = document
        self.viewport = viewport
        self._before = before if isinstance(before, PageGeometry) and before.viewport == viewport else None
        self._tree: Tree | None = None
        self._places: Places | None = None
        self._boxes: Box | None = None

    def _size(self) -> Callable[[str], tuple[float, float]]:
        files, base = self.document.files, self.document.base

        def size(source: str) -> tuple[float, float]:
            return image_size(files, base, source)

        return size

    def _give(self) -> tuple[Tree | None, Places | None, Box | None]:
        """Hand the tree over to a later geometry, with what has been computed from it so far."""
        tree, self._tree = self._tree, None
        places, self._places = self._places, None
        before, self._before = self._before, None
        if tree is None and before is not None:
            return before._give()
        return tree, places, self._boxes

    @property
    def tree(self) -> Tree:
        """The elements with their styles."""
        if self._tree is None:
            before, self._before = self._before, None
            tree, places, boxes = before._give() if before is not None else (None, None, None)
            if tree is None:
                tree = Tree(self.viewport)
            if not tree.update(self.document):  # then everything is where it was
                self._places = places
                if self._boxes is None:
                    self._boxes = boxes
            self._tree = tree
        return self._tree

    @property
    def places(self) -> Places:
        """Where all elements are."""
        tree = self.tree
        found = self._places
        if found is None:
            PageEngine(tree, self._size()).run(tree.root)
            self._places = found = Places(tree)
        return found

    @property
    def boxes(self) -> Box:
        """The tree of boxes, for painting: the earlier document's if nothing has changed."""
        known = self._boxes
        if known is not None:
            return known
        places = self.places
        found = self._boxes
        if found is None:
            self._boxes = found = boxes_of(places, self._size())
        return found

    def _element(self, number: int) -> Element | None:
        element = self.tree.elements.get(number)
        if element is None or number not in self.document.nodes:
            return None
        return element

    def measure(self, number: int) -> Measure | None:
        """Return an element's layout, or None if it has no box."""
        element = self._element(number)
        if element is None:
            return None
        above: Element | None = element
        while above is not None:
            if above.style.display == _NONE:
                return None
            above = above.parent
        places = self.places
        density = self.viewport.density
        x, y = places.corner(element)
        matrix = places.transform(element)
        outline = places.outline(element)
        edges = outline if outline is not None else _mapped(matrix, (x, y, x + element.w, y + element.h))
        rects = [edges]
        if len(element.fragments) > 1 and element.owner is not None:
            rects = [
                _mapped(
                    matrix,
                    (
                        x + left - element.x,
                        y + top - element.y,
                        x + left - element.x + w,
                        y + top - element.y + h,
                    ),
                )
                for left, top, w, h in element.fragments
            ]
        local, own_map = element.bbox, element.matrix
        if own_map is not None:
            ox, oy = x, y
            if element.owner is not None and element.tag != "svg":
                ox, oy = places.corner(element.owner)
            a, b, c, d, e, f = own_map
            own_map = (
                a / density,
                b / density,
                c / density,
                d / density,
                (e + ox) / density,
                (f + oy) / density,
            )
        if element.node.svg and local is None:
            local = (0.0, 0.0, 0.0, 0.0)
        scroll = places.scroll_size(element)
        return Measure(
            box=_css(edges, density),
            rects=[_css(one, density) for one in rects],
            margins=_sides(element.margins, density),
            borders=_sides(element.borders, density),
            paddings=_sides(element.paddings, density),
            scroll_size=(scroll[0] / density, scroll[1] / density),
            local=local,
            matrix=own_map,
        )

    def style(self, number: int, name: str, pseudo: str = "") -> str:
        """Return a computed property as `getComputedStyle` gives it; empty if unknown."""
        element = self._element(number)
        if element is None:
            return ""
        style: Style | None = element.style
        if pseudo:
            style = next(
                (one.style for one in element.children if not isinstance(one, str) and one.pseudo == pseudo),
                None,
            )
            if style is None:
                return _NONE if name in ("content", "display") else ""
        assert style is not None
        if name == "background-color" and not pseudo and name not in style.values:
            return theme_background(element.node)
        return computed_value(style, name, self.tree.scale, None if pseudo else self._used(number))

    def _used(self, number: int) -> Callable[[], Measure | None]:
        def measure() -> Measure | None:
            return self.measure(number)

        return measure

    def hit(self, x: float, y: float) -> int:
        """Return the number of the topmost element at a point; 0 if there is none."""
        density = self.viewport.density
        return hit(self.boxes, x * density, y * density)

    def text_at(self, x: float, y: float) -> Place | None:
        """Return the place in text that is nearest to a point, in the element under it; None if it has no text."""
        density = self.viewport.density
        return text_place(self.boxes, x * density, y * density)

    def text_boxes(self, text: TextRange) -> list[tuple[float, float, float, float]]:
        """Return the left, top, width and height of a range of text, one rectangle per line."""
        density = self.viewport.density
        order = {node.number: at for at, node in enumerate(self.document.root.walk())}
        return [_css(edges, density) for edges in range_boxes(self.boxes, text, order)]

    def text_width(self, font: str, text: str) -> float:
        """Return the width in CSS px of text in a font given in CSS notation."""
        size, weight, italic = _font(font)
        return advance(text, weight, italic) * size

    def pixels(self, number: int, left: int, top: int, width: int, height: int) -> bytes:
        """Return the RGBA of a canvas, row by row, not premultiplied; transparent where nothing was drawn."""
        node = self.document.nodes.get(number)
        return canvas.pixels(() if node is None else node.canvas, left, top, width, height)


@memo(256, asset=True)
def _font(font: str) -> tuple[float, int, bool]:
    """Parse a CSS font into its size in CSS px, weight and slant."""
    values = dict(expand("font", font))
    size = parse_length(values.get("font-size", "10px"), 10.0, Scale(1.0, 411.0, 832.0))
    weight = values.get("font-weight", "normal")
    number = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}.get(weight)
    return (
        size[0] + size[1] * 10 if size is not None else 10.0,
        number if number is not None else int(weight),
        values.get("font-style") in ("italic", "oblique"),
    )


def _mapped(matrix: Matrix | None, edges: Edges) -> Edges:
    return edges if matrix is None else mapped_edges(matrix, edges)


def _css(edges: Edges, density: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = edges
    return left / density, top / density, (right - left) / density, (bottom - top) / density


def _sides(sides: tuple[float, float, float, float], density: float) -> tuple[float, float, float, float]:
    return sides[0] / density, sides[1] / density, sides[2] / density, sides[3] / density


def lay_out(document: Document, viewport: Viewport, before: Geometry | None = None) -> PageGeometry:
    """Return the geometry of a document; see `bmoca_gym.handset.web.nodes.Layout`."""
    return PageGeometry(document, viewport, before)
