"""Extreme settings: every page still shows, and every offered size can be chosen."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.apps.settings import summaries
from bmoca_gym.handset.apps.settings.pages import PAGES
from bmoca_gym.handset.apps.settings.state import SUB_SETTINGS
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.system import activities
from bmoca_gym.randomization import application, environments
from bmoca_gym.randomization.device_profile import PROFILES

SCREENS = [
    (480, 800, 240),
    (4096, 480, 80),
    (800, 480, 160),
    (240, 240, 160),
    (320, 480, 200),
    (4320, 4320, 960),
]


def _sub_settings(hand: Hand, name: str) -> None:
    hand.open("settings")
    hand.phone = activities.start(hand.phone, SUB_SETTINGS, name)


@pytest.mark.parametrize("physical", ["", "440", "80", "960"])
def test_every_display_size_that_is_offered_can_be_taken(physical: str) -> None:
    for width, height, density in SCREENS:
        hand = Hand(width=width, height=height, density=density)
        if physical:
            hand.shell(f"setprop qemu.sf.lcd_density {physical}")
        offered = summaries.densities(hand.phone)
        assert offered
        _sub_settings(hand, "display_size")
        before = hand.phone
        for name in ("seek_bar", "smaller", "larger"):
            for share in (0.01, 0.3, 0.5, 0.7, 0.99):
                hand.phone = before
                for node in hand.all(name)[:1]:
                    hand.do(Tap(*hand.at(node, share)))
                    assert hand.phone.configuration.density in (*offered, density)
                    assert len(hand.tree.find_all()) > 1


def test_each_profile_has_its_own_physical_density() -> None:
    for profile in PROFILES.values():
        for configuration in environments.select("all"):
            if configuration.profile == profile:
                hand = Hand()
                application.apply(configuration, hand.device)
                assert f"Physical density: {profile.density}\n" in hand.shell("wm density")
                break


def test_numbers_of_thousands_of_digits_break_no_page() -> None:
    hand = Hand()
    for name in ("screen_brightness", "screen_off_timeout", "volume_music", "volume_alarm", "volume_ring",
                 "accelerometer_rotation", "time_12_24"):  # fmt: skip
        hand.shell(f"settings put system {name} {'9' * 5000}")
    for page in PAGES:
        _sub_settings(hand, page)
        assert hand.tree
