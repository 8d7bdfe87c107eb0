"""Calendar: its views, the editor, an event, search and settings, the log and the provider."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.database import DATABASE, calendar_database
from bmoca_gym.handset.providers.calendar.store import CalendarStore, Event, midnight
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.value import replace

HOUR = 3_600_000
MAY = midnight(date(2024, 5, 1))
MEETING = Event(
    1, title="Meeting", begin=MAY + 9 * HOUR, end=MAY + 10 * HOUR, location="Room 4", description="Bring notes",
    rule="FREQ=WEEKLY;WKST=SU;BYDAY=WE", reminders=(30,),
)  # fmt: skip
TRIP = Event(2, 2, "Trip", midnight(date(2024, 5, 3)), midnight(date(2024, 5, 6)), all_day=True)
LUNCH = Event(3, title="Lunch", begin=MAY + 12 * HOUR, end=MAY + 13 * HOUR, color=0xFFF6BF26)
STORE = CalendarStore(events=(MEETING, TRIP, LUNCH), next_id=4)
LOOKS = (
    {"density": 330}, {"density": 550, "font_scale": 1.15}, {"density": 700, "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160},
)  # fmt: skip


def with_events(hand: Hand, store: CalendarStore = STORE) -> Hand:
    """The hand's phone with these events, the app in front."""
    hand.device.write_file(DATABASE, calendar_database(store))
    hand.open("calendar")
    hand.new_log()
    return hand


@pytest.fixture
def events(hand: Hand) -> Hand:
    """A hand on the schedule of three events."""
    return with_events(hand)


def string(hand: Hand, key: str) -> str:
    return resources.string(hand.phone.configuration.locale, key)


def view(hand: Hand, name: str) -> None:
    hand.tap(description=string(hand, "calendar.open_drawer"))
    hand.tap(f"{name}_view")


def chips(hand: Hand) -> list[str]:
    """The titles of the visible events, as a screen reader says them."""
    return [n.content_description for n in hand.all("event_chip")]


def saved(hand: Hand) -> tuple[Event, ...]:
    return calendar.store_of(hand.phone).events


def tile(hand: Hand, id: str) -> None:
    """Touch a row of the editor, brought into view if need be."""
    for _ in range(5):
        if hand.sees(id):
            break
        hand.swipe("up")
    hand.tap(id)


# What the task's detector reads


def test_the_start_is_logged(hand: Hand) -> None:
    hand.new_log()
    hand.open("calendar")
    lines = [m for tag, m in hand.new_log() if tag == "ActivityTaskManager"]
    assert any(re.match(r".*START.*cmp=com\.google\.android\.calendar/", m) for m in lines)
    assert any(re.match(r"^(.*)START(.*)com.android.calendar", m) for m in lines)


# Views


def test_the_schedule_begins_with_today(events: Hand) -> None:
    assert chips(events)[0] == "9:00 AM – 10:00 AM, Meeting, May 1, 2024"
    assert any("Trip" in words and words.startswith("All-day") for words in chips(events))
    assert events.text("month_banner") == ""
    assert "May 2024" in [n.text for n in events.tree]


def test_an_empty_schedule_offers_to_create(hand: Hand) -> None:
    hand.open("calendar")
    hand.tap("empty_day")
    assert hand.activity == "EditEventActivity"
    assert hand.state("calendar").draft.start == datetime(2024, 5, 1, 9)


def test_the_schedule_goes_on_past_its_ends(events: Hand) -> None:
    events.swipe("down")
    assert date.fromordinal(events.state("calendar").day) == date(2024, 4, 1)
    events.tap("action_today")
    assert events.state("calendar").day == 0


@pytest.mark.parametrize(("name", "days"), [("day", 1), ("three_days", 3), ("week", 7)])
def test_views_of_days(events: Hand, name: str, days: int) -> None:
    view(events, name)
    assert len(events.all("day_column")) == days
    assert any("Meeting" in words for words in chips(events))
    assert any("Trip" in words for words in chips(events)) == (days > 1)
    first = events.node("day_header").content_description
    events.swipe("left")
    assert events.node("day_header").content_description != first
    events.swipe("right")
    assert events.node("day_header").content_description == first


def test_a_touch_on_an_hour_makes_an_event_there(events: Hand) -> None:
    view(events, "day")
    column = events.node("day_column").bounds
    grid = events.node("grid").bounds
    scale = events.phone.configuration.density / 160
    y = grid[1] + 30  # px below the edge: which hour that is follows from the scroll
    hour = int((8 * 48 * scale + 30) / (48 * scale))
    events.do(Tap((column[0] + column[2]) / 2 / events.tree.width, y / events.tree.height))
    assert events.state("calendar").draft.start == datetime(2024, 5, 1, hour)


def test_the_month_shows_events_on_their_days_and_opens_a_day(events: Hand) -> None:
    view(events, "month")
    days = events.all("month_day")
    assert len(days) == 35
    assert "Meeting" in next(d for d in days if "May 8" in d.content_description).content_description
    events.do(Tap(*events.at(next(d for d in days if "May 3" in d.content_description), y=0.3)))
    assert events.state("calendar").view == "day"
    assert any("Trip" in words for words in chips(events))


def test_months_turn_the_other_way_from_right_to_left(make_hand: Callable[..., Hand]) -> None:
    for locale, direction in (("en-US", "left"), ("ar-EG", "right")):
        hand = with_events(make_hand(locale=locale))
        view(hand, "month")
        hand.swipe(direction)
        assert date.fromordinal(hand.state("calendar").day) == date(2024, 6, 1)


def test_the_month_under_the_tool_bar(events: Hand) -> None:
    events.tap("date_picker_button")
    assert events.sees("month_picker_grid")
    events.tap(description="May 20, 2024")
    assert not events.sees("month_picker_grid")
    assert date.fromordinal(events.state("calendar").day) == date(2024, 5, 20)


def test_a_hidden_calendar(events: Hand) -> None:
    events.tap(description=string(events, "calendar.open_drawer"))
    box = events.node("calendar_item", 1)
    assert box.checked
    assert box.content_description == "Family"
    events.tap("calendar_item", 1)
    assert not events.node("calendar_item", 1).checked
    events.press("BACK")
    assert not any("Trip" in words for words in chips(events))
    assert not calendar.store_of(events.phone).calendars[1].visible


def test_the_month_is_not_made_anew_with_the_minutes(events: Hand) -> None:
    from bmoca_gym.handset.apps.calendar import APP

    view(events, "month")
    phone = events.phone
    before = APP.layers(phone, phone.apps[APP.package], phone.top)
    events.wait(120)
    phone = events.phone
    assert clock.local_time(phone).minute == 2
    assert APP.layers(phone, phone.apps[APP.package], phone.top) == before


# Events


def test_a_new_event_is_saved_as_it_was_put_in(hand: Hand) -> None:
    hand.open("calendar")
    hand.new_log()
    hand.tap("floating_action_button")
    lines = [m for tag, m in hand.new_log() if tag == "ActivityTaskManager"]
    assert any(re.match(r".*START.*android\.intent\.action\.INSERT.*EditEventActivity", m) for m in lines)
    hand.type("Party")
    hand.press("BACK")
    hand.tap("start_date")
    hand.tap(description="May 4, 2024")
    hand.tap("android:id/button1")
    hand.tap("start_time")
    hand.tap("android:id/radial_picker")  # keeps an hour of the face's middle
    hand.press("BACK")
    tile(hand, "repeat_tile")
    hand.tap(description="Every month")
    tile(hand, "reminders_tile")
    hand.tap(description="10 minutes before")
    tile(hand, "color_tile")
    hand.tap(description="Tomato")
    hand.tap("save")
    begin = midnight(date(2024, 5, 4)) + 11 * HOUR
    assert saved(hand) == (
        Event(
            1, 1, "Party", begin, begin + HOUR, zone="GMT", rule="FREQ=MONTHLY;WKST=SU", color=0xFFD50000,
            reminders=(10,),
        ),
    )  # fmt: skip
    assert hand.activity == "AllInOneActivity"


def test_a_whole_day_is_kept_as_android_keeps_it(hand: Hand) -> None:
    hand.shell("setprop persist.sys.timezone America/New_York")
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("all_day_switch")
    assert not hand.sees("start_time")
    hand.tap("save")
    (event,) = saved(hand)
    today = clock.local_time(hand.phone).date()
    assert (event.begin, event.end, event.all_day) == (midnight(today), midnight(today) + calendar.DAY, True)


def test_an_end_before_the_start_is_not_saved(hand: Hand) -> None:
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("end_date")
    hand.tap("android:id/prev")
    hand.tap(description="April 30, 2024")
    hand.tap("android:id/button1")
    hand.tap("save")
    assert saved(hand) == ()
    assert hand.phone.toast == string(hand, "calendar.bad_time")
    hand.tap("start_date")
    hand.tap("android:id/prev")
    hand.tap(description="April 10, 2024")
    hand.tap("android:id/button1")
    hand.tap("save")
    assert len(saved(hand)) == 1


def test_leaving_a_changed_event_asks(events: Hand) -> None:
    events.tap("floating_action_button")
    events.press("BACK", "BACK")
    assert events.activity == "AllInOneActivity"
    events.tap("floating_action_button")
    events.type("x")
    events.press("BACK", "BACK")
    assert events.text("android:id/message") == "Discard changes?"
    events.tap("android:id/button2")
    assert events.sees("title_edit_text")
    events.tap("cancel")
    events.tap("android:id/button1")
    assert events.activity == "AllInOneActivity"
    assert saved(events) == STORE.events


def test_an_event_is_shown_and_edited(events: Hand) -> None:
    events.tap("event_chip")
    assert events.text("title") == "Meeting"
    assert events.text("time") == "Wed, May 1, 2024 · 9:00 AM – 10:00 AM"
    assert events.text("recurrence") == "Every week"
    assert (events.text("location"), events.text("description")) == ("Room 4", "Bring notes")
    assert events.text("reminders") == "30 minutes before"
    events.tap("info_action_edit")
    events.tap("title_edit_text")
    events.type(" again")
    events.tap("save")
    assert events.text("title") == "Meeting again"
    assert saved(events)[0] == replace(MEETING, title="Meeting again", zone="GMT")


def test_one_of_several_is_deleted(events: Hand) -> None:
    view(events, "month")
    events.tap(description=next(
        d.content_description for d in events.all("month_day") if "May 8" in d.content_description
    ))  # fmt: skip
    events.tap("event_chip")
    events.tap("info_action_overflow")
    events.tap("android:id/title")
    events.tap("android:id/button2")
    assert saved(events)[0].excluded == (MEETING.begin + 7 * calendar.DAY,)
    assert chips(events) == []
    assert events.activity == "AllInOneActivity"


def test_a_deletion_asks(events: Hand) -> None:
    events.tap("event_chip", next(i for i, words in enumerate(chips(events)) if "Lunch" in words))
    for button, left in (("android:id/button2", 3), ("android:id/button1", 2)):
        events.tap("info_action_overflow")
        events.tap("android:id/title")
        events.tap(button)
        assert len(saved(events)) == left
    assert events.activity == "AllInOneActivity"


def test_an_event_that_is_gone_says_so(events: Hand) -> None:
    events.tap("event_chip")
    events.device.write_file(DATABASE, calendar_database(CalendarStore()))
    assert string(events, "calendar.missing") in [n.text for n in events.tree]


def test_a_rule_of_another_app_stays(hand: Hand) -> None:
    rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR"
    with_events(hand, CalendarStore(events=(replace(MEETING, rule=rule, zone="GMT"),), next_id=2))
    hand.tap("event_chip")
    assert hand.text("recurrence") == "Custom"
    hand.tap("info_action_edit")
    hand.tap("save")
    assert saved(hand)[0].rule == rule


# Search, settings


def test_search_finds_by_words_of_title_place_and_description(events: Hand) -> None:
    for text, found in (("lun", "Lunch"), ("room 4", "Meeting"), ("NOTES", "Meeting")):
        events.tap("action_search")
        events.type(text)
        assert found in chips(events)[0]
        events.press("BACK", "BACK")
    events.tap("action_search")
    events.type("nothing of this")
    assert chips(events) == []
    assert string(events, "calendar.no_results") in [n.text for n in events.tree]


def test_settings_are_kept_in_the_preferences(events: Hand) -> None:
    events.tap(description=string(events, "calendar.open_drawer"))
    events.tap("settings")
    events.tap(text="Start of the week")
    events.tap(description="Monday")
    events.tap(text="Show week number")
    path = "/data/data/com.google.android.calendar/shared_prefs/com.google.android.calendar_preferences.xml"
    assert b'<string name="preferences_week_start_day">2</string>' in events.device.read_file(path)
    assert b'<boolean name="preferences_show_week_num" value="true" />' in events.device.read_file(path)
    events.press("BACK")
    view(events, "month")
    assert "Apr 29" in events.node("month_day").content_description
    assert events.texts("week_number") == ["18", "19", "20", "21", "22"]


@pytest.mark.exhaustive(unless=lambda locale: locale in ("en-US", "ar-EG"))
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_view_is_on_the_screen(
    make_hand: Callable[..., Hand], locale: str, look: dict[str, int]
) -> None:
    hand = with_events(make_hand(locale=locale, **look))
    for name in ("schedule", "day", "three_days", "week", "month"):
        view(hand, name)
        for id in ("date_picker_button", "action_search", "action_today", "floating_action_button"):
            left, top, right, bottom = hand.node(id).bounds
            assert 0 <= left < right <= hand.tree.width
            assert 0 <= top < bottom <= hand.tree.height
    hand.tap("floating_action_button")
    hand.press("BACK")
    for id in ("repeat_tile", "reminders_tile", "color_tile"):
        tile(hand, id)
        left, top, right, bottom = hand.node("android:id/text1").bounds
        assert right <= hand.tree.width
        assert bottom <= hand.tree.height
        hand.press("BACK")


# Reminders


def test_a_reminder_becomes_a_notification(hand: Hand) -> None:
    with_events(hand)
    assert hand.phone.notifications == ()
    hand.wait(7 * 24 * 3600 - 90 * 60 - 1)  # to 8 May 8:30, less a second
    assert hand.phone.notifications == ()
    hand.wait(2)
    (found,) = hand.phone.notifications
    assert (found.package, found.title, found.text) == (
        "com.google.android.calendar", "Meeting", "9:00 AM – 10:00 AM",
    )  # fmt: skip
    assert found.tap is not None
    hand.phone = found.tap[0](hand.phone, *found.tap[1])
    assert hand.text("time") == "Wed, May 8, 2024 · 9:00 AM – 10:00 AM"
    hand.wait(7 * 24 * 3600)
    assert len(hand.phone.notifications) == 2


def test_a_deleted_event_reminds_of_nothing(events: Hand) -> None:
    assert any(due.tag == "reminders" for due in events.phone.due)
    events.phone = calendar.delete(events.phone, 1)
    assert not any(due.tag == "reminders" for due in events.phone.due)


def test_an_event_has_several_notifications(hand: Hand) -> None:
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.type("Party")
    hand.press("BACK")
    tile(hand, "add_notification_tile")
    assert not hand.sees(description="30 minutes before")  # it is there already
    hand.tap(description="1 day before")
    tile(hand, "add_notification_tile")
    hand.tap(description="10 minutes before")
    tile(hand, "reminders_tile")
    hand.press("BACK")
    assert [node.text for node in hand.all("first_line_text") if "before" in node.text] == [
        "10 minutes before", "30 minutes before", "1 day before",
    ]  # fmt: skip
    hand.tap("remove_button", 1)
    hand.tap("save")
    (event,) = saved(hand)
    assert event.reminders == (10, 1440)
    hand.wait(24 * 3600)
    assert hand.phone.notifications


def drag(hand: Hand, what: str, days: int, hours: float) -> None:
    """Hold an event of a view of days, and carry it."""
    node = next(node for node in hand.all("event_chip") if what in node.content_description)
    left, _, right, _ = hand.node("day_column").bounds
    config = hand.phone.configuration
    x, y = hand.at(node)
    across, down = days * (right - left) / config.width, hours * 48 * config.density / 160 / config.height
    hand.do(Swipe(x, y, x + across, y + down, 0.4, held=1.0))


def test_an_event_is_dragged_to_another_time_and_day(hand: Hand) -> None:
    hand.open("calendar")
    day = midnight(date(2024, 5, 1))
    hand.phone = calendar.save(hand.phone, Event(0, 1, "Lunch", day + 12 * HOUR, day + 13 * HOUR))
    view(hand, "three_days")
    drag(hand, "Lunch", 1, 2)
    (event,) = saved(hand)
    assert (event.begin, event.end) == (day + 38 * HOUR, day + 39 * HOUR)
    view(hand, "week")
    drag(hand, "Lunch", -1, -1.5)
    assert saved(hand)[0].begin == day + 12 * HOUR + HOUR // 2
    drag(hand, "Lunch", 0, 0)
    assert saved(hand)[0].begin == day + 12 * HOUR + HOUR // 2


@pytest.mark.parametrize(("answer", "begins"), [("This event", (9, 35)), ("All events", (11,))])
def test_dragging_a_repeated_event_asks_which(hand: Hand, answer: str, begins: tuple[int, ...]) -> None:
    hand.open("calendar")
    day = midnight(date(2024, 5, 1))
    rule = "FREQ=DAILY;WKST=SU"
    hand.phone = calendar.save(hand.phone, Event(0, 1, "Run", day + 9 * HOUR, day + 10 * HOUR, rule=rule))
    view(hand, "three_days")
    chips = hand.all("event_chip")
    assert len(chips) == 3
    x, y = hand.at(chips[1])
    config = hand.phone.configuration
    hand.do(Swipe(x, y, x, y + 2 * 48 * config.density / 160 / config.height, 0.4, held=1.0))
    assert hand.text("message") == "Edit recurring event"
    hand.tap(text=answer)
    assert tuple((event.begin - day) // HOUR for event in saved(hand)) == begins
    assert len(hand.all("event_chip")) == 3


@pytest.mark.parametrize("image", ["android13", "androidlab"])
def test_a_large_screen_has_the_month_and_the_calendars_at_its_side(
    make_hand: Callable[..., Hand], image: str
) -> None:
    hand = with_events(make_hand(image, width=1280, height=800, density=160))
    hand.tap("action_today")
    assert hand.node("side_panel").bounds[2] <= hand.node("toolbar").bounds[0]
    assert not hand.sees("date_picker_button"), "the month is always there"
    before = hand.text("month_name")
    hand.tap("next_month")
    assert hand.text("month_name") != before
    hand.tap("previous_month")
    assert hand.text("month_name") == before
    while not hand.sees(description="May 3, 2024"):
        hand.tap("next_month")
    hand.tap(description="May 3, 2024")
    view(hand, "day")
    assert hand.text("date_picker_text_view").startswith("May")
    assert [node.content_description for node in hand.all("event_chip")] == ["All-day, Trip, May 3, 2024"]
    hand.tap("calendar_item", description="Family")
    assert not hand.sees("event_chip"), "the calendar is hidden"


def test_a_tablet_of_android_10_keeps_the_month_under_the_bar(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand("android10", width=1280, height=800, density=160)
    hand.open("calendar")
    assert hand.sees("date_picker_button")
    assert not hand.sees("side_panel")


@pytest.mark.parametrize("image", ["android10", "android13"])
def test_a_time_is_picked_as_in_googles_calendar_of_the_release(
    make_hand: Callable[..., Hand], image: str
) -> None:
    hand = make_hand(image)
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("start_time")
    material = image == "android13"
    assert hand.sees("material_timepicker_view") is material
    assert hand.sees("android:id/radial_picker") is not material
    if material:
        hand.tap(description="9 hours")
        hand.tap(description="30 minutes")
        hand.tap("material_timepicker_ok_button")
        assert hand.text("start_time") == "09:30"


@pytest.mark.parametrize(
    ("image", "screen", "tall"),
    [
        ("android10", {"width": 1280, "height": 800, "density": 160}, 256),
        ("android13", {"width": 1280, "height": 800, "density": 160}, 196),
        ("android10", {"width": 1080, "height": 2160, "density": 440}, 112),
        ("android10", {"width": 2160, "height": 1080, "density": 440}, 112),
    ],
)
def test_the_picture_of_a_month_is_higher_on_a_tablet(
    make_hand: Callable[..., Hand], image: str, screen: dict[str, int], tall: int
) -> None:
    hand = make_hand(image, **screen)
    hand.open("calendar")
    _, top, _, bottom = hand.node("month_banner").bounds
    assert (bottom - top) * 160 / screen["density"] == pytest.approx(tall, abs=0.5)
