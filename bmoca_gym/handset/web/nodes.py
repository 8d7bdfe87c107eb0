"""The document as style, layout and the UI tree see it, and what layout answers to scripts.

A page's scripts change its document in a JavaScript context. When it is needed outside, the elements that have changed
since last time cross over as JSON, and a tree of `Node` is built in which every unchanged subtree is the same object as
before. So style and layout can keep what they have computed for a node as long as they see the same object. (A node's
style may also depend on its ancestors and earlier siblings; those are new objects if they have changed.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.web.boxes import Box
from bmoca_gym.handset.web.files import Files

__all__ = [
    "INPUT_TYPES",
    "MOST_DEEP",
    "Control",
    "Document",
    "Geometry",
    "Layout",
    "Measure",
    "Node",
    "Place",
    "Sheet",
    "TextRange",
    "Viewport",
    "updated",
]


#: The deepest nesting of elements; anything deeper is left out.
MOST_DEEP: Final = 200
#: The known values of an ``input``'s ``type``. Anything else counts as ``text``, as HTML requires.
INPUT_TYPES: Final = frozenset(
    {
        "button", "checkbox", "color", "date", "datetime-local", "email", "file", "hidden", "image", "month",
        "number", "password", "radio", "range", "reset", "search", "submit", "tel", "text", "time", "url", "week",
    }
)  # fmt: skip

#: How HTML parses a non-negative number.
_WHOLE = re.compile(r"[ \t\n\f\r]*\+?(\d+)")


class Viewport(NamedTuple):
    """The window that a page is laid out in: CSS px, and device px per CSS px.

    ``dark``: whether the phone has a dark theme, which pages can query (``prefers-color-scheme``); ``desk``: whether it
    is the window of a desktop browser, which draws letters darker than one on a phone.
    """

    width: float = 1080 / 2.625
    height: float = 832.0
    density: float = 2.625
    dark: bool = False
    desk: bool = False


class Control(NamedTuple):
    """The state of a form control, which is not in its attributes.

    Attributes:
        value: the text of a field; a select's value; a button's label.
        checked: for a checkbox or radio button; for an option, whether it is selected.
        disabled: by itself or by its fieldset.
        selection: start and end in ``value``, in UTF-16 units, of a text field; (0, 0) of other controls. The caret
            stands at the end.
    """

    value: str = ""
    checked: bool = False
    disabled: bool = False
    selection: tuple[int, int] = (0, 0)


@mypyc_attr(acyclic=True)
class Node:
    """An element at a moment. It is never changed after it is made.

    Attributes:
        number: identifies the element for as long as its page lives, from 1. Layout queries use it.
        tag: the local name, lower case but in SVG (``linearGradient``).
        svg: whether it is in SVG's name space.
        id: the ``id`` attribute, or an empty text.
        classes: the words of the ``class`` attribute.
        attributes: all attributes as the document has them, those above and ``style`` too.
        style: properties of the ``style`` attribute in order, shorthands unexpanded, ``!important`` at the end of the
            value.
        children: elements and texts. Texts next to each other are not joined; comments are left out.
        control: of ``input``, ``textarea``, ``select``, ``option`` and ``button``, else None.
        focused: whether it has the focus.
        hovered: whether it or something in it was tapped last (a finger leaves ``:hover`` behind).
        hears: whether scripts listen for clicks or presses on it, not on its ancestors.
        modal: of a dialog: whether nothing else can be touched.
        scroll: how far its contents are scrolled, in CSS px.
        canvas: of a ``canvas``: what was drawn since it was last emptied, as (method, arguments); a property that is
            set is ``("=", (name, value))``.
    """

    __slots__ = (
        "attributes",
        "canvas",
        "children",
        "classes",
        "control",
        "focused",
        "hears",
        "hovered",
        "id",
        "modal",
        "number",
        "scroll",
        "style",
        "svg",
        "tag",
    )

    def __init__(self, number: int, tag: str, svg: bool, attributes: Mapping[str, str]) -> None:
        self.number = number
        self.tag = tag
        self.svg = svg
        self.attributes = attributes
        self.id = attributes.get("id", "")
        self.classes = tuple(attributes.get("class", "").split())
        self.style: tuple[tuple[str, str], ...] = ()
        self.children: tuple[Node | str, ...] = ()
        self.control: Control | None = None
        self.focused = False
        self.hovered = False
        self.hears = False
        self.modal = False
        self.scroll = (0.0, 0.0)
        self.canvas: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    @property
    def input_type(self) -> str:
        """For an ``input``: its type; ``text`` if HTML doesn't know the attribute's value."""
        said = self.attributes.get("type", "text").lower()
        return said if said in INPUT_TYPES else "text"

    @property
    def is_list(self) -> bool:
        """For a ``select``: whether it shows its options as a list. A size that is not a number is ignored."""
        if "multiple" in self.attributes:
            return True
        said = _WHOLE.match(self.attributes.get("size", ""))
        return said is not None and int(said[1][:9]) > 1

    @property
    def elements(self) -> list[Node]:
        """Its child elements."""
        return [child for child in self.children if not isinstance(child, str)]

    @property
    def text(self) -> str:
        """All text in it, joined."""
        out: list[str] = []
        pending: list[Node | str] = [self]
        while pending:
            one = pending.pop()
            if isinstance(one, str):
                out.append(one)
            else:
                pending.extend(reversed(one.children))
        return "".join(out)

    def walk(self) -> list[Node]:
        """Return this element and all its descendants, in document order."""
        out: list[Node] = []
        pending = [self]
        while pending:
            node = pending.pop()
            out.append(node)
            pending.extend(reversed(node.elements))
        return out

    def __repr__(self) -> str:
        name = f"#{self.id}" if self.id else ""
        return f"Node({self.tag}{name} {self.number})"


class Sheet(NamedTuple):
    """A style sheet of the document: its text, and the name of the file against which its URLs are resolved."""

    text: str
    base: str


class Place(NamedTuple):
    """A place in text: the element, which of its texts (0: the first), and how many UTF-16 units into it."""

    node: int
    text: int
    offset: int


class TextRange(NamedTuple):
    """Selected text of the document, in document order."""

    start: Place
    end: Place


class Document(NamedTuple):
    """A page's document at a moment. ``files`` and ``base`` serve images: see `bmoca_gym.handset.web.files.fetch`."""

    root: Node
    sheets: tuple[Sheet, ...]
    #: All connected elements by their numbers.
    nodes: Mapping[int, Node]
    files: Files
    #: The name of the page's file.
    base: str
    #: The element that has the focus; 0 if none has it.
    focus: int
    #: The selected part of the document's own text (not of a text field's).
    selection: TextRange | None
    title: str
    #: How far the window is scrolled, in CSS px.
    scroll: tuple[float, float]
    #: The root as of the last change to anything but `Node.hovered`; None: ``root`` itself.
    earlier: Node | None = None

    @property
    def seen(self) -> Node:
        """The root regardless of what was touched last: the same object as long as only that changes."""
        return self.root if self.earlier is None else self.earlier


class Measure(NamedTuple):
    """How an element is laid out, in CSS px from the document's upper left corner, after transforms.

    Attributes:
        box: left, top, width, height of the border box, or of the box around its shape in SVG.
        rects: the same for each line of an inline element; otherwise the box alone.
        margins, borders, paddings: top, right, bottom, left, as used.
        scroll_size: width and height of the padding box's scrollable area (at least the padding box).
        local: left, top, width, height of an SVG element in its own coordinates (``getBBox``); None elsewhere.
        matrix: a, b, c, d, e, f from the coordinates of an SVG element to the document's; None elsewhere.
    """

    box: tuple[float, float, float, float]
    rects: Sequence[tuple[float, float, float, float]]
    margins: tuple[float, float, float, float]
    borders: tuple[float, float, float, float]
    paddings: tuple[float, float, float, float]
    scroll_size: tuple[float, float]
    local: tuple[float, float, float, float] | None = None
    matrix: tuple[float, float, float, float, float, float] | None = None


class Geometry(Protocol):
    """A document that is laid out, or will be once a query needs it. Places are CSS px of the document."""

    @property
    def boxes(self) -> Box:
        """The tree of boxes, for painting."""

    def measure(self, number: int) -> Measure | None:
        """Return an element's layout, or None if it has no box (``display: none``)."""

    def style(self, number: int, name: str, pseudo: str = "") -> str:
        """Return a computed property as `getComputedStyle` gives it (``12px``, ``rgb(0, 0, 0)``); empty if unknown.

        ``display``, ``position``, ``float``, ``font-size``, colours and anything else the cascade alone decides must
        not need a layout. ``pseudo``: ``before``, ``after`` or empty.
        """

    def hit(self, x: float, y: float) -> int:
        """Return the number of the topmost element at a point, as `elementFromPoint` does; 0 if there is none."""

    def text_at(self, x: float, y: float) -> Place | None:
        """Return the place in text that is nearest to a point, in the element under it; None if it has no text."""

    def text_boxes(self, text: TextRange) -> Sequence[tuple[float, float, float, float]]:
        """Return the left, top, width and height of a range of text, one rectangle per line."""

    def text_width(self, font: str, text: str) -> float:
        """Return the width in CSS px of text in a font in CSS notation (``bold 12px Arial``), for a canvas."""

    def pixels(self, number: int, left: int, top: int, width: int, height: int) -> bytes:
        """Return the RGBA of a canvas, row by row, not premultiplied; transparent outside it."""


class Layout(Protocol):
    """Lays documents out. A page's context calls it when places are queried and the document has changed."""

    def __call__(self, document: Document, viewport: Viewport, before: Geometry | None) -> Geometry:
        """Return the geometry of a document.

        Args:
            before: what it returned for this page last time; it may reuse what has not changed.
        """


#: A changed element as JavaScript sends it: number, tag, SVG, attributes, style, children (numbers and texts),
#: control, flags (1 focused, 2 hovered, 4 hears), scroll, canvas.
_Sent = Sequence[Any]


def updated(
    nodes: Mapping[int, Node], sent: Sequence[_Sent], root: int
) -> tuple[Node, dict[int, Node], bool]:
    """Return the root and all connected elements after a change, and whether only `Node.hovered` has changed.

    Args:
        nodes: the previous ones, by number.
        sent: the elements that are new or changed, themselves or inside; children before their parents.
        root: the number of the root element.
    """
    changed: dict[int, Node] = {}
    same_children = only_hover = True
    for number, tag, svg, attributes, style, children, control, flags, scroll, canvas in sent:
        node = Node(number, tag, bool(svg), attributes)
        node.style = tuple([(name, value) for name, value in style])
        node.children = tuple(
            [
                child if isinstance(child, str) else changed[child] if child in changed else nodes[child]
                for child in children
            ]
        )
        if control is not None:
            value, checked, disabled, start, end = control
            node.control = Control(value, bool(checked), bool(disabled), (start, end))
        node.focused = bool(flags & 1)
        node.hovered = bool(flags & 2)
        node.hears = bool(flags & 4)
        node.modal = bool(flags & 8)
        if scroll is not None:
            node.scroll = (scroll[0], scroll[1])
        if canvas is not None:
            node.canvas = tuple([(name, _frozen(arguments)) for name, arguments in canvas])
        changed[number] = node
        before = nodes.get(number)
        same_children = same_children and before is not None and _same_children(node, before)
        only_hover = only_hover and same_children and before is not None and _same_but_hover(node, before)
    top = changed[root] if root in changed else nodes[root]
    if same_children:
        return top, {**nodes, **changed}, only_hover
    return top, {node.number: node for node in top.walk()}, False


def _frozen(value: Any) -> Any:
    """Return a JSON value with tuples in place of lists and objects."""
    if isinstance(value, dict):
        return tuple([_frozen(one) for one in value.values()])
    return tuple([_frozen(one) for one in value]) if isinstance(value, list) else value


def _same_children(node: Node, before: Node) -> bool:
    return [child.number for child in node.elements] == [child.number for child in before.elements]


def _same_but_hover(node: Node, before: Node) -> bool:
    """Whether two states of an element with the same child elements differ in `Node.hovered` at most."""
    return (
        node.attributes == before.attributes
        and node.style == before.style
        and node.control == before.control
        and node.focused == before.focused
        and node.hears == before.hears
        and node.modal == before.modal
        and node.scroll == before.scroll
        and node.canvas == before.canvas
        and len(node.children) == len(before.children)
        and all(
            one == other if isinstance(one, str) else not isinstance(other, str)
            for one, other in zip(node.children, before.children, strict=True)
        )
    )
