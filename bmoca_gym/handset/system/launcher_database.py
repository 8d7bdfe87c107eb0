"""launcher.db, the file in which the home screen keeps its icons: rows of `favorites` to bytes and back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import quote, unquote

from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import memo

#: Where the launcher keeps the file, and the package it is of.
LAUNCHER_PACKAGE = "com.google.android.apps.nexuslauncher"
LAUNCHER_DATABASE_PATH = f"/data/data/{LAUNCHER_PACKAGE}/databases/launcher.db"

#: Android's numbers for where an icon is.
CONTAINERS = {"desktop": -100, "hotseat": -101}

_CONTAINER_NAMES = {number: name for name, number in CONTAINERS.items()}

# Schema 28, that of the Pixel Launcher of Android 10.
_SCHEMA = """
PRAGMA user_version = 28;
CREATE TABLE favorites (
  _id INTEGER PRIMARY KEY, title TEXT, intent TEXT, container INTEGER, screen INTEGER,
  cellX INTEGER, cellY INTEGER, spanX INTEGER, spanY INTEGER, itemType INTEGER,
  appWidgetId INTEGER NOT NULL DEFAULT -1, iconPackage TEXT,
  iconResource TEXT, icon BLOB, appWidgetProvider TEXT, modified INTEGER NOT NULL DEFAULT 0,
  restored INTEGER NOT NULL DEFAULT 0, profileId INTEGER DEFAULT 0, rank INTEGER NOT NULL DEFAULT 0,
  options INTEGER NOT NULL DEFAULT 0
);
"""

_INSERT = """
INSERT INTO favorites (_id, title, intent, container, screen, cellX, cellY, spanX, spanY, itemType)
VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, 0)
"""

_SELECT = (
    "SELECT title, intent, container, screen, cellX, cellY FROM favorites WHERE itemType = 0 ORDER BY _id"
)

_COMPONENT = re.compile(r"[;:]component=([^;/]+/[^;/]+);")


class Favorite(NamedTuple):
    """An app's icon on the home screen.

    ``component``: ``package/activity``, as Android writes it; ``container``: ``desktop`` or ``hotseat``.
    On the desktop ``screen`` counts pages from 0 and the cells count from the top left; in the hotseat
    ``cell_x`` is the slot from the left, and ``screen`` and ``cell_y`` are 0.
    """

    title: str
    component: str
    container: str
    screen: int
    cell_x: int
    cell_y: int


def launcher_database(favorites: Iterable[Favorite]) -> bytes:
    """The file ``launcher.db`` with the icons in this order. Equal icons give equal bytes.

    Raises:
        KeyError: a container that is none of `CONTAINERS`.
    """
    return _written(tuple(Favorite(*favorite) for favorite in favorites))


@memo(128, asset=True)
def _written(favorites: tuple[Favorite, ...]) -> bytes:
    rows = [
        (
            number,
            icon.title,
            launch_intent(icon.component),
            CONTAINERS[icon.container],
            icon.cell_x
            if icon.container == "hotseat"
            else icon.screen,  # the launcher finds the slot in `screen`
            icon.cell_x,
            icon.cell_y,
        )
        for number, icon in enumerate(favorites, start=1)
    ]

    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(_SCHEMA)
        connection.executemany(_INSERT, rows)

    return database_bytes(fill)


@memo(128, asset=True)
def read_launcher_database(data: bytes) -> tuple[Favorite, ...]:
    """The app icons of a ``launcher.db``, in the order of their ids.

    Widgets, folders and short cuts are passed over, and so are rows that the launcher itself drops: without
    an app to start, or with a place that is none.

    Raises:
        sqlite3.DatabaseError: ``data`` is no database, a damaged one, or has no such table.
    """
    connection = read_database(data)
    try:
        rows = connection.execute(_SELECT).fetchall()
    finally:
        connection.close()
    return tuple(icon for icon in map(_favorite, rows) if icon is not None)


def launch_intent(component: str) -> str:
    """The intent URI that starts an app from the home screen."""
    return (
        "#Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;"
        f"launchFlags=0x10200000;component={quote(component, safe='/')};end"
    )


def _favorite(row: tuple[object, ...]) -> Favorite | None:
    title, intent, container, screen, cell_x, cell_y = row
    name = _CONTAINER_NAMES.get(container) if isinstance(container, int) else None
    found = _COMPONENT.search(intent) if isinstance(intent, str) else None
    if name is None or found is None:
        return None
    if not (isinstance(screen, int) and isinstance(cell_x, int) and isinstance(cell_y, int)):
        return None
    if min(screen, cell_x, cell_y) < 0:
        return None
    place = (0, screen, 0) if name == "hotseat" else (screen, cell_x, cell_y)
    return Favorite(title if isinstance(title, str) else "", unquote(found[1]), name, *place)
