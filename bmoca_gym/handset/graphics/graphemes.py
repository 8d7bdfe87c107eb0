"""Boundaries of characters and words as users see them: valid cursor positions in a text.

This is the part of UAX #29 that text fields need, with Android's rule for Indic scripts: a consonant after a
virama belongs to the character before it.
"""

from __future__ import annotations

from unicodedata import category, combining

from bmoca_gym.handset.value import memo

_JOINER = "\u200d"
_VIRAMA = 9  # the combining class of viramas
_EXTENDING = frozenset({"Mn", "Me", "Mc"})


def _extends(character: str) -> bool:
    """Return whether a character always belongs to the one before it."""
    code = ord(character)
    return (
        category(character) in _EXTENDING
        or character in "\u200c\u200d\uff9e\uff9f"
        or 0x1F3FB <= code <= 0x1F3FF  # skin tones
        or 0xE0020 <= code <= 0xE007F  # tags of flags
    )


def _is_indicator(character: str) -> bool:
    """Return whether it is a regional indicator, two of which make a flag."""
    return 0x1F1E6 <= ord(character) <= 0x1F1FF


def _jamo(character: str) -> str:
    """Return the kind of a Hangul letter or syllable: L, V, T, LV, LVT, or "" for anything else."""
    code = ord(character)
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    if 0xAC00 <= code <= 0xD7A3:
        return "LVT" if (code - 0xAC00) % 28 else "LV"
    return ""


_JAMO_FOLLOWERS = {
    "L": ("L", "V", "LV", "LVT"),
    "V": ("V", "T"),
    "LV": ("V", "T"),
    "T": ("T",),
    "LVT": ("T",),
}


def _joined(text: str, at: int, start: int) -> bool:
    """Return whether ``text[at]`` belongs to the cluster that began at ``start``."""
    before, character = text[at - 1], text[at]
    if before == "\r" and character == "\n":
        return True
    if category(before) == "Cc" or category(character) == "Cc":
        return False
    if _extends(character):
        return True
    if _is_indicator(character) and _is_indicator(before):
        count = 0
        while at - 1 - count >= start and _is_indicator(text[at - 1 - count]):
            count += 1
        return count % 2 == 1
    if before == _JOINER and at - 2 >= start:
        # An emoji after a joiner; a letter if there is a virama before the joiner.
        return category(character) == "So" or (
            combining(text[at - 2]) == _VIRAMA and category(character) == "Lo"
        )
    if combining(before) == _VIRAMA and category(character) == "Lo":
        return True
    return _jamo(character) in _JAMO_FOLLOWERS.get(_jamo(before), ())


@memo(512, asset=True)
def boundaries(text: str) -> tuple[int, ...]:
    """Return the valid cursor positions: ascending offsets from 0 to the text's length."""
    found = [0]
    for at in range(1, len(text)):
        if not _joined(text, at, found[-1]):
            found.append(at)
    if text:
        found.append(len(text))
    return tuple(found)


def _begins(character: str) -> bool:
    """Return whether a character begins a cluster whatever precedes it, so that a long text need not be read from its
    start.
    """
    return " " <= character <= "~"


def _anchor(text: str, at: int) -> int:
    """Return the nearest such beginning at or before the character ``at``."""
    while at > 0 and not _begins(text[at]):
        at -= 1
    return at


def before(text: str, at: int) -> int:
    """Return the nearest cursor position before ``at``, or 0."""
    if at <= 0:
        return 0
    start = _anchor(text, at - 1)
    return start + boundaries(text[start:at])[-2]


def after(text: str, at: int) -> int:
    """Return the nearest cursor position after ``at``, or the text's end."""
    if at >= len(text):
        return len(text)
    start, end = _anchor(text, at), at + 1
    while end < len(text) and not _begins(text[end]):
        end += 1
    return start + next(place for place in boundaries(text[start:end]) if place > at - start)


def backspace(text: str, at: int) -> int:
    """Return the position where deleting backwards from ``at`` begins.

    As on Android, marks of a letter are deleted one by one, emoji and flags as a whole.
    """
    if not at:
        return 0
    start = before(text, at)
    cluster = text[start:at]
    picture = any(category(c) == "So" or c in "\ufe0f\u20e3" or _is_indicator(c) for c in cluster)
    return start if picture or cluster == "\r\n" else at - 1


def _kind(text: str, at: int) -> str:
    """Return the kind of word that a character belongs to: letters, an East Asian script, or "" for no word."""
    character = text[at]
    code = ord(character)
    for name, first, last in _SCRIPTS:
        if first <= code <= last:
            return name
    if character.isalnum() or character == "_" or _extends(character):
        return "letters"
    between = 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()
    return (
        "letters"
        if between and character in ".'\u2019" and (character != "." or text[at - 1].isdigit())
        else ""
    )


_SCRIPTS = (
    ("han", 0x3400, 0x9FFF), ("han", 0x20000, 0x3FFFD), ("hiragana", 0x3041, 0x309F), ("katakana", 0x30A0, 0x30FF),
)  # fmt: skip


def word_at(text: str, at: int) -> tuple[int, int]:
    """Return start and end of the word at a cursor or just before it, or of a character if there is no word."""
    if not text:
        return 0, 0
    place = at if at < len(text) and _kind(text, at) else at - 1
    if not (0 <= place < len(text) and _kind(text, place)):
        start = at if at < len(text) else before(text, at)
        return start, after(text, start)
    kind = _kind(text, place)
    start, end = place, place + 1
    while start and _kind(text, start - 1) == kind:
        start -= 1
    while end < len(text) and _kind(text, end) == kind:
        end += 1
    return start, end
