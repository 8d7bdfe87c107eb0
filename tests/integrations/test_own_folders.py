"""Libraries that ask for other releases than those pinned: their tests run with a folder of their own in front, which
``make .venv/inspect.stamp`` or ``make .venv/verifiers.stamp`` fills. OpenEnv's tests put theirs in front themselves."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = {
    "inspect": ("test_inspect_eval.py", "test_page.py::test_inspect"),
    "verifiers": (
        "test_verifiers_tasks.py",
        "test_page.py::test_others[Train with verifiers-verifiers-a folder]",
    ),
}


@pytest.mark.parametrize("library", TESTS)
def test_a_library_with_a_folder_of_its_own(library: str) -> None:
    folder = Path(sys.prefix) / library
    if not folder.is_dir():
        pytest.skip(f"not installed: make .venv/{library}.stamp")
    if sys.version_info < (3, 11):
        pytest.skip("it needs Python 3.11 or newer")
    given = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider",
         *[f"tests/integrations/{place}" for place in TESTS[library]]],
        cwd=ROOT, env=given | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}, capture_output=True, text=True,
        timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout
    assert "skipped" not in done.stdout, done.stdout[-4000:]
