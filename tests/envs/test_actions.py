"""The discrete and the dual-gesture action mode: what each action does, and which action a gesture is."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import (
    DISCRETE_GESTURES,
    NAVIGATION_POINTS,
    DiscreteActions,
    DualGestureActions,
    dual_gesture,
)
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import ActionError, ArgumentError
from bmoca_gym.handset.gestures import Gesture, LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiTree

DISCRETE = DiscreteActions()
DUAL = DualGestureActions()
EMPTY = UiTree((), 1080, 2160)

fractions = st.floats(0, 1)


class TestDiscrete:
    @pytest.mark.parametrize(
        ("action", "gesture"),
        [
            (0, Tap(0.025, 0.025)),
            (1, Tap(0.1, 0.025)),
            (13, Tap(1.0, 0.025)),
            (14, Tap(0.025, 0.0625)),
            (14 * 13 + 7, Tap(0.55, 0.5125)),
            (377, Tap(1.0, 1.0)),
            (378, Swipe(0.5, 0.8, 0.5, 0.2)),
            (379, Swipe(0.5, 0.2, 0.5, 0.8)),
            (380, Swipe(0.2, 0.5, 0.8, 0.5)),
            (381, Swipe(0.8, 0.5, 0.2, 0.5)),
            (382, PressKey("BACK")),
            (383, PressKey("HOME")),
            (384, PressKey("OVERVIEW")),
        ],
    )
    def test_the_classes_are_the_published_ones(self, action: int, gesture: Gesture) -> None:
        assert DISCRETE.to_gesture(action) == gesture

    def test_there_are_378_taps_four_swipes_three_keys(self) -> None:
        assert DISCRETE.space.n == 385
        kinds = [type(gesture) for gesture in DISCRETE_GESTURES]
        assert kinds == [Tap] * 378 + [Swipe] * 4 + [PressKey] * 3
        assert len(set(DISCRETE_GESTURES)) == 385

    @pytest.mark.parametrize("action", [np.int64(7), np.array(7), np.uint8(7)])
    def test_takes_numpy_integers(self, action: object) -> None:
        assert DISCRETE.to_gesture(action) == DISCRETE.to_gesture(7)

    @pytest.mark.parametrize("action", [-1, 385, 3.0, "3", None, np.array([3, 4]), float("nan"), 10**30])
    def test_refuses_what_is_no_class(self, action: object) -> None:
        with pytest.raises(ActionError, match="from 0 to 384"):
            DISCRETE.to_gesture(action)

    def test_every_class_encodes_as_itself_where_nothing_is_on_the_screen(self) -> None:
        assert [DISCRETE.encode(DISCRETE.to_gesture(action), EMPTY) for action in range(385)] == [*range(385)]

    @pytest.mark.parametrize("name", ["row_one", "row_two", "switch", "floating", "slider", "title"])
    def test_a_tap_hits_the_element_it_is_meant_for(self, screen: UiTree, name: str) -> None:
        node = screen.find(text=name)
        assert node is not None
        tap = Tap(node.center[0] / 1080, node.center[1] / 2160)
        meant = targets.tap_target(screen, tap.x, tap.y)
        encoded = DISCRETE.to_gesture(DISCRETE.encode(tap, screen))
        assert isinstance(encoded, Tap)
        assert targets.top_target(screen, encoded.x, encoded.y) is meant

    def test_a_tap_on_the_edge_of_an_element_moves_inside(self, screen: UiTree) -> None:
        tap = Tap(
            881 / 1080, 251 / 2160
        )  # the corner of the switch; the nearest point of the grid is outside
        encoded = DISCRETE.to_gesture(DISCRETE.encode(tap, screen))
        assert isinstance(encoded, Tap)
        assert targets.tap_target(screen, encoded.x, encoded.y) == screen.find(text="switch")

    def test_an_element_between_the_points_is_an_error(self, screen: UiTree) -> None:
        with pytest.raises(ActionError, match="'tiny'"):
            DISCRETE.encode(Tap(505 / 1080, 2005 / 2160), screen)

    @given(fractions, fractions)
    def test_on_an_empty_screen_a_tap_is_the_nearest_point(self, x: float, y: float) -> None:
        encoded = DISCRETE.to_gesture(DISCRETE.encode(Tap(x, y), EMPTY))
        assert isinstance(encoded, Tap)
        assert abs(encoded.x - x) <= 0.0375001
        assert abs(encoded.y - y) <= 0.0250001

    @pytest.mark.parametrize(
        ("swipe", "action"),
        [
            (Swipe(0.5, 0.6, 0.5, 0.5), 378),
            (Swipe(0.3, 0.3, 0.35, 0.6), 379),
            (Swipe(0.1, 0.5, 0.9, 0.55), 380),
            (Swipe(0.9, 0.5, 0.1, 0.5), 381),
        ],
    )
    def test_a_swipe_is_the_class_of_its_direction(self, screen: UiTree, swipe: Swipe, action: int) -> None:
        assert DISCRETE.encode(swipe, screen) == action

    def test_a_swipe_on_a_slider_is_an_error(self, screen: UiTree) -> None:
        with pytest.raises(ActionError, match="SeekBar 'slider'"):
            DISCRETE.encode(Swipe(0.2, 1900 / 2160, 0.8, 1900 / 2160), screen)

    @pytest.mark.parametrize("gesture", [LongPress(0.5, 0.5), TypeText("x"), PressKey("ENTER")])
    def test_what_no_class_does_is_an_error(self, screen: UiTree, gesture: Gesture) -> None:
        with pytest.raises(ActionError, match="discrete"):
            DISCRETE.encode(gesture, screen)


class TestDualGesture:
    @pytest.mark.parametrize(
        ("action", "gesture"),
        [
            ([0, 0, 0, 0], Tap(0.5, 0.5)),
            ([-1, -1, -1, -1], Tap(0, 0)),
            ([1, 1, 1, 1], Tap(1, 1)),
            ([-5, 7, -5, 7], Tap(1, 0)),
            ([-0.5, 0.0, 0.5, 0.25], Swipe(0.5, 0.25, 0.625, 0.75)),
        ],
    )
    def test_numbers_from_minus_one_to_one_are_the_screen(
        self, action: list[float], gesture: Gesture
    ) -> None:
        assert DUAL.to_gesture(np.array(action, np.float32)) == gesture

    def test_the_threshold_counts_up_and_down_twice(self) -> None:
        assert dual_gesture(0.5, 0.5, 0.5 + 0.0699, 0.5) == Tap(0.5, 0.5)
        assert isinstance(dual_gesture(0.5, 0.5, 0.5 + 0.0701, 0.5), Swipe)
        assert dual_gesture(0.5, 0.5, 0.5, 0.5 + 0.1399) == Tap(0.5, 0.5)
        assert isinstance(dual_gesture(0.5, 0.5, 0.5, 0.5 + 0.1401), Swipe)

    def test_a_distance_of_just_the_threshold_is_a_tap(self) -> None:
        assert isinstance(dual_gesture(0.5, 0.25, 0.5, 0.5, 0.25), Tap)

    def test_the_threshold_can_be_set(self) -> None:
        action = np.array([0, 0, 0, 0.2], np.float32)
        assert isinstance(DUAL.to_gesture(action), Tap)
        assert isinstance(DualGestureActions(0.05).to_gesture(action), Swipe)

    @pytest.mark.parametrize("threshold", [-0.1, 3, float("nan"), "0.14", None])
    def test_a_threshold_that_is_none_is_refused(self, threshold: float) -> None:
        with pytest.raises(ArgumentError, match="tap_threshold"):
            DualGestureActions(threshold)

    @pytest.mark.parametrize("key", NAVIGATION_POINTS)
    def test_a_tap_on_just_the_published_point_presses_the_key(self, key: str) -> None:
        assert DUAL.to_gesture(DUAL.encode(PressKey(key))) == PressKey(key)
        y, x = NAVIGATION_POINTS[key]
        assert dual_gesture(y + 0.001, x, y + 0.001, x) == Tap(x, y + 0.001)

    @pytest.mark.parametrize(
        "action",
        [
            [math.nan, 0, 0, 0], [0, 0, math.inf, 0], [0, 0, 0, -math.inf], [0, 0, 0], [0] * 5, [[0, 0, 0,
            0]], 3, None, "text", ["a", "b", "c", "d"], {}, [1j, 0, 0, 0],
        ],
    )  # fmt: skip
    def test_refuses_what_is_not_four_finite_numbers(self, action: object) -> None:
        with pytest.raises(ActionError, match="four finite numbers"):
            DUAL.to_gesture(action)

    @given(fractions, fractions)
    def test_a_tap_comes_back_as_it_was(self, x: float, y: float) -> None:
        assume(all(abs(y - key_y) + abs(x - key_x) > 1e-4 for key_y, key_x in NAVIGATION_POINTS.values()))
        action = DUAL.encode(Tap(x, y))
        assert action in DUAL.space
        read = DUAL.to_gesture(action)
        assert isinstance(read, Tap)
        assert (read.x, read.y) == pytest.approx((x, y), abs=1e-7)

    @given(fractions, fractions, fractions, fractions)
    def test_a_swipe_comes_back_as_it_was_or_is_an_error(
        self, x0: float, y0: float, x1: float, y1: float
    ) -> None:
        swipe = Swipe(x0, y0, x1, y1)
        distance = math.hypot(2 * (y1 - y0), x1 - x0)
        if distance > 0.14 + 1e-6:
            read = DUAL.to_gesture(DUAL.encode(swipe))
            assert isinstance(read, Swipe)
            assert (read.x0, read.y0, read.x1, read.y1) == pytest.approx((x0, y0, x1, y1), abs=1e-7)
        elif distance < 0.14 - 1e-6:
            with pytest.raises(ActionError, match="would be taken for"):
                DUAL.encode(swipe)

    @pytest.mark.parametrize("key", NAVIGATION_POINTS)
    def test_a_tap_that_would_press_a_key_moves_aside(self, key: str) -> None:
        y, x = NAVIGATION_POINTS[key]
        read = DUAL.to_gesture(DUAL.encode(Tap(x, y)))
        assert isinstance(read, Tap)
        assert (read.x, read.y) == pytest.approx((x, y), abs=5e-5)

    @pytest.mark.parametrize("gesture", [LongPress(0.5, 0.5), TypeText("x"), PressKey("ENTER")])
    def test_what_no_dual_gesture_does_is_an_error(self, gesture: Gesture) -> None:
        with pytest.raises(ActionError, match="dual_gesture"):
            DUAL.encode(gesture)


@pytest.mark.parametrize("mode", [DISCRETE, DUAL])
def test_every_sample_is_a_gesture(mode: DiscreteActions | DualGestureActions) -> None:
    mode.space.seed(0)
    for _ in range(200):
        # Their points are checked when they are made.
        assert isinstance(mode.to_gesture(mode.space.sample()), (Tap, Swipe, PressKey))


@pytest.mark.parametrize("mode", [DISCRETE, DUAL])
def test_modes_can_be_pickled(mode: DiscreteActions | DualGestureActions) -> None:
    assert pickle.loads(pickle.dumps(mode)).space == mode.space


def test_each_discrete_action_has_a_meaning() -> None:
    meanings = PhoneEnv(environments="100").get_action_meanings()
    assert len(meanings) == len(DISCRETE_GESTURES)
    for meaning, gesture in zip(meanings, DISCRETE_GESTURES, strict=True):
        verb, *rest = meaning.split()
        if isinstance(gesture, Tap):
            assert (verb, *map(float, rest)) == ("tap", gesture.x, gesture.y)
        elif isinstance(gesture, PressKey):
            assert meaning == f"press {gesture.key}"
        else:
            assert isinstance(gesture, Swipe)
            right, down = gesture.x1 - gesture.x0, gesture.y1 - gesture.y0
            assert (
                meaning
                == f"swipe {('right' if right > 0 else 'left') if right else 'down' if down > 0 else 'up'}"
            )
    with pytest.raises(ArgumentError, match="discrete"):
        PhoneEnv(environments="100", action="text").get_action_meanings()
