"""Elements with their styles and places, kept from one state of a document to the next.

A tree of `Element` stands for the last document that was laid out. `Tree.update` brings it up to the next one: it
visits only nodes that have changed, and drops only what depends on them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.css.cascade import Matched, matched_rules
from bmoca_gym.handset.web.css.sheets import Declaration, Sheet, parse_sheet, too_much, user_agent_sheet
from bmoca_gym.handset.web.css.shorthands import ALIASES, expand
from bmoca_gym.handset.web.layout.style import FOUR_ZEROS, Scale, Style, parse_number, style_of
from bmoca_gym.handset.web.nodes import Document, Node, Viewport

REPLACED: Final = frozenset({"img", "canvas", "svg", "iframe", "video", "embed", "object"})
CONTROLS: Final = frozenset({"input", "textarea", "select", "button"})
_UNSEEN: Final = frozenset({"script", "style", "head", "title", "meta", "link", "template"})
#: The deepest nesting of elements; deeper ones aren't shown.
DEEPEST: Final = 100


class Piece:
    """A piece of text on a line, relative to its block."""

    __slots__ = ("base", "element", "index", "level", "start", "text", "width", "x")

    def __init__(
        self,
        x: float,
        base: float,
        width: float,
        text: str,
        element: Element,
        index: int,
        start: int,
        level: int = 0,
    ) -> None:
        #: Odd for right-to-left text.
        self.level = level
        self.x = x
        self.base = base
        self.width = width
        self.text = text
        self.element = element
        self.index = index
        self.start = start


class Element:
    """An element with its style and its place.

    ``x`` and ``y`` are relative to the border box of ``owner``, the block that laid it out, plus the owner's ``lift``
    (how far its contents were moved after layout). All lengths are device px.
    """

    __slots__ = (
        "attributes",
        "base",
        "bbox",
        "borders",
        "children",
        "classes",
        "clean",
        "cut_at",
        "depth",
        "floats_out",
        "fragments",
        "groups",
        "h",
        "hints",
        "inline",
        "laid_h",
        "laid_key",
        "laid_lift",
        "laid_w",
        "lift",
        "limits",
        "made_of",
        "margin_autos",
        "margins",
        "matched",
        "matrix",
        "node",
        "number",
        "outside",
        "owner",
        "paddings",
        "parent",
        "pbh",
        "pbw",
        "pieces",
        "pseudo",
        "shared",
        "shared_with",
        "states",
        "static",
        "static_at",
        "stroked",
        "strut",
        "style",
        "tag",
        "used_for",
        "w",
        "x",
        "y",
    )  # fmt: skip

    def __init__(self, node: Node, parent: Element | None, pseudo: str = "") -> None:
        self.node = node
        self.number = node.number if not pseudo else -node.number
        self.tag = node.tag if not pseudo else f"::{pseudo}"
        self.pseudo = pseudo
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.attributes: dict[str, str] = {}
        self.classes: tuple[str, ...] = ()
        self.states: frozenset[str] = frozenset()
        self.children: list[Element | str] = []
        self.inline: tuple[Declaration, ...] = ()
        #: Style hints from attributes such as ``width``.
        self.hints: tuple[Declaration, ...] = ()
        #: What the style was computed from.
        self.made_of: tuple[object, ...] | None = None
        self.matched: Matched | None = None
        self.style: Style = None  # type: ignore[assignment]  # set by `Tree`
        # What layout finds:
        self.owner: Element | None = None
        self.x = self.y = self.w = self.h = 0.0
        self.lift = 0.0
        #: The last base line, from the top edge; None if there is none.
        self.base: float | None = None
        self.margins = self.paddings = self.borders = FOUR_ZEROS
        self.margin_autos = (False, False)
        #: For a cell with collapsed borders: their widths, and the elements that style them.
        self.shared: tuple[float, float, float, float] | None = None
        self.shared_with: tuple[tuple[Element, int], ...] = ()
        #: Padding plus borders, across and down.
        self.pbw = self.pbh = 0.0
        self.pieces: list[Piece] = []
        #: Where its text is cut by a line limit; None if it isn't.
        self.cut_at: float | None = None
        #: The border box of each line of an inline element, relative to the owner.
        self.fragments: list[tuple[float, float, float, float]] = []
        #: The margin left at the bottom edge, positive and negative, for whatever comes next.
        self.strut = (0.0, 0.0)
        #: Absolute elements in it whose containing block is further up, and where each would have been in the flow.
        self.outside: list[Element] = []
        self.static: Element | None = None
        self.static_at = (0.0, 0.0)
        # The box of an SVG shape in its own coordinates, and the map from these to the SVG image's px.
        self.bbox: tuple[float, float, float, float] | None = None
        #: The same edges, including the stroke.
        self.stroked: tuple[float, float, float, float] | None = None
        self.matrix: tuple[float, float, float, float, float, float] | None = None
        self.forget()

    def forget(self) -> None:
        """Drop what was computed from this element's contents."""
        self.clean = False
        self.groups: list[object] | None = None
        self.limits: tuple[float, float] | None = None
        self.laid_key: tuple[object, ...] | None = None
        self.laid_w = self.laid_h = self.laid_lift = 0.0
        self.floats_out = False
        self.used_for = -1.0
        # Leftovers of an earlier layout would be drawn next to the new one if another block owns its lines by then.
        if self.pieces:
            self.pieces = []
        if self.fragments:
            self.fragments = []
        self.cut_at = None
        self.lift = 0.0

    def stale(self) -> None:
        """Drop what depends on this element, here and in all ancestors. Changes inside an SVG image affect nothing
        outside it.
        """
        element: Element | None = self
        while element is not None:
            if element.node.svg and element.tag == "svg" and element is not self and not element.inside_svg:
                element.clean = False
                return
            element.forget()
            element = element.parent

    @property
    def inside_svg(self) -> bool:
        """Whether it is part of an SVG image rather than the image itself."""
        return self.parent is not None and self.parent.node.svg

    # For selectors:

    @property
    def above(self) -> Element | None:
        """The parent element."""
        return self.parent

    @property
    def siblings(self) -> list[Element]:
        """All child elements of its parent, including itself."""
        if self.parent is None:
            return [self]
        return [one for one in self.parent.children if not isinstance(one, str) and not one.pseudo]

    @property
    def inside(self) -> list[Element]:
        """All child elements, shown or not."""
        return [one for one in self.children if not isinstance(one, str) and not one.pseudo]

    @property
    def empty(self) -> bool:
        """Whether it contains neither elements nor text."""
        return not self.node.children

    @property
    def elements(self) -> list[Element]:
        """The child elements that are shown."""
        return [one for one in self.children if not isinstance(one, str) and one.style.display != "none"]

    @property
    def legend(self) -> Element | None:
        """For a fieldset: the legend in its border."""
        if self.tag != "fieldset":
            return None
        return next(
            (
                one
                for one in self.elements
                if one.tag == "legend" and not one.style.floating and not one.style.out_of_flow
            ),
            None,
        )

    def is_of(self, node: Node) -> bool:
        """Whether a node is a later state of this element. Another branch of the same page may use the number for a
        different element.
        """
        return self.number == node.number and self.tag == node.tag and self.node.svg == node.svg

    @property
    def kind(self) -> str:
        """The type of an input."""
        return self.node.input_type

    @property
    def is_replaced(self) -> bool:
        """Whether it is a replaced element, filled by something other than its children."""
        return self.tag in REPLACED or (self.style.content_url is not None)

    def number_of(self, name: str) -> float | None:
        """Return an attribute as a number; None if it isn't one."""
        value = self.attributes.get(name)
        return None if value is None else parse_number(value.removesuffix("px"))

    def __repr__(self) -> str:
        return f"Element({self.tag} {self.number}, {self.w:g} x {self.h:g} at {self.x:g}, {self.y:g})"


@memo(2048)
def _style_attribute(style: tuple[tuple[str, str], ...]) -> tuple[Declaration, ...]:
    out: list[Declaration] = []
    for name, text in style:
        important = text.endswith("important") and "!" in text
        value = text[: text.rindex("!")].strip() if important else text.strip()
        if value and (name.startswith("--") or name == name.lower()):
            out += [Declaration(one, said, important) for one, said in expand(ALIASES.get(name, name), value)]
    return tuple(out)


_ALIGNS: Final = {
    "left": "-webkit-left",
    "right": "-webkit-right",
    "center": "-webkit-center",
    "justify": "justify",
}
_CELLS: Final = frozenset({"td", "th"})
_TABLES: Final = frozenset({"table", "td", "th", "tr", "tbody", "thead", "tfoot", "col"})
_SIZED: Final = frozenset(
    {"table", "td", "th", "img", "canvas", "iframe", "video", "hr", "col", "object", "embed"}
)
#: SVG attributes that are also CSS properties.
_SVG_HINTS: Final = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "opacity", "font-size", "font-weight",
    "font-family", "font-style", "text-anchor", "visibility", "display", "stroke-linecap", "stroke-linejoin",
    "stroke-miterlimit", "stroke-dasharray", "fill-rule", "color", "cursor", "pointer-events",
)  # fmt: skip


def _length_hint(value: str) -> str | None:
    value = value.strip()
    number = value.rstrip("%").removesuffix("px").strip()
    if parse_number(number) is None:
        return None
    return value if value.endswith("%") else f"{number}px"


def _hints(element: Element) -> tuple[Declaration, ...]:
    """Return the style that presentational attributes ask for."""
    attributes, tag = element.attributes, element.tag
    out: list[tuple[str, str]] = []
    if element.node.svg:
        for name in _SVG_HINTS:
            value = attributes.get(name)
            if value is not None:
                out.append((name, value))
        if tag == "svg":
            for name in ("width", "height"):
                hint = _length_hint(attributes[name]) if name in attributes else None
                if hint is not None:
                    out.append((name, hint))
        return tuple([Declaration(name, value, False) for name, value in out])
    if tag in _SIZED and tag != "canvas":
        for name in ("width", "height"):
            hint = _length_hint(attributes[name]) if name in attributes else None
            if hint is not None:
                out.append((name, hint))
    if "bgcolor" in attributes and (tag in _TABLES or tag == "body"):
        out.append(("background-color", attributes["bgcolor"]))
    if "align" in attributes:
        align = attributes["align"].lower()
        if tag in ("table", "img"):
            if align in ("left", "right"):
                out.append(("float", align))
            elif tag == "table" and align == "center":
                out += [("margin-left", "auto"), ("margin-right", "auto")]
        elif align in _ALIGNS:
            out.append(("text-align", _ALIGNS[align]))
    if "valign" in attributes and tag in _TABLES:
        out.append(("vertical-align", attributes["valign"].lower()))
    if "nowrap" in attributes and tag in _CELLS:
        out.append(("white-space", "nowrap"))
    if tag == "table":
        spacing = element.number_of("cellspacing")
        if spacing is not None:
            out.append(("border-spacing", f"{spacing:g}px"))
        border = attributes.get("border")
        if border is not None:
            width = parse_number(border)
            out += expand("border", f"{1 if width is None else width:g}px outset gray")
    elif tag in _CELLS:
        table = _table_of(element)
        if table is not None:
            padding = table.number_of("cellpadding")
            if padding is not None:
                out += expand("padding", f"{padding:g}px")
            if table.attributes.get("border") not in (None, "0"):
                out += expand("border", "1px inset gray")
    elif tag == "font":
        if "color" in attributes:
            out.append(("color", attributes["color"]))
        size = {
            "1": "x-small",
            "2": "small",
            "3": "medium",
            "4": "large",
            "5": "x-large",
            "6": "xx-large",
        }.get(attributes.get("size", ""))
        if size is not None:
            out.append(("font-size", size))
        if "face" in attributes:
            out.append(("font-family", attributes["face"]))
    elif tag == "textarea" and attributes.get("wrap", "").lower() == "off":
        out.append(("white-space", "pre"))
    elif tag == "body" and "text" in attributes:
        out.append(("color", attributes["text"]))
    elif tag == "ol" and "type" in attributes:
        kinds = {"a": "lower-alpha", "A": "upper-alpha", "i": "lower-roman", "I": "upper-roman"}
        out.append(("list-style-type", kinds.get(attributes["type"], "decimal")))
    return tuple([Declaration(name, value, False) for name, value in out])


def _table_of(element: Element) -> Element | None:
    above = element.parent
    while above is not None and above.tag != "table":
        above = above.parent
    return above


def _states(node: Node) -> frozenset[str]:
    out = set()
    if node.focused:
        out |= {"focus", "focus-visible", "focus-within"}
    if node.hovered:
        out.add("hover")
    if node.modal:
        out.add("modal")
    if node.control is not None:
        if node.control.checked:
            out.add("checked")
        if node.control.disabled:
            out.add("disabled")
    return frozenset(out)


#: Bullets that are part of the text, with the space after them.
_BULLETS: Final = {
    "disc": "\u2022\u2002", "circle": "\u25e6\u2002", "square": "\u25aa\u2002",
    "disclosure-closed": "\u00a0\u00a0\u00a0",
    "disclosure-open": "\u00a0\u00a0\u00a0",
}  # fmt: skip


def _marks_inside(element: Element) -> bool:
    style = element.style
    return (
        style.display == "list-item"
        and style.values.get("list-style-position") == "inside"
        and style.values.get("list-style-type", "disc") != "none"
    )


def _generated(pseudo: Element) -> list[Element | str]:
    """Return the content that a style sheet generates for a pseudo-element."""
    assert pseudo.parent is not None
    if pseudo.pseudo == "marker":
        kind = pseudo.parent.style.values.get("list-style-type", "disc")
        bullet = _BULLETS.get(kind)
        return [bullet if bullet is not None else marker_of(pseudo.parent) + " "]
    text = pseudo.style.generated(pseudo.parent.attributes)
    return [text] if text else []


def marker_of(element: Element) -> str:
    """Return the bullet or number of a list item."""
    kind = element.style.values.get("list-style-type", "disc")
    if kind in ("none", "disc", "circle", "square") or kind in _BULLETS:
        return "" if kind == "none" else kind
    if kind[:1] in "\"'":
        return kind[1:-1]
    number = 0
    parent = element.parent
    if parent is not None:
        items = [one for one in parent.elements if one.style.display == "list-item"]
        start = parent.number_of("start")
        step = -1 if "reversed" in parent.attributes else 1
        number = (int(start) if start is not None else 1 if step > 0 else len(items)) - step
        for one in items:
            value = one.number_of("value")
            number = int(value) if value is not None else number + step
            if one is element:
                break
    if kind in ("lower-alpha", "lower-latin", "upper-alpha", "upper-latin"):
        letters = ""
        left = number
        while left > 0:
            left, place = divmod(left - 1, 26)
            letters = chr(97 + place) + letters
        return f"{letters.upper() if kind.startswith('upper') else letters}."
    if kind in ("lower-roman", "upper-roman") and 0 < number < 4000:
        roman, left = "", number
        for value, letters in _ROMAN:
            while left >= value:
                roman, left = roman + letters, left - value
        return f"{roman if kind.startswith('upper') else roman.lower()}."
    if kind == "decimal-leading-zero":
        return f"{number:02d}."
    return f"{number}."


_ROMAN: Final = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
    (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


#: The default style, on a phone with a dark theme, of a page that declares dark support.
_DARK: Final = """
:where(html) { background-color: #121212; color: #fff }
:where(a[href]) { color: #9e9eff }
:where(input, textarea, select) { background-color: #3b3b3b; color: #fff; border-color: #858585 }
:where(button, input[type=button], input[type=submit], input[type=reset]) {
  background-color: #6b6b6b; color: #fff; border-color: #858585
}
:where(input[type=checkbox], input[type=radio], input[type=range]) { background-color: transparent }
"""


@cache
def dark_rules() -> frozenset[int]:
    """Return the ids of the rules that a dark theme adds to the user agent's sheet."""
    sheet = parse_sheet(_DARK)
    every = [*sheet.universal]
    for some in (sheet.by_id, sheet.by_class, sheet.by_tag):
        for rules in some.values():
            every += rules
    return frozenset(map(id, every))


_SCHEME = re.compile(r"color-scheme\s*:[^;}]*\bdark\b")


def _likes_dark(document: Document) -> bool:
    """Whether a page declares dark support, with a ``meta`` element or ``color-scheme``."""
    if any(_SCHEME.search(sheet.text) for sheet in document.sheets):
        return True
    return any(
        node.tag == "meta"
        and node.attributes.get("name", "").lower() == "color-scheme"
        and "dark" in node.attributes.get("content", "").lower().split()
        for node in document.nodes.values()
    )


class Tree:
    """The elements of a document, with their styles."""

    __slots__ = (
        "changes",
        "document",
        "elements",
        "is_dark",
        "looks_down",
        "relates",
        "root",
        "scale",
        "sheets",
        "svg_images",
        "viewport",
        "watched",
    )

    def __init__(self, viewport: Viewport) -> None:
        self.viewport = viewport
        self.scale = Scale(viewport.density, viewport.width, viewport.height)
        self.document: Document | None = None
        #: By number.
        self.elements: dict[int, Element] = {}
        self.root: Element = None  # type: ignore[assignment]  # set by `update`
        self.sheets: list[Sheet] = []
        self.svg_images: list[Element] = []
        self.relates = self.looks_down = self.is_dark = False
        #: The attributes that selectors depend on.
        self.watched: tuple[str, ...] = ()
        #: How many times an element's rules have changed.
        self.changes = 0

    def update(self, document: Document) -> bool:
        """Make this the tree of a document, keeping what has not changed since the last one.

        Returns whether anything may look different or have moved.
        """
        before, changes = self.document, self.changes
        sheets = [parse_sheet(sheet.text, sheet.base, self.viewport) for sheet in document.sheets]
        if too_much(sheets, document.root, len(document.nodes)):
            sheets = []
        self.is_dark = self.viewport.dark and _likes_dark(document)
        if self.is_dark:
            sheets.insert(0, parse_sheet(_DARK))
        same_sheets = len(sheets) == len(self.sheets) and all(
            one is other for one, other in zip(sheets, self.sheets, strict=True)
        )
        if not same_sheets or before is None:
            self.sheets = sheets
            self.relates = any(sheet.relates for sheet in sheets)
            self.looks_down = any(sheet.looks_down for sheet in sheets)
            watched = set().union(*[sheet.attributes for sheet in [user_agent_sheet(), *sheets]])
            self.watched = tuple(sorted(watched))
        if before is None or self.root.number != document.root.number:
            self.elements = {}
            self.svg_images = []
            self.root = Element(document.root, None)
            self._register(self.root)
            self._fill(self.root, document.root, True)
            self._restyle(self.root, True)
        else:
            self._reconcile(self.root, document.root, not same_sheets)
        if self.looks_down and (before is None or before.root is not document.root or not same_sheets):
            # ``:has`` depends on what is below an element, which is known only now.
            self._restyle(self.root, True)
        self.document = document
        if any(self.elements.get(one.number) is not one for one in self.svg_images):
            self.svg_images = [one for one in self.svg_images if self.elements.get(one.number) is one]
        same = before is not None and before.seen is document.seen and same_sheets
        return not same or self.changes != changes

    def images(self) -> list[Element]:
        """Return the SVG images of the document (nested ones are part of the outer image)."""
        return [one for one in self.svg_images if not one.inside_svg]

    def _register(self, element: Element) -> None:
        if element.tag == "svg":
            self.svg_images.append(element)
        self.elements[element.number] = element

    def _fill(self, element: Element, node: Node, new: bool) -> bool:
        """Copy a node's own contents. Return whether the change may affect selectors."""
        old = element.node
        attributes = node.attributes
        changed = new or attributes != element.attributes
        seen = new or (
            changed and any(attributes.get(name) != element.attributes.get(name) for name in self.watched)
        )
        if changed and not new and element.inside_svg:
            element.stale()
        element.node = node
        if changed:
            element.attributes = dict(attributes)
            element.classes = node.classes
            element.hints = _hints(element)
        states = _states(node)
        if states != element.states:
            seen = True
            element.states = states
        inline = _style_attribute(node.style)
        if inline is not element.inline and inline != element.inline:
            element.inline = inline
        if not new and (
            node.control != old.control or node.canvas != old.canvas or node.scroll != old.scroll
        ):
            element.stale()
        return seen

    def _children(self, element: Element, node: Node) -> bool:
        """Rebuild the list of children if it has changed. Return whether it has."""
        wanted: list[Node | str] = [
            child for child in node.children if isinstance(child, str) or child.tag not in _UNSEEN
        ]
        if element.depth >= DEEPEST:
            wanted = []
        current = [child for child in element.children if isinstance(child, str) or not child.pseudo]
        if len(wanted) == len(current):
            for child, known in zip(wanted, current, strict=True):
                if isinstance(child, str) or isinstance(known, str):
                    if child is not known and child != known:
                        break
                elif not known.is_of(child):
                    break
            else:
                return False
        children: list[Element | str] = []
        for child in wanted:
            if isinstance(child, str):
                children.append(child)
                continue
            known_element = self.elements.get(child.number)
            if known_element is None or known_element.parent is not element or not known_element.is_of(child):
                known_element = Element(child, element)
                self._register(known_element)
                self._fill(known_element, child, True)
            children.append(known_element)
        pseudos = [one for one in element.children if not isinstance(one, str) and one.pseudo]
        for pseudo in pseudos:
            children.insert(len(children) if pseudo.pseudo == "after" else 0, pseudo)
        element.children = children
        kept = {id(one) for one in children if not isinstance(one, str)}
        for one in current:
            if not isinstance(one, str) and id(one) not in kept:
                self._forget(one)
        element.stale()
        return True

    def _forget(self, element: Element) -> None:
        """Drop an element that is gone, with its contents. If it comes back, it is matched and laid out again."""
        pending = [element]
        while pending:
            one = pending.pop()
            if self.elements.get(one.number) is one:
                del self.elements[one.number]
            pending.extend(
                [child for child in one.children if not isinstance(child, str) and not child.pseudo]
            )

    def _reconcile(self, element: Element, node: Node, restyle: bool) -> None:
        """Bring an element and its contents to its node's state. ``restyle``: whether its rules must be matched
        again."""
        if element.node is node:
            if restyle:
                self._restyle(element, True)
            return
        seen = self._fill(element, node, False)
        changed = self._children(element, node)
        before = element.matched
        if restyle or seen:
            self._match(element)
        below = restyle or seen or (changed and self.relates)
        old, matched = element.style, element.matched
        self._style(element)
        if before is not None and matched is not None and before[1:3] != matched[1:3]:
            self._pseudos(element)
        self._below(element, node, below, element.style is not old)

    def _below(self, element: Element, node: Node, rematch: bool, restyle: bool) -> None:
        nodes = {child.number: child for child in node.children if not isinstance(child, str)}
        for child in element.children:
            if isinstance(child, str):
                continue
            if child.pseudo:
                self._style_pseudo(child)
                continue
            its = nodes[child.number]
            if child.matched is None:
                self._fill(child, its, True)
                self._restyle(child, True)
            elif child.node is its:
                if rematch or restyle:
                    self._restyle(child, rematch)
            else:
                if not rematch and self.relates and self._is_seen(child, its):
                    rematch = True  # it may affect what comes after it
                self._reconcile(child, its, rematch)
                if restyle and not rematch:
                    self._restyle(child, False)

    def _is_seen(self, child: Element, node: Node) -> bool:
        if _states(node) != child.states:
            return True
        return any(node.attributes.get(name) != child.attributes.get(name) for name in self.watched)

    def _match(self, element: Element) -> None:
        old = element.matched
        element.matched = new = matched_rules(element, self.sheets)
        if old is None or old != new:
            self.changes += 1

    def _style(self, element: Element) -> None:
        if element.matched is None:
            self._match(element)
        matched = element.matched
        assert matched is not None
        parent: Style | None = element.parent.style if element.parent is not None else None
        if element.tag in _CELLS:
            element.hints = _hints(element)  # the table's attributes count too
        made_of = (matched, element.inline, element.hints, parent)
        known = element.made_of
        if known is not None and all(one is other for one, other in zip(made_of, known, strict=True)):
            return
        element.made_of = made_of
        style = style_of(matched[0], element.inline, element.hints, parent, self.scale, element.tag)
        if parent is None and style.font_size != self.scale.rem:
            self.scale = Scale(self.scale.density, self.scale.width, self.scale.height, style.font_size)
            style = style_of(matched[0], element.inline, element.hints, parent, self.scale, element.tag)
        if style is not element.style:
            element.style = style
            element.stale()
            self._pseudos(element)

    def _pseudos(self, element: Element) -> None:
        """Set an element's generated children."""
        matched = element.matched
        assert matched is not None
        marked = _marks_inside(element)
        if (
            not matched[1]
            and not matched[2]
            and not marked
            and not any(not isinstance(one, str) and one.pseudo for one in element.children)
        ):
            return
        children: list[Element | str] = [
            one for one in element.children if isinstance(one, str) or not one.pseudo
        ]
        if element.tag not in REPLACED and element.tag not in CONTROLS:
            for name, rules in (("after", matched[2]), ("before", matched[1]), ("marker", ())):
                if not rules and not (marked and name == "marker"):
                    continue
                pseudo = Element(element.node, element, name)
                pseudo.matched = (rules, (), (), ())
                style = style_of(rules, (), (), element.style, self.scale, pseudo.tag)
                if style.content_text is None and style.content_url is None and name != "marker":
                    continue
                pseudo.style = style
                pseudo.children = _generated(pseudo)
                children.insert(len(children) if name == "after" else 0, pseudo)
        element.children = children
        element.stale()

    def _style_pseudo(self, pseudo: Element) -> None:
        assert pseudo.matched is not None
        assert pseudo.parent is not None
        style = style_of(pseudo.matched[0], (), (), pseudo.parent.style, self.scale, pseudo.tag)
        if style is not pseudo.style:
            pseudo.style = style
            pseudo.children = _generated(pseudo)
            pseudo.stale()
        elif pseudo.children != (known := _generated(pseudo)):
            pseudo.children = known
            pseudo.stale()

    def _restyle(self, element: Element, rematch: bool) -> None:
        """Recompute the styles of an element and its contents. ``rematch``: match their rules again too."""
        if element.matched is None:
            self._children(element, element.node)
            rematch = True
        if rematch:
            old = element.matched
            self._match(element)
            new = element.matched
            if old is not None and new is not None and (old[1] != new[1] or old[2] != new[2]):
                self._style(element)
                self._pseudos(element)
        before = element.style
        self._style(element)
        if not rematch and element.style is before:
            return
        for child in element.children:
            if isinstance(child, str):
                continue
            if child.pseudo:
                self._style_pseudo(child)
            else:
                self._restyle(child, rematch)
