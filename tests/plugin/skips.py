"""On CI a skipped test fails: `.ci/run` installs everything that tests need."""

from __future__ import annotations

import os
from collections.abc import Generator

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
)


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
