"""Chrome's files in its default profile: the database ``History`` and the JSON document ``Bookmarks``."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from bmoca_gym.handset.apps.chrome.handlers.history import PERIODS
from bmoca_gym.handset.apps.chrome.state import (
    BOOKMARKS_BAR,
    COOKIES,
    ERRORS,
    FIRST_BOOKMARK,
    HISTORY_LIMIT,
    MOBILE_BOOKMARKS,
    OTHER_BOOKMARKS,
    PACKAGE,
    SITE_PERMISSIONS,
    TEXT_LIMIT,
    THEMES,
    Bookmark,
    Chrome,
    Tab,
    Visit,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.kits.web import ENGINES, languages
from bmoca_gym.handset.manifest import AppFile
from bmoca_gym.handset.system.sqlite_bytes import database_bytes, read_database
from bmoca_gym.handset.system.sqlite_rows import storable
from bmoca_gym.handset.value import memo, replace

PROFILE = f"/data/data/{PACKAGE}/app_chrome/Default"
HISTORY_PATH, BOOKMARKS_PATH = f"{PROFILE}/History", f"{PROFILE}/Bookmarks"
_SCHEMA = """
CREATE TABLE meta (key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
CREATE TABLE urls (
  id INTEGER PRIMARY KEY AUTOINCREMENT, url LONGVARCHAR, title LONGVARCHAR,
  visit_count INTEGER DEFAULT 0 NOT NULL, typed_count INTEGER DEFAULT 0 NOT NULL,
  last_visit_time INTEGER NOT NULL, hidden INTEGER DEFAULT 0 NOT NULL);
CREATE TABLE visits (
  id INTEGER PRIMARY KEY AUTOINCREMENT, url INTEGER NOT NULL, visit_time INTEGER NOT NULL, from_visit INTEGER,
  transition INTEGER DEFAULT 0 NOT NULL, segment_id INTEGER, visit_duration INTEGER DEFAULT 0 NOT NULL,
  incremented_omnibox_typed_score BOOLEAN DEFAULT FALSE NOT NULL, opener_visit INTEGER,
  originator_cache_guid TEXT, originator_visit_id INTEGER, originator_from_visit INTEGER,
  originator_opener_visit INTEGER, is_known_to_sync BOOLEAN DEFAULT FALSE NOT NULL);
CREATE INDEX visits_url_index ON visits (url);
CREATE INDEX visits_time_index ON visits (visit_time);
CREATE INDEX urls_url_index ON urls (url);
INSERT INTO meta VALUES ('version', '58'), ('last_compatible_version', '16');
"""
# A transition's low byte: how it came about (a link, typed); bits above: it is a chain's first and last.
_LINK, _TYPED, _WHOLE_CHAIN = 0, 1, 0x30000000
_LAST_TIME = (1 << 63) - 1
# The folders of the file: name in it, what Chrome calls it, number.
_ROOTS = (
    ("bookmark_bar", "Bookmarks bar", BOOKMARKS_BAR),
    ("other", "Other bookmarks", OTHER_BOOKMARKS),
    ("synced", "Mobile bookmarks", MOBILE_BOOKMARKS),
)
_DEPTH_LIMIT, _BOOKMARK_LIMIT = 20, 2000


# History


@memo(64, asset=True)
def _history(visits: tuple[Visit, ...]) -> bytes:
    def fill(connection: sqlite3.Connection) -> None:
        connection.executescript(_SCHEMA)
        ids: dict[str, int] = {}
        by_address: dict[str, list[Visit]] = {}
        for visit in visits:
            ids.setdefault(visit.address, len(ids) + 1)
            by_address.setdefault(visit.address, []).append(visit)
        for address, of_it in by_address.items():
            connection.execute(
                "INSERT INTO urls VALUES (?, ?, ?, ?, ?, ?, 0)",
                (ids[address], storable(address), storable(of_it[-1].title), len(of_it), sum(v.typed for v in of_it),
                 max(v.time for v in of_it)),
            )  # fmt: skip
        for visit in visits:
            connection.execute(
                "INSERT INTO visits (url, visit_time, from_visit, transition, segment_id) VALUES (?, ?, 0, ?, 0)",
                (ids[visit.address], visit.time, (_TYPED if visit.typed else _LINK) | _WHOLE_CHAIN),
            )

    return database_bytes(fill)


def read_history(state: Chrome) -> bytes:
    """The history as its file."""
    return _history(state.visits)


def write_history(state: Chrome, data: bytes) -> Chrome:
    """The state with a file's history. An address without visits counts as visited at its last visit time.

    Raises:
        sqlite3.DatabaseError: it is not the database of a history.
        ValueError: a row is not a valid visit.
    """
    connection = read_database(data)
    try:
        rows = connection.execute(
            "SELECT u.url, u.title, coalesce(v.visit_time, u.last_visit_time), coalesce(v.transition, 0) "
            "FROM urls u LEFT JOIN visits v ON v.url = u.id WHERE NOT u.hidden ORDER BY 3 DESC, v.id DESC LIMIT ?",
            (HISTORY_LIMIT,),
        ).fetchall()
    finally:
        connection.close()
    visits = []
    for address, title, time, transition in reversed(rows):
        if not (isinstance(time, int) and 0 <= time <= _LAST_TIME and isinstance(transition, int)):
            raise ValueError(
                f"visit of {address!r}: its time is {time!r}; it must be microseconds since 1601"
            )
        if isinstance(address, str) and "://" in address:
            name = title if isinstance(title, str) and title else address
            visits.append(Visit(address[:TEXT_LIMIT], name[:TEXT_LIMIT], time, transition & 0xFF == _TYPED))
    return replace(state, visits=tuple(visits))


# Bookmarks


def _node(mark: Bookmark, marks: tuple[Bookmark, ...]) -> dict[str, Any]:
    node: dict[str, Any] = {"date_added": str(mark.added), "id": str(mark.id), "name": mark.title}
    if mark.address:
        return node | {"type": "url", "url": mark.address}
    return node | {"children": _children(mark.id, marks), "type": "folder"}


def _children(parent: int, marks: tuple[Bookmark, ...]) -> list[dict[str, Any]]:
    return [_node(mark, marks) for mark in marks if mark.parent == parent]


def read_bookmarks(state: Chrome) -> bytes:
    """The bookmarks as their file."""
    roots = {name: _node(Bookmark(id, 0, title), state.bookmarks) for name, title, id in _ROOTS}
    return (json.dumps({"roots": roots, "version": 1}, indent=3, sort_keys=True) + "\n").encode()


def write_bookmarks(state: Chrome, data: bytes) -> Chrome:
    """Read bookmarks from a file. Their ids are kept if all have one and all differ.

    Raises:
        ValueError: it is not a document of bookmarks.
    """
    try:
        document = json.loads(data.decode("utf-8"))
    except RecursionError as error:
        raise ValueError("bookmarks: folders are nested too deeply") from error
    roots = document.get("roots") if isinstance(document, dict) else None
    if not isinstance(roots, dict):
        raise ValueError("bookmarks: there is no object 'roots'")
    marks: list[Bookmark] = []
    ids: list[int] = []
    for name, _, id in _ROOTS:
        _collect(marks, ids, roots.get(name), id, 0)
    if len({*ids}) == len(ids) and all(id >= FIRST_BOOKMARK for id in ids):
        kept = {mark.id: id for mark, id in zip(marks, ids, strict=True)}
        marks = [replace(mark, id=kept[mark.id], parent=kept.get(mark.parent, mark.parent)) for mark in marks]
    return replace(state, bookmarks=tuple(marks), folder=0)


def _collect(marks: list[Bookmark], ids: list[int], folder: object, parent: int, depth: int) -> None:
    """Add a folder's content, each folder before its content, with ids in this order or from the file."""
    children = folder.get("children", []) if isinstance(folder, dict) else []
    if not isinstance(children, list) or depth > _DEPTH_LIMIT:
        raise ValueError(f"bookmarks: the children of folder {parent} are not a list, or nested too deeply")
    for node in children:
        if not isinstance(node, dict) or not isinstance(node.get("name", ""), str):
            raise ValueError(f"bookmarks: a node in folder {parent} is not an object with a name")
        if len(marks) == _BOOKMARK_LIMIT:
            return
        address = node.get("url", "") if node.get("type") != "folder" else ""
        if not isinstance(address, str) or (node.get("type") != "folder" and "://" not in address):
            raise ValueError(f"bookmarks: {node.get('name')!r} has the address {address!r}")
        time = _number(node.get("date_added"), 18)
        name = str(node.get("name", ""))[:TEXT_LIMIT]
        mark = Bookmark(FIRST_BOOKMARK + len(marks), parent, name or address, address[:TEXT_LIMIT], time)
        marks.append(mark)
        ids.append(_number(node.get("id")))
        if not address:
            _collect(marks, ids, node, mark.id, depth + 1)


def _number(found: object, digits: int = 9) -> int:
    """Parse a number, which the document stores as text; 0 for anything else."""
    text = str(found)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else 0


def _are_tabs(tabs: tuple[Tab, ...]) -> bool:
    entries = [entry for tab in tabs for entry in tab.entries]
    return (
        len({tab.id for tab in tabs}) == len(tabs)
        and all(0 <= tab.at < len(tab.entries) for tab in tabs)
        and all(entry.error in ("", *ERRORS) for entry in entries)
        and all(entry.language in ("", *languages()) for entry in entries)
    )


def _fits_tabs(state: Chrome) -> bool:
    """Whether the next tab gets an id that no tab has."""
    return state.next_id > max([tab.id for tab in state.tabs], default=0)


FILES = (
    AppFile(HISTORY_PATH, read_history, write_history),
    AppFile(BOOKMARKS_PATH, read_bookmarks, write_bookmarks),
    preference_file(
        PACKAGE,
        {
            "tabs": Stored("tabs", _are_tabs),
            "current": "current_tab",
            "current_incognito": "current_incognito_tab",
            "incognito": "incognito_selected",
            "next_id": Stored("next_tab", range(1, 1 << 31)),
            "engine": Stored("search_engine", ENGINES),
            "homepage": "homepage",
            "theme": Stored("ui_theme_setting", THEMES),
            "allowed": Stored("site_permissions", SITE_PERMISSIONS),
            "cookies": Stored("cookies", COOKIES),
            "period": Stored("clear_browsing_data_period", PERIODS),
        },
        valid=_fits_tabs,
    ),
)
