"""Large blocks of memory are kept. It runs in its own process, since the choice affects a whole process."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
from bmoca_gym.handset.servers import allocator
chosen = sys.argv[1] == "keep" and allocator.keep_large_blocks()
def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(3):
    blocks = [bytes(9_000_000) + b"x" for _ in range(3)]
    del blocks
before = faults()
for _ in range(10):
    blocks = [bytes(9_000_000) + b"x" for _ in range(3)]
    del blocks
print(chosen, faults() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc's allocator")
def test_large_blocks_are_kept() -> None:
    kept, faults = _run("keep")
    if not kept:
        pytest.skip("this C library has no such choice")
    assert faults * 4096 < 9_000_000, "the memory of ten rounds was taken once"
    assert _run("as it is")[1] > 10 * faults


def _run(how: str) -> tuple[bool, int]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, how], capture_output=True, text=True, timeout=60, check=True
    )
    chosen, faults = done.stdout.split()
    return chosen == "True", int(faults)
