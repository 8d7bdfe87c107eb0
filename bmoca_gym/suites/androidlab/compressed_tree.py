"""AndroidLab's compressed tree, the form of a UI tree that its judges and agents use."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree

#: First line of a written tree, in place of the root's key.
TITLE = "The current screenshot's description is shown: "

#: Classes without information, by their names without package.
_NAMELESS = frozenset({"View", "FrameLayout", "LinearLayout", "RelativeLayout"})

#: Part of the resource id of a clock face, whose numbers can be tapped.
_CLOCK_FACE = "material_clock_face"


class CompressedNode(NamedTuple):
    """An element of the tree.

    Attributes:
        number: position in document order, from 1; 0 for the root, which contains the window's elements.
        description: class, functions, state and texts, separated by semicolons.
        bounds: in px; None for the root.
        children: the elements in it.
    """

    number: int
    description: str
    bounds: Bounds | None
    children: tuple[CompressedNode, ...]

    @property
    def key(self) -> str:
        """The element's key in the benchmark's own code: an id with its number, and the description."""
        return f"[n{self.number:04x}] {self.description}" if self.number else TITLE

    @property
    def words(self) -> str:
        """Text and content description, each followed by a space."""
        return self.description.rpartition(";")[2]

    def walk(self) -> Iterator[CompressedNode]:
        """Iterate over the element and all its descendants, in document order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class _Part:
    """An element while the tree is built, with its current parent and children."""

    __slots__ = ("children", "node", "parent")

    def __init__(self, node: UiNode | None, parent: _Part | None) -> None:
        self.node = node
        self.parent = parent
        self.children: list[_Part] = []


def compressed(tree: UiTree) -> CompressedNode:
    """Return the compressed tree of a screen.

    Elements are left out if they have no text and no function, have no area, or extend beyond the nearest
    kept element around them; their children take their place. An element that a later sibling overlaps is
    left out too; of its children, only those that the sibling does not touch are kept.
    """
    root = _parts(tree)
    _prune(root)
    _remove_covered(root)
    return _made(root)


def parents_of(root: CompressedNode, text: str) -> list[CompressedNode]:
    """Return the elements with a child whose key contains ``text``.

    As in the benchmark's judges, the search stops at the first matching key of each level and does not enter
    that element.
    """
    found: list[CompressedNode] = []
    if text in root.key:
        return found
    # Positions still to visit: an element and an index of its children.
    waiting = [(root, 0)]
    while waiting:
        node, place = waiting.pop()
        if place == len(node.children):
            continue
        child = node.children[place]
        if text in child.key:
            found.append(node)
            continue
        waiting.append((node, place + 1))
        waiting.append((child, 0))
    return found


def matching(root: CompressedNode, text: str) -> list[CompressedNode]:
    """Return the elements whose key contains ``text``, in document order. A matching element is not entered."""
    found: list[CompressedNode] = []
    waiting = list(reversed(root.children))
    while waiting:
        node = waiting.pop()
        if text in node.key:
            found.append(node)
        else:
            waiting.extend(reversed(node.children))
    return found


def has(root: CompressedNode, text: str) -> bool:
    """Whether the key of an element contains ``text``."""
    return any(text in node.key for node in root.walk() if node.number)


def text_of(root: CompressedNode) -> str:
    """Write the tree as agents get it: a line for each key, and below it, indented by four spaces, its
    bounds.
    """
    lines = [TITLE]
    waiting = [(child, 1) for child in reversed(root.children)]
    while waiting:
        node, depth = waiting.pop()
        lines.append(f"{'    ' * depth}{node.key}: ")
        if node.bounds is not None:
            left, top, right, bottom = node.bounds
            lines.append(f"{'    ' * (depth + 1)}bounds: [{left},{top}][{right},{bottom}]")
        waiting.extend((child, depth + 1) for child in reversed(node.children))
    return "\n".join(lines) + "\n"


def _parts(tree: UiTree) -> _Part:
    """The elements as a tree, under an artificial root."""
    root = _Part(None, None)
    around = [(-1, root)]
    for node in tree.nodes:
        while around[-1][0] >= node.depth:
            around.pop()
        part = _Part(node, around[-1][1])
        around[-1][1].children.append(part)
        around.append((node.depth, part))
    return root


def _prune(root: _Part) -> None:
    """Drop elements from the outside in, comparing each with the nearest kept element around it."""
    queue = deque([root])
    while queue:
        parent = queue.popleft()
        kept: list[_Part] = []
        waiting = parent.children[::-1]
        while waiting:
            part = waiting.pop()
            if _is_kept(part.node, parent.node):
                part.parent = parent
                kept.append(part)
                queue.append(part)
            else:
                waiting.extend(reversed(part.children))
        parent.children = kept


def _is_kept(node: UiNode | None, parent: UiNode | None) -> bool:
    if node is None:
        return False
    left, top, right, bottom = node.bounds
    if left < 0 or top < 0 or left >= right or top >= bottom:
        return False
    if parent is not None:
        x1, y1, x2, y2 = parent.bounds
        if left < x1 or top < y1 or right > x2 or bottom > y2:
            return False
    return bool(
        node.checkable or node.checked or node.clickable or node.focusable or node.scrollable
        or node.long_clickable or node.password or node.selected or node.text or node.content_description
    )  # fmt: skip


def _remove_covered(root: _Part) -> None:
    """Drop elements that later siblings overlap, level by level."""
    queue = deque(root.children)
    while queue:
        part = queue.popleft()
        parent = part.parent
        if parent is None:
            continue
        at = parent.children.index(part)
        over = next((other for other in parent.children[at + 1 :] if _overlap(part, other)), None)
        if over is None:
            queue.extend(part.children)
            continue
        lifted: list[_Part] = []
        waiting = part.children[::-1]
        while waiting:
            inner = waiting.pop()
            if _overlap(inner, over):
                waiting.extend(reversed(inner.children))
            else:
                inner.parent = parent
                lifted.append(inner)
        parent.children[at : at + 1] = lifted
        queue.extend(lifted)


def _overlap(one: _Part, other: _Part) -> bool:
    if one.node is None or other.node is None:
        return False
    left, top, right, bottom = one.node.bounds
    x1, y1, x2, y2 = other.node.bounds
    return left < x2 and x1 < right and top < y2 and y1 < bottom


def _made(root: _Part) -> CompressedNode:
    """The immutable tree, built from the leaves up."""
    order: list[_Part] = []
    waiting = [root]
    while waiting:
        part = waiting.pop()
        order.append(part)
        waiting.extend(reversed(part.children))
    made: dict[int, CompressedNode] = {}
    for number in range(len(order) - 1, -1, -1):
        part = order[number]
        children = tuple([made.pop(id(child)) for child in part.children])
        node = part.node
        if node is None:
            made[id(part)] = CompressedNode(number, TITLE, None, children)
            continue
        around = part.parent.node if part.parent is not None else None
        on_clock = around is not None and _CLOCK_FACE in around.resource_id
        made[id(part)] = CompressedNode(number, _description(node, on_clock), node.bounds, children)
    return made[id(root)]


def _description(node: UiNode, on_clock: bool) -> str:
    name = node.class_name.rpartition(".")[2]
    actions = [
        word
        for word, answers in (
            ("click", node.clickable), ("scroll", node.scrollable), ("long-click", node.long_clickable),
            ("check", node.checkable),
        )
        if answers
    ]  # fmt: skip
    if not actions and node.focusable:
        actions.append("focusable")
    states = [
        word
        for word, holds in (
            ("checked", node.checked), ("password", node.password), ("selected", node.selected),
            ("unchecked", node.checkable and not node.checked),
        )
        if holds
    ]  # fmt: skip
    extra = (" you can input password, " if node.password else "") + (" selected, " if node.selected else "")
    words = [text for text in (node.text, node.content_description) if text]
    return "".join(
        [
            "" if name in _NAMELESS or not name else f"{name} ",
            ";", *[f"{word} " for word in actions], "click" if on_clock else "",
            "; ", *[f"{word} " for word in states],
            ";", extra,
            ";", *[f"{text} " for text in words],
        ]
    ).replace("\n", "").replace("\r", "")  # fmt: skip
