"""The display: sleep, its timeout, lock screens, rotation; and the keys that affect it."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import assembly, screen
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.servers.grpc.keys import Keyboard
from bmoca_gym.handset.system import audio, display


def kinds(hand: Hand) -> list[str]:
    return [surface.kind for surface in screen.surfaces(hand.phone)]


def test_power_switches_the_screen_off_and_on(hand: Hand) -> None:
    hand.open("clock")
    before = hand.phone.top
    hand.press("POWER")
    assert not hand.device.screenshot((64, 128)).any(), "a screen that is off is dark"
    assert "mWakefulness=Asleep" in hand.shell("dumpsys power")
    hand.press("HOME", "VOLUME_UP", "ENTER")
    hand.swipe("up")
    assert not hand.device.screenshot((64, 128)).any(), "nothing but a few keys wakes it"
    hand.press("POWER")
    assert hand.phone.display is None
    assert hand.phone.top == before
    assert "mWakefulness=Awake" in hand.shell("dumpsys power")
    tags = [message for tag, message in hand.new_log() if tag == "PowerManagerService"]
    assert tags[0].startswith("Going to sleep due to power_button")
    assert tags[1].startswith("Waking up from Asleep")


def test_the_timeout_counts_from_the_last_touch(hand: Hand) -> None:
    hand.wait(4000)
    assert hand.phone.display is None, "half an hour is never over on a charged phone"
    hand.shell("settings put system screen_off_timeout 30000")
    for _ in range(3):
        hand.wait(29)
        hand.swipe("left")
    assert not display.is_covered(hand.phone)
    hand.wait(31)
    assert display.of(hand.phone).asleep
    hand.press("POWER")
    hand.wait(31)
    assert display.of(hand.phone).asleep, "it counts anew after it was woken"


def test_a_swipe_opens_the_lock_screen(hand: Hand) -> None:
    hand.shell("locksettings set-disabled false")
    assert hand.shell("locksettings get-disabled") == "false\n"
    hand.open("clock")
    hand.press("POWER", "POWER")
    assert hand.text("keyguard_clock") == "10:00"
    hand.press("HOME", "BACK", "OVERVIEW")
    hand.swipe("down")
    assert hand.sees("keyguard_clock")
    hand.swipe("up")
    assert hand.phone.display is None
    assert hand.activity == "DeskClock"


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_both_pages_of_the_lock_have_a_status_bar(image: str) -> None:
    hand = Hand(image=image)
    hand.shell("locksettings set-pin 2580")
    hand.press("POWER", "POWER")
    for page in ("keyguard", "pin"):
        assert hand.sees("keyguard_pin_view") == (page == "pin")
        assert hand.text("keyguard_carrier_text") == "Android"
        assert hand.sees("battery")
        hand.shell("cmd connectivity airplane-mode enable")
        assert hand.text("keyguard_carrier_text") == "", "no operator in airplane mode"
        hand.shell("cmd connectivity airplane-mode disable")
        hand.swipe("up")


def test_a_pin_opens_it_and_a_wrong_one_does_not(hand: Hand) -> None:
    hand.shell("locksettings set-pin 2580")
    hand.press("SLEEP", "WAKEUP")
    hand.swipe("up")
    hand.type("1234")
    hand.press("ENTER")
    assert hand.text("keyguard_message_area") == "Wrong PIN"
    hand.press("BACK")
    assert hand.sees("keyguard_clock")
    hand.press("MENU")
    for key in ("key2", "key5", "key5", "delete_button", "key8", "key0", "key_enter"):
        hand.tap(key)
    assert hand.phone.display is None
    assert "2580" not in hand.shell("settings list secure; settings list system; settings list global")
    assert "didn't match" in hand.shell("locksettings clear --old 1111")
    hand.shell("locksettings clear --old 2580")
    assert display.lock_of(hand.phone) == "swipe"
    for wrong in ("12", "12a4", ""):
        with pytest.raises(ValueError, match="PIN"):
            display.set_lock(hand.phone, "pin", wrong)


def test_an_alarm_wakes_the_screen(hand: Hand) -> None:
    hand.shell("am start -a android.intent.action.SET_TIMER --ei android.intent.extra.alarm.LENGTH 60 "
               "--ez android.intent.extra.alarm.SKIP_UI true")  # fmt: skip
    hand.press("POWER")
    hand.wait(30)
    assert display.of(hand.phone).asleep
    hand.wait(31)
    assert hand.phone.display is None


def test_volume_keys_open_a_panel(make_hand: Callable[..., Hand]) -> None:
    for locale, side in (("en-US", 1.0), ("ar-EG", 0.0)):
        hand = make_hand(locale=locale)
        hand.press("VOLUME_UP")
        assert audio.volume(hand.phone, 3) == 6
        assert hand.phone.settings["system", "volume_music"] == "6"
        panel = screen.surfaces(hand.phone)[-1]
        assert panel.kind == "volume"
        middle = (panel.x + panel.box.width / 2) / hand.phone.configuration.width
        assert abs(middle - side) < 0.15, "it stands at the end of the screen"
        hand.press("VOLUME_DOWN", "VOLUME_DOWN")
        assert audio.volume(hand.phone, 3) == 4
        hand.wait(2)
        hand.press("VOLUME_MUTE")
        hand.wait(2)
        assert "volume" in kinds(hand)
        assert audio.volume(hand.phone, 3) == 0
        hand.wait(2)
        assert "volume" not in kinds(hand)
        assert hand.phone.display is None


def test_keys_of_the_telephone_of_search_and_of_menus(hand: Hand) -> None:
    hand.press("CALL")
    assert hand.phone.top.package == "com.android.dialer"
    hand.shell("am start -a android.intent.action.CALL -d tel:555")
    hand.press("ENDCALL")
    assert not hand.state("dialer").call
    hand.press("SEARCH", "BACK", "SEARCH")
    assert hand.phone.top.package == "com.google.android.googlequicksearchbox"
    hand.open("files")
    hand.press("MENU")
    assert hand.texts() == ["Select all"], "it opens what the button with three dots opens"
    hand.press("NOTIFICATION")
    assert hand.phone.shade is not None


def test_the_screenshot_key_saves_a_picture(hand: Hand) -> None:
    hand.open("clock")
    shown = hand.device.screenshot()
    hand.press("SYSRQ")
    path = "/sdcard/Pictures/Screenshots/Screenshot_20240501-100000.png"
    saved = cv2.imdecode(np.frombuffer(hand.device.read_file(path), np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(saved[..., ::-1], shown)
    hand.press("NOTIFICATION")
    hand.tap(text="Screenshot saved")
    assert hand.phone.top.package == "com.google.android.apps.photos"


def test_a_phone_that_is_turned_is_as_wide_as_it_was_high(hand: Hand) -> None:
    hand.open("settings")
    hand.shell("settings put system user_rotation 1")
    assert hand.device.screenshot().shape == (1080, 2160, 3)
    assert (hand.tree.width, hand.tree.height, hand.tree.rotation) == (2160, 1080, 1)
    assert 'rotation="1"' in hand.shell("uiautomator dump /dev/tty")
    assert hand.shell("wm size") == "Physical size: 1080x2160\n"
    assert "ROTATION_90" in hand.shell("dumpsys window")
    hand.shell("input tap 400 300")
    hand.shell("wm user-rotation lock 0")
    assert (hand.device.info.width, hand.device.info.height) == (1080, 2160)
    hand.shell("settings put system accelerometer_rotation 1")
    hand.phone = display.sense(hand.phone, 3)
    assert hand.device.info.width == 2160
    assert hand.tree.rotation == 3
    hand.phone = display.sense(hand.phone, 1)
    assert hand.tree.rotation == 1, "it is another screen, though it is as wide"
    hand.shell("settings put system user_rotation 2")
    assert hand.device.info.width == 2160, "it follows the sensor"
    hand.shell("settings put system accelerometer_rotation 0")
    assert hand.device.info.width == 1080, "it is upside down"
    hand.shell("wm size 720x1280; settings put system user_rotation 1; wm size 800x1400")
    assert (hand.device.info.width, hand.device.info.height) == (1400, 800)
    hand.shell("wm size reset; settings delete system user_rotation")
    assert (hand.device.info.width, hand.device.info.height) == (1080, 2160)


def bar(hand: Hand) -> assembly.Surface:
    return next(s for s in screen.surfaces(hand.phone) if s.kind == "navigation")


def test_a_turned_phone_has_its_navigation_bar_at_the_edge_that_was_its_foot(hand: Hand) -> None:
    hand.open("settings")
    for rotation, x, back in ((1, 2160 - 132, "bottom"), (3, 0, "top")):
        hand.shell(f"settings put system user_rotation {rotation}")
        assert (bar(hand).x, bar(hand).y, bar(hand).box.width, bar(hand).box.height) == (x, 0, 132, 1080)
        window = hand.node("android:id/content").bounds
        assert (window[2] - window[0], window[3]) == (2160 - 132, 1080), "the apps have the rest"
        assert window[0] == (0 if x else 132)
        keys = {child.element.description: y for _, y, child in bar(hand).box.children if child.element.tap}
        assert list(keys) == (
            ["Overview", "Home", "Back"] if back == "bottom" else ["Back", "Home", "Overview"]
        )
        hand.tap(text="Display")
        assert hand.sees(text="Brightness level"), "what is touched is what is seen"
        y = (keys["Back"] + 110) / 1080
        hand.do(Tap((x + 66) / 2160, y))
        assert hand.sees(text="Display")
    hand.tap("search_action_bar")
    keyboard = next(s for s in screen.surfaces(hand.phone) if s.kind == "keyboard")
    assert (keyboard.x, keyboard.y + keyboard.box.height) == (132, 1080)


def test_a_tablet_keeps_its_bar_at_the_foot(make_hand: Callable[..., Hand]) -> None:
    tablet = make_hand(width=1280, height=800, density=160)
    assert (bar(tablet).x, bar(tablet).y, bar(tablet).box.width) == (0, 752, 1280)


# The chord


def pictures(hand: Hand) -> list[str]:
    return [path for path in hand.phone.files if "/Screenshots/" in path]


@pytest.mark.parametrize(
    "line",
    [
        "input keycombination POWER VOLUME_DOWN",
        "input keycombination KEYCODE_VOLUME_DOWN 26",
        "for e in '1 116 1' '0 0 0' '1 114 1' '0 0 0' '1 116 0' '1 114 0' '0 0 0'; do sendevent /dev/input/event0 $e; done",
    ],
)
def test_power_and_volume_down_together_take_a_screenshot(hand: Hand, line: str) -> None:
    hand.shell(line)
    assert len(pictures(hand)) == 1
    assert hand.phone.display is None, "neither key does what it does alone"
    assert hand.phone.held == ()
    hand.shell("sendevent /dev/input/event0 1 114 1; sendevent /dev/input/event0 1 114 0")
    assert len(pictures(hand)) == 1
    assert "volume" in kinds(hand)
    hand.shell("sendevent /dev/input/event0 1 116 1; sendevent /dev/input/event0 1 116 0")
    assert display.of(hand.phone).asleep
    hand.shell("input keycombination POWER VOLUME_DOWN")
    assert len(pictures(hand)) == 1, "a screen that is off has no picture"


def test_the_emulators_wire_takes_a_screenshot_by_keys_that_are_held(hand: Hand) -> None:
    keyboard, before = Keyboard(), hand.phone.properties
    for name, kind in (("Power", 0), ("AudioVolumeDown", 0), ("AudioVolumeDown", 1), ("Power", 1)):
        event = SimpleNamespace(key=name, eventType=kind, text="", keyCode=0, codeType=0)
        for made in keyboard.handle(event):
            assert callable(made)
            hand.phone = made(hand.phone)
            assert hand.phone.properties == before, "a held key is no property"
    assert len(pictures(hand)) == 1
    assert hand.phone.held == ()
    assert hand.phone.display is None
