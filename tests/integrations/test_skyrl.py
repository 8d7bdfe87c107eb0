"""SkyRL-gym's own `make` and loop: init, step until done, close."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ArgumentError

skyrl_gym = pytest.importorskip("skyrl_gym")

from skyrl_gym.envs.base_text_env import BaseTextEnv  # noqa: E402
from skyrl_gym.metrics import aggregate_for_environment  # noqa: E402

from bmoca_gym.integrations.skyrl import PhoneTextEnv, register  # noqa: E402
from tests.integrations.held_out import EPISODES, HeldOut  # noqa: E402

TASK = "turn_on_airplane_mode"
PROMPT = [{"role": "system", "content": "You control a phone."}]


def test_ten_episodes_in_skyrls_loop_earn_what_the_judge_gives() -> None:
    register()
    register()
    metrics = []
    for number in range(10):
        row = {
            "task": TASK,
            "seed": 0,
            "configuration": str(100 + number % 5),
            "max_turns": 20,
            "prompt": [],
            "held_out": True,
        }
        env = skyrl_gym.make("bmoca_gym", env_config={"reward": "success"}, extras=row)
        assert isinstance(env, BaseTextEnv)
        chat, score = env.init(PROMPT)
        assert chat[0] == PROMPT[0]
        assert chat[1]["content"].startswith("Task: turn on airplane mode\n\nAnswer with one action: ")
        assert not score["success"]
        expert, words, session = ExpertAgent(), TextActions(), env._session
        expert.reset(session._env, session.info, 0)  # type: ignore[arg-type]
        rewards, done = [], False
        while not done:
            answer = (
                words.encode(expert.act(None, session.info), session.tree()) if number < 5 else "I can't."
            )
            step = env.step(f"Action: {answer}")
            done = step["done"]
            rewards.append(step["reward"])
            if not done:
                (message,) = step["observations"]
                assert message["role"] == "user"
                assert message["content"].startswith("Screen:" if number < 5 else "Nothing was done: ")
        assert (sum(rewards), step["metadata"]["success"]) == (number < 5, number < 5)
        assert env.turns == len(rewards) <= env.max_turns == 6
        metrics.append(env.get_metrics())
        env.close()
    assert aggregate_for_environment("bmoca_gym", metrics)["success"] == 0.5


@pytest.mark.parametrize("episode", EPISODES)
def test_a_row_that_training_must_not_see_asks_for_it(episode: HeldOut) -> None:
    register()

    def score(**columns: Any) -> dict[str, Any]:
        env = skyrl_gym.make("bmoca_gym", extras=episode.row | columns)
        return dict(env.init(PROMPT)[1])

    for columns in ({}, {"held_out": False}, {"held_out": None}):
        with pytest.raises(ArgumentError, match=re.escape(episode.why)):
            score(**columns)
    episode.check_started(score(held_out=True))


def test_a_task_that_a_split_keeps_apart_is_refused() -> None:
    split = {"split": "by_app:train"}
    with pytest.raises(ArgumentError, match="bmoca/call_911 is in by_app:test"):
        PhoneTextEnv(split, {"task": "call_911"}).init([])


def test_max_turns_ends_an_episode_early() -> None:
    env = PhoneTextEnv(extras={"task": TASK, "max_turns": 1})
    env.init([])
    assert env.step('press("HOME")')["done"]


@pytest.mark.parametrize(
    ("row", "said"),
    [({}, "names no task"), ({"task": 3}, "names no task"), ({"task": TASK, "seed": 1.5}, "row's seed"),
     ({"task": TASK, "seed": True}, "row's seed"), ({"task": TASK, "max_turns": -1}, "row's max_turns"),
     ({"task": TASK, "configuration": 100}, "row's configuration"), ({"task": TASK, "held_out": 1}, "row's held_out")],
)  # fmt: skip
def test_a_row_that_can_not_be_played_is_refused(row: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        PhoneTextEnv(extras=row)


def test_a_setting_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"env_config has 'rewrad'.* Did you mean 'reward'"):
        PhoneTextEnv({"rewrad": "expert_distance"}, {"task": TASK})
