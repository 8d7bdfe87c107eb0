"""Function calls of Google's, Anthropic's and OpenAI's computer-use tools, and of tools under our own names.

An answer is the JSON of its parts, as the makers' clients give it. Sources: the types of the packages google-genai,
anthropic and openai; agent.py of google-gemini/computer-use-preview.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from bmoca_gym.agents.language.formats import json5, points
from bmoca_gym.agents.language.formats.points import Scale
from bmoca_gym.agents.language.formats.reading import (
    Action,
    FormatError,
    Frame,
    OutsideError,
    Read,
    Reading,
    unknown,
)
from bmoca_gym.errors import cut

DIRECTIONS = ("up", "down", "left", "right")
_MOST_CALLS = 16

#: Kinds of arguments. ``?`` at the end: it may be missing.
Kinds = Mapping[str, str]

#: Functions for a phone that are offered beside the vendor's, and what the agent says itself if the model refuses.
OWN: Mapping[str, Kinds] = {
    "go_home": {},
    "go_back": {},
    "open_app": {"app_name": "text"},
    "ask_user": {"text": "text"},
    "give_up": {"text": "text"},
    "refuse": {"text": "text"},
}

#: Gemini: mobile actions, and those of earlier models in a browser.
GEMINI: Mapping[str, Kinds] = {
    "click": {"x": "x", "y": "y"},
    "click_at": {"x": "x", "y": "y"},
    "double_click": {"x": "x", "y": "y"},
    "long_press": {"x": "x", "y": "y", "seconds": "number?"},
    "long_press_at": {"x": "x", "y": "y", "seconds": "number?"},
    "type": {"text": "text", "press_enter": "flag?"},
    "type_text_at": {
        "x": "x",
        "y": "y",
        "text": "text",
        "press_enter": "flag?",
        "clear_before_typing": "flag?",
    },
    "scroll": {"x": "x", "y": "y", "direction": "direction", "magnitude": "number?"},
    "scroll_at": {"x": "x", "y": "y", "direction": "direction", "magnitude": "number?"},
    "scroll_document": {"direction": "direction"},
    "drag_and_drop": {"x": "x", "y": "y", "destination_x": "x", "destination_y": "y"},
    "press_key": {"key": "text"},
    "hotkey": {"keys": "any"},
    "key_combination": {"keys": "any"},
    "list_apps": {},
    "wait": {"seconds": "number?"},
    "wait_5_seconds": {},
    "take_screenshot": {},
    **OWN,
}
_GEMINI_DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "type": {"press_enter": False},
    "type_text_at": {"press_enter": False, "clear_before_typing": True},
    "scroll": {"magnitude": 800},
    "scroll_at": {"magnitude": 800},
    "wait": {"seconds": 1},
}

#: Claude: members of the computer toolset.
CLAUDE: Mapping[str, Kinds] = {
    "key": {"text": "text", "repeat": "whole?"},
    "hold_key": {"text": "text", "duration": "number"},
    "type": {"text": "text"},
    "cursor_position": {},
    "mouse_move": {"coordinate": "point"},
    "left_mouse_down": {},
    "left_mouse_up": {},
    "left_click": {"coordinate": "point?", "text": "text?"},
    "right_click": {"coordinate": "point?", "text": "text?"},
    "middle_click": {"coordinate": "point?", "text": "text?"},
    "double_click": {"coordinate": "point?", "text": "text?"},
    "triple_click": {"coordinate": "point?", "text": "text?"},
    "left_click_drag": {"start_coordinate": "point", "coordinate": "point to", "text": "text?"},
    "scroll": {
        "coordinate": "point?", "scroll_direction": "direction", "scroll_amount": "whole", "text": "text?",
    },
    "wait": {"duration": "whole"},
    "screenshot": {},
    "zoom": {"region": "region"},
    **OWN,
}  # fmt: skip

#: OpenAI: actions of a ``computer_call``.
OPENAI: Mapping[str, Kinds] = {
    "click": {"x": "x", "y": "y", "button": "button", "keys": "any?"},
    "double_click": {"x": "x", "y": "y", "keys": "any?"},
    "drag": {"path": "path", "keys": "any?"},
    "keypress": {"keys": "words"},
    "move": {"x": "x", "y": "y", "keys": "any?"},
    "screenshot": {},
    "scroll": {"x": "x", "y": "y", "scroll_x": "whole", "scroll_y": "whole", "keys": "any?"},
    "type": {"text": "text"},
    "wait": {},
}
_BUTTONS = ("left", "right", "wheel", "back", "forward")

#: Our own verbs as functions, for any model that calls functions.
TOOLS: Mapping[str, Kinds] = {
    "click": {"x": "x", "y": "y"},
    "double_tap": {"x": "x", "y": "y"},
    "long_press": {"x": "x", "y": "y", "seconds": "number?"},
    "swipe": {"x": "x", "y": "y", "to_x": "x", "to_y": "y", "seconds": "number?", "held": "number?"},
    "pinch": {"x": "x", "y": "y", "zoom": "number"},
    "input_text": {"text": "text", "clear": "flag?"},
    "press_key": {"key": "text"},
    "open_app": {"app_name": "text"},
    "wait": {"seconds": "number?"},
    "answer": {"text": "text"},
    "ask_user": {"text": "text"},
    "finish": {"status": "text?", "text": "text?"},
}


def gemini(text: str, frame: Frame) -> Reading:
    """Read the function calls of Gemini: ``[{"name": "click", "args": {"x": 500, "y": 999}}]``."""
    actions: list[Action] = []
    texts: list[str] = []
    thoughts: list[str] = []
    for part in _parts(text):
        if "name" not in part and ("text" in part or "thought" in part):
            (texts if "text" in part else thoughts).append(str(part.get("text", part.get("thought"))))
            continue
        name, given = part.get("name"), part.get("args") or {}
        found = checked(name, given, GEMINI, points.whole_thousandths, frame)
        for key, value in _GEMINI_DEFAULTS.get(found["name"], {}).items():
            if found.get(key) is None:
                found[key] = value
        if "magnitude" in found:
            side = frame.screen[found["direction"] in ("up", "down")]
            found["magnitude"] = math.trunc(found["magnitude"] / 1000 * side)
        actions.append(found)
    return Reading(tuple(actions), "\n".join(thoughts), {"text": "\n".join(texts)})


def claude(text: str, frame: Frame) -> Reading:
    """Read the content blocks of Claude: ``[{"type": "tool_use", "name": "left_click", "input": {…}}]``."""
    actions: list[Action] = []
    texts: list[str] = []
    thoughts: list[str] = []
    for part in _parts(text):
        if part.get("type") == "text":
            texts.append(str(part.get("text", "")))
        elif part.get("type") == "thinking":
            thoughts.append(str(part.get("thinking", "")))
        elif part.get("type") == "tool_use":
            given = part.get("input")
            name = part.get("name")
            if name == "computer" and isinstance(given, dict) and "action" in given:  # before the toolset
                name = given["action"]
                given = {key: value for key, value in given.items() if key != "action"}
            actions.append(checked(name, given, CLAUDE, points.of_picture, frame))
    return Reading(tuple(actions), "\n".join(thoughts), {"text": "\n".join(texts)})


def openai(text: str, frame: Frame) -> Reading:
    """Read the output items of OpenAI: ``[{"type": "computer_call", "actions": [{"type": "click", …}]}]``."""
    actions, texts = [], []
    for part in _parts(text):
        if part.get("type") == "message":
            for piece in _list(part.get("content") or [], "content"):
                if isinstance(piece, dict) and isinstance(piece.get("text"), str):
                    texts.append(piece["text"])
        elif part.get("type") == "computer_call":
            for one in _list(part.get("actions") or [part.get("action")], "actions"):
                if not isinstance(one, dict):
                    raise FormatError(f"{cut(one)} is not an action.")
                given = {key: value for key, value in one.items() if key != "type"}
                actions.append(checked(one.get("type"), given, OPENAI, points.of_picture, frame))
        elif part.get("type") == "function_call":
            actions.append(
                checked(part.get("name"), _arguments(part.get("arguments")), OWN, points.of_picture, frame)
            )
    return Reading(tuple(actions), said={"text": "\n".join(texts)})


def _list(given: object, name: str) -> list[Any]:
    if not isinstance(given, list):
        raise FormatError(f"{cut(given)} is not a list of {name}.")
    return given


def tools(scale: str) -> Read:
    """Return the reader of function calls under our own names, with points on a scale: ``px`` or ``1000``.

    An answer is exactly one call. A point outside the scale is a wrong format.
    """

    def to_px(value: float, axis: int, frame: Frame) -> float:
        most = 1000 if scale == "1000" else frame.picture[axis]
        if not 0 <= value <= most:
            raise OutsideError(f"{value:g} lies outside 0 to {most}.")
        return min(math.trunc(value * frame.screen[axis] / most), frame.screen[axis] - 1)

    def read(text: str, frame: Frame) -> Reading:
        parts = _parts(text)
        if len(parts) != 1:
            raise FormatError(f"The answer has {len(parts)} function calls; it must have one.")
        function = parts[0].get("function", parts[0])
        given = function.get("arguments", {}) if isinstance(function, dict) else None
        if not isinstance(function, dict) or given is None:
            raise FormatError(f"{cut(function)} is not a function call.")
        return Reading((checked(function.get("name"), _arguments(given), TOOLS, to_px, frame),))

    return read


def _arguments(given: object) -> object:
    """The arguments of a call: an object, or JSON text of one."""
    return json5.strict(given or "{}") if isinstance(given, str) else given


def checked(name: object, given: object, actions: Mapping[str, Kinds], scale: Scale, frame: Frame) -> Action:
    """Check the arguments of a call, and convert its points to px of the screen. Unknown arguments are dropped.

    Raises:
        FormatError: there is no such action, or an argument is missing or of the wrong type.
    """
    if not isinstance(name, str) or name not in actions:
        raise unknown(name, actions)
    if not isinstance(given, dict):
        raise FormatError(f"The arguments of {name} are {cut(given)}; they must be an object.")
    found: Action = {"name": name}
    for key, kind in actions[name].items():
        needed = not kind.endswith("?")
        kind = kind.removesuffix("?")
        if key not in given or (given[key] is None and not needed):
            if needed:
                raise FormatError(f"{name} lacks {key}.")
            if key in given:
                found[key] = None
            continue
        value = given[key]
        if kind in ("x", "y"):
            if not points.is_number(value):
                raise FormatError(f"{key} of {name} is {cut(value)}; it must be a number.")
            found[key] = scale(value, "xy".index(kind), frame)
        else:
            found |= _KINDS[kind](key, value, scale, frame)
    return _placed(found, frame)


def _placed(found: Action, frame: Frame) -> Action:
    """Clip points to the screen."""
    for first, second in (("x", "y"), ("to_x", "to_y"), ("destination_x", "destination_y")):
        if first in found and second in found:
            found[first], found[second] = points.on_screen(found[first], found[second], frame)
    return found


def _point(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
    if not isinstance(value, list) or len(value) != 2:
        raise FormatError(f"{key} is {cut(value)}; it must be [x, y].")
    x, y = points.point(value, scale, frame)
    return {"x": x, "y": y}


def _point_to(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
    there = _point(key, value, scale, frame)
    return {"to_x": there["x"], "to_y": there["y"]}


def _region(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
    if not isinstance(value, list) or len(value) != 4 or not all(map(points.is_number, value)):
        raise FormatError(f"{key} is {cut(value)}; it must be [left, top, right, bottom].")
    return {key: [scale(number, place % 2, frame) for place, number in enumerate(value)]}


def _path(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
    if not isinstance(value, list) or not 2 <= len(value) <= 1000:
        raise FormatError(f"{key} is {cut(value)}; it must be a list of two points or more.")
    found = []
    for one in value:
        pair = [one.get("x"), one.get("y")] if isinstance(one, dict) else one
        found.append(list(points.point(pair, scale, frame)))
    return {key: found}


def _one_of(names: tuple[str, ...]) -> Callable[[str, Any, Scale, Frame], Action]:
    def check(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
        if value not in names:
            raise FormatError(f"{key} is {cut(value)}; it must be one of {', '.join(names)}.")
        return {key: value}

    return check


def _of_type(fits: Callable[[Any], bool], what: str) -> Callable[[str, Any, Scale, Frame], Action]:
    def check(key: str, value: Any, scale: Scale, frame: Frame) -> Action:
        if not fits(value):
            raise FormatError(f"{key} is {cut(value)}; it must be {what}.")
        return {key: value}

    return check


_KINDS: Mapping[str, Callable[[str, Any, Scale, Frame], Action]] = {
    "point": _point,
    "point to": _point_to,
    "region": _region,
    "path": _path,
    "direction": _one_of(DIRECTIONS),
    "button": _one_of(_BUTTONS),
    "text": _of_type(lambda value: isinstance(value, str), "text"),
    "flag": _of_type(lambda value: isinstance(value, bool), "true or false"),
    "number": _of_type(lambda value: points.is_number(value) and value >= 0, "a number from 0 on"),
    "whole": _of_type(lambda value: type(value) is int and abs(value) < 10**9, "a whole number"),
    "words": _of_type(
        lambda value: (
            isinstance(value, list) and len(value) < 16 and all(isinstance(one, str) for one in value)
        ),
        "a list of names",
    ),
    "any": _of_type(lambda value: True, "anything"),
}


def _parts(text: str) -> list[dict[str, Any]]:
    found = json5.strict(text)
    if isinstance(found, dict):
        found = [found]
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise FormatError(f"{cut(text.strip())} is not a list of calls.")
    for part in found:
        if "problem" in part:  # the agent says why there is no answer
            raise FormatError(str(part["problem"])[:500])
    if len(found) > _MOST_CALLS:
        raise FormatError(f"The answer has {len(found)} parts; at most {_MOST_CALLS} are read.")
    return found
