"""Rows of SQLite files for providers and apps: texts, rows by column, last id."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

#: What is read of a longer text.
TEXT_LIMIT = 10_000


def storable(text: str) -> str:
    """A text as UTF-8 can hold it: half a surrogate pair, which a keyboard may leave, becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")


def text_of(stored: object) -> str:
    """Content of a file as a text of at most `TEXT_LIMIT` letters; NULL is ""."""
    return "" if stored is None else str(stored)[:TEXT_LIMIT]


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    """Insert a row, given by its columns."""
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))


def set_last_number(connection: sqlite3.Connection, tables: Iterable[str], number: int) -> None:
    """Have tables that number their rows (AUTOINCREMENT) go on behind ``number``; 0 leaves them as they are."""
    for table in tables if number > 0 else ():
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))


def last_number(connection: sqlite3.Connection, table: str) -> int:
    """The last number that a table has given to a row; 0 where it has given none, or the file has no fit number."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone() is None:
        return 0
    found = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    number = found[0] if found is not None else 0
    return number if isinstance(number, int) and 0 <= number < 1 << 53 else 0
