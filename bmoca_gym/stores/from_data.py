"""Stores from files: each ``<app>.yaml`` of this folder defines stores, which are checked when they are
loaded.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError, StoreError, cut, nearest
from bmoca_gym.stores.column import Column
from bmoca_gym.stores.provider import Insertion, ProviderStore
from bmoca_gym.stores.store import Index, Store, TableStore

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_PATH = re.compile(r"/(?:data|sdcard|storage)(?:/(?!\.{1,2}(?:/|$))[^/\0\n]+)+")
_URI = re.compile(r"content://[A-Za-z0-9_.]+(?:/[A-Za-z0-9_.]+)*")
_PACKAGE = re.compile(r"[A-Za-z][\w]*(?:\.[A-Za-z]\w*)+", re.ASCII)
_TABLE_FIELDS = ("package", "path", "table", "key", "same_by", "columns", "only", "fixed", "index")
_PROVIDER_FIELDS = ("uri", "key", "same_by", "columns", "clear", "insert")
_COLUMN_FIELDS = ("column", "type", "unit", "default", "compared", "drawn", "empty", "refers")


def load(path: str | Path) -> tuple[Store, ...]:
    """Load the stores of a file.

    Raises:
        CatalogueError: the file can't be read, or a field is missing, unknown or malformed; the message has
            file, store and field.
    """
    return loads(data_files.read(path), str(path))


def loads(text: str, source: str = "<text>") -> tuple[Store, ...]:
    """Load the stores in a text. ``source``: its name in errors.

    Raises:
        CatalogueError: as `load`.
    """
    data = data_files.parsed(text, source)
    if not isinstance(data, dict) or not data:
        raise CatalogueError(f"{source}: is {cut(data)}; it must be names of stores with their fields")
    return tuple([_store(name, fields, f"{source}: store {cut(name)}") for name, fields in data.items()])


def _store(name: object, data: object, place: str) -> Store:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise CatalogueError(f"{place}: its name must be letters, digits and underscores")
    provider = isinstance(data, Mapping) and "uri" in data
    fields = _mapping(data, place, _PROVIDER_FIELDS if provider else _TABLE_FIELDS)
    columns = _mapping(_needed(fields, "columns", place), f"{place}: columns")
    common: dict[str, Any] = {
        "name": name,
        "columns": tuple([_column(n, c, f"{place}: columns.{n}") for n, c in columns.items()]),
        "key": _matching(fields.get("key", "_id"), _NAME, f"{place}: key", "the name of a column"),
    }
    same_by = fields.get("same_by", [])
    if not isinstance(same_by, list) or not all(name in columns for name in same_by):
        raise CatalogueError(
            f"{place}: same_by: is {cut(same_by)}; it must be a list of {', '.join(map(str, columns))}"
        )
    common["same_by"] = tuple(same_by)
    if provider:
        clear = fields.get("clear", "")
        if clear:
            _matching(clear, _URI, f"{place}: clear", "a content URI")
        insertions = fields.get("insert", [])
        if not isinstance(insertions, list):
            raise CatalogueError(f"{place}: insert: is {cut(insertions)}; it must be a list of insertions")
        return ProviderStore(
            **common,
            uri=_matching(fields["uri"], _URI, f"{place}: uri", "a content URI"),
            clear_uri=clear,
            insertions=_insertions(insertions, tuple(columns), f"{place}: insert"),
        )
    return TableStore(
        **common,
        package=_matching(
            _needed(fields, "package", place), _PACKAGE, f"{place}: package", "an Android package"
        ),
        path=_matching(
            _needed(fields, "path", place), _PATH, f"{place}: path", "the full path of a file of an app"
        ),
        table=_matching(_needed(fields, "table", place), _NAME, f"{place}: table", "the name of a table"),
        only=_cells(fields.get("only", {}), f"{place}: only"),
        fixed=_cells(fields.get("fixed", {}), f"{place}: fixed"),
        index=_index(fields["index"], fields, f"{place}: index") if "index" in fields else None,
    )


def _index(data: object, store: Mapping[str, Any], place: str) -> Index:
    fields = _mapping(data, place, ("table", "columns", "plain"))
    known = [(column or {}).get("column", name) for name, column in store["columns"].items()]
    found: dict[str, tuple[str, ...]] = {}
    for part in ("columns", "plain"):
        names = fields.get(part, [])
        if not isinstance(names, list) or not all(name in known for name in names):
            raise CatalogueError(f"{place}: {part}: is {cut(names)}; it must be a list of {', '.join(known)}")
        found[part] = tuple(names)
    return Index(
        _matching(_needed(fields, "table", place), _NAME, f"{place}: table", "the name of a table"), **found
    )


def _column(name: object, data: object, place: str) -> Column:
    _matching(name, _NAME, place, "named with letters, digits and underscores")
    fields = dict(_mapping({} if data is None else data, place, _COLUMN_FIELDS))
    column = _matching(fields.pop("column", name), _NAME, f"{place}: column", "the name of a column")
    if not isinstance(fields.get("compared", True), bool):
        raise CatalogueError(f"{place}: compared: is {cut(fields['compared'])}; it must be true or false")
    empty = fields.get("empty", 0)
    if isinstance(empty, bool) or not isinstance(empty, (int, float, str)):
        raise CatalogueError(f"{place}: empty: is {cut(empty)}; it must be text or a number")
    if "refers" in fields:
        parts = _mapping(fields["refers"], f"{place}: refers", ("table", "key", "column"))
        fields["refers"] = tuple(
            [
                _matching(
                    _needed(parts, part, f"{place}: refers"), _NAME, f"{place}: refers.{part}", "a name"
                )
                for part in ("table", "key", "column")
            ]
        )
    try:
        made = Column(str(name), column, **fields)
        return dataclasses.replace(made, default=made.checked(made.default)) if made.has_default else made
    except (StoreError, TypeError) as error:
        raise CatalogueError(f"{place}: {error}") from error


def _insertions(data: list[object], columns: tuple[str, ...], place: str) -> tuple[Insertion, ...]:
    made = []
    known = [f"${name}" for name in columns]
    for i, item in enumerate(data):
        here = f"{place}[{i}]"
        found = isinstance(item, Mapping) and "find" in item
        place, what = ("find", "where") if found else ("into", "bind")
        fields = _mapping(item, here, (place, what, "called"))
        into = _matching(_needed(fields, place, here), _URI, f"{here}.{place}", "a content URI")
        bind = _cells(_needed(fields, what, here), f"{here}.{what}")
        for _, value in bind:
            if isinstance(value, str) and value.startswith("$") and value not in known:
                raise CatalogueError(
                    f"{here}.bind: {value} is not one of {', '.join(known)}.{nearest(value, known)}"
                )
        called = _needed(fields, "called", here) if found else fields.get("called", "")
        if called:
            known.append(f"${_matching(called, _NAME, f'{here}.called', 'a name')}")
        made.append(Insertion(into, bind, called, found))
    return tuple(made)


def _mapping(data: object, place: str, allowed: Iterable[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise CatalogueError(f"{place}: is {cut(data)}; it must be names with their values")
    names = None if allowed is None else tuple(allowed)
    for name in data:
        if not isinstance(name, str) or (names is not None and name not in names):
            known = names or ()
            raise CatalogueError(
                f"{place}: there is no field {cut(name)}.{nearest(str(name)[:80], known)} Fields: {', '.join(known)}."
            )
    return data


def _needed(fields: Mapping[str, Any], name: str, place: str) -> Any:
    if name not in fields:
        raise CatalogueError(f"{place}: the field {name!r} is missing")
    return fields[name]


def _matching(value: object, pattern: re.Pattern[str], place: str, wanted: str) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise CatalogueError(f"{place}: is {cut(value)}; it must be {wanted}")
    return value


def _cells(data: object, place: str) -> tuple[tuple[str, Any], ...]:
    for name, value in _mapping(data, place).items():
        _matching(name, _NAME, place, "columns with their values")
        if isinstance(value, bool) or not (value is None or isinstance(value, (str, int, float))):
            raise CatalogueError(f"{place}.{name}: is {cut(value)}; it must be text, a number or null")
    return tuple(_mapping(data, place).items())
