"""TalkBack: which elements it reads, how gestures read and activate them, and how it is switched on and off."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen, talkback
from bmoca_gym.handset.gestures import LongPress, Pinch, PressKey, Swipe, Tap
from bmoca_gym.handset.system import accessibility, display
from bmoca_gym.handset.talkback import Stop
from bmoca_gym.handset.ui.tree import UiNode

ON = f"settings put secure enabled_accessibility_services {accessibility.TALKBACK}"
NEXT, BEFORE = Swipe(0.3, 0.5, 0.7, 0.5, 0.2), Swipe(0.7, 0.5, 0.3, 0.5, 0.2)
SETTINGS = "am start -a android.settings.SETTINGS"


def reading(*lines: str, image: str = "android13", **config: object) -> Hand:
    hand = Hand(image=image, **config)
    for line in (*lines, ON):
        hand.shell(line)
    return hand


def read(hand: Hand) -> Stop:
    phone = hand.phone
    found = talkback.focus(phone, screen.stops_of(phone, screen.shown(phone)))
    assert found is not None
    return found


def tap_on(hand: Hand, text: str, twice: bool = False) -> None:
    node = next(n for n in screen.ui_tree(hand.phone) if text in (n.text, n.content_description))
    x, y = node.center
    config = hand.phone.configuration
    tap = Tap(x / config.width, y / config.height)
    hand.do(tap)
    if twice:
        hand.do(tap)
        hand.wait(1)


def keys_of(hand: Hand) -> dict[str, tuple[float, float]]:
    """Keys of the keyboard by their letters, and their middles in fractions of the screen."""
    config, shown = hand.phone.configuration, screen.shown(hand.phone)
    window = next(surface for surface in shown.surfaces if surface.kind == "keyboard")
    nodes = screen.tree_of(hand.phone, window).nodes
    return {n.text: (n.center[0] / config.width, n.center[1] / config.height) for n in nodes if n.text}


def test_one_tap_reads_and_two_activate() -> None:
    hand = reading(SETTINGS)
    tap_on(hand, "Display")
    assert hand.phone.top.name.endswith(".Settings")
    assert read(hand).spoken == "Display, Dark theme, font size, brightness"
    hand.do(Tap(0.5, 0.3))  # within 300 ms, anywhere
    assert hand.phone.top.argument == "display"


def test_two_slow_taps_read_twice() -> None:
    hand = reading(SETTINGS)
    tap_on(hand, "Display")
    hand.wait(0.4)
    tap_on(hand, "Battery")
    assert read(hand).spoken.startswith("Battery")
    assert hand.phone.top.name.endswith(".Settings")


def test_swipes_move_the_focus_both_ways_and_scroll_at_the_end() -> None:
    hand = reading(SETTINGS)
    heard = []
    for _ in range(20):
        heard.append(read(hand).spoken.partition(",")[0])
        hand.do(NEXT)
        hand.wait(1)
    assert heard[:3] == ["Settings", "Search settings", "Network & internet"]
    last = heard.index("About emulated device")
    assert len(set(heard[: last + 1])) == last + 1  # each once
    assert read(hand).spoken.startswith("About")  # it stays at the end
    hand.do(BEFORE)
    assert read(hand).spoken.startswith("System")


def test_the_other_way_in_arabic() -> None:
    hand = reading(SETTINGS, locale="ar-EG")
    first = read(hand)
    hand.do(NEXT)
    assert read(hand) == first
    hand.do(BEFORE)
    assert read(hand) != first


def test_two_fingers_scroll_and_a_slow_drag_explores() -> None:
    hand = reading(SETTINGS)
    before = screen.ui_tree(hand.phone)
    hand.do(Pinch(0.4, 0.8, 0.4, 0.3, 0.6, 0.8, 0.6, 0.3, 1.0))
    assert screen.ui_tree(hand.phone) != before
    scrolled = screen.ui_tree(hand.phone)
    hand.do(Swipe(0.5, 0.8, 0.5, 0.3, 1.0))
    assert screen.ui_tree(hand.phone) == scrolled
    top, bottom = read(hand).node.bounds[1::2]
    assert top <= 0.3 * hand.phone.configuration.height < bottom


def test_a_held_second_tap_is_a_long_press() -> None:
    hand = reading()
    tap_on(hand, "Phone")
    hand.do(LongPress(0.5, 0.5))
    assert any(node.text == "App info" for node in screen.ui_tree(hand.phone))


def test_keys_of_the_keyboard_are_typed_at_once_and_keys_work() -> None:
    hand = reading("am start -a android.settings.SETTINGS")
    tap_on(hand, "Search settings", twice=True)
    x, y = keys_of(hand)["w"]
    hand.do(Tap(x, y))
    assert hand.phone.apps["com.android.settings"].query == "w"
    hand.do(PressKey("HOME"))
    assert hand.phone.home


def test_the_frame_is_drawn_and_uiautomator_tells_of_its_window() -> None:
    hand = Hand(image="android13")
    plain = hand.device.screenshot((270, 540))
    hand.shell(ON)
    assert read(hand).spoken == "Home screen 1 of 1"
    hand.do(NEXT)
    framed = hand.device.screenshot((270, 540))
    left, top, right, bottom = (round(edge / 4) for edge in read(hand).node.bounds)
    ring = framed[top : top + 2, left + 2 : right - 2].astype(int)
    assert (ring[..., 1] > ring[..., 0]).mean() > 0.9  # green
    assert np.array_equal(framed[bottom + 2 :], plain[bottom + 2 :])
    windows = hand.shell("uiautomator dump --windows /dev/tty")
    assert windows.count('accessibility-focused="true"') == (1 if hand.phone.image.api_level >= 30 else 0)
    hand.shell("settings put secure enabled_accessibility_services null")
    assert np.array_equal(hand.device.screenshot((270, 540)), plain)
    assert hand.phone.display is None


def test_settings_ask_before_it_goes_on_and_off() -> None:
    hand = Hand(image="android13")
    hand.shell("am start -a android.settings.ACCESSIBILITY_SETTINGS")
    tap_on(hand, "TalkBack")
    tap_on(hand, "Use TalkBack")
    tap_on(hand, "Deny")
    assert not hand.phone.aids.reader
    tap_on(hand, "Use TalkBack")
    tap_on(hand, "Allow")
    assert hand.phone.aids.reader
    assert hand.shell("settings get secure accessibility_enabled").strip() == "1"
    tap_on(hand, "Use TalkBack", twice=True)
    tap_on(hand, "Stop", twice=True)
    assert not hand.phone.aids.reader
    assert hand.phone.display is None
    assert hand.shell("settings get secure accessibility_enabled").strip() == "0"


def test_other_services_stay_when_it_goes() -> None:
    hand = reading()
    both = f"a/.B:{accessibility.TALKBACK}"
    hand.shell(f"settings put secure enabled_accessibility_services {both}")
    assert hand.phone.aids.reader
    assert (
        accessibility.with_service(hand.phone, accessibility.SERVICES, accessibility.TALKBACK, False)
        == "a/.B"
    )


def _node(name: str, depth: int, bounds: tuple[int, int, int, int], **options: bool) -> UiNode:
    return UiNode("android.view.View", "", name, "", bounds, "p", depth, **options)


def test_what_it_stops_at() -> None:
    row = _node("", 1, (0, 0, 100, 20), clickable=True)
    switch = _node("", 2, (80, 0, 100, 20), clickable=True, checkable=True)
    nodes = (
        _node("", 0, (0, 0, 100, 100)), row, _node("Wi-Fi", 2, (0, 0, 50, 10)), _node("Off", 2, (0, 10, 50, 20)),
        switch, _node("alone", 1, (0, 30, 100, 40)), _node("", 1, (0, 50, 100, 60), clickable=True),
    )  # fmt: skip
    stops = tuple(talkback.stops("app", nodes))
    assert [stop.spoken for stop in stops] == ["Wi-Fi, Off", "", "alone", ""]
    x, y = talkback.point(stops, stops[0])
    assert talkback.at(stops, "app", x, y) is stops[0]
    assert talkback.at(stops, "app", 90, 10) is stops[1]


@pytest.mark.parametrize("image", ["android10", "androidlab"])
def test_every_image_has_it(image: str) -> None:
    hand = reading(SETTINGS, image=image)
    hand.do(NEXT)
    hand.do(Tap(0.5, 0.5))
    hand.do(Tap(0.5, 0.5))
    assert hand.phone.top.name.endswith("SubSettings")


def _heard(hand: Hand, *keys: str) -> list[float]:
    """The levels of the slider that is read, after each key."""
    levels = []
    for key in keys:
        hand.do(PressKey(key))
        hand.wait(1)
        levels.append(float(read(hand).node.text))
    return levels


def _read_slider(hand: Hand, at: int = 0) -> None:
    node = [node for node in screen.ui_tree(hand.phone) if node.class_name.endswith(".SeekBar")][at]
    x, y = node.center
    hand.do(Tap(x / hand.phone.configuration.width, y / hand.phone.configuration.height))
    hand.wait(1)
    assert read(hand).node.bounds == node.bounds


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_volume_keys_move_the_slider_that_is_read(locale: str) -> None:
    hand = reading("am start -a android.settings.SOUND_SETTINGS", locale=locale)
    _read_slider(hand)
    assert _heard(hand, "VOLUME_DOWN", "VOLUME_UP", "VOLUME_UP") == [26.7, 33.3, 40.0]  # steps of fifteen
    assert hand.shell("settings get system volume_music_speaker").strip() == "6"
    assert display.of(hand.phone).volume < 0  # no panel
    _read_slider(hand, 2)
    assert _heard(hand, "VOLUME_UP", "VOLUME_UP", "VOLUME_UP") == [
        85.7,
        100.0,
        100.0,
    ]  # of seven; it ends there
    assert hand.shell("settings get system volume_ring_speaker").strip() == "7"


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_volume_keys_move_the_brightness_by_a_twentieth(image: str) -> None:
    hand = reading(image=image)
    hand.do(Pinch(0.4, 0.001, 0.4, 0.5, 0.6, 0.001, 0.6, 0.5))
    _read_slider(hand)
    before = float(read(hand).node.text)
    down = _heard(hand, "VOLUME_DOWN", "VOLUME_DOWN")
    assert 2 < before - down[0] < 8
    assert 2 < down[0] - down[1] < 8


def test_volume_keys_keep_their_meaning_on_what_is_no_slider() -> None:
    hand = reading(SETTINGS)
    hand.do(PressKey("VOLUME_UP"))
    assert display.of(hand.phone).volume == 3
