"""Reading what apps keep: rows of a SQLite file and entries of shared preferences, from untrusted bytes."""

from __future__ import annotations

import sqlite3

from bmoca_gym.handset.errors import SharedPreferencesError
from bmoca_gym.handset.system.shared_preferences import Preference, parse
from bmoca_gym.handset.system.sqlite_bytes import read_database, with_log

#: What a column of a database can hold, as rules compare it.
Cell = str | int | float | None

#: A table with more rows than this is not judged: nobody made so many by hand.
MAX_ROWS = 10_000

#: A file with more bytes than this is not parsed.
MAX_BYTES = 64 * 2**20


#: Instructions of SQLite's machine that reading a table may take, and how many pass between two checks.
_MAX_INSTRUCTIONS, _INSTRUCTIONS_A_CHECK = 20_000_000, 100_000


class UnreadableError(Exception):
    """Bytes that are not what the path's name says, and why."""


def limit_work(connection: sqlite3.Connection) -> None:
    """Interrupt whatever takes a connection more than a bounded number of instructions, from now on."""
    checks = [0]

    def over() -> bool:
        checks[0] += 1
        return checks[0] > _MAX_INSTRUCTIONS // _INSTRUCTIONS_A_CHECK

    connection.set_progress_handler(over, _INSTRUCTIONS_A_CHECK)


def table_rows(data: bytes, log: bytes, table: str, columns: tuple[str, ...]) -> list[tuple[Cell, ...]]:
    """The rows of ``table`` in a database file and its write-ahead log, if any, as tuples of ``columns``.

    Raises:
        UnreadableError: it is not a database, it is damaged, it lacks the table or a column, or it is too large.
    """
    if len(data) + len(log) > MAX_BYTES:
        raise UnreadableError(f"more than {MAX_BYTES} bytes")
    try:
        connection = read_database(with_log(data, log) if log else data)
    except (sqlite3.Error, OSError, MemoryError) as error:
        raise UnreadableError(str(error)) from error
    try:
        # With the table's name before it, a column that is missing is an error and not a text in quotes.
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
    """The entry of that key in a shared preferences file, if any.

    Raises:
        UnreadableError: it is no such file, or it is damaged.
    """
    try:
        entries = parse(data)
    except SharedPreferencesError as error:
        raise UnreadableError(str(error)) from error
    return next((entry for entry in entries if entry.name == key), None)


def _allow_reading(
    action: int, first: str | None, second: str | None, schema: str | None, view: str | None
) -> int:
    # A view of this name would run what its author wrote: it reads through itself, as ``view`` says.
    allowed = action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ) and view is None
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY
