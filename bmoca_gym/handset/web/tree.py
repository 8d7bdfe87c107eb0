"""The nodes of a page in the UI tree, as Chromium gives them to Android: roles, names, states, classes, bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import floor

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.ui.elements import WIDGET
from bmoca_gym.handset.ui.tree import Bounds, UiNode
from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web import controls
from bmoca_gym.handset.web.boxes import Box, Edges, Matrix
from bmoca_gym.handset.web.layout.text import heights
from bmoca_gym.handset.web.matrices import mapped_edges, product
from bmoca_gym.handset.web.nodes import Node

_VIEW = "android.view.View"
#: Android's class for each role (Chromium's AXRoleToAndroidClassName); `_VIEW` for all others.
CLASSES = {
    "textbox": WIDGET + "EditText", "searchbox": WIDGET + "EditText", "spinbutton": WIDGET + "EditText",
    "slider": WIDGET + "SeekBar", "ColorWell": WIDGET + "Spinner", "combobox": WIDGET + "Spinner",
    "Date": WIDGET + "Spinner", "InputTime": WIDGET + "Spinner", "button": WIDGET + "Button",
    "checkbox": WIDGET + "CheckBox", "switch": WIDGET + "ToggleButton", "radio": WIDGET + "RadioButton",
    "Canvas": WIDGET + "Image", "image": WIDGET + "Image", "SvgRoot": WIDGET + "Image",
    "meter": WIDGET + "ProgressBar", "progressbar": WIDGET + "ProgressBar", "tablist": WIDGET + "TabWidget",
    "grid": WIDGET + "GridView", "table": WIDGET + "GridView", "list": WIDGET + "ListView",
    "listbox": WIDGET + "ListView", "dialog": "android.app.Dialog", "menuitem": "android.view.MenuItem",
    "StaticText": WIDGET + "TextView",
}  # fmt: skip

#: Roles of elements by their tags.
_ROLES = {
    "a": "link", "article": "article", "aside": "complementary", "button": "button", "canvas": "Canvas",
    "circle": "graphics-symbol", "dd": "definition", "dialog": "dialog", "dl": "DescriptionList", "dt": "term",
    "ellipse": "graphics-symbol", "fieldset": "group", "form": "form", "h1": "heading", "h2": "heading",
    "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading", "hr": "separator", "img": "image",
    "label": "LabelText", "legend": "Legend", "li": "listitem", "line": "graphics-symbol", "main": "main",
    "meter": "meter", "nav": "navigation", "ol": "list", "option": "option", "p": "paragraph",
    "path": "graphics-symbol", "polygon": "graphics-symbol", "pre": "generic", "progress": "progressbar",
    "rect": "graphics-symbol", "section": "generic", "select": "combobox", "svg": "SvgRoot", "table": "table",
    "td": "cell", "textarea": "textbox", "th": "rowheader", "tr": "row", "ul": "list", "br": "LineBreak",
}  # fmt: skip
_INPUTS = {
    "button": "button", "checkbox": "checkbox", "color": "ColorWell", "date": "Date", "image": "button",
    "number": "spinbutton", "radio": "radio", "range": "slider", "reset": "button", "search": "searchbox",
    "submit": "button", "time": "InputTime",
}  # fmt: skip
#: Roles named by the text in them.
_NAMED_BY_TEXT = frozenset(
    {"button", "cell", "checkbox", "columnheader", "heading", "link", "menuitem", "option", "radio", "rowheader",
     "switch", "tab", "treeitem"}
)  # fmt: skip
#: Elements that are invisible and have no text.
_SILENT = frozenset({"head", "link", "meta", "noscript", "script", "style", "template", "title"})
#: Roles of nodes without children.
_LEAVES = frozenset({"Canvas", "LineBreak", "checkbox", "image", "radio", "slider"})
_EDITABLE = frozenset({"", "true", "plaintext-only"})
_CHECKABLE = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_WHITE = " \t\n\r\f"
_BLANKS = re.compile(rf"[{_WHITE}]+")
#: The placeholder for a line break until a name is assembled.
_BREAK = "\x00"
_BREAKS = re.compile(rf" ?{_BREAK}[ {_BREAK}]*")


@mypyc_attr(acyclic=True)
class Accessible:
    """A node of a page as assistive technology sees it. ``edges``: in px of the layout; None without a box.

    ``states``: any of focusable, focused, editable, multiline, checked, selected, expanded, disabled, required,
    password.
    """

    __slots__ = ("children", "clickable", "edges", "id", "name", "node", "role", "states", "value")

    def __init__(self, role: str, node: int, edges: Edges | None) -> None:
        self.role = role
        self.node = node
        self.edges = edges
        self.id = ""
        self.name = ""
        self.value = ""
        self.states: frozenset[str] = frozenset()
        self.clickable = False
        self.children: tuple[Accessible, ...] = ()

    def walk(self) -> list[Accessible]:
        """Return this node and all its descendants, in document order."""
        out = [self]
        for child in self.children:
            out += child.walk()
        return out


@memo(32)
def accessible(root: Node, boxes: Box) -> Accessible:
    """Return the accessibility tree of a page laid out as ``boxes``: its body and what assistive technology sees in
    it."""
    return _Builder(root, boxes).page()


class _Builder:
    """Builds the tree of one page."""

    def __init__(self, root: Node, boxes: Box) -> None:
        self.root = root
        self.boxes: dict[int, Box] = {}
        #: The area around each text, by its element and its place there.
        self.texts: dict[tuple[int, int], Edges] = {}
        #: The same text with white space collapsed.
        self.said: dict[tuple[int, int], str] = {}
        #: The combined transform of a box and those around it, by the box's `id`.
        self.maps: dict[int, Matrix] = {}
        self._map(boxes, None)
        for box in boxes.walk():
            self.boxes.setdefault(box.node, box)
            for number, index, words in box.said:
                self.said[number, index] = words
            for run in (*box.runs, *box.blanks):
                if run.text_index < 0:
                    continue
                above, below = heights(run.font.size)
                area = run.x, run.base - above, run.x + run.width, run.base + below
                area = self.moved(box, area)
                key = run.node, run.text_index
                before = self.texts.get(key)
                self.texts[key] = area if before is None else _around(before, area)
        #: The parent of each element.
        self.above: dict[int, Node] = {}
        self.ids: dict[str, Node] = {}
        self.labels: dict[str, Node] = {}
        for node in root.walk():
            for child in node.elements:
                self.above[child.number] = node
            if node.id:
                self.ids.setdefault(node.id, node)
            if node.tag == "label" and node.attributes.get("for"):
                self.labels.setdefault(node.attributes["for"], node)
        #: The label around each control.
        self.around: dict[int, Node] = {}
        #: Labels of check boxes and radio buttons: their text is the control's name.
        self.spoken: set[int] = set()
        for label in root.walk():
            if label.tag == "label":
                control = self._labelled(label)
                if control is not None:
                    self.around.setdefault(control.number, label)
                    if _role(control) in ("checkbox", "radio"):
                        self.spoken.add(label.number)

    def _map(self, box: Box, around: Matrix | None) -> None:
        pending: list[tuple[Box, Matrix | None]] = [(box, around)]
        while pending:
            box, around = pending.pop()
            if box.transform is not None:
                around = box.transform if around is None else product(around, box.transform)
            if around is not None:
                self.maps[id(box)] = around
            pending.extend([(child, around) for child in box.children])

    def moved(self, box: Box, edges: Edges) -> Edges:
        """Return the edges around an area of a box after all transforms."""
        found = self.maps.get(id(box))
        return edges if found is None else mapped_edges(found, edges)

    def page(self) -> Accessible:
        body = next((child for child in self.root.elements if child.tag == "body"), self.root)
        made = Accessible("generic", body.number, self._edges(body))
        made.children = tuple(self._children(body))
        return made

    def _labelled(self, label: Node) -> Node | None:
        target = label.attributes.get("for")
        if target:
            return self.ids.get(target)
        return next((node for node in label.walk()[1:] if node.control is not None), None)

    def _edges(self, node: Node) -> Edges | None:
        box = self.boxes.get(node.number)
        if box is None or box.stroked is not None:
            return None if box is None else box.stroked
        if len(box.fragments) > 1:
            found = box.fragments[0]
            for edges in box.fragments[1:]:
                found = _around(found, edges)
            return self.moved(box, found)
        return self.moved(box, box.edges)

    def _children(self, node: Node) -> list[Accessible]:
        out: list[Accessible] = []
        box = self.boxes.get(node.number)
        if box is not None and box.display == "list-item":
            out += [Accessible("image", node.number, None)] * box.images
        self._generated(node, "::before", out)
        number = 0
        for at, child in enumerate(node.children):
            if not isinstance(child, str):
                self._add(child, out)
                continue
            key = node.number, number
            shown = self.texts.get(key)
            number += 1
            if shown is None:
                continue
            said = self.said.get(key)
            if said is None:  # a text of an image
                said = _BLANKS.sub(" ", child).strip(_WHITE)
            if not said or (said == " " and (self._needless(node, at, -1) or self._needless(node, at, 1))):
                continue
            text = Accessible("StaticText", node.number, shown)
            text.name = said
            out.append(text)
        self._generated(node, "::after", out)
        return out

    def _generated(self, node: Node, which: str, out: list[Accessible]) -> None:
        """Add the content a style sheet generates before or after an element: texts and pictures without boxes, as in
        Chromium."""
        box = self.boxes.get(node.number)
        for child in () if box is None else box.children:
            if child.tag != which or child.node != node.number:
                continue
            if child.images:
                part = Accessible("generic", node.number, self.moved(child, child.edges))
                part.children = tuple([Accessible("image", node.number, None)] * child.images)
                out += [part] if child.positioned else part.children
            elif child.generated.strip(_WHITE):
                text = Accessible("StaticText", node.number, None)
                text.name = _BLANKS.sub(" ", child.generated)
                out.append(text)

    def _needless(self, node: Node, at: int, step: int) -> bool:
        """Whether a space is redundant because of what is beside it: another space, a block, or nothing."""
        at += step
        if not 0 <= at < len(node.children):
            box = self.boxes.get(node.number)
            above = self.above.get(node.number)
            if box is None or box.display != "inline" or above is None:
                return True
            place = next(place for place, one in enumerate(above.children) if one is node)
            return self._needless(above, place, step)
        one: Node | str = node.children[at]
        for _ in range(4):
            if isinstance(one, str):
                end = one[:1] if step > 0 else one[-1:]
                return not end or end in _WHITE
            box = self.boxes.get(one.number)
            if box is None or one.tag == "br" or one.control is not None:
                return True
            if box.picture is not None or one.tag == "img":
                return False
            if box.display != "inline":
                return True
            if any(child.generated for child in box.children):
                return False
            if not one.children:
                return self._needless(node, at, step)
            one = one.children[0] if step > 0 else one.children[-1]
        return False

    def _add(self, node: Node, out: list[Accessible]) -> None:
        """Add an element, or its contents if it has no node of its own."""
        if node.tag in _SILENT or node.attributes.get("aria-hidden") == "true":
            return
        box = self.boxes.get(node.number)
        if box is None and node.tag not in ("option", "optgroup"):
            return
        if node.number in self.spoken:
            for inner in node.walk()[1:]:
                if inner.control is not None:
                    self._add(inner, out)
            return
        if box is not None and box.look is not None and not box.look.visible:
            out += self._children(node)
            return
        role = _role(node, box)
        if role == "listitem" and _role(self.above[node.number]) == "menu":
            out += self._children(node)
            return
        if role == "generic" and box is not None and _transparent(node, box):
            out += self._children(node)
            return
        made = Accessible(role, node.number, self._edges(node))
        made.id = node.id
        self._describe(made, node, box)
        if role == "combobox":
            popup = Accessible("MenuListPopup", node.number, None)
            popup.children = tuple(self._options(node))
            made.children = (popup,)
        elif role == "listbox" and node.tag == "select":
            made.children = tuple(self._options(node))
        elif role in ("textbox", "searchbox", "spinbutton") and node.control is not None and box is not None:
            made.children = (self._editable_part(made, box),)
        elif role in ("Date", "InputTime") and box is not None:
            edges = self.moved(box, controls.inside(box)[1])
            part = Accessible("generic", node.number, edges)
            said = Accessible("StaticText", node.number, edges)
            said.name = made.value or " "
            part.children = (said,)
            made.children = (part,)
        elif role == "button" and node.tag == "input" and made.name and box is not None:
            said = Accessible("StaticText", node.number, self.moved(box, box.content_box))
            said.name = made.name
            made.children = (said,)
        elif role not in _LEAVES:
            made.children = tuple(self._children(node))
        out.append(made)

    def _editable_part(self, field: Accessible, box: Box) -> Accessible:
        """The part of a text field that takes text, with its current text."""
        edges, text = controls.inside(box)
        made = Accessible("generic", field.node, self.moved(box, edges))
        if "editable" in field.states:
            made.states = frozenset({"editable"})
        if field.value:
            words = Accessible("StaticText", field.node, self.moved(box, text))
            words.name = _BLANKS.sub(" ", field.value)
            made.children = (words,)
        return made

    def _options(self, node: Node) -> list[Accessible]:
        found = []
        for option in node.walk()[1:]:
            if option.tag == "option":
                made = Accessible("option", option.number, self._edges(option))
                made.name = _BLANKS.sub(" ", option.attributes.get("label") or option.text).strip()
                made.states = frozenset(
                    {
                        "focusable",
                        *(("selected",) if option.control is not None and option.control.checked else ()),
                    }
                )
                found.append(made)
        return found

    def _describe(self, made: Accessible, node: Node, box: Box | None) -> None:
        """Set the node's name, value and states."""
        attributes, control, role = node.attributes, node.control, made.role
        states: set[str] = set()
        made.name = self._name(node, role)
        if control is not None:
            if control.disabled:
                states.add("disabled")
            else:
                states.add("focusable")
            if role in ("textbox", "searchbox", "spinbutton"):
                made.value = control.value
                if "readonly" not in attributes and not control.disabled:
                    states.add("editable")
                if node.tag == "textarea":
                    states.add("multiline")
                if node.tag == "input" and node.input_type == "password":
                    states.add("password")
                    made.value = "•" * len(control.value)
            elif role in ("combobox", "slider", "Date", "InputTime", "ColorWell"):
                kind = node.input_type
                made.value = (
                    _shown_value(node) if role == "combobox" else controls.written(kind, control.value)
                )
            if control.checked and role in _CHECKABLE:
                states.add("checked")
        if role == "link" and "href" in attributes:
            states.add("focusable")
        if "tabindex" in attributes:
            states.add("focusable")
        if node.focused:
            states.add("focused")
        for name in ("expanded", "selected", "checked", "disabled", "required"):
            said = attributes.get("aria-" + name)
            if said == "true":
                states.add(name)
        if role == "option" and control is not None and control.checked:
            states.add("selected")
        if attributes.get("contenteditable", "false").lower() in _EDITABLE:
            states |= {"editable", "focusable"}
            made.value = _spoken(node)
        made.states = frozenset(states)
        pointed = box is not None and box.look is not None and box.look.cursor == "pointer"
        made.clickable = "focusable" in states or pointed or node.hears or role == "link"

    def _name(self, node: Node, role: str) -> str:
        attributes = node.attributes
        for one in attributes.get("aria-labelledby", "").split():
            if one in self.ids:
                return _spoken(self.ids[one])
        if attributes.get("aria-label", "").strip():
            return attributes["aria-label"].strip()
        if node.tag == "img" and "alt" in attributes:
            return attributes["alt"]
        if role == "LineBreak":
            return "\n"
        control = node.control
        if control is not None and node.tag == "input" and role == "button":
            standard = {"submit": "Submit", "reset": "Reset"}.get(node.input_type, "")
            return control.value or standard
        if control is not None and role != "button":
            label = self.labels.get(node.id) if node.id else None
            label = label or self.around.get(node.number)
            if label is not None:
                return _spoken(label, node.number)
            if attributes.get("placeholder"):
                return attributes["placeholder"]
        if role in _NAMED_BY_TEXT:
            said = _spoken(node)
            if said:
                return said
        return attributes.get("title", "")


def _around(one: Edges, other: Edges) -> Edges:
    return (
        min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
    )  # fmt: skip


def _spoken(node: Node, without: int = 0) -> str:
    """The text of an element, without the text of controls in it."""
    parts: list[str] = []
    pending: list[Node | str] = [node]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            parts.append(one)
        elif one.tag not in _SILENT and one.number != without:
            if one.tag == "img":
                parts.append(one.attributes.get("alt", ""))
            elif one.tag == "br":
                parts.append(_BREAK)
            pending.extend(reversed(one.children))
    said = _BLANKS.sub(" ", "".join(parts)).strip(_WHITE)
    # A line break is a space that counts.
    return _BREAKS.sub(" ", said) if _BREAK in said else said


def _shown_value(node: Node) -> str:
    """What a select shows: the text of its selected option."""
    for option in node.walk()[1:]:
        if option.tag == "option" and option.control is not None and option.control.checked:
            return _BLANKS.sub(" ", option.attributes.get("label") or option.text).strip()
    return ""


def _role(node: Node, box: Box | None = None) -> str:
    said = node.attributes.get("role", "").split()
    focusable = "tabindex" in node.attributes or (node.tag == "a" and "href" in node.attributes)
    if said and said[0] not in ("presentation", "none"):
        return said[0]
    if said and not focusable:
        return "generic"
    if node.tag == "svg" and not any(one.tag == "text" or one.hears for one in node.walk()[1:]):
        return "image"
    if node.svg and _ROLES.get(node.tag) == "graphics-symbol" and not node.hears:
        return "generic"
    if box is not None and box.picture is not None and node.tag != "input":
        return "image"
    if node.tag == "input":
        return _INPUTS.get(node.input_type, "textbox")
    if node.tag == "select":
        return "listbox" if node.is_list else "combobox"
    if node.tag == "a" and "href" not in node.attributes and not node.hears:
        return "generic"
    return _ROLES.get(node.tag, "generic")


def _transparent(node: Node, box: Box) -> bool:
    """Whether an element has no node because it carries no meaning.

    Such elements are inert inline text, anything without area, a floating span, and a block that holds only other
    blocks; but not elements that scripts can find or listen to, positioned ones, or a box on a line.
    """
    if node.svg:
        return node.tag != "text"
    if node.id:
        return False
    if box.display == "inline":
        if not (box.width and box.height):
            return True
        return (
            "tabindex" not in node.attributes
            and not node.hears
            and (box.look is None or box.look.cursor != "pointer")
        )
    stands_on_a_line = box.display.startswith("inline-") and not box.floating
    if not (box.width and box.height):
        return not stands_on_a_line and not (box.positioned and box.clips)
    if node.tag == "span" and box.floating and not node.hears and "tabindex" not in node.attributes:
        return True
    if node.hears or "tabindex" in node.attributes or node.tag == "body":
        return False
    if box.positioned or stands_on_a_line:
        return box.positioned and not node.children
    return not box.flows


# Android's nodes


@memo(64)
def nodes(
    root: Node, boxes: Box, scale: float, left: int, top: int, clip: Bounds, package: str, depth: int
) -> tuple[UiNode, ...]:
    """Return the visible nodes of a page as a web view gives them to Android.

    ``scale``: px of the screen per px of the layout; ``left``, ``top``: where the document's corner is on the screen;
    ``clip``: the visible part of the web view; ``depth``: the depth of the page's body.
    """
    seen = _clips(boxes)
    out: list[UiNode] = []
    _emit(accessible(root, boxes), seen, scale, left, top, clip, package, depth, out)
    return tuple(out)


def _clips(boxes: Box) -> Mapping[int, Edges]:
    """The edges that clip each element's contents, for elements whose contents are clipped."""
    found: dict[int, Edges] = {}
    pending: list[tuple[Box, Edges | None]] = [(boxes, None)]
    while pending:
        box, clip = pending.pop()
        if clip is not None and box.node not in found:
            found[box.node] = clip
        if box.clips and box.tag not in ("html", "body"):
            edges = box.padding_box
            clip = edges if clip is None else _common(clip, edges)
        pending.extend([(child, None if child.fixed else clip) for child in box.children])
    return found


def _common(one: Edges, other: Edges) -> Edges:
    return (
        max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    )  # fmt: skip


def _is_leaf(one: Accessible) -> bool:
    """Whether Android's tree shows a node without children, because its text says everything."""
    if not one.children or one.role in (
        "button",
        "checkbox",
        "radio",
        "Date",
        "InputTime",
        "combobox",
        "textbox",
    ):
        return True
    inner = [child for child in one.walk()[1:] if child.role != "LineBreak"]
    if all(child.role == "StaticText" for child in one.children):
        return True
    if any(child.clickable for child in inner):
        return False
    return one.role == "heading" or "focusable" in one.states


def _emit(
    one: Accessible, clips: Mapping[int, Edges], scale: float, left: int, top: int, clip: Bounds, package: str,
    depth: int, out: list[UiNode],
) -> None:  # fmt: skip
    edges = one.edges
    if one.role in ("LineBreak", "MenuListPopup") or (one.role == "StaticText" and not one.name.strip()):
        return
    if edges is not None:
        cut = clips.get(one.node)
        if cut is not None:
            edges = _common(edges, cut)
        bounds = (
            max(clip[0], left + floor(edges[0] * scale + 0.5)), max(clip[1], top + floor(edges[1] * scale + 0.5)),
            min(clip[2], left + floor(edges[2] * scale + 0.5)), min(clip[3], top + floor(edges[3] * scale + 0.5)),
        )  # fmt: skip
        if bounds[0] < bounds[2] and bounds[1] < bounds[3]:
            leaf = _is_leaf(one)
            out.append(_node(one, bounds, package, depth, leaf))
            depth += 1
            if leaf:
                return
    for child in one.children:
        _emit(child, clips, scale, left, top, clip, package, depth, out)


def _node(one: Accessible, bounds: Bounds, package: str, depth: int, leaf: bool) -> UiNode:
    states = one.states
    text, described = "", ""
    if one.role in ("textbox", "searchbox", "spinbutton", "combobox", "Date", "InputTime"):
        text = one.value
        described = one.name if one.role != "textbox" and not text else ""
    elif one.role in ("image", "Canvas", "SvgRoot", "graphics-symbol") or (
        one.name and (leaf or one.role in _NAMED_BY_TEXT)
    ):
        text = one.name
    elif leaf:
        text = "".join(child.name for child in one.children if child.role == "StaticText").strip()
    else:
        described = one.name
    editable = "editable" in states
    return UiNode(
        CLASSES.get(one.role, _VIEW), one.id, text, described, bounds, package, depth, one.clickable, editable,
        one.role in _CHECKABLE, "checked" in states, "selected" in states, "disabled" not in states,
        "focusable" in states, "focused" in states, False, "password" in states, one.name if editable else "", editable,
    )  # fmt: skip
