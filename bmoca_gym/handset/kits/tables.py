"""An app's tables: columns as data, rows as immutable tuples, and the SQLite database file made from them.

The app's state has the rows of a table in one of its fields, as a tuple of `Row`. `database` makes the
`AppFile`. Reading the file gives bytes that the real sqlite3 has written; written bytes are parsed back into
rows.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import count
from typing import Any

from bmoca_gym.handset.kits import moments
from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import Callback, Value, memo, replace, value

#: Value in a row. A row has its id first, then the values in the order of the table's columns.
Cell = int | float | str | bytes | None
Row = tuple[Cell, ...]
Rows = tuple[Row, ...]

ID = "_id"
#: Most rows of a table that an app opens, and most characters of a text.
ROW_LIMIT, TEXT_LIMIT = 10_000, 100_000
_KINDS: dict[str, type] = {"integer": int, "real": float, "text": str, "blob": bytes}
_EMPTY: dict[str, Cell] = {"integer": 0, "real": 0.0, "text": "", "blob": b""}
#: Units of stored numbers and texts, see `Column`.
UNITS = ("", "ms", "s", "iso", "minutes", "hundredths")
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@value
class Column(Value):
    """A column.

    Attributes:
        name: its name.
        kind: "integer", "real", "text" or "blob".
        unit: meaning of the stored value: "ms" or "s" since the epoch; "iso", a day as text (2024-05-31);
            "minutes" of a day; "hundredths" of the displayed value, such as cents; "" for the value itself.
        default: value of a new row.
        null: whether it may be empty.
    """

    name: str
    kind: str = "text"
    default: Cell = None
    null: bool = False
    unit: str = ""

    @property
    def empty(self) -> Cell:
        """Value of a new row: the default, else None, zero or ""."""
        if self.default is not None:
            return self.default
        return None if self.null else _EMPTY[self.kind]

    @property
    def sql(self) -> str:
        """Declaration of the column in CREATE TABLE."""
        text = f'"{self.name}" {self.kind.upper()}' + ("" if self.null else " NOT NULL")
        if self.default is None:
            return text
        if isinstance(self.default, bytes):
            return f"{text} DEFAULT X'{self.default.hex()}'"
        shown = "'" + self.default.replace("'", "''") + "'" if isinstance(self.default, str) else self.default
        return f"{text} DEFAULT {shown}"


@value
class Table(Value):
    """A table. Its first column is the rows' id, called ``id``, and is not in ``columns``.

    ``id_kind``: "integer", or "text" if the app chooses the ids. ``unique``: whether SQLite refuses a
    repeated id.

    Raises:
        ValueError: a name, a kind or a unit is invalid.
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
        """Names of all columns, the id first."""
        return (self.id, *(column.name for column in self.columns))

    @property
    def sql(self) -> str:
        """Statement that creates the table."""
        columns = ", ".join(column.sql for column in self.columns)
        key = f"{self.id_kind.upper()} {'PRIMARY KEY' if self.unique else 'NOT NULL'}"
        return f'CREATE TABLE "{self.name}" ("{self.id}" {key}, {columns})'

    def column(self, name: str) -> Column:
        """Return the column of that name.

        Raises:
            ValueError: there is no such column.
        """
        return self.columns[self.place(name) - 1]

    def place(self, name: str) -> int:
        """Return the index of a column's value in a row.

        Raises:
            ValueError: there is no such column.
        """
        if name not in self.names:
            raise ValueError(f"table {self.name!r} has no column {name!r}; it has {', '.join(self.names)}")
        return self.names.index(name)

    def row(self, id: int | str = 0, /, **cells: Cell) -> Row:
        """Make a row with the given values; the others are those of a new row.

        Raises:
            ValueError: there is no such column.
        """
        unknown = set(cells) - set(self.names[1:])
        if unknown:
            raise ValueError(
                f"table {self.name!r} has no column {min(unknown)!r}; it has {', '.join(self.names)}"
            )
        return (id, *(cells.get(column.name, column.empty) for column in self.columns))

    def get(self, row: Row, name: str) -> Cell:
        """Return the value of a row in a column."""
        return row[self.place(name)]

    def changed(self, row: Row, /, **cells: Cell) -> Row:
        """Return a row with some values changed."""
        found = list(row)
        for name, cell in cells.items():
            found[self.place(name)] = cell
        return tuple(found)

    def checked(self, row: tuple[Any, ...]) -> Row:
        """Check a row from a file.

        Raises:
            ValueError: a value is missing or not of its column's kind.
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
    """Return the row with this id, or None."""
    return next((row for row in rows if row[0] == id), None)


def put(rows: Rows, row: Row) -> Rows:
    """Add a row, or replace the one with its id. A row without an id (0) gets the next one."""
    if not row[0]:
        used = {int(old[0] or 0) for old in rows}
        after = max(used, default=0) + 1
        row = (after if 0 < after < 1 << 63 else next(n for n in count(1) if n not in used), *row[1:])
    if with_id(rows, row[0]) is None:
        return (*rows, row)
    return tuple([row if old[0] == row[0] else old for old in rows])


def without(rows: Rows, ids: tuple[object, ...]) -> Rows:
    """Return the rows without those with the given ids."""
    return tuple([row for row in rows if row[0] not in ids])


# Moments


def moment(column: Column, cell: Cell, zone: str) -> datetime | None:
    """Return the local date and time of a column's value; None if it is empty.

    A time without a date is on the first possible day. Times out of range become the nearest possible ones.
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
    return moments.moment(zone, wall) if wall else None


def stored(column: Column, at: datetime, zone: str) -> Cell:
    """Return a column's value for a local date and time."""
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
    """Make the database file for a part of an app's state.

    Args:
        path: absolute path of the file.
        tables: pairs of a field of the state, which has the rows, and its table.
        version: the database's ``user_version``.
        script: SQL that creates further content of the real file.
        written: see `AppFile`.
        derived: tables that the app computes from others, such as an index. Their rows are a property of the
            state; rows that are written to them are replaced.
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
    """A row that can be encoded in UTF-8, without lone surrogates."""
    return tuple(
        [cell.encode("utf-8", "replace").decode() if isinstance(cell, str) else cell for cell in row]
    )


def _write(tables: tuple[tuple[str, Table], ...], state: Any, data: bytes) -> Any:
    """The state with the rows of a file.

    Raises:
        sqlite3.DatabaseError: it is not a database, or lacks a table.
        ValueError: a table has other columns, too many rows, or an invalid value.
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
