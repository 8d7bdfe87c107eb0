"""Paragraphs of text: direction, line breaks, ellipsis.

Lengths are px of the screen: callers multiply sp by density and font scale.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from math import inf
from typing import Any

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics.bidi import embedding_levels, first_strong
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, chain_face, icon_face, icon_glyph, nearest_weight
from bmoca_gym.handset.graphics.line_breaks import SPACES, breakable_parts, breakable_words
from bmoca_gym.handset.graphics.shaping import (
    Glyphs,
    Piece,
    Run,
    cluster_ends,
    faces_of,
    is_plain,
    latin_words,
    pieces_of,
    row_of_glyphs,
    runs_of,
    shape,
    shape_latin,
    text_blob,
)
from bmoca_gym.handset.graphics.skia_library import TextBlob
from bmoca_gym.handset.value import memo

ELLIPSIS = "…"

#: By how many px a line may be wider than asked: room for rounding, so that a text fits its own measured
#: width.
_TOLERANCE = 0.01


@mypyc_attr(acyclic=True)
class Line:
    """One line of a paragraph.

    ``width`` is the advance width in px. ``text`` is the part of the text that stands on the line, in logical
    order, ellipsis included.
    """

    __slots__ = ("_blob", "_drawing", "text", "width")

    def __init__(self, text: str, width: float, drawing: tuple[Any, ...] | None) -> None:
        """``drawing``: the arguments of `text_blob`, or those of `_icon_blob`; None if there is nothing to see."""
        self.text = text
        self.width = width
        self._drawing = drawing
        self._blob: TextBlob | None = None

    @property
    def blob(self) -> TextBlob | None:
        """The drawing, its origin at the left end of the base line; None if there is nothing to see."""
        drawing = self._drawing
        if drawing is not None:  # made when it is first painted
            self._blob = text_blob(*drawing) if len(drawing) > 2 else _icon_blob(*drawing)
            self._drawing = None
        return self._blob


#: The request for a paragraph: the arguments of `paragraph`. A plain tuple, which the cyclic collector lets go.
Asked = tuple[str, float, int, str, bool, float | None, int | None]


@mypyc_attr(acyclic=True)
class Paragraph:
    """A text that was laid out. Never changed once made: it is shared between all that ask for the same.

    ``width`` is that of the widest line, ``line_height`` the distance between base lines, ``height`` the sum
    of line heights, ``ascent`` the distance from the top of a line to its base line: all in px. ``rtl`` is
    the direction that the text begins to read in, ``truncated`` whether part of it was left out; ``asked``: the
    arguments of `paragraph` that it was laid out for, by which `bmoca_gym.handset.graphics.carets` finds places in it.
    """

    __slots__ = ("ascent", "asked", "height", "line_height", "lines", "rtl", "truncated", "width")

    def __init__(
        self,
        lines: tuple[Line, ...],
        ascent: float,
        line_height: float,
        rtl: bool,
        truncated: bool,
        asked: Asked,
    ) -> None:
        self.lines = lines
        self.asked = asked
        self.width = lines[0].width if len(lines) == 1 else max([line.width for line in lines])
        self.height = line_height * len(lines)
        self.ascent = ascent
        self.line_height = line_height
        self.rtl = rtl
        self.truncated = truncated

    def __repr__(self) -> str:
        return f"Paragraph({[line.text for line in self.lines]}, {self.width:.1f} x {self.height:.1f} px)"


def paragraph(
    text: str,
    size: float,
    weight: int = 400,
    language: str = "en",
    rtl: bool = False,
    max_width: float | None = None,
    max_lines: int | None = None,
) -> Paragraph:
    """Lay out a text as Android's ``TextView`` does.

    ``size`` is in px, ``weight`` 300, 400, 500 or 700 (others are drawn with the nearest of these).
    ``language`` (such as ``"en"``, ``"ur"``, ``"zh-Hans"``) chooses between forms of the same character.
    ``rtl`` is the direction of the layout: a text without any letter takes it, others take that of their
    first letter.

    Lines are broken to fit into ``max_width`` px (None: only at line ends); at most ``max_lines`` of them are
    kept, the last with an ellipsis. Any text will do: characters that no font has are drawn as boxes, control
    characters are left out. The result is remembered, and shared between all who ask for the same.

    Raises `ValueError` if ``max_lines`` is below 1, `MissingLibraryError` if a font's package is not
    installed.
    """
    remembered = _paragraph if len(text) <= _LONG else _long_paragraph
    return remembered(text, size, weight, language, rtl, max_width, max_lines)


@memo(4096, asset=True)
def icon(name: str, size: float) -> Paragraph:
    """A Material icon as a text of one glyph, which fills a square of ``size`` px.

    Raises `UnknownIconError`, which names the nearest ones, if there is no icon of that name.
    """
    face = icon_face()
    line = Line("", size, (icon_glyph(name), size))
    asked = ("", size, 400, "en", False, None, None)
    return Paragraph((line,), face.metrics.ascent * size, size, False, False, asked)


def _icon_blob(glyph: int, size: float) -> TextBlob:
    return row_of_glyphs([glyph], [0.0], icon_face().font(size))


def _lay_out(
    text: str,
    size: float,
    weight: int,
    language: str,
    rtl: bool,
    max_width: float | None,
    max_lines: int | None,
) -> Paragraph:
    if max_lines is not None and max_lines < 1:
        raise ValueError(f"max_lines is {max_lines}, expected at least 1, or None for any number")
    asked = (text, size, weight, language, rtl, max_width, max_lines)
    text = clean(text)
    direction = first_strong(text)
    base = rtl if direction is None else direction
    weight = nearest_weight(weight)
    if not base and is_plain(text):
        plain = _plain_lines(text, size, weight, language, _limit(size, max_width), max_lines)
        if plain is not None:
            metrics = chain_face(LATIN_FACE, language, weight).metrics
            ascent, descent = metrics.ascent * size, metrics.descent * size
            return Paragraph(plain, ascent, ascent + descent, False, False, asked)
    style = Style(size, weight, language, base, max_width)
    lines: list[Line] = []
    faces = {LATIN_FACE}
    truncated = False
    sections = text.split("\n")
    for number, section in enumerate(sections, 1):
        room = None if max_lines is None else max_lines - len(lines)
        broken = Section(section, style)
        truncated = broken.break_into_lines(room, more_follow=number < len(sections))
        lines += broken.lines
        faces |= broken.used_faces
        if truncated:
            break
    highest = [chain_face(face, language, weight).metrics for face in faces]
    ascent = max([metrics.ascent for metrics in highest]) * size
    descent = max([metrics.descent for metrics in highest]) * size
    return Paragraph(tuple(lines), ascent, ascent + descent, base, truncated, asked)


def _limit(size: float, max_width: float | None) -> float:
    """Maximum width of a line, in em."""
    return inf if max_width is None or size <= 0 else (max_width + _TOLERANCE) / size


def _plain_lines(
    text: str, size: float, weight: int, language: str, limit: float, max_lines: int | None
) -> tuple[Line, ...] | None:
    """The lines of a plain text, as `Section` breaks them; None where words must be cut or something left out."""
    lines: list[Line] = []
    line: list[Glyphs] = []
    begin = at = trailing = 0
    width = before = 0.0  # with and without the spaces at its end, whose number is ``trailing``
    known = latin_words(language, weight)
    for word in breakable_words(text):
        glyphs = shape_latin(word, known, language, weight)
        wider = width + glyphs.advance
        if word[0] in SPACES:  # they may hang over
            before, trailing = width, len(word)
        elif wider <= limit:
            trailing = 0
        else:
            words = line[:-1] if trailing else line
            if not words or glyphs.advance > limit or len(lines) + 1 == max_lines:
                return None
            shown = text[begin : at - trailing]
            lines.append(
                _line(
                    shown,
                    (before if trailing else width) * size,
                    ((LATIN_FACE, tuple(words)),),
                    size,
                    language,
                    weight,
                )
            )
            line = []
            begin, trailing, wider = at, 0, glyphs.advance
        line.append(glyphs)
        width = wider
        at += len(word)
    if width > limit and trailing:
        line.pop()
        at -= trailing
        width = before
    lines.append(_line(text[begin:at], width * size, ((LATIN_FACE, tuple(line)),), size, language, weight))
    return tuple(lines)


def _line(text: str, width: float, runs: tuple[Run, ...], size: float, language: str, weight: int) -> Line:
    if not text or text.isspace():
        return Line(text, width, None)
    return Line(text, width, (runs, size, language, weight))


#: Texts of more characters than this are rare and large: few of them are remembered.
_LONG = 500
_paragraph = memo(8192, asset=True)(_lay_out)
_long_paragraph = memo(64, asset=True)(_lay_out)

CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text as it can be drawn: ``"\\n"`` as the only control character, no halves of surrogate pairs."""
    if text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text).replace("\t", " ")
    return _SURROGATES.sub("\ufffd", CONTROLS.sub("", text))


@mypyc_attr(acyclic=True)
class Style:
    """The style that all lines of a paragraph share; the arguments of `paragraph`."""

    __slots__ = ("language", "max_width", "rtl", "size", "weight")

    def __init__(self, size: float, weight: int, language: str, rtl: bool, max_width: float | None) -> None:
        self.size = size
        self.weight = weight
        self.language = language
        self.rtl = rtl
        self.max_width = max_width


@mypyc_attr(acyclic=True)
class Section:
    """The part of a text between two ends of line, the lines it is broken into and their pieces. Widths are in em."""

    __slots__ = ("faces", "levels", "limit", "lines", "pieces", "style", "text", "used_faces")

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.style = style
        self.limit = _limit(style.size, style.max_width)
        self.faces = faces_of(text, style.language)
        self.levels = embedding_levels(text, style.rtl)
        self.lines: list[Line] = []
        self.pieces: list[list[Piece]] = []
        self.used_faces: set[int] = set()

    def break_into_lines(self, room: int | None, more_follow: bool) -> bool:
        """Fill `lines` with at most ``room`` lines; whether something had to be left out.

        ``more_follow`` says that there are sections after this one, so that the last line that there is room
        for needs an ellipsis.
        """
        line: list[Piece] = []
        width = 0.0
        for start, end in breakable_parts(self.text):
            part = self._pieces(start, end)
            part_width = advance_of(part)
            if width + part_width <= self.limit or self.text[start] in SPACES:  # spaces may hang over
                line += part
                width += part_width
                continue
            if line and len(self.lines) + 1 != room:
                self._finish(self._without_last_spaces(line))
                line, width = [], 0.0
            if width + part_width > self.limit and len(self.lines) + 1 == room:
                self._finish_with_ellipsis(line + part)
                return True
            for begin, stop in self._chunks(part):
                if stop < end and len(self.lines) + 1 == room:
                    self._finish_with_ellipsis(self._pieces(begin, end))
                    return True
                line = self._pieces(begin, stop)
                if stop < end:
                    self._finish(line)
            width = advance_of(line)
        if more_follow and len(self.lines) + 1 == room:
            self._finish_with_ellipsis(line)
            return True
        self._finish(line if width <= self.limit else self._without_last_spaces(line))
        return False

    def _pieces(self, start: int, end: int) -> list[Piece]:
        style = self.style
        return pieces_of(self.text, start, end, self.faces, self.levels, style.language, style.weight)

    def _without_last_spaces(self, line: list[Piece]) -> list[Piece]:
        while line and self.text[line[-1].start] in SPACES:
            line = line[:-1]
        return line

    def _cuts(self, pieces: list[Piece]) -> tuple[list[int], list[float]]:
        """The places where pieces may be cut between glyphs: rising positions in the text, and the width up to each."""
        ends: list[int] = []
        widths: list[float] = []
        width = 0.0
        for piece in pieces:
            piece_ends, piece_widths = cluster_ends(
                self.text[piece.start : piece.end],
                piece.face,
                self.style.language,
                self.style.weight,
                bool(piece.level & 1),
            )
            ends += [piece.start + end for end in piece_ends]
            widths += [width + end for end in piece_widths]
            width += piece.glyphs.advance
        return ends, widths

    def _chunks(self, part: list[Piece]) -> Iterator[tuple[int, int]]:
        """Cut a word into parts that fit into a line, or are one glyph: start and end of each."""
        ends, widths = self._cuts(part)
        begin, before, index = part[0].start, 0.0, 0
        while index < len(ends):
            count = max(bisect_right(widths, before + self.limit), index + 1)
            # A letter at a cut may take another form than inside the word, and be wider.
            while count > index + 1 and advance_of(self._pieces(begin, ends[count - 1])) > self.limit:
                count -= 1
            yield begin, ends[count - 1]
            begin, before, index = ends[count - 1], widths[count - 1], count

    def _finish(self, line: list[Piece], suffix: str = "") -> None:
        """Add a line of these pieces; ``suffix`` is the text of pieces that are not in the section."""
        style = self.style
        text = (self.text[line[0].start : line[-1].end] if line else "") + suffix
        self.used_faces.update(piece.face for piece in line)
        made = _line(
            text, advance_of(line) * style.size, runs_of(line), style.size, style.language, style.weight
        )
        self.lines.append(made)
        self.pieces.append(line)

    def _finish_with_ellipsis(self, line: list[Piece]) -> None:
        """Add what fits of the line with an ellipsis behind it; if not even that fits, an empty line."""
        style = self.style
        glyphs = shape(ELLIPSIS, LATIN_FACE, style.language, style.weight, style.rtl)
        start = line[0].start if line else 0
        ends, widths = self._cuts(line)
        for count in range(bisect_right(widths, self.limit - glyphs.advance), -1, -1):
            stop = ends[count - 1] if count else start
            while stop > start and self.text[stop - 1] in SPACES:
                stop -= 1
            kept = [piece for piece in line if piece.end <= stop]
            kept_end = kept[-1].end if kept else start
            if kept_end < stop:
                kept += self._pieces(kept_end, stop)
            kept.append(Piece(stop, stop, LATIN_FACE, int(style.rtl), glyphs))
            if advance_of(kept) <= self.limit:
                self._finish(kept, ELLIPSIS)
                return
        self._finish([])


def advance_of(pieces: list[Piece]) -> float:
    """Width of pieces side by side, in px."""
    width = 0.0
    for piece in pieces:
        width += piece.glyphs.advance
    return width
