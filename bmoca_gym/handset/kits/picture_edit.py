"""Picture editing: cropping to a rectangle, turning and mirroring."""

from __future__ import annotations

import posixpath
from functools import lru_cache
from typing import Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Picture, Text
from bmoca_gym.handset.value import Value, do, replace, value

#: Width and height of what is cut out; "free": as the user drags it.
RATIOS = {"free": (0, 0), "1:1": (1, 1), "4:3": (4, 3), "16:9": (16, 9)}
#: How near to a corner a finger takes hold of it, and the smallest side, as shares of the picture.
_NEAR, _SMALLEST = 0.2, 0.1
_SHADE, _FRAME = 0xA0000000, 0xFFFFFFFF
#: Height in dp of each bar of `controls`.
BAR = 56


@value
class Edit(Value):
    """Edits of a picture: quarter turns, then mirroring, then the cropped part as fractions."""

    turns: int = 0
    mirrored: bool = False
    ratio: str = "free"
    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0


@lru_cache(4)
def _turned(picture: bytes | Late, turns: int, mirrored: bool) -> NDArray[np.uint8]:
    image = np.rot90(pictures.pixels(picture), -turns)
    return np.ascontiguousarray(image[:, ::-1] if mirrored else image, np.uint8)


@value
class _Look(Value):
    """The turned and mirrored picture, before it is cropped."""

    picture: bytes | Late
    turns: int
    mirrored: bool

    def pixels(self, width: int, height: int) -> NDArray[np.uint8]:
        """See `PixelSource.pixels`."""
        resized = cv2.resize(_turned(self.picture, self.turns, self.mirrored), (width, height))
        made: NDArray[np.uint8] = np.ascontiguousarray(resized)
        return made


def size_of(picture: bytes | Late, edit: Edit) -> tuple[int, int]:
    """Return the width and height in px of the rotated picture."""
    width, height = pictures.size(picture) or (1, 1)
    return (height, width) if edit.turns % 2 else (width, height)


def edited(data: bytes, edit: Edit, path: str) -> bytes:
    """Return the picture with its changes, in the format of ``path``; b"" if that can't be."""
    if pictures.size(data) is None:
        return b""
    image = _turned(data, edit.turns, edit.mirrored)
    high, wide = image.shape[:2]
    left, top = round(edit.left * wide), round(edit.top * high)
    right, bottom = max(left + 1, round(edit.right * wide)), max(top + 1, round(edit.bottom * high))
    try:
        part = cv2.cvtColor(image[top:bottom, left:right], cv2.COLOR_RGB2BGR)
        done, encoded = cv2.imencode(posixpath.splitext(path)[1], part)
    except cv2.error:  # a format that can be read, not written
        return b""
    return bytes(encoded.tobytes()) if done else b""


def turned(edit: Edit, quarters: int) -> Edit:
    """Rotate the picture clockwise, and undo the crop."""
    turns = (edit.turns + (-quarters if edit.mirrored else quarters)) % 4
    return Edit(turns, edit.mirrored)


def mirrored(edit: Edit, upright: bool) -> Edit:
    """Swap left and right, or top and bottom if ``upright``, and undo the crop."""
    return Edit((edit.turns + 2) % 4 if upright else edit.turns, not edit.mirrored)


def with_ratio(edit: Edit, ratio: str, size: tuple[int, int]) -> Edit:
    """Crop to the largest rectangle of a ratio in the middle of the picture."""
    across, down = RATIOS[ratio]
    if not across:
        return replace(edit, ratio=ratio, left=0.0, top=0.0, right=1.0, bottom=1.0)
    share = across / down * size[1] / size[0]
    wide, high = min(1.0, share), min(1.0, 1 / share)
    return replace(
        edit, ratio=ratio, left=0.5 - wide / 2, right=0.5 + wide / 2, top=0.5 - high / 2, bottom=0.5 + high / 2
    )  # fmt: skip


def dragged(edit: Edit, context: Context) -> Edit:
    """Move a corner of the rectangle with the finger, or else the whole rectangle, keeping its ratio if it has one."""
    by_x, by_y = context.end_x - context.x, context.end_y - context.y
    at_left = abs(context.x - edit.left) < abs(context.x - edit.right)
    at_top = abs(context.y - edit.top) < abs(context.y - edit.bottom)
    corner = (edit.left if at_left else edit.right, edit.top if at_top else edit.bottom)
    wide, high = edit.right - edit.left, edit.bottom - edit.top
    if max(abs(context.x - corner[0]), abs(context.y - corner[1])) > _NEAR:
        left = min(max(edit.left + by_x, 0.0), 1 - wide)
        top = min(max(edit.top + by_y, 0.0), 1 - high)
        return replace(edit, left=left, right=left + wide, top=top, bottom=top + high)
    room_x, room_y = (edit.right if at_left else 1 - edit.left), (edit.bottom if at_top else 1 - edit.top)
    new_wide = min(max(wide + (-by_x if at_left else by_x), _SMALLEST), room_x)
    new_high = min(max(high + (-by_y if at_top else by_y), _SMALLEST), room_y)
    if edit.ratio != "free":
        scale = min(new_wide / wide, new_high / high)
        new_wide, new_high = wide * scale, high * scale
    left = edit.right - new_wide if at_left else edit.left
    top = edit.bottom - new_high if at_top else edit.top
    return replace(edit, left=left, right=left + new_wide, top=top, bottom=top + new_high)


def cropping(
    picture: bytes | Late, edit: Edit, room: tuple[float, float], id: str, description: str
) -> Element:
    """The picture with the rectangle over it, as large as ``room`` in dp allows."""
    width, height = size_of(picture, edit)
    scale = min(room[0] / width, room[1] / height)
    wide, high = max(1.0, width * scale), max(1.0, height * scale)
    frame = Row(
        Spacer(width=edit.left * wide, height=FILL, background=_SHADE),
        Stack(width=(edit.right - edit.left) * wide, height=FILL, border=_FRAME, class_name="android.view.View",
              id=id + "_frame"),
        Spacer(width=(1 - edit.right) * wide, height=FILL, background=_SHADE),
        width=wide, height=(edit.bottom - edit.top) * high, class_name="",
    )  # fmt: skip
    over = Column(
        Spacer(width=wide, height=edit.top * high, background=_SHADE), frame,
        Spacer(width=wide, height=(1 - edit.bottom) * high, background=_SHADE),
        width=wide, height=high, class_name="",
    )  # fmt: skip
    return Stack(
        Picture(_Look(picture, edit.turns, edit.mirrored), width=wide, height=high, class_name=""), LeftToRight(over),
        width=wide, height=high, drag=do(drag_frame), id=id, description=description,
    )  # fmt: skip


def controls(
    res: Resources, edit: Edit, free: str, words: tuple[str, str, str], id: str
) -> tuple[Element, Element]:
    """The ratios, and the buttons below them. ``words``: the labels for rotating and for mirroring both ways."""
    ratios = [
        Text(free if one == "free" else res.digits(one), 15, res.colors.accent if one == edit.ratio else _FRAME, 500,
             grow=1, align="center", pad=(4, 16), tap=do(choose_ratio, one), selected=one == edit.ratio,
             id=f"{id}bottom_aspect_ratio_{one.replace(':', '_')}")
        for one in RATIOS
    ]  # fmt: skip
    buttons = zip(
        ("rotate_right", "swap_horiz", "swap_vert"), words, (do(turn), do(flip, False), do(flip, True)),
        ("rotate", "flip_horizontally", "flip_vertically"), strict=True,
    )  # fmt: skip
    spaced: list[Element] = [Spacer(grow=1, height=1)]
    for glyph, said, tap, name in buttons:
        button = icon_button(
            glyph, said, tap, _FRAME, id=f"{id}bottom_{name}", class_name="android.widget.ImageView"
        )
        spaced += [button, Spacer(grow=1, height=1)]
    return (
        Row(*ratios, width=FILL, height=BAR, align="center", id=id + "bottom_editor_crop_rotate_actions"),
        Row(*spaced, width=FILL, height=BAR, align="center", class_name=""),
    )


# Handlers of apps whose editor's activity was started with something that has a path


class Editing(Protocol):
    """A state with a picture being edited."""

    @property
    def edit(self) -> Edit: ...  # noqa: D102


S = TypeVar("S", bound=Editing)


def data_of(context: Context) -> bytes:
    """Return the picture that the activity edits; b"" if it is gone."""
    argument = None if context.activity is None else context.activity.argument
    return context.phone.files.get(getattr(argument, "path", ""), b"")


def choose_ratio(state: S, context: Context, ratio: str) -> S:
    """Handler: crop to a ratio of width and height."""
    return replace(state, edit=with_ratio(state.edit, ratio, size_of(data_of(context), state.edit)))


def drag_frame(state: S, context: Context) -> S:
    """Handler: move the crop rectangle, or one of its corners."""
    return replace(state, edit=dragged(state.edit, context))


def turn(state: S, context: Context) -> S:
    """Handler: rotate the picture a quarter turn clockwise."""
    return replace(state, edit=turned(state.edit, 1))


def flip(state: S, context: Context, upright: bool) -> S:
    """Handler: mirror the picture."""
    return replace(state, edit=mirrored(state.edit, upright))
