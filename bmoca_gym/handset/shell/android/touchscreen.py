"""Shell commands for the kernel's input devices: ``getevent`` tells which there are, ``sendevent`` moves a finger."""

from __future__ import annotations

import re

from bmoca_gym.handset.input import move_key
from bmoca_gym.handset.shell.android import input as shell_input
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, options, printed, whole
from bmoca_gym.handset.state import Phone

SCREEN, KEYS = "/dev/input/event1", "/dev/input/event0"
#: The largest coordinate of the screen, as the emulator's has it, whatever its size in px.
_LARGEST = 32767
_SYNC, _KEY, _ABSOLUTE = 0, 1, 3
_TOUCH, _X, _Y, _TRACKING = 330, 53, 54, 57
_LIFTED = (1 << 32) - 1
#: Keys by their Linux codes.
_KEYS = {1: "ESCAPE", 14: "DEL", 15: "TAB", 28: "ENTER", 102: "HOME", 103: "DPAD_UP", 105: "DPAD_LEFT",
         106: "DPAD_RIGHT", 108: "DPAD_DOWN", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER", 139: "MENU",
         158: "BACK", 172: "HOME", 217: "SEARCH", 580: "OVERVIEW"}  # fmt: skip
#: What one ``sendevent`` leaves to the next: place, and whether a finger is down and was.
_NOTE = "debug.bmoca.touch"


def devices(call: Call) -> Result:
    """``getevent [-p] [-l] [-i] [-S]``: the devices. No events are ever printed: nobody touches this phone by hand."""
    found = options(call, "pliSstnqr", "vcd", most=1)
    wanted = found.operands[0] if found.operands else ""
    parts = []
    for number, (path, name) in enumerate(((KEYS, "qwerty2"), (SCREEN, "virtio_input_multi_touch_1")), 1):
        if wanted not in ("", path):
            continue
        parts.append(f"add device {number}: {path}\n" + (f'  name:     "{name}"\n' if not wanted else ""))
        if not found.keys() & set("pi"):
            continue
        if path == SCREEN:
            named = {_X: "ABS_MT_POSITION_X", _Y: "ABS_MT_POSITION_Y", _TRACKING: "ABS_MT_TRACKING_ID"}
            parts.append(
                "  events:\n" + ("    KEY (0001): BTN_TOUCH\n" if "l" in found else "    KEY (0001): 014a\n")
            )
            for at, (code, long) in enumerate(named.items()):
                shown = f"{long:<22}" if "l" in found else f"{code:04x} "
                largest = 9 if code == _TRACKING else _LARGEST
                head = "    ABS (0003): " if not at else " " * 16
                parts.append(f"{head}{shown} : value 0, min 0, max {largest}, fuzz 0, flat 0, resolution 0\n")
            parts.append("  input props:\n" + ("    INPUT_PROP_DIRECT\n" if "l" in found else "    0001\n"))
        else:
            parts.append(f"  events:\n    KEY (0001): {' '.join(f'{code:04x}' for code in sorted(_KEYS))}\n")
            parts.append("  input props:\n    <none>\n")
    return printed(call.phone, "".join(parts), int(not parts))


def send(call: Call) -> Result:
    """``sendevent DEVICE TYPE CODE VALUE``: part of a touch, which the report that ends it (0 0 0) makes happen."""
    if len(call.arguments) != 4:
        raise CommandError("use: sendevent device type code value")
    device, *texts = call.arguments
    if device not in (SCREEN, KEYS):
        raise CommandError(f"could not open {device}, No such file or directory")
    kind, code, value = (whole(text, -(1 << 31), _LIFTED) for text in texts)
    phone = call.phone
    if kind == _KEY and code in _KEYS:
        return Result(move_key(phone, _KEYS[code], value == 1) if value in (0, 1) else phone)
    if device != SCREEN:
        return Result(phone)
    x, y, down, was = _noted(phone)
    if kind == _ABSOLUTE and code in (_X, _Y):
        place = min(max(0, value), _LARGEST)
        x, y = (place, y) if code == _X else (x, place)
    elif (kind, code) == (_KEY, _TOUCH):
        down = int(value != 0)
    elif (kind, code) == (_ABSOLUTE, _TRACKING):
        down = int(value not in (-1, _LIFTED))
    elif kind == _SYNC and code == 0:
        action = "MOVE" if down and was else "DOWN" if down else "UP" if was else ""
        phone = shell_input.moved(phone, action, x / _LARGEST, y / _LARGEST) if action else phone
        was = down
    return Result(shell_input.noted(phone, _NOTE, f"{x} {y} {down} {was}" if down or was or x or y else ""))


def _noted(phone: Phone) -> tuple[int, int, int, int]:
    held = phone.properties.get(_NOTE, "")
    if not re.fullmatch(r"(\d{1,6} ){3}\d{1,6}", held, re.ASCII):
        return 0, 0, 0, 0
    x, y, down, was = map(int, held.split())
    return x, y, down, was


COMMANDS: dict[str, Command] = {"getevent": devices, "sendevent": send}
