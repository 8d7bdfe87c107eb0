"""Libraries that need Python 3.12: their tests run in an environment of their own, which ``make integrations-312``
creates."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv-312" / "bin" / "python"


@pytest.mark.exhaustive
def test_nemo_gym_and_cube() -> None:
    if not PYTHON.is_file():
        pytest.skip("no environment of Python 3.12 here; make it: make integrations-312")
    done = subprocess.run(
        [PYTHON, "-m", "pytest", "-q", Path(__file__).parent / "python_312"],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=1800,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
