"""Paragraphs of text: direction, line breaks, ellipsis.

Lengths are px of the screen: callers multiply sp by density and font scale.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from math import inf
from typing import Any, Final

from mypy_extensions import mypyc_attr

from bmoca_gym.handset.graphics.bidi import embedding_levels, first_strong
from bmoca_gym.handset.graphics.fonts import LATIN_FACE, chain_face, icon_face, icon_glyph, nearest_weight
from bmoca_gym.handset.graphics.line_breaks import SPACES, breakable_words
from bmoca_gym.handset.graphics.masks import MASKS
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
    text_row,
)
from bmoca_gym.handset.graphics.skia_library import TextBlob
from bmoca_gym.handset.value import memo, on_clear

ELLIPSIS: Final = "…"

#: How many px wider than asked a line may be: room for rounding, so that a text fits its own measured
#: width.
_TOLERANCE: Final = 0.01


@mypyc_attr(acyclic=True)
class Line:
    """One line of a paragraph.

    ``width`` is the advance width in px. ``text`` is the line's part of the text, in logical order, with any
    ellipsis.
    """

    __slots__ = ("_blob", "_drawing", "_row", "text", "width")

    def __init__(self, text: str, width: float, drawing: tuple[Any, ...] | None) -> None:
        """``drawing``: the arguments of `text_blob` or `_icon_blob`; None if there is nothing to draw."""
        self.text = text
        self.width = width
        self._drawing = drawing
        self._blob: TextBlob | None = None
        self._row: Any = None

    @property
    def blank(self) -> bool:
        """Whether there is nothing to draw."""
        return self._drawing is None

    @property
    def size(self) -> float:
        """The size of its letters in px; 0 if it is blank."""
        drawing = self._drawing
        return 0.0 if drawing is None else float(drawing[1])

    @property
    def row(self) -> Any:
        """The drawing for `masks`, of a line that is not blank, if they are compiled."""
        if self._row is None:  # made when it is first painted
            drawing = self._drawing
            assert drawing is not None
            self._row = text_row(*drawing) if len(drawing) > 2 else _icon_row(*drawing)
        return self._row

    @property
    def blob(self) -> TextBlob | None:
        """The drawing, with its origin at the left end of the base line; None if there is nothing to draw."""
        drawing = self._drawing
        if self._blob is None and drawing is not None:  # made on first use
            self._blob = text_blob(*drawing) if len(drawing) > 2 else _icon_blob(*drawing)
        return self._blob


#: A request for a paragraph: the arguments of `paragraph`. A plain tuple, which the cyclic collector stops tracking.
Asked = tuple[str, float, int, str, bool, float | None, int | None]


@mypyc_attr(acyclic=True)
class Paragraph:
    """A laid-out text. It is shared by all callers that ask for the same text, and never changes.

    ``width`` is that of the widest line, ``line_height`` the distance between base lines, ``height`` the sum of line
    heights, and ``ascent`` the distance from the top of a line to its base line, all in px. ``rtl`` is the direction
    of the text's beginning, and ``truncated`` whether part of it was left out. The others are arguments of
    `paragraph`: without a limit, ``max_width`` is infinite and ``max_lines`` 0.
    """

    __slots__ = (
        "ascent", "given", "height", "language", "layout_rtl", "line_height", "lines", "max_lines", "max_width",
        "rtl", "size", "truncated", "weight", "width",
    )  # fmt: skip

    def __init__(
        self,
        known: Known,
        size: float,
        max_width: float,
        max_lines: int,
        lines: tuple[Line, ...],
        ascent: float,
        line_height: float,
        truncated: bool,
    ) -> None:
        self.lines = lines
        self.width = lines[0].width if len(lines) == 1 else max([line.width for line in lines])
        self.height = line_height * len(lines)
        self.ascent = ascent
        self.line_height = line_height
        self.rtl = known.rtl
        self.truncated = truncated
        # Not ``known`` itself, which holds its paragraphs: that would be a cycle.
        self.given = known.given
        self.weight = known.weight
        self.language = known.language
        self.layout_rtl = known.layout_rtl
        self.size = size
        self.max_width = max_width
        self.max_lines = max_lines

    @property
    def asked(self) -> Asked:
        """The arguments of `paragraph` that give it, by which `bmoca_gym.handset.graphics.carets` finds positions in
        it.
        """
        width = None if self.max_width == inf else self.max_width
        return (
            self.given,
            self.size,
            self.weight,
            self.language,
            self.layout_rtl,
            width,
            self.max_lines or None,
        )

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

    ``size`` is in px, ``weight`` 300, 400, 500 or 700 (others are drawn with the nearest of these). ``language``
    (such as ``"en"``, ``"ur"``, ``"zh-Hans"``) chooses between forms of the same character. ``rtl`` is the direction
    of the layout: a text without letters takes it, and others take that of their first letter.

    Lines are broken to fit into ``max_width`` px (None: only at line ends). At most ``max_lines`` are kept, the last
    one with an ellipsis. Any text is accepted: characters that no font has are drawn as boxes, and control characters
    are left out. The result is cached and shared.

    Raises `ValueError` if ``max_lines`` is below 1, `MissingLibraryError` if a font's package is not installed.
    """
    if max_lines is not None and max_lines < 1:
        raise ValueError(f"max_lines is {max_lines}, expected at least 1, or None for any number")
    known = (
        _memory.known(text, weight, language, rtl)
        if len(text) <= _LONG
        else _known_long(text, weight, language, rtl)
    )
    return known.laid_out(size, inf if max_width is None else max_width, max_lines or 0)


@memo(4096, asset=True)
def icon(name: str, size: float) -> Paragraph:
    """Return a Material icon as a text of one glyph, which fills a square of ``size`` px.

    Raises `UnknownIconError`, which suggests similar names, if there is no icon of that name.
    """
    face = icon_face()
    line = Line("", size, (icon_glyph(name), size))
    return Paragraph(
        Known("", 400, "en", False), size, inf, 0, (line,), face.metrics.ascent * size, size, False
    )


def _icon_blob(glyph: int, size: float) -> TextBlob:
    return row_of_glyphs([glyph], [0.0], icon_face().font(size))


def _icon_row(glyph: int, size: float) -> Any:
    return MASKS.Row(size, [(icon_face().number, [glyph], [0.0], None)])


#: How many sizes and widths of one text are cached.
_MOST_SIZES: Final = 16
#: For longer texts it is not determined in advance whether they fit on one line.
_LONGEST_WHOLE: Final = 64


@mypyc_attr(acyclic=True)
class Known:
    """What is known of a text in one style regardless of size and space, in em, and its paragraphs.

    Most texts fit on one line. ``whole`` says that this one does in ``room`` em: then only a multiplication by the
    size is left, and one paragraph serves for all widths.
    """

    __slots__ = (
        "ascent", "broken", "descent", "given", "language", "layout_rtl", "parts", "plain", "room", "rtl", "runs",
        "seen", "shaped", "text", "weight", "whole", "whole_paragraphs", "width", "words",
    )  # fmt: skip

    def __init__(self, given: str, weight: int, language: str, layout_rtl: bool) -> None:
        """``weight``: one of those that fonts have."""
        self.given = given
        self.weight = weight
        self.language = language
        self.layout_rtl = layout_rtl
        self.text = text = clean(given)
        plain = is_plain(text)
        # No character of a plain text reads from right to left.
        direction = None if plain and not layout_rtl else first_strong(text)
        self.rtl = layout_rtl if direction is None else direction
        self.plain = plain and not self.rtl
        self.whole_paragraphs: list[Paragraph] = []
        self.broken: list[Paragraph] | None = None
        metrics = chain_face(LATIN_FACE, language, weight).metrics
        self.ascent: float = metrics.ascent
        self.descent: float = metrics.descent
        self.runs: tuple[Run, ...] = ()
        self.room = self.width = 0.0
        self.words: list[str] | None = None
        self.shaped: list[Glyphs] | None = None
        self.parts: list[Parts] | None = None
        self.whole = len(text) <= _LONGEST_WHOLE and "\n" not in text
        self.seen = bool(text) and not text.isspace()
        if self.whole and self.plain:
            self._measure_words()
        elif self.whole:
            self._measure_parts()

    def _measure_words(self) -> None:
        """Widths are sums in the order of `_plain_lines`, and so the same to the last bit."""
        latin = latin_words(self.language, self.weight)
        shaped: list[Glyphs] = []
        width = 0.0
        for word in breakable_words(self.text):
            glyphs = shape_latin(word, latin, self.language, self.weight)
            shaped.append(glyphs)
            width += glyphs.advance
        self.room = self.width = width
        self.runs = ((LATIN_FACE, tuple(shaped)),)

    def _measure_parts(self) -> None:
        """Widths are sums in the order of `Section`, and so the same to the last bit."""
        parts = Parts(self.text, self.language, self.weight, self.rtl)
        self.parts = [parts]
        pieces: list[Piece] = []
        for number in range(len(parts.starts)):
            part = parts.part(number)
            self.room += advance_of(part)
            pieces += part
        self.width = advance_of(pieces)
        self.runs = runs_of(pieces)
        for face in {piece.face for piece in pieces}:
            metrics = chain_face(face, self.language, self.weight).metrics
            self.ascent = max(self.ascent, metrics.ascent)
            self.descent = max(self.descent, metrics.descent)

    def count(self) -> int:
        """Return how many cached objects this is: the text and its paragraphs."""
        return 1 + len(self.whole_paragraphs) + (0 if self.broken is None else len(self.broken))

    def laid_out(self, size: float, max_width: float, max_lines: int) -> Paragraph:
        """Return the paragraph for a size and a width. ``max_lines``: 0 for any number."""
        if self.whole and self.room <= _limit(size, max_width):
            kept = self.whole_paragraphs
            for at in range(len(kept) - 1, -1, -1):
                found = kept[at]
                if found.size == size:
                    return _last(kept, at)
            self.parts = None  # rarely needed again
            ascent = self.ascent * size
            drawing = (self.runs, size, self.language, self.weight) if self.seen else None
            line = Line(self.text, self.width * size, drawing)
            made = Paragraph(
                self, size, max_width, max_lines, (line,), ascent, ascent + self.descent * size, False
            )
        else:
            if self.broken is None:
                self.broken = []
            kept = self.broken
            for at in range(len(kept) - 1, -1, -1):
                found = kept[at]
                if found.size == size and found.max_width == max_width and found.max_lines == max_lines:
                    return _last(kept, at)
            made = self._break_into_lines(size, max_width, max_lines)
        if len(kept) == _MOST_SIZES:
            del kept[0]
        kept.append(made)
        _memory.count += 1
        return made

    def _break_into_lines(self, size: float, max_width: float, max_lines: int) -> Paragraph:
        if self.plain:
            plain = self._plain_lines(size, _limit(size, max_width), max_lines)
            if plain is not None:
                metrics = chain_face(LATIN_FACE, self.language, self.weight).metrics
                ascent = metrics.ascent * size
                return Paragraph(
                    self, size, max_width, max_lines, plain, ascent, ascent + metrics.descent * size, False
                )
        sections = self.parts
        if sections is None:
            sections = self.parts = []
            for text in [self.text] if self.plain else self.text.split("\n"):
                sections.append(Parts(text, self.language, self.weight, self.rtl, self.plain))
        style = Style(size, self.weight, self.language, self.rtl, max_width)
        lines: list[Line] = []
        faces = {LATIN_FACE}
        truncated = False
        for number, parts in enumerate(sections, 1):
            room = max_lines - len(lines) if max_lines else None
            section = Section(parts, style)
            truncated = section.break_into_lines(room, more_follow=number < len(sections))
            lines += section.lines
            faces |= section.used_faces
            if truncated:
                break
        highest = [chain_face(face, self.language, self.weight).metrics for face in faces]
        ascent = max([metrics.ascent for metrics in highest]) * size
        descent = max([metrics.descent for metrics in highest]) * size
        return Paragraph(self, size, max_width, max_lines, tuple(lines), ascent, ascent + descent, truncated)

    def _plain_lines(self, size: float, limit: float, max_lines: int) -> tuple[Line, ...] | None:
        """Return the lines of a plain text, broken as by `Section`; None if words must be cut or text left out."""
        text, language, weight = self.text, self.language, self.weight
        words, shaped = self.words, self.shaped
        if words is None or shaped is None:
            words = self.words = breakable_words(text)
            shaped = self.shaped = list(self.runs[0][1]) if self.whole else []
        lines: list[Line] = []
        line: list[Glyphs] = []
        begin = at = trailing = 0
        width = before = 0.0  # with and without the spaces at its end, whose number is ``trailing``
        latin = latin_words(language, weight)
        for number, word in enumerate(words):
            if number == len(shaped):
                shaped.append(shape_latin(word, latin, language, weight))
            glyphs = shaped[number]
            wider = width + glyphs.advance
            if word[0] in SPACES:  # they may overhang
                before, trailing = width, len(word)
            elif wider <= limit:
                trailing = 0
            else:
                full = line[:-1] if trailing else line
                if not full or glyphs.advance > limit or len(lines) + 1 == max_lines:
                    return None
                runs: tuple[Run, ...] = ((LATIN_FACE, tuple(full)),)
                shown = text[begin : at - trailing]
                lines.append(
                    _line(shown, (before if trailing else width) * size, runs, size, language, weight)
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
        runs = ((LATIN_FACE, tuple(line)),)
        lines.append(_line(text[begin:at], width * size, runs, size, language, weight))
        return tuple(lines)


def _last(kept: list[Paragraph], at: int) -> Paragraph:
    """Return the paragraph at an index after moving it to the end, since it is likely to be needed next."""
    found = kept[at]
    if at < len(kept) - 1:
        kept[at] = kept[-1]
        kept[-1] = found
    return found


@mypyc_attr(acyclic=True)
class TextStyle:
    """The texts of a style by content: those used recently, and those before."""

    __slots__ = ("earlier", "language", "latest", "layout_rtl", "nearest", "weight")

    def __init__(self, weight: int, language: str, layout_rtl: bool) -> None:
        self.weight = weight
        self.nearest: int = nearest_weight(weight)
        self.language = language
        self.layout_rtl = layout_rtl
        self.latest: dict[str, Known] = {}
        self.earlier: dict[str, Known] = {}


@mypyc_attr(acyclic=True)
class Memory:
    """The texts that are cached, in two generations. After `MOST_TEXTS` in the newer one, the older one is dropped.

    A text that is used moves to the newer generation. ``count``: texts and paragraphs in the newer one.
    """

    __slots__ = ("count", "styles")

    def __init__(self) -> None:
        self.styles: dict[str, list[TextStyle]] = {}
        self.count = 0

    def clear(self) -> None:
        """Forget all."""
        self.styles.clear()
        self.count = 0

    def clear_part(self) -> bool:
        """Forget the texts of one language. Returns whether there are more."""
        if self.styles:
            del self.styles[next(iter(self.styles))]
        return bool(self.styles)

    def clear_oldest(self) -> bool:
        """Forget the older generation of a style, or if none has one, the oldest texts of the style with most.
        Return whether there are more.
        """
        largest: TextStyle | None = None
        for styles in self.styles.values():
            for style in styles:
                if style.earlier:
                    style.earlier = {}
                    return True
                if largest is None or len(style.latest) > len(largest.latest):
                    largest = style
        if largest is None or not largest.latest:
            return False
        for text in list(islice(largest.latest, _AT_ONCE)):
            known = largest.latest.pop(text, None)
            if known is not None:  # no other thread has just dropped it
                self.count -= known.count()
        return True

    def __len__(self) -> int:
        """Number of texts of both generations."""
        return sum([len(s.latest) + len(s.earlier) for styles in self.styles.values() for s in styles])

    def known(self, text: str, weight: int, language: str, layout_rtl: bool) -> Known:
        """Return what is known of a text in a style. Most texts of a screen are found with few comparisons."""
        styles = self.styles.get(language)
        if styles is None:
            styles = self.styles[language] = []
        for style in styles:
            if style.weight == weight and style.layout_rtl == layout_rtl:
                break
        else:
            style = TextStyle(weight, language, layout_rtl)
            styles.append(style)
        found = style.latest.get(text)
        if found is None:
            if self.count > MOST_TEXTS:
                self._begin_anew()
            found = style.earlier.get(text)
            if found is None:
                found = Known(text, style.nearest, language, layout_rtl)
            style.latest[text] = found
            self.count += found.count()
        return found

    def _begin_anew(self) -> None:
        self.count = 0
        for styles in self.styles.values():
            for style in styles:
                style.earlier = style.latest
                style.latest = {}


#: How many texts and paragraphs make a generation, and how many texts go between two looks at the time.
MOST_TEXTS = 16384
_AT_ONCE: Final = 64
_memory: Final = Memory()
on_clear(
    _memory.clear, asset=True, part=_memory.clear_part, size=_memory.__len__, oldest=_memory.clear_oldest
)
#: Texts with more characters than this are rare and large: few of them are cached.
_LONG: Final = 500


@memo(16, asset=True)
def _known_long(text: str, weight: int, language: str, layout_rtl: bool) -> Known:
    return Known(text, nearest_weight(weight), language, layout_rtl)


def _limit(size: float, max_width: float) -> float:
    """Return the maximum width of a line, in em."""
    return inf if size <= 0 else (max_width + _TOLERANCE) / size


def _line(text: str, width: float, runs: tuple[Run, ...], size: float, language: str, weight: int) -> Line:
    if not text or text.isspace():
        return Line(text, width, None)
    return Line(text, width, (runs, size, language, weight))


CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u2029]")
_SURROGATES = re.compile(r"[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""Return the text as it can be drawn: ``"\n"`` is the only control character, and there are no lone surrogates."""
    if text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text).replace("\t", " ")
    return _SURROGATES.sub("\ufffd", CONTROLS.sub("", text))


@mypyc_attr(acyclic=True)
class Style:
    """The style of all lines of a paragraph: arguments of `paragraph`."""

    __slots__ = ("language", "max_width", "rtl", "size", "weight")

    def __init__(self, size: float, weight: int, language: str, rtl: bool, max_width: float) -> None:
        self.size = size
        self.weight = weight
        self.language = language
        self.rtl = rtl
        self.max_width = max_width


@mypyc_attr(acyclic=True)
class Parts:
    """The part of a text between two line ends, cut at all possible breaks; shaped on demand."""

    __slots__ = ("ends", "faces", "language", "levels", "pieces", "starts", "text", "weight")

    def __init__(self, text: str, language: str, weight: int, rtl: bool, plain: bool = False) -> None:
        self.text = text
        self.language = language
        self.weight = weight
        self.faces = None if plain else faces_of(text, language)
        self.levels = None if plain else embedding_levels(text, rtl)
        self.starts: list[int] = []
        self.ends: list[int] = []
        at = 0
        for word in breakable_words(text):
            self.starts.append(at)
            at += len(word)
            self.ends.append(at)
        self.pieces: list[list[Piece]] = []

    def part(self, number: int) -> list[Piece]:
        """Return the pieces of a part. The parts before it were requested earlier."""
        if number == len(self.pieces):
            self.pieces.append(self.between(self.starts[number], self.ends[number]))
        return self.pieces[number]

    def between(self, start: int, end: int) -> list[Piece]:
        """Return the pieces of any range."""
        return pieces_of(self.text, start, end, self.faces, self.levels, self.language, self.weight)


@mypyc_attr(acyclic=True)
class Section:
    """The part of a text between two line ends, its lines and their pieces. Widths are in em."""

    __slots__ = ("limit", "lines", "parts", "pieces", "style", "text", "used_faces")

    def __init__(self, parts: Parts, style: Style) -> None:
        self.parts = parts
        self.text = parts.text
        self.style = style
        self.limit = _limit(style.size, style.max_width)
        self.lines: list[Line] = []
        self.pieces: list[list[Piece]] = []
        self.used_faces: set[int] = set()

    def break_into_lines(self, room: int | None, more_follow: bool) -> bool:
        """Fill `lines` with at most ``room`` lines. Returns whether something was left out.

        ``more_follow`` says that there are sections after this one, so that the last possible line needs an ellipsis.
        """
        line: list[Piece] = []
        width = 0.0
        parts = self.parts
        for number, start in enumerate(parts.starts):
            end = parts.ends[number]
            part = parts.part(number)
            part_width = advance_of(part)
            if width + part_width <= self.limit or self.text[start] in SPACES:  # spaces may overhang
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
                    self._finish_with_ellipsis(self.parts.between(begin, end))
                    return True
                line = self.parts.between(begin, stop)
                if stop < end:
                    self._finish(line)
            width = advance_of(line)
        if more_follow and len(self.lines) + 1 == room:
            self._finish_with_ellipsis(line)
            return True
        self._finish(line if width <= self.limit else self._without_last_spaces(line))
        return False

    def _without_last_spaces(self, line: list[Piece]) -> list[Piece]:
        while line and self.text[line[-1].start] in SPACES:
            line = line[:-1]
        return line

    def _cuts(self, pieces: list[Piece]) -> tuple[list[int], list[float]]:
        """Return where pieces may be cut between glyphs: ascending positions in the text, and the width up to each."""
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
        """Yield parts of a word that fit into a line, or are one glyph: start and end of each."""
        ends, widths = self._cuts(part)
        begin, before, index = part[0].start, 0.0, 0
        while index < len(ends):
            count = max(bisect_right(widths, before + self.limit), index + 1)
            # A letter at a cut may have another form than inside the word, and be wider.
            while count > index + 1 and advance_of(self.parts.between(begin, ends[count - 1])) > self.limit:
                count -= 1
            yield begin, ends[count - 1]
            begin, before, index = ends[count - 1], widths[count - 1], count

    def _finish(self, line: list[Piece], suffix: str = "") -> None:
        """Add a line with these pieces; ``suffix`` is the text of pieces that are not in the section."""
        style = self.style
        text = (self.text[line[0].start : line[-1].end] if line else "") + suffix
        self.used_faces.update(piece.face for piece in line)
        made = _line(
            text, advance_of(line) * style.size, runs_of(line), style.size, style.language, style.weight
        )
        self.lines.append(made)
        self.pieces.append(line)

    def _finish_with_ellipsis(self, line: list[Piece]) -> None:
        """Add what fits of the line with an ellipsis after it, or an empty line if not even the ellipsis fits."""
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
                kept += self.parts.between(kept_end, stop)
            kept.append(Piece(stop, stop, LATIN_FACE, int(style.rtl), glyphs))
            if advance_of(kept) <= self.limit:
                self._finish(kept, ELLIPSIS)
                return
        self._finish([])


def advance_of(pieces: list[Piece]) -> float:
    """Return the width in px of pieces side by side."""
    width = 0.0
    for piece in pieces:
        width += piece.glyphs.advance
    return width
