"""Parser of the XML of ``uiautomator dump``."""

from __future__ import annotations

import re

from lxml import etree

from bmoca_gym.errors import DeviceError
from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree

_EDITABLE = "android.widget.EditText"
_BOUNDS = re.compile(r"\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]", re.ASCII)
#: Old phones write a character beyond the basic plane as two references, which is not valid XML.
_PAIR = re.compile(rb"&#(5[56]\d{3});&#(5[67]\d{3});")
_LONE = re.compile(rb"&#5(?:5(?:29[6-9]|[3-9]\d\d)|6\d{3}|7(?:[0-2]\d\d|3[0-3]\d|34[0-3]));")
_UNPRINTABLE = re.compile(rb"[\0-\x08\x0b\x0c\x0e-\x1f]")
_DEEPEST = 200


def document_in(output: bytes, root: str = "hierarchy") -> bytes | None:
    """Return the XML document in the output of a dump; None if there is none or it is empty.

    ``root``: its outermost element, ``displays`` if it has all windows.
    """
    end_tag = f"</{root}>".encode()
    start, end = output.find(f"<{root}".encode()), output.rfind(end_tag)
    return output[start : end + len(end_tag)] if 0 <= start < end else None


def tree_of(document: bytes, width: int, height: int) -> UiTree:
    """Parse a document into a UI tree. ``width``, ``height``: the screen in px, in its current orientation.

    Elements of windows other than the active one come last, as children of the first root.

    Raises:
        DeviceError: it is not a document of ``uiautomator dump``.
    """
    clean = _LONE.sub(b"&#65533;", _PAIR.sub(_joined, _UNPRINTABLE.sub(b".", document)))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, encoding="utf-8")
    try:
        root = etree.fromstring(clean, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DeviceError(f"the phone's UI tree is not XML: {error}") from error
    nodes: list[UiNode] = []
    trees = _by_window(root) if root.tag == "displays" else [root]
    for hierarchy in trees:
        for element in hierarchy:
            _add(nodes, element, 1 if nodes and hierarchy is not trees[0] else 0)
    rotation = trees[0].get("rotation", "0") if trees else "0"
    return UiTree(tuple(nodes), width, height, int(rotation) if rotation in ("1", "2", "3") else 0)


def _by_window(displays: etree._Element) -> list[etree._Element]:
    """The hierarchies of the first display: first the active window, then the others from bottom to top."""
    windows = displays.findall("./display[@id='0']/window") or displays.findall("./display/window")
    upwards = windows[::-1]  # they stand from top to bottom
    ordered = sorted(upwards, key=lambda window: window.get("active") != "true")
    return [hierarchy for window in ordered for hierarchy in window.findall("hierarchy")]


def _add(nodes: list[UiNode], element: etree._Element, depth: int) -> None:
    if element.tag != "node" or depth > _DEEPEST:
        raise DeviceError(
            f"the phone's UI tree has an element {element.tag!r} at depth {depth}, where uiautomator has none"
        )
    nodes.append(_node(element, depth))
    for child in element:
        _add(nodes, child, depth + 1)


def _node(element: etree._Element, depth: int) -> UiNode:
    def text(name: str) -> str:
        return str(element.get(name, ""))

    def flag(name: str) -> bool:
        return element.get(name) == "true"

    return UiNode(
        class_name=text("class"),
        resource_id=text("resource-id"),
        text=text("text"),
        content_description=text("content-desc"),
        bounds=_bounds(text("bounds")),
        package=text("package"),
        depth=depth,
        clickable=flag("clickable"),
        long_clickable=flag("long-clickable"),
        checkable=flag("checkable"),
        checked=flag("checked"),
        selected=flag("selected"),
        enabled=flag("enabled"),
        focusable=flag("focusable"),
        focused=flag("focused"),
        scrollable=flag("scrollable"),
        password=flag("password"),
        hint=text("hint"),
        editable=text("class") == _EDITABLE,
        visible=element.get("visible-to-user") != "false",
    )


def _bounds(text: str) -> Bounds:
    found = _BOUNDS.fullmatch(text)
    if found is None:
        raise DeviceError(f"the phone's UI tree has the bounds {text[:60]!r}; they must be [x,y][x,y]")
    left, top, right, bottom = map(int, found.groups())
    return left, top, right, bottom


def _joined(pair: re.Match[bytes]) -> bytes:
    high, low = int(pair[1]), int(pair[2])
    if not (0xD800 <= high < 0xDC00 <= low < 0xE000):
        return pair[0]
    return b"&#%d;" % (0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
