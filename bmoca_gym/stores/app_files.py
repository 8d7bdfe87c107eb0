"""Reading of apps' files from untrusted bytes: rows of SQLite databases, entries of shared preferences."""

from __future__ import annotations

import sqlite3

from bmoca_gym.errors import BmocaError
from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.system.shared_preferences import Preference, parse
from bmoca_gym.handset.system.sqlite_bytes import read_database, with_log

#: Value in a column of a database.
Cell = str | int | float | None

#: Most rows of a table; a larger one is not judged, since nobody makes so many by hand.
MAX_ROWS = 10_000

#: Most bytes of a file; a larger one is not parsed.
MAX_BYTES = 64 * 2**20


#: Most instructions of SQLite's virtual machine for reading a table, and instructions between two checks.
_MAX_INSTRUCTIONS, _INSTRUCTIONS_A_CHECK = 20_000_000, 100_000


class UnreadableError(BmocaError):
    """Raised for bytes that are not a valid file of the expected kind; the message says why."""


def limit_work(connection: sqlite3.Connection) -> None:
    """Limit the number of instructions that a connection may execute from now on."""
    checks = [0]

    def over() -> bool:
        checks[0] += 1
        return checks[0] > _MAX_INSTRUCTIONS // _INSTRUCTIONS_A_CHECK

    connection.set_progress_handler(over, _INSTRUCTIONS_A_CHECK)


def table_rows(data: bytes, log: bytes, table: str, columns: tuple[str, ...]) -> list[tuple[Cell, ...]]:
    """Return the rows of ``table`` in a database, as tuples of the values of ``columns``.

    Args:
        data: the database file.
        log: its write-ahead log, or b"".
        table: the table.
        columns: the columns.

    Raises:
        UnreadableError: it is not a database, is damaged or too large, or lacks the table or a column.
    """
    if len(data) + len(log) > MAX_BYTES:
        raise UnreadableError(f"more than {MAX_BYTES} bytes")
    try:
        connection = read_database(with_log(data, log) if log else data)
    except (sqlite3.Error, OSError, MemoryError) as error:
        raise UnreadableError(str(error)) from error
    try:
        # Without the table's name, SQLite would take a missing column for a text in quotes.
        chosen = ", ".join(f'judged."{column}"' for column in columns) or "1"
        query = f'SELECT {chosen} FROM "{table}" AS judged LIMIT {MAX_ROWS + 1}'
        limit_work(connection)
        connection.set_authorizer(_allow_reading)
        rows = connection.execute(query).fetchall()
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
        raise UnreadableError(str(error)) from error
    finally:
        connection.close()
    if len(rows) > MAX_ROWS:
        raise UnreadableError(f"table {table} has more than {MAX_ROWS} rows")
    return rows if columns else [()] * len(rows)


def preference(data: bytes, key: str) -> Preference | None:
    """Return the entry of that key in a shared preferences file, or None.

    Raises:
        UnreadableError: it is not such a file, or is damaged.
    """
    try:
        entries = parse(data)
    except SharedPreferencesError as error:
        raise UnreadableError(str(error)) from error
    return next((entry for entry in entries if entry.name == key), None)


def _allow_reading(
    action: int, first: str | None, second: str | None, schema: str | None, view: str | None
) -> int:
    # Refuse reads through a view, which would run SQL from the file.
    allowed = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ) and view is None
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
