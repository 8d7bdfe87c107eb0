"""Groups that adapt to their space: text that shrinks together, buttons that stack if a row is too narrow."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import Box, Group, Stack, placed
from bmoca_gym.handset.ui.widgets import SIZES

_ENDLESS = 1 << 20


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Fitted(Stack):
    """Children whose text is painted smaller if they are too wide, such as a time and its unit."""

    __slots__ = ()
    CLASS: ClassVar[str] = ""

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        for step in range(SIZES, 0, -1):
            smaller = m if step == SIZES else m.with_font(m.font * step / SIZES)
            wanted = super().place(smaller, _ENDLESS, max_h, None, fix_h)
            if wanted.width <= max_w:
                break
        return super().place(smaller, max_w, max_h, fix_w, fix_h)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class ButtonBar(Group):
    """Buttons side by side at the end; if they don't fit, one below the other, with the last one on top.

    This is Android's ``ButtonBarLayout``, used in dialogs. ``gap``: dp between buttons of a row.
    """

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, top, right, bottom = self.pad_px(m)
        room = max(0, max_w - left - right)
        gap = nearest(self.gap * m.scale)
        boxes = [child.layout(m, _ENDLESS, max_h) for child in self.children]
        used = sum([box.width for box in boxes]) + gap * max(0, len(boxes) - 1)
        stacked = used > room
        if stacked:
            boxes = [child.layout(m, room, max_h) for child in self.children]
            used = max([box.width for box in boxes])
        width = fix_w if fix_w is not None else min(max_w, used + left + right)
        made: Box
        if stacked:
            y = top + sum([box.height for box in boxes])
            made = Box(self, width, fix_h if fix_h is not None else y + bottom)
            for i, box in enumerate(boxes):
                y -= box.height
                boxes[i] = placed(box, left if m.rtl else width - right - box.width, y)
            made.inside = tuple(boxes)
            return made
        tall = max([box.height for box in boxes], default=0)
        height = fix_h if fix_h is not None else tall + top + bottom
        x = right + max(0, width - left - right - used)
        for i, box in enumerate(boxes):
            across = width - x - box.width if m.rtl else x
            boxes[i] = placed(box, across, top + (height - top - bottom - box.height) // 2)
            x += box.width + gap
        made = Box(self, width, height)
        made.inside = tuple(boxes)
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Wrap(Group):
    """Children side by side from the start, in as many rows as they need, such as chips. ``gap``: dp between them."""

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, top, right, bottom = self.pad_px(m)
        whole = fix_w if fix_w is not None else max_w
        room = max(0, whole - left - right)
        gap = nearest(self.gap * m.scale)
        boxes = [child.layout(m, room, max_h) for child in self.children]
        x, y, tall, widest = 0, top, 0, 0
        for i, box in enumerate(boxes):
            if x and x + box.width > room:
                x, y, tall = 0, y + tall + gap, 0
            across = whole - right - x - box.width if m.rtl else left + x
            boxes[i] = placed(box, across, y)
            x, tall = x + box.width + gap, max(tall, box.height)
            widest = max(widest, x - gap)
        width = fix_w if fix_w is not None else whole if m.rtl else widest + left + right
        made: Box = Box(self, width, fix_h if fix_h is not None else y + tall + bottom)
        made.inside = tuple(boxes)
        return made
