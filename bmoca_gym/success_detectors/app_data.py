"""Rules on app data: rows of a SQLite database, an entry of shared preferences, an existing file."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from dataclasses import dataclass

from bmoca_gym.errors import DetectorError, FileAccessError
from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.sqlite_bytes import Cell, keeps_log, table_rows
from bmoca_gym.handset.value import memo
from bmoca_gym.success_detectors import fields
from bmoca_gym.success_detectors.detector import (
    Detection,
    Reading,
    satisfied,
    shown,
    unknown,
    unsatisfied,
)

#: Types of entries in shared preferences, by their XML elements.
PREFERENCE_TYPES = ("boolean", "int", "long", "float", "string", "set")

#: Columns of a row and their values.
Row = tuple[tuple[str, Cell], ...]

# Larger files are parsed at every check and not cached.
_MAX_CACHED_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class SqliteRule:
    """Rule on the rows of a table in a SQLite database.

    A row is given as pairs of column and value; other columns don't matter. Values are compared as in Python:
    1 equals 1.0 but not "1".

    Attributes:
        rows_exist: each matches at least one row.
        rows_absent: each matches no row.
        no_other_rows: every row is matched by one of ``rows_exist``.
        row_count: the number of rows.

    Raises:
        DetectorError: a field is malformed, or nothing is asked.
    """

    path: str
    table: str
    rows_exist: tuple[Row, ...] = ()
    rows_absent: tuple[Row, ...] = ()
    no_other_rows: bool = False
    row_count: int | None = None

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.name("table", self.table)
        fields.rows("rows_exist", self.rows_exist)
        fields.rows("rows_absent", self.rows_absent)
        fields.flag("no_other_rows", self.no_other_rows)
        if self.row_count is not None:
            fields.count("row_count", self.row_count)
        if not self.rows_exist and not self.rows_absent and not self.no_other_rows and self.row_count is None:
            raise DetectorError("nothing is asked; give rows_exist, rows_absent, no_other_rows or row_count")

    def start(self, reading: Reading) -> SqliteRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current table."""
        try:
            data = reading.read_file(self.path)
        except FileAccessError as error:
            return _unreadable("sqlite", self.path, error)
        log = b""
        if keeps_log(data):
            with suppress(FileAccessError):  # without a write-ahead log, the database is complete
                log = reading.read_file(f"{self.path}-wal")
        judge = _judged_table if len(data) + len(log) <= _MAX_CACHED_BYTES else _judge_table
        return judge(self, data, log)


@dataclass(frozen=True, slots=True)
class BooleanList:
    """A JSON list of booleans: false at ``false_at``, true everywhere else. Positions count from 0.

    ``ignore``: positions that don't matter. ``length``: required length; without it, the list must be long
    enough for ``false_at``.

    Raises:
        DetectorError: a field is malformed, or positions don't fit together.
    """

    false_at: tuple[int, ...] = ()
    ignore: tuple[int, ...] = ()
    length: int | None = None

    def __post_init__(self) -> None:
        positions = fields.counts("false_at", self.false_at) + fields.counts("ignore", self.ignore)
        if set(self.false_at) & set(self.ignore):
            raise DetectorError(f"false_at {self.false_at} and ignore {self.ignore} have positions in common")
        if self.length is not None and max(positions, default=-1) >= fields.count("length", self.length):
            raise DetectorError(f"length is {self.length}, but there is a position {max(positions)}")

    def fault(self, text: str) -> str:
        """Return why the JSON in ``text`` is not such a list, or ""."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            return f"no JSON: {error}"
        if not isinstance(found, list):
            return "no JSON list"
        least = max(self.false_at, default=-1) + 1
        if (len(found) < least) if self.length is None else (len(found) != self.length):
            wanted_length = f"{least} or more" if self.length is None else self.length
            return f"a list of {len(found)}, wanted {wanted_length}"
        for position, item in enumerate(found):
            wanted = position not in self.false_at
            if position not in self.ignore and item is not wanted:
                return f"{shown(item)} at {position}, wanted {wanted}"
        return ""


@dataclass(frozen=True, slots=True)
class PreferenceRule:
    """Rule on the value of an entry in an app's shared preferences, given by ``key`` and ``type``.

    ``type`` is one of `PREFERENCE_TYPES`. Give one of ``equals``, a value of that type (for a set, a list of
    texts in any order), or ``boolean_list``, for a string that contains a JSON list.

    Raises:
        DetectorError: a field is malformed, or the value does not have the type.
    """

    path: str
    key: str
    type: str
    equals: bool | int | float | str | tuple[str, ...] | None = None
    boolean_list: BooleanList | None = None

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.text("key", self.key)
        fields.choice("type", self.type, PREFERENCE_TYPES)
        if (self.equals is None) == (self.boolean_list is None):
            raise DetectorError("exactly one of equals and boolean_list must be given")
        if self.boolean_list is not None:
            if self.type != "string" or not isinstance(self.boolean_list, BooleanList):
                raise DetectorError("boolean_list is for entries of type string, as false_at, ignore, length")
        elif not _fits(self.equals, self.type):
            raise DetectorError(f"equals is {self.equals!r}, which an entry of type {self.type} can't be")

    def start(self, reading: Reading) -> PreferenceRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current entry."""
        try:
            data = reading.read_file(self.path)
        except FileAccessError as error:
            return _unreadable("preference", self.path, error)
        return (_judged_preference if len(data) <= _MAX_CACHED_BYTES else _judge_preference)(self, data)


@dataclass(frozen=True, slots=True)
class FileRule:
    """Rule that holds if a file exists and has at least ``min_bytes`` bytes.

    A file that can't be read counts as missing, since the device reads with system rights.

    Raises:
        DetectorError: a field is malformed.
    """

    path: str
    min_bytes: int = 0

    def __post_init__(self) -> None:
        fields.path("path", self.path)
        fields.count("min_bytes", self.min_bytes)

    def start(self, reading: Reading) -> FileRule:
        """Return the rule itself, which has no memory."""
        return self

    def check(self, reading: Reading) -> Detection:
        """Judge the current file."""
        try:
            length = len(reading.read_file(self.path))
        except FileAccessError as error:
            return unsatisfied(f"file: {self.path}: {error}")
        if length < self.min_bytes:
            return unsatisfied(f"file: {self.path}: {length} bytes, wanted {self.min_bytes} or more")
        return satisfied(f"file: {self.path}: {length} bytes")


def _fits(value: object, kind: str) -> bool:
    """Whether ``value`` is possible for an entry of that type."""
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "set":
        return isinstance(value, tuple) and all(isinstance(item, str) for item in value)
    if kind == "string":
        return isinstance(value, str)
    wanted: tuple[type, ...] = (int, float) if kind == "float" else (int,)
    return isinstance(value, wanted) and not isinstance(value, bool)


def _unreadable(kind: str, path: str, reason: object) -> Detection:
    return unknown(f"{kind}: {path}: {reason}")


def _in_words(row: Row) -> str:
    return ", ".join([f"{column}={value!r}" for column, value in row])


def _judge_table(rule: SqliteRule, data: bytes, log: bytes) -> Detection:
    # dict.fromkeys: each column once, in the rule's order.
    asked = rule.rows_exist + rule.rows_absent
    columns = tuple(dict.fromkeys([column for row in asked for column, _ in row]))
    try:
        found = [dict(zip(columns, row, strict=True)) for row in table_rows(data, log, rule.table, columns)]
    except sqlite3.DatabaseError as error:
        return _unreadable("sqlite", rule.path, error)

    def matches(wanted: Row, row: dict[str, Cell]) -> bool:
        return all(row[column] == value for column, value in wanted)

    place = f"sqlite: {rule.table} ({len(found)} rows)"
    for wanted in rule.rows_exist:
        if not any(matches(wanted, row) for row in found):
            return unsatisfied(f"{place}: no row has {_in_words(wanted)}")
    for unwanted in rule.rows_absent:
        if any(matches(unwanted, row) for row in found):
            return unsatisfied(f"{place}: a row has {_in_words(unwanted)}")
    if rule.row_count is not None and len(found) != rule.row_count:
        return unsatisfied(f"{place}: wanted {rule.row_count}")
    if rule.no_other_rows:
        for row in found:
            if not any(matches(wanted, row) for wanted in rule.rows_exist):
                return unsatisfied(f"{place}: there is another row: {shown(row)}")
    has = "".join(f"; a row has {_in_words(row)}" for row in rule.rows_exist)
    lacks = "".join(f"; no row has {_in_words(row)}" for row in rule.rows_absent)
    return satisfied(f"{place}{has}{lacks}")


def _judge_preference(rule: PreferenceRule, data: bytes) -> Detection:
    place = f"preference: {rule.key}"
    try:
        entries = shared_preferences.parse(data)
    except SharedPreferencesError as error:
        return _unreadable("preference", rule.path, error)
    entry = next((entry for entry in entries if entry.name == rule.key), None)
    if entry is None:
        return unknown(f"{place}: no such entry in {rule.path}")
    if entry.kind != rule.type:
        return unknown(f"{place}: is of type {entry.kind}, not {rule.type}")
    seen = f"{place}: is {shown(entry.value)}"
    if rule.boolean_list is not None:
        fault = rule.boolean_list.fault(entry.value)
        return unsatisfied(f"{seen}: {fault}") if fault else satisfied(seen)
    same = (
        sorted(entry.value) == sorted(rule.equals)
        if isinstance(rule.equals, tuple)
        else entry.value == rule.equals
    )
    return satisfied(seen) if same else unsatisfied(f"{seen}, wanted {shown(rule.equals)}")


_judged_table = memo(64)(_judge_table)
_judged_preference = memo(64)(_judge_preference)
