"""Text that a screen cuts off: times, numbers and labels of buttons that have an ellipsis or are drawn out of sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bmoca_gym.handset import screen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Box, Scroll, scroll_offset
from bmoca_gym.handset.ui.widgets import Text, TextField

#: Words and letters of a time, a date or a number; a longer text with a digit in it is prose.
_WORDS, _LETTERS = 6, 40
_ROOM = 1.5  # px that rounding may take
_ENDLESS = 1 << 24

Frame = tuple[float, float, float, float]


def is_number(text: str) -> bool:
    """Whether a text is a time, a date or a number, and not a sentence that contains one."""
    short = len(text) <= _LETTERS and len(re.findall(r"\S+", text)) <= _WORDS
    return short and any(c.isdigit() for c in text)


def _texts(
    box: Box, x: float, y: float, clip: Frame, button: bool, offsets: Any
) -> Iterator[tuple[Any, ...]]:
    e = box.element
    button = button or (e.tap is not None and e.class_name.endswith("Button"))
    if isinstance(e, Text) and not isinstance(e, TextField):
        yield e, box, x, y, clip, button
        return
    if isinstance(e, Scroll):
        dx, dy = scroll_offset(box, offsets)
        x, y = x - dx, y - dy
        left, top, right, bottom = clip
        clip = (left, -_ENDLESS, right, _ENDLESS) if e.axis == "y" else (-_ENDLESS, top, _ENDLESS, bottom)
    for cx, cy, child in box.children:
        yield from _texts(child, x + cx, y + cy, clip, button, offsets)


def cut_off(phone: Phone) -> set[str]:
    """The times, numbers and buttons' labels of the topmost window that can't be read completely."""
    window = screen.active(phone)
    return cut_in(window.box, window.offsets)


def cut_in(window: Box, offsets: Any = ()) -> set[str]:
    """The times, numbers and buttons' labels in a laid-out window that can't be read completely."""
    found = set()
    frame = (0, 0, window.width, window.height)
    for e, box, x, y, clip, button in _texts(window, 0, 0, frame, False, offsets):
        if not e.string.strip() or not (button or is_number(e.string)):
            continue
        lines, left, top, right, bottom, align = box.extra
        free = box.width - left - right - lines.width
        start = x + left + (0 if align == "start" else free if align == "end" else free / 2)
        upper = y + top + max(0.0, (box.height - top - bottom - lines.height) / 2)
        name = e.id or ("button" if button else "number")
        if lines.truncated:
            found.add(f"{name}: {e.string!r} is ellipsised")
        elif start < clip[0] - _ROOM or start + lines.width > clip[2] + _ROOM:
            found.add(f"{name}: {e.string!r} reaches over the side")
        elif upper < clip[1] - _ROOM or upper + lines.height > clip[3] + _ROOM:
            found.add(f"{name}: {e.string!r} reaches over the top or the foot")
        elif lines.height > box.height + _ROOM + 0.35 * lines.line_height:
            found.add(f"{name}: {e.string!r} is taller than its box")
    return found
