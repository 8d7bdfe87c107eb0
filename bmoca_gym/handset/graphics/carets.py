"""Cursor positions in a paragraph: for an offset, for a point, and the area of a selection.

Offsets count characters of the given text. Lengths are px from the left of a line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from math import inf
from typing import NamedTuple

from bmoca_gym.handset.graphics.bidi import first_strong, visual_order
from bmoca_gym.handset.graphics.fonts import nearest_weight
from bmoca_gym.handset.graphics.graphemes import boundaries
from bmoca_gym.handset.graphics.shaping import Piece, cluster_ends
from bmoca_gym.handset.graphics.text import CONTROLS, Asked, Paragraph, Parts, Section, Style, clean
from bmoca_gym.handset.value import memo


class Cell(NamedTuple):
    """The space of one character (a grapheme cluster) on a line. ``level``: odd if it reads from right to left."""

    start: int
    end: int
    left: float
    right: float
    level: int

    @property
    def leading(self) -> float:
        """The edge that is read first."""
        return self.right if self.level & 1 else self.left

    @property
    def trailing(self) -> float:
        """The edge that is read last."""
        return self.left if self.level & 1 else self.right


class CaretLine(NamedTuple):
    """One line: its characters in reading order, and the x of each cursor position on it.

    ``start``, ``end``: offsets of the first and the last position.
    """

    start: int
    end: int
    cells: tuple[Cell, ...]
    places: tuple[tuple[int, float], ...]
    width: float
    rtl: bool

    def x_of(self, offset: int) -> float:
        """Return the x of a cursor position, or of the line's edge if the position is not on the line."""
        for place, x in self.places:
            if place >= offset:
                return x
        return self.places[-1][1]

    def nearest(self, x: float) -> int:
        """Return the cursor position nearest to ``x``."""
        return min(self.places, key=lambda place: abs(place[1] - x))[0]

    def beside(self, offset: int, to_right: bool) -> int | None:
        """Return the next position to the right or the left; None at the line's edge."""
        order = sorted(self.places, key=lambda place: (place[1], -place[0] if self.rtl else place[0]))
        standing = next((place for place, _ in self.places if place >= offset), self.end)
        at = [place for place, _ in order].index(standing) + (1 if to_right else -1)
        return order[at][0] if 0 <= at < len(order) else None

    def covered(self, start: int, end: int) -> list[tuple[float, float]]:
        """Return the runs (left, right) of the characters from ``start`` to ``end``."""
        runs: list[tuple[float, float]] = []
        for cell in sorted(self.cells, key=lambda cell: cell.left):
            if cell.start < end and cell.end > start:
                if runs and cell.left - runs[-1][1] < 0.5:
                    runs[-1] = runs[-1][0], max(runs[-1][1], cell.right)
                else:
                    runs.append((cell.left, cell.right))
        return runs


def line_of(lines: tuple[CaretLine, ...], offset: int) -> int:
    """Return the index of the line with a cursor position; of two, the later one."""
    return max((number for number, line in enumerate(lines) if line.start <= offset), default=0)


def carets(paragraph: Paragraph) -> tuple[CaretLine, ...]:
    """Return the lines of a paragraph with their cursor positions."""
    return _carets(paragraph.asked)


@memo(64, asset=True)
def _carets(asked: Asked) -> tuple[CaretLine, ...]:
    given, size, weight, language, rtl, max_width, max_lines = asked
    text = clean(given)
    origin = _origins(given, text)
    direction = first_strong(text)
    base = rtl if direction is None else direction
    style = Style(size, nearest_weight(weight), language, base, inf if max_width is None else max_width)
    stops = boundaries(text)
    between = frozenset(origin[stop] for stop in stops)
    found: list[CaretLine] = []
    begin = 0
    sections = text.split("\n")
    for number, section in enumerate(sections, 1):
        room = None if max_lines is None else max_lines - len(found)
        broken = Section(Parts(section, language, style.weight, base), style)
        cut = broken.break_into_lines(room, more_follow=number < len(sections))
        starts = [0]
        for pieces in broken.pieces[1:]:
            starts.append(pieces[0].start if pieces else starts[-1])
        ends = [*starts[1:], len(section)]
        for at, (pieces, start, end) in enumerate(zip(broken.pieces, starts, ends, strict=True)):
            last = at == len(starts) - 1
            whole = len(text) - begin if cut and last else end
            found.append(_line(section, begin, pieces, (start, whole), last, style, stops, between, origin))
        if cut:
            break
        begin += len(section) + 1
    return tuple(found)


def _origins(text: str, cleaned: str) -> list[int]:
    """Return the offset in the text of each drawn character, and of the end."""
    if text == cleaned:
        return list(range(len(text) + 1))
    kept = [
        at
        for at, character in enumerate(text)
        if not CONTROLS.match(character) and text[max(0, at - 1) : at + 1] != "\r\n"
    ]
    return [*kept, len(text)]


def _line(
    section: str,
    begin: int,
    pieces: list[Piece],
    span: tuple[int, int],
    last: bool,
    style: Style,
    stops: tuple[int, ...],
    between: frozenset[int],
    origin: list[int],
) -> CaretLine:
    """Return the line of a section, which begins at ``begin``, that covers ``span`` of it and shows ``pieces``.

    ``between``: the boundaries between characters; a piece may begin within one, whose mark is in another font.
    """
    cells: list[Cell] = []
    pen = 0.0
    for piece in visual_order(pieces, [piece.level for piece in pieces]):
        width = piece.glyphs.advance * style.size
        if piece.start == piece.end:  # the ellipsis stands for everything left out
            cells.append(
                Cell(origin[begin + piece.start], origin[begin + span[1]], pen, pen + width, piece.level)
            )
        else:
            cells += _cells(section, begin, piece, pen, style, stops, origin)
        pen += width
    cells.sort()
    start, end = origin[begin + span[0]], origin[begin + span[1]]
    ahead = pen if style.rtl else 0.0
    places = {start: ahead}
    base = int(style.rtl)
    before = Cell(start, start, ahead, ahead, base)
    for cell in cells:
        if cell.start > start and cell.start in between:
            places[cell.start] = before.trailing if before.level < cell.level else cell.leading
        before = cell
    if last:
        places[end] = pen - ahead
    elif before.end < end:
        places[before.end] = before.trailing
    listed = tuple(sorted(places.items()))
    return CaretLine(start, listed[-1][0], tuple(cells), listed, pen, style.rtl)


def _cells(
    section: str,
    begin: int,
    piece: Piece,
    left: float,
    style: Style,
    stops: tuple[int, ...],
    origin: list[int],
) -> list[Cell]:
    """Return the cells of a piece whose left edge is at ``left``.

    Characters drawn as one glyph share its width equally.
    """
    part = section[piece.start : piece.end]
    rtl = bool(piece.level & 1)
    ends, widths = cluster_ends(part, piece.face, style.language, style.weight, rtl)
    first = begin + piece.start
    known = dict(zip([0, *ends], [0.0, *widths], strict=True))
    inner = stops[bisect_right(stops, first) : bisect_left(stops, first + len(part))]
    marks = [0, *(stop - first for stop in inner), len(part)]
    at = {}
    for mark in marks:
        if mark in known:
            at[mark] = known[mark]
            continue
        low = max(end for end in known if end < mark)
        high = min(end for end in known if end > mark)
        between = [stop for stop in marks if low < stop < high]
        share = (between.index(mark) + 1) / (len(between) + 1)
        at[mark] = known[low] + (known[high] - known[low]) * share
    width = piece.glyphs.advance * style.size
    cells = []
    for one, other in pairwise(marks):
        near, far = at[one] * style.size, at[other] * style.size
        x0, x1 = (left + width - far, left + width - near) if rtl else (left + near, left + far)
        cells.append(Cell(origin[first + one], origin[first + other], x0, x1, piece.level))
    return cells
