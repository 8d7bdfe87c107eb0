"""Databases as bytes: equal content gives equal bytes, and damaged files raise DatabaseError only."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.system import sqlite_bytes
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

SCRIPT = (
    "PRAGMA user_version = 9; CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'é');"
)
DATABASE = database_bytes(SCRIPT)


def _rows(data: bytes) -> list[tuple[object, ...]]:
    connection = read_database(data)
    try:
        return connection.execute("SELECT * FROM t").fetchall()
    finally:
        connection.close()


def _fill(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE t (a INTEGER, b TEXT)")
    connection.executemany("INSERT INTO t VALUES (?, ?)", [(1, "x"), (2, "é")])
    connection.execute("PRAGMA user_version = 9")


def test_a_script_and_a_function_are_read_back():
    assert _rows(DATABASE) == _rows(database_bytes(_fill)) == [(1, "x"), (2, "é")]
    assert read_database(DATABASE).execute("PRAGMA user_version").fetchone() == (9,)


def test_tables_that_are_kept_give_the_same_file():
    tables = "PRAGMA user_version = 9; CREATE TABLE t (a INTEGER, b TEXT, c INTEGER NOT NULL DEFAULT -1)"

    def rows(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO t (a, b) VALUES (?, ?)", [(n, "é" * n) for n in range(200)])

    def all_of_it(connection: sqlite3.Connection) -> None:
        connection.executescript(tables)
        rows(connection)

    assert database_bytes(rows, tables) == database_bytes(rows, tables) == database_bytes(all_of_it)


def test_equal_content_gives_equal_bytes_that_sqlite_opens(tmp_path):
    assert database_bytes(SCRIPT) == DATABASE
    path = tmp_path / "t.db"
    path.write_bytes(DATABASE)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("INSERT INTO t VALUES (3, 'y')")
    connection.close()
    assert len(_rows(path.read_bytes())) == 3


def test_the_way_through_a_file_makes_the_same(monkeypatch):
    """Python 3.10 lacks `serialize`; the replacement must give the same bytes."""
    monkeypatch.setattr(sqlite_bytes, "_serialized", sqlite_bytes._through_file_out)
    assert database_bytes(SCRIPT) == DATABASE
    connection = sqlite3.connect(":memory:")
    sqlite_bytes._through_file_in(connection, DATABASE)
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (2,)


def test_what_is_read_can_not_be_written():
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        read_database(DATABASE).execute("INSERT INTO t VALUES (3, 'y')")


def test_a_file_that_had_a_write_ahead_log_open_is_read():
    assert _rows(DATABASE[:18] + b"\x02\x02" + DATABASE[20:]) == _rows(DATABASE)


@pytest.mark.parametrize(
    "data", [b"", b"x" * 5000, DATABASE[:50], DATABASE[:100], DATABASE[:4096], DATABASE[:5000]]
)
def test_what_is_no_database_is_named_so(data):
    with pytest.raises(sqlite3.DatabaseError, match="database"):
        read_database(data)


def test_text_that_is_no_utf_8_is_read_with_marks():
    data = database_bytes(
        "CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, CAST(x'61ff62' AS TEXT));"
    )
    assert _rows(data) == [(1, "a\ufffdb")]


@given(st.lists(st.tuples(st.integers(0, len(DATABASE) - 1), st.integers(0, 255)), min_size=1, max_size=20))
def test_a_damaged_database_raises_database_error_only(changes):
    data = bytearray(DATABASE)
    for place, byte in changes:
        data[place] = byte
    try:
        rows = _rows(bytes(data))
    except sqlite3.DatabaseError:
        return
    assert isinstance(rows, list)


@given(st.binary(max_size=300))
def test_any_bytes_raise_database_error_only(data):
    with pytest.raises(sqlite3.DatabaseError):
        read_database(b"SQLite format 3\x00" + data)
