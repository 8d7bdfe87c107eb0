"""Tables of an app: their columns as data, their rows as immutable tuples, and the SQLite file that they are.

A state holds the rows of a table in one of its fields, a tuple of `Row`. `database` makes the `AppFile` of it: whoever
reads the file gets what the real sqlite3 writes, and what somebody writes is parsed back, row by row.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import count
from typing import Any

from bmoca_gym.handset import time_zones
from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import Callback, Value, memo, replace, value

#: Values of a row in the order of its table's columns; the first is its id.
Cell = int | float | str | bytes | None
Row = tuple[Cell, ...]
Rows = tuple[Row, ...]

ID = "_id"
#: Rows of a table that an app opens, and letters of a text that it keeps.
ROW_LIMIT, TEXT_LIMIT = 10_000, 100_000
_KINDS: dict[str, type] = {"integer": int, "real": float, "text": str, "blob": bytes}
_EMPTY: dict[str, Cell] = {"integer": 0, "real": 0.0, "text": "", "blob": b""}
#: What a stored number, or text, of a column means.
UNITS = ("", "ms", "s", "iso", "minutes", "hundredths")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_LAST = (datetime(9998, 12, 31) - time_zones.EPOCH) // timedelta(milliseconds=1)


@value
class Column(Value):
    """A column. ``kind``: "integer", "real", "text" or "blob"; ``default``: of a new row; ``null``: it may be empty.

    ``unit``: what is stored: "ms" or "s" since the epoch; "iso", a day as text (2024-05-31); "minutes" of a day;
    "hundredths" of what is shown, as cents; "" for the value itself.
    """

    name: str
    kind: str = "text"
    default: Cell = None
    null: bool = False
    unit: str = ""

    @property
    def empty(self) -> Cell:
        """The value of a new row: the default, or else nothing, zero or an empty text."""
        if self.default is not None:
            return self.default
        return None if self.null else _EMPTY[self.kind]

    @property
    def sql(self) -> str:
        """Its declaration in CREATE TABLE."""
        text = f'"{self.name}" {self.kind.upper()}' + ("" if self.null else " NOT NULL")
        if self.default is None:
            return text
        if isinstance(self.default, bytes):
            return f"{text} DEFAULT X'{self.default.hex()}'"
        shown = "'" + self.default.replace("'", "''") + "'" if isinstance(self.default, str) else self.default
        return f"{text} DEFAULT {shown}"


@value
class Table(Value):
    """A table; its first column, the rows' id, is not among ``columns`` and called ``id``.

    ``id_kind``: "integer", or "text" for a table whose rows an app gives their ids. ``unique``: SQLite refuses an id
    that stands twice.
    """

    name: str
    columns: tuple[Column, ...]
    id: str = ID
    id_kind: str = "integer"
    unique: bool = True

    def __post_init__(self) -> None:
        for name in (self.name, *self.names):
            if not _NAME.fullmatch(name):
                raise ValueError(f"table {self.name!r}: {name!r} is not a name; use letters, digits and _")
        for column in self.columns:
            if column.kind not in _KINDS or column.unit not in UNITS:
                raise ValueError(
                    f"column {column.name!r} is {column.kind!r} in {column.unit!r}; kinds are "
                    f"{', '.join(_KINDS)}, units {', '.join(map(repr, UNITS))}"
                )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all its columns, the id first."""
        return (self.id, *(column.name for column in self.columns))

    @property
    def sql(self) -> str:
        """The statement that creates it."""
        columns = ", ".join(column.sql for column in self.columns)
        key = f"{self.id_kind.upper()} {'PRIMARY KEY' if self.unique else 'NOT NULL'}"
        return f'CREATE TABLE "{self.name}" ("{self.id}" {key}, {columns})'

    def column(self, name: str) -> Column:
        """The column of that name.

        Raises:
            ValueError: there is none.
        """
        return self.columns[self.place(name) - 1]

    def place(self, name: str) -> int:
        """The place of a column's value in a row.

        Raises:
            ValueError: there is no such column.
        """
        if name not in self.names:
            raise ValueError(f"table {self.name!r} has no column {name!r}; it has {', '.join(self.names)}")
        return self.names.index(name)

    def row(self, id: int | str = 0, /, **cells: Cell) -> Row:
        """A row of given values, the others those of a new one."""
        unknown = set(cells) - set(self.names[1:])
        if unknown:
            raise ValueError(
                f"table {self.name!r} has no column {min(unknown)!r}; it has {', '.join(self.names)}"
            )
        return (id, *(cells.get(column.name, column.empty) for column in self.columns))

    def get(self, row: Row, name: str) -> Cell:
        """The value of a row in a column."""
        return row[self.place(name)]

    def changed(self, row: Row, /, **cells: Cell) -> Row:
        """A row with other values in some of its columns."""
        found = list(row)
        for name, cell in cells.items():
            found[self.place(name)] = cell
        return tuple(found)

    def checked(self, row: tuple[Any, ...]) -> Row:
        """A row that a file holds.

        Raises:
            ValueError: a value is not of its column's kind, or missing.
        """
        id, *cells = row
        if not isinstance(id, _KINDS[self.id_kind]) or isinstance(id, bool):
            raise ValueError(f"table {self.name!r}: id {str(id)[:40]!r}; expected {self.id_kind}")
        return (id, *map(self._checked, self.columns, cells, [id] * len(self.columns)))

    def _checked(self, column: Column, cell: Any, id: object) -> Any:
        if cell is None and column.null:
            return None
        if column.kind == "real" and type(cell) is int:
            return float(cell)
        if type(cell) is not _KINDS[column.kind]:
            raise ValueError(
                f"table {self.name!r}, row {id}: {column.name} is {str(cell)[:40]!r}; expected {column.kind}"
            )
        return cell[:TEXT_LIMIT] if isinstance(cell, str) else cell


# Rows


def with_id(rows: Rows, id: object) -> Row | None:
    """The row of that id, or None."""
    return next((row for row in rows if row[0] == id), None)


def put(rows: Rows, row: Row) -> Rows:
    """The rows with one more, or in the place of the one of its id; one without an id (0) gets the next."""
    if not row[0]:
        used = {int(old[0] or 0) for old in rows}
        after = max(used, default=0) + 1
        row = (after if 0 < after < 1 << 63 else next(n for n in count(1) if n not in used), *row[1:])
    if with_id(rows, row[0]) is None:
        return (*rows, row)
    return tuple([row if old[0] == row[0] else old for old in rows])


def without(rows: Rows, ids: tuple[object, ...]) -> Rows:
    """The rows but for those of some ids."""
    return tuple([row for row in rows if row[0] not in ids])


# Moments


def moment(column: Column, cell: Cell, zone: str) -> datetime | None:
    """The local day and time that a value of a column stands for; None where it holds none.

    A time without a day is one of the first day there is, and times out of reach are the nearest there are.
    """
    if column.unit == "iso":
        try:
            return datetime.combine(date.fromisoformat(str(cell)), time())
        except ValueError:
            return None
    if type(cell) is not int or column.unit not in ("ms", "s", "minutes"):
        return None
    if column.unit == "minutes":
        return datetime.min + timedelta(minutes=cell % 1440)
    wall = cell * (1000 if column.unit == "s" else 1)
    return time_zones.local(zone, min(max(wall, 0), _LAST)) if wall else None


def stored(column: Column, at: datetime, zone: str) -> Cell:
    """The value of a column that stands for a local day and time."""
    if column.unit == "iso":
        return at.date().isoformat()
    if column.unit == "minutes":
        return at.hour * 60 + at.minute
    wall = time_zones.wall(zone, at)
    return wall // 1000 if column.unit == "s" else wall


# The file


def database(
    path: str, tables: tuple[tuple[str, Table], ...], version: int = 1, script: str = "",
    written: Callback | None = None, derived: tuple[tuple[str, Table], ...] = (),
) -> AppFile:  # fmt: skip
    """The file of a database that is a part of an app's state.

    ``tables``: (field of the state that holds the rows, table); ``version``: the database's user_version;
    ``script``: SQL that makes what else the real file has. ``written``: see `AppFile`. ``derived``: tables that the app
    makes of others, as an index is; their rows are a property of the state, and what is written to them is made anew.
    """
    return AppFile(
        path, partial(_read, (*tables, *derived), version, script), partial(_write, tables), written
    )


def _read(tables: tuple[tuple[str, Table], ...], version: int, script: str, state: Any) -> bytes:
    return _file(tuple((table, getattr(state, field)) for field, table in tables), version, script)


@memo(128, asset=True)
def _file(tables: tuple[tuple[Table, Rows], ...], version: int, script: str) -> bytes:
    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(
            f"PRAGMA user_version = {version}; CREATE TABLE android_metadata (locale TEXT); "
            f"INSERT INTO android_metadata VALUES ('en_US'); {script}"
        )
        for table, rows in tables:
            connection.execute(table.sql)
            places = ", ".join("?" * len(table.names))
            connection.executemany(f'INSERT INTO "{table.name}" VALUES ({places})', map(_plain, rows))

    return database_bytes(fill)


def _plain(row: Row) -> Row:
    """A row as UTF-8 can hold it: a keyboard may type half a letter."""
    return tuple(
        [cell.encode("utf-8", "replace").decode() if isinstance(cell, str) else cell for cell in row]
    )


def _write(tables: tuple[tuple[str, Table], ...], state: Any, data: bytes) -> Any:
    """The state with the rows of a file.

    Raises:
        sqlite3.DatabaseError: it is no database, or has no such table.
        ValueError: a table has other columns, too many rows, or a value that its column can't hold.
    """
    connection = read_database(data)
    try:
        return replace(state, **{field: _rows(connection, table) for field, table in tables})
    finally:
        connection.close()


def _rows(connection: sqlite3.Connection, table: Table) -> Rows:
    found = tuple(column[1] for column in connection.execute(f'PRAGMA table_info("{table.name}")'))
    if sorted(found) != sorted(table.names):
        raise ValueError(
            f"table {table.name!r} has the columns {', '.join(found) or 'of no table'}; expected "
            f"{', '.join(table.names)}"
        )
    names = ", ".join(f'"{name}"' for name in table.names)
    rows = connection.execute(
        f'SELECT {names} FROM "{table.name}" ORDER BY rowid LIMIT {ROW_LIMIT + 1}'
    ).fetchall()
    if len(rows) > ROW_LIMIT:
        raise ValueError(f"table {table.name!r} has more than {ROW_LIMIT} rows; an app opens no more")
    return tuple([table.checked(row) for row in rows])
