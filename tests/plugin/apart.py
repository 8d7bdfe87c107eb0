"""``@pytest.mark.apart``: run a test, fixtures included, in a process of its own.

For tests that import hundreds of megabytes which nothing else needs and Python never gives back.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

#: Environment variable that is set in the process of such a test.
APART = "BMOCA_TEST_APART"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Replace a marked test by one that starts a process, and set up none of its fixtures here."""
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
