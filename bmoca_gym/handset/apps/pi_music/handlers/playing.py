"""Handlers of Pi Music Player's player: what it plays, and its queue."""

from __future__ import annotations

from bmoca_gym.handset.apps.pi_music.state import PACKAGE, PiMusic, songs_of
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import library, play_queue, players
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.play_queue import PlayQueue
from bmoca_gym.handset.kits.players import Player
from bmoca_gym.handset.kits.search_starts import remembered
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context

PLAYER = Player(PiMusic, PACKAGE, "PiMusicPlayer", songs_of, salt=lambda place, id: str(id))


def play_songs(state: PiMusic, context: Context, ids: tuple[int, ...], place: int = 0) -> Next[PiMusic]:
    """Play a list, starting with the song at ``place``, and show the player. Remember the search that found it."""
    found = tuple([song.id for song in library.songs_with(context.phone, ids)])
    if not found:
        return without_overlay(state)
    playback = PlayQueue(repeat=state.playback.repeat)
    playback = play_queue.go(playback, min(place, len(found) - 1), context.uptime)
    after = without_overlay(
        remembered(state), queue=found, original=found, shuffled=False, playback=playback, player=True
    )
    return after, focus("")


def shuffle_songs(state: PiMusic, context: Context, ids: tuple[int, ...]) -> Next[PiMusic]:
    """Play a list in random order."""
    return play_songs(state, context, players.shuffled(state, context, ids))


def enqueue(state: PiMusic, context: Context, ids: tuple[int, ...], after: bool) -> Next[PiMusic]:
    """Add songs ``after`` the current one, or to the end of the queue."""
    place = players.heard(state, context.phone).place + 1 if after else len(state.queue)
    shown = context.res.digits(str(len(ids)))
    said = context.res.string("pi_music.added_to_queue", count=len(ids), shown=shown)
    return players.insert(state, context, ids, place), toast(said)
