"""Playback of a list: the current item and its position, computed from the phone's clock.

An app keeps a `PlayQueue` beside its list, and passes the ``lengths`` of the items, in ms, to every function.
Nothing is scheduled during playback: the position follows from the start time.
"""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.value import Value, replace, value

#: What is played after the end of an item or of the list, in the order in which a button switches between them.
REPEATS = ("off", "all", "one")
#: From this position on, in ms, "previous" restarts the current item.
_BEGUN = 5000


@value
class PlayQueue(Value):
    """Playback of a list, playing or paused.

    ``place``: index of the item; ``before``: how many ms of it were played before ``since``, the uptime in ms at which
    playback started or resumed, or -1 while it is paused. ``repeat``: one of `REPEATS`.
    """

    place: int = 0
    before: int = 0
    since: int = -1
    repeat: str = "off"


class Heard(NamedTuple):
    """What plays at a given time: the item at ``place``, at ``position`` ms; ``playing`` or paused."""

    place: int
    position: int
    playing: bool


def heard(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> Heard:
    """Return the item and its position at an uptime.

    At the end of a list that does not repeat, the last item stops at its end.
    """
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
    """Go to the start of the item at ``place``, and play it unless ``playing`` is false."""
    return replace(queue, place=place, before=0, since=uptime if playing else -1)


def play(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Resume, or restart the item if it has ended."""
    now = heard(queue, lengths, uptime)
    if not lengths or now.playing:
        return queue
    return replace(queue, place=now.place, before=now.position % max(1, lengths[now.place]), since=uptime)


def pause(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Pause at the current position."""
    now = heard(queue, lengths, uptime)
    return replace(queue, place=now.place, before=now.position, since=-1)


def seek(queue: PlayQueue, lengths: tuple[int, ...], uptime: int, position: int) -> PlayQueue:
    """Jump to ``position`` ms of the current item, playing or paused as before."""
    now = heard(queue, lengths, uptime)
    return replace(queue, place=now.place, before=position, since=uptime if now.playing else -1)


def forward(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Play the next item. After the last one comes the first if everything repeats, otherwise the last one again."""
    now = heard(queue, lengths, uptime)
    after = now.place + 1
    if after >= len(lengths):
        after = 0 if queue.repeat == "all" else now.place
    return go(queue, after, uptime)


def rewind(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Restart the item, or play the previous one near its beginning."""
    now = heard(queue, lengths, uptime)
    if now.position > _BEGUN:
        return go(queue, now.place, uptime, now.playing)
    return go(queue, max(0, now.place - 1), uptime)


def repeated(queue: PlayQueue, lengths: tuple[int, ...], uptime: int) -> PlayQueue:
    """Switch to the next of `REPEATS`, at the same position."""
    now = heard(queue, lengths, uptime)
    after = REPEATS[(REPEATS.index(queue.repeat) + 1) % len(REPEATS)]
    return replace(
        queue, repeat=after, place=now.place, before=now.position, since=uptime if now.playing else -1
    )
