"""Compiled modules: whether the handset's run compiled, or the Python that they were compiled from.

Both do the same, bit for bit; compiled ones are faster. Imported first by `bmoca_gym`, and imports nothing of it.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Any, NamedTuple

#: Set to 1, it has the Python sources run although compiled modules are there.
SWITCH = "BMOCA_GYM_PURE_PYTHON"

_PACKAGE = Path(__file__).parent
#: Written by setup.py beside the compiled modules.
_RECORD = "compiled.json"
#: What brings compiled modules of a checkout up to date.
BUILD_ANEW = "make compile"


class Mode(NamedTuple):
    """State of the handset: whether it runs compiled, and why (one sentence)."""

    compiled: bool
    reason: str


class _Sources:
    """A finder of the package's modules that passes over compiled ones."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        if path is None or not name.startswith("bmoca_gym."):
            return None
        finders = [FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path]
        return next(filter(None, (finder.find_spec(name) for finder in finders)), None)


def changed_sources(package: Path = _PACKAGE) -> list[str]:
    """The compiled modules whose source is not the one they were compiled from; [] where none is compiled."""
    record = _record(package)
    return [
        name
        for name, digest in (record or {}).get("sources", {}).items()
        if not (package / name).is_file() or sha256((package / name).read_bytes()).hexdigest() != digest
    ]  # fmt: skip


def _record(package: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads((package / _RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return found


def chosen(package: Path = _PACKAGE) -> Mode:
    """Decide what an import of the package runs, and why. Warn of compiled modules that are too old and not used."""
    if os.environ.get(SWITCH, "0") not in ("", "0"):
        return Mode(False, f"the environment variable {SWITCH} is set")
    record = _record(package)
    if record is None:
        return Mode(False, "this installation has no compiled modules")
    if "failed" in record:
        return Mode(False, f"compiling failed when it was installed: {record['failed']}")
    if record["suffix"] not in EXTENSION_SUFFIXES:
        return Mode(False, f"the compiled modules are for another Python ({record['suffix']})")
    # Nobody edits what pip has installed; in a checkout, sources change after they were compiled.
    changed = changed_sources(package) if record["in_place"] else []
    if changed:
        reason = f"{changed[0]} has changed since it was compiled; build anew: {BUILD_ANEW}"
        warnings.warn(f"bmoca_gym runs as pure Python: {reason}", stacklevel=2)
        return Mode(False, reason)
    return Mode(True, f"{len(record['sources'])} modules are compiled")


#: What runs in this process.
MODE = chosen()
if not MODE.compiled and _record(_PACKAGE) is not None:
    sys.meta_path.insert(0, _Sources)
