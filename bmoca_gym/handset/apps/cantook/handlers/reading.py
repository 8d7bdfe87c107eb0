"""Cantook's handlers of the reader: opening a book, turning its pages, the size of its text."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.cantook.epub import Publication
from bmoca_gym.handset.apps.cantook.paging import page_end, page_start, publication_of
from bmoca_gym.handset.apps.cantook.state import BOOKMARKS, READER, Cantook, changed, is_finished, progress
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import close_overlay, page_step, without_overlay
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import replace

_EDGE = 0.3  # of the width: where a tap turns the page


def opened(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Open a book where the reader left it, or at the start if it was finished."""
    row = tables.with_id(state.publications, id)
    book = publication_of(context.phone, row)
    if row is None or isinstance(book, str):
        return without_overlay(state, place=0, controls=False)
    place = 0 if is_finished(row) else book.place(progress(row))
    state = changed(state, id, last_read=context.phone.clock.wall)
    return without_overlay(state, place=place, controls=False)


def _reading(state: Cantook, context: Context) -> tuple[int, Publication | None]:
    """The id of the open book, and its content."""
    activity = context.activity
    id = activity.argument if activity is not None and activity.name == READER else 0
    book = publication_of(context.phone, tables.with_id(state.publications, id))
    return id, None if isinstance(book, str) else book


def _at(state: Cantook, context: Context, place: int) -> Next[Cantook]:
    """The state on another page, with the corresponding progress."""
    id, book = _reading(state, context)
    if book is None or not 0 <= place < len(book.pieces):
        return state
    ends = page_end(context.res, book, place, state.size) == len(book.pieces)
    share = 1.0 if ends else round(book.progress(place), 6)
    cells: dict[str, Any] = {"progression": share, "updated": context.phone.clock.wall}
    if ends:
        cells["finished"] = 1
    return without_overlay(changed(state, id, **cells), place=place), scroll_to("page")


def turn(state: Cantook, context: Context, forward: bool) -> Next[Cantook]:
    """Turn the page, if there is one in that direction."""
    _, book = _reading(state, context)
    if book is None:
        return state
    place = min(state.place, len(book.pieces) - 1)
    if not forward:
        return _at(state, context, page_start(context.res, book, place, state.size)) if place else state
    return _at(state, context, page_end(context.res, book, place, state.size))


def touch(state: Cantook, context: Context) -> Next[Cantook]:
    """Turn the page on a tap at a side; otherwise show or hide the bars."""
    share = 1 - context.x if context.res.rtl else context.x
    if _EDGE <= share <= 1 - _EDGE:
        return replace(state, controls=not state.controls)
    return turn(state, context, share > 0.5)


def swipe(state: Cantook, context: Context) -> Next[Cantook]:
    """Turn the page, following the swipe."""
    step = page_step(context)
    return turn(state, context, step > 0) if step else state


def slide(state: Cantook, context: Context, width: float) -> Next[Cantook]:
    """Go to the position of the slider."""
    _, book = _reading(state, context)
    return state if book is None else _at(state, context, book.place(touched_share(context, width)))


def show_chapter(state: Cantook, context: Context, chapter: int) -> Next[Cantook]:
    """Go to the start of a chapter."""
    _, book = _reading(state, context)
    places = [] if book is None else [n for n, piece in enumerate(book.pieces) if piece.chapter == chapter]
    return _at(state, context, places[0]) if places else close_overlay(state, context)


def _is_marked(state: Cantook, id: int, book: Publication, row: Row) -> bool:
    place = book.place(float(BOOKMARKS.get(row, "progression") or 0))
    return BOOKMARKS.get(row, "publication_id") == id and place == state.place


def mark(state: Cantook, context: Context) -> Cantook:
    """Bookmark the page, or remove its bookmark."""
    id, book = _reading(state, context)
    if book is None:
        return state
    rest = tuple(row for row in state.bookmarks if not _is_marked(state, id, book, row))
    if len(rest) < len(state.bookmarks):
        return replace(state, bookmarks=rest)
    cells: dict[str, Any] = {
        "created": context.phone.clock.wall, "publication_id": id, "progression": round(book.progress(state.place), 6),
    }  # fmt: skip
    return replace(state, bookmarks=tables.put(state.bookmarks, BOOKMARKS.row(**cells)))


def show_bookmark(state: Cantook, context: Context, share: float) -> Next[Cantook]:
    """Go to a bookmark."""
    _, book = _reading(state, context)
    return state if book is None else _at(state, context, book.place(share))


def choose_theme(state: Cantook, context: Context, theme: str) -> Cantook:
    """Switch to another colour theme."""
    return without_overlay(state, theme=theme)


def choose_size(state: Cantook, context: Context, size: int) -> Next[Cantook]:
    """Read at another text size."""
    return without_overlay(state, size=size), scroll_to("page")
