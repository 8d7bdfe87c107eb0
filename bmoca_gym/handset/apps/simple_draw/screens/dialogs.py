"""Simple Draw Pro's menu and dialogs: colours, the file, questions."""

from __future__ import annotations

from collections.abc import Callable
from posixpath import basename

from bmoca_gym.handset.apps.simple_draw import handlers
from bmoca_gym.handset.apps.simple_draw.state import COLORS, ID, SUFFIXES, SimpleDraw
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.questions import buttons, cancel, lined, question
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, ink_on, menu, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import dialog_width
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

_SWATCH = 44  # dp: of a colour; a cell of the grid may be wider
_IN_A_ROW, _BETWEEN, _EDGES = 5, 8, 48  # colours; dp between two, and at both edges of a dialog


def overflow(res: Resources) -> Element:
    """Further actions on the sheet."""
    items = (
        (res.string("simple_draw.clear"), do(open_overlay, "clear")),
        (res.string("simple_draw.change_background"), do(open_overlay, "background")),
        (res.string("simple_draw.settings"), do(handlers.open_settings)),
    )
    return menu(res, items, CLOSE)


def brush_palette(res: Resources, chosen: int) -> Element:
    """The colours of the brush."""
    return _palette(res, "color_picker", chosen, handlers.choose_color)


def sheet_palette(res: Resources, chosen: int) -> Element:
    """The colours of the sheet."""
    return _palette(res, "change_background", chosen, handlers.choose_background)


def _palette(res: Resources, title: str, chosen: int, choose: Callable[..., Next[SimpleDraw]]) -> Element:
    room = min(dialog_width(res), res.width - 24) - _EDGES - (_IN_A_ROW - 1) * _BETWEEN
    size = min(float(_SWATCH), room // _IN_A_ROW)  # a circle on narrow screens, too
    cells = [
        Column(
            Stack(
                Icon("check", 24, ink_on(color), class_name="") if color == chosen else Spacer(width=1, height=1),
                width=size, height=size, radius=size / 2, background=color, border=0xFF9E9E9E, align="center",
                justify="center", tap=do(choose, color), selected=color == chosen,
                description=f"#{color & 0xFFFFFF:06X}", class_name="android.widget.ImageView",
            ),
            align="center", class_name="",
        )
        for color in COLORS
    ]  # fmt: skip
    return dialog_card(
        res, Grid(*cells, columns=_IN_A_ROW, gap=_BETWEEN, width=FILL), dismiss=CLOSE,
        title=res.string(f"simple_draw.{title}"),
        buttons=(cancel(res),),
    )  # fmt: skip


def save_dialog(res: Resources, name: str, suffix: str, folder: str, focused: bool) -> Element:
    """Folder, name and format for saving the drawing."""
    c = res.colors
    field = TextField(
        name, "name", do(handlers.type_name), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
        pad=(4, 10), on_submit=do(handlers.save), id=ID + "save_image_filename",
    )  # fmt: skip
    kinds = [
        Row(choice(res, one, one == suffix, do(handlers.choose_file, "suffix", one)), width=FILL, class_name="",
            id=ID + f"save_image_radio_{one[1:]}")
        for one in SUFFIXES
    ]  # fmt: skip
    place = Text(f"{res.string('simple_draw.storage')}/{basename(folder)}", 16, c.text, lines=2, width=FILL,
                 pad=(4, 10), tap=do(open_overlay, "folder"), id=ID + "save_image_path")  # fmt: skip
    parts = (
        Text(res.string("simple_draw.path"), 13, c.secondary), place,
        Text(res.string("simple_draw.file_name"), 13, c.secondary), lined(res, field), *kinds,
    )  # fmt: skip
    body = scrolling(*parts, key="save", grow=0,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("simple_draw.save_as"),
        buttons=buttons(res, "common.ok", do(handlers.save)),
    )  # fmt: skip


def folder_dialog(res: Resources, found: tuple[str, ...], chosen: str) -> Element:
    """The folders to save in."""
    rows = [
        choice(res, basename(one), one == chosen, do(handlers.choose_file, "folder", one)) for one in found
    ]
    body = scrolling(*rows, key="folders", grow=0,
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(
        res, body, dismiss=CLOSE, title=res.string("simple_draw.storage"),
        buttons=(cancel(res),),
    )  # fmt: skip


def clear_dialog(res: Resources) -> Element:
    """Ask before the sheet is cleared."""
    text = res.string("simple_draw.clear_question")
    return question(res, text, "common.ok", do(handlers.clear), id=ID + "message")


def overwrite_dialog(res: Resources) -> Element:
    """Ask before a file is overwritten."""
    text, close = res.string("simple_draw.overwrite_question"), do(open_overlay, "save")
    return question(res, text, "common.ok", do(handlers.save, True), close, id=ID + "message")
