"""Calls in text: ``name(key='value', point=(1, 2))``, read as leniently as models require."""

from __future__ import annotations

import re
from typing import NamedTuple

from bmoca_gym.agents.language.formats.reading import FormatError
from bmoca_gym.errors import cut

#: Most calls of an answer, and most arguments of a call.
MOST_CALLS, _MOST_ARGUMENTS = 16, 16

_NAME = re.compile(r"[\s`]*([A-Za-z_]\w{0,60})\s*\(")
_KEY = re.compile(r"[\s,]*([A-Za-z_]\w{0,60})\s*=\s*")
_CLOSE = re.compile(r"[\s,]*\)")
_QUOTES = {"'": "'", '"': '"', "“": "”", "‘": "’"}
#: What follows a quote that ends a value: a further argument, the bracket and the end of the line, or the end.
_AFTER_QUOTE = re.compile(
    r"\s*(?:,\s*[A-Za-z_]\w{0,60}\s*=|(?:,\s*)?\)[ \t`]*(?:\r?\n|;|<|\Z)|\)\s*[A-Za-z_]\w{0,60}\s*\(|\Z)"
)
_BARE = re.compile(r"[^,()\n]{0,2000}")
_OPEN = {"(": ")", "[": "]", "{": "}", "<": ">"}

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "\n": ""}


class Call(NamedTuple):
    """A call.

    Attributes:
        name: name of the function.
        arguments: its keyword arguments as written, without surrounding quotes.
        quoted: keys of the arguments that had quotes.
    """

    name: str
    arguments: dict[str, str]
    quoted: frozenset[str] = frozenset()


def read_calls(text: str, place: int = 0, *, open_ended: bool = True, alone: bool = False) -> list[Call]:
    """Read consecutive calls from ``place`` on.

    Quotes inside a value need no backslash: a value ends at a quote followed by another argument or the closing
    bracket.

    Args:
        text: the answer.
        place: where the first call starts.
        open_ended: whether the last call may lack its closing quote or bracket.
        alone: whether nothing else may follow the calls.

    Raises:
        FormatError: there is no call, one is malformed, or something else follows.
    """
    found: list[Call] = []
    while (name := _NAME.match(text, place)) is not None and len(found) < MOST_CALLS:
        call, place = _call(name[1], text, name.end(), open_ended)
        found.append(call)
    if not found:
        raise FormatError(f"There is no action in {cut(text[place:].strip())}.")
    if alone and (rest := text[place:].strip(" \t\r\n`;")):
        raise FormatError(f"{cut(rest)} follows the action {found[-1].name} and is not an action.")
    return found


def unescaped(text: str) -> str:
    """Resolve backslash escapes as in a Python string. Unknown ones stay."""

    def resolved(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code:
            character = chr(int(code, 16))
            return character if not 0xD800 <= ord(character) < 0xE000 else match[0]
        return _ESCAPES.get(match[3], match[0])

    return _ESCAPE.sub(resolved, text)


def _call(name: str, text: str, place: int, open_ended: bool) -> tuple[Call, int]:
    arguments: dict[str, str] = {}
    quoted: set[str] = set()
    while len(arguments) < _MOST_ARGUMENTS:
        if (close := _CLOSE.match(text, place)) is not None:
            return Call(name, arguments, frozenset(quoted)), close.end()
        if (key := _KEY.match(text, place)) is None:
            break
        value, place, had_quotes = _value(text, key.end(), open_ended)
        arguments[key[1]] = value
        if had_quotes:
            quoted.add(key[1])
    if open_ended and not text[place:].strip(" \t\r\n`"):
        return Call(name, arguments, frozenset(quoted)), len(text)
    raise FormatError(f"{cut(text[place:])} is not an argument of {name}; write key='value'.")


def _value(text: str, place: int, open_ended: bool) -> tuple[str, int, bool]:
    """The value at a place, the place after it, and whether it had quotes."""
    first = text[place : place + 1]
    if first in _QUOTES and first:
        end = place + 1
        while (end := text.find(_QUOTES[first], end)) >= 0:
            if not _is_escaped(text, end) and _AFTER_QUOTE.match(text, end + 1) is not None:
                return text[place + 1 : end], end + 1, True
            end += 1
        if not open_ended:
            raise FormatError(f"The quote before {cut(text[place + 1 :])} has no end.")
        return text[place + 1 :].rstrip().removesuffix(")"), len(text), True
    if first in _OPEN and first:
        return _bracketed(text, place)
    bare = _BARE.match(text, place)
    assert bare is not None
    return bare[0].strip(), bare.end(), False


def _is_escaped(text: str, place: int) -> bool:
    """Whether an odd number of backslashes precedes a place."""
    before = place
    while before and text[before - 1] == "\\":
        before -= 1
    return (place - before) % 2 == 1


def _bracketed(text: str, place: int) -> tuple[str, int, bool]:
    """A value in brackets, or between tags such as ``<point>``."""
    if text.startswith("<", place):
        end = place
        for _ in range(4):  # the tag, what it holds, the closing tag
            tag = text.find(">", end)
            if tag < 0:
                break
            end = tag + 1
            if text.find("</", place, end) >= 0 or text.startswith(("<|box_end|>",), end - 11):
                return text[place:end], end, False
        raise FormatError(f"{cut(text[place:])} has a tag without an end.")
    depth = 0
    for at in range(place, min(len(text), place + 2000)):
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            depth -= 1
            if not depth:
                return text[place : at + 1], at + 1, False
    raise FormatError(f"The bracket in {cut(text[place:])} has no end.")
