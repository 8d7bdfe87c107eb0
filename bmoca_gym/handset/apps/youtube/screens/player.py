"""YouTube's player: the picture with its controls, and the time bar."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.handlers.pages import leave
from bmoca_gym.handset.apps.youtube.handlers.playing import (
    play_or_pause,
    seek,
    show_controls,
    switch_autoplay,
)
from bmoca_gym.handset.apps.youtube.screens.parts import BLACK, RED, WHITE
from bmoca_gym.handset.apps.youtube.state import ID
from bmoca_gym.handset.apps.youtube.videos import videos
from bmoca_gym.handset.kits.playback import clock_text
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.illustrations import picture
from bmoca_gym.handset.ui.widgets import Icon, Slider, Switch, Text
from bmoca_gym.handset.value import do

#: The picture takes no more of the screen's height.
_SHARE = 0.42
#: The touch target of the bar of time, in dp.
_BAR = 24


def player(res: Resources, id: int, second: int, playing: bool, controls: bool, autoplay: bool) -> Element:
    """The picture with the time bar below it. ``second``: the position, the only argument that changes during
    playback."""
    video = videos()[id]
    high = min(res.width * 9 / 16, res.height * _SHARE)
    over = second >= video.length
    parts: list[Element] = [
        picture(f"youtube/{video.picture}", width=high * 16 / 9, height=high, class_name="")
    ]
    if controls:
        parts.append(_controls(res, high, playing, over, autoplay))
        times = LeftToRight(
            Row(
                Text(clock_text(res, second * 1000), 12, WHITE, 500, id=ID + "time_bar_current_time"),
                Text(" / ", 12, 0xFFCCCCCC, class_name=""),
                Text(
                    clock_text(res, video.length * 1000), 12, 0xFFE0E0E0, 500, id=ID + "time_bar_total_time"
                ),
                class_name="",
            )
        )
        parts.append(
            Column(
                Spacer(width=1, grow=1),
                LeftToRight(times, width=FILL, pad=(12, 0, 12, 6)),
                width=FILL,
                height=high,
                class_name="",
            )
        )
    screen = Stack(
        *parts, width=FILL, height=high, align="center", justify="center", background=BLACK, tap=do(show_controls),
        id=ID + "watch_player", description=res.string("youtube.video_player"), class_name="android.view.ViewGroup",
    )  # fmt: skip
    at, total = clock_text(res, second * 1000), clock_text(res, video.length * 1000)
    bar = Slider(
        second / video.length, RED, res.colors.divider, width=res.width, height=_BAR, drag=do(seek),
        id=ID + "time_bar", description=res.string("youtube.time_of", at=at, total=total),
    )  # fmt: skip
    return Column(screen, bar, width=FILL, id=ID + "player_view", class_name="android.view.ViewGroup")


def small(res: Resources, id: int) -> Element:
    """A video in a picture in picture."""
    shot = picture(f"youtube/{videos()[id].picture}", width=FILL, height=FILL, class_name="")
    return Stack(
        shot, width=FILL, height=FILL, id=ID + "watch_player", description=res.string("youtube.video_player"),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _controls(res: Resources, high: float, playing: bool, over: bool, autoplay: bool) -> Element:
    glyph, said = ("pause", "pause") if playing else ("replay", "replay") if over else ("play_arrow", "play")
    middle = Icon(
        glyph, 40, WHITE, width=56, height=56, radius=28, background=0x66000000, tap=do(play_or_pause),
        id=ID + "player_control_play_pause_replay_button", description=res.string(f"youtube.{said}"),
        class_name="android.widget.ImageView",
    )  # fmt: skip
    top = Row(
        icon_button("expand_more", res.string("common.navigate_up"), do(leave), WHITE,
                    id=ID + "player_collapse_button"),
        Spacer(grow=1, height=1),
        Switch(
            autoplay, color=WHITE, off_color=0xFFBDBDBD, width=56, height=48, tap=do(switch_autoplay),
            id=ID + "autonav_toggle",
            description=res.string("youtube.autoplay_is_on" if autoplay else "youtube.autoplay_is_off"),
        ),
        width=FILL, pad=(4, 0), class_name="",
    )  # fmt: skip
    shade = Column(top, width=FILL, height=high, background=0x80000000, class_name="")
    return Stack(shade, middle, width=FILL, height=high, align="center", justify="center", class_name="")
