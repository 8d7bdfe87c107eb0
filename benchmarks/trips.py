"""The files and calls that a step or a reset passes through: how far a newcomer has to walk to follow one.

Python's profiler is told of every call of a function of the package. Compiled modules tell it of none, so this needs a
pure installation. Run it as ``python -m benchmarks.trips``; ``--files`` also names the files. Each observation has a
process of its own, so that none finds what another has remembered.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
from rich.console import Console
from rich.table import Table

import bmoca_gym
from benchmarks.processes import fresh
from bmoca_gym.compiled import MODE
from bmoca_gym.handset.gestures import Tap
from bmoca_gym.handset.value import clear_caches

PACKAGE = Path(bmoca_gym.__file__).parent


def passed(call: Callable[[], object]) -> Counter[str]:
    """Return the files of the package whose functions ``call`` runs, each with its number of calls."""
    found: Counter[str] = Counter()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call":
            found[frame.f_code.co_filename] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    inside = {name: Path(name) for name in found if Path(name).is_relative_to(PACKAGE)}
    return Counter({path.relative_to(PACKAGE).as_posix(): found[name] for name, path in inside.items()})


def trips(observation: str) -> dict[str, Counter[str]]:
    """Measure the trips of an environment that shows ``observation`` ("pixels" or "text")."""
    made = gym.make("BMoCA-Alarm-v0", observation=observation, disable_env_checker=True)
    env: Any = made.unwrapped
    env.reset(seed=0, options={"environment": "000"})
    home = env.save_state()
    tap = _tap_that_changes(env)
    env.restore_state(home)
    clear_caches(assets=False)
    env.restore_state(home)
    found = {"tap, screen never seen": passed(lambda: env.step(tap))}
    env.restore_state(home)
    found["tap, screen seen before"] = passed(lambda: env.step(tap))
    env.reset(options={"environment": "001"})
    found["reset to another configuration"] = passed(lambda: env.reset(options={"environment": "000"}))
    found["reset to the same"] = passed(lambda: env.reset(options={"environment": "000"}))
    made.close()
    return found


def _tap_that_changes(env: Any) -> Any:
    """Return the tap on the home screen that opens the clock, in the environment's own action space."""
    tree = env.device.ui_tree()
    node = next(node for node in tree if node.text == "Clock" and node.clickable)
    x, y = node.center
    return env.action_mode.encode(Tap(x / tree.width, y / tree.height), tree)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", action="store_true", help="name the files")
    options = parser.parse_args()
    if MODE.compiled:
        sys.exit("The modules are compiled, so no call of them is seen: set BMOCA_GYM_PURE_PYTHON=1.")
    console = Console()
    table = Table("trip", "observation", "files", "calls")
    for observation in ("pixels", "text"):
        for name, files in fresh(trips, observation).items():
            table.add_row(name, observation, str(len(files)), str(files.total()))
            if options.files:
                for file, calls in sorted(files.items()):
                    table.add_row(f"  {file}", "", "", str(calls))
    console.print(table)


if __name__ == "__main__":
    main()
