"""Handlers of YouTube's player: its video, and its position, which advances with the phone's clock."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.youtube.handlers.pages import open_page
from bmoca_gym.handset.apps.youtube.state import KEPT, PACKAGE, YouTube, fronted
from bmoca_gym.handset.apps.youtube.videos import next_video, videos
from bmoca_gym.handset.effects import cancel, schedule, scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, replace

_END = "end"


def length_of(id: int) -> int:
    """Return the length of a video, ms."""
    return videos()[id].length * 1000


def place(state: YouTube, uptime: int) -> int:
    """Return the position of the player in its video, ms."""
    if state.since < 0:
        return state.at
    return min(length_of(state.video), state.at + uptime - state.since)


def open_video(state: YouTube, context: Context, id: int) -> Next[YouTube]:
    """Open the page of a video, which resumes where it was left."""
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
    """Play the video, from the start if it has ended, or pause it."""
    if state.since >= 0:
        return replace(_stopped(state, context.uptime), controls=True), cancel(PACKAGE, _END)
    over = state.at >= length_of(state.video)
    return _play(replace(state, at=0 if over else state.at, controls=False), context.uptime)


def seek(state: YouTube, context: Context) -> Next[YouTube]:
    """Seek to where the bar was touched or dragged."""
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
    """At the end of a video, play the next one, unless something is open over the page."""
    if state.video != id or state.since < 0:
        return state
    state = replace(_stopped(state, context.uptime), controls=True)
    phone = context.phone
    busy = state.panel or state.overlay or phone.overview or phone.shade is not None
    busy = busy or phone.top.package != PACKAGE  # it plays in a picture in picture
    follower = next_video(id)
    if busy or not state.autoplay or follower is None:
        return state
    return open_video(state, context, follower)


def paused(state: YouTube, context: Context) -> Next[YouTube]:
    """Pause the video when its page or the app is left."""
    if not _watching(context):
        return state
    playing = state.since >= 0
    state = _stopped(state, context.uptime)
    places = tuple(one for one in state.places if one[0] != state.video)
    if 0 < state.at < length_of(state.video):
        places = ((state.video, state.at), *places)[:KEPT]
    return replace(state, places=places, resume=playing), cancel(PACKAGE, _END)


def resumed(state: YouTube, context: Context) -> Next[YouTube]:
    """Resume the video when its page comes to the front, unless it was paused when the page was left."""
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
