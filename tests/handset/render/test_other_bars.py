"""Frames of screens that differ only in their bars, or have a banner over the app: they are those of a full drawing."""

from __future__ import annotations

import pytest

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset import memory
from bmoca_gym.handset.gestures import PressKey, Swipe
from bmoca_gym.handset.render import renderer
from bmoca_gym.handset.render.renderer import Renderer
from bmoca_gym.handset.state import Notification, Phone
from bmoca_gym.handset.system import audio, notifications
from bmoca_gym.handset.value import clear_caches

SIZE = (128, 256)


@pytest.fixture(autouse=True)
def _nothing_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without remembered screens, and keep all from there on: a large process may clear its caches any time."""
    for name in ("look", "go_on"):
        monkeypatch.setattr(memory, name, lambda: None)
    clear_caches()


def _noticed(phone: Phone, importance: int) -> Phone:
    said = Notification(notifications.SHELL, "a", "Lunch?", "At noon", "mail", importance=importance)
    return notifications.post(phone, said)


def _fresh(device: EmbeddedDevice) -> bytes:
    whole = Renderer(*SIZE).picture(device.phone.configuration, device.view.shown)
    return whole.tobytes()


def test_a_screen_with_another_icon_in_its_bar_begins_with_the_frame_of_the_same_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = EmbeddedDevice()
    device.screenshot(SIZE)
    home = device.view.shown
    device.perform(Swipe(0.5, 0.8, 0.5, 0.2))  # the list of apps
    device.screenshot(SIZE)
    device.phone = _noticed(device.phone, notifications.DEFAULT)
    device.perform(PressKey("HOME"))
    again = device.view.shown
    assert again is not home
    config = device.phone.configuration
    assert renderer._without_bars(config, again) == renderer._without_bars(config, home)
    assert device.screenshot(SIZE).tobytes() == _fresh(device)
    # Without the frame of home to begin with, it is the same.
    monkeypatch.setattr(renderer, "_MOST_WINDOWS", 0)
    renderer._drawn_windows.clear()
    renderer.SEEN_FRAMES.clear()
    other = EmbeddedDevice()
    other.phone = device.phone
    assert other.screenshot(SIZE).tobytes() == _fresh(device)


def test_equal_screens_under_a_banner_or_the_volume_panel_are_one_and_others_are_not() -> None:
    one, other = EmbeddedDevice(), EmbeddedDevice()
    for device in (one, other):
        device.phone = _noticed(device.phone, notifications.HIGH)
    assert [window.kind for window in one.view.surfaces][-1] == "heads_up"
    assert one.screen is other.screen
    banner = one.screenshot(SIZE).tobytes()
    assert banner == _fresh(one)
    said = Notification(notifications.SHELL, "a", "Dinner?", "At six", "mail", importance=notifications.HIGH)
    other.phone = notifications.post(other.phone, said)
    assert one.screen is not other.screen
    assert other.screenshot(SIZE).tobytes() == _fresh(other) != banner
    one.wait(60)
    assert [window.kind for window in one.view.surfaces] == ["screen", "status", "navigation"]

    for device, level in ((one, 3), (other, 3)):
        device.phone = audio.move_volume(EmbeddedDevice().phone, 3, level)
    assert [window.kind for window in one.view.surfaces][-1] == "volume"
    assert one.screen is other.screen
    other.phone = audio.move_volume(other.phone, 3, 9)
    assert one.screen is not other.screen
    assert one.screenshot(SIZE).tobytes() == _fresh(one)
    assert other.screenshot(SIZE).tobytes() == _fresh(other)
