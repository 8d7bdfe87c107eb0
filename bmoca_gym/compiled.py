"""Choice between the compiled modules of the handset and their Python sources.

Both give the same results, bit for bit; the compiled modules are faster. `bmoca_gym` imports this module
first, and this module imports nothing from the package.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import sys
import warnings
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from typing import Any, NamedTuple

#: Environment variable: 1 runs the Python sources even if there are compiled modules.
SWITCH = "BMOCA_GYM_PURE_PYTHON"

_PACKAGE = Path(__file__).parent
#: Written by setup.py beside the compiled modules.
_RECORD = "compiled.json"
#: Command that compiles the modules of a checkout.
BUILD_ANEW = "make fast"
#: What an installation without compiled modules is (measured: docs/figures.md, steps with pixels).
SLOWER = "pure Python, 2.3 times slower"


class Mode(NamedTuple):
    """Whether the handset runs compiled, and the reason in one sentence."""

    compiled: bool
    reason: str


class _Sources:
    """Module finder that skips compiled modules and finds the Python sources."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        if path is None or not name.startswith("bmoca_gym."):
            return None
        finders = [FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)) for folder in path]
        found = filter(None, (finder.find_spec(name) for finder in finders))
        # A folder without __init__.py has no loader here. Python's own finder makes a namespace of it.
        return next((spec for spec in found if spec.loader is not None), None)


def changed_sources(package: Path = _PACKAGE) -> list[str]:
    """Return the compiled modules whose source has changed since they were compiled; [] if none is compiled."""
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
    """Decide whether the package runs compiled, and why. Warn if compiled modules are out of date and not
    used.
    """
    if os.environ.get(SWITCH, "0") not in ("", "0"):
        return Mode(False, f"the environment variable {SWITCH} is set")
    record = _record(package)
    if record is None:
        return Mode(False, "this installation has no compiled modules")
    if "failed" in record:
        return Mode(False, f"compiling failed when it was installed: {record['failed']}")
    if record["suffix"] not in EXTENSION_SUFFIXES:
        return Mode(False, f"the compiled modules are for another Python ({record['suffix']})")
    # Sources that pip has installed don't change; those of a checkout do.
    changed = changed_sources(package) if record["in_place"] else []
    if changed:
        reason = f"{changed[0]} has changed since it was compiled; compile again: {BUILD_ANEW}"
        warnings.warn(f"bmoca_gym runs as pure Python: {reason}", stacklevel=2)
        return Mode(False, reason)
    return Mode(True, f"{len(record['sources'])} modules are compiled")


def advice(package: Path = _PACKAGE) -> str:
    """Say how to get the compiled modules."""
    if (package.parent / "setup.py").is_file():
        return BUILD_ANEW
    return "install a C compiler and Python's headers, then this package again: pip install --force-reinstall"


def is_slow() -> bool:
    """Whether the handset runs as pure Python although nobody asked for that."""
    return not MODE.compiled and os.environ.get(SWITCH, "0") in ("", "0")


@cache
def tell_if_slow() -> None:
    """Log once, in a program's first process, that the handset runs as pure Python, and how to fix that."""
    if is_slow() and multiprocessing.parent_process() is None:
        logging.getLogger("bmoca_gym").warning("slow: %s (%s): %s", SLOWER, MODE.reason, advice())


#: The choice for this process.
MODE = chosen()
if not MODE.compiled and _record(_PACKAGE) is not None:
    sys.meta_path.insert(0, _Sources)
