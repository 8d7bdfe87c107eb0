"""Reader of Pi Music Player's pages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode, matching

_LENGTH = re.compile(r"(\d+:)?[0-5]?\d:[0-5]?\d")
#: How many texts may stand before the first song.
_BEFORE = 4


def page(tree: CompressedNode, title: str = "") -> Mapping[str, object]:
    """Read the fields of any page.

    ``texts``: all texts; ``selected``: the keys of what is selected and everything in it; ``player``: whether it is the
    player; ``titled``: whether exactly one element without a class begins with ``title``; ``rising``, ``falling``:
    whether the songs are sorted by length, which holds if there are none.
    """
    texts = frozenset(node.key.split(";; ;;")[-1].strip() for node in matching(tree, "TextView"))
    chosen = [inner.key for node in matching(tree, "selected, ;") for inner in node.walk()]
    lengths = _lengths(tree)
    return {
        "texts": texts,
        "selected": "\n".join(chosen),
        "player": any("Now Playing list" in text and "Equalizer" in text for text in texts),
        "titled": len(matching(tree, f"] ;; ;;{title}")) == 1,
        "rising": lengths == sorted(lengths),
        "falling": lengths == sorted(lengths, reverse=True),
    }


def _lengths(tree: CompressedNode) -> list[int]:
    """The lengths of songs, whose texts come in threes: title, artist, length."""
    texts = [node.key.split(";; ;;")[-1].strip() for node in matching(tree, "TextView ;; ;;")]
    first = next((i for i in range(_BEFORE) if i + 2 < len(texts) and _LENGTH.fullmatch(texts[i + 2])), 0)
    found = []
    for text in texts[first + 2 :: 3]:
        if not _LENGTH.fullmatch(text):
            break
        seconds = 0
        for part in text.split(":"):
            seconds = 60 * seconds + int(part)
        found.append(seconds)
    return found
