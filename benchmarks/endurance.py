"""Memory and pauses of one process that takes a very large number of random steps in unlimited configurations.

``python -m benchmarks.endurance --suite androidworld`` steps through all tasks of a suite with pixels and discrete
actions; each episode has a new configuration. It prints the resident size on the way and its peak, the longest steps
and resets with the part of each that was spent clearing caches, and the caches that took longest to clear. All times
are processor time, so other work on the machine hardly counts.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym

import bmoca_gym  # noqa: F401  registers the environments
from benchmarks.memory import LOOKS, resident_bytes
from bmoca_gym import compiled, tasks
from bmoca_gym.episodes.film import describe
from bmoca_gym.handset import memory
from bmoca_gym.randomization import Sampler

#: How many of the longest are kept.
MOST = 200


class _Longest:
    """The longest of many times, each in ms with what it was."""

    def __init__(self) -> None:
        self.found: list[tuple[float, str]] = []

    def add(self, milliseconds: float, what: str) -> None:
        if len(self.found) < 2 * MOST:
            self.found.append((milliseconds, what))
        else:
            self.found = sorted(self.found, reverse=True)[:MOST]

    def sorted(self) -> list[tuple[float, str]]:
        return [(round(ms, 1), what) for ms, what in sorted(self.found, reverse=True)[:MOST]]


class _Clearings:
    """Times of the functions that clear caches."""

    def __init__(self) -> None:
        self.longest: dict[str, float] = {}
        self.milliseconds = 0.0
        self.times = {"oldest": 0, "screens": 0, "all": 0}

    def watch(self, clear: Callable[[], object]) -> Callable[[], object]:
        """Wrap a function that clears a cache, or a part of it."""
        owner = getattr(clear, "__self__", clear)
        name = getattr(owner, "__qualname__", "") or type(owner).__name__
        module = getattr(owner, "__module__", "") or type(owner).__module__
        name = f"{module.removeprefix('bmoca_gym.')}.{name}"

        def timed() -> object:
            began = time.thread_time()
            found = clear()
            took = 1e3 * (time.thread_time() - began)
            self.longest[name] = max(self.longest.get(name, 0.0), took)
            self.milliseconds += took
            return found

        return timed

    def forgetters(self, assets: bool) -> tuple[Callable[[], object], ...]:
        """Stand in for `bmoca_gym.handset.memory.forgetters`."""
        self.times["all" if assets else "screens"] += 1
        return tuple([self.watch(clear) for clear in _forgetters(assets=assets)])

    def oldest_forgetters(self, share: float) -> tuple[Callable[[], object], ...]:
        """Stand in for `bmoca_gym.handset.memory.oldest_forgetters`."""
        self.times["oldest"] += 1
        return tuple([self.watch(clear) for clear in _oldest_forgetters(share)])


_forgetters, _oldest_forgetters = memory.forgetters, memory.oldest_forgetters


def measure(suite: str, steps: int, told: Callable[[str], object] = print) -> dict[str, Any]:
    """Make random steps; return the sizes in MB, and the longest steps, resets and clearings in ms."""
    clearings = _Clearings()
    memory.forgetters, memory.oldest_forgetters = clearings.forgetters, clearings.oldest_forgetters
    prefix = tasks.suite(suite).prefix
    env = gym.make(
        f"{prefix}-v0", tasks=f"{suite}/all", environments=Sampler(), action="discrete", observation="pixels"
    )
    longest = {"step": _Longest(), "reset": _Longest()}
    total = {"step": 0.0, "reset": 0.0}

    def timed(what: str, call: Callable[[], Any]) -> Any:
        clearings.milliseconds, began = 0.0, time.thread_time()
        found = call()
        took = 1e3 * (time.thread_time() - began)
        total[what] += took
        words = f"{clearings.milliseconds:.1f} of them cleared caches" if clearings.milliseconds else ""
        if what == "step" and took > 10:
            words = ", ".join(filter(None, (words, describe(found[4]["gesture"]))))
        longest[what].add(took, words)
        return found

    env.reset(seed=0)
    env.action_space.seed(0)
    sizes: dict[str, float] = {"0": round(resident_bytes() / 2**20)}
    for step in range(1, steps + 1):
        action = env.action_space.sample()
        _, _, terminated, truncated, _ = timed("step", partial(env.step, action))
        if terminated or truncated:
            timed("reset", env.reset)
        if step % max(1, steps // LOOKS) == 0:
            sizes[str(step)] = round(resident_bytes() / 2**20)
            used = memory.in_use() / 2**20
            told(
                f"{step} steps: {sizes[str(step)]:g} MB, {used:.0f} in use, {total['step'] / step:.2f} ms a step"
            )
    env.close()
    return {
        "suite": suite,
        "mode": "compiled" if compiled.MODE.compiled else "pure Python",
        "steps": steps,
        "sizes": sizes,
        "peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "cleared": clearings.times,
        "milliseconds": {what: round(ms / 1e3) for what, ms in total.items()},
        "longest": {what: one.sorted() for what, one in longest.items()},
        "clearings": dict(sorted(clearings.longest.items(), key=lambda item: -item[1])),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.endurance", description=__doc__.partition("\n")[0]
    )
    add = parser.add_argument
    add("--suite", default="bmoca", help="name of a suite (default: %(default)s)")
    add("--steps", type=int, default=300_000, help="number of steps (default: %(default)s)")
    add("--shown", type=int, default=12, help="number of longest pauses to print (default: %(default)s)")
    add("--out", type=Path, help="write all figures into this JSON file")
    given = parser.parse_args(arguments)
    found = measure(given.suite, given.steps, lambda line: print(line, flush=True))
    cleared = ", ".join(f"{which} {times}" for which, times in found["cleared"].items())
    print(
        f"{given.suite}, {found['mode']}: peak {found['peak']} MB; times that caches were cleared: {cleared}"
    )
    for what, longest in found["longest"].items():
        for milliseconds, words in longest[: given.shown]:
            print(f"{milliseconds:8.1f} ms {what}: {words}")
    for name, milliseconds in [*found["clearings"].items()][: given.shown]:
        print(f"{milliseconds:8.1f} ms at most to clear {name}")
    if given.out is not None:
        given.out.write_text(json.dumps(found, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
