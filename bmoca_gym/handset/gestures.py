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
    """A gesture. One that is unpickled is made, and so checked, like any other."""

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


Gesture = Tap | LongPress | Swipe | PressKey | TypeText

#: The types of gestures, for `isinstance`, which a tuple makes faster than a union.
GESTURE_TYPES = (Tap, LongPress, Swipe, PressKey, TypeText)
