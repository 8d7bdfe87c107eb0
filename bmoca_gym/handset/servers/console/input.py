"""Console commands that touch the screen, press keys and type."""

from __future__ import annotations

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.servers.console.command import (
    Command,
    Emulator,
    Refusal,
    chosen,
    number,
)
from bmoca_gym.handset.servers.grpc.touch import MouseTouch
from bmoca_gym.handset.shell.android import touchscreen


def _event_types(emulator: Emulator, rest: str) -> str:
    told = [
        f"    {name:<10} ({len(touchscreen.codes_of(number))} code aliases)"
        for number, name in touchscreen.KINDS.items()
    ]
    return "event <type> can be an integer or one of the following aliases:\n" + "\n".join(told) + "\n"


def _event_codes(emulator: Emulator, rest: str) -> str:
    kinds = {name: number for number, name in touchscreen.KINDS.items()}
    kind = kinds[chosen(rest, kinds, "event codes")]
    told = [f"    {name}" for _, name in touchscreen.codes_of(kind)]
    return f"type {rest} code aliases:\n" + "\n".join(told) + "\n"


def _event_text(emulator: Emulator, rest: str) -> str:
    if not rest:
        raise Refusal("argument missing, try 'event text <message>'")
    emulator.served.apply(inputs.perform, TypeText(rest))
    return ""


def _event_send(emulator: Emulator, rest: str) -> str:
    phone = emulator.served.phone
    events = []
    for text in rest.split():
        event = touchscreen.written(phone, text)
        if event is None:
            raise Refusal(f"invalid event '{text}', try 'event send EV_KEY:KEY_HOME:1'")
        events.append(event)
    if not events:
        raise Refusal("argument missing, try 'event send <type>:<code>:<value> ...'")
    emulator.served.report(events)
    for event in events:
        emulator.served.apply(touchscreen.injected, event)
    return ""


def _event_mouse(emulator: Emulator, rest: str) -> str:
    usage = "event mouse <x> <y> <device> <buttonstate>"
    words = rest.split()
    if len(words) != 4:
        raise Refusal(f"argument missing, try '{usage}'")
    x, y, _, buttons = (int(number(word, -(1 << 31), (1 << 31) - 1, usage)) for word in words)
    phone, mark = emulator.served.look()
    assert emulator.mouse is not None
    touch = MouseTouch(x, y, buttons)
    emulator.served.report(touchscreen.of_fingers(phone, emulator.mouse.held, [touch.finger]))
    for gesture in emulator.mouse.handle([touch], phone.configuration, mark.loads):
        emulator.served.apply(inputs.perform, gesture)
    return ""


def _finger_touch(emulator: Emulator, rest: str) -> str:
    number(rest, 0, (1 << 31) - 1, "finger touch <fingerid>")
    return ""


COMMANDS: dict[str, dict[str, Command]] = {
    "event": {
        "send": Command("TYPE:CODE:VALUE ...", "events of the screen and of keys", _event_send),
        "types": Command("", "list event types", _event_types),
        "codes": Command("TYPE", "list event codes of a type", _event_codes),
        "text": Command("MESSAGE", "type a text", _event_text),
        "mouse": Command("X Y DEVICE BUTTONS", "touch the screen while a button is down", _event_mouse),
    },
    "finger": {
        "touch": Command("ID", "a finger on the sensor, which nothing asks for here", _finger_touch),
        "remove": Command("", "take it away", lambda emulator, rest: ""),
    },
}  # fmt: skip
