"""Gestures on a phone, as small values in fractions of the screen: x from the left, y from the top."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from bmoca_gym.handset.errors import GestureError

#: Keys of `PressKey` and their Android key codes.
KEY_CODES: dict[str, int] = {
    "HOME": 3, "BACK": 4, "CALL": 5, "ENDCALL": 6, "DPAD_UP": 19, "DPAD_DOWN": 20, "DPAD_LEFT": 21,
    "DPAD_RIGHT": 22, "VOLUME_UP": 24, "VOLUME_DOWN": 25, "POWER": 26, "TAB": 61, "ENTER": 66, "DEL": 67,
    "MENU": 82, "NOTIFICATION": 83, "SEARCH": 84, "ESCAPE": 111, "FORWARD_DEL": 112, "SYSRQ": 120,
    "MOVE_HOME": 122, "MOVE_END": 123, "VOLUME_MUTE": 164, "OVERVIEW": 187, "SLEEP": 223, "WAKEUP": 224,
    "CUT": 277, "COPY": 278, "PASTE": 279,
}  # fmt: skip


def _check_point(gesture: object, **coordinates: float) -> None:
    for name, number in coordinates.items():
        if not (isinstance(number, (int, float)) and math.isfinite(number) and 0.0 <= number <= 1.0):
            raise GestureError(
                f"{type(gesture).__name__}.{name} is {number!r}; it must be a finite number from 0 (left, top) "
                "to 1 (right, bottom)"
            )


def _check_seconds(gesture: object, seconds: float) -> None:
    if not (isinstance(seconds, (int, float)) and 0.0 < seconds <= 60.0):
        raise GestureError(
            f"{type(gesture).__name__}.seconds is {seconds!r}; it must be over 0 and at most 60"
        )


class _Checked:
    """A gesture. Unpickling one calls its constructor, so that it is checked like any other."""

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__slots__])


@dataclass(frozen=True, slots=True)
class Tap(_Checked):
    """Short touch at (x, y).

    Raises:
        GestureError: a coordinate is outside 0 to 1.
    """

    x: float
    y: float

    def __post_init__(self) -> None:
        _check_point(self, x=self.x, y=self.y)


@dataclass(frozen=True, slots=True)
class LongPress(_Checked):
    """Touch at (x, y) that is held for ``seconds``.

    Raises:
        GestureError: a coordinate is outside 0 to 1, or the time is not above 0 and at most 60 s.
    """

    x: float
    y: float
    seconds: float = 1.0

    def __post_init__(self) -> None:
        _check_point(self, x=self.x, y=self.y)
        _check_seconds(self, self.seconds)


@dataclass(frozen=True, slots=True)
class Swipe(_Checked):
    """Finger movement from (x0, y0) to (x1, y1) in ``seconds``. The finger is lifted while it moves.

    ``held``: seconds that the finger rests at the start. Half a second is a long press, which picks up
    draggable elements.

    Raises:
        GestureError: a coordinate is outside 0 to 1, or a time is out of its range.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    seconds: float = 0.3
    held: float = 0.0

    def __post_init__(self) -> None:
        _check_point(self, x0=self.x0, y0=self.y0, x1=self.x1, y1=self.y1)
        _check_seconds(self, self.seconds)
        if self.held:
            _check_seconds(self, self.held)


#: How much farther apart, or nearer, the fingers of `pinch` may be at the end.
MOST_SCALE = 10.0
#: Part of the screen between a finger of `pinch` and the middle where they are farthest apart, and the least.
_REACH, _NEAREST = 0.3, 0.05


@dataclass(frozen=True, slots=True)
class Pinch(_Checked):
    """Two fingers: one moves from (x0, y0) to (x1, y1), the other from (x2, y2) to (x3, y3), in ``seconds``.

    Moving apart zooms in, moving together zooms out. Side by side they are a two-finger swipe. `pinch` makes one from a
    point and a scale.

    Raises:
        GestureError: a coordinate is outside 0 to 1, or the time is not above 0 and at most 60 s.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    x2: float
    y2: float
    x3: float
    y3: float
    seconds: float = 0.4

    def __post_init__(self) -> None:
        _check_point(self, x0=self.x0, y0=self.y0, x1=self.x1, y1=self.y1)
        _check_point(self, x2=self.x2, y2=self.y2, x3=self.x3, y3=self.y3)
        _check_seconds(self, self.seconds)

    @property
    def middle(self) -> tuple[float, float]:
        """The point between the fingers when they go down."""
        return (self.x0 + self.x2) / 2, (self.y0 + self.y2) / 2

    @property
    def end(self) -> tuple[float, float]:
        """The point between the fingers when they are lifted."""
        return (self.x1 + self.x3) / 2, (self.y1 + self.y3) / 2

    def scale(self, width: float, height: float) -> float:
        """How many times as far apart the fingers are at the end, on a screen of that size."""
        first, last = self.spans(width, height)
        return max(last, 1.0) / max(first, 1.0)

    def spans(self, width: float, height: float) -> tuple[float, float]:
        """How far apart the fingers are at the start and at the end, in px of a screen of that size."""
        first = math.hypot((self.x2 - self.x0) * width, (self.y2 - self.y0) * height)
        return first, math.hypot((self.x3 - self.x1) * width, (self.y3 - self.y1) * height)


def pinch(x: float, y: float, scale: float, seconds: float = 0.4) -> Pinch:
    """Make a pinch around (x, y). ``scale``: over 1 zooms in, below 1 zooms out; from 0.1 to 10.

    The fingers move on a line through the point, along the side that leaves them more room. At the very edge of the
    screen they move beside the point.

    Raises:
        GestureError: the point is outside the screen, or there is no such scale.
    """
    if not (isinstance(scale, (int, float)) and 1 / MOST_SCALE <= scale <= MOST_SCALE):
        raise GestureError(f"The scale of a pinch is {scale!r}; it must be a number from 0.1 to 10")
    Tap(x, y)  # checks the point
    across, down = min(x, 1 - x), min(y, 1 - y)
    level = across >= down
    x, y = min(max(x, _NEAREST), 1 - _NEAREST), min(max(y, _NEAREST), 1 - _NEAREST)
    far = min(max(across if level else down, _NEAREST), _REACH)
    first, last = (far / scale, far) if scale > 1 else (far, far * scale)
    if level:
        return Pinch(x - first, y, x - last, y, x + first, y, x + last, y, seconds)
    return Pinch(x, y - first, x, y - last, x, y + first, x, y + last, seconds)


@dataclass(frozen=True, slots=True)
class PressKey(_Checked):
    """Press of a hardware or navigation key, one of `KEY_CODES` (Android's names without ``KEYCODE_``).

    Raises:
        GestureError: there is no such key.
    """

    key: str

    def __post_init__(self) -> None:
        if self.key not in KEY_CODES:
            raise GestureError(f"PressKey.key is {self.key!r}; it must be one of {', '.join(KEY_CODES)}")


@dataclass(frozen=True, slots=True)
class TypeText(_Checked):
    """Text that is entered into the focused text field, any Unicode. Without a focused field nothing happens.

    Raises:
        GestureError: ``text`` is not a str.
    """

    text: str

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise GestureError(f"TypeText.text is {self.text!r}; it must be a str")


Gesture = Tap | LongPress | Swipe | Pinch | PressKey | TypeText

#: The types of gestures, for `isinstance`, which a tuple makes faster than a union.
GESTURE_TYPES = (Tap, LongPress, Swipe, PressKey, TypeText, Pinch)
#: Their names, for messages.
NAMED = "a Tap, LongPress, Swipe, Pinch, PressKey or TypeText"
