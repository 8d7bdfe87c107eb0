"""Display lists: what a window paints and where, and the difference between two lists."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import Box, Element, Offsets, scroll_offset, scrolls
from bmoca_gym.handset.ui.fitting import Raised
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import memo

Rect = tuple[int, int, int, int]


#: What painting an element asks of the brush: positions in `renderer.METHODS`, each with the arguments of its call.
Calls = tuple[tuple[int, tuple[Any, ...]], ...]


@mypyc_attr(acyclic=True)
class Item:
    """One painted element.

    ``rect``: the area that it can colour (left, top, right, bottom px); ``clip``: the visible area of its `Scroll`;
    ``soft``, ``opaque``: those of the element.

    ``calls``: the recorded calls of its painting; None until it was painted once (``painted``) and is painted again.
    """

    __slots__ = ("box", "calls", "clip", "opaque", "painted", "rect", "soft", "x", "y")

    def __init__(
        self, rect: Rect, x: int, y: int, box: Box, clip: Rect | None, soft: bool, opaque: bool
    ) -> None:
        self.rect = rect
        self.x = x
        self.y = y
        self.box = box
        self.clip = clip
        self.soft = soft
        self.opaque = opaque
        self.painted = False
        self.calls: Calls | None = None


_plain_paint = Element.paint

#: Which classes paint more than a background, found out once for each class.
_PLAIN, _PAINTS, _TEXT, _ICON, _RAISED = 0, 1, 2, 3, 4
_kinds: dict[type[Element], int] = {}


def _kind(of: type[Element]) -> int:
    found = _PLAIN if of.paint is _plain_paint else _PAINTS
    if issubclass(of, Text):
        found = _TEXT
    elif issubclass(of, Icon):
        found = _ICON
    elif issubclass(of, Raised):
        found = _RAISED
    _kinds[of] = found
    return found


def _display_list(
    box: Box, x: int, y: int, offsets: Offsets, m: Metrics, width: int, height: int
) -> tuple[Item, ...]:
    """Return the items of a window at (x, y), bottom to top, without those outside the screen."""
    items: list[Item] = []
    _flatten(box, x, y, (0, 0, width, height), None, offsets, m, items)
    return tuple(items)


display_list = memo(384)(_display_list)
#: The same for bars and keyboards, which stay when windows change.
bar_list = memo(256)(_display_list)


def _flatten(
    box: Box,
    x: int,
    y: int,
    visible: Rect,
    clip: Rect | None,
    offsets: Offsets,
    m: Metrics,
    items: list[Item],
) -> None:
    right, bottom = x + box.width, y + box.height
    if x >= visible[2] or y >= visible[3] or right <= visible[0] or bottom <= visible[1]:
        return
    e = box.element
    kind = _kinds.get(type(e), -1)
    if kind < 0:
        kind = _kind(type(e))
    if kind != _PLAIN or e.background is not None or e.border is not None:
        # Marks and loops of tall scripts extend beyond their line, some icons a little beyond their square, and
        # shadows beyond their card.
        bleed = 0
        if kind == _TEXT:
            assert isinstance(e, Text)
            bleed = int(e.size * m.font * 0.4)
        elif kind == _ICON:
            bleed = 1
        elif kind == _RAISED:
            bleed = nearest(Raised.REACH * m.scale)
        rect = (
            max(x - bleed, visible[0]), max(y - bleed, visible[1]),
            min(right + bleed, visible[2]), min(bottom + bleed, visible[3]),
        )  # fmt: skip
        items.append(Item(rect, x, y, box, clip, bool(e.soft), bool(e.opaque)))
    inside = box.inside
    if inside:
        if scrolls(e):
            dx, dy = scroll_offset(box, offsets)
            visible = (
                max(x, visible[0]),
                max(y, visible[1]),
                min(right, visible[2]),
                min(bottom, visible[3]),
            )
            clip = visible
            x, y = x - dx, y - dy
        for child in inside:
            _flatten(child, x + child.x, y + child.y, visible, clip, offsets, m, items)


def _same(a: Item, b: Item) -> bool:
    """Return whether two items paint the same. If so, the later one takes over the earlier one's recorded calls."""
    if a is b:
        return True
    if a.x != b.x or a.y != b.y or a.clip != b.clip:
        return False
    if a.box is not b.box:
        ea, eb = a.box.element, b.box.element
        if ea is not eb and (type(ea) is not type(eb) or ea.pad != eb.pad or ea.look() != eb.look()):
            return False
        if a.box.width != b.box.width or a.box.height != b.box.height:
            return False
    if a.painted:
        b.painted = True
        b.calls = b.calls or a.calls
    return True


def difference(old: tuple[Item, ...], new: tuple[Item, ...], out: list[Rect]) -> None:
    """Add to ``out`` the rectangles in which two display lists can paint different pixels."""
    if old is new:
        return
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and _same(old[start], new[start]):
        start += 1
    end = 0
    while end < shorter - start and _same(old[-1 - end], new[-1 - end]):
        end += 1
    if len(old) == len(new):
        for a, b in zip(old[start : len(old) - end], new[start : len(new) - end], strict=True):
            if not _same(a, b):
                out.append(a.rect)
                out.append(b.rect)
        return
    for item in old[start : len(old) - end]:
        out.append(item.rect)
    for item in new[start : len(new) - end]:
        out.append(item.rect)


def bounding(rects: list[Any]) -> list[int]:
    """Return the smallest rectangle around all."""
    left, top, right, bottom = rects[0]
    for x0, y0, x1, y1 in rects:
        if x0 < left:
            left = x0
        if y0 < top:
            top = y0
        if x1 > right:
            right = x1
        if y1 > bottom:
            bottom = y1
    return [left, top, right, bottom]
