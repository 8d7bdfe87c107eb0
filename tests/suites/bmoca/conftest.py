"""The fake device of the detectors' tests, and phones in the states that catalogues describe."""

from __future__ import annotations

import importlib.util
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import pytest

from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.tasks.near_miss import PhoneState
from bmoca_gym.tasks.steps import Shell
from bmoca_gym.tasks.task import Task

_PATH = Path(__file__).parents[2] / "success_detectors" / "conftest.py"
_SPEC = importlib.util.spec_from_file_location("success_detectors_conftest", _PATH)
assert _SPEC is not None
assert _SPEC.loader is not None
_FAKES = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_FAKES)

ALARMS = "/data/user_de/0/com.google.android.deskclock/databases/alarms.db"
WIKIPEDIA = "/data/data/org.wikipedia/shared_prefs/org.wikipedia_preferences.xml"
INITIAL_ALARM = {"hour": 9, "minutes": 0, "daysofweek": 96, "enabled": 0}
COLUMNS = (
    "_id INTEGER PRIMARY KEY, hour INTEGER NOT NULL, minutes INTEGER NOT NULL, "
    "daysofweek INTEGER NOT NULL DEFAULT 0, enabled INTEGER NOT NULL, vibrate INTEGER NOT NULL DEFAULT 1, "
    "label TEXT NOT NULL DEFAULT ''"
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
    """A shared preferences file: keys, types and values."""
    lines = [
        f"<string name={quoteattr(key)}>{escape(value)}</string>"
        if kind == "string"
        else f"<{kind} name={quoteattr(key)} value={quoteattr(value)} />"
        for key, kind, value in entries
    ]
    return f"<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>{''.join(lines)}</map>".encode()


@pytest.fixture(scope="session")
def fake_device() -> Any:
    return _FAKES.FakeDevice


def asked_with(command: str) -> tuple[str, str]:
    """A command that sets something: the one that asks for it, and what that prints then."""
    if command.startswith("content insert "):
        return command, ""
    volume = re.fullmatch(r"(media volume --show --stream \d+) --set (\d+)", command)
    if volume:
        return f"{volume[1]} --get", f"volume is {volume[2]} in range [0..15]\n"
    setting = re.fullmatch(r"settings put (\w+ \w+) (\w+)", command)
    assert setting, f"no test knows the set-up step {command!r}"
    return f"settings get {setting[1]}", f"{setting[2]}\n"


@pytest.fixture
def begin(fake_device: Any) -> Callable[..., Any]:
    """A function that makes a phone at the start of an episode, of a task where one is given."""

    def made(task: Task | None = None) -> Any:
        device = fake_device()
        device.answers["cmd uimode night"] = ("Night mode: no\n", 0)
        for step in task.set_up_steps if task else ():
            assert isinstance(step, Shell)
            command, output = asked_with(step.command)
            device.answers[command] = (output, 0)
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
        for path in {entry.path for entry in state.preferences}:
            entries = [(e.key, e.type, e.value) for e in state.preferences if e.path == path]
            device.files[path] = preferences(entries)
        for answer in state.commands:
            device.answers[answer.command] = (f"{answer.output}\n", 0)
        device.show(*[dict(node.attributes) for node in state.nodes])
        for line in state.log:
            device.write_log(line.tag, line.message, line.level)

    return bring
