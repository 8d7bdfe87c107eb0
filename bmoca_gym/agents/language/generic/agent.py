"""Agent for any model that a recipe describes. It reads the answer itself, and acts through our own function calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from string import Template
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.agents.agent import Notes
from bmoca_gym.agents.language.asking import Asking
from bmoca_gym.agents.language.formats import preflight
from bmoca_gym.agents.language.formats.agent import resized, texts
from bmoca_gym.agents.language.formats.dialogue import Dialogue, Past
from bmoca_gym.agents.language.formats.reading import FormatError, Frame, Reading
from bmoca_gym.agents.language.formats.styles import Style
from bmoca_gym.agents.language.generic import reading
from bmoca_gym.agents.language.generic.recipe import VERBS, ActionRecipe, Recipe, load
from bmoca_gym.agents.language.models import Answer, ChatModel
from bmoca_gym.agents.language.options import OPTIONS as OPTIONS_OF_LLM
from bmoca_gym.agents.language.options import further_fields, resolve
from bmoca_gym.agents.language.tokens import of_picture
from bmoca_gym.agents.options import Option
from bmoca_gym.envs.actions import Move
from bmoca_gym.envs.pictures import png
from bmoca_gym.errors import ModelError, SettingsError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info

_ENDPOINT = (
    "model", "base_url", "api_key_variable", "send_seed", "request", "stream", "timeout", "retries",
    "max_tokens_per_episode", "max_cost", "max_time", "price_in", "price_out", "cache", "replay",
)  # fmt: skip
#: Options that the recipe has too. None: as the recipe says.
_OF_RECIPE = ("temperature", "top_p", "answer_tokens")

#: How arguments that are no texts are shown in prompts.
_SHOWN = {
    "at": "[x, y]",
    "to": "[x, y]",
    "clear": "true or false",
    "key": '"name of a key"',
    "direction": '"up, down, left or right"',
}

#: JSON schemas of the model's arguments, by ours.
_KINDS: Mapping[str, Mapping[str, Any]] = {
    "seconds": {"type": "number"},
    "held": {"type": "number"},
    "zoom": {"type": "number", "minimum": 0.1, "maximum": 10},
    "clear": {"type": "boolean"},
    "direction": {"type": "string", "enum": ["up", "down", "left", "right"]},
}


class GenericRecipe:
    """What an evaluation expects from an agent's options module.

    Args:
        name: one of the package's recipes; empty for the one named by the option.
    """

    def __init__(self, name: str = "") -> None:
        self.name = name

    @cached_property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The options: those of ``llm`` for the endpoint and sampling, and the recipe."""
        known = {option.name: option for option in OPTIONS_OF_LLM}
        chosen = [known[name] for name in _ENDPOINT] + [
            known[name]._replace(default=None) for name in _OF_RECIPE
        ]
        told = "YAML file that describes the model, or the name of a recipe of the package"
        return tuple(chosen) if self.name else (*chosen, Option("recipe", str, "", told, metavar="FILE"))

    def recipe(self, options: Mapping[str, Any]) -> Recipe:
        """Return the recipe.

        Raises:
            SettingsError: none is named, or it is malformed.
        """
        name = self.name or options["recipe"]
        if not name:
            raise SettingsError("No recipe: give --recipe FILE.yaml, or the name of one of the package's.")
        return load(name)

    def resolve(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Complete the options from the recipe and from environment variables, and check them.

        Raises:
            SettingsError: no model or recipe is named, or one is invalid.
        """
        recipe = self.recipe(options)
        fields = recipe.request | further_fields(options["request"])
        completed = {name: getattr(recipe, name) for name in _OF_RECIPE if options[name] is None}
        found = resolve({**options, **completed, "prompt": "", "request": json.dumps(fields)})
        return {name: found[name] for name in options}

    def environment(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of ``gym.make`` for the options. The observed picture is the one that is sent, so that
        points in px refer to the same picture."""
        recipe = self.recipe(options)
        return {"action": action_mode(recipe), "observation": "pixels", "resolution": recipe.picture.sent()}

    def identity(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that must be equal to resume a run. ``recipe`` is the digest of its content."""
        chosen = {option.name: options[option.name] for option in self.OPTIONS if option.scored}
        return chosen | {"recipe": self.recipe(options).digest}


#: For each agent.
RECIPES = {
    "generic": GenericRecipe(),
    "tool-call/1000": GenericRecipe("tool-call-1000"),
    "tool-call/px": GenericRecipe("tool-call-px"),
}


def action_mode(recipe: Recipe) -> str:
    """Return the action mode for the recipe's scale."""
    return "tool-call/px" if recipe.scale == "px" else "tool-call/1000"


class GenericAgent:
    """Agent that asks a model according to a recipe.

    Its action is one of our own function calls, which the environment reads in the mode ``tool-call/px`` or
    ``tool-call/1000``. An answer that can't be read is a wrong format.

    Args:
        name: name of the agent.
        recipe: name or file of the recipe.
        client: a replacement for the endpoint's model.
        options: all options of the agent.
    """

    def __init__(
        self, name: str = "generic", recipe: str = "", client: ChatModel | None = None, **options: Any
    ) -> None:
        self.name = name
        self._options = options
        self._recipe = load(recipe)
        self._sent = self._recipe.picture.sent()
        self._asking = Asking(options, client, of_picture(*self._sent))
        self._tools = tools(self._recipe) if self._recipe.answers == "functions" else []
        self.notes = Notes()

    def reset(self, env: PhoneEnv | None, info: Info, seed: int) -> None:
        """Begin an episode with an empty dialogue and a new budget."""
        self._dialogue = _Dialogue(self._recipe, self._told(info))
        self._last: tuple[Answer, reading.Found | None, bytes] | None = None
        self.notes = self._asking.begin(seed)

    def _told(self, info: Mapping[str, Any]) -> dict[str, str]:
        """What the prompts can say about an episode."""
        return {
            "goal": str(info["instruction"]),
            "actions": listing(self._recipe),
            "width": str(self._sent[0]),
            "height": str(self._sent[1]),
            "scale": scale(self._recipe),
            "history": "",
            "problem": "",
            "reply": "",
        }

    def act(self, observation: NDArray[np.uint8], info: Info) -> str:
        """Return the model's action as a function call.

        Raises:
            LimitReachedError: a limit on tokens, cost or time is reached.
            ModelError: the model gave no answer.
        """
        told = {
            "problem": f"Your last answer was not valid: {info['wrong_format']}"
            if info["wrong_format"]
            else "",
            "reply": f"The user says: {info['reply']}" if info["reply"] else "",
        }
        if self._last is not None:
            self._dialogue.add(*self._last, " ".join(filter(None, told.values())))
            self._last = None
        picture = png(observation)
        messages = self._dialogue.request(picture, **told)
        found: reading.Found | None = None
        action: str | None = None
        answer = self._asking.ask(messages, texts(messages), [picture], lambda _: None, self._tools)
        try:
            found = reading.find(self._recipe, answer.text, answer.calls)
            action = sent = reading.written(self._recipe, found)
        except FormatError as error:
            found, sent = None, json.dumps({"problem": str(error)})
        self.notes.turns[-1]["action"] = action
        self._last = answer, found, picture
        return sent

    def test_call(self) -> str:
        """Ask the model to tap a button in a test picture, before anything is played; see `preflight`.

        Returns:
            A remark for the user; "" if all is well, and for a replay, which asks nothing.

        Raises:
            ModelError: the model gave no answer, takes no pictures, or answers in the grammar of another agent.
        """
        if self._options["replay"]:
            return ""
        sizes = Frame(self._recipe.picture.full(), self._sent)
        picture = png(resized(preflight.picture(sizes.screen), self._sent))
        dialogue = _Dialogue(self._recipe, self._told(preflight.INFO))
        messages = dialogue.request(picture, problem="", reply="")
        try:
            answer = self._asking.try_out(messages, self._tools)
        except ModelError as error:
            raise preflight.explained(error) from error

        def moves() -> tuple[Move, ...]:
            found = reading.find(self._recipe, answer.text, answer.calls)
            said = reading.written(self._recipe, found)
            return preflight.moves_of(action_mode(self._recipe), said, sizes)

        return preflight.verdict(self.name, answer, "\n".join(texts(messages).values()), sizes, moves)

    def close(self) -> None:
        """Close the connections. Any thread may call this."""
        self._asking.close()


class _Dialogue(Dialogue):
    """The dialogue of an episode, following a recipe."""

    def __init__(self, recipe: Recipe, told: Mapping[str, str]) -> None:
        turns = recipe.history == "turns"
        style = Style(
            "",
            recipe.history,
            ("system",) if recipe.prompts.system.strip() else (),
            ("task",) if turns else (),
            ("picture",) if turns else ("task", "picture"),
            ("step", "picture") if turns and recipe.prompts.step.strip() else (),
            recipe.pictures,
            "text" if recipe.prompts.step.strip() else "drop",
            between="",  # a recipe's line has its own end
        )
        super().__init__(style, self._filled, told)
        self._prompts = recipe.prompts
        self._called: list[tuple[tuple[tuple[str, str], ...], str, str]] = []

    def _filled(self, name: str, **told: str) -> str:
        text = getattr(self._prompts, name)
        return Template(text if name == "line" else text.strip()).substitute(told)

    def add(self, answer: Answer, found: reading.Found | None, picture: bytes, told: str) -> None:
        """Add a step: the model's answer, the action found in it, and what the model is told about it."""
        self._called.append((answer.calls, answer.text, told))
        said = None
        if found is not None:
            line = f"{found.name} {json.dumps(dict(found.given), ensure_ascii=False)}"
            said = Reading((), found.thought, {"action_line": line})
        self.note(answer.written(), said, picture, "" if answer.calls else told)

    def answered(self, past: Past) -> list[dict[str, Any]]:
        """Return the messages for a step's answer; if it has function calls, with a reply to each."""
        place = next(place for place, one in enumerate(self._past) if one is past)
        calls, text, told = self._called[place]
        if not calls:
            return super().answered(past)
        ids = [f"call_{place}_{number}" for number in range(len(calls))]
        return [
            turn(text, calls, ids),
            *({"role": "tool", "tool_call_id": one, "content": told or "Done."} for one in ids),
        ]


def turn(text: str, calls: Sequence[tuple[str, str]], ids: Sequence[str]) -> dict[str, Any]:
    """Make a model message with function calls, given by name and arguments as JSON."""
    functions = [
        {"id": one, "type": "function", "function": {"name": name, "arguments": given}}
        for one, (name, given) in zip(ids, calls, strict=True)
    ]
    return {"role": "assistant", "content": text or None, "tool_calls": functions}


def scale(recipe: Recipe) -> str:
    """Describe the scale of points, for prompts."""
    if recipe.scale != "px":
        return f"from 0 to {recipe.scale}, from the left and the top of the screen"
    wide, high = recipe.picture.sent()
    return f"px of the picture, which has {wide}x{high} px"


def listing(recipe: Recipe) -> str:
    """List the actions the way the model must write them, for prompts."""
    return "\n".join(_line(recipe, name, action) for name, action in recipe.actions.items())


def tools(recipe: Recipe) -> list[dict[str, Any]]:
    """Return the functions that the model may call."""
    return [
        {"type": "function", "function": {
            "name": name,
            "description": action.about or name.replace("_", " "),
            "parameters": _parameters(recipe, action),
        }}
        for name, action in recipe.actions.items()
    ]  # fmt: skip


def _arguments(action: ActionRecipe) -> list[tuple[str, tuple[str, ...]]]:
    """Those of our arguments that the model gives, each with the model's names for it."""
    names = (*VERBS[action.verb][0], *VERBS[action.verb][1])
    return [(name, keys) for name in names if (keys := action.keys(name))]


def _line(recipe: Recipe, name: str, action: ActionRecipe) -> str:
    shown: dict[str, str] = {}
    for ours, keys in _arguments(action):
        if len(keys) == 2:
            shown |= dict.fromkeys(keys, "number")
        else:
            shown[keys[0]] = _SHOWN.get(
                ours, "number" if ours in ("seconds", "held", "zoom") else f'"{ours.replace("_", " ")}"'
            )
    about = f"  # {action.about}" if action.about else ""
    if recipe.answers != "json":
        return f"{name}({', '.join(f'{key}={value}' for key, value in shown.items())}){about}"
    inside = ", ".join(f'"{key}": {value}' for key, value in shown.items())
    if recipe.arguments_key:
        return f'{{"{recipe.action_key}": "{name}", "{recipe.arguments_key}": {{{inside}}}}}{about}'
    return f'{{"{recipe.action_key}": "{name}"{", " if inside else ""}{inside}}}{about}'


def _parameters(recipe: Recipe, action: ActionRecipe) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    needed: list[str] = []
    for ours, keys in _arguments(action):
        for key in keys:
            if ours not in ("at", "to"):
                properties[key] = dict(_KINDS.get(ours, {"type": "string"}))
            elif len(keys) == 2:
                properties[key] = {"type": "number", "description": scale(recipe)}
            else:
                described = f"[x, y], {scale(recipe)}" if recipe.order == "xy" else f"[y, x], {scale(recipe)}"
                items = {"type": "number"}
                properties[key] = {"type": "array", "items": items, "description": described}
        if ours in VERBS[action.verb][0]:
            needed += keys
    return {"type": "object", "properties": properties, "required": needed}
