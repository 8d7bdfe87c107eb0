"""Experts in each grammar: what they solve is solved on the whole path, and training data are read back as their
gestures."""

from __future__ import annotations

import contextlib
import json
import math
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.agents.language import chat_export, oracle, saying, solutions
from bmoca_gym.agents.language.formats.plugin import GENERIC
from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.styles import STYLES
from bmoca_gym.agents.language.formats.table import FORMATS
from bmoca_gym.agents.language.generic import reading
from bmoca_gym.agents.language.generic.recipe import FOLDER, load
from bmoca_gym.agents.language.oracle import EXPERT, Outcome
from bmoca_gym.agents.language.vendors.agent import VENDORS
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import Finish, GestureActions, Gestures, Move, OpenApp, Wait
from bmoca_gym.errors import DatasetError, ExpertError, SettingsError
from bmoca_gym.handset.gestures import LongPress, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.ui.tree import UiNode, UiTree

SMALL = {"picture_size": "90x200"}

#: A task of each suite, with swipes, a long press, the key BACK, a text with line breaks, and an answer in words.
SAMPLE = (
    ("OpenClockApp", "100"),
    ("androidworld/MarkorEditNote", "androidworld/pixel_6"),
    ("androidlab/contacts_12", "androidlab/pixel_7_pro"),
)
#: What a grammar lacks for them.
LACKS = {
    # Each line break is a step, by the keyboard on the screen.
    (
        "step-gui",
        "markor_edit_note",
    ): "The expert can't solve markor_edit_note in environment pixel_6 with actions of this "
    "mode: the step limit of 12 is reached.",
}


def test_a_task_of_each_suite_in_each_grammar() -> None:
    pytest.importorskip("openai")
    sources = [solutions.chosen([task], [environment])[0] for task, environment in SAMPLE]
    found = [*oracle.check([*STYLES], sources, SMALL)]
    assert len(found) == len(sources) * (len(STYLES) + 1)
    for one in found:
        assert one.reason == LACKS.get((one.player, one.task), ""), one
        assert one.solved == (not one.reason)


@pytest.mark.parametrize("name", [*VENDORS, "generic", "tool-call/1000", "tool-call/px"])
def test_computer_use_and_generic_agents_play_a_question(name: str) -> None:
    pytest.importorskip(VENDORS[name].module if name in VENDORS else "openai")
    sources = [solutions.chosen(["androidlab/contacts_12"], ["androidlab/pixel_7_pro"])[0]]
    for one in oracle.check([name], sources, {**SMALL, "recipe": "example"}):
        assert one.solved, one


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("ui-tars-1.5", ["'Joan'", "backspace", "backspace", "'hn'"]),
        ("autoglm-phone", ['"Joan"', '"John"']),
        ("agentcpm-gui", ['"Joan"', '"CLEAR":null', '"John"']),
    ],
)
def test_a_text_is_edited_as_the_grammar_can(
    name: str, written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Typist:
        def __init__(self) -> None:
            self.left: list[Any] = [
                Tap(0.9, 0.81),
                TypeText("Joan"),
                PressKey("DEL"),
                PressKey("DEL"),
                TypeText("hn"),
            ]

        def next_gesture(self, tree: UiTree, locale: str) -> Any:
            return self.left.pop(0) if self.left else None

    monkeypatch.setattr(solutions, "expert_for", lambda task: Typist())
    env = PhoneEnv(action=name, observation="pixels", resolution=(90, 200))
    (source,) = solutions.chosen(["androidlab/contacts_1"], ["androidlab/pixel_7_pro"])
    said: list[str] = []
    with contextlib.suppress(ExpertError):  # the rest of the task is not done
        for screen in solutions.play(env, *source):
            said.append(screen.action)
            field = [node.text for node in env.device.ui_tree() if node.focused and node.editable]
    env.close()
    assert field == ["John"]
    assert len(said) == len(written) + 2  # the tap before, and the end after them
    assert all(part in answer for part, answer in zip(written, said[1:], strict=False))


def test_the_keyboard_on_the_screen_breaks_lines() -> None:
    """Step-GUI has no key Enter. The name's Enter leads to the amount, and the amount's to the note."""
    env = PhoneEnv(action="step-gui", observation="pixels", resolution=(90, 200))
    (source,) = solutions.chosen(["androidworld/ExpenseAddSingle"], ["androidworld/pixel_6"])
    said = [screen.action for screen in solutions.play(env, *source)]
    env.close()
    typed = [place for place, answer in enumerate(said) if "action:TYPE" in answer]
    assert len(typed) == 3
    assert [place - typed[0] for place in typed] == [0, 2, 4]
    assert all("action:CLICK" in said[place + 1] for place in typed[:2])


@pytest.mark.parametrize("name", STYLES)
def test_training_data_are_read_as_the_gestures_of_the_expert(name: str, tmp_path: Path) -> None:
    file, task, environment = tmp_path / "train.jsonl", "androidlab/contacts_1", "androidlab/pixel_7_pro"
    chosen = ["--agent", name, "--tasks", task, "--environments", environment, "--picture-size", "90x200"]
    assert cli.main(["demos", "export", *chosen, "--images", "files", "-o", str(file), "--quiet"]) == 0
    lines = [json.loads(line)["messages"] for line in file.read_text(encoding="utf-8").splitlines()]
    env = PhoneEnv(observation="pixels", resolution=(9, 20))
    env.action_mode = GestureActions()
    (source,) = solutions.chosen([task], [environment])
    steps = 0
    for screen, messages in zip(solutions.play(env, *source), lines, strict=True):
        tree = env.device.ui_tree()
        frame = Frame((tree.width, tree.height), FORMATS[name].sent((90, 200)))
        answer = messages[-1]
        assert answer["role"] == "assistant"
        (move,) = FORMATS[name].moves(answer["content"], frame, tree)[1]
        assert _equal(move, screen.action, frame), (move, screen.action)
        pictures = [part for message in messages for part in chat_export._pictures(message)]
        assert 1 <= len(pictures) <= STYLES[name].pictures
        assert all((tmp_path / part["image_url"]["url"]).is_file() for part in pictures)
        assert pictures[-1]["image_url"]["url"].endswith(f"-{steps:02}.png")
        steps += 1
    env.close()
    assert steps >= 5


@pytest.mark.parametrize("name", ["generic", "tool-call/px"])
def test_training_data_of_generic_agents(name: str, tmp_path: Path) -> None:
    """What is exported is read by the recipe as the expert's actions."""
    file = tmp_path / "train.jsonl"
    source = ["--tasks", "androidlab/contacts_12", "--environments", "androidlab/pixel_7_pro"]
    chosen = ["--recipe", "example"] if name == "generic" else []
    assert cli.main(["demos", "export", "--agent", name, *source, *chosen, "-o", str(file), "--quiet"]) == 0
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    recipe = load(GENERIC[name][0] or "example")
    env = PhoneEnv(action=GENERIC[name][1], observation="pixels", resolution=recipe.picture.sent())
    steps = solutions.play(env, *solutions.chosen([source[1]], [source[3]])[0])
    for screen, line in zip(steps, lines, strict=True):
        *_, answer = line["messages"]
        assert answer["role"] == "assistant"
        assert ("tools" in line) == ("tool_calls" in answer) == (name != "generic")
        calls = [
            (one["function"]["name"], one["function"]["arguments"]) for one in answer.get("tool_calls", ())
        ]
        found = json.loads(reading.written(recipe, reading.find(recipe, answer["content"] or "", calls)))
        (call,) = json.loads(screen.action)
        expected = json.loads(call["function"]["arguments"])
        assert found["name"] == call["function"]["name"]
        assert all(expected[key] == value for key, value in found["arguments"].items())
        assert screen.thought in (answer["content"] or screen.thought)
    env.close()
    with pytest.raises(SettingsError, match="not messages of a chat"):
        chat_export.chosen_options({}, "claude-computer-use")


def _equal(move: Move, expert: Move, frame: Frame) -> bool:
    """Equal but for what a scale of so many px can't say, and keys that clear a field before a text."""
    if isinstance(move, Gestures):
        move = next(one for one in move.gestures if isinstance(one, TypeText))
    if isinstance(move, Tap) and isinstance(expert, Tap):
        near = 1 / min(999, *frame.picture)
        return math.isclose(move.x, expert.x, abs_tol=near) and math.isclose(move.y, expert.y, abs_tol=near)
    if isinstance(move, Finish) and isinstance(expert, Finish):
        return expert.message in ("", move.message) and move.status != "infeasible"
    return move == expert


def test_the_command_counts_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openai")
    file, recipe = tmp_path / "said.jsonl", tmp_path / "silent.yaml"
    shipped = (FOLDER / "example.yaml").read_text(encoding="utf-8")
    recipe.write_text(shipped.replace("{verb: finish, text: answer,", "{verb: finish,"), encoding="utf-8")
    command = ["check-format", "generic", "--recipe", str(recipe), "--tasks", "androidlab/contacts_12"]
    command += ["--environments", "androidlab/pixel_7_pro", "--out", str(file), "--quiet"]
    assert cli.main(command) == 1
    said = capsys.readouterr().out
    assert "generic" in said
    assert "0.0 %" in said
    assert "lacks finish {" in said
    before = file.read_text(encoding="utf-8")
    assert [one.player for one in oracle.read(file)] == [EXPERT, "generic"]
    assert cli.main(command) == 1
    assert file.read_text(encoding="utf-8") == before, "nothing was played again"
    assert cli.main(["check-format", "os-atls"]) == 2
    assert "os-atlas" in capsys.readouterr().err
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(DatasetError):
        oracle.read(file)


def test_scores() -> None:
    def outcome(player: str, reason: str = "") -> Outcome:
        return Outcome(player, "t", 0, "e", not reason, 3, reason)

    found = oracle.scores([outcome("a"), outcome("b", "lacks x"), outcome("a", "y"), outcome("b", "lacks x")])
    assert found == [("a", 1, 2, (("y", 1),)), ("b", 0, 2, (("lacks x", 2),))]


_TREE = UiTree(
    (
        UiNode("android.widget.FrameLayout", "", "", "", (0, 0, 100, 200), "a", 0),
        UiNode("android.widget.LinearLayout", "", "", "", (0, 0, 100, 20), "a", 1, clickable=True),
        UiNode("android.widget.TextView", "", 'Say "hi"', "", (0, 0, 40, 10), "a", 2),
        UiNode("android.widget.ImageButton", "", "", "Add alarm", (80, 180, 100, 200), "a", 1),
        UiNode("android.widget.SeekBar", "", "", "", (0, 100, 100, 110), "a", 1),
    ),
    100,
    200,
)


@pytest.mark.parametrize(
    ("move", "said"),
    [
        (Tap(0.9, 0.95), 'Tap "Add alarm".'),
        (Tap(0.9, 0.05), "Tap \"Say 'hi'\"."),
        (LongPress(0.5, 0.52), "Long-press the SeekBar."),
        (Tap(0.5, 0.8), "Tap the screen."),
        (Swipe(0.5, 0.8, 0.5, 0.2), "Swipe up."),
        (Swipe(0.8, 0.02, 0.2, 0.02), "Swipe \"Say 'hi'\" to the left."),
        (Swipe(0.1, 0.52, 0.9, 0.52, held=0.5), "Drag the SeekBar to the right."),
        (TypeText("a\nb"), 'Type "a b".'),
        (PressKey("OVERVIEW"), "Press the overview key."),
        (PressKey("MOVE_END"), "Press move end."),
        (Gestures((PressKey("DEL"), PressKey("FORWARD_DEL"))), "Clear the text."),
        (OpenApp("Clock"), "Open Clock."),
        (Wait(), "Wait."),
        (Finish("7:30"), "Answer the question."),
        (Finish(""), "The task is done."),
        (Finish("", "infeasible"), "Give up."),
    ],
)
def test_what_an_expert_says_of_a_move(move: Move, said: str) -> None:
    assert saying.sentence(move, _TREE) == said
