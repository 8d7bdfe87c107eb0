"""Differences between two UI trees of the same screen, and how similar two trees are."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bmoca_gym.handset.ui.tree import Bounds, UiNode, UiTree

#: Share of the screen's width or height by which an edge may be elsewhere.
TOLERANCE = 0.02

#: Nodes of a tree that are compared; what comes after them is left out, so that the time is bounded.
LONGEST = 1000

#: Flags that are compared: those that experts and agents read.
FLAGS = (
    "checkable", "checked", "clickable", "enabled", "long_clickable", "password", "scrollable", "selected",
)  # fmt: skip


class NodeDifference(NamedTuple):
    """A difference at one node.

    Attributes:
        kind: ``renamed id``, ``other text``, ``other description``, ``other class``, ``other order``,
            ``other bounds``, ``other flags``, ``missing node`` or ``extra node``.
        expected: the node on the first screen, or None for an extra node.
        found: the node on the second screen, or None for a missing one.
    """

    kind: str
    expected: UiNode | None
    found: UiNode | None


def differences(expected: UiTree, found: UiTree, tolerance: float = TOLERANCE) -> list[NodeDifference]:
    """List what differs in ``found``, node by node in document order; extra nodes come last.

    Containers without id, text and description are not reported: no expert reads them.

    Args:
        expected, found: the trees; their screens may have different sizes.
        tolerance: fraction of the screen's width or height by which an edge may be off.
    """
    left, right = _Side(expected), _Side(found)
    pairs = dict(_paired(left, right, tolerance))
    moved = _other_order(left.nodes, pairs)
    made: list[NodeDifference] = []
    for place, node in enumerate(left.nodes):
        if place in pairs:
            other = right.nodes[pairs[place]]
            near = _near(left.shares[place], right.shares[pairs[place]], tolerance)
            kinds = _kinds(node, other, near, place in moved)
            made += [NodeDifference(kind, node, other) for kind in kinds]
        elif _named(node):
            made.append(NodeDifference("missing node", node, None))
    taken = set(pairs.values())
    return made + [
        NodeDifference("extra node", None, node)
        for place, node in enumerate(right.nodes)
        if place not in taken and _named(node)
    ]


def common(expected: UiTree, found: UiTree, tolerance: float = TOLERANCE) -> list[tuple[UiNode, UiNode]]:
    """Return the nodes that both trees have, as pairs."""
    left, right = _Side(expected), _Side(found)
    return [(left.nodes[one], right.nodes[other]) for one, other in _paired(left, right, tolerance)]


def place_among(tree: UiTree, node: UiNode) -> tuple[int, int]:
    """Return the place of a node among those of its id and class, from 1, and how many they are."""
    alike = [one for one in tree.nodes if _sort(one) == _sort(node)]
    return next((place for place, one in enumerate(alike, 1) if one is node), 0), len(alike)


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Return how similar two trees are by their outlines, from 0 (not at all) to 1 (equal)."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def outline(tree: UiTree) -> Counter[str]:
    """Count the ids of a tree's nodes, and the classes of those without an id."""
    return Counter(node.resource_id or node.class_name for node in tree.nodes[:LONGEST])


class _Side:
    """One of the two trees. ``shares``: the nodes' bounds as fractions of the screen."""

    def __init__(self, tree: UiTree) -> None:
        self.nodes = tree.nodes[:LONGEST]
        width, height = max(tree.width, 1), max(tree.height, 1)
        self.shares = [_shares(node.bounds, width, height) for node in self.nodes]


def _sort(node: UiNode) -> tuple[str, str]:
    return node.resource_id, node.class_name


def _other_order(nodes: Sequence[UiNode], pairs: Mapping[int, int]) -> set[int]:
    """Find the nodes that have another place among those of their id and class: rows of a list, or tabs."""
    alike: dict[tuple[str, str], list[int]] = {}
    for place in sorted(pairs):
        alike.setdefault(_sort(nodes[place]), []).append(place)
    return {
        place
        for places in alike.values()
        for place, there in zip(places, sorted(places, key=pairs.__getitem__), strict=True)
        if place != there
    }


_Shares = tuple[float, float, float, float]


def _shares(bounds: Bounds, width: int, height: int) -> _Shares:
    left, top, right, bottom = bounds
    return left / width, top / height, right / width, bottom / height


def _near(one: _Shares, other: _Shares, tolerance: float) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(one, other, strict=True))


def _named(node: UiNode) -> bool:
    return bool(node.resource_id or node.text or node.content_description)


#: What makes two nodes the same, the surest first. None: the node has nothing of that kind.
_KEYS: tuple[Callable[[UiNode], Hashable], ...] = (
    lambda node: (node.resource_id, node.class_name, node.text, node.content_description, node.bounds),
    lambda node: (
        (node.resource_id, node.class_name, node.text, node.content_description) if _named(node) else None
    ),
    lambda node: (node.resource_id, node.class_name) if node.resource_id else None,
    lambda node: node.resource_id or None,
    lambda node: (node.text, node.content_description) if node.text or node.content_description else None,
)


def _paired(left: _Side, right: _Side, tolerance: float) -> Iterator[tuple[int, int]]:
    """Pair the nodes of two trees by each key in turn, in document order, and the rest by class and position."""
    waiting, free = list(range(len(left.nodes))), list(range(len(right.nodes)))
    for key in _KEYS:
        by_key: dict[Hashable, deque[int]] = {}
        for place in free:
            by_key.setdefault(key(right.nodes[place]), deque()).append(place)
        by_key.pop(None, None)
        rest, taken = [], set()
        for place in waiting:
            others = by_key.get(key(left.nodes[place]))
            if others:
                taken.add(others[0])
                yield place, others.popleft()
            else:
                rest.append(place)
        waiting, free = rest, [place for place in free if place not in taken]
    for place in waiting:
        node = left.nodes[place]
        for other in free:
            alike = right.nodes[other]
            if (
                node.class_name == alike.class_name
                and _named(node) == _named(alike)
                and _near(left.shares[place], right.shares[other], tolerance)
            ):
                free.remove(other)
                yield place, other
                break


def _kinds(node: UiNode, other: UiNode, near: bool, moved: bool) -> Iterator[str]:
    """Name what differs between two paired nodes."""
    if not (_named(node) or _named(other)):
        return
    if node.resource_id != other.resource_id:
        yield "renamed id"
    if node.text != other.text:
        yield "other text"
    if node.content_description != other.content_description:
        yield "other description"
    if node.class_name != other.class_name:
        yield "other class"
    if not near:
        yield "other order" if moved else "other bounds"
    if any(getattr(node, flag) != getattr(other, flag) for flag in FLAGS):
        yield "other flags"
