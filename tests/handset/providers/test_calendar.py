"""The calendar provider: when events take place, and their file."""

from __future__ import annotations

import sqlite3
from datetime import date, datetime, timedelta

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.database import DATABASE, calendar_database, read_file, write_file
from bmoca_gym.handset.providers.calendar.store import (
    CalendarStore,
    Event,
    instances,
    midnight,
    parsed,
    rule_text,
)
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import replace

HOUR = 3_600_000
MAY = date(2024, 5, 1)
TEN = midnight(MAY) + 10 * HOUR
MEETING = Event(1, title="Meeting", begin=TEN, end=TEN + HOUR, reminders=(10, 30))
TRIP = Event(2, calendar=2, title="Trip", begin=midnight(MAY), end=midnight(date(2024, 5, 4)), all_day=True)
STORE = CalendarStore(events=(MEETING, TRIP), next_id=3)


def starts(rule: str, days: int, first: Event = MEETING, zone: str = "UTC", **changes: object) -> list[str]:
    """The begins of an event with a rule within that many days from 1 May 2024."""
    event = replace(first, rule=rule, **changes)  # type: ignore[arg-type]
    low = MAY.toordinal()
    return [f"{i.start:%m-%d %H:%M}" for i in instances(STORE.calendars, (event,), low, low + days - 1, zone)]


@pytest.mark.parametrize(
    ("rule", "days", "expected"),
    [
        ("", 40, ["05-01 10:00"]),
        ("FREQ=DAILY;INTERVAL=2", 6, ["05-01 10:00", "05-03 10:00", "05-05 10:00"]),
        ("FREQ=DAILY;COUNT=2", 6, ["05-01 10:00", "05-02 10:00"]),
        ("FREQ=DAILY;UNTIL=20240502T235959Z", 6, ["05-01 10:00", "05-02 10:00"]),
        ("FREQ=WEEKLY;WKST=SU;BYDAY=WE", 15, ["05-01 10:00", "05-08 10:00", "05-15 10:00"]),
        ("FREQ=WEEKLY;BYDAY=MO,FR;COUNT=3", 30, ["05-03 10:00", "05-06 10:00", "05-10 10:00"]),
        ("FREQ=MONTHLY", 62, ["05-01 10:00", "06-01 10:00", "07-01 10:00"]),
        ("FREQ=YEARLY", 366, ["05-01 10:00", "05-01 10:00"]),
        ("FREQ=HOURLY", 3, ["05-01 10:00"]),
        ("nonsense", 3, ["05-01 10:00"]),
    ],
)
def test_rules_are_followed(rule: str, days: int, expected: list[str]) -> None:
    assert starts(rule, days) == expected


def test_a_month_without_the_day_is_left_out() -> None:
    begin = midnight(date(2024, 5, 31)) + 10 * HOUR
    found = starts("FREQ=MONTHLY", 100, begin=begin, end=begin + HOUR)
    assert found == ["05-31 10:00", "07-31 10:00"]


def test_times_are_local_and_keep_their_hour_when_the_clocks_change() -> None:
    begin = midnight(date(2024, 10, 26)) + 8 * HOUR  # 10:00 in Berlin, in summer
    event = Event(1, begin=begin, end=begin + HOUR, rule="FREQ=DAILY")
    low = date(2024, 10, 26).toordinal()
    found = instances(STORE.calendars, (event,), low, low + 1, "Europe/Berlin")
    assert [i.start.hour for i in found] == [10, 10]
    assert calendar.begin_of(found[1], "Europe/Berlin") == begin + 25 * HOUR


def test_an_excluded_instance_and_a_hidden_calendar_are_not_shown() -> None:
    assert starts("FREQ=DAILY", 3, excluded=(TEN + 24 * HOUR,)) == ["05-01 10:00", "05-03 10:00"]
    hidden = tuple(replace(c, visible=c.id != 2) for c in STORE.calendars)
    low = MAY.toordinal()
    assert [i.event.id for i in instances(STORE.calendars, STORE.events, low, low, "UTC")] == [2, 1]
    assert [i.event.id for i in instances(hidden, STORE.events, low, low, "UTC")] == [1]


def test_whole_days_end_with_their_last_day() -> None:
    low = MAY.toordinal()
    (trip,) = instances(STORE.calendars, (TRIP,), low + 2, low + 9, "America/New_York")
    assert (trip.first, trip.last, trip.whole_days) == (low, low + 2, True)
    assert not instances(STORE.calendars, (TRIP,), low + 3, low + 9, "America/New_York")


@given(
    st.sampled_from(calendar.FREQUENCIES), st.integers(1, 12), st.integers(0, 6),
    st.dates(date(1990, 1, 1), date(2030, 1, 1)), st.integers(0, 4000), st.integers(1, 60),
)  # fmt: skip
def test_a_window_shows_what_a_longer_one_shows_there(
    frequency: str, interval: int, count: int, first: date, skip: int, length: int
) -> None:
    rule = f"FREQ={frequency};INTERVAL={interval}" + (f";COUNT={count}" if count else "")
    event = Event(1, begin=midnight(first), end=midnight(first) + HOUR, rule=rule)
    start = first.toordinal()
    low, high = start + skip, start + skip + length
    window = instances(STORE.calendars, (event,), low, high, "UTC")
    assert all(low <= i.first <= high for i in window)
    assert [
        i for i in instances(STORE.calendars, (event,), high - 400, high, "UTC") if i.first >= low
    ] == list(window)


@given(st.text(max_size=60))
def test_any_rule_is_read(rule: str) -> None:
    parsed(rule)
    parsed(f"FREQ=WEEKLY;{rule}")


def test_rules_are_written_as_android_writes_them() -> None:
    assert rule_text("WEEKLY", MAY) == "FREQ=WEEKLY;WKST=SU;BYDAY=WE"
    assert rule_text("MONTHLY", MAY) == "FREQ=MONTHLY;WKST=SU"
    assert rule_text("", MAY) == ""


# The file


def test_the_file_has_androids_columns() -> None:
    data = calendar_database(replace(STORE, events=(replace(MEETING, rule="FREQ=DAILY"), TRIP)))
    connection = read_database(data)
    rows = connection.execute(
        "SELECT title, calendar_id, dtstart, dtend, duration, allDay, eventTimezone, rrule, hasAlarm FROM Events"
    ).fetchall()
    shown = connection.execute(
        "SELECT calendar_displayName, visible, account_type, calendar_access_level FROM Calendars"
    ).fetchall()
    minutes = connection.execute("SELECT event_id, minutes, method FROM Reminders").fetchall()
    connection.close()
    assert rows == [
        ("Meeting", 1, TEN, None, "P3600S", 0, "UTC", "FREQ=DAILY", 1),
        ("Trip", 2, TRIP.begin, TRIP.end, None, 1, "UTC", None, 0),
    ]
    assert shown == [("Events", 1, "LOCAL", 700), ("Family", 1, "LOCAL", 700)]
    assert minutes == [(1, 10, 1), (1, 30, 1)]


_TEXTS = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=20)
_EVENTS = st.builds(
    Event, id=st.integers(1, 50), calendar=st.integers(1, 3), title=_TEXTS, location=_TEXTS, description=_TEXTS,
    begin=st.integers(0, 10**12).map(lambda n: n * 1000 % (4 * 10**12)), color=st.sampled_from((0, 0xFFD50000)),
    rule=st.sampled_from(("", "FREQ=DAILY;WKST=SU")), reminders=st.sampled_from(((), (0, 30))),
    excluded=st.sampled_from(((), (TEN,))),
).map(lambda e: replace(e, end=e.begin + HOUR))  # fmt: skip


@given(st.lists(_EVENTS, max_size=4, unique_by=lambda e: e.id))
def test_what_is_written_is_read_back(events: list[Event]) -> None:
    events.sort(key=lambda e: e.id)
    store = CalendarStore(events=tuple(events), next_id=60)
    assert write_file(CalendarStore(), read_file(store)) == store


def test_a_broken_file_leaves_the_default_data(hand: Hand) -> None:
    hand.device.write_file(DATABASE, calendar_database(STORE))
    assert calendar.store_of(hand.phone) == STORE
    hand.device.write_file(DATABASE, b"no database")
    assert calendar.store_of(hand.phone) == CalendarStore()


@pytest.mark.parametrize("column", ["dtstart", "calendar_id", "_id"])
def test_a_row_that_no_event_can_have_is_named(column: str) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.deserialize(calendar_database(STORE)) if hasattr(connection, "deserialize") else None
        value = "-1" if column == "_id" else "'x'"
        connection.execute(f"UPDATE Events SET {column} = {value} WHERE title = 'Meeting'")

    if not hasattr(sqlite3.Connection, "deserialize"):
        pytest.skip("Python 3.10 has no sqlite3.Connection.deserialize")
    with pytest.raises(ValueError, match=column):
        write_file(CalendarStore(), database_bytes(fill))


def test_a_save_and_a_deletion(hand: Hand) -> None:
    phone = calendar.save(hand.phone, Event(title="New", begin=TEN, end=TEN + HOUR))
    assert [e.id for e in calendar.store_of(phone).events] == [1]
    phone = calendar.save(phone, replace(calendar.store_of(phone).events[0], title="Changed"))
    assert [e.title for e in calendar.store_of(phone).events] == ["Changed"]
    phone = calendar.delete(phone, 1)
    assert calendar.store_of(phone).events == ()
    assert calendar.store_of(phone).next_id == 2


def test_an_event_far_away_is_found_at_once() -> None:
    event = Event(
        1, begin=midnight(date(1970, 1, 1)), end=midnight(date(1970, 1, 1)) + HOUR, rule="FREQ=DAILY"
    )
    low = date(2100, 1, 1).toordinal()
    found = instances(STORE.calendars, (event,), low, low, "UTC")
    assert [i.start for i in found] == [datetime(2100, 1, 1)]
    assert found[0].end - found[0].start == timedelta(hours=1)
