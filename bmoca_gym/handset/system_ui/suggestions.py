"""Suggestions of the keyboard for the typed letters: names of contacts, and frequent words."""

from __future__ import annotations

import json
import unicodedata
from functools import cache
from importlib import resources as package_files
from typing import Any, NamedTuple

from bmoca_gym.handset.providers.contacts.store import Contact
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.system_ui import composing
from bmoca_gym.handset.value import memo

MOST = 3
_MOST_NAMES = 2
#: As far back as a word is looked for.
LONGEST = 24
_HIRAGANA = ("\u3041", "\u3096")
#: Languages without spaces between words, whose words are found by how they are read.
UNSPACED = frozenset({"ja", "zh-Hans"})
#: Languages whose own letters are Latin ones.
_LATIN = frozenset({"ak", "de", "en", "es", "fr", "pt", "zh-Hans"})


class Offer(NamedTuple):
    """Words, the likeliest first, of which one may take the place of the ``size`` characters before the cursor."""

    size: int = 0
    words: tuple[str, ...] = ()


@cache
def data() -> dict[str, Any]:
    """The keyboard's words by language, the most frequent first, and its emoji: (glyph of a kind, emoji)."""
    file = package_files.files("bmoca_gym.handset.system_ui") / "keyboard.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _entries(language: str) -> tuple[tuple[str, str], ...]:
    """Pairs of how a word is typed and the word."""
    pairs = [entry.partition(":") for entry in data()["words"].get(language, "").split()]
    return tuple([(_spelled(language, typed), word or typed) for typed, _, word in pairs])


def _spelled(language: str, text: str) -> str:
    return composing.spelled(text) if language == "ko" else plain(text)


@memo(16)
def names_of(people: tuple[Contact, ...]) -> tuple[str, ...]:
    """The words of the names of contacts."""
    return tuple(dict.fromkeys(part for one in people for part in one.name.split() if part[0].isalpha()))


@memo(512)
def offered(language: str, before: str, names: tuple[str, ...]) -> Offer:
    """Suggestions after ``before``, the end of the text before the cursor."""
    word = _last_word(before)
    if not word:
        return Offer()
    if language == "ja" and not word.isascii():
        return _read(word, names)
    found = _names(word, names)
    # Latin letters on the keyboard of another script are treated as English.
    languages = (language,) if language in _LATIN or not word.isascii() else ("en",)
    for one in (*languages, "en") if language == "zh-Hans" else languages:
        typed = _spelled(one, word)
        found += [_cased(word, known) for spelled, known in _entries(one) if spelled.startswith(typed)]
    words = [known for known in dict.fromkeys(found) if known != word]
    return Offer(len(word), tuple(words[:MOST]))


def _last_word(before: str) -> str:
    """The letters at the end of a text."""
    at = len(before)
    while at and (unicodedata.category(before[at - 1])[0] in "LM" or before[at - 1] in "'’"):
        at -= 1
    return before[at:].lstrip("'’")


def _read(word: str, names: tuple[str, ...]) -> Offer:
    """Words that begin with the longest possible end of a run of kana."""
    at = len(word)
    while at and _HIRAGANA[0] <= word[at - 1] <= _HIRAGANA[1]:
        at -= 1
    run = word[at:]
    for size in range(len(run), min(len(run), 2) - 1, -1):
        typed = run[len(run) - size :]
        found = [known for reading, known in _entries("ja") if typed and reading.startswith(typed)]
        found = [known for known in dict.fromkeys([*_names(typed, names), *found]) if known != typed]
        if found:
            return Offer(size, tuple(found[:MOST]))
    return Offer()


def _names(word: str, names: tuple[str, ...]) -> list[str]:
    typed = plain(word)
    return [name for name in names if typed and plain(name).startswith(typed)][:_MOST_NAMES]


def _cased(typed: str, word: str) -> str:
    """A word capitalised like the letters that were typed."""
    if len(typed) > 1 and typed.isupper():
        return word.upper()
    return word[0].upper() + word[1:] if typed[0].isupper() else word
