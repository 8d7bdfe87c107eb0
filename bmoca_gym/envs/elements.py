"""The element lists of AndroidWorld and AndroidLab: which elements of a screen agents know by number.

AndroidWorld's comes with a description of each; AndroidLab's numbers stand in pictures.
"""

from __future__ import annotations

import json
import math
from typing import Any

from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: What an element of the list may be, by the names that the list has for it. What is not so is left out.
FLAGS = (
    "checkable", "checked", "clickable", "editable", "enabled", "focusable", "focused", "long_clickable", "scrollable",
    "selected",
)  # fmt: skip

_TEXTS = {
    "text": "text",
    "content_description": "content_description",
    "hint": "hint",
    "class_name": "class",
    "resource_id": "resource_id",
    "package": "package",
}


def elements(tree: UiTree) -> list[UiNode]:
    """The elements of the list, in document order: an action names one by its place here.

    They are those that are visible and hold no others, have a content description or can be scrolled.
    """
    following = [*[node.depth for node in tree.nodes[1:]], -1]
    return [
        node
        for node, depth in zip(tree.nodes, following, strict=False)
        if node.visible and (depth <= node.depth or node.content_description or node.scrollable)
    ]


#: An element of AndroidLab's list has its middle farther than this, in px, from those before it: from elements of the
#: same kind, and of those that only take the focus from those that answer a tap.
_APART, _APART_FROM_CLICKABLE = 5, 10


def labelled(tree: UiTree) -> list[UiNode]:
    """The elements that have a number in AndroidLab's marked pictures, in the order of these, which begin at 1.

    First come those that can be clicked, then those that can take the focus, each in document order; what has a text or
    a description counts as either. An element is left out whose middle is at that of another.
    """
    clickable = _apart([node for node in tree.nodes if node.clickable or _says(node)], [], 0)
    focusable = _apart(
        [node for node in tree.nodes if node.focusable or _says(node)], clickable, _APART_FROM_CLICKABLE
    )
    return [*clickable, *focusable]


def _says(node: UiNode) -> bool:
    return bool(node.text.strip() or node.content_description.strip())


def _middle(node: UiNode) -> tuple[int, int]:
    left, top, right, bottom = node.bounds
    return (left + right) // 2, (top + bottom) // 2


def _apart(nodes: list[UiNode], others: list[UiNode], apart: int) -> list[UiNode]:
    """Elements whose centre is farther than `_APART` from that of any earlier one, and not at one of ``others``."""
    found: list[tuple[UiNode, tuple[int, int]]] = []
    for node in nodes:
        middle = _middle(node)
        if all(math.dist(middle, other) > _APART for _, other in found):
            found.append((node, middle))
    taken = [_middle(node) for node in others]
    return [node for node, middle in found if all(math.dist(middle, other) > apart for other in taken)]


def on_screen(bounds: Any, width: int, height: int) -> bool:
    """Whether some of these bounds lies on the screen: no agent is told of the others."""
    left, top, right, bottom = bounds
    return bool(max(left, 0) < min(right, width) and max(top, 0) < min(bottom, height))


def listing(tree: UiTree, longest: int) -> str:
    """The list as JSON: ``{"width": …, "height": …, "elements": […]}``, sizes in px.

    An element has its ``index``, ``class``, ``bounds`` (left, top, right, bottom), and where it has them ``text``,
    ``content_description``, ``hint``, ``resource_id`` and ``package``; those of `FLAGS` that hold are true. The last
    elements are left out where the whole would have more than ``longest`` characters.
    """
    head = f'{{"width": {tree.width}, "height": {tree.height}, "elements": ['
    left = longest - len(head) - 2
    lines: list[str] = []
    for index, node in enumerate(elements(tree)):
        line = json.dumps(_described(index, node), ensure_ascii=False)
        left -= len(line) + 2
        if left < 0:
            break
        lines.append(line)
    return f"{head}{', '.join(lines)}]}}"


def _described(index: int, node: UiNode) -> dict[str, Any]:
    texts = {name: getattr(node, attribute) for attribute, name in _TEXTS.items()}
    flags = {name: True for name in FLAGS if getattr(node, name)}
    if node.class_name.endswith("EditText"):  # dumps of older servers don't tell
        flags["editable"] = True
    return {
        "index": index,
        **{name: text for name, text in texts.items() if text},
        "bounds": node.bounds,
        **flags,
    }
