"""Write our function calls as a model's answers, following a recipe: what experts would say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bmoca_gym.agents.language.formats.reading import Frame
from bmoca_gym.agents.language.formats.wording import AGAINST, direction
from bmoca_gym.agents.language.formats.writing import LackingError
from bmoca_gym.agents.language.generic.reading import side
from bmoca_gym.agents.language.generic.recipe import VERBS, ActionRecipe, Recipe
from bmoca_gym.errors import cut
from bmoca_gym.handset.gestures import Swipe

#: Arguments of ours that may be left out if they have such a value.
_USUAL: Mapping[str, tuple[object, ...]] = {
    "seconds": (0.3, 1.0), "held": (0.0,), "clear": (False,), "status": ("complete",), "text": ("",),
}  # fmt: skip


def written_by(recipe: Recipe, action: str, thought: str) -> tuple[str, list[tuple[str, str]]]:
    """Write an action as a model's answer: its text, and its function calls with their arguments as JSON.

    Args:
        recipe: describes the model.
        action: one of our function calls, as the action modes ``tool-call/1000`` and ``tool-call/px`` write it.
        thought: what the model says first.

    Raises:
        LackingError: the recipe has no such action.
    """
    (call,) = json.loads(action)
    verb, given = call["function"]["name"], json.loads(call["function"]["arguments"])
    for meant, arguments in ((verb, given), *_as_scroll(recipe, verb, given)):
        for name, one in recipe.actions.items():
            found = _arguments(recipe, one, meant, arguments)
            if found is not None:
                return _answer(recipe, name, found, thought)
    raise LackingError("The recipe", f"{verb} {cut(given)}")


def _as_scroll(recipe: Recipe, verb: str, given: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Write a straight swipe as a scroll, for models without swipes. Its length is then half of the screen."""
    if verb != "swipe" or given.get("held"):
        return []
    wide, high = side(recipe)
    finger = Swipe(given["x"] / wide, given["y"] / high, given["to_x"] / wide, given["to_y"] / high)
    way = direction(finger, Frame((1, 1), (1, 1)))
    if way is None:
        return []
    return [("scroll", {"x": given["x"], "y": given["y"], "direction": AGAINST[way].lower()})]


def _arguments(
    recipe: Recipe, action: ActionRecipe, verb: str, given: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The arguments of a model's action that has our function's effect; None if it doesn't have it."""
    if action.verb != verb:
        return None
    ours = {key: value for key, value in given.items() if key not in ("x", "y", "to_x", "to_y")}
    for name, x, y in (("at", "x", "y"), ("to", "to_x", "to_y")):
        if x in given:
            ours[name] = [given[x], given[y]]
    found: dict[str, Any] = {}
    for name, value in ours.items():
        keys = action.keys(name)
        if name in action.fixed:
            if str(action.fixed[name]).casefold() != str(value).casefold():
                return None
        elif name in ("at", "to"):
            if not keys:  # a scroll of the whole screen
                continue
            point = _point(recipe, value)
            found |= {keys[0]: point} if len(keys) == 1 else dict(zip(keys, point, strict=True))
        elif keys:
            found[keys[0]] = value / action.unit if name == "seconds" else value
        elif value not in _USUAL.get(name, ()):
            return None
    for name in VERBS[verb][0]:
        if name not in ours:
            return None
    # An action that always says more, such as that the task can't be done, does something else.
    return None if any(name not in ours for name in action.fixed) else found


def _point(recipe: Recipe, point: list[float]) -> list[float]:
    """Convert one of our points to the model's scale and order."""
    if recipe.scale != "px":
        digits = 3 if recipe.scale == 1 else 0
        point = [round(value * float(recipe.scale) / 1000, digits) for value in point]
    return point if recipe.order == "xy" else point[::-1]


def _answer(
    recipe: Recipe, name: str, given: dict[str, Any], thought: str
) -> tuple[str, list[tuple[str, str]]]:
    if recipe.answers == "functions":
        return "", [(name, json.dumps(given, ensure_ascii=False))]
    if recipe.answers == "calls":
        written = f"{name}({', '.join(f'{key}={_literal(value)}' for key, value in given.items())})"
    else:
        named: dict[str, Any] = {recipe.action_key: name}
        named |= {recipe.arguments_key: given} if recipe.arguments_key else given
        written = json.dumps(named, ensure_ascii=False)
    first, last = (*recipe.marks, "", "")[:2]
    return f"{thought}\n{first}{written}{last}", []


def _literal(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    for raw, written in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\t", "\\t")):
        value = value.replace(raw, written)
    return f"'{value}'"
