"""The browser of Files: bars, breadcrumb, chips, rows and cells."""

from __future__ import annotations

import posixpath
from datetime import datetime

from bmoca_gym.handset.apps.files import documents
from bmoca_gym.handset.apps.files.documents import CHIPS, ROOTS, Document
from bmoca_gym.handset.apps.files.handlers import (
    choose_chip,
    clear_search,
    close_search,
    deselect,
    open_document,
    search,
    select,
    show_level,
    switch_view,
)
from bmoca_gym.handset.apps.files.state import ID
from bmoca_gym.handset.kits import sizes
from bmoca_gym.handset.kits.navigation import open_overlay, open_search
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.ui.components import empty_message, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll, Stack, component
from bmoca_gym.handset.ui.fitting import Fitted
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

#: Icon colours by glyph, as the type icons of Android 10 have them.
_TINTS = {
    "image": 0xFFDB4437, "movie": 0xFFDB4437, "audiotrack": 0xFFF4511E, "picture_as_pdf": 0xFFDB4437,
    "description": 0xFF4285F4, "android": 0xFF0F9D58, "folder": 0xFF5F6368, "insert_drive_file": 0xFF5F6368,
}  # fmt: skip
_CELL = 168  # dp: what a cell of the grid is at least wide, but where two would not fit


def place_name(res: Resources, path: str, model: str) -> str:
    """The name of a root, or of the directory at a path."""
    root = ROOTS.get(path)
    if root is None:
        return posixpath.basename(path)
    return res.string(root.title) if root.title else model


def when(res: Resources, modified: int, zone: str, today: int) -> str:
    """A time of today, or a date."""
    local = time_zones.local(zone, modified)
    if local.toordinal() == today:
        return res.time(local.hour, local.minute)
    this_year = local.year == datetime.fromordinal(max(1, today)).year
    return res.date(local.date(), "MMMd" if this_year else "yMMMd")


def tint(res: Resources, glyph: str) -> int:
    """The color of a kind's glyph."""
    return res.colors.secondary if glyph in ("folder", "insert_drive_file") else _TINTS[glyph]


# Bars


def _title_size(res: Resources) -> float:
    return 20 if res.width >= 300 else 17


def _bar(res: Resources, title: str, menu: bool, beside: bool) -> Element:
    c = res.colors
    roots: tuple[Element, ...] = ()
    if not beside:
        roots = (icon_button("menu", res.string("files.show_roots"), do(open_overlay, "drawer"), c.text),)
    more: tuple[Element, ...] = ()
    if menu:
        more = (
            icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text),
        )
    return Row(
        *roots, Text(title, _title_size(res), c.text, 500, grow=1, pad=(12 if beside else 8, 0)),
        icon_button("search", res.string("files.search"), do(open_search), c.text, id=ID + "option_menu_search"),
        *more,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    return search_bar(
        res, query, focused, res.string("files.search"), do(search), do(close_search),
        field={"id": ID + "search_src_text"}, clear={"id": ID + "search_close_btn"}, wipe=do(clear_search),
        labels=("common.navigate_up", "files.clear"), gap=0, id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _selection_colors(res: Resources) -> tuple[int, int]:
    """Ink and background of the selection bar: the accent or, in the dark theme, a raised bar."""
    c = res.colors
    return (c.text, c.raised) if res.dark else (c.on_accent, c.accent)


def _selection_bar(res: Resources, count: int) -> Element:
    ink, background = _selection_colors(res)
    title = res.digits(res.string("files.selected", count=count))
    return selection_bar(
        res, title, do(deselect),
        icon_button("delete", res.string("files.delete"), do(open_overlay, "delete"), ink,
                    id=ID + "action_menu_delete"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "selection"), ink),
        id=ID, label="files.done", close_id="android:id/action_mode_close_button", size=_title_size(res), fitted=True,
        ink=ink, background=background,
    )  # fmt: skip


def _breadcrumb(res: Resources, stack: tuple[str, ...], model: str) -> Element:
    c = res.colors
    parts: list[Element] = []
    for level, path in enumerate(stack):
        last = level == len(stack) - 1
        parts.append(
            Text(
                place_name(res, path, model), 14, c.text if last else c.secondary, 500 if last else 400, pad=(8, 14),
                tap=None if last else do(show_level, level), id=ID + "breadcrumb_text",
            )
        )  # fmt: skip
        if not last:
            parts.append(Icon("chevron_right", 18, c.secondary, id=ID + "breadcrumb_arrow"))
    return Scroll(
        Row(*parts, align="center", pad=(8, 0), class_name=""), key="way:" + stack[-1], axis="x", width=FILL,
        id=ID + "horizontal_breadcrumb",
    )  # fmt: skip


def _chips(res: Resources, chosen: str) -> Element:
    c = res.colors
    chips = []
    for name in CHIPS:
        on = name == chosen
        label = res.string(f"files.{name}")
        ink = c.accent if on else c.text
        mark = Icon("check" if on else documents.glyph(_TYPE_OF_CHIP[name]), 18, ink, class_name="")
        chips.append(
            Row(
                mark, Text(label, 14, ink, class_name=""), height=32, pad=(10, 0, 14, 0), gap=8, align="center",
                radius=8, background=(c.accent & 0xFFFFFF) | 0x26000000 if on else c.background,
                border=c.accent if on else c.divider, tap=do(choose_chip, name), checked=on, selected=on,
                description=label, class_name="android.widget.CompoundButton",
            )
        )  # fmt: skip
    return Scroll(
        Row(*chips, gap=8, pad=(16, 8), class_name="", id=ID + "search_chip_group"), key="chips", axis="x", width=FILL,
        class_name="android.widget.HorizontalScrollView",
    )  # fmt: skip


_TYPE_OF_CHIP = {
    "images": "image/png",
    "audio": "audio/mpeg",
    "videos": "video/mp4",
    "documents": "text/plain",
}


# The list


@component(512)
def _row(res: Resources, document: Document, time: str, chosen: bool, answers: bool) -> Element:
    c = res.colors
    glyph = documents.glyph(document.mime)
    mark: Element = (
        Icon("check_circle", 28, c.accent, id=ID + "icon_check")
        if chosen
        else Picture(document.picture, width=40, height=40, radius=4, id=ID + "icon_thumb")
        if document.picture
        else Icon(glyph, 28, tint(res, glyph), id=ID + "icon_mime")
    )
    texts = [Text(time, 12, c.secondary, id=ID + "date", lines=1)]
    if not document.is_directory:
        texts.append(Text(sizes.size_text(res, document.size), 12, c.secondary, id=ID + "size"))
        if res.width >= 300:
            texts.append(Text(documents.kind(res, document), 12, c.secondary, id=ID + "file_type", grow=1))
    return Row(
        Stack(mark, width=56, height=56, align="center", justify="center", id="android:id/icon"),
        Column(
            Text(document.name, 16, c.text, id="android:id/title"),
            Row(*texts, width=FILL, gap=12, id=ID + "line2"),
            grow=1, gap=2,
        ),
        width=FILL, height=64, pad=(8, 0, 16, 0), gap=8, align="center", tap=do(open_document, document.path),
        long_press=do(select, document.path), selected=chosen, enabled=answers, id=ID + "item_root",
        background=(c.accent & 0xFFFFFF) | 0x1F000000 if chosen else None,
    )  # fmt: skip


@component(512)
def _cell(res: Resources, document: Document, time: str, chosen: bool, answers: bool) -> Element:
    c = res.colors
    glyph = documents.glyph(document.mime)
    small = (
        Icon("check_circle", 24, c.accent, id=ID + "icon_check")
        if chosen
        else Icon(glyph, 24, tint(res, glyph), id=ID + "icon_mime_sm")
    )
    texts: list[Element] = [Text(document.name, 14, c.text, id="android:id/title")]
    thumbnail: tuple[Element, ...] = ()
    if not document.is_directory:
        details = Row(
            Text(sizes.size_text(res, document.size), 12, c.secondary, id=ID + "details"),
            Text(time, 12, c.secondary, id=ID + "date"),
            gap=8,
        )
        texts.append(Fitted(details, width=FILL))
        large: Element = Icon(glyph, 56, tint(res, glyph), id=ID + "icon_mime_lg")
        if document.picture:
            large = Picture(document.picture, width=FILL, height=112, id=ID + "icon_thumb")
        thumbnail = (
            Stack(large, width=FILL, height=112,
                  background=c.raised, align="center", justify="center", id=ID + "thumbnail"),
        )  # fmt: skip
    return Column(
        *thumbnail,
        Row(small, Column(*texts, grow=1, gap=2), width=FILL, height=56, pad=(12, 0), gap=10, align="center",
            id=ID + "nameplate"),
        width=FILL, border=c.accent if chosen else c.divider, radius=4, tap=do(open_document, document.path),
        long_press=do(select, document.path), selected=chosen, enabled=answers, id=ID + "item_root",
        background=(c.accent & 0xFFFFFF) | 0x1F000000 if chosen else None, class_name="android.widget.FrameLayout",
    )  # fmt: skip


def empty(res: Resources, text: str) -> Element:
    """The message of an empty place."""
    return empty_message(res, "folder", text, id=ID + "message")


def _items(
    res: Resources,
    found: tuple[Document, ...],
    grid: bool,
    chosen: tuple[str, ...],
    zone: str,
    today: int,
    key: str,
    only_folders: bool,
) -> Element:
    builder = _cell if grid else _row
    built = [
        builder(
            res, d, when(res, d.modified, zone, today), d.path in chosen, d.is_directory or not only_folders
        )
        for d in found
    ]
    if not grid:
        return scrolling(*built, key=key, id=ID + "dir_list", pad=(0, 0, 0, 16))
    columns = max(2, (res.width - 16) // _CELL)
    folders = sum(d.is_directory for d in found)
    parts = [
        Grid(*cells, columns=columns, width=FILL, gap=8, class_name="")
        for cells in (built[:folders], built[folders:])
        if cells
    ]
    return scrolling(*parts, key=key, id=ID + "dir_list", gap=8, pad=(12, 4, 12, 16))


def browser(
    res: Resources,
    stack: tuple[str, ...],
    model: str,
    found: tuple[Document, ...],
    grid: bool,
    chip: str,
    words: tuple[bool, str, bool],
    chosen: tuple[str, ...],
    zone: str,
    today: int,
    beside: bool,
    only_folders: bool = False,
) -> Element:
    """A place: its bar, the path, chips, and its content.

    ``words``: whether it is searching, the query, and the focus; ``beside``: whether the places are shown alongside;
    ``only_folders``: list other files, but don't react to taps on them.
    """
    searching, query, focused = words
    title = place_name(res, stack[-1], model)
    if chosen:
        bar = _selection_bar(res, len(chosen))
    elif searching:
        bar = _search_bar(res, query, focused)
    else:
        # Among the recent files there is nothing to sort and nowhere to make a folder.
        bar = _bar(res, title, bool(found) or stack != ("recent",), beside)
    parts: list[Element] = [bar]
    if len(stack) > 1:
        parts.append(_breadcrumb(res, stack, model))
    if not ROOTS[stack[0]].prefix:
        parts.append(_chips(res, chip))
    heading = (
        res.string("files.recent_files") if stack == ("recent",) else res.string("files.files_in", name=title)
    )
    view = (
        ("view_list", "list_view", "sub_menu_list") if grid else ("view_module", "grid_view", "sub_menu_grid")
    )
    parts.append(
        Row(
            Text(heading, 14, res.colors.secondary, 500, grow=1, id=ID + "header_title"),
            icon_button(view[0], res.string(f"files.{view[1]}"), do(switch_view), res.colors.secondary, id=ID + view[2],
                        class_name="android.widget.TextView"),
            width=FILL, height=48, pad=(16, 0, 4, 0), align="center", id=ID + "directory_header",
        )
    )  # fmt: skip
    if found:
        key = f"{'/'.join(stack)}:{chip}:{grid}"
        parts.append(_items(res, found, grid, chosen, zone, today, key, only_folders))
    elif query:
        parts.append(empty(res, res.string("files.no_matches", name=title)))
    else:
        parts.append(empty(res, res.string("files.empty")))
    bar_color = _selection_colors(res)[1] if chosen and not beside else None
    return page(res, *parts, bar=bar_color)
