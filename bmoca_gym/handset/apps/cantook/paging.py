"""Splitting a book's text into pages, for Cantook's reader."""

from __future__ import annotations

import math

from bmoca_gym.handset.apps.cantook import epub
from bmoca_gym.handset.apps.cantook.epub import Piece, Publication
from bmoca_gym.handset.apps.cantook.state import text_of
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.files import resolve
from bmoca_gym.handset.value import memo

#: Sizes of the text, in sp, that one can choose from.
SIZES = (15, 18, 22)
_HEADING = 1.25  # times as large as the text
SIDE, GAP, BAR = 24, 10, 56  # dp beside the text, between paragraphs, of the bars over and under it


def publication_of(phone: Phone, row: Record | None) -> Publication | str:
    """Content of a book's file, or the reason why it can't be read: one of `epub.REASONS`, or "missing"."""
    try:
        data = None if row is None else phone.files.get(resolve(text_of(row, "href")))
    except FileAccessError:  # no path
        data = None
    return "missing" if data is None else epub.opened(data)


# Pages


@memo(256)
def runs(pieces: tuple[Piece, ...]) -> tuple[tuple[str, bool], ...]:
    """Join pieces of text into paragraphs; return each with whether it is a heading."""
    found: list[tuple[int, list[str], bool]] = []
    for piece in pieces:
        if found and found[-1][0] == piece.paragraph:
            found[-1][1].append(piece.text)
        else:
            found.append((piece.paragraph, [piece.text], piece.heading))
    return tuple([(" ".join(texts), heading) for _, texts, heading in found])


def size_of(size: int, heading: bool) -> float:
    """The size in sp of a paragraph; ``size``: an index of `SIZES`."""
    return SIZES[size] * (_HEADING if heading else 1)


def _fits(res: Resources, pieces: tuple[Piece, ...], size: int) -> bool:
    """Whether a page has room for pieces."""
    m = res.metrics
    room = (res.height - res.foot - STATUS_HEIGHT - 2 * BAR - GAP) * m.scale
    width = float(round((res.width - 2 * SIDE) * m.scale))
    used = 0
    for text, heading in runs(pieces):
        lines = paragraph(
            text, size_of(size, heading) * m.font, 500 if heading else 400, m.language, m.rtl, width
        )
        used += math.ceil(lines.height) + round(GAP * m.scale)
    return used <= room


@memo(512)
def page_end(res: Resources, book: Publication, start: int, size: int) -> int:
    """The index after the last piece of the page that starts at ``start``. Chapters start on a new page."""
    end, pieces = start + 1, book.pieces
    while end < len(pieces) and pieces[end].chapter == pieces[start].chapter:
        if not _fits(res, pieces[start : end + 1], size):
            break
        end += 1
    return end


@memo(512)
def page_start(res: Resources, book: Publication, end: int, size: int) -> int:
    """The first piece of the page that ends before a piece."""
    start, pieces = max(0, end - 1), book.pieces
    while start > 0 and pieces[start - 1].chapter == pieces[end - 1].chapter:
        if not _fits(res, pieces[start - 1 : end], size):
            break
        start -= 1
    return start
