"""Handlers of VLC's player."""

from __future__ import annotations

from bmoca_gym.handset.apps.vlc import library
from bmoca_gym.handset.apps.vlc.library import PACKAGE
from bmoca_gym.handset.apps.vlc.state import PLAYER, Vlc, controls_seen
from bmoca_gym.handset.effects import cancel, finish, focus, schedule, start, toast
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.playback import Playback
from bmoca_gym.handset.manifest import Intent, MediaSession, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, media_keys
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import Callback, do, replace

_END = "end"
#: The most media in the history.
_KEPT = 20


def play(state: Vlc, context: Context, paths: tuple[str, ...], at: int) -> Next[Vlc]:
    """Play media, starting with the one at index ``at``."""
    if not paths:
        return without_overlay(state)
    state = without_overlay(state, queue=paths, selection=(), searching=False, query="", filled=False)
    begun, at_end = _begun(state, context, at)
    return begun, focus(""), start(f"{PACKAGE}/{PLAYER}"), at_end


def _begun(state: Vlc, context: Context, at: int) -> tuple[Vlc, Callback]:
    """Start a medium of the queue."""
    path = state.queue[at]
    item = library.with_path(context.phone, path)
    playback = Playback(0 if item is None else item.length, percent=state.playback.percent)
    playback = playback.started(context.uptime)
    history = state.history
    if state.history_kept:
        history = (path, *[one for one in history if one != path])[:_KEPT]
    state = replace(state, current=at, playback=playback, history=history, touched=context.uptime)
    return state, _at_end(state, context)


def _at_end(state: Vlc, context: Context) -> Callback:
    """Return the effect that schedules the end of the medium, or cancels it during a pause."""
    playback, uptime = state.playback, context.uptime
    if not playback.plays(uptime):
        return cancel(PACKAGE, _END)
    left = (playback.length - playback.place(uptime)) * 100 // playback.percent
    return schedule(PACKAGE, _END, uptime + left, do(ended), "uptime")


def ended(state: Vlc, context: Context) -> Next[Vlc]:
    """At the end of a medium, play the next one of the queue; after the last one, close the player."""
    if state.playback.since < 0:
        return state
    if state.current + 1 < len(state.queue):
        return _begun(state, context, state.current + 1)
    state = without_overlay(state, playback=state.playback.stopped(context.uptime))
    front = context.phone.top
    return (state, finish()) if front.component == f"{PACKAGE}/{PLAYER}" else state


def show_controls(state: Vlc, context: Context) -> Vlc:
    """Show or hide the player's controls."""
    return replace(state, touched=-1 if controls_seen(state, context.uptime) else context.uptime)


def play_or_pause(state: Vlc, context: Context) -> Next[Vlc]:
    """Play or pause the medium."""
    state = replace(state, playback=state.playback.toggled(context.uptime), touched=context.uptime)
    return state, _at_end(state, context)


def seek(state: Vlc, context: Context, width: float) -> Next[Vlc]:
    """Seek to the touched place of the seek bar, which is ``width`` dp wide."""
    return _sought(state, context, round(touched_share(context, width) * state.playback.length))


def leap(state: Vlc, context: Context, by: int) -> Next[Vlc]:
    """Jump ``by`` ms."""
    return _sought(state, context, state.playback.place(context.uptime) + by)


def _sought(state: Vlc, context: Context, at: int) -> Next[Vlc]:
    # At the very end nothing would be left to play, so stay on the last moment.
    at = min(at, state.playback.length - 1)
    playback = state.playback.sought(context.uptime, at)
    state = replace(state, playback=playback, touched=context.uptime)
    return state, _at_end(state, context)


def skip(state: Vlc, context: Context, by: int) -> Next[Vlc]:
    """Play the next or the previous medium of the queue."""
    return _begun(state, context, (state.current + by) % len(state.queue)) if state.queue else state


def choose_speed(state: Vlc, context: Context, percent: int) -> Next[Vlc]:
    """Play at another speed."""
    playback = state.playback.paced(context.uptime, percent)
    state = without_overlay(state, playback=playback, touched=context.uptime)
    return state, _at_end(state, context)


def resize(state: Vlc, context: Context) -> Next[Vlc]:
    """Toggle between filling the screen with the picture and fitting it."""
    said = "fit" if state.filled else "fill"
    state = replace(state, filled=not state.filled, touched=context.uptime)
    return state, toast(context.res.string(f"vlc.{said}"))


def leave_player(state: Vlc, context: Context) -> Next[Vlc]:
    """Close the player and stop."""
    queue = () if _is_sound(state, context.phone) else state.queue
    state = without_overlay(state, playback=state.playback.stopped(context.uptime), queue=queue)
    return state, cancel(PACKAGE, _END), finish()


def paused(state: Vlc, context: Context) -> Next[Vlc]:
    """Stop a video when the player is left. The sound continues."""
    if context.activity is None or context.activity.name != PLAYER or state.playback.since < 0:
        return state
    if _is_sound(state, context.phone):
        return state
    return replace(state, playback=state.playback.stopped(context.uptime)), cancel(PACKAGE, _END)


def _current(state: Vlc, phone: Phone) -> library.Item | None:
    return library.with_path(phone, state.queue[state.current]) if state.current < len(state.queue) else None


def _is_sound(state: Vlc, phone: Phone) -> bool:
    item = _current(state, phone)
    return item is not None and not item.is_video


def session(phone: Phone) -> MediaSession | None:
    """Return the media session: for sound that plays or is paused, or for a video while it plays."""
    state = phone.apps[PACKAGE]
    item, uptime = _current(state, phone), phone.clock.uptime
    playing = state.playback.plays(uptime)
    if item is None or (item.is_video and not playing):
        return None
    return MediaSession(
        "VLC", playing, state.playback.place(uptime), item.title, item.artist, queue=len(state.queue),
        length=state.playback.length,
    )  # fmt: skip


def press_key(state: Vlc, context: Context, key: str) -> Next[Vlc]:
    """Handle a media key."""
    if key in ("next", "previous"):
        return skip(state, context, 1 if key == "next" else -1)
    turns = media_keys.turns(key, state.playback.plays(context.uptime))
    return play_or_pause(state, context) if turns else state


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Play the medium that an intent names; None if there is none."""
    path = documents.path_of(intent.data)
    if library.with_path(phone, path) is None:
        return None
    phone = phone.handled(PACKAGE, _viewed, (path,))
    return activities.start(phone, f"{PACKAGE}/{PLAYER}", action=intent.action)


def _viewed(state: Vlc, context: Context, path: str) -> Next[Vlc]:
    return _begun(without_overlay(state, queue=(path,), filled=False), context, 0)
