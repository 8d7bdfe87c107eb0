"""Paragraphs with links and with highlighted search results."""

from __future__ import annotations

import math
from typing import Any, ClassVar, NamedTuple

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box, placed
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback

#: Zero-width joiner: letters beside it have the forms that they have within a word.
_JOINER = "\u200d"


class Span(NamedTuple):
    """Part of a text, ``start`` to ``end``, in its own colours. ``anchor``: the key for finding it on the page."""

    start: int
    end: int
    color: int
    background: int
    tap: Callback | None = None
    anchor: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Anchored(Text):
    """Text that can be found on the page by its ``anchor``."""

    __slots__ = ("anchor",)

    def __init__(self, text: str, anchor: str, **options: Any) -> None:
        Text.__init__(self, text, lines=None, **options)
        self.anchor = anchor


@mypyc_attr(allow_interpreted_subclasses=True)
class LinkedText(Anchored):
    """Paragraph with `Span` parts. A span must not begin or end within letters of the other text direction."""

    __slots__ = ("spans",)
    CLASS: ClassVar[str] = "android.view.View"

    def __init__(self, text: str, anchor: str, spans: tuple[Span, ...], **options: Any) -> None:
        Anchored.__init__(self, text, anchor, **options)
        self.spans = spans

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        box = super().place(m, max_w, max_h, fix_w, fix_h)
        if not self.spans:
            return box
        lines, left, top, right, _, align = box.extra
        to_right = align == "end"
        inside: list[Box] = []
        begin = 0
        for number, line in enumerate(lines.lines):
            begin = self.string.index(line.text, begin)
            end = begin + len(line.text)
            start_x = left + (box.width - left - right - line.width if to_right else 0.0)
            y = round(top + number * lines.line_height)
            height = round(top + (number + 1) * lines.line_height) - y
            for span in self.spans:
                first, last = max(span.start, begin), min(span.end, end)
                if first >= last:
                    continue
                # A mark in a word keeps the joined forms of its letters; links are whole words.
                start, stop = ("", "") if span.tap else (self._joiner(first), self._joiner(last))
                before = self._width(m, begin, first, start, lines.rtl)
                width = self._width(m, begin, last, stop, lines.rtl) - before
                at = start_x + (line.width - before - width if lines.rtl else before)
                x = math.floor(at)
                wide = math.ceil(at + width) - x + 1
                words = start + self.string[first:last] + stop
                part = Anchored(
                    words, span.anchor, size=self.size, color=span.color, weight=self.weight,
                    background=span.background, tap=span.tap, class_name="android.view.View" if span.tap else "",
                )  # fmt: skip
                inside.append(placed(part.layout(m, wide, height, wide, height), x, y))
            begin = end
        box.inside = tuple(inside)
        return box

    def _width(self, m: Metrics, start: int, end: int, joiner: str, rtl: bool) -> float:
        if start == end:
            return 0.0
        return paragraph(
            self.string[start:end] + joiner, self.size * m.font, self.weight, m.language, rtl, None, 1
        ).width

    def _joiner(self, at: int) -> str:
        """A joiner if the text is parted between two Arabic letters at an offset, else ""."""
        between = (
            0 < at < len(self.string) and _is_arabic(self.string[at - 1]) and _is_arabic(self.string[at])
        )
        return _JOINER if between else ""


def _is_arabic(letter: str) -> bool:
    return "\u0620" <= letter <= "\u06ff" and letter.isalpha()


def matches(texts: tuple[str, ...], wanted: str) -> tuple[tuple[int, int, int], ...]:
    """Return the positions of ``wanted`` in the texts, ignoring case: (index of the text, start, end), in
    reading order.
    """
    needle = wanted.strip().lower()
    if not needle:
        return ()
    found = []
    for number, text in enumerate(texts):
        lowered = text.lower()
        if len(lowered) != len(text):  # a letter with two lower-case letters would shift the positions
            lowered = text
        at = lowered.find(needle)
        while at >= 0:
            found.append((number, at, at + len(needle)))
            at = lowered.find(needle, at + len(needle))
    return tuple(found)
