"""Keeps each test process below 1 GB, and records which tests raised its memory most."""

from __future__ import annotations

import ctypes
import gc
import resource
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym.handset.value import clear_caches

#: Megabytes that a process may grow by before its caches are cleared.
ROOM = 60

#: Megabytes of a single process from which on its peak is printed.
LARGE = 500

# With glibc: two arenas for all threads, and separate pages for blocks of a megabyte or more. Otherwise freed frames and
# pictures leave holes that nothing fills.
if hasattr(ctypes.CDLL(None), "mallopt"):
    for setting, value in ((-8, 2), (-3, 1 << 20)):  # M_ARENA_MAX, M_MMAP_THRESHOLD
        ctypes.CDLL(None).mallopt(setting, value)

#: By how many megabytes each test has raised the peak memory of this process.
_raised: Counter[str] = Counter()

#: Megabytes of this process after collection, and later after the caches were last cleared.
_held = 0

#: Peak memory of each process, and the tests that raised it most.
_peaks: dict[str, str] = {}


def _megabytes() -> int:
    """Return the memory of this process in MB, or 0 without Linux's /proc."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20
    except OSError:
        return 0


def _peak() -> int:
    """Return the peak memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1024 if sys.platform == "linux" else 1024**2
    )


def pytest_collection_finish() -> None:
    """Freeze modules and tests: they stay to the end, so the collector need not visit them."""
    global _held
    gc.freeze()
    _held = _megabytes()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Clear the caches when the process has grown: the next test can't use what this one drew."""
    global _held
    by = _peak() - _raised.total()
    if by:
        _raised[nodeid if _raised else "imports and the first test"] = by
    if _megabytes() > _held + ROOM:
        clear_caches()
        gc.unfreeze()  # phones freeze old objects, and with them the cycles that a test has made
        gc.collect()
        gc.freeze()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc keeps freed memory
        if trim is not None:
            trim(0)
        _held = _megabytes()


def pytest_sessionfinish(session: pytest.Session) -> None:
    most = ", ".join(f"{by} by {what}" for by, what in _raised.most_common(5))
    told = f"{_peak():8} MB at most: {most}"
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak"] = told
    elif not _peaks:
        _peaks["this process"] = told


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _peaks[node.gateway.id] = getattr(node, "workeroutput", {}).get("peak", "")


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the peak memory of each process, if there are several or the only one was large."""
    if len(_peaks) > 1 or _peak() > LARGE:
        terminalreporter.section("memory")
        for process, told in sorted(_peaks.items()):
            terminalreporter.write_line(f"{process} {told}")
