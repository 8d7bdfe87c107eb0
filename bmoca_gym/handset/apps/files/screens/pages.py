"""Pages of Files besides the browser: choosing a directory, saving, information, a picture."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.apps.files.documents import Document
from bmoca_gym.handset.apps.files.handlers import put_down, save, stop_carrying, type_title, up
from bmoca_gym.handset.apps.files.screens.browser import browser, empty, tint, when
from bmoca_gym.handset.apps.files.state import ID
from bmoca_gym.handset.kits import sizes
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, list_row, page, scrolling, text_button, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text, TextField
from bmoca_gym.handset.value import do


def destination(res: Resources, browsed: tuple[Any, ...], carrying: str, possible: bool) -> Element:
    """The browser while choosing a directory to copy or move to, above the bar that confirms it."""
    done = text_button(
        res,
        res.string("files.extract" if carrying == "extract" else f"android13.files_{carrying}"),
        do(put_down),
        id="android:id/button1",
        enabled=possible,
    )
    return _over_a_bar(res, (*browsed, True), cancel(res, do(stop_carrying)), done)


def save_page(res: Resources, browsed: tuple[Any, ...], title: str, focused: bool, possible: bool) -> Element:
    """The browser while choosing a place for another app's document, above the bar with its name."""
    c = res.colors
    name = TextField(
        title, "title", do(type_title), focused=focused, hint=res.string("files.name"), hint_color=c.secondary,
        accent=c.accent, color=c.text, size=16, grow=1, height=48, on_submit=do(save), id="android:id/title",
    )  # fmt: skip
    done = text_button(
        res, res.string("android13.files_save"), do(save), id="android:id/button1", enabled=possible
    )
    return _over_a_bar(res, browsed, name, done)


def _over_a_bar(res: Resources, browsed: tuple[Any, ...], *parts: Element) -> Element:
    c = res.colors
    foot = Row(
        *parts, width=FILL, height=56, pad=(8, 0), gap=8, align="center", justify="end", background=c.surface,
        id=ID + "container_save", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Column(
        Column(browser(res, *browsed), width=FILL, grow=1, class_name=""), divider(res), foot,
        width=FILL, height=FILL, background=c.background, class_name="",
    )  # fmt: skip


# Sub screens


def inspector(res: Resources, document: Document | None, zone: str, today: int, count: int) -> Element:
    """A page about a document. ``count``: how many items a directory holds."""
    bar = toolbar(res, res.string("files.info"), up=do(up), id=ID + "toolbar")
    if document is None:
        return page(res, bar, empty(res, res.string("files.info_failed")))
    c = res.colors
    glyph = documents.glyph(document.mime)
    facts = [("type", documents.kind(res, document))]
    if document.is_directory:
        facts.append(("item_count", res.digits(str(count))))
    else:
        facts.append(("size", sizes.size_text(res, document.size)))
    facts.append(("modified", when(res, document.modified, zone, today)))
    rows = [
        list_row(
            res,
            res.string(f"files.{name}"),
            text,
            title_id=ID + "table_row_key",
            summary_id=ID + "table_row_value",
        )
        for name, text in facts
    ]
    return page(
        res,
        bar,
        scrolling(
            Stack(Icon(glyph, 72, tint(res, glyph)), width=FILL, height=128, background=c.raised, align="center",
                  justify="center", id=ID + "inspector_thumbnail"),
            Text(document.name, 20, c.text, 500, lines=3, pad=(16, 16), width=FILL, id=ID + "inspector_file_title"),
            divider(res),
            *rows,
            key="facts", id=ID + "inspector_root",
        ),
    )  # fmt: skip


def viewer(res: Resources, name: str, picture: bytes | None, width: int, height: int) -> Element:
    """A picture of ``width`` x ``height`` px, as large as fits on the screen, or a message if it is not a picture."""
    white, black = 0xFFFFFFFF, 0xFF000000
    bar = toolbar(res, name, up=do(up), color=white, background=black, id=ID + "toolbar")
    shown: Element
    if picture is None:
        shown = Text(
            res.string("files.cannot_open"), 16, white, lines=3, align="center", id=ID + "message", pad=24
        )
    else:
        room_x, room_y = res.width, max(1, res.height - STATUS_HEIGHT - 56 - res.foot)
        scale = min(room_x / width, room_y / height)
        shown = Picture(
            picture, width=max(1.0, width * scale), height=max(1.0, height * scale), description=name
        )  # fmt: skip
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        bar,
        Stack(shown, width=FILL, grow=1, align="center", justify="center"),
        width=FILL, height=FILL, background=black,
    )  # fmt: skip
