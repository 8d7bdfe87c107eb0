"""MobileMiniWoB++ as AndroidWorld publishes it, and a sample of its tasks held to the package's own checks."""

from __future__ import annotations

import pytest

from bmoca_gym import suite_names, tasks
from bmoca_gym.demonstrations.experts import expert_for

SUITE = tasks.suite("miniwob")


def test_as_published() -> None:
    assert (SUITE.prefix, SUITE.image, SUITE.ends, len(SUITE)) == ("MobileMiniWoB", "miniwob", "finish", 92)
    assert len(dict(SUITE.tags)["synapse"]) == 62
    for task in SUITE:
        assert (task.step_limit, task.complexity, task.begins, task.unfinished) == (30, 3, "set_up", "judged")
        assert task.instruction == "Follow the instructions shown on the top of the screen"
        assert task.ends_when is not None
        assert len(task.near_misses) >= 3, task.id


def test_ids() -> None:
    ids = [gym_id for gym_id in suite_names.gym_ids() if gym_id.startswith("MobileMiniWoB-")]
    assert len(ids) == 93
    assert {"MobileMiniWoB-v0", "MobileMiniWoB-ClickTab2Easy-v0"} <= set(ids)


def test_an_instance_is_a_seed() -> None:
    template = SUITE.template("click_test")
    start = template.task(0, {"seed": 3}).set_up_steps[0].command  # type: ignore[attr-defined]
    assert """'{"task":"click-test","seed":"3"}'""" in start
    assert template.task(1) != template.task(2)


@pytest.mark.parametrize("name", ["click_button", "email_inbox", "enter_text"])
def test_every_verb_is_there(name: str) -> None:
    assert expert_for(SUITE.get(name))
