"""Gestures as shell commands: ``input``, ``sendevent`` for two fingers, and an input method for text that ``input``
can't type.
"""

from __future__ import annotations

import base64
import re
import shlex
from typing import NamedTuple

from bmoca_gym.devices.adb.shell import AdbShell, Answer
from bmoca_gym.errors import GestureError
from bmoca_gym.handset.gestures import NAMED, Gesture, LongPress, Pinch, PressKey, Swipe, Tap, TypeText

#: Android's names of keys that have another name in `PressKey`.
_KEY_NAMES = {"OVERVIEW": "APP_SWITCH"}

#: Input methods that type the text of a broadcast: component, then its action and the extra with the text in base64.
KEYBOARDS = {
    "com.android.adbkeyboard/.AdbIME": ("ADB_INPUT_B64", "msg"),
    "com.github.uiautomator/.AdbKeyboard": ("ADB_KEYBOARD_INPUT_TEXT", "text"),
}
#: Linux's numbers of the events of a touch screen, and how often the fingers of a pinch move.
_KEY, _ABSOLUTE, _TOUCH, _SLOT, _X, _Y, _TRACKING = 1, 3, 330, 47, 53, 54, 57
_LIFTED = (1 << 32) - 1
_PINCH_MOVES = 6

_PLAIN = re.compile(r"[\t\n\x20-\x7e]*")


class AdbInput:
    """Performs gestures on one phone. ``handset``: it is the embedded handset, whose ``input text`` types any
    Unicode.
    """

    def __init__(self, shell: AdbShell, handset: bool) -> None:
        self._shell = shell
        self._handset = handset

    def perform(self, gesture: Gesture, width: int, height: int) -> None:
        """Perform a gesture on a screen of that size in px, in its current orientation.

        Raises:
            GestureError: the phone can't perform it.
        """
        if isinstance(gesture, Pinch):
            self._pinch(gesture, width, height)
        elif not isinstance(gesture, TypeText):
            self._run(f"input {_words(gesture, width, height)}")
        elif self._handset or _PLAIN.fullmatch(gesture.text):
            self._type(gesture.text)
        else:
            self._type_with_keyboard(gesture.text)

    def _run(self, line: str) -> Answer:
        answer = self._shell.run(line)
        if answer.code != 0:
            said = answer.output.decode("utf-8", "replace").strip()
            hint = ""
            if "INJECT_EVENTS" in said:
                hint = ". Allow it in the phone's developer options: 'USB debugging (security settings)'"
            raise GestureError(f"{self._shell.serial} refused `{line[:200]}`: {said[-300:]}{hint}")
        return answer

    def _pinch(self, gesture: Pinch, width: int, height: int) -> None:
        """Move two fingers through the kernel's touch-screen device, since ``input`` has only one finger."""
        if width > height and not self._handset:
            raise GestureError(
                f"{self._shell.serial} can't pinch while its screen is turned: the touch screen's axes do not turn."
            )
        found = _touch_screen(self._run("getevent -p").output.decode("utf-8", "replace"))
        if found is None:
            raise GestureError(f"{self._shell.serial} has no touch screen that takes two fingers.")
        self._run("&&".join(_pinch_events(gesture, found)))

    def _type(self, text: str) -> None:
        if "\0" in text:
            raise GestureError(f"{text[:80]!r} holds a NUL, which can't be typed over adb")
        # `input` reads %s as a space. It has no other notation for a space and none for the characters %s.
        lines = [
            f"input text {shlex.quote(part.replace(' ', '%s'))}"
            for part in re.split("(?<=%)(?=s)", text)
            if part
        ]
        if lines:
            self._run(" && ".join(lines))

    def _type_with_keyboard(self, text: str) -> None:
        installed = self._shell.run("ime list -s -a").printed.decode("utf-8", "replace").split()
        component = next((name for name in KEYBOARDS if name in installed), None)
        if component is None:
            raise GestureError(
                f"{self._shell.serial} can't type {text[:80]!r}: without an input method for it, adb types ASCII "
                f"alone. Install one of {', '.join(KEYBOARDS)} on the phone."
            )
        current = self._shell.run("settings get secure default_input_method").printed.decode().strip()
        if current != component:
            self._run(f"ime enable {component} && ime set {component}")
        action, extra = KEYBOARDS[component]
        coded = base64.b64encode(text.encode("utf-8", "replace")).decode()
        self._run(f"am broadcast -a {action} --es {extra} {coded}")


class _TouchScreen(NamedTuple):
    """A kernel's input device, with the least and the largest number of its axes."""

    path: str
    x: tuple[int, int]
    y: tuple[int, int]


def _touch_screen(listing: str) -> _TouchScreen | None:
    """The device that takes several fingers, from what ``getevent -p`` prints."""
    for block in re.split(r"^add device \d+: ", listing, flags=re.MULTILINE)[1:]:
        axes = {
            int(code, 16): (int(least), int(most))
            for code, least, most in re.findall(
                r"\b([0-9a-f]{4}) +: value -?\d+, min (-?\d+), max (-?\d+)", block
            )
        }
        if {_SLOT, _X, _Y, _TRACKING} <= axes.keys():
            return _TouchScreen(block.split(maxsplit=1)[0], axes[_X], axes[_Y])
    return None


def _pinch_events(gesture: Pinch, screen: _TouchScreen) -> list[str]:
    """The commands that put two fingers down, move them, and lift them (Linux, multi-touch protocol B)."""
    paths = (
        ((gesture.x0, gesture.y0), (gesture.x1, gesture.y1)),
        ((gesture.x2, gesture.y2), (gesture.x3, gesture.y3)),
    )
    events: list[tuple[int, int, int]] = []
    for step in range(_PINCH_MOVES + 1):
        for slot, ((x0, y0), (x1, y1)) in enumerate(paths):
            events.append((_ABSOLUTE, _SLOT, slot))
            if step == 0:
                events.append((_ABSOLUTE, _TRACKING, slot + 1))
            if step == slot == 0:
                events.append((_KEY, _TOUCH, 1))
            part = step / _PINCH_MOVES
            places = (_X, x0 + (x1 - x0) * part, screen.x), (_Y, y0 + (y1 - y0) * part, screen.y)
            events += [
                (_ABSOLUTE, axis, round(least + at * (most - least))) for axis, at, (least, most) in places
            ]
        events.append((0, 0, 0))
    for slot in (0, 1):
        events += [(_ABSOLUTE, _SLOT, slot), (_ABSOLUTE, _TRACKING, _LIFTED)]
    events += [(_KEY, _TOUCH, 0), (0, 0, 0)]
    return [f"sendevent {screen.path} {kind} {code} {value}" for kind, code, value in events]


def _words(gesture: Gesture, width: int, height: int) -> str:
    if isinstance(gesture, Tap):
        return f"tap {_point(gesture.x, gesture.y, width, height)}"
    if isinstance(gesture, LongPress):
        point = _point(gesture.x, gesture.y, width, height)
        return f"swipe {point} {point} {_milliseconds(gesture.seconds)}"
    if isinstance(gesture, Swipe):
        start = _point(gesture.x0, gesture.y0, width, height)
        end = _point(gesture.x1, gesture.y1, width, height)
        return f"swipe {start} {end} {_milliseconds(gesture.seconds)}"
    if isinstance(gesture, PressKey):
        return f"keyevent KEYCODE_{_KEY_NAMES.get(gesture.key, gesture.key)}"
    raise GestureError(f"{gesture!r} is not a gesture; make {NAMED}")


def _point(x: float, y: float, width: int, height: int) -> str:
    """Fractions of the screen as px; the largest is the last pixel."""
    return f"{min(x * width, width - 1):.2f} {min(y * height, height - 1):.2f}"


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
