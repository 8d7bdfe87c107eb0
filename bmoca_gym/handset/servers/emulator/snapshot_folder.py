"""Snapshots of a virtual device on disk: one folder each in the AVD's ``snapshots``, as in the emulator."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from urllib.parse import quote, unquote

from bmoca_gym.handset.servers.emulator import snapshot_file
from bmoca_gym.handset.servers.errors import SnapshotFileError
from bmoca_gym.handset.state import Phone

#: The snapshot that the emulator starts from, and keeps its state in when it ends, where no other is named.
QUICK_BOOT = "default_boot"
_FILE = "handset.snapshot"
_LONGEST = 200


class SnapshotFolder(MutableMapping[str, Phone]):
    """Phones by snapshot name. Writes are atomic, and other processes see them at once.

    ``read_only``: nothing is written. Snapshots of the real emulator in the same folder are left alone.
    """

    def __init__(self, folder: Path, read_only: bool = False) -> None:
        self._folder = folder
        self._read_only = read_only
        self._read: dict[str, tuple[tuple[int, int, int], Phone]] = {}

    def __getitem__(self, name: str) -> Phone:
        path = self._place(name) / _FILE
        try:
            found = os.stat(path)
        except OSError:
            raise KeyError(name) from None
        stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
        known = self._read.get(name)
        if known is None or known[0] != stamp:
            known = self._read[name] = stamp, snapshot_file.read(path)
        return known[1]

    def __setitem__(self, name: str, phone: Phone) -> None:
        self._check_may_write(name)
        place = self._place(name)
        if place.exists() and not (place / _FILE).exists() and any(place.iterdir()):
            raise SnapshotFileError(
                f"{place} holds a snapshot of the Android emulator, which is left alone; choose another name"
            )
        data = snapshot_file.dumps(phone)
        try:
            place.mkdir(parents=True, exist_ok=True)
            # Whole or not at all: a reader never sees half a file.
            with tempfile.NamedTemporaryFile(dir=place, prefix=".", delete=False) as file:
                try:
                    file.write(data)
                    file.flush()
                    os.replace(file.name, place / _FILE)
                except OSError:
                    os.unlink(file.name)
                    raise
        except OSError as error:
            raise SnapshotFileError(f"{place}: {error.strerror}; the snapshot was not saved") from error

    def __delitem__(self, name: str) -> None:
        self._check_may_write(name)
        place = self._place(name)
        try:
            (place / _FILE).unlink()
        except FileNotFoundError:
            raise KeyError(name) from None
        except OSError as error:
            raise SnapshotFileError(f"{place}: {error.strerror}") from error
        self._read.pop(name, None)
        with contextlib.suppress(OSError):  # where there is something else in it, it stays
            place.rmdir()

    def __iter__(self) -> Iterator[str]:
        for path in sorted(self._folder.glob(f"*/{_FILE}")):
            name = unquote(path.parent.name)
            if _quoted(name) == path.parent.name:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (self._place(name) / _FILE).is_file()

    def _place(self, name: str) -> Path:
        place = _quoted(name)
        if not place or len(place) > _LONGEST:
            raise SnapshotFileError(f"snapshot name {name[:40]!r}… is too long for a folder")
        return self._folder / place

    def _check_may_write(self, name: str) -> None:
        if self._read_only:
            raise SnapshotFileError(
                f"the snapshot {name[:80]!r} is not touched: the emulator was started with -read-only"
            )


def _quoted(name: str) -> str:
    """The folder name of a snapshot, without characters that would lead elsewhere."""
    text = quote(name, safe="", errors="replace")
    return f"%2E{text[1:]}" if text.startswith(".") else text
