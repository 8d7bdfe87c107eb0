"""Clock 7, as AndroidLab's phone has it: cards, cities, bedtime, sounds and settings."""

from __future__ import annotations

from contextlib import closing

import pytest
from handset_hand import APPS, Hand

from bmoca_gym.handset.apps.clock import places
from bmoca_gym.handset.apps.clock.state import PREFERENCES
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.system.shared_preferences import get, parse
from bmoca_gym.handset.system.sqlite_bytes import editable_database, file_of, read_database
from bmoca_gym.suites.androidlab.compressed_tree import compressed

DATABASE = APPS["clock"].files[0].path
PIXEL_7_PRO = {"width": 1440, "height": 3120, "density": 560}
MINUTE = 60


@pytest.fixture
def clock() -> Hand:
    """A hand on the alarm tab; it is Friday, 12:00, in Shanghai."""
    hand = Hand("androidlab", **PIXEL_7_PRO)
    hand.open("clock")
    hand.new_log()
    return hand


def rows(hand: Hand) -> list[tuple[object, ...]]:
    """hour, minutes, daysofweek, enabled, vibrate, label, ringtone of every alarm but the first."""
    with closing(read_database(hand.device.read_file(DATABASE))) as database:
        return database.execute(
            "SELECT hour, minutes, daysofweek, enabled, vibrate, label, ringtone FROM alarm_templates ORDER BY _id"
        ).fetchall()[1:]


def entry(hand: Hand, name: str, kind: str = "string") -> object:
    return get(parse(hand.device.read_file(PREFERENCES)), name, kind, None)


def keys(hand: Hand) -> list[str]:
    return [node.description for node in compressed(hand.tree).walk() if node.number]


def add_alarm(hand: Hand, hour: str, half: str) -> None:
    hand.tap("fab")
    hand.tap(description=f"{hour} o'clock", class_name="android.widget.TextView")
    hand.tap(f"material_clock_period_{half}_button")
    hand.tap("material_timepicker_ok_button")


def test_other_phones_have_neither_its_tabs_nor_its_file() -> None:
    for image in ("android10", "android13"):
        hand = Hand(image)
        hand.open("clock")
        assert not hand.sees("tab_menu_bedtime")
        assert hand.sees("overflow_action_button") is (image == "android13")
        assert PREFERENCES not in hand.shell("find /data/user_de/0/com.google.android.deskclock")
        for line in (f"cat {PREFERENCES}", f"rm {PREFERENCES}"):
            assert "No such file" in hand.device.shell(line).output


def test_the_picker_begins_at_the_next_full_hour_and_takes_typed_times_too(clock: Hand) -> None:
    clock.tap("fab")
    assert (clock.text("material_hour_tv"), clock.text("material_minute_tv")) == ("1", "00")
    assert [clock.node(f"material_clock_period_{half}_button").checked for half in ("am", "pm")] == [
        False,
        True,
    ]
    clock.tap("material_timepicker_mode_button")
    clock.tap("material_minute_text_input")
    clock.type("75")
    clock.press("BACK")
    clock.tap("material_timepicker_ok_button")
    assert clock.sees("material_timepicker_error")
    clock.tap("material_minute_text_input")
    clock.type("05")
    clock.press("BACK")
    clock.tap("material_timepicker_ok_button")
    assert rows(clock) == [(13, 5, 0, 1, 1, "", None)]
    assert clock.text("repeat_summary") == "Today"


def test_a_card_opens_to_label_days_sound_vibration_and_delete(clock: Hand) -> None:
    add_alarm(clock, "3", "pm")
    assert clock.node("edit_label").content_description == "No label specified"
    # An open card is no element of its own, but a touch where nothing else is closes it.
    cards = clock.all(class_name="androidx.cardview.widget.CardView")
    assert [(one.content_description, one.clickable, one.focusable) for one in cards] == [
        ("9:00\u200aAM Alarm", True, True),
        ("", False, False),
    ]
    clock.do(Tap(*clock.at(cards[1], 0.01, 0.3)))
    assert not clock.sees("edit_label")
    clock.tap("arrow", index=1)
    clock.tap("edit_label")
    clock.type("meeting\n")
    clock.tap(description="Saturday")
    assert clock.text("repeat_summary") == "Saturday"
    clock.tap("vibrate_onoff")
    clock.tap("choose_ringtone")
    assert clock.node("sound_image_selected").content_description == "Selected"
    clock.tap(text="Argon")
    clock.press("BACK")
    assert clock.node("choose_ringtone").content_description == "Ringtone Argon"
    argon = "content://media/internal/audio/media/20?title=Argon&canonical=1"
    assert rows(clock) == [(15, 0, 32, 1, 0, "meeting", argon)]
    # The file says it all: written back, what is shown is the same, its cards closed.
    clock.device.write_file(DATABASE, clock.device.read_file(DATABASE))
    assert rows(clock) == [(15, 0, 32, 1, 0, "meeting", argon)]
    assert clock.node("label").content_description == "Label meeting"
    clock.tap("arrow", index=1)
    clock.tap("delete")
    assert rows(clock) == []
    assert clock.text("snackbar_text") == "Alarm deleted"


def test_an_alarm_rings_once_on_a_chosen_day(clock: Hand) -> None:
    add_alarm(clock, "3", "pm")
    assert clock.text("repeat_summary") == "Today"
    for day, summary in (
        ("May 9, 2024", "Today"),
        ("May 11, 2024", "Tomorrow"),
        ("May 12, 2024", "Sun, May 12"),
    ):
        clock.tap("schedule_alarm")
        clock.tap(description=day)
        clock.tap("confirm_button")
        assert clock.text("repeat_summary") == summary
    clock.device.write_file(DATABASE, clock.device.read_file(DATABASE))
    clock.wait(50 * 60 * MINUTE)
    assert clock.heads_up() == []
    clock.wait(60 * MINUTE)
    clock.tap_heads_up("Dismiss")
    assert rows(clock)[0][3] == 0
    assert clock.text("days_of_week", 1) == "Not scheduled"


def test_its_pages_read_as_the_real_ones_do(clock: Hand) -> None:
    assert {
        ";focusable ; selected ; selected, ;Alarm ",
        "CardView ;click ; ;;9:00\u200aAM Alarm ",
        "Switch ;click check ; unchecked ;;",
        "TextView ;; ;;Sun, Sat Sunday, Saturday ",
    } <= set(keys(clock))
    clock.tap("tab_menu_timer")
    for digit in ("1", "1", "5", "00"):
        clock.tap(f"timer_setup_digit_{digit}")
    assert "TextView ;; ;;01h 15m 00s 1 hours, 15 minutes, 0 seconds " in keys(clock)
    clock.tap("tab_menu_bedtime")
    found = keys(clock)
    assert "TextView ;; ;;BEDTIME " in found
    assert "TextView ;click ; ;;7:00\u200aAM Wake-up 7:00\u200aAM " in found


def test_silence_and_snooze_are_as_the_settings_say(clock: Hand) -> None:
    add_alarm(clock, "1", "pm")
    clock.wait(60 * MINUTE)
    clock.tap_heads_up("Snooze")
    clock.wait(10 * MINUTE)
    assert "Snooze" in [node.text for node in clock.heads_up()]
    clock.wait(10 * MINUTE)
    assert clock.heads_up() == []
    assert ("AlarmClock", "Missed alarm 2") in clock.new_log()


def test_cities_are_searched_added_pushed_off_and_brought_back(clock: Hand) -> None:
    clock.tap("tab_menu_clock")
    assert (clock.text("city_name"), clock.text("hours_ahead")) == ("Barcelona", "6 hours behind")
    clock.tap("fab")
    assert clock.sees("search_empty_view")
    clock.type("kathm")
    clock.tap("city_name")
    assert clock.texts("hours_ahead") == ["6 hours behind", "2 hours 15 minutes behind"]
    assert [entry(clock, f"city_id_{n}") for n in (0, 1)] == ["C262", "C121"]
    _, y = clock.at(clock.node("city_name"))
    clock.do(Swipe(0.2, y, 0.8, y))
    assert clock.texts("city_name") == ["Kathmandu"]
    assert entry(clock, "number_of_cities", "int") == 1
    clock.tap(text="UNDO")
    assert clock.texts("city_name") == ["Barcelona", "Kathmandu"]


def test_settings_are_kept_and_seen(clock: Hand) -> None:
    clock.tap("tab_menu_clock")
    clock.tap("overflow_action_button")
    clock.tap(text="Settings")
    clock.tap(text="Home time zone")
    clock.tap(text="(GMT+9:00) Tokyo, Osaka")
    clock.tap(text="Display time with seconds")
    clock.tap(text="Silence after")
    clock.tap(text="5 minutes")
    assert (entry(clock, "home_time_zone"), entry(clock, "auto_silence")) == ("Asia/Tokyo", "5")
    clock.press("BACK")
    assert clock.texts("city_name") == ["Home", "Barcelona"]
    clock.wait(5)
    assert clock.text("digital_clock") == "12:00:05\u200aPM"
    clock.tap("overflow_action_button")
    clock.tap(text="Settings")
    clock.tap(text="Style")
    clock.tap(text="Analog")
    clock.press("BACK")
    assert clock.node("analog_clock").content_description == "12:00:05\u200aPM"
    clock.tap("overflow_action_button")
    clock.tap(text="Screen saver")
    clock.tap("saver_container")
    assert clock.activity == "DeskClock"


def test_bedtime_has_an_alarm_among_the_others(clock: Hand) -> None:
    clock.tap("tab_menu_bedtime")
    clock.tap("wake_clock")
    clock.tap("toggle_switch")
    clock.tap("choose_ringtone")
    clock.press("BACK")
    clock.tap("plus_button")
    clock.press("BACK")
    assert rows(clock) == [(7, 15, 31, 1, 1, "Wake-up", None)]
    assert clock.text("sleep_duration") == "8 hours 15 minutes of sleep"
    clock.tap("bedtime_clock")
    clock.tap(description="Monday")
    clock.tap("target_clock")
    clock.press("BACK")
    assert clock.sees("target_clock"), "the picker is left for its sheet"
    clock.press("BACK")
    assert rows(clock)[0][2] == 30
    clock.tap("sleep_sound")
    clock.tap(text="Deep space")
    clock.press("BACK")
    assert clock.node("sleep_sound").content_description == "Change sleep sound Deep space"
    clock.tap("tab_menu_alarm")
    assert clock.text("label") == "Wake-up"


def test_odd_days_of_instances_are_ignored(clock: Hand) -> None:
    for year, month, day in ((2024, 12, 1), (10**12, 0, 1), ("soon", 0, 1), (2024, 1, 30)):
        with closing(editable_database(clock.device.read_file(DATABASE))) as database:
            database.execute(
                "INSERT INTO alarm_instances (year, month, day, hour, minutes, vibrate, label, alarm_state, alarm_id) "
                "VALUES (?, ?, ?, 9, 0, 1, '', 0, 1)", (year, month, day),
            )  # fmt: skip
            clock.device.write_file(DATABASE, file_of(database))
        assert clock.state("clock").alarms[0].day == 0


def test_odd_preferences_do_no_harm(clock: Hand) -> None:
    strange = (
        b"<map><int name='number_of_cities' value='9999999'/><string name='city_id_0'>C0</string>"
        b"<string name='home_time_zone'>Mars/Base</string><string name='auto_silence'>soon</string>"
        b"<string name='week_start'>5</string><int name='bedtime_minute_of_day' value='-7'/></map>"
    )
    clock.device.write_file(PREFERENCES, strange)
    for tab in ("clock", "bedtime", "alarm"):
        clock.tap(f"tab_menu_{tab}")
    clock.tap("overflow_action_button")
    clock.tap(text="Settings")
    assert clock.sees(text="Mars/Base")
    assert clock.sees(text="soon")
    clock.device.write_file(PREFERENCES, b"not xml")
    assert entry(clock, "city_id_0") == "C262", "an app that can't read its file starts anew"


@pytest.mark.parametrize("locale", ["ar-EG", "ko-KR"])
def test_it_is_shown_in_every_script(locale: str) -> None:
    hand = Hand("androidlab", width=720, height=1280, density=330, locale=locale, dark=True)
    hand.open("clock")
    hand.tap("fab")
    hand.tap("material_timepicker_ok_button")
    first = hand.node("day_button_0").content_description
    hand.tap("overflow_action_button")
    hand.tap("android:id/title", index=1)
    hand.swipe("up")
    assert hand.sees(text=first), "weeks begin as the locale has it"
    hand.press("BACK")
    for tab in ("clock", "bedtime", "timer", "stopwatch"):
        hand.tap(f"tab_menu_{tab}")
        hand.device.screenshot((128, 256))
    assert len(rows(hand)) == 1


def test_places_are_real() -> None:
    assert places.city("C178") == ("London", "Europe/London")
    zones = dict(places.home_zones("en-US", 1715313600 // 3600))
    assert zones["Asia/Kathmandu"] == "(GMT+5:45) Kathmandu"
    assert next(iter(zones)) == "Pacific/Midway"
    assert len(zones) > 80


def test_cities_and_zones_are_called_as_the_phones_language_calls_them() -> None:
    names = {
        "C262": "바르셀로나",
        "C178": "런던",
        "C36": "부에노스 아이레스",
        "C256": "베이징",
    }
    assert {id: places.city_name("ko-KR", id) for id in names} == names
    assert places.city_name("ko-KR", "C0") == "C0"
    zones = dict(places.home_zones("ko-KR", 1715313600 // 3600))
    assert zones["Asia/Tokyo"] == "(GMT+9:00) 도쿄, 오사카"
    assert zones["America/Los_Angeles"] == "(GMT-7:00) 미 태평양 시간"
    for locale in LOCALES:
        for id in places.city_ids():
            assert places.city_name(locale, id)
        left = [v for _, v in places.home_zones(locale, 476_000) if not any(map(str.isalpha, v))]
        assert left == []
    for locale in ("ar-EG", "hi-IN", "ja-JP", "ko-KR", "ru-MD", "ur-PK", "zh-Hans-CN"):
        assert [id for id in places.city_ids() if places.city_name(locale, id).isascii()] == []


def test_a_city_is_found_in_the_phones_language_and_in_english() -> None:
    for typed in ("런던", "London"):
        hand = Hand(image="androidlab", locale="ko-KR")
        hand.open("clock")
        hand.tap("tab_menu_clock")
        assert hand.text("city_name") == "바르셀로나"
        hand.tap("fab")
        hand.type(typed)
        hand.tap("city_name")
        assert hand.texts("city_name") == ["바르셀로나", "런던"]
