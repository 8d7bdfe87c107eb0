"""Cantook's reader: a page of text between its bars, table of contents, text size."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.epub import Publication
from bmoca_gym.handset.apps.cantook.handlers import reading
from bmoca_gym.handset.apps.cantook.handlers.library import leave
from bmoca_gym.handset.apps.cantook.paging import BAR, GAP, SIDE, SIZES, page_end, runs, size_of
from bmoca_gym.handset.apps.cantook.state import ID, THEMES, percent
from bmoca_gym.handset.graphics.bidi import first_strong
from bmoca_gym.handset.kits.choices import choice_dialog
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.resources import Resources, in_colors
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    icon_button,
    page,
    scrolling,
    slider,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

#: The reader's own colours: page, bars, text and what is less important.
_COLORS = {
    "light": (0xFFFFFFFF, 0xFFF1F3F4, 0xFF121212, 0xFF5F6368),
    "sepia": (0xFFFAF4E8, 0xFFF0E6D2, 0xFF4A3728, 0xFF7D6652),
    "dark": (0xFF000000, 0xFF1E1E1E, 0xFFFEFEFE, 0xFF9AA0A6),
}


def _in_theme(res: Resources, theme: str) -> Resources:
    if theme not in _COLORS:
        return res
    paper, raised, ink, faint = _COLORS[theme]
    return in_colors(
        res,
        res.colors._replace(
            background=paper, raised=raised, bar=raised, text=ink, secondary=faint, status=paper
        ),
    )


def screen(
    res: Resources,
    title: str,
    book: Publication,
    place: int,
    size: int,
    controls: bool,
    theme: str,
    bookmarks: tuple[float, ...],
) -> Element:
    """A page of a book between its title and the position, or between bars."""
    res = _in_theme(res, theme)
    c = res.colors
    place = min(place, len(book.pieces) - 1)
    end = page_end(res, book, place, size)
    texts = [
        Text(
            text,
            size_of(size, heading),
            c.text,
            500 if heading else 400,
            None,
            width=res.width - 2 * SIDE,
            align=side(res, text),
        )
        for text, heading in runs(book.pieces[place:end])
    ]
    body = scrolling(
        *texts, key="page", gap=GAP, pad=(SIDE, 0, SIDE, 0), tap=do(reading.touch), swipe=do(reading.swipe),
        id=ID + "resourcePager", class_name="android.webkit.WebView",
    )  # fmt: skip
    share = 1.0 if end == len(book.pieces) else book.progress(place)
    marked = place in {book.place(share) for share in bookmarks}
    return page(res, _head(res, title, controls, marked), body, _foot(res, book, place, share, controls))


def side(res: Resources, text: str) -> str:
    """The side from which a paragraph is read, which depends on its own letters, not the phone's language."""
    rtl = first_strong(text)
    return "start" if rtl is None or rtl == res.rtl else "end"


def _head(res: Resources, title: str, controls: bool, marked: bool) -> Element:
    c = res.colors
    if not controls:
        shown = Text(title, 13, c.secondary, 400, 1, align="center", width=FILL, id=ID + "reader_title")
        return Column(shown, width=FILL, height=BAR, pad=(SIDE, 0), justify="center", class_name="")
    contents = icon_button("toc", res.string("cantook.contents"), do(open_overlay, "contents"), c.text,
                           id=ID + "action_contents", class_name="android.widget.TextView")  # fmt: skip
    letters = icon_button("format_size", res.string("cantook.text_size"), do(open_overlay, "size"), c.text,
                          id=ID + "action_text_size", class_name="android.widget.TextView")  # fmt: skip
    colors = icon_button("brightness_medium", res.string("cantook.theme"), do(open_overlay, "theme"), c.text,
                         id=ID + "action_theme", class_name="android.widget.TextView")  # fmt: skip
    ribbon = icon_button("bookmark" if marked else "bookmark_border",
                         res.string(f"cantook.{'remove' if marked else 'add'}_bookmark"), do(reading.mark), c.text,
                         id=ID + "action_bookmark", class_name="android.widget.TextView")  # fmt: skip
    return toolbar(res, title, contents, letters, colors, ribbon, up=do(leave), id=ID + "toolbar",
                   title_id=ID + "reader_title", height=BAR, background=c.raised)  # fmt: skip


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


def contents_dialog(res: Resources, book: Publication, chapter: int, bookmarks: tuple[float, ...]) -> Element:
    """The chapters and the bookmarks to go to; ``chapter`` is the one that is read."""
    c = res.colors
    rows = [
        Row(
            Text(chapter_title(res, book, number), 16, c.accent if number == chapter else c.text, 400, 3, grow=1,
                 id=ID + "chapter_title"),
            width=FILL, pad=(24, 12), tap=do(reading.show_chapter, number), selected=number == chapter,
        )
        for number in range(len(book.chapters))
    ]  # fmt: skip
    if bookmarks:
        rows.append(
            Row(
                Text(res.string("cantook.bookmarks"), 14, c.secondary, 500, grow=1),
                width=FILL,
                pad=(24, 16, 24, 8),
            )
        )
    for share in bookmarks:
        named = chapter_title(res, book, book.pieces[book.place(share)].chapter)
        rows.append(
            Row(
                Icon("bookmark", 20, c.accent, class_name=""),
                Text(named, 16, c.text, 400, 3, grow=1, id=ID + "bookmark_title"),
                Text(percent(res, share), 13, c.secondary, id=ID + "bookmark_position"),
                width=FILL, pad=(24, 12), gap=12, align="center", tap=do(reading.show_bookmark, share),
            )
        )  # fmt: skip
    body = scrolling(*rows, key="contents", grow=0,
                     id=ID + "contents", class_name="androidx.recyclerview.widget.RecyclerView")  # fmt: skip
    title = Text(
        res.string("cantook.contents"), 20, c.text, 500, 2, pad=(24, 0, 24, 12), id="android:id/alertTitle"
    )
    return dialog_card(res, title, body, dismiss=CLOSE, buttons=(cancel(res),), pad=(0, 20, 0, 8))


def size_dialog(res: Resources, size: int) -> Element:
    """The sizes of the text."""
    options = [(number, res.string(f"cantook.size_{number}")) for number in range(len(SIZES))]
    title = res.string("cantook.text_size")
    return choice_dialog(res, options, size, reading.choose_size, title=title, cancel_id="android:id/button2")


def theme_dialog(res: Resources, theme: str) -> Element:
    """The colours to read in."""
    options = [(name, res.string(f"cantook.theme_{name}")) for name in THEMES]
    title = res.string("cantook.theme")
    return choice_dialog(
        res, options, theme, reading.choose_theme, title=title, cancel_id="android:id/button2"
    )
