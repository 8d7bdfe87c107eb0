"""Marks of selected text: its ground, and the handles at its ends."""

from __future__ import annotations

from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box, Element


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Mark(Element):
    """The ground of selected text, or a handle at its end."""

    __slots__ = ("color", "leans")
    CLASS: ClassVar[str] = ""

    def __init__(self, color: int, leans: int = 0, **options: Any) -> None:
        """``leans``: -1 for the handle at the start, 1 for the handle at the end, 0 for a background."""
        super().__init__(**options)
        self.color = color
        self.leans = leans

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.color, self.leans)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return self.leans != 0

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        right, bottom = x + box.width, y + box.height
        if not self.leans:
            canvas.draw_rect(x, y, right, bottom, self.color)
            return
        radius = box.width / 4
        middle = x + box.width / 2 + self.leans * radius
        canvas.draw_circle(middle, y + radius, radius, self.color)
        corner = x + box.width / 2, middle
        canvas.draw_rect(min(corner), y, max(corner), y + radius, self.color)
