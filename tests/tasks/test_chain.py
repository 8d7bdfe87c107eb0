"""Chains of tasks: equal draws, the expert's proof, conditions, and bad names."""

from __future__ import annotations

import pickle
import re

import gymnasium as gym
import pytest

import bmoca_gym  # noqa: F401  registers the ids
from bmoca_gym import tasks
from bmoca_gym.demonstrations.chained import proof
from bmoca_gym.errors import CatalogueError, UnknownTaskError
from bmoca_gym.tasks.chain import CONDITIONS, Part, composed, named


def test_a_drawn_chain_is_done_by_its_expert_and_not_without_a_part() -> None:
    (template,) = tasks.templates("chain_4")
    task = template.task(3)
    (again,) = pickle.loads(pickle.dumps(tasks.templates("bmoca/chain_4")))
    assert again.task(3) == task != template.task(4)
    assert template.task(0, {"parts": task.params["parts"]}).instruction == task.instruction
    parts = template.parts(task)
    assert len({part.task.app for part in parts}) == 4
    found = proof(task, parts)
    assert found.done
    assert found.wrong == ()
    assert found.steps < task.step_limit


def test_parts_that_undo_or_do_each_other_do_not_fit() -> None:
    on, off = (Part(tasks.get(f"androidworld/system_wifi_turn_{way}")) for way in ("on", "off"))
    assert not proof(composed([on, off], "chain_2"), [on, off]).done
    clock, alarm = Part(tasks.get("open_the_clock_app")), Part(tasks.get("create_alarm_at_10_30_am"))
    found = proof(composed([clock, alarm], "chain_2"), [clock, alarm])
    assert found.wrong == (0,), "who makes an alarm opens the clock"


def test_what_a_false_condition_asks_for_must_not_be_done() -> None:
    condition = CONDITIONS[0]
    no = Part(tasks.get("open_chrome"), condition, holds=False)
    yes = Part(tasks.get("open_maps"))
    task = composed([no, yes], "chain_2_if")
    assert task.instruction == (
        "Do these tasks one after the other:\n1. If Bluetooth is on at the beginning: open Chrome\n2. open Maps"
    )
    assert proof(task, [no, yes]).done
    assert proof(task, [no._replace(holds=True), yes]).done is False


def test_the_environment_tells_the_parts() -> None:
    env = gym.make("Chains-v0", tasks="chain_2_any", environments="000", action="text", observation="text")
    _, info = env.reset(seed=0)
    assert info["sub_goals"] == {"1": False, "2": False}
    assert re.fullmatch("Do these tasks, in any order:\n- .*\n- .*", info["instruction"])
    _, _, terminated, _, info = env.step('finish("done")')
    assert terminated
    assert (info["success"], info["score"]) == (False, 0)
    env.close()


def test_a_chain_for_tests_has_parts_for_tests() -> None:
    (template,) = tasks.templates("androidworld/chain_2")
    for number, lowest, highest in ((1, 0, 899), (1000, 1000, 2**31)):
        seeds = [part["task_seed"] for part in template.task(number).params["parts"]]
        assert all(seed == 0 or lowest <= seed <= highest for seed in seeds)
        assert any(seeds)


def test_bad_names_and_parts_are_told() -> None:
    assert named("chain_16_if") == (16, "if")
    for name in ("chain_1", "chain_17", "chain_4_all", "chain_04"):
        assert named(name) is None
        with pytest.raises(UnknownTaskError):
            tasks.templates(name)
    (template,) = tasks.templates("chain_2")
    for parts in ([], ["open_maps"], [{"task": "nothing"}, {"task": "open_maps"}], 5):
        with pytest.raises(CatalogueError, match="parts"):
            template.task(0, {"parts": parts})
