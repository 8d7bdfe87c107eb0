"""Handlers of playback in Retro Music: the queue and its navigation."""

from __future__ import annotations

import zlib

from bmoca_gym.handset.apps.retro_music.state import PACKAGE, QUEUE, Retro, played
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.kits import library, play_queue
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.play_queue import Heard, PlayQueue
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.manifest import MediaSession, Next, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import media_keys
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import memo, replace

_LENGTH = QUEUE.place("duration")


@memo(64)
def lengths(queue: Rows) -> tuple[int, ...]:
    """Durations of the songs of a queue, ms."""
    return tuple([int(row[_LENGTH] or 0) for row in queue])


def heard(state: Retro, uptime: int) -> Heard:
    """Piece and position at an uptime."""
    return play_queue.heard(state.playback, lengths(state.queue), uptime)


def row_of(song: Song) -> Row:
    """A song as the queue's tables have it."""
    return QUEUE.row(
        song.id, title=song.title, duration=song.duration, _data=song.data, date_modified=song.modified,
        album_id=library.number_of(song.album), album=song.album, artist_id=library.number_of(song.artist),
        artist=song.artist,
    )  # fmt: skip


def _with(state: Retro, context: Context, changed: PlayQueue) -> Retro:
    """Change the playback. A new song is added to the history."""
    before, after = heard(state, context.uptime), replace(state, playback=changed)
    now = heard(after, context.uptime)
    if not now.playing or not after.queue or (before.playing and before.place == now.place):
        return after
    return played(after, int(after.queue[now.place][0] or 0))


def _queued(state: Retro, context: Context, queue: Rows, place: int, playing: bool) -> Retro:
    state = replace(state, queue=queue, original=queue, shuffled=False, selection=(), overlay="", playback=PlayQueue(
        place, repeat=state.playback.repeat))  # fmt: skip
    return (
        _with(state, context, play_queue.go(state.playback, place, context.uptime, playing))
        if queue
        else state
    )


# Beginning


def play_songs(state: Retro, context: Context, ids: tuple[int, ...], place: int = 0) -> Next[Retro]:
    """Make a list the queue, and play it from the song at ``place`` on."""
    songs = library.songs_with(context.phone, ids)
    return _queued(state, context, tuple(map(row_of, songs)), min(place, max(0, len(songs) - 1)), True)


def shuffle_songs(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Make a list the queue and play it in any order."""
    state, _ = split(play_songs(state, context, ids))
    return _shuffled(state, context, -1) if state.queue else state


def _shuffled(state: Retro, context: Context, first: int) -> Retro:
    """The state whose queue is in an order by chance, the song at ``first`` (none: -1) before all others."""
    at = context.uptime
    mixed = sorted(
        range(len(state.queue)), key=lambda i: zlib.crc32(f"{at} {i} {state.queue[i][0]!r}".encode())
    )
    places = mixed if first < 0 else [first, *(i for i in mixed if i != first)]
    return replace(state, queue=tuple([state.queue[i] for i in places]), shuffled=True)


# The queue


def _inserted(state: Retro, context: Context, rows: Rows, place: int) -> Retro:
    """Insert songs into the queue before ``place``, without interrupting the current song."""
    if not state.queue:
        return _queued(state, context, rows, 0, False)
    now = heard(state, context.uptime)
    queue = (*state.queue[:place], *rows, *state.queue[place:])
    return replace(_kept(state, context, queue, now.place, now), original=(*state.original, *rows))


def _kept(state: Retro, context: Context, queue: Rows, place: int, now: Heard) -> Retro:
    """Replace the queue. The current song is now at ``place`` and continues."""
    since = context.uptime if now.playing else -1
    changed = replace(state.playback, place=place, before=now.position, since=since)
    return replace(state, queue=queue, playback=changed, selection=(), overlay="")


def enqueue(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Put songs at the end of the queue."""
    rows = tuple(map(row_of, library.songs_with(context.phone, ids)))
    return _inserted(state, context, rows, len(state.queue)), toast(_said(context, rows))


def play_next(state: Retro, context: Context, ids: tuple[int, ...]) -> Next[Retro]:
    """Insert songs after the current one."""
    rows = tuple(map(row_of, library.songs_with(context.phone, ids)))
    place = heard(state, context.uptime).place + 1
    return _inserted(state, context, rows, place), toast(_said(context, rows))


def _said(context: Context, rows: Rows) -> str:
    shown = context.res.digits(str(len(rows)))
    return context.res.string("retro_music.added_to_queue", count=len(rows), shown=shown)


def remove(state: Retro, context: Context, place: int) -> Retro:
    """Take the song at ``place`` out of the queue."""
    if not 0 <= place < len(state.queue):
        return state
    now, gone = heard(state, context.uptime), state.queue[place]
    queue = (*state.queue[:place], *state.queue[place + 1 :])
    original = list(state.original)
    if gone in original:
        original.remove(gone)
    if place == now.place:
        now = Heard(place, 0, now.playing)
    after = min(now.place - (place < now.place), max(0, len(queue) - 1))
    state = _kept(state, context, queue, after, now if queue else Heard(0, 0, False))
    return replace(state, original=tuple(original), player=state.player and bool(queue))


def swipe_away(state: Retro, context: Context, place: int) -> Retro:
    """Take a song out of the queue that is swiped across."""
    return remove(state, context, place) if context.direction in ("left", "right") else state


def move(state: Retro, context: Context, place: int) -> Retro:
    """Move the song at ``place`` as many rows up or down as its handle was dragged."""
    now, after = heard(state, context.uptime), moved(context, place, len(state.queue))
    rows = list(state.queue)
    rows.insert(after, rows.pop(place))
    places = list(range(len(rows)))
    places.insert(after, places.pop(place))
    state = _kept(state, context, tuple(rows), places.index(now.place), now)
    return state if state.shuffled else replace(state, original=state.queue)


def moved(context: Context, place: int, count: int) -> int:
    """New position of a row whose handle was dragged; rows are as high as their handles."""
    after = place + int(context.end_y // 1) if context.direction else place
    return min(max(after, 0), count - 1)


def clear(state: Retro, context: Context) -> Retro:
    """Empty the queue."""
    return replace(state, queue=(), original=(), playback=PlayQueue(repeat=state.playback.repeat), shuffled=False,
                   player=False, overlay="")  # fmt: skip


# Going through it


def play_at(state: Retro, context: Context, place: int) -> Retro:
    """Play the song at ``place`` of the queue."""
    return _with(state, context, play_queue.go(state.playback, place, context.uptime))


def press_play(state: Retro, context: Context) -> Retro:
    """Go on, or pause."""
    change = play_queue.pause if heard(state, context.uptime).playing else play_queue.play
    return _with(state, context, change(state.playback, lengths(state.queue), context.uptime))


def press_key(state: Retro, context: Context, key: str) -> Retro:
    """Handle a media key."""
    if key in ("next", "previous"):
        return (forward if key == "next" else rewind)(state, context)
    return (
        press_play(state, context) if media_keys.turns(key, heard(state, context.uptime).playing) else state
    )


def session(phone: Phone) -> MediaSession | None:
    """Media session of the music, for the system."""
    state = phone.apps[PACKAGE]
    if not state.queue:
        return None
    now = heard(state, phone.clock.uptime)
    title, artist, album = (
        str(QUEUE.get(state.queue[now.place], name)) for name in ("title", "artist", "album")
    )
    return MediaSession("RetroMusic", now.playing, now.position, title, artist, album, len(state.queue))


def forward(state: Retro, context: Context) -> Retro:
    """Go on to the next song."""
    return _with(state, context, play_queue.forward(state.playback, lengths(state.queue), context.uptime))


def rewind(state: Retro, context: Context) -> Retro:
    """Begin the song again, or the one before."""
    return _with(state, context, play_queue.rewind(state.playback, lengths(state.queue), context.uptime))


def swipe_on(state: Retro, context: Context) -> Retro:
    """Go on to the next song, or back, as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    ahead = (context.direction == "left") != context.res.rtl
    return forward(state, context) if ahead else rewind(state, context)


def seek(state: Retro, context: Context, width: float) -> Retro:
    """Go to where the slider was touched."""
    every = lengths(state.queue)
    place = heard(state, context.uptime).place
    position = round(touched_share(context, width) * every[place])
    return replace(state, playback=play_queue.seek(state.playback, every, context.uptime, position))


def press_repeat(state: Retro, context: Context) -> Retro:
    """Switch between repeating all, one song, or none."""
    return replace(state, playback=play_queue.repeated(state.playback, lengths(state.queue), context.uptime))


def press_shuffle(state: Retro, context: Context) -> Retro:
    """Play the queue in any order, or again in its own."""
    now = heard(state, context.uptime)
    if not state.shuffled:
        return _kept(
            _shuffled(state, context, now.place), context, _shuffled(state, context, now.place).queue, 0, now
        )
    place = state.original.index(state.queue[now.place]) if state.queue[now.place] in state.original else 0
    return replace(_kept(state, context, state.original, place, now), shuffled=False)
