"""Snapseed's elements: a picture that fills its space, and one with a crop frame."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.snapseed.filters import crop_box
from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.apps.snapseed.tools import Edit
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.widgets import Picture


class FittedPicture(Picture):
    """An edited picture in its own shape, fitted into the available space."""

    __slots__ = ()
    name: Any

    def place(self, m: Metrics, max_w: int, max_h: int, fix_w: int | None, fix_h: int | None) -> Box:
        """See `Element.place`."""
        width, height = self.name.size()
        scale = min(max_w / width, max_h / height)
        return Box(self, max(1, round(width * scale)), max(1, round(height * scale)))


class CropPicture(FittedPicture):
    """A picture with a frame, and darkened outside it."""

    __slots__ = ("color", "edit")

    def __init__(self, picture: Edited, edit: Edit, color: int, **options: Any) -> None:
        Picture.__init__(self, picture, **options)
        self.edit = edit
        self.color = color

    def look(self) -> tuple[Any, ...]:
        """See `Element.look`."""
        return (self.name, self.edit, self.color)

    @property
    def soft(self) -> bool:
        """See `Element.soft`."""
        return True

    def paint(self, canvas: Any, x: float, y: float, box: Box, m: Metrics) -> None:
        """See `Element.paint`."""
        super().paint(canvas, x, y, box, m)
        width, height = self.name.size()
        scale = box.width / width
        left, top, right, bottom = [side * scale for side in crop_box(width, height, self.edit)]
        bottom = min(bottom, box.height)
        shade = paints.flat(0xA0000000)
        for edges in (
            (0, 0, box.width, top), (0, bottom, box.width, box.height), (0, top, left, bottom),
            (right, top, box.width, bottom),
        ):  # fmt: skip
            if edges[2] > edges[0] and edges[3] > edges[1]:
                area = skia.Rect.MakeLTRB(x + edges[0], y + edges[1], x + edges[2], y + edges[3])
                canvas.drawRect(area, shade)
        frame = skia.Rect.MakeLTRB(x + left, y + top, x + right, y + bottom)
        frame.inset(m.scale, m.scale)
        canvas.drawRect(frame, paints.stroke(self.color, 2 * m.scale))
        for third in (1, 2):
            across, down = left + (right - left) * third / 3, top + (bottom - top) * third / 3
            line = paints.stroke(0x80FFFFFF, m.scale)
            canvas.drawLine(x + across, y + top, x + across, y + bottom, line)
            canvas.drawLine(x + left, y + down, x + right, y + down, line)
