"""Downloads, and the context menu of links and pictures in a page."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers.browsing import leave
from bmoca_gym.handset.apps.chrome.handlers.downloads import (
    copy,
    download_page,
    download_picture,
    open_apart,
    open_file,
    share_link,
)
from bmoca_gym.handset.apps.chrome.state import ID
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.kits.web import Block
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.system import documents
from bmoca_gym.handset.ui.components import dialog_card, empty_message, list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do

_GLYPHS = {"image": "image", "text": "description"}
#: dp beside the menu of a link or a picture, and its greatest width (context_menu_lateral_margin and _max_width).
_MENU_MARGIN, _MENU_WIDTH = 40, 500


def _item(res: Resources, name: str, tap: Callback) -> Element:
    text = Text(res.string(f"chrome.{name}"), 16, res.colors.text, lines=2, grow=1, id=ID + "menu_row_text")
    return Row(text, width=FILL, pad=(0, 13), align="center", tap=tap)


def _menu_width(res: Resources) -> float:
    return min(_MENU_WIDTH, res.width - 2 * _MENU_MARGIN)


def _picture_menu(res: Resources, block: Block) -> Element:
    items = [_item(res, "download_image", do(download_picture, block.text))] if "/" in block.text else []
    return dialog_card(res, *items, dismiss=CLOSE, width=_menu_width(res))


def _link_menu(res: Resources, block: Block) -> Element:
    to = block.to
    return dialog_card(
        res,
        Text(web.short_address(to), 14, res.colors.secondary, lines=2, pad=(0, 0, 0, 8), id=ID + "menu_header_url"),
        _item(res, "open_in_new_tab", do(open_apart, to, False)),
        _item(res, "open_in_incognito_tab", do(open_apart, to, True)),
        _item(res, "copy_link_address", do(copy, to)),
        _item(res, "copy_link_text", do(copy, block.text)),
        _item(res, "download_link", do(download_page, to)),
        _item(res, "share_link", do(share_link, to)),
        dismiss=CLOSE, title=block.text, width=_menu_width(res),
    )  # fmt: skip


_MENUS = {"image": _picture_menu, "link": _link_menu}


def menu(res: Resources, dark: bool, block: Block) -> Element:
    """The menu of a link or a picture."""
    return _MENUS[block.kind](look(res, dark), block)


def screen(res: Resources, dark: bool, found: tuple[tuple[str, str, str], ...]) -> Element:
    """The list of downloads: path, name and day of each."""
    res = look(res, dark)
    bar = toolbar(res, res.string("chrome.downloads"), up=do(leave), id=ID + "action_bar")
    if not found:
        return page(res, bar, empty_message(res, "download", res.string("chrome.no_downloads")))
    rows = [
        list_row(
            res, name, day, tap=do(open_file, path), title_id=ID + "title", summary_id=ID + "caption",
            icon=_GLYPHS.get(documents.type_of(path).partition("/")[0], "insert_drive_file"),
        )
        for path, name, day in found
    ]  # fmt: skip
    return page(res, bar, scrolling(*rows, key="downloads", id=ID + "download_list"))
