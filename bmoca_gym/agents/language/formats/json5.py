"""Parse JSON in answers: strictly, or allowing single quotes, unquoted names and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

from bmoca_gym.agents.language.formats.reading import FormatError
from bmoca_gym.errors import cut

_DEPTH = 16
_MOST_VALUES = 1_000

_SPACE = re.compile(r"\s*")
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_][\w-]{0,60}")
_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})(?:[eE][-+]?[0-9]{1,2})?")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}


def strict(text: str) -> Any:
    """Read JSON.

    Raises:
        FormatError: it is not JSON, or it is nested too deeply.
    """
    if len(text) > 0 and max(text.count("["), text.count("{")) > _MOST_VALUES:
        raise FormatError("The JSON has too many values.")
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{cut(text.strip())} is not JSON: {cut(str(error))}") from None


def lenient(text: str) -> Any:
    """Read JSON that may have single quotes, unquoted names, trailing commas, and Python's constants.

    Raises:
        FormatError: it can't be read.
    """
    try:
        return strict(text)
    except FormatError:
        value, place = _Reader(text).value(_space(text, 0), 0)
        if _space(text, place) < len(text):
            raise
        return value


def _refuse(word: str) -> float:
    raise ValueError(f"{word} is not a number")


def _space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    assert match is not None
    return match.end()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._values = 0

    def value(self, place: int, depth: int) -> tuple[Any, int]:
        self._values += 1
        text = self._text
        if depth > _DEPTH or self._values > _MOST_VALUES:
            raise FormatError("The JSON has too many values, or is nested too deeply.")
        first = text[place : place + 1]
        if first == "{":
            return self._object(place + 1, depth + 1)
        if first == "[":
            return self._list(place + 1, depth + 1)
        if first and first in "\"'":
            return self._string(place)
        if (number := _NUMBER.match(text, place)) is not None:
            plain = number[0].lstrip("+-").isdecimal()
            return (int(number[0]) if plain else float(number[0])), number.end()
        word = _WORD.match(text, place)
        if word is not None and word[0] in _WORDS:
            return _WORDS[word[0]], word.end()
        raise FormatError(f"{cut(text[place:])} is not a value of JSON.")

    def _string(self, place: int) -> tuple[str, int]:
        match = _STRING.match(self._text, place)
        if match is None:
            raise FormatError(f"The quote before {cut(self._text[place + 1 :])} has no end.")
        return _ESCAPE.sub(_resolved, match[0][1:-1]), match.end()

    def _object(self, place: int, depth: int) -> tuple[dict[str, Any], int]:
        text = self._text
        found: dict[str, Any] = {}
        while True:
            place = _space(text, place)
            if text.startswith("}", place):
                return found, place + 1
            if text[place : place + 1] in ('"', "'"):
                key, place = self._string(place)
            elif (word := _WORD.match(text, place)) is not None:
                key, place = word[0], word.end()
            else:
                raise FormatError(f"{cut(text[place:])} is not the name of a value of JSON.")
            place = _space(text, place)
            if not text.startswith(":", place):
                raise FormatError(f"A colon is missing before {cut(text[place:])}.")
            found[key], place = self.value(_space(text, place + 1), depth)
            place = self._comma(place, "}")

    def _list(self, place: int, depth: int) -> tuple[list[Any], int]:
        text = self._text
        found: list[Any] = []
        while True:
            place = _space(text, place)
            if text.startswith("]", place):
                return found, place + 1
            one, place = self.value(place, depth)
            found.append(one)
            place = self._comma(place, "]")

    def _comma(self, place: int, end: str) -> int:
        place = _space(self._text, place)
        if self._text.startswith(",", place):
            return place + 1
        if self._text.startswith(end, place):
            return place
        raise FormatError(f"A comma or {end} is missing before {cut(self._text[place:])}.")


def _resolved(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] == "u" and len(code) == 5:
        character = chr(int(code[1:], 16))
        return character if not 0xD800 <= ord(character) < 0xE000 else "\N{REPLACEMENT CHARACTER}"
    return _ESCAPES.get(code, code)
