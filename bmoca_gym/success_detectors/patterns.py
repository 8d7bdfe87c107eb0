"""Regular expressions of rules, with RE2, whose matching time is linear whatever the pattern."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from bmoca_gym.errors import DetectorError, cut

_OPTIONS = re2.Options()
_OPTIONS.log_errors = False


@lru_cache(1024)
def compiled(regex: str) -> Any:
    """Compile a regular expression.

    Raises:
        DetectorError: RE2 does not accept it.
    """
    try:
        return re2.compile(_clean(regex), _OPTIONS)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace") if error.args else "unknown error"
        raise DetectorError(
            f"is {cut(regex)}, which is not a regular expression of RE2: {reason}{_hint(regex)}"
        ) from error


def match(regex: str, text: str) -> Any:
    """Return the match of ``regex`` at the beginning of ``text`` as `re.match` does, or None."""
    return compiled(regex).match(_clean(text))


def search(regex: str, text: str) -> Any:
    """Return the first match of ``regex`` in ``text`` as `re.search` does, or None."""
    return compiled(regex).search(_clean(text))


def fullmatch(regex: str, text: str) -> Any:
    """Return the match of ``regex`` with the whole ``text`` as `re.fullmatch` does, or None."""
    return compiled(regex).fullmatch(_clean(text))


def _clean(text: str) -> str:
    """``text`` with lone surrogates replaced by question marks, so that it can be encoded in UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _hint(regex: str) -> str:
    """Suggest a replacement for syntax that RE2 does not have."""
    if any(mark in regex for mark in ("(?=", "(?!", "(?<=", "(?<!")):
        return r"; it does not look around: match what stands beside instead, e.g. (^|\D)2(\D|$) for (?<!\d)2(?!\d)"
    if r"\u" in regex or r"\N" in regex:
        return r"; write the character itself, or \x{066B} for \u066B"
    if any(rf"\{n}" in regex for n in range(1, 10)) or "(?P=" in regex:
        return "; it has no back-references: write a rule for each text"
    return "; its syntax is that of Go's package regexp"
