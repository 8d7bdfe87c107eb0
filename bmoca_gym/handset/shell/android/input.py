"""The shell command ``input``: touches, swipes, text and keys."""

from __future__ import annotations

import re
import string
from collections.abc import Callable

from bmoca_gym.handset.gestures import KEY_CODES, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.input import perform, press_together
from bmoca_gym.handset.shell.android import automation
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, failed
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import media_keys, text_input
from bmoca_gym.handset.value import replace

_SOURCES = {"dpad", "gamepad", "joystick", "keyboard", "mouse", "stylus", "touchnavigation", "touchpad", "touchscreen",
            "trackball"}  # fmt: skip
#: What ``-d`` takes: a number or a name, and those that mean the phone's own display.
_DISPLAY, _DISPLAYS = (
    r"-?\d{1,9}|(DEFAULT|INVALID)_DISPLAY",
    ("0", "-1", "DEFAULT_DISPLAY", "INVALID_DISPLAY"),
)
_USAGE = (
    "Usage: input [<source>] <command> [<arg>...]\n\nThe commands and default sources are:\n"
    "      text <string> (Default: touchscreen)\n      keyevent [--longpress] <key code number or name> ... "
    "(Default: keyboard)\n"
    "      tap <x> <y> (Default: touchscreen)\n      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n"
    "      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)\n      press (Default: trackball)\n"
    "      roll <dx> <dy> (Default: trackball)\n"
    "      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)\n"
    "      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)\n"
)
#: Keys that type a letter: by name, their code and what they type (android.view.KeyEvent, API 29).
_LETTERS: dict[str, tuple[int, str]] = {
    **{letter: (29 + at, letter.lower()) for at, letter in enumerate(string.ascii_uppercase)},
    **{digit: (7 + at, digit) for at, digit in enumerate(string.digits)},
    **{f"NUMPAD_{digit}": (144 + at, digit) for at, digit in enumerate(string.digits)},
    "STAR": (17, "*"), "POUND": (18, "#"), "COMMA": (55, ","), "PERIOD": (56, "."), "SPACE": (62, " "),
    "GRAVE": (68, "`"),
    "MINUS": (69, "-"), "EQUALS": (70, "="), "LEFT_BRACKET": (71, "["), "RIGHT_BRACKET": (72, "]"),
    "BACKSLASH": (73, "\\"),
    "SEMICOLON": (74, ";"), "APOSTROPHE": (75, "'"), "SLASH": (76, "/"), "AT": (77, "@"), "PLUS": (81, "+"),
}  # fmt: skip
_NAMES = {**{name: name for name in KEY_CODES}, "APP_SWITCH": "OVERVIEW", "NUMPAD_ENTER": "ENTER"}
_CODES = {**{str(code): name for name, code in KEY_CODES.items()}, "160": "ENTER"}
_TYPED = {name: text for name, (_, text) in _LETTERS.items()} | {
    str(code): text for code, text in _LETTERS.values()
}
_MEDIA = {
    **{name: name for name in media_keys.KEYS},
    **{str(code): name for name, code in media_keys.KEYS.items()},
}
_CONTROL = {"CTRL_LEFT", "CTRL_RIGHT", "113", "114"}

#: What a text does on Ctrl and a letter, by the letter's name and code.
_SHORTCUTS = {"A": "select_all", "29": "select_all", "C": "copy", "31": "copy", "V": "paste", "50": "paste", "X": "cut",
              "52": "cut"}  # fmt: skip

#: What one ``input`` leaves to the next, as a property: where a finger lies since when.
_FINGER = "debug.bmoca.finger"
#: A finger that moves no farther (as a part of the screen) has stayed where it was; after so many seconds it is a long
#: press.
_SLOP, _LONG_PRESS = 0.02, 0.5
#: Milliseconds from which on a gesture takes its time where a clock runs.
_LONG_GESTURE = 500


def gesture(call: Call) -> Result:
    """``input [SOURCE] [-d DISPLAY] tap | swipe | draganddrop | text | keyevent | motionevent | ...``."""
    words = list(call.arguments)
    if words and words[0] in _SOURCES:
        del words[0]
    elsewhere = False
    if words[:1] == ["-d"]:
        if not re.fullmatch(_DISPLAY, "".join(words[1:2]), re.ASCII):
            raise CommandError("Error: Invalid arguments for display ID.")
        elsewhere = words[1] not in _DISPLAYS
        del words[:2]
    verb, rest = (words[0] if words else ""), words[1:]
    least, action = _VERBS.get(verb, (0, None))
    if action is None or len(rest) < least:
        what = "Unknown command" if action is None else "Invalid arguments for command"
        return failed(call.phone, (f"Error: {what}: {verb}\n" if verb else "") + _USAGE)
    if elsewhere:
        return Result(call.phone)  # there is one display: what is meant for others reaches no window
    return Result(action(call, rest))


def _tap(call: Call, words: list[str]) -> Phone:
    config = call.phone.configuration
    return perform(call.phone, Tap(_part(words[0], config.width), _part(words[1], config.height)))


def _swipe(held: float) -> Callable[[Call, list[str]], Phone]:
    def action(call: Call, words: list[str]) -> Phone:
        phone, config = call.phone, call.phone.configuration
        x0, y0, x1, y1 = (
            _part(word, (config.width, config.height)[i % 2]) for i, word in enumerate(words[:4])
        )
        milliseconds = int(words[4]) if len(words) > 4 else 300
        milliseconds = min(milliseconds or 1, 60_000)
        if milliseconds >= _LONG_GESTURE:
            phone = call.shell.last(phone, milliseconds)
        return perform(phone, Swipe(x0, y0, x1, y1, milliseconds / 1000, held))

    return action


def _text(call: Call, words: list[str]) -> Phone:
    return perform(call.phone, TypeText(automation.typed(call.phone, words[0].replace("%s", " "))))


def _keys(call: Call, words: list[str]) -> Phone:
    if words == ["--longpress"]:
        raise CommandError(f"Error: Invalid arguments for command: keyevent\n{_USAGE.rstrip()}")
    phone = call.phone
    for word in words:
        phone = pressed(phone, word)
    return phone


def _combination(call: Call, words: list[str]) -> Phone:
    """Press keys together. Ctrl and a letter is an editing command; other keys go down one after the other."""
    phone = call.phone
    keys = [word.removeprefix("KEYCODE_") for word in (words[2:] if words[:1] == ["-t"] else words)]
    if len(keys) < 2:
        raise CommandError("Error: keycombination requires at least 2 keycodes")
    if keys[0] in _CONTROL:
        command = _SHORTCUTS.get(keys[1])
        return phone if command is None else text_input.COMMANDS[command](phone)
    together = tuple(_NAMES.get(key, "") or _CODES.get(key, "") for key in keys)
    if all(together):
        return press_together(phone, together)
    for key in keys:
        phone = pressed(phone, key)
    return phone


def _motion(call: Call, words: list[str]) -> Phone:
    action, config = words[0].upper(), call.phone.configuration
    if action not in ("DOWN", "MOVE", "UP", "CANCEL"):
        raise CommandError("Error: Invalid arguments for command: motionevent")
    x, y = [*words[1:], "0", "0"][:2] if action == "CANCEL" else words[1:3]
    return moved(call.phone, action, _part(x, config.width), _part(y, config.height))


def _trackball(call: Call, words: list[str]) -> Phone:
    """Ignore a press or roll: the phone has no trackball."""
    for word in words[:2]:
        float(word)
    return call.phone


#: The commands of ``input``: how many words each needs, and what it does.
_VERBS: dict[str, tuple[int, Callable[[Call, list[str]], Phone]]] = {
    "draganddrop": (4, _swipe(_LONG_PRESS)), "keycombination": (2, _combination), "keyevent": (1, _keys),
    "motionevent": (3, _motion), "press": (0, _trackball), "roll": (2, _trackball), "swipe": (4, _swipe(0.0)),
    "tap": (2, _tap), "text": (1, _text),
}  # fmt: skip


def noted(phone: Phone, name: str, text: str) -> Phone:
    """Store a note for the next ``input`` command; "" removes it."""
    if not text and name not in phone.properties:
        return phone
    properties = phone.properties.set(name, text) if text else phone.properties.delete(name)
    return replace(phone, properties=properties)


def moved(phone: Phone, action: str, x: float, y: float) -> Phone:
    """Put a finger down, move it, or lift it. Lifting it performs the whole gesture."""
    now = phone.clock.uptime
    if action == "DOWN":
        return noted(phone, _FINGER, f"{x!r} {y!r} {now}")
    held = phone.properties.get(_FINGER, "")
    if action != "UP" or not held:
        return phone if action != "CANCEL" else noted(phone, _FINGER, "")
    x0, y0, since = (float(word) for word in held.split())
    phone, seconds = noted(phone, _FINGER, ""), max(0.001, (now - since) / 1000)
    if far((x0, y0), (x, y)):
        return perform(phone, Swipe(x0, y0, x, y, min(seconds, 60.0)))
    if seconds >= _LONG_PRESS:
        return perform(phone, LongPress(x0, y0, min(seconds, 60.0)))
    return perform(phone, Tap(x0, y0))


def far(start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a finger that went from one point to another has moved."""
    return abs(end[0] - start[0]) > _SLOP or abs(end[1] - start[1]) > _SLOP


def has_moved(phone: Phone, x: float, y: float) -> bool:
    """Whether the finger that `moved` put down has moved to (x, y); a finger that is not down has."""
    held = phone.properties.get(_FINGER, "").split()
    return len(held) != 3 or far((float(held[0]), float(held[1])), (x, y))


def pressed(phone: Phone, word: str) -> Phone:
    """Press a key, given by name or code. Unknown keys act as KEYCODE_UNKNOWN, which does nothing."""
    name = word.removeprefix("KEYCODE_")
    key = _NAMES.get(name) or _CODES.get(name)
    if key:
        return perform(phone, PressKey(key))
    if name in _TYPED:
        return perform(phone, TypeText(_TYPED[name]))
    return media_keys.press(phone, _MEDIA[name]) if name in _MEDIA else phone


def _part(word: str, size: int) -> float:
    return min(max(0.0, float(word) / size), 1.0)


COMMANDS: dict[str, Command] = {"input": gesture}
