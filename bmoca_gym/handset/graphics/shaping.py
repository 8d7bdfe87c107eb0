"""From characters to placed glyphs: font fallback, HarfBuzz, and the skia text blob of one line."""

from __future__ import annotations

from typing import NamedTuple
from unicodedata import category

import uharfbuzz

from bmoca_gym.handset.graphics.bidi import visual_order
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, chain_face, chain_position, has_glyph
from bmoca_gym.handset.graphics.skia_library import TextBlob, skia
from bmoca_gym.handset.value import memo


class Glyphs(NamedTuple):
    """A shaped piece of text, in em, from left to right."""

    ids: tuple[int, ...]
    x: tuple[float, ...]
    y: tuple[float, ...] | None  # None: all stand on the base line
    advance: float


class Piece(NamedTuple):
    """A piece of text of one face and one level: what is shaped at a time.

    ``face`` is a position in the language's fallback chain.
    """

    start: int
    end: int
    face: int
    level: int
    glyphs: Glyphs


#: Marks of punctuation that, as in Android's Minikin, stay in the font of what stands before them.
_STICKY = frozenset(" !,-.:;?\u00a0\u200c\u200d\u2010\u2011\u202f\u3000")
_JOINED_CATEGORIES = frozenset({"Mn", "Me", "Cf"})


def faces_of(text: str, language: str) -> list[int] | None:
    """For each character the position in the fallback chain of its face; None if all have the first."""
    if text.isascii():
        return None
    faces = []
    previous = -1
    for character in text:
        if character.isascii() and character not in _STICKY:
            face = LATIN_FACE
        elif previous >= 0 and _stays(character, previous, language):
            face = previous
        else:
            face = chain_position(character, language)
        faces.append(face)
        previous = face
    return faces


@memo(65536, asset=True)
def _stays(character: str, face: int, language: str) -> bool:
    """Whether a character is drawn with the face of the one before it, not with the first that has it."""
    kind = category(character)
    if kind == "Cf":
        return True
    return (kind in _JOINED_CATEGORIES or character in _STICKY) and has_glyph(character, face, language)


def _shape(text: str, face: int, language: str, weight: int, rtl: bool) -> Glyphs:
    """The glyphs of a text that is of one face and one direction."""
    chosen = chain_face(face, language, weight)
    infos, positions = _run_harfbuzz(text, chosen.shaper, language, rtl)
    unit = 1.0 / chosen.units_per_em
    x, y = [], []
    pen = 0
    flat = True
    for position in positions:
        x.append((pen + position.x_offset) * unit)
        y.append(-position.y_offset * unit)
        flat = flat and not position.y_offset
        pen += position.x_advance
    return Glyphs(tuple([info.codepoint for info in infos]), tuple(x), None if flat else tuple(y), pen * unit)


def _run_harfbuzz(
    text: str, font: uharfbuzz.Font, language: str, rtl: bool
) -> tuple[list[uharfbuzz.GlyphInfo], list[uharfbuzz.GlyphPosition]]:
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = language
    uharfbuzz.shape(font, buffer)
    return buffer.glyph_infos, buffer.glyph_positions


_shape_cached = memo(16384, asset=True)(_shape)
_LONGEST_CACHED = 64


def shape(text: str, face: int, language: str, weight: int, rtl: bool) -> Glyphs:
    """The glyphs of a text of one face and one direction. Words are remembered, longer texts are not."""
    if len(text) <= _LONGEST_CACHED:
        return _shape_cached(text, face, language, weight, rtl)
    return _shape(text, face, language, weight, rtl)


def cluster_ends(
    text: str, face: int, language: str, weight: int, rtl: bool
) -> tuple[list[int], list[float]]:
    """The places where a text may be cut without cutting a glyph.

    Two lists of equal length: positions in the text, rising up to its end, and the advance in em up to each.
    """
    chosen = chain_face(face, language, weight)
    advances: dict[int, int] = {}
    for info, position in zip(*_run_harfbuzz(text, chosen.shaper, language, rtl), strict=True):
        advances[info.cluster] = advances.get(info.cluster, 0) + position.x_advance
    starts = sorted(advances)
    ends = [*starts[1:], len(text)]
    total = 0
    sums = []
    for start in starts:
        total += advances[start]
        sums.append(total / chosen.units_per_em)
    return ends, sums


def pieces_of(
    text: str,
    start: int,
    end: int,
    faces: list[int] | None,
    levels: list[int] | None,
    language: str,
    weight: int,
) -> list[Piece]:
    """Cut ``text[start:end]`` wherever face or level change, and shape each piece."""
    if faces is None and levels is None:
        return [Piece(start, end, LATIN_FACE, 0, shape(text[start:end], LATIN_FACE, language, weight, False))]
    pieces = []
    while start < end:
        face = faces[start] if faces is not None else LATIN_FACE
        level = levels[start] if levels is not None else 0
        stop = start + 1
        while (
            stop < end
            and (faces is None or faces[stop] == face)
            and (levels is None or levels[stop] == level)
        ):
            stop += 1
        glyphs = shape(text[start:stop], face, language, weight, bool(level & 1))
        pieces.append(Piece(start, stop, face, level, glyphs))
        start = stop
    return pieces


def text_blob(pieces: list[Piece], size: float, language: str, weight: int) -> TextBlob | None:
    """The drawing of one line, whose pieces come in logical order; None if there is nothing to draw."""
    levels = [piece.level for piece in pieces]
    if any(levels):
        pieces = visual_order(pieces, levels)
    builder = skia.TextBlobBuilder()
    empty = True
    pen = 0.0
    index = 0
    while index < len(pieces):
        face = pieces[index].face
        ids: list[int] = []
        x: list[float] = []
        y: list[float] = []
        flat = True
        while index < len(pieces) and pieces[index].face == face:
            glyphs = pieces[index].glyphs
            ids += glyphs.ids
            x += [(pen + offset) * size for offset in glyphs.x]
            if glyphs.y is None:
                y += [0.0] * len(glyphs.x)
            else:
                flat = False
                y += [offset * size for offset in glyphs.y]
            pen += glyphs.advance
            index += 1
        if not ids:
            continue
        font = chain_face(face, language, weight).font(size)
        if flat:
            builder.allocRunPosH(font, ids, x, 0.0)
        else:
            builder.allocRunPos(font, ids, list(map(skia.Point, x, y)))
        empty = False
    return None if empty else builder.make()
