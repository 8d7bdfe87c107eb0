"""The record of `bmoca avd build`: a small JSON file in each virtual device's folder, for all who use its snapshots."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bmoca_gym import data_files
from bmoca_gym.errors import AndroidSdkError

FILE_NAME = "bmoca.json"
_FORMAT = 1
_LARGEST = 4 << 20


@dataclass(frozen=True)
class AvdRecord:
    """Content of a virtual device.

    ``system_image``: of which it was made; ``base``: a digest of what all its snapshots begin with, "" until that is
    built; ``apks``: file and size in bytes of each app that was installed, by package; ``versions``: of the
    apps that are there, by name; ``missing``: what was expected of each app that is not, by name; ``disabled_tasks``:
    the ids of the tasks that need one of those; ``snapshots``: a digest of what each was built from, by name.
    """

    system_image: str
    base: str = ""
    apks: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    disabled_tasks: tuple[str, ...] = ()
    snapshots: Mapping[str, str] = field(default_factory=dict)

    def why_disabled(self, task_id: str) -> str:
        """Reason why a task can't be done on this virtual device, or "" where it can."""
        if task_id not in self.disabled_tasks:
            return ""
        apps = "; ".join(f"{name} ({wanted})" for name, wanted in self.missing.items())
        return (
            f"the task {task_id!r} needs an app that is not installed on this virtual device; missing: {apps}. "
            "Put the APK into a folder and build again: bmoca avd build --apks DIR"
        )


def read(folder: Path) -> AvdRecord | None:
    """The record in a virtual device's folder, or None where there is none.

    Raises:
        AndroidSdkError: it is damaged, or written by a newer release.
    """
    path = folder / FILE_NAME
    try:
        if path.stat().st_size > _LARGEST:
            raise ValueError(f"more than {_LARGEST} bytes")
        data = json.loads(path.read_text("utf-8"))
        if data.pop("format", None) != _FORMAT:
            raise ValueError(f"its format is not {_FORMAT}")
        return _record(data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise AndroidSdkError(
            f"{path} is not a record of `bmoca avd build`: {error}. Build the virtual device anew: "
            "bmoca avd build --force"
        ) from error


def write(folder: Path, record: AvdRecord) -> None:
    """Keep the record, whole or not at all: who is interrupted leaves the one before."""
    content = {"format": _FORMAT, **asdict(record)}
    data_files.write(folder / FILE_NAME, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def _record(data: dict[str, Any]) -> AvdRecord:
    if not (isinstance(data["system_image"], str) and isinstance(data["base"], str)):
        raise ValueError("system_image or base is not text")
    return AvdRecord(
        data["system_image"],
        data["base"],
        {str(package): (str(name), int(size)) for package, (name, size) in data["apks"].items()},
        _texts(data["versions"]),
        _texts(data["missing"]),
        tuple(map(str, data["disabled_tasks"])),
        _texts(data["snapshots"]),
    )


def _texts(data: Mapping[str, str]) -> dict[str, str]:
    return {str(name): str(text) for name, text in data.items()}
