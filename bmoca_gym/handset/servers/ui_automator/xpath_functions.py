"""XPath 2 functions for XPath 1 expressions, matched with RE2, so that no expression takes long."""

from __future__ import annotations

import re
import statistics
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import re2

from bmoca_gym.handset.servers.errors import SelectorError

#: Calls of one search, and the letters that they all together may read and write.
MOST_CALLS, MOST_LETTERS = 200_000, 20_000_000
_FLAGS = "ims"
_OPTIONS = re2.Options()
_OPTIONS.log_errors = False
_OPTIONS.max_mem = 1 << 20
_GROUP = re.compile(r"\\([\\$])|\$(\d)|[\\$]")

_NOT_A_NUMBER = float("nan")

Functions = dict[tuple[None, str], Callable[..., Any]]


@lru_cache(64)
def _compiled(pattern: str, flags: str) -> Any:
    if set(flags) - set(_FLAGS):
        raise SelectorError(
            f"the flags {flags[:20]!r} of a regular expression; there are {', '.join(_FLAGS)}"
        )
    try:
        return re2.compile(f"(?{''.join(sorted(set(flags)))}){pattern}" if flags else pattern, _OPTIONS)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if error.args else "unknown error"
        raise SelectorError(f"the regular expression {pattern[:60]!r}: {reason}") from error


def _text(given: Any) -> str:
    """The text of an argument: of the first node, or ""."""
    if isinstance(given, list):
        given = given[0] if given else ""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, float):
        return str(int(given)) if given.is_integer() else str(given)
    return given if isinstance(given, str) else "".join(given.itertext())


def _number(given: Any) -> float:
    try:
        return float(given if isinstance(given, (int, float)) else _text(given))
    except ValueError:
        return _NOT_A_NUMBER


def _numbers(given: Any) -> list[float]:
    return [_number(part) for part in given] if isinstance(given, list) else [_number(given)]


def _texts(given: Any) -> list[str]:
    return [_text(part) for part in given] if isinstance(given, list) else [_text(given)]


class _Search:
    """The functions for one search, which count their work.

    Raises:
        SelectorError: they are called too often, read or write too much, or get a malformed expression.
    """

    def __init__(self) -> None:
        self._calls = 0
        self._letters = 0

    def _took(self, letters: int) -> None:
        self._letters += letters
        if self._letters > MOST_LETTERS:
            raise SelectorError(f"the functions of the XPath take over {MOST_LETTERS} letters")

    def counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(context: Any, *arguments: Any) -> Any:
            self._calls += 1
            if self._calls > MOST_CALLS:
                raise SelectorError(f"the functions of the XPath are called over {MOST_CALLS} times")
            for given in arguments:
                self._took(sum(map(len, given)) if isinstance(given, list) else len(str(given)))
            return function(*arguments)

        return call

    def matches(self, text: Any, pattern: Any, flags: Any = "") -> bool:
        return _compiled(_text(pattern), _text(flags)).search(_text(text)) is not None

    def replace(self, text: Any, pattern: Any, new: Any, flags: Any = "") -> str:
        given, by = _text(text), _text(new)
        self._took((len(given) + 1) * (len(by) + 1))
        return str(_compiled(_text(pattern), _text(flags)).sub(lambda found: _replaced(found, by), given))

    def tokenize(self, text: Any, pattern: Any = r"\s+", flags: Any = "") -> list[str]:
        return [str(part) for part in _compiled(_text(pattern), _text(flags)).split(_text(text))]

    def string_join(self, parts: Any, between: Any = "") -> str:
        texts, by = _texts(parts), _text(between)
        self._took(len(texts) * len(by))
        return by.join(texts)


def _replaced(found: Any, by: str) -> str:
    def part(mark: re.Match[str]) -> str:
        if mark[1]:
            return mark[1]
        number = int(mark[2] or -1)
        if number < 0:
            raise SelectorError(f"the replacement {by[:60]!r}: write \\$ and \\\\ for these letters")
        return (found.group(number) or "") if number <= found.re.groups else ""

    return _GROUP.sub(part, by)


def of_search() -> Functions:
    """The functions for one search, in the form that lxml takes."""
    search = _Search()
    functions: dict[str, Callable[..., Any]] = {
        "matches": search.matches, "replace": search.replace, "tokenize": search.tokenize,
        "string-join": search.string_join,
        "lower-case": lambda text: _text(text).lower(), "upper-case": lambda text: _text(text).upper(),
        "ends-with": lambda text, end: _text(text).endswith(_text(end)),
        "exists": lambda given: not isinstance(given, list) or bool(given),
        "empty": lambda given: isinstance(given, list) and not given,
        "abs": lambda given: abs(_number(given)),
        "min": lambda given: min(_numbers(given), default=_NOT_A_NUMBER),
        "max": lambda given: max(_numbers(given), default=_NOT_A_NUMBER),
        "avg": lambda given: statistics.fmean(_numbers(given) or [_NOT_A_NUMBER]),
    }  # fmt: skip
    return {(None, name): search.counted(function) for name, function in functions.items()}
