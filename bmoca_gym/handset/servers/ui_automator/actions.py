"""Actions of UI Automator's clients, in px and seconds, as gestures; and screenshots."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.grpc.touch import LONG_PRESS_SECONDS
from bmoca_gym.handset.shell.android import screen as shell_screen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.tree import Bounds

#: x and y in px.
Point = tuple[float, float]

_SHORTEST, _LONGEST = 0.001, 60.0
#: Parts of a scrolled view at its ends that UiScrollable does not touch.
_DEAD_ZONE = 0.1
#: How often a list is scrolled in search of something.
MOST_SWIPES = 500


@dataclass
class Touch:
    """A finger, as `Fingers` in `grpc.touch` takes it."""

    x: int
    y: int
    identifier: int
    pressure: int
    expiration: int


def _fractions(config: Configuration, x: float, y: float) -> tuple[float, float]:
    """A point in px as fractions of the screen. Points outside move to the nearest pixel."""
    px, py = min(max(int(x), 0), config.width - 1), min(max(int(y), 0), config.height - 1)
    return (px + 0.5) / config.width, (py + 0.5) / config.height


def _within(seconds: float) -> float:
    return min(max(seconds, _SHORTEST), _LONGEST)


def touch(config: Configuration, x: float, y: float, seconds: float = 0.0) -> Gesture:
    """Touch a point in px: a tap, or a long press if it lasts."""
    place = _fractions(config, x, y)
    return Tap(*place) if seconds < LONG_PRESS_SECONDS else LongPress(*place, _within(seconds))


def swipe(config: Configuration, x0: float, y0: float, x1: float, y1: float, seconds: float) -> Gesture:
    """Move a finger from one point in px to another."""
    return Swipe(*_fractions(config, x0, y0), *_fractions(config, x1, y1), _within(seconds))


def two_fingers(
    config: Configuration, first: tuple[Point, Point], second: tuple[Point, Point], seconds: float
) -> Gesture:
    """Move two fingers, each from one point in px to another."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (_fractions(config, *point) for point in (*first, *second))
    return Pinch(x0, y0, x1, y1, x2, y2, x3, y3, _within(seconds))


def scroll(phone: Phone, bounds: Bounds, vertical: bool, forward: bool, seconds: float) -> tuple[Phone, bool]:
    """Scroll a view towards its end or beginning. Returns the next phone, and whether anything moved."""
    left, top, right, bottom = bounds
    x, y = (left + right) / 2, (top + bottom) / 2
    if vertical:
        dead = (bottom - top) * _DEAD_ZONE
        start, end = (x, bottom - dead), (x, top + dead)
    else:
        dead = (right - left) * _DEAD_ZONE
        start, end = (right - dead, y), (left + dead, y)
    if not forward:
        start, end = end, start
    after = inputs.perform(phone, swipe(phone.configuration, *start, *end, seconds))
    return after, screen.ui_tree(after) != screen.ui_tree(phone)


# Pictures


def jpeg(phone: Phone, scale: float, quality: int) -> tuple[Phone, bytes]:
    """The phone, unchanged, and its screen as JPEG."""
    return picture(phone, "jpeg", None, scale, quality)


def png(phone: Phone, bounds: Bounds | None = None) -> tuple[Phone, bytes]:
    """The phone, unchanged, and its screen, or the part in ``bounds`` (px), as PNG."""
    return picture(phone, "png", bounds, 1.0, 0)


def picture(
    phone: Phone, kind: str, bounds: Bounds | None, scale: float, quality: int
) -> tuple[Phone, bytes]:
    """The phone, unchanged, and its screen, or the part in ``bounds`` (px), reduced by ``scale``, as JPEG or PNG."""
    frame = shell_screen.pixels(phone)
    if bounds is not None:
        left, top, right, bottom = bounds
        frame = frame[top:bottom, left:right]
    if scale < 1:
        size = max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale))
        frame = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    options = [cv2.IMWRITE_JPEG_QUALITY, quality] if kind == "jpeg" else [cv2.IMWRITE_PNG_COMPRESSION, 1]
    return phone, cv2.imencode(f".{kind}", cv2.cvtColor(frame, cv2.COLOR_RGB2BGR), options)[1].tobytes()
