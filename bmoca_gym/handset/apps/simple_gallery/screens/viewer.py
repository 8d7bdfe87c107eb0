"""Simple Gallery's viewer: a picture with zoom, or a playing video, with bars."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.simple_gallery.handlers import changes, editing, viewing
from bmoca_gym.handset.apps.simple_gallery.state import ID
from bmoca_gym.handset.kits import picture_view
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.late_files import Late
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import icon_button, slider, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, take_touch
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_WHITE, _BLACK, _BARS = 0xFFFFFFFF, 0xFF000000, 0x99000000


def _shown(res: Resources, picture: bytes | Late, zoom: float, x: float, y: float) -> Element:
    """The picture scaled to the screen, or its zoomed part."""
    if not picture or pictures.size(picture) is None:
        return Icon("broken_image", 96, 0xFF9E9E9E, id=ID + "subsampling_view")
    return picture_view.shown(res, picture, zoom, x, y, id=ID + "gestures_view")


def screen(
    res: Resources, name: str, picture: bytes | Late, film: bool, favorite: bool, recycled: bool, bars: bool,
    black: bool, zoom: float, x: float, y: float, second: int, length: int, playing: bool,
) -> Element:  # fmt: skip
    """A medium. ``picture``: the current frame; ``second``: the position in a video of ``length`` ms."""
    back = _BLACK if black or not bars else res.colors.background
    near: dict[str, Any] = (
        {"drag": do(picture_view.pan)}
        if zoom > 1
        else {"swipe": do(viewing.leaf), "tap": do(picture_view.tap)}
    )
    parts: list[Element] = [
        Stack(_shown(res, picture, zoom, x, y), width=FILL, height=FILL, align="center", justify="center",
              id=ID + ("video_holder" if film else "photo_holder"), class_name="")
    ]  # fmt: skip
    button = _button(res, playing) if film and (bars or not playing) else None
    if bars:
        parts.append(_bars(res, name, film, favorite, recycled, second, length, button))
    elif button is not None:
        parts.append(Stack(button, width=FILL, height=FILL, align="center", justify="center", class_name=""))
    return Stack(
        *parts, width=FILL, height=FILL, background=back, id=ID + "view_pager",
        class_name="androidx.viewpager.widget.ViewPager", pinch=do(picture_view.pinch), **near,
    )  # fmt: skip


def _button(res: Resources, playing: bool) -> Element:
    glyph = "pause_circle_outline" if playing else "play_circle_outline"
    return icon_button(
        glyph, res.string("simple_gallery.pause" if playing else "simple_gallery.play"), do(viewing.play), _WHITE,
        size=64, width=72, height=72, radius=36, background=_BARS, id=ID + "video_play_outline",
        class_name="android.widget.ImageView",
    )  # fmt: skip


def _bars(
    res: Resources, name: str, film: bool, favorite: bool, recycled: bool, second: int, length: int,
    button: Element | None,
) -> Element:  # fmt: skip
    more = icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "viewer_menu"), _WHITE
    )
    info = icon_button("info", res.string("simple_gallery.properties"), do(open_overlay, "properties"), _WHITE,
                       id=ID + "menu_properties", class_name="android.widget.Button")  # fmt: skip
    top = Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        toolbar(res, name, info, more, up=do(viewing.leave), color=_WHITE, id=ID + "medium_viewer_toolbar"),
        width=FILL, background=_BARS, tap=do(take_touch), class_name="",
    )  # fmt: skip

    def action(glyph: str, what: str, tap: Callback, label: str) -> Element:
        return icon_button(glyph, res.string(f"simple_gallery.{label}"), tap, _WHITE, id=f"{ID}bottom_{what}",
                           class_name="android.widget.ImageView")  # fmt: skip

    if recycled:
        actions = [
            action("restore", "restore", do(changes.restore), "restore"),
            action("delete", "delete", do(changes.ask_to_delete), "delete"),
        ]
    else:
        star = "star" if favorite else "star_border"
        actions = [
            action(star, "favorite", do(changes.switch_favorites), "toggle_favorite"),
            action("edit", "edit", do(viewing.edit if film else editing.edit_picture), "edit"),
            action("share", "share", do(changes.share_media), "share"),
            action("delete", "delete", do(changes.ask_to_delete), "delete"),
        ]
    spaced: list[Element] = [Spacer(grow=1, height=1)]
    for one in actions:
        spaced += [one, Spacer(grow=1, height=1)]
    parts: list[Element] = []
    if film:
        parts.append(_time(res, second, length))
    parts.append(Row(*spaced, width=FILL, height=56, align="center", id=ID + "bottom_actions_wrapper",
                     class_name="android.view.ViewGroup"))  # fmt: skip
    bottom = Column(*parts, Spacer(width=FILL, height=res.foot), width=FILL, background=_BARS, tap=do(take_touch),
                    id=ID + "bottom_actions")  # fmt: skip
    between: Element = Spacer(width=FILL, grow=1)
    if button is not None:
        between = Stack(button, width=FILL, grow=1, align="center", justify="center", class_name="")
    return Column(top, between, bottom, width=FILL, height=FILL, class_name="")


def _time(res: Resources, second: int, length: int) -> Element:
    room = max(80.0, res.width - 144)
    bar = slider(
        res, second, 0, max(1, length // 1000), room, do(viewing.seek, room), id=ID + "video_seekbar"
    )
    return Row(
        Text(clock_text(res, second * 1000, hours=True), 14, _WHITE, align="center", width=64,
             id=ID + "video_curr_time"),
        bar,
        Text(clock_text(res, length, hours=True), 14, _WHITE, align="center", width=64, id=ID + "video_duration"),
        width=FILL, height=48, align="center", justify="center", id=ID + "video_time_holder",
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


def gone(res: Resources) -> Element:
    """The viewer of a picture or video that no longer exists."""
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        toolbar(res, "", up=do(viewing.leave), color=_WHITE, id=ID + "medium_viewer_toolbar"),
        Stack(
            Text(res.string("simple_gallery.gone"), 16, _WHITE, lines=3, align="center", pad=24, id=ID + "message"),
            width=FILL, grow=1, align="center", justify="center",
        ),
        width=FILL, height=FILL, background=_BLACK,
    )  # fmt: skip
