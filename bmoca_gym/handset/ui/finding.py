"""Hit test: the elements at a touched point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.ui.elements import Box, Element, scroll_offset, scrolls

Offsets = tuple[tuple[str, int], ...]


class Hit:
    """An element at a point: its box, and the point in px from the box's top left corner."""

    __slots__ = ("box", "element", "x", "y")

    def __init__(self, element: Element, box: Box, x: int, y: int) -> None:
        self.element = element
        self.box = box
        self.x = x
        self.y = y


def chain(box: Box, x: int, y: int, offsets: Offsets) -> list[Hit]:
    """Return the boxes at a point from outermost to innermost. Later siblings are above earlier ones."""
    found = [Hit(box.element, box, x, y)]
    while True:
        dx = dy = 0
        if box.inside and scrolls(box.element):
            dx, dy = scroll_offset(box, offsets)
        for child in reversed(box.inside):
            px, py = x - child.x + dx, y - child.y + dy
            if 0 <= px < child.width and 0 <= py < child.height and not _hollow(child, px, py):
                found.append(Hit(child.element, child, px, py))
                box, x, y = child, px, py
                break
        else:
            return found


def _hollow(box: Box, x: int, y: int) -> bool:
    """Whether the point is in the padding of an invisible wrapper, where a touch reaches what is below.

    A row of cells has no such padding: a dragged object can be dropped anywhere in it.
    """
    element = box.element
    if element.class_name or element.background is not None or not box.inside or hasattr(element, "place_at"):
        return False
    if (
        element.tap
        or element.drag
        or element.swipe
        or element.long_press
        or element.pinch
        or scrolls(element)
    ):
        return False
    return not any(0 <= x - c.x < c.width and 0 <= y - c.y < c.height for c in box.inside)


def find(box: Box, wanted: Callable[[Element], bool]) -> Box | None:
    """Return the first box in document order whose element is wanted, or None."""
    if wanted(box.element):
        return box
    for child in box.inside:
        found = find(child, wanted)
        if found is not None:
            return found
    return None


def located(box: Box, offsets: Offsets, wanted: Callable[[Element], bool]) -> tuple[int, int, Box] | None:
    """Return the first box whose element is wanted, with its left and top in px from the corner of ``box``."""
    if wanted(box.element):
        return 0, 0, box
    dx, dy = scroll_offset(box, offsets) if box.inside and scrolls(box.element) else (0, 0)
    for child in box.inside:
        found = located(child, offsets, wanted)
        if found is not None:
            return found[0] + child.x - dx, found[1] + child.y - dy, found[2]
    return None


def find_element(element: Element, wanted: Callable[[Element], bool]) -> Element | None:
    """Return the first wanted element in document order, without a layout if possible."""
    if wanted(element):
        return element
    for inner in element.inner():
        found = find_element(inner, wanted)
        if found is not None:
            return found
    return None


def scroll_room(box: Box, offsets: Offsets) -> tuple[int, int]:
    """Return how far (px) a `Scroll` can move towards its start and its end."""
    scroll: Any = box.element
    child = box.inside[0]
    most = max(0, child.height - box.height if scroll.axis == "y" else child.width - box.width)
    kept = min(next((o for k, o in offsets if k == scroll.key), 0), most)
    return kept, most - kept
