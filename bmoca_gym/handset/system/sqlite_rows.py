"""Rows of SQLite files for providers and apps: texts, rows by column, the last id."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

#: How much of a longer text is read.
TEXT_LIMIT = 10_000


def storable(text: str) -> str:
    """Return a text that UTF-8 can encode: half of a surrogate pair, which a keyboard may leave, becomes "?"."""
    return text.encode("utf-8", "replace").decode("utf-8")


def text_of(stored: object) -> str:
    """Return a file's value as a text of at most `TEXT_LIMIT` characters; NULL is ""."""
    return "" if stored is None else str(stored)[:TEXT_LIMIT]


def insert(connection: sqlite3.Connection, table: str, row: Mapping[str, object]) -> None:
    """Insert a row, given as values by column."""
    places = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))


def set_last_number(connection: sqlite3.Connection, tables: Iterable[str], number: int) -> None:
    """Let tables with AUTOINCREMENT continue after ``number``; 0 leaves them as they are."""
    for table in tables if number > 0 else ():
        connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (table, number))


def last_number(connection: sqlite3.Connection, table: str) -> int:
    """Return the last number that a table with AUTOINCREMENT has assigned, or 0."""
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").fetchone() is None:
        return 0
    found = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
    number = found[0] if found is not None else 0
    return number if isinstance(number, int) and 0 <= number < 1 << 53 else 0
