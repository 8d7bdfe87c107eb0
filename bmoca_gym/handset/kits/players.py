"""A music app's player: its buttons, changes to its queue, and its media session.

An app declares one `Player`. The handlers of this module, such as `press_play`, look it up by the type of the app's
state, which has the fields of `Plays`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from bmoca_gym.handset.kits import play_queue
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import finished
from bmoca_gym.handset.kits.play_queue import Heard, PlayQueue
from bmoca_gym.handset.manifest import MediaSession
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import media_keys
from bmoca_gym.handset.ui.components import touched_share
from bmoca_gym.handset.value import replace


class Plays(Protocol):
    """State of an app that plays a queue."""

    @property
    def queue(self) -> tuple[Any, ...]:
        """What is played, in order. The app decides what an item is."""

    @property
    def original(self) -> tuple[Any, ...]:
        """The queue before it was shuffled."""

    @property
    def playback(self) -> PlayQueue:
        """The current item of the queue and its position."""

    @property
    def shuffled(self) -> bool:
        """Whether the queue is shuffled."""


S = TypeVar("S", bound=Plays)


class Player(Generic[S]):
    """Player of an app.

    Attributes:
        state: type of the app's state.
        package: the app's package.
        tag: tag of its media session.
        songs: function from state and phone to the songs of the queue.
        salt: function from an index and an item to a text that determines the order of a shuffled queue.
        begun: function from state and song to the state after another song has started; None changes nothing.
    """

    def __init__(
        self,
        state: type[S],
        package: str,
        tag: str,
        songs: Callable[[S, Phone], tuple[Song, ...]],
        salt: Callable[[int, Any], str],
        begun: Callable[[S, Song], S] | None = None,
    ) -> None:
        self.package, self.tag, self.songs, self.salt, self.begun = package, tag, songs, salt, begun
        _players[state] = self

    def session(self, phone: Phone) -> MediaSession | None:
        """Return the media session, or None if the queue is empty."""
        state = phone.apps[self.package]
        songs = self.songs(state, phone)
        if not songs:
            return None
        now = heard(state, phone)
        song = songs[now.place]
        return MediaSession(
            self.tag,
            now.playing,
            now.position,
            song.title,
            song.artist,
            song.album,
            len(songs),
            song.duration,
        )


#: The players by the types of apps' states.
_players: dict[type[Any], Player[Any]] = {}


def lengths(state: Plays, phone: Phone) -> tuple[int, ...]:
    """Return the durations of the songs of the queue, ms."""
    return tuple([song.duration for song in _players[type(state)].songs(state, phone)])


def heard(state: Plays, phone: Phone) -> Heard:
    """Return the song and the position that are playing now."""
    return play_queue.heard(state.playback, lengths(state, phone), phone.clock.uptime)


# The buttons


def with_playback(state: S, context: Context, playback: PlayQueue) -> S:
    """Return the state with another playback, after what the app does when another song starts."""
    player = _players[type(state)]
    after = replace(state, playback=playback)
    if player.begun is None:
        return after
    before, now = heard(state, context.phone), heard(after, context.phone)
    if not now.playing or (before.playing and before.place == now.place):
        return after
    return player.begun(after, player.songs(after, context.phone)[now.place])


def play_at(state: S, context: Context, place: int) -> S:
    """Play the song at ``place`` of the queue."""
    return with_playback(state, context, play_queue.go(state.playback, place, context.uptime))


def press_play(state: S, context: Context) -> S:
    """Play or pause."""
    change = play_queue.pause if heard(state, context.phone).playing else play_queue.play
    return _after(state, context, change)


def forward(state: S, context: Context) -> S:
    """Skip to the next song."""
    return _after(state, context, play_queue.forward)


def rewind(state: S, context: Context) -> S:
    """Restart the song, or skip to the previous one."""
    return _after(state, context, play_queue.rewind)


def _after(state: S, context: Context, change: Callable[[PlayQueue, tuple[int, ...], int], PlayQueue]) -> S:
    every = lengths(state, context.phone)
    return with_playback(state, context, change(state.playback, every, context.uptime))


def seek(state: S, context: Context, width: float) -> S:
    """Seek to the touched position of the slider, which is ``width`` dp wide."""
    every = lengths(state, context.phone)
    position = round(touched_share(context, width) * every[heard(state, context.phone).place])
    return replace(state, playback=play_queue.seek(state.playback, every, context.uptime, position))


def press_repeat(state: S, context: Context) -> S:
    """Cycle through repeating nothing, all songs, and one song."""
    every = lengths(state, context.phone)
    return replace(state, playback=play_queue.repeated(state.playback, every, context.uptime))


def press_shuffle(state: S, context: Context) -> S:
    """Shuffle the queue after the current song, or restore its order."""
    now = heard(state, context.phone)
    if not state.shuffled:
        mixed = shuffled(state, context, state.queue, now.place)
        return replace(with_queue(state, context, mixed, 0, now), shuffled=True)
    current = state.queue[now.place]
    place = state.original.index(current) if current in state.original else 0
    return replace(with_queue(state, context, state.original, place, now), shuffled=False)


def press_key(state: S, context: Context, key: str) -> S:
    """Handle a media key."""
    skip: Callable[[S, Context], S] | None = {"next": forward, "previous": rewind}.get(key)
    if skip is not None:
        return skip(state, context)
    turns = media_keys.turns(key, heard(state, context.phone).playing)
    return press_play(state, context) if turns else state


# The queue


def shuffled(state: Plays, context: Context, items: tuple[Any, ...], first: int = -1) -> tuple[Any, ...]:
    """Return items of a queue in random order. ``first``: index of the one to start with, or -1."""
    at, salt = context.uptime, _players[type(state)].salt
    mixed = sorted(range(len(items)), key=lambda i: zlib.crc32(f"{at} {salt(i, items[i])}".encode()))
    places = mixed if first < 0 else [first, *(i for i in mixed if i != first)]
    return tuple([items[i] for i in places])


def with_queue(state: S, context: Context, queue: tuple[Any, ...], place: int, now: Heard) -> S:
    """Change the queue without interrupting ``now``, the current song, whose new index is ``place``."""
    since = context.uptime if now.playing else -1
    changed = replace(state.playback, place=place, before=now.position, since=since)
    return finished(state, queue=queue, playback=changed)


def insert(state: S, context: Context, items: tuple[Any, ...], place: int) -> S:
    """Insert items into the queue at index ``place``, which is after the current song."""
    now = heard(state, context.phone)
    queue = (*state.queue[:place], *items, *state.queue[place:])
    return replace(with_queue(state, context, queue, now.place, now), original=(*state.original, *items))


def remove(state: S, context: Context, place: int) -> S:
    """Remove the item at ``place`` from the queue."""
    if not 0 <= place < len(state.queue):
        return state
    now, queue = heard(state, context.phone), (*state.queue[:place], *state.queue[place + 1 :])
    original = list(state.original)
    if state.queue[place] in original:
        original.remove(state.queue[place])
    if place == now.place:
        now = Heard(place, 0, now.playing and bool(queue))
    after = min(now.place - (place < now.place), max(0, len(queue) - 1))
    return replace(with_queue(state, context, queue, after, now), original=tuple(original))
