"""The virtual clock: time zones, setting it, freezing it, and scheduled calls."""

from __future__ import annotations

from datetime import datetime

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import images
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import clock, settings
from bmoca_gym.handset.value import do, replace

ZONES = ("GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", "Africa/Cairo")
YEAR_2000, YEAR_2040 = 946684800000, 2208988800000


def in_zone(zone: str) -> Phone:
    return settings.put_property(images.boot(), "persist.sys.timezone", zone)


def test_a_phone_leaves_the_box_at_a_fixed_time() -> None:
    assert clock.local_time(images.boot()) == datetime(2024, 5, 1, 10, 0)


@given(st.sampled_from(ZONES), st.integers(YEAR_2000, YEAR_2040))
def test_local_time_can_be_turned_back(zone: str, wall: int) -> None:
    phone = in_zone(zone)
    local = clock.local_time(phone, wall)
    again = clock.local_time(phone, clock.wall_of(phone, local))
    # Of an hour that a clock shows twice in autumn, either is right.
    assert again == local


def test_zones_and_daylight_saving() -> None:
    berlin = in_zone("Europe/Berlin")
    winter, summer = 1704106800000, 1719828000000  # 2024-01-01 11:00 and 2024-07-01 10:00 GMT
    assert clock.local_time(berlin, winter).hour == 12
    assert clock.local_time(berlin, summer).hour == 12
    kolkata = in_zone("Asia/Kolkata")
    assert clock.local_time(kolkata, winter) == datetime(2024, 1, 1, 16, 30)


@pytest.mark.parametrize(
    "zone", ["", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "\0", "Europe", "x" * 5000]
)
def test_a_zone_that_is_none_counts_as_gmt(zone: str) -> None:
    phone = in_zone(zone)
    assert phone.zone == "GMT"
    assert clock.local_time(phone) == datetime(2024, 5, 1, 10, 0)


def test_a_frozen_wall_stands_while_uptime_goes_on() -> None:
    phone = clock.freeze(images.boot(), True)
    later = inputs.wait(phone, 5000)
    assert later.clock.wall == phone.clock.wall
    assert later.clock.uptime == phone.clock.uptime + 5000
    running = inputs.wait(clock.freeze(later, False), 5000)
    assert running.clock.wall == phone.clock.wall + 5000


@given(st.integers(-(10**20), 10**20))
def test_no_time_leaves_the_calendar(wall: int) -> None:
    phone = clock.set_wall(images.boot(), wall)
    phone = inputs.wait(inputs.wait(phone, 10**12), 10**12)
    assert 1970 <= clock.local_time(phone).year <= 9999


def noted(phone: Phone, context: object, name: str) -> Phone:
    return replace(phone, toast=phone.toast + name)


def test_appointments_of_equal_times_are_kept_in_the_order_of_their_names() -> None:
    phone = images.boot()
    at = phone.clock.uptime + 1000
    for name in ("b", "c", "a"):
        phone = clock.schedule(phone, "android", name, at, do(noted, name), "uptime")
    assert inputs.wait(phone, 1000).toast == "abc"
    assert inputs.wait(clock.cancel(phone, "android", "b"), 1000).toast == "ac"
    assert clock.cancel(phone, "android", "z") is phone


def test_what_is_long_due_happens_at_once() -> None:
    phone = images.boot()
    phone = clock.schedule(phone, "android", "x", phone.clock.wall - 5, do(noted, "x"))
    assert inputs.wait(phone, 0).toast == "x"


def test_setting_the_clock_over_an_alarm_does_not_ring_it(hand: Hand) -> None:
    """DeskClock counts skipped alarms as missed; the next one rings on the next day."""
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.tap("onoff")  # Saturday and Sunday, 9:00
    hand.shell("date 060112002024.00")  # Saturday 1 June, noon
    hand.wait(60)
    assert not hand.heads_up()
    hand.wait(21 * 3600)  # Sunday, 9:01
    assert "Snooze" in [node.text for node in hand.heads_up()]


def test_alarms_ring_by_the_time_zone_that_was_set_last(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.tap("onoff")
    hand.shell("date 060106302024.00; setprop persist.sys.timezone Europe/Berlin")  # 8:30 there
    hand.wait(29 * 60)
    assert not hand.heads_up()
    hand.wait(61)
    assert "9:00 AM" in [node.text for node in hand.heads_up()]
