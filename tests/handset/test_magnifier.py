"""Magnification: three taps, the button, panning; where touches fall, and what the UI tree and the picture show."""

from __future__ import annotations

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.gestures import Pinch, PressKey, Swipe, Tap, pinch
from bmoca_gym.handset.system import accessibility

TRIPLE = "settings put secure accessibility_display_magnification_enabled 1"
BUTTON = f"settings put secure accessibility_button_targets {accessibility.MAGNIFIER}"
SETTINGS = "am start -a android.settings.SETTINGS"


def hand_with(*lines: str, image: str = "android13") -> Hand:
    hand = Hand(image=image)
    for line in lines:
        hand.shell(line)
    return hand


def three_taps(hand: Hand, x: float, y: float) -> None:
    for _ in range(3):
        hand.do(Tap(x, y))


def zoom(hand: Hand) -> tuple[float, float, float]:
    found = hand.phone.aids.zoom
    assert found is not None
    return found


def bounds(hand: Hand, text: str) -> tuple[int, int, int, int] | None:
    return next((node.bounds for node in screen.ui_tree(hand.phone) if node.text == text), None)


def test_three_taps_magnify_around_their_point_and_three_more_end_it() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    before = bounds(hand, "Display")
    assert before is not None
    config = hand.phone.configuration
    x, y = (before[0] + before[2]) / 2 / config.width, (before[1] + before[3]) / 2 / config.height
    three_taps(hand, x, y)
    hand.wait(1)
    assert zoom(hand) == (2.0, x, y)
    assert hand.phone.top.name.endswith(".Settings")
    after = bounds(hand, "Display")
    assert after is not None
    assert after[3] - after[1] == 2 * (before[3] - before[1])
    three_taps(hand, 0.5, 0.5)
    assert hand.phone.aids.zoom is None
    assert bounds(hand, "Display") == before


def test_a_single_tap_comes_later_and_falls_where_the_picture_shows() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    three_taps(hand, 0.3, 0.7)
    found = bounds(hand, "Display")
    assert found is not None
    config = hand.phone.configuration
    hand.do(Tap((found[0] + found[2]) / 2 / config.width, (found[1] + found[3]) / 2 / config.height))
    assert hand.phone.top.name.endswith(".Settings")  # it could be the first of three
    hand.wait(0.3)
    assert hand.phone.top.argument == "display"


def test_taps_that_wait_come_before_another_gesture() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    hand.do(Tap(0.5, 0.3))
    hand.do(PressKey("HOME"))
    assert hand.phone.home
    assert len(hand.phone.tasks[-1].activities) == 2


def test_two_fingers_move_the_part_and_a_pinch_changes_the_scale() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    three_taps(hand, 0.5, 0.5)
    hand.do(Pinch(0.4, 0.5, 0.3, 0.3, 0.6, 0.5, 0.5, 0.3))
    scale, x, y = zoom(hand)
    assert (scale, x, y) == pytest.approx((2, 0.55, 0.6), abs=0.03)
    hand.do(pinch(0.5, 0.5, 10.0))
    assert zoom(hand)[0] == accessibility.MOST_SCALE
    hand.do(pinch(0.5, 0.5, 0.1))
    hand.do(pinch(0.5, 0.5, 0.1))
    assert zoom(hand) == (1.0, 0.5, pytest.approx(0.5, abs=0.05))


def test_one_finger_scrolls_what_is_magnified() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    three_taps(hand, 0.5, 0.5)
    before = hand.phone.top.offsets
    hand.do(Swipe(0.5, 0.8, 0.5, 0.3, 1.0))
    assert hand.phone.top.offsets != before
    assert zoom(hand)[0] == 2


def test_the_button_magnifies_and_the_bar_keeps_its_size() -> None:
    hand = hand_with(SETTINGS, BUTTON)
    plain = hand.device.screenshot((540, 1080))
    config = hand.phone.configuration
    button = 1 - 24 * config.density / 160 / config.width
    hand.do(Tap(button, 0.98))
    assert zoom(hand) == (2.0, 0.5, 0.5)
    large = hand.device.screenshot((540, 1080))
    foot = round((config.height - 48 * config.density / 160) / 2) + 2
    assert np.abs(large[foot:].astype(int) - plain[foot:]).mean() < 1  # its edges are smoothed
    assert not np.array_equal(large[:foot], plain[:foot])
    assert np.array_equal(hand.device.screenshot((540, 1080)), large)
    hand.do(Tap(button, 0.98))
    assert np.array_equal(hand.device.screenshot((540, 1080)), plain)


def test_with_gesture_navigation_two_fingers_from_the_foot_press_the_button() -> None:
    hand = hand_with("settings put secure navigation_mode 2", BUTTON)
    hand.do(Pinch(0.4, 0.995, 0.4, 0.7, 0.6, 0.995, 0.6, 0.7))
    assert zoom(hand)[0] == 2


def test_another_app_ends_it() -> None:
    hand = hand_with(SETTINGS, TRIPLE)
    three_taps(hand, 0.5, 0.5)
    hand.do(PressKey("HOME"))
    assert hand.phone.aids.zoom is None


def test_settings_switch_both_on() -> None:
    hand = hand_with("am start -a android.settings.ACCESSIBILITY_SETTINGS")
    hand.tap(text="Magnification")
    hand.tap(text="Magnification shortcut")
    assert hand.shell("settings get secure accessibility_button_targets").strip() == accessibility.MAGNIFIER
    hand.tap(text="Triple-tap screen")
    now = hand.phone.aids
    assert now.button
    assert now.triple
    hand.tap(text="Magnification shortcut")
    hand.wait(1)
    assert not hand.phone.aids.button
