"""The element list of AndroidWorld: which elements of a screen agents are told of by index, and their description."""

from __future__ import annotations

import json
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
