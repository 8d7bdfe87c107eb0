"""Tests of `bmoca_gym.handset.graphics.line_breaks`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.graphics.line_breaks import SPACES, breakable_words


@pytest.mark.parametrize(
    "parts",
    [
        ["Wi-", "Fi", " ", "on"],
        ["at", " ", "-5", " ", "or", " ", "2020-05-01"],
        ["two", "  ", "spaces", " "],
        [" ", "añadir", " ", "más", " "],
        ["añadir", " ", "después-", "de"],
        ["中", "文，", "abc", "（好）。"],
        ["「がっ", "こ", "う」", "へ"],
        ["알", "람", " ", "추", "가"],
        ["“你", "好”"],
        ["x", "\u200b", "y"],
        ["no\u00a0break"],
        ["-"],
        [],
    ],
)
def test_parts(parts: list[str]) -> None:
    assert breakable_words("".join(parts)) == parts


@given(st.text(alphabet="aé1 -(「中っ。」\u2014\u200b\u0301\n", max_size=40))
def test_parts_cover_the_text_and_hold_spaces_apart(text: str) -> None:
    parts = breakable_words(text)
    assert "".join(parts) == text
    for part in parts:
        assert part
        assert len({character in SPACES for character in part}) == 1
