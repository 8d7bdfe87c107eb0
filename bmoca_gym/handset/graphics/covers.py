"""Covers of albums and books from the designs in `covers.json`: a photograph, often in other colours, and letters."""

from __future__ import annotations

from typing import Any, NamedTuple
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.graphics.text import Paragraph, paragraph
from bmoca_gym.handset.resources import catalogues

#: The least size of letters, as a part of that which the design asks for.
_LEAST = 0.45
#: Width of a cover in the units in which its letters are laid out.
_UNIT = 400


class Cover(NamedTuple):
    """The cover of what is called ``title``, by ``author``, as a `renderer.PixelSource`; its design depends on both.

    ``kind``: album, book or, without letters, artist.
    """

    kind: str
    title: str
    author: str = ""

    @property
    def design(self) -> dict[str, Any]:
        """What it looks like. Lengths are parts of its width, and colours AARRGGBB."""
        designs = catalogues.json_of("common", "covers")[self.kind]
        found: dict[str, Any] = designs[crc32(f"{self.title}\n{self.author}".encode()) % len(designs)]
        return found

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """Return the cover at that size: uint8[height, width, 3], RGB."""
        design = self.design
        name, x, y, part, *inks = design["print"]
        photo = Print(name, x, y, part, tuple([int(ink, 16) for ink in inks])).pixels(width, height)
        texts = [row for row in ("title", "author") if row in design and getattr(self, row)]
        if not texts and "panels" not in design:
            return photo
        picture = cv2.cvtColor(photo, cv2.COLOR_RGB2RGBA)
        canvas = skia.Surface(picture, colorType=skia.kRGBA_8888_ColorType).getCanvas()
        tall = design.get("tall", 1)
        canvas.scale(width, height / tall)
        for left, top, right, bottom, color in design.get("panels", ()):
            canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), paints.fill(int(color, 16)))
        # Glyphs are not hinted for such small units.
        canvas.scale(1 / _UNIT, 1 / _UNIT)
        for row in texts:
            _write(canvas, getattr(self, row), **design[row])
        return np.ascontiguousarray(picture[..., :3])


def _write(canvas: Any, text: str, *, at: tuple[float, float], width: float, size: float, color: str,
           weight: int = 400, align: str = "start", upper: bool = False, lines: int = 3) -> None:  # fmt: skip
    """Write a text from its upper corner ``at`` on, or up from a lower one if that is negative."""
    laid = _fitted(text.upper() if upper else text, size, width, weight, lines)
    left, top = at
    y = top * _UNIT if top >= 0 else -top * _UNIT - laid.height
    paint = paints.fill(int(color, 16))
    for number, line in enumerate(laid.lines):
        free = width * _UNIT - line.width
        x = left * _UNIT + {"start": free if laid.rtl else 0, "center": free / 2, "end": free}[align]
        if line.blob is not None:
            canvas.drawTextBlob(line.blob, x, y + laid.ascent + number * laid.line_height, paint)


def _fitted(text: str, size: float, width: float, weight: int, lines: int) -> Paragraph:
    """The text as large as its longest word allows."""
    share = 1.0
    while True:
        px = size * share * _UNIT
        laid = paragraph(text, px, weight, max_width=width * _UNIT, max_lines=lines)
        longest = max([paragraph(word, px, weight).width for word in text.split()], default=0)
        if share <= _LEAST or (not laid.truncated and longest <= width * _UNIT):
            return laid
        share -= 0.05
