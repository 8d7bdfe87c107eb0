"""CUBE's own loop plays ten episodes."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

import pytest
from cube.core import Action, ActionSchema, Observation
from cube.testing import run_debug_episode

from bmoca_gym.integrations.cube import PhoneBenchmarkConfig, PhoneTaskConfig, PhoneToolConfig
from tests.integrations.held_out import EPISODES, HeldOut
from tests.integrations.scripted import Script, scripts


def test_ten_episodes_score_as_on_our_phone() -> None:
    found = scripts()
    with PhoneBenchmarkConfig().make() as benchmark:
        reports = [_played(benchmark, script) for script in found]
    assert [report["error"] for report in reports] == [None] * 10
    assert [report["reward"] for report in reports] == [float(script.score["success"]) for script in found]
    assert [report["steps"] for report in reports] == [len(script.calls) for script in found]
    assert {report["reward"] for report in reports} == {0.0, 1.0}
    assert all(report["done"] and report["tools_list_ok"] for report in reports)
    assert all(report["close_idempotent_ok"] for report in reports)


def _sent(benchmark: Any, row: dict[str, Any]) -> PhoneTaskConfig:
    """The configuration of an episode, as a worker receives it."""
    made = PhoneTaskConfig(
        metadata=benchmark.config.tasks()[row["task"]],
        tool_config=PhoneToolConfig(configuration=row["configuration"]),
        seed=row["seed"],
    )
    return PhoneTaskConfig.model_validate_json(made.model_dump_json())


def _played(benchmark: Any, script: Script) -> dict[str, Any]:
    calls = iter(script.calls)

    def agent(observation: Observation, actions: list[ActionSchema]) -> Action:
        name, arguments = next(calls)
        return Action(name=name, arguments=arguments)

    return run_debug_episode(benchmark.spawn(_sent(benchmark, script.row)), agent)


@pytest.mark.parametrize("episode", EPISODES)
def test_what_training_must_not_see_is_played_since_cube_evaluates(episode: HeldOut) -> None:
    with PhoneBenchmarkConfig().make() as benchmark:
        task = benchmark.spawn(_sent(benchmark, episode.row))
        task.reset()
        ended = task.step(Action(name="final_step"))
    assert ended.done
    episode.check_started(ended.info)


def test_the_entry_point_has_every_task_in_a_configuration_for_tests() -> None:
    (point,) = entry_points(group="cube.benchmarks", name="bmoca-gym")
    assert point.load() is PhoneBenchmarkConfig
    config = PhoneBenchmarkConfig()
    sizes = {name: config.named_subset(name).num_tasks for name in config.named_subsets()}
    assert sum(sizes.values()) == config.num_tasks == config.benchmark_metadata.num_tasks
    assert set(sizes) >= {"bmoca", "androidworld", "androidlab"}
    configurations = {}
    for suite in ("bmoca", "androidworld", "androidlab"):
        task = next(iter(config.named_subset(suite).get_task_configs())).make()
        task.reset()
        configurations[suite] = task.evaluate()[1]["environment"]
    assert configurations == {"bmoca": "100", "androidworld": "pixel_6", "androidlab": "pixel_7_pro"}


def test_what_a_model_gets_wrong_is_said_and_the_episode_goes_on() -> None:
    task = next(iter(PhoneBenchmarkConfig().get_task_configs())).make()
    task.reset()
    for action, said in (
        (Action(name="fly"), "Nothing was done: Unknown tool 'fly'."),
        (
            Action(name="tap", arguments={"element": "x"}),
            "Nothing was done: element of tap must be a whole number",
        ),
        (Action(name="tap", arguments={"element": 9999}), "Nothing was done: "),
    ):
        output = task.step(action)
        assert output.obs.to_markdown().startswith(said)
        assert not output.done
    ended = task.step(Action(name="final_step"))
    assert ended.done
    assert (ended.reward, ended.info["steps"]) == (0.0, 1)
    assert ended.info["side_effects"] == ended.info["harmful_acts"] == []
    assert ended.info["expert_distance"] > 0
