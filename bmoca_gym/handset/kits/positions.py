"""Positions of elements on the current screen, for menus at a button and for jumps within a page."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset import assembly, screen
from bmoca_gym.handset.assembly import Surface
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Box, Element, Scroll, scroll_offset
from bmoca_gym.handset.ui.finding import find, located

Wanted = Callable[[Element], bool]


def _top(box: Box, wanted: Wanted, y: int) -> int | None:
    if wanted(box.element):
        return y
    for child in box.inside:
        found = _top(child, wanted, y + child.y)
        if found is not None:
            return found
    return None


def bounds_of(phone: Phone, wanted: Wanted) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of the first wanted element in the active window; None without one.

    The values are in dp, in the coordinates of a window over it.
    """
    surface = screen.active(phone)
    found = located(surface.box, surface.offsets, wanted)
    if found is None:
        return None
    left, top, box = found
    scale = phone.configuration.metrics.scale
    top += surface.y
    left += surface.x - assembly.left_of_windows(phone)
    edges = (left, top, left + box.width, top + box.height)
    return (
        round(edges[0] / scale),
        round(edges[1] / scale),
        round(edges[2] / scale),
        round(edges[3] / scale),
    )


def _is_scroll(key: str) -> Wanted:
    def wanted(element: Element) -> bool:
        return isinstance(element, Scroll) and element.axis == "y" and element.key == key

    return wanted


def _scroll(phone: Phone, key: str) -> tuple[Surface, Box, int] | None:
    """The window with the `Scroll` ``key``, its box, and the box's top on the screen in px."""
    for surface in screen.surfaces(phone):
        box = find(surface.box, _is_scroll(key))
        top = _top(surface.box, _is_scroll(key), surface.y)
        if box is not None and top is not None:
            return surface, box, top
    return None


def top_in_scroll(phone: Phone, key: str, wanted: Wanted) -> int | None:
    """Return the distance in px from the top of a `Scroll`'s content to the first wanted element; None
    without one.
    """
    found = _scroll(phone, key)
    return None if found is None else _top(found[1].inside[0], wanted, 0)


def top_on_screen(phone: Phone, key: str, wanted: Wanted) -> int:
    """Return the distance in dp from the top of the screen to the first wanted element in a `Scroll`; 0
    without one.
    """
    found = _scroll(phone, key)
    if found is None:
        return 0
    surface, box, top = found
    inner = _top(box.inside[0], wanted, top - scroll_offset(box, surface.offsets)[1])
    return 0 if inner is None else max(0, round(inner / phone.configuration.metrics.scale))
