"""AndroidLab's compressed tree: what its judges and its agents see of a UI tree, as a value."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree

#: The first line of a tree that is written out: what stands in the place of the root's key.
TITLE = "The current screenshot's description is shown: "

#: Classes that say nothing, without their package.
_NAMELESS = frozenset({"View", "FrameLayout", "LinearLayout", "RelativeLayout"})

#: In the resource id of the face of a clock, whose numbers can be tapped.
_CLOCK_FACE = "material_clock_face"


class CompressedNode(NamedTuple):
    """An element that is kept.

    ``number``: its place in document order, from 1; 0 for the root, which holds the window's elements. ``description``:
    its class, what it can do, how it is, and its words, between semicolons. ``bounds``: in px, None of the root.
    """

    number: int
    description: str
    bounds: Bounds | None
    children: tuple[CompressedNode, ...]

    @property
    def key(self) -> str:
        """The key under which the benchmark's own code has the element: an id of its number, and the description."""
        return f"[n{self.number:04x}] {self.description}" if self.number else TITLE

    @property
    def words(self) -> str:
        """The element's text and content description, each with a space behind it."""
        return self.description.rpartition(";")[2]

    def walk(self) -> Iterator[CompressedNode]:
        """The element itself and all in it, in document order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


class _Part:
    """An element while the tree is made: with its parent and children of the moment."""

    __slots__ = ("children", "node", "parent")

    def __init__(self, node: UiNode | None, parent: _Part | None) -> None:
        self.node = node
        self.parent = parent
        self.children: list[_Part] = []


def compressed(tree: UiTree) -> CompressedNode:
    """The compressed tree of a screen.

    Elements that neither say nor do anything, that have no area or that reach out of the nearest kept one around them
    are left out, and what is in them takes their place. An element that a later sibling overlaps is left out too; of
    what is in it, only what that sibling does not touch is kept.
    """
    root = _parts(tree)
    _prune(root)
    _remove_covered(root)
    return _made(root)


def parents_of(root: CompressedNode, text: str) -> list[CompressedNode]:
    """The elements that hold one whose key has ``text`` in it.

    It is how the benchmark's judges find siblings: at each level they stop at the first key that matches, and look for
    nothing in that element.
    """
    found: list[CompressedNode] = []
    if text in root.key:
        return found
    # Places that are still to be looked at: an element, and the place among its children.
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
    """The elements whose key has ``text`` in it, in document order; nothing is looked for in one that matches."""
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
    """Whether the key of an element has ``text`` in it."""
    return any(text in node.key for node in root.walk() if node.number)


def text_of(root: CompressedNode) -> str:
    """The tree as agents are given it: a line for each key, and under it, deeper by four spaces, its bounds."""
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
    """The elements as a tree, below one that stands for none."""
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
    """Leave elements out, from the outside in; each is held to the nearest one around it that is kept."""
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
    """Leave out what later siblings overlap, level by level."""
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
    """The tree as a value, made from its leaves up."""
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
    if on_clock:
        actions.append("click")
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
            ";", *[f"{word} " for word in actions],
            "; ", *[f"{word} " for word in states],
            ";", extra,
            ";", *[f"{text} " for text in words],
        ]
    ).replace("\n", "").replace("\r", "")  # fmt: skip
