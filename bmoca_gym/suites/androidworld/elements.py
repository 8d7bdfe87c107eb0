"""The elements of a screen that AndroidWorld's agents refer to by index: listed as text and drawn in pictures."""

from __future__ import annotations

import json
from typing import Any

from numpy import uint8
from numpy.typing import NDArray

from bmoca_gym.envs import set_of_mark
from bmoca_gym.envs.observations import ElementList
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

    These are the visible nodes that are leaves, have a content description, or are scrollable.
    """
    following = [*[node.depth for node in tree.nodes[1:]], -1]
    return [
        node
        for node, depth in zip(tree.nodes, following, strict=False)
        if node.visible and (depth <= node.depth or node.content_description or node.scrollable)
    ]


def on_screen(bounds: Any, width: int, height: int) -> bool:
    """Whether any part of the bounds is on the screen. Agents get only such elements."""
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


def _drawn(picture: NDArray[uint8], tree: UiTree) -> NDArray[uint8]:
    """Draw a box with its index around each element."""
    height, width = picture.shape[:2]
    bounds = {index: node.bounds for index, node in enumerate(elements(tree))}
    boxes = set_of_mark.boxes(bounds.items(), (tree.width, tree.height), (width, height))
    return set_of_mark.draw(picture, boxes)


#: As the observation's argument ``elements`` names it: its agents are told of every window.
LIST = ElementList(listing, _drawn, windows=True)
