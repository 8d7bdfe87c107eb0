"""The elements of a screen that agents of AndroidWorld and AndroidLab refer to by number.

AndroidWorld's list describes each element; AndroidLab's numbers are drawn into pictures.
"""

from __future__ import annotations

import json
import math
from typing import Any

from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Flags of an element in AndroidWorld's list. False ones are left out.
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
    """Return AndroidWorld's elements in document order. An action's ``index`` is a position in this list.

    These are the visible nodes that are leaves, have a content description, or can be scrolled.
    """
    following = [*[node.depth for node in tree.nodes[1:]], -1]
    return [
        node
        for node, depth in zip(tree.nodes, following, strict=False)
        if node.visible and (depth <= node.depth or node.content_description or node.scrollable)
    ]


#: Least distances in px between the centres of AndroidLab's numbered elements: of two of the same kind, and of a
#: focusable one from the clickable ones.
_APART, _APART_FROM_CLICKABLE = 5, 10


def labelled(tree: UiTree) -> list[UiNode]:
    """Return AndroidLab's numbered elements in order; their numbers begin at 1.

    First come clickable elements, then focusable ones, each in document order. An element with text or a
    description counts as either. An element is left out if its centre is too near that of another.
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
    """The elements whose centre is far enough from that of any earlier one (`_APART`) and of any of
    ``others`` (``apart``).
    """
    found: list[tuple[UiNode, tuple[int, int]]] = []
    for node in nodes:
        middle = _middle(node)
        if all(math.dist(middle, other) > _APART for _, other in found):
            found.append((node, middle))
    taken = [_middle(node) for node in others]
    return [node for node, middle in found if all(math.dist(middle, other) > apart for other in taken)]


def on_screen(bounds: Any, width: int, height: int) -> bool:
    """Whether a part of these bounds is on the screen. Agents are told only of such elements."""
    left, top, right, bottom = bounds
    return bool(max(left, 0) < min(right, width) and max(top, 0) < min(bottom, height))


def listing(tree: UiTree, longest: int) -> str:
    """Return AndroidWorld's element list as JSON: ``{"width": …, "height": …, "elements": […]}``, sizes in
    px.

    An element has ``index``, ``class`` and ``bounds`` (left, top, right, bottom). It has ``text``,
    ``content_description``, ``hint``, ``resource_id`` and ``package`` unless they are empty, and those of
    `FLAGS` that are true. If the text would be longer than ``longest`` characters, the last elements are left
    out.
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
    if node.class_name.endswith("EditText"):  # dumps of older servers don't have the flag
        flags["editable"] = True
    return {
        "index": index,
        **{name: text for name, text in texts.items() if text},
        "bounds": node.bounds,
        **flags,
    }
