"""Playback of a list: the current item and its position, computed from the phone's clock.

An app keeps a `PlayQueue` beside its list, and passes the ``lengths`` of the items, in ms, to every function.
Nothing is scheduled during playback: the position follows from the start time.
"""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.value import Value, replace, value

#: What is played behind the end of a piece, or of the list, in the order in which a button goes through them.
REPEATS = ("off", "all", "one")
#: After so many ms, going back means to begin a piece again.
_BEGUN = 5000


@value
class PlayQueue(Value):
    """Playback that goes on, or stands still.

    ``place``: of a piece in the list; ``before``: the ms of it that were played until ``since``, the uptime in ms at
    which it was begun or went on, -1 while it stands still. ``repeat``: one of `REPEATS`.
    """

    place: int = 0
    before: int = 0
    since: int = -1
    repeat: str = "off"


class Heard(NamedTuple):
    """Heard at a moment: the piece at ``place``, ``position`` ms behind its beginning, while ``playing``."""

    place: int
    position: int
    playing: bool


def heard(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> Heard:
    """Piece and position at an uptime. At the end of a list that is not repeated, the last piece stops at its end."""
    if not lengths:
        return Heard(0, 0, False)
    place = min(max(queue.place, 0), len(lengths) - 1)
    if queue.since < 0:
        return Heard(place, min(queue.before, lengths[place]), False)
    passed = queue.before + max(0, uptime - queue.since)
    if queue.repeat == "one" and lengths[place]:
        return Heard(place, passed % lengths[place], True)
    total = sum(lengths)
    if queue.repeat == "all" and total:
        passed += sum(lengths[:place])
        place, passed = 0, passed % total
    while passed >= lengths[place]:
        if place == len(lengths) - 1:
            return Heard(place, lengths[place], False)
        passed -= lengths[place]
        place += 1
    return Heard(place, passed, True)


def go(queue: PlayQueue, place: int, uptime: int, playing: bool = True) -> PlayQueue:
    """Begin the piece at ``place``; without ``playing``, stand still there."""
    return replace(queue, place=place, before=0, since=uptime if playing else -1)


def play(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Go on; behind the end of a piece, from its beginning."""
    now = heard(queue, lengths, uptime)
    if not lengths or now.playing:
        return queue
    return replace(queue, place=now.place, before=now.position % max(1, lengths[now.place]), since=uptime)


def pause(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Stand still where one is."""
    now = heard(queue, lengths, uptime)
    return replace(queue, place=now.place, before=now.position, since=-1)


def seek(queue: PlayQueue, lengths: tuple[int, ...], uptime: int, position: int) -> PlayQueue:
    """Go to ``position`` ms of the piece that is heard, and go on or stand still as before."""
    now = heard(queue, lengths, uptime)
    return replace(queue, place=now.place, before=position, since=uptime if now.playing else -1)


def forward(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Play the next piece; behind the last one the first where all is repeated, else the last again."""
    now = heard(queue, lengths, uptime)
    after = now.place + 1
    if after >= len(lengths):
        after = 0 if queue.repeat == "all" else now.place
    return go(queue, after, uptime)


def rewind(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Begin the piece again, or play the one before where it was hardly begun."""
    now = heard(queue, lengths, uptime)
    if now.position > _BEGUN:
        return go(queue, now.place, uptime, now.playing)
    return go(queue, max(0, now.place - 1), uptime)


def repeated(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """The next way of `REPEATS`, with the same piece at the same place."""
    now = heard(queue, lengths, uptime)
    after = REPEATS[(REPEATS.index(queue.repeat) + 1) % len(REPEATS)]
    return replace(
        queue, repeat=after, place=now.place, before=now.position, since=uptime if now.playing else -1
    )
