"""The file under ``avd/running`` that tells other programs about a running emulator: ports, AVD and process."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path


def folder(environment: Mapping[str, str]) -> Path | None:
    """The folder in which programs look for running emulators; None if the environment does not define it."""
    runtime = environment.get("XDG_RUNTIME_DIR")
    if runtime and os.access(runtime, os.W_OK):
        return Path(runtime) / "avd/running"
    return Path(environment["HOME"]) / ".android/avd/running" if environment.get("HOME") else None


@contextlib.contextmanager
def advertised(where: Path | None, entries: Mapping[str, object]) -> Iterator[str]:
    """Keep the file as long as the context lasts, readable by this user only. Yields its path; "" if it can't be
    written.
    """
    if where is None:
        yield ""
        return
    path = where / f"pid_{os.getpid()}.ini"
    part = path.with_suffix(".part")
    try:
        where.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(
                f"{key}={str(value).splitlines()[0] if str(value) else ''}\n"
                for key, value in entries.items()
            )
        part.rename(path)  # whole or not at all
    except OSError:
        yield ""
        return
    try:
        yield str(path)
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
