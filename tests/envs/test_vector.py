"""The vector environment gives the same as a vector of single environments."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import tasks
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.infos import WHOLE
from bmoca_gym.envs.vector import BMoCAVectorEnv
from bmoca_gym.errors import ArgumentError
from bmoca_gym.success_detectors.setting import SettingRule

HOME = 383
PROBE = dataclasses.replace(
    tasks.get("create_alarm_at_10_30_am"),
    id="probe",
    corrected=SettingRule("settings get system probe", "(.*)", equals=1),
)


def solve(env: gym.Env) -> None:
    phone: Any = env.unwrapped
    assert phone.device.shell("settings put system probe 1").exit_code == 0


def equal(one: Any, other: Any) -> bool:
    """Whether values and their types are equal; arrays of objects one by one."""
    if isinstance(one, dict):
        one, other = (
            {key: each[key] for key in each if key.strip("_") not in WHOLE} for each in (one, other)
        )
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return one.shape == other.shape and all(equal(a, b) for a, b in zip(one, other, strict=True))
    return data_equivalence(one, other, exact=True)


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    ("observation", "action"), [("pixels", "discrete"), ("text", "text"), ("both", "dual_gesture")]
)
def test_gives_what_a_vector_of_single_environments_gives(
    mode: AutoresetMode, observation: str, action: str
) -> None:
    kwargs: dict[str, Any] = {
        "tasks": ["Alarm", PROBE], "environments": "test", "step_limit": 4, "observation": observation,
        "action": action,
    }  # fmt: skip
    ours = BMoCAVectorEnv(3, mode, **kwargs)
    theirs = SyncVectorEnv([partial(gym.make, "BMoCA-v0", **kwargs)] * 3, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata == theirs.metadata
    ours.action_space.seed(0)
    one, other = ours.reset(seed=7), theirs.reset(seed=7)
    assert equal(one[0], other[0])
    assert equal(one[1], other[1])
    for step in range(14):
        if step in (2, 7):
            for env in (ours.envs[1], theirs.envs[1]):
                solve(env)
        actions = ours.action_space.sample()
        one, other = ours.step(actions), theirs.step(actions)
        for ours_part, theirs_part in zip(one, other, strict=True):
            assert equal(ours_part, theirs_part)
        ended = one[2] | one[3]
        if mode is AutoresetMode.DISABLED and ended.any():
            one = ours.reset(options={"reset_mask": ended})
            other = theirs.reset(options={"reset_mask": ended})
            assert equal(one[0], other[0])
            assert equal(one[1], other[1])


def test_make_vec_makes_it() -> None:
    envs = gym.make_vec("BMoCA-Alarm-v0", num_envs=8, environments="100")
    assert isinstance(envs, BMoCAVectorEnv)
    observations, infos = envs.reset(seed=0)
    assert observations.shape == (8, 256, 128, 3)
    assert observations in envs.observation_space
    assert infos["task"].tolist() == ["create_alarm_at_10_30_am"] * 8
    _, rewards, *_ = envs.step(envs.action_space.sample())
    assert rewards.shape == (8,)
    assert rewards.dtype == np.float64
    envs.close()
    envs.close()


def test_results_are_the_callers_own() -> None:
    envs = BMoCAVectorEnv(2, environments="100")
    kept = [envs.reset(seed=0)[0], *(envs.step(np.array([378, HOME]))[0] for _ in range(2))]
    for i, one in enumerate(kept):
        assert not any(np.shares_memory(one, other) for other in kept[i + 1 :])


def test_an_episode_that_has_ended_needs_a_reset_if_nothing_else_resets_it() -> None:
    envs = BMoCAVectorEnv(2, AutoresetMode.DISABLED, environments="100", step_limit=1)
    envs.reset(seed=0)
    envs.step(np.array([HOME, HOME]))
    with pytest.raises(ResetNeeded):
        envs.step(np.array([HOME, HOME]))


def test_wrong_arguments_of_reset_and_step_change_nothing() -> None:
    envs = BMoCAVectorEnv(2, environments="100")
    with pytest.raises(ResetNeeded, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    seen, _ = envs.reset(seed=[3, None])
    for options in ({"reset_mask": [True]}, {"reset_mask": [1, 0]}, {"reset_mask": np.zeros(2, np.bool_)}):
        with pytest.raises(ArgumentError, match="reset_mask"):
            envs.reset(options=options)
    with pytest.raises(ArgumentError, match="seed has 3 items"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(ArgumentError, match="actions has 1 items"):
        envs.step(np.array([HOME]))
    states = envs.call("save_state")
    assert [state.steps for state in states] == [0, 0]
    chosen: dict[str, Any] = {"reset_mask": [True, False], "environment": "100"}
    again, _ = envs.reset(seed=3, options=chosen)
    assert np.array_equal(seen, again)
    assert len(chosen) == 2


def test_renders_every_phone() -> None:
    envs = BMoCAVectorEnv(2, environments="100", render_mode="rgb_array")
    envs.reset(seed=0)
    assert [frame.shape[2] for frame in envs.render()] == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 1.5}, "num_envs"),
        ({"autoreset_mode": "Never"}, "'NextStep', 'SameStep', 'Disabled'"),
        ({"num_envs": 2, "device": EmbeddedDevice()}, "share"),
        ({"num_envs": 2, "device": "adb"}, "serial of its own"),
        ({"num_envs": 2, "device": "adb:emulator-5554"}, "serial of its own"),
    ],
)
def test_wrong_arguments_are_told_what_is_right(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        BMoCAVectorEnv(**arguments)


def test_one_phone_may_be_given_to_one_environment() -> None:
    assert BMoCAVectorEnv(1, device=EmbeddedDevice()).num_envs == 1


@pytest.mark.exhaustive
def test_processes_that_are_spawned_play_the_same_episodes() -> None:
    kwargs: dict[str, Any] = {"observation": "both", "environments": "test"}
    ours = gym.make_vec("BMoCA-v0", num_envs=2, **kwargs)
    spawned = gym.make_vec(
        "BMoCA-v0", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **kwargs
    )
    try:
        ours.action_space.seed(0)
        assert equal(ours.reset(seed=3)[0], spawned.reset(seed=3)[0])
        for _ in range(5):
            actions = ours.action_space.sample()
            assert equal(ours.step(actions)[0], spawned.step(actions)[0])
    finally:
        spawned.close()
