"""Recipes of generic agents: a YAML file that describes a model's answers, points, pictures, history and prompts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

from bmoca_gym import data_files
from bmoca_gym.agents.language.formats.points import smart_resize
from bmoca_gym.agents.language.prompts import checked
from bmoca_gym.errors import CatalogueError, PromptError, SettingsError, cut, nearest

FOLDER = Path(__file__).with_name("recipes")

#: What an action of a model may mean: our verb, the arguments that it needs, and those that it may have. ``at`` and
#: ``to`` are points.
VERBS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "click": (("at",), ()),
    "double_tap": (("at",), ()),
    "long_press": (("at",), ("seconds",)),
    "swipe": (("at", "to"), ("seconds", "held")),
    "pinch": (("at", "zoom"), ()),
    "scroll": (("direction",), ("at",)),
    "flick": (("direction",), ("at",)),
    "input_text": (("text",), ("clear",)),
    "press_key": (("key",), ()),
    "open_app": (("app_name",), ()),
    "wait": ((), ("seconds",)),
    "answer": (("text",), ()),
    "ask_user": (("text",), ()),
    "finish": ((), ("status", "text")),
    "note": ((), ("text",)),
}
_ARGUMENTS = (
    "at",
    "to",
    "seconds",
    "held",
    "zoom",
    "direction",
    "text",
    "clear",
    "key",
    "app_name",
    "status",
)

#: Placeholders of prompts, and of a line of the history.
TOLD = ("goal", "history", "actions", "width", "height", "scale", "problem", "reply")
OF_LINES = ("number", "said", "action", "thought")

Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


class ActionRecipe(_Part):
    """What an action of the model means."""

    verb: Literal[
        "click", "double_tap", "long_press", "swipe", "pinch", "scroll", "flick", "input_text", "press_key", "open_app",
        "wait", "answer", "ask_user", "finish", "note",
    ] = Field(description="what it does on the phone")  # fmt: skip
    at: Name | list[Name] | None = Field(
        None, description="the model's argument with the point: one, or two for x and y"
    )
    to: Name | list[Name] | None = Field(None, description="the same for where a swipe ends")
    seconds: Name | None = Field(None, description="the model's argument with a time")
    unit: float = Field(1.0, gt=0, le=60, description="seconds of one unit of that time, such as 0.001")
    held: Name | None = Field(
        None, description="the model's argument with the seconds that a swipe first holds"
    )
    zoom: Name | None = Field(
        None, description="the model's argument with how many times as far apart two fingers are at the end"
    )
    direction: Name | None = Field(None, description="the model's argument with up, down, left or right")
    text: Name | None = Field(None, description="the model's argument with a text")
    clear: Name | None = Field(
        None, description="the model's argument that says whether to clear the field first"
    )
    key: Name | None = Field(None, description="the model's argument with the name of a key")
    app_name: Name | None = Field(None, description="the model's argument with the name of an app")
    status: Name | None = Field(None, description="the model's argument with success or failure")
    fixed: dict[Name, str | float | bool] = Field(
        default_factory=dict, description="our arguments with a constant value, such as {key: BACK}"
    )
    about: str = Field("", description="what it does, for the model")

    @model_validator(mode="after")
    def _complete(self) -> ActionRecipe:
        needed, optional = VERBS[self.verb]
        given = [name for name in _ARGUMENTS if getattr(self, name) is not None]
        for name in self.fixed:
            if name not in _ARGUMENTS or name in ("at", "to"):
                raise ValueError(f"fixed can't have {name}")
        for name in (*given, *self.fixed):
            if name not in (*needed, *optional):
                raise ValueError(
                    f"{self.verb} has no {name}; it has {', '.join((*needed, *optional)) or 'no arguments'}"
                )
        for name in needed:
            if name not in (*given, *self.fixed):
                raise ValueError(f"{self.verb} needs {name}: name the model's argument")
        for name in ("at", "to"):
            keys = getattr(self, name)
            if isinstance(keys, list) and len(keys) != 2:
                raise ValueError(f"{name} names {len(keys)} arguments; it must be one, or two for x and y")
        return self

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the model's arguments for one of ours; () for none."""
        found = getattr(self, name)
        return () if found is None else (found,) if isinstance(found, str) else tuple(found)


class PictureRecipe(_Part):
    """What picture the model gets."""

    size: Annotated[str, StringConstraints(pattern="^[0-9]{2,4}x[0-9]{2,4}$")] = Field(
        "1080x2400", description="width and height of the screen's picture in px"
    )
    longest: int = Field(
        0, ge=0, le=10_000, description="the longer side is shrunk to so many px; 0 for any length"
    )
    multiple: int = Field(
        0,
        ge=0,
        le=256,
        description="both sides become multiples of it, as Qwen's processors make them; 0: they don't",
    )
    least: int = Field(3_136, ge=1, description="smallest area after that, in px")
    most: int = Field(12_845_056, ge=1, description="largest area after that, in px")

    def full(self) -> tuple[int, int]:
        """Return width and height of the screen's picture."""
        wide, _, high = self.size.partition("x")
        return int(wide), int(high)

    def sent(self) -> tuple[int, int]:
        """Return width and height of the picture that is sent."""
        wide, high = self.full()
        if self.longest and max(wide, high) > self.longest:
            by = self.longest / max(wide, high)
            wide, high = max(1, round(wide * by)), max(1, round(high * by))
        if self.multiple:
            high, wide = smart_resize(high, wide, self.multiple, self.least, self.most)
        return wide, high


class Prompts(_Part):
    """The prompts. ``$goal`` and so on are filled in."""

    system: str = Field("", description=f"system message; it may have ${', $'.join(TOLD)}")
    task: str = Field(
        "$goal", description="the user's words: with every picture; with history: turns, before the first one"
    )
    step: str = Field("", description="words beside each later picture, with history: turns")
    line: str = Field(
        "Step $number: $said\n", description=f"a line of the history; it may have ${', $'.join(OF_LINES)}"
    )
    no_lines: str = Field("none", description="the history before the first step")


class Recipe(_Part):
    """Recipe of a generic agent."""

    summary: str = Field("", description="the model in a few words")
    answers: Literal["json", "calls", "functions"] = Field(
        description="json: an object in the text; calls: name(key='value') in the text; functions: function calls"
    )
    marks: list[str] = Field(
        default_factory=list, max_length=2, description="what stands before and after the action in the text"
    )
    action_key: Name = Field("action", description="json: the key with the action's name")
    arguments_key: str = Field(
        "", description="json: the key with the arguments; empty if they stand beside the name"
    )
    takes: Literal["only", "first", "last"] = Field(
        "only", description="which action of an answer counts; only: several are a wrong format"
    )
    scale: Literal["px", 1, 999, 1000] = Field(
        description="points: px of the picture that is sent, or from 0 to this number"
    )
    order: Literal["xy", "yx"] = Field("xy", description="order of the numbers of a point")
    picture: PictureRecipe = Field(
        default_factory=lambda: PictureRecipe.model_validate({}), description="the picture"
    )
    actions: dict[Name, ActionRecipe] = Field(
        min_length=1, max_length=64, description="the model's actions by name"
    )
    history: Literal["none", "lines", "turns"] = Field(
        "lines",
        description="what the model is told of earlier steps: nothing, a line a step, or the whole dialogue",
    )
    pictures: int = Field(1, ge=1, le=100, description="most pictures in a request, with history: turns")
    temperature: float | None = Field(
        None, ge=0, description="temperature of the sampling; none: the endpoint's"
    )
    top_p: float | None = Field(None, gt=0, le=1, description="top-p of the sampling; none: the endpoint's")
    answer_tokens: int = Field(2048, ge=1, description="longest answer in tokens")
    request: dict[str, Any] = Field(default_factory=dict, description="further fields of each request")
    prompts: Prompts = Field(default_factory=lambda: Prompts.model_validate({}), description="the prompts")

    @model_validator(mode="after")
    def _fits(self) -> Recipe:
        if self.answers == "functions" and self.marks:
            raise ValueError("function calls have no marks")
        try:
            for name in ("system", "task", "step", "no_lines"):
                checked(getattr(self.prompts, name), f"prompts.{name}", TOLD)
            checked(self.prompts.line, "prompts.line", OF_LINES)
        except PromptError as error:
            raise ValueError(str(error)) from None
        self.picture.sent()
        return self

    @property
    def digest(self) -> str:
        """Digest of the whole recipe: 12 hexadecimal digits."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]


def load(name: str) -> Recipe:
    """Read a recipe: a file, or one of the package by its name.

    Raises:
        SettingsError: there is none, or it is malformed; the message has the line and the field.
    """
    path = Path(name)
    shipped = {one.stem: one for one in sorted(FOLDER.glob("*.yaml"))}
    if not path.is_file():
        if name not in shipped:
            raise SettingsError(
                f"There is no recipe {cut(name)}.{nearest(name, shipped)} Give a YAML file, or one of the package's: "
                f"{', '.join(shipped)}."
            )
        path = shipped[name]
    try:
        text = data_files.read(path)
        data = data_files.parsed(text, str(path))
    except CatalogueError as error:
        raise SettingsError(str(error)) from error
    if not isinstance(data, dict):
        raise SettingsError(f"{path}: a recipe has fields: {', '.join(Recipe.model_fields)}.")
    try:
        return Recipe.model_validate(data)
    except ValidationError as error:
        raise SettingsError(_refusal(path, text, error)) from None


def schema() -> dict[str, Any]:
    """Return the JSON schema of a recipe, for editors."""
    return {"$schema": "http://json-schema.org/draft-07/schema#", **Recipe.model_json_schema()}


def _refusal(path: Path, text: str, error: ValidationError) -> str:
    """Write the first of pydantic's errors in words, with its line."""
    first = error.errors(include_url=False)[0]
    place = [
        part for part in first["loc"] if part not in ("str", "list[constrained-str]") and "[" not in str(part)
    ]
    field = ".".join(map(str, place))
    message = first["msg"].removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    if first["type"] == "extra_forbidden":
        known = Recipe.model_fields if len(place) == 1 else _fields(place)
        message = f"unknown field.{nearest(str(place[-1]), known)} Fields are {', '.join(known)}"
    where = f"{path}, line {_line(text, place)}"
    return f"{where}: {field + ': ' if field else ''}{cut(message) if len(message) > 2000 else message}."


def _fields(place: Sequence[str | int]) -> Mapping[str, Any]:
    parts: Mapping[object, type[BaseModel]] = {
        "actions": ActionRecipe, "picture": PictureRecipe, "prompts": Prompts,
    }  # fmt: skip
    return parts.get(place[0], Recipe).model_fields


def _line(text: str, place: Sequence[str | int]) -> int:
    """Find the line of a field, or of the nearest field around it."""
    node = yaml.compose(text, yaml.SafeLoader)
    line = 1
    for part in place:
        if isinstance(node, yaml.MappingNode):
            found = next((pair for pair in node.value if pair[0].value == str(part)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
            found = node.value[part], node.value[part]
        else:
            found = None
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line
