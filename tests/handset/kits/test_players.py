"""Players of music apps: the queue changes without an interruption, and another song is noticed when it begins."""

from __future__ import annotations

import pytest
from handset_hand import Hand

from bmoca_gym.handset.kits import players
from bmoca_gym.handset.kits.library import Song
from bmoca_gym.handset.kits.navigation import Navigation, Page, Selection
from bmoca_gym.handset.kits.play_queue import Heard, PlayQueue
from bmoca_gym.handset.kits.players import Player
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.ui.elements import Column, Element
from bmoca_gym.handset.value import Value, replace, value


@value
class Radio(Value):
    overlay: str = ""
    selected: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()
    original: tuple[int, ...] = ()
    playback: PlayQueue = PlayQueue()
    shuffled: bool = False
    begun: tuple[int, ...] = ()


def screen(res: Resources) -> Element:
    return Column()


def songs(state: Radio, phone: Phone) -> tuple[Song, ...]:
    return tuple([Song(id, f"Song {id}", "Ann", "First", 10_000, f"/{id}.mp3", 0, 0) for id in state.queue])


def noticed(state: Radio, song: Song) -> Radio:
    return replace(state, begun=(*state.begun, song.id))


@pytest.fixture(scope="module")
def player() -> Player[Radio]:
    Navigation(Radio, {"radio": Page(screen)}, {}, selection=Selection())
    return Player(Radio, "a.radio", "Radio", songs, salt=lambda place, id: str(id), begun=noticed)


def at(ms: int) -> Context:
    """A context, so many ms after the phone has booted."""
    phone = Hand().phone
    phone = replace(phone, clock=replace(phone.clock, uptime=ms))
    return Context(phone, phone.top)


QUEUE = (4, 2, 9, 7)


@pytest.fixture
def radio(player: Player[Radio]) -> Radio:
    """A radio whose third song plays for 3 s."""
    return players.play_at(Radio("menu", (2,), QUEUE, QUEUE), at(1000), 2)


def test_another_song_is_noticed_when_it_begins(radio: Radio) -> None:
    assert radio.begun == (9,)
    paused = players.press_play(radio, at(4000))
    assert players.heard(paused, at(60_000).phone) == Heard(2, 3000, False)
    assert paused.begun == (9,)
    after = players.forward(players.press_play(paused, at(5000)), at(6000))
    assert after.begun == (9, 9, 7)
    assert players.rewind(after, at(7000)).begun == (9, 9, 7, 9)
    for key, place in (("next", 3), ("previous", 1)):
        assert players.heard(players.press_key(radio, at(4000), key), at(4000).phone).place == place
    assert not players.heard(players.press_key(radio, at(4000), "stop"), at(4000).phone).playing


def test_the_queue_changes_while_the_song_goes_on(radio: Radio) -> None:
    for state, queue, place in (
        (players.insert(radio, at(4000), (5, 6), 3), (4, 2, 9, 5, 6, 7), 2),
        (players.remove(radio, at(4000), 0), (2, 9, 7), 1),
        (players.remove(radio, at(4000), 9), QUEUE, 2),
    ):
        assert state.queue == queue
        assert players.heard(state, at(4000).phone) == Heard(place, 3000, True)
    assert (state.overlay, state.selected) == ("menu", (2,)), "nothing was removed"
    assert players.insert(radio, at(4000), (5,), 3) == replace(
        players.insert(radio, at(4000), (5,), 3), overlay="", selected=(), original=(*QUEUE, 5)
    )
    current = players.remove(radio, at(4000), 2)
    assert (current.queue, players.heard(current, at(4000).phone)) == ((4, 2, 7), Heard(2, 0, True))
    empty = radio
    for _ in QUEUE:
        empty = players.remove(empty, at(4000), 0)
    assert (empty.queue, empty.original, players.heard(empty, at(4000).phone)) == ((), (), Heard(0, 0, False))


def test_a_shuffled_queue_begins_with_the_song_that_plays_and_finds_its_order_again(radio: Radio) -> None:
    mixed = players.press_shuffle(radio, at(4000))
    assert (mixed.queue[0], sorted(mixed.queue), mixed.original) == (9, sorted(QUEUE), QUEUE)
    assert players.heard(mixed, at(4000).phone) == Heard(0, 3000, True)
    again = players.press_shuffle(mixed, at(5000))
    assert (again.queue, again.shuffled) == (QUEUE, False)
    assert players.heard(again, at(5000).phone) == Heard(2, 4000, True)


def test_the_media_session_follows_from_the_queue(radio: Radio, player: Player[Radio]) -> None:
    phone = at(4000).phone
    phone = replace(phone, apps=phone.apps.set("a.radio", radio))
    assert player.session(phone) == ("Radio", True, 3000, "Song 9", "Ann", "First", 4, 10_000)
    assert player.session(replace(phone, apps=phone.apps.set("a.radio", Radio()))) is None
