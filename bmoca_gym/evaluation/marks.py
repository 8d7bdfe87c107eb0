"""Marks for an action on the picture that a model got: where it taps, holds and swipes, in px of that picture."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from bmoca_gym.envs.actions import Gestures, Several
from bmoca_gym.handset.gestures import LongPress, Pinch, Swipe, Tap

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def size_of_png(picture: bytes) -> tuple[int, int]:
    """Read the width and height of a PNG in px.

    Raises:
        ValueError: it is not a PNG.
    """
    if len(picture) < 24 or not picture.startswith(_SIGNATURE):
        raise ValueError("The picture is not a PNG.")
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def marks(gesture: Any, size: tuple[int, int]) -> list[list[Any]]:
    """Return the marks for what was sent to the phone.

    They are ``["tap", x, y]``, ``["hold", x, y]`` and ``["swipe", x0, y0, x1, y1]``; a pinch has two of the last.

    Args:
        gesture: as in an info's ``gesture``.
        size: width and height of the picture in px.
    """
    return [
        [kind, *(_px(value, size[place % 2]) for place, value in enumerate(points))]
        for kind, points in _places(gesture)
    ]


def _places(gesture: Any) -> Iterator[tuple[str, tuple[float, ...]]]:
    if isinstance(gesture, Tap):
        yield "tap", (gesture.x, gesture.y)
    elif isinstance(gesture, LongPress):
        yield "hold", (gesture.x, gesture.y)
    elif isinstance(gesture, Swipe):
        yield "swipe", (gesture.x0, gesture.y0, gesture.x1, gesture.y1)
    elif isinstance(gesture, Pinch):
        yield "swipe", (gesture.x0, gesture.y0, gesture.x1, gesture.y1)
        yield "swipe", (gesture.x2, gesture.y2, gesture.x3, gesture.y3)
    elif isinstance(gesture, (Gestures, Several)):
        for one in gesture.gestures if isinstance(gesture, Gestures) else gesture.deeds:
            yield from _places(one)


def _px(fraction: float, side: int) -> float:
    """The pixel whose centre is at a fraction of a side."""
    return round(min(max(fraction * side - 0.5, 0.0), side - 1.0), 1)
