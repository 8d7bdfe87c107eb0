"""Settings of training runs: typed fields, read from YAML, overridden on the command line, saved with the run.

Settings are a frozen pydantic model that inherits `Settings`; each field is made by `field`, which holds its
meaning, and its type is one of bool, int, float, str, a `Literal`, a tuple of one of these, one of these or None, or
other settings (whose fields are then named with a dot: ``network.width``). All checks are made where it is made,
so that a file, a command line and Python code are held to the same.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo, field_validator
from pydantic import Field as pydantic_field
from pydantic.fields import FieldInfo

from bmoca_gym import __version__, data_files
from bmoca_gym.errors import CatalogueError, ResumeError, SettingsError, cut, nearest, writing

C = TypeVar("C", bound="Settings")

#: The key of the package's version in saved settings.
VERSION_KEY = "bmoca_gym_version"

_NONE_WORDS = ("none", "null")
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def field(default: Any, meaning: str, *, low: float | None = None, high: float | None = None) -> Any:
    """A field of settings: its default, its meaning in a few words, and its limits."""
    lists = False if isinstance(default, tuple) else None  # a list of YAML is taken for a tuple
    return pydantic_field(default, description=meaning, ge=low, le=high, strict=lists)


class Settings(BaseModel):
    """Base of all settings: checks every field when they are made.

    Raises:
        SettingsError: a field is unknown, has the wrong type or is outside its range; the message names it.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise _refusal(type(self), error) from None

    @field_validator("*", mode="before")
    @classmethod
    def _number(cls, value: Any, info: ValidationInfo) -> Any:
        """YAML 1.1 takes 1e-3, without a dot, for a text."""
        if isinstance(value, str) and _kind(cls.model_fields[str(info.field_name)].annotation) is float:
            try:
                return float(value)
            except ValueError:
                pass
        return value


def _refusal(cls: type[Settings], error: ValidationError) -> SettingsError:
    """The first of pydantic's errors, in words."""
    first = error.errors(include_url=False)[0]
    name, inner = str(first["loc"][0]), first.get("ctx", {}).get("error")
    if isinstance(inner, SettingsError):  # of a part
        return SettingsError(f"{name}.{inner}")
    if first["type"] == "extra_forbidden":
        return SettingsError(
            f"{name} is not a field.{nearest(name, cls.model_fields)} See --help for all of them."
        )
    value, known = first["input"], _choices(cls.model_fields[name].annotation)
    suggestion = nearest(value, map(str, known)) if isinstance(value, str) else ""
    return SettingsError(
        f"{name} is {cut(value)}; it must be {_expected(cls.model_fields[name])}.{suggestion}"
    )


class Field(NamedTuple):
    """A field: ``name`` (dotted where it is a part's), type, meaning, and what a right value is, in words."""

    name: str
    type: Any
    meaning: str
    expected: str


def fields(cls: type[Settings]) -> Iterator[Field]:
    """All fields of settings and of their parts, in their order, with dotted names."""
    for name, each in cls.model_fields.items():
        if _is_part(each.annotation):
            for inner in fields(each.annotation):
                yield inner._replace(name=f"{name}.{inner.name}")
        else:
            yield Field(name, each.annotation, each.description or "", _expected(each))


def from_mapping(cls: type[C], data: Mapping[str, Any], source: str = "") -> C:
    """Settings of plain data: nested mappings, dotted names, or both. What is missing is the default's.

    Raises:
        SettingsError: an unknown field (the message suggests the nearest), or a value that is wrong; ``source``
            (a file's name) comes first in the message.
    """
    start = f"{source}: " if source else ""
    nested: dict[str, Any] = {}
    for name, value in _flat(data, cls):
        *parts, last = name.split(".")
        inside = nested
        for part in parts:
            inside = inside.setdefault(part, {})
            if not isinstance(inside, dict):
                raise SettingsError(f"{start}{part} is {cut(inside)}; it must be a mapping of its fields.")
        inside[last] = value
    nested.pop(VERSION_KEY, None)
    try:
        return cls(**nested)
    except SettingsError as error:
        raise SettingsError(f"{start}{error}") from None


def read(path: str | Path) -> dict[str, Any]:
    """The mapping in a YAML file; ``bc`` or ``bc.yaml`` without a folder may be one of the package's own.

    Raises:
        SettingsError: there is no such file, or it is not a mapping.
    """
    try:
        data = data_files.parsed(_text(path), str(path))
    except CatalogueError as error:
        raise SettingsError(str(error)) from error
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise SettingsError(f"{path}: must be a mapping of fields to values, but is {cut(data)}.")
    return data


def load(cls: type[C], path: str | Path | None = None, overrides: Sequence[str] = ()) -> C:
    """Settings of a file (or the defaults), with fields overridden: ``field=value`` texts.

    Raises:
        SettingsError: a field or value that is wrong, in the file or among the overrides.
    """
    made = from_mapping(cls, {} if path is None else read(path), "" if path is None else str(path))
    known = {each.name: each for each in fields(cls)}
    changes: dict[str, Any] = {}
    for text in overrides:
        name, equals, value = text.partition("=")
        name = name.replace("-", "_")
        if not equals or name not in known:
            raise SettingsError(
                f"Unknown field in {text!r}; write field=value.{nearest(name, known)} See --help for all fields."
            )
        changes[name] = _parsed(known[name], value)
    return override(made, changes) if changes else made


def override(settings: C, changes: Mapping[str, Any]) -> C:
    """A copy with some fields changed; names may be dotted.

    Raises:
        SettingsError: an unknown field, or a value that is wrong.
    """
    merged = dict(_flat(to_mapping(settings), type(settings))) | dict(changes)
    return from_mapping(type(settings), merged)


def to_mapping(settings: Settings) -> dict[str, Any]:
    """Plain data for YAML or JSON; `from_mapping` is the inverse."""
    return settings.model_dump(mode="json")


def save(settings: Settings, path: Path) -> None:
    """Write every field, and the package's version, as YAML; on a full disk what stood there stays."""
    data = {VERSION_KEY: __version__, **to_mapping(settings)}
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    data_files.write(path, yaml.safe_dump(data, sort_keys=False))


def claim(settings: Settings, path: Path, free: Sequence[str] = ()) -> None:
    """Save settings, or hold them to those that were saved there; ``free`` fields may differ.

    Raises:
        ResumeError: another one was saved there; the message names a field.
    """
    if path.exists():
        kind = type(settings)
        theirs = dict(_flat(read(path), kind))
        for name, ours in _flat(to_mapping(settings), kind):
            if name not in free and ours != theirs.get(name):
                raise ResumeError(
                    f"{path} has {name}={_word(theirs.get(name))}, and now it is {_word(ours)}. Name another folder "
                    "with out=..., or delete that one."
                )
    save(settings, path)


def command_line(cls: type[C], arguments: Sequence[str], default_file: str | None = None) -> C:
    """Settings of a command line: ``--config FILE``, ``--field value``, ``--field=value``, ``field=value``.

    Raises:
        SettingsError: an argument that is none of these, or a value that is wrong.
    """
    file: str | None = default_file
    overrides: list[str] = []
    rest = list(arguments)
    while rest:
        given = rest.pop(0)
        name, equals, value = given.removeprefix("--").partition("=")
        if given.startswith("--") and not equals:
            if not rest:
                raise SettingsError(f"{given} has no value after it.")
            value = rest.pop(0)
        elif not equals:
            raise SettingsError(f"{given!r} is not an option; write --field value or field=value.")
        if name == "config":
            file = value
        else:
            overrides.append(f"{name}={value}")
    return load(cls, file, overrides)


def help_text(cls: type[Settings], default_file: str | None = None) -> str:
    """A line or two for every field: name, type, default, meaning."""
    shown = load(cls, default_file)
    values = dict(_flat(to_mapping(shown), cls))
    lines = [
        "  --config FILE",
        f"      a YAML file with any of these fields (default: {default_file or 'none'})",
    ]
    for each in fields(cls):
        default = values[each.name]
        text = ",".join(map(str, default)) if isinstance(default, list) else _word(default)
        lines += [
            f"  --{each.name} VALUE",
            f"      {each.meaning}; {each.expected} (default: {text or 'empty'})",
        ]
    return "\n".join(lines)


# --- one field ---


def _is_part(kind: Any) -> TypeGuard[type[Settings]]:
    return isinstance(kind, type) and issubclass(kind, Settings)


def _takes_none(kind: Any) -> bool:
    return type(None) in typing.get_args(kind) and typing.get_origin(kind) in (typing.Union, types.UnionType)


def _kind(annotation: Any) -> Any:
    """The type without None."""
    if not _takes_none(annotation):
        return annotation
    return next(each for each in typing.get_args(annotation) if each is not type(None))


def _choices(annotation: Any) -> tuple[Any, ...]:
    kind = _kind(annotation)
    return typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def _expected(each: FieldInfo) -> str:
    """Describe a right value in words."""
    kind, metadata = _kind(each.annotation), list(each.metadata)
    if choices := _choices(kind):
        text = f"one of {', '.join(map(str, choices))}"
    elif typing.get_origin(kind) is tuple:
        item = typing.get_args(kind)[0]
        text = f"a list, each {_NAMES[getattr(item, '__origin__', item)]}"
        metadata += [limit for info in getattr(item, "__metadata__", ()) for limit in info.metadata]
    else:
        text = _NAMES.get(kind, "a mapping of its fields")
    low, high = (
        next((getattr(limit, name) for limit in metadata if hasattr(limit, name)), None)
        for name in ("ge", "le")
    )
    if low is not None:
        text += f" from {low:g} on" if high is None else f" from {low:g} to {high:g}"
    return text + (", or none" if _takes_none(each.annotation) else "")


def _parsed(each: Field, text: str) -> Any:
    """The value that a text of the command line stands for; one that can't be read stays a text, to be refused."""
    if _takes_none(each.type) and text.lower() in _NONE_WORDS:
        return None
    kind = _kind(each.type)
    if typing.get_origin(kind) is tuple:
        item = typing.get_args(kind)[0]
        parts = text.strip().removeprefix("[").removesuffix("]").split(",")
        return [
            _parsed_scalar(getattr(item, "__origin__", item), part.strip()) for part in parts if part.strip()
        ]
    return _parsed_scalar(type(choices[0]) if (choices := _choices(kind)) else kind, text)


def _parsed_scalar(kind: type, text: str) -> Any:
    if kind is bool:
        return {"true": True, "false": False}.get(text.lower(), text)
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            return text
    return text


def _word(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


# --- nested mappings ---


def _flat(data: Mapping[str, Any], cls: type[Settings], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The dotted names and values of nested mappings; only parts are looked into."""
    parts = {name: each.annotation for name, each in cls.model_fields.items() if _is_part(each.annotation)}
    for name, value in data.items():
        if name in parts and isinstance(value, Mapping):
            yield from _flat(value, parts[name], f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _text(path: str | Path) -> str:
    """The text of a file, or of the package's own settings of that name."""
    name = str(path)
    if not Path(name).exists() and Path(name).name == name:
        own = resources.files("bmoca_gym") / "configs" / (name if name.endswith(".yaml") else f"{name}.yaml")
        if own.is_file():
            return own.read_text(encoding="utf-8")
    return data_files.read(path)
