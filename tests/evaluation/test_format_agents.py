"""Agents in makers' grammars through the whole path: preflight, a server on a real socket, records, report, replay."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "agents" / "language"))

from chat_server import ChatServer, Fault

from bmoca_gym import agents, cli
from bmoca_gym.agents.language.formats import preflight
from bmoca_gym.agents.language.formats.plugin import AGENTS
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.formats.writing import write
from bmoca_gym.envs.actions import Finish, Gestures, Several, Wait
from bmoca_gym.episodes import records
from bmoca_gym.episodes.outcomes import OUTCOMES
from bmoca_gym.errors import ModelError
from bmoca_gym.evaluation import evaluate, settings_for, transcripts
from bmoca_gym.evaluation.marks import marks, size_of_png
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap

pytestmark = pytest.mark.needs("openai")

SIZE = (360, 800)
#: The middle of the button in the test picture.
BUTTON = Tap(0.72, 0.30)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[..., ChatServer], None, None]:
    monkeypatch.setattr("bmoca_gym.agents.language.models.FIRST_WAIT", 0.01)
    started: list[ChatServer] = []

    def start(model: Any, **others: Any) -> ChatServer:
        started.append(ChatServer(model, **others).__enter__())
        return started[-1]

    yield start
    for server in started:
        server.__exit__()


def is_test(request: dict[str, Any]) -> bool:
    return preflight.INFO["instruction"] in json.dumps(request)


def said(name: str, gesture: Any) -> str:
    return write(name, gesture, Frame(SIZE, FORMATS[name].sent(SIZE)))


def checked(name: str, server: ChatServer, **options: Any) -> str:
    agent: Any = agents.create(
        name, {"model": "rules", "base_url": server.url, "picture_size": f"{SIZE[0]}x{SIZE[1]}", **options}
    )
    try:
        return str(agent.test_call())
    finally:
        agent.close()


@pytest.mark.parametrize("name", AGENTS)
def test_a_model_that_speaks_the_grammar_passes(serve: Any, name: str) -> None:
    server = serve(lambda request: said(name, BUTTON))
    assert checked(name, server) == ""
    (request,) = server.requests
    pictures = [part for message in request["messages"] for part in message["content"] if "image_url" in part]
    assert len(pictures) == 1, "the request is that of a first step"
    assert checked(name, server, replay=True) == ""
    assert len(server.requests) == 1


def test_the_test_picture_has_its_button() -> None:
    drawn = preflight.picture(SIZE)
    assert drawn.shape == (800, 360, 3)
    assert tuple(drawn[240, 259]) == (20, 90, 220)
    assert (drawn[:190] == 255).all()


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("qwen3-vl", said("autoglm-phone", BUTTON), "Agents that read it: autoglm-phone. Name one"),
        ("ui-tars-1.5", said("mai-ui", BUTTON), "mai-ui"),
        ("os-atlas", said("agentcpm-gui", BUTTON), "agentcpm-gui"),
    ],
)
def test_another_grammar_stops_the_run(serve: Any, name: str, answer: str, told: str) -> None:
    with pytest.raises(ModelError, match="is not in the grammar of") as caught:
        checked(name, serve(lambda request: answer))
    assert told in str(caught.value)
    assert "--no-test-call" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("qwen3-vl", "I see a blue button.", "No agent reads it"),
        ("qwen3-vl", "", "No agent reads it"),
        ("qwen3-vl", said("qwen3-vl", Tap(0.1, 0.9)), "tapped at 0.10, 0.90 of the screen, and the button is at 0.72, 0.30"),
        ("ui-tars-doubao", said("ui-tars-1.5", BUTTON), "On the scale of ui-tars-1.5 it would have hit"),
        ("qwen3-vl", said("qwen3-vl", Wait(1.0)), ""),
    ],
)  # fmt: skip
def test_what_may_be_chance_is_a_remark(serve: Any, name: str, answer: str, told: str) -> None:
    remark = checked(name, serve(lambda request: answer))
    assert (told in remark) if told else (remark == "")


def test_a_model_without_eyes_is_found_out(serve: Any) -> None:
    refusing = serve(lambda request: Fault(400, '{"error": {"message": "image input is not supported"}}'))
    with pytest.raises(ModelError, match="seems to take no pictures"):
        checked("qwen3-vl", refusing)
    busy = serve(lambda request: Fault(401, "{}"))
    with pytest.raises(ModelError, match="is not accepted") as caught:
        checked("qwen3-vl", busy)
    assert "pictures" not in str(caught.value)
    large = Frame((1080, 2400), (1080, 2400))
    answer = preflight.Answer(said("qwen3-vl", BUTTON), (), 30, 20, "stop", 0.1)
    assert "seems to drop the picture" in preflight.verdict("qwen3-vl", answer, "word " * 20, large)
    assert preflight.verdict("qwen3-vl", answer._replace(prompt_tokens=900), "word " * 20, large) == ""
    assert preflight.verdict("qwen3-vl", answer._replace(prompt_tokens=None), "word " * 20, large) == ""


def test_ui_tars_plays_androidworld_from_the_command(
    results: Path, serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Preflight, a retry, the cost, the pictures with marks, a resumed run, a replay, and the comparison of both."""
    name, there = "ui-tars-1.5", results / "there"
    faults = iter([Fault(429, "", (("Retry-After", "0.01"),))])
    sent = FORMATS[name].sent(SIZE)

    def model(request: dict[str, Any]) -> str | Fault:
        if is_test(request):
            return said(name, BUTTON)
        fault = next(faults, None)
        if fault is not None:
            return fault
        before = [one for one in request["messages"] if one["role"] == "assistant"]
        gestures = (Tap(0.5, 0.25), Swipe(0.5, 0.75, 0.5, 0.25), LongPress(0.25, 0.5), Finish("It is done."))
        return said(name, gestures[min(len(before), 3)])

    server = serve(model)

    def play(out: Path, *further: str, agent: str = name) -> int:
        words = ["evaluate", "--agent", agent, "--model", "rules", "--suite", "androidworld", "--picture-size", "360x800",
                 "--tasks", "ContactsAddContact", "--environments", "androidworld/all", "--price-in", "2", "--price-out", "8",
                 "--out", str(out), *further]  # fmt: skip
        return cli.main(words)

    assert play(there, "--base-url", server.url) == 0
    shown = capsys.readouterr()
    assert "Failures: task failed 1." in shown.out
    assert "Cost: " in shown.out
    assert "Requests sent again: 1 (status 429 × 1)." in shown.out
    assert "Note:" not in shown.err
    (episode,) = records.read(there / "episodes.jsonl")
    assert (episode.steps, episode.finished, episode.wrong_formats, episode.outcome) == (
        4,
        "It is done.",
        0,
        "failed",
    )
    assert episode.hallucinated
    assert episode.usage is not None
    assert episode.usage["cost"] > 0
    assert len(server.requests) == 6, "a test, four steps, one of them twice"
    assert play(there, "--base-url", server.url) == 0
    assert len(server.requests) == 6, "nothing is left to play"
    assert play(there, "--base-url", server.url, "--seeds", "2") == 0
    assert len(server.requests) == 11, "a test and four steps"

    turns = transcripts.read(there / str(episode.transcript))
    for turn in turns[:3]:
        picture = (there / str(episode.transcript) / turn["picture"]).read_bytes()
        assert size_of_png(picture) == sent == tuple(turn["picture_size"])
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape[:2] == sent[::-1]
    (tap,), (swipe,), (hold,) = (turn["marks"] for turn in turns[:3])
    assert tap == ["tap", pytest.approx(sent[0] / 2, abs=1), pytest.approx(sent[1] / 4, abs=2)]
    assert swipe[0] == "swipe"
    assert swipe[2:] == [pytest.approx(3 * sent[1] / 4, abs=2), swipe[1], pytest.approx(sent[1] / 4, abs=2)]
    assert hold[0] == "hold"
    assert turns[3]["marks"] == []

    again = results / "again"
    assert play(again, "--seeds", "2", "--replay", "--cache", str(there / "responses")) == 0
    assert (again / "report.html").read_bytes() == (there / "report.html").read_bytes()
    capsys.readouterr()
    assert cli.main(["compare", str(there), str(again)]) == 0
    assert "first: task failed 2." in capsys.readouterr().out

    assert play(results / "wrong", "--base-url", server.url, agent="qwen3-vl") == 2
    assert "Agents that read it: ui-tars-1.5" in capsys.readouterr().err
    assert not (results / "wrong").exists()
    assert play(results / "wrong", "--base-url", server.url, "--no-test-call", agent="qwen3-vl") == 0
    shown = capsys.readouterr()
    (episode,) = records.read(results / "wrong" / "episodes.jsonl")
    assert episode.outcome == "wrong_format"
    assert f"Failures: {OUTCOMES['wrong_format']} 1." in shown.out
    last = shown.err.strip().splitlines()[-1]
    assert last.startswith(f"0 of {episode.steps} actions were valid. The first was ")
    assert last.endswith("Agents that read this answer: ui-tars-1.5, ui-tars-doubao (--agent).")
    assert shlex.quote(last)


def test_a_remark_is_shown_before_the_run(
    results: Path, serve: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(lambda request: "A button." if is_test(request) else said("qwen3-vl", Finish("")))
    words = ["evaluate", "--agent", "qwen3-vl", "--model", "rules", "--base-url", server.url, "--tasks", "Language",
             "--environments", "100", "--picture-size", "360x800", "--films", "none", "--out", str(results)]  # fmt: skip
    assert cli.main(words) == 0
    remark = "Note: The answer to the test request is not in the grammar of qwen3-vl"
    assert any(
        line.startswith(remark) for line in capsys.readouterr().err.splitlines()
    )  # perhaps after "Loading ..."


def test_marks_are_px_of_the_picture() -> None:
    size = (1092, 2408)
    assert marks(Tap(0.5, 0.5), size) == [["tap", 545.5, 1203.5]]
    assert marks(LongPress(0.0, 1.0), size) == [["hold", 0.0, 2407.0]]
    assert marks(Gestures((Tap(0.0, 0.0), PressKey("DEL"))), size) == [["tap", 0.0, 0.0]]
    assert marks(Several((Swipe(0.0, 0.0, 1.0, 1.0), Wait())), size) == [["swipe", 0.0, 0.0, 1091.0, 2407.0]]
    assert marks(PressKey("BACK"), size) == marks(None, size) == []
    with pytest.raises(ValueError, match="not a PNG"):
        size_of_png(b"GIF89a" + bytes(30))


@pytest.mark.parametrize("name", ["qwen3-vl", "ui-tars-1.5"])
def test_examples_stand_before_the_dialogue(results: Path, serve: Any, name: str) -> None:
    server = serve(lambda request: said(name, Finish("")))
    options = {"model": "rules", "base_url": server.url, "picture_size": "180x400", "few_shot": 1}
    settings = settings_for(name, "open_the_clock_app", "100", agent_options=options, films="none")
    (episode,) = evaluate(settings, results, test_call=False)
    assert episode.error is None
    roles = [message["role"] for message in server.requests[-1]["messages"]]
    first = roles.index("user")
    assert set(roles[:first]) <= {"system"}
    assert roles[first : first + 2] == ["user", "assistant"]
    asked, answered, *_ = server.requests[-1]["messages"][first:]
    assert asked["content"][0]["text"] == "An example. The task: open the clock app"
    assert asked["content"][1]["type"] == "image_url"
    assert FORMATS[name].read(answered["content"], Frame((180, 400), FORMATS[name].sent((180, 400)))).actions
    asked_again = [
        message for message in server.requests[-1]["messages"][first + 2 :] if message["role"] == "user"
    ]
    assert "An example" not in json.dumps(asked_again)
    told = json.loads((results / "run.json").read_text(encoding="utf-8"))["identity"]["options"]
    assert told["few_shot"] == 1
    plain = settings_for(name, "open_the_clock_app", "100", agent_options=options | {"few_shot": 0})
    assert "few_shot" not in agents.identity(name, plain.agent_options), (
        "runs of earlier versions can be resumed"
    )
