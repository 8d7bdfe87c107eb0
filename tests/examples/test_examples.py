"""Every file of examples/ runs, for a few steps, as a user would run it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: Those that take other arguments have tests of their own in this folder.
EXAMPLES = {
    path.stem
    for path in (ROOT / "examples").glob("*.py")
    if not Path(__file__).with_name(f"test_{path.name}").exists()
}

#: What an example needs beside the package, and what it prints when it worked.
NEEDS = {
    "behaviour_cloning": (["torch"], "demonstrations"),
    "cleanrl_ppo": (["torch"], "episodes succeeded"),
    "own_task": ([], "reward 1.0"),
    "rllib_ppo": (["torch", "ray", "scipy", "lz4", "ormsgpack", "tree"], "mean return"),
    "sb3_ppo": (["stable_baselines3"], "open the clock app"),
    "torchrl_ppo": (["torchrl"], "loss"),
}


def test_the_list_is_whole() -> None:
    assert NEEDS.keys() == EXAMPLES


@pytest.mark.exhaustive(unless=lambda example: example == "own_task")
@pytest.mark.parametrize("example", NEEDS)
def test_runs(example: str, tmp_path: Path) -> None:
    modules, printed = NEEDS[example]
    absent = [name for name in modules if importlib.util.find_spec(name) is None]
    if absent:
        pytest.skip(f"needs {', '.join(absent)}")
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    command = [sys.executable, str(ROOT / "examples" / f"{example}.py"), "8"]
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as short:
        # Ray keeps its sockets in there, and a socket's path has to be short.
        environment["RAY_TMPDIR"] = short
        found = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300
        )
    assert found.returncode == 0, found.stderr
    assert printed in found.stdout
