"""The window of a picture in picture: the video, its buttons, and how it is moved, enlarged and closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.manifest import Layer, SmallPicture
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.state import SYSTEM, Context, Phone, Pinned
from bmoca_gym.handset.system import activities, pinned, status_bar
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.value import do, replace

_ID = status_bar.ID
_WHITE, _BLACK, _SCRIM = 0xFFFFFFFF, 0xFF000000, 0x99000000
#: dp: the shorter side of the window, and of a large one; the distance from the edges of the screen.
_SIDE, _LARGE, _EDGE = 108.0, 160.0, 16.0
#: How low the middle of the window is, and how far from the middle of the screen, where it is closed when let go.
_FOOT, _BESIDE = 0.82, 0.25
#: Until Android 11 the window is large while its buttons are seen, and a second touch opens the app.
_SINCE = 31


def is_large(phone: Phone, window: Pinned) -> bool:
    """Whether the window has its large size."""
    return window.large or (window.controls and phone.image.api_level < _SINCE)


def layer_of(phone: Phone, picture: SmallPicture, window: Pinned) -> Layer:
    """The window of a picture in picture."""
    shown = picture.screen, picture.arguments, picture.playing, window.controls
    return Layer(_window, shown, "pinned", owner=SYSTEM)


def place_of(
    phone: Phone, picture: SmallPicture, window: Pinned, res: Resources, width: int, bottom: int
) -> tuple[int, int, int, int]:
    """Left, top, width and height of the window in px. ``width``, ``bottom``: of the screen without bars and keys."""
    scale = res.metrics.scale
    edge = round(_EDGE * scale)
    side = (_LARGE if is_large(phone, window) else _SIDE) * scale
    wide, high = (side * picture.ratio, side) if picture.ratio >= 1 else (side, side / picture.ratio)
    fits = min(1.0, (width - 2 * edge) / wide)
    size = round(wide * fits), round(high * fits)
    top = round(STATUS_HEIGHT * scale) + edge
    low = max(top, bottom - edge - size[1])
    left = edge if window.left else width - edge - size[0]
    return left, round(top + (low - top) * window.y), *size


def _touch(phone: Phone, context: Context) -> Phone:
    """Show the buttons, or hide them; until Android 11 the second touch opens the app."""
    window = phone.pinned
    if window is None or not window.controls:
        return pinned.touched(phone, True)
    return pinned.touched(phone, False) if phone.image.api_level >= _SINCE else _expand(phone, context)


def _expand(phone: Phone, context: Context) -> Phone:
    window = phone.pinned
    return phone if window is None else activities.show_task(phone, window.package)


def _close(phone: Phone, context: Context) -> Phone:
    return pinned.close(phone)


def _play_or_pause(phone: Phone, context: Context) -> Phone:
    return pinned.play_or_pause(phone)


def _resize(phone: Phone, context: Context) -> Phone:
    """Two fingers make the window large or small."""
    window, scale = phone.pinned, getattr(context, "scale", 1.0)
    return phone if window is None or scale == 1 else replace(phone, pinned=replace(window, large=scale > 1))


def _drag(phone: Phone, context: Context) -> Phone:
    """Move the window to the nearer side. If it is dropped at the bottom of the screen, it closes."""
    window, picture = phone.pinned, pinned.shown(phone)
    if window is None or picture is None:
        return phone
    config, res = phone.configuration, context.res
    bar = round(config.bar * res.metrics.scale)
    width, bottom = (
        (config.width - bar, config.height) if config.bar_at_side else (config.width, config.height - bar)
    )
    left, top, wide, high = place_of(phone, picture, window, res, width, bottom)
    left += round((context.end_x - context.x) * wide)
    top += round((context.end_y - context.y) * high)
    x, y = (left + wide / 2) / width, (top + high / 2) / bottom
    if y > _FOOT and abs(x - 0.5) < _BESIDE:
        return pinned.close(phone)
    first = round((STATUS_HEIGHT + _EDGE) * res.metrics.scale)
    last = max(first + 1, bottom - round(_EDGE * res.metrics.scale) - high)
    share = min(1.0, max(0.0, (top - first) / (last - first)))
    return replace(phone, pinned=replace(window, left=x < 0.5, y=share))


def _window(
    res: Resources, screen: Callable[..., Element], arguments: tuple[Any, ...], playing: bool, controls: bool
) -> Element:
    over = (_controls(res, playing),) if controls else ()
    return Stack(
        screen(res, *arguments), *over, width=FILL, height=FILL, background=_BLACK, tap=do(_touch), drag=do(_drag),
        pinch=do(_resize), id=_ID + "pip_menu" if controls else "", class_name="android.widget.FrameLayout",
    )  # fmt: skip


def _controls(res: Resources, playing: bool) -> Element:
    def button(glyph: str, text: str, tap: Any, id: str) -> Element:
        return icon_button(
            glyph, res.string(f"system_ui.{text}"), do(tap), _WHITE, size=24, width=36, height=34, id=_ID + id,
        )  # fmt: skip

    play = ("pause", "media_pause") if playing else ("play_arrow", "media_play")
    return Column(
        Row(
            Spacer(grow=1, height=1), button("close", "picture_close", _close, "dismiss"), width=FILL,
            id=_ID + "top_end_container", class_name="android.widget.FrameLayout",
        ),
        Row(button("fullscreen", "expand", _expand, "expand_button"), width=FILL, grow=1, justify="center",
            align="center", class_name=""),
        Row(button(*play, _play_or_pause, "action"), width=FILL, justify="center", id=_ID + "actions_group",
            class_name="android.widget.LinearLayout"),
        width=FILL, height=FILL, background=_SCRIM, id=_ID + "menu_container",
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
