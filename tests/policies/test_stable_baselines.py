"""Stable-Baselines3's checker has no warnings. It is here since these tests have PyTorch anyway."""

from __future__ import annotations

import warnings

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401 (registers the ids)
from bmoca_gym import tasks

checker = pytest.importorskip("stable_baselines3.common.env_checker")


@pytest.mark.parametrize("action", ["discrete", "dual_gesture"])
@pytest.mark.parametrize(
    "gym_id",
    [
        "BMoCA-v0",
        *(f"BMoCA-{task.gym_name}-v0" for task in tasks.select("representative")),
        "AndroidWorld-v0",
    ],
)
def test_it_finds_nothing_wrong(gym_id: str, action: str) -> None:
    """Pixels only: Stable-Baselines3 has no text spaces, neither for actions nor for observations."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gym.make(gym_id, action=action).unwrapped, warn=True)
