"""Shell commands for input devices: ``getevent`` lists them, ``sendevent`` moves one finger or two."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bmoca_gym.handset.gestures import Pinch
from bmoca_gym.handset.input import move_key, perform
from bmoca_gym.handset.shell.android import input as shell_input
from bmoca_gym.handset.shell.call import Call, Command, CommandError, Result, options, printed, whole
from bmoca_gym.handset.state import Phone

SCREEN, KEYS = "/dev/input/event1", "/dev/input/event0"
#: The largest coordinate of the screen, as the emulator's has it, whatever its size in px.
_LARGEST = 32767
_SYNC, _KEY, _ABSOLUTE = 0, 1, 3
_TOUCH, _SLOT, _X, _Y, _TRACKING = 330, 47, 53, 54, 57
_LIFTED = (1 << 32) - 1
#: Keys by their Linux codes.
_KEYS = {1: "ESCAPE", 14: "DEL", 15: "TAB", 28: "ENTER", 102: "HOME", 103: "DPAD_UP", 105: "DPAD_LEFT",
         106: "DPAD_RIGHT", 108: "DPAD_DOWN", 114: "VOLUME_DOWN", 115: "VOLUME_UP", 116: "POWER", 139: "MENU",
         158: "BACK", 172: "HOME", 217: "SEARCH", 580: "OVERVIEW"}  # fmt: skip
#: Names that Linux has for keys where they are not Android's.
_LINUX_NAMES = {"ESCAPE": "ESC", "DEL": "BACKSPACE", "DPAD_UP": "UP", "DPAD_LEFT": "LEFT", "DPAD_RIGHT": "RIGHT",
                "DPAD_DOWN": "DOWN", "OVERVIEW": "APPSELECT"}  # fmt: skip
#: State that one ``sendevent`` leaves for the next: the position, and whether a finger is and was down.
_NOTE = "debug.bmoca.touch"
#: The same of a second finger, in slot 1.
_SECOND_NOTE = "debug.bmoca.touch2"


#: Names of keys, and labels of kinds, codes and values.
_CODES = {name: code for code, name in _KEYS.items()}
KINDS = {_SYNC: "EV_SYN", _KEY: "EV_KEY", _ABSOLUTE: "EV_ABS"}
_LABELS = {
    (_SYNC, 0): "SYN_REPORT", (_KEY, _TOUCH): "BTN_TOUCH", (_ABSOLUTE, _SLOT): "ABS_MT_SLOT",
    (_ABSOLUTE, _X): "ABS_MT_POSITION_X", (_ABSOLUTE, _Y): "ABS_MT_POSITION_Y",
    (_ABSOLUTE, _TRACKING): "ABS_MT_TRACKING_ID",
    **{(_KEY, code): f"KEY_{_LINUX_NAMES.get(name, name).replace('_', '')}" for code, name in _KEYS.items()},
}  # fmt: skip
_VALUES = ("UP", "DOWN")
#: What ``getevent`` takes: options that end it when the devices are listed, others, and those with a value.
_LISTING, _FLAGS, _VALUED = "piSsd", "lntqr", "vc"


class InputEvent(NamedTuple):
    """A kernel input event. ``at``: uptime in ms; ``kind``, ``code``, ``value``: numbers as in Linux."""

    at: int
    device: str
    kind: int
    code: int
    value: int


class Watch(NamedTuple):
    """A ``getevent`` that keeps printing. ``device``: only that one; ``most``: number of events, 0 for no limit."""

    head: str
    device: str
    labels: bool
    times: bool
    end: str
    most: int

    def lines(self, events: Iterable[InputEvent]) -> list[str]:
        """The lines of some events."""
        return [self._line(event) for event in events if self.device in ("", event.device)]

    def _line(self, event: InputEvent) -> str:
        at = f"[{event.at // 1000:8d}.{event.at % 1000:03d}000] " if self.times else ""
        where = "" if self.device else f"{event.device}: "
        if not self.labels:
            return f"{at}{where}{event.kind:04x} {event.code:04x} {event.value:08x}{self.end}"
        kind, code = (
            KINDS.get(event.kind, f"{event.kind:04x}"),
            _LABELS.get((event.kind, event.code), f"{event.code:04x}"),
        )
        value = _VALUES[event.value] if event.kind == _KEY and event.value in (0, 1) else f"{event.value:08x}"
        return f"{at}{where}{kind:<12} {code:<20} {value:<20}{self.end}"


def watch_of(call: Call) -> Watch | None:
    """The `Watch` of a ``getevent`` command; None if it only lists devices or has bad arguments."""
    try:
        found = options(call, _LISTING + _FLAGS, _VALUED, most=1)
        count = whole(found.get("c", "0"))
    except CommandError:
        return None
    device = found.operands[0] if found.operands else ""
    if found.keys() & set(_LISTING) or device not in ("", SCREEN, KEYS):
        return None
    head = "" if device or "q" in found else devices(call).output.decode()
    return Watch(head, device, "l" in found, "t" in found, "" if "n" in found else "\n", count)


def of_keys(phone: Phone, names: Iterable[str]) -> list[InputEvent]:
    """The events of keys that are pressed and released."""
    at = phone.clock.uptime
    steps = [(_KEY, _CODES[name], down) for name in names if name in _CODES for down in (1, 0)]
    return [InputEvent(at, KEYS, *event) for step in steps for event in (step, (_SYNC, 0, 0))]


def of_fingers(
    phone: Phone, held: Iterable[int], fingers: Iterable[tuple[int, int, int, int]]
) -> list[InputEvent]:
    """The events of fingers, given as number, x and y in px, and pressure. ``held``: the fingers that
    were down before.
    """
    down, events = set(held), []
    for number, x, y, pressure in fingers:
        if number not in down and not pressure:
            continue
        events.append((_ABSOLUTE, _SLOT, number))
        if number not in down:
            events += [(_ABSOLUTE, _TRACKING, number), (_KEY, _TOUCH, 1)]
        if pressure:
            config = phone.configuration
            places = (_X, x, config.width), (_Y, y, config.height)
            events += [
                (_ABSOLUTE, code, min(max(0, at * _LARGEST // size), _LARGEST)) for code, at, size in places
            ]
            down.add(number)
        else:
            events += [(_ABSOLUTE, _TRACKING, _LIFTED), (_KEY, _TOUCH, 0)]
            down.discard(number)
    if events:
        events.append((_SYNC, 0, 0))
    return [InputEvent(phone.clock.uptime, SCREEN, *event) for event in events]


def devices(call: Call) -> Result:
    """``getevent [-pi] [-lntq] [-c COUNT] [DEVICE]``: list the devices; with -p or -i also what they can report.

    If a clock runs, it keeps printing their events: `watch_of`. As on Android, these are the events that reach the
    kernel, from ``sendevent`` and the emulator's gRPC; ``input`` and test programs only inform the system.
    """
    found = options(call, _LISTING + _FLAGS, _VALUED, most=1)
    wanted = found.operands[0] if found.operands else ""
    parts = []
    for number, (path, name) in enumerate(((KEYS, "qwerty2"), (SCREEN, "virtio_input_multi_touch_1")), 1):
        if wanted not in ("", path):
            continue
        parts.append(f"add device {number}: {path}\n" + (f'  name:     "{name}"\n' if not wanted else ""))
        if not found.keys() & set("pi"):
            continue
        if path == SCREEN:
            named = {code: _LABELS[_ABSOLUTE, code] for code in (_SLOT, _X, _Y, _TRACKING)}
            parts.append(
                "  events:\n" + ("    KEY (0001): BTN_TOUCH\n" if "l" in found else "    KEY (0001): 014a\n")
            )
            for at, (code, long) in enumerate(named.items()):
                shown = f"{long:<22}" if "l" in found else f"{code:04x} "
                largest = _LARGEST if code in (_X, _Y) else 9
                head = "    ABS (0003): " if not at else " " * 16
                parts.append(f"{head}{shown} : value 0, min 0, max {largest}, fuzz 0, flat 0, resolution 0\n")
            parts.append("  input props:\n" + ("    INPUT_PROP_DIRECT\n" if "l" in found else "    0001\n"))
        else:
            parts.append(f"  events:\n    KEY (0001): {' '.join(f'{code:04x}' for code in sorted(_KEYS))}\n")
            parts.append("  input props:\n    <none>\n")
    return printed(call.phone, "".join(parts), int(not parts))


def send(call: Call) -> Result:
    """``sendevent DEVICE TYPE CODE VALUE``: part of a touch. The report that ends it (0 0 0) performs it."""
    if len(call.arguments) != 4:
        raise CommandError("use: sendevent device type code value")
    device, *texts = call.arguments
    if device not in (SCREEN, KEYS):
        raise CommandError(f"could not open {device}, No such file or directory")
    kind, code, value = (whole(text, -(1 << 31), _LIFTED) for text in texts)
    event = InputEvent(call.phone.clock.uptime, device, kind, code, value % (_LIFTED + 1))
    call.shell.report(event)
    return Result(injected(call.phone, event))


def injected(phone: Phone, event: InputEvent) -> Phone:
    """Apply an event of an input device."""
    _, device, kind, code, value = event
    if kind == _KEY and code in _KEYS:
        return move_key(phone, _KEYS[code], value == 1) if value in (0, 1) else phone
    if device != SCREEN:
        return phone
    if (kind, code) == (_ABSOLUTE, _SLOT) or phone.properties.get(_SECOND_NOTE):
        return _two_fingers(phone, kind, code, value)
    x, y, down, was = _noted(phone)
    if kind == _ABSOLUTE and code in (_X, _Y):
        place = 0 if value > _LIFTED >> 1 else min(value, _LARGEST)
        x, y = (place, y) if code == _X else (x, place)
    elif (kind, code) == (_KEY, _TOUCH):
        down = int(value != 0)
    elif (kind, code) == (_ABSOLUTE, _TRACKING):
        down = int(value != _LIFTED)
    elif kind == _SYNC and code == 0:
        phone = _first_moved(phone, x, y, down, was)
        was = down
    return shell_input.noted(phone, _NOTE, f"{x} {y} {down} {was}" if down or was or x or y else "")


def _first_moved(phone: Phone, x: int, y: int, down: int, was: int) -> Phone:
    action = "MOVE" if down and was else "DOWN" if down else "UP" if was else ""
    return shell_input.moved(phone, action, x / _LARGEST, y / _LARGEST) if action else phone


class _Second(NamedTuple):
    """A second finger, and the slot that events are about.

    ``since``: uptime in ms at which both fingers were down, or 0; the last four fields: where they were then.
    """

    slot: int = 0
    x: int = 0
    y: int = 0
    down: int = 0
    was: int = 0
    since: int = 0
    first_x: int = 0
    first_y: int = 0
    second_x: int = 0
    second_y: int = 0


def _two_fingers(phone: Phone, kind: int, code: int, value: int) -> Phone:
    """Apply an event of the screen once a script has named a slot. The fingers of slots 0 and 1 count."""
    x, y, down, was = _noted(phone)
    held = phone.properties.get(_SECOND_NOTE, "")
    second = _Second()
    if re.fullmatch(r"(\d{1,12} ){9}\d{1,12}", held, re.ASCII):
        second = _Second(*map(int, held.split()))
    place = 0 if value > _LIFTED >> 1 else min(value, _LARGEST)
    if kind == _ABSOLUTE and code == _SLOT:
        second = second._replace(slot=min(place, 9))
    elif kind == _ABSOLUTE and code in (_X, _Y):
        if second.slot == 0:
            x, y = (place, y) if code == _X else (x, place)
        elif second.slot == 1:
            second = second._replace(x=place) if code == _X else second._replace(y=place)
    elif (kind, code) in ((_KEY, _TOUCH), (_ABSOLUTE, _TRACKING)):
        touches = int(value != (0 if kind == _KEY else _LIFTED))
        if second.slot == 0:
            down = touches
        elif second.slot == 1:
            second = second._replace(down=touches)
    elif kind == _SYNC and code == 0:
        phone, second = _reported(phone, (x, y, down, was), second)
        was = down
    phone = shell_input.noted(phone, _NOTE, f"{x} {y} {down} {was}" if down or was or x or y else "")
    return shell_input.noted(phone, _SECOND_NOTE, " ".join(map(str, second)) if any(second) else "")


def _reported(phone: Phone, first: tuple[int, int, int, int], second: _Second) -> tuple[Phone, _Second]:
    """Apply a report about both fingers. The first one that is lifted ends a pinch, if one of them has moved."""
    x, y, down, was = first
    if second.since and not (down and second.down):
        a, b, c, d = (
            (at_x / _LARGEST, at_y / _LARGEST)
            for at_x, at_y in (
                (second.first_x, second.first_y), (x, y), (second.second_x, second.second_y), (second.x, second.y)
            )
        )  # fmt: skip
        seconds = max(0.001, min((phone.clock.uptime - second.since) / 1000, 60.0))
        if shell_input.far(a, b) or shell_input.far(c, d):
            phone = perform(shell_input.moved(phone, "CANCEL", 0, 0), Pinch(*a, *b, *c, *d, seconds))
        second = second._replace(since=0)
    phone = _first_moved(phone, x, y, down, was)
    if (
        down
        and second.down
        and not second.was
        and not shell_input.has_moved(phone, x / _LARGEST, y / _LARGEST)
    ):
        second = second._replace(
            since=max(1, phone.clock.uptime), first_x=x, first_y=y, second_x=second.x, second_y=second.y
        )
    if not second.down and not second.since:
        second = _Second(second.slot, second.x, second.y)
    return phone, second._replace(was=second.down)


def written(phone: Phone, text: str) -> InputEvent | None:
    """Parse an event ``type:code:value`` of numbers or names; None if it is malformed."""
    kind_name, code_name, value = (*text.split(":"), "", "")[:3]
    kinds = {name: kind for kind, name in KINDS.items()} | {str(kind): kind for kind in KINDS}
    kind = kinds.get(kind_name, -1)
    codes = {name: code for code, name in codes_of(kind)}
    if kind < 0 or text.count(":") != 2 or not re.fullmatch(r"-?\d{1,10}", value, re.ASCII):
        return None
    if code_name not in codes and not re.fullmatch(r"\d{1,5}", code_name, re.ASCII):
        return None
    code = codes[code_name] if code_name in codes else int(code_name)
    device = KEYS if kind == _KEY and code in _KEYS else SCREEN
    return InputEvent(phone.clock.uptime, device, kind, code, int(value) % (_LIFTED + 1))


def codes_of(kind: int) -> list[tuple[int, str]]:
    """The codes of an event type, with their names."""
    return sorted((code, name) for (of, code), name in _LABELS.items() if of == kind)


def _noted(phone: Phone) -> tuple[int, int, int, int]:
    held = phone.properties.get(_NOTE, "")
    if not re.fullmatch(r"(\d{1,6} ){3}\d{1,6}", held, re.ASCII):
        return 0, 0, 0, 0
    x, y, down, was = map(int, held.split())
    return x, y, down, was


COMMANDS: dict[str, Command] = {"getevent": devices, "sendevent": send}
