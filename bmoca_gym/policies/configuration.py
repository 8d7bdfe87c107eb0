"""Configurations of training runs: typed fields, read from YAML, overridden on the command line, saved with the run.

A configuration is a frozen dataclass that inherits `Configuration`; each field is made by `field`, which holds its
meaning, and its type is one of bool, int, float, str, a tuple of one of these, one of these or None, or another
configuration (whose fields are then named with a dot: ``network.width``). All checks are made where it is made, so
that a file, a command line and Python code are held to the same.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import yaml

from bmoca_gym import __version__, data_files
from bmoca_gym.errors import CatalogueError, ResumeError, SettingsError, cut, nearest, writing

C = TypeVar("C", bound="Configuration")

#: The key of the package's version in a saved configuration.
VERSION_KEY = "bmoca_gym_version"

_NONE_WORDS = ("none", "null")
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def field(
    default: Any,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[Any] | None = None,
) -> Any:
    """A field of a configuration: its default, its meaning in a few words, and what values are right."""
    metadata = {"meaning": meaning, "low": low, "high": high, "choices": choices}
    if isinstance(default, type):
        return dataclasses.field(default_factory=default, metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


class Configuration:
    """Base of the configurations: checks every field when one is made.

    Raises:
        SettingsError: a field has the wrong type or is outside its range; the message names it.
    """

    def __post_init__(self) -> None:
        for each in _own_fields(type(self)):
            value = _checked(each, getattr(self, each.name), each.name)
            object.__setattr__(self, each.name, value)


@dataclasses.dataclass(frozen=True)
class Field:
    """What is known of a field: ``name`` (dotted where it is a part's), type, meaning, default, limits."""

    name: str
    type: Any
    meaning: str
    default: Any
    low: float | None
    high: float | None
    choices: tuple[Any, ...] | None

    @property
    def expected(self) -> str:
        """What a right value is, in words."""
        if self.choices is not None:
            text = f"one of {', '.join(map(str, self.choices))}"
        elif typing.get_origin(self.type) is tuple:
            text = f"a list, each {_NAMES[typing.get_args(self.type)[0]]}"
        else:
            text = _NAMES.get(_without_none(self.type), "a mapping")
        if self.low is not None and self.high is not None:
            text += f" from {self.low:g} to {self.high:g}"
        elif self.low is not None:
            text += f" from {self.low:g} on"
        return text + (", or none" if _takes_none(self.type) else "")


def fields(cls: type[Configuration]) -> Iterator[Field]:
    """All fields of a configuration and of its parts, in their order, with dotted names."""
    for each in _own_fields(cls):
        if _is_part(each.type):
            for inner in fields(each.type):
                yield dataclasses.replace(inner, name=f"{each.name}.{inner.name}")
        else:
            yield each


def from_mapping(cls: type[C], data: Mapping[str, Any], source: str = "") -> C:
    """The configuration of plain data: nested mappings, dotted names, or both. What is missing is the default's.

    Raises:
        SettingsError: an unknown field (the message suggests the nearest), or a value that is wrong; ``source``
            (a file's name) comes first in the message.
    """
    start = f"{source}: " if source else ""
    known = {each.name: each for each in fields(cls)}
    flat: dict[str, Any] = {}
    for name, value in _flat(data, cls):
        if name == VERSION_KEY:
            continue
        if any(each.startswith(f"{name}.") for each in known):
            raise SettingsError(f"{start}{name} is {cut(value)}; it must be a mapping of its fields.")
        if name not in known:
            raise SettingsError(
                f"{start}{name} is no field.{nearest(name, known)} See --help for all of them."
            )
        flat[name] = value
    try:
        return _made(cls, flat, "")
    except SettingsError as error:
        raise SettingsError(f"{start}{error}") from None


def read(path: str | Path) -> dict[str, Any]:
    """The mapping in a YAML file; ``bc`` or ``bc.yaml`` without a folder may be one of the package's own.

    Raises:
        SettingsError: there is no such file, or it is no mapping.
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
    """The configuration of a file (or the defaults), with fields overridden: ``field=value`` texts.

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
                f"{text!r} overrides nothing: write field=value.{nearest(name, known)} See --help for all fields."
            )
        changes[name] = _parsed(known[name], value)
    return override(made, changes) if changes else made


def override(configuration: C, changes: Mapping[str, Any]) -> C:
    """A copy with some fields changed; names may be dotted.

    Raises:
        SettingsError: an unknown field, or a value that is wrong.
    """
    merged = dict(_flat(to_mapping(configuration), type(configuration))) | dict(changes)
    return from_mapping(type(configuration), merged)


def to_mapping(configuration: Configuration) -> dict[str, Any]:
    """Plain data for YAML or JSON; `from_mapping` is the inverse."""
    found: dict[str, Any] = {}
    for each in _own_fields(type(configuration)):
        value = getattr(configuration, each.name)
        if isinstance(value, Configuration):
            value = to_mapping(value)
        found[each.name] = list(value) if isinstance(value, tuple) else value
    return found


def save(configuration: Configuration, path: Path) -> None:
    """Write every field, and the package's version, as YAML; on a full disk what stood there stays."""
    data = {VERSION_KEY: __version__, **to_mapping(configuration)}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, yaml.safe_dump(data, sort_keys=False))


def write_whole(path: Path, text: str) -> None:
    """Write a file that is there in full or, on a full disk, as it was before."""
    partial = path.with_name(f"{path.name}.partial")
    with writing(path):
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)


def claim(configuration: Configuration, path: Path, free: Sequence[str] = ()) -> None:
    """Save a configuration, or hold it to the one that was saved there; ``free`` fields may differ.

    Raises:
        ResumeError: another one was saved there; the message names a field.
    """
    if path.exists():
        kind = type(configuration)
        theirs = dict(_flat(read(path), kind))
        for name, ours in _flat(to_mapping(configuration), kind):
            if name not in free and ours != theirs.get(name):
                raise ResumeError(
                    f"{path} has {name}={_word(theirs.get(name))}, and now it is {_word(ours)}. Name another folder "
                    "with out=..., or delete that one."
                )
    save(configuration, path)


def command_line(cls: type[C], arguments: Sequence[str], default_file: str | None = None) -> C:
    """The configuration of a command line: ``--config FILE``, ``--field value``, ``--field=value``, ``field=value``.

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
            raise SettingsError(f"{given!r} is no option; write --field value or field=value.")
        if name == "config":
            file = value
        else:
            overrides.append(f"{name}={value}")
    return load(cls, file, overrides)


def help_text(cls: type[Configuration], default_file: str | None = None) -> str:
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


def _own_fields(cls: type[Configuration]) -> list[Field]:
    hints = typing.get_type_hints(cls)
    found = []
    for each in dataclasses.fields(cls):  # type: ignore[arg-type]  # every subclass is a dataclass
        metadata = each.metadata
        choices = metadata.get("choices")
        found.append(
            Field(
                name=each.name,
                type=hints[each.name],
                meaning=metadata.get("meaning", ""),
                default=each.default,
                low=metadata.get("low"),
                high=metadata.get("high"),
                choices=None if choices is None else tuple(choices),
            )
        )
    return found


def _is_part(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Configuration)


def _takes_none(kind: Any) -> bool:
    return type(None) in typing.get_args(kind) and typing.get_origin(kind) in (typing.Union, types.UnionType)


def _without_none(kind: Any) -> Any:
    if not _takes_none(kind):
        return kind
    return next(each for each in typing.get_args(kind) if each is not type(None))


def _checked(each: Field, value: Any, name: str) -> Any:
    """The value as the field's type has it.

    Raises:
        SettingsError: it is of another type, or outside the field's range.
    """
    if value is None and _takes_none(each.type):
        return None
    kind = _without_none(each.type)
    if _is_part(kind):
        if isinstance(value, kind):
            return value
        raise SettingsError(f"{name} is {cut(value)}; it must be a mapping of its fields.")
    if typing.get_origin(kind) is tuple:
        if not isinstance(value, (list, tuple)):
            raise SettingsError(f"{name} is {cut(value)}; it must be {each.expected}.")
        item = typing.get_args(kind)[0]
        return tuple(_checked_scalar(each, item, one, name) for one in value)
    return _checked_scalar(each, kind, value, name)


def _checked_scalar(each: Field, kind: type, value: Any, name: str) -> Any:
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if kind is float and not right:
        # YAML 1.1 takes 1e-3, without a dot, for a text.
        if isinstance(value, int) and not isinstance(value, bool):
            value, right = float(value), True
        elif isinstance(value, str):
            value, right = _number(value)
    if right and kind is float and not math.isfinite(value):
        right = False
    if right and each.choices is not None and value not in each.choices:
        suggestion = nearest(value, each.choices) if isinstance(value, str) else ""
        raise SettingsError(f"{name} is {value!r}; it must be {each.expected}.{suggestion}")
    low, high = each.low, each.high
    if not right or (low is not None and value < low) or (high is not None and value > high):
        raise SettingsError(f"{name} is {cut(value)}; it must be {each.expected}.")
    return value


def _number(text: str) -> tuple[Any, bool]:
    try:
        return float(text), True
    except ValueError:
        return text, False


def _parsed(each: Field, text: str) -> Any:
    """The value that a text of the command line stands for; one that can't be read stays a text, to be refused."""
    if _takes_none(each.type) and text.lower() in _NONE_WORDS:
        return None
    kind = _without_none(each.type)
    if typing.get_origin(kind) is tuple:
        item = typing.get_args(kind)[0]
        parts = text.strip().removeprefix("[").removesuffix("]").split(",")
        return [_parsed_scalar(item, part.strip()) for part in parts if part.strip()]
    return _parsed_scalar(kind, text)


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


def _flat(data: Mapping[str, Any], cls: type[Configuration], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The dotted names and values of nested mappings; only parts are looked into."""
    parts = {each.name: each.type for each in _own_fields(cls) if _is_part(each.type)}
    for name, value in data.items():
        if name in parts and isinstance(value, Mapping):
            yield from _flat(value, parts[name], f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _made(cls: type[C], flat: Mapping[str, Any], prefix: str) -> C:
    values: dict[str, Any] = {}
    for each in _own_fields(cls):
        if _is_part(each.type):
            values[each.name] = _made(each.type, flat, f"{prefix}{each.name}.")
        elif prefix + each.name in flat:
            values[each.name] = flat[prefix + each.name]
    try:
        return cls(**values)
    except SettingsError as error:
        raise SettingsError(f"{prefix}{error}") from None


def _text(path: str | Path) -> str:
    """The text of a file, or of the package's own configuration of that name."""
    name = str(path)
    if not Path(name).exists() and Path(name).name == name:
        own = resources.files("bmoca_gym") / "configs" / (name if name.endswith(".yaml") else f"{name}.yaml")
        if own.is_file():
            return own.read_text(encoding="utf-8")
    return data_files.read(path)
