"""Camera's screen: view finder with options, and the bar with the shutter."""

from __future__ import annotations

from bmoca_gym.handset.apps.camera import handlers
from bmoca_gym.handset.apps.camera.state import ID, scene
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.resources import Resources, decimal_separator
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import dialog_card, icon_button, text_button
from bmoca_gym.handset.ui.elements import FILL, Canvas, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Picture, Text
from bmoca_gym.handset.value import do

_WHITE, _BLACK, _SHADE, _RED = 0xFFFFFFFF, 0xFF000000, 0x8C000000, 0xFFD93025
_LEAST_BAR = 112  # dp: what the shutter's bar takes at least


def _finder_size(res: Resources) -> tuple[float, float]:
    """The view finder's width and height in dp: 3:4 upright, 4:3 where the screen is wide."""
    if res.width > res.height:
        height = min(res.height - res.foot, (res.width - _LEAST_BAR) * 0.75)
        return height / 0.75, height
    width = min(res.width, (res.height - STATUS_HEIGHT - res.foot - _LEAST_BAR) * 0.75)
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
    """The camera's options. Each button says how it is set."""
    timer = (
        res.digits(res.string("camera.countdown_on", count=delay))
        if delay
        else res.string("camera.countdown_off")
    )
    glyph = {0: "timer_off", 3: "timer_3", 10: "timer_10"}[delay]
    buttons = (
        (glyph, timer, handlers.next_delay, "countdown_toggle_button"),
        ("grid_on" if grid else "grid_off", res.string(f"camera.grid_{'on' if grid else 'off'}"), handlers.switch_grid,
         "grid_lines_toggle_button"),
        ("camera_front" if front else "camera_rear", res.string(f"camera.{'front' if front else 'back'}_camera"),
         handlers.switch_camera, "camera_toggle_button"),
    )  # fmt: skip
    return Row(
        *[
            icon_button(name, description, do(handler), _WHITE, id=ID + id)
            for name, description, handler, id in buttons
        ],
        Spacer(grow=1, height=1),
        icon_button("close", res.string("camera.options"), do(handlers.switch_options), _WHITE,
                    id=ID + "mode_options_toggle"),
        width=FILL, height=56, pad=(8, 0), align="center", background=_SHADE, id=ID + "mode_options_overlay",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _finder(
    res: Resources, front: bool, zoom: float, options: bool, grid: bool, delay: int, left: int, width: float,
    height: float,
) -> Element:  # fmt: skip
    over: list[Element] = [
        Picture(
            scene(front, zoom),
            width=width,
            height=height,
            id=ID + "preview_content",
            class_name="android.view.View",
        )
    ]
    if zoom > 1:
        over.append(_magnification(res, zoom, width, height))
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
            "more_horiz",
            res.string("camera.options"),
            do(handlers.switch_options),
            _WHITE,
            radius=24,
            # Otherwise a bright scene hides them.
            background=_SHADE,
            id=ID + "three_dots",
            class_name="android.widget.ImageView",
        )
        over.append(
            Column(dots, width=width, height=height, justify="end", align="end", pad=8, class_name="")
        )
    return Stack(*over, width=width, height=height, id=ID + "module_layout")


def _magnification(res: Resources, zoom: float, width: float, height: float) -> Element:
    """The magnification, in the middle of the view, like Camera2's ring."""
    number = res.digits(f"{zoom:.1f}".replace(".", decimal_separator(res.locale)))
    label = Text(f"{number}×", 16, _WHITE, 500, shadow=True, class_name="")
    ring = Stack(label, width=96, height=96, radius=48, border=0xCCFFFFFF, align="center", justify="center",
                 class_name="")  # fmt: skip
    return Stack(ring, width=width, height=height, align="center", justify="center", class_name="")


def _shutter(res: Resources, left: int, mode: str, recorded: int) -> Element:
    mark, label = ("close", "common.cancel") if left else ("photo_camera", "camera.shutter")
    if mode == "video":
        mark, label = ("stop", "camera_stop") if recorded >= 0 else ("videocam", "camera_record")
        label = f"android13.{label}"
    red = mode == "video"
    return Stack(
        Spacer(width=64, height=64, radius=32, background=_RED if red else _WHITE),
        Icon(mark, 28, _WHITE if red else 0xFF3C4043, class_name=""),
        width=76, height=76, radius=38, background=0x66FFFFFF, align="center", justify="center",
        tap=do(handlers.press_shutter),
        id=ID + "shutter_button", description=res.string(label),
        class_name="android.widget.ImageView",
    )  # fmt: skip


def _thumbnail(res: Resources, last: bytes | Late | None) -> Element:
    if last is None:
        return Spacer(width=52, height=52)
    return Picture(
        last, width=52, height=52, radius=26, tap=do(handlers.show_last), id=ID + "rounded_thumbnail_view",
        description=res.string("camera.last_photo"), class_name="android.view.View",
    )  # fmt: skip


def _mode_button(res: Resources, left: int, mode: str, recorded: int) -> Element:
    if not mode or left or recorded >= 0:
        return Spacer(width=52, height=52)
    return icon_button(
        "menu", res.string("android13.camera_modes"), do(handlers.show_modes), _WHITE, width=52, height=52,
        id=ID + "accessibility_mode_toggle_button",
    )  # fmt: skip


def _filming(res: Resources, front: bool, zoom: float, recorded: int, width: float, height: float) -> Element:
    """The camera's scene during filming, under the elapsed time."""
    time = res.digits(f"{recorded // 60:02d}:{recorded % 60:02d}")
    shown = Row(
        Icon("fiber_manual_record", 14, _RED, class_name=""),
        Text(time, 18, _WHITE, 500, id=ID + "recording_time"),
        gap=6, pad=(12, 4), align="center", background=_SHADE, radius=16, class_name="",
    )  # fmt: skip
    return Stack(
        Picture(scene(front, zoom), width=width, height=height, id=ID + "preview_content",
                 class_name="android.view.View"),
        Column(shown, width=width, height=height, pad=12, class_name=""),
        width=width, height=height, id=ID + "module_layout",
    )  # fmt: skip


def mode_list(res: Resources, video: bool) -> Element:
    """The list of modes at the screen's edge."""
    rows = [
        Row(
            Icon(glyph, 24, _WHITE, id=ID + "selector_icon"),
            Text(res.string(f"android13.camera_{name}"), 20, _WHITE, 500 if chosen else 400, grow=1,
                 id=ID + "selector_text"),
            width=FILL, height=72, pad=(24, 0), gap=20, align="center", tap=do(handlers.choose_mode, films),
            selected=chosen, background=0x40FFFFFF if chosen else None, id=ID + "mode_selector",
            description=res.string(f"android13.camera_{name}"),
        )
        for name, glyph, films, chosen in (
            ("photo", "photo_camera", False, not video), ("video", "videocam", True, video),
        )
    ]  # fmt: skip
    listed = Column(
        *rows, width=min(260, res.width - 72), height=FILL, justify="center", background=0xE6263238,
        tap=do(take_touch), id=ID + "mode_list_layout", class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return Row(
        listed, Spacer(grow=1, height=1), width=FILL, height=FILL, background=0x80000000, tap=CLOSE,
        class_name="android.widget.FrameLayout",
    )  # fmt: skip


def screen(
    res: Resources,
    front: bool,
    zoom: float,
    options: bool,
    grid: bool,
    delay: int,
    left: int,
    last: bytes | Late | None,
    mode: str = "",
    recorded: int = -1,
) -> Element:
    """The view finder and the shutter. ``left``: seconds left on the timer; ``last``: the latest picture.

    ``mode``: "photo" or "video", "" for a camera that can't film; ``recorded``: seconds filmed, -1 while not filming.
    """
    width, height = _finder_size(res)
    finder = _finder(res, front, zoom, options, grid, delay, left, width, height)
    if recorded >= 0:
        finder = _filming(res, front, zoom, recorded, width, height)
    finder.pinch = do(handlers.zoom)
    if mode:
        finder.swipe = do(handlers.swiped)
    wide = res.width > res.height
    # The shutter is in the middle: what is on its one side has an equal on the other.
    tools = (
        _thumbnail(res, last),
        _shutter(res, left, mode, recorded),
        _mode_button(res, left, mode, recorded),
    )
    if wide:
        bar: Element = Column(*tools, grow=1, height=FILL, align="center", justify="center", gap=28,
                              id=ID + "bottom_bar", class_name="android.widget.FrameLayout")  # fmt: skip
        return Row(finder, bar, width=FILL, height=FILL, background=_BLACK, pad=(0, 0, 0, res.foot),
                   id=ID + "activity_root_view", class_name="android.widget.FrameLayout")  # fmt: skip
    gap = min(56, max(12, (res.width - 180) / 4))
    bar = Row(*tools, gap=gap, align="center", id=ID + "bottom_bar", class_name="android.widget.FrameLayout")
    rest = Stack(bar, width=FILL, grow=1, align="center", justify="center", class_name="")
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT), finder, rest,
        width=FILL, height=FILL, background=_BLACK, align="center", pad=(0, 0, 0, res.foot),
        id=ID + "activity_root_view", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def denied(res: Resources) -> Element:
    """What is shown instead of the viewfinder without the permission to take pictures."""
    leave = do(handlers.leave)
    body = Text(res.string("camera.denied_text"), 16, res.colors.secondary, lines=6, id="android:id/message")
    button = text_button(res, res.string("camera.denied_leave"), leave, id="android:id/button1")
    dialog = dialog_card(res, body, title=res.string("camera.denied"), dismiss=leave, buttons=(button,))
    return Stack(
        dialog, width=FILL, height=FILL, background=_BLACK, id=ID + "activity_root_view",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
