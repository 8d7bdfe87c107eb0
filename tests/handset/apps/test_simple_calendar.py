"""Simple Calendar Pro: events and tasks are written, changed, found, marked and deleted; its database has them."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from handset_hand import Hand

from bmoca_gym import stores
from bmoca_gym.handset.apps.simple_calendar import occurrences
from bmoca_gym.handset.apps.simple_calendar.occurrences import DATABASE, DAY, EVENTS, MONTH, WEEK, YEAR
from bmoca_gym.handset.gestures import Swipe
from bmoca_gym.handset.system.sqlite_bytes import read_database

MAIN = "com.simplemobiletools.calendar.pro/.activities.MainActivity"
OCTOBER = range(datetime(2023, 10, 1).toordinal(), datetime(2023, 11, 1).toordinal())


def rows(hand: Hand, columns: str) -> list[tuple]:
    connection = read_database(hand.device.read_file(DATABASE))
    found = connection.execute(f"SELECT {columns} FROM events ORDER BY id").fetchall()
    connection.close()
    return found


def wall(day: int, hour: int = 0, minute: int = 0) -> int:
    """Seconds of a moment of October 2023."""
    return int(datetime(2023, 10, day, hour, minute, tzinfo=timezone.utc).timestamp())


@pytest.fixture
def hand() -> Hand:
    """A phone with three events, on October 15, 2023."""
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    hand.shell(f"am start -n {MAIN}")
    day = datetime(2023, 10, 17)
    given = [
        {"title": "Choir", "start": day.replace(hour=9), "end": day.replace(hour=10), "location": "Hall"},
        {"title": "Dentist", "start": day.replace(hour=14), "end": day.replace(hour=14, minute=30)},
        {"title": "Market", "start": day.replace(day=18, hour=8), "end": day.replace(day=18, hour=8),
         "interval": WEEK, "rule": 4},
    ]  # fmt: skip
    stores.get("simple_events").add(hand.device, given)
    hand.shell(f"am start -n {MAIN}")
    return hand


def open_day(hand: Hand, day: int) -> None:
    hand.tap("month_view_background", index=day - 1)  # October 2023 begins with a Sunday


def test_an_event_is_written_down(hand: Hand) -> None:
    open_day(hand, 20)
    assert hand.text("top_value") == "October 20 (Fri)"
    hand.tap("calendar_fab")
    hand.tap("fab_event_label")
    hand.tap("save")  # without a title
    hand.type("Party\n")
    hand.tap("event_description")
    hand.type("At our place")
    hand.press("BACK")
    for field, hour, minute in (("event_start_time", "19", "00"), ("event_end_time", "20", "45")):
        hand.tap(field)
        hand.tap(description=f"{hour} hours")
        hand.tap(description=f"{int(minute)} minutes")
        hand.tap("material_timepicker_ok_button")
    hand.tap("event_reminder_2")
    hand.tap(text="1 hour before")
    hand.tap("event_repetition")
    hand.tap(text="Weekly")
    assert hand.texts("event_repetition_rule") == ["Fri"]
    assert hand.texts("event_repetition_limit") == ["Forever"]
    hand.tap("save")
    assert "Reminders" in hand.text("message")
    hand.tap("button1")
    assert rows(hand, "title, description, start_ts, end_ts, repeat_interval, repeat_rule, repeat_limit, "
                "reminder_1_minutes, reminder_2_minutes, reminder_3_minutes, time_zone, source")[-1] == (
        "Party", "At our place", wall(20, 19), wall(20, 20, 45), WEEK, 16, 0, 10, 60, -1, "UTC", "simple-calendar"
    )  # fmt: skip
    assert hand.texts("event_item_time") == ["19:00 - 20:45"]
    hand.wait(5 * 24 * 3600 + 3 * 3600)  # 18:34 on that day
    assert [notice.text for notice in hand.phone.notifications] == ["19:00 - 20:45 At our place"]
    hand.press("BACK")
    assert hand.text("top_value") == "October"


def test_an_event_is_changed_and_changes_are_not_lost_unasked(hand: Hand) -> None:
    open_day(hand, 17)
    hand.tap(text="Dentist")
    hand.tap("event_end_time")
    hand.tap("material_hour_tv")
    hand.tap(description="1 hour")
    hand.tap("material_timepicker_ok_button")
    hand.tap("save")  # it would end before it starts
    assert hand.activity == "EventActivity"
    hand.press("BACK")
    hand.tap("button2")
    assert rows(hand, "end_ts")[1] == (wall(17, 14, 30),)
    hand.tap(text="Dentist")
    hand.tap("event_all_day_holder")
    hand.tap("event_start_date")
    hand.tap(description="October 19, 2023")
    hand.tap("button1")
    hand.tap("save")
    assert rows(hand, "start_ts, end_ts, flags")[1] == (wall(19), wall(19, 12), 1)
    hand.tap("top_right_arrow")
    hand.tap("top_right_arrow")
    hand.tap(text="Dentist")
    hand.tap("delete")
    hand.tap("button1")
    assert [title for (title,) in rows(hand, "title")] == ["Choir", "Market"]


def test_events_of_a_day_are_marked_and_deleted_once_that_is_confirmed(hand: Hand) -> None:
    open_day(hand, 17)
    hand.hold(text="Choir")
    hand.tap(text="Dentist")
    assert hand.text("action_bar_title") == "2 / 2"
    for answer in ("button2", "button1"):
        assert len(rows(hand, "id")) == 3
        hand.tap("cab_delete")
        hand.tap(answer)
    assert rows(hand, "title") == [("Market",)]


def test_an_occurrence_of_a_repeating_event_is_deleted_or_all_from_it_on(hand: Hand) -> None:
    open_day(hand, 25)
    hand.tap(text="Market")
    hand.tap("delete")
    hand.tap("button1")
    assert rows(hand, "repetition_exceptions, repeat_limit")[-1] == ('["20231025"]', 0)
    assert not hand.sees("event_item_title")
    hand.tap("top_right_arrow")
    hand.press("BACK")
    open_day(hand, 32)  # November 1
    hand.tap(text="Market")
    hand.tap("delete")
    hand.tap(text="Delete this and all future occurrences")
    hand.tap("button1")
    assert rows(hand, "repeat_limit")[-1] == (wall(31, 23, 59) + 59,)


def test_an_occurrence_of_a_repeating_event_is_changed(hand: Hand) -> None:
    for day, how, title in (
        (25, "Change the selected occurrence only", "Fair"),
        (18, "Change all occurrences", "Mart"),
    ):
        open_day(hand, day)
        hand.tap(text="Market")
        hand.tap("event_title")
        hand.press("DEL", "DEL", "DEL", "DEL", "DEL", "DEL")
        hand.type(title)
        hand.tap("save")
        hand.tap(text=how)
        hand.press("BACK")
    found = rows(hand, "title, start_ts, repeat_interval, repetition_exceptions")[2:]
    assert found == [("Mart", wall(18, 8), WEEK, '["20231025"]'), ("Fair", wall(25, 8), 0, "[]")]


def test_views_list_and_search_show_what_there_is(hand: Hand) -> None:
    shown = {
        "Weekly view": ("week_event_label", ["Choir", "Dentist", "Market"]),
        "Daily view": ("event_item_title", []),
        "Monthly and daily view": ("event_item_title", []),
        "Yearly view": ("month_label", None),
    }
    for view, (id, titles) in shown.items():
        hand.tap("change_view")
        hand.tap(text=view)
        assert titles is None or sorted(hand.texts(id)) == titles
    assert len(hand.all("month_holder")) >= 9
    hand.tap("change_view")
    hand.tap(text="Simple event list")
    assert hand.texts("event_item_title")[:3] == ["Choir", "Dentist", "Market"]
    assert hand.texts("event_section_title")[:2] == ["October", "October 17 (Tue)"]
    hand.tap("top_toolbar_search")
    hand.type("hall")
    assert hand.texts("event_item_title") == ["Choir"]
    hand.tap(description="More options") if hand.sees(description="More options") else hand.press(
        "BACK", "BACK"
    )
    assert hand.texts("event_item_title")[:2] == ["Choir", "Dentist"]


def test_a_task_is_done_and_a_type_is_filtered_out(hand: Hand) -> None:
    hand.tap("calendar_fab")
    hand.tap("fab_task_label")
    hand.type("Water the plants")
    hand.tap("save")
    hand.tap("button1")
    assert rows(hand, "type, start_ts, end_ts, flags")[-1] == (1, wall(15, 16), wall(15, 16), 0)
    open_day(hand, 15)
    hand.tap(text="Water the plants")
    hand.tap("toggle_mark_complete")
    assert rows(hand, "flags")[-1] == (8,)
    hand.press("BACK")
    hand.tap(description="More options")
    hand.tap(text="Settings")
    hand.tap(text="Manage event types")
    hand.tap("add_event_type")
    hand.type("Work")
    hand.tap("button1")
    assert hand.texts("event_type_title") == ["Regular event", "Work"]
    hand.press("BACK", "BACK")
    hand.tap("filter")
    hand.tap(text="Regular event")
    hand.tap("button1")
    open_day(hand, 15)
    assert not hand.sees("event_item_title")


@pytest.mark.parametrize(
    ("interval", "rule", "limit", "days"),
    [
        (0, 0, 0, [2]),
        (3 * DAY, 0, 0, [2, 5, 8, 11, 14, 17, 20, 23, 26, 29]),
        (DAY, 0, -3, [2, 3, 4]),
        (DAY, 0, 1696464000, [2, 3, 4]),
        (WEEK, 1 | 8, 0, [2, 5, 9, 12, 16, 19, 23, 26, 30]),
        (2 * WEEK, 1, 0, [2, 16, 30]),
        (MONTH, occurrences.SAME_DAY, 0, [2]),
        (MONTH, occurrences.WEEKDAY, 0, [2]),
        (YEAR, occurrences.SAME_DAY, 0, [2]),
        (7, 0, 0, [2]),
    ],
)
def test_when_a_repeating_event_takes_place(interval: int, rule: int, limit: int, days: list[int]) -> None:
    row = EVENTS.row(1, start_ts=wall(2, 9), end_ts=wall(2, 10), repeat_interval=interval, repeat_rule=rule,
                     repeat_limit=limit)  # fmt: skip
    found = occurrences.occurrences(row, 0, OCTOBER[0], OCTOBER[-1], "UTC")
    assert [one.start.day for one in found] == days
    later = occurrences.occurrences(row, 0, OCTOBER[0] + 366, OCTOBER[-1] + 366, "UTC")
    unit, _ = occurrences.unit_of(interval)
    assert [one.start.day for one in later] == {
        (MONTH, occurrences.SAME_DAY): [2], (MONTH, occurrences.WEEKDAY): [7], (YEAR, occurrences.SAME_DAY): [2],
    }.get((unit, rule), [one.start.day for one in later])  # fmt: skip


def test_any_rows_are_shown() -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420)
    values = (0, -1, 1 << 62, -(1 << 62), 253402300799)
    state = hand.phone.apps["com.simplemobiletools.calendar.pro"]
    rows = tuple(
        EVENTS.row(i * 10 + j + 1, start_ts=a, end_ts=b, repeat_interval=abs(b), repeat_rule=a, repeat_limit=b,
                   repetition_exceptions="{", flags=a, type=j, event_type=99, color=b)
        for i, a in enumerate(values) for j, b in enumerate(values)
    )  # fmt: skip
    for view in ("daily", "weekly", "monthly", "monthly_daily", "yearly", "list"):
        for day in (0, 1, 10**7):
            shown = type(state)(rows, view=view, day=day)
            hand.phone = hand.phone.__class__.handled(
                hand.phone, "com.simplemobiletools.calendar.pro", _put, (shown,)
            )
            hand.shell(f"am start -n {MAIN}")
            assert hand.sees("main_coordinator")


def _put(state: object, context: object, given: object) -> object:
    return given


def test_the_magnifier_begins_a_search(hand: Hand) -> None:
    hand.press("HOME")
    hand.shell(f"am start -n {MAIN}")
    hand.tap("top_toolbar_search_icon")
    hand.type("words")
    assert hand.text("top_toolbar_search") == "words"


def test_a_reminder_is_snoozed_for_ten_minutes(hand: Hand) -> None:
    open_day(hand, 15)
    hand.press("BACK")
    hand.tap("calendar_fab")
    hand.tap(text="Event")
    hand.tap("event_title")
    hand.type("Standup")
    hand.press("BACK")
    hand.tap("save")
    if hand.sees("button1"):
        hand.tap("button1")
    start = rows(hand, "start_ts")[-1][0]
    hand.wait(start - hand.phone.clock.wall / 1000 - 600 + 1)
    assert [notice.title for notice in hand.phone.notifications] == ["Standup"]
    hand.do(Swipe(0.5, 0.0, 0.5, 0.8, 0.3))
    hand.tap(text="Snooze")
    assert not hand.phone.notifications
    hand.wait(9 * 60 + 50)
    assert not hand.phone.notifications
    hand.wait(20)
    assert [notice.title for notice in hand.phone.notifications] == ["Standup"]


def test_a_narrow_editor_has_a_menu_for_what_its_bar_has_no_room_for(hand: Hand) -> None:
    hand.shell("wm density 550")
    open_day(hand, 17)
    hand.tap(text="Choir")
    assert hand.sees("delete")
    assert not hand.sees("share")
    hand.tap(description="More options")
    assert hand.texts("title") == ["Share", "Duplicate event"]
    hand.tap(text="Duplicate event")
    assert not hand.sees("delete"), "a copy is new"


# Files


def test_events_go_into_a_file_and_come_back_from_it(hand: Hand) -> None:
    hand.tap(description="More options")
    hand.tap(text="Export events to an .ics file")
    assert hand.text("alertTitle") == "Export events"
    hand.tap("export_events_filename")
    hand.press("MOVE_END", *["DEL"] * 40)
    hand.type("plans")
    hand.tap(text="OK")
    hand.tap(text="Save")
    assert hand.phone.toast == "Exporting successful"
    text = hand.device.read_file("/sdcard/Download/plans.ics").decode()
    assert text.startswith("BEGIN:VCALENDAR\r\nPRODID:")
    assert "SUMMARY:Choir\r\n" in text
    assert "LOCATION:Hall\r\nDTSTART:20231017T090000Z\r\nDTEND:20231017T100000Z\r\n" in text
    assert "RRULE:FREQ=WEEKLY;INTERVAL=1;BYDAY=WE\r\n" in text
    before = rows(hand, "title, start_ts, end_ts, repeat_interval, repeat_rule, location")
    hand.tap(description="More options")
    hand.tap(text="Settings")
    hand.swipe("up")
    hand.tap("settings_delete_all_events_holder")
    hand.tap("button1")
    assert rows(hand, "title") == []
    hand.press("BACK")
    hand.tap(description="More options")
    hand.tap(text="Import events from an .ics file")
    hand.tap(text="plans.ics")
    assert hand.phone.toast == "Importing successful"
    assert rows(hand, "title, start_ts, end_ts, repeat_interval, repeat_rule, location") == before
    hand.tap(description="More options")
    hand.tap(text="Import events from an .ics file")
    hand.tap(text="plans.ics")
    assert hand.phone.toast == "No new items have been found"


FOREIGN = """BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:abc@example.com
SUMMARY:Talk\\, with
  slides
DTSTART;TZID=America/New_York:20231020T090000
DTEND;TZID=America/New_York:20231020T103000
CATEGORIES:Work
DESCRIPTION:Bring\\nthe laptop
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:x
TRIGGER:-PT1H
END:VALARM
END:VEVENT
BEGIN:VEVENT
SUMMARY:Fair
DTSTART;VALUE=DATE:20231021
DTEND;VALUE=DATE:20231023
RRULE:FREQ=YEARLY;COUNT=3
END:VEVENT
BEGIN:VTODO
SUMMARY:Pay rent
DTSTART:20231025T120000Z
STATUS:COMPLETED
END:VTODO
BEGIN:VEVENT
SUMMARY:Without a start
END:VEVENT
END:VCALENDAR
"""


def test_events_of_another_calendar_are_read_with_their_type_zone_alarm_and_repetition(hand: Hand) -> None:
    hand.device.write_file("/sdcard/Download/foreign.ics", FOREIGN.replace("\n", "\r\n").encode())
    hand.device.write_file("/sdcard/Download/notes.ics", b"Not a calendar")
    hand.tap(description="More options")
    hand.tap(text="Import events from an .ics file")
    hand.tap(text="foreign.ics")
    assert hand.phone.toast == "Importing successful"
    found = rows(
        hand,
        "title, start_ts, end_ts, reminder_1_minutes, repeat_interval, repeat_limit, flags, type, description",
    )
    assert found[-3:] == [
        ("Talk, with slides", wall(20, 13), wall(20, 14, 30), 60, 0, 0, 0, 0, "Bring\nthe laptop"),
        ("Fair", wall(21), wall(22, 12), -1, YEAR, -3, 1, 0, ""),
        ("Pay rent", wall(25, 12), wall(25, 12), -1, 0, 0, 8, 1, ""),
    ]
    hand.tap("filter")
    assert hand.texts("filter_event_type_checkbox") == ["Regular event", "Work"]
    hand.tap(text="OK")
    hand.tap(description="More options")
    hand.tap(text="Import events from an .ics file")
    hand.tap(text="notes.ics")
    assert hand.phone.toast == "Importing failed"
    assert len(rows(hand, "id")) == 6


def test_what_is_left_out_is_not_exported(hand: Hand) -> None:
    hand.tap(description="More options")
    hand.tap(text="Export events to an .ics file")
    hand.tap("export_events_checkbox_holder")
    hand.tap(text="OK")
    assert hand.phone.toast == "No entries for exporting have been found"
    assert hand.sees("export_events_filename")


# Dragging in the weekly view


def drag(hand: Hand, title: str, days: int, hours: float) -> None:
    """Hold an event of the weekly view, and carry it."""
    node = hand.node("week_event_label", text=title)
    column = next(n for n in hand.tree if n.class_name.endswith("RelativeLayout") and n.content_description)
    left, _, right, _ = column.bounds
    config = hand.phone.configuration
    x, y = hand.at(node)
    down = hours * 60 * config.density / 160 / config.height
    hand.do(Swipe(x, y, x + days * (right - left) / config.width, y + down, 0.4, held=1.0))


def show_week(hand: Hand) -> None:
    hand.tap("change_view")
    hand.tap(text="Weekly view")


def test_an_event_is_dragged_to_another_time_and_day(hand: Hand) -> None:
    show_week(hand)
    drag(hand, "Dentist", 1, 1)
    assert hand.phone.toast == "Event updated"
    assert rows(hand, "title, start_ts, end_ts")[1] == ("Dentist", wall(18, 15), wall(18, 15, 30))
    drag(hand, "Dentist", -2, -2.25)
    assert rows(hand, "title, start_ts, end_ts")[1] == ("Dentist", wall(16, 12, 45), wall(16, 13, 15))


@pytest.mark.parametrize(("how", "starts"), [("selected", [(18, 8), (20, 9)]), ("all occ", [(20, 9)])])
def test_dragging_a_repeating_event_asks_which(hand: Hand, how: str, starts: list[tuple[int, int]]) -> None:
    show_week(hand)
    drag(hand, "Market", 2, 1)
    hand.tap(text=next(text for text in hand.texts() if how in text))
    found = [row[1:] for row in rows(hand, "title, start_ts") if row[0] == "Market"]
    assert found == [(wall(day, hour),) for day, hour in starts]
    assert len(hand.all("week_event_label", text="Market")) == 1
