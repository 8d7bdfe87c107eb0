"""The time picker, by the face and by typing, in every locale and on every screen size."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.resources import day_periods, uses_24_hours
from bmoca_gym.handset.resources.locales import LOCALES

TAGS = sorted(LOCALES)
LONG_HOURS = [tag for tag in TAGS if uses_24_hours(tag)]


def opened(**configuration: Any) -> Hand:
    hand = Hand(**configuration)
    hand.open("clock")
    tabs = [n for n in hand.tree if n.class_name.endswith("ActionBar$Tab")]
    hand.do(Tap(*hand.at(tabs[0])))
    hand.tap("fab")
    return hand


def picker(hand: Hand) -> Any:
    return hand.state("clock").dialog.picker


def picked(hand: Hand) -> tuple[int, int]:
    """The time of the alarm that OK makes."""
    hand.tap("android:id/button1")
    alarm = hand.state("clock").alarms[-1]
    assert alarm.id == 2, "an alarm was made"
    return alarm.hour, alarm.minute


def pick_by_face(hand: Hand, hour: int, minute: int) -> None:
    locale = hand.phone.configuration.locale
    if not uses_24_hours(locale):
        hand.tap(f"android:id/{'pm' if hour >= 12 else 'am'}_label")
    hand.tap(description=str(hour) if uses_24_hours(locale) else str(hour % 12 or 12))
    left, top, right, bottom = hand.node("android:id/radial_picker").bounds
    radius, angle = (right - left) / 2 * 0.72, minute / 60 * 2 * math.pi
    x, y = (left + right) / 2 + radius * math.sin(angle), (top + bottom) / 2 - radius * math.cos(angle)
    config = hand.phone.configuration
    # A finger that slides to the minute, as one does where no number stands.
    hand.do(
        Swipe(
            (left + right) / 2 / config.width,
            (top + bottom) / 2 / config.height,
            x / config.width,
            y / config.height,
        )
    )


def pick_by_typing(hand: Hand, hour: int, minute: int) -> None:
    locale = hand.phone.configuration.locale
    if not picker(hand).typed:
        hand.tap("android:id/toggle_mode")
    shown = hour if uses_24_hours(locale) else hour % 12 or 12
    for field, number in (("input_hour", shown), ("input_minute", minute)):
        hand.tap(f"android:id/{field}")
        hand.type(f"{number:02d}")
    hand.press("BACK")
    if not uses_24_hours(locale):
        hand.tap("android:id/am_pm_spinner")
        hand.tap("android:id/text1", index=int(hour >= 12))


@given(st.sampled_from(TAGS), st.integers(0, 23), st.integers(0, 59), st.sampled_from((330, 440, 550)))
def test_every_time_can_be_picked_by_the_face(locale: str, hour: int, minute: int, density: int) -> None:
    hand = opened(locale=locale, density=density)
    if picker(hand).typed:
        hand.tap("android:id/toggle_mode")
    pick_by_face(hand, hour, minute)
    assert picked(hand) == (hour, minute)


@given(st.sampled_from(TAGS), st.integers(0, 23), st.integers(0, 59), st.sampled_from((330, 440, 700)))
def test_every_time_can_be_typed(locale: str, hour: int, minute: int, density: int) -> None:
    hand = opened(locale=locale, density=density)
    pick_by_typing(hand, hour, minute)
    assert picked(hand) == (hour, minute)


def test_it_opens_at_the_time_it_is() -> None:
    hand = opened()
    assert (hand.text("android:id/hours"), hand.text("android:id/minutes")) == ("10", "00")
    assert hand.node("android:id/am_label").checked
    assert picked(hand) == (10, 0)


def test_touching_an_hour_goes_on_to_the_minutes() -> None:
    hand = opened()
    assert hand.node("android:id/hours").checked
    hand.tap(description="7")
    assert hand.text("android:id/hours") == "7"
    assert hand.node("android:id/minutes").checked
    hand.tap("android:id/hours")
    assert hand.node("android:id/hours").checked


@pytest.mark.parametrize("locale", LONG_HOURS)
def test_24_hours_stand_in_two_rings(locale: str) -> None:
    hand = opened(locale=locale)
    assert not hand.sees("android:id/ampm_layout")
    left, top, right, bottom = hand.node("android:id/radial_picker").bounds
    config = hand.phone.configuration

    def at(angle: float, share: float) -> None:
        radius = (right - left) / 2 * share
        x, y = (left + right) / 2 + radius * math.sin(angle), (top + bottom) / 2 - radius * math.cos(angle)
        hand.do(Tap(x / config.width, y / config.height))

    for angle, outer, inner in ((0.0, 12, 0), (math.pi / 2, 3, 15), (math.pi, 6, 18)):
        at(angle, 0.8)
        assert picker(hand).hour == outer
        hand.tap("android:id/hours")
        at(angle, 0.5)
        assert picker(hand).hour == inner
        hand.tap("android:id/hours")


@pytest.mark.parametrize("locale", [tag for tag in TAGS if tag not in LONG_HOURS])
def test_half_days_are_named_in_the_language(locale: str) -> None:
    hand = opened(locale=locale)
    assert (hand.text("android:id/am_label"), hand.text("android:id/pm_label")) == day_periods(locale)


@pytest.mark.parametrize("locale", ["en-US", "ar-EG", "ur-PK"])
def test_hours_stand_left_of_minutes_in_every_direction(locale: str) -> None:
    hand = opened(locale=locale)
    assert hand.node("android:id/hours").bounds[2] <= hand.node("android:id/minutes").bounds[0]
    hand.tap("android:id/toggle_mode")
    assert hand.node("android:id/input_hour").bounds[2] <= hand.node("android:id/input_minute").bounds[0]


@pytest.mark.parametrize(
    ("hour", "minute"), [("13", "00"), ("00", "00"), ("7", "60"), ("", "30"), ("7", ""), ("99", "99")]
)
def test_what_is_no_time_is_refused_and_said(hand: Hand, hour: str, minute: str) -> None:
    hand = opened()
    hand.tap("android:id/toggle_mode")
    for field, text in (("input_hour", hour), ("input_minute", minute)):
        hand.tap(f"android:id/{field}")
        hand.press("DEL", "DEL")
        hand.type(text)
    hand.press("BACK")
    hand.tap("android:id/button1")
    assert hand.sees("android:id/label_error")
    assert len(hand.state("clock").alarms) == 1


@pytest.mark.parametrize("locale", TAGS)
def test_fields_show_the_languages_digits_and_take_any(locale: str) -> None:
    hand = opened(locale=locale)
    hand.tap("android:id/toggle_mode")
    hand.tap("android:id/input_minute")
    hand.type("٤٢")
    assert picker(hand).minute_text == "42"
    assert hand.text("android:id/input_minute") == ("٤٢" if locale == "ar-EG" else "42")
    hand.type("७ x")
    assert picker(hand).minute_text == "27", "the last two digits, and nothing else"


def test_changing_the_form_keeps_the_time() -> None:
    hand = opened()
    pick_by_face(hand, 19, 47)
    hand.tap("android:id/toggle_mode")
    assert (hand.text("android:id/input_hour"), hand.text("android:id/input_minute")) == ("7", "47")
    hand.tap("android:id/toggle_mode")
    assert (hand.text("android:id/hours"), hand.text("android:id/minutes")) == ("7", "47")
    assert picked(hand) == (19, 47)


@pytest.mark.parametrize("way", ["android:id/button2", "beside", "back"])
def test_it_can_be_left_without_a_change(way: str) -> None:
    hand = opened()
    hand.tap(description="7")
    if way == "beside":
        hand.do(Tap(0.5, 0.03))
    elif way == "back":
        hand.press("BACK")
    else:
        hand.tap(way)
    assert hand.state("clock").dialog is None
    assert len(hand.state("clock").alarms) == 1


@pytest.mark.parametrize("density", [330, 440, 550, 700])
@pytest.mark.parametrize("font_scale", [0.85, 1.0, 1.3])
def test_its_buttons_are_on_the_screen_whole(
    make_hand: Callable[..., Hand], density: int, font_scale: float
) -> None:
    hand = opened(density=density, font_scale=font_scale, locale="ru-MD")
    for _ in range(2):
        nodes = [hand.node(f"android:id/{name}") for name in ("button1", "button2")]
        assert all(n.bounds[3] - n.bounds[1] >= 36 * density / 160 for n in nodes)
        assert nodes[1].bounds[2] <= nodes[0].bounds[0], "beside each other"
        if hand.sees("android:id/toggle_mode"):
            hand.tap("android:id/toggle_mode")
