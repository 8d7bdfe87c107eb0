"""Clock's timers, its stopwatch and its world clock."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.system import display

HOUR = 3600


def events(hand: Hand) -> list[str]:
    return [message for tag, message in hand.new_log() if tag == "AlarmClock"]


# Timers


def start_timer(hand: Hand, digits: str) -> None:
    for digit in digits:
        hand.tap(f"timer_setup_digit_{digit}")
    hand.tap("fab")


@pytest.fixture
def timer(hand: Hand) -> Hand:
    hand.open("clock")
    hand.tap(description="Timer")
    hand.new_log()
    return hand


def test_digits_move_in_from_the_end(timer: Hand) -> None:
    assert not timer.sees("fab"), "nothing to start yet"
    timer.tap("timer_setup_digit_0")
    assert not timer.sees("fab")
    for digit in ("1", "2", "00", "3"):
        timer.tap(f"timer_setup_digit_{digit}")
    assert timer.node("timer_setup_time").content_description == "01h 20m 03s"
    for digit in "4567":
        timer.tap(f"timer_setup_digit_{digit}")
    assert timer.node("timer_setup_time").content_description == "12h 00m 34s", (
        "six digits are all there is room for"
    )
    timer.tap("timer_setup_delete")
    assert timer.node("timer_setup_time").content_description == "01h 20m 03s"
    timer.hold("timer_setup_delete")
    assert timer.node("timer_setup_time").content_description == "00h 00m 00s"


def test_a_timer_counts_down_and_rings(timer: Hand) -> None:
    start_timer(timer, "130")
    assert timer.text("timer_time_text") == "1:30"
    timer.wait(29.2)
    assert timer.text("timer_time_text") == "1:01"
    timer.press("HOME")
    timer.wait(60.7)
    assert timer.phone.home
    timer.wait(0.1)
    assert "Events: [Timer] [Fire] timer 1" in events(timer)
    assert timer.phone.home, "a notification lies over the app"
    assert {"Time’s up", "Stop", "+1:00"} <= {node.text for node in timer.heads_up()}
    timer.tap_heads_up("Time’s up")
    assert timer.activity == "ExpiredTimersActivity"
    assert not timer.heads_up()
    timer.wait(5)
    assert timer.text("timer_time_text") == "−5"
    timer.tap("fab")
    timer.open("clock")
    assert timer.text("timer_time_text") == "1:30"
    timer.wait(HOUR)
    assert timer.activity == "DeskClock"
    assert not timer.heads_up()


def test_a_timer_that_is_over_takes_a_screen_that_is_off_or_locked(timer: Hand) -> None:
    timer.phone = display.set_lock(timer.phone, "pin", "1234")
    start_timer(timer, "10")
    timer.press("POWER")
    timer.wait(10)
    assert timer.activity == "ExpiredTimersActivity"
    timer.tap("fab")
    assert display.is_covered(timer.phone)
    assert timer.phone.notifications == ()


def test_a_timer_that_is_over_is_told_of_in_clock_too(timer: Hand) -> None:
    for digits in ("10", "10"):
        if not timer.sees("timer_setup"):
            timer.tap("fab")
        start_timer(timer, digits)
    timer.wait(10)
    assert len(timer.phone.notifications) == 2
    timer.tap_heads_up("+1:00")
    assert len(timer.phone.notifications) == 1
    assert timer.texts("timer_time_text") == ["1:00", "0"]
    timer.tap("play_pause", index=1)
    assert timer.phone.notifications == ()


def test_a_timer_is_stopped_started_and_reset(timer: Hand) -> None:
    start_timer(timer, "100")
    timer.wait(10)
    timer.tap("play_pause")
    timer.wait(HOUR)
    assert timer.text("timer_time_text") == "50"
    timer.tap("play_pause")
    timer.wait(5)
    timer.tap("play_pause")
    assert timer.text("timer_time_text") == "45"
    timer.tap("reset_add", text="Reset")
    assert timer.text("timer_time_text") == "1:00"


def test_a_minute_can_be_added(timer: Hand) -> None:
    start_timer(timer, "30")
    timer.tap("reset_add", text="+1:00")
    assert timer.text("timer_time_text") == "1:30"
    timer.wait(89)
    assert not timer.heads_up()
    timer.wait(1)
    assert timer.heads_up()


def test_more_timers_and_deleting_them(timer: Hand) -> None:
    start_timer(timer, "30")
    timer.tap("fab")
    assert timer.sees("timer_setup")
    timer.tap("left_button")
    assert timer.sees("timers_list")
    timer.tap("fab")
    start_timer(timer, "100")
    assert timer.texts("timer_time_text")[0] == "1:00"
    timer.wait(40)
    timer.tap_heads_up("Stop")
    for _ in range(2):
        timer.tap("close")
    assert timer.sees("timer_setup")
    timer.wait(HOUR)
    assert timer.activity == "DeskClock"


def test_no_more_than_twelve_timers_are_kept_and_the_others_do_not_ring(timer: Hand) -> None:
    for _ in range(13):
        if not timer.sees("timer_setup"):
            timer.tap("fab")
        start_timer(timer, "30")
    assert len(timer.state("clock").timers) == 12


def test_a_timer_has_a_label(timer: Hand) -> None:
    start_timer(timer, "30")
    timer.tap("timer_label")
    timer.type("Tea\n")
    assert timer.text("timer_label") == "Tea"


# Stopwatch


def test_the_stopwatch_runs_laps_stops_and_resets(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Stopwatch")
    assert (hand.text("stopwatch_time_text"), hand.text("stopwatch_hundredths_text")) == ("0", "00")
    hand.tap("fab")
    hand.wait(12.34)
    assert (hand.text("stopwatch_time_text"), hand.text("stopwatch_hundredths_text")) == ("12", "34")
    hand.tap("right_button")
    hand.wait(60)
    hand.tap("right_button")
    assert hand.texts("lap_number") == ["# 2", "# 1"]
    assert hand.texts("lap_time") == ["01:00.00", "00:12.34"]
    assert hand.texts("lap_total") == ["01:12.34", "00:12.34"]
    hand.tap("fab")
    hand.wait(HOUR)
    assert hand.text("stopwatch_time_text") == "1:12"
    hand.tap("stopwatch_circle")
    hand.wait(HOUR)
    assert hand.text("stopwatch_time_text") == "1:01:12"
    hand.tap("fab")
    hand.tap("left_button")
    assert hand.text("stopwatch_time_text") == "0"
    assert hand.texts("lap_number") == []


def test_the_stopwatch_runs_while_its_app_is_left(hand: Hand) -> None:
    hand.open("clock")
    hand.tap(description="Stopwatch")
    hand.tap("fab")
    hand.press("BACK")
    hand.wait(90)
    hand.open("clock")
    assert hand.text("stopwatch_time_text") == "1:30"


# World clock


def test_cities_are_added_with_their_times(hand: Hand) -> None:
    hand.open("clock")
    assert not hand.sees("city_name")
    hand.tap("fab")
    assert hand.activity == "CitySelectionActivity"
    hand.tap("search_src_text")
    hand.type("toky")
    hand.press("BACK")
    assert hand.texts("city_name") == ["Tokyo"]
    hand.tap("city_name")
    hand.press("BACK")
    assert hand.texts("city_name") == ["Tokyo"]
    assert hand.text("digital_clock", index=1) == "7:00 PM"
    hand.shell("date 050116302024.00")
    assert hand.text("digital_clock", index=1) == "1:30 AM"
    assert hand.text("city_day") == "Tomorrow"
    hand.tap("fab")
    hand.tap("search_src_text")
    hand.type("Tokyo")
    hand.press("BACK")
    assert hand.node("city_onoff").checked
    hand.tap("city_name")
    hand.tap(description="Navigate up")
    assert not hand.sees("city_name")


def test_a_city_that_is_not_known_is_said_to_be_so(hand: Hand) -> None:
    hand.open("clock")
    hand.tap("fab")
    hand.tap("search_src_text")
    hand.type("Atlantis")
    assert "No cities found" in hand.texts()


def test_the_next_alarm_is_shown(hand: Hand) -> None:
    hand.open("clock")
    assert not hand.sees("nextAlarm")
    hand.tap(description="Alarm")
    hand.tap("onoff")
    hand.tap(description="Clock")
    assert hand.text("nextAlarm") == "Sat 9:00 AM"
