"""The date picker: its days, pages and years, in every locale and on every screen."""

from __future__ import annotations

from datetime import date

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import resources
from bmoca_gym.handset.kits import date_picker
from bmoca_gym.handset.kits.date_picker import DatePicker, first_of, month_of
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import replace

TAGS = tuple(LOCALES)
SIZES = (330, 440, 550, 700)


def opened(**configuration: object) -> Hand:
    """A hand on the picker of a new event's first day, 1 May 2024."""
    hand = Hand(**configuration)
    hand.open("calendar")
    hand.tap("floating_action_button")
    hand.press("BACK")
    hand.tap("start_date")
    return hand


def picker(hand: Hand) -> DatePicker:
    shown = hand.state("calendar").dates
    assert isinstance(shown, DatePicker)
    return shown


def touch_day(hand: Hand, day: date) -> None:
    res = resources.of(hand.phone.configuration)
    for _ in range(4):  # on a low screen the last week may lie below
        if hand.sees(description=res.long_date(day)):
            break
        hand.swipe("up")
    hand.tap(description=res.long_date(day))


@pytest.mark.exhaustive
@given(st.sampled_from(TAGS), st.integers(1, 31), st.sampled_from(SIZES))
def test_every_day_can_be_picked(locale: str, number: int, density: int) -> None:
    hand = opened(locale=locale, density=density)
    touch_day(hand, date(2024, 5, number))
    assert picker(hand).day == date(2024, 5, number)
    hand.tap("android:id/button1")
    assert hand.state("calendar").draft.start.date() == date(2024, 5, number)


@pytest.mark.parametrize("locale", ["en-US", "ar-EG"])
def test_pages_turn_with_the_arrows_and_with_a_swipe(locale: str) -> None:
    hand = opened(locale=locale)
    hand.tap("android:id/next")
    assert first_of(picker(hand).month) == date(2024, 6, 1)
    hand.tap("android:id/prev")
    hand.tap("android:id/prev")
    assert first_of(picker(hand).month) == date(2024, 4, 1)
    hand.swipe("left" if locale == "en-US" else "right")
    assert first_of(picker(hand).month) == date(2024, 5, 1)
    assert picker(hand).day == date(2024, 5, 1)


def test_a_year_is_picked_from_the_list_that_opens_at_it() -> None:
    hand = opened()
    hand.tap("android:id/date_picker_header_year")
    assert "2024" in hand.texts("android:id/text1")
    hand.tap(text="2025")
    assert picker(hand).day == date(2025, 5, 1)
    assert hand.text("android:id/date_picker_header_year") == "2025"
    assert hand.sees("android:id/month_view")


def test_the_29th_of_february_stays_in_its_month() -> None:
    assert date_picker.opened(date(2024, 2, 29)).day == date(2024, 2, 29)
    assert date_picker.opened(date(9996, 2, 29)).day == date(date_picker.LAST_YEAR, 2, 28)
    assert month_of(date(2024, 12, 31)) == 2024 * 12 + 11


def test_the_ends_of_time_turn_no_page() -> None:
    hand = opened()
    last = DatePicker(date(2100, 12, 31), 2100 * 12 + 11)
    state = replace(hand.state("calendar"), dates=last)
    hand.phone = replace(hand.phone, apps=hand.phone.apps.set("com.google.android.calendar", state))
    assert not hand.node("android:id/next").enabled
    hand.tap("android:id/next")
    hand.swipe("left")
    assert picker(hand) == last


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("density", [440, 700])
def test_weeks_start_where_the_locale_has_it_and_everything_is_on_the_screen(
    locale: str, density: int
) -> None:
    hand = opened(locale=locale, density=density, font_scale=1.15)
    res = resources.of(hand.phone.configuration)
    first = hand.node(description=res.long_date(date(2024, 5, 1))).bounds
    later = hand.node(description=res.long_date(date(2024, 5, 2))).bounds
    starts_week = resources.first_weekday(locale) == 3
    assert (first[1] == later[1]) != starts_week
    assert (first[0] < later[0]) == (res.rtl == starts_week)
    for id in ("button1", "button2", "next", "prev", "date_picker_header_date"):
        left, top, right, bottom = hand.node(f"android:id/{id}").bounds
        assert 0 <= left < right <= hand.tree.width
        assert 0 <= top < bottom <= hand.tree.height
