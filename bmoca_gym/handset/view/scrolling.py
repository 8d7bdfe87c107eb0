"""Scrolling: how far a list goes with the finger, and on after the finger is lifted."""

from __future__ import annotations

import math

from bmoca_gym.handset.configuration import Configuration
from bmoca_gym.handset.view.elements import Box
from bmoca_gym.handset.view.hit import Offsets, scroll_room

# android.widget.OverScroller and ViewConfiguration (Android 10): constants of the fling.
_FRICTION = 0.015
_INFLEXION = 0.35
_DECELERATION = math.log(0.78) / math.log(0.9)
_GRAVITY_INCHES = 9.80665 * 39.37
_TOUCH_SLOP_DP = 8
_MINIMUM_VELOCITY_DP = 50
_MAXIMUM_VELOCITY_DP = 8000


def fling_distance(velocity: float, density: int) -> float:
    """Px that a list goes on after a finger is lifted at ``velocity`` px/s on a screen of ``density`` dpi."""
    scale = density / 160
    speed = min(abs(velocity), _MAXIMUM_VELOCITY_DP * scale)
    if speed < _MINIMUM_VELOCITY_DP * scale:
        return 0.0
    physical = _GRAVITY_INCHES * density * 0.84 * _FRICTION
    logarithm = math.log(_INFLEXION * speed / physical)
    distance = physical * math.exp(_DECELERATION / (_DECELERATION - 1) * logarithm)
    return math.copysign(distance, velocity)


def offset_after(
    box: Box, offsets: Offsets, config: Configuration, drag: float, seconds: float
) -> int | None:
    """The offset of a `Scroll` box after a drag of ``drag`` px towards its end (negative: its start) and a fling.

    None where it can't move that way, so that what lies around it may take the gesture.
    """
    before, after = scroll_room(box, offsets)
    if box.element.axis == "x" and box.extra:  # type: ignore[attr-defined]
        drag = -drag
    if (after if drag > 0 else before) <= 0:
        return None
    slop = math.copysign(_TOUCH_SLOP_DP * config.density / 160, drag)
    way = drag - slop + fling_distance(drag / seconds, config.density)
    return max(0, min(before + after, before + round(way)))
