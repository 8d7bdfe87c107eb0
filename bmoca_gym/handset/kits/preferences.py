"""Fields of an app's state stored in a shared preferences file, declared as a table in the app's manifest.

Booleans, numbers and texts have Android's types; the names of a `Literal` are texts. Anything else, such as a tuple or
a record, is JSON text, as in real apps. A value that is missing, of another type or not allowed becomes the field's
default. A record's fields of the type `Any` are not stored.
"""

from __future__ import annotations

import json
import math
import types
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache, partial
from typing import Any, NamedTuple

from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.value import Callback, replace

_KINDS = {bool: "boolean", int: "long", float: "float", str: "string"}
_LONG = 1 << 63


class Stored(NamedTuple):
    """How a field is stored.

    Attributes:
        key: name of the preference.
        allowed: values that the field, or an item of a tuple, may have. A function tells whether it may have a value.
    """

    key: str
    allowed: Collection[Any] | Callable[[Any], bool] | None = None


#: Fields and how they are stored, or just their keys. "view.sort" is a field of the field "view".
Table = Mapping[str, Stored | str]


def preference_file(
    package: str,
    table: Table,
    file: str = "",
    folder: str = "/data/data",
    valid: Callable[[Any], bool] | None = None,
    written: Callback | None = None,
) -> AppFile:
    """Make the file of shared preferences for fields of an app's state.

    Args:
        package: the app's package.
        table: the fields.
        file: name of the file without its suffix; "" for the app's default preferences.
        folder: the folder that contains the app's data folder.
        valid: whether the fields are consistent. If not, all fields in the file get their defaults.
        written: see `AppFile`.
    """
    path = f"{folder}/{package}/shared_prefs/{file or f'{package}_preferences'}.xml"
    rows = {field: Stored(row) if isinstance(row, str) else row for field, row in table.items()}
    return AppFile(path, partial(_read, rows), partial(_write, rows, valid), written)


def _read(table: Mapping[str, Stored], state: Any) -> bytes:
    found = []
    for field, row in table.items():
        value = _get(state, field)
        kind = _KINDS.get(_hint(type(state), field))
        if kind == "string":
            value = shared_preferences.cleaned(value)
        elif kind is None:
            kind, value = "string", json.dumps(_plain(value))
        found.append(shared_preferences.Preference(kind, row.key, value))
    return shared_preferences.to_bytes(tuple(found))


def _write(table: Mapping[str, Stored], valid: Callable[[Any], bool] | None, state: Any, data: bytes) -> Any:
    """The state with the values of a file.

    Raises:
        SharedPreferencesError: it is not a file of preferences.
    """
    held = {preference.name: preference for preference in shared_preferences.parse(data)}
    default = type(state)()
    made = first = state
    for field, row in table.items():
        first = _put(first, field, _get(default, field))
        made = _put(made, field, _value(type(state), field, row, held.get(row.key), _get(default, field)))
    return made if valid is None or valid(made) else first


def _value(
    kind: type, field: str, row: Stored, held: shared_preferences.Preference | None, default: Any
) -> Any:
    hint, names = _hint(kind, field), _literal(kind, field)
    if held is None or held.kind != _KINDS.get(hint, "string"):
        return default
    try:
        value = _typed(hint, held.value if hint in _KINDS else json.loads(held.value))
    except (ValueError, RecursionError):
        return default
    return value if _is_allowed(row.allowed, value) and (not names or value in names) else default


def _is_allowed(allowed: Collection[Any] | Callable[[Any], bool] | None, value: Any) -> bool:
    if allowed is None:
        return True
    if callable(allowed):
        return allowed(value)
    return all(item in allowed for item in value) if isinstance(value, tuple) else value in allowed


def _get(state: Any, field: str) -> Any:
    for name in field.split("."):
        state = getattr(state, name)
    return state


def _put(state: Any, field: str, value: Any) -> Any:
    name, _, below = field.partition(".")
    return replace(state, **{name: _put(getattr(state, name), below, value) if below else value})


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _hint(kind: type, field: str) -> Any:
    """Return the type of a field, `str` for a literal of names."""
    hint = _declared(kind, field)
    return str if typing.get_origin(hint) is typing.Literal else hint


def _literal(kind: type, field: str) -> tuple[str, ...]:
    """Return the names that a literal allows, or ()."""
    hint = _declared(kind, field)
    return typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()


def _declared(kind: type, field: str) -> Any:
    name, _, below = field.partition(".")
    hint = _hints(kind)[name]
    return _declared(hint, below) if below else hint


# JSON


def _plain(value: Any) -> Any:
    """Return the value for JSON: tuples as arrays, records as objects."""
    if isinstance(value, datetime):
        return value.isoformat()
    kind: Any = type(value)
    names = _names(kind)
    if names is not None:
        return {name: _plain(getattr(value, name)) for name in names}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """Return the names of a record's fields that are stored, or None if it is not a record."""
    if is_dataclass(kind):
        return tuple([field.name for field in fields(kind) if _hints(kind)[field.name] is not Any])
    return getattr(kind, "_fields", None)


def _typed(hint: Any, found: Any) -> Any:
    """Return the value of that type that JSON stands for.

    Raises:
        ValueError: it is of another type.
    """
    if hint is type(None) or hint in _KINDS:
        return _simple(hint, found)
    if hint is datetime:
        return datetime.fromisoformat(_simple(str, found)).replace(tzinfo=None)
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _one_of(inside, found)
    if origin is tuple:
        if type(found) is not list:
            raise ValueError(f"{found!r} is not a list")
        if inside[-1] is Ellipsis:
            return tuple([_typed(inside[0], item) for item in found])
        return tuple([_typed(one, item) for one, item in zip(inside, found, strict=True)])
    names = _names(hint) if isinstance(hint, type) else None
    if names is None:
        raise TypeError(f"preferences can't hold a value of type {hint}")
    if type(found) is not dict or set(found) != set(names):
        raise ValueError(f"{found!r} is not a {hint.__name__}")
    return hint(**{name: _typed(one, found[name]) for name, one in _hints(hint).items() if name in found})


def _simple(hint: Any, found: Any) -> Any:
    if hint is float and type(found) is int:
        found = float(found)
    if type(found) is not hint:
        raise ValueError(f"{found!r} is not of type {hint.__name__}")
    if type(found) is int and not -_LONG <= found < _LONG:
        raise ValueError(f"{found} is not a number of 64 bits")
    if type(found) is float and not math.isfinite(found):
        raise ValueError(f"{found} is not finite")
    return found


def _one_of(hints: tuple[Any, ...], found: Any) -> Any:
    for hint in hints:
        try:
            return _typed(hint, found)
        except ValueError:
            continue
    raise ValueError(f"{found!r} is of none of {hints}")
