"""M3A, T3A and SeeAct through the whole path: a server on a real socket, the phone, the records, resume and replay."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "agents" / "language"))

from chat_server import ChatServer

from bmoca_gym import cli, tasks
from bmoca_gym.episodes.records import Episode
from bmoca_gym.evaluation import evaluate, report, settings_for, transcripts

pytestmark = pytest.mark.needs("openai")

Script = Callable[[str, int], dict[str, Any]]
#: The tasks that AndroidWorld's authors gave no tags.
TAGLESS = {
    "CameraTakePhoto",
    "CameraTakeVideo",
    "ClockStopWatchRunning",
    "SystemBluetoothTurnOff",
    "SystemBrightnessMax",
    "SystemBrightnessMin",
    "TurnOffWifiAndTurnOnBluetooth",
}
AGENTS = ("m3a", "t3a", "seeact")

#: SeeAct's words for JSON actions.
WORDS = {"open_app": "OPEN APP", "click": "CLICK", "scroll": "SWIPE", "input_text": "INPUT TEXT", "answer": "ANSWER",
         "navigate_back": "NAVIGATE BACK", "status": "TERMINATE"}  # fmt: skip


class ScriptedModel:
    """A "model" that follows a script of screens and step numbers, in the requested format."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.asked: list[str] = []

    def __call__(self, request: dict[str, Any]) -> str:
        content = request["messages"][-1]["content"]
        text = content if isinstance(content, str) else content[0]["text"]
        self.asked.append(text)
        if text.endswith("Summary:"):
            return "It went as it was meant to."
        if "The picture shows the screen now." in text:
            return "I know what to do."
        if "ELEMENT:" in text:
            before = request["messages"][1]["content"][0]["text"]
            return self._chosen(
                self.script(
                    text, len(re.findall(r"^\d+\. .*(?:->|[A-Z]{4})", _history(before), re.MULTILINE))
                ),
                text,
            )
        action = self.script(text, len(re.findall(r"^Step \d+: ", text, re.MULTILINE)))
        return f"Reason: the script says so.\nAction: {json.dumps(action)}"

    def _chosen(self, action: dict[str, Any], text: str) -> str:
        kind = WORDS[action["action_type"]]
        value = next((action[name] for name in ("text", "app_name", "direction") if name in action), "None")
        return f"ELEMENT: {action.get('index', 'None')}\nACTION: {kind}\nVALUE: {value}"


def _history(text: str) -> str:
    return text.partition("done before:\n")[2].partition("\n\nThe picture")[0]


def element(text: str, words: str) -> int | str:
    """The index of the first element that a prompt describes with these words, or its letters."""
    listed = next(
        (line for line in text.splitlines() if words in line and re.match(r"UI element|[A-Z]{1,2}\. ", line)),
        "",
    )
    found = re.match(r"UI element (\d+)|([A-Z]{1,2})\.", listed)
    assert found, (words, text)
    return (found[1] and int(found[1])) or found[2] or 0


def wanders(text: str, step: int) -> dict[str, Any]:
    """A few steps that any phone allows: an app, a scroll, an answer, the end."""
    return [
        {"action_type": "open_app", "app_name": "Settings"},
        {"action_type": "scroll", "direction": "down"},
        {"action_type": "answer", "text": "nothing"},
        {"action_type": "status", "goal_status": "complete"},
    ][min(step, 3)]


def play(
    agent: str, out: Path, server: ChatServer | None, chosen: Any, films: str = "none", **options: Any
) -> list[Episode]:
    given = {"model": "scripted", **({} if server is None else {"base_url": server.url}), **options}
    given |= {"picture_size": "135x300"} if agent != "t3a" else {}
    settings = settings_for(agent, chosen, "androidworld/all", agent_options=given, films=films)
    return evaluate(settings, out, test_call=False)


@pytest.mark.parametrize("agent", AGENTS)
def test_a_recipe_plays_is_replayed_and_goes_on(agent: str, tmp_path: Path) -> None:
    chosen = ["androidworld/SystemWifiTurnOffVerify", "androidworld/TasksDueOnDate"]
    model = ScriptedModel(wanders)
    with ChatServer(model) as server:
        (first,) = play(agent, tmp_path / "one", server, chosen[:1], films="all")
        asked = len(model.asked)
        episodes = play(agent, tmp_path / "one", server, chosen, films="all")
    assert (first.success, first.error, first.wrong_formats, first.finished) == (True, None, 0, "complete")
    assert episodes[0] == first, "it is not played again"
    assert (episodes[1].success, episodes[1].steps, episodes[1].hallucinated) == (False, 4, True)
    assert episodes[1].scores == {"corrected": 0.0, "upstream": 0.0}
    assert episodes[1].actions[0] == "open app 'Settings'"
    assert episodes[1].actions[2:] == ("answer 'nothing'", "finish 'complete'")
    turns = transcripts.read(tmp_path / "one" / str(first.transcript))
    stages = [turn["stage"] for turn in turns]
    assert stages == (["describe", "ground"] * 4 if agent == "seeact" else ["act", *["summarise", "act"] * 3])
    assert all((turn["action"] is None) != turn["decides"] for turn in turns)
    assert asked == len(turns) == first.usage["calls"]  # type: ignore[index]
    seen = [turn.get("pictures") or [turn["picture"]] if "picture" in turn else [] for turn in turns]
    assert [len(names) for names in seen] == (
        [2] * 7 if agent == "m3a" else [1, 0] * 4 if agent == "seeact" else [0] * 7
    )
    folder = tmp_path / "one" / str(first.transcript)
    assert all((folder / name).is_file() for names in seen for name in names)
    kept = {"cache": str(tmp_path / "one" / "responses"), "replay": True}
    again = play(agent, tmp_path / "two", None, chosen, **kept)
    assert [(one.actions, one.success, one.scores) for one in again] == [
        (one.actions, one.success, one.scores) for one in episodes
    ]
    report.write(tmp_path / "one")
    page = (tmp_path / "one" / "report.html").read_text(encoding="utf-8")
    assert "Both judges" in page
    assert "that begin solved" in page


@pytest.mark.parametrize("agent", ["m3a", "seeact"])
def test_a_model_that_reads_the_screen_does_a_task(agent: str, tmp_path: Path) -> None:
    def adds(text: str, step: int) -> dict[str, Any]:
        goal = re.search(r"Create a new contact for (.*)\. Their number is (\+\d+)\.", text)
        if goal:
            self_told.append((goal[1], goal[2]))
        name, number = self_told[-1]
        first, _, last = name.partition(" ")
        if step == 0:
            return {"action_type": "open_app", "app_name": "Contacts"}
        if step == 1:
            return {"action_type": "click", "index": element(text, '"Create new contact"')}
        fields = {2: ("First name", first), 3: ("Last name", last), 4: ("Phone", number)}
        if step in fields:
            hint, written = fields[step]
            place = element(text, f'"hint_text": "{hint}"' if "hint_text" in text else f'text box "{hint}"')
            return {"action_type": "input_text", "text": written, "index": place}
        if step == 5:
            return {"action_type": "click", "index": element(text, '"Save"')}
        return {"action_type": "status", "goal_status": "complete"}

    instance = tasks.suite("androidworld").template("contacts_add_contact").task(0)
    self_told = [re.search(r"for (.*)\. Their number is (\+\d+)", instance.instruction).groups()]  # type: ignore[union-attr]
    with ChatServer(ScriptedModel(adds)) as server:
        (episode,) = play(agent, tmp_path, server, instance)
    assert (episode.error, episode.wrong_formats, episode.success) == (None, 0, True), episode
    assert episode.scores == {"corrected": 1.0, "upstream": 1.0}


def test_experts_act_in_json_and_both_judges_see_it(tmp_path: Path) -> None:
    chosen = [
        "AndroidWorld-SimpleSmsSend-v0",
        "AndroidWorld-TasksDueOnDate-v0",
        "AndroidWorld-FilesDeleteFile-v0",
    ]
    settings = settings_for("expert", chosen, "androidworld/all", action="json", films="none")
    episodes = evaluate(settings, tmp_path)
    assert [(one.success, one.scores, one.wrong_formats) for one in episodes] == [
        (True, {"corrected": 1.0, "upstream": 1.0}, 0)
    ] * 3
    upstream = evaluate(replace(settings, judge="upstream"), tmp_path / "upstream")
    assert [list(one.scores or {}) for one in upstream] == [["upstream", "corrected"]] * 3


def test_the_command_plays_a_suite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks_of_it = "SystemWifiTurnOffVerify,SystemWifiTurnOff,ContactsAddContact"
    command = [
        "evaluate",
        "--suite",
        "androidworld",
        "--agent",
        "quitter",
        "--tasks",
        tasks_of_it,
        "--seeds",
        "2",
    ]
    command += ["--robustness", "2", "--out", str(tmp_path), "--films", "none"]
    assert cli.main(command) == 0
    told = capsys.readouterr().out
    for words in (
        "Tasks without known faults: 0 of 10, 0.0 %.",
        "Tasks that begin solved: 4 of 4, 100.0 %.",
        "95 % over runs: 28.6–28.6 %.",
        "Judge corrected: success rate 28.6 %, mean score 28.6; 0 successes by this judge only.",
        "Robustness: success rate in %",
    ):
        assert words in told, words
    episodes = (tmp_path / "episodes.jsonl").read_text()
    assert cli.main(command) == 0
    assert (tmp_path / "episodes.jsonl").read_text() == episodes, "nothing is played again"
    run = json.loads((tmp_path / "run.json").read_text())
    assert (run["robustness"], run["apart"]) == (
        "pixel_6",
        {"system_wifi_turn_off_verify": "that begin solved"},
    )
    assert run["tags"]["contacts_add_contact"] == ["data_entry", "parameterized"]
    assert cli.main(["evaluate", "--suite", "androidword", "--agent", "quitter"]) == 2
    assert "Did you mean 'androidworld'" in capsys.readouterr().err


def test_every_task_has_the_tags_of_its_authors() -> None:
    suite = tasks.suite("androidworld")
    known = {tag for tag, _ in suite.tags}
    assert {"data_entry", "search", "verification", "multi_app"} <= known
    tagless = [template.first.gym_name for template in suite.templates if not suite.tags_of(template.id)]
    assert set(tagless) <= TAGLESS
    assert [template.id for template in tasks.templates("androidworld/tag:search")] == [
        template.id for template in suite.templates if "search" in suite.tags_of(template.id)
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("agent", AGENTS)
def test_the_recipes_play_tasks_of_every_app(agent: str, tmp_path: Path) -> None:
    """Each plays a twelfth of the suite's tasks, or all with ``BMOCA_RECIPES=all``."""
    every = 1 if os.environ.get("BMOCA_RECIPES") == "all" else 12
    chosen = [task.id for task in tasks.suite("androidworld")][AGENTS.index(agent) % every :: every]
    with ChatServer(ScriptedModel(wanders)) as server:
        episodes = play(agent, tmp_path, server, [f"androidworld/{name}" for name in chosen])
    assert len(episodes) == len(chosen)
    assert {(one.error, one.wrong_formats, one.finished, one.steps) for one in episodes} == {
        (None, 0, "complete", 4)
    }
