"""Simple Gallery's editor: a picture with the rectangle that is cut out, and what can be done to it."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_gallery.handlers import editing, viewing
from bmoca_gym.handset.apps.simple_gallery.state import ID
from bmoca_gym.handset.kits import picture_edit
from bmoca_gym.handset.kits.picture_edit import RATIOS, Edit
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import STATUS_HEIGHT, icon_button, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do

_WHITE, _BLACK = 0xFFFFFFFF, 0xFF000000
_BAR, _NAVIGATION, _GAP = 56, 48, 16


def screen(res: Resources, picture: bytes, edit: Edit) -> Element:
    """The picture between the bars."""
    save = icon_button("check", res.string("simple_gallery.save"), do(editing.ask_where), _WHITE, id=ID + "save_as",
                       class_name="android.widget.Button")  # fmt: skip
    top = toolbar(res, res.string("simple_gallery.editor"), save, up=do(viewing.leave), color=_WHITE,
                  id=ID + "editor_toolbar")  # fmt: skip
    room = (
        res.width - 2.0 * _GAP,
        max(80.0, res.height - STATUS_HEIGHT - 3 * _BAR - _NAVIGATION - 2 * _GAP),
    )
    shown = picture_edit.cropping(
        picture, edit, room, do(editing.drag_frame), ID + "crop_image_view", res.string("simple_gallery.crop")
    )
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), top,
        Stack(shown, width=FILL, grow=1, align="center", justify="center", class_name=""),
        _ratios(res, edit.ratio), _actions(res), Spacer(width=FILL, height=_NAVIGATION),
        width=FILL, height=FILL, background=_BLACK, id=ID + "activity_edit_holder",
    )  # fmt: skip


def _ratios(res: Resources, chosen: str) -> Element:
    names = [
        Text(res.string("simple_gallery.ratio_free") if one == "free" else res.digits(one), 15,
             res.colors.accent if one == chosen else _WHITE, 500, grow=1, align="center", pad=(4, 16),
             tap=do(editing.choose_ratio, one), selected=one == chosen,
             id=f"{ID}bottom_aspect_ratio_{one.replace(':', '_')}")
        for one in RATIOS
    ]  # fmt: skip
    return Row(*names, width=FILL, height=_BAR, align="center", id=ID + "bottom_editor_crop_rotate_actions")


def _actions(res: Resources) -> Element:
    def action(glyph: str, name: str, tap: Callback, id: str) -> Element:
        return icon_button(glyph, res.string(f"simple_gallery.{name}"), tap, _WHITE, id=ID + id,
                           class_name="android.widget.ImageView")  # fmt: skip

    shown = (
        action("rotate_right", "rotate", do(editing.turn), "bottom_rotate"),
        action("swap_horiz", "flip_horizontally", do(editing.flip, False), "bottom_flip_horizontally"),
        action("swap_vert", "flip_vertically", do(editing.flip, True), "bottom_flip_vertically"),
    )
    spaced: list[Element] = [Spacer(grow=1, height=1)]
    for one in shown:
        spaced += [one, Spacer(grow=1, height=1)]
    return Row(*spaced, width=FILL, height=_BAR, align="center", class_name="")
