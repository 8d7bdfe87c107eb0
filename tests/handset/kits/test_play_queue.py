"""The queue of a player: what is heard at any time, and the effect of the buttons."""

from __future__ import annotations

import pytest

from bmoca_gym.handset.kits import play_queue
from bmoca_gym.handset.kits.play_queue import Heard, PlayQueue

LENGTHS = (60_000, 30_000, 90_000)


@pytest.mark.parametrize(
    ("repeat", "uptime", "heard"),
    [
        ("off", 1000, Heard(1, 0, True)),
        ("off", 30_999, Heard(1, 29_999, True)),
        ("off", 31_000, Heard(2, 0, True)),
        ("off", 10_000_000, Heard(2, 90_000, False)),
        ("all", 121_000, Heard(0, 0, True)),
        ("all", 121_000 + 7 * 180_000 + 60_500, Heard(1, 500, True)),
        ("one", 1000 + 3 * 30_000 + 7, Heard(1, 7, True)),
    ],
)
def test_pieces_follow_one_another_by_the_clock(repeat: str, uptime: int, heard: Heard) -> None:
    queue = play_queue.go(PlayQueue(repeat=repeat), 1, 1000)
    assert play_queue.heard(queue, LENGTHS, uptime) == heard


def test_a_list_without_pieces_or_lengths_is_silent() -> None:
    assert play_queue.heard(PlayQueue(since=0), (), 5) == Heard(0, 0, False)
    assert play_queue.heard(PlayQueue(since=0, repeat="all"), (0, 0), 5) == Heard(1, 0, False)
    assert play_queue.heard(PlayQueue(since=0, repeat="one"), (0, 10), 5) == Heard(1, 5, True)


def test_what_is_heard_stays_when_it_is_paused_repeated_or_goes_on() -> None:
    queue = play_queue.go(PlayQueue(), 0, 0)
    paused = play_queue.pause(queue, LENGTHS, 65_000)
    assert play_queue.heard(paused, LENGTHS, 500_000) == Heard(1, 5000, False)
    on = play_queue.play(paused, LENGTHS, 500_000)
    assert play_queue.heard(on, LENGTHS, 501_000) == Heard(1, 6000, True)
    for after in ("all", "one", "off"):
        on = play_queue.repeated(on, LENGTHS, 502_000)
        assert (on.repeat, play_queue.heard(on, LENGTHS, 502_000)) == (after, Heard(1, 7000, True))
    over = play_queue.play(play_queue.go(PlayQueue(), 2, 0), LENGTHS, 0)
    assert play_queue.heard(play_queue.play(over, LENGTHS, 99_000), LENGTHS, 99_500) == Heard(2, 500, True)


def test_buttons_go_to_the_next_and_to_the_one_before() -> None:
    queue = play_queue.go(PlayQueue(), 1, 0, playing=False)
    assert play_queue.heard(play_queue.forward(queue, LENGTHS, 0), LENGTHS, 10) == Heard(2, 10, True)
    assert play_queue.heard(play_queue.rewind(queue, LENGTHS, 0), LENGTHS, 10) == Heard(0, 10, True)
    begun = play_queue.seek(queue, LENGTHS, 0, 5001)
    assert play_queue.heard(play_queue.rewind(begun, LENGTHS, 0), LENGTHS, 10) == Heard(1, 0, False)
    last = play_queue.go(PlayQueue(), 2, 0)
    assert play_queue.forward(last, LENGTHS, 10).place == 2
    assert play_queue.forward(play_queue.go(PlayQueue(repeat="all"), 2, 0), LENGTHS, 10).place == 0
