"""Start-up: time of a new process to import the package, and from ``gym.make`` to the first frame."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

_PROGRAM = """
import time, json
start = time.perf_counter()
import bmoca_gym
imported = time.perf_counter()
import gymnasium
made = time.perf_counter()
gymnasium.make("BMoCA-Alarm-v0").reset(seed=0)
framed = time.perf_counter()
print(json.dumps([imported - start, framed - made, framed - start]))
"""


def measure(repeats: int) -> dict[str, float]:
    """Return the medians over ``repeats`` processes in seconds.

    One more process runs before them and fills the byte-code cache, so that nothing is compiled while the clock runs.
    If the machine keeps no byte code (``PYTHONDONTWRITEBYTECODE``), the processes use a cache of their own.
    """
    runs = []
    with tempfile.TemporaryDirectory() as cache:
        settings = dict(os.environ)
        if settings.pop("PYTHONDONTWRITEBYTECODE", ""):
            settings["PYTHONPYCACHEPREFIX"] = cache
        for _ in range(repeats + 1):
            finished = subprocess.run(
                [sys.executable, "-c", _PROGRAM],
                check=True,
                capture_output=True,
                text=True,
                env=settings,
            )
            runs.append(json.loads(finished.stdout.splitlines()[-1]))
    imported, framed, both = (median(column) for column in zip(*runs[1:], strict=True))
    return {
        "import_s": round(imported, 3),
        "make_to_first_frame_s": round(framed, 3),
        "import_to_first_frame_s": round(both, 3),
    }
