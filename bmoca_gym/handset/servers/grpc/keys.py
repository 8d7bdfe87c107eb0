"""The emulator's keyboard: converts key codes, key names and text to input for the phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.input import CHORD, move_key
from bmoca_gym.handset.servers.errors import KeyCodeError
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.text_input import COMMANDS

#: Values of ``KeyboardEvent.codeType`` and ``eventType``.
USB, EVDEV, XKB = 0, 1, 2
KEY_DOWN, KEY_UP, KEY_PRESS = 0, 1, 2

#: Runs of character keys: the first one's evdev code (linux/input-event-codes.h), and what they write without shift
#: and with it.
_RUNS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (55, "*", "*"),
    (57, " ", " "),
    (71, "789-456+1230.", "789-456+1230."),
    (98, "/", "/"),
)
_CHARACTERS = {
    first + i: pair
    for first, plain, shifted in _RUNS
    for i, pair in enumerate(zip(plain, shifted, strict=True))
}

#: Other keys, as the emulator's key layout maps them to Android's.
_KEYS = {
    1: "ESCAPE", 14: "DEL", 15: "TAB", 28: "ENTER", 96: "ENTER", 102: "HOME", 103: "DPAD_UP", 105: "DPAD_LEFT",
    106: "DPAD_RIGHT", 108: "DPAD_DOWN", 111: "FORWARD_DEL", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER",
    127: "MENU",
    139: "MENU", 158: "BACK", 172: "HOME", 217: "SEARCH", 580: "OVERVIEW",
}  # fmt: skip
_SHIFTS = frozenset((42, 54))
_CAPS_LOCK = 58
#: Control, Alt and Meta: a character key makes a shortcut with them. Texts have some with Control, apps have none.
_CONTROLS = frozenset((29, 97))
_COMMANDS = _CONTROLS | {56, 100, 125, 126}
_SHORTCUTS = {"a": "select_all", "c": "copy", "v": "paste", "x": "cut"}

#: Names of keys (W3C, "UI Events KeyboardEvent key Values") with their evdev codes.
_NAMES = {
    "AppSwitch": 580, "ArrowDown": 108, "ArrowLeft": 105, "ArrowRight": 106, "ArrowUp": 103, "AudioVolumeDown": 114,
    "AudioVolumeUp": 115, "Backspace": 14, "BrowserBack": 158, "BrowserHome": 172, "BrowserSearch": 217,
    "CapsLock": 58, "ContextMenu": 127, "Delete": 111, "Enter": 28, "Escape": 1, "GoBack": 158, "GoHome": 102,
    "Home": 102,
    "Power": 116, "Shift": 42, "Tab": 15, "Control": 29, "Alt": 56, "Meta": 125,
}  # fmt: skip

#: Keys by the character that they type, to list the USB codes by it.
_EVDEV_OF = {pair[0]: code for code, pair in reversed(_CHARACTERS.items())}
#: Usages of USB's keyboard page (7): runs of character keys, then others; and of its consumer page (12).
_USB_RUNS = ((0x04, "abcdefghijklmnopqrstuvwxyz1234567890"), (0x2C, " -=[]\\"), (0x33, ";'`,./"))
_USB_KEYS = {
    0x28: 28, 0x29: 1, 0x2A: 14, 0x2B: 15, 0x39: 58, 0x4A: 102, 0x4C: 111, 0x4F: 106, 0x50: 105, 0x51: 108, 0x52: 103,
    0x58: 96,
    0x65: 127, 0x66: 116, 0x76: 139, 0x80: 115, 0x81: 114, 0xE0: 29, 0xE1: 42, 0xE2: 56, 0xE3: 125, 0xE4: 97,
    0xE5: 54, 0xE6: 100, 0xE7: 126,
}  # fmt: skip
_USB_CONSUMER = {0x30: 116, 0xE9: 115, 0xEA: 114, 0x221: 217, 0x223: 172, 0x224: 158}
_EVDEV_OF_USB = {
    **{0x70000 + first + i: _EVDEV_OF[c] for first, text in _USB_RUNS for i, c in enumerate(text)},
    **{0x70000 + usage: code for usage, code in _USB_KEYS.items()},
    **{0xC0000 + usage: code for usage, code in _USB_CONSUMER.items()},
}


#: What a key makes: a gesture, or what a shortcut does.
Input = Gesture | Callable[[Phone], Phone]


class KeyEvent(Protocol):
    """A ``KeyboardEvent``: a key by name, a text, a key by code, or several of these."""

    codeType: int
    eventType: int
    keyCode: int
    key: str
    text: str


class Keyboard:
    """Tracks held modifier keys. A key acts when it goes down, and does not repeat while held."""

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._caps = False

    def handle(self, event: KeyEvent) -> list[Input]:
        """The input of an event: its key by name, its text, and its key by code, in this order, as in the emulator.

        Unknown keys do nothing. Of text only what an English keyboard can type arrives, as on the emulator.

        Raises:
            KeyCodeError: a key code is not one of XKB, evdev or USB.
        """
        gestures: list[Input] = []
        if len(event.key) == 1:
            if event.eventType != KEY_UP:
                gestures += _typed(event.key)
        elif event.key:
            gestures += self._key(_NAMES.get(event.key, 0), event.eventType)
        gestures += _typed(event.text)
        if event.keyCode > 0:
            gestures += self._key(_evdev(event.keyCode, event.codeType), event.eventType)
        return gestures

    def _key(self, code: int, kind: int) -> list[Input]:
        if code in _SHIFTS or code in _COMMANDS:
            if kind == KEY_DOWN:
                self._held.add(code)
            elif kind == KEY_UP:
                self._held.discard(code)
        elif _KEYS.get(code) in CHORD and kind != KEY_PRESS:
            return [partial(move_key, key=_KEYS[code], down=kind == KEY_DOWN)]
        elif kind == KEY_UP:
            pass
        elif code == _CAPS_LOCK:
            self._caps = not self._caps
        elif code in _KEYS:
            return [PressKey(_KEYS[code])]
        elif code in _CHARACTERS and not self._held & _COMMANDS:
            plain, shifted = _CHARACTERS[code]
            upper = bool(self._held & _SHIFTS) != (self._caps and plain.isalpha())
            return [TypeText(shifted if upper else plain)]
        elif code in _CHARACTERS and self._held & _CONTROLS:
            command = _SHORTCUTS.get(_CHARACTERS[code][0])
            return [COMMANDS[command]] if command else []
        return []


def _typed(text: str) -> list[Input]:
    known = "".join(c for c in text if " " <= c <= "~" or c == "\n")
    return [TypeText(known)] if known else []


def _evdev(code: int, kind: int) -> int:
    """The evdev code of a key; 0 if it has none."""
    if kind == EVDEV:
        return code
    if kind == XKB:
        return code - 8
    if kind == USB:
        return _EVDEV_OF_USB.get(code, 0)
    raise KeyCodeError(
        f"key codes of type {kind} are not known; send codes of type XKB (2), Evdev (1) or Usb (0), a key or a text"
    )
