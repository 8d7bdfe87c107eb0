"""Bookmarks: folders, their content, and actions on a bookmark."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers.bookmarks import delete, open_folder, up, visit_apart
from bmoca_gym.handset.apps.chrome.handlers.browsing import leave
from bmoca_gym.handset.apps.chrome.handlers.history import visit
from bmoca_gym.handset.apps.chrome.screens.history import empty
from bmoca_gym.handset.apps.chrome.state import BOOKMARKS_BAR, ID, MOBILE_BOOKMARKS, OTHER_BOOKMARKS, Bookmark
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.sites import site_mark
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

#: The folders that are always there, in the order of the list, and their names in the catalogue.
ROOTS = {
    MOBILE_BOOKMARKS: "mobile_bookmarks",
    BOOKMARKS_BAR: "bookmarks_bar",
    OTHER_BOOKMARKS: "other_bookmarks",
}
_ROW = "android.view.ViewGroup"


def _folder(res: Resources, id: int, name: str, count: int, more: Element | None) -> Element:
    c = res.colors
    below = res.string("chrome.bookmark_count", count=count, shown=res.digits(str(count)))
    return Row(
        Icon("folder", 32, c.secondary, class_name=""),
        Column(Text(name, 16, c.text, id=ID + "title"),
               Text(below if count else res.string("chrome.no_bookmarks"), 14, c.secondary, id=ID + "description"),
               grow=1, gap=2, class_name=""),
        *((more,) if more is not None else ()),
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=16, align="center", tap=do(open_folder, id), class_name=_ROW,
    )  # fmt: skip


@component(256)
def _row(res: Resources, mark: Bookmark, count: int) -> Element:
    c = res.colors
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "bookmark", mark.id),
                       c.secondary, id=ID + "more", width=40)  # fmt: skip
    if not mark.address:
        return _folder(res, mark.id, mark.title, count, more)
    return Row(
        site_mark(mark.address, 32),
        Column(Text(mark.title, 16, c.text, id=ID + "title"),
               Text(web.host_of(mark.address), 14, c.secondary, id=ID + "description"), grow=1, gap=2, class_name=""),
        more,
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=16, align="center", tap=do(visit, mark.address), class_name=_ROW,
    )  # fmt: skip


def screen(res: Resources, dark: bool, marks: tuple[Bookmark, ...], folder: int) -> Element:
    """A folder, or the list of top-level folders."""
    res = look(res, dark)
    c = res.colors

    def count(id: int) -> int:
        return sum(mark.parent == id for mark in marks)

    if folder in ROOTS:
        title = res.string(f"chrome.{ROOTS[folder]}")
    else:
        title = next((mark.title for mark in marks if mark.id == folder), res.string("chrome.bookmarks"))
    bar = toolbar(
        res, title, icon_button("close", res.string("chrome.close"), do(leave), c.text, id=ID + "close_menu_id"),
        up=do(up) if folder else None, id=ID + "action_bar",
    )  # fmt: skip
    if folder:
        rows = [_row(res, mark, count(mark.id)) for mark in marks if mark.parent == folder]
    else:
        rows = [
            _folder(res, id, res.string(f"chrome.{name}"), count(id), None)
            for id, name in ROOTS.items()
            if count(id) or id == MOBILE_BOOKMARKS
        ]
    if not rows:
        return page(res, bar, empty(res, "star_border", res.string("chrome.no_bookmarks")))
    rows.append(Spacer(width=1, height=24))
    return page(res, bar, scrolling(*rows, key="bookmarks", id=ID + "selectable_list_recycler_view"))


def bookmark_dialog(res: Resources, dark: bool, mark: Bookmark) -> Element:
    """A dialog with the actions on a bookmark."""
    res = look(res, dark)
    c = res.colors

    def item(name: str, tap: Callback) -> Element:
        text = Text(res.string(f"chrome.{name}"), 16, c.text, lines=2, grow=1, id=ID + "menu_item_text")
        return Row(text, width=FILL, height=48, align="center", tap=tap)  # fmt: skip

    apart = (item("open_in_new_tab", do(visit_apart, mark.address)),) if mark.address else ()
    return dialog_card(
        res,
        *apart,
        item("delete", do(delete, mark.id)),
        dismiss=CLOSE,
        title=mark.title,
        width=300,
    )
