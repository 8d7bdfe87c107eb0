"""Gesture navigation: how it is chosen, and what swipes from the edges do."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset.errors import ConfigurationError
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.system import navigation
from bmoca_gym.tasks import media

BUTTONS, GESTURAL = navigation.OVERLAYS
DRAWN = np.random.default_rng(0)


@pytest.fixture
def hand() -> Hand:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell(f"cmd overlay enable {GESTURAL}")
    return hand


def back(hand: Hand, right: bool = False) -> None:
    hand.do(Swipe(0.99, 0.5, 0.6, 0.5) if right else Swipe(0.01, 0.5, 0.4, 0.5))


def up(hand: Hand, seconds: float = 0.2) -> None:
    hand.do(Swipe(0.5, 0.995, 0.5, 0.5, seconds))


def handle(hand: Hand) -> list[str]:
    """The ids of the navigation bar's elements."""
    (bar,) = [surface for surface in hand.device.view.surfaces if surface.kind == "navigation"]
    return [child.element.id.rpartition("/")[2] for child in bar.box.inside if child.element.id]


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
def test_an_overlay_chooses_gestures_and_brings_the_buttons_back(image: str) -> None:
    hand = Hand(image=image)
    assert handle(hand) == ["back", "home", "recent_apps"]
    before = hand.device.screenshot()
    hand.shell(f"cmd overlay enable {GESTURAL}")
    assert handle(hand) == ["home_handle"]
    assert hand.shell("settings get secure navigation_mode") == "2\n"
    assert hand.shell("cmd overlay list") == f"android\n[ ] {BUTTONS}\n[x] {GESTURAL}\n\n"
    hand.shell(f"cmd overlay enable-exclusive --category {BUTTONS}")
    assert handle(hand) == ["back", "home", "recent_apps"]
    assert (hand.device.screenshot() == before).all()
    hand.shell(f"cmd overlay enable {GESTURAL}; cmd overlay disable {BUTTONS}")
    assert handle(hand) == ["home_handle"]
    hand.shell(f"cmd overlay disable {GESTURAL}")
    assert handle(hand) == ["back", "home", "recent_apps"]
    assert hand.device.shell("cmd overlay enable com.android.theme.color.ocean").exit_code != 0


def test_settings_chooses_as_well() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell("am start -n com.android.settings/com.android.settings.Settings")
    for title in ("System", "Gestures", "System navigation"):
        while not hand.sees(text=title):
            hand.swipe("up")
        if title == "System navigation":
            assert hand.sees(text="3-button navigation")
        hand.tap(text=title)
    hand.tap(text="Gesture navigation")
    assert handle(hand) == ["home_handle"]
    hand.tap(text="3-button navigation")
    assert handle(hand) == ["back", "home", "recent_apps"]


def test_a_swipe_from_either_side_goes_back(hand: Hand) -> None:
    for right in (False, True):
        hand.open("settings")
        hand.tap(text="Display")
        back(hand, right)
        assert not hand.sees(text="Dark theme")
        back(hand, right)
        assert hand.phone.home
    hand.swipe("up")
    assert hand.sees("apps_view")
    back(hand)
    assert hand.sees("workspace")


def test_back_closes_the_keyboard_and_the_shade_first(hand: Hand) -> None:
    hand.swipe("up")
    hand.tap("search_box_input")
    assert hand.phone.top.focus
    back(hand)
    assert (hand.phone.top.focus, hand.sees("apps_view")) == ("", True)
    hand.do(Swipe(0.5, 0.0, 0.5, 0.6))
    assert hand.phone.shade is not None
    back(hand)
    assert hand.phone.shade is None


def test_swipes_that_begin_elsewhere_are_the_apps(hand: Hand) -> None:
    hand.open("settings")
    hand.do(Swipe(0.2, 0.5, 0.8, 0.5))
    hand.do(Swipe(0.01, 0.5, 0.03, 0.8))
    assert hand.phone.top.package == "com.android.settings"
    offset = hand.phone.top.offsets
    hand.do(Swipe(0.5, 0.95, 0.5, 0.5))
    assert hand.phone.top.package == "com.android.settings"
    assert hand.phone.top.offsets != offset


def test_up_from_the_foot_goes_home_and_from_there_to_the_apps(hand: Hand) -> None:
    hand.open("settings")
    up(hand)
    assert hand.phone.home
    up(hand)
    assert hand.sees("apps_view")
    up(hand)
    assert hand.phone.home
    hand.do(Swipe(0.5, 0.0, 0.5, 0.6))
    up(hand)
    assert hand.phone.shade is None


def test_up_and_held_shows_the_tasks(hand: Hand) -> None:
    hand.open("settings")
    up(hand, 1.2)
    assert hand.phone.overview
    back(hand)
    assert (hand.phone.overview, hand.phone.top.package) == (False, "com.android.settings")
    up(hand, 1.2)
    up(hand)
    assert hand.phone.home
    up(hand, 1.2)
    assert hand.phone.overview


def test_along_the_foot_is_the_task_before(hand: Hand) -> None:
    hand.open("clock")
    hand.open("settings")
    hand.do(Swipe(0.3, 0.995, 0.8, 0.995))
    assert hand.phone.top.package == "com.google.android.deskclock"
    hand.press("HOME")
    hand.do(Swipe(0.3, 0.995, 0.8, 0.995))
    assert hand.phone.top.package == "com.google.android.deskclock"
    hand.do(Swipe(0.8, 0.995, 0.3, 0.995))
    assert hand.phone.top.package == "com.google.android.deskclock"


def test_where_one_reads_from_the_right_the_task_before_is_to_the_right() -> None:
    hand = Hand(image="android13", locale="ar-EG")
    hand.shell(f"cmd overlay enable {GESTURAL}")
    hand.open("clock")
    hand.open("settings")
    hand.do(Swipe(0.3, 0.995, 0.8, 0.995))
    assert hand.phone.top.package == "com.android.settings"
    hand.do(Swipe(0.8, 0.995, 0.3, 0.995))
    assert hand.phone.top.package == "com.google.android.deskclock"


def test_the_lock_screen_has_none(hand: Hand) -> None:
    hand.open("settings")
    hand.shell("locksettings set-pin 1234; input keyevent SLEEP; input keyevent WAKEUP")
    shown = hand.device.screenshot()
    back(hand)
    assert (hand.device.screenshot() == shown).all()


def test_apps_have_the_room_of_the_buttons_and_the_bar_stays_at_the_foot(hand: Hand) -> None:
    assert hand.device.shell("dumpsys window windows").output.count("[0,2337][1080,2400]")
    hand.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    assert not hand.phone.configuration.bar_at_side
    (bar,) = [surface for surface in hand.device.view.surfaces if surface.kind == "navigation"]
    assert (bar.box.width, bar.y + bar.box.height) == (2400, 1080)


def picture_in_photos() -> Hand:
    hand = Hand()
    hand.open("photos")
    hand.tap(description="Photo taken on May 1, 2024 9:00 AM")
    return hand


def picture_in_gallery() -> Hand:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file("/sdcard/DCIM/one.png", media.picture(DRAWN, 60, 90, ("one",)))
    hand.shell("am start -n com.simplemobiletools.gallery.pro/.activities.MainActivity")
    hand.tap(text="DCIM")
    hand.tap("medium_thumbnail")
    return hand


def film_in_vlc() -> Hand:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.device.write_file("/sdcard/Movies/film.mp4", media.film(DRAWN, 9, 64, 48, ("x", "y")))
    hand.shell("am start -n org.videolan.vlc/.gui.MainActivity")
    hand.tap("nav_directories")
    hand.tap(text="Movies")
    hand.tap(text="film.mp4")
    return hand


@pytest.mark.parametrize(
    ("opened", "bar"),
    [
        (picture_in_photos, "photo_action_bar"),
        (picture_in_gallery, "bottom_actions"),
        (film_in_vlc, "progress_overlay"),
    ],
)
def test_the_bar_of_a_viewer_is_lower_above_the_handle(opened: Callable[[], Hand], bar: str) -> None:
    hand = opened()
    heights = []
    for overlay in (BUTTONS, GESTURAL):
        hand.shell(f"cmd overlay enable-exclusive --category {overlay}")
        _, top, _, bottom = hand.node(bar).bounds
        assert bottom == hand.phone.configuration.height
        heights.append((bottom - top) * 160 / hand.phone.configuration.density)
    assert heights[0] - heights[1] == pytest.approx(24, abs=1)


def test_the_shutter_is_lower_above_the_handle() -> None:
    hand = Hand()
    hand.open("camera")
    middles = []
    for overlay in (BUTTONS, GESTURAL):
        hand.shell(f"cmd overlay enable-exclusive --category {overlay}")
        _, top, _, bottom = hand.node("shutter_button").bounds
        middles.append((top + bottom) / 2 * 160 / hand.phone.configuration.density)
    assert middles[1] - middles[0] == pytest.approx(12, abs=1)


def test_a_configuration_is_checked() -> None:
    assert Configuration(gestures=True).bar == 24
    with pytest.raises(ConfigurationError, match="gestures is 1"):
        Configuration(gestures=1)  # type: ignore[arg-type]
