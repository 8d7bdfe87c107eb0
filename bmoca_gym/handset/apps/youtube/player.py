"""The player of YouTube: current video, position, playback over time, and its elements."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.youtube.state import ID, KEPT, PACKAGE, YouTube, fronted, leave, open_page
from bmoca_gym.handset.apps.youtube.videos import next_video, videos
from bmoca_gym.handset.effects import cancel, schedule, scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import icon_button, touched_share
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.illustrations import Illustration
from bmoca_gym.handset.ui.widgets import Icon, Slider, Switch, Text
from bmoca_gym.handset.value import do, replace

RED, WHITE, BLACK = 0xFFFF0000, 0xFFFFFFFF, 0xFF000000
_END = "end"
#: The picture takes no more of the screen's height.
_SHARE = 0.42
#: The touch target of the bar of time, in dp.
_BAR = 24


def length_of(id: int) -> int:
    """The length of a video in ms."""
    return videos()[id].length * 1000


def place(state: YouTube, uptime: int) -> int:
    """The player's position in its video, in ms."""
    if state.since < 0:
        return state.at
    return min(length_of(state.video), state.at + uptime - state.since)


def open_video(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Open a video's page and resume the video."""
    history = state.history if state.watch_paused else fronted(state.history, id)
    state = replace(state, history=history, panel="", controls=False, resume=id == state.video)
    return open_page(state, context, "watch", id)


def _play(state: YouTube, uptime: int) -> tuple[Any, ...]:
    left = length_of(state.video) - state.at
    end = schedule(PACKAGE, _END, uptime + left, do(ended, state.video), "uptime")
    return replace(state, since=uptime, resume=False), end


def _stopped(state: YouTube, uptime: int) -> YouTube:
    return replace(state, at=place(state, uptime), since=-1)


def play_or_pause(state: YouTube, context: Context) -> Next[YouTube]:
    """Play the video, from its start if it has ended, or pause it."""
    if state.since >= 0:
        return replace(_stopped(state, context.uptime), controls=True), cancel(PACKAGE, _END)
    over = state.at >= length_of(state.video)
    return _play(replace(state, at=0 if over else state.at, controls=False), context.uptime)


def seek(state: YouTube, context: Context) -> Next[YouTube]:
    """Seek to the place of the bar that was touched or dragged to."""
    # The bar is as wide as the screen.
    at = int(touched_share(context, context.res.width) * videos()[state.video].length) * 1000
    if state.since < 0:
        return replace(state, at=at)
    return _play(replace(state, at=at), context.uptime)


def show_controls(state: YouTube, context: Context) -> YouTube:
    """Show or hide the controls."""
    return replace(state, controls=not state.controls)


def switch_autoplay(state: YouTube, context: Context) -> YouTube:
    """Switch autoplay on or off."""
    return replace(state, autoplay=not state.autoplay)


def ended(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """The video is over: the next one follows, unless the user is busy with something that lies over the page."""
    if state.video != id or state.since < 0:
        return state
    state = replace(_stopped(state, context.uptime), controls=True)
    phone = context.phone
    busy = state.panel or state.sheet or phone.overview or phone.shade is not None
    follower = next_video(id)
    if busy or not state.autoplay or follower is None:
        return state
    return open_video(state, context, follower)


def paused(state: YouTube, context: Context) -> Next[YouTube]:
    """Pause the video when the app or its page is left."""
    if not _watching(context):
        return state
    playing = state.since >= 0
    state = _stopped(state, context.uptime)
    places = tuple(one for one in state.places if one[0] != state.video)
    if 0 < state.at < length_of(state.video):
        places = ((state.video, state.at), *places)[:KEPT]
    return replace(state, places=places, resume=playing), cancel(PACKAGE, _END)


def resumed(state: YouTube, context: Context) -> Next[YouTube]:
    """The page of a video is in front: it plays, unless it stood when it was left."""
    if not _watching(context):
        return state
    id = context.activity.argument[1] if context.activity is not None else 0
    if state.video == id and not state.resume:
        return state
    if state.video != id:
        state = replace(state, video=id, at=dict(state.places).get(id, 0), controls=False, panel="", text="")
    elif state.at >= length_of(id):
        state = replace(state, at=0)
    return (*_play(state, context.uptime), scroll_to("below"))


def _watching(context: Context) -> bool:
    activity = context.activity
    return activity is not None and bool(activity.argument) and activity.argument[0] == "watch"


# How it looks


def clock_text(res: Resources, seconds: int) -> str:
    """A length or a place, e.g. ``1:02:03``."""
    hours, rest = divmod(seconds, 3600)
    text = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
    return res.digits(text)


def player(res: Resources, id: int, second: int, playing: bool, controls: bool, autoplay: bool) -> Element:
    """The picture with the bar of time below it. ``second``: the place; alone it changes while the video plays."""
    video = videos()[id]
    high = min(res.width * 9 / 16, res.height * _SHARE)
    over = second >= video.length
    parts: list[Element] = [
        Illustration("youtube", video.picture, width=high * 16 / 9, height=high, class_name="")
    ]
    if controls:
        parts.append(_controls(res, high, playing, over, autoplay))
        times = LeftToRight(
            Row(
                Text(clock_text(res, second), 12, WHITE, 500, id=ID + "time_bar_current_time"),
                Text(" / ", 12, 0xFFCCCCCC, class_name=""),
                Text(clock_text(res, video.length), 12, 0xFFE0E0E0, 500, id=ID + "time_bar_total_time"),
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
    picture = Stack(
        *parts, width=FILL, height=high, align="center", justify="center", background=BLACK, tap=do(show_controls),
        id=ID + "watch_player", description=res.string("youtube.video_player"), class_name="android.view.ViewGroup",
    )  # fmt: skip
    bar = Slider(
        second / video.length, RED, res.colors.divider, width=res.width, height=_BAR, drag=do(seek),
        id=ID + "time_bar",
        description=res.string("youtube.time_of", at=clock_text(res, second), total=clock_text(res, video.length)),
    )  # fmt: skip
    return Column(picture, bar, width=FILL, id=ID + "player_view", class_name="android.view.ViewGroup")


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
