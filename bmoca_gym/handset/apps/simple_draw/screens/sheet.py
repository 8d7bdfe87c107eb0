"""Simple Draw Pro's sheet with its tools, and its settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_draw import handlers
from bmoca_gym.handset.apps.simple_draw.state import ID, SWITCHES, THICK, THIN
from bmoca_gym.handset.kits.drawing import Drawing, Stroke
from bmoca_gym.handset.kits.navigation import LEAVE, open_overlay
from bmoca_gym.handset.kits.switches import check_boxes_page, switch
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, page, slider, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.value import do


def screen(
    res: Resources, strokes: tuple[Stroke, ...], undone: bool, background: int, color: int, width: int, eraser: bool,
    brush: bool,
) -> Element:  # fmt: skip
    """The sheet, with the drawing tools above it."""
    c = res.colors
    bar = toolbar(
        res, res.string("simple_draw.app_name"),
        icon_button("save", res.string("simple_draw.save"), do(handlers.ask_to_save), c.text, id=ID + "menu_save",
                    class_name="android.widget.Button"),
        icon_button("share", res.string("simple_draw.share"), do(handlers.share_drawing), c.text, id=ID + "menu_share",
                    class_name="android.widget.Button"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text, width=40),
        id=ID + "main_toolbar",
    )  # fmt: skip
    draw = do(handlers.draw)
    sheet = Drawing(strokes, width=FILL, height=FILL, background=background, tap=draw, drag=draw,
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
            glyph, res.string(f"simple_draw.{name}"), tap, res.colors.accent if chosen else ink, id=ID + name,
            width=40, height=40,
            background=0xC0FFFFFF, radius=20, selected=chosen, enabled=enabled,
            class_name="android.widget.ImageView",
        )  # fmt: skip

    parts: list[Element] = []
    if undone:
        parts.append(tool("redo", "redo", do(handlers.redo)))
    if drawn:
        parts.append(tool("undo", "undo", do(handlers.undo)))
    parts += [
        tool("format_color_fill", "bucket_fill", do(handlers.fill), enabled=drawn or color != background),
        tool("auto_fix_normal", "eraser", do(handlers.erase), eraser),
        Spacer(width=36, height=36, radius=18, background=color, border=0xFF9E9E9E, tap=do(open_overlay, "color"),
               id=ID + "color_picker", description=res.string("simple_draw.color_picker"),
               class_name="android.widget.ImageView"),
    ]  # fmt: skip
    return Row(*parts, pad=(8, 8), gap=6, align="center", class_name="")


def _brush(res: Resources, color: int, width: int) -> Element:
    room = min(240, res.width - 96)
    bar = slider(res, width, THIN, THICK, room, do(handlers.set_width, room), id=ID + "stroke_width_bar",
                 description=res.string("simple_draw.brush"))  # fmt: skip
    side = max(4.0, width * 0.4)
    shown = Stack(Spacer(width=side, height=side, radius=side / 2, background=color), width=44, height=44, radius=22,
                  border=0xFF9E9E9E, background=0xC0FFFFFF, align="center", justify="center",
                  id=ID + "stroke_width_preview", class_name="android.widget.ImageView")  # fmt: skip
    return Column(shown, bar, pad=(0, 0, 0, 8), align="center", class_name="")


#: What the ids of the settings call switches.
_IDS = {"show_brush": "show_brush_size"}


def settings(res: Resources, values: tuple[bool, ...]) -> Element:
    """The switches, in the order of `SWITCHES`."""
    return check_boxes_page(res, "simple_draw", SWITCHES, values, switch, LEAVE, ID, _IDS)
