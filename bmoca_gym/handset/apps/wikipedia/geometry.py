"""Where elements lie on the screen that is shown: for menus that open at their button and for jumps within a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bmoca_gym.handset.view.elements import Box, Element, scroll_offset

if TYPE_CHECKING:
    from bmoca_gym.handset.app import Context

Wanted = Callable[[Element], bool]


def _top(box: Box, wanted: Wanted, y: int) -> int | None:
    if wanted(box.element):
        return y
    for _, child_y, child in box.children:
        found = _top(child, wanted, y + child_y)
        if found is not None:
            return found
    return None


def _find(box: Box, wanted: Wanted) -> Box | None:
    if wanted(box.element):
        return box
    for _, _, child in box.children:
        found = _find(child, wanted)
        if found is not None:
            return found
    return None


def top_in_scroll(context: Context, key: str, wanted: Wanted) -> int | None:
    """Px from the top of the content of the scroll ``key`` to the first wanted element; None where there is none."""
    from bmoca_gym.handset import screen

    for surface in screen.surfaces(context.phone):
        scroll = _find(surface.box, lambda e: getattr(e, "axis", "") == "y" and getattr(e, "key", "") == key)
        if scroll is not None and scroll.children:
            return _top(scroll.children[0][2], wanted, 0)
    return None


def top_on_screen(context: Context, key: str, wanted: Wanted) -> int:
    """Dp from the top of the screen to the first wanted element inside the scroll ``key``, 0 where there is none."""
    from bmoca_gym.handset import screen

    metrics = context.phone.configuration.metrics
    for surface in screen.surfaces(context.phone):

        def is_scroll(e: Element) -> bool:
            return getattr(e, "axis", "") == "y" and getattr(e, "key", "") == key

        scroll, at = _find(surface.box, is_scroll), _top(surface.box, is_scroll, surface.y)
        if scroll is None or at is None or not scroll.children:
            continue
        inner = _top(scroll.children[0][2], wanted, 0)
        if inner is not None:
            return max(0, round((at + inner - scroll_offset(scroll, surface.offsets, metrics)[1]) / metrics.scale))
    return 0
