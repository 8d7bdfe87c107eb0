"""AndroidLab's six recipes through the whole path: a server on a real socket, the phone, records, resume and replay."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "agents" / "language"))

from chat_server import ChatServer

from bmoca_gym import cli, tasks
from bmoca_gym.episodes.records import Episode
from bmoca_gym.evaluation import evaluate, report, settings_for, transcripts

pytestmark = pytest.mark.needs("openai")

AGENTS = ("al-xml", "al-xml-react", "al-xml-seeact", "al-som", "al-som-react", "al-som-seeact")


def text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else content[0]["text"]


class ScriptedModel:
    """A "model" that makes calls in order, in the requested format, whatever it sees."""

    def __init__(self, *script: str) -> None:
        self.script = script
        self.asked: list[list[dict[str, Any]]] = []

    def __call__(self, request: dict[str, Any]) -> str:
        messages = request["messages"]
        self.asked.append(messages)
        last = text_of(messages[-1])
        if last.startswith("App: "):  # SeeAct's first stage
            return "I go on."
        if "Final Answer: " in last:
            before = text_of(messages[1]).partition("at the steps before:\n")[2]
            return f"The same.\nFinal Answer: {self._at(before.count('I go on.'))}"
        call = self._at(sum(message["role"] == "assistant" for message in messages))
        if "Obs: " in text_of(messages[0]):
            return f"Obs: something.\nThought: go on.\nAction:\n```\n{call}\n```"
        return f"Action: {call}" if "Action: " in text_of(messages[0]) else f"I go on.\n```\n{call}\n```"

    def _at(self, step: int) -> str:
        return self.script[min(step, len(self.script) - 1)]


def wanders(agent: str) -> ScriptedModel:
    """A few calls that any phone allows."""
    if agent in ("al-som", "al-som-react"):
        return ScriptedModel('swipe(1, "up", "short")', "wait(1)", "home()", 'finish("nothing")')
    swipe = 'do(action="Swipe", direction="up", dist="short")'
    return ScriptedModel(swipe, 'do(action="Wait")', 'do(action="Home")', 'finish(message="nothing")')


def play(
    agent: str, out: Path, server: ChatServer | None, chosen: Any, films: str = "none", **options: Any
) -> list[Episode]:
    given = {"model": "scripted", **({} if server is None else {"base_url": server.url}), **options}
    given |= {"picture_size": "180x390"} if "som" in agent else {}
    return evaluate(
        settings_for(agent, chosen, "androidlab/pixel_7_pro", agent_options=given, films=films),
        out,
        test_call=False,
    )


@pytest.mark.parametrize("agent", AGENTS)
def test_a_recipe_plays_is_replayed_and_goes_on(agent: str, tmp_path: Path) -> None:
    chosen = ["androidlab/contacts_12", "androidlab/contacts_1"]
    stages = ["describe", "choose"] if agent.endswith("seeact") else ["act"]
    model = wanders(agent)
    with ChatServer(model) as server:
        (first,) = play(agent, tmp_path / "one", server, chosen[:1], films="all")
        asked = len(model.asked)
        episodes = play(agent, tmp_path / "one", server, chosen, films="all")
    assert episodes[0] == first, "it is not played again"
    for episode in episodes:
        assert (episode.error, episode.wrong_formats, episode.finished, episode.steps) == (
            None,
            0,
            "nothing",
            4,
        )
        assert not episode.success
        assert episode.actions[1:] == ("wait", "press HOME", "finish 'nothing'")
    turns = transcripts.read(tmp_path / "one" / str(first.transcript))
    assert [turn["stage"] for turn in turns] == stages * 4
    assert asked == len(turns) == first.usage["calls"]  # type: ignore[index]
    assert [turn["action"] is not None for turn in turns] == [stage != "describe" for stage in stages] * 4
    pictures = [turn["picture"] for turn in turns if "picture" in turn]
    assert len(pictures) == (4 if "som" in agent else 0)
    assert all((tmp_path / "one" / str(first.transcript) / name).is_file() for name in pictures)
    kept: dict[str, Any] = {"cache": str(tmp_path / "one" / "responses"), "replay": True}
    again = play(agent, tmp_path / "two", None, chosen, **kept)
    assert [(one.actions, one.scores, one.changed) for one in again] == [
        (one.actions, one.scores, one.changed) for one in episodes
    ]
    report.write(tmp_path / "one")
    assert "<h2>Measures</h2>" in (tmp_path / "one" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("agent", ["al-xml", "al-som-react"])
def test_a_malformed_answer_is_a_step_and_is_told(agent: str, tmp_path: Path) -> None:
    model = ScriptedModel("do it", "import os; os.remove('x')", "finish('nothing')")
    with ChatServer(model) as server:
        (episode,) = play(agent, tmp_path, server, "androidlab/contacts_12")
    assert (episode.error, episode.wrong_formats, episode.steps) == (None, 2, 3)
    assert episode.changed == (False, False, None)
    assert all(action.startswith("wrong format: The answer has no action") for action in episode.actions[:2])
    told = [text_of(messages[-1]) for messages in model.asked]
    assert [text.startswith("(Nothing was done by your last answer. The answer has no action") for text in told] == [
        False, True, True,
    ]  # fmt: skip


def test_a_model_that_reads_the_layout_does_a_task(tmp_path: Path) -> None:
    def box(text: str, words: str) -> str:
        found = re.search(rf"{words} : \n *bounds: \[(\d+,\d+)\]\[(\d+,\d+)\]", text)
        assert found, (words, text)
        return f"[{found[1]},{found[2]}]"

    def model(request: dict[str, Any]) -> str:
        messages = request["messages"]
        step, text = sum(message["role"] == "assistant" for message in messages), text_of(messages[-1])
        if step in (0, 2, 4):
            words = ("Create new contact", "EditText ;click long-click ; ;;Phone", "Save")[step // 2]
            return f'```\ndo(action="Tap", element={box(text, words)})\n```'
        return ('do(action="Type", text="John")', 'do(action="Type", text="12345678")', "finish()")[step // 2]

    with ChatServer(model) as server:
        (episode,) = play("al-xml", tmp_path, server, "androidlab/contacts_1")
    assert (episode.error, episode.wrong_formats, episode.steps) == (None, 0, 6)
    assert episode.sub_goals == {"name": True, "mobile": True}
    assert episode.scores == {"corrected": 1.0, "upstream": 1.0}


def test_what_only_a_model_can_judge_is_not_called_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "evaluate",
        "--agent",
        "expert",
        "--suite",
        "androidlab",
        "--tasks",
        "contacts_12",
        "--films",
        "none",
    ]
    assert cli.main([*command, "--out", str(tmp_path / "one")]) == 0
    (episode,) = (tmp_path / "one" / "episodes.jsonl").read_text().splitlines()
    assert Episode.from_json(episode).scores == {"corrected": 1.0}
    assert "Sub-goals met: 100.0 %." in capsys.readouterr().out
    assert cli.main([*command, "--judge", "upstream", "--out", str(tmp_path / "two")]) == 0
    assert "Tasks that need a language model to judge them: 0 of 1, 0.0 %." in capsys.readouterr().out


def test_the_command_knows_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--tasks", "androidlab/contacts_1", "--environments", "androidlab/pixel_7_pro", "--step", "1"]
    for agent in ("al-xml", "al-som-seeact"):
        assert cli.main(["prompt", "--agent", agent, *chosen]) == 0
        told = capsys.readouterr().out
        assert "Task: Save a new contact called John" in told
        assert "EditText ;click long-click ; ;;First name" in told
    assert cli.main(["evaluate", "--agent", "al-xlm", "--suite", "androidlab", "--out", str(tmp_path)]) == 2
    assert "Did you mean 'al-xml'?" in capsys.readouterr().err


@pytest.mark.exhaustive
@pytest.mark.parametrize("agent", AGENTS)
def test_the_recipes_play_tasks_of_every_app(agent: str, tmp_path: Path) -> None:
    """Each plays a thirty-sixth of the suite's tasks, or all with ``BMOCA_RECIPES=all``."""
    every = 1 if os.environ.get("BMOCA_RECIPES") == "all" else 36
    chosen = [f"androidlab/{task.id}" for task in tasks.suite("androidlab")][
        AGENTS.index(agent) % every :: every
    ]
    with ChatServer(wanders(agent)) as server:
        episodes = play(agent, tmp_path, server, chosen)
    assert len(episodes) == len(chosen)
    assert {(one.error, one.wrong_formats, one.finished, one.steps) for one in episodes} == {
        (None, 0, "nothing", 4)
    }
