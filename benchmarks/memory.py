"""The memory of one more phone, and of a process after many random steps, each measured in a new process."""

from __future__ import annotations

import gc
import os
import resource
import tracemalloc
from pathlib import Path

import gymnasium as gym

from benchmarks.processes import fresh

STEPS_APART = 30

#: How often the memory is recorded during the steps.
LOOKS = 10


def measure(phones: int, warm_up: int) -> dict[str, float]:
    """Return KB per phone, as allocated by Python (tracemalloc) and as taken from the system (RSS).

    ``warm_up``: phones made and dropped before the RSS is recorded, so that the bounded caches are full.
    """
    return {"phones": phones, **fresh(_tracemalloc, phones), **fresh(_rss, phones, warm_up)}


def resident(steps: int) -> dict[str, float]:
    """Return the resident size in MB after that many random steps, and at intervals: bounded caches make it level
    off.

    Pixels and discrete actions, over all tasks of B-MoCA and all its configurations in turn.
    """
    return fresh(_resident_after, steps)


def _resident_after(steps: int) -> dict[str, float]:
    import bmoca_gym  # noqa: F401  registers the environments

    env = gym.make("BMoCA-v0", tasks="all", environments="all")
    env.reset(seed=0)
    env.action_space.seed(0)
    found: dict[str, float] = {"steps 0": round(resident_bytes() / 2**20)}
    for step in range(1, steps + 1):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
        if step % max(1, steps // LOOKS) == 0:
            found[f"steps {step}"] = round(resident_bytes() / 2**20)
    env.close()
    return found | {"peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}


def _phones(count: int) -> list[object]:
    """Return ``count`` phones, each `STEPS_APART` random actions after a reset to some training configuration."""
    import bmoca_gym  # noqa: F401  registers the environments

    env = gym.make("BMoCA-v0", step_limit=STEPS_APART + 1)
    env.reset(seed=0)
    env.action_space.seed(0)
    kept = []
    for _ in range(count):
        env.reset()
        for _ in range(STEPS_APART):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                break
        kept.append(env.unwrapped.device.phone)  # type: ignore[attr-defined]
    env.close()
    return kept


def _tracemalloc(count: int) -> dict[str, float]:
    """Return the bytes freed when the phones are dropped, with empty caches: only phones count."""
    from bmoca_gym.handset.value import clear_caches

    _phones(1)  # imports everything before tracing begins, which is slow
    tracemalloc.start()
    phones = _phones(count)
    clear_caches()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    # One phone stays: the data that all share are not part of one more.
    del phones[1:]
    clear_caches()
    gc.collect()
    return {"tracemalloc_kb": round((before - tracemalloc.get_traced_memory()[0]) / 1024 / (count - 1), 2)}


def _rss(count: int, warm_up: int) -> dict[str, float]:
    """Return the growth of the process with full caches, including memory that is not returned to the system."""
    _phones(warm_up)
    gc.collect()
    before = resident_bytes()
    phones = _phones(count)
    gc.collect()
    return {
        "rss_kb": round((resident_bytes() - before) / 1024 / len(phones), 2),
        "process_mb": round(resident_bytes() / 2**20),
    }


def resident_bytes() -> int:
    """Return the resident set size in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
