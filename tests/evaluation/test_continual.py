"""Continual evaluation: metrics by hand, sequences, stages one after the other, files on disk."""

from __future__ import annotations

import csv
import html.parser
import json
from pathlib import Path
from typing import Any

import continual_fakes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.errors import ArgumentError, CatalogueError, RecordError, ResumeError, SettingsError
from bmoca_gym.evaluation import continual, runner
from bmoca_gym.evaluation.continual import matrix

# --- the figures ---


def test_the_figures_by_hand() -> None:
    found = continual.metrics(
        [
            [0.8, 0.1, 0.0],
            [0.9, 0.7, 0.2],
            [0.4, 0.5, 0.6],
        ],
        baseline=[0.0, 0.05, 0.1],
    )
    assert found.final == pytest.approx((0.4 + 0.5 + 0.6) / 3)
    assert found.learning == pytest.approx((0.8 + 0.7 + 0.6) / 3)
    assert found.backward_transfer == pytest.approx(((0.4 - 0.8) + (0.5 - 0.7)) / 2)
    assert found.forward_transfer == pytest.approx(((0.1 - 0.05) + (0.2 - 0.1)) / 2)
    # The first stage's best is not its own row: 0.9 after the second.
    assert found.drops == pytest.approx((0.9 - 0.4, 0.7 - 0.5))
    assert found.forgetting == pytest.approx((0.5 + 0.2) / 2)
    assert found.seen == pytest.approx((0.8, (0.9 + 0.7) / 2, 0.5))


def test_getting_better_is_negative_forgetting_and_positive_transfer() -> None:
    found = continual.metrics([[0.5, 0.0], [0.75, 1.0]])
    assert (found.forgetting, found.backward_transfer, found.forward_transfer) == (-0.25, 0.25, None)


def test_one_stage_has_neither_transfer_nor_forgetting() -> None:
    found = continual.metrics([[0.5]], baseline=[0.25])
    assert (found.final, found.learning, found.seen, found.drops) == (0.5, 0.5, (0.5,), ())
    assert found.backward_transfer is found.forward_transfer is found.forgetting is None


@given(st.integers(1, 6).flatmap(lambda n: arrays.arrays(np.float64, (n, n), elements=st.floats(0, 1))))
def test_what_holds_of_any_matrix(rates: Any) -> None:
    found = continual.metrics(rates)
    assert 0 <= found.final <= 1
    assert found.seen[-1] == pytest.approx(found.final)
    if len(rates) > 1:
        assert found.forgetting is not None
        assert found.backward_transfer is not None
        assert found.forgetting >= -found.backward_transfer - 1e-9  # the best is no worse than the own row
        assert found.final - found.learning == pytest.approx(
            found.backward_transfer * (len(rates) - 1) / len(rates)
        )


@pytest.mark.parametrize(
    ("rates", "baseline", "said"),
    [
        ([], None, "square"),
        ([[0.1, 0.2]], None, "square"),
        (0.5, None, "square"),
        ([[1.5]], None, "fractions"),
        ([[float("nan")]], None, "fractions"),
        ([[0.5]], [0.1, 0.2], "baseline"),
    ],
)
def test_what_is_no_matrix(rates: Any, baseline: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        continual.metrics(rates, baseline)


# --- sequences ---


@pytest.mark.parametrize("name", continual.SEQUENCES)
def test_nothing_is_learnt_where_it_is_held_out_or_tested(name: str) -> None:
    sequence = continual.load(name)
    tests = {configuration.id for configuration in randomization.select("test")}
    learnt = [configuration.id for stage in sequence.stages for configuration in stage.environments]
    assert not tests & set(learnt)
    assert len(sequence.stages) >= 5
    if sequence.shares_evaluation:
        assert {configuration.id for stage in sequence.stages for configuration in stage.judged_in} == tests
    else:
        assert sorted(learnt) == sorted(
            configuration.id for configuration in randomization.select("train")
        )  # each configuration once
        assert sequence.held_out is not None
        assert {configuration.id for configuration in sequence.held_out.judged_in} == tests


def test_no_learner_learns_in_configurations_for_tests(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "{tasks: [Alarm], stages: [{id: a, environments: ['000']}, {id: b, environments: ['100']}]}"
    )
    plan = continual.Plan(sequence=continual.load(file), learner="cloning")
    with pytest.raises(ArgumentError, match="The configuration 100 is for tests"):
        continual.evaluate(plan, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_sequences_of_tasks_have_each_task_once() -> None:
    for name, chosen in (("apps", "all"), ("representative", "representative")):
        learnt = [task.id for stage in continual.load(name).stages for task in stage.tasks]
        assert sorted(learnt) == sorted(task.id for task in tasks.select(chosen))


def test_other_environments_for_evaluation() -> None:
    judged = continual.load("apps").judged_in(["100", "105"])
    assert {tuple(configuration.id for configuration in stage.judged_in) for stage in judged.stages} == {
        ("100", "105")
    }
    configurations = continual.load("configurations")
    changed = configurations.judged_in(["100"])
    assert changed.stages == configurations.stages
    assert [configuration.id for configuration in changed.held_out.judged_in] == ["100"]  # type: ignore[union-attr]
    assert changed.digest != configurations.digest


ONE = "{tasks: [Alarm], environments: [train], stages: [{id: a}]}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "must be a mapping"),
        ("{stages: []}", "stages is"),
        (ONE.replace("tasks:", "task:"), "nearest|unknown field"),
        (ONE.replace("[Alarm]", "[Alarn]"), "a: There is no task 'Alarn'"),
        (ONE.replace("[Alarm]", "Alarm"), "tasks is 'Alarm'; it must be a list"),
        (ONE.replace("[train]", "[7]"), "Put numbers in quotes"),
        (ONE.replace("[train]", "['777']"), "a: There is no environment"),
        (ONE.replace("{id: a}", "{id: A b}"), "id is 'A b'"),
        (ONE.replace("{id: a}", "{id: before}"), "they are reserved"),
        (ONE.replace("{id: a}", "{id: a}, {id: a}"), "twice"),
        (ONE.replace("{id: a}", "3"), "stage 1"),
        (ONE.replace("stages", "title: 3, stages"), "title is 3"),
        (ONE.replace("stages", "held_out: {id: a}, stages"), "held_out"),
    ],
)
def test_malformed_sequences(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(CatalogueError, match=said):
        continual.load(file)


def test_an_unknown_sequence_names_the_nearest() -> None:
    with pytest.raises(CatalogueError, match="Did you mean 'configurations'"):
        continual.load("configuration")


# --- stages one after the other ---

SEQUENCE = """
title: Three <b>tasks</b>
environments: ["000"]
evaluation: ["100"]
held_out: {tasks: [open_youtube], environments: ["101"]}
stages:
- {id: clock, tasks: [open_the_clock_app]}
- {id: gmail, tasks: [open_the_gmail], about: "mail & more"}
- {id: timer, tasks: [go_to_the_timer_page_in_clock]}
"""


@pytest.fixture
def sequence(tmp_path: Path) -> Any:
    file = tmp_path / "three.yaml"
    file.write_text(SEQUENCE)
    return continual.load(file)


@pytest.fixture
def plan(sequence: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    from bmoca_gym import agents

    for number, name in enumerate(("First", "Second", "Third"), 1):
        entry = agents.AgentEntry(f"continual_fakes:{name}", "", "dual_gesture")
        monkeypatch.setitem(agents.AGENTS, f"after{number}", entry)
    continual_fakes.CALLS.clear()
    return lambda **changes: continual.Plan(
        **{
            "sequence": sequence,
            "agents": "after{number}",
            "baseline": "noop",
            "others": {"films": "none"},
            **changes,
        }
    )


class _Page(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attributes if name == "href"]


def test_agents_of_stages_make_a_matrix(plan: Any, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = continual.evaluate(plan(), out)
    with (out / "matrix.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    stages = ["clock", "gmail", "timer"]
    assert {row["after"]: [float(row[stage]) for stage in stages] for row in rows} == {
        "before": [0, 0, 0],
        "clock": [1, 0, 0],
        "gmail": [1, 1, 0],
        "timer": [0, 1, 1],
    }
    assert [(row["held_out"], row["episodes"], row["errors"]) for row in rows] == [("0", "4", "0")] * 4
    found = json.loads((out / "metrics.json").read_text())
    assert found["complete"]
    assert found["final"] == pytest.approx(2 / 3)
    assert (found["backward_transfer"], found["forward_transfer"], found["forgetting"]) == (-0.5, 0.0, 0.5)
    assert found["drops"] == [1.0, 0.0]
    assert found["held_out"] == [0.0, 0.0, 0.0]
    text = report.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    for link in set(page.links) - {"data:,"}:
        assert (out / link).is_file(), link
    assert len(set(page.links)) == 5
    assert "Three &lt;b&gt;tasks" in text
    assert "<b>tasks" not in text
    assert "mail &amp; more" in text


@pytest.mark.exhaustive
def test_what_is_there_is_not_played_again(
    plan: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    played: list[str] = []

    def stop(row: str, episode: Any, done: int, total: int) -> None:
        played.append(f"{row} {done}/{total}")
        if len(played) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        continual.evaluate(plan(), out, on_episode=stop)
    assert played == [*(f"0_before {n}/4" for n in range(1, 5)), "1_clock 1/4", "1_clock 2/4"]
    matrix.write(out)  # half of it can be looked at
    assert "Some stages are missing" in (out / "report.html").read_text(encoding="utf-8")
    assert json.loads((out / "metrics.json").read_text())["complete"] is False
    continual.evaluate(plan(), out, on_episode=lambda row, *rest: played.append(row))
    assert played[6:] == ["1_clock"] * 2 + ["2_gmail"] * 4 + ["3_timer"] * 4
    first = (out / "report.html").read_bytes()
    monkeypatch.setattr(runner, "_play_here", lambda jobs, *rest: iter([] if not jobs else [1 / 0]))
    monkeypatch.setattr(runner, "closing", lambda thing: __import__("contextlib").nullcontext(thing))
    continual.evaluate(plan(), out)
    assert (out / "report.html").read_bytes() == first
    with pytest.raises(ResumeError, match="baseline"):
        continual.evaluate(plan(baseline=None), out)


@pytest.mark.exhaustive
def test_a_learner_is_called_once_for_each_stage(plan: Any, tmp_path: Path) -> None:
    given = {"agents": None, "learner": "continual_fakes:learn", "learner_options": {"epochs": 3}}
    given["others"] = {"films": "none", "action": "dual_gesture"}
    out = tmp_path / "out"
    for _ in range(2):  # the second time from what is on disk
        continual.evaluate(plan(**given, baseline=None), out)
        assert continual_fakes.CALLS == [
            (["clock"], None, "1_clock", {"epochs": 3}),
            (["clock", "gmail"], "1_clock", "2_gmail", {"epochs": 3}),
            (["clock", "gmail", "timer"], "2_gmail", "3_timer", {"epochs": 3}),
        ]
    about, rows = matrix.read(out)
    assert [row.after for row in rows] == ["clock", "gmail", "timer"]  # no baseline
    found = matrix.computed(rows)
    assert found is not None
    assert found.forward_transfer is None
    assert about["learner"] == "continual_fakes:learn"


def test_what_can_not_begin_says_why(plan: Any, tmp_path: Path) -> None:
    for changes, said in (
        ({"agents": None}, "either agents"),
        ({"learner": "cloning"}, "either agents"),
        ({"agents": "expert"}, "must contain {stage}"),
    ):
        with pytest.raises(SettingsError, match=said):
            plan(**changes)
    for learner, said in (
        ("clonning", "Did you mean 'cloning'"),
        ("no_such_module:learn", "can't be loaded"),
        ("continual_fakes:CALLS", "must be callable"),
        ("continual_fakes:stumble", "returned 3 for clock"),
    ):
        with pytest.raises(SettingsError, match=said):
            continual.evaluate(plan(agents=None, learner=learner, baseline=None), tmp_path / "out")
    with pytest.raises(RecordError, match="no sequence"):
        matrix.read(tmp_path)


@pytest.mark.exhaustive
def test_behaviour_cloning_over_two_stages(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("minari")
    from bmoca_gym.policies import base_settings, checkpoint

    file = tmp_path / "two.yaml"
    file.write_text(
        "{environments: ['000'], stages: [{id: a, tasks: [open_the_clock_app]}, {id: b, tasks: [open_the_gmail]}]}"
    )
    options = {
        "epochs": 1,
        "batch": 4,
        "threads": 1,
        "network": {"channels": 4, "width": 16, "layers": 1, "heads": 1},
    }
    for learner in ("cloning", "joint-cloning"):
        out = tmp_path / learner
        plan = continual.Plan(
            sequence=continual.load(file), learner=learner, learner_options=options, others={"films": "none"}
        )
        continual.evaluate(plan, out)
        _, rows = matrix.read(out)
        assert [(row.after, row.complete) for row in rows] == [("before", True), ("a", True), ("b", True)]
        assert sum(cell.errors for row in rows for cell in row.cells) == 0
        trained_on = checkpoint.describe(out / "learned" / "2_b" / "policy.zip")["about"]["tasks"]
        assert len(trained_on) == (1 if learner == "cloning" else 2)
        settings = base_settings.read(out / "learned" / "2_b" / "config.yaml")
        began_with = settings["start_from"]
        assert began_with.endswith("1_a/policy.zip") if learner == "cloning" else began_with == ""


@pytest.mark.exhaustive
def test_a_pool_of_examples_that_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari")
    from bmoca_gym.agents.language import models

    asked: list[tuple[str, str]] = []

    def ask(self: Any, request: dict[str, Any], *place: int) -> models.Answer:
        text = request["messages"][-1]["content"]
        goal = text.partition("\nGoal: ")[2].partition("\n")[0]
        example = text.partition("Demonstration Example:")[2]
        shown = example.partition("- Goal: ")[2].partition("\n")[0] if "- Goal: " in example else "own"
        asked.append((goal, shown if example else ""))
        return models.Answer('Action: press("HOME")', (), None, None, "stop", 0.0)

    monkeypatch.setattr(models.ChatModel, "ask", ask)
    file = tmp_path / "two.yaml"
    file.write_text(
        "{environments: ['000'], evaluation: ['100'], stages: [{id: a, tasks: [open_the_clock_app]}, "
        "{id: b, tasks: [open_the_gmail]}]}"
    )
    plan = continual.Plan(
        sequence=continual.load(file),
        learner="few-shot",
        learner_options={"model": "m", "replay": True, "few_shot": 1},
        others={"films": "none"},
    )
    continual.evaluate(plan, tmp_path / "out")
    clock, gmail = "open the clock app.", "open the Gmail."
    assert list(dict.fromkeys(asked)) == [
        (clock, ""), (gmail, ""), (clock, "own"), (gmail, "open the clock app"), (gmail, "own"),
    ]  # fmt: skip
    _, rows = matrix.read(tmp_path / "out")
    assert [cell.errors for row in rows for cell in row.cells] == [0] * 6


# --- the command ---


def test_the_command(
    plan: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan()
    assert cli.main(["continual", "show"]) == 0
    assert "configurations-by-7" in capsys.readouterr().out
    assert cli.main(["continual", "show", "configurations", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["stages"][3]["id"] == "dark"
    arguments = ["three.yaml", "--agents", "after{number}", "--baseline", "noop", "--out", "out", "--quiet"]
    assert cli.main(["continual", "run", *arguments]) == 0
    assert capsys.readouterr().out == "Report: out/report.html\n"
    assert cli.main(["continual", "report", "out"]) == 0
    assert "Final success 66.7 %" in capsys.readouterr().out
    assert cli.main(["continual", "run", "nothing", "--agents", "after{number}"]) == 2
    assert "There is no sequence 'nothing'" in capsys.readouterr().err
