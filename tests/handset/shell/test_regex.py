"""POSIX expressions: matches, invalid ones, and that both ways of matching agree."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.shell.call import CommandError
from bmoca_gym.handset.shell.tools.regex import Regex


@pytest.mark.parametrize(
    ("pattern", "extended", "text", "found"),
    [
        ("a.c", False, "xabcx", "abc"), ("a+", False, "aa+", "a+"), ("a\\+", False, "baa", "aa"), ("a+", True, "baa", "aa"),
        ("\\(ab\\)*c", False, "ababc", "ababc"), ("(a|b)+", True, "xabbax", "abba"), ("a\\|b", False, "xb", "b"), ("a|b", False, "a|b", "a|b"),
        ("[[:digit:]]+", True, "ab12", "12"), ("[]x]", False, "a]", "]"), ("[^a-c]", False, "abcd", "d"), ("[a\\]", False, "\\", "\\"),
        ("^a$", False, "a", "a"), ("a^b", False, "a^b", "a^b"), ("a$b", False, "a$b", "a$b"), ("*a", False, "*a", "*a"), ("a{2}", True, "caaa", "aa"),
        ("a\\{2,\\}", False, "caaa", "aaa"), ("a{x", True, "a{x", "a{x"), ("\\<foo\\>", False, "a foo b", "foo"), ("\\.", True, "a.b", "."),
        ("(a*)b\\1", True, "aabaa", "aabaa"), ("x?y", True, "xy", "xy"), ("", False, "abc", ""), ("\\w+", True, "  é1 ", "é1"),
    ],
)  # fmt: skip
def test_matches(pattern: str, extended: bool, text: str, found: str) -> None:
    spans = Regex(pattern, extended).search(text)
    assert spans is not None
    assert text[slice(*spans[0])] == found


@pytest.mark.parametrize(
    ("pattern", "extended"),
    [("[a", False), ("\\(a", False), ("(a", True), ("a)", True), ("a\\)", False), ("*", True), ("+a", True), ("a{2,1}", True), ("a{256}", True),
     ("[[:nothing:]]", False), ("[z-a]", False), ("\\", False), ("\\1", False), ("(" * 60, True), ("a" * 5000, False), ("((a{200}){200}){9}", True),
     ("((a*)*)\\1", True)],
)  # fmt: skip
def test_what_is_no_expression_is_said(pattern: str, extended: bool) -> None:
    with pytest.raises(CommandError) as caught:
        Regex(pattern, extended)._walked("a", 0)
    assert caught.value.code == 2


PIECES = st.sampled_from(
    [
        "a",
        "b",
        ".",
        "*",
        "+",
        "?",
        "|",
        "(",
        ")",
        "[ab]",
        "[^a]",
        "{2}",
        "{0,2}",
        "{1,}",
        "^",
        "$",
        "\\b",
        "\\w",
        "\\.",
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join), st.text("ab.", max_size=8), st.integers(0, 3))
def test_both_ways_find_the_same(pattern: str, text: str, start: int) -> None:
    try:
        regex = Regex(pattern, True)
    except CommandError:
        return
    start = min(start, len(text))
    quick, walked = regex.search(text, start), regex._walked(text, start)
    assert (quick is None) == (walked is None)
    if quick and walked:
        assert quick[0] == walked[0]


@given(st.text(max_size=30), st.text(max_size=30), st.booleans())
def test_any_pattern_is_an_expression_or_a_typed_error(pattern: str, text: str, extended: bool) -> None:
    with contextlib.suppress(CommandError):
        spans = Regex(pattern, extended).search(text)
        assert spans is None or 0 <= spans[0][0] <= spans[0][1] <= len(text)


@given(st.text(max_size=20), st.text(max_size=60))
def test_a_literal_is_found_where_python_finds_it(pattern: str, text: str) -> None:
    spans = Regex(pattern, literal=True).search(text)
    assert (spans[0][0] if spans else -1) == text.find(pattern)


@pytest.mark.parametrize(
    "pattern", ["(a*)*b", "(a|aa)+b", "(a+)+(a+)+b", "a*a*a*a*a*b", ".*.*.*=.*x", "(.*a){9}b"]
)
def test_long_texts_take_no_time(pattern: str) -> None:
    start = time.perf_counter()
    assert Regex(pattern, True).search("a" * 10_000) is None
    assert time.perf_counter() - start < 10
