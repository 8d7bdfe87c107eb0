"""Outcomes of episodes: kinds of failures are distinguished, and an agent that is never understood is told why."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.episodes import metrics, records
from bmoca_gym.episodes.outcomes import FAILURES, OUTCOMES, invalid_kind, refuses
from bmoca_gym.episodes.records import Episode
from bmoca_gym.evaluation import advice, evaluate, report, settings_for

FIRST = {"kind": "off_screen", "reason": "The point is outside.", "text": "tap 2000", "step": 0}

#: Changes of a failed episode of six steps, and its outcome.
CASES: list[tuple[dict[str, Any], str]] = [
    ({}, "failed"),
    ({"success": True, "wrong_formats": 5}, "success"),
    ({"error": "ActionError: no", "success": False}, "error"),
    ({"wrong_formats": 3}, "failed"),  # half of them
    ({"wrong_formats": 4}, "wrong_format"),  # a record of an earlier version has no kinds
    ({"wrong_formats": 4, "invalid": {"wrong_format": 1, "off_screen": 3}}, "off_screen"),
    ({"wrong_formats": 4, "invalid": {"wrong_format": 2, "off_screen": 2}}, "wrong_format"),
    ({"wrong_formats": 4, "invalid": {"refused": 4}, "stopped": "limit reached: 9 of 9 tokens"}, "refused"),
    ({"stopped": "limit reached: 9 of 9 tokens"}, "limit"),
    ({"finished": "infeasible"}, "gave_up"),
    ({"finished": "It can't be done.", "status": "infeasible"}, "gave_up"),
    ({"finished": "No.", "status": "refused"}, "refused"),
    ({"finished": "Done.", "status": "complete"}, "failed"),
    ({"asked": 1}, "asked"),
    ({"asked": 1, "wrong_formats": 6}, "wrong_format"),
]


@pytest.mark.parametrize(("changes", "outcome"), CASES)
def test_an_episode_has_one_outcome(make_episode: Any, changes: dict[str, Any], outcome: str) -> None:
    episode: Episode = make_episode(**{"success": False, **changes})
    assert episode.outcome == outcome
    assert outcome in OUTCOMES
    assert json.loads(episode.to_json())["outcome"] == outcome
    assert Episode.from_json(episode.to_json()) == episode
    assert "outcome" not in json.loads(episode.fields_as_json()), (
        "digests of earlier records stay as they are"
    )


def test_giving_up_and_refusing_are_not_wrongly_finished(make_episode: Any) -> None:
    for finished, status, wrongly in (
        ("done", "complete", True), ("done", None, True), ("no", "infeasible", False), ("no", "refused", False),
        ("infeasible", None, False), (None, None, False),
    ):  # fmt: skip
        assert make_episode(success=False, finished=finished, status=status).hallucinated == wrongly


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("I cannot assist with controlling a phone.", True),
        ("<think>Risky.</think>\nI am unable to comply with this request.", True),
        ("抱歉，我无法协助完成这个任务。", True),
        ("I can't find the button, so I scroll.\nAction: scroll(", False),
        ("I will help: tap 3", False),
        ("", False),
    ],
)
def test_refusals_in_words(text: str, refused: bool) -> None:
    assert refuses(text) == refused
    assert invalid_kind(text, off_screen=False) == ("refused" if refused else "wrong_format")


def test_a_filter_refuses_and_a_point_outside_is_its_own_kind() -> None:
    assert invalid_kind("", off_screen=False, stopped_because=["content_filter"]) == "refused"
    assert invalid_kind("I'm sorry, I can't help", off_screen=True) == "off_screen"


@pytest.mark.parametrize("field", ["invalid", "first_invalid", "status", "asked"])
def test_new_fields_are_checked(make_episode: Any, field: str) -> None:
    line = json.loads(make_episode().to_json()) | {field: [1]}
    with pytest.raises(records.RecordError, match=field):
        Episode.from_json(json.dumps(line))


class Speaker:
    """Answers with the same text at each step."""

    name = "speaker"
    text = "Thought: I tap.\nAction: click(point='<point>500 300</point>')"

    def reset(self, env: Any, info: Any, seed: int) -> None:
        pass

    def act(self, observation: Any, info: Any) -> str:
        return self.text


class Outside(Speaker):
    """Taps outside the screen."""

    text = '{"action_type": "click", "x": 5000, "y": 10}'


class Refusing(Speaker):
    """Refuses in words."""

    text = "I'm sorry, but I can't assist with that."


class GivingUp(Speaker):
    """Calls the task infeasible."""

    text = '{"action_type": "status", "goal_status": "infeasible"}'


def play(out: Path, agent: str, action: str) -> Episode:
    settings = settings_for(
        f"{__name__}:{agent}", "Alarm", "100", action=action, observation="text", films="none"
    )
    (episode,) = evaluate(settings, out)
    return episode


@pytest.mark.parametrize(
    ("agent", "action", "outcome", "advised"),
    [
        ("Speaker", "json", "wrong_format", "Action modes that read this action: ui-tars-1.5, ui-tars-doubao (--action)"),
        ("Outside", "json", "off_screen", "The action mode is 'json'"),
        ("Outside", "text", "wrong_format", ""),
        ("Refusing", "text", "refused", "use another model"),
        ("GivingUp", "json", "gave_up", None),
    ],
)  # fmt: skip
def test_an_agent_of_ones_own_is_told_why(
    results: Path, capsys: pytest.CaptureFixture[str], agent: str, action: str, outcome: str, advised: str | None
) -> None:  # fmt: skip
    episode = play(results, agent, action)
    assert episode.outcome == outcome
    text = globals()[agent].text
    if advised is not None:
        assert episode.first_invalid is not None
        assert (episode.first_invalid["text"], episode.first_invalid["step"]) == (text, 0)
        assert episode.invalid == {outcome: episode.steps}
    summary = report.write(results)
    assert summary.total.outcomes == {outcome: 1}
    with (results / "summary.csv").open(newline="", encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    assert {name: int(first[f"outcome_{name}"]) for name in FAILURES} == {
        name: int(name == outcome) for name in FAILURES
    }
    assert cli.main(["check-summary", str(results)]) == 0
    assert cli.main(["report", str(results)]) == 0
    told = capsys.readouterr()
    assert f"Failures: {OUTCOMES[outcome]} 1." in told.out
    if advised is None:
        assert not summary.unread
        return
    assert summary.unread.startswith(f"0 of {episode.steps} actions were valid. The first was")
    assert advised in summary.unread
    assert summary.unread in told.err
    assert episode.first_invalid["reason"] in summary.unread  # type: ignore[index]


def test_one_valid_action_is_enough_for_silence(make_episode: Any) -> None:
    never = make_episode(success=False, wrong_formats=6, first_invalid=FIRST)
    assert advice.never_valid([never], {"agent": "a", "action": "json"}).startswith("0 of 6 actions")
    once = dataclasses.replace(never, wrong_formats=5)
    assert not advice.never_valid([never, once], {"agent": "a", "action": "json"})
    old = dataclasses.replace(never, first_invalid=None, actions=("wrong format: no such action",))
    assert advice.never_valid([old], {}) == "0 of 6 actions were valid: no such action"
    assert not advice.never_valid([dataclasses.replace(never, steps=0, wrong_formats=0)], {})


@pytest.mark.parametrize(
    ("agent", "kind", "text", "advised"),
    [
        ("qwen3-vl", "wrong_format", 'do(action="Tap", element=[5,6])', "autoglm-phone"),
        ("qwen3-vl", "off_screen", '{"POINT": [5, 6]}', "agentcpm-gui"),
        ("llm", "wrong_format", "hello", "bmoca agents"),
    ],
)
def test_a_model_with_the_wrong_agent_is_told_which_reads_it(
    agent: str, kind: str, text: str, advised: str
) -> None:
    assert advised in advice.what_to_do(kind, text, {"agent": agent, "action": agent})


def test_outcomes_are_counted_in_their_order(make_episode: Any) -> None:
    counted = metrics.outcomes([make_episode(success=False, asked=1), make_episode(), make_episode()])
    assert list(counted.items()) == [("success", 2), ("asked", 1)]


def test_a_summary_of_an_earlier_version_is_still_checked(results: Path) -> None:
    play(results, "Speaker", "json")
    report.write(results)
    content = json.loads((results / "summary.json").read_text(encoding="utf-8"))
    for part in (content["total"], *content["tasks"].values()):
        del part["outcomes"]
    (results / "summary.json").write_text(json.dumps(content), encoding="utf-8")
    assert cli.main(["check-summary", str(results)]) == 0
    content["total"]["outcomes"] = {"success": 3}
    (results / "summary.json").write_text(json.dumps(content), encoding="utf-8")
    assert cli.main(["check-summary", str(results)]) == 2
