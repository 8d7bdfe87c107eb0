"""Texts, rectangles and round shapes, drawn with cached masks: Skia's own cache is too small for many configurations.

The masks come from Skia, and `native/masks.c` (where it is compiled) blends them as Skia does, to the last bit.
Without it, and wherever Skia is found to blend otherwise, Skia draws.
"""

from __future__ import annotations

from array import array
from functools import cache
from math import ceil
from typing import Any

import numpy as np
from mypy_extensions import mypyc_attr
from numpy.typing import NDArray

from bmoca_gym.handset import native
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.fonts import FACES, LATIN_FACE, chain_face
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.value import on_clear

#: The compiled part; None in pure Python.
MASKS: Any = native.part("masks")
if MASKS is not None:
    on_clear(MASKS.clear, asset=True)


#: Width and height of a sheet.
_WIDE, _HIGH = 2048, 128


class _Sheet:
    """The surface on which Skia draws missing masks; all 0 when it is not in use."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.zeros((height, width), np.uint8)
        self._surface = skia.Surface(
            self.pixels, colorType=skia.kAlpha_8_ColorType, alphaType=skia.kPremul_AlphaType
        )
        self.canvas = self._surface.getCanvas()


#: Sheets that nobody draws into now: those of glyphs, in cells, and those as large as a frame.
_sheets: list[_Sheet] = []
_frame_sheets: dict[tuple[int, int], _Sheet] = {}
on_clear(_sheets.clear, asset=True)
on_clear(_frame_sheets.clear, asset=True)


def _fetch(missing: list[int], size: float, scale_x: float, scale_y: float, edge: float, bright: int) -> None:
    """Have Skia draw the masks that are missing, and keep them."""
    color = 0xFF000000 | (bright << 5 | 0x10) * 0x010101
    paint = paints.edge(color, edge) if edge else paints.fill(color)
    side = ceil(size * max(abs(scale_x), abs(scale_y)))
    width, height, across, down = 4 * side + 15 & ~7, 3 * side + 8, 3 * side // 2 + 4, 2 * side + 4
    at_once = _WIDE // width
    groups: dict[int, list[int]] = {}
    for one in dict.fromkeys(missing):
        groups.setdefault(one >> 20 << 2 | one >> 2 & 3, []).append(one)
    # Taken out, so that no other thread draws into it.
    sheet = _sheets.pop() if _sheets else _Sheet(_WIDE, _HIGH)
    canvas = sheet.canvas
    canvas.resetMatrix()
    canvas.scale(scale_x, scale_y)
    for group, wanted in groups.items():
        font = FACES[group >> 2].font(size)
        base = (down + (group & 3) / 4) / scale_y
        for start in range(0, len(wanted), at_once):
            some = wanted[start : start + at_once]
            ids = array("H", [one >> 4 & 0xFFFF for one in some]).tobytes()
            x = [(n * width + across + (one & 3) / 4) / scale_x for n, one in enumerate(some)]
            blob = skia.TextBlob.MakeFromPosTextH(ids, x, 0.0, font, skia.TextEncoding.kGlyphID)
            canvas.drawTextBlob(blob, 0.0, base, paint)
            MASKS.keep(
                sheet.pixels, _WIDE, width, height, across, down, side // 2 + 1, size, edge, scale_x, scale_y, bright,
                some,
            )  # fmt: skip
    _sheets.append(sheet)


def _fetch_shape(
    shape: bytes, width: int, height: int, oval: int,
    left: float, top: float, right: float, bottom: float, radius: float, stroke: float,
    scale_x: float, scale_y: float, x: float, y: float,
) -> None:  # fmt: skip
    """Let Skia draw a shape at its place in the frame, and keep its coverage."""
    size = width, height
    sheet = _frame_sheets.pop(size, None) or _Sheet(width, height)
    canvas = sheet.canvas
    canvas.resetMatrix()
    canvas.translate(x, y)
    canvas.scale(scale_x, scale_y)
    area = skia.Rect.MakeLTRB(left, top, right, bottom)
    paint = paints.stroke(0xFF000000, stroke) if stroke else paints.fill(0xFF000000)
    if oval:
        canvas.drawOval(area, paint)
    else:
        canvas.drawRoundRect(area, radius, radius, paint)
    MASKS.keep_shape(sheet.pixels, shape)
    if len(_frame_sheets) >= _MOST_FRAME_SHEETS:
        _frame_sheets.clear()
    _frame_sheets[size] = sheet


#: How many sizes of frames sheets are kept for.
_MOST_FRAME_SHEETS = 4


@mypyc_attr(native_class=False)
class Plain:
    """What elements paint with, with Skia doing the drawing: coordinates in px of the phone, colours 0xAARRGGBB.

    A `Target` has the same methods. A shape with ``stroke`` is an outline, that many px wide.
    """

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        for name in _SKIAS:
            setattr(self, name, getattr(canvas, name))

    def clip(self, left: float, top: float, right: float, bottom: float) -> None:
        """Draw only inside a rectangle, rounded to whole px of the frame, until `restore`."""
        self._canvas.clipRect(skia.Rect.MakeLTRB(left, top, right, bottom))

    def draw_rect(self, left: float, top: float, right: float, bottom: float, color: int) -> None:
        """Draw a rectangle with hard edges: exact under any clip."""
        self._canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, bottom), paints.flat(color))

    def draw_round_rect(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        radius: float,
        color: int,
        stroke: float = 0.0,
    ) -> None:
        """Draw a rectangle with round corners."""
        paint = paints.stroke(color, stroke) if stroke else paints.fill(color)
        self._canvas.drawRoundRect(skia.Rect.MakeLTRB(left, top, right, bottom), radius, radius, paint)

    def draw_circle(self, x: float, y: float, radius: float, color: int, stroke: float = 0.0) -> None:
        """Draw a circle."""
        paint = paints.stroke(color, stroke) if stroke else paints.fill(color)
        self._canvas.drawCircle(x, y, radius, paint)

    def draw_oval(
        self, left: float, top: float, right: float, bottom: float, color: int, stroke: float = 0.0
    ) -> None:
        """Draw an ellipse."""
        paint = paints.stroke(color, stroke) if stroke else paints.fill(color)
        self._canvas.drawOval(skia.Rect.MakeLTRB(left, top, right, bottom), paint)

    def draw_text(self, line: Any, x: float, y: float, color: int, edge: float = 0.0) -> None:
        """Draw a `text.Line` that is not blank, from its left end on the base line. ``edge``: draw only the outline,
        that many px around the letters.
        """
        blob = line.blob
        if blob is not None:
            self._canvas.drawTextBlob(blob, x, y, paints.edge(color, edge) if edge else paints.fill(color))


#: Those of its methods that are Skia's.
_SKIAS = (
    "save", "restore", "scale", "translate", "clipRect", "clipRRect", "drawArc", "drawCircle", "drawLine", "drawOval",
    "drawPath", "drawPicture", "drawRect", "drawRoundRect", "drawTextBlob",
)  # fmt: skip

#: The names of what `Plain` and a `Target` can do.
DRAWING = (*_SKIAS, "clip", "draw_rect", "draw_round_rect", "draw_circle", "draw_oval", "draw_text")


#: How many rows of outlines of a strike Skia draws, with their letters, before masks are fetched. A home screen has
#: about twenty: it is not worth it for a phone that is seen only once.
_PATIENCE = 60


def target(pixels: NDArray[np.uint8], plain: Plain) -> Any:
    """Return what draws into pixels (RGBA, opaque), with ``plain`` as a fallback; None if Skia has to
    draw everything.
    """
    return _target(pixels, plain, _PATIENCE) if MASKS is not None and _agree() else None


def _target(pixels: NDArray[np.uint8], plain: Plain, patience: int) -> Any:
    return MASKS.Target(pixels, patience, plain, _fetch, _fetch_shape)


class _Line:
    """A few letters, as a `text.Line` has them."""

    def __init__(self) -> None:
        face, size = chain_face(LATIN_FACE, "en", 400), 40.0
        ids = [face.shaper.get_nominal_glyph(ord(letter)) or 0 for letter in "Rag8&wij"]
        x = [21.7 * n for n in range(len(ids))]
        self.row = MASKS.Row(size, [(face.number, ids, x, None)])
        self.blob = skia.TextBlob.MakeFromPosTextH(
            array("H", ids).tobytes(), x, 0.0, face.font(size), skia.TextEncoding.kGlyphID
        )


@cache
def _agree() -> bool:
    """Whether everything looks the same, to the last bit, as what this version of Skia draws on this computer."""
    noise = np.arange(64 * 64 * 4, dtype=np.uint32).reshape(64, 64, 4) * 2654435761 >> 13 & 0xFF
    ours: NDArray[np.uint8] = noise.astype(np.uint8)
    ours[..., 3] = 255
    theirs = ours.copy()
    surfaces = [
        skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
        for pixels in (ours, theirs)
    ]
    plain = Plain(surfaces[1].getCanvas())
    into = _target(ours, Plain(surfaces[0].getCanvas()), 0)
    line = _Line()
    colors = (0xFF202124, 0xFFFFFFFF, 0xFF1A73E8, 0x8A1B5E20, 0x38000000, 0x60FFFFFF, 0xC0FF8A65)
    painters: tuple[Any, ...] = (into, plain)
    for painter in painters:
        painter.scale(0.31, 0.29)
        for number, color in enumerate(colors):
            x, y = 5.3 * number, 21.9 * number
            painter.draw_rect(x + 120.4, y, x + 150.6, y + 33.3, color)
            painter.draw_round_rect(x + 61, y + 3, x + 108.5, y + 44, 11.0, color)
            painter.draw_oval(x + 62, y + 4, x + 104.5, y + 27, color ^ 0xFFFFFF, 4.4)
            for edge in (0.0, 3.0):
                painter.draw_text(line, x + edge, y + 40.0, color, edge)
    return np.array_equal(ours, theirs)
