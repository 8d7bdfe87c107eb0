"""Popups of the launcher since Android 12: a card for each row, and a tail that points at what the popup belongs to."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box, Column, Element, give
from bmoca_gym.handset.ui.fitting import Raised


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class CardStack(Column):
    """A card for each child, ``gap`` dp apart: corners of ``radius`` dp at both ends, small ones between the cards."""

    __slots__ = ("color",)
    CLASS: ClassVar[str] = ""
    SMALL: ClassVar[float] = 4.0

    def __init__(self, color: int, *children: Element, **options: Any) -> None:
        super().__init__(*children)
        self.color = color
        if options:
            give(self, options)

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.color, self.radius, self.gap, len(self.children))

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        small, last = self.SMALL * m.scale, len(box.children) - 1
        for at, (left, top, child) in enumerate(box.children):
            x0, y0, x1, y1 = x + left, y + top, x + left + child.width, y + top + child.height
            middle = (y0 + y1) / 2
            # The large corners, and over them the half of the card that has small ones.
            large = min(self.radius * m.scale, child.height / 2) if at in (0, last) else small
            canvas.draw_round_rect(x0, y0, x1, y1, large, self.color)
            if at > 0:
                canvas.draw_round_rect(x0, y0, x1, middle, small, self.color)
            if at < last:
                canvas.draw_round_rect(x0, middle, x1, y1, small, self.color)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class RaisedApart(Raised):
    """Two cards, one above the other, each of which casts a shadow.

    ``split``: height in dp of the lower one, or, negative, of the upper one; ``between``: dp between them.
    """

    __slots__ = ("between", "split")
    CLASS: ClassVar[str] = ""

    def __init__(self, split: float, between: float, *children: Element, **options: Any) -> None:
        super().__init__(*children, **options)
        self.split = split
        self.between = between

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.split, self.between, self.radius)

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        known, between = abs(self.split) * m.scale, self.between * m.scale
        other = max(0.0, box.height - known - between)
        upper, lower = (other, known) if self.split > 0 else (known, other)
        self.cast(canvas, x, y, box.width, upper, m)
        self.cast(canvas, x, y + upper + between, box.width, lower, m)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Tail(Element):
    """A triangle that points up or ``down`` from a popup. Its sizes are Launcher3's."""

    __slots__ = ("color", "down")
    CLASS: ClassVar[str] = ""
    WIDE: ClassVar[float] = 12.0
    HIGH: ClassVar[float] = 8.0

    def __init__(self, color: int, down: bool) -> None:
        super().__init__(width=self.WIDE, height=self.HIGH)
        self.color = color
        self.down = down

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.color, self.down)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        base, tip = (y, y + box.height) if self.down else (y + box.height, y)
        path = skia.Path()
        path.moveTo(x, base)
        path.lineTo(x + box.width, base)
        path.lineTo(x + box.width / 2, tip)
        path.close()
        canvas.drawPath(path, paints.fill(self.color))
