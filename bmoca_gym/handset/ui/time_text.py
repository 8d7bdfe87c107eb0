"""The time of day as clocks write it: large digits, and beside them AM or PM in small letters."""

from __future__ import annotations

import math
from typing import Any

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.resources import Resources, day_periods
from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import Box, mirrored
from bmoca_gym.handset.ui.widgets import SIZES, FittedText, Text

#: Size of AM and PM as a part of the digits': of a clock, and of an alarm (DeskClock's Utils and TextTime).
CLOCK, ALARM = 0.4, 0.35
#: Space between them, as a part of the digits' size: the hair space of DeskClock's pattern.
_GAP = 0.09


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class TimeText(FittedText):
    """A time whose word for AM or PM is smaller; both shrink if there is no room.

    Attributes:
        period: the word, which is at the start or at the end of the text.
        share: its size as a part of the digits'.
    """

    __slots__ = ("period", "share")

    def __init__(
        self, text: str, period: str, share: float, size: float, color: int, weight: int, **options: Any
    ) -> None:
        FittedText.__init__(self, text, size, color, weight, **options)
        self.period = period
        self.share = share

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, top, right, bottom = self.pad_px(m)
        room = max(0, max_w - left - right)
        digits = self.string.replace(self.period, "").strip()
        for step in range(SIZES, 0, -1):
            fitted = m if step == SIZES else m.with_font(m.font * step / SIZES)
            large = paragraph(digits, self.size * fitted.font, self.weight, m.language, m.rtl)
            word = Text(self.period, self.size * self.share, self.color, self.weight, class_name="")
            small = word.layout(fitted, max_w, max_h)
            gap = nearest(self.size * fitted.font * _GAP)
            across = math.ceil(large.width) + gap + small.width
            if across <= room:
                break
        width = fix_w if fix_w is not None else min(max_w, across + left + right)
        height = fix_h if fix_h is not None else math.ceil(large.height) + top + bottom
        align = mirrored(self.align) if m.rtl else self.align
        free = max(0, width - left - right - across)
        start = left + (0 if align == "start" else free if align == "end" else free // 2)
        # A language that is read from the right begins there.
        whole = paragraph(self.string, self.size * m.font, self.weight, m.language, m.rtl)
        if self.string.startswith(self.period) != whole.rtl:
            at, start = start, start + small.width + gap
        else:
            at = start + math.ceil(large.width) + gap
        base = top + max(0.0, (height - top - bottom - large.height) / 2) + large.ascent
        beside = at, nearest(base - small.extra[0].ascent), small
        return Box(self, width, height, (beside,), (large, start, top, right, bottom, "start"))


def time_text(
    res: Resources, text: str, size: float, color: int, weight: int, share: Any = CLOCK, **options: Any
) -> FittedText:
    """Show a time in the locale's form. ``share``: size of AM and PM as a part of the digits'."""
    for period in day_periods(res.locale):
        if text.startswith(period) or text.endswith(period):
            return TimeText(text, period, share, size, color, weight, **options)
    return FittedText(text, size, color, weight, **options)
