"""SQLite databases as bytes: made by a script or a function, and read back.

Files may come from anywhere. Only rows of tables are read, with limits on SQLite's steps, bytes and texts. The limit
is on steps rather than seconds, so that every machine accepts and refuses the same files.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from bmoca_gym.handset.value import memo

#: Value in a column of a database.
Cell = str | int | float | None

#: Most rows of a table that `table_rows` reads: nobody makes so many by hand.
MAX_ROWS = 10_000

#: Limits: bytes of a file, of one text or blob, and of all rows that are read; steps of SQLite's virtual
#: machine, which take a few seconds at worst.
FILE_LIMIT, VALUE_LIMIT, ROWS_LIMIT, STEP_LIMIT = 64 << 20, 1 << 20, 64 << 20, 10_000_000
_STEPS_AT_ONCE = 10_000
_ROW_COST = 64
#: What a reader's query may use. Views and virtual tables of the file are not allowed.
_FUNCTIONS = frozenset(("coalesce", "count", "length", "like", "max", "min"))
_PRAGMAS = frozenset(("table_info", "user_version"))
_NO_TABLE = ("CREATE VIEW ", "CREATE TRIGGER ", "CREATE INDEX ", "CREATE UNIQUE INDEX ")
_COMPUTED = re.compile(r"\bas\b", re.IGNORECASE | re.ASCII)

_MAGIC = b"SQLite format 3\x00"

# Header fields (offset, value) that tell how often and by which library a file was written, not what is in
# it. They are set alike, so that equal content gives equal bytes whatever SQLite Python was built with. The
# version is Android 10's SQLite 3.22.
_FIXED_HEADER = ((24, 1), (40, 1), (92, 1), (96, 3022000))


def database_bytes(fill: str | Callable[[sqlite3.Connection], object], tables: str = "") -> bytes:
    """Return the file of the database that ``fill``, a script or a function of a connection, makes.

    ``tables``: a script that runs before it. There are few of these, so their files are cached. The same arguments
    give the same bytes.

    Raises:
        sqlite3.Error: what SQLite says to ``fill``.
    """
    connection = _deserialized(_empty(tables)) if tables else sqlite3.connect(":memory:")
    try:
        if isinstance(fill, str):
            connection.executescript(fill)
        else:
            fill(connection)
        connection.commit()
        data = _serialized(connection)
    finally:
        connection.close()
    return _with_fixed_header(data)


@memo(16, asset=True)
def _empty(tables: str) -> bytes:
    return database_bytes(tables)


def editable_database(data: bytes) -> sqlite3.Connection:
    """Open a copy of the database file ``data`` in memory for changes; b"" is an empty one.

    Each statement is a transaction of its own. The caller closes the connection.

    Raises:
        sqlite3.DatabaseError: ``data`` is not a database.
    """
    if data and (not data.startswith(_MAGIC) or len(data) < 100):
        raise sqlite3.DatabaseError("file is not a database")
    connection = _deserialized(data[:18] + b"\x01\x01" + data[20:]) if data else sqlite3.connect(":memory:")
    connection.text_factory = _text
    connection.isolation_level = None
    try:
        connection.execute("SELECT name FROM sqlite_master").fetchall()
    except (UnicodeDecodeError, sqlite3.Error) as error:
        connection.close()
        raise sqlite3.DatabaseError(f"file is not a database: {error}") from error
    return connection


def file_of(connection: sqlite3.Connection) -> bytes:
    """Return the file of a database in memory, as `database_bytes` writes it."""
    return _with_fixed_header(_serialized(connection))


def _with_fixed_header(written: bytes) -> bytes:
    data = bytearray(written)
    for offset, number in _FIXED_HEADER:
        data[offset : offset + 4] = number.to_bytes(4, "big")
    return bytes(data)


def read_database(data: bytes) -> sqlite3.Connection:
    """Open a copy of the database file ``data`` in memory for reading rows of tables. The caller closes it.

    A query that takes more than `STEP_LIMIT` steps, returns more than `ROWS_LIMIT` bytes, or reads a view, raises
    sqlite3.DatabaseError. A write-ahead log is another file and not read.

    Raises:
        sqlite3.DatabaseError: ``data`` is not a database, is damaged, or is too large.
    """
    if not data.startswith(_MAGIC) or len(data) < 100:
        raise sqlite3.DatabaseError(
            f"file is not a database: {len(data)} bytes that begin with {bytes(data[:16])!r}"
        )
    if len(data) > FILE_LIMIT:
        raise sqlite3.DatabaseError(f"file of {len(data)} bytes; at most {FILE_LIMIT} are read")
    # Bytes 18 and 19 say 2 where Android had a write-ahead log open; a database in memory can't have one.
    connection = _deserialized(data[:18] + b"\x01\x01" + data[20:])
    set_limits(connection)
    limit_steps(connection)
    connection.row_factory = _Rows(ROWS_LIMIT)
    connection.text_factory = str  # strict: a name that is not UTF-8 would break any later query
    try:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for (sql,) in connection.execute("SELECT sql FROM sqlite_master"):
            if isinstance(sql, str) and not sql.startswith(_NO_TABLE) and _COMPUTED.search(sql):
                raise sqlite3.DatabaseError(f"computed columns are not read: {sql[:80]}")
        connection.execute("SELECT name FROM sqlite_master").fetchall()
        connection.text_factory = _text
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != ("ok",):
            raise sqlite3.DatabaseError(verdict[0] if verdict else "no answer to quick_check")
        connection.execute("PRAGMA query_only = ON")
    except (UnicodeDecodeError, sqlite3.Error) as error:  # SQLite's own message may contain damaged bytes
        connection.close()
        raise sqlite3.DatabaseError(f"database is damaged: {error}") from error
    connection.set_authorizer(_only_tables)
    return connection


def table_rows(data: bytes, log: bytes, table: str, columns: tuple[str, ...]) -> list[tuple[Cell, ...]]:
    """Return the rows of ``table`` in a database from anywhere, as tuples of the values of ``columns``.

    ``log``: its write-ahead log, or b"".

    Raises:
        sqlite3.DatabaseError: it is not a database, is damaged or too large, or lacks the table or a column.
    """
    if len(data) + len(log) > FILE_LIMIT:
        raise sqlite3.DatabaseError(f"more than {FILE_LIMIT} bytes")
    try:
        connection = read_database(with_log(data, log) if log else data)
    except (OSError, MemoryError) as error:
        raise sqlite3.DatabaseError(str(error)) from error
    try:
        # Without the table's name, SQLite would take a missing column for a text in quotes.
        chosen = ", ".join(f'read."{column}"' for column in columns) or "1"
        rows = connection.execute(f'SELECT {chosen} FROM "{table}" AS read LIMIT {MAX_ROWS + 1}').fetchall()
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
        raise sqlite3.DatabaseError(str(error)) from error
    finally:
        connection.close()
    if len(rows) > MAX_ROWS:
        raise sqlite3.DatabaseError(f"table {table} has more than {MAX_ROWS} rows")
    return rows if columns else [()] * len(rows)


def limit_steps(connection: sqlite3.Connection) -> None:
    """Limit how many steps all statements of a connection may take from now on, to `STEP_LIMIT`."""
    connection.set_progress_handler(_Steps(STEP_LIMIT), _STEPS_AT_ONCE)


def set_limits(connection: sqlite3.Connection) -> None:
    """Limit the values, statements and patterns of a connection."""
    if sys.version_info < (3, 11):
        return
    for category, limit in (
        (sqlite3.SQLITE_LIMIT_LENGTH, VALUE_LIMIT), (sqlite3.SQLITE_LIMIT_SQL_LENGTH, VALUE_LIMIT),
        (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000), (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
        (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 100), (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
        (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
    ):  # fmt: skip
        connection.setlimit(category, limit)


def _only_tables(
    action: int, first: str | None, second: str | None, schema: str | None, view: str | None
) -> int:
    """Authorise reading tables. Reads by a view are reported under the view's name, and refused."""
    if action == sqlite3.SQLITE_FUNCTION:
        allowed = (second or "").lower() in _FUNCTIONS
    elif action == sqlite3.SQLITE_PRAGMA:
        allowed = (first or "").lower() in _PRAGMAS
    else:
        allowed = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)
    return sqlite3.SQLITE_OK if allowed and view is None else sqlite3.SQLITE_DENY


class _Steps:
    """Progress handler that interrupts a connection once its statements have taken too many steps together."""

    def __init__(self, most: int) -> None:
        self._left = most // _STEPS_AT_ONCE

    def __call__(self) -> bool:
        self._left -= 1
        return self._left < 0


class _Rows:
    """Row factory that gives plain tuples, up to a number of bytes."""

    def __init__(self, most: int) -> None:
        self._left = most

    def __call__(self, cursor: sqlite3.Cursor, row: tuple[object, ...]) -> tuple[object, ...]:
        self._left -= _ROW_COST + sum([len(cell) for cell in row if isinstance(cell, (str, bytes))])
        if self._left < 0:
            raise sqlite3.DatabaseError(f"more than {ROWS_LIMIT} bytes of rows")
        return row


def keeps_log(data: bytes) -> bool:
    """Return whether the newest rows of a database may be in a file beside it whose name ends in ``-wal``."""
    return data[18:20] == b"\x02\x02"


def with_log(data: bytes, log: bytes) -> bytes:
    """Return the database with its write-ahead log applied, by SQLite, on a private copy.

    Raises:
        sqlite3.DatabaseError: the two don't belong together, or are damaged.
    """
    with tempfile.TemporaryDirectory(prefix="bmoca-") as folder:
        path = Path(folder) / "database"
        path.write_bytes(data)
        path.with_name("database-wal").write_bytes(log)
        connection = sqlite3.connect(path)
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.close()
        return path.read_bytes()


def _text(stored: bytes) -> str:
    """Decode a text column. Bytes that are not UTF-8 become U+FFFD: an app's data must not break a check."""
    return stored.decode("utf-8", "replace")


def _serialized(connection: sqlite3.Connection) -> bytes:
    if hasattr(connection, "serialize"):  # Python 3.11 and later
        return bytes(connection.serialize())
    return _through_file_out(connection)


def _deserialized(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    try:
        if hasattr(connection, "deserialize"):
            connection.deserialize(data)
        else:
            _through_file_in(connection, data)
    except BaseException:
        connection.close()
        raise
    return connection


def _through_file_out(connection: sqlite3.Connection) -> bytes:
    with tempfile.TemporaryDirectory(prefix="bmoca-") as folder:
        path = Path(folder) / "database"
        target = sqlite3.connect(path)
        try:
            connection.backup(target)
        finally:
            target.close()
        return path.read_bytes()


def _through_file_in(connection: sqlite3.Connection, data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="bmoca-") as folder:
        path = Path(folder) / "database"
        path.write_bytes(data)
        source = sqlite3.connect(path)
        try:
            source.backup(connection)
        finally:
            source.close()
