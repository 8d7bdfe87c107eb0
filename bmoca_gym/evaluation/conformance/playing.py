"""One episode of a task's expert on one phone: the screens it saw, and how long the phone took."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.devices.device import Device
from bmoca_gym.envs.actions import Answer, Finish, GestureActions, Speech
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import BmocaError, DeviceLostError, UnmetNeedsError
from bmoca_gym.evaluation.conformance import trees
from bmoca_gym.evaluation.conformance.questions import Question, Watch, asked
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.success_detectors.front import activity_in_front
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.needs import lacking

#: How an episode can end, the best first.
OUTCOMES = ("solved", "not solved", "expert lost", "not set up", "needs something")

#: Seconds that belong to each step.
STEP_SECONDS = 3.0

#: Seconds between two looks at a screen that has not come to rest, and how many looks there are at most.
_PAUSE, _LOOKS = 1.0, 4

_PACKAGE = Path(__file__).parents[2]


class Seen(NamedTuple):
    """A screen of an episode.

    Attributes:
        front: package and activity in front, such as ``com.example/com.example.Main``; "" if unknown.
        tree: the UI tree, at rest.
        late: for how many seconds after the step's own time the screen kept changing.
        tree_seconds: how long the phone took to return its UI tree.
        step_seconds: how long the step that led here took, without looking at the screen; 0 for the first screen.
        asks: the question on the screen that the embedded phone did not ask, or None. It was left without the expert.
        move: what the expert did here; None if it had nothing more to do, did not know the screen, or was not asked.
    """

    front: str
    tree: UiTree
    late: float
    tree_seconds: float
    step_seconds: float
    asks: Question | None = None
    move: Gesture | Speech | None = None


class Play(NamedTuple):
    """An episode.

    Attributes:
        outcome: one of `OUTCOMES`.
        screens: what the expert saw, in order.
        set_up_seconds: how long the reset took.
        score: the score at the end.
        error: the kind of error that ended the episode and where in the package it arose, or what the phone lacks, or
            "".
        message: the error's message. It may contain texts from the phone.
    """

    outcome: str
    screens: tuple[Seen, ...] = ()
    set_up_seconds: float = 0.0
    score: float = 0.0
    error: str = ""
    message: str = ""


def environment(task: Task, device: str | Device) -> PhoneEnv:
    """Make an environment in which `play` plays tasks of the same image as this one."""
    env = PhoneEnv(tasks=task, device=device, observation="pixels", action="text", resolution=(32, 64))
    env.action_mode = GestureActions()
    return env


def play(
    env: PhoneEnv, task: Task, configuration: DeviceConfiguration, expected: Sequence[Seen] | None = None
) -> Play:
    """Play one episode of a task's expert.

    Args:
        env: an environment of `environment`.
        task: the task.
        configuration: the phone's configuration.
        expected: what the embedded phone showed in this episode. Questions that it did not ask are dismissed so that
            the expert can continue; that is not a step of the episode. None: the expert faces whatever the phone asks.

    Raises:
        DeviceLostError: the phone was lost, so the episode is void.
    """
    began = time.perf_counter()
    try:
        task.check_needs(env.device)
        env.reset(seed=0, options={"environment": configuration, "task": task})
    except DeviceLostError:
        raise
    except UnmetNeedsError as error:
        return Play(
            "needs something", error=", ".join(lacking(env.device, task.all_needs)), message=str(error)
        )
    except BmocaError as error:
        return Play("not set up", error=_place(error), message=str(error))
    set_up = time.perf_counter() - began
    screens: list[Seen] = []
    try:
        success, score = _solve(env, screens, expected)
    except DeviceLostError:
        raise
    except Exception as error:  # an expert may read a text where it expects a number
        return Play("expert lost", tuple(screens), set_up, 0.0, _place(error), str(error))
    return Play("solved" if success else "not solved", tuple(screens), set_up, score)


def _solve(env: PhoneEnv, screens: list[Seen], expected: Sequence[Seen] | None) -> tuple[bool, float]:
    """Let the expert play, and collect the screens. Returns the success and the score."""
    expert, locale = expert_for(env.task), env.device.info.locale
    watch: Watch | None = None
    if expected is not None:
        known = [asked(seen.tree, locale) for seen in expected]
        shown = [seen.tree for seen in expected]
        watch = Watch([question for question in known if question is not None], locale, shown)
    took = 0.0
    while True:
        screens.append(_look(env.device, took))
        question = None if watch is None else watch.unexpected(screens[-1].tree)
        if watch is not None and question is not None:
            screens[-1] = screens[-1]._replace(asks=question)
            began = time.perf_counter()
            env.device.perform(watch.leave(question))
            env.device.wait(STEP_SECONDS)
            took = time.perf_counter() - began
            continue
        move: Gesture | Speech | None = expert.next_gesture(screens[-1].tree, locale)
        if env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            return False, 0.0
        screens[-1] = screens[-1]._replace(move=move)
        began = time.perf_counter()
        _, _, terminated, truncated, info = env.step(move)
        took = time.perf_counter() - began
        if info["device_lost"]:
            raise DeviceLostError(info["device_lost"])
        if terminated or truncated:
            return info["success"], info["score"]


def _look(device: Device, took: float) -> Seen:
    """Watch the screen until its ids and classes stop changing."""
    began = time.perf_counter()
    tree = device.ui_tree()
    seconds = time.perf_counter() - began
    late = 0.0
    for look in range(1, _LOOKS):
        device.wait(_PAUSE)
        before, tree = tree, device.ui_tree()
        if trees.outline(before) == trees.outline(tree):
            break
        late = look * _PAUSE
    return Seen(activity_in_front(device), tree, late, seconds, took)


def _place(error: Exception) -> str:
    """The kind of an error and the innermost place in the package it came from. This contains no data from the
    phone."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(_PACKAGE):
            return f"{type(error).__name__} in {path.relative_to(_PACKAGE).as_posix()}, {frame.name}"
    return type(error).__name__
