"""Material Components' date picker: its days, months, years and its text field, in every locale."""

from __future__ import annotations

from datetime import date

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits import date_picker, material_date_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES


def opened(**configuration: object) -> Hand:
    """A hand on the picker of a new event's first day, 10 May 2024."""
    hand = Hand("androidlab", **configuration)
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("start_date")
    return hand


def picker(hand: Hand) -> DatePicker:
    shown = hand.state("calendar").dates
    assert isinstance(shown, DatePicker)
    return shown


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("density", [330, 550])
def test_a_day_is_picked(locale: str, density: int) -> None:
    hand = opened(locale=locale, density=density)
    day = date(2024, 5, 23)
    hand.tap(description=resources.long_date(locale, day))
    assert hand.text("mtrl_picker_header_selection_text") == resources.format_date(locale, day, "yMMMd")
    hand.tap("confirm_button")
    assert hand.state("calendar").draft.start.date() == day


def test_months_turn_and_a_year_is_picked() -> None:
    hand = opened()
    hand.tap("month_navigation_next")
    assert hand.sees(text="June 2024")
    hand.tap("month_navigation_fragment_toggle")
    assert not hand.sees("month_navigation_next")
    hand.tap("year", text="2025")
    assert picker(hand).day == date(2025, 5, 10)
    assert hand.sees(text="May 2025")
    hand.tap("cancel_button")
    assert hand.state("calendar").draft.start.date() == date(2024, 5, 10)


def test_a_date_is_typed_and_a_wrong_one_is_refused() -> None:
    hand = opened()
    hand.tap("mtrl_picker_header_toggle")
    assert hand.sees(text="05/10/2024", class_name="android.widget.EditText")
    hand.press(*["DEL"] * 12)
    hand.type("13/31/2024")
    assert hand.text("textinput_error").split("\n") == [
        "Invalid format.",
        "Use: mm/dd/yyyy",
        "Example: 05/10/2024",
    ]
    assert not hand.node("confirm_button").enabled
    hand.press(*["DEL"] * 12)
    hand.type("12/31/2024")
    assert hand.text("mtrl_picker_header_selection_text") == "Dec 31, 2024"
    hand.tap("confirm_button")
    assert hand.state("calendar").draft.start.date() == date(2024, 12, 31)
    assert not hand.sees("textinput_error")


def test_the_text_field_gives_way_to_the_calendar_of_the_typed_month() -> None:
    hand = opened()
    hand.tap("mtrl_picker_header_toggle")
    hand.press(*["DEL"] * 12)
    hand.type("12/31/2024")
    hand.tap("mtrl_picker_header_toggle")
    assert hand.sees(text="December 2024")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_date_reads_as_it_is_written(locale: str) -> None:
    res = resources.of(Configuration(locale=locale))
    for day in (date(2024, 5, 1), date(1999, 12, 31)):
        text = material_date_picker.written(res, day)
        assert material_date_picker.read(res, date_picker.opened(day), text) == day
    assert material_date_picker.read(res, date_picker.opened(day, 2000), text) is None


def test_android_10_keeps_its_own() -> None:
    hand = Hand()
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("start_date")
    assert hand.sees("android:id/date_picker_header_date")


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ko-KR"])
def test_six_weeks_fit_a_low_screen(locale: str) -> None:
    hand = opened(locale=locale, density=700, font_scale=1.3)
    hand.tap("month_navigation_next")
    first, last = [
        hand.node(description=resources.long_date(locale, date(2024, 6, day))).bounds for day in (9, 30)
    ]
    assert last[3] - last[1] == first[3] - first[1], "the last row is seen in full"
    title = hand.node("mtrl_picker_title_text").bounds
    assert title[1] - hand.node("mtrl_picker_header").bounds[1] == 16 * 700 // 160


def test_the_header_stands_beside_the_days_of_a_screen_that_is_low_and_wide() -> None:
    hand = opened(width=2400, height=1080, density=420)
    header, month = (hand.node(id).bounds for id in ("mtrl_picker_header", "month_grid"))
    assert header[2] <= month[0]
    for day in (date(2024, 5, 1), date(2024, 5, 31)):
        hand.tap(description=resources.long_date("en-US", day))
        assert picker(hand).day == day
    hand.tap("mtrl_picker_header_toggle")
    assert hand.node("mtrl_picker_header").bounds[2] <= hand.node("mtrl_picker_text_input_date").bounds[0]
    assert hand.sees("confirm_button")
