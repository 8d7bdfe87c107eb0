"""Prompts: their parts in the paper's order, custom templates, the history, and errors of earlier steps."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym import agents
from bmoca_gym.agents.language.agent import LanguageAgent
from bmoca_gym.agents.language.prompts import PLACEHOLDERS, Prompts, Templates, described
from bmoca_gym.agents.language.tokens import estimate
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.errors import PromptError, SettingsError

SCREEN = "[{'numeric_tag': 0, 'text': '$5 {x}'}, {'numeric_tag': 7, 'text': \"it's\"}]"


def text_of(prompt: Any) -> str:
    content = prompt.messages()[-1]["content"]
    return str(content if isinstance(content, str) else content[0]["text"])


def test_the_parts_come_in_the_papers_order(make_options: Any) -> None:
    prompt = Prompts(make_options()).build("set $5.", SCREEN, previous=["tap(1)"], wrong_format="why")
    assert list(prompt.parts) == [
        "role", "input", "answer", "actions", "goal", "previous_actions", "wrong_format", "observation", "closing",
    ]  # fmt: skip
    system, user = prompt.messages()
    assert (system["role"], user["role"]) == ("system", "user")
    for words in (
        "Goal: set $5.",
        "- tap(1)",
        f"Current observation:\n{SCREEN}",
        "Observation:",
        "Thought:",
        "Action:",
    ):
        assert words in user["content"]
    assert user["content"].endswith("Answer:")


@pytest.mark.parametrize(
    ("given", "there", "absent"),
    [
        ({}, "Thought:", 'type("'),
        ({"chain_of_thought": False}, "one line", "Thought:"),
        ({"actions": "all"}, 'finish("', "no such words"),
        ({"tools": True}, "calling exactly one", "tap("),
        ({"multimodal": True}, "picture of the same screen", "box"),
        ({"multimodal": True, "set_of_mark": True}, "the number in the box", "no such words"),
    ],
)
def test_options_change_what_is_asked(
    make_options: Any, given: dict[str, Any], there: str, absent: str
) -> None:
    prompts = Prompts(make_options(**given))
    text = text_of(prompts.build("goal", SCREEN))
    assert there in text
    assert absent not in text
    assert bool(prompts.tools) == ("tools" in given)


def test_solutions_stand_before_the_history(make_options: Any) -> None:
    from bmoca_gym.agents.language.prompts import Demonstration

    shown = Demonstration([("screen one", "tap(1)"), ("screen two", 'press("BACK")')])
    text = text_of(Prompts(make_options()).build("goal", SCREEN, demonstrations=[shown]))
    places = [
        text.index(words)
        for words in ("Goal: goal", "screen one", "tap(1)", "screen two", "Previous actions:\n")
    ]
    assert places == sorted(places)


def test_the_picture_is_sent_as_it_is(make_options: Any) -> None:
    picture = np.arange(512 * 256 * 3, dtype=np.uint32).astype(np.uint8).reshape(512, 256, 3)
    prompt = Prompts(make_options(multimodal=True)).build("goal", SCREEN, picture=picture)
    kind, data = prompt.messages()[-1]["content"][1]["image_url"]["url"].split(",")
    assert kind == "data:image/png;base64"
    read = cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR)
    assert (read[:, :, ::-1] == picture).all()


def test_a_folder_replaces_some_templates(tmp_path: Path, make_options: Any) -> None:
    (tmp_path / "goal.txt").write_text("Do this: ${goal} for $$1!", encoding="utf-8")
    (tmp_path / "role.txt").write_text("", encoding="utf-8")
    prompt = Prompts(make_options(prompt=str(tmp_path))).build("swim", SCREEN)
    assert prompt.parts["goal"] == "Do this: swim for $1!"
    assert [message["role"] for message in prompt.messages()] == ["user"]
    assert Templates(str(tmp_path)).digest != Templates().digest
    assert (
        agents.identity("llm", make_options(prompt=str(tmp_path)))["prompt"]
        == Templates(str(tmp_path)).digest
    )


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (None, "no folder"),
        ({}, r"has no template; files are role\.txt"),
        ({"goal.txt": b"$gaol"}, r"goal\.txt has \$gaol; it may have \$goal\. Did you mean"),
        ({"role.txt": b"$goal"}, "it may have no placeholders"),
        ({"role.txt": b"costs 5$"}, r"write \$\$"),
        ({"role.txt": b"\xff\xfe"}, "UTF-8"),
        ({"role.txt": b"x" * 100_001}, "100001 characters"),
    ],
)
def test_bad_templates_are_told_at_once(
    tmp_path: Path, make_options: Any, files: dict[str, bytes] | None, message: str
) -> None:
    folder = tmp_path / "prompt"
    if files is not None:
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
    with pytest.raises(PromptError, match=message):
        make_options(prompt=str(folder))


def test_the_package_has_every_template_and_uses_every_placeholder() -> None:
    folder = Path(Templates.__init__.__code__.co_filename).with_name("templates")
    assert {path.stem for path in folder.glob("*.txt")} == set(PLACEHOLDERS)
    assert {path.stem for path in folder.glob("compact/*.txt")} <= set(PLACEHOLDERS)
    for name, placeholders in PLACEHOLDERS.items():
        text = (folder / f"{name}.txt").read_text(encoding="utf-8")
        assert all(f"${placeholder}" in text for placeholder in placeholders), name


def test_the_compact_prompt_is_short(make_options: Any) -> None:
    """A tenth of the words, the screen included; what has no effect on it is refused."""
    compact = "0 Navigate up\n- Clock\n12 Alarm: selected"
    prompt = Prompts(make_options(elements="compact", chain_of_thought=False)).build("open Alarm", compact)
    assert sum(len(part.split()) for part in prompt.parts.values()) < 120
    assert 'tap(numeric_tag), swipe("up"|"down"|"left"|"right")' in prompt.parts["actions"]
    assert prompt.parts["observation"].endswith(compact)
    assert (described(compact, 12), described(compact, 1)) == ("Alarm: selected", None)
    with pytest.raises(SettingsError, match="leaves_only changes the paper's text"):
        make_options(elements="compact", leaves_only=True)


def test_an_element_is_found_by_its_tag() -> None:
    assert described(SCREEN, 7) == "{'numeric_tag': 7, 'text': \"it's\"}"
    assert described(SCREEN, 3) is None
    assert described(SCREEN[:30], 0) is None


def test_the_history_has_the_last_four_actions_and_says_what_was_wrong(make_options: Any) -> None:
    pytest.importorskip("openai")
    env = PhoneEnv("Alarm", "100", observation="text", action="text")
    agent = LanguageAgent(**make_options())
    observation, info = env.reset(seed=0)
    agent.reset(env, info, 0)
    steps = ["tap(13)", 'press("HOME")', "tap(99)", 'swipe("up")', "Action: none", 'press("BACK")', "wait()"]
    for step in steps:
        prompt = agent.prompt(observation, info)
        agent.note(step, observation)
        observation, *_, info = env.step(step)
        if step in ("tap(99)", "Action: none"):
            parts = agent.prompt(observation, info).parts
            assert info["wrong_format"] in parts["wrong_format"]
            agent.note("tap(99)", observation)
            observation, *_, info = env.step("tap(99)")
    prompt = agent.prompt(observation, info)
    assert "wrong_format" not in prompt.parts
    lines = prompt.parts["previous_actions"].splitlines()[1:]
    assert lines == ['- press("HOME")', '- swipe("up")', '- press("BACK")', "- wait()"]
    env.reset(seed=0)
    agent.reset(env, {**info, "wrong_format": None}, 0)
    first = agent.prompt(observation, {})
    assert first.parts["previous_actions"].endswith("none")


def test_a_tap_is_remembered_with_its_element(make_options: Any) -> None:
    pytest.importorskip("openai")
    agent = LanguageAgent(**make_options(history=2))
    agent.reset(None, {"instruction": "x"}, 0)  # type: ignore[arg-type]
    agent.prompt(SCREEN, {})
    agent.note("Thought: tap it.\nAction: tap(7)", SCREEN)
    assert (
        "tap(7): {'numeric_tag': 7, 'text': \"it's\"}" in agent.prompt(SCREEN, {}).parts["previous_actions"]
    )


def test_tokens_are_about_as_many() -> None:
    assert estimate("") == 0
    assert 20 <= estimate(SCREEN) <= 40
    assert estimate("알람 시계") == 4


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"model": ""}, "No model: give --model"),
        ({"temperature": -1.0}, "temperature is -1.0; it must be a number from 0 on"),
        ({"history": 1.5}, "whole number"),
        ({"tools": "yes"}, "true or false"),
        ({"actions": "papr"}, "Did you mean 'paper'"),
        ({"modle": "x"}, "no option 'modle'.*Did you mean 'model'"),
        ({"max_cost": 1.0}, "price"),
        ({"request": "[]"}, "JSON object"),
        ({"request": "{"}, "JSON object"),
    ],
)
def test_bad_options_are_refused(
    make_options: Any, monkeypatch: Any, given: dict[str, Any], message: str
) -> None:
    monkeypatch.delenv("BMOCA_MODEL", raising=False)
    with pytest.raises(SettingsError, match=message):
        make_options(**given)


def test_the_model_may_stand_in_the_environment(make_options: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("BMOCA_MODEL", "mine")
    assert make_options(model="")["model"] == "mine"
    with pytest.raises(SettingsError, match="agent 'noop' has no option 'model'; it has none"):
        agents.options("noop", {"model": "x"})


def test_an_element_is_found_by_its_tag_whatever_its_text_says() -> None:
    texts = [
        "it's",
        'say "no"',
        "both ' and \"",
        "\\",
        "}, {'numeric_tag': 7, 'text': 'x'}",
        "line\nline",
        "مرحبا",
    ]
    elements = [{"numeric_tag": tag, "resource_id": "", "text": text} for tag, text in enumerate(texts)]
    for element in elements:
        assert described(str(elements), element["numeric_tag"]) == str(element)
    assert described(str(elements), 7) is None
    assert described(str(elements)[:-20], 6) is None
    assert described("", 0) is None
