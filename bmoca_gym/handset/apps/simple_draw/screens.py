"""Simple Draw Pro's canvas with its tools, its dialogs, and its settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_draw import state
from bmoca_gym.handset.apps.simple_draw.state import (
    COLORS,
    ID,
    SUFFIXES,
    SWITCHES,
    THICK,
    THIN,
    folder_name,
)
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.drawing import Drawing, Stroke
from bmoca_gym.handset.kits.switches import switches_page
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    icon_button,
    menu,
    page,
    scrolling,
    slider,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

ORANGE = 0xFFF57C00
_KEYBOARD = 335  # dp: about what it takes, with the bars


def screen(
    res: Resources, strokes: tuple[Stroke, ...], undone: bool, background: int, color: int, width: int, eraser: bool,
    brush: bool,
) -> Element:  # fmt: skip
    """The sheet, with the drawing tools above it."""
    c = res.colors
    bar = toolbar(
        res, res.string("simple_draw.app_name"),
        icon_button("save", res.string("simple_draw.save"), do(state.ask_to_save), c.text, id=ID + "menu_save",
                    class_name="android.widget.Button"),
        icon_button("share", res.string("simple_draw.share"), do(state.share_drawing), c.text, id=ID + "menu_share",
                    class_name="android.widget.Button"),
        icon_button("more_vert", res.string("common.more_options"), do(state.open_overlay, "menu"), c.text, width=40),
        id=ID + "main_toolbar",
    )  # fmt: skip
    sheet = Drawing(strokes, width=FILL, height=FILL, background=background, tap=do(state.draw), drag=do(state.draw),
                    id=ID + "my_canvas")  # fmt: skip
    # What lies over the sheet is no larger than it looks: all else takes touches.
    above = _tools(res, bool(strokes), undone, background, color, eraser)
    tools = Stack(sheet, above, width=FILL, height=FILL, align="end", class_name="")
    over = (_brush(res, color, width),) if brush else ()
    held = Stack(tools, *over, width=FILL, grow=1, align="center", justify="end", id=ID + "main_holder",
                 class_name="android.widget.RelativeLayout")  # fmt: skip
    return page(res, bar, held)


def _tools(res: Resources, drawn: bool, undone: bool, background: int, color: int, eraser: bool) -> Element:
    ink = 0xFF424242

    def tool(glyph: str, name: str, tap: Any, chosen: bool = False, enabled: bool = True) -> Element:
        return icon_button(
            glyph, res.string(f"simple_draw.{name}"), tap, ORANGE if chosen else ink, id=ID + name, width=40, height=40,
            background=0xC0FFFFFF, radius=20, selected=chosen, enabled=enabled,
            class_name="android.widget.ImageView",
        )  # fmt: skip

    parts: list[Element] = []
    if undone:
        parts.append(tool("redo", "redo", do(state.redo)))
    if drawn:
        parts.append(tool("undo", "undo", do(state.undo)))
    parts += [
        tool("format_color_fill", "bucket_fill", do(state.fill), enabled=drawn or color != background),
        tool("auto_fix_normal", "eraser", do(state.erase), eraser),
        Spacer(width=36, height=36, radius=18, background=color, border=0xFF9E9E9E, tap=do(state.open_overlay, "color"),
               id=ID + "color_picker", description=res.string("simple_draw.color_picker"),
               class_name="android.widget.ImageView"),
    ]  # fmt: skip
    return Row(*parts, pad=(8, 8), gap=6, align="center", class_name="")


def _brush(res: Resources, color: int, width: int) -> Element:
    room = min(240, res.width - 96)
    bar = slider(res, width, THIN, THICK, room, do(state.set_width, room), id=ID + "stroke_width_bar",
                 description=res.string("simple_draw.brush"))  # fmt: skip
    side = max(4.0, width * 0.4)
    shown = Stack(Spacer(width=side, height=side, radius=side / 2, background=color), width=44, height=44, radius=22,
                  border=0xFF9E9E9E, background=0xC0FFFFFF, align="center", justify="center",
                  id=ID + "stroke_width_preview", class_name="android.widget.ImageView")  # fmt: skip
    return Column(shown, bar, pad=(0, 0, 0, 8), align="center", class_name="")


def overflow(res: Resources) -> Element:
    """Further actions on the sheet."""
    items = (
        (res.string("simple_draw.clear"), do(state.open_overlay, "clear")),
        (res.string("simple_draw.change_background"), do(state.open_overlay, "background")),
        (res.string("simple_draw.settings"), do(state.open_settings)),
    )
    return menu(res, items, do(state.close_overlay), width=240)


def palette(res: Resources, name: str, chosen: int) -> Element:
    """The colours of the brush, or of the sheet."""
    close = do(state.close_overlay)
    cells = [
        Stack(
            Icon("check", 24, 0xFF9E9E9E, class_name="") if color == chosen else Spacer(width=1, height=1),
            width=44, height=44, radius=22, background=color, border=0xFF9E9E9E, align="center", justify="center",
            tap=do(state.choose, name, color), selected=color == chosen, id=ID + "color",
            description=f"#{color & 0xFFFFFF:06X}", class_name="android.widget.ImageView",
        )
        for color in COLORS
    ]  # fmt: skip
    return dialog_card(
        res, Grid(*cells, columns=5, gap=8, width=FILL), dismiss=close,
        title=res.string("simple_draw.color_picker" if name == "color" else "simple_draw.change_background"),
        buttons=(text_button(res, res.string("common.cancel"), close, id="android:id/button2"),),
    )  # fmt: skip


def save_dialog(res: Resources, name: str, suffix: str, folder: str, focused: bool) -> Element:
    """Folder, name and format for saving the drawing."""
    c, close = res.colors, do(state.close_overlay)
    field = TextField(
        name, "name", do(state.type_name), focused=focused, accent=ORANGE, color=c.text, size=16, width=FILL,
        pad=(4, 10), on_submit=do(state.save), id=ID + "save_image_filename",
    )  # fmt: skip
    kinds = [
        Row(choice(res, one, one == suffix, do(state.choose, "suffix", one)), width=FILL, class_name="",
            id=ID + f"save_image_radio_{one[1:]}")
        for one in SUFFIXES
    ]  # fmt: skip
    place = Text(f"{res.string('simple_draw.storage')}/{folder_name(folder)}", 16, c.text, lines=2, width=FILL,
                 pad=(4, 10), tap=do(state.open_overlay, "folder"), id=ID + "save_image_path")  # fmt: skip
    parts = (
        Text(res.string("simple_draw.path"), 13, c.secondary, id=ID + "save_image_path_label"), place,
        Text(res.string("simple_draw.file_name"), 13, c.secondary, id=ID + "save_image_label"), field, *kinds,
    )  # fmt: skip
    room = res.height - (_KEYBOARD if focused else 0) - 180
    body = scrolling(*parts, key="save", grow=0, height=min(290.0, max(110.0, room)),
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(
        res, body, dismiss=close, title=res.string("simple_draw.save_as"),
        buttons=(
            text_button(res, res.string("common.cancel"), close, id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(state.save), id="android:id/button1"),
        ),
    )  # fmt: skip


def folder_dialog(res: Resources, found: tuple[str, ...], chosen: str) -> Element:
    """The folders to save in."""
    close = do(state.open_overlay, "save")
    rows = [choice(res, folder_name(one), one == chosen, do(state.choose, "folder", one)) for one in found]
    body = scrolling(*rows, key="folders", grow=0, height=min(44.0 * len(rows), max(120.0, res.height - 220)),
                     class_name="android.widget.ScrollView")  # fmt: skip
    return dialog_card(
        res, body, dismiss=close, title=res.string("simple_draw.storage"),
        buttons=(text_button(res, res.string("common.cancel"), close, id="android:id/button2"),),
    )  # fmt: skip


def question(res: Resources, name: str) -> Element:
    """Whether the sheet shall be cleared, or a file be written over."""
    close = do(state.close_overlay) if name == "clear" else do(state.open_overlay, "save")
    answer = do(state.clear) if name == "clear" else do(state.save)
    return dialog_card(
        res, Text(res.string(f"simple_draw.{name}_question"), 16, res.colors.text, lines=4, id=ID + "message"),
        dismiss=close,
        buttons=(
            text_button(res, res.string("common.cancel"), close, id="android:id/button2"),
            text_button(res, res.string("common.ok"), answer, id="android:id/button1"),
        ),
    )  # fmt: skip


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    switches = tuple(zip(SWITCHES, values, strict=True))
    return switches_page(res, "simple_draw", switches, state.switch, do(state.leave), ORANGE, ID)
