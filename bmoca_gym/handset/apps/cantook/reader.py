"""Cantook's reader: pages of text, turning them, table of contents, text size."""

from __future__ import annotations

import math
from typing import Any

from bmoca_gym.handset.apps.cantook import epub, state
from bmoca_gym.handset.apps.cantook.epub import Piece, Publication
from bmoca_gym.handset.apps.cantook.state import (
    ID,
    READER,
    Cantook,
    changed,
    is_finished,
    percent,
    progress,
    text_of,
)
from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system.files import resolve
from bmoca_gym.handset.ui.components import (
    STATUS_HEIGHT,
    dialog_card,
    empty_message,
    icon_button,
    page,
    scrolling,
    slider,
    text_button,
    toolbar,
    touched_share,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, memo, replace

#: Sizes of the text, in sp, that one can choose from.
SIZES = (15, 18, 22)
_HEADING = 1.25  # times as large as the text
_SIDE, _GAP, _BAR = 24, 10, 56  # dp beside the text, between paragraphs, of the bars over and under it
_EDGE = 0.3  # of the width: where a tap turns the page
_CLOSE = do(state.close_overlay)


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
    """The paragraphs that pieces make, and whether each is a heading."""
    found: list[tuple[int, list[str], bool]] = []
    for piece in pieces:
        if found and found[-1][0] == piece.paragraph:
            found[-1][1].append(piece.text)
        else:
            found.append((piece.paragraph, [piece.text], piece.heading))
    return tuple([(" ".join(texts), heading) for _, texts, heading in found])


def _size(size: int, heading: bool) -> float:
    return SIZES[size] * (_HEADING if heading else 1)


def _fits(res: Resources, pieces: tuple[Piece, ...], size: int) -> bool:
    """Whether a page has room for pieces."""
    m = res.metrics
    room = (res.height - res.foot - STATUS_HEIGHT - 2 * _BAR - _GAP) * m.scale
    width = float(round((res.width - 2 * _SIDE) * m.scale))
    used = 0
    for text, heading in runs(pieces):
        lines = paragraph(
            text, _size(size, heading) * m.font, 500 if heading else 400, m.language, m.rtl, width
        )
        used += math.ceil(lines.height) + round(_GAP * m.scale)
    return used <= room


@memo(512)
def page_end(res: Resources, book: Publication, start: int, size: int) -> int:
    """The index after the last piece of the page that begins with a piece. Chapters begin on a new page."""
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


# Reading


def opened(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Open a book where the reader left it, or at the start if it was finished."""
    row = tables.with_id(state.publications, id)
    book = publication_of(context.phone, row)
    if row is None or isinstance(book, str):
        return replace(state, place=0, controls=False, overlay="")
    place = 0 if is_finished(row) else book.place(progress(row))
    state = changed(state, id, last_read=context.phone.clock.wall)
    return replace(state, place=place, controls=False, overlay="")


def _reading(state: Cantook, context: Context) -> tuple[int, Publication | None]:
    """The id of the open book, and its content."""
    activity = context.activity
    id = activity.argument if activity is not None and activity.name == READER else 0
    book = publication_of(context.phone, tables.with_id(state.publications, id))
    return id, None if isinstance(book, str) else book


def _at(state: Cantook, context: Context, place: int) -> Next[Cantook]:
    """The state on another page, and the progress that this is."""
    id, book = _reading(state, context)
    if book is None or not 0 <= place < len(book.pieces):
        return state
    ends = page_end(context.res, book, place, state.size) == len(book.pieces)
    share = 1.0 if ends else round(book.progress(place), 6)
    cells: dict[str, Any] = {"progression": share, "updated": context.phone.clock.wall}
    if ends:
        cells["finished"] = 1
    return replace(changed(state, id, **cells), place=place, overlay=""), scroll_to("page")


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
    """Turn the page as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    return turn(state, context, context.direction == ("right" if context.res.rtl else "left"))


def slide(state: Cantook, context: Context, width: float) -> Next[Cantook]:
    """Go to where the slider was put."""
    _, book = _reading(state, context)
    return state if book is None else _at(state, context, book.place(touched_share(context, width)))


def go_to(state: Cantook, context: Context, chapter: int) -> Next[Cantook]:
    """Go to the start of a chapter."""
    _, book = _reading(state, context)
    places = [] if book is None else [n for n, piece in enumerate(book.pieces) if piece.chapter == chapter]
    return _at(state, context, places[0]) if places else close(state, context)


def choose_size(state: Cantook, context: Context, size: int) -> Next[Cantook]:
    """Read with a text of another size."""
    return replace(state, size=size, overlay=""), scroll_to("page")


def close(state: Cantook, context: Context) -> Next[Cantook]:
    """Close the open dialog or menu."""
    return replace(state, overlay=""), focus("")


# Screens


def screen(res: Resources, title: str, book: Publication, place: int, size: int, controls: bool) -> Element:
    """A page of a book between its title and its place, or between bars."""
    c = res.colors
    place = min(place, len(book.pieces) - 1)
    end = page_end(res, book, place, size)
    texts = [
        Text(text, _size(size, heading), c.text, 500 if heading else 400, None, width=res.width - 2 * _SIDE)
        for text, heading in runs(book.pieces[place:end])
    ]
    body = scrolling(
        *texts, key="page", gap=_GAP, pad=(_SIDE, 0, _SIDE, 0), tap=do(touch), swipe=do(swipe),
        id=ID + "resourcePager", class_name="android.webkit.WebView",
    )  # fmt: skip
    share = 1.0 if end == len(book.pieces) else book.progress(place)
    return page(res, _head(res, title, controls), body, _foot(res, book, place, share, controls))


def _head(res: Resources, title: str, controls: bool) -> Element:
    c = res.colors
    if not controls:
        shown = Text(title, 13, c.secondary, 400, 1, align="center", width=FILL, id=ID + "reader_title")
        return Column(shown, width=FILL, height=_BAR, pad=(_SIDE, 0), justify="center", class_name="")
    contents = icon_button("toc", res.string("cantook.contents"), do(state.open_overlay, "contents"), c.text,
                           id=ID + "action_contents", class_name="android.widget.TextView")  # fmt: skip
    letters = icon_button("format_size", res.string("cantook.text_size"), do(state.open_overlay, "size"), c.text,
                          id=ID + "action_text_size", class_name="android.widget.TextView")  # fmt: skip
    return toolbar(res, title, contents, letters, up=do(state.leave), id=ID + "toolbar", title_id=ID + "reader_title",
                   height=_BAR, background=c.raised)  # fmt: skip


def _foot(res: Resources, book: Publication, place: int, share: float, controls: bool) -> Element:
    c = res.colors
    shown = Text(percent(res, share), 13, c.secondary, id=ID + "progression")
    first: Element
    if controls:
        width = res.width - 2 * _SIDE - 72.0
        first = slider(res, round(share * 1000), 0, 1000, width, do(slide, width), id=ID + "position",
                       description=res.string("cantook.position"))  # fmt: skip
    else:
        first = Text(
            chapter_title(res, book, book.pieces[place].chapter), 13, c.secondary, grow=1, id=ID + "chapter"
        )
    return Row(first, shown, width=FILL, height=_BAR, pad=(_SIDE, 0), gap=12, align="center",
               background=c.raised if controls else None, class_name="")  # fmt: skip


def chapter_title(res: Resources, book: Publication, chapter: int) -> str:
    """The title of a chapter, or its number."""
    return book.chapters[chapter] or res.string("cantook.chapter", shown=res.digits(str(chapter + 1)))


def failed_screen(res: Resources, reason: str) -> Element:
    """Message that a book can't be read."""
    bar = toolbar(res, "", up=do(state.leave), id=ID + "toolbar")
    return page(
        res, bar, empty_message(res, "error_outline", res.string(f"cantook.{reason}"), id=ID + "empty")
    )


def contents_dialog(res: Resources, book: Publication, chapter: int) -> Element:
    """The chapters to go to; ``chapter`` is the one that is read."""
    c = res.colors
    rows = [
        Row(
            Text(chapter_title(res, book, number), 16, c.accent if number == chapter else c.text, 400, 3, grow=1,
                 id=ID + "chapter_title"),
            width=FILL, pad=(24, 12), tap=do(go_to, number), selected=number == chapter,
        )
        for number in range(len(book.chapters))
    ]  # fmt: skip
    body = scrolling(*rows, key="contents", grow=0, height=min(56.0 * len(rows), max(120.0, res.height - 260)),
                     id=ID + "contents", class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    title = Text(
        res.string("cantook.contents"), 20, c.text, 500, 2, pad=(24, 0, 24, 12), id="android:id/alertTitle"
    )
    cancel = text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2")
    return dialog_card(res, title, body, dismiss=_CLOSE, buttons=(cancel,), pad=(0, 20, 0, 8))


def size_dialog(res: Resources, size: int) -> Element:
    """The sizes of the text."""
    rows = [
        choice(res, res.string(f"cantook.size_{number}"), number == size, do(choose_size, number))
        for number in range(len(SIZES))
    ]
    cancel = text_button(res, res.string("common.cancel"), _CLOSE, id="android:id/button2")
    return dialog_card(res, *rows, dismiss=_CLOSE, buttons=(cancel,), title=res.string("cantook.text_size"))
