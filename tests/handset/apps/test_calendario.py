"""Calendar of com.skuld.calendario: events are found, created, changed, repeated and deleted; reminders."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from handset_hand import Hand
from handset_tour import explored
from test_dead_controls import excuse

from bmoca_gym.handset.apps.calendario.state import PACKAGE, Event, begins_on, busy_days, on_day
from bmoca_gym.handset.kits.date_picker import month_of

MAIN = f"am start -n {PACKAGE}/.activity.MainActivity"
LIST = f"am start -n {PACKAGE}/.activity.EventListActivity"


@pytest.fixture
def hand() -> Hand:
    """AndroidLab's phone, with its events and the month of today."""
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    hand.shell(MAIN)
    return hand


def events(hand: Hand) -> tuple[Event, ...]:
    return hand.phone.apps[PACKAGE].events


def event(hand: Hand, title: str) -> Event:
    return next(one for one in events(hand) if one.title == title)


def pick_time(hand: Hand, hour: str, half: str) -> None:
    hand.tap(description=hour)
    hand.tap(f"{half}_label")
    hand.tap("button1")


def test_the_month_shows_the_events_of_the_chosen_day(hand: Hand) -> None:
    assert hand.text("text_month") == "May 2024"
    assert hand.texts("text_title") == ["this day", "exam", "work"]
    assert hand.texts("text_time")[-1] == "5:00 PM – 6:00 PM"
    hand.tap(description="May 13, 2024")
    assert (hand.text("text_day"), hand.texts("text_title")) == ("Mon, May 13", ["meeting"])
    hand.tap(description="May 28, 2024")
    assert hand.texts("text_title") == ["Today"], "each week"
    hand.tap("button_next")
    assert hand.text("text_month") == "June 2024"
    hand.tap(description="More options")
    hand.tap(text="Back to the current date")
    assert (hand.text("text_month"), hand.text("text_day")) == ("May 2024", "Fri, May 10")


def test_an_event_is_written_and_then_shown(hand: Hand) -> None:
    before = events(hand)
    hand.tap("fab")
    assert hand.texts("text_start_date") == ["Today"]
    assert hand.texts("text_start_time") == ["1:00 PM"]
    hand.tap("edit_title")
    hand.type("lunch")
    hand.tap("text_start_date")
    hand.tap("next")
    hand.tap(description="June 1, 2024")
    hand.tap("button1")
    assert hand.texts("text_start_date") == hand.texts("text_end_date") == ["Sat, Jun 01"], (
        "the end moves with the start"
    )
    hand.tap("text_start_time")
    pick_time(hand, "5", "pm")
    assert (hand.text("text_start_time"), hand.text("text_end_time")) == ("5:00 PM", "6:00 PM")
    hand.tap("layout_repeat")
    hand.tap(text="Monthly")
    hand.tap("layout_reminder")
    for minutes in ("30 minutes before", "5 minutes before", "10 minutes before"):
        hand.tap(text=minutes)
    hand.tap("button1")
    hand.tap("edit_note")
    hand.type("bring bread")
    assert events(hand) == before
    hand.tap("action_save")
    assert event(hand, "lunch") == Event(
        7, "lunch", start=datetime(2024, 6, 1, 17), end=datetime(2024, 6, 1, 18), reminders=(5, 10), repeat="monthly",
        note="bring bread",
    )  # fmt: skip
    assert hand.text("text_title") == "lunch"
    assert hand.texts("text_reminder") == ["5 minutes before", "10 minutes before"]
    assert (hand.text("text_start_date"), hand.text("text_repeat"), hand.text("text_note")) == (
        "Sat, Jun 01", "Monthly", "bring bread",
    )  # fmt: skip
    assert [one for one in events(hand) if one.id != 7] == list(before)


def test_an_event_is_changed_and_deleted(hand: Hand) -> None:
    hand.tap(text="work")
    assert hand.texts("text_start_date") == ["Today"]
    assert hand.texts("text_reminder") == ["30 minutes before"]
    hand.tap("action_edit")
    hand.tap("text_end_time")
    pick_time(hand, "4", "pm")
    hand.tap("action_save")
    assert event(hand, "work").end.hour == 18, "it would end before it starts"
    hand.tap("text_end_time")
    pick_time(hand, "7", "pm")
    hand.tap("switch_all_day")
    assert not hand.sees("text_end_time")
    hand.press("BACK")
    hand.tap("button2")
    hand.tap("action_save")
    assert event(hand, "work").all_day
    assert hand.text("text_all_day") == "All-day"
    hand.tap("action_delete")
    hand.tap("button2")
    hand.tap("action_delete")
    hand.tap("button1")
    assert hand.activity == "MainActivity"
    assert "work" not in hand.texts("text_title")


def test_what_is_not_saved_is_lost(hand: Hand) -> None:
    before = events(hand)
    hand.tap("fab")
    hand.tap("edit_title")
    hand.type("lunch")
    hand.press("BACK")  # the keyboard
    hand.press("BACK")
    assert hand.text("message") == "Discard your changes?"
    hand.tap("button1")
    assert (hand.activity, events(hand)) == ("MainActivity", before)
    hand.tap("fab")
    hand.press("BACK")
    assert hand.activity == "MainActivity", "nothing was written"


def test_the_list_says_everything_of_each_event_once(hand: Hand) -> None:
    hand.shell(LIST)
    assert hand.texts("text_title") == ["this day", "exam", "work", "meeting", "Today", "homework"]
    assert hand.texts("text_time")[2:4] == ["Today · 5:00 PM – 6:00 PM", "Mon, May 13 · 10:00 AM – 11:00 AM"]
    assert hand.texts("text_repeat")[4] == "Weekly · 30 minutes before"
    assert hand.texts("text_note") == ["conference room B202"]
    hand.tap(text="Today")
    assert hand.text("text_repeat") == "Weekly"
    hand.tap(description="Navigate up")
    assert hand.activity == "EventListActivity"


def test_one_is_reminded(hand: Hand) -> None:
    hand.shell("date 051016292024.30")  # half a minute before the reminder of work
    hand.wait(60)
    notices = [one for one in hand.phone.notifications if one.package == PACKAGE]
    assert [(one.title, one.text) for one in notices] == [("work", "5:00 PM – 6:00 PM")]
    hand.shell("cmd statusbar expand-notifications")
    hand.tap(text="work")
    assert hand.activity == "EventDetailActivity"
    assert hand.text("text_title") == "work"


def test_repetitions_and_spans() -> None:
    def repeated(how: str, start: datetime = datetime(2024, 1, 31, 9)) -> Event:
        return Event(1, "x", start=start, end=start, repeat=how)

    days = [
        date(2024, 1, 31),
        date(2024, 2, 1),
        date(2024, 2, 7),
        date(2024, 2, 29),
        date(2024, 3, 31),
        date(2025, 1, 31),
    ]
    found = {
        how: [begins_on(repeated(how), day) for day in days]
        for how in ("", "daily", "weekly", "monthly", "yearly")
    }
    assert found == {
        "": [True, False, False, False, False, False],
        "daily": [True] * 6,
        "weekly": [True, False, True, False, False, False],
        "monthly": [True, False, False, False, True, True],
        "yearly": [True, False, False, False, False, True],
    }  # fmt: skip
    assert not begins_on(repeated("daily"), date(2024, 1, 30))
    night = Event(2, "night", start=datetime(2024, 5, 4, 22), end=datetime(2024, 5, 5, 0))
    long = Event(3, "long", start=datetime(2024, 5, 4, 22), end=datetime(2024, 5, 6, 1))
    assert [one.title for one, _ in on_day((night, long), date(2024, 5, 5))] == ["long"]
    assert busy_days((night, long), month_of(date(2024, 5, 1))) == {
        date(2024, 5, n).toordinal() for n in (4, 5, 6)
    }
    assert on_day((repeated("daily", datetime(1, 1, 1)),), date(1, 1, 1)), "the first day there is"


def test_everything_that_can_be_touched_answers(hand: Hand) -> None:
    visits = explored(PACKAGE, (hand.phone,), 20)
    assert len(visits) == 20
    dead = {
        (touch.kind, node.resource_id, node.text or node.content_description)
        for visit in visits
        for touch, node in visit.unanswered
        if not excuse(touch, node)
    }
    assert not dead
