"""Markor's main page: files with their bar, a note, or More, above the tabs."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset.apps.markor import listing
from bmoca_gym.handset.apps.markor.handlers import browsing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Entry, Order
from bmoca_gym.handset.apps.markor.notes import Note
from bmoca_gym.handset.apps.markor.screens import bars, editor, pages
from bmoca_gym.handset.apps.markor.screens.bars import Offer
from bmoca_gym.handset.apps.markor.state import ID, TABS
from bmoca_gym.handset.kits.moments import moment
from bmoca_gym.handset.kits.navigation import open_overlay, unmark
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system.files import STORAGE, shown
from bmoca_gym.handset.ui.components import bottom_tabs, empty_message, floating_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

GATHERED = {"recent": "go_to_recent_files", "favourites": "go_to_favourite_files"}


def folder_title(res: Resources, folder: str) -> str:
    """The name of a folder or a collection of files."""
    if folder in GATHERED:
        return res.string(f"markor.{GATHERED[folder]}")
    return res.string("markor.go_to_storage") if folder == STORAGE else posixpath.basename(folder)


def offers(count: int, favoured: bool) -> tuple[Offer, ...]:
    """The bar's actions for a number of selected files and folders."""
    if not count:
        return (
            Offer("go_to", "folder", do(open_overlay, "go_to")),
            Offer("sort", "sort", do(open_overlay, "sort")),
            Offer("search", "search", do(browsing.ask_for_words)),
            Offer("import", "", do(browsing.import_file)),
        )
    one = count == 1
    found = [
        Offer("delete_selected_items", "delete", do(open_overlay, "delete")),
        Offer("rename_selected_item", "drive_file_rename_outline", do(browsing.ask_for_name))
        if one
        else None,
        Offer("move_selected_items", "drive_file_move", do(browsing.carry, "move")),
        Offer("copy_selected_items", "content_copy", do(browsing.carry, "copy")),
        Offer("share_files", "share", do(browsing.share_files)),
        Offer("info_selected_item", "info", do(open_overlay, "info")) if one else None,
        Offer("favourite", "star" if favoured else "star_border", do(browsing.favour)),
        Offer("select_all", "select_all", do(browsing.select_all)),
    ]
    return tuple([offer for offer in found if offer is not None])


def go_to_menu(res: Resources) -> Element:
    """The places that the browser can show."""
    places = (
        ("go_to_storage", STORAGE), ("go_to_recent_files", "recent"), ("go_to_favourite_files", "favourites"),
        ("go_to_home", NOTEBOOK),
    )  # fmt: skip
    return bars.items(res, tuple([Offer(name, "", do(browsing.show_folder, to)) for name, to in places]))


def sort_menu(res: Resources, order: Order) -> Element:
    """The orders of the list."""
    keys = [
        Offer(f"sort_by_{key}", "", do(browsing.sort_by, key), on=order.key == key) for key in listing.KEYS
    ]
    flags = [
        Offer(f"sort_{name}", "", do(browsing.turn, name), on=bool(getattr(order, name)))
        for name in ("folder_first", "reverse", "dotfiles")
    ]
    return bars.items(res, (*keys, *flags))


def when(res: Resources, zone: str, wall: int) -> str:
    """The day and the time of a file."""
    at = moment(zone, wall)
    return f"{res.date(at.date(), 'yMd')}, {res.time(at.hour, at.minute)}"


@component(512)
def _row(res: Resources, entry: Entry, time: str, chosen: bool) -> Element:
    glyph = "check_circle" if chosen else "folder" if entry.is_folder else "description"
    spoken = res.string("markor.spoken_folder" if entry.is_folder else "markor.spoken_file", name=entry.name)
    return _item(
        res,
        entry.name,
        time,
        do(browsing.tap, entry.path),
        glyph,
        spoken,
        do(browsing.select, entry.path),
        chosen,
    )


def folder_row(res: Resources, name: str, about: str, tap: Callback) -> Element:
    """The row of a folder to open; ``..`` is the parent folder."""
    return _item(res, name, about, tap, "folder", res.string("markor.spoken_folder", name=name))


def _item(
    res: Resources, name: str, about: str, tap: Callback, glyph: str, spoken: str, long_press: Callback | None = None,
    chosen: bool = False,
) -> Element:  # fmt: skip
    c = res.colors
    mark = Icon(
        glyph,
        28,
        c.secondary if glyph == "description" else res.colors.accent,
        id=ID + "opoc_filesystem_item__image",
    )
    texts = (
        Text(name, 19, c.text, lines=2, id=ID + "opoc_filesystem_item__title"),
        Text(about, 15, c.secondary, lines=2, id=ID + "opoc_filesystem_item__description"),
    )
    return Row(
        mark, Column(*texts, grow=1, gap=2), width=FILL, pad=(16, 8), gap=16, align="center", tap=tap,
        long_press=long_press, selected=chosen, description=spoken, id=ID + "opoc_filesystem_item__root",
        background=c.raised if chosen else None,
    )  # fmt: skip


def _list(
    res: Resources, folder: str, found: tuple[Entry, ...], chosen: tuple[str, ...], zone: str
) -> Element:
    rows: list[Element] = []
    if folder.startswith("/") and folder != STORAGE:
        above = listing.parent(folder)
        rows.append(folder_row(res, "..", shown(above), do(browsing.show_folder, above)))
    rows += [_row(res, entry, when(res, zone, entry.modified), entry.path in chosen) for entry in found]
    if not found:
        rows.append(empty_message(res, "folder_open", res.string("markor.empty_directory"),
                                  id=ID + "empty_hint", grow=0, height=240))  # fmt: skip
    return scrolling(
        *rows, Spacer(width=FILL, height=80), key=folder, grow=0, height=FILL, id=ID + "ui__filesystem_dialog__list",
    )  # fmt: skip


def screen(
    res: Resources, folder: str, found: tuple[Entry, ...], chosen: tuple[str, ...], favoured: bool, zone: str
) -> Element:
    """The files of a folder."""
    if chosen:
        title = res.string("markor.items_selected", count=len(chosen))
        bar = bars.bar(res, title, offers(len(chosen), favoured), up=do(unmark), up_glyph="close")
    else:
        bar = bars.bar(res, folder_title(res, folder), offers(0, False))
    add = floating_button(
        res, "add", res.string("markor.create_new"), do(browsing.ask_for_file), ID + "fab_add_new_item",
    )  # fmt: skip
    over = Column(add, pad=16, class_name="")
    body = Stack(_list(res, folder, found, chosen, zone), over, width=FILL, grow=1, align="end", justify="end",
                 id=ID + "main__view_pager_container", class_name="androidx.viewpager.widget.ViewPager")  # fmt: skip
    return page(res, bar, body, _tabs(res, "files"))


def note_screen(
    res: Resources, tab: str, note: Note, viewed: bool, favoured: bool, focused: bool, action_bar: bool
) -> Element:
    """A note with its own tab."""
    parts = editor.parts(res, res.string(f"markor.{tab}"), note, viewed, focused, action_bar, favoured)
    tabs = () if focused else (_tabs(res, tab),)
    return page(res, *parts, *tabs)


def more_screen(res: Resources) -> Element:
    """Further pages of the app."""
    bar = bars.bar(res, res.string("markor.more"), ())
    return page(res, bar, pages.more_list(res), _tabs(res, "more"))


def _tabs(res: Resources, tab: str) -> Element:
    ids = {"files": "nav_notebook"}
    tabs = tuple(
        (
            res.string(f"markor.{name}"),
            glyph,
            ID + ids.get(name, f"nav_{name}"),
            do(browsing.choose_tab, name),
        )
        for name, glyph in TABS.items()
    )
    return bottom_tabs(
        res,
        tabs,
        list(TABS).index(tab),
        id=ID + "bottom_navigation_bar",
        class_name="android.widget.FrameLayout",
    )
