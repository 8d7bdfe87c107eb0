"""check-suite: its verdicts on correct and faulty tasks. `tests/examples` runs it on a whole suite."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
import yaml

from bmoca_gym import randomization, tasks
from bmoca_gym.evaluation import suite_check
from bmoca_gym.tasks.suite import loads

TEXT = """
version: 1.0.0
prefix: Demo
ends: finish
experts: [bmoca]
defaults:
  clock: {time: 2024-05-01 10:00:00, frozen: false}
  step_limit: 4
  expert: {app.open: {package: com.google.android.deskclock, label: clock.app_name}}
  corrected: {ui: {package: com.google.android.deskclock}}
tasks:
  - {id: right, goal: open Clock, near_misses: [{name: none, nodes: [{package: com.android.settings}]}]}
  - {id: loose, goal: open Clock, near_misses: [{name: miss, nodes: [{package: com.google.android.deskclock}]}]}
  - {id: done, goal: be at home, corrected: {ui: {package: com.google.android.apps.nexuslauncher}}}
  - {id: never, goal: open Clock, upstream: {ui: {text: nowhere}}}
  - {id: without, goal: open Clock, expert: []}
"""


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch):
    made = loads(TEXT, "demo")
    monkeypatch.setattr(tasks, "suite", lambda name, pools=None, goals=None: made)
    return made


def test_what_is_wrong_is_told(suite):
    (configuration,) = randomization.select("100")
    jobs = [suite_check.Job("demo", template.id, configuration, range(1)) for template in suite.templates]
    done = []
    found = suite_check.check(jobs, on_done=done.append)
    report = suite_check.report("demo", found)
    assert done == jobs
    assert [line.partition(", instance")[0] for line in report.problems] == [
        "loose",
        "done",
        "done",
        "without",
    ]
    assert (
        "loose, instance 0, environment 100: near misses (corrected): miss is judged a success"
        in report.problems[0]
    )
    assert "expert (corrected)" in report.problems[1]
    assert "quitter (corrected)" in report.problems[2]
    assert "has no expert" in report.problems[3]
    assert [report.passed("right", check) for check in suite_check.CHECKS] == [(1, 1)] * 4
    # Where faults are listed, the benchmark's own judge is held to them.
    kinds = [
        ("loose", "corrected", "too_loose"),
        ("never", "upstream", "unsolvable"),
        ("right", "upstream", "too_loose"),
    ]
    faults = tuple(tasks.Fault(task, judge, kind, "it is") for task, judge, kind in kinds)
    object.__setattr__(suite, "faults", faults)
    problems = suite_check.report("demo", found).problems
    # One that shows in some configurations alone is looked for there.
    for places, missing in ((("100",), True), (("101",), False)):
        object.__setattr__(suite, "faults", (replace(faults[2], environments=places),))
        told = "right: faults.yaml says too_loose (upstream), which no instance showed"
        assert (told in suite_check.report("demo", found).problems) == missing
    object.__setattr__(suite, "faults", faults)
    assert "right: faults.yaml says too_loose (upstream), which no instance showed" in problems
    assert not any(
        line.startswith(("loose, instance 0, environment 100: near misses (corr", "never"))
        for line in problems
    )


def test_an_action_mode_can_be_chosen_and_the_default_is_explained(monkeypatch: pytest.MonkeyPatch):
    # An expert that types needs a mode with text. The suite doesn't say how its episodes end.
    types = {
        "id": "types", "goal": "name the contact", "clock": {"time": datetime(2024, 5, 1, 10), "frozen": False},
        "step_limit": 12, "expert": {"contacts.add": {"name": "Fern", "number": "123"}},
        "corrected": {"ui": {"text": "Fern"}},
    }  # fmt: skip
    head = {"version": "1.0.0", "prefix": "Demo", "image": "android13", "experts": ["androidworld"]}
    text = yaml.safe_dump(head | {"tasks": [types]})
    made = loads(text, "demo")
    monkeypatch.setattr(tasks, "suite", lambda name, pools=None, goals=None: made)
    (configuration,) = randomization.select("100")

    def expert(action: str | None) -> suite_check.Outcome:
        job = suite_check.Job("demo", "types", configuration, range(1), action=action)
        return next(one for one in suite_check.outcomes(job) if one.check == "expert")

    usual = expert(None)
    assert not usual.passed
    assert "can't be written as a dual_gesture action. Choose a mode" in usual.reason
    assert "--action text. types has `ends: success`, the default" in usual.reason
    assert "can't be written" not in expert("text").reason


def test_draws_and_ids(suite):
    problems = [*suite_check.draws("demo", suite.templates, 10)]
    assert problems[0].startswith("Demo-Done-v0: the id that")
    assert len(problems) == 6
