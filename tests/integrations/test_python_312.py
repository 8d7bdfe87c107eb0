"""Libraries that need Python 3.12: their tests run in an environment of their own, which ``make integrations-312``
creates."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-312" / "bin" / "python"
OLDER = [sys.executable] if sys.version_info < (3, 12) else []


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize("python", ["no-such-python", *OLDER])
def test_make_says_that_it_needs_python_312(python: str, tmp_path: Path) -> None:
    (tmp_path / "setup.cfg").touch()
    command = ["make", "-f", ROOT / "Makefile", ".venv-312/pip.stamp", f"PYTHON312={python}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    advice = "make integrations-312 PYTHON312=/path/to/python3.12"
    assert done.stderr.splitlines()[0] == f"{python} is no Python 3.12 or newer: {advice}"
    assert not (tmp_path / ".venv-312").exists()


@pytest.mark.exhaustive
def test_nemo_gym_and_cube() -> None:
    if not PYTHON.is_file():
        pytest.skip("no environment of Python 3.12 here; make it: make integrations-312")
    done = subprocess.run(
        [PYTHON, "-m", "pytest", "-q", Path(__file__).parent / "python_312"],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
