"""Computer-use agents with the vendors' own clients, against scripted servers that speak the vendors' protocols."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import bmoca_gym  # noqa: F401
from bmoca_gym import agents, extras
from bmoca_gym.agents.language.formats import plugin
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.formats.writing import write
from bmoca_gym.agents.language.vendors.agent import RECIPES, VENDORS, VendorAgent, zoomed
from bmoca_gym.agents.language.vendors.vendor import OWN
from bmoca_gym.errors import MissingLibraryError, ModelError
from bmoca_gym.handset.gestures import Tap

sys.path.insert(0, str(Path(__file__).parent))
from chat_server import ChatServer, Fault
from scripts import SCRIPTS, Result, Script

pytestmark = pytest.mark.needs("anthropic", "google.genai", "openai")

KEY = "secret-key-of-the-test"

every = pytest.mark.parametrize("script", SCRIPTS.values(), ids=lambda one: one.name)
asking = pytest.mark.parametrize(
    "script", [one for one in SCRIPTS.values() if one.name != "claude-computer-use"], ids=lambda one: one.name
)

Start = Callable[..., tuple[VendorAgent, ChatServer]]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[Start, None, None]:
    """Makes an agent and the server that gives it the answers of a list."""
    monkeypatch.setattr("bmoca_gym.agents.language.models.FIRST_WAIT", 0.01)
    opened: list[ChatServer] = []
    closed: list[VendorAgent] = []

    def made(script: Script, answers: list[Any], **options: Any) -> tuple[VendorAgent, ChatServer]:
        left = iter(answers)

        def model(request: dict[str, Any]) -> Fault:
            answer = next(left)
            return answer if isinstance(answer, Fault) else Fault(body=json.dumps(answer))

        server = ChatServer(model).__enter__()
        opened.append(server)
        monkeypatch.setenv(VENDORS[script.name].key, KEY)
        address = server.url if script.name == "openai-computer-use" else server.url.removesuffix("/v1")
        given = {
            "model": "m",
            "base_url": address,
            "picture_size": "216x480",
            "cache": str(tmp_path / "responses"),
        }
        agent = agents.create(script.name, given | options)
        assert isinstance(agent, VendorAgent)
        closed.append(agent)
        return agent, server

    yield made
    for agent in closed:
        agent.close()
    for server in opened:
        server.__exit__()


@pytest.fixture(scope="module")
def envs() -> Generator[Callable[[str], Any], None, None]:
    """Environments by the name of the action mode."""
    found: dict[str, Any] = {}

    def get(name: str) -> Any:
        if name not in found:
            made = gym.make("BMoCA-Alarm-v0", action=name, observation="pixels", resolution=(216, 480))
            found[name] = made.unwrapped
        return found[name]

    yield get
    for env in found.values():
        env.close()


def played(agent: VendorAgent, env: Any, steps: int = 6, reply: str = "") -> list[dict[str, Any]]:
    """Play an episode, and return the infos of its steps."""
    observation, info = env.reset(seed=1)
    agent.reset(env, info, 7)
    infos = []
    for _ in range(steps):
        action = agent.act(observation, info)
        observation, _, ended, _, info = env.step(action)
        if info["asked"]:
            info["reply"] = reply or None
        infos.append({**info, "action": action})
        if ended:
            break
    return infos


def test_the_table_of_the_plugin_is_complete() -> None:
    assert set(plugin.VENDORS) == set(VENDORS) == set(RECIPES)


@every
def test_turns_go_back_as_they_came_and_each_call_has_its_result(
    script: Script, envs: Any, start: Start
) -> None:
    answers = [
        script.answer([("open_app", {"app_name": "Clock"}), script.tap]),
        script.answer([script.tap], "I tap."),
        script.answer(text="The alarm is set."),
    ]
    agent, server = start(script, answers)
    infos = played(agent, envs(script.name))
    assert [info["wrong_format"] for info in infos] == [None, None, None]
    assert infos[-1]["finished"] == "The alarm is set."
    for number, request in enumerate(server.requests):
        script.validate(request)
        assert script.turns(request) == [script.own(one) for one in answers[:number]]
    assert all(KEY in headers[script.key] for headers in server.headers)
    results = script.results(server.requests[1])
    assert [one.text for one in results] == ["Done.", "Done."]
    assert results[-1].picture
    assert not any(one.failed for one in results)
    assert script.pictures(server.requests[1]) == 2
    assert agent.notes.used() == pytest.approx(
        {"calls": 3, "prompt_tokens": 3600, "answer_tokens": 90, "cost": 0, "seconds": 0}, abs=30
    )
    for turn in agent.notes.turns[:2]:
        assert turn["action"]
        assert "secret" not in turn["answer"]


@every
def test_if_one_call_is_malformed_none_is_done_and_the_model_is_told(
    script: Script, envs: Any, start: Start
) -> None:
    answers = [
        script.answer([script.tap, script.far]),
        script.answer([("fly", {})]) if script.name == "gemini-computer-use" else script.answer([script.far]),
        script.cut(),
        script.answer(text="Done."),
    ]
    agent, server = start(script, answers)
    infos = played(agent, envs(script.name))
    assert [bool(info["wrong_format"]) for info in infos] == [True, True, True, False]
    assert [info["gesture"] for info in infos[:3]] == [None] * 3
    for request in server.requests:
        script.validate(request)
    results = script.results(server.requests[1])
    assert all(one.failed and "outside the screen" in one.text for one in results)
    assert len(results) == 2
    assert str(infos[2]["wrong_format"]).startswith("The answer ended with ")
    assert infos[2]["wrong_format"] in json.dumps(server.requests[3])


@every
def test_a_refusal_ends_the_episode_as_refused(script: Script, envs: Any, start: Start) -> None:
    agent, _ = start(script, [script.answer([script.tap]), script.refusal()])
    infos = played(agent, envs(script.name))
    assert len(infos) == 2
    assert '"refuse"' in infos[1]["action"]
    assert infos[1]["finished"]
    assert infos[1]["status"] == "refused"
    assert agent.notes.turns[-1]["stopped_because"] in ("refusal", "content_filter", "safety")


@every
def test_a_model_can_give_up_and_ask(script: Script, envs: Any, start: Start) -> None:
    answers = [
        script.answer([("ask_user", {"text": "Which one?"})]),
        script.answer([("give_up", {"text": "No."})]),
    ]
    agent, server = start(script, answers)
    infos = played(agent, envs(script.name), reply="The red one.")
    assert infos[0]["asked"] == "Which one?"
    assert (infos[1]["finished"], infos[1]["status"]) == ("No.", "infeasible")
    assert script.results(server.requests[1])[0].text == "The user says: The red one."


@asking
@pytest.mark.parametrize(
    ("consent", "reply", "goes_on"),
    [("never", "", False), ("always", "", True), ("ask-task", "Yes, do it.", True), ("ask-task", "No", False),
     ("ask-task", "", False)],
)  # fmt: skip
def test_consent(script: Script, consent: str, reply: str, goes_on: bool, envs: Any, start: Start) -> None:
    answers = [script.answer([script.tap], check="This sends money."), script.answer(text="Sent.")]
    agent, server = start(script, answers, consent=consent)
    infos = played(agent, envs(script.name), reply=reply)
    asked = consent == "ask-task"
    assert len(infos) == 1 + asked + goes_on
    if asked:
        assert "This sends money." in infos[0]["asked"]
    if goes_on:
        assert script.results(server.requests[1]) == [Result("Done.", False, True, True)]
        script.validate(server.requests[1])
        assert infos[-1]["finished"] == "Sent."
    else:
        assert len(server.requests) == 1
        assert '"refuse"' in infos[-1]["action"]
        assert agent.notes.turns[-1]["stopped_because"] == "refusal"


@every
def test_old_pictures_are_left_out(script: Script, envs: Any, start: Start) -> None:
    answers = [script.answer([script.tap])] * 14
    agent, server = start(script, answers)
    info: Any = {"instruction": "Tap.", "wrong_format": None, "reply": None}
    env = envs(script.name)
    env.reset(seed=1)
    agent.reset(env, info, 7)
    for _ in answers:
        agent.act(np.zeros((48, 22, 3), np.uint8), info)
    expected = {
        "gemini-computer-use": [1, 2, *[3] * 12],
        "claude-computer-use": [*range(1, 13), 3, 4],
        "openai-computer-use": [*range(1, 15)],
    }
    assert [script.pictures(request) for request in server.requests] == expected[script.name]
    script.validate(server.requests[-1])


@every
def test_a_rate_limit_is_waited_for_and_a_replay_asks_nothing(
    script: Script, envs: Any, start: Start, tmp_path: Path
) -> None:
    limit = Fault(
        429, json.dumps({"error": {"code": 429, "message": "slow down", "status": "RESOURCE_EXHAUSTED"}})
    )
    answers = [
        limit._replace(headers=(("Retry-After", "0"),)), script.answer([script.tap]),
        Fault(503, "{}"), script.answer(text="Done."),
    ]  # fmt: skip
    agent, server = start(script, answers)
    first = played(agent, envs(script.name))
    assert dict(agent.notes.retries) == {"status 429": 1, "status 503": 1}
    agent, server = start(script, [], replay=True)
    assert [info["action"] for info in played(agent, envs(script.name))] == [info["action"] for info in first]
    assert not server.requests
    assert not any(KEY in path.read_text() for path in (tmp_path / "responses").rglob("*.json"))


@every
@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Fault(401, '{"error": {"message": "bad key", "code": 401}}'), "is not accepted"),
        (Fault(400, '{"error": {"message": "bad picture", "code": 400}}'), "status 400.*bad picture"),
        (Fault(200, "<html>"), "gave no answer in 1 attempt"),
        (Fault(200, '{"content": 5, "output": 5, "candidates": [5]}'), "gave no answer|no candidate"),
        (Fault(200, "{}", seconds=0.6), "timed out"),
        (Fault(404, '{"error": {"message": "no such model", "code": 404}}'), "status 404"),
    ],
    ids=["401", "400", "html", "wrong", "late", "404"],
)
def test_errors_of_the_endpoint_are_explained(script: Script, fault: Fault, says: str, start: Start) -> None:
    agent, _ = start(script, [fault], retries=0, timeout=0.4)
    with pytest.raises(ModelError, match=says) as caught:
        agent.test_call()
    assert KEY not in str(caught.value)


@every
def test_every_generation_declares_its_tools(script: Script, start: Start) -> None:
    for generation in VENDORS[script.name].generations:
        agent, server = start(script, [script.answer(text="OK")], generation=generation)
        agent.test_call()
        script.validate(server.requests[0])
        tools = json.dumps(server.requests[0]["tools"])
        assert all(
            name in tools for name in OWN if not (generation == "mobile" and name in ("go_back", "open_app"))
        )
        if generation.startswith("20"):
            assert generation[:4] in server.headers[0]["anthropic-beta"]
            assert '"display_width_px": 216' in tools


@every
def test_further_fields_and_a_template_of_ones_own(script: Script, start: Start, tmp_path: Path) -> None:
    (tmp_path / "prompt").mkdir()
    (tmp_path / "prompt" / "system.txt").write_text("Be quick.")
    field = "temperature" if script.name != "gemini-computer-use" else "presence_penalty"
    agent, server = start(
        script, [script.answer(text="OK")], prompt=str(tmp_path / "prompt"), request=json.dumps({field: 0.25})
    )
    agent.test_call()
    sent = json.dumps(server.requests[0])
    assert "Be quick." in sent
    assert ": 0.25" in sent


@every
def test_without_the_client_one_line_says_what_to_install(
    script: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extras, "installed", lambda module: False)
    with pytest.raises(MissingLibraryError, match=rf"\[{VENDORS[script.name].extra}\]") as caught:
        agents.create(script.name, {"model": "m"})
    assert "\n" not in str(caught.value)
    agents.create(script.name, {"model": "m", "replay": True})


@pytest.mark.parametrize("screen", [(1080, 2400), (1600, 2560), (2560, 1600), (1536, 2048), (600, 1024)])
def test_claude_gets_no_picture_that_its_server_would_shrink(screen: tuple[int, int]) -> None:
    wide, high = FORMATS["claude-computer-use"].sent(screen)
    assert max(wide, high) <= 1568
    assert wide * high <= 1_150_000
    assert wide / high == pytest.approx(screen[0] / screen[1], rel=0.003)


def test_zoom_cuts_a_part_of_the_screen() -> None:
    picture = np.arange(240 * 108 * 3, dtype=np.uint32).reshape(240, 108, 3)
    found = zoomed(picture, [10, 20, 30, 60], (54, 120))  # type: ignore[arg-type]
    assert found.tolist() == picture[40:120, 20:60].tolist()
    for region in (None, [1], [1e99] * 4, [-9, -9, 999, 999], [5, 5, 5, 5], "abcd"):
        assert zoomed(picture, region, (54, 120)).size  # type: ignore[arg-type]


def test_a_zoom_shows_its_part_and_the_last_result_the_screen(envs: Any, start: Start) -> None:
    script = SCRIPTS["claude-computer-use"]
    calls = [("zoom", {"region": [0, 0, 50, 50]}), ("wait", {"duration": 1}), ("screenshot", {})]
    agent, server = start(script, [script.answer(calls), script.answer(text="Done.")])
    played(agent, envs(script.name))
    results = script.results(server.requests[1])
    assert [one.picture for one in results] == [True, False, True]


def test_gemini_is_told_the_names_of_apps(envs: Any, start: Start) -> None:
    script = SCRIPTS["gemini-computer-use"]
    agent, server = start(script, [script.answer([("list_apps", {})]), script.answer(text="Done.")])
    played(agent, envs(script.name))
    assert script.results(server.requests[1])[0].text


@every
def test_the_test_call_asks_for_a_tap_on_the_button(script: Script, start: Start) -> None:
    def tap(x: float, y: float) -> Any:
        shown = Frame((216, 480), FORMATS[script.name].sent((216, 480)))
        return VENDORS[script.name].body(json.loads(write(script.name, Tap(x, y), shown)))

    answers = [tap(0.72, 0.3), tap(0.1, 0.9), script.answer(text="I see no button.")]
    agent, server = start(script, answers)
    assert agent.test_call() == ""
    assert "Tap the blue button." in json.dumps(server.requests[0])
    assert script.pictures(server.requests[0]) == 1
    assert "missed the button" in agent.test_call()
    assert agent.test_call() == "", "words are an answer in these grammars"
