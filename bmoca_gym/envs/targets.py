"""The element that a touch is meant for, found in the UI tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bmoca_gym.handset.ui.tree import UiNode, UiTree


def pixel(tree: UiTree, x: float, y: float) -> tuple[int, int]:
    """Return the pixel at (x, y), fractions of the screen. 1.0 is the last pixel."""
    return min(int(x * tree.width), tree.width - 1), min(int(y * tree.height), tree.height - 1)


def takes_position(node: UiNode) -> bool:
    """Whether the position of a touch on the element matters, as on sliders."""
    return node.class_name.endswith("SeekBar")


def takes_taps(node: UiNode) -> bool:
    """Whether the element itself reacts to a tap."""
    return node.clickable or takes_position(node)


def contains(node: UiNode, x: int, y: int) -> bool:
    """Whether the pixel (x, y) is inside the element's bounds."""
    left, top, right, bottom = node.bounds
    return left <= x < right and top <= y < bottom


def area(node: UiNode) -> int:
    """Return the element's area in px²."""
    left, top, right, bottom = node.bounds
    return (right - left) * (bottom - top)


def center(node: UiNode, tree: UiTree) -> tuple[float, float]:
    """Return the element's centre (x, y) as fractions of the screen, clipped to the screen."""
    x, y = node.center
    return min(max(x / tree.width, 0.0), 1.0), min(max(y / tree.height, 0.0), 1.0)


def tap_target(tree: UiTree, x: float, y: float) -> UiNode | None:
    """Return the element that a tap at (x, y) is meant for: the smallest one that takes taps, else the
    smallest one.

    Of several equally small elements it is the last, which is drawn on top. None if there is no element.
    """
    px, py = pixel(tree, x, y)
    here = [node for node in reversed(tree.nodes) if contains(node, px, py)]
    return min([node for node in here if takes_taps(node)] or here, key=area, default=None)


def top_target(tree: UiTree, x: float, y: float) -> UiNode | None:
    """Return the topmost element at (x, y) that takes taps, the last one in document order."""
    px, py = pixel(tree, x, y)
    return next((node for node in reversed(tree.nodes) if takes_taps(node) and contains(node, px, py)), None)


def swipe_target(tree: UiTree, x: float, y: float) -> UiNode | None:
    """Return the smallest element at (x, y) that a swipe moves (a list, a pager, a slider), or None."""
    px, py = pixel(tree, x, y)
    moved = [
        node
        for node in reversed(tree.nodes)
        if (node.scrollable or takes_position(node)) and contains(node, px, py)
    ]
    return min(moved, key=area, default=None)


def index_of(
    x: float, y: float, tree: UiTree, nodes: Sequence[UiNode], shown: Collection[int] | None = None
) -> int | None:
    """Return the index in ``nodes`` of an element whose centre has the same target as a touch at (x, y).

    It is the target itself if that is shown, or else one with words, if any. None if there is no such element:
    then the touch can only be written with coordinates.

    Args:
        x: fraction of the screen's width.
        y: fraction of the screen's height.
        tree: the screen.
        nodes: the elements that have an index.
        shown: indices of the elements to choose from; None for all.
    """
    target = tap_target(tree, x, y)
    if target is None or takes_position(target) or not takes_taps(target):
        return None
    places = (
        range(len(nodes))
        if shown is None
        else sorted(shown, key=lambda place: (not _words(nodes[place]), place))
    )
    for place in sorted(places, key=lambda place: nodes[place] is not target):
        middle = center(nodes[place], tree)
        if contains(target, *pixel(tree, *middle)):
            hits = tap_target(tree, *middle), top_target(tree, *middle)
            if hits[0] is target and hits[1] is target:
                return place
    return None


def _words(node: UiNode) -> str:
    return node.text or node.content_description


def describe(node: UiNode) -> str:
    """Describe the element in a few words, for messages."""
    name = node.content_description or node.text or node.resource_id.rpartition("/")[2]
    return f"{node.class_name.rpartition('.')[2]} {name!r} at {node.bounds}"
