"""Groups that adapt to their space: text and icons that shrink, buttons that stack, lists that scroll, popups."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.resources.metrics import Metrics, nearest
from bmoca_gym.handset.ui.elements import Box, Column, Element, Group, Scroll, Stack, give, mirrored, placed
from bmoca_gym.handset.ui.widgets import SIZES, Icon

_ENDLESS = 1 << 20
#: dp that a list in a dialog keeps where the screen has no room for it.
_LEAST_LIST = 48
#: dp to which an icon over words shrinks at most.
_LEAST_ICON = 16


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
class IconAndWords(Column):
    """An `Icon` over words. It is drawn smaller where they would be cut off below, as over a keyboard."""

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        made: Box = super().place(m, max_w, max_h, fix_w, fix_h)
        boxes = list(made.inside)
        first, last = boxes[0], boxes[-1]
        over = last.y + last.height - made.height
        glyph = first.element
        if over <= 0 or not isinstance(glyph, Icon):
            return made
        size = max(_LEAST_ICON, glyph.size - over / m.scale)
        smaller = Icon(glyph.name, min(size, glyph.size), glyph.color).layout(m, max_w, max_h)
        boxes[0] = placed(smaller, first.x + (first.width - smaller.width) // 2, first.y)
        for number, box in enumerate(boxes[1:], 1):
            boxes[number] = placed(box, box.x, box.y - (first.height - smaller.height))
        made.inside = tuple(boxes)
        return made


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


def _gives_way(child: Element) -> bool:
    """Whether a part of a panel gets only the height that the others leave."""
    return isinstance(child, Scroll) and child.axis == "y" and not child.grow


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Panel(Column):
    """The card of a dialog, or a sheet: as high as its parts, and where there is no room for them, its list scrolls.

    Title and buttons are measured first, as in Android's ``AlertDialogLayout``; the list (a `Scroll`) gets what they
    leave.
    """

    __slots__ = ()

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        lists = [number for number, child in enumerate(self.children) if _gives_way(child)]
        if not lists:
            return super().place(m, max_w, max_h, fix_w, fix_h)
        left, top, right, bottom = self.pad_px(m)
        gap = nearest(self.gap * m.scale)
        room = max(0, max_w - left - right)
        rest = max(0, max_h - top - bottom - gap * (len(self.children) - 1))
        boxes: list[Box] = []
        for child in self.children:
            box = child.layout(m, room, rest)
            boxes.append(box)
            if not _gives_way(child):
                rest = max(0, rest - box.height)
        least = nearest(_LEAST_LIST * m.scale)
        for number in lists:
            box = boxes[number]
            most = max(rest, least)
            if box.height > most:
                boxes[number] = box = self.children[number].layout(m, room, most, None, most)
            rest = max(0, rest - box.height)
        used = sum([box.height for box in boxes]) + gap * (len(boxes) - 1)
        width = fix_w if fix_w is not None else max([box.width for box in boxes]) + left + right
        made: Box = Box(self, width, fix_h if fix_h is not None else used + top + bottom)
        align = mirrored(self.align) if m.rtl else self.align
        y = top
        for number, box in enumerate(boxes):
            free = width - left - right - box.width
            across = 0 if align == "start" else free // 2 if align == "center" else free
            boxes[number] = placed(box, left + across, y)
            y += box.height + gap
        made.inside = tuple(boxes)
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Held(Stack):
    """A popup where the padding places it; where it does not fit, moved until it is ``above`` and ``below`` dp inside.

    ``justify``: "start" to hang it below the upper padding, "end" to stand it on the lower one.
    """

    __slots__ = ("above", "below")

    def __init__(self, child: Element, above: float, below: float, /, **options: Any) -> None:
        super().__init__(child)
        self.above = above
        self.below = below
        if options:
            give(self, options)

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        left, top, right, bottom = self.pad_px(m)
        first, last = nearest(self.above * m.scale), max_h - nearest(self.below * m.scale)
        box = self.children[0].layout(m, max(0, max_w - left - right), max(0, last - first))
        y = top if self.justify == "start" else max_h - bottom - box.height
        align = mirrored(self.align) if m.rtl else self.align
        free = max_w - left - right - box.width
        across = 0 if align == "start" else free // 2 if align == "center" else free
        made: Box = Box(self, max_w, max_h)
        made.inside = (placed(box, left + across, max(first, min(y, last - box.height))),)
        return made


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class MenuRows(Column):
    """The rows of a menu, all as wide as the widest of them wants, from ``NARROWEST`` to ``WIDEST`` dp.

    The least width is that of ``abc_popup_menu_item_layout``, the greatest that of Material Design's menus.
    """

    __slots__ = ()
    CLASS: ClassVar[str] = ""
    NARROWEST: ClassVar[float] = 196.0
    WIDEST: ClassVar[float] = 280.0

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        wide = nearest(self.NARROWEST * m.scale)
        for row in self.children:
            start, _, end, _ = row.pad_px(m)
            wide = max(wide, start + end + sum([part.layout(m, max_w, max_h).width for part in row.inner()]))
        wide = min(wide, nearest(self.WIDEST * m.scale), max_w)
        return super().place(m, wide, max_h, wide, fix_h)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Raised(Stack):
    """A card that casts a shadow, which takes no room. ``radius``: of its corners."""

    __slots__ = ()
    CLASS: ClassVar[str] = ""
    #: How far the shadow reaches beyond the card, and how much lower it lies, in dp.
    REACH: ClassVar[float] = 6.0
    LOWER: ClassVar[float] = 1.5
    #: Steps of the shadow, each of which darkens what the ones around it do.
    STEPS: ClassVar[int] = 6
    STEP_COLOR: ClassVar[int] = 0x0A000000

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        self.cast(canvas, x, y, box.width, box.height, m)

    def cast(self, canvas: Any, x: float, y: float, width: float, height: float, m: Metrics) -> None:
        """Draw the shadow of a card at a place, in px."""
        y += self.LOWER * m.scale
        for step in range(self.STEPS):
            out = (self.REACH - self.LOWER) * m.scale * (1 - step / self.STEPS)
            canvas.draw_round_rect(
                x - out, y - out, x + width + out, y + height + out, self.radius * m.scale + out, self.STEP_COLOR
            )  # fmt: skip
