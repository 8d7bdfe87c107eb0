"""``@pytest.mark.needs("openai")``: skip a test without these libraries. On CI a skipped test fails.

A library is looked for and not imported: each worker collects all tests, and would import what one of them runs.
`.ci/run` installs everything that tests need.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from importlib.util import find_spec

import pytest

ON_CI = os.environ.get("CI") == "true"

#: Reasons to skip that are accepted on CI too: they wait for neither a package nor a program that .ci/run installs.
ALLOWED_SKIPS = (
    "mounts are not allowed here",
    "stubs are made on Linux only",
    "no Node here",
    "no environment of Python 3.12 here",  # make integrations-312 makes it: CI has no time for that
    "nothing is compiled here",  # make test-sources skips these
    "needs an environment of its own",  # its pins contradict ours: docs/integrations.md says how to make one
    "needs a folder of its own",  # so do these: tests/integrations/test_own_folders.py plays them with theirs
)


def _is_here(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package around it
        return False


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test before its fixtures are made."""
    wanted = [module for mark in item.iter_markers("needs") for module in mark.args]
    if absent := [module for module in wanted if not _is_here(module)]:
        pytest.skip(f"{', '.join(absent)}: not installed")


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
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
