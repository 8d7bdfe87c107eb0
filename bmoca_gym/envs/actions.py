"""Action modes: translation between an agent's actions and gestures, in both directions.

This module has ``discrete`` and ``dual_gesture``. ``text`` is in `text_actions`, ``json`` in `json_actions`,
``calls`` and ``numbered_calls`` in `call_actions`.
"""

from __future__ import annotations

import itertools
import math
import operator
from typing import Any, NamedTuple, Protocol

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import targets
from bmoca_gym.errors import ActionError, ArgumentError, cut
from bmoca_gym.handset.gestures import GESTURE_TYPES, Gesture, PressKey, Swipe, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree

#: Distance of touch and lift above which a dual gesture is a swipe (paper, appendix A.1).
TAP_THRESHOLD = 0.14

#: A dual gesture that taps exactly at such a point, (y, x), presses a navigation key (paper, appendix A.1).
NAVIGATION_POINTS: dict[str, tuple[float, float]] = {
    "BACK": (0.95, 0.22),
    "HOME": (0.95, 0.50),
    "OVERVIEW": (0.95, 0.78),
}
_EXACT = 1e-5  # float32 keeps coordinates to 1e-7


class Wait(NamedTuple):
    """Action that does nothing for ``seconds`` and the step's time."""

    seconds: float = 0.0


class Finish(NamedTuple):
    """Action that ends the episode: the agent declares that it is done.

    Attributes:
        message: the agent's words, which answer the task if it was not answered before.
        status: what the agent says about the goal: ``complete``, ``infeasible``, ``refused``, or nothing. It is not an
            answer.
    """

    message: str
    status: str = ""


class Answer(NamedTuple):
    """Action that answers a question. The episode goes on; a later answer replaces this one."""

    text: str


class Ask(NamedTuple):
    """Action that asks the user a question. ``info["reply"]`` has the answer, see `Task.reply`."""

    question: str


class Gestures(NamedTuple):
    """Several gestures of one action, such as a tap on a field, a text and the key ENTER.

    Attributes:
        gestures: the gestures in order.
        settle: seconds to wait after the first one.
    """

    gestures: tuple[Gesture, ...]
    settle: float = 0.0


class OpenApp(NamedTuple):
    """Action that opens an app. ``name``: its usual name, or its package."""

    name: str


class Command(NamedTuple):
    """Action that runs a command in the phone's shell, for benchmarks with actions that no hand can perform on a phone.

    Attributes:
        line: the command.
        words: what it does, for films and reports.
    """

    line: str
    words: str


#: What an action does on the phone, and what it says.
Deed = Gesture | Gestures | OpenApp | Command | Wait
Speech = Finish | Answer | Ask


class Several(NamedTuple):
    """Several moves of one action, carried out one after the other in one step.

    Attributes:
        deeds: what is done on the phone, in order.
        speech: what the agent says at the end, or None.
    """

    deeds: tuple[Deed, ...]
    speech: Speech | None = None


#: Meaning of an action.
Move = Deed | Speech | Several


class ActionMode(Protocol):
    """Translates between actions and gestures.

    Attributes:
        space: the action space.
        needs_tree: whether `to_gesture` reads the UI tree of the last observation.
        wrong_format_counts: what happens if `to_gesture` refuses an action. True: it costs a step, as for
            text that a language agent wrote. False: it raises, as for an array of the wrong shape.

    A mode may have a further attribute, ``edits``: how agents change the text of a field, for experts that act in their
    place. ``keys``: with the keys DEL, MOVE_END and so on, as without the attribute; ``typing``: typing replaces the
    text; ``clearing``: an action clears the field, which `encode` writes for `Gestures` of DEL and FORWARD_DEL;
    ``lines``: a text has no line breaks, so they have to be typed on the screen's keyboard. Another is
    ``answers_first``: True if the action that ends a task can't carry an answer, which must then be given by an action
    before it.
    """

    needs_tree: bool
    wrong_format_counts: bool

    @property
    def space(self) -> gym.Space[Any]:
        """The action space, always the same object."""
        ...

    def to_gesture(self, action: Any, tree: UiTree | None) -> Move:
        """Translate an action into a move on the screen of ``tree``.

        Raises:
            ActionError: the action has the wrong type, format or range; the message describes valid actions.
        """
        ...

    def encode(self, gesture: Gesture | Speech, tree: UiTree) -> Any:
        """Return an action that has the effect of ``gesture`` on this screen. Text modes also accept a `Wait`.

        Raises:
            ActionError: this mode has no such action.
        """
        ...


def dual_gesture(y0: float, x0: float, y1: float, x1: float, tap_threshold: float = TAP_THRESHOLD) -> Gesture:
    """Return the gesture of a touch at (y0, x0) and a lift at (y1, x1), fractions of the screen.

    It is a tap if the distance of the points (2·y, x) is at most ``tap_threshold``, else a swipe. The factor
    2 is not in the paper but in the reference implementation. It gives both directions the same weight on a
    screen that is twice as high as wide.
    """
    if math.hypot(2 * (y1 - y0), x1 - x0) > tap_threshold:
        return Swipe(x0, y0, x1, y1)
    for key, (y, x) in NAVIGATION_POINTS.items():
        if abs(y0 - y) < _EXACT and abs(x0 - x) < _EXACT:
            return PressKey(key)
    return Tap(x0, y0)


def beside_keys(tap: Tap) -> tuple[float, float]:
    """Return (y, x) of a tap, moved slightly if a dual gesture there would press a navigation key."""
    near = any(
        abs(tap.y - y) < 2 * _EXACT and abs(tap.x - x) < 2 * _EXACT for y, x in NAVIGATION_POINTS.values()
    )
    return tap.y, tap.x + (4 * _EXACT if near else 0)


def speech_of(move: Move | None) -> Speech | None:
    """Return what the agent says with a move, or None."""
    if isinstance(move, GESTURE_TYPES):  # nearly all moves
        return None
    if isinstance(move, Several):
        return move.speech
    return move if isinstance(move, (Finish, Answer, Ask)) else None


def no_such_action(gesture: Gesture | Speech, mode: str) -> ActionError:
    """Make the error for a gesture that a mode can't express."""
    return ActionError(f"{gesture!r} can't be written as a {mode} action.")


# Discrete: 385 classes ----------------------------------------------------------------------------

GRID_ROWS, GRID_COLUMNS = 27, 14
#: y of each row and x of each column of the tap classes, as fractions of the screen.
GRID_Y = tuple(round(0.025 + 0.0375 * row, 4) for row in range(GRID_ROWS))
GRID_X = tuple(round(0.025 + 0.0750 * column, 4) for column in range(GRID_COLUMNS))

#: Gestures of the classes in order, 378 taps row by row, four swipes named by the finger's direction, three keys.
DISCRETE_GESTURES: tuple[Gesture, ...] = (
    *(Tap(x, y) for y in GRID_Y for x in GRID_X),
    Swipe(0.5, 0.8, 0.5, 0.2),  # up
    Swipe(0.5, 0.2, 0.5, 0.8),  # down
    Swipe(0.2, 0.5, 0.8, 0.5),  # right
    Swipe(0.8, 0.5, 0.2, 0.5),  # left
    PressKey("BACK"),
    PressKey("HOME"),
    PressKey("OVERVIEW"),
)
#: Classes of taps and of swipes.
TAP_CLASSES = range(GRID_ROWS * GRID_COLUMNS)
SWIPE_CLASSES = range(TAP_CLASSES.stop, TAP_CLASSES.stop + 4)
_KEYS = {DISCRETE_GESTURES[i]: i for i in range(SWIPE_CLASSES.stop, len(DISCRETE_GESTURES))}


def discrete_meanings() -> list[str]:
    """Return what each discrete action does, in order: ``"tap 0.0250 0.0250"``, ``"swipe up"``, ``"press HOME"``, …

    A tap's x and y are fractions of the screen.
    """
    return [
        *(f"tap {x:.4f} {y:.4f}" for y in GRID_Y for x in GRID_X),
        *(f"swipe {direction}" for direction in ("up", "down", "right", "left")),
        *(f"press {key}" for key in ("BACK", "HOME", "OVERVIEW")),
    ]


class DiscreteActions:
    """385 classes: taps on a grid of 27 rows and 14 columns, swipes up, down, right and left, keys BACK, HOME
    and OVERVIEW.

    The reference implementation taps fixed points for the three keys. These points miss the navigation bar on
    screens of low density and in mirrored locales, so here the keys themselves are pressed.
    """

    needs_tree = False
    wrong_format_counts = False

    def __init__(self) -> None:
        self.space = gym.spaces.Discrete(len(DISCRETE_GESTURES))

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Gesture:
        """Return the gesture of a class, an integer from 0 to 384."""
        try:
            index = operator.index(action)
        except TypeError:
            index = -1
        if not 0 <= index < len(DISCRETE_GESTURES):
            raise ActionError(
                f"The action is {cut(action)}; a discrete action is a whole number from 0 to "
                f"{len(DISCRETE_GESTURES) - 1}."
            )
        return DISCRETE_GESTURES[index]

    def encode(self, gesture: Gesture | Speech, tree: UiTree) -> int:
        """Return the class that taps or swipes the same element in the same way, or presses the same key."""
        if isinstance(gesture, Tap):
            return _nearest_tap(gesture, tree)
        if isinstance(gesture, Swipe):
            return _nearest_swipe(gesture, tree)
        if gesture in _KEYS:
            return _KEYS[gesture]
        raise no_such_action(gesture, "discrete")


def _points_on(target: UiNode, tree: UiTree) -> dict[int, bool]:
    """The classes whose point lies on the element. The value says whether another element lies above it
    there.
    """
    left, top, right, bottom = target.bounds
    columns = [column for column, x in enumerate(GRID_X) if left <= targets.pixel(tree, x, 0)[0] < right]
    rows = [row for row, y in enumerate(GRID_Y) if top <= targets.pixel(tree, 0, y)[1] < bottom]
    found: dict[int, bool] = {}
    for row, column in itertools.product(rows, columns):
        x, y = GRID_X[column], GRID_Y[row]
        covered = targets.takes_taps(target) and targets.top_target(tree, x, y) is not target
        if not covered or targets.tap_target(tree, x, y) is target:
            found[row * GRID_COLUMNS + column] = covered
    return found


def _nearest_tap(tap: Tap, tree: UiTree) -> int:
    """The nearest class that taps the same element; points that nothing covers come first."""
    target = targets.tap_target(tree, tap.x, tap.y)
    points = dict.fromkeys(TAP_CLASSES, False) if target is None else _points_on(target, tree)
    if not points:
        assert target is not None
        raise ActionError(
            f"{tap!r} is meant for {targets.describe(target)}, but none of the {len(TAP_CLASSES)} points of the "
            "discrete action space hits it; use dual_gesture or text actions for this screen."
        )

    def rank(index: int) -> tuple[bool, float, int]:
        x, y = GRID_X[index % GRID_COLUMNS], GRID_Y[index // GRID_COLUMNS]
        return points[index], math.hypot((x - tap.x) * tree.width, (y - tap.y) * tree.height), index

    return min(points, key=rank)


def equal_classes(gesture: Gesture, tree: UiTree) -> tuple[int, ...]:
    """Return all discrete actions that have the effect of ``gesture`` on this screen, the one that
    `DiscreteActions.encode` returns first.

    For a tap on an element, these are the points inside its bounds that nothing else covers: an expert means
    an element, not a pixel. For a tap on a slider or on no element, it is only the nearest point.

    Raises:
        ActionError: no class has that effect.
    """
    first = DiscreteActions().encode(gesture, tree)
    if not isinstance(gesture, Tap):
        return (first,)
    target = targets.tap_target(tree, gesture.x, gesture.y)
    if target is None or not targets.takes_taps(target) or targets.takes_position(target):
        return (first,)
    uncovered = (index for index, covered in _points_on(target, tree).items() if not covered)
    return first, *(index for index in uncovered if index != first)


def _nearest_swipe(swipe: Swipe, tree: UiTree) -> int:
    """The swipe whose direction is nearest, if it moves the same element."""

    def cosine(index: int) -> float:
        other = DISCRETE_GESTURES[index]
        assert isinstance(other, Swipe)
        return (swipe.x1 - swipe.x0) * (other.x1 - other.x0) + 4 * (swipe.y1 - swipe.y0) * (
            other.y1 - other.y0
        )

    found = max(SWIPE_CLASSES, key=cosine)
    nearest = DISCRETE_GESTURES[found]
    assert isinstance(nearest, Swipe)
    moved = targets.swipe_target(tree, swipe.x0, swipe.y0)
    if moved is not None and targets.swipe_target(tree, nearest.x0, nearest.y0) is not moved:
        raise ActionError(
            f"{swipe!r} is meant for {targets.describe(moved)}, where none of the four discrete swipes "
            "begins; use dual_gesture or text actions for this screen."
        )
    return found


# Dual gesture: four numbers -----------------------------------------------------------------------


class DualGestureActions:
    """``float32[4]`` in [-1, 1]: touch y, touch x, lift y, lift x. -1 is the top or left edge of the screen.

    Numbers outside the range are clipped. `dual_gesture` says which gestures are taps, swipes and keys.

    Args:
        tap_threshold: longest distance of touch and lift that is a tap, from 0 to 2.
    """

    needs_tree = False
    wrong_format_counts = False

    def __init__(self, tap_threshold: float = TAP_THRESHOLD) -> None:
        self.space = gym.spaces.Box(-1.0, 1.0, (4,), np.float32)
        self._tap_threshold = number_in("tap_threshold", tap_threshold, 0, 2)

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Gesture:
        """Return the gesture of four finite numbers."""
        try:
            array = np.asarray(action, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            array = np.empty(0)
        values = array.tolist()
        if array.shape != (4,) or not all(map(math.isfinite, values)):
            raise ActionError(
                f"The action is {cut(action)}; a dual gesture is four finite numbers from -1 to 1: touch y, "
                "touch x, lift y, lift x."
            )
        y0, x0, y1, x1 = ((min(max(value, -1.0), 1.0) + 1) / 2 for value in values)
        return dual_gesture(y0, x0, y1, x1, self._tap_threshold)

    def encode(self, gesture: Gesture | Speech, tree: UiTree | None = None) -> NDArray[np.float32]:
        """Return the four numbers of a tap, a swipe or a navigation key."""
        if isinstance(gesture, Tap):
            points = beside_keys(gesture) * 2
        elif isinstance(gesture, Swipe):
            points = gesture.y0, gesture.x0, gesture.y1, gesture.x1
        elif isinstance(gesture, PressKey) and gesture.key in NAVIGATION_POINTS:
            points = NAVIGATION_POINTS[gesture.key] * 2
        else:
            raise no_such_action(gesture, "dual_gesture")
        action = (2 * np.array(points) - 1).astype(np.float32)
        read = self.to_gesture(action)
        if type(read) is not type(gesture):
            raise ActionError(f"As a dual gesture {gesture!r} would be taken for {read!r}.")
        return action


def number_in(what: str, given: object, low: int, high: int) -> float:
    """Return ``given`` as a float, if it is a number (also NumPy's) from ``low`` to ``high``.

    Raises:
        ArgumentError: it is not; ``what`` is the argument's name in the message.
    """
    real = isinstance(given, (int, float, np.integer, np.floating)) and not isinstance(given, bool)
    if not (real and low <= given <= high):  # type: ignore[operator]  # mypy does not follow ``real``
        raise ArgumentError(f"{what} is {cut(given)}; it must be a number from {low} to {high}.")
    return float(given)  # type: ignore[arg-type]


class GestureActions:
    """Action mode whose actions are gestures or other moves, performed exactly."""

    needs_tree = wrong_format_counts = False
    space: gym.Space[Any] = gym.spaces.Discrete(1)

    def to_gesture(self, action: Any, tree: UiTree | None = None) -> Move:
        """Return the action itself."""
        move: Move = action
        return move

    def encode(self, gesture: Any, tree: UiTree) -> Any:
        """Return the gesture itself."""
        return gesture
