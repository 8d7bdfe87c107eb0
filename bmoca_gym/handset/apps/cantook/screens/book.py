"""Cantook's menu of a book, and its details."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.cantook.handlers import collections, library
from bmoca_gym.handset.apps.cantook.screens.library import author_text, cover
from bmoca_gym.handset.apps.cantook.state import (
    ID,
    INFO,
    PUBLICATIONS,
    READER,
    id_of,
    is_finished,
    percent,
    progress,
    subjects_of,
    text_of,
)
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    filled_button,
    list_row,
    page,
    scrolling,
    sheet,
    sheet_row,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do


def book_sheet(res: Resources, row: Record, inside: int) -> Element:
    """The menu of a book. ``inside``: the id of the collection whose page is open, 0 for none."""
    c, id, title = res.colors, id_of(row), text_of(row, "title")
    read = is_finished(row)
    head = Row(
        cover(row, 44, 62),
        Column(
            Text(title, 17, c.text, 500, 2, id=ID + "sheet_title"),
            Text(author_text(res, row), 14, c.secondary, id=ID + "sheet_author"),
            Text(percent(res, progress(row)), 14, c.secondary, id=ID + "sheet_progress"),
            grow=1, gap=2, class_name="",
        ),
        width=FILL, pad=(20, 4, 20, 8), gap=16, align="center", class_name="",
    )  # fmt: skip
    items: list[tuple[str, str, Callback]] = [
        ("auto_stories", "read", do(library.open_activity, READER, id)),
        ("info", "info", do(library.open_activity, INFO, id)),
        ("remove_done", "mark_unread", do(library.mark, id, False))
        if read
        else ("done_all", "mark_read", do(library.mark, id, True)),
        ("library_add", "add_to_collection", do(open_overlay, "collect", id)),
    ]
    if inside:
        items.append(
            ("remove_circle_outline", "remove_from_collection", do(collections.take_out, inside, id))
        )
    items.append(("delete", "delete", do(open_overlay, "delete_book", id)))
    rows = [
        sheet_row(res, glyph, res.string(f"cantook.{key}"), tap, ID + "label") for glyph, key, tap in items
    ]
    body = scrolling(*rows, key="sheet", grow=0,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return sheet(res, head, body, dismiss=CLOSE, id=ID + "design_bottom_sheet", pad=(0, 0, 0, 12))


def info_page(res: Resources, row: Record, added: date | None, read: date | None) -> Element:
    """Everything known about a book. ``added``, ``read``: the days when it was added and read."""
    c, id = res.colors, id_of(row)
    head = Row(
        cover(row, 88, 124),
        Column(
            Text(text_of(row, "title"), 20, c.text, 500, 4, id=ID + "title"),
            Text(author_text(res, row), 15, c.secondary, 400, 2, id=ID + "author"),
            filled_button(res, res.string("cantook.read"), do(library.open_activity, READER, id), id=ID + "read"),
            grow=1, gap=8, class_name="",
        ),
        width=FILL, pad=16, gap=16, class_name="",
    )  # fmt: skip
    facts = [
        ("progress", percent(res, progress(row))),
        ("categories", ", ".join(subjects_of(row))),
        ("publisher", text_of(row, "publisher")),
        ("language", resources.language_name(res.locale, text_of(row, "language"))),
        ("added", res.date(added) if added else ""),
        ("last_read", res.date(read) if read else res.string("cantook.never")),
        ("format", str(PUBLICATIONS.get(row, "type"))),
    ]
    rows: list[Element] = [
        list_row(res, res.string(f"cantook.{key}"), text, title_id=ID + "label", summary_id=ID + key)
        for key, text in facts
        if text
    ]
    if text_of(row, "description"):
        rows.append(
            Text(
                text_of(row, "description"),
                15,
                c.text,
                400,
                None,
                pad=(16, 8),
                width=FILL,
                id=ID + "description",
            )
        )
    bar = toolbar(res, res.string("cantook.info"), up=do(library.leave), id=ID + "toolbar")
    return page(res, bar, scrolling(head, *rows, key="info", pad=(0, 0, 0, 16),
                                    class_name="android.widget.ScrollView"))  # fmt: skip
