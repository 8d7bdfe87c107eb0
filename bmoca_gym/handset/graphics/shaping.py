"""Shaping of characters into positioned glyphs: font fallback, HarfBuzz, and the skia text blob of a line."""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any, Final, NamedTuple
from unicodedata import bidirectional, category

import uharfbuzz
from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics.bidi import visual_order
from bmoca_gym.handset.graphics.fonts import EMOJI_FACE, LATIN_FACE, chain_face, chain_position, has_glyph
from bmoca_gym.handset.graphics.masks import MASKS
from bmoca_gym.handset.graphics.skia_library import Font, TextBlob, skia
from bmoca_gym.handset.value import drop_oldest, make_room, memo, on_clear


@mypyc_attr(acyclic=True)
class Glyphs:
    """A shaped piece of text, in em, from left to right. ``y``: None if all are on the base line."""

    __slots__ = ("advance", "ids", "x", "y")

    def __init__(
        self, ids: tuple[int, ...], x: tuple[float, ...], y: tuple[float, ...] | None, advance: float
    ) -> None:
        self.ids = ids
        self.x = x
        self.y = y
        self.advance = advance


@mypyc_attr(acyclic=True)
class Piece:
    """A piece of text with one face and one level, which is shaped at once.

    ``face`` is an index in the language's fallback chain.
    """

    __slots__ = ("end", "face", "glyphs", "level", "start")

    def __init__(self, start: int, end: int, face: int, level: int, glyphs: Glyphs) -> None:
        self.start = start
        self.end = end
        self.face = face
        self.level = level
        self.glyphs = glyphs


#: Punctuation that stays in the font of the previous character, as in Android's Minikin.
_STICKY: Final = frozenset(" !,-.:;?\u00a0\u200c\u200d\u2010\u2011\u202f\u3000")
#: Variation selector 16: the character before it is drawn as an emoji.
_AS_EMOJI: Final = "\ufe0f"
_JOINED_CATEGORIES = frozenset({"Mn", "Me", "Cf"})
#: By language, the faces of characters that do not depend on their surroundings.
_own_faces: Final[dict[str, dict[str, int]]] = {}
_MOST_CHARACTERS: Final = 16384
on_clear(_own_faces.clear, asset=True)


def faces_of(text: str, language: str) -> list[int] | None:
    """Return the index of each character's face in the fallback chain; None if all have the first."""
    if text.isascii():
        return None
    own = _own_faces.get(language)
    if own is None:
        own = _own_faces[language] = {}
    make_room(own, _MOST_CHARACTERS)
    faces = []
    previous = -1
    emoji = _AS_EMOJI in text
    for at, character in enumerate(text):
        if emoji and text.startswith(_AS_EMOJI, at + 1) and has_glyph(character, EMOJI_FACE, language):
            previous = EMOJI_FACE
        else:
            face = own.get(character, -1)
            if face >= 0:
                previous = face
            elif character in _STICKY or category(character) in _JOINED_CATEGORIES:
                if previous < 0 or not _stays(character, previous, language):
                    previous = chain_position(character, language)
            else:
                face = LATIN_FACE if character.isascii() else chain_position(character, language)
                previous = own[character] = face
        faces.append(previous)
    return faces


@memo(65536, asset=True)
def _stays(character: str, face: int, language: str) -> bool:
    """Return whether a character is drawn with the previous character's face rather than the first face that has it."""
    kind = category(character)
    if kind == "Cf":
        return True
    sticks = character in _STICKY and face != EMOJI_FACE  # its spaces are as wide as its emoji
    return (kind in _JOINED_CATEGORIES or sticks) and has_glyph(character, face, language)


#: Blocks with plain characters: Latin, Greek, Cyrillic, punctuation, currencies, letterlike symbols.
_PLAIN_BLOCKS = ((0x20, 0x7F), (0xA0, 0x530), (0x1E00, 0x2000), (0x2000, 0x2150), (0x2200, 0x2300))


@cache
def _plain_characters() -> frozenset[str]:
    found = []
    for first, end in _PLAIN_BLOCKS:
        for character in map(chr, range(first, end)):
            plain = category(character)[0] in "LNPSZ" and bidirectional(character) not in (
                "R",
                "AL",
                "AN",
                "B",
            )
            if plain and has_glyph(character, LATIN_FACE, "en"):
                found.append(character)
    return frozenset(found)


def is_plain(text: str) -> bool:
    """Return whether a text has only characters of the first face, without control characters and right-to-left
    letters.
    """
    return text.isprintable() if text.isascii() else _plain_characters().issuperset(text)


#: Languages in which Roboto shapes plain characters as in English; its tables have rules for a few others.
AS_ENGLISH: Final = frozenset({"ak", "ar", "de", "es", "hi", "ja", "ko", "pt", "ru", "ur", "zh-Hans"})


class _Pairs(NamedTuple):
    """Metrics of a style's letters: the glyph and advance of each, and its advance before each other letter.

    The position of an ASCII letter in Roboto depends on the next letter only. Pairs that are drawn as one glyph
    ("fi", "fl") have no advance.
    """

    glyphs: dict[str, int]
    advances: dict[str, int]
    unit: float


_pairs_of_styles: Final[dict[tuple[str, int], _Pairs]] = {}
on_clear(_pairs_of_styles.clear, asset=True)


def _pairs(language: str, weight: int) -> _Pairs:
    if language in AS_ENGLISH:
        language = "en"
    pairs = _pairs_of_styles.get((language, weight))
    if pairs is None:
        chosen = chain_face(LATIN_FACE, language, weight)
        pairs = _Pairs({}, {}, 1.0 / chosen.units_per_em)
        for code in range(0x20, 0x7F):
            (info,), (position,) = _run_harfbuzz(chr(code), chosen.shaper, language, False)
            pairs.glyphs[chr(code)] = info.codepoint
            pairs.advances[chr(code)] = position.x_advance
        _pairs_of_styles[language, weight] = pairs
    return pairs


def _learn(two: str, pairs: _Pairs, language: str, weight: int) -> int:
    """Add the advance of a letter before another one to ``pairs``."""
    infos, positions = _run_harfbuzz(two, chain_face(LATIN_FACE, language, weight).shaper, language, False)
    apart = [info.codepoint for info in infos] == [pairs.glyphs[two[0]], pairs.glyphs[two[1]]]
    advance = positions[0].x_advance if apart else _ONE_GLYPH
    pairs.advances[two] = advance
    return advance


_ONE_GLYPH: Final = -1


def _shape_ascii(text: str, language: str, weight: int) -> Glyphs | None:
    """Return the glyphs of a word of printable ASCII from its pairs of letters; None if some make one glyph."""
    pairs = _pairs(language, weight)
    unit = pairs.unit
    advances = pairs.advances
    x = []
    pen = 0
    for index in range(len(text)):
        two = text[index : index + 2]  # the last letter has no next one
        advance = advances.get(two)
        if advance is None:
            advance = _learn(two, pairs, language, weight)
        if advance == _ONE_GLYPH:
            return None
        x.append(pen * unit)
        pen += advance
    glyphs = pairs.glyphs
    return Glyphs(tuple([glyphs[character] for character in text]), tuple(x), None, pen * unit)


def _shape(text: str, face: int, language: str, weight: int, rtl: bool) -> Glyphs:
    """Return the glyphs of a text with one face and one direction."""
    if face == LATIN_FACE and not rtl and text.isascii() and text.isprintable():
        glyphs = _shape_ascii(text, language, weight)
        if glyphs is not None:
            return glyphs
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


_shape_cached: Final = memo(16384, asset=True)(_shape)
_LONGEST_CACHED: Final = 64


#: By language and weight, left-to-right words of the first face. Most words of all texts are of this kind.
_latin_words: Final[dict[tuple[str, int], dict[str, Glyphs]]] = {}
_MOST_LATIN_WORDS: Final = 4096


def _count_words() -> int:
    return sum([len(known) for known in _latin_words.values()])


def _forget_words() -> bool:
    """Forget the oldest words of the style that has most; return whether there are more."""
    return bool(_latin_words) and drop_oldest(max(_latin_words.values(), key=len), 64)


on_clear(_latin_words.clear, asset=True, part=_forget_words, size=_count_words)


def latin_words(language: str, weight: int) -> dict[str, Glyphs]:
    """Return the cache of a style's words for `shape_latin`. Ask for it once for each text."""
    if language in AS_ENGLISH:
        language = "en"
    known = _latin_words.get((language, weight))
    if known is None:
        known = _latin_words[language, weight] = {}
    make_room(known, _MOST_LATIN_WORDS)
    return known


def shape_latin(word: str, known: dict[str, Glyphs], language: str, weight: int) -> Glyphs:
    """Do `shape` for a left-to-right word of the first face; ``known``: the `latin_words` of its style."""
    glyphs = known.get(word)
    if glyphs is None:
        glyphs = _shape(word, LATIN_FACE, language, weight, False)
        if len(word) <= _LONGEST_CACHED:
            known[word] = glyphs
    return glyphs


def shape(text: str, face: int, language: str, weight: int, rtl: bool) -> Glyphs:
    """Return the glyphs of a text with one face and one direction. Words are cached, longer texts are not."""
    if len(text) <= _LONGEST_CACHED:
        return _shape_cached(text, face, language, weight, rtl)
    return _shape(text, face, language, weight, rtl)


def _cluster_ends(
    text: str, face: int, language: str, weight: int, rtl: bool
) -> tuple[list[int], list[float]]:
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


_cluster_ends_cached: Final = memo(4096, asset=True)(_cluster_ends)


def cluster_ends(
    text: str, face: int, language: str, weight: int, rtl: bool
) -> tuple[list[int], list[float]]:
    """Return where a text may be cut without cutting a glyph. Results for words are cached, as in `shape`.

    Two shared lists of equal length: ascending positions in the text, up to its end, and the advance in em up to
    each.
    """
    if len(text) <= _LONGEST_CACHED:
        return _cluster_ends_cached(text, face, language, weight, rtl)
    return _cluster_ends(text, face, language, weight, rtl)


def pieces_of(
    text: str,
    start: int,
    end: int,
    faces: list[int] | None,
    levels: list[int] | None,
    language: str,
    weight: int,
) -> list[Piece]:
    """Cut ``text[start:end]`` at changes of face or level, and shape each piece."""
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


#: Adjacent pieces of one face on a line, from left to right.
Run = tuple[int, tuple[Glyphs, ...]]


def runs_of(pieces: list[Piece]) -> tuple[Run, ...]:
    """Return the runs of a line, whose pieces are in logical order."""
    levels = [piece.level for piece in pieces]
    if any(levels):
        pieces = visual_order(pieces, levels)
    runs: list[Run] = []
    run: list[Glyphs] = []
    face = LATIN_FACE
    for piece in pieces:
        if piece.face != face:
            if run:
                runs.append((face, tuple(run)))
                run = []
            face = piece.face
        run.append(piece.glyphs)
    if run:
        runs.append((face, tuple(run)))
    return tuple(runs)


def text_blob(runs: tuple[Run, ...], size: float, language: str, weight: int) -> TextBlob | None:
    """Return the drawing of one line; None if there is nothing to draw."""
    if len(runs) == 1:
        face, run = runs[0]
        ids, x, flat = _placed(run, 0.0, size)
        if flat:
            return row_of_glyphs(ids, x, chain_face(face, language, weight).font(size)) if ids else None
    builder = skia.TextBlobBuilder()
    empty = True
    pen = 0.0
    for face, run in runs:
        ids, x, flat = _placed(run, pen, size)
        for glyphs in run:
            pen += glyphs.advance
        if not ids:
            continue
        font = chain_face(face, language, weight).font(size)
        if flat:
            builder.allocRunPosH(font, ids, x, 0.0)
        else:
            y = [offset * size for glyphs in run for offset in glyphs.y or (0.0,) * len(glyphs.x)]
            builder.allocRunPos(font, ids, list(map(skia.Point, x, y)))
        empty = False
    return None if empty else builder.make()


def text_row(runs: tuple[Run, ...], size: float, language: str, weight: int) -> Any:
    """Return the same line for `masks`."""
    found = []
    pen = 0.0
    for face, run in runs:
        ids, x, flat = _placed(run, pen, size)
        y = (
            None
            if flat
            else [offset * size for glyphs in run for offset in glyphs.y or (0.0,) * len(glyphs.x)]
        )
        found.append((chain_face(face, language, weight).number, ids, x, y))
        for glyphs in run:
            pen += glyphs.advance
    return MASKS.Row(size, found)


def _placed(run: tuple[Glyphs, ...], pen: float, size: float) -> tuple[list[int], list[float], bool]:
    """Return the glyphs of a run that begins at ``pen`` em, their x in px, and whether all are on the base line."""
    ids: list[int] = []
    x: list[float] = []
    flat = True
    for glyphs in run:
        ids += glyphs.ids
        x += [(pen + offset) * size for offset in glyphs.x]
        pen += glyphs.advance
        if glyphs.y is not None:
            flat = False
    return ids, x, flat


def row_of_glyphs(ids: list[int], x: list[float], font: Font) -> TextBlob:
    """Return the drawing of one font's glyphs on the base line, in a tenth of the time of a blob builder."""
    return skia.TextBlob.MakeFromPosTextH(array("H", ids).tobytes(), x, 0.0, font, skia.TextEncoding.kGlyphID)
