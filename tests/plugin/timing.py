"""Prints the slowest folders and tests after a run of more than three folders."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest


def pytest_terminal_summary(terminalreporter: Any) -> None:
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
