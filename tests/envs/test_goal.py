"""The task in words as a part of the observation."""

from __future__ import annotations

import warnings

import pytest
from gymnasium.utils.env_checker import check_env

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.observations import GOAL_BYTES, goal_bytes, goal_text


def test_the_goal_is_that_of_the_episode_and_of_a_restored_one() -> None:
    env = PhoneEnv(tasks=["Alarm", "Call"], observation="pixels+goal")
    first, info = env.reset(seed=0, options={"task": "Alarm"})
    assert env.observation_space.contains(first)
    assert goal_text(first["goal"]) == info["instruction"] == "create alarm at 10:30 am"
    state = env.save_state()
    other, info = env.reset(options={"task": "Call"})
    assert goal_text(other["goal"]) == info["instruction"] != goal_text(first["goal"])
    stepped, *_ = env.step(0)
    assert (stepped["goal"] == other["goal"]).all()
    restored, _ = env.restore_state(state)
    assert (restored["goal"] == first["goal"]).all()


@pytest.mark.parametrize("observation", ["pixels+goal", "text+goal"])
def test_gymnasium_and_stable_baselines_accept_it_without_a_warning(observation: str) -> None:
    env = PhoneEnv(tasks="Alarm", environments="100", observation=observation)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True, skip_close_check=True)
    if observation == "pixels+goal":
        checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="needs bmoca-gym[rl]")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            checker.check_env(env)


def test_a_long_goal_is_cut_at_a_letter() -> None:
    assert goal_text(goal_bytes("x" + "é" * GOAL_BYTES)) == "x" + "é" * (GOAL_BYTES // 2 - 1)
