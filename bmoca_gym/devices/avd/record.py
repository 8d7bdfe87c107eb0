"""Record of `bmoca avd build`: a small JSON file in each virtual device's folder."""

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

    Attributes:
        system_image: the system image it was made from.
        base: hash of the state from which all its snapshots are built; "" until that is built.
        apks: file name and size in bytes of each installed app, by package.
        versions: versions of the installed apps, by name.
        missing: expected versions of the missing apps, by name.
        disabled_tasks: ids of the tasks that need a missing app.
        snapshots: hash of the inputs of each snapshot, by name.
    """

    system_image: str
    base: str = ""
    apks: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    disabled_tasks: tuple[str, ...] = ()
    snapshots: Mapping[str, str] = field(default_factory=dict)

    def why_disabled(self, task_id: str) -> str:
        """Return why a task can't be done on this virtual device, or ""."""
        if task_id not in self.disabled_tasks:
            return ""
        apps = "; ".join(f"{name} ({wanted})" for name, wanted in self.missing.items())
        return (
            f"the task {task_id!r} needs an app that is not installed on this virtual device; missing: {apps}. "
            "Put the APK into a folder and build again: bmoca avd build --apks DIR"
        )


def read(folder: Path) -> AvdRecord | None:
    """Return the record in a virtual device's folder, or None.

    Raises:
        AndroidSdkError: it is damaged, or from a newer release.
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
            f"{path} is not a record of `bmoca avd build`: {error}. Build the virtual device again: "
            "bmoca avd build --force"
        ) from error


def write(folder: Path, record: AvdRecord) -> None:
    """Write the record as a whole. If writing is interrupted, the old record stays."""
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
