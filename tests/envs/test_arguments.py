"""Valid arguments and reset options of the environment, and the errors for wrong ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import (
    ArgumentError,
    BmocaError,
    DeviceError,
    UnknownArgumentError,
    UnknownEnvironmentError,
    UnknownJudgeError,
    UnknownTaskError,
)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"observation": "pixel"}, ArgumentError, "Did you mean 'pixels'"),
        ({"action": "discreet"}, ArgumentError, "Did you mean 'discrete'"),
        ({"action": ""}, ArgumentError, "'dual_gesture'"),
        ({"judge": "papers"}, UnknownJudgeError, "paper"),
        ({"render_mode": "rgb"}, ArgumentError, "rgb_array"),
        ({"obs": "text"}, ArgumentError, "'obs'"),
        ({"observations": "text"}, ArgumentError, "Did you mean 'observation'"),
        ({"resolution": (0, 256)}, ArgumentError, "resolution"),
        ({"resolution": 128}, ArgumentError, "resolution"),
        ({"resolution": (128, 256, 3)}, ArgumentError, "resolution"),
        ({"step_seconds": -1}, ArgumentError, "step_seconds"),
        ({"step_seconds": float("nan")}, ArgumentError, "step_seconds"),
        ({"step_seconds": 10**400}, ArgumentError, "from 0 to 3600"),
        ({"step_limit": True}, ArgumentError, "step_limit"),
        ({"tap_threshold": None}, ArgumentError, "tap_threshold"),
        ({"step_limit": 0}, ArgumentError, "step_limit"),
        ({"max_episode_steps": 2.5}, ArgumentError, "max_episode_steps"),
        ({"tap_threshold": "wide", "action": "text"}, ArgumentError, "tap_threshold"),
        ({"device": "embeded"}, DeviceError, "Did you mean 'embedded'"),
        ({"device": 5}, DeviceError, "5"),
        ({"device": dict}, DeviceError, "a function that makes one"),
        ({"tasks": "create_alarm_at_10_30"}, UnknownTaskError, "create_alarm_at_10_30_am"),
        ({"tasks": []}, UnknownTaskError, "names no task"),
        ({"tasks": 7}, UnknownTaskError, "7"),
        ({"environments": "999"}, UnknownEnvironmentError, "999"),
        ({"environments": "tests"}, UnknownEnvironmentError, "Did you mean 'test'"),
        ({"environments": []}, ValueError, "no environment"),
    ],
)
def test_wrong_values_are_told_what_is_right(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        PhoneEnv(**arguments)


def test_unknown_keywords_are_refused() -> None:
    with pytest.raises(UnknownArgumentError, match="unexpected keyword argument 'obs_type'"):
        gym.make("BMoCA-Alarm-v0", obs_type="rgb")
    with pytest.raises(
        UnknownArgumentError, match=r"Did you mean 'observation'\? It takes tasks, .*, params\.$"
    ):
        PhoneEnv(obs="pixels")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"environments": "100"}, ArgumentError, "Did you mean 'environment'"),
        ({"snapshot": "100"}, ArgumentError, "options are environment, task"),
        ("105", ArgumentError, "must be a dict with environment or task"),
        ({"environment": "10"}, UnknownEnvironmentError, "'10'"),
        ({"environment": 100}, UnknownEnvironmentError, "'100'"),
        ({"task": "create_alarm"}, UnknownTaskError, "create_alarm"),
        ({"task": "representative"}, UnknownTaskError, "6 tasks"),
    ],
)
def test_wrong_options_are_told_what_is_right(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        PhoneEnv().reset(options=options)


def test_the_resolution_is_width_and_height() -> None:
    env = PhoneEnv(resolution=(64, 100))
    assert env.reset()[0].shape == (100, 64, 3)


def test_bounding_boxes_can_be_had() -> None:
    assert "bbox_location" in PhoneEnv(observation="text", bounding_boxes=True).reset()[0]
    assert "bbox_location" not in PhoneEnv(observation="text").reset()[0]


class _Endless:
    """A value whose text is a million characters long."""

    def __repr__(self) -> str:
        return "x" * 10**6


ODD: tuple[Any, ...] = (
    np.array(3), np.array(["a", "b"]), np.array([1.0, np.inf]), np.array([np.inf, np.inf]), np.zeros((2, 2)), "x" * 10**6,
    "x\n" * 1000, "\ud800", b"x" * 10**6, 10**30, -1, 1.5, float("nan"), {"a": 1}, {1: 2}, set(), object(), type, int,
    lambda *_: 1, [[["a"]]], [None] * 3, range(3), ..., _Endless(),
)  # fmt: skip


def _said(call: Callable[[], object]) -> str:
    """The message of the package's error, or "" without one. Any other error fails the test."""
    try:
        call()
    except BmocaError as error:
        return str(error)
    return ""


def test_odd_values_of_every_argument_are_told_in_few_words() -> None:
    """Arrays raised NumPy's errors, and a message quoted a million characters."""
    names = [name for name in inspect.signature(PhoneEnv.__init__).parameters if name != "self"]
    assert len(names) > 15
    for name in names:
        for odd in ODD:
            assert len(_said(lambda: PhoneEnv(**{name: odd}).close())) < 2000, name  # noqa: B023  called at once


def test_odd_values_of_every_reset_option_are_told_in_few_words() -> None:
    env = gym.make("AndroidWorld-ContactsAddContact-v0").unwrapped
    options: list[Callable[[Any], dict[str, Any]]] = [
        *(
            lambda odd, name=name: {name: odd}
            for name in ("task", "environment", "task_seed", "params", "nothing")
        ),
        lambda odd: {"params": {"name": odd}},
    ]
    for make in options:
        for odd in ODD:
            assert len(_said(lambda: env.reset(options=make(odd)))) < 2000  # noqa: B023  called at once
    env.close()


@pytest.mark.parametrize("name", ["bounding_boxes", "leaves_only", "set_of_mark", "elements"])
def test_a_switch_is_true_or_false(name: str) -> None:
    for given in (True, np.bool_(True), False):
        PhoneEnv(observation="text", action="text", **{name: given}).close()
    for odd in (1, "yes", np.array([True, False])):
        with pytest.raises(ArgumentError, match=name):
            PhoneEnv(observation="text", **{name: odd})
