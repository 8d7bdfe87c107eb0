"""Stage near misses: a device that shows such a state to a detector without being changed."""

from __future__ import annotations

from typing import Any

from bmoca_gym.devices.device import Device, LogEntry, ShellResult
from bmoca_gym.errors import FileAccessError
from bmoca_gym.handset.system import shared_preferences
from bmoca_gym.handset.system.sqlite_bytes import editable_database, file_of, keeps_log, with_log
from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.success_detectors import Detection, SuccessDetector
from bmoca_gym.tasks.near_miss import PhoneState, PreferenceState, TableState
from bmoca_gym.tasks.task import JUDGES, Task

#: Snapshot of a device before the steps of a near miss.
_BEFORE = "before_near_miss"

#: Element with default attributes.
_NODE = UiNode("android.view.View", "", "", "", (0, 0, 1, 1), "", 0)
_EMPTY = {"TEXT": "", "BLOB": b""}


def judged(task: Task, judge: str, device: Device, state: PhoneState) -> Detection:
    """Return a judge's detection for a near miss, on a device at the start of the task's episode.

    The device is unchanged afterwards. Expert calls of the state are ignored; they need a played episode.
    """
    detector = task.detector(judge)
    detector.reset(device)
    detector.answer = state.answer
    if not state.steps:
        return _checked(detector, judge, StagedDevice(device, state))
    device.save_snapshot(_BEFORE)
    try:
        for step in state.steps:
            step.perform(device)
        return _checked(detector, judge, StagedDevice(device, state))
    finally:
        device.load_snapshot(_BEFORE)


def _checked(detector: SuccessDetector, judge: str, device: Device) -> Detection:
    """The detection at the end of an episode in which the agent finishes in this state.

    A benchmark's own judge may only look at the screen before each action, so it is also asked before the
    last one.
    """
    if judge != JUDGES[0]:
        detector.check(device)
    detector.finished = True
    return detector.check(device)


class StagedDevice:
    """A read-only device that overlays a state on another device: rows, entries, elements, log lines, output."""

    def __init__(self, device: Device, state: PhoneState) -> None:
        self._device = device
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the elements of the state if it has any, else the screen."""
        tree = self._device.ui_tree(windows)
        if not self._state.nodes:
            return tree
        attributes: list[dict[str, Any]] = [dict(node.attributes) for node in self._state.nodes]
        # Stacked vertically, so that they don't overlap.
        nodes = [_NODE.changed(bounds=(0, i, 1, i + 1), **given) for i, given in enumerate(attributes)]
        return UiTree(tuple(nodes), tree.width, tree.height)

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return the log followed by the lines of the state."""
        lines = [LogEntry(0.0, line.level, line.tag, line.message) for line in self._state.log]
        return self._device.log_since(cursor) + lines

    def shell(self, command: str) -> ShellResult:
        """Return the output of a command in the state, or on the device."""
        for answer in self._state.commands:
            if answer.command == command:
                return ShellResult(f"{answer.output}\n", 0)
        return self._device.shell(command)

    def read_file(self, path: str) -> bytes:
        """Return a file with the rows and entries of the state added.

        Raises:
            FileAccessError: neither the device nor the state has such a file.
        """
        tables = [table for table in self._state.tables if path in (table.path, f"{table.path}-wal")]
        entries = [entry for entry in self._state.preferences if entry.path == path]
        if tables:
            if path.endswith("-wal"):  # its content is in the database itself
                raise FileAccessError(f"there is no {path}")
            return self._database(path, tables)
        return self._preferences(path, entries) if entries else self._device.read_file(path)

    def _database(self, path: str, tables: list[TableState]) -> bytes:
        try:
            data = self._device.read_file(path)
            if keeps_log(data):
                data = with_log(data, self._device.read_file(f"{path}-wal"))
        except FileAccessError:
            data = b""
        connection = editable_database(data)
        try:
            for table in tables:
                for given in table.rows:
                    row: dict[str, Any] = dict(given)
                    columns = list(connection.execute(f'PRAGMA table_info("{table.table}")'))
                    if not columns:
                        names = ", ".join(f'"{name}"' for name in row)
                        connection.execute(f'CREATE TABLE "{table.table}" ({names})')
                    for _, name, kind, required, default, key in columns:
                        if required and default is None and not key:
                            row.setdefault(name, _EMPTY.get(kind.upper(), 0))
                    marks, names = ", ".join("?" * len(row)), ", ".join(f'"{name}"' for name in row)
                    connection.execute(
                        f'INSERT OR REPLACE INTO "{table.table}" ({names}) VALUES ({marks})', [*row.values()]
                    )
            return file_of(connection)
        finally:
            connection.close()

    def _preferences(self, path: str, entries: list[PreferenceState]) -> bytes:
        try:
            found = shared_preferences.parse(self._device.read_file(path))
        except FileAccessError:
            found = ()
        for entry in entries:
            found = shared_preferences.put(found, entry.type, entry.key, _typed(entry.type, entry.value))
        return shared_preferences.to_bytes(found)


def _typed(kind: str, text: str) -> Any:
    if kind == "boolean":
        return text == "true"
    return {"int": int, "long": int, "float": float}.get(kind, str)(text)
