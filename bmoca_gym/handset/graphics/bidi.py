"""The Unicode bidirectional algorithm (UAX #9), for text without explicit embeddings.

Embedding, override and isolate controls count as neutral characters. Everything else (weak and neutral types,
paired brackets, reordering) follows the rules, whose numbers are given in comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar
from unicodedata import bidirectional

T = TypeVar("T")

_STRONG: Final = {"L": False, "R": True, "AL": True}
_RIGHT_TO_LEFT_OR_NUMBER: Final = frozenset({"R", "AL", "AN"})
_LEFT_TO_RIGHT_OR_NUMBER: Final = frozenset({"L", "EN", "AN"})
#: The blocks that Unicode reserves for right-to-left scripts.
_REORDERED: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_NEUTRAL: Final = frozenset(
    ["B", "S", "WS", "ON", "BN", "FSI", "LRI", "RLI", "PDI", "LRE", "RLE", "PDF", "LRO", "RLO"]
)
_SPACE: Final = frozenset(
    ["B", "S", "WS", "BN", "FSI", "LRI", "RLI", "PDI", "LRE", "RLE", "PDF", "LRO", "RLO"]
)
_OPENING: Final = dict(
    zip(
        "([{⁅⁽₍⌈⌊〈❨⟦⟨⟪⟬⟮⦃〈《「『【〔〖〘〚（［｛｟｢",
        ")]}⁆⁾₎⌉⌋〉❩⟧⟩⟫⟭⟯⦄〉》」』】〕〗〙〛）］｝｠｣",
        strict=True,
    )
)
_CLOSING: Final = {closing: opening for opening, closing in _OPENING.items()}


def first_strong(text: str) -> bool | None:
    """Return the direction of the first strong character: True for right to left, None if there is none."""
    if text.isascii():
        if text[:1].isalpha():
            return False
        return False if text.upper() != text.lower() else None  # levels that only letters can change
    for character in text:
        direction = _STRONG.get(bidirectional(character))
        if direction is not None:
            return direction
    return None


def embedding_levels(text: str, rtl: bool) -> list[int] | None:
    """Return the level of each character of a paragraph with base direction ``rtl``; odd is right to left.

    None stands for all zero: the usual case of text without anything to reorder.
    """
    if not rtl and (text.isascii() or _REORDERED.search(text) is None):
        return None
    original = [bidirectional(character) or "L" for character in text]
    if not rtl and _RIGHT_TO_LEFT_OR_NUMBER.isdisjoint(original):
        return None
    if rtl and _LEFT_TO_RIGHT_OR_NUMBER.isdisjoint(original):
        return [1] * len(text)  # neutral characters read like their surroundings
    base = int(rtl)
    side = "R" if rtl else "L"
    kinds = original.copy()
    _resolve_weak(kinds, side)
    _resolve_brackets(text, kinds, side)
    _resolve_neutral(kinds, side)
    # I1, I2
    added = {"R": 0, "L": 1, "AN": 1, "EN": 1} if rtl else {"L": 0, "R": 1, "AN": 2, "EN": 2}
    levels = [base + added[kind] for kind in kinds]
    for index in range(len(text) - 1, -1, -1):  # L1
        if original[index] not in _SPACE:
            break
        levels[index] = base
    return levels


def _resolve_weak(kinds: list[str], side: str) -> None:
    """Apply rules W1 to W7: marks, numbers and characters between numbers."""
    strong = previous = side
    for index, kind in enumerate(kinds):
        if kind == "NSM":  # W1
            kind = kinds[index] = "ON" if previous in ("FSI", "LRI", "RLI", "PDI") else previous
        previous = kind
        if kind in _STRONG:
            strong = kind
            if kind == "AL":  # W3
                kinds[index] = "R"
        elif kind == "EN" and strong == "AL":  # W2
            kinds[index] = "AN"
    # W4: marks got their kinds above, so the neighbours are final.
    for index in range(1, len(kinds) - 1):
        kind, before, after = kinds[index], kinds[index - 1], kinds[index + 1]
        if before == after and (
            (kind in ("ES", "CS") and before == "EN") or (kind == "CS" and before == "AN")
        ):
            kinds[index] = before
    for start, end in _spans(kinds, frozenset({"ET"})):  # W5
        if (start and kinds[start - 1] == "EN") or (end < len(kinds) and kinds[end] == "EN"):
            kinds[start:end] = ["EN"] * (end - start)
    strong = side
    for index, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):  # W6
            kinds[index] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":  # W7
            kinds[index] = "L"


def _direction(kind: str) -> str | None:
    """Return L or R for a character as its neutral neighbours see it: numbers count as right to left."""
    return "R" if kind in ("R", "AN", "EN") else "L" if kind == "L" else None


def _resolve_brackets(text: str, kinds: list[str], side: str) -> None:
    """Apply rule N0: both brackets of a pair get the same direction."""
    before, scanned = side, 0  # the last strong direction in kinds[:scanned]
    for opening, closing in _bracket_pairs(text, kinds):
        for kind in kinds[scanned:opening]:
            before = _direction(kind) or before
        scanned = opening
        inside = {_direction(kind) for kind in kinds[opening + 1 : closing]}
        if side in inside:
            kinds[opening] = kinds[closing] = side
        elif inside - {None}:
            kinds[opening] = kinds[closing] = before


def _bracket_pairs(text: str, kinds: list[str]) -> list[tuple[int, int]]:
    """Return the positions of matching brackets, in the order of the opening ones (BD16, at most 63 open at a time)."""
    pairs = []
    open_brackets: list[tuple[str, int]] = []
    for index, character in enumerate(text):
        if kinds[index] != "ON":
            continue
        if character in _OPENING:
            if len(open_brackets) == 63:
                break
            open_brackets.append((character, index))
        elif character in _CLOSING:
            for depth in range(len(open_brackets) - 1, -1, -1):
                opening, position = open_brackets[depth]
                if opening == _CLOSING[character]:
                    pairs.append((position, index))
                    del open_brackets[depth:]
                    break
    return sorted(pairs)


def _resolve_neutral(kinds: list[str], side: str) -> None:
    """Apply rules N1 and N2: neutrals between equal directions get that direction, others the base direction."""
    for start, end in _spans(kinds, _NEUTRAL):
        before = _direction(kinds[start - 1]) if start else side
        after = _direction(kinds[end]) if end < len(kinds) else side
        kinds[start:end] = [before if before == after and before else side] * (end - start)


def _spans(kinds: Sequence[str], wanted: frozenset[str]) -> list[tuple[int, int]]:
    """Return start and end of each maximal run of the wanted kinds."""
    spans = []
    start = -1
    for index, kind in enumerate(kinds):
        if kind in wanted:
            if start < 0:
                start = index
        elif start >= 0:
            spans.append((start, index))
            start = -1
    if start >= 0:
        spans.append((start, len(kinds)))
    return spans


def visual_order(items: Sequence[T], levels: Sequence[int]) -> list[T]:
    """Return the items of one line, each with one level, from left to right (rule L2)."""
    order = list(range(len(items)))
    highest = max(levels, default=0)
    lowest_odd = min((level for level in levels if level & 1), default=highest + 1)
    for threshold in range(highest, lowest_odd - 1, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= threshold:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return [items[index] for index in order]
