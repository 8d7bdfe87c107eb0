"""Installs a package of examples/ into a folder of its own, as a person would with pip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_PIP = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]


def install(name: str, folder: Path) -> dict[str, str]:
    """Install ``examples/<name>`` below ``folder``. Returns the environment variables of a process that sees it."""
    # A copy: setuptools builds in the folder of the sources.
    source = shutil.copytree(ROOT / "examples" / name, folder / "source")
    target = folder / "target"
    done = subprocess.run([*_PIP, "--target", str(target), str(source)], capture_output=True, text=True)
    if "No module named pip" in done.stderr:
        pytest.skip("this Python has no pip")
    assert done.returncode == 0, done.stderr
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(target)])}
