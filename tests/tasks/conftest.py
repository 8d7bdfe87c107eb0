"""The fake device of the detectors' tests, and phones in the states that catalogues describe."""

from __future__ import annotations

import importlib.util
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pytest

from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.tasks.near_miss import PhoneState

_PATH = Path(__file__).parent.parent / "success_detectors" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("success_detectors_conftest", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
_FAKES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_FAKES)

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
WIKIPEDIA = "/data/data/org.wikipedia/shared_prefs/org.wikipedia_preferences.xml"
INITIAL_ALARM = {"hour": 9, "minutes": 0, "daysofweek": 96, "enabled": 0}
COLUMNS = (
    "_id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, daysofweek INTEGER NOT NULL, "
    "enabled INTEGER NOT NULL, vibrate INTEGER NOT NULL DEFAULT 1, label TEXT NOT NULL DEFAULT ''"
)


def alarms(rows: list[dict[str, Any]]) -> bytes:
    """``alarms.db`` with the row that every environment begins with, and others."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(f"CREATE TABLE alarm_templates ({COLUMNS})")
        for row in [INITIAL_ALARM, *rows]:
            marks = ", ".join("?" * len(row))
            connection.execute(
                f"INSERT INTO alarm_templates ({', '.join(row)}) VALUES ({marks})", list(row.values())
            )

    return database_bytes(fill)


def preferences(entries: list[tuple[str, str, str]]) -> bytes:
    """A shared preferences file with string entries."""
    lines = [f"<{kind} name={quoteattr(key)}>{escape(value)}</{kind}>" for key, kind, value in entries]
    return f"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>{''.join(lines)}</map>".encode()


@pytest.fixture(scope="session")
def fake_device() -> Any:
    return _FAKES.FakeDevice


@pytest.fixture
def begin(fake_device: Any) -> Callable[[], Any]:
    """A function that makes a phone at the start of an episode."""

    def made() -> Any:
        device = fake_device()
        device.files[ALARMS] = alarms([])
        device.files[WIKIPEDIA] = preferences(
            [("feedCardsEnabled", "string", f"[{','.join(['true'] * 10)}]")]
        )
        return device

    return made


@pytest.fixture
def go_to() -> Callable[[Any, PhoneState], None]:
    """A function that brings a phone to a state."""

    def bring(device: Any, state: PhoneState) -> None:
        for table in state.tables:
            assert (table.path, table.table) == (ALARMS, "alarm_templates"), "the only table known here"
            device.files[ALARMS] = alarms([dict(row) for row in table.rows])
        for entry in state.preferences:
            device.files[entry.path] = preferences([(entry.key, entry.type, entry.value)])
        device.show(*[dict(node.attributes) for node in state.nodes])
        for line in state.log:
            device.write_log(line.tag, line.message, line.level)

    return bring
