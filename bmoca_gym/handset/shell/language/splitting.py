"""Splits texts into fields by ``IFS``."""

from __future__ import annotations

import re
from collections.abc import Container

_BLANKS = " \t\n"
_PLAIN = re.compile("[ \t\n]+")


class Splitter:
    """Splits text at the characters of ``IFS``. Adjacent blanks are one separator; any other is one by itself.

    ``marks``: the value of ``IFS``, or None if it is not set.
    """

    def __init__(self, marks: str | None) -> None:
        marks = _BLANKS if marks is None else marks
        #: What joins the fields of ``"$*"``.
        self.joint = marks[:1]
        self._blanks = frozenset(marks) & frozenset(_BLANKS)
        self._others = frozenset(marks) - frozenset(_BLANKS)

    def begins(self, text: str) -> bool:
        """Whether a text begins with blanks that separate it from the text before."""
        return text[:1] in self._blanks

    def ends(self, text: str) -> bool:
        """Whether a text ends with a separator."""
        return text[-1:] in self._blanks or text[-1:] in self._others

    def fields(self, text: str, kept: Container[int] = (), most: int = 1 << 30) -> list[str]:
        """The fields of a text, at most ``most``. The last one has all that is left.

        ``kept``: the places of letters that never separate. There is an empty field between two non-blank separators,
        but none after the last one.
        """
        blanks, others = self._blanks, self._others
        if not others and not kept and len(blanks) == len(_BLANKS):
            stripped = text.strip(_BLANKS)
            if most == 1 or not stripped:
                return [stripped] if stripped else []
            return _PLAIN.split(stripped, most - 1)
        end = len(text)
        while end and text[end - 1] in blanks and end - 1 not in kept:
            end -= 1

        def passed(at: int) -> int:
            while at < end and text[at] in blanks and at not in kept:
                at += 1
            return at

        fields: list[str] = []
        at = passed(0)
        while at < end:
            start = at
            while at < end and (at in kept or not (text[at] in blanks or text[at] in others)):
                at += 1
            word = text[start:at]
            at = passed(at)
            if at < end and text[at] in others and at not in kept:
                at = passed(at + 1)
            if len(fields) == most - 1 and at < end:
                return [*fields, text[start:end]]
            fields.append(word)
        return fields
