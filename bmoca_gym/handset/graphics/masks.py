"""Text on small frames, drawn with masks of glyphs that are kept: Skia keeps too few for many configurations.

The masks come from Skia, and `_glyphs` (C, where the package is compiled) blends them as Skia does, to the last bit.
Without it, and wherever Skia is found to blend otherwise, Skia draws.
"""

from __future__ import annotations

from array import array
from functools import cache
from importlib import import_module
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.compiled import MODE
from bmoca_gym.handset.graphics import paints
from bmoca_gym.handset.graphics.fonts import FACES, LATIN_FACE, chain_face
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.value import memo, on_clear

#: The compiled part; None in pure Python.
GLYPHS: Any = import_module("bmoca_gym.handset.graphics._glyphs") if MODE.compiled else None
if GLYPHS is not None:
    on_clear(GLYPHS.clear, asset=True)


@memo(512, asset=True)
def luminance(color: int) -> int:
    """Which of eight masks of a glyph a colour has: Skia draws dark letters bolder than bright ones."""
    red, green, blue = [color >> shift & 0xE0 for shift in (16, 8, 0)]
    wide = [part | part >> 3 | part >> 6 for part in (red, green, blue)]
    return wide[0] * 54 + wide[1] * 183 + wide[2] * 19 >> 13


#: Width and height of a sheet.
_WIDE, _HIGH = 2048, 128


class _Sheet:
    """Where Skia draws glyphs whose masks are missing, in cells."""

    def __init__(self) -> None:
        self.pixels = np.zeros((_HIGH, _WIDE), np.uint8)
        self._surface = skia.Surface(
            self.pixels, colorType=skia.kAlpha_8_ColorType, alphaType=skia.kPremul_AlphaType
        )
        self.canvas = self._surface.getCanvas()


#: Sheets that nobody draws into now.
_sheets: list[_Sheet] = []
on_clear(_sheets.clear, asset=True)


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
    sheet = _sheets.pop() if _sheets else _Sheet()  # taken out, so that no other thread draws into it
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
            GLYPHS.keep(
                sheet.pixels, _WIDE, width, height, across, down, side // 2 + 1, size, edge, scale_x, scale_y, bright,
                some,
            )  # fmt: skip
    _sheets.append(sheet)


def drawn(
    target: Any, row: Any, size: float, x: float, y: float, color: int, edge: float, scale_x: float, scale_y: float
) -> bool:  # fmt: skip
    """Draw a row of glyphs of ``size`` px at (x, y), px of the phone; whether that was done. Otherwise Skia has to.

    ``edge``: draw the outline of the letters, reaching so many px beyond them. ``scale_x``, ``scale_y``: as ``target``
    has been told, to the last bit of a C float.
    """
    bright = luminance(color)
    for _ in range(3):  # masks may be forgotten before they are used
        missing = target.draw(row, x, y, color, edge, bright)
        if missing is True or missing is False:
            return missing is True
        _fetch(missing, size, scale_x, scale_y, edge, bright)
    return False


#: How many rows of outlines of a strike Skia draws before masks are fetched. A home screen has about twenty: it is not
#: worth it for a phone that is seen only once.
_PATIENCE = 60


def target(pixels: NDArray[np.uint8]) -> Any:
    """What draws rows of glyphs into pixels (RGBA, opaque); None where Skia has to draw them."""
    return GLYPHS.Target(pixels, _PATIENCE) if GLYPHS is not None and _agree() else None


@cache
def _agree() -> bool:
    """Whether letters look the same to the last bit as those that this version of Skia draws on this computer."""
    face = chain_face(LATIN_FACE, "en", 400)
    size, scale_x, scale_y = 40.0, 0.31, 0.29
    ids = [face.shaper.get_nominal_glyph(ord(letter)) or 0 for letter in "Rag8&wij"]
    x = [21.7 * n for n in range(len(ids))]
    row = GLYPHS.Row(size, [(face.number, ids, x, None)])
    blob = skia.TextBlob.MakeFromPosTextH(
        array("H", ids).tobytes(), x, 0.0, face.font(size), skia.TextEncoding.kGlyphID
    )
    ours = np.arange(64 * 64 * 4, dtype=np.uint32).reshape(64, 64, 4) * 2654435761 >> 13 & 0xFF
    ours = ours.astype(np.uint8)
    ours[..., 3] = 255
    theirs = ours.copy()
    surface = skia.Surface(theirs, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    canvas = surface.getCanvas()
    canvas.scale(scale_x, scale_y)
    into = GLYPHS.Target(ours, 0)
    into.see(scale_x, scale_y, 0.0, 0.0, 0, 0, 64, 64)
    colors = (0xFF202124, 0xFFFFFFFF, 0xFF1A73E8, 0x8A1B5E20, 0x38000000, 0x60FFFFFF, 0xC0FF8A65)
    for number, color in enumerate(colors):
        for edge in (0.0, 3.0):
            at = 5.3 * number + edge, 40.0 + 21.9 * number
            canvas.drawTextBlob(blob, *at, paints.edge(color, edge) if edge else paints.fill(color))
            if not drawn(into, row, size, *at, color, edge, scale_x, scale_y):
                return False
    return np.array_equal(ours, theirs)
