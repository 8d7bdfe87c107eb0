"""Hostile databases pushed in place of an app's own: they become files that can't be opened, quickly and in little
memory.
"""

from __future__ import annotations

import sqlite3
import time
import tracemalloc

import pytest

from bmoca_gym.handset import images, packages
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.system import files
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
PHONE = images.boot()
DATABASES = [
    file.path
    for _, owner in sorted(packages.owners_of(ANDROID10).items())
    for file in owner.files
    if file.there is None and files.read(PHONE, file.path).startswith(b"SQLite format 3")
]


def _with_views(data: bytes, body: str) -> bytes:
    """A database each of whose tables is a view of that name, with its columns."""
    connection = read_database(data)
    connection.set_authorizer(None)
    tables = {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if not name.startswith("sqlite_")
    }
    connection.close()
    return database_bytes(
        ";".join(
            f"CREATE VIEW {name} AS {body.replace('COLUMNS', ', '.join(f'x AS {c}' for c in columns))}"
            for name, columns in tables.items()
        )
    )


def test_there_are_databases() -> None:
    assert len(DATABASES) >= 5


@pytest.mark.parametrize("path", DATABASES)
def test_views_over_endless_queries_are_refused(path: str) -> None:
    data = _with_views(files.read(PHONE, path), f"{ENDLESS} SELECT COLUMNS FROM n")
    start = time.process_time()
    phone = files.write(PHONE, path, data)
    assert time.process_time() - start < 5
    assert "Failed to open" in phone.log.since(0)[-1].message
    assert files.read(phone, path) == files.read(PHONE, path)


@pytest.mark.parametrize(
    "schema",
    [
        "CREATE TABLE t (a, b AS (zeroblob(900000000)))",
        "CREATE TABLE t (a, b GENERATED ALWAYS AS (printf('%.*c', 900000000, 'x')) VIRTUAL)",
        "CREATE TABLE t (a, b); CREATE VIEW v AS SELECT * FROM t; ALTER TABLE t RENAME TO u;"
        "DROP VIEW v; CREATE VIEW t AS SELECT zeroblob(900000000) AS a, 1 AS b",
        f"CREATE VIEW t AS {ENDLESS} SELECT x AS a, x AS b FROM n",
    ],
)
def test_what_a_query_of_the_file_computes_is_not_read(schema: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(sqlite3.DatabaseError):
            read_database(database_bytes(schema)).execute("SELECT a, b FROM t").fetchall()
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_steps_and_rows_of_a_query_are_counted() -> None:
    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [("x" * 1000, n) for n in range(3000)])

    connection = read_database(database_bytes(fill))
    assert len(connection.execute("SELECT a FROM t").fetchall()) == 3000
    start = time.process_time()
    with pytest.raises(sqlite3.DatabaseError, match="bytes of rows"):
        connection.execute("SELECT one.a, two.a FROM t AS one, t AS two").fetchall()
    with pytest.raises(sqlite3.DatabaseError, match="interrupted"):
        connection.execute("SELECT count(*) FROM t AS one, t AS two, t AS three").fetchall()
    assert time.process_time() - start < 10
    connection.close()
