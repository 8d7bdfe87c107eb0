"""Files of a phone's apps for the page: databases as tables, other text as text. They are never changed."""

from __future__ import annotations

import math
import sqlite3
from contextlib import suppress
from typing import Any

from bmoca_gym.devices.device import Device
from bmoca_gym.errors import FileAccessError
from bmoca_gym.handset.system.sqlite_bytes import keeps_log, read_database, with_log

#: How many files are listed, rows of a table shown, and characters of a cell and of a text.
MOST_FILES, MOST_ROWS, MOST_IN_CELL, MOST_TEXT = 2000, 200, 200, 100_000

_FIND = "find /data/data /data/user_de/0 /sdcard/ -type f"
_APPS = ("/data/data/", "/data/user_de/0/")
_PASSED_OVER = ("/cache/", "/code_cache/")
_BESIDE_DATABASES = ("-journal", "-shm", "-wal")
_NO_ROOT = (
    "This phone hides the files of its apps. Reading them needs root: use an emulator image without Google Play, or a "
    "rooted phone."
)
#: JavaScript's numbers are exact up to here; a larger one is told as text.
_EXACT = 2**53


def listed(device: Device) -> dict[str, Any]:
    """The files of apps and of shared storage as (app, path), and a note about what is missing from the list."""
    found = device.shell(_FIND).output.splitlines()
    paths = [
        path
        for path in sorted(found)
        if path.startswith((*_APPS, "/sdcard/"))
        and not path.endswith(_BESIDE_DATABASES)
        and not any(part in path for part in _PASSED_OVER)
    ]
    notes = [] if any(path.startswith(_APPS) for path in paths) else [_NO_ROOT]
    if len(paths) > MOST_FILES:
        notes.append(f"The first {MOST_FILES} of {len(paths):,} files.")
    return {
        "files": [{"app": _owner(path), "path": path} for path in paths[:MOST_FILES]],
        "note": " ".join(notes),
    }


def _owner(path: str) -> str:
    for folder in _APPS:
        if path.startswith(folder):
            return path[len(folder) :].partition("/")[0]
    return "shared storage"


def content(device: Device, path: str) -> dict[str, Any]:
    """The content of a file: ``tables`` of a database, ``text``, or a ``note`` why it can't be shown."""
    try:
        data = device.read_file(path)
        log = b""
        if keeps_log(data):
            with suppress(FileAccessError):  # without that file, everything is in the database itself
                log = device.read_file(f"{path}-wal")
    except FileAccessError as error:
        return {"note": str(error)}
    if data.startswith(b"SQLite format 3\0"):
        try:
            return {"tables": _tables(data, log)}
        except sqlite3.Error as error:
            return {"note": f"This database can't be read: {error}"}
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"note": f"A binary file of {len(data):,} bytes."}
    more = len(text) - MOST_TEXT
    return {"text": text[:MOST_TEXT], "note": f"{more:,} more characters are not shown." if more > 0 else ""}


def _tables(data: bytes, log: bytes) -> list[dict[str, Any]]:
    connection = read_database(with_log(data, log) if log else data)
    try:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        return [_table(connection, name) for (name,) in names.fetchall() if not name.startswith("sqlite_")]
    finally:
        connection.close()


def _table(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    quoted = '"' + name.replace('"', '""') + '"'
    try:
        (count,) = connection.execute(f"SELECT count(*) FROM {quoted}").fetchone()
        read = connection.execute(f"SELECT * FROM {quoted} LIMIT {MOST_ROWS}")
        rows = read.fetchall()
    except sqlite3.Error as error:
        return {"name": name, "count": None, "columns": [], "rows": [], "note": str(error)}
    columns = [column[0] for column in read.description]
    return {
        "name": name,
        "count": count,
        "columns": columns,
        "rows": [[_cell(one) for one in row] for row in rows],
        "note": f"The first {MOST_ROWS} of {count:,} rows." if count > len(rows) else "",
    }


def _cell(value: object) -> object:
    if isinstance(value, bytes):
        return f"⟨{len(value):,} bytes⟩"
    if isinstance(value, str):
        return value if len(value) <= MOST_IN_CELL else value[:MOST_IN_CELL] + "…"
    inexact = isinstance(value, int) and abs(value) > _EXACT
    return str(value) if inexact or (isinstance(value, float) and not math.isfinite(value)) else value
