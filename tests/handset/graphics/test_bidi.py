"""Tests of `bmoca_gym.handset.graphics.bidi`."""

from __future__ import annotations

from unicodedata import bidirectional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.graphics.bidi import embedding_levels, first_strong, visual_order


def displayed(text: str, rtl: bool) -> str:
    """The characters from left to right. Capitals stand for Hebrew letters, ``*`` for an Arabic one."""
    hidden = str.maketrans("ABCDEFGH*", "אבגדהוזחا")
    shown = {value: chr(key) for key, value in hidden.items()}
    real = text.translate(hidden)
    levels = embedding_levels(real, rtl) or [0] * len(real)
    return "".join(visual_order(real, levels)).translate({ord(chr(k)): v for k, v in shown.items()})


@pytest.mark.parametrize(
    ("text", "rtl", "expected"),
    [
        ("abc def", False, "abc def"),
        ("abc def", True, "abc def"),
        ("ABC DEF", True, "FED CBA"),
        ("ABC DEF", False, "FED CBA"),
        ("ABC xyz DEF", True, "FED xyz CBA"),
        ("xyz ABC DEF abc", False, "xyz FED CBA abc"),
        ("xyz ABC DEF.", False, "xyz FED CBA."),
        ("ABC xyz.", True, ".xyz CBA"),
        # Numbers keep their order, and their signs with them (W1 to W7).
        ("ABC 7:30", True, "7:30 CBA"),
        ("ABC 12,5% D", True, "D 12,5% CBA"),
        ("* 12-5", True, "5-12 *"),
        ("A 12-5", True, "12-5 A"),
        ("$5 A", True, "A $5"),
        ("xyz 5 A", False, "xyz 5 A"),
        ("A 5 xyz", False, "5 A xyz"),
        ("7:30", True, "7:30"),
        # Brackets are paired (N0). The glyph that is drawn is mirrored; here the character itself is seen.
        ("AB (xyz) CD", True, "DC )xyz( BA"),
        ("AB (xyz)", True, ")xyz( BA"),
        ("ab (CD)", False, "ab (DC)"),
        ("ab (CD) ef", False, "ab (DC) ef"),
        ("A (b C) d", True, "d )C b( A"),
        # Spaces at the end stay there (L1).
        ("ABC  ", True, "  CBA"),
        ("ABC  ", False, "CBA  "),
        # Isolates are like any other neutral.
        ("ab \u2067CD\u2069 ef", False, "ab \u2067DC\u2069 ef"),
    ],
)
def test_order_of_display(text: str, rtl: bool, expected: str) -> None:
    assert displayed(text, rtl) == expected


def test_marks_belong_to_their_letter() -> None:
    assert embedding_levels("a\u064b ب\u064b", False) == [0, 0, 0, 1, 1]


def test_text_without_anything_to_reorder_has_no_levels() -> None:
    assert embedding_levels("Größe 12", False) is None
    assert embedding_levels("plain", False) is None
    assert embedding_levels("plain", True) == [2] * 5
    assert embedding_levels("", True) == []


def test_whatever_reads_from_right_to_left_has_levels() -> None:
    for character in map(chr, range(0x110000)):
        found = embedding_levels(character, False)
        assert (found is None) == (bidirectional(character) not in ("R", "AL", "AN")), hex(ord(character))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", None),
        ("12:30 (-)", None),
        ("1 a ب", False),
        ("1 ب a", True),
        ("«é»", False),
        ("٣", None),
        ("ب", True),
    ],
)
def test_first_strong(text: str, expected: bool | None) -> None:
    assert first_strong(text) is expected


@given(st.text(alphabet="aZאב ا\u064b١2+-.,:%()[]«»\u2067\u2069中 ", max_size=40), st.booleans())
def test_levels_are_of_the_base_or_little_above(text: str, rtl: bool) -> None:
    levels = embedding_levels(text, rtl)
    if levels is not None:
        assert len(levels) == len(text)
        assert set(levels) <= ({1, 2} if rtl else {0, 1, 2})


@given(st.lists(st.integers(0, 4), max_size=30))
def test_reordering_loses_nothing(levels: list[int]) -> None:
    assert sorted(visual_order(range(len(levels)), levels)) == list(range(len(levels)))


@given(st.text(alphabet="אבגדה", max_size=20))
def test_right_to_left_text_is_reversed(text: str) -> None:
    assert "".join(visual_order(text, embedding_levels(text, True) or [])) == text[::-1]


@given(st.text("אבا ًﷲ،()«»-+%$.,:!\u2067\u2069 \u0654"))
def test_text_without_letters_from_left_to_right_and_numbers_has_one_level(text: str) -> None:
    """The same as before such a letter, when all rules are applied."""
    assert embedding_levels(text, True) == [1] * len(text)
    assert embedding_levels(text + "a", True) == [1] * len(text) + [2]
