"""Answers of a language model: actions as text and as JSON, choices, function calls, responses, streams."""

from __future__ import annotations

import json

from numpy.random import Generator

from bmoca_gym.agents.language import grounding
from bmoca_gym.envs.action_table import ACTIONS, from_tool_call
from bmoca_gym.envs.text_actions import MAX_ANSWER, TextActions
from bmoca_gym.errors import ActionError
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.androidworld.json_actions import ACTIONS as JSON_ACTIONS
from bmoca_gym.suites.androidworld.json_actions import JsonActions

_PIECES = (
    *(action.example for action in ACTIONS.values()), *(action.written + "(" for action in ACTIONS.values()),
    *(action.example for action in JSON_ACTIONS.values()), '{"action_type": "', "ELEMENT: A\n", "ACTION: CLICK\n", "VALUE: ",
    "Action:", "Thought: ", "ACTION ：", "next action:", "**", "`", "```json\n", "```", "</think>", "<think>", "\n",
    "1. ", "- ", "• ", "(", ")", ",", '"', "'", "“", "”", "\\", "\\u12", "\\ud800", "0.5", "1e999", "-1", "٣",
    "9" * 30, "[", "{", "}", "\x00", "\ud800", "\U0001f600", " ", "\t", "\r", "_", "a", "tap", "\u202e",
)  # fmt: skip

_TREE = UiTree((), 1080, 2160)
_READERS = (
    lambda text: TextActions().to_gesture(text, _TREE),
    lambda text: JsonActions().to_gesture(text, _TREE),
    lambda text: grounding.read(text, [("A", {"index": 0, "class": "a.Button"})]),
)


def attempt(random: Generator) -> None:
    """Read one hostile answer as an action, or one hostile call of a function."""
    text = _text(random)
    if random.random() < 0.3:
        name = str(random.choice([*ACTIONS, text[:40]]))
        text = from_tool_call(name, _arguments(random, text))
    for read in _READERS:
        try:
            read(text)
        except ActionError as error:
            if len(str(error)) > 2000:
                raise AssertionError("an error of the length of what was given") from error


def _text(random: Generator) -> str:
    pieces = [str(_PIECES[number]) for number in random.integers(len(_PIECES), size=random.integers(1, 30))]
    if random.random() < 0.5:
        return "".join(pieces)
    # A piece or two again and again, up to what is read and a little more: what a slow expression would suffer from.
    some = "".join(pieces[:3]) or "a"
    return (some * (MAX_ANSWER // len(some) + 2))[: int(random.integers(1, MAX_ANSWER + 2))]


def _arguments(random: Generator, text: str) -> str:
    kind = random.integers(4)
    if kind == 0:
        return text
    if kind == 1:
        return '{"text": ' * int(random.integers(1, 5000))
    value = (text, 1e308, None, [text] * 3, {"text": text}, 10**200)[random.integers(6)]
    return json.dumps({str(random.choice(["text", "numeric_tag", "direction", text[:9]])): value})
