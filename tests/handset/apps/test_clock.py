"""Clock: its tabs, and alarms that ring in virtual time. Timers and the rest are in test_clock_timers.py."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.resources import format_time, string, weekdays
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import display
from bmoca_gym.handset.system.sqlite_bytes import read_database

DATABASE = APPS["clock"].files[0].path
HOUR = 3600


@pytest.fixture
def clock(hand: Hand) -> Hand:
    """A hand on the alarm tab; it is Wednesday, 10:00."""
    hand.open("clock")
    hand.tap(description="Alarm")
    hand.new_log()
    return hand


def rows(hand: Hand) -> list[tuple[int, int, int, int]]:
    """hour, minutes, daysofweek, enabled of every alarm in the database."""
    with closing(read_database(hand.device.read_file(DATABASE))) as database:
        return database.execute(
            "SELECT hour, minutes, daysofweek, enabled FROM alarm_templates ORDER BY _id"
        ).fetchall()


def events(hand: Hand) -> list[str]:
    return [message for tag, message in hand.new_log() if tag == "AlarmClock"]


def add_alarm(hand: Hand, hour: int, minute: int) -> None:
    """Add an alarm by typing, which takes the fewest gestures."""
    hand.tap("fab")
    if not hand.sees("android:id/input_hour"):
        hand.tap("android:id/toggle_mode")
    for field, number in (("input_hour", hour % 12 or 12), ("input_minute", minute)):
        hand.tap(f"android:id/{field}")
        hand.type(f"{number:02d}")
    hand.press("BACK")
    hand.tap("android:id/am_pm_spinner")
    hand.tap("android:id/text1", index=int(hour >= 12))
    hand.tap("android:id/button1")


# Tabs


def test_it_opens_on_the_world_clock_and_its_tabs_are_named(hand: Hand) -> None:
    hand.open("clock")
    tabs = [n for n in hand.tree if n.class_name.endswith("ActionBar$Tab")]
    assert [n.content_description for n in tabs] == ["Alarm", "Clock", "Timer", "Stopwatch"]
    assert [n.selected for n in tabs] == [False, True, False, False]
    hand.tap(description="Timer")
    assert ("AlarmClock", "Events: [Timer] [Show Tab] [Tap]") in hand.new_log()
    assert hand.sees("timer_setup")


def test_tabs_turn_with_the_finger(make_hand: Callable[..., Hand]) -> None:
    for locale, forward, backward in (("en-US", "left", "right"), ("ar-EG", "right", "left")):
        hand = make_hand(locale=locale)
        hand.open("clock")
        seen = []
        for direction in (forward, forward, forward, backward, backward, backward, backward):
            hand.swipe(direction)
            seen.append(hand.state("clock").tab)
        assert seen == ["timer", "stopwatch", "stopwatch", "timer", "clock", "alarm", "alarm"]


# Alarms


def test_out_of_the_box_there_is_one_for_the_weekend_switched_off(clock: Hand) -> None:
    assert rows(clock) == [(9, 0, 96, 0)]
    assert clock.text("digital_clock") == "9:00 AM"
    assert clock.text("days_of_week") == "Sun, Sat"
    assert not clock.node("onoff").checked


def test_a_new_alarm_is_on_and_open_and_said(clock: Hand) -> None:
    add_alarm(clock, 10, 30)
    assert rows(clock)[1] == (10, 30, 0, 1)
    assert events(clock)[0] == "Events: [Alarm] [Create] [DeskClock]"
    assert clock.phone.toast == "Alarm set for 30 minutes from now"
    assert clock.texts("digital_clock") == ["9:00 AM", "10:30 AM"]
    assert clock.sees("repeat_onoff")
    assert clock.node("onoff", index=1).checked


@pytest.mark.parametrize(
    ("hour", "minute", "said"),
    [
        (10, 1, "1 minute"),
        (11, 0, "1 hour"),
        (10, 0, "1 day"),
        (9, 59, "23 hours 59 minutes"),
        (12, 2, "2 hours 2 minutes"),
    ],
)
def test_how_long_it_is_until_then(clock: Hand, hour: int, minute: int, said: str) -> None:
    add_alarm(clock, hour, minute)
    assert clock.phone.toast == f"Alarm set for {said} from now"


def test_alarms_stand_in_the_order_of_the_day(clock: Hand) -> None:
    for hour in (22, 5, 13):
        add_alarm(clock, hour, 0)
    clock.do(Tap(0.5, 0.35))
    assert [row[0] for row in rows(clock)] == [9, 22, 5, 13]
    shown = clock.texts("digital_clock")
    assert shown == [t for t in ("5:00 AM", "9:00 AM", "1:00 PM", "10:00 PM") if t in shown]


def test_an_alarms_time_can_be_changed_and_switches_it_on(clock: Hand) -> None:
    clock.tap("digital_clock")
    clock.tap(description="7")
    clock.tap("android:id/button1")
    assert rows(clock) == [(7, 0, 96, 1)]
    assert "Events: [Alarm] [Update] [DeskClock]" in events(clock)


def test_cancelling_the_picker_changes_nothing(clock: Hand) -> None:
    before = rows(clock)
    clock.tap("fab")
    clock.tap("android:id/button2")
    assert rows(clock) == before
    assert events(clock) == []


def test_switching_an_alarm(clock: Hand) -> None:
    clock.tap("onoff")
    assert rows(clock)[0][3] == 1
    assert events(clock)[0] == "Events: [Alarm] [Enable] [DeskClock]"
    clock.tap("onoff")
    assert rows(clock)[0][3] == 0
    assert events(clock) == ["Events: [Alarm] [Disable] [DeskClock]"]


def test_the_next_alarm_is_told_to_the_notification_policy(clock: Hand) -> None:
    clock.tap("onoff")
    policy = [m for tag, m in clock.new_log() if tag == "ConditionProviders.SCP"]
    assert len(policy) == 1
    assert policy[0].endswith("nextUserAlarmTime=Sat May 04 09:00:00 GMT 2024 (1714813200000)")
    clock.tap("onoff")
    policy = [m for tag, m in clock.new_log() if tag == "ConditionProviders.SCP"]
    assert policy[0].endswith("nextUserAlarmTime=Thu Jan 01 00:00:00 GMT 1970 (0)")


@pytest.mark.parametrize("locale", LOCALES)
def test_days_repeat_by_the_weeks_own_order(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("clock")
    hand.do(Tap(*hand.at(next(n for n in hand.tree if n.class_name.endswith("ActionBar$Tab")))))
    hand.tap("arrow")
    names = [hand.node(f"day_button_{place}").content_description for place in range(7)]
    days = list(weekdays(locale, "wide"))
    assert sorted(names) == sorted(days)
    first = days.index(names[0])
    assert names == days[first:] + days[:first]
    hand.tap("repeat_onoff")
    assert rows(hand)[0][2] == 0
    hand.tap("repeat_onoff")
    assert rows(hand)[0][2] == 127
    for name in days[5:]:
        hand.tap(description=name)
    assert rows(hand)[0][2] == 31, "Monday to Friday"
    checked = [hand.node(description=name).checked for name in days]
    assert checked == [True] * 5 + [False] * 2


def test_a_row_opens_and_closes(clock: Hand) -> None:
    assert not clock.sees("delete")
    clock.tap("arrow")
    assert clock.sees("delete")
    clock.tap("vibrate_onoff")
    assert not clock.node("vibrate_onoff").checked
    clock.tap("arrow")
    assert not clock.sees("delete")


def test_a_label_is_written_and_shown(clock: Hand) -> None:
    clock.tap("arrow")
    clock.tap("edit_label")
    clock.type("  Gym\n")
    assert clock.text("edit_label") == "Gym"
    clock.tap("arrow")
    assert clock.text("label") == "Gym"
    with closing(read_database(clock.device.read_file(DATABASE))) as database:
        assert database.execute("SELECT label FROM alarm_templates").fetchall() == [("Gym",)]
    clock.tap("arrow")
    clock.tap("edit_label")
    clock.type("no")
    clock.press("BACK")
    clock.tap("android:id/button2")
    assert clock.text("edit_label") == "Gym"


@pytest.mark.parametrize(
    "text", ["\ud83d", "\x00", "'; DROP TABLE alarm_templates; --", "x" * 9000, "🕰️", "\u202e"]
)
def test_any_label_can_be_kept_in_the_database(clock: Hand, text: str) -> None:
    clock.tap("arrow")
    clock.tap("edit_label")
    clock.type(text)
    clock.press("BACK")
    clock.tap("android:id/button1")
    data = clock.device.read_file(DATABASE)
    clock.device.write_file(DATABASE, data)
    assert clock.device.read_file(DATABASE)[:16] == data[:16]
    assert len(rows(clock)) == 1


def test_deleting_an_alarm(clock: Hand) -> None:
    clock.tap("arrow")
    clock.tap("delete")
    assert rows(clock) == []
    told = events(clock)
    assert told[0] == "Events: [Alarm] [Delete] [DeskClock]"
    assert [line.partition(":")[0] for line in told[1:]] == ["Removed alarm"]
    assert clock.text("snackbar_text") == "Alarm deleted"
    assert clock.sees("alarms_empty_view")
    clock.wait(3)
    assert not clock.sees("snackbar_text")


def test_a_deleted_alarm_is_brought_back(clock: Hand) -> None:
    add_alarm(clock, 10, 30)
    before = rows(clock)
    clock.tap("delete")
    assert len(rows(clock)) == len(before) - 1
    clock.tap("fab")
    clock.press("BACK")
    clock.tap(text="UNDO")
    assert rows(clock) == before
    assert not clock.sees("snackbar_text")
    clock.wait(30 * 60)
    assert rings(clock)


# Ringing


def rings(hand: Hand) -> bool:
    """Whether a ringing alarm over the app can be snoozed."""
    return "Snooze" in [node.text for node in hand.heads_up()]


def test_an_alarm_rings_once_over_the_app_and_is_dismissed(clock: Hand) -> None:
    add_alarm(clock, 10, 30)
    clock.press("HOME")
    clock.wait(30 * 60 - 1)
    assert not rings(clock)
    clock.wait(1)
    assert rings(clock)
    assert clock.phone.home, "the phone is in use: the alarm does not take its screen"
    clock.wait(60)
    assert rings(clock), "until something is done about it"
    assert "Starting alarm instance for alarm 2" in events(clock)
    clock.tap_heads_up("10:30 AM")
    assert clock.activity == "AlarmActivity"
    assert not rings(clock)
    assert clock.text("digital_clock") == "10:31 AM"
    clock.tap("dismiss")
    assert "Dismissed alarm 2" in events(clock)
    assert rows(clock)[1] == (10, 30, 0, 0), "one that does not repeat is off"
    clock.wait(48 * HOUR)
    assert not rings(clock)
    assert clock.phone.notifications == ()


@pytest.mark.parametrize("lock", ["none", "swipe", "pin"])
def test_an_alarm_wakes_the_phone_and_is_shown_over_its_lock(clock: Hand, lock: str) -> None:
    add_alarm(clock, 10, 30)
    clock.phone = display.set_lock(clock.phone, lock, "1234" if lock == "pin" else "")
    clock.press("HOME", "POWER")
    clock.wait(30 * 60)
    assert clock.activity == "AlarmActivity"
    assert clock.text("digital_clock") == "10:30 AM"
    if lock != "none":
        clock.press("OVERVIEW", "SEARCH")
        clock.do(Swipe(0.5, 0.005, 0.5, 0.6))
    assert clock.sees("dismiss"), "nothing leads past the lock"
    clock.tap("dismiss")
    assert display.is_covered(clock.phone) == (lock != "none")


def test_a_snoozed_alarm_rings_again_in_ten_minutes(clock: Hand) -> None:
    add_alarm(clock, 10, 30)
    clock.wait(30 * 60)
    clock.tap_heads_up("Snooze")
    assert not rings(clock)
    clock.wait(599)
    assert not rings(clock)
    clock.wait(1)
    assert rings(clock)
    clock.tap_heads_up("Dismiss")
    clock.wait(HOUR)
    assert not rings(clock)


def test_a_repeating_alarm_rings_on_its_days(clock: Hand) -> None:
    clock.tap("onoff")  # Saturday and Sunday, 9:00
    rung = []
    for _ in range(14 * 24):
        clock.wait(HOUR)
        if rings(clock):
            rung.append(clock.shell("date '+%d'").strip())
            clock.tap_heads_up("Dismiss")
    assert rung == ["04", "05", "11", "12"]
    assert rows(clock)[0] == (9, 0, 96, 1)


def test_a_snoozed_alarm_that_is_switched_off_is_silent(clock: Hand) -> None:
    clock.tap("onoff")
    clock.wait(3 * 24 * HOUR)
    clock.tap_heads_up("Snooze")
    clock.tap("onoff")
    clock.wait(HOUR)
    assert not rings(clock)


def test_a_deleted_alarm_does_not_ring(clock: Hand) -> None:
    clock.tap("onoff")
    clock.tap("arrow")
    clock.tap("delete")
    clock.wait(9 * 24 * HOUR)
    assert not rings(clock)


def test_of_two_alarms_at_once_one_rings(clock: Hand) -> None:
    for _ in range(2):
        add_alarm(clock, 10, 30)
    clock.wait(30 * 60)
    clock.tap_heads_up("Dismiss")
    assert clock.phone.notifications == ()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_clock_speaks_every_language(make_hand: Callable[..., Hand], locale: str) -> None:
    hand = make_hand(locale=locale)
    hand.open("clock")
    assert hand.text("digital_clock") == format_time(locale, 10, 0)
    hand.tap("fab")
    names = hand.texts("city_name")
    assert len(names) == len(set(names)) >= 8
    hand.press("BACK")
    tabs = [n.content_description for n in hand.tree if n.class_name.endswith("ActionBar$Tab")]
    assert tabs == [string(locale, f"clock.{tab}") for tab in ("alarm", "clock", "timer", "stopwatch")]


# Its file


def test_the_database_has_the_real_schema(hand: Hand) -> None:
    with closing(read_database(hand.device.read_file(DATABASE))) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (9,)
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert {"alarm_templates", "alarm_instances"} <= tables
        columns = [row[1] for row in database.execute("PRAGMA table_info(alarm_templates)")]
        assert columns[:7] == ["_id", "hour", "minutes", "daysofweek", "enabled", "vibrate", "label"]
        with pytest.raises(sqlite3.DatabaseError):
            database.execute("DELETE FROM alarm_templates")
