"""The emulator's keyboard: codes of three kinds, names and texts."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.gestures import Gesture, PressKey, TypeText
from bmoca_gym.handset.input import move_key
from bmoca_gym.handset.servers.errors import KeyCodeError
from bmoca_gym.handset.servers.grpc.keys import (
    EVDEV,
    KEY_DOWN,
    KEY_PRESS,
    KEY_UP,
    USB,
    XKB,
    Input,
    Keyboard,
)
from bmoca_gym.handset.system.text_input import COMMANDS, copy, cut, paste, select_all


@dataclass
class Event:
    codeType: int = EVDEV
    eventType: int = KEY_PRESS
    keyCode: int = 0
    key: str = ""
    text: str = ""


def pressed(**fields: int | str) -> list[Input]:
    return Keyboard().handle(Event(**fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "code", "gesture"),
    [
        # X11 key codes, as `xmodmap -pke` lists them.
        (XKB, 36, PressKey("ENTER")),
        (XKB, 22, PressKey("DEL")),
        (XKB, 9, PressKey("ESCAPE")),
        (XKB, 110, PressKey("HOME")),
        (XKB, 166, PressKey("BACK")),
        (XKB, 38, TypeText("a")),
        (XKB, 10, TypeText("1")),
        (XKB, 65, TypeText(" ")),
        (XKB, 90, TypeText("0")),
        # linux/input-event-codes.h
        (EVDEV, 28, PressKey("ENTER")),
        (EVDEV, 580, PressKey("OVERVIEW")),
        (EVDEV, 52, TypeText(".")),
        (EVDEV, 30, TypeText("a")),
        (EVDEV, 44, TypeText("z")),
        # USB HID usages
        (USB, 0x70028, PressKey("ENTER")),
        (USB, 0x7002A, PressKey("DEL")),
        (USB, 0x70004, TypeText("a")),
        (USB, 0x7001D, TypeText("z")),
        (USB, 0x70027, TypeText("0")),
        (USB, 0x70031, TypeText("\\")),
        (USB, 0x7002C, TypeText(" ")),
        (USB, 0x70038, TypeText("/")),
        (USB, 0xC0224, PressKey("BACK")),
        (USB, 0xC0223, PressKey("HOME")),
    ],
)
def test_key_codes(kind: int, code: int, gesture: Gesture) -> None:
    assert pressed(codeType=kind, keyCode=code) == [gesture]
    assert pressed(codeType=kind, keyCode=code, eventType=KEY_DOWN) == [gesture]
    assert pressed(codeType=kind, keyCode=code, eventType=KEY_UP) == []


@pytest.mark.parametrize(
    ("key", "gesture"),
    [
        ("GoHome", PressKey("HOME")),
        ("GoBack", PressKey("BACK")),
        ("AppSwitch", PressKey("OVERVIEW")),
        ("Enter", PressKey("ENTER")),
        ("Backspace", PressKey("DEL")),
        ("AudioVolumeUp", PressKey("VOLUME_UP")),
        ("A", TypeText("A")),
        ("a", TypeText("a")),
        ("%", TypeText("%")),
    ],
)
def test_names_of_keys(key: str, gesture: Gesture) -> None:
    assert pressed(key=key) == [gesture]
    assert pressed(key=key, eventType=KEY_UP) == []


@pytest.mark.parametrize("key", ["Frobnicate", "gohome", "ä", "\0", "\x7f"])
def test_unknown_names_do_nothing(key: str) -> None:
    assert pressed(key=key) == []


def test_text_holds_what_an_english_keyboard_can_type() -> None:
    assert pressed(text="Hello, World! 10% ~") == [TypeText("Hello, World! 10% ~")]
    assert pressed(text="naïve 時\n\x00\x1b[A") == [TypeText("nave \n[A")]
    assert pressed(text="時計") == []


def test_one_event_may_hold_all_three() -> None:
    assert pressed(key="GoHome", text="x", keyCode=14) == [PressKey("HOME"), TypeText("x"), PressKey("DEL")]


def test_modifier_keys() -> None:
    keyboard = Keyboard()

    def key(code: int, kind: int = KEY_PRESS) -> list[Input]:
        return keyboard.handle(Event(eventType=kind, keyCode=code))

    shift, control, caps = 42, 29, 58
    assert key(30) == [TypeText("a")]
    assert key(shift, KEY_DOWN) == []
    assert key(30) + key(3) == [TypeText("A"), TypeText("@")]
    assert key(shift, KEY_UP) == []
    assert key(30) + key(3) == [TypeText("a"), TypeText("2")]
    assert key(caps) == []
    assert key(30) + key(3) == [TypeText("A"), TypeText("2")]
    key(shift, KEY_DOWN)
    assert key(30) == [TypeText("a")]
    key(shift, KEY_UP)
    key(caps)
    key(control, KEY_DOWN)
    assert [key(code) for code in (30, 46, 47, 45)] == [[select_all], [copy], [paste], [cut]]
    assert key(31) == []
    assert key(28) == [PressKey("ENTER")]
    key(56, KEY_DOWN)
    assert key(48) == []
    key(56, KEY_UP)
    key(control, KEY_UP)
    assert key(30) == [TypeText("a")]


@pytest.mark.parametrize("kind", [3, 4, 99, -1])
def test_kinds_of_codes_that_are_not_known(kind: int) -> None:
    with pytest.raises(KeyCodeError, match="XKB"):
        pressed(codeType=kind, keyCode=36)


@given(
    st.lists(
        st.builds(
            Event,
            st.integers(0, 2),
            st.integers(-1, 3),
            st.integers(-(2**31), 2**31 - 1) | st.integers(0, 600),
            st.text(max_size=3) | st.sampled_from(["Enter", "Shift", "CapsLock", "Power"]),
            st.text(),
        )
    )
)
def test_any_events_make_gestures(events: list[Event]) -> None:
    keyboard = Keyboard()
    for event in events:
        for gesture in keyboard.handle(event):
            if getattr(gesture, "func", None) is not move_key:
                assert isinstance(gesture, (PressKey, TypeText)) or gesture in COMMANDS.values()
            assert not isinstance(gesture, TypeText) or gesture.text.isascii()
