"""Widths and heights of text in a page's fonts.

Roboto serves every family, as Android's sans-serif: the project has no serif and no monospace face. Words are measured
by the package's own shaping; thin, black and italic faces, which the phone's own screens don't use, are shaped here.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor
from typing import Final
from unicodedata import category

import uharfbuzz

from bmoca_gym.handset.graphics.bidi import embedding_levels
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, Face, FontFile, chain_face, nearest_weight
from bmoca_gym.handset.graphics.shaping import faces_of, latin_words, pieces_of, shape_latin
from bmoca_gym.handset.value import memo

_LANGUAGE: Final = "en"
#: Ascent and descent of Roboto in em, as Chromium reads them.
ASCENT: Final = 1900 / 2048
DESCENT: Final = 500 / 2048
#: The x-height, and the letter widths that size text fields, in em: the average one and the widest.
X_HEIGHT: Final = 1082 / 2048
AVERAGE: Final = 1158 / 2048
WIDEST: Final = 2.935

#: The faces that `graphics.fonts` doesn't have.
_OTHER_FACES: Final = {
    (100, False): "Thin",
    (900, False): "Black",
    (100, True): "ThinItalic",
    (300, True): "LightItalic",
    (400, True): "Italic",
    (500, True): "MediumItalic",
    (700, True): "BoldItalic",
    (900, True): "BlackItalic",
}
_WEIGHTS: Final = (100, 300, 400, 500, 700, 900)


@cache
def face_weight(weight: int) -> int:
    """Return the weight of the face that Chromium picks for a weight from 1 to 1000.

    From 400 to 500 it looks up to 500 first; below it looks for lighter faces first, above for heavier ones.
    """
    if weight in _WEIGHTS:
        return weight
    if 400 <= weight <= 500:
        return 500
    if weight < 400:
        return max([known for known in _WEIGHTS if known < weight], default=100)
    return min([known for known in _WEIGHTS if known > weight], default=900)


@cache
def other_face(weight: int, italic: bool) -> Face:
    """Return a face of Roboto that isn't one of the phone's own screens'."""
    name = _OTHER_FACES[weight, italic]
    return Face(FontFile("font-roboto", "font_roboto", f"files/Roboto-{name}.ttf"))


def _advance_of_other(text: str, weight: int, italic: bool) -> float:
    face = other_face(weight, italic)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(face.shaper, buffer)
    return sum([position.x_advance for position in buffer.glyph_positions or ()]) / face.units_per_em


def _advance(text: str, weight: int, italic: bool) -> float:
    weight = face_weight(weight)
    faces = faces_of(text, _LANGUAGE)
    if italic or weight in (100, 900):
        if faces is None or not any(faces):
            return _advance_of_other(text, weight, italic)
        weight = 400 if weight == 100 else 700 if weight == 900 else weight
    if faces is None and text.isprintable():
        return shape_latin(text, latin_words(_LANGUAGE, weight), _LANGUAGE, weight).advance
    levels = None if text.isascii() else embedding_levels(text, False)
    pieces = pieces_of(text, 0, len(text), faces, levels, _LANGUAGE, weight)
    return sum([piece.glyphs.advance for piece in pieces])


_advance_cached = memo(32768, asset=True)(_advance)
#: Longer texts aren't cached.
_LONGEST_CACHED: Final = 64


def advance(text: str, weight: int, italic: bool) -> float:
    """Return the width of a text in em, including leading and trailing spaces."""
    if len(text) <= _LONGEST_CACHED:
        return _advance_cached(text, weight, italic)
    return _advance(text, weight, italic)


@memo(4096, asset=True)
def ink(text: str, weight: int, italic: bool, size: float) -> tuple[float, float, float, float] | None:
    """Return the left, top, right and bottom of the ink of a text of ``size`` px, from the left end of its base line;
    None if it has none or is not in Roboto alone. Each letter extends to whole px, as in Chromium.
    """
    weight = face_weight(weight)
    if any(faces_of(text, _LANGUAGE) or ()):
        return None
    other = italic or weight in (100, 900)
    face = other_face(weight, italic) if other else chain_face(LATIN_FACE, _LANGUAGE, weight)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(face.shaper, buffer)
    scale, pen = size / face.units_per_em, 0.0
    left = top = 1e9
    right = bottom = -1e9
    for glyph, position in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
        box = face.shaper.get_glyph_extents(glyph.codepoint)
        if box is not None and box.width and box.height:
            x, y = pen + position.x_offset * scale, -position.y_offset * scale
            left = min(left, x + floor(box.x_bearing * scale))
            right = max(right, x + ceil((box.x_bearing + box.width) * scale))
            top = min(top, y + floor(-box.y_bearing * scale))
            bottom = max(bottom, y + ceil(-(box.y_bearing + box.height) * scale))
        pen += position.x_advance * scale
    return None if left > right else (left, top, right, bottom)


def other_heights(text: str, size: float, weight: int) -> tuple[float, float]:
    """Return how far a text reaches above and below its base line in the fallback faces for letters that Roboto lacks.

    Symbols don't count: Chromium takes them from fonts that the phone's own screens don't use.
    """
    letters = "".join([character for character in text if not category(character).startswith("S")])
    faces = faces_of(letters, _LANGUAGE) if letters else None
    above = below = 0.0
    for position in set(faces or ()) - {LATIN_FACE}:
        if position < 0:
            continue
        metrics = chain_face(position, _LANGUAGE, nearest_weight(weight)).metrics
        above = max(above, float(round(size * metrics.ascent)))
        below = max(below, float(round(size * metrics.descent)))
    return above, below


def heights(size: float) -> tuple[float, float]:
    """Return the ascent and descent of a font of ``size`` px: whole px, as Chromium rounds them.

    Where rounding would cut the descent, it takes a px from the ascent, so that letters are not cut.
    """
    ascent, descent = float(round(size * ASCENT)), float(round(size * DESCENT))
    if descent < size * DESCENT and ascent >= 1:
        return ascent - 1, descent + 1
    return ascent, descent
