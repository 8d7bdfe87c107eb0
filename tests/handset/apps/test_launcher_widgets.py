"""Widgets of the home screen: the list, placing, moving, removing, what they show, and the launcher's database."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime

import pytest
from handset_hand import Hand

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.google import weather
from bmoca_gym.handset.apps.launcher.database import LAUNCHER_DATABASE_PATH
from bmoca_gym.handset.apps.launcher.state import Launcher, Widget
from bmoca_gym.handset.gestures import LongPress, Swipe
from bmoca_gym.handset.images import image_named
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.sqlite_bytes import read_database

LAUNCHER = "com.google.android.apps.nexuslauncher"
CLOCK = "com.google.android.deskclock/com.android.alarmclock.DigitalAppWidgetProvider"
NOTE = "/storage/emulated/0/Documents/Markor/ideas.md"


@pytest.fixture
def hand() -> Hand:
    return Hand(image="android13", width=1080, height=2400, density=420)


def launcher(hand: Hand) -> Launcher:
    state: Launcher = hand.phone.apps[LAUNCHER]
    return state


def placed(hand: Hand) -> list[tuple[str, int, int, int]]:
    """App, page and first cell of each widget."""
    return [
        (w.provider.partition("/")[0].rpartition(".")[2], w.screen, w.x, w.y) for w in launcher(hand).widgets
    ]


def show_list(hand: Hand, app: str) -> None:
    """Unfold an app's widgets in the list."""
    hand.do(LongPress(0.97, 0.78))
    hand.tap(text="Widgets")
    hand.tap(text=app)


def place(hand: Hand, app: str) -> None:
    show_list(hand, app)
    hand.hold("widget_cell")


def drag(hand: Hand, description: str, x: float, y: float) -> None:
    start = hand.at(hand.node(description=description))
    hand.do(Swipe(*start, x, y, 0.5, held=0.6))


def test_the_list_has_the_widgets_of_apps_and_tells_to_hold_them(hand: Hand) -> None:
    show_list(hand, "Clock")
    assert hand.texts("app_title") == ["Calendar", "Clock", "Google", "Markor"]
    assert hand.texts("app_subtitle") == ["1 widget"] * 4
    assert (hand.texts("widget_name"), hand.texts("widget_dims")) == (["Digital"], ["4 × 1"])
    hand.tap("widget_cell")
    assert hand.phone.toast == "Touch & hold to move a widget."
    hand.tap(text="Clock")
    assert not hand.sees("widget_cell")
    hand.press("BACK")
    assert hand.sees("workspace")
    assert launcher(hand).widgets == ()


def test_android_10_has_no_list_of_widgets() -> None:
    hand = Hand()
    hand.do(LongPress(0.5, 0.4))
    assert hand.texts("bubble_text") == ["Wallpapers", "Home settings"]


def test_androidlabs_phone_offers_its_own_calendar() -> None:
    hand = Hand(image="androidlab", width=1440, height=3120, density=560)
    show_list(hand, "Clock")
    assert hand.texts("app_title") == ["Calendar", "Calendar", "Clock", "Google"]


def test_held_widgets_are_placed_where_there_is_room(hand: Hand) -> None:
    for app in ("Clock", "Calendar", "Google", "Markor"):
        place(hand, app)
    assert placed(hand) == [
        ("deskclock", 0, 0, 1), ("calendar", 0, 0, 2), ("googlequicksearchbox", 0, 0, 4), ("markor", 1, 0, 1),
    ]  # fmt: skip
    assert "Home screen 2 of 2" in hand.node("workspace").content_description


def test_the_clock_shows_the_time_and_the_next_alarm(hand: Hand) -> None:
    place(hand, "Clock")
    assert (hand.text("clock"), hand.text("date")) == ("15:34", "Sun, Oct 15")
    assert not hand.sees("nextAlarm")
    hand.wait(60)
    assert hand.text("clock") == "15:35"
    hand.shell(
        "am start -a android.intent.action.SET_ALARM --ei android.intent.extra.alarm.HOUR 6"
        " --ei android.intent.extra.alarm.MINUTES 30 --ez android.intent.extra.alarm.SKIP_UI true"
    )
    hand.press("HOME")
    assert hand.text("nextAlarm") == "Mon 06:30"
    hand.tap("digital_widget")
    assert hand.phone.top.package == "com.google.android.deskclock"


def test_the_calendar_shows_what_comes_and_opens_it(hand: Hand) -> None:
    place(hand, "Calendar")
    assert hand.text("no_events") == "Nothing planned. Tap to create."
    for title, day, hour in (("Breakfast", 15, 8), ("Dentist", 15, 17), ("Trip", 17, 9), ("Far away", 29, 9)):
        begin = round((datetime(2023, 10, day, hour) - datetime(1970, 1, 1)).total_seconds() * 1000)
        hand.phone = calendar.save(
            hand.phone, calendar.Event(title=title, begin=begin, end=begin + 3_600_000)
        )
    assert hand.texts("title") == ["Dentist", "Trip"]
    assert hand.texts("day_header") == ["Sun, Oct 15", "Tue, Oct 17"]
    hand.tap(text="Trip")
    assert hand.activity == "EventInfoActivity"
    assert hand.sees(text="Trip")
    hand.press("HOME")
    hand.tap("add")
    assert hand.phone.top.package == "com.google.android.calendar"


def test_markor_lists_notes_and_opens_them(hand: Hand) -> None:
    place(hand, "Markor")
    assert hand.sees("widget_empty_hint")
    hand.phone = files.write(hand.phone, NOTE, b"A house in a tree")
    assert hand.texts("widget_note_title") == ["ideas.md"]
    hand.tap("widget_note_title")
    assert (hand.activity, hand.text("note__activity__text_note_title")) == ("DocumentActivity", "ideas")
    for button, shown in (("widget_quicknote", "QuickNote"), ("widget_todo", "todo")):
        hand.press("HOME")
        hand.tap(button)
        assert hand.sees(text=shown), button
    for button in ("widget_new_note", "widget_main", "widget_header"):
        hand.press("HOME")
        hand.tap(button)
        assert hand.phone.top.package == "net.gsantner.markor", button


def test_the_weather_follows_from_the_hour_and_needs_the_internet(hand: Hand) -> None:
    place(hand, "Google")
    shown = hand.text("temperature"), hand.text("condition")
    assert shown == ("66°", "Partly cloudy")
    hand.wait(12 * 3600)
    assert (hand.text("temperature"), hand.text("condition")) != shown
    hand.shell("svc wifi disable; svc data disable")
    assert hand.text("weather_error") == "Weather not available"


def test_a_year_of_weather_is_plausible() -> None:
    hours = [
        datetime(2023, month, day, hour) for month in range(1, 13) for day in (3, 17) for hour in (3, 15)
    ]
    found = [weather.temperature(at) for at in hours]
    assert -8 <= min(found) < 8 < 20 < max(found) <= 32
    assert {weather.sky(at) for at in hours} == set(range(7))


def test_a_widget_is_moved_and_does_not_cover_others(hand: Hand) -> None:
    place(hand, "Clock")
    place(hand, "Google")
    drag(hand, "Weather", 0.5, 0.7)
    assert placed(hand)[1] == ("googlequicksearchbox", 0, 1, 4)
    drag(hand, "Weather", 0.5, 0.2)
    assert placed(hand)[1][3] > 1, "the clock is there"


def test_a_widget_is_removed_on_the_date_or_by_its_menu(hand: Hand) -> None:
    place(hand, "Clock")
    drag(hand, "Digital", *hand.at(hand.node("bc_smartspace_view")))
    assert launcher(hand).widgets == ()
    place(hand, "Clock")
    hand.hold(description="Digital")
    assert hand.texts("bubble_text") == ["App info", "Remove"]
    hand.press("BACK")
    assert hand.sees(description="Digital")
    hand.hold(description="Digital")
    hand.tap(text="Remove")
    assert launcher(hand).widgets == ()


def sizes(hand: Hand) -> list[tuple[int, int, int, int]]:
    """First cell, columns and rows of each widget."""
    return [(w.x, w.y, w.columns, w.rows) for w in launcher(hand).widgets]


def pull(hand: Hand, edge: str, across: float, down: float) -> None:
    x, y = hand.at(hand.node(f"widget_resize_{edge}_handle"))
    hand.do(Swipe(x, y, min(max(x + across, 0.01), 0.99), min(max(y + down, 0.01), 0.99), 0.5))


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_a_held_widget_is_resized_by_its_handles_as_far_as_there_is_room(locale: str) -> None:
    hand = Hand(image="android13", width=1080, height=2400, density=420, locale=locale)
    hand.phone = hand.phone.handled(LAUNCHER, _with, (Launcher(widgets=(Widget(CLOCK, 0, 0, 2, 4, 1),)),))
    host = hand.node(class_name="android.appwidget.AppWidgetHostView")
    far, near = ("left", "right") if locale.startswith("ar") else ("right", "left")
    outwards = -0.3 if far == "left" else 0.3
    hand.hold(class_name="android.appwidget.AppWidgetHostView")
    assert len(hand.texts("bubble_text")) == 2
    pull(hand, far, outwards, 0)
    assert sizes(hand) == [(0, 2, 5, 1)], "the page has five columns"
    assert not hand.sees("bubble_text")
    pull(hand, "bottom", 0, 0.3)
    assert sizes(hand) == [(0, 2, 5, 3)]
    pull(hand, "top", 0, -0.5)
    assert sizes(hand) == [(0, 1, 5, 4)], "the date is over the first row"
    pull(hand, near, outwards * 3, 0)
    assert sizes(hand) == [(3, 1, 2, 4)], "half of the width that it has at first"
    frame = hand.node("widget_resize_frame").bounds
    hand.press("BACK")
    shown = hand.node(class_name="android.appwidget.AppWidgetHostView").bounds
    assert max(abs(a - b) for a, b in zip(frame, shown, strict=True)) <= 4, "the frame is around the widget"
    assert shown != host.bounds
    assert not hand.sees("widget_resize_frame")


def test_a_widget_does_not_grow_over_others(hand: Hand) -> None:
    place(hand, "Clock")
    place(hand, "Calendar")
    before = sizes(hand)
    hand.hold(description="Digital")
    pull(hand, "bottom", 0, 0.3)
    assert sizes(hand) == before
    pull(hand, "right", 0.2, 0)
    assert sizes(hand)[0] == (0, 1, 5, 1)
    data = hand.device.read_file(LAUNCHER_DATABASE_PATH)
    with closing(read_database(data)) as connection:
        query = "SELECT spanX, spanY FROM favorites WHERE appWidgetProvider = ?"
        assert connection.execute(query, (CLOCK,)).fetchall() == [(5, 1)]


def test_the_list_of_widgets_is_searched(hand: Hand) -> None:
    show_list(hand, "Clock")
    hand.tap("widgets_search_bar_edit_text")
    hand.type("cal")
    assert hand.texts("app_title") == ["Calendar"]
    hand.tap("widgets_search_cancel_button")
    assert hand.texts("app_title") == ["Calendar", "Clock", "Google", "Markor"]
    hand.tap("widgets_search_bar_edit_text")
    hand.type("weather")  # what the app offers is called so
    assert hand.texts("app_title") == ["Google"]
    hand.type(" in space")
    assert hand.sees("no_widgets_text")
    assert hand.texts("app_title") == []
    hand.press("BACK", "BACK")
    show_list(hand, "Clock")
    assert hand.text("widgets_search_bar_edit_text") == "Search"  # its hint


def test_an_icon_is_not_dropped_on_a_widget_and_finds_other_cells(hand: Hand) -> None:
    place(hand, "Clock")
    drag(hand, "Phone", 0.3, 0.2)
    assert "Phone" not in [s.package for s in launcher(hand).shortcuts if s.container == "desktop"]
    drag(hand, "Phone", 0.3, 0.6)
    (moved,) = [s for s in launcher(hand).shortcuts if s.container == "desktop"]
    assert (moved.x, moved.y) == (1, 3)
    hand.swipe("up")
    hand.hold(description="Markor")
    hand.tap(text="Add to Home screen")
    assert [s.cell for s in launcher(hand).shortcuts][-1] == ("desktop", 0, 4, 1)


def test_a_page_without_room_keeps_the_widget_where_it_was(hand: Hand) -> None:
    for app in ("Calendar", "Calendar"):
        place(hand, app)
    place(hand, "Google")
    assert placed(hand)[-1] == ("googlequicksearchbox", 1, 0, 1)
    hand.press("HOME")
    before = launcher(hand).widgets
    show_list(hand, "Google")
    cell = hand.at(hand.node("widget_cell"))
    hand.do(Swipe(*cell, 0.3, 0.3, 0.5, held=0.6))
    assert hand.phone.toast == "No room on this Home screen."
    assert launcher(hand).widgets == before


def test_widgets_are_in_the_launchers_database(hand: Hand) -> None:
    place(hand, "Clock")
    data = hand.device.read_file(LAUNCHER_DATABASE_PATH)
    with closing(read_database(data)) as connection:
        query = "SELECT appWidgetProvider, appWidgetId, cellX, cellY, spanX, spanY FROM favorites WHERE itemType = 4"
        assert connection.execute(query).fetchall() == [(CLOCK, 1, 0, 1, 4, 1)]
    before = launcher(hand).widgets
    hand.hold(description="Digital")
    hand.tap(text="Remove")
    hand.device.write_file(LAUNCHER_DATABASE_PATH, data)
    assert launcher(hand).widgets == before == (Widget(CLOCK, 0, 0, 1, 4, 1),)
    assert hand.sees("digital_widget")


@pytest.mark.parametrize("size", [(1080, 2400, 420), (2400, 1080, 420), (1080, 1920, 550)])
def test_a_widget_paints_nothing_outside_its_cells(size: tuple[int, int, int]) -> None:
    width, height, density = size
    hand = Hand(image="android13", width=width, height=height, density=density)
    for app, one in [
        (a, w) for a in packages.enabled_of(image_named("android13")).values() for w in a.widgets
    ]:
        data = Launcher(widgets=(Widget(f"{app.package}/{one.name}", 0, 0, 2, one.columns, one.rows),))
        hand.phone = hand.phone.handled(LAUNCHER, _with, (data,))
        (host,) = hand.all(class_name="android.appwidget.AppWidgetHostView")
        at = list(hand.tree).index(host)
        inside = []
        for node in list(hand.tree)[at + 1 :]:
            if node.depth <= host.depth:
                break
            inside.append(node)
        assert inside, app.name
        for node in inside:
            assert host.bounds[1] <= node.bounds[1] < node.bounds[3] <= host.bounds[3], node


def _with(state: Launcher, context: object, wanted: Launcher) -> Launcher:
    return wanted
