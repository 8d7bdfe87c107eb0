"""The verdicts of AndroidWorld's own code on our experts, and that each of its tasks can be given to one.

``bmoca check-upstream androidworld DIR --seeds 30,31 --save FILE`` writes ``upstream_verdicts.json``: the verdicts on
each task and seed. It needs a checkout, which CI does not have.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import tasks
from bmoca_gym.evaluation.upstream_check import androidworld
from bmoca_gym.evaluation.upstream_check.androidworld import Verdict
from bmoca_gym.suites.androidworld import upstream_calls

FILE = Path(__file__).with_name("upstream_verdicts.json")
TEMPLATES = tasks.suite("androidworld").templates


def recorded() -> dict[int, dict[str, Verdict]]:
    found: dict[int, dict[str, Verdict]] = {}
    for key, said in json.loads(FILE.read_text()).items():
        seed, name = key.split()
        found.setdefault(int(seed), {})[name] = Verdict(**said)
    return found


def test_the_benchmark_s_own_code_agrees_but_for_its_faults() -> None:
    found = recorded()
    assert sorted(found) == [30, 31]
    ids = {template.id for template in TEMPLATES}
    for verdicts in found.values():
        assert {upstream_calls.id_of(name) for name in verdicts} == ids
    assert androidworld.report(found).differences == ()
    assert androidworld.as_text(found) == FILE.read_text()


@pytest.mark.parametrize(
    ("name", "verdict", "what"),
    [
        ("ClockTimerEntry", Verdict(0.0, 1.0, True), []),
        ("ClockTimerEntry", Verdict(1.0, 0.5, False, "ValueError: no"), ["untouched", "expert", "torn down"]),
        ("ClockTimerEntry", Verdict(None, None, False, "it raised"), ["untouched", "expert", "torn down"]),
        ("SystemWifiTurnOnVerify", Verdict(1.0, 1.0, True), []),
        ("SystemWifiTurnOnVerify", Verdict(0.0, 1.0, True), ["untouched"]),
        ("ClockStopWatchPausedVerify", Verdict(1.0, 1.0, True), ["untouched"]),
    ],
)
def test_what_a_verdict_should_be(name: str, verdict: Verdict, what: list[str]) -> None:
    report = androidworld.report({30: {name: verdict}})
    assert [one.what for one in report.differences] == what
    assert all(verdict.said in one.theirs for one in report.differences)
    assert report.text.startswith("0 of 1" if what else "1 of 1")


@pytest.mark.parametrize(
    ("name", "verdict", "known", "differs"),
    [
        ("ExpenseAddMultipleFromMarkor", Verdict(0.0, 0.0, True), ["expert"], []),
        ("ExpenseAddMultipleFromMarkor", Verdict(1.0, 0.0, False), ["expert"], ["untouched", "torn down"]),
        ("RecipeDeleteMultipleRecipesWithConstraint", Verdict(1.0, 1.0, True), ["untouched"], []),
        ("RecipeDeleteMultipleRecipesWithConstraint", Verdict(1.0, 0.0, False), ["untouched"], ["expert", "torn down"]),
    ],
)  # fmt: skip
def test_a_fault_of_the_benchmark_is_known_and_hides_no_other(
    name: str, verdict: Verdict, known: list[str], differs: list[str]
) -> None:
    report = androidworld.report({30: {name: verdict}})
    assert [one.what for one in report.known] == known
    assert [one.what for one in report.differences] == differs


def test_every_task_can_be_told_to_an_expert() -> None:
    """The tables have all tasks with parameters. Other experts need none."""
    told = {*upstream_calls._ANY, *upstream_calls._QUESTIONS, "markor_edit_note"}
    assert told <= {template.id for template in TEMPLATES}
    for template in TEMPLATES:
        if template.id not in told:
            first, second = template.task(0), template.task(1)
            assert first.expert == second.expert, f"{template.id}: its expert needs parameters"


#: A parameter of the benchmark, and what is told to the expert.
TOLD: list[tuple[str, dict[str, Any], Any]] = [
    ("FilesDeleteFile", {"subfolder": "Music", "file_name": "a.mp3"}, ("files.delete", {"folder": "Music", "name": "a.mp3"})),
    (
        "SimpleCalendarEventOnDateAtTime", {"date": "October 27 2023", "time": "8:00pm"},
        ("simple_calendar.titles", {"day": datetime(2023, 10, 27).date(), "at": datetime(2023, 10, 27, 20)}),
    ),
    ("RetroPlayingQueue", {"files": ["One Day.mp3"]}, ("retro_music.queue", {"titles": ["One Day"]})),
    (
        "ExpenseAddMultipleFromMarkor", {"row_objects": [{"name": "x", "amount": 1250, "category": 3, "note": "Urgent"}]},
        ("expense.add", {"rows": [{"name": "x", "amount": 12.5, "category": 3, "note": "Urgent. Reimbursable."}]}),
    ),
    ("MarkorEditNote", {"file_name": "n.md", "edit_type": "footer", "footer": "End"}, ("markor.edit", {"name": "n.md", "text": "old\nEnd"})),
]  # fmt: skip


@pytest.mark.parametrize(("name", "params", "call"), TOLD)
def test_what_experts_are_told(name: str, params: dict[str, Any], call: Any) -> None:
    calls = upstream_calls.calls_for(upstream_calls.id_of(name), params, lambda path: "old")
    assert calls is not None
    assert calls[-1] == call
