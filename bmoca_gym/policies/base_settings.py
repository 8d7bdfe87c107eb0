"""Settings of training runs: typed fields, read from YAML, overridden on the command line, saved with the run.

Settings are a frozen pydantic model that inherits `Settings`. One declaration of a field, made by `field`, gives its
check, its help, its command-line option and its JSON schema. Files, command lines and Python code follow the same
rules. The type of a field is bool, int, float, str, a `Literal`, a tuple of these, one of these or None, or other
settings, whose fields have names with a dot (``network.width``).

Task files are not such models, see `bmoca_gym.tasks.entry`: their fields have aliases, templates and placeholders, and
their errors name file, task, field and the nearest name.
"""

from __future__ import annotations

import textwrap
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

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError, ResumeError, SettingsError, cut, nearest, writing
from bmoca_gym.version import __version__

C = TypeVar("C", bound="Settings")

#: Key of the package's version in saved settings.
VERSION_KEY = "bmoca_gym_version"

_NONE_WORDS = ("none", "null")
_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}


def field(default: Any, meaning: str, *, low: float | None = None, high: float | None = None) -> Any:
    """Make a field of settings from its default, its meaning in a few words, and its limits."""
    lists = False if isinstance(default, tuple) else None  # YAML has lists instead of tuples
    return pydantic_field(default, description=meaning, ge=low, le=high, strict=lists)


class Settings(BaseModel):
    """Base of all settings. It checks every field.

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
        """Read numbers such as 1e-3, which are texts in YAML 1.1 because they have no dot."""
        if isinstance(value, str) and _kind(cls.model_fields[str(info.field_name)].annotation) is float:
            try:
                return float(value)
            except ValueError:
                pass
        return value


def _refusal(cls: type[Settings], error: ValidationError) -> SettingsError:
    """Write the first of pydantic's errors in words."""
    first = error.errors(include_url=False)[0]
    name, inner = str(first["loc"][0]), first.get("ctx", {}).get("error")
    if isinstance(inner, SettingsError):  # of a part
        return SettingsError(f"{name}.{inner}")
    if first["type"] == "extra_forbidden":
        return SettingsError(
            f"{name} is not a field.{nearest(name, cls.model_fields)} See --help for all fields."
        )
    value, known = first["input"], _choices(cls.model_fields[name].annotation)
    suggestion = nearest(value, map(str, known)) if isinstance(value, str) else ""
    return SettingsError(
        f"{name} is {cut(value)}; it must be {_expected(cls.model_fields[name])}.{suggestion}"
    )


class Field(NamedTuple):
    """A field: name (with a dot if it belongs to a part), type, meaning, and valid values in words."""

    name: str
    type: Any
    meaning: str
    expected: str


def fields(cls: type[Settings]) -> Iterator[Field]:
    """Yield all fields of settings and of their parts, in order, with dotted names."""
    for name, each in cls.model_fields.items():
        if _is_part(each.annotation):
            for inner in fields(each.annotation):
                yield inner._replace(name=f"{name}.{inner.name}")
        else:
            yield Field(name, each.annotation, each.description or "", _expected(each))


def schema(cls: type[Settings]) -> dict[str, Any]:
    """Make the JSON schema of a file of these settings, for editors. Fields of parts may also have dotted names."""
    made = cls.model_json_schema()
    made["$schema"] = "http://json-schema.org/draft-07/schema#"
    made["type"] = ["object", "null"]  # a file in which everything is a comment
    made["properties"][VERSION_KEY] = {"description": "in saved settings: the package's version"}
    made["patternProperties"] = {r"^\w+(\.\w+)+$": {}}
    return made


def from_mapping(cls: type[C], data: Mapping[str, Any], source: str = "") -> C:
    """Make settings from plain data: nested mappings, dotted names, or both. Missing fields have their defaults.

    Raises:
        SettingsError: a field is unknown (the message suggests the nearest), or a value is invalid. The message begins
            with ``source``, the name of a file.
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
    """Read the mapping in a YAML file. A name without a folder, such as ``bc``, may be one of the package's files.

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
    """Load settings from a file (or the defaults), and override fields with ``field=value`` texts.

    Raises:
        SettingsError: a field is unknown or a value is invalid, in the file or among the overrides.
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
    """Return a copy with some fields changed. Names may have a dot.

    Raises:
        SettingsError: a field is unknown, or a value is invalid.
    """
    merged = dict(_flat(to_mapping(settings), type(settings))) | dict(changes)
    return from_mapping(type(settings), merged)


def to_mapping(settings: Settings) -> dict[str, Any]:
    """Convert settings to plain data for YAML or JSON; `from_mapping` is the inverse."""
    return settings.model_dump(mode="json")


def save(settings: Settings, path: Path) -> None:
    """Write every field and the package's version as YAML. Writing is atomic: on a full disk an older file stays."""
    data = {VERSION_KEY: __version__, **to_mapping(settings)}
    with writing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    data_files.write(path, yaml.safe_dump(data, sort_keys=False))


def compare(settings: Settings, path: Path, free: Sequence[str] = ()) -> None:
    """Check settings against those that were saved in a file, if any. ``free`` fields may differ.

    Raises:
        ResumeError: other settings were saved there; the message names a field.
    """
    if not path.exists():
        return
    kind = type(settings)
    theirs = dict(_flat(read(path), kind))
    for name, ours in _flat(to_mapping(settings), kind):
        if name not in free and ours != theirs.get(name):
            before, now = (_word(value) or "''" for value in (theirs.get(name), ours))
            raise ResumeError(
                f"{path} has {name}={before}, but now it is {now}. Give another folder with out=..., or delete that "
                "one."
            )


def claim(settings: Settings, path: Path, free: Sequence[str] = ()) -> None:
    """Save settings after `compare`.

    Raises:
        ResumeError: other settings were saved there.
    """
    compare(settings, path, free)
    save(settings, path)


def command_line(cls: type[C], arguments: Sequence[str], default_file: str | None = None) -> C:
    """Read settings from a command line: ``--config FILE``, ``--field value``, ``--field=value``, ``field=value``.

    Raises:
        SettingsError: an argument has another form, a field is unknown, or a value is invalid.
    """
    file: str | None = default_file
    overrides: list[str] = []
    rest = list(arguments)
    while rest:
        given = rest.pop(0)
        name, equals, value = given.removeprefix("--").partition("=")
        if given.startswith("--") and not equals:
            if not rest:
                raise SettingsError(f"{given} has no value; write --field value or field=value.")
            value = rest.pop(0)
        elif not equals:
            raise SettingsError(f"{given!r} is not an option; write --field value or field=value.")
        if name == "config":
            file = value
        else:
            overrides.append(f"{name}={value}")
    return load(cls, file, overrides)


def help_text(cls: type[Settings], default_file: str | None = None) -> str:
    """Describe every field for a terminal of 80 columns: name, meaning, valid values, default."""
    shown = load(cls, default_file)
    values = dict(_flat(to_mapping(shown), cls))
    lines = [
        "  --config FILE",
        *_indented(f"YAML file with any of these fields (default: {default_file or 'none'})"),
    ]
    for each in fields(cls):
        default = values[each.name]
        text = ",".join(map(str, default)) if isinstance(default, list) else _word(default)
        lines += [
            f"  --{each.name} VALUE",
            *_indented(f"{each.meaning}; {each.expected} (default: {text or 'empty'})"),
        ]
    return "\n".join(lines)


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, 79, initial_indent=" " * 6, subsequent_indent=" " * 6, break_on_hyphens=False)


# --- one field ---


def _is_part(kind: Any) -> TypeGuard[type[Settings]]:
    return isinstance(kind, type) and issubclass(kind, Settings)


def _takes_none(kind: Any) -> bool:
    return type(None) in typing.get_args(kind) and typing.get_origin(kind) in (typing.Union, types.UnionType)


def _kind(annotation: Any) -> Any:
    """Return the type without None."""
    if not _takes_none(annotation):
        return annotation
    return next(each for each in typing.get_args(annotation) if each is not type(None))


def _choices(annotation: Any) -> tuple[Any, ...]:
    kind = _kind(annotation)
    return typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else ()


def _expected(each: FieldInfo) -> str:
    """Describe the valid values in words."""
    kind, metadata = _kind(each.annotation), list(each.metadata)
    if choices := _choices(kind):
        text = f"one of {', '.join(map(str, choices))}" if len(choices) > 1 else f"only {_word(choices[0])}"
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
        text += f" from {_figure(low)} on" if high is None else f" from {_figure(low)} to {_figure(high)}"
    return text + (", or none" if _takes_none(each.annotation) else "")


def _parsed(each: Field, text: str) -> Any:
    """Read a value of the command line. An unreadable value stays a text, which the model then refuses."""
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


def _figure(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _word(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


# --- nested mappings ---


def _flat(data: Mapping[str, Any], cls: type[Settings], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the dotted names and values of nested mappings. Only parts are opened."""
    parts = {name: each.annotation for name, each in cls.model_fields.items() if _is_part(each.annotation)}
    for name, value in data.items():
        if name in parts and isinstance(value, Mapping):
            yield from _flat(value, parts[name], f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _text(path: str | Path) -> str:
    """Read the text of a file, or of the package's file of that name."""
    name = str(path)
    if not Path(name).exists() and Path(name).name == name:
        own = resources.files("bmoca_gym") / "configs" / (name if name.endswith(".yaml") else f"{name}.yaml")
        if own.is_file():
            return own.read_text(encoding="utf-8")
    return data_files.read(path)
