"""The schedule for sleeping turns "do not disturb" on and off by itself."""

from __future__ import annotations

from handset_hand import Hand

from bmoca_gym.handset.system import zen_schedules


def mode(hand: Hand) -> str:
    return hand.shell("settings get global zen_mode").strip()


def test_sleep_begins_and_ends_and_leaves_what_the_user_has_turned_on() -> None:
    hand = Hand(image="android13")  # 15:34
    hand.phone = zen_schedules.set_sleeping(hand.phone, True)
    assert mode(hand) != "1"
    hand.wait(7 * 3600)
    assert mode(hand) == "1"
    hand.wait(9 * 3600)
    assert mode(hand) == "0"
    hand.shell("settings put global zen_mode 1")
    hand.wait(24 * 3600)
    assert mode(hand) == "1", "a night has passed, and the user's own choice is kept"
    hand.shell("settings put global zen_mode 0")
    hand.wait(16 * 3600)
    assert mode(hand) == "1"
    hand.phone = zen_schedules.set_sleeping(hand.phone, False)
    assert mode(hand) == "0"
    hand.wait(48 * 3600)
    assert mode(hand) == "0"


def test_a_schedule_that_begins_at_night_begins_at_once() -> None:
    hand = Hand(image="android13")
    hand.wait(9 * 3600)
    hand.phone = zen_schedules.set_sleeping(hand.phone, True)
    assert mode(hand) == "1"
