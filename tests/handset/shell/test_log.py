"""``log``: the lines that it writes, and refusals."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.shell import session


@pytest.mark.parametrize(
    ("words", "level", "tag", "message"),
    [
        ("hello", "I", "root", "hello"),
        ("-p v -t Tag one two", "V", "Tag", "one two"),
        ("-t 'a b' -p E 'x  y'", "E", "a b", "x  y"),
        ("-pw ''", "W", "root", ""),
    ],
)
def test_a_line_is_written(hand: Hand, words: str, level: str, tag: str, message: str) -> None:
    hand.phone, output, code = session.run(hand.phone, f"log {words}")
    assert (output, code) == ("", 0)
    line = hand.phone.log.since(0)[-1]
    assert line == (hand.phone.clock.wall, level, tag, message)


@pytest.mark.parametrize("words", ["", "-p q x", "-p vv x", "-t Tag", "-x y", "-p s silent"])
def test_other_words_write_nothing(hand: Hand, words: str) -> None:
    phone, _, code = session.run(hand.phone, f"log {words}")
    assert phone.log.end == hand.phone.log.end
    assert (code == 0) == (words == "-p s silent")
