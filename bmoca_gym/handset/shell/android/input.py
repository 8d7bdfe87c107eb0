"""The shell command ``input``: touches, swipes, text and keys."""

from __future__ import annotations

import string

from bmoca_gym.handset.gestures import KEY_CODES, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.input import perform, press_together
from bmoca_gym.handset.shell.android import automation
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, failed
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import media_keys, text_input
from bmoca_gym.handset.value import replace

_SOURCES = {"dpad", "gamepad", "joystick", "keyboard", "mouse", "stylus", "touchnavigation", "touchpad", "touchscreen",
            "trackball"}  # fmt: skip
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
#: Keys of a real phone that change nothing on one that is awake, with nothing to play.
_IDLE: dict[str, int] = {
    "UNKNOWN": 0, "SOFT_LEFT": 1, "SOFT_RIGHT": 2, "DPAD_CENTER": 23, "CAMERA": 27, "CLEAR": 28, "ALT_LEFT": 57,
    "ALT_RIGHT": 58,
    "SHIFT_LEFT": 59, "SHIFT_RIGHT": 60, "SYM": 63, "EXPLORER": 64, "ENVELOPE": 65, "NUM": 78,
    "HEADSETHOOK": 79, "FOCUS": 80,
    "MEDIA_REWIND": 89,
    "MEDIA_FAST_FORWARD": 90, "MUTE": 91, "PAGE_UP": 92, "PAGE_DOWN": 93, "CTRL_LEFT": 113,
    "CTRL_RIGHT": 114,
    "CAPS_LOCK": 115, "INSERT": 124,
    "ASSIST": 219, "BRIGHTNESS_DOWN": 220, "BRIGHTNESS_UP": 221, "SOFT_SLEEP": 276,
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
_NOTHING = set(_IDLE) | {str(code) for code in _IDLE.values()}
_LONGEST_KEY_CODE = 288
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
    """``input [SOURCE] [-d 0] tap | swipe | draganddrop | text | keyevent | keycombination | motionevent | ...``."""
    phone, words = call.phone, list(call.arguments)
    if words and words[0] in _SOURCES:
        del words[0]
    if words[:1] == ["-d"]:
        if words[1:2] not in (["0"], ["DEFAULT_DISPLAY"]):
            raise CommandError("Error: Invalid arguments for display ID.")
        del words[:2]
    verb, rest = (words[0] if words else ""), words[1:]
    width, height = phone.configuration.width, phone.configuration.height
    if verb == "tap" and len(rest) == 2:
        return Result(perform(phone, Tap(_part(rest[0], width), _part(rest[1], height))))
    if verb in ("swipe", "draganddrop") and len(rest) in (4, 5):
        x0, y0, x1, y1 = (_part(word, (width, height)[i % 2]) for i, word in enumerate(rest[:4]))
        milliseconds = int(rest[4]) if len(rest) > 4 else 300
        milliseconds = min(milliseconds or 1, 60_000)
        if milliseconds >= _LONG_GESTURE:
            phone = call.shell.last(phone, milliseconds)
        held = _LONG_PRESS if verb == "draganddrop" else 0.0
        return Result(perform(phone, Swipe(x0, y0, x1, y1, milliseconds / 1000, held)))
    if verb == "text" and len(rest) >= 1:
        return Result(perform(phone, TypeText(automation.typed(phone, rest[0].replace("%s", " ")))))
    if verb == "keyevent" and rest[rest[:1] == ["--longpress"] :]:
        for word in rest[rest[0] == "--longpress" :]:
            phone = _key(call._replace(phone=phone), word).phone
        return Result(phone)
    if verb == "keycombination":
        rest = rest[2:] if rest[:1] == ["-t"] else rest
        if len(rest) >= 2:
            return _combination(call, [word.removeprefix("KEYCODE_") for word in rest])
    if verb == "motionevent" and len(rest) == 3 and rest[0].upper() in ("DOWN", "MOVE", "UP", "CANCEL"):
        return Result(moved(phone, rest[0].upper(), _part(rest[1], width), _part(rest[2], height)))
    if verb == "press" and not rest:
        return Result(phone)
    if verb == "roll" and len(rest) == 2:
        float(rest[0]), float(rest[1])
        return Result(phone)
    known = f"      {verb} " in _USAGE
    what = f"Error: Invalid arguments for command: {verb}" if known else f"Error: Unknown command: {verb}"
    return failed(phone, (f"{what}\n" if verb else "") + _USAGE)


def noted(phone: Phone, name: str, text: str) -> Phone:
    """The phone with a note for the next ``input``; "" takes it off."""
    if not text and name not in phone.properties:
        return phone
    properties = phone.properties.set(name, text) if text else phone.properties.delete(name)
    return replace(phone, properties=properties)


def moved(phone: Phone, action: str, x: float, y: float) -> Phone:
    """The phone after a finger came down, moved or went up; a gesture is made of it when it goes up."""
    now = phone.clock.uptime
    if action == "DOWN":
        return noted(phone, _FINGER, f"{x!r} {y!r} {now}")
    held = phone.properties.get(_FINGER, "")
    if action != "UP" or not held:
        return phone if action != "CANCEL" else noted(phone, _FINGER, "")
    x0, y0, since = (float(word) for word in held.split())
    phone, seconds = noted(phone, _FINGER, ""), max(0.001, (now - since) / 1000)
    if abs(x - x0) > _SLOP or abs(y - y0) > _SLOP:
        return perform(phone, Swipe(x0, y0, x, y, min(seconds, 60.0)))
    if seconds >= _LONG_PRESS:
        return perform(phone, LongPress(x0, y0, min(seconds, 60.0)))
    return perform(phone, Tap(x0, y0))


def _combination(call: Call, keys: list[str]) -> Result:
    """Keys pressed together: Ctrl and a letter is a command for a text; others go down one after the other."""
    phone = call.phone
    if keys[0] in _CONTROL:
        command = _SHORTCUTS.get(keys[1])
        return Result(phone if command is None else text_input.COMMANDS[command](phone))
    pressed = tuple(_NAMES.get(key, "") or _CODES.get(key, "") for key in keys)
    if all(pressed):
        return Result(press_together(phone, pressed))
    for key in keys:
        phone = _key(call._replace(phone=phone), key).phone
    return Result(phone)


def _key(call: Call, word: str) -> Result:
    name = word.removeprefix("KEYCODE_")
    pressed = _NAMES.get(name) or _CODES.get(name)
    if pressed:
        return Result(perform(call.phone, PressKey(pressed)))
    if name in _TYPED:
        return Result(perform(call.phone, TypeText(_TYPED[name])))
    if name in _MEDIA:
        return Result(media_keys.press(call.phone, _MEDIA[name]))
    if name in _NOTHING or (
        name.isdecimal() and name.isascii() and len(name) < 4 and int(name) <= _LONGEST_KEY_CODE
    ):
        return Result(call.phone)
    raise CommandError(
        f"Error: no key is called {word}; there are {', '.join([*_NAMES, *_LETTERS, *media_keys.KEYS, *_IDLE])}"
    )


def _part(word: str, size: int) -> float:
    return min(max(0.0, float(word) / size), 1.0)


COMMANDS: dict[str, Command] = {"input": gesture}
