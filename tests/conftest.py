"""Settings of all tests: which of them ``make test`` runs, hypothesis profiles, no skips on CI, where the time went.

``make test`` runs what is not marked ``exhaustive``: every layer, every task once, every configuration once, one adb
round trip, one tour an app. ``make test-all`` and ``.ci/run`` run everything. A test is marked where others hold its
subject in little and it takes more than about two seconds: long walks, every pair of task and configuration, training,
whole life cycles of processes. ``@pytest.mark.exhaustive(unless=...)`` leaves some cases of a parametrised test
unmarked: ``unless`` is called with the parameters that it names.

Where a test takes some cases of many equal ones in turn, ``BMOCA_EVERYTHING=1`` has it take all: the whole then runs
for an hour. ``BMOCA_WALKS`` and ``BMOCA_SOAK`` make walks and the soak longer; `bmoca check-suite` plays every task in
every configuration.

``@pytest.mark.apart`` runs a test in a process of its own, fixtures and all: for what imports hundreds of megabytes
that nothing else needs, and that Python never gives back.
"""

from __future__ import annotations

import ctypes
import functools
import gc
import inspect
import os
import resource
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Tests run the sources, which some of them patch; make test-compiled runs those of compiled modules compiled.
os.environ.setdefault("BMOCA_GYM_PURE_PYTHON", "1")

from bmoca_gym.handset.value import clear_caches

# The same examples every time. Look for new ones with: HYPOTHESIS_PROFILE=explore pytest
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Ray's workers would give way to every other process, and wait minutes for what other tests compute.
os.environ.setdefault("RAY_worker_niceness", "0")

# Two test processes share two cores; PyTorch would start as many threads in each, and in all that they start.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# A shell's background job ignores Ctrl-C, and so would all processes that tests start and interrupt.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)

ON_CI = os.environ.get("CI") == "true"

#: Skips that are right on CI too: what they wait for is neither a package nor a program that .ci/run installs.
ALLOWED_SKIPS = (
    "mounts are not allowed here",
    "stubs are made on Linux only",
    "no Node here",
    "nothing is compiled here",  # make test-compiled runs these
)


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure: .ci/run installs what tests need, so one that can't run is not tested at all."""
    if not (ON_CI and report.skipped) or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not any(allowed in reason for allowed in ALLOWED_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"skipped on CI, where nothing may be missing: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _fail_if_skipped(report)
    return report


#: Megabytes that a worker may grow by before its caches are cleared.
ROOM = 60

#: The C library's memory, where it is glibc: two arenas for all threads, and what is a megabyte or more has pages of its
#: own. Frames and pictures that were freed would else leave holes that nothing fills.
if hasattr(ctypes.CDLL(None), "mallopt"):
    for setting, value in ((-8, 2), (-3, 1 << 20)):  # M_ARENA_MAX, M_MMAP_THRESHOLD
        ctypes.CDLL(None).mallopt(setting, value)

#: By how many megabytes each test has raised the most that this process has held.
_raised: Counter[str] = Counter()

#: What it held when they were cleared last; at first, with what all modules of tests import.
_held = 0


def _megabytes() -> int:
    """The memory of this process; 0 where Linux does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() >> 20
    except OSError:
        return 0


def pytest_collection_finish() -> None:
    """Take modules and tests out of the collector's sight: they stay, and each of its full runs would go over them."""
    global _held
    gc.freeze()
    _held = _megabytes()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Keep a worker under 1 GB: caches of screens and pictures, full of what a test drew, are of no use to the next."""
    global _held
    by = _peak() - _raised.total()
    if by:
        _raised[nodeid if _raised else "imports and the first test"] = by
    if _megabytes() > _held + ROOM:
        clear_caches()
        gc.unfreeze()  # phones freeze what is old, and cycles of a test's own with it
        gc.collect()
        gc.freeze()
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc keeps what was freed
        if trim is not None:
            trim(0)
        _held = _megabytes()


#: Folders whose tests are few and long. They begin, or one would be left for the end, when other workers have none.
LONG = ("examples", "benchmarks", "policies", "evaluation", "suites", "devices")


@functools.cache
def _rank(path: Path) -> int:
    folder = path.relative_to(Path(__file__).parent).parts[0]
    return LONG.index(folder) if folder in LONG else len(LONG)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Take the mark ``exhaustive`` from the cases that its ``unless`` names, before ``-m`` chooses; the long ones first."""
    items.sort(key=lambda item: _rank(item.path))
    for item in items:
        for mark in list(item.iter_markers("exhaustive")):
            unless = mark.kwargs.get("unless")
            if unless is not None:
                given: dict[str, Any] = item.callspec.params  # type: ignore[attr-defined]
                if unless(**{name: given[name] for name in inspect.signature(unless).parameters}):
                    item.own_markers.remove(mark)


#: Set in the process of a test that is marked ``apart``.
APART = "BMOCA_TEST_APART"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have a test that is marked ``apart`` start a process that runs it, and make no fixture here."""
    if item.get_closest_marker("apart") and APART not in os.environ:
        item.setup = lambda: None  # type: ignore[method-assign]
        item.runtest = lambda: _run_apart(item)  # type: ignore[method-assign]


def _run_apart(item: pytest.Item) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", item.nodeid]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    found = subprocess.run(
        command, cwd=item.config.rootpath, env=environment | {APART: "1"}, capture_output=True, text=True
    )
    if found.returncode or "1 passed" not in found.stdout:
        pytest.fail(f"in a process of its own:\n{found.stdout}{found.stderr}", pytrace=False)


# Where the time went

#: The most memory that each process held, in megabytes, and what raised it most.
_PEAKS: dict[str, str] = {}


def _peak() -> int:
    """The most memory that this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (
        1024 if sys.platform == "linux" else 1024**2
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    most = ", ".join(f"{by} by {what}" for by, what in _raised.most_common(5))
    told = f"{_peak():8} MB at most: {most}"
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["peak"] = told
    elif not _PEAKS:
        _PEAKS["this process"] = told


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _PEAKS[node.gateway.id] = getattr(node, "workeroutput", {}).get("peak", "")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the slowest folders and tests after a run of several, and the memory of each process."""
    seconds: Counter[str] = Counter()
    each: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                folder = "/".join(report.nodeid.partition("::")[0].split("/")[:3])
                folder = folder.rpartition("/")[0] if folder.endswith(".py") else folder
                seconds[folder] += report.duration
                each[report.nodeid] += report.duration
                tests[folder] += report.when == "call"
    if len(seconds) > 3:
        terminalreporter.section("slowest folders")
        for folder, spent in seconds.most_common(12):
            terminalreporter.write_line(f"{spent:8.1f} s {tests[folder]:6} tests  {folder}")
        terminalreporter.write_line(f"{sum(seconds.values()):8.1f} s {sum(tests.values()):6} tests  in all")
        terminalreporter.section("slowest tests")
        for test, spent in each.most_common(25):
            terminalreporter.write_line(f"{spent:8.1f} s {test}")
        terminalreporter.section("memory")
        for process, told in sorted(_PEAKS.items()):
            terminalreporter.write_line(f"{process} {told}")
