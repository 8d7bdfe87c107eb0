"""Times with AM and PM in small letters."""

from __future__ import annotations

import pytest

from bmoca_gym.handset import resources
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.ui.widgets import ALARM, TimeText, time_text

WIDE = 900


@pytest.mark.parametrize(
    ("locale", "text", "small_first"),
    [("en-US", "9:30 AM", False), ("ko-KR", "오전 9:30", True), ("ar-EG", "٩:٣٠ ص", True)],
)
def test_the_half_of_the_day_is_small_and_stands_where_the_language_has_it(
    locale: str, text: str, small_first: bool
) -> None:
    res = resources.of(Configuration(locale=locale))
    assert res.time(9, 30) == text
    shown = time_text(res, text, 40, 0xFF000000, 400, ALARM)
    assert shown.text == text
    box = shown.layout(res.metrics, WIDE, WIDE)
    (small,) = box.inside
    digits, left = box.extra[0], box.extra[1]
    assert small.extra[0].size == pytest.approx(ALARM * digits.size)
    assert (small.x < left) is small_first
    if small_first:
        assert small.x + small.width <= left
    else:
        assert left + digits.width <= small.x
        assert small.x + small.width == box.width


def test_digits_and_words_have_one_base_line() -> None:
    res = resources.of(Configuration())
    box = time_text(res, res.time(9, 30), 40, 0xFF000000, 400).layout(res.metrics, WIDE, WIDE)
    (small,) = box.inside
    digits = box.extra[0]
    room = box.height - digits.height
    assert small.y + small.extra[0].ascent == pytest.approx(room / 2 + digits.ascent, abs=1)


def test_without_room_all_of_it_shrinks() -> None:
    res = resources.of(Configuration())
    narrow = time_text(res, res.time(10, 30), 60, 0xFF000000, 400).layout(res.metrics, 220, WIDE)
    assert narrow.width <= 220
    assert narrow.inside[0].x + narrow.inside[0].width <= 220


def test_a_time_of_24_hours_is_one_text() -> None:
    res = resources.of(Configuration(hours="24"))
    assert not isinstance(time_text(res, res.time(21, 30), 40, 0xFF000000, 400), TimeText)
