"""What all kinds of layout share: floats, collapsing margins, sizes from styles, and the engine's contract."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from math import floor
from typing import Final

from bmoca_gym.handset.web.layout.elements import CONTROLS, Element
from bmoca_gym.handset.web.layout.style import FOUR_ZEROS, Length, snapped

#: Tolerance for rounding when deciding whether something fits, in px.
TOLERANCE: Final = 0.02
#: Adjoining margins: the largest positive one and the smallest negative one.
Strut = tuple[float, float]
NO_STRUT: Strut = (0.0, 0.0)  # not `Final`: see native/README.md

_OWN_FLOW: Final = frozenset(
    {
        "inline-block",
        "table-cell",
        "flex",
        "flow-root",
        "table",
        "inline-flex",
        "inline-table",
        "table-caption",
        "grid",
        "inline-grid",
    }
)


class Float:
    """A float's margin box in the coordinates of its formatting context."""

    __slots__ = ("bottom", "left", "on_left", "right", "top")

    def __init__(self, on_left: bool, left: float, top: float, right: float, bottom: float) -> None:
        self.on_left = on_left
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom


class Floats:
    """The floats of one block formatting context."""

    __slots__ = ("all", "lowest")

    def __init__(self) -> None:
        self.all: list[Float] = []
        #: The lowest bottom edge.
        self.lowest = -1e9

    def add(self, one: Float) -> None:
        """Add a float."""
        self.all.append(one)
        self.lowest = max(self.lowest, one.bottom)

    def edges(self, y: float, height: float, left: float, right: float) -> tuple[float, float]:
        """Return the free part between ``left`` and ``right`` from ``y`` down over ``height``."""
        if y >= self.lowest:
            return left, right
        bottom = y + max(height, TOLERANCE)
        for one in self.all:
            if one.top < bottom and one.bottom > y:
                if one.on_left:
                    left = max(left, one.right)
                else:
                    right = min(right, one.left)
        return left, right

    def below(self, clear: str, y: float) -> float:
        """Return the first position from ``y`` down that ``clear`` allows."""
        for one in self.all:
            if clear == "both" or (clear == "left") == one.on_left:
                y = max(y, one.bottom)
        return y

    def next_edge(self, y: float) -> float | None:
        """Return the nearest bottom edge of a float below ``y``."""
        found: float | None = None
        for one in self.all:
            if one.bottom > y and (found is None or one.bottom < found):
                found = one.bottom
        return found

    @property
    def top(self) -> float:
        """The top edge of the last float. No later one may be placed above it."""
        return self.all[-1].top if self.all else -1e9


def strut_of(margin: float) -> Strut:
    """Return a margin as a strut, which can collapse with others."""
    return (margin, 0.0) if margin > 0 else (0.0, margin)


def joined_struts(one: Strut, other: Strut) -> Strut:
    """Return two adjoining margins collapsed into one."""
    return max(one[0], other[0]), min(one[1], other[1])


def has_own_flow(element: Element) -> bool:
    """Whether it keeps its floats apart from those outside, and margins don't collapse through its edges."""
    style = element.style
    return (
        style.floating != ""
        or style.out_of_flow
        or style.clips
        or style.display in _OWN_FLOW
        or element.tag in CONTROLS
        or element.tag == "fieldset"
    )


def rows_of(table: Element) -> list[Element]:
    """Return the rows of a table: its head's first, its foot's last."""
    heads: list[Element] = []
    bodies: list[Element] = []
    feet: list[Element] = []
    for child in table.elements:
        display = child.style.display
        if display == "table-row":
            bodies.append(child)
        elif display in ("table-row-group", "table-header-group", "table-footer-group"):
            rows = [row for row in child.elements if row.style.display == "table-row"]
            (
                heads
                if display == "table-header-group"
                else feet
                if display == "table-footer-group"
                else bodies
            ).extend(rows)
    return heads + bodies + feet


def cells_of(row: Element) -> list[Element]:
    """Return the cells of a row."""
    return [cell for cell in row.elements if cell.style.display == "table-cell"]


def collapsed_borders(table: Element) -> tuple[float, float, float, float]:
    """Return the border widths of a table with collapsed borders: on each side the widest that meet there."""
    top, right, bottom, left = table.style.borders
    rows = rows_of(table)
    for at, row in enumerate(rows):
        cells = cells_of(row)
        edges = [row.style.borders, *[cell.style.borders for cell in cells]]
        if at == 0:
            top = max(top, *[one[0] for one in edges])
        if at == len(rows) - 1:
            bottom = max(bottom, *[one[2] for one in edges])
        if cells:
            first, last = (-1, 0) if table.style.rtl else (0, -1)
            left = max(left, cells[first].style.borders[3])
            right = max(right, cells[last].style.borders[1])
    return top, right, bottom, left


def resolve(element: Element, width: float) -> None:
    """Set an element's margins, paddings and borders. ``width``: the width of its containing block."""
    if element.used_for == width:
        return
    element.used_for = width
    style = element.style
    paddings = style.paddings
    element.paddings = (
        max(0.0, snapped(paddings[0][0] + paddings[0][1] * width)),
        max(0.0, snapped(paddings[1][0] + paddings[1][1] * width)),
        max(0.0, snapped(paddings[2][0] + paddings[2][1] * width)),
        max(0.0, snapped(paddings[3][0] + paddings[3][1] * width)),
    )
    margins = style.margins
    element.margin_autos = (margins[3] is None, margins[1] is None)
    element.margins = (
        _margin(margins[0], width),
        _margin(margins[1], width),
        _margin(margins[2], width),
        _margin(margins[3], width),
    )
    element.borders = style.borders
    display = style.display
    if display in ("table-cell", "table-row", "table-row-group", "table-header-group", "table-footer-group"):
        element.margins = FOUR_ZEROS
        if display == "table-cell" and style.collapses_borders:
            top, right, bottom, left = style.borders if element.shared is None else element.shared
            element.borders = (top / 2, right / 2, bottom / 2, left / 2)
    elif style.collapses_borders and display in ("table", "inline-table"):
        top, right, bottom, left = collapsed_borders(element)
        element.borders = (float(floor(top / 2)), right / 2, bottom / 2, float(floor(left / 2)))
        element.paddings = FOUR_ZEROS
    element.pbw = element.paddings[1] + element.paddings[3] + element.borders[1] + element.borders[3]
    element.pbh = element.paddings[0] + element.paddings[2] + element.borders[0] + element.borders[2]


def _margin(length: Length | None, width: float) -> float:
    return 0.0 if length is None else snapped(length[0] + length[1] * width)


def used_size(element: Element, length: Length | None, base: float | None, extra: float) -> float | None:
    """Return the width or height of the border box as the style sets it, or None.

    ``base``: what percentages refer to, or None if unknown. ``extra``: padding plus borders.
    """
    if length is None or (base is None and length[1] != 0):
        return None
    value = snapped(length[0] + length[1] * (base or 0.0))
    return max(value, extra) if element.style.border_box else max(value, 0.0) + extra


def asked_width(element: Element, base: float | None) -> float | None:
    """Return the border-box width that the style sets; None for ``auto``."""
    return used_size(element, element.style.width, base, element.pbw)


def asked_height(element: Element, base: float | None) -> float | None:
    """Return the border-box height that the style sets; None for ``auto``."""
    return used_size(element, element.style.height, base, element.pbh)


def clamped_width(element: Element, width: float, base: float | None) -> float:
    """Clamp a width to the style's limits."""
    style = element.style
    return _clamped(element, width, style.min_width, style.max_width, base, element.pbw)


def clamped_height(element: Element, height: float, base: float | None) -> float:
    """Clamp a height to the style's limits."""
    style = element.style
    return _clamped(element, height, style.min_height, style.max_height, base, element.pbh)


def _clamped(
    element: Element, size: float, least: Length | None, most: Length | None, base: float | None, extra: float
) -> float:
    """``extra``: padding plus borders in this direction. The lower limit wins."""
    highest = used_size(element, most, base, extra)
    if highest is not None:
        size = min(size, highest)
    lowest = used_size(element, least, base, extra)
    return size if lowest is None else max(size, lowest)


class Engine(ABC):
    """Lays out one element of any kind with its contents. The kinds of layout call each other through it."""

    #: The viewport in px.
    width: float
    height: float
    density: float

    @abstractmethod
    def lay_out(
        self,
        element: Element,
        width: float,
        floats: Floats,
        x: float,
        y: float,
        absorbs: bool = False,
        height: float | None = None,
    ) -> None:
        """Lay out an element with a border box ``width`` px wide; set its height, base line and strut.

        ``floats`` are those of the formatting context around it, in which its corner is at (x, y). ``absorbs``: whether
        its first child's margin is already counted. ``height``: of the border box, overriding the style.
        """

    @abstractmethod
    def limits(self, element: Element) -> tuple[float, float]:
        """Return the minimum and preferred width of the border box."""

    @abstractmethod
    def contents_limits(self, element: Element) -> tuple[float, float]:
        """Return the same, ignoring the width that the style sets."""

    @abstractmethod
    def natural_size(self, element: Element) -> tuple[float, float]:
        """Return the width and height of a replaced element's contents in CSS px; 0 if they can't be read."""

    @abstractmethod
    def percentage_height(self, element: Element) -> float | None:
        """Return the height that an element's percentage height refers to."""

    def fitted(self, element: Element, room: float) -> float:
        """Return the border-box width of an element that shrinks to fit its contents."""
        least, most = self.limits(element)
        fits = element.style.fits
        if fits in ("min", "max"):
            return least if fits == "min" else most
        return min(max(least, room), most)


def place_float(
    engine: Engine,
    element: Element,
    left: float,
    width: float,
    y: float,
    floats: Floats,
    origin: tuple[float, float],
) -> None:
    """Lay out a float and put it as high as allowed. ``left``, ``width`` and ``y`` are the block's; ``origin`` is the
    block's corner in the coordinates of ``floats``.
    """
    resolve(element, width)
    own = float_width(engine, element, width)
    engine.lay_out(element, own, Floats(), 0.0, 0.0)
    margins = element.margins
    across = own + margins[1] + margins[3]
    down = element.h + margins[0] + margins[2]
    at = max(y + origin[1], floats.top)
    if element.style.clear != "none":
        at = floats.below(element.style.clear, at)
    first, last = left + origin[0], left + origin[0] + width
    while True:
        free_left, free_right = floats.edges(at, down, first, last)
        if free_right - free_left >= across - TOLERANCE or (free_left <= first and free_right >= last):
            break
        edge = floats.next_edge(at)
        if edge is None:
            break
        at = edge
    on_left = element.style.floating == "left"
    x = free_left if on_left else free_right - across
    floats.add(Float(on_left, x, at, x + across, at + down))
    element.x = x + margins[3] - origin[0]
    element.y = at + margins[0] - origin[1]


def float_width(engine: Engine, element: Element, width: float) -> float:
    """Return the border-box width of an element that shrinks to fit its contents unless its style says otherwise."""
    if element.is_replaced:
        own: float | None = replaced_size(engine, element, width)[0]
    else:
        own = asked_width(element, width)
    if own is None:
        own = engine.fitted(element, width - element.margins[1] - element.margins[3])
        resolve(element, width)
    return clamped_width(element, own, width)


def replaced_size(engine: Engine, element: Element, base: float | None) -> tuple[float, float]:
    """Return the border-box size of an image or another replaced element."""
    natural = engine.natural_size(element)
    width = asked_width(element, base)
    height = asked_height(element, engine.percentage_height(element))
    across, down = natural[0] * engine.density, natural[1] * engine.density
    ratio = view_ratio(element) if element.tag == "svg" else across / down if down else 0.0
    if width is None and height is None:
        if element.tag == "svg" and ratio and base is not None:
            width, height = _image_size(element, ratio, (across, down), base)
        else:
            width, height = across + element.pbw, down + element.pbh
    elif width is None:
        assert height is not None
        inner = (height - element.pbh) * ratio if ratio else across
        width = inner + element.pbw
    elif height is None:
        inner = (width - element.pbw) / ratio if ratio else down
        height = inner + element.pbh
    return clamped_width(element, width, base), clamped_height(element, height, None)


def _image_size(
    element: Element, ratio: float, natural: tuple[float, float], base: float
) -> tuple[float, float]:
    """Return the size of an SVG image with an aspect ratio and no size in its style: as wide as there is room, unless
    its attributes say otherwise.
    """
    wide, high = element.number_of("width"), element.number_of("height")
    across, down = natural
    if wide is None:
        room = max(0.0, base - element.margins[1] - element.margins[3] - element.pbw)
        across = down * ratio if high is not None else room
    if high is None:
        down = across / ratio
    return across + element.pbw, down + element.pbh


_LARGEST: Final = 1e6
_NUMBERS: Final = re.compile(r"-?\d*\.?\d+(?:[eE][-+]?\d+)?")


def view_ratio(image: Element) -> float:
    """Return the width of an SVG image's ``viewBox`` over its height; 0 if it has none."""
    numbers = [float(one) for one in _NUMBERS.findall(image.attributes.get("viewBox", ""))]
    if len(numbers) != 4 or not all(0 < one < _LARGEST for one in numbers[2:]):
        return 0.0
    return numbers[2] / numbers[3]


def shift_relative(element: Element, width: float, height: float | None) -> None:
    """Move a relatively positioned element and its contents by its style's offsets."""
    style = element.style
    dx = dy = 0.0
    if style.left is not None:
        dx = style.left[0] + style.left[1] * width
    elif style.right is not None:
        dx = -style.right[0] - style.right[1] * width
    if style.top is not None:
        dy = style.top[0] + style.top[1] * (height or 0.0)
    elif style.bottom is not None:
        dy = -style.bottom[0] - style.bottom[1] * (height or 0.0)
    if dx or dy:
        shift(element, dx, dy)


def shift(element: Element, dx: float, dy: float) -> None:
    """Move an element. The contents of an inline element are placed by the block around it, so they are moved too."""
    element.x += dx
    element.y += dy
    owner = element.owner
    if element.style.display != "inline" or owner is None or not element.fragments:
        return
    element.fragments = [(x + dx, y + dy, w, h) for x, y, w, h in element.fragments]
    inside = {element}
    for child in element.elements:
        _shift_inside(child, owner, dx, dy, inside)
    for piece in owner.pieces:
        if piece.element in inside:
            piece.x += dx
            piece.base += dy


def _shift_inside(element: Element, owner: Element, dx: float, dy: float, inside: set[Element]) -> None:
    if element.owner is not owner:
        return
    element.x += dx
    element.y += dy
    if element.style.display == "inline" and not element.is_replaced:
        element.fragments = [(x + dx, y + dy, w, h) for x, y, w, h in element.fragments]
        inside.add(element)
        for child in element.elements:
            _shift_inside(child, owner, dx, dy, inside)
