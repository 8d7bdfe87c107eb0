"""Infos with numbers only: the same entries and types in every vector environment, and TorchRL accepts them."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym.envs.infos import NUMBERS
from bmoca_gym.envs.processes import make_vector
from bmoca_gym.errors import ArgumentError

KWARGS: dict[str, Any] = {
    "tasks": "Alarm", "environments": "100", "step_limit": 2, "resolution": (8, 16), "infos": "numbers",
}  # fmt: skip


def _ours(processes: int, mode: AutoresetMode) -> VectorEnv[Any, Any, Any]:
    return make_vector(2, processes, autoreset_mode=mode, **KWARGS)


def _theirs(kind: Any, mode: AutoresetMode) -> VectorEnv[Any, Any, Any]:
    return kind([partial(gym.make, "BMoCA-v0", **KWARGS)] * 2, autoreset_mode=mode)


#: What makes each kind of vector environment.
KINDS = {
    "ours": partial(_ours, 1),
    "sync": partial(_theirs, SyncVectorEnv),
    "ours in processes": partial(_ours, 2),
    "async": partial(_theirs, AsyncVectorEnv),
}


def right(found: dict[str, Any], also: set[str]) -> bool:
    """Whether infos of a vector environment have the entries, an array each, and only these."""
    return {key for key in found if key[0] != "_"} == {*NUMBERS, *also} and all(
        found[name].shape == (2,) and found[name].dtype == kind for name, kind in NUMBERS.items()
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_vector_environment_has_the_numbers_alone(kind: str) -> None:
    modes = [*AutoresetMode] if kind in ("ours", "sync") else [AutoresetMode.SAME_STEP]
    for mode in modes:
        envs = KINDS[kind](mode)
        _, found = envs.reset(seed=0)
        assert right(found, set())
        actions = np.full(2, 383)
        assert right(envs.step(actions)[4], set())
        *_, truncated, found = envs.step(actions)
        assert truncated.all()
        at_once = mode is AutoresetMode.SAME_STEP
        assert right(found, {"final_obs", "final_info"} if at_once else set())
        last = found["final_info"] if at_once else found
        assert right(last, set())
        assert last["steps"].tolist() == [2, 2]
        envs.close()


def test_a_single_environment_has_numbers_of_fixed_types() -> None:
    env = gym.make("BMoCA-v0", **KWARGS)
    _, info = env.reset(seed=0)
    for found in (info, env.step(383)[4]):
        assert {name: value.dtype for name, value in found.items()} == NUMBERS
        assert {value.shape for value in found.values()} == {()}
    env.close()


@pytest.mark.filterwarnings("error")
def test_the_checker_is_silent() -> None:
    check_env(gym.make("BMoCA-v0", observation="both", **KWARGS).unwrapped, skip_render_check=True)


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(ArgumentError, match="infos is 'number'; it must be one of 'all', 'numbers'"):
        gym.make("BMoCA-v0", infos="number")


def test_torchrl_takes_the_vector_environment_of_processes() -> None:
    envs = pytest.importorskip("torchrl.envs")
    wrapped = envs.GymWrapper(_ours(2, AutoresetMode.SAME_STEP))
    assert wrapped.rollout(4, break_when_any_done=False)["next", "steps"].tolist() == [[1, 2, 1, 2]] * 2
    wrapped.close()
