"""Settings of all tests: hypothesis profiles, and no skipping where everything is installed (CI=true)."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# The same examples every time. Look for new ones with: HYPOTHESIS_PROFILE=explore pytest
settings.register_profile(
    "ci", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Ray's workers would give way to every other process, and wait minutes for what other tests compute.
os.environ.setdefault("RAY_worker_niceness", "0")

ON_CI = os.environ.get("CI") == "true"

#: Skips that are right on CI too: what they wait for is no package, and no program that .ci/run installs.
ALLOWED_SKIPS = ("mounts are not allowed here", "stubs are made on Linux only", "no Node here")


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
