"""Scrolling: the distance of a drag with its fling, and the offset that makes a text field visible."""

from __future__ import annotations

import math
from typing import Any

from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.elements import Box, Offsets, scrolls
from bmoca_gym.handset.ui.finding import find

# android.widget.OverScroller and ViewConfiguration (Android 10): constants of the fling.
_FRICTION = 0.015
_INFLEXION = 0.35
_DECELERATION = math.log(0.78) / math.log(0.9)
_GRAVITY_INCHES = 9.80665 * 39.37
_TOUCH_SLOP_DP = 8
_MINIMUM_VELOCITY_DP = 50
_MAXIMUM_VELOCITY_DP = 8000


def fling_distance(velocity: float, density: int) -> float:
    """Return how far (px) a list moves after a finger is lifted at ``velocity`` px/s, on a screen of
    ``density`` dpi.
    """
    scale = density / 160
    speed = min(abs(velocity), _MAXIMUM_VELOCITY_DP * scale)
    if speed < _MINIMUM_VELOCITY_DP * scale:
        return 0.0
    physical = _GRAVITY_INCHES * density * 0.84 * _FRICTION
    logarithm = math.log(_INFLEXION * speed / physical)
    distance = physical * math.exp(_DECELERATION / (_DECELERATION - 1) * logarithm)
    return math.copysign(distance, velocity)


def fling_milliseconds(velocity: float, density: int) -> int:
    """Return how long a list keeps moving after a finger is lifted at ``velocity`` px/s."""
    scale = density / 160
    speed = min(abs(velocity), _MAXIMUM_VELOCITY_DP * scale)
    if speed < _MINIMUM_VELOCITY_DP * scale:
        return 0
    physical = _GRAVITY_INCHES * density * 0.84 * _FRICTION
    return round(1000 * math.exp(math.log(_INFLEXION * speed / physical) / (_DECELERATION - 1)))


def fling_share(share: float) -> float:
    """Return the share of its way that a fling has covered after a share of its time, both from 0 to 1.

    It is OverScroller's spline: cubic Bézier curves of time and of way, with a parameter in common.
    """
    first, last = 0.0, 1.0
    middle = share
    for _ in range(20):
        middle = (first + last) / 2
        near = 3 * middle * (1 - middle)
        time = near * ((1 - middle) * 0.5 * _INFLEXION + middle * _INFLEXION) + middle**3
        first, last = (first, middle) if time > share else (middle, last)
    near = 3 * middle * (1 - middle)
    return min(1.0, near * ((1 - middle) * 0.5 + middle) + middle**3) if share < 1 else 1.0


def scroll_room(box: Box, offsets: Offsets) -> tuple[int, int]:
    """Return how far (px) a `Scroll` can move towards its start and its end."""
    scroll: Any = box.element
    child = box.inside[0]
    most = max(0, child.height - box.height if scroll.axis == "y" else child.width - box.width)
    kept = min(next((o for k, o in offsets if k == scroll.key), 0), most)
    return kept, most - kept


def offset_after(
    box: Box, offsets: Offsets, config: Configuration, drag: float, seconds: float
) -> int | None:
    """Return the offset of a `Scroll` box after a drag of ``drag`` px towards its end (negative: its start)
    and a fling.

    None if it can't move that way, so that an outer `Scroll` may take the gesture.
    """
    before, after = scroll_room(box, offsets)
    if box.element.axis == "x" and box.extra:  # type: ignore[attr-defined]
        drag = -drag
    if (after if drag > 0 else before) <= 0:
        return None
    slop = math.copysign(_TOUCH_SLOP_DP * config.density / 160, drag)
    way = drag - slop + fling_distance(drag / seconds, config.density)
    return max(0, min(before + after, before + round(way)))


def offset_to_show(
    box: Box, offsets: Offsets, key: str, line: tuple[int, int] | None = None
) -> tuple[str, int] | None:
    """Return the vertical `Scroll` around the text field ``key``, and the offset at which the field is
    visible.

    ``line``: top and bottom, in px from the field's top, of the part to show, if not all. None if no `Scroll`
    contains the field, or it is already visible.
    """
    scroll = find(box, lambda e: scrolls(e) and e.axis == "y")  # type: ignore[attr-defined]
    place = None if scroll is None else _field(scroll.inside[0], 0, key)
    if scroll is None or place is None:
        return None
    top, bottom = place if line is None else (place[0] + line[0], place[0] + line[1])
    before, after = scroll_room(scroll, offsets)
    wanted = max(0, min(before + after, max(min(before, top), bottom - scroll.height)))
    return None if wanted == before else (scroll.element.key, wanted)  # type: ignore[attr-defined]


def _field(box: Box, y: int, key: str) -> tuple[int, int] | None:
    """Top and bottom of the text field ``key``, in px from the top of ``box``."""
    element: Any = box.element
    if element.editable and element.key == key:
        return y, y + box.height
    for child in box.inside:
        found = _field(child, y + child.y, key)
        if found is not None:
            return found
    return None
