"""The UI tree as XML, as ``uiautomator dump`` writes it on Android 10: one line, with attributes in Android's
order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bmoca_gym.handset.ui.tree import UiNode, UiTree, UiWindow

_HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

#: Characters that XML 1.0 does not allow; uiautomator writes a dot for each.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)

#: Lists whose children are touched instead of them; uiautomator never marks them with NAF.
_LISTS = tuple(f"android.widget.{name}" for name in ("GridView", "GridLayout", "ListView", "TableLayout"))


def xml_of(tree: UiTree, hints: bool = False) -> str:
    """Return the tree as ``uiautomator dump`` writes it. ``NAF``: the element can be clicked but has no
    label.

    ``hints``: add the hint of each element after its bounds, as on Android 14.
    """
    parts = [_HEADER, f'<hierarchy rotation="{tree.rotation}">']
    depths = [node.depth for node in tree.nodes]
    open_depths: list[int] = []
    siblings: dict[int, int] = {}
    for node, naf, following in zip(tree.nodes, _unlabelled(tree), [*depths[1:], -1], strict=False):
        while open_depths and open_depths[-1] >= node.depth:
            open_depths.pop()
            parts.append("</node>")
        index = siblings.get(node.depth, 0)
        siblings[node.depth] = index + 1
        parts.append(_tag(node, index, naf, following <= node.depth, hints))
        if following > node.depth:
            open_depths.append(node.depth)
            siblings[following] = 0
    parts.extend("</node>" for _ in open_depths)
    parts.append("</hierarchy>")
    return "".join(parts)


def windows_xml(windows: Sequence[UiWindow], hints: bool = False) -> str:
    """Return the windows as ``uiautomator dump --windows`` writes them: from top to bottom.

    ``windows``: the windows from bottom to top; ``hints``: as for `xml_of`.
    """
    parts = [_HEADER, '<displays><display id="0">']
    for index, (layer, window) in enumerate(reversed(list(enumerate(windows)))):
        left, top, right, bottom = window.bounds
        active = _flag(window.active)
        attributes = (
            ("index", str(index)), ("id", str(layer + 1)), ("title", ""),
            ("bounds", f"[{left},{top}][{right},{bottom}]"), ("active", active), ("type", window.type),
            ("layer", str(layer)), ("token", ""), ("focused", active), ("accessibility-focused", _flag(window.reads)),
        )  # fmt: skip
        written = "".join(f' {name}="{text}"' for name, text in attributes)
        hierarchy = "" if window.tree is None else xml_of(window.tree, hints).removeprefix(_HEADER)
        parts.append(f"<window{written}>{hierarchy}</window>")
    parts.append("</display></displays>")
    return "".join(parts)


def _tag(node: UiNode, index: int, naf: bool, empty: bool, hints: bool) -> str:
    left, top, right, bottom = node.bounds
    attributes = (
        ("index", str(index)), ("text", _escaped(node.text)), ("resource-id", _escaped(node.resource_id)),
        ("class", _escaped(node.class_name)), ("package", _escaped(node.package)),
        ("content-desc", _escaped(node.content_description)), ("checkable", _flag(node.checkable)),
        ("checked", _flag(node.checked)), ("clickable", _flag(node.clickable)), ("enabled", _flag(node.enabled)),
        ("focusable", _flag(node.focusable)), ("focused", _flag(node.focused)),
        ("scrollable", _flag(node.scrollable)), ("long-clickable", _flag(node.long_clickable)),
        ("password", _flag(node.password)), ("selected", _flag(node.selected)),
        ("bounds", f"[{left},{top}][{right},{bottom}]"), *((("hint", _escaped(node.hint)),) if hints else ()),
    )  # fmt: skip
    written = "".join(f' {name}="{text}"' for name, text in attributes)
    naf_attribute = ' NAF="true"' if naf else ""
    return f"<node{naf_attribute}{written}{' /' if empty else ''}>"


def printable(text: str) -> str:
    """Replace every character that XML does not allow by a dot."""
    return _UNPRINTABLE.sub(".", text)


def _escaped(text: str) -> str:
    return printable(text).translate(_ENTITIES)


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _unlabelled(tree: UiTree) -> list[bool]:
    """For each node, whether it can be clicked and neither it nor anything in it has a text or a description."""
    labelled = [bool(node.text or node.content_description) for node in tree.nodes]
    above: list[int] = []
    for at, node in enumerate(tree.nodes):
        while above and tree.nodes[above[-1]].depth >= node.depth:
            above.pop()
        if labelled[at]:
            for ancestor in above:
                labelled[ancestor] = True
        above.append(at)
    return [
        node.clickable and node.enabled and not named and not node.class_name.endswith(_LISTS)
        for node, named in zip(tree.nodes, labelled, strict=True)
    ]
