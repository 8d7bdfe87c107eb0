"""SQLite databases as bytes, which files of apps are: made by a script or a function, and read back."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

_MAGIC = b"SQLite format 3\x00"

# Header fields (offset, value) that tell how often and by which library a file was written, not what is in
# it. They are set alike, so that equal content gives equal bytes whatever SQLite Python was built with. The
# version is Android 10's SQLite 3.22.
_FIXED_HEADER = ((24, 1), (40, 1), (92, 1), (96, 3022000))


def database_bytes(fill: str | Callable[[sqlite3.Connection], object]) -> bytes:
    """The file of a database that ``fill``, a script or a function of an empty connection, makes.

    The same ``fill`` gives the same bytes.

    Raises:
        sqlite3.Error: what SQLite says to ``fill``.
    """
    connection = sqlite3.connect(":memory:")
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


def editable_database(data: bytes) -> sqlite3.Connection:
    """A connection to a copy of the database file ``data`` in memory that can be changed; b"" is an empty one.

    Each statement is a transaction of its own. The caller closes it.

    Raises:
        sqlite3.DatabaseError: ``data`` is no database.
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
    """The file of a database in memory, as `database_bytes` writes it."""
    return _with_fixed_header(_serialized(connection))


def _with_fixed_header(written: bytes) -> bytes:
    data = bytearray(written)
    for offset, number in _FIXED_HEADER:
        data[offset : offset + 4] = number.to_bytes(4, "big")
    return bytes(data)


def read_database(data: bytes) -> sqlite3.Connection:
    """A read-only connection to a copy of the database file ``data``, held in memory. The caller closes it.

    A write-ahead log is another file, and not read.

    Raises:
        sqlite3.DatabaseError: ``data`` is no database, or a damaged one.
    """
    if not data.startswith(_MAGIC) or len(data) < 100:
        raise sqlite3.DatabaseError(
            f"file is not a database: {len(data)} bytes that begin with {bytes(data[:16])!r}"
        )
    # Bytes 18 and 19 say 2 where Android had a write-ahead log open; a database in memory can't have one.
    connection = _deserialized(data[:18] + b"\x01\x01" + data[20:])
    connection.text_factory = str  # strict: names that are no UTF-8 would end any later query
    try:
        connection.execute("SELECT name, sql FROM sqlite_master").fetchall()
        connection.text_factory = _text
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != ("ok",):
            raise sqlite3.DatabaseError(verdict[0] if verdict else "no answer to quick_check")
        connection.execute("PRAGMA query_only = ON")
    except (UnicodeDecodeError, sqlite3.Error) as error:  # SQLite's own message may quote damaged bytes
        connection.close()
        raise sqlite3.DatabaseError(f"database is damaged: {error}") from error
    return connection


def keeps_log(data: bytes) -> bool:
    """Whether a database's newest rows may be in the file beside it whose name ends in ``-wal``."""
    return data[18:20] == b"\x02\x02"


def with_log(data: bytes, log: bytes) -> bytes:
    """The database with its write-ahead log written into it, by SQLite, on a private copy.

    Raises:
        sqlite3.DatabaseError: they don't belong together, or are damaged.
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
    """A text column; bytes that are no UTF-8 become U+FFFD, since what an app wrote must not end a check."""
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
