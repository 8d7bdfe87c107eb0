"""Resources: strings with plural forms, times, dates and digits in each locale's own form."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import resources
from bmoca_gym.handset.errors import UnknownStringError
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES

TAGS = st.sampled_from(sorted(LOCALES))


def of(locale: str, **more: object) -> resources.Resources:
    return resources.of(Configuration(locale=locale, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("locale", "half_past_ten", "evening"),
    [
        ("en-US", "10:30 AM", "7:05 PM"), ("es-US", "10:30 a.m.", "7:05 p.m."), ("fr-CA", "10 h 30", "19 h 05"),
        ("de-DE", "10:30", "19:05"), ("pt-BR", "10:30", "19:05"), ("ru-MD", "10:30", "19:05"),
        ("ar-EG", "١٠:٣٠ ص", "٧:٠٥ م"), ("ar-AE", "10:30 ص", "7:05 م"), ("hi-IN", "10:30 am", "7:05 pm"),
        ("ko-KR", "오전 10:30", "오후 7:05"), ("ja-JP", "10:30", "19:05"), ("zh-Hans-CN", "10:30", "19:05"),
        ("ur-PK", "10:30 AM", "7:05 PM"),
    ],
)  # fmt: skip
def test_times_are_written_as_cldr_has_them(locale: str, half_past_ten: str, evening: str) -> None:
    assert of(locale).time(10, 30) == half_past_ten
    assert of(locale).time(19, 5) == evening


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en-US", "Wed, May 1"), ("de-DE", "Mi., 1. Mai"), ("ko-KR", "5월 1일 (수)"), ("ja-JP", "5月1日(水)"),
        ("ar-EG", "الأربعاء، ١ مايو"), ("ru-MD", "ср, 1 мая"), ("zh-Hans-CN", "5月1日周三"),
    ],
)  # fmt: skip
def test_dates_are_written_as_cldr_has_them(locale: str, shown: str) -> None:
    assert of(locale).date(date(2024, 5, 1), "MMMEd") == shown


@given(TAGS, st.integers(0, 23), st.integers(0, 59))
def test_every_minute_has_a_time_of_its_own(locale: str, hour: int, minute: int) -> None:
    res = of(locale)
    shown = res.time(hour, minute)
    assert "\xa0" not in shown
    assert "\u202f" not in shown
    assert res.digits(f"{minute:02d}") in shown
    assert shown != res.time((hour + 12) % 24, minute)


@given(TAGS, st.text())
def test_digits_keep_all_else(locale: str, text: str) -> None:
    shown = of(locale).digits(text)
    assert len(shown) == len(text)
    assert all(a == b or a in "0123456789" for a, b in zip(text, shown, strict=True))
    ascii_again = "".join(str(int(b)) if a in "0123456789" else b for a, b in zip(text, shown, strict=True))
    assert ascii_again == text


def test_only_egypts_arabic_has_digits_of_its_own() -> None:
    """CLDR's default numbering systems: arab for ar-EG, latn for ar-AE, hi, ur and all the others."""
    own = {tag: of(tag).digits("0189") for tag in LOCALES if of(tag).digits("0189") != "0189"}
    assert own == {"ar-EG": "٠١٨٩"}


@pytest.mark.parametrize(
    ("locale", "shown"),
    [("en-US", "-1,204.50"), ("ar-EG", "-١٬٢٠٤٫٥٠"), ("ar-AE", "-1,204.50"), ("de-DE", "-1.204,50"),
     ("fr-CA", "-1\xa0204,50")],
)  # fmt: skip
def test_numbers_have_the_separators_and_digits_of_the_language(locale: str, shown: str) -> None:
    assert of(locale).number("-1,204.50") == shown


def test_decimal_separators() -> None:
    marks = {tag: resources.decimal_separator(tag) for tag in LOCALES}
    assert {tag for tag, mark in marks.items() if mark == ","} == {
        "de-DE",
        "fr-CA",
        "pt-BR",
        "pt-PT",
        "ru-MD",
    }
    assert marks["ar-EG"] == "٫"


def test_hours_go_to_24_where_cldr_says_so() -> None:
    long = {tag for tag in LOCALES if of(tag).hour_24}
    assert long == {"de-DE", "fr-CA", "ja-JP", "pt-BR", "pt-PT", "ru-MD", "zh-Hans-CN"}


def test_weeks_begin_where_cldr_says_so() -> None:
    first = {tag: resources.first_weekday(tag) for tag in LOCALES}
    assert first["en-US"] == 6
    assert first["de-DE"] == 0
    assert first["ar-EG"] == 5


@given(TAGS, st.sampled_from(["abbreviated", "narrow", "wide"]))
def test_a_week_has_seven_days(locale: str, width: str) -> None:
    days = resources.weekdays(locale, width)  # type: ignore[arg-type]
    assert len(days) == 7
    assert all(days)
    if width != "narrow":
        assert len(set(days)) == 7


def test_monday_is_first() -> None:
    assert resources.weekdays("en-US", "abbreviated")[0] == "Mon"
    assert resources.weekdays("de-DE", "wide")[6] == "Sonntag"


@given(TAGS)
def test_half_days_have_two_names(locale: str) -> None:
    am, pm = resources.day_periods(locale)
    assert am
    assert pm
    assert am != pm


def test_strings_take_the_plural_form_of_their_count() -> None:
    english, russian, arabic = of("en-US"), of("ru-MD"), of("ar-EG")

    def minutes(res: resources.Resources, count: int) -> str:
        return res.string("clock.minutes", count=count, shown=str(count))

    assert minutes(english, 1) == "1 minute"
    assert minutes(english, 2) == "2 minutes"
    assert len({minutes(russian, n).lstrip("0123456789 ") for n in (1, 2, 5)}) == 3
    assert minutes(russian, 21).lstrip("0123456789 ") == minutes(russian, 1).lstrip("0123456789 ")
    assert len({minutes(arabic, n).replace(str(n), "") for n in (1, 2, 5, 11)}) >= 3


def test_placeholders_are_filled_with_any_text() -> None:
    res = of("en-US")
    assert "{x} {0}" in res.string("launcher.no_apps_found", query="{x} {0}")


def test_an_unknown_string_is_an_error() -> None:
    with pytest.raises(KeyError):
        of("en-US").string("launcher.no_such_string")
    with pytest.raises(UnknownStringError) as caught:
        of("ko-KR").string("launcher.no_app_found")
    assert str(caught.value).startswith("The app 'launcher' has no text for 'no_app_found'")
    assert "Did you mean 'no_apps_found'" in str(caught.value)
    assert str(caught.value).endswith("launcher/strings.json.")


def test_sizes_are_dp_rounded_down() -> None:
    res = of("en-US", width=1080, height=2160, density=700)
    assert (res.width, res.height) == (246, 493)


def test_dark_and_light_differ_in_what_they_must() -> None:
    light, dark = of("en-US").colors, of("en-US", dark=True).colors

    def brightness(color: int) -> float:
        return sum(((color >> shift) & 255) for shift in (0, 8, 16)) / 3

    assert brightness(light.background) > 200 > brightness(light.text)
    assert brightness(dark.background) < 60 < brightness(dark.text)
    for colors in (light, dark):
        assert abs(brightness(colors.text) - brightness(colors.background)) > 150
        assert abs(brightness(colors.secondary) - brightness(colors.background)) > 80


@pytest.mark.parametrize(
    ("below", "above", "share", "made"),
    [
        (0xFF102030, 0xFFA0B0C0, 0, 0xFF102030),
        (0xFF102030, 0xFFA0B0C0, 1, 0xFFA0B0C0),
        (0xFFFFFFFF, 0xFF1A73E8, 0.24, 0xFFC8DDF9),
        (0x00000000, 0x80FFFFFF, 0x80 / 255, 0xFF808080),
    ],
)
def test_a_share_of_one_colour_over_another_is_opaque(
    below: int, above: int, share: float, made: int
) -> None:
    assert resources.mixed(below, above, share) == made


def test_equal_configurations_share_their_resources() -> None:
    assert of("ko-KR") is of("ko-KR")
    assert of("ko-KR") == of("ko-KR", wallpaper="01_red"), "a wallpaper changes no resource"


_NAMES = """
import sys
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.resources import months, weekdays
order = sorted(LOCALES, reverse=sys.argv[1] == "reversed")
found = {tag: [weekdays(tag, width) for width in ("abbreviated", "narrow", "short", "wide")] + [months(tag)] for tag in order}
print(sorted(found.items()))
"""


def test_names_do_not_depend_on_which_locale_came_first() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", _NAMES, order], capture_output=True, text=True, check=True
        ).stdout
        for order in ("sorted", "reversed")
    ]
    assert told[0] == told[1]
    assert "اتوار" in told[0]


@pytest.mark.parametrize(
    ("locale", "shown"),
    [
        ("en-US", "May 5 – 11"), ("ko-KR", "5월 5일~11일"), ("ar-EG", "٥–١١ مايو"), ("de-DE", "5.–11. Mai"),
        ("zh-Hans-CN", "5月5日至11日"),
    ],
)  # fmt: skip
def test_days_are_written_together_as_cldr_has_them(locale: str, shown: str) -> None:
    assert resources.format_dates(locale, date(2024, 5, 5), date(2024, 5, 11), "MMMd") == shown
