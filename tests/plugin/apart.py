"""``@pytest.mark.apart``: run a test, fixtures included, in a process of its own.

For tests that import hundreds of megabytes which nothing else needs and Python never gives back. Tests that import the
same ones name a group, ``@pytest.mark.apart("transformers")``: the first of those that were chosen runs all of them in one
process, and fails if one of them does.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

#: Environment variable that is set in the process of such a test.
APART = "BMOCA_TEST_APART"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Replace marked tests by one that starts a process, and set up none of their fixtures here."""
    if APART in os.environ:
        return
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if mark := item.get_closest_marker("apart"):
            groups.setdefault(mark.args[0] if mark.args else item.nodeid, []).append(item)
    for group in groups.values():
        for item in group:
            item.setup = lambda: None  # type: ignore[method-assign]
            item.runtest = lambda: None  # type: ignore[method-assign]
        group[0].runtest = lambda group=group: _run_apart(group)  # type: ignore[method-assign,misc]


def _run_apart(group: list[pytest.Item]) -> None:
    names = [item.nodeid for item in group]
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "--tb=short", "-p", "no:cacheprovider", *names]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    found = subprocess.run(
        command, cwd=group[0].config.rootpath, env=environment | {APART: "1"}, capture_output=True, text=True
    )
    counted = {word: int(number) for number, word in re.findall(r"(\d+) (passed|skipped)", found.stdout)}
    if found.returncode or sum(counted.values()) != len(group):
        pytest.fail(f"in a process of its own:\n{found.stdout}{found.stderr}", pytrace=False)
    if "passed" not in counted:
        pytest.skip("; ".join(re.findall(r"^SKIPPED .*?: (.*)$", found.stdout, re.MULTILINE)))
