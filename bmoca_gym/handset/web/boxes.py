"""The boxes of a laid-out page: what painting, hit tests and the UI tree need, as an immutable tree.

Lengths are device px of the layout (CSS px times the density, 2.625 at 420 dpi), from the upper left corner of the
document, before any zoom. Colours are 0xAARRGGBB.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.value import memo

#: Left, top, right, bottom.
Edges = tuple[float, float, float, float]
#: Top, right, bottom, left, as CSS lists them.
Sides = tuple[float, float, float, float]
#: Radii of four corners, each across and down: upper left, upper right, lower right, lower left.
Radii = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
#: An affine map: x' = a x + c y + e, y' = b x + d y + f.
Matrix = tuple[float, float, float, float, float, float]

NO_SIDES: Sides = (0.0, 0.0, 0.0, 0.0)
SQUARE: Radii = ((0.0, 0.0),) * 4


class Font(NamedTuple):
    """A font: size in px, weight 100 to 900, and the family's kind: sans-serif, serif or monospace."""

    size: float
    weight: int
    italic: bool
    family: str = "sans-serif"
    #: px after each letter.
    spacing: float = 0.0


class Run(NamedTuple):
    """A piece of text in one font on one line. ``x`` is its left end, ``base`` the base line."""

    text: str
    x: float
    base: float
    width: float
    font: Font
    color: int
    #: Which of ``underline``, ``overline`` and ``line-through`` are drawn.
    decoration: tuple[str, ...]
    rtl: bool
    #: The number of the element that styles it.
    node: int
    #: The text node of the element (0: its first), and where in its data the run begins; -1 for generated text.
    text_index: int = -1
    start: int = 0
    #: Its shadows: offset across and down, blur, colour.
    shadows: tuple[tuple[float, float, float, int], ...] = ()
    #: In an SVG image: the colour and width of the outline of a text's letters, which is drawn over them.
    outline: tuple[int, float] | None = None


class Picture(NamedTuple):
    """An image and the rectangle that it fills, before clipping. ``source`` is a URL as the document writes it,
    resolved against the style sheet's or the page's folder.
    """

    source: str
    edges: Edges
    #: The area it is clipped to; None for its own edges.
    clip: Edges | None = None


class Gradient(NamedTuple):
    """A gradient. ``angle``: degrees clockwise from upwards. ``stops``: position from 0 to 1, colour.

    ``kind``: ``linear``, ``radial`` or ``conic``. ``repeats``: whether the stops start over after the last one.
    ``centre`` and ``radii`` of a radial one: px from the upper left corner of the area, and how far it reaches.
    """

    angle: float
    stops: tuple[tuple[float, int], ...]
    kind: str = "linear"
    repeats: bool = False
    centre: tuple[float, float] = (0.0, 0.0)
    radii: tuple[float, float] = (0.0, 0.0)


class Backdrop(NamedTuple):
    """A background image: a picture at its first place, repeated across or down; or a gradient.

    ``tile``: the first area of a gradient that does not fill the box; None if it does.
    """

    picture: Picture | None
    gradient: Gradient | None
    repeat_x: bool
    repeat_y: bool
    tile: Edges | None = None


class Shadow(NamedTuple):
    """A shadow of a box: offset, blur and spread in px."""

    x: float
    y: float
    blur: float
    spread: float
    color: int
    inset: bool


class Look(NamedTuple):
    """How a box is painted, apart from its place."""

    background: int
    backdrops: tuple[Backdrop, ...]
    border_styles: tuple[str, str, str, str]
    border_colors: tuple[int, int, int, int]
    radii: Radii
    shadows: tuple[Shadow, ...]
    outline: tuple[float, str, int] | None
    opacity: float
    visible: bool
    color: int
    cursor: str


class Control(NamedTuple):
    """The state of a form control."""

    #: text, password, textarea, checkbox, radio, button, select, list, range, color, date, time, number, …
    kind: str
    value: str
    placeholder: str
    checked: bool
    disabled: bool
    focused: bool
    #: Start and end of the selection in characters; None if the control has none.
    selection: tuple[int, int] | None
    #: Texts of a select's options, and the numbers of the selected ones.
    options: tuple[str, ...]
    selected: tuple[int, ...]
    #: Whether the page's own style replaces Android's look (a background or a border of its own).
    styled: bool
    #: The font of its text.
    font: Font
    #: The lowest and the highest number of a slider, a progress bar or a meter.
    bounds: tuple[float, float] = (0.0, 100.0)
    #: Whether the page gives it a background, or none at all.
    grounded: bool = False
    #: Whether Android's arrow is drawn even though the page gives the select a border or a background.
    arrow: bool = True
    #: Alignment of its text: left, center or right; and the height of a line in px.
    align: str = "left"
    line: float = 0.0
    #: Whether it is drawn for a dark theme.
    dark: bool = False
    #: Whether a text area shows a resize grip, and whether it breaks lines that are too long for it.
    resizes: bool = True
    breaks: bool = True


class Shape(NamedTuple):
    """A shape of an SVG image, in px of the document.

    ``steps``: a letter of SVG's paths (M, L, C, Q or Z) and its points. ``fill`` and ``stroke`` are 0 for none.
    """

    steps: tuple[tuple[str, tuple[float, ...]], ...]
    fill: int
    stroke: int
    stroke_width: float
    cap: str
    join: str
    dashes: tuple[float, ...]
    even: bool
    opacity: float
    #: A gradient in place of the fill's colour: ``linear`` (x0, y0, x1, y1) or ``radial`` (x, y, radius) in its own
    #: coordinates, its stops, and the map from these to px of the document.
    shade: tuple[str, tuple[float, ...], tuple[tuple[float, int], ...], Matrix] | None = None
    #: The outline it is clipped to.
    clip: tuple[tuple[str, tuple[float, ...]], ...] = ()


@mypyc_attr(acyclic=True)
class Box:
    """The box of one element. It is never changed after it is made.

    ``left``, ``top``, ``width``, ``height``: the border box, before ``transform`` (which is about the document's
    origin: apply it to the box and all in it).
    """

    __slots__ = (
        "blanks",
        "borders",
        "canvas",
        "children",
        "clips",
        "control",
        "display",
        "fixed",
        "floating",
        "flows",
        "fragments",
        "gap",
        "generated",
        "height",
        "images",
        "left",
        "look",
        "marker",
        "node",
        "padding",
        "picture",
        "positioned",
        "rtl",
        "runs",
        "said",
        "scroll",
        "scroll_size",
        "shapes",
        "stroked",
        "tag",
        "top",
        "transform",
        "veil",
        "width",
        "z",
    )

    def __init__(self) -> None:
        #: The element's number in the document's snapshot.
        self.node = -1
        self.tag = ""
        self.display = "block"
        self.left = self.top = self.width = self.height = 0.0
        self.borders: Sides = NO_SIDES
        self.padding: Sides = NO_SIDES
        self.look: Look | None = None
        #: The border box of each line of an inline element; empty if it has only one line.
        self.fragments: tuple[Edges, ...] = ()
        #: All text of this block and of the inline elements in it (whose own ``runs`` are empty), in visual order.
        self.runs: tuple[Run, ...] = ()
        #: White space between other things on its lines. It is not drawn.
        self.blanks: tuple[Run, ...] = ()
        #: The text of its lines with white space collapsed: element, text node, words.
        self.said: tuple[tuple[int, int, str], ...] = ()
        #: Whether everything in it is inline, floating or positioned, so that it holds no blocks.
        self.flows = False
        #: The text that the style sheet generates for a pseudo-element.
        self.generated = ""
        #: The number of pictures that a pseudo-element adds.
        self.images = 0
        #: For a fieldset with a legend: how far its upper border is lowered, and where its gap starts and ends, in px.
        self.gap: tuple[float, float, float] | None = None
        #: In document order: `painting_order` gives the order of painting.
        self.children: tuple[Box, ...] = ()
        #: Whether anything outside the padding box is clipped.
        self.clips = False
        #: How far it is scrolled, and the size of what it scrolls, in px.
        self.scroll: tuple[float, float] = (0.0, 0.0)
        self.scroll_size: tuple[float, float] = (0.0, 0.0)
        self.positioned = False
        #: Whether it stays in place when the page scrolls.
        self.fixed = False
        self.floating = False
        #: None for ``auto``.
        self.z: int | None = None
        self.transform: Matrix | None = None
        self.control: Control | None = None
        self.picture: Picture | None = None
        self.shapes: tuple[Shape, ...] = ()
        #: For part of an SVG image: its edges including the stroke; for an element on a plane in space: the edges
        #: around it.
        self.stroked: Edges | None = None
        #: What a canvas has recorded: calls as (name, arguments).
        self.canvas: tuple[tuple[str, tuple[object, ...]], ...] = ()
        #: The bullet of a list item: disc, circle, square, or a text such as ``3.``; empty for none.
        self.marker = ""
        #: The colour that a modal dialog puts over what is behind it.
        self.veil = 0
        #: Whether its text runs from right to left.
        self.rtl = False

    @property
    def edges(self) -> Edges:
        """The border box."""
        return self.left, self.top, self.left + self.width, self.top + self.height

    @property
    def padding_box(self) -> Edges:
        """The area within the borders, which ``clips`` clips to."""
        top, right, bottom, left = self.borders
        return (
            self.left + left,
            self.top + top,
            self.left + self.width - right,
            self.top + self.height - bottom,
        )

    @property
    def content_box(self) -> Edges:
        """The area within the padding."""
        left, top, right, bottom = self.padding_box
        return (
            left + self.padding[3],
            top + self.padding[0],
            right - self.padding[1],
            bottom - self.padding[2],
        )

    def walk(self) -> Iterator[Box]:
        """Yield this box and everything in it, in document order."""
        pending = [self]
        while pending:
            box = pending.pop()
            yield box
            pending.extend(reversed(box.children))

    @property
    def stacks(self) -> bool:
        """Whether it is a stacking context, so that its children's z order counts only within it."""
        look = self.look
        return (
            (self.positioned and self.z is not None)
            or self.transform is not None
            or (look is not None and look.opacity < 1)
        )

    def __repr__(self) -> str:
        size = f"{self.width:g} x {self.height:g} px at {self.left:g}, {self.top:g}"
        return f"Box({self.tag} {self.node}, {size})"


class Layer(NamedTuple):
    """A box in painting order and the clips of its ancestors that apply to it, from the outside in."""

    box: Box
    #: Ancestors that clip or scroll it (`Box.clips`), outermost first.
    clips: tuple[Box, ...]
    #: Ancestors and the box itself with an opacity below 1 or a transform, outermost first.
    effects: tuple[Box, ...]


@memo(32)
def painting_order(root: Box) -> list[Layer]:
    """Return all boxes from the bottom to the top, as CSS stacks them (CSS 2.1, appendix E).

    Each box is drawn whole (background, border, content) when its turn comes, before its children that aren't
    positioned; its text (`Box.runs`) goes with it.
    """
    out: list[Layer] = []
    _stack(root, (), (), out)
    return out


#: What waits until its stacking context paints positioned boxes: z, document order, then a nested stacking context with
#: its clips and effects, or None and the layers of a positioned box that is not a stacking context itself.
_Waiting = tuple[int, int, Box | None, tuple[Box, ...], tuple[Box, ...], list[Layer]]


def _stack(box: Box, clips: tuple[Box, ...], effects: tuple[Box, ...], out: list[Layer]) -> None:
    look = box.look
    if box.transform is not None or (look is not None and look.opacity < 1):
        effects = (*effects, box)
    waiting: list[_Waiting] = []
    below: list[Layer] = []
    _flow(box, clips, effects, below, waiting)
    waiting.sort(key=lambda one: one[:2])
    out.append(below[0])
    behind = sum(one[0] < 0 for one in waiting)
    for one in waiting[:behind]:
        _lift(one, out)
    out.extend(below[1:])
    for one in waiting[behind:]:
        _lift(one, out)


def _lift(waiting: _Waiting, out: list[Layer]) -> None:
    """Append a box that was waiting to be painted."""
    _, _, box, clips, effects, layers = waiting
    if box is None:
        out.extend(layers)
    else:
        _stack(box, clips, effects, out)


def _flow(
    box: Box, clips: tuple[Box, ...], effects: tuple[Box, ...], out: list[Layer], waiting: list[_Waiting]
) -> None:
    """Append a box and its in-flow contents; positioned boxes wait for their stacking context."""
    out.append(Layer(box, clips, effects))
    inner = (*clips, box) if box.clips else clips
    floats: list[Box] = []
    for child in box.children:
        # A positioned child is clipped by those ancestors that are its containing blocks or above them.
        kept = () if child.fixed else inner
        if child.stacks:
            waiting.append((child.z or 0, len(waiting), child, kept, effects, []))
        elif child.positioned:
            layers: list[Layer] = []
            waiting.append((0, len(waiting), None, (), (), layers))
            _flow(child, kept, effects, layers, waiting)
        elif child.floating:
            floats.append(child)
        else:
            _flow(child, inner, effects, out, waiting)
    for child in floats:
        _flow(child, inner, effects, out, waiting)
