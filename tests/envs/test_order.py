"""No episode is affected by an earlier one: in any order on one phone, tasks end as on phones of their own."""

from __future__ import annotations

import hashlib
import os
from typing import Any

import numpy as np
import pytest

from bmoca_gym import randomization, tasks
from bmoca_gym.envs import PhoneEnv
from tests.playing import steps

TASKS = tuple(tasks.suite("bmoca"))
CONFIGURATIONS = randomization.select("all")
EPISODES = 20
#: How many orders are tried.
ORDERS = 5 if os.environ.get("BMOCA_EVERYTHING") else 2


def an_environment() -> PhoneEnv:
    return PhoneEnv(
        tasks=[task.id for task in TASKS], environments=list(CONFIGURATIONS), action="dual_gesture"
    )


def played(env: PhoneEnv, agent: str, task: str, configuration: str, seed: int) -> dict[str, Any]:
    """What an episode came to, with the last screen and what the log says."""
    observation, info = env.reset(seed=seed, options={"task": task, "environment": configuration})
    reward = 0.0
    if not info["success"]:
        for step in steps(env, observation, info, agent, seed):
            reward, info = reward + float(step.reward), step.info
    return {
        "success": info["success"],
        "steps": info["steps"],
        "evidence": info["evidence"],
        "reward": reward,
        "screen": hashlib.sha256(env.device.screenshot().tobytes()).hexdigest(),
        "log": [entry.message for entry in env.device.log_since(0)],
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(ORDERS))
def test_tasks_in_any_order_end_as_on_fresh_phones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one_phone = an_environment()
    outcomes = []
    for number in range(EPISODES):
        # One in three is the same task as before, which finds exactly what it looks for if anything was left.
        if number == 0 or rng.random() > 1 / 3:
            task = TASKS[int(rng.integers(len(TASKS)))].id
        configuration = CONFIGURATIONS[int(rng.integers(len(CONFIGURATIONS)))].id
        agent = ("expert", "random", "noop")[int(rng.integers(3))]
        fresh = an_environment()
        expected = played(fresh, agent, task, configuration, number)
        fresh.close()
        assert played(one_phone, agent, task, configuration, number) == expected, (
            f"{agent} at {task} in {configuration}"
        )
        outcomes.append((agent, expected["success"]))
    one_phone.close()
    assert {success for agent, success in outcomes if agent == "expert"} == {True}
    assert {success for agent, success in outcomes if agent == "noop"} == {False}
