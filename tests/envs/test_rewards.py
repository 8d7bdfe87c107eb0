"""Rewards by name: their values, that potentials can't be farmed, and that the best policy stays the best."""

from __future__ import annotations

import itertools
import random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from bmoca_gym import EmbeddedDevice, PhoneEnv
from bmoca_gym.demonstrations.distance import ExpertDistance
from bmoca_gym.envs.rewards import REWARDS, Reward, RewardOptions, register_reward
from bmoca_gym.errors import ArgumentError, DeviceError
from tests.playing import steps

#: A task of B-MoCA that ends by itself, two that the agent ends, a question among them, and one with sub-goals.
TASKS = (
    "create_alarm_at_10_30_am",
    "androidworld/ContactsAddContact",
    "androidlab/clock_1",
    "androidlab/setting_1",
)


def made(task: str, reward: Any, **more: Any) -> PhoneEnv:
    env = gym.make("BMoCA-v0", tasks=task, action="json", observation="text", reward=reward, **more)
    found: PhoneEnv = env.unwrapped  # type: ignore[assignment]
    return found


def played(env: PhoneEnv, seed: int = 5, wander: int = 0) -> list[tuple[float, dict[str, Any]]]:
    """Play some random gestures, then the expert to the end. Return rewards and infos."""
    _, info = env.reset(seed=seed)
    found: list[tuple[float, Any]] = [(0.0, info)]
    rng = random.Random(seed)
    observation: Any = None
    for _ in range(wander):
        action = {"action_type": "click", "x": rng.randrange(1080), "y": rng.randrange(300, 1800)}
        observation, reward, terminated, truncated, info = env.step(str(action).replace("'", '"'))
        found.append((reward, info))
        if terminated or truncated:
            return found
    found += [(step.reward, step.info) for step in steps(env, observation, info)]
    return found


@pytest.mark.parametrize("task", TASKS)
def test_an_expert_earns_one_at_the_end(task: str) -> None:
    earned = [reward for reward, _ in played(made(task, "success"))]
    assert earned == [0.0] * (len(earned) - 1) + [1.0]


@pytest.mark.parametrize("name", ["score", "sub_goals", "expert_distance"])
@pytest.mark.parametrize("task", TASKS)
def test_potentials_add_up_to_what_the_start_lacks_whatever_happens_between(task: str, name: str) -> None:
    env = made(task, {"name": name, "weight": 0.5})
    for wander in (0, 3):
        rewards = [reward for reward, _ in played(env, wander=wander)]
        env.reset(seed=5)
        start = REWARDS.get(name)()(env, env.restore_state(env.save_state())[1])
        assert sum(rewards) == pytest.approx(1 - 0.5 * start), (task, wander)


@pytest.mark.parametrize("task", TASKS)
def test_the_distance_falls_by_one_with_each_step_of_the_expert(task: str) -> None:
    env = made(task, "expert_distance")
    distance = ExpertDistance()
    start = env.reset(seed=5)
    distances = [distance.steps(env)]
    for step in steps(env, *start):
        if not step.terminated:
            distances.append(distance.steps(env))
            assert step.reward == pytest.approx(1 / distance.most)
    assert distances == list(range(distances[0], 0, -1))
    assert step.reward == pytest.approx(1 + 1 / distance.most)


def test_where_the_expert_is_lost_the_stated_most_counts() -> None:
    env = made("create_alarm_at_10_30_am", "success")
    env.reset(seed=5)
    assert ExpertDistance(3).steps(env) == 3
    assert ExpertDistance(3)(env, env.restore_state(env.save_state())[1]) == -1.0


def test_the_distance_leaves_the_episode_as_it_was() -> None:
    plain, shaped = made(TASKS[0], None), made(TASKS[0], "expert_distance")
    for ours, theirs in itertools.zip_longest(played(plain, wander=4), played(shaped, wander=4)):
        assert ours[1] == theirs[1]


def test_a_restored_state_earns_what_it_earned_before() -> None:
    env = made(TASKS[0], "expert_distance")
    env.reset(seed=1)
    env.step('{"action_type": "navigate_home"}')
    state = env.save_state()
    first = env.step('{"action_type": "open_app", "app_name": "Clock"}')[1]
    env.step('{"action_type": "navigate_back"}')
    env.restore_state(state)
    assert env.step('{"action_type": "open_app", "app_name": "Clock"}')[1] == first > 0


def test_costs_of_steps_and_wrong_formats_are_added() -> None:
    env = made(TASKS[0], {"name": "success", "step": -0.01, "wrong_format": -0.1})
    env.reset(seed=1)
    assert env.step('{"action_type": "navigate_home"}')[1] == pytest.approx(-0.01)
    assert env.step("no JSON")[1] == pytest.approx(-0.11)


@pytest.mark.parametrize("name", ["score", "sub_goals", "expert_distance"])
def test_infos_of_numbers_have_the_same_rewards(name: str) -> None:
    actions = [
        '{"action_type": "open_app", "app_name": "Settings"}',
        '{"action_type": "click", "x": 540, "y": 800}',
    ]
    earned = []
    for infos in ("all", "numbers"):
        env = made("androidlab/setting_1", name, infos=infos)
        env.reset(seed=5)
        earned.append([env.step(action)[1] for action in actions])
    assert earned[0] == earned[1]


@pytest.mark.parametrize(
    ("reward", "message"),
    [
        (
            "distance",
            "reward is 'distance'; it must be one of 'success', 'score', 'sub_goals', 'expert_distance'",
        ),
        ({"name": "score", "discount": 2}, "discount is 2; it must be from 0 to 1"),
        ({"name": "score", "weight": "much"}, "weight is 'much'; it must be a number"),
        ({"name": "score", "most": 3}, "reward 'score' has no option 'most'."),
        ({"name": "expert_distance", "mots": 3}, "has no option 'mots'. Did you mean 'most'"),
        ({"name": "success", "setp": 3}, "reward 'success' has no option 'setp'. Did you mean 'step'"),
        ({"name": "expert_distance", "most": 0}, "most is 0; it must be from 1 to 1000 steps"),
        ({"weight": 3}, "it must be a name, or a dict"),
        (3, "it must be a name, or a dict"),
    ],
)
def test_what_is_no_reward_is_refused(reward: Any, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        made(TASKS[0], reward)
    assert message in str(caught.value)


def test_another_package_can_register_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REWARDS, "_made", dict(REWARDS._made))
    register_reward("apps_left", lambda most=9: lambda env, info: float(info["steps"]) / most)
    env = made(TASKS[0], {"name": "apps_left", "most": 3})
    env.reset(seed=1)
    assert env.step('{"action_type": "navigate_home"}')[1] == pytest.approx(1 / 3)


class Process:
    """A random decision process of a few states. Some of its ends are successes."""

    def __init__(self, rng: np.random.Generator, states: int = 6, actions: int = 3) -> None:
        self.after = rng.integers(0, states + 1, (states, actions))  # the last one ends the episode
        self.over = self.after == states
        self.done = self.over & (rng.random((states, actions)) < 0.3)
        self.potentials = rng.normal(0, 5, states)

    def earned(self, reward: Reward, visited: list[int]) -> Any:
        """What each action earns in each state; ``visited``: the potential of the last of these is asked for."""
        found = np.zeros(self.after.shape)
        for state, action in np.ndindex(*found.shape):
            info: Any = {"success": self.done[state, action], "wrong_format": None}
            visited.append(state)
            reward.begin(self, info)
            visited.append(int(self.after[state, action]))
            found[state, action] = reward.of(self, info, bool(self.over[state, action]), False)
        return found

    def best(self, earned: Any, discount: float) -> Any:
        """Which actions are best in which state, by value iteration."""
        values = np.zeros(len(earned) + 1)
        for _ in range(2000):
            values[:-1] = (earned + discount * values[self.after]).max(axis=1)
        gains = earned + discount * values[self.after]
        return gains >= gains.max(axis=1, keepdims=True) - 1e-6


@pytest.mark.parametrize(("step_limit", "terminated"), [(64, True), (4, False)])
def test_discounted_rewards_are_those_of_success_and_the_difference_of_potentials(
    step_limit: int, terminated: bool
) -> None:
    """Ng et al., 1999, equation 2, up to the end of an episode and up to its limit."""
    discount, weight = 0.9, 0.5
    env = made(
        TASKS[0], {"name": "expert_distance", "discount": discount, "weight": weight}, step_limit=step_limit
    )
    distance = ExpertDistance()
    start = distance(env, env.reset(seed=5)[1])
    rewards = [reward for reward, _ in played(env, wander=2)[1:]]
    end = 0.0 if terminated else distance(env, env.restore_state(env.save_state())[1])
    assert (len(rewards) < step_limit) == terminated
    success = discount ** (len(rewards) - 1) if terminated else 0.0
    shaped = weight * (discount ** len(rewards) * end - start)
    assert sum(discount**step * reward for step, reward in enumerate(rewards)) == pytest.approx(
        success + shaped
    )


@pytest.mark.parametrize("discount", [0.5, 0.9, 0.99])
def test_no_potential_changes_which_policy_is_best(monkeypatch: pytest.MonkeyPatch, discount: float) -> None:
    """Ng et al., 1999, theorem 1: on random decision processes with any potential, the best actions stay the same."""
    monkeypatch.setattr(REWARDS, "_made", dict(REWARDS._made))
    visited: list[int] = []
    register_reward("of this test", lambda: lambda env, info: float(env.potentials[visited[-1]]))
    rng = np.random.default_rng(7)
    for _ in range(20):
        process = Process(rng)
        shaped = process.earned(Reward(RewardOptions("of this test", discount=discount)), visited)
        assert (process.best(shaped, discount) == process.best(process.done.astype(float), discount)).all()
        undiscounted = process.earned(Reward(RewardOptions("of this test", discount=1.0)), visited)
        assert not np.allclose(undiscounted, shaped)


def test_a_given_device_is_not_forked() -> None:
    env = made(TASKS[0], None, device=EmbeddedDevice())
    env.reset(seed=1)
    with pytest.raises(DeviceError, match="make the environment with device='embedded'"):
        env.fork()
