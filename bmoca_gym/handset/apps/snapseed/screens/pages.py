"""Snapseed's screens: start, list of pictures, editor with tabs, open tool."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.snapseed import handlers
from bmoca_gym.handset.apps.snapseed.pixels import Edited
from bmoca_gym.handset.apps.snapseed.screens.widgets import CropPicture, FittedPicture
from bmoca_gym.handset.apps.snapseed.state import ID, Draft, several
from bmoca_gym.handset.apps.snapseed.themes import page
from bmoca_gym.handset.apps.snapseed.tools import LOOKS, TOOLS, Edit, style_label
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay
from bmoca_gym.handset.providers.pictures import Photo
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, list_row, scrolling, toolbar
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Grid,
    LeftToRight,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
)
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do

#: Sides of thumbnails and the height of the bar at the bottom, dp.
_THUMB, _BAR = 64, 56
_LOOK = 72
#: Screens narrower than this (dp) have smaller letters where words stand side by side.
_NARROW = 300


def _top_bar(res: Resources, editing: bool) -> Element:
    c = res.colors
    edits = icon_button(
        "layers",
        res.string("snapseed.edit_stack"),
        do(open_overlay, "stack"),
        c.text,
        id=ID + "edit_stack_button",
    )
    opened = do(open_overlay, "open")
    return Row(
        Text(res.string("snapseed.open").upper(), 14, c.text, 500, pad=(16, 14), tap=opened, id=ID + "open_button",
             class_name="android.widget.Button"),
        Spacer(grow=1, height=1),
        *((edits,) if editing else ()),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text,
                    id=ID + "overflow_button"),
        width=FILL, height=_BAR, align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip


def welcome(res: Resources) -> Element:
    """Nothing is open yet: a tap anywhere leads to choosing a picture."""
    c = res.colors
    return page(
        res,
        _top_bar(res, False),
        Column(
            Stack(
                Icon("add_a_photo", 56, c.surface, class_name=""),
                width=128, height=128, radius=64, background=c.disabled, align="center", justify="center",
                id=ID + "logo_view", class_name="android.widget.ImageView",
            ),
            Text(res.string("snapseed.tap_to_open"), 16, c.secondary, lines=3, align="center", pad=(32, 24, 32, 0),
                 id=ID + "logo_text"),
            width=FILL, grow=1, align="center", justify="center", tap=do(handlers.pick), id=ID + "empty_view",
            description=res.string("snapseed.tap_to_open"), pad=(0, 0, 0, 56),
        ),
        id=ID + "welcome_root",
    )  # fmt: skip


# Choosing a picture


@component(128)
def _photo(res: Resources, photo: Photo) -> Element:
    return Column(
        Picture(Edited(photo.picture), width=FILL, height=104, id=ID + "icon_thumb", class_name=""),
        Text(photo.name, 13, res.colors.text, pad=(8, 8), id="android:id/title"),
        tap=do(handlers.choose, photo.path), description=photo.name, background=res.colors.surface,
        border=res.colors.divider, id=ID + "item_root", class_name="android.widget.LinearLayout",
    )  # fmt: skip


def picker(res: Resources, photos: tuple[Photo, ...]) -> Element:
    """The phone's pictures, newest first."""
    bar = toolbar(res, res.string("snapseed.choose_photo"), up=do(leave_page), id=ID + "toolbar")
    if not photos:
        empty = Text(
            res.string("snapseed.no_photos"), 16, res.colors.secondary, align="center", lines=3, pad=24
        )
        return page(res, bar, Stack(empty, width=FILL, grow=1, align="center", justify="center"))
    cells = [_photo(res, photo) for photo in photos]
    grid = Grid(*cells, columns=max(2, res.width // 180), gap=8, width=FILL, pad=8, class_name="")
    return page(res, bar, scrolling(grid, key="photos", id=ID + "dir_list"))


# The editor


def _tab(res: Resources, name: str, chosen: bool) -> Element:
    c = res.colors
    label = res.string(f"snapseed.{name}")
    narrow = res.width < _NARROW
    # On a narrow screen each is as wide as its word, for the longest to be read.
    return Text(
        label if narrow else label.upper(), 12 if narrow else 14, c.accent if chosen else c.secondary, 500,
        grow=0 if narrow else 1, height=_BAR, align="center", pad=(12 if narrow else 4, 0),
        tap=do(handlers.show_panel, name), selected=chosen, id=ID + f"{name}_button",
    )  # fmt: skip


def _decision(res: Resources, *middle: Element) -> Element:
    """The bar that ends a look or a tool: cancel, other actions, apply."""
    c = res.colors
    return Row(
        icon_button("close", res.string("common.cancel"), do(handlers.cancel), c.text, id=ID + "cancel_button"),
        *middle,
        icon_button("check", res.string("snapseed.apply"), do(handlers.apply), c.accent, id=ID + "apply_button"),
        width=FILL, height=_BAR, pad=(12, 0), align="center", background=c.surface, id=ID + "bottom_bar",
    )  # fmt: skip


@component(256)
def _sample(
    res: Resources, picture: Edited, label: str, chosen: bool, size: int, tap: Callback, name: str
) -> Element:
    """A thumbnail with its name."""
    c = res.colors
    return Column(
        Picture(picture, width=size, height=size, class_name="android.widget.ImageView", id=ID + "thumbnail"),
        Text(label, 12, c.accent if chosen else c.secondary, 500, width=size + 8, align="center", pad=(0, 5),
             selected=chosen, id=ID + "title"),
        Spacer(width=size, height=3, background=c.accent if chosen else None),
        width=size + 8, align="center", tap=tap, selected=chosen, description=label, id=ID + name,
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _strip(res: Resources, *samples: Element, key: str) -> Element:
    row = Row(*samples, gap=4, pad=(8, 8, 8, 2), class_name="")
    return Scroll(
        row, key, "x", width=FILL, height=_LOOK + 40, background=res.colors.surface, id=ID + "style_list_view"
    )


def _looks(res: Resources, picture: Edited, chosen: int) -> Element:
    samples = [
        _sample(
            res, Edited(picture.data, (*picture.edits, Edit("look", (), i))), res.string(f"snapseed.{name}"),
            i == chosen, _LOOK, do(handlers.try_look, i), f"look_{name}",
        )
        for i, name in enumerate(LOOKS)
    ]  # fmt: skip
    return _strip(res, *samples, key="looks")


def _columns(res: Resources) -> int:
    return max(3, min(8, res.width // 88))


@component(4)
def _tools(res: Resources) -> Element:
    c = res.colors
    size = 10 if res.width < _NARROW else 12
    names = {name: res.string(f"snapseed.{name}") for name in TOOLS}
    cells = [
        Column(
            Icon(tool.glyph, 28, c.text, class_name="android.widget.ImageView"),
            Text(names[name], size, c.text, lines=2, align="center", width=FILL, id=ID + "title"),
            tap=do(handlers.open_tool, name), pad=(1, 12), gap=6, align="center", id=ID + f"tool_{name}", height=86,
            description=names[name], class_name="android.widget.LinearLayout",
        )
        for name, tool in TOOLS.items()
    ]  # fmt: skip
    return Grid(*cells, columns=_columns(res), width=FILL, pad=(4, 4), class_name="")


def _export(res: Resources) -> tuple[Element, ...]:
    return tuple(
        list_row(res, res.string(f"snapseed.{name}"), res.string(f"snapseed.{name}_summary"), icon=glyph,
                 tap=do(handlers.save, resized), id=ID + f"{name}_item", title_id=ID + "title")
        for name, glyph, resized in (("save", "save_alt", False), ("export", "photo_size_select_large", True))
    )  # fmt: skip


def editor(res: Resources, picture: Edited, before: tuple[Edit, ...], panel: str, look: int) -> Element:
    """The picture and the tabs. ``before``: the edits without the look being tried."""
    parts: list[Element] = [_top_bar(res, True), _image(res, FittedPicture(picture, id=ID + "image_view"))]
    if panel == "looks":
        parts.append(_looks(res, Edited(picture.data, before), look))
    elif panel == "tools":
        # A part of the picture is always seen.
        room = res.height - STATUS_HEIGHT - 2 * _BAR - 48 - 90
        rows = -(-len(TOOLS) // _columns(res))
        tall = min(360, 86 * rows + 8, room)
        parts.append(
            scrolling(_tools(res), key="tools", grow=0, height=tall, background=res.colors.surface,
                      id=ID + "tools_list_view")
        )  # fmt: skip
    elif panel == "export":
        parts.append(
            scrolling(*_export(res), key="export", grow=0, background=res.colors.surface,
                      id=ID + "export_list_view")
        )  # fmt: skip
    if look >= 0:
        parts.append(_decision(res, Spacer(grow=1, height=1)))
    else:
        tabs = [_tab(res, name, panel == name) for name in ("looks", "tools", "export")]
        between = [Spacer(grow=1, height=1)] if res.width < _NARROW else []
        row = [tabs[0], *between, tabs[1], *between, tabs[2]]
        parts.append(Row(*row, width=FILL, height=_BAR, background=res.colors.surface, id=ID + "tab_bar"))
    return page(res, *parts, id=ID + "editor_root")


def _image(res: Resources, picture: Element, **options: Any) -> Element:
    return Stack(
        picture, width=FILL, grow=1, align="center", justify="center", pad=8, id=ID + "image_container",
        class_name="android.widget.FrameLayout", **options,
    )  # fmt: skip


# An open tool


def signed(res: Resources, number: int) -> str:
    """A value with its sign, in the locale's digits; isolated for right-to-left lines."""
    sign = "+" if number > 0 else "\u2212" if number < 0 else ""
    return "\u2066" + res.digits(f"{sign}{abs(number)}") + "\u2069"


def _value(res: Resources, draft: Draft) -> Element:
    """The parameter that a drag changes, its value, and a bar of that length."""
    c = res.colors
    parameter = TOOLS[draft.edit.tool].parameters[draft.parameter]
    number = draft.edit.values[draft.parameter]
    shares = [(limit - parameter.low) / (parameter.high - parameter.low) for limit in (0, number)]
    left, right = sorted(shares)
    length = min(240, res.width - 48)
    line = Row(
        Spacer(width=length * left, height=3, background=c.divider),
        Spacer(width=length * (right - left), height=3, background=c.accent),
        Spacer(width=length * (1 - right), height=3, background=c.divider),
        class_name="",
    )
    text = f"{res.string(f'snapseed.{parameter.name}')} {signed(res, number)}"
    return Column(
        Text(text, 16, c.text, 500, align="center", id=ID + "param_value", pad=(16, 0)),
        LeftToRight(line),
        width=FILL, height=_BAR, align="center", justify="center", gap=6, id=ID + "param_bar",
    )  # fmt: skip


def _styles(res: Resources, before: Edited, edit: Edit) -> Element:
    tool = TOOLS[edit.tool]
    samples = []
    for i in range(len(tool.styles)):
        sample = Edited(before.data, (*before.edits, Edit(edit.tool, tool.first.values, i)))
        label = style_label(res, edit.tool, i)
        samples.append(
            _sample(res, sample, label, i == edit.style, _THUMB, do(handlers.choose_style, i), "style_item")
        )
    return _strip(res, *samples, key=f"styles:{edit.tool}")


#: Buttons of tools that turn a value: its position and the number of its turns, glyph, label
#: and id, and whether the button is selected where the value is not 0.
_TURNS = {
    "crop": ((0, 2, "crop_rotate", "rotate", "aspect_ratio_rotate", False),),
    "rotate": (
        (0, 4, "rotate_right", "rotate_right", "rotate_button", False), (1, 2, "flip", "flip", "flip_button", True),
    ),
}  # fmt: skip


def tool_screen(res: Resources, picture: Edited, before: Edited, draft: Draft) -> Element:
    """The picture with an open tool. ``before``: the picture without it."""
    c = res.colors
    tool = TOOLS[draft.edit.tool]
    buttons: list[Element] = []

    def button(glyph: str, label: str, tap: Callback, name: str, chosen: bool = False) -> None:
        buttons.append(
            icon_button(glyph, res.string(f"snapseed.{label}"), tap, c.accent if chosen else c.text, id=ID + name,
                        selected=chosen)
        )  # fmt: skip

    if tool.framed:
        head = _title(res, tool.name)
        move = do(handlers.move_crop) if picture.size() != before.size() else None
        frame = CropPicture(before, draft.edit, c.accent, drag=move, id=ID + "crop_drag_handle")
        image = _image(res, frame)
    else:
        head = _value(res, draft)
        image = _image(res, FittedPicture(picture, id=ID + "image_view"), drag=do(handlers.drag))
    if several(tool.name):
        button("tune", "adjust", do(open_overlay, "parameters"), "param_button")
    for index, turns, glyph, label, name, shows in _TURNS.get(tool.name, ()):
        button(glyph, label, do(handlers.turn, index, turns), name, shows and bool(draft.edit.values[index]))
    if tool.styles:
        button("style", "styles", do(handlers.show_styles), "style_button", draft.styles)
    strip = (_styles(res, before, draft.edit),) if tool.styles and draft.styles else ()
    middle = [part for one in buttons for part in (one, Spacer(grow=1, height=1))]
    return page(
        res, head, image, *strip, _decision(res, Spacer(grow=1, height=1), *middle), id=ID + "filter_root"
    )


def _title(res: Resources, name: str) -> Element:
    return Text(
        res.string(f"snapseed.{name}"), 16, res.colors.text, 500, align="center", width=FILL, height=_BAR,
        id=ID + "filter_title",
    )  # fmt: skip
