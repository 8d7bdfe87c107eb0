"""A fake device with files, log, elements and shell answers set by a test; it records every request."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

import numpy as np
import pytest

from bmoca_gym.devices.device import DeviceInfo, LogEntry, ShellResult
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.system.sqlite_bytes import database_bytes
from bmoca_gym.handset.ui.tree import UiNode, UiTree


class FakeDevice:
    info = DeviceInfo("fake-0", 1080, 2160, 440, 29, "en-US")

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.log: list[LogEntry] = []
        self.nodes: list[UiNode] = []
        self.answers: dict[str, tuple[str, int]] = {}
        self.asked: list[str] = []
        self.written: list[str] = []

    def show(self, *attributes: dict[str, object]) -> None:
        plain = UiNode("android.view.View", "", "", "", (0, 0, 10, 10), "com.example", 1)
        self.nodes = [plain.changed(**given) for given in attributes]

    def write_log(self, tag: str, message: str, level: str = "I") -> None:
        self.log.append(LogEntry(0.0, level, tag, message))

    def ui_tree(self, windows: bool = False) -> UiTree:
        self.asked.append("ui_tree")
        return UiTree(tuple(self.nodes), 1080, 2160)

    def read_file(self, path: str) -> bytes:
        self.asked.append(path)
        if path not in self.files:
            raise FileAccessError(f"{path}: no such file")
        return self.files[path]

    def shell(self, command: str) -> ShellResult:
        self.asked.append(command)
        return ShellResult(*self.answers.get(command, ("sh: not found\n", 127)))

    def log_cursor(self) -> int:
        return len(self.log)

    def log_since(self, cursor: int) -> list[LogEntry]:
        self.asked.append(f"log_since {cursor}")
        return self.log[cursor:]

    def write_file(self, path: str, data: bytes) -> None:
        self.written.append(path)
        self.files[path] = data

    def perform(self, gesture: object) -> None:
        raise AssertionError("a detector made a gesture")

    def wait(self, seconds: float) -> None:
        raise AssertionError("a detector waited")

    def screenshot(self, size: tuple[int, int] | None = None) -> np.ndarray:
        raise AssertionError("no detector needs pixels")

    def save_snapshot(self, name: str) -> None:
        raise AssertionError("a detector saved a snapshot")

    def load_snapshot(self, name: str) -> None:
        raise AssertionError("a detector loaded a snapshot")

    def snapshots(self) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass


def table(name: str, columns: str, rows: Iterable[tuple[object, ...]]) -> bytes:
    """A database file with one table."""

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute(f'CREATE TABLE "{name}" ({columns})')
        for row in rows:
            connection.execute(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', row)

    return database_bytes(fill)


@pytest.fixture(scope="session")
def fake_device() -> type[FakeDevice]:
    return FakeDevice


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()


@pytest.fixture(scope="session")
def database() -> object:
    return table
