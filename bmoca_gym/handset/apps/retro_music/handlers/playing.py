"""Handlers of Retro Music's player: what it plays, and its queue."""

from __future__ import annotations

from bmoca_gym.handset.apps.retro_music.state import PACKAGE, QUEUE, Retro, played, queued
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits import library, play_queue, players
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import finished, without_overlay
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.players import Player, heard
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.manifest import Next, split
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import do, replace

#: Minutes that the sleep timer takes at most.
LONGEST_SLEEP = 120

PLAYER = Player(
    Retro,
    PACKAGE,
    "RetroMusic",
    songs=lambda state, phone: queued(state.queue),
    salt=lambda place, row: f"{place} {row[0]!r}",
    begun=lambda state, song: played(state, song.id),
)


def _row(song: Song) -> Row:
    """Return the row of a song in the queue's tables."""
    return QUEUE.row(
        song.id, title=song.title, duration=song.duration, _data=song.data, date_modified=song.modified,
        album_id=library.number_of(song.album), album=song.album, artist_id=library.number_of(song.artist),
        artist=song.artist,
    )  # fmt: skip


def _rows(context: Context, ids: tuple[int, ...]) -> Rows:
    return tuple(map(_row, library.songs_with(context.phone, ids)))


def _queued(state: Retro, context: Context, queue: Rows, place: int, playing: bool) -> Retro:
    playback = PlayQueue(place, repeat=state.playback.repeat)
    state = finished(state, queue=queue, original=queue, shuffled=False, playback=playback)
    if not queue:
        return state
    return players.with_playback(state, context, play_queue.go(playback, place, context.uptime, playing))


# Starting playback


def play_songs(state: Retro, context: Context, ids: tuple[int, ...], place: int = 0) -> Next[Retro]:
    """Play a list, starting with the song at ``place``."""
    rows = _rows(context, ids)
    return _queued(state, context, rows, min(place, max(0, len(rows) - 1)), True)


def shuffle_songs(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Play a list in random order."""
    state, _ = split(play_songs(state, context, ids))
    queue = players.shuffled(state, context, state.queue)
    return replace(state, queue=queue, shuffled=True) if queue else state


# The queue


def enqueue(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Add songs to the end of the queue."""
    return _inserted(state, context, ids, len(state.queue))


def play_next(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Add songs to the queue after the current one."""
    return _inserted(state, context, ids, heard(state, context.phone).place + 1)


def _inserted(state: Retro, context: Context, ids: tuple[int, ...], place: int) -> Next[Retro]:
    rows = _rows(context, ids)
    old = state.queue
    after = players.insert(state, context, rows, place) if old else _queued(state, context, rows, 0, False)
    shown = context.res.digits(str(len(rows)))
    return after, toast(context.res.string("retro_music.added_to_queue", count=len(rows), shown=shown))


def swipe_away(state: Retro, context: Context, place: int) -> Retro:
    """Remove the swiped song from the queue."""
    return players.remove(state, context, place) if context.direction in ("left", "right") else state


def move(state: Retro, context: Context, place: int) -> Retro:
    """Move the song at ``place`` as many rows up or down as its handle was dragged."""
    now, after = heard(state, context.phone), moved(context, place, len(state.queue))
    places = list(range(len(state.queue)))
    places.insert(after, places.pop(place))
    rows = tuple([state.queue[i] for i in places])
    state = players.with_queue(state, context, rows, places.index(now.place), now)
    return state if state.shuffled else replace(state, original=state.queue)


def moved(context: Context, place: int, count: int) -> int:
    """Return the new position of a row whose handle was dragged; rows are as tall as their handles."""
    after = place + int(context.end_y // 1) if context.direction else place
    return min(max(after, 0), count - 1)


def clear(state: Retro, context: Context) -> Retro:
    """Empty the queue."""
    playback = PlayQueue(repeat=state.playback.repeat)
    return without_overlay(state, queue=(), original=(), playback=playback, shuffled=False, player=False)


# The sleep timer


def choose_sleep(state: Retro, context: Context, width: float) -> Retro:
    """Choose how many minutes playback continues before it stops."""
    share = touched_share(context, width)
    return replace(state, sleep_minutes=1 + round(share * (LONGEST_SLEEP - 1)))


def set_sleep(state: Retro, context: Context) -> Next[Retro]:
    """Stop playback after the chosen number of minutes."""
    minutes = state.sleep_minutes
    shown = context.res.digits(str(minutes))
    timer = do(clock.schedule, PACKAGE, "sleep", context.uptime + minutes * 60_000, do(_sleep), "uptime")
    said = toast(context.res.string("retro_music.sleep_is_set", count=minutes, shown=shown))
    return without_overlay(state, sleep_set=True), timer, said


def cancel_sleep(state: Retro, context: Context) -> Next[Retro]:
    """Resume playback."""
    return without_overlay(state, sleep_set=False), do(clock.cancel, PACKAGE, "sleep")


def _sleep(state: Retro, context: Context) -> Retro:
    state = replace(state, sleep_set=False)
    return players.press_play(state, context) if heard(state, context.phone).playing else state


def swipe_on(state: Retro, context: Context) -> Retro:
    """Skip to the next or previous song on a swipe."""
    if context.direction not in ("left", "right"):
        return state
    ahead = (context.direction == "left") != context.res.rtl
    return players.forward(state, context) if ahead else players.rewind(state, context)
