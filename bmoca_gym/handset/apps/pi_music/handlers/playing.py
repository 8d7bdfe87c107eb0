"""Handlers of playback in Pi Music Player: the queue and its navigation."""

from __future__ import annotations

import zlib

from bmoca_gym.handset.apps.pi_music.state import PACKAGE, PiMusic, songs_of
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import library, play_queue
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.play_queue import Heard, PlayQueue
from bmoca_gym.handset.manifest import MediaSession, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import media_keys
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import replace


def lengths(state: PiMusic, phone: Phone) -> tuple[int, ...]:
    """Durations of the songs of the queue, ms."""
    return tuple([song.duration for song in songs_of(state, phone)])


def heard(state: PiMusic, phone: Phone) -> Heard:
    """Song and position that are playing now."""
    return play_queue.heard(state.playback, lengths(state, phone), phone.clock.uptime)


def session(phone: Phone) -> MediaSession | None:
    """Media session of the music, for the system."""
    state = phone.apps[PACKAGE]
    songs = songs_of(state, phone)
    if not songs:
        return None
    now = heard(state, phone)
    song = songs[now.place]
    return MediaSession(
        "PiMusicPlayer", now.playing, now.position, song.title, song.artist, song.album, len(songs)
    )


# Starting playback


def play_songs(state: PiMusic, context: Context, ids: tuple[int, ...], place: int = 0) -> Next[PiMusic]:
    """Play a list, beginning with the song at ``place``, and show the player."""
    found = tuple([song.id for song in library.songs_with(context.phone, ids)])
    if not found:
        return without_overlay(state)
    playback = play_queue.go(
        PlayQueue(repeat=state.playback.repeat), min(place, len(found) - 1), context.uptime
    )
    after = without_overlay(
        state, queue=found, original=found, shuffled=False, playback=playback, player=True
    )
    return after, focus("")


def shuffle_songs(state: PiMusic, context: Context, ids: tuple[int, ...]) -> Next[PiMusic]:
    """Play a list in random order."""
    return play_songs(state, context, _mixed(context, ids))


def _mixed(context: Context, ids: tuple[int, ...]) -> tuple[int, ...]:
    at = context.uptime
    return tuple(sorted(ids, key=lambda id: zlib.crc32(f"{at} {id}".encode())))


# The queue


def _kept(state: PiMusic, context: Context, queue: tuple[int, ...], place: int, now: Heard) -> PiMusic:
    """Change the queue without interrupting the current song, which is now at ``place``."""
    since = context.uptime if now.playing else -1
    changed = replace(state.playback, place=place, before=now.position, since=since)
    return without_overlay(state, queue=queue, playback=changed)


def enqueue(state: PiMusic, context: Context, ids: tuple[int, ...], after: bool) -> Next[PiMusic]:
    """Add songs ``after`` the current one, or to the end of the queue."""
    now = heard(state, context.phone)
    place = now.place + 1 if after else len(state.queue)
    queue = (*state.queue[:place], *ids, *state.queue[place:])
    said = context.res.string(
        "pi_music.added_to_queue", count=len(ids), shown=context.res.digits(str(len(ids)))
    )
    return replace(_kept(state, context, queue, now.place, now), original=(*state.original, *ids)), toast(
        said
    )


def remove(state: PiMusic, context: Context, place: int) -> PiMusic:
    """Remove the song at ``place`` from the queue."""
    now, queue = heard(state, context.phone), (*state.queue[:place], *state.queue[place + 1 :])
    original = list(state.original)
    if state.queue[place] in original:
        original.remove(state.queue[place])
    if place == now.place:
        now = Heard(place, 0, now.playing and bool(queue))
    after = min(now.place - (place < now.place), max(0, len(queue) - 1))
    return replace(_kept(state, context, queue, after, now), original=tuple(original))


def play_at(state: PiMusic, context: Context, place: int) -> PiMusic:
    """Play the song at ``place`` of the queue."""
    return replace(state, playback=play_queue.go(state.playback, place, context.uptime))


# The buttons


def press_play(state: PiMusic, context: Context) -> PiMusic:
    """Play or pause."""
    every = lengths(state, context.phone)
    change = play_queue.pause if heard(state, context.phone).playing else play_queue.play
    return replace(state, playback=change(state.playback, every, context.uptime))


def press_key(state: PiMusic, context: Context, key: str) -> PiMusic:
    """Handle a media key."""
    if key in ("next", "previous"):
        return (forward if key == "next" else rewind)(state, context)
    turns = media_keys.turns(key, heard(state, context.phone).playing)
    return press_play(state, context) if turns else state


def forward(state: PiMusic, context: Context) -> PiMusic:
    """Skip to the next song."""
    every = lengths(state, context.phone)
    return replace(state, playback=play_queue.forward(state.playback, every, context.uptime))


def rewind(state: PiMusic, context: Context) -> PiMusic:
    """Restart the song, or skip to the previous one."""
    every = lengths(state, context.phone)
    return replace(state, playback=play_queue.rewind(state.playback, every, context.uptime))


def seek(state: PiMusic, context: Context, width: float) -> PiMusic:
    """Seek to the touched place of the slider."""
    every = lengths(state, context.phone)
    position = round(touched_share(context, width) * every[heard(state, context.phone).place])
    return replace(state, playback=play_queue.seek(state.playback, every, context.uptime, position))


def press_repeat(state: PiMusic, context: Context) -> PiMusic:
    """Switch between repeating nothing, all songs, and one song."""
    every = lengths(state, context.phone)
    return replace(state, playback=play_queue.repeated(state.playback, every, context.uptime))


def press_shuffle(state: PiMusic, context: Context) -> PiMusic:
    """Shuffle the queue, or restore its order."""
    now = heard(state, context.phone)
    current = state.queue[now.place]
    if state.shuffled:
        place = state.original.index(current) if current in state.original else 0
        return replace(_kept(state, context, state.original, place, now), shuffled=False)
    others = (*state.queue[: now.place], *state.queue[now.place + 1 :])
    return replace(_kept(state, context, (current, *_mixed(context, others)), 0, now), shuffled=True)
