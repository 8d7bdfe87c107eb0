"""Search for elements: in boxes, and in elements without a layout."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset.ui.elements import Box, Element, Offsets, scroll_offset, scrolls


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
