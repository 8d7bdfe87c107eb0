"""Cantook's reader: a page of text between its bars, table of contents, text size."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.epub import Publication
from bmoca_gym.handset.apps.cantook.handlers import reading
from bmoca_gym.handset.apps.cantook.handlers.library import leave
from bmoca_gym.handset.apps.cantook.paging import BAR, GAP, SIDE, SIZES, page_end, runs, size_of
from bmoca_gym.handset.apps.cantook.state import ID, percent
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    icon_button,
    page,
    scrolling,
    slider,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do


def screen(res: Resources, title: str, book: Publication, place: int, size: int, controls: bool) -> Element:
    """A page of a book between its title and its place, or between bars."""
    c = res.colors
    place = min(place, len(book.pieces) - 1)
    end = page_end(res, book, place, size)
    texts = [
        Text(text, size_of(size, heading), c.text, 500 if heading else 400, None, width=res.width - 2 * SIDE)
        for text, heading in runs(book.pieces[place:end])
    ]
    body = scrolling(
        *texts, key="page", gap=GAP, pad=(SIDE, 0, SIDE, 0), tap=do(reading.touch), swipe=do(reading.swipe),
        id=ID + "resourcePager", class_name="android.webkit.WebView",
    )  # fmt: skip
    share = 1.0 if end == len(book.pieces) else book.progress(place)
    return page(res, _head(res, title, controls), body, _foot(res, book, place, share, controls))


def _head(res: Resources, title: str, controls: bool) -> Element:
    c = res.colors
    if not controls:
        shown = Text(title, 13, c.secondary, 400, 1, align="center", width=FILL, id=ID + "reader_title")
        return Column(shown, width=FILL, height=BAR, pad=(SIDE, 0), justify="center", class_name="")
    contents = icon_button("toc", res.string("cantook.contents"), do(open_overlay, "contents"), c.text,
                           id=ID + "action_contents", class_name="android.widget.TextView")  # fmt: skip
    letters = icon_button("format_size", res.string("cantook.text_size"), do(open_overlay, "size"), c.text,
                          id=ID + "action_text_size", class_name="android.widget.TextView")  # fmt: skip
    return toolbar(res, title, contents, letters, up=do(leave), id=ID + "toolbar", title_id=ID + "reader_title",
                   height=BAR, background=c.raised)  # fmt: skip


def _foot(res: Resources, book: Publication, place: int, share: float, controls: bool) -> Element:
    c = res.colors
    shown = Text(percent(res, share), 13, c.secondary, id=ID + "progression")
    first: Element
    if controls:
        width = res.width - 2 * SIDE - 72.0
        first = slider(res, round(share * 1000), 0, 1000, width, do(reading.slide, width), id=ID + "position",
                       description=res.string("cantook.position"))  # fmt: skip
    else:
        first = Text(
            chapter_title(res, book, book.pieces[place].chapter), 13, c.secondary, grow=1, id=ID + "chapter"
        )
    return Row(first, shown, width=FILL, height=BAR, pad=(SIDE, 0), gap=12, align="center",
               background=c.raised if controls else None, class_name="")  # fmt: skip


def chapter_title(res: Resources, book: Publication, chapter: int) -> str:
    """The title of a chapter, or its number."""
    return book.chapters[chapter] or res.string("cantook.chapter", shown=res.digits(str(chapter + 1)))


def failed_screen(res: Resources, reason: str) -> Element:
    """Message that a book can't be read."""
    bar = toolbar(res, "", up=do(leave), id=ID + "toolbar")
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
            width=FILL, pad=(24, 12), tap=do(reading.show_chapter, number), selected=number == chapter,
        )
        for number in range(len(book.chapters))
    ]  # fmt: skip
    body = scrolling(*rows, key="contents", grow=0, height=min(56.0 * len(rows), max(120.0, res.height - 260)),
                     id=ID + "contents", class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    title = Text(
        res.string("cantook.contents"), 20, c.text, 500, 2, pad=(24, 0, 24, 12), id="android:id/alertTitle"
    )
    cancel = text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button2")
    return dialog_card(res, title, body, dismiss=CLOSE, buttons=(cancel,), pad=(0, 20, 0, 8))


def size_dialog(res: Resources, size: int) -> Element:
    """The sizes of the text."""
    options = [(number, res.string(f"cantook.size_{number}")) for number in range(len(SIZES))]
    title = res.string("cantook.text_size")
    return choice_dialog(res, options, size, reading.choose_size, title=title, cancel_id="android:id/button2")
