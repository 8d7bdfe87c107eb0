"""Fingers on the emulator's screen become taps, long presses and swipes by time and distance."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from handset_hand import Hand
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, Swipe, Tap
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.servers.grpc.touch import LONG_PRESS_SECONDS, MOST_FINGERS, Fingers

CONFIG = Configuration(width=1000, height=2000, density=320)  # a tap may wander 15 px


class Touch(NamedTuple):
    x: int
    y: int
    identifier: int = 0
    pressure: int = 1
    expiration: int = 0


class Screen:
    """A clock and the fingers that it measures."""

    def __init__(self) -> None:
        self.seconds = 50.0
        self.fingers = Fingers(lambda: self.seconds)

    def at(self, seconds: float, *touches: Touch, epoch: int = 0) -> list[Gesture]:
        self.seconds = 50 + seconds
        return self.fingers.handle(touches, CONFIG, epoch)


def up(identifier: int = 0) -> Touch:
    return Touch(0, 0, identifier, 0)


@pytest.mark.parametrize(
    ("seconds", "gesture"),
    [
        (0.0, Tap(0.1005, 0.10025)),
        (0.39, Tap(0.1005, 0.10025)),
        (0.5, LongPress(0.1005, 0.10025, 0.5)),
        (1e6, LongPress(0.1005, 0.10025, 60.0)),
    ],
)
def test_a_still_finger_taps_or_presses_long_where_it_is_not_where_it_is_said_to_be_lifted(
    seconds: float, gesture: Gesture
) -> None:
    screen = Screen()
    assert screen.at(0, Touch(100, 200, expiration=1)) == []
    assert screen.at(seconds, up()) == [gesture]
    assert screen.at(seconds, up()) == []


def test_the_phone_takes_the_same_touches_for_long_ones(hand: Hand) -> None:
    x, y = hand.at(hand.node(description="Settings"))  # a tap opens the app, a long press the icon's menu
    tapped = inputs.perform(hand.phone, Tap(x, y))
    assert inputs.perform(hand.phone, LongPress(x, y, LONG_PRESS_SECONDS - 0.001)) == tapped
    assert inputs.perform(hand.phone, LongPress(x, y, LONG_PRESS_SECONDS)) != tapped


def test_a_moving_finger_swipes_from_where_it_went_down_to_where_it_was_last() -> None:
    screen = Screen()
    screen.at(0, Touch(500, 1500))
    assert screen.at(0.1, Touch(510, 1200)) == []
    screen.at(0.2, Touch(520, 900))
    assert screen.at(0.25, up()) == [Swipe(0.5005, 0.75025, 0.5205, 0.45025, 0.25)]


@pytest.mark.parametrize(("way", "kind"), [(15, Tap), (16, Swipe), (-15, Tap), (-16, Swipe)])
def test_a_finger_that_trembles_taps(way: int, kind: type[Gesture]) -> None:
    for x, y in ((way, 0), (0, way)):
        screen = Screen()
        screen.at(0, Touch(500, 500))
        screen.at(0.1, Touch(500 + x, 500 + y))
        (gesture,) = screen.at(0.2, up())
        assert type(gesture) is kind


def test_a_finger_that_comes_back_does_nothing() -> None:
    screen = Screen()
    for seconds, y in enumerate((500, 300, 500)):
        screen.at(seconds / 10, Touch(500, y))
    assert screen.at(0.5, up()) == []


def test_going_down_and_up_in_one_event_taps() -> None:
    assert Screen().at(0, Touch(0, 0), up()) == [Tap(0.0005, 0.00025)]


def test_places_outside_the_screen_are_on_its_edge() -> None:
    screen = Screen()
    assert screen.at(0, Touch(-5, 10**9), up()) == [Tap(0.0005, 0.99975)]
    assert screen.at(1, Touch(10**9, -(2**31)), up()) == [Tap(0.9995, 0.00025)]


def test_lifting_a_finger_that_is_not_there_does_nothing() -> None:
    assert Screen().at(0, *(up(i) for i in range(10))) == []


def test_the_first_finger_counts_and_the_others_are_ignored() -> None:
    screen = Screen()
    screen.at(0, Touch(100, 200, 7), Touch(900, 900, 3))
    screen.at(0.1, Touch(100, 200, 7), Touch(910, 900, 3))
    assert screen.at(0.2, up(3)) == []
    assert screen.at(0.2, Touch(500, 500, 3), up(7)) == [Tap(0.1005, 0.10025)]
    # The first of the next ones is whoever goes down when none is left.
    assert screen.at(0.3, Touch(1, 1, 9), up(9)) == []
    assert screen.at(0.3, up(3)) == []
    assert screen.at(0.4, Touch(100, 200, 3), up(3)) == [Tap(0.1005, 0.10025)]


def test_two_fingers_that_move_are_a_pinch_when_one_is_lifted() -> None:
    screen = Screen()
    screen.at(0, Touch(400, 1000, 7))
    screen.at(0.1, Touch(600, 1000, 3))
    screen.at(0.2, Touch(300, 1000, 7), Touch(700, 1000, 3))
    (pinch,) = screen.at(0.4, Touch(200, 1000, 7), Touch(800, 1000, 3), up(7))
    assert isinstance(pinch, Pinch)
    assert pinch.seconds == pytest.approx(0.3)
    places = pinch.x0, pinch.y0, pinch.x1, pinch.y1, pinch.x2, pinch.y2, pinch.x3, pinch.y3
    assert places == (0.4005, 0.50025, 0.2005, 0.50025, 0.6005, 0.50025, 0.8005, 0.50025)
    # The finger that stays makes nothing more, nor does a third one beside it.
    assert screen.at(0.5, Touch(800, 500, 3), Touch(100, 100, 1)) == []
    assert screen.at(0.6, up(3), up(1)) == []
    assert screen.at(0.7, Touch(100, 200), up()) == [Tap(0.1005, 0.10025)]


def test_a_finger_that_swipes_already_is_not_joined_by_a_second_one() -> None:
    screen = Screen()
    screen.at(0, Touch(500, 1500))
    screen.at(0.1, Touch(500, 1000))
    screen.at(0.2, Touch(100, 100, 1))
    screen.at(0.3, Touch(100, 900, 1))
    assert screen.at(0.4, up(1)) == []
    assert screen.at(0.5, up()) == [Swipe(0.5005, 0.75025, 0.5005, 0.50025, 0.5)]


def test_there_are_ten_fingers() -> None:
    screen = Screen()
    screen.at(0, *(Touch(5, 5, i) for i in range(10_000)))
    assert len(screen.fingers._fingers) == MOST_FINGERS


def test_a_forgotten_finger_is_lifted_after_two_minutes() -> None:
    screen = Screen()
    screen.at(0, Touch(100, 200))
    assert screen.at(119) == []
    assert screen.at(121, Touch(300, 300, 1)) == [LongPress(0.1005, 0.10025, 60.0)]
    assert screen.at(121.1, up(0), up(1)) == [Tap(0.3005, 0.15025)]


def test_a_finger_can_be_said_to_stay() -> None:
    screen = Screen()
    screen.at(0, Touch(100, 200, expiration=1))
    assert screen.at(1e9) == []


def test_no_finger_rests_on_the_screen_of_a_loaded_snapshot() -> None:
    screen = Screen()
    screen.at(0, Touch(100, 200), epoch=1)
    assert screen.at(0.1, up(), epoch=2) == []
    assert screen.at(0.2, Touch(100, 200), up(), epoch=2) == [Tap(0.1005, 0.10025)]


_int32 = st.integers(-(2**31), 2**31 - 1)


@pytest.mark.exhaustive
@given(
    st.lists(
        st.tuples(
            st.floats(0, 300),
            st.lists(
                st.builds(
                    Touch,
                    _int32 | st.integers(0, 999),
                    _int32,
                    st.integers(0, 3) | _int32,
                    st.integers(-1, 1),
                    st.integers(0, 2),
                )
            ),
        )
    )
)
def test_any_events_make_gestures_that_a_hand_could_make(events: list[tuple[float, list[Touch]]]) -> None:
    screen = Screen()
    seconds = 0.0
    for passed, touches in events:
        seconds += passed
        screen.at(seconds, *touches)  # a gesture checks itself
        assert len(screen.fingers._fingers) <= MOST_FINGERS
