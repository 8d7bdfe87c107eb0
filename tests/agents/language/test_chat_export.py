"""Fine-tuning data: prompts equal those of an evaluation, to the byte; files, pictures, refusals."""

from __future__ import annotations

import base64
import itertools
import json
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bmoca_gym import cli, randomization, tasks
from bmoca_gym.agents.language import chat_export, models, solutions
from bmoca_gym.agents.language.models import Answer
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.demonstrations import dataset
from bmoca_gym.demonstrations.recorder import Job, Plan
from bmoca_gym.envs import PhoneEnv, observations
from bmoca_gym.envs.text_actions import TextActions
from bmoca_gym.errors import ArgumentError, ExpertError, SettingsError
from bmoca_gym.evaluation import Key, episode_seed, evaluate, settings_for
from bmoca_gym.handset.gestures import Gesture, PressKey, Tap, TypeText
from bmoca_gym.handset.value import replace
from bmoca_gym.success_detectors.from_data import rule_from_data


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"bounding_boxes": True, "leaves_only": True, "history": 1, "few_shot": 1, "few_shot_redraw": True},
        {"multimodal": True, "set_of_mark": True, "few_shot": 2, "few_shot_tokens": 6000, "actions": "all"},
        {"elements": "compact", "few_shot": 1},
    ],
)
def test_an_evaluation_asks_the_same(
    given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model that gives the exported answers gets the exported prompts, and solves the task."""
    key = Key("021", "create_alarm_at_10_30_am", 0)
    source = Source(tasks.get(key.task), randomization.get(key.environment))
    options = chat_export.chosen_options(given)
    lines = chat_export.messages(source, options, episode_seed(key))
    asked: list[Any] = []

    def ask(self: Any, request: dict[str, Any], *place: int) -> Answer:
        asked.append(request["messages"])
        return Answer(lines[len(asked) - 1][-1]["content"], (), None, None, "stop", 0.0)

    monkeypatch.setattr(models.ChatModel, "ask", ask)
    monkeypatch.setattr(models.ChatModel, "test", lambda self, request: None)
    settings = settings_for("llm", key.task, key.environment, agent_options=options, films="none")
    (episode,) = evaluate(settings, tmp_path / "results")
    assert episode.error is None
    assert episode.success
    assert asked == [line[:-1] for line in lines]
    assert len(asked) >= 5
    assert ("few_shot" in given) == ("Demonstration Example:" in json.dumps(asked[0]))


@pytest.mark.parametrize(
    ("task", "environment", "agent", "given"),
    [
        *(
            (task, environment, "llm", given)
            for task, environment in [
                ("call_911", "100"),
                ("androidworld/contacts_add_contact", "androidworld/pixel_6"),
                ("androidlab/setting_2", "androidlab/pixel_7_pro"),
            ]
            for given in ({"leaves_only": True}, {"elements": "compact"})
        ),
        ("call_911", "100", "llm", {}),
        ("androidlab/setting_2", "androidlab/pixel_7_pro", "al-xml", {}),
    ],
)
def test_an_answer_names_what_the_prompt_shows(
    task: str, environment: str, agent: str, given: dict[str, Any]
) -> None:
    """Also where the expert aims at a row whose words are in elements inside it."""
    source = Source(tasks.get(task), randomization.get(environment))
    options = chat_export.chosen_options(given | ({"actions": "all"} if agent == "llm" else {}), agent)
    named = 0
    for messages in chat_export.messages(source, options, 0, agent):
        shown, answer = messages[-2]["content"], messages[-1]["content"]
        if given.get("elements"):
            assert not answer.startswith("Action:")
        if tag := re.search(r"(?:tap|long_press)\((\d+)\)", answer):
            start = "^{} \\S" if given.get("elements") else "'numeric_tag': {},"
            assert re.search(start.format(tag[1]), shown, re.MULTILINE)
            named += 1
        elif bounds := re.search(r"element=\[(\d+), (\d+), (\d+), (\d+)\]", answer):
            assert "[{},{}][{},{}]".format(*bounds.groups()) in shown
            named += 1
    assert named >= 2


def test_an_answer_that_names_something_else_is_left_out(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the expert names an element of which its text does not tell."""
    monkeypatch.setattr(observations, "leaf_tags", lambda tree: range(len(tree.numbered()))[-1:])
    monkeypatch.setattr(TextActions, "encode", lambda self, gesture, tree: "tap(0)")
    about = chat_export.export(folder, tmp_path / "a.jsonl", {"leaves_only": True}, held_out=True)
    assert about["lines"] == 0
    assert "names an element that the text of the screen lacks" in about["left_out"][0]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("minari")
    path = tmp_path_factory.mktemp("export") / "demos"
    # The command would refuse a configuration for tests.
    jobs = [Job(tasks.get("open_the_clock_app"), one) for one in randomization.select(["000", "100"])]
    dataset.collect(jobs, Plan(), path, quiet=True)
    return path


def read(path: Path) -> list[list[dict[str, Any]]]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert all(set(line) == {"messages"} for line in lines)
    return [line["messages"] for line in lines]


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "data" / "train.jsonl"
    command = ["demos", "export", str(folder), "--format", "chat", "-o", str(file), "--quiet", "--held-out"]
    assert cli.main(command) == 0
    said = capsys.readouterr()
    lines = read(file)
    assert f"{len(lines)} lines from 2 episodes, 1 task, 2 environments" in said.out
    assert "For validation or tests: 1 episode." in said.err
    for messages in lines:
        assert [message["role"] for message in messages] == ["system", "user", "assistant"]
        assert messages[-1]["content"].startswith("Action: ")
        assert "Thought:" not in messages[1]["content"]
    about = json.loads((tmp_path / "data" / "train.jsonl.about.json").read_text(encoding="utf-8"))
    assert (about["episodes"], about["left_out"]) == (2, [])
    assert about["held_out"] == ["open_the_clock_app in 100: the configuration is for tests"]
    assert about["agent"]["chain_of_thought"] is False


def test_demonstrations_of_what_is_held_out_are_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["demos", "export", str(folder), "-o", str(tmp_path / "a.jsonl"), "--quiet"]) == 2
    said = capsys.readouterr().err
    assert "1 of 2 episodes are not for training: open_the_clock_app in 100: the configuration is for" in said
    assert "--held-out" in said
    (contact,) = tasks.templates("androidworld/contacts_add_contact")
    jobs = [Source(contact.task(number), randomization.get("000")) for number in (0, 7, 900, 1000)]
    with pytest.raises(ArgumentError) as refused:
        chat_export.export(jobs, tmp_path / "a.jsonl", {})
    assert "3 of 4 episodes are not for training" in str(refused.value)
    for number, part in ((0, "tests"), (7, "tests"), (900, "validation")):
        assert f"contacts_add_contact ({number}) in 000: the instance is for {part}" in str(refused.value)
    with pytest.raises(ArgumentError, match=r"000: the instance is for tests; and 3 more\. Leave them out"):
        chat_export.export([*jobs[:1] * 8], tmp_path / "a.jsonl", {})
    assert not list(tmp_path.iterdir())
    about = chat_export.export(jobs[3:], tmp_path / "a.jsonl", {})
    assert (about["episodes"], about["held_out"]) == (1, [])


def test_the_instance_that_was_demonstrated_is_exported(tmp_path: Path) -> None:
    """Also from a dataset of before, which has no numbers."""
    pytest.importorskip("minari")
    (contact,) = tasks.templates("androidworld/contacts_add_contact")
    jobs = [
        Job(contact.task(1003), randomization.get("000")),
        Job(contact.task(1000), randomization.get("001")),
    ]
    recorded = dataset.collect(jobs, Plan(), tmp_path / "demos", quiet=True)
    assert [each.task_seed for each in recorded.recordings()] == [1003, 1000]
    chat_export.export(tmp_path / "demos", tmp_path / "a.jsonl", {})
    text = (tmp_path / "a.jsonl").read_text(encoding="utf-8")
    for job in jobs:
        assert job.task.instruction in text
    assert contact.first.instruction not in text
    older = [{name: entry[name] for name in ("task", "suite", "instruction")} for entry in recorded.entries]
    assert [dataset.task_of(entry).task_seed for entry in older] == [0, 1000]


def test_pictures_in_the_lines_and_beside_them(folder: Path, tmp_path: Path) -> None:
    inline, files = tmp_path / "inline.jsonl", tmp_path / "files.jsonl"
    given = {"multimodal": True}
    chat_export.export(folder, inline, given, held_out=True)
    chat_export.export(folder, files, given, images="files", held_out=True)
    for one, other in zip(read(inline), read(files), strict=True):
        url, path = (messages[1]["content"][1]["image_url"]["url"] for messages in (one, other))
        content = (tmp_path / path).read_bytes()
        assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == content
        assert cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR).shape == (512, 256, 3)
        assert one[1]["content"][0] == other[1]["content"][0]


def test_what_can_not_be_exported(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SettingsError, match="agent is 'm3a'; fine-tuning data exist for llm, al-xml, al-som"):
        chat_export.chosen_options({}, "m3a")
    assert cli.main(["demos", "export", "-o", str(tmp_path / "a.jsonl")]) == 2
    assert "either the folder of a dataset, or --tasks" in capsys.readouterr().err
    for name in ("chain_of_thought", "tools", "model"):
        with pytest.raises(SettingsError, match=f"{name} can't be given"):
            chat_export.chosen_options({name: True})
    with pytest.raises(SettingsError, match="images is 'none'"):
        chat_export.export(folder, tmp_path / "a.jsonl", {}, images="none")
    assert cli.main(["demos", "export", str(tmp_path / "nothing"), "-o", str(tmp_path / "a.jsonl")]) == 2
    assert "nothing" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("agent", ["al-xml", "al-som"])
def test_steps_of_androidlab_in_both_modes(
    agent: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exported prompts are those of an evaluation, and their answers solve the task."""
    pytest.importorskip("openai")
    file = tmp_path / "train.jsonl"
    chosen = [
        "--tasks",
        "androidlab/contacts_1,androidlab/contacts_12",
        "--environments",
        "androidlab/pixel_7_pro",
    ]
    size = ["--picture-size", "180x390"] if agent == "al-som" else []
    command = ["demos", "export", *chosen, "--agent", agent, "-o", str(file), "--quiet", *size]
    assert cli.main(command) == 0
    lines = read(file)
    assert (
        f"{len(lines)} lines from 2 episodes, 2 tasks, 1 environment; licence Apache-2.0."
        in capsys.readouterr().out
    )
    about = json.loads((tmp_path / "train.jsonl.about.json").read_text(encoding="utf-8"))
    assert (about["licence"], about["agent"]["name"], about["lines"]) == ("Apache-2.0", agent, len(lines))
    answers = [messages[-1]["content"] for messages in lines]
    ends = [number for number, answer in enumerate(answers) if "finish(" in answer]
    assert len(ends) == 2
    assert "(223) 311-44" in answers[ends[1]]
    call = "do(action=" if agent == "al-xml" else "Action: "
    assert all(call in answer for number, answer in enumerate(answers) if number not in ends)
    assert any("12345678" in answer for answer in answers)
    roles = [[message["role"] for message in messages] for messages in lines[: ends[0] + 1]]
    assert roles == [["system", *["user", "assistant"] * (step + 1)] for step in range(ends[0] + 1)]
    told = iter(answers)
    asked: list[Any] = []

    def ask(self: Any, request: dict[str, Any], *place: int) -> Answer:
        asked.append(request["messages"])
        return Answer(next(told), (), None, None, "stop", 0.0)

    monkeypatch.setattr(models.ChatModel, "ask", ask)
    monkeypatch.setattr(models.ChatModel, "test", lambda self, request: None)
    options = {"model": "mine", **({"picture_size": "180x390"} if agent == "al-som" else {})}
    settings = settings_for(agent, chosen[1].split(","), chosen[3], agent_options=options, films="none")
    episodes = evaluate(settings, tmp_path / "results")
    assert [(one.error, one.success, one.wrong_formats) for one in episodes] == [(None, True, 0)] * 2
    assert asked == [messages[:-1] for messages in lines]


def test_a_text_that_is_changed_key_by_key_is_written_at_once() -> None:
    """Calls that write replace a field's text, of which an expert may keep a part."""

    class Typist:
        def __init__(self, *gestures: Gesture) -> None:
            self.rest = list(gestures)

        def next_gesture(self, tree: Any, locale: str) -> Gesture:
            return self.rest.pop(0)

    env = PhoneEnv("androidlab/contacts_1", "androidlab/pixel_7_pro", action="calls", observation="text")
    try:
        env.reset(seed=0)
        env.step('do(action="Tap", element=[1188, 2420, 1384, 2616])')
        env.device.perform(TypeText("Joan"))
        before = env.device.ui_tree()
        keys = [PressKey("DEL"), PressKey("DEL")]
        typist = Typist(*keys[1:], TypeText("hn"))
        assert solutions._written(env, typist, keys[0]) == [TypeText("John")]
        assert env.device.ui_tree() == before, "it was only tried"
        typist = Typist(*keys, *keys[1:], TypeText("Li"))
        assert solutions._written(env, typist, keys[0]) == [TypeText("Li")]
        typist = Typist(Tap(0.5, 0.5))
        assert solutions._written(env, typist, keys[0]) == [TypeText("Joa"), Tap(0.5, 0.5)]
    finally:
        env.close()


@pytest.mark.parametrize("agent", ["al-xml", "al-som"])
def test_a_lesson_ends_with_finish_and_repeats_no_action_without_end(agent: str) -> None:
    """Enter after the name has made the playlist of pimusic_9; pimusic_8 and clock_1 are edited in other ways."""
    for task in ("pimusic_9", "pimusic_8", "clock_1"):
        source = Source(tasks.get(f"androidlab/{task}"), randomization.get("androidlab/pixel_7_pro"))
        said = [
            line[-1]["content"]
            for line in chat_export.messages(source, chat_export.chosen_options({}, agent), 0, agent)
        ]
        assert "finish" in said[-1]
        assert max(len(list(same)) for _, same in itertools.groupby(said)) <= 2


def test_an_episode_that_is_stopped_is_no_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    """The task may be done, but the end of the episode is a loop."""

    class Taps:
        def next_gesture(self, tree: Any, locale: str) -> Gesture:
            return PressKey("BACK")

    done = rule_from_data(
        {"setting": {"command": "getprop ro.build.version.release", "regex": "(.+)", "equals": "13"}}
    )
    task = replace(tasks.get("androidlab/setting_21"), corrected=done)
    monkeypatch.setattr(solutions, "expert_for", lambda task: Taps())
    source = Source(task, randomization.get("androidlab/pixel_7_pro"))
    with pytest.raises(ExpertError, match="does not finish: the episode was stopped"):
        chat_export.messages(source, chat_export.chosen_options({}, "al-xml"), 0, "al-xml")
