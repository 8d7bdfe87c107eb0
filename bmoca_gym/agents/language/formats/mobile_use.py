"""Answers with the tool ``mobile_use``: Qwen2.5-VL, Qwen3-VL, Qwen3.5, GUI-Owl and MAI-UI.

Sources: cookbooks/mobile_agent.ipynb of QwenLM/Qwen3-VL; Mobile-Agent-v3.5 of X-PLUG/MobileAgent;
src/mai_naivigation_agent.py of Tongyi-MAI/MAI-UI; `NousFnCallPrompt` of the package qwen-agent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.agents.language.formats import json5, points, xml_calls
from bmoca_gym.agents.language.formats.points import Scale
from bmoca_gym.agents.language.formats.reading import (
    Action,
    FormatError,
    Frame,
    Read,
    Reading,
    between,
    unknown,
)
from bmoca_gym.errors import cut

TOOL = "mobile_use"

Arguments = Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]

#: Arguments of each action of Qwen's models and GUI-Owl: those it needs, and those it may have.
ACTIONS: Arguments = {
    "click": (("coordinate",), ()),
    "tap": (("coordinate",), ()),
    "double_click": (("coordinate",), ()),
    "long_press": (("coordinate",), ("time",)),
    "swipe": (("coordinate", "coordinate2"), ()),
    "drag": (("coordinate", "coordinate2"), ()),
    "type": (("text",), ()),
    "key": (("text",), ()),
    "system_button": (("button",), ()),
    "open": (("text",), ()),
    "wait": ((), ("time",)),
    "answer": (("text",), ()),
    "interact": ((), ("text",)),
    "call_user": ((), ("text",)),
    "ask_user": (("text",), ()),
    "terminate": ((), ("status", "text")),
}
#: Those of MAI-UI. A swipe names the finger's direction.
MAI_ACTIONS: Arguments = {
    **ACTIONS,
    "swipe": (("direction",), ("coordinate",)),
    "drag": (("start_coordinate", "end_coordinate"), ()),
}
_DIRECTIONS = ("up", "down", "left", "right")

_CALL = "<tool_call>"
_THOUGHT = re.compile(r"Thought[ \t]*[:：]")
_ACTION = re.compile(r"^[ \t*]*Action[ \t]*[:：]", re.MULTILINE)


def action(name: object, given: Mapping[str, Any], actions: Arguments, scale: Scale, frame: Frame) -> Action:
    """Check an action, and convert its points to px of the screen.

    Raises:
        FormatError: there is no such action, an argument is missing, or one has the wrong type.
    """
    if not isinstance(name, str) or name not in actions:
        raise unknown(name, actions)
    needed, optional = actions[name]
    found: Action = {"name": name}
    for key in (*needed, *optional):
        if key not in given or (given[key] is None and key in optional):
            if key in needed:
                raise FormatError(f"{name} lacks {key}.")
            continue
        found |= _argument(key, given[key], scale, frame)
    return found


def _argument(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
    if key in ("coordinate", "start_coordinate"):
        x, y = points.point(_listed(value), scale, frame)
        return {"x": x, "y": y}
    if key in ("coordinate2", "end_coordinate"):
        x, y = points.point(_listed(value), scale, frame)
        return {"to_x": x, "to_y": y}
    if key == "time":
        if not points.is_number(value) or value < 0:
            raise FormatError(f"{cut(value)} is not a time in seconds.")
        return {key: value}
    if key == "text" and points.is_number(value):
        return {key: json.dumps(value)}
    if not isinstance(value, str):
        raise FormatError(f"{key} is {cut(value)}; it must be text.")
    if key == "direction" and value not in _DIRECTIONS:
        raise FormatError(f"{cut(value)} is not a direction: give {', '.join(_DIRECTIONS)}.")
    return {key: value}


def _listed(value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        raise FormatError(f"{cut(value)} is not a point: give [x, y].")
    return value


def call(found: object, actions: Arguments, scale: Scale, frame: Frame) -> Action:
    """Read a call: ``{"name": "mobile_use", "arguments": {"action": …}}``.

    A call of another tool keeps its arguments, and has no action name.

    Raises:
        FormatError: it is not such a call.
    """
    if not isinstance(found, dict) or not isinstance(found.get("name"), str):
        raise FormatError(f'{cut(found)} is not a call: write {{"name": "{TOOL}", "arguments": {{…}}}}.')
    given = found.get("arguments")
    if isinstance(given, str):
        given = json5.strict(given)
    if not isinstance(given, dict):
        raise FormatError(f"The call of {cut(found['name'])} has no arguments.")
    if found["name"] == TOOL:
        return action(given.get("action"), given, actions, scale, frame)
    if found["name"] in actions and "action" not in given:  # a call of the action itself
        return action(found["name"], given, actions, scale, frame)
    return {**given, "tool": found["name"], "name": None}


def reader(
    scale: Scale,
    actions: Arguments = ACTIONS,
    load: Callable[[str], Any] = json5.strict,
    thought_ends: tuple[str, ...] = ("</think>", "</thinking>"),
) -> Read:
    """Return the reader of ``<tool_call>{…}</tool_call>``: the first call after the thought counts."""

    def read(text: str, frame: Frame) -> Reading:
        thought, rest = _thought(text, thought_ends)
        written = between(rest, _CALL, "</tool_call>")
        if written is None:
            raise FormatError(f"There is no {_CALL} in {cut(text.strip())}.")
        found = call(load(written.strip('"')), actions, scale, frame)
        return Reading((found,), thought, _said(rest))

    return read


def qwen35(text: str, frame: Frame) -> Reading:
    """Read an answer of Qwen3.5's text protocol: JSON or tags in ``<tool_call>``; text without a call is the answer."""
    thought, rest = _thought(text, ("</think>",))
    if _CALL in text or "<function=" in text:
        return qwen35_tools(text, frame)
    answer = _labelled(rest)[1]
    if not answer:
        raise FormatError("There is nothing after the thought.")
    return Reading(({"name": "answer", "text": answer},), thought, {"conclusion": answer})


def qwen35_tools(text: str, frame: Frame) -> Reading:
    """Read an answer of Qwen3.5 with function calls, in tags or in JSON. Calls in the thought count if there are no
    others."""
    found = xml_calls.read(text)
    if found.calls:
        first = found.calls[0]
        given = {key: _value(key, value) for key, value in first.arguments.items()}
        one = call({"name": first.name, "arguments": given}, ACTIONS, points.rounded_999, frame)
        return Reading((one,), found.thought, {"content": found.content})
    thought, rest = _thought(text, ("</think>",))
    written = between(rest, _CALL, "</tool_call>")
    if written is None:
        written = between(thought, _CALL, "</tool_call>")
    if written is None:
        raise FormatError(f"There is no call in {cut(text.strip())}.")
    one = call(json5.strict(written), ACTIONS, points.rounded_999, frame)
    return Reading((one,), thought, _said(rest))


def _value(key: str, value: str) -> Any:
    """The value of a parameter, by its kind: a point, a number, or the text as is."""
    if key.startswith("coordinate"):
        return list(points.numbers(value))
    if key == "time":
        try:
            number = float(value)
        except ValueError:
            raise FormatError(f"{cut(value)} is not a time in seconds.") from None
        return int(number) if number.is_integer() else number
    return value if key == "text" else value.strip()


def _thought(text: str, ends: tuple[str, ...]) -> tuple[str, str]:
    """The thought, and what follows it."""
    for end in ends:
        before, found, after = text.partition(end)
        if found:
            return re.sub(r"\A\s*<think(?:ing)?>", "", before).strip().strip('"').strip(), after
    label = _THOUGHT.search(text)
    if label is None:
        return "", text
    rest = text[label.end() :]
    action = _ACTION.search(rest)
    place = action.start() if action else rest.find(_CALL)
    return (rest[:place] if place >= 0 else rest).strip(), rest[place:] if place >= 0 else ""


def _labelled(text: str) -> tuple[bool, str]:
    """Whether text has the label ``Action:``, and what follows the last one."""
    before = text.partition(_CALL)[0]
    labels = list(_ACTION.finditer(before))
    return bool(labels), (before[labels[-1].end() :] if labels else before).strip().strip('"').strip()


def _said(text: str) -> dict[str, str]:
    """The line for the history: the last one with ``Action:``, or the content of ``<conclusion>``."""
    conclusion = between(text, "<conclusion>", "</conclusion>")
    if conclusion is not None:
        return {"conclusion": conclusion}
    labelled, line = _labelled(text)
    return {"conclusion": line if labelled else ""}


def _tool(width: int, height: int) -> str:
    """The tool for prompts, with the size that points refer to: one line of JSON."""
    what = {
        "action": {
            "type": "string",
            "enum": [name for name in ACTIONS if name not in ("tap", "call_user", "drag")],
        },
        "coordinate": {
            "type": "array",
            "description": "x and y of click and long_press, or where swipe begins",
        },
        "coordinate2": {"type": "array", "description": "x and y where swipe ends"},
        "text": {
            "type": "string",
            "description": "text of type, answer and ask_user; a key; the name of an app for open",
        },
        "time": {"type": "number", "description": "seconds of long_press and wait"},
        "button": {"type": "string", "enum": ["Back", "Home", "Menu", "Enter"]},
        "status": {"type": "string", "enum": ["success", "failure"]},
    }
    described = (
        f"Touch and keys of a phone whose screen is {width}x{height}. Pictures show it. Points are x from the left, "
        "y from the top; tap the middle of things. Apps may need a moment to open: wait, and look again."
    )
    parameters = {"type": "object", "properties": what, "required": ["action"]}
    function = {"name": TOOL, "description": described, "parameters": parameters}
    return json.dumps({"type": "function", "function": function})


def tool_in_px(size: tuple[int, int]) -> str:
    """Describe the tool with points in px of the picture that is sent."""
    return _tool(*size)


def tool_relative(size: tuple[int, int]) -> str:
    """Describe the tool with points from 0 to 999, whatever the picture's size."""
    return _tool(999, 999)


#: Factor and bounds of the resized picture, of which Qwen2.5-VL states px.
RESIZED = (28, 3_136, 12_845_056)
QWEN25_VL = reader(points.resized(*RESIZED), load=json5.lenient)
QWEN3_VL = reader(points.rounded_999)
GUI_OWL = reader(points.whole_thousandths)
MAI_UI = reader(points.whole_999, MAI_ACTIONS, thought_ends=("</thinking>", "</think>"))
