"""Things that people would miss, and the words for them: the content of ``things.yaml``."""

from __future__ import annotations

import hashlib
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from bmoca_gym import data_files

FILE = Path(__file__).with_name("things.yaml")

#: What is done to a thing, and the words for it unless the thing has its own.
KINDS = {"added": "was added", "removed": "was deleted", "changed": "was changed"}

#: Longest text of a phone in a sentence, in characters.
_LONGEST = 80


class _Words(string.Formatter):
    """Fills words in. ``{name!d}`` writes milliseconds as a duration."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion != "d":
            return super().convert_field(value, conversion)
        minutes, seconds = divmod(int(value) // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


_WORDS = _Words()


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One kind of thing in a collection: the alarms, the messages that were sent.

    Attributes:
        is_: the words for one, with its fields in braces.
        when: values of fields that it must have to be of this kind.
        row: names of the columns of a row that is a plain tuple, by number.
        by: fields by which one is recognised; None: by its ``id`` or first column; ``"whole"``: by all it has.
        unset: for settings of an app by name, the values that they have before anything is stored.
        ignored: fields or columns whose changes never count.
        verbs: words for what is done to it, by the names of `KINDS`; "" if that never counts.
        fields_: for fields that are true or false, the words for both.
        harm: the harmful act that it is, by the names of `KINDS`.
    """

    is_: str
    when: Mapping[str, Any] = field(default_factory=dict)
    row: Mapping[str, int] = field(default_factory=dict)
    by: str | tuple[str, ...] | None = None
    unset: Mapping[str, Any] = field(default_factory=dict)
    ignored: tuple[Any, ...] = ()
    verbs: Mapping[str, str] = field(default_factory=lambda: KINDS)
    fields_: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    harm: Mapping[str, str] = field(default_factory=dict)

    def values(self, item: Any) -> dict[str, Any]:
        """Return the fields of an item by name."""
        if is_dataclass(item):
            return {one.name: getattr(item, one.name) for one in fields(item)}
        if self.row:
            return {name: item[number] for name, number in self.row.items()}
        named = getattr(item, "_asdict", None)
        return named() if named is not None else {"item": item}

    def fits(self, item: Any) -> bool:
        """Return whether an item is of this kind."""
        return all(self._value(item, name) == value for name, value in self.when.items())

    def _value(self, item: Any, name: str) -> Any:
        return item[self.row[name]] if self.row else getattr(item, name)

    def is_unset(self, item: Any) -> bool:
        """Return whether an item is a setting with the value that it has before it is stored."""
        return bool(self.unset) and item.name in self.unset and item.value == self.unset[item.name]

    def key(self, item: Any) -> Any:
        """Return what an item is recognised by."""
        if self.by == "whole":
            return item
        if self.by is not None:
            return tuple([self._value(item, name) for name in self.by])
        if hasattr(item, "id"):
            return item.id
        return item[0] if self.row else item

    def words(self, item: Any) -> str:
        """Name an item in words."""
        values = {name: shown(value) for name, value in self.values(item).items()}
        return _WORDS.vformat(self.is_, (), values).strip()

    def differing(self, old: Any, new: Any) -> list[str]:
        """Name the fields in which an item differs from what it was, without those that never count."""
        if is_dataclass(old) or hasattr(old, "_fields"):
            before, after = self.values(old), self.values(new)
            return [name for name in before if before[name] != after[name] and name not in self.ignored]
        if isinstance(old, tuple) and len(old) == len(new):
            numbers = [number for number, one in enumerate(old) if one != new[number]]
            names = {number: name for name, number in self.row.items()}
            return [names.get(number, f"column {number}") for number in numbers if number not in self.ignored]
        return ["item"]


@dataclass(frozen=True, slots=True)
class Named:
    """Words for one value by its key, such as a setting.

    Attributes:
        is_: the words.
        switch: for a switch, the values that mean on.
        follows: keys of values that change it. If one of them has changed, it is not told.
        unset: the value that it has before it is set, or the key of the setting whose value it then has.
    """

    is_: str
    switch: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    unset: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Words for values by key: the settings, the files.

    ``moved``: what is said of a value that has another key now, followed by that key; "" if that is not looked for.
    ``appeared``: by pattern of the key, what is said of a value that was not there before; the first that fits.
    """

    is_: str
    names: Mapping[str, Named]
    ignored: tuple[str, ...]
    verbs: Mapping[str, str]
    harm: Mapping[str, str]
    moved: str = ""
    # Not in the digest: what tasks allow is learned on calm phones, where nothing is offered.
    appeared: Mapping[str, str] = field(default_factory=dict, repr=False)

    def counts(self, key: str) -> bool:
        """Return whether the value of a key counts."""
        return not any(fnmatchcase(key, pattern) for pattern in self.ignored)

    def named(self, key: str) -> Named:
        """Return the words for a value: those of its key, of the first pattern that fits, or of any value."""
        found = self.names.get(key)
        if found is None:
            fitting = (self.names[one] for one in self.names if "*" in one and fnmatchcase(key, one))
            found = next(fitting, Named(self.is_))
        return replace(found, is_=found.is_.format(key=shown(key)))

    def said_if_new(self, key: str) -> str:
        """Return what is said if the value of a key was not there before; "" if nothing special is."""
        return next((words for pattern, words in self.appeared.items() if fnmatchcase(key, pattern)), "")


#: By the field of an app's state, the kinds of things in a collection, or the words for a single value.
Kinds: TypeAlias = Mapping[str, tuple[Thing, ...] | str]


@dataclass(frozen=True, slots=True)
class Things:
    """All of ``things.yaml``.

    Attributes:
        tables: fields of the phone that are tables.
        configuration: words for fields of the phone's configuration.
        folders: words for empty folders that come and go.
        installed: words for apps that come and go.
        disabled: words for apps that are switched off and on.
        apps: what there is to say of each app's state, by package.
        passing: fields that never count, by package; those of the phone under "", of its configuration under
            "configuration".
    """

    tables: Mapping[str, Table]
    configuration: Mapping[str, str]
    folders: Table
    installed: Table
    disabled: Table
    apps: Mapping[str, Kinds]
    passing: Mapping[str, frozenset[str]]


def shown(value: Any) -> Any:
    """Write a value of a phone in a sentence: one line, not too long."""
    if isinstance(value, str):
        line = " ".join(value.split())
        return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return value


@cache
def things() -> Things:
    """Read ``things.yaml``.

    Raises:
        CatalogueError: the file is malformed.
    """
    data: Any = data_files.parsed(data_files.read(FILE), str(FILE))
    apps = data["apps"]
    return Things(
        {name: _table(one) for name, one in data["phone"].items()},
        data["configuration"]["things"],
        _table(data["folders"]),
        _table(data["installed"]),
        _table(data["disabled"]),
        {
            package: {name: _kinds(one) for name, one in (app.get("things") or {}).items()}
            for package, app in apps.items()
        },
        {
            "": frozenset(data["passing"]),
            "configuration": frozenset(data["configuration"]["passing"]),
            **{package: frozenset(app.get("passing") or ()) for package, app in apps.items()},
        },
    )


@cache
def digest() -> str:
    """Compute a digest of the things and their words, to tell whether data was made with others."""
    known = replace(things(), passing={})
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def _kinds(one: Any) -> tuple[Thing, ...] | str:
    if isinstance(one, str):
        return one
    return tuple([_thing(kind) for kind in (one if isinstance(one, list) else [one])])


def _verbs(one: Mapping[str, Any]) -> dict[str, str]:
    return {kind: one.get(kind, words) for kind, words in KINDS.items()}


def _thing(one: Mapping[str, Any]) -> Thing:
    by = one.get("by")
    return Thing(
        is_=one["is"],
        when=one.get("when", {}),
        row=one.get("row", {}),
        by=tuple(by) if isinstance(by, list) else by,
        unset=one.get("unset", {}),
        ignored=tuple(one.get("ignored", ())),
        verbs=_verbs(one),
        fields_={name: (off, on) for name, (off, on) in one.get("fields", {}).items()},
        harm=one.get("harm", {"removed": "deleted"}),
    )


def _table(one: Mapping[str, Any]) -> Table:
    names = {key: _named(name) for key, name in one.get("names", {}).items()}
    ignored, harm = tuple(one.get("ignored", ())), one.get("harm", {})
    return Table(one["is"], names, ignored, _verbs(one), harm, one.get("moved", ""), one.get("appeared", {}))


def _named(one: Mapping[str, Any]) -> Named:
    switch, follows = one.get("switch", ()), one.get("follows", ())
    on = ("1",) if switch is True else tuple(switch)
    return Named(
        one["is"],
        on,
        (follows,) if isinstance(follows, str) else tuple(follows),
        one.get("unset", "0" if on else ""),
    )


def grouped(items: Sequence[Any], key: Callable[[Any], Any]) -> dict[Any, list[Any]]:
    """Group items by key, in order."""
    found: dict[Any, list[Any]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found
