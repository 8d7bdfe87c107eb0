"""Parsing of models' answers: a corpus of many styles, and no input that raises or makes an unwanted gesture."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.action_table import ACTIONS, from_tool_call, listing, tools
from bmoca_gym.envs.actions import Finish, Wait
from bmoca_gym.envs.text_actions import _READERS, MAX_ANSWER, TextActions, action_line
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.gestures import Gesture, Tap
from bmoca_gym.handset.ui.tree import UiNode, UiTree

MODE = TextActions()
TREE = UiTree(
    tuple(UiNode("a.B", "", "", "", (10 * i, 10 * i, 10 * i + 9, 10 * i + 9), "", i) for i in range(9)),
    1000,
    2000,
)
CORPUS: list[tuple[str, str]] = [
    (answer, meaning)
    for answer, meaning in json.loads(Path(__file__).with_name("answers.json").read_text(encoding="utf-8"))
]


def test_the_corpus_is_large() -> None:
    assert len(CORPUS) >= 200
    assert len({answer for answer, _ in CORPUS}) == len(CORPUS)


def test_an_answer_means_what_the_corpus_says() -> None:
    for answer, meaning in CORPUS:
        try:
            found: Any = MODE.to_gesture(answer, TREE)
        except ActionError as error:
            found = f"wrong: {error}"
        if meaning.startswith("wrong: "):
            assert isinstance(found, str), answer
            assert re.search(meaning.removeprefix("wrong: "), found.removeprefix("wrong: ")), answer
        else:
            assert found == MODE.to_gesture(meaning, TREE), answer


words = st.text(st.characters(), max_size=80) | st.text(
    "Action: tap(5)swiepfnh\"'`*{}[]\\\n.<>/", max_size=80
)


@given(words, words)
@example("x" * 100_000, "")
@example("\x00\ud800\udfff", "\nAction: \ud800")
@example("(" * 60_000, "\n" * 60_000)
def test_any_answer_is_an_action_or_an_error_that_says_why(before: str, after: str) -> None:
    for answer in (before, f"{before}\nAction:{after}", f"{before}tap(5){after}"):
        try:
            meant: Any = MODE.to_gesture(answer, TREE)
        except ActionError as error:
            meant = error
        assert isinstance(meant, (*get_args(Gesture), Wait, Finish)) or 5 < len(str(meant)) < 500


@given(st.text(st.characters(exclude_characters="\n"), max_size=60))
def test_reasoning_never_becomes_an_action(thought: str) -> None:
    if re.match(r"(\W|_|\d|next|final)*action", thought, re.IGNORECASE) or "</think>" in thought:
        return
    for reasoning in (thought, f'tap(1) {thought} press("HOME")'):
        assert MODE.to_gesture(f"Thought: {reasoning}\nAction: tap(5)", TREE) == MODE.to_gesture(
            "tap(5)", TREE
        )


@pytest.mark.parametrize(
    "text", ["*" * 131_000, "1.\n" * 43_000, "(\n" * 65_000, "Action:\n" * 16_000, "tap(" * 32_000, "\n" * 131_000, "`" * 131_000]
)  # fmt: skip
def test_long_answers_are_refused_at_once(text: str) -> None:
    with pytest.raises(ActionError):  # a parser that goes back and forth would hang here
        action_line(text)


def test_an_answer_that_no_model_gives_is_not_read() -> None:
    assert "x" * MAX_ANSWER in MODE.space
    with pytest.raises(ActionError, match="131073 characters"):
        MODE.to_gesture("x" * (MAX_ANSWER + 1), TREE)


@settings(max_examples=25)
@given(words)
@example("binary \x00\xff rubbish")
@example("Action: tap(500)")
@example("x" * 100_000)
def test_what_is_no_action_costs_a_step_and_leaves_the_phone_alone(answer: str) -> None:
    env = PhoneEnv("Alarm", "100", observation="text", action="text")
    before, _ = env.reset(seed=0)
    try:
        MODE.to_gesture(answer, env._tree)
        answer += "\nAction: tap(500)\nAction: tap(501)"
    except ActionError:
        pass
    env.device.perform = lambda gesture: pytest.fail(f"{gesture} was sent")  # type: ignore[method-assign]
    env.device.wait = lambda seconds: pytest.fail("time passed")  # type: ignore[method-assign]
    after, reward, terminated, truncated, info = env.step(answer)
    assert (after, reward, terminated, truncated) == (before, 0.0, False, False)
    assert (info["steps"], info["gesture"], info["finished"]) == (1, None, None)
    assert info["wrong_format"]
    env.close()


def test_waiting_lets_time_pass_and_finishing_ends_the_episode() -> None:
    env = PhoneEnv("Alarm", "100", observation="text", action="text")
    env.reset(seed=0)
    waited: list[float] = []
    env.device.perform = lambda gesture: pytest.fail(f"{gesture} was sent")  # type: ignore[method-assign]
    env.device.wait = waited.append  # type: ignore[method-assign]
    *_, info = env.step("wait()")
    assert (waited, info["wrong_format"], info["steps"]) == ([3.0], None, 1)
    _, reward, terminated, truncated, info = env.step('Thought: done.\nAction: finish("The alarm is set.")')
    assert (reward, terminated, truncated, info["success"]) == (0.0, True, False, False)
    assert (info["finished"], waited, info["steps"]) == ("The alarm is set.", [3.0], 2)
    env.close()


def test_the_table_says_all_of_every_action() -> None:
    assert set(ACTIONS) == set(_READERS)
    for name, action in ACTIONS.items():
        assert MODE.to_gesture(action.example, TREE) is not None
        (tool,) = tools([name])
        function = tool["function"]
        assert set(function["parameters"]["required"]) <= set(function["parameters"]["properties"])
    text = listing(ACTIONS)
    assert [line.split(" ", 1)[0] for line in text.splitlines()] == [
        f"{number}." for number in range(1, len(ACTIONS) + 1)
    ]
    assert all(action.example in text for action in ACTIONS.values())


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("tap", '{"numeric_tag": 5}', "tap(5)"),
        ("swipe", '{"direction": "up"}', 'swipe("up")'),
        (
            "dual-gesture",
            '{"lift_x": 0.8, "touch_y": 0.5, "touch_x": 0.2, "lift_y": 0.5}',
            "dual-gesture(0.5, 0.2, 0.5, 0.8)",
        ),
        ("type", '{"text": "say \\"hi\\", 알람"}', 'type("say \\"hi\\", 알람")'),
        ("wait", "", "wait()"),
        ("answer", '{"text": "42"}', 'answer("42")'),
        ("finish", "{}", "finish()"),
    ],
)
def test_a_call_of_a_function_is_the_same_action(name: str, arguments: str, text: str) -> None:
    assert from_tool_call(name, arguments) == text
    assert MODE.to_gesture(f"Action: {text}", TREE) == MODE.to_gesture(text, TREE)


@given(
    st.sampled_from(["tap", "press", "", "\n", "rm"]), st.text(max_size=30) | st.just('{"numeric_tag": [5]}')
)
def test_any_call_is_an_action_or_a_wrong_format(name: str, arguments: str) -> None:
    text = from_tool_call(name, arguments)
    assert "\n" not in text
    with contextlib.suppress(ActionError):
        assert not isinstance(MODE.to_gesture(f"Action: {text}", TREE), Tap)
