"""Table of the text actions. Prompts, the JSON schema and tool calls are generated from it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from bmoca_gym.handset.gestures import MOST_SCALE


class Parameter(NamedTuple):
    """Parameter of an action: its name, its type in words for prompts, and the JSON schema of its values."""

    name: str
    kind: str
    schema: dict[str, Any]


class TextAction(NamedTuple):
    """A text action.

    Attributes:
        written: its name in actions.
        parameters: its parameters in order.
        does: its effect in words, for prompts.
        example: an example call.
        meaning: the effect of that call, for prompts.
        paper: whether the action is in the paper; the others are extensions.
        optional: whether the arguments may be left out.
        needs_user: whether it is only for tasks with a user.
        rare: whether prompts offer it only on demand, see `OFFERS`.
    """

    written: str
    parameters: tuple[Parameter, ...]
    does: str
    example: str
    meaning: str
    paper: bool = True
    optional: bool = False
    needs_user: bool = False
    rare: bool = False


def _tag(what: str) -> Parameter:
    return Parameter("numeric_tag", "int", {"type": "integer", "minimum": 0, "description": what})


def _fraction(name: str) -> Parameter:
    return Parameter(name, "float", {"type": "number", "minimum": 0, "maximum": 1})


def _text(name: str) -> Parameter:
    return Parameter(name, "str", {"type": "string"})


def _word(name: str, *words: str) -> Parameter:
    return Parameter(name, "str", {"type": "string", "enum": list(words)})


#: Directions of swipes and navigation keys, in the order in which prompts list them.
DIRECTIONS = ("up", "down", "left", "right")
KEYS = ("HOME", "BACK", "OVERVIEW")

#: All text actions by name, with "_" for "-". The first four are the paper's (table 1, appendix A.1).
ACTIONS: dict[str, TextAction] = {
    "dual_gesture": TextAction(
        "dual-gesture",
        tuple(map(_fraction, ("touch_y", "touch_x", "lift_y", "lift_x"))),
        "Puts a finger on the screen at (touch_y, touch_x) and lifts it at (lift_y, lift_x). The numbers are fractions "
        "of the screen from 0 to 1, counted from the top left corner. Two points that lie close together are a tap, "
        "others a swipe.",
        "dual-gesture(0.5, 0.5, 0.5, 0.5)",
        "taps the middle of the screen",
    ),
    "tap": TextAction(
        "tap",
        (_tag("The numeric tag of the element to touch."),),
        "Taps the middle of the element that has this numeric tag in the current observation.",
        "tap(5)",
        "taps the element with the tag 5",
    ),
    "swipe": TextAction(
        "swipe",
        (_word("direction", *DIRECTIONS),),
        'Swipes over the middle of the screen. The direction is "up" or "down", where the finger goes to, or "left" or '
        '"right", where it comes from, in double quotes.',
        'swipe("up")',
        "moves the finger upwards, which on the home screen opens the list of all apps and elsewhere shows what is "
        "further down",
    ),
    "press": TextAction(
        "press",
        (_word("key", *KEYS),),
        'Presses a navigation button, one of "HOME", "BACK" and "OVERVIEW", in double quotes.',
        'press("HOME")',
        "goes to the home screen",
    ),
    "type": TextAction(
        "type",
        (_text("text"),),
        "Writes a text, in double quotes, into the field that has the focus.",
        'type("good morning")',
        "writes good morning",
        paper=False,
    ),
    "long_press": TextAction(
        "long_press",
        (_tag("The numeric tag of the element to hold."),),
        "Holds a finger on the middle of the element that has this numeric tag for a second.",
        "long_press(5)",
        "holds the element with the tag 5",
        paper=False,
    ),
    "pinch": TextAction(
        "pinch",
        (
            _tag("The numeric tag of the element to pinch."),
            Parameter("scale", "float", {"type": "number", "minimum": 1 / MOST_SCALE, "maximum": MOST_SCALE}),
        ),
        "Moves two fingers on the element that has this numeric tag in the current observation. A scale over 1 moves "
        "them apart, which zooms in; a scale below 1 moves them together, which zooms out.",
        "pinch(5, 2.0)",
        "zooms in on the element with the tag 5",
        paper=False,
        rare=True,
    ),
    "wait": TextAction(
        "wait",
        (),
        "Does nothing for a moment, so that what the phone has begun can end.",
        "wait()",
        "waits",
        paper=False,
    ),
    "answer": TextAction(
        "answer",
        (_text("text"),),
        "Answers the question of the goal, in double quotes. The task goes on; a later answer replaces this one.",
        'answer("42")',
        "answers 42",
        paper=False,
    ),
    "finish": TextAction(
        "finish",
        (_text("message"),),
        "Says that the goal is reached, or answers its question, and ends the task. Nothing can be done after it.",
        'finish("The alarm is set.")',
        "ends the task",
        paper=False,
        optional=True,
    ),
    "ask_user": TextAction(
        "ask_user",
        (_text("question"),),
        "Asks the user a question, in double quotes.",
        'ask_user("What is the number?")',
        "asks the user for a number",
        paper=False,
        needs_user=True,
    ),
}

#: Sets of actions that prompts offer: those of the paper, all that tasks need, or these and what no task needs. The
#: parser takes all of them.
OFFERS: dict[str, tuple[str, ...]] = {
    "paper": tuple(name for name, action in ACTIONS.items() if action.paper),
    "all": tuple(name for name, action in ACTIONS.items() if not (action.needs_user or action.rare)),
    "pinch": tuple(name for name, action in ACTIONS.items() if not action.needs_user),
}

#: One example of each, for messages.
EXAMPLES = ", ".join(ACTIONS[name].example for name in OFFERS["all"])


def offered(name: str, to_user: bool = False) -> tuple[str, ...]:
    """Return the names of the actions of an offer, and with ``to_user`` those for tasks with a user too."""
    return OFFERS[name] + tuple(one for one, action in ACTIONS.items() if to_user and action.needs_user)


def listing(names: Iterable[str]) -> str:
    """Return numbered lines that explain the actions to a language model, one for each action."""
    lines = []
    for number, name in enumerate(names, start=1):
        action = ACTIONS[name]
        takes = ", ".join(f"{parameter.name}: {parameter.kind}" for parameter in action.parameters)
        lines.append(
            f"{number}. {action.written}({takes}): {action.does} For example, {action.example} {action.meaning}."
        )
    return "\n".join(lines)


def forms(names: Iterable[str]) -> str:
    """Return the calls of the actions in one line, without explanations.

    >>> forms(["tap", "press"])
    'tap(numeric_tag), press("HOME"|"BACK"|"OVERVIEW")'
    """
    return ", ".join(
        f"{ACTIONS[name].written}({', '.join(map(_form, ACTIONS[name].parameters))})" for name in names
    )


def _form(parameter: Parameter) -> str:
    words = parameter.schema.get("enum")
    if words:
        return "|".join(json.dumps(word) for word in words)
    return f'"{parameter.name}"' if parameter.kind == "str" else parameter.name


def tools(names: Iterable[str]) -> list[dict[str, Any]]:
    """Return the actions as functions that a model can call: ``tools`` of a chat-completions request."""
    made = []
    for name in names:
        action = ACTIONS[name]
        schema = {
            "type": "object",
            "properties": {parameter.name: parameter.schema for parameter in action.parameters},
            "required": [] if action.optional else [parameter.name for parameter in action.parameters],
            "additionalProperties": False,
        }
        function = {"name": action.written, "description": action.does, "parameters": schema}
        made.append({"type": "function", "function": function})
    return made


def from_tool_call(name: str, arguments: str) -> str:
    """Write a model's tool call as a text action. ``arguments``: the model's JSON object.

    If the arguments can't be read, the result is a text that the parser refuses, with the arguments in it.

    >>> from_tool_call("swipe", '{"direction": "up"}')
    'swipe("up")'
    """
    action = ACTIONS.get(name.lower().replace("-", "_"))
    try:
        given = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        given = None
    if action is None or not isinstance(given, dict):
        return " ".join(f"{name} {arguments}".split())
    known = [parameter.name for parameter in action.parameters]
    order = [key for key in known if key in given] + [key for key in given if key not in known]
    return f"{action.written}({', '.join(json.dumps(given[key], ensure_ascii=False) for key in order)})"
