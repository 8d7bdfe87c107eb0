"""launcher.db, the file with the home screen's icons: rows of `favorites` to bytes and back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote

from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.value import aged, make_room, memo

T = TypeVar("T")

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

_INSERT_WIDGET = """
INSERT INTO favorites
  (_id, container, screen, cellX, cellY, spanX, spanY, itemType, appWidgetId, appWidgetProvider)
VALUES (?, -100, ?, ?, ?, ?, ?, 4, ?, ?)
"""

_SELECT_WIDGETS = """
SELECT appWidgetProvider, screen, cellX, cellY, spanX, spanY FROM favorites
WHERE itemType = 4 AND container = -100 ORDER BY _id
"""

_INSERT = """
INSERT INTO favorites (_id, title, intent, container, screen, cellX, cellY, spanX, spanY, itemType, rank)
VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, ?, ?)
"""

_SELECT = """
SELECT _id, title, intent, container, screen, cellX, cellY, itemType FROM favorites
WHERE itemType IN (0, 2) ORDER BY _id
"""

_APP, _FOLDER = 0, 2
_FOLDER_COLUMNS = 3

_COMPONENT = re.compile(r"[;:]component=([^;/]+/[^;/]+);")
_PLAIN_COMPONENT = re.compile(r"[A-Za-z0-9_.]{1,200}/[A-Za-z0-9_.$]{1,200}")


class Favorite(NamedTuple):
    """An app's icon on the home screen, or a folder.

    ``component``: ``package/activity``, as Android writes it, empty for a folder, which holds the components
    ``inside``; ``container``: ``desktop`` or ``hotseat``. On the desktop ``screen`` counts pages from 0 and the cells
    count from the top left; in the hotseat ``cell_x`` is the slot from the left, and ``screen`` and ``cell_y`` are 0.
    """

    title: str
    component: str
    container: str
    screen: int
    cell_x: int
    cell_y: int
    inside: tuple[str, ...] = ()


class PlacedWidget(NamedTuple):
    """A widget on the desktop. ``provider``: ``package/class``; the other fields are in pages and cells."""

    provider: str
    screen: int
    cell_x: int
    cell_y: int
    span_x: int
    span_y: int


def launcher_database(favorites: Iterable[Favorite], widgets: Iterable[PlacedWidget] = ()) -> bytes:
    """The file ``launcher.db`` with the icons in this order, then the widgets. Equal ones give equal bytes.

    Raises:
        KeyError: a container is not in `CONTAINERS`.
    """
    return _written(tuple(Favorite(*favorite) for favorite in favorites), tuple(widgets))


@memo(128, asset=True)
def _written(favorites: tuple[Favorite, ...], widgets: tuple[PlacedWidget, ...]) -> bytes:
    rows: list[tuple[object, ...]] = []
    for icon in favorites:
        number = len(rows) + 1
        # The launcher finds the slot of the hotseat in `screen`.
        screen = icon.cell_x if icon.container == "hotseat" else icon.screen
        place = (CONTAINERS[icon.container], screen, icon.cell_x, icon.cell_y)
        if icon.component:
            rows.append((number, icon.title, launch_intent(icon.component), *place, _APP, 0))
            continue
        rows.append((number, icon.title, None, *place, _FOLDER, 0))
        for rank, component in enumerate(icon.inside):
            y, x = divmod(rank, _FOLDER_COLUMNS)
            rows.append((len(rows) + 1, "", launch_intent(component), number, 0, x, y, _APP, rank))

    first = len(rows) + 1
    placed = [(first + at, *one[1:], at + 1, one.provider) for at, one in enumerate(widgets)]

    def fill(connection: sqlite3.Connection) -> None:
        connection.executemany(_INSERT, rows)
        connection.executemany(_INSERT_WIDGET, placed)

    data = database_bytes(fill, _SCHEMA)
    if all(map(_is_read_back, favorites)):
        _remember(_icons_of, data, favorites)
        if not widgets:
            _remember(_widgets_of, data, ())
    return data


def _is_read_back(icon: Favorite) -> bool:
    """Whether an icon survives being written to the database and read back. All of the launcher's own do."""
    apps = (icon.component,) if icon.component else icon.inside
    return (
        bool(apps)
        and not (icon.component and icon.inside)
        and icon.title.isprintable()
        and len(icon.title) < 1000
        and all(_PLAIN_COMPONENT.fullmatch(app) for app in apps)
        and all(type(at) is int and 0 <= at < 1000 for at in (icon.screen, icon.cell_x, icon.cell_y))
        and not (icon.container == "hotseat" and (icon.screen or icon.cell_y))
    )


#: What is in the files that were written or read last, so that no file that was just written is parsed.
_icons_of: dict[bytes, tuple[Favorite, ...]] = {}
_widgets_of: dict[bytes, tuple[PlacedWidget, ...]] = {}
_MOST_FILES = 128
aged(_icons_of, asset=True)
aged(_widgets_of, asset=True)


def _remember(known: dict[bytes, tuple[T, ...]], data: bytes, content: tuple[T, ...]) -> None:
    make_room(known, _MOST_FILES)
    known[data] = content


def _once(
    known: dict[bytes, tuple[T, ...]], data: bytes, read: Callable[[bytes], tuple[T, ...]]
) -> tuple[T, ...]:
    """Read a file unless its content is known."""
    content = known.get(data)
    if content is None:
        content = read(data)
        _remember(known, data, content)
    return content


def read_launcher_database(data: bytes) -> tuple[Favorite, ...]:
    """The app icons and folders of a ``launcher.db``, in the order of their ids.

    Widgets and shortcuts are skipped, and so are rows that the launcher itself drops: those without an app to start or
    with an invalid place.

    Raises:
        sqlite3.DatabaseError: ``data`` is not a database, is damaged, or lacks the table.
    """
    return _once(_icons_of, data, _read)


def read_widgets(data: bytes) -> tuple[PlacedWidget, ...]:
    """The widgets of a ``launcher.db`` that have a place, in the order of their ids.

    Raises:
        sqlite3.DatabaseError: as `read_launcher_database`.
    """
    return _once(_widgets_of, data, _read_widgets)


def _rows(data: bytes, query: str) -> list[Any]:
    connection = read_database(data)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def _read_widgets(data: bytes) -> tuple[PlacedWidget, ...]:
    return tuple(
        PlacedWidget(*row)
        for row in _rows(data, _SELECT_WIDGETS)
        if isinstance(row[0], str) and all(type(at) is int and 0 <= at < 1000 for at in row[1:])
    )


def _read(data: bytes) -> tuple[Favorite, ...]:
    rows = _rows(data, _SELECT)
    found = (_favorite(row, rows) for row in rows)
    return tuple(icon for icon in found if icon is not None)


@memo(256, asset=True)
def launch_intent(component: str) -> str:
    """The intent URI that starts an app from the home screen."""
    return (
        "#Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;"
        f"launchFlags=0x10200000;component={quote(component, safe='/')};end"
    )


def _component(intent: object) -> str:
    found = _COMPONENT.search(intent) if isinstance(intent, str) else None
    return unquote(found[1]) if found else ""


def _favorite(row: tuple[Any, ...], rows: list[tuple[Any, ...]]) -> Favorite | None:
    number, title, intent, container, screen, cell_x, cell_y, kind = row
    name = _CONTAINER_NAMES.get(container) if isinstance(container, int) else None
    component = "" if kind == _FOLDER else _component(intent)
    inside = _inside(number, rows) if kind == _FOLDER else ()
    if name is None or not (component or inside):
        return None
    if not (isinstance(screen, int) and isinstance(cell_x, int) and isinstance(cell_y, int)):
        return None
    if min(screen, cell_x, cell_y) < 0:
        return None
    place = (0, screen, 0) if name == "hotseat" else (screen, cell_x, cell_y)
    return Favorite(title if isinstance(title, str) else "", component, name, *place, inside)


def _inside(folder: object, rows: list[tuple[Any, ...]]) -> tuple[str, ...]:
    """The components in a folder, row by row."""
    cells = [
        (y, x, _component(intent)) for _, _, intent, container, _, x, y, _ in rows if container == folder
    ]
    placed = sorted(cell for cell in cells if isinstance(cell[0], int) and isinstance(cell[1], int))
    return tuple(component for _, _, component in placed if component)
