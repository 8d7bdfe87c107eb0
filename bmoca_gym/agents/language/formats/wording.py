"""What the writers of all grammars share: points on a scale, swipe directions, quotes, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bmoca_gym.agents.language.formats.points import Scale
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.envs.actions import Move
from bmoca_gym.handset.gestures import Swipe

#: Writes a move, with points by a function of fractions of the screen. Returns None for a move that the grammar lacks.
Words = Callable[[Move, Callable[[float, float], tuple[int, int]], str], "str | None"]

#: Which way a list is scrolled by a finger that moves up, down, left or right.
AGAINST = {"up": "DOWN", "down": "UP", "left": "RIGHT", "right": "LEFT"}


def inverse(scale: Scale, frame: Frame) -> Callable[[float, float], tuple[int, int]]:
    """Return a function that converts a point from fractions of the screen to whole numbers on a scale."""

    def found(fraction: float, axis: int) -> int:
        side = frame.screen[axis]
        pixel = min(int(fraction * side), side - 1)
        slope = scale(1000.0, axis, frame) / 1000 or 1.0  # px of a unit, nearly
        near = int(pixel / slope)
        return min(
            range(max(near - 2, 0), near + 4), key=lambda value: abs(scale(float(value), axis, frame) - pixel)
        )

    return lambda x, y: (found(x, 0), found(y, 1))


def direction(swipe: Swipe, frame: Frame) -> str | None:
    """Return the direction of a straight swipe; None for a slanted one."""
    right = (swipe.x1 - swipe.x0) * frame.screen[0]
    down = (swipe.y1 - swipe.y0) * frame.screen[1]
    if 10 * min(abs(right), abs(down)) > max(abs(right), abs(down)):
        return None
    if abs(down) >= abs(right):
        return "down" if down > 0 else "up"
    return "right" if right > 0 else "left"


def quoted(text: str) -> str:
    """Quote text with single quotes, escaped as in a Python string."""
    for raw, written in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(raw, written)
    return f"'{text}'"


def dumped(value: Any) -> str:
    """Write a value as JSON without escaping non-ASCII letters."""
    return json.dumps(value, ensure_ascii=False)
