"""Gestures as shell commands: ``input``, and an input method for text that ``input`` can't type."""

from __future__ import annotations

import base64
import re
import shlex

from bmoca_gym.devices.adb.shell import AdbShell, Answer
from bmoca_gym.errors import GestureError
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText

#: Android's names of keys that have another name in `PressKey`.
_KEY_NAMES = {"OVERVIEW": "APP_SWITCH"}

#: Input methods that type the text of a broadcast: component, then its action and the extra with the text in base64.
KEYBOARDS = {
    "com.android.adbkeyboard/.AdbIME": ("ADB_INPUT_B64", "msg"),
    "com.github.uiautomator/.AdbKeyboard": ("ADB_KEYBOARD_INPUT_TEXT", "text"),
}
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
        if not isinstance(gesture, TypeText):
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
    raise GestureError(f"{gesture!r} is not a gesture; make a Tap, LongPress, Swipe, PressKey or TypeText")


def _point(x: float, y: float, width: int, height: int) -> str:
    """Fractions of the screen as px; the largest is the last pixel."""
    return f"{min(x * width, width - 1):.2f} {min(y * height, height - 1):.2f}"


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
