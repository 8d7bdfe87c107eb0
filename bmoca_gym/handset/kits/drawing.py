"""A canvas for drawing with swipes: its strokes, and the element that shows them."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.resources.configuration import Metrics
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import Box, Element
from bmoca_gym.handset.value import Value, value

WHITE = 0xFFFFFFFF


@value
class Stroke(Value):
    """A line between two points, given as fractions of the sheet. ``width``: dp; ``color``: None for the sheet's
    own."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: int
    color: int | None


def stroke_of(context: Context, width: int, color: int | None) -> Stroke:
    """Return the stroke of a touch: a line along a swipe, or a dot."""
    ends = (context.end_x, context.end_y) if context.direction else (context.x, context.y)
    x0, y0, x1, y1 = (min(max(round(at, 4), 0.0), 1.0) for at in (context.x, context.y, *ends))
    return Stroke(x0, y0, x1, y1, width, color)


class Drawing(Element):
    """A sheet with strokes, of any size."""

    __slots__ = ("strokes",)

    def __init__(self, strokes: tuple[Stroke, ...], **options: Any) -> None:
        super().__init__(**options)
        self.strokes = strokes

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.background, self.strokes)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(x, y, x + box.width, y + box.height))
        for stroke in self.strokes:
            color = (self.background or WHITE) if stroke.color is None else stroke.color
            width = stroke.width * m.scale
            ends = [
                (x + at_x * box.width, y + at_y * box.height)
                for at_x, at_y in ((stroke.x0, stroke.y0), (stroke.x1, stroke.y1))
            ]
            for at in ends:
                canvas.drawCircle(*at, width / 2, paints.fill(color))
            canvas.drawLine(*ends[0], *ends[1], paints.stroke(color, width))
        canvas.restore()
