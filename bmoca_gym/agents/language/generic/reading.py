"""Read a model's answer by its recipe, and write it as one of our own function calls."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bmoca_gym.agents.language.formats import json5, points
from bmoca_gym.agents.language.formats.calls import read_calls, unescaped
from bmoca_gym.agents.language.formats.reading import FormatError, unknown
from bmoca_gym.agents.language.generic.recipe import VERBS, ActionRecipe, Recipe
from bmoca_gym.errors import cut

#: Where the finger goes: against the direction of what is shown, or along its own.
_AGAINST = {"down": (0, -1), "up": (0, 1), "right": (-1, 0), "left": (1, 0)}
_ALONG = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
_MOST_OBJECTS = 32
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")

#: Calls as an endpoint gives them: name, and arguments as JSON.
Called = Sequence[tuple[str, str]]


class Found(NamedTuple):
    """An action in an answer: its name and arguments in the model's words, and the text before it."""

    name: str
    given: Mapping[str, Any]
    thought: str


def find(recipe: Recipe, text: str, calls: Called = ()) -> Found:
    """Find the action of an answer.

    Raises:
        FormatError: there is none, or there are more than the recipe allows.
    """
    found, thought = (_functions(calls), text) if recipe.answers == "functions" else _in_text(recipe, text)
    if not found:
        raise FormatError("The answer has no action.")
    if len(found) > 1 and recipe.takes == "only":
        raise FormatError(f"The answer has {len(found)} actions; it must have one.")
    name, given = found[-1 if recipe.takes == "last" else 0]
    return Found(name, given, thought.strip())


def written(recipe: Recipe, found: Found) -> str:
    """Write an action as a call of our own functions, with points in px of the picture, or in thousandths.

    Raises:
        FormatError: the recipe has no such action, or an argument is missing or of the wrong type.
    """
    if found.name not in recipe.actions:
        raise unknown(found.name, recipe.actions)
    action = recipe.actions[found.name]
    ours: dict[str, Any] = {}
    for name in (*VERBS[action.verb][0], *VERBS[action.verb][1]):
        value = _value(found, action, name)
        if value is None and name in VERBS[action.verb][0]:
            raise FormatError(f"{cut(found.name)} lacks {', '.join(action.keys(name))}.")
        if value is not None:
            ours |= _argument(recipe, action, name, value)
    return json.dumps(
        {"name": _NAMES.get(action.verb, action.verb), "arguments": _verb(recipe, action, ours)}
    )


def side(recipe: Recipe) -> tuple[float, float]:
    """Return the far corner of our scale: the picture's size in px, or 1000 and 1000."""
    wide, high = recipe.picture.sent()
    return (wide, high) if recipe.scale == "px" else (1000, 1000)


#: Verbs that are others on the phone.
_NAMES = {"scroll": "swipe", "flick": "swipe", "note": "wait"}


def _in_text(recipe: Recipe, text: str) -> tuple[list[tuple[str, Mapping[str, Any]]], str]:
    """The actions in a text, and the text before them."""
    thought, place = "", 0
    if recipe.marks:
        place = text.rfind(recipe.marks[0]) if recipe.takes == "last" else text.find(recipe.marks[0])
        if place < 0:
            raise FormatError(f"The answer has no {cut(recipe.marks[0])}.")
        thought, text = text[:place], text[place + len(recipe.marks[0]) :]
        if len(recipe.marks) > 1 and recipe.takes != "only":
            text = text.partition(recipe.marks[1])[0]
    else:
        before, ends, rest = text.rpartition("</think>")
        thought, text = (before, rest) if ends else ("", text)
    if recipe.answers == "calls":
        start = min((at for name in recipe.actions if (at := text.find(f"{name}(")) >= 0), default=0)
        calls = read_calls(text, start)
        return [
            (call.name, {key: unescaped(one) for key, one in call.arguments.items()}) for call in calls
        ], (thought or text[:start])
    found, first = _objects(text)
    named = [one for one in found if {recipe.action_key, recipe.arguments_key} & one.keys()]
    return [_named(recipe, one) for one in named or found], thought or text[:first]


def _objects(text: str) -> tuple[list[dict[str, Any]], int]:
    """The JSON objects in a text, and where the first one starts."""
    found: list[dict[str, Any]] = []
    first, place = len(text), 0
    problem: FormatError | None = None
    while (start := text.find("{", place)) >= 0 and len(found) < _MOST_OBJECTS:
        end = _closed(text, start)
        try:
            value = json5.lenient(text[start:end])
        except FormatError as error:
            problem = problem or error
        else:
            if isinstance(value, dict):
                found.append(value)
                first = min(first, start)
        place = end
    if not found and problem is not None:
        raise problem
    return found, first


_INSIDE = re.compile(r"[{}]|\"(?:[^\"\\]|\\.)*\"")


def _closed(text: str, start: int) -> int:
    """Where an object ends: after its closing bracket, or at the end of the text."""
    depth = 0
    for match in _INSIDE.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return len(text)


def _named(recipe: Recipe, found: dict[str, Any]) -> tuple[str, Mapping[str, Any]]:
    given: Any = found
    name = found.get(recipe.action_key)
    if recipe.arguments_key:
        given = found.get(recipe.arguments_key, {})
        if not isinstance(given, dict):
            raise FormatError(f"{recipe.arguments_key} is {cut(given)}; it must be an object.")
        name = given.get(recipe.action_key) if name is None else name
    if not isinstance(name, str):
        raise FormatError(f"{cut(found)} has no {recipe.action_key}.")
    return name, given


def _functions(calls: Called) -> list[tuple[str, Mapping[str, Any]]]:
    found: list[tuple[str, Mapping[str, Any]]] = []
    for name, text in calls:
        given = json5.strict(text or "{}")
        if not isinstance(given, dict):
            raise FormatError(f"The arguments of {cut(name)} are {cut(given)}; they must be an object.")
        found.append((name, given))
    return found


def _value(found: Found, action: ActionRecipe, name: str) -> Any:
    """The value of one of our arguments, in the model's words; None if it is missing."""
    if name in action.fixed:
        return action.fixed[name]
    keys = action.keys(name)
    values = [found.given.get(key) for key in keys]
    if len(keys) == 2:
        if None in values:
            return None
        return [_number(one, key) for one, key in zip(values, keys, strict=True)]
    return values[0] if values else None


def _number(value: Any, key: str) -> float:
    if isinstance(value, str):
        try:
            value = float(value) if len(value) < 40 else None
        except ValueError:
            value = None
    if not points.is_number(value):
        raise FormatError(f"{key} must be a number.")
    return float(value)


def _argument(recipe: Recipe, action: ActionRecipe, name: str, value: Any) -> dict[str, Any]:
    if name in ("at", "to"):
        x, y = _point(recipe, value)
        return {"x": x, "y": y} if name == "at" else {"to_x": x, "to_y": y}
    if name == "zoom":
        return {name: _number(value, name)}
    if name in ("seconds", "held"):
        if isinstance(value, str):
            number = re.match(r"\s*([0-9]{1,6}(?:\.[0-9]{1,6})?)", value)
            value = float(number[1]) if number else value
        if not points.is_number(value) or value < 0:
            raise FormatError(f"{name} is {cut(value)}; it must be a number from 0 on.")
        return {name: value * (action.unit if name == "seconds" else 1)}
    if name == "clear":
        word = str(value).casefold()
        if word not in (*_TRUE, *_FALSE):
            raise FormatError(f"{name} is {cut(value)}; it must be true or false.")
        return {name: word in _TRUE}
    if points.is_number(value):
        value = json.dumps(value)
    if not isinstance(value, str):
        raise FormatError(f"{name} is {cut(value)}; it must be text.")
    if name == "direction":
        value = value.strip().casefold()
        if value not in _ALONG:
            raise FormatError(f"{name} is {cut(value)}; it must be {', '.join(_ALONG)}.")
    return {name: value}


def _point(recipe: Recipe, value: Any) -> tuple[float, float]:
    """A point in our scale. A box of four numbers means its centre."""
    if isinstance(value, dict):
        value = [value.get("x"), value.get("y")]
    pair = points.centre(points.numbers(value))
    x, y = pair if recipe.order == "xy" else pair[::-1]
    if recipe.scale == "px":
        return x, y
    most = float(recipe.scale)
    for one in (x, y):
        if not 0 <= one <= most:
            raise FormatError(f"{one:g} lies outside 0 to {recipe.scale}.")
    return x * 1000 / most, y * 1000 / most


def _verb(recipe: Recipe, action: ActionRecipe, ours: dict[str, Any]) -> dict[str, Any]:
    """The arguments of our function."""
    if action.verb == "note":
        return {"seconds": 0}
    if action.verb not in ("scroll", "flick"):
        return ours
    wide, high = side(recipe)
    right, down = (_AGAINST if action.verb == "scroll" else _ALONG)[ours["direction"]]
    x, y = ours.get("x", wide / 2), ours.get("y", high / 2)
    to_x = min(max(x + right * wide / 2, 0), wide - 1)
    to_y = min(max(y + down * high / 2, 0), high - 1)
    return {"x": x, "y": y, "to_x": to_x, "to_y": to_y}
