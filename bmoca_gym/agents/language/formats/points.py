"""How models state points: scales, picture sizes, and numbers in text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from bmoca_gym.agents.language.formats.reading import FormatError, Frame, OutsideError
from bmoca_gym.errors import cut

#: Largest part of a side by which a point may lie outside the screen. It is moved to the edge.
_EXCESS = 0.01

_MOST_RATIO = 200

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,9}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")
#: What may stand around the numbers of a point.
_AROUND = re.compile(r"(?:[\s,;()\[\]]|</?(?:point|bbox)>|<\|box_(?:start|end)\|>)*")

#: Converts a number to px. Called with the number, the axis (0: x, 1: y) and the sizes.
Scale = Callable[[float, int, Frame], float]


def smart_resize(
    height: int, width: int, factor: int, least: int, most: int, round_side: Callable[[float], int] = round
) -> tuple[int, int]:
    """Return the height and width to which the processors of Qwen's models resize a picture.

    Args:
        height, width: size of the picture in px.
        factor: both sides are multiples of this.
        least, most: bounds of the area in px.
        round_side: rounding of a side: half to even, as in Python.

    Raises:
        FormatError: a side is not above 0, or one is more than 200 times the other.

    Source: `smart_resize` of the packages qwen-vl-utils and ui-tars.
    """
    if min(height, width) <= 0 or max(height, width) / min(height, width) > _MOST_RATIO:
        raise FormatError(f"A picture of {width}x{height} px can't be resized.")
    high = max(factor, round_side(height / factor) * factor)
    wide = max(factor, round_side(width / factor) * factor)
    if high * wide > most:
        by = math.sqrt(height * width / most)
        return math.floor(height / by / factor) * factor, math.floor(width / by / factor) * factor
    if high * wide < least:
        by = math.sqrt(least / (height * width))
        return math.ceil(height * by / factor) * factor, math.ceil(width * by / factor) * factor
    return high, wide


def half_up(number: float) -> int:
    """Round a half up, as JavaScript does."""
    return math.floor(number + 0.5)


def thousandths(value: float, axis: int, frame: Frame) -> float:
    """Convert thousandths of the screen to px."""
    return value / 1000 * frame.screen[axis]


def whole_thousandths(value: float, axis: int, frame: Frame) -> float:
    """Convert thousandths of the screen to px, truncated to a whole number."""
    return math.trunc(value / 1000 * frame.screen[axis])


def rounded_999(value: float, axis: int, frame: Frame) -> float:
    """Convert a number from 0 to 999 to px, rounded."""
    return round(value / 999 * frame.screen[axis])


def whole_999(value: float, axis: int, frame: Frame) -> float:
    """Convert a number from 0 to 999 to px, truncated to a whole number."""
    return math.trunc(value / 999 * frame.screen[axis])


def of_picture(value: float, axis: int, frame: Frame) -> float:
    """Convert px of the picture that was sent to px of the screen, rounded."""
    return round(value * frame.screen[axis] / frame.picture[axis])


def resized(factor: int, least: int, most: int, round_side: Callable[[float], int] = round) -> Scale:
    """Return the scale for models that state px of the picture after `smart_resize`."""

    def scale(value: float, axis: int, frame: Frame) -> float:
        width, height = frame.picture
        high, wide = smart_resize(height, width, factor, least, most, round_side)
        return round(value / (wide, high)[axis] * frame.screen[axis], 3)

    return scale


def on_screen(x: float, y: float, frame: Frame) -> tuple[float, float]:
    """Return a point in px, clipped to the edge if it lies slightly outside the screen.

    Raises:
        OutsideError: it lies outside by more than 1 % of a side.
    """
    found = []
    for value, side in zip((x, y), frame.screen, strict=True):
        if not -_EXCESS * side <= value <= side - 1 + _EXCESS * side:
            raise OutsideError(
                f"The point ({x:g}, {y:g}) px is outside the screen of {frame.screen[0]}x{frame.screen[1]} px."
            )
        found.append(min(max(value, 0), side - 1))
    return found[0], found[1]


def numbers(value: object) -> tuple[float, ...]:
    """Return the numbers of a point or box, given as a list or as text with brackets and marks around them.

    Raises:
        FormatError: it contains anything but numbers, or not exactly two or four.
    """
    found: list[float] = []
    if isinstance(value, str):
        place = _around(value, 0)
        while (number := _NUMBER.match(value, place)) is not None:
            found.append(float(number[0]))
            place = _around(value, number.end())
            if len(found) > 4:
                break
        if place < len(value):
            found = []
    elif isinstance(value, (list, tuple)):
        whole = value[0] if len(value) == 1 and isinstance(value[0], (list, tuple)) else value
        found = [one for one in whole[:5] if is_number(one)]
        if len(found) != len(whole):
            found = []
    if len(found) not in (2, 4):
        raise FormatError(f"{cut(value)} is not a point: give two numbers, or the four of a box.")
    return tuple(found)


def is_number(value: object) -> bool:
    """Whether a value is a finite number of reasonable size; booleans are not."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return abs(value) < 1e9 and math.isfinite(value)


def point(value: object, scale: Scale, frame: Frame) -> tuple[float, float]:
    """Return a point in px of the screen. A box of four numbers means its centre.

    Raises:
        FormatError: it is not a point.
        OutsideError: it lies outside the screen.
    """
    return scaled(centre(numbers(value)), scale, frame)


def centre(found: Sequence[float]) -> tuple[float, float]:
    """Return a point, or the centre of a box."""
    if len(found) == 2:
        return found[0], found[1]
    return (found[0] + found[2]) / 2, (found[1] + found[3]) / 2


def scaled(found: tuple[float, float], scale: Scale, frame: Frame) -> tuple[float, float]:
    """Convert a point to px of the screen.

    Raises:
        OutsideError: it lies outside the screen.
    """
    return on_screen(scale(found[0], 0, frame), scale(found[1], 1, frame), frame)


def _around(text: str, place: int) -> int:
    match = _AROUND.match(text, place)
    return match.end() if match is not None else place
