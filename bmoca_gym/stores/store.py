"""Stores: rows of one kind in an app, and how to read, clear and add them on any device."""

from __future__ import annotations

import re
import shlex
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timezone, tzinfo
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from bmoca_gym.devices.device import Device, ShellResult
from bmoca_gym.errors import FileAccessError, StoreError, cut, nearest
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.system.sqlite_bytes import (
    Cell,
    editable_database,
    file_of,
    keeps_log,
    limit_steps,
    table_rows,
    with_log,
)
from bmoca_gym.handset.value import memo
from bmoca_gym.stores.column import Column

#: A row: values by column, with the types and units of rows.
Row = dict[str, object]

#: Rows by key.
Kept = dict[object, Row]

# Larger files are parsed each time and not cached.
_MAX_CACHED_BYTES = 256 * 1024


class Source(Protocol):
    """The methods of a device that reading a store needs."""

    def read_file(self, path: str) -> bytes:
        """Return the content of a file."""
        ...

    def shell(self, command: str) -> ShellResult:
        """Run a shell command."""
        ...


@dataclass(frozen=True, slots=True)
class Store:
    """Base of all stores: a name, columns, and the key of rows.

    Attributes:
        key: a unique column of the table; rows are returned by it.
        same_by: columns that identify a row instead, if the app writes a new row at each change. Rows that
            are equal in these columns are numbered.
    """

    name: str
    columns: tuple[Column, ...]
    key: str = "_id"
    same_by: tuple[str, ...] = ()

    def column(self, name: object) -> Column:
        """Return the column of that name.

        Raises:
            StoreError: there is none.
        """
        for column in self.columns:
            if column.name == name:
                return column
        names = [column.name for column in self.columns]
        raise StoreError(
            f"store {self.name} has no column {cut(name)}.{nearest(str(name)[:80], names)} "
            f"Columns: {', '.join(names)}."
        )

    def drawn_columns(self) -> dict[str, Any]:
        """The columns that are drawn, with the parameters from which they are drawn."""
        return {column.name: column.drawn for column in self.columns if column.drawn is not None}

    def checked(self, row: Mapping[str, object], whole: bool = False) -> Row:
        """Return a row whose values fit their columns. ``whole``: add the defaults of missing columns.

        Raises:
            StoreError: a column is unknown, its value does not fit, or, for a whole row, it is missing.
        """
        found: Row = {name: self.column(name).checked(value) for name, value in row.items()}
        if not whole:
            return found
        for column in self.columns:
            if column.name not in found and not column.has_default:
                raise StoreError(
                    f"a row of {self.name} lacks {column.name!r}, which has no default: {cut(dict(row))}"
                )
        return {c.name: found.get(c.name, c.default) for c in self.columns}

    def read(self, source: Source) -> Kept:
        """Return the current rows by key.

        Raises:
            StoreError: they can't be read; the message says why.
        """
        raise NotImplementedError

    def clear(self, device: Device) -> None:
        """Remove all rows.

        Raises:
            StoreError: they can't be removed.
        """
        raise NotImplementedError

    def add(self, device: Device, rows: Iterable[Mapping[str, object]]) -> None:
        """Add rows, in order.

        Raises:
            StoreError: a value does not fit its column, or the device refuses.
        """
        raise NotImplementedError

    def _zone(self, source: Source) -> tzinfo:
        if not any(column.type == "datetime" for column in self.columns):
            return timezone.utc
        name = source.shell("getprop persist.sys.timezone").output.strip()
        try:
            return ZoneInfo(name)
        except (ValueError, LookupError, OSError):
            return timezone.utc

    def _kept(self, keys: list[object], rows: list[tuple[object, ...]], zone: tzinfo) -> Kept:
        if len(set(keys)) != len(keys) or None in keys:
            raise StoreError(f"{self.name}: two rows have the same {self.key}")
        kept: Kept = {
            key: {c.name: c.seen(cell, zone) for c, cell in zip(self.columns, row, strict=True)}
            for key, row in zip(keys, rows, strict=True)
        }
        if not self.same_by:
            return kept
        numbers: Counter[tuple[object, ...]] = Counter()
        known_again: Kept = {}
        for found in kept.values():
            values = tuple([found[name] for name in self.same_by])
            numbers[values] += 1
            known_again[values, numbers[values]] = found
        return known_again


@dataclass(frozen=True, slots=True)
class Index:
    """A table in which an app searches instead of the main one. It has some ``columns`` of each row.

    ``plain``: those that it has in lower case and without accents.
    """

    table: str
    columns: tuple[str, ...]
    plain: tuple[str, ...] = ()

    def clear(self, connection: sqlite3.Connection, table: str, key: str) -> None:
        """Remove the entries of rows that were removed."""
        connection.execute(f'DELETE FROM "{self.table}" WHERE "{key}" NOT IN (SELECT "{key}" FROM "{table}")')

    def add(self, connection: sqlite3.Connection, rows: Iterable[Mapping[str, Cell]]) -> None:
        """Add the entries of rows."""
        names = ", ".join(f'"{name}"' for name in self.columns)
        places = ", ".join("?" * len(self.columns))
        connection.executemany(
            f'INSERT INTO "{self.table}" ({names}) VALUES ({places})',
            [tuple([self._cell(name, row[name]) for name in self.columns]) for row in rows],
        )

    def _cell(self, name: str, cell: Cell) -> Cell:
        return plain(cell) if name in self.plain and isinstance(cell, str) else cell


@dataclass(frozen=True, slots=True)
class TableStore(Store):
    """A table of an app's SQLite database.

    Attributes:
        package: the app or provider to stop before its file is changed.
        only: columns and values that identify the rows of this store in the table; new rows get them.
        fixed: values of further columns of new rows.
        index: the table in which the app searches.
    """

    package: str = ""
    path: str = ""
    table: str = ""
    only: tuple[tuple[str, Cell], ...] = ()
    fixed: tuple[tuple[str, Cell], ...] = ()
    index: Index | None = None

    def read(self, source: Source) -> Kept:
        """Return the current rows by key."""
        try:
            data = source.read_file(self.path)
            log = self._log(source) if keeps_log(data) else b""
            read = _cached_cells if len(data) + len(log) <= _MAX_CACHED_BYTES else _cells
            found = read(self, data, log)
        except (FileAccessError, sqlite3.DatabaseError) as error:
            raise StoreError(f"{self.name}: {self.path}: {error}") from error
        return self._kept([row[0] for row in found], [row[1:] for row in found], self._zone(source))

    def clear(self, device: Device) -> None:
        """Stop the app and remove all rows."""
        conditions = " AND ".join(f'"{column}" IS ?' for column, _ in self.only)
        where = f" WHERE {conditions}" if conditions else ""
        values = [value for _, value in self.only]

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f'DELETE FROM "{self.table}"{where}', values)
            if self.index is not None:
                self.index.clear(connection, self.table, self.key)

        self._change(device, change)

    def add(self, device: Device, rows: Iterable[Mapping[str, object]]) -> None:
        """Stop the app and add rows."""
        zone = self._zone(device)
        stored = []
        for row in rows:
            whole = self.checked(row, whole=True)
            cells = {c.column: c.stored(whole[c.name], zone) for c in self.columns}
            stored.append({**dict(self.fixed), **dict(self.only), **cells})
        if not stored:
            return
        names = list(stored[0])
        places = [_place(self.columns, name) for name in names]
        query = 'INSERT INTO "{}" ({}) VALUES ({})'.format(
            self.table, ", ".join(f'"{name}"' for name in names), ", ".join(places)
        )

        def change(connection: sqlite3.Connection) -> None:
            connection.executemany(query, [tuple(row.values()) for row in stored])
            if self.index is not None:
                self.index.add(connection, stored)

        self._change(device, change)

    def _log(self, source: Source) -> bytes:
        with suppress(FileAccessError):  # without a write-ahead log, the database is complete
            return source.read_file(f"{self.path}-wal")
        return b""

    def _change(self, device: Device, change: Callable[[sqlite3.Connection], object]) -> None:
        """Stop the app, and replace its database by a changed copy with the same owner."""
        run(device, f"am force-stop {self.package}")
        path = shlex.quote(self.path)
        try:
            data = device.read_file(self.path)
            log = self._log(device)
            owner, _, mode = run(device, f"stat -c '%u:%g %a' {path}").strip().partition(" ")
            tables = (self.table, *((self.index.table,) if self.index else ()))
            changed = _changed(with_log(data, log) if log else data, tables, change)
            device.write_file(self.path, changed)
        except FileAccessError as error:
            raise StoreError(
                f"{self.name}: {self.path}: {error}; an app that was never opened has no file yet"
            ) from error
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreError(f"{self.name}: {self.path} can't be changed: {error}") from error
        run(device, f"rm -f {path}-wal {path}-shm {path}-journal")
        # A file that was replaced over adb belongs to the shell, and the app could not open it.
        if re.fullmatch(r"\d+:\d+", owner) and re.fullmatch(r"[0-7]{3,4}", mode):
            run(device, f"chown {owner} {path} && chmod {mode} {path} && restorecon {path}")


def _place(columns: tuple[Column, ...], name: str) -> str:
    """The SQL expression of a column's value: the value itself, or the key of the row that has it."""
    for column in columns:
        if column.column == name and column.refers is not None:
            table, key, named = column.refers
            return f'(SELECT "{key}" FROM "{table}" WHERE "{named}" = ?)'
    return "?"


def _cells(store: TableStore, data: bytes, log: bytes) -> list[tuple[Cell, ...]]:
    columns = (store.key, *[column.column for column in store.columns])
    limits = tuple([name for name, _ in store.only])
    wanted = tuple([value for _, value in store.only])
    rows = table_rows(data, log, store.table, (*columns, *limits))
    found = [row[: len(columns)] for row in rows if row[len(columns) :] == wanted]
    for place, column in enumerate(store.columns, 1):
        if column.refers is not None:
            table, key, name = column.refers
            named = {row[0]: row[1] for row in table_rows(data, log, table, (key, name))}
            found = [(*row[:place], named.get(row[place]), *row[place + 1 :]) for row in found]
    return found


_cached_cells = memo(64)(_cells)


def _changed(data: bytes, tables: tuple[str, ...], change: Callable[[sqlite3.Connection], object]) -> bytes:
    """The bytes of a database after a change of some tables.

    Raises:
        sqlite3.Error: it is not a database, has no such table, or refuses the change.
    """
    connection = editable_database(data)
    try:
        limit_steps(connection)
        for table in tables:
            kind = connection.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            if kind != ("table",):  # a view would run SQL from the file
                raise sqlite3.DatabaseError(f"no such table: {table}")
        change(connection)
        return file_of(connection)
    finally:
        connection.close()


def run(device: Source, command: str) -> str:
    """Run a shell command that must succeed, and return its output.

    Raises:
        StoreError: it fails.
    """
    result = device.shell(command)
    if result.exit_code != 0:
        raise StoreError(
            f"the device answered exit code {result.exit_code} to {command!r}: {result.output.strip()[:200]!r}"
        )
    return result.output
