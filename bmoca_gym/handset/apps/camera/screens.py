"""The camera's screen: the view finder with its options, and the bar with the shutter."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera.state import (
    ID,
    next_delay,
    press_shutter,
    scene,
    show_last,
    switch_camera,
    switch_grid,
    switch_options,
)
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import STATUS_HEIGHT, icon_button
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

_WHITE, _BLACK, _SHADE = 0xFFFFFFFF, 0xFF000000, 0x8C000000
_NAVIGATION = 48
_LEAST_BAR = 112  # dp: what the shutter's bar takes at least


def _finder_size(res: Resources) -> tuple[float, float]:
    """The view finder's width and height in dp: 3:4 upright, 4:3 where the screen is wide."""
    if res.width > res.height:
        height = min(res.height - _NAVIGATION, (res.width - _LEAST_BAR) * 0.75)
        return height / 0.75, height
    width = min(res.width, (res.height - STATUS_HEIGHT - _NAVIGATION - _LEAST_BAR) * 0.75)
    return width, width / 0.75


def _lines(width: float, height: float) -> Element:
    """Two lines each way."""
    tone = 0x99FFFFFF
    upright = [(width * i / 3, 0.0, Spacer(width=1, height=height, background=tone)) for i in (1, 2)]
    level = [(0.0, height * i / 3, Spacer(width=width, height=1, background=tone)) for i in (1, 2)]
    return Canvas(
        *upright, *level, width=width, height=height, id=ID + "grid_lines", class_name="android.view.View"
    )


def _options(res: Resources, front: bool, grid: bool, delay: int) -> Element:
    """What can be set. Each button says how it is set."""
    timer = (
        res.digits(res.string("camera.countdown_on", count=delay))
        if delay
        else res.string("camera.countdown_off")
    )
    glyph = {0: "timer_off", 3: "timer_3", 10: "timer_10"}[delay]
    buttons = (
        (glyph, timer, next_delay, "countdown_toggle_button"),
        ("grid_on" if grid else "grid_off", res.string(f"camera.grid_{'on' if grid else 'off'}"), switch_grid,
         "grid_lines_toggle_button"),
        ("camera_front" if front else "camera_rear", res.string(f"camera.{'front' if front else 'back'}_camera"),
         switch_camera, "camera_toggle_button"),
    )  # fmt: skip
    return Row(
        *[
            icon_button(name, description, do(handler), _WHITE, id=ID + id)
            for name, description, handler, id in buttons
        ],
        Spacer(grow=1, height=1),
        icon_button("close", res.string("camera.options"), do(switch_options), _WHITE, id=ID + "mode_options_toggle"),
        width=FILL, height=56, pad=(8, 0), align="center", background=_SHADE, id=ID + "mode_options_overlay",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _finder(
    res: Resources, front: bool, options: bool, grid: bool, delay: int, left: int, width: float, height: float
) -> Element:
    over: list[Element] = [Picture(scene(front), width=width, height=height, id=ID + "preview_content")]
    if grid:
        over.append(_lines(width, height))
    if left:
        number = Text(res.digits(str(left)), 96, _WHITE, 300, shadow=True, id=ID + "remaining_seconds")
        over.append(
            Stack(number, width=width, height=height, align="center", justify="center", class_name="")
        )
    elif options:
        bar = _options(res, front, grid, delay)
        over.append(Column(bar, width=width, height=height, justify="end", class_name=""))
    else:
        dots = icon_button(
            "more_horiz", res.string("camera.options"), do(switch_options), _WHITE, id=ID + "three_dots"
        )
        over.append(
            Column(dots, width=width, height=height, justify="end", align="end", pad=8, class_name="")
        )
    return Stack(*over, width=width, height=height, id=ID + "module_layout")


def _shutter(res: Resources, left: int) -> Element:
    mark = "close" if left else "photo_camera"
    return Stack(
        Spacer(width=64, height=64, radius=32, background=_WHITE),
        Icon(mark, 28, 0xFF3C4043, class_name=""),
        width=76, height=76, radius=38, background=0x66FFFFFF, align="center", justify="center", tap=do(press_shutter),
        id=ID + "shutter_button", description=res.string("common.cancel" if left else "camera.shutter"),
        class_name="android.widget.ImageView",
    )  # fmt: skip


def _thumbnail(res: Resources, last: bytes | None) -> Element:
    if last is None:
        return Spacer(width=52, height=52)
    return Picture(
        last, width=52, height=52, radius=26, tap=do(show_last), id=ID + "rounded_thumbnail_view",
        description=res.string("camera.last_photo"), class_name="android.view.View",
    )  # fmt: skip


def screen(
    res: Resources, front: bool, options: bool, grid: bool, delay: int, left: int, last: bytes | None
) -> Element:
    """The view finder and the shutter. ``left``: seconds the timer still counts; ``last``: the picture taken last."""
    width, height = _finder_size(res)
    finder = _finder(res, front, options, grid, delay, left, width, height)
    wide = res.width > res.height
    # The shutter is in the middle: what is on its one side has an equal on the other.
    tools = (_thumbnail(res, last), _shutter(res, left), Spacer(width=52, height=52))
    if wide:
        bar: Element = Column(*tools, grow=1, height=FILL, align="center", justify="center", gap=28,
                              id=ID + "bottom_bar", class_name="android.widget.FrameLayout")  # fmt: skip
        return Row(finder, bar, width=FILL, height=FILL, background=_BLACK, pad=(0, 0, 0, _NAVIGATION),
                   id=ID + "activity_root_view")  # fmt: skip
    gap = min(56, max(12, (res.width - 180) / 4))
    bar = Row(*tools, gap=gap, align="center", id=ID + "bottom_bar", class_name="android.widget.FrameLayout")
    rest = Stack(bar, width=FILL, grow=1, align="center", justify="center", class_name="")
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), finder, rest,
        width=FILL, height=FILL, background=_BLACK, align="center", pad=(0, 0, 0, _NAVIGATION),
        id=ID + "activity_root_view",
    )  # fmt: skip
