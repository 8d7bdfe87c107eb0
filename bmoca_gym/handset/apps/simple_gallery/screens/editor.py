"""Simple Gallery's editor: a picture with the crop rectangle, and the editing actions."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_gallery.handlers import editing, viewing
from bmoca_gym.handset.apps.simple_gallery.state import ID
from bmoca_gym.handset.kits import picture_edit
from bmoca_gym.handset.kits.picture_edit import BAR, Edit
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer, Stack
from bmoca_gym.handset.value import do

_WHITE, _BLACK = 0xFFFFFFFF, 0xFF000000
_GAP = 16


def screen(res: Resources, picture: bytes | Late, edit: Edit) -> Element:
    """The picture between the bars."""
    save = icon_button("check", res.string("simple_gallery.save"), do(editing.ask_where), _WHITE, id=ID + "save_as",
                       class_name="android.widget.Button")  # fmt: skip
    top = toolbar(res, res.string("simple_gallery.editor"), save, up=do(viewing.leave), color=_WHITE,
                  id=ID + "editor_toolbar")  # fmt: skip
    room = (
        res.width - 2.0 * _GAP,
        max(80.0, res.height - STATUS_HEIGHT - 3 * BAR - res.foot - 2 * _GAP),
    )
    shown = picture_edit.cropping(
        picture, edit, room, ID + "crop_image_view", res.string("simple_gallery.crop")
    )
    words = (
        res.string("simple_gallery.rotate"),
        res.string("simple_gallery.flip_horizontally"),
        res.string("simple_gallery.flip_vertically"),
    )
    controls = picture_edit.controls(res, edit, res.string("simple_gallery.ratio_free"), words, ID)
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), top,
        Stack(shown, width=FILL, grow=1, align="center", justify="center", class_name=""),
        *controls, Spacer(width=FILL, height=res.foot),
        width=FILL, height=FILL, background=_BLACK, id=ID + "activity_edit_holder",
    )  # fmt: skip
