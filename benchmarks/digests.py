"""Digests of everything that B-MoCA's experts see: compare two of them to prove that a change altered nothing.

``python -m benchmarks.digests before.json``, change the code, ``python -m benchmarks.digests after.json --against
before.json``. An episode's digest covers each step's frame at 128 x 256 px, UI tree and score, all log lines, and the
last frame at native size.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import bmoca_gym  # noqa: F401 - registers the ids
from bmoca_gym import tasks
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.handset.ui.xml import xml_of

#: A training configuration and four test configurations: one in Arabic and a tablet are among them.
ENVIRONMENTS = ("000", "100", "102", "105", "109")

SIZE = (128, 256)


def episode(task: str, environment: str) -> str:
    """The digest of the expert's episode, in hexadecimal digits, and what it scored."""
    env: Any = gym.make("BMoCA-v0", tasks=task, environments=environment, observation="text", action="text")
    env = env.unwrapped
    agent, seen = ExpertAgent(), hashlib.sha256()
    observation, info = env.reset(seed=0)
    start = env.device.log_cursor()
    agent.reset(env, info, 0)
    over = False
    while True:
        _see(seen, env.device, info)
        if over:
            break
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        over = terminated or truncated
    for line in env.device.log_since(start):
        seen.update(repr(tuple(line)).encode())
    seen.update(env.device.screenshot().tobytes())
    env.close()
    return f"{seen.hexdigest()[:24]} {info['score']:g} in {info['steps']}"


def random_steps(environment: str, steps: int) -> str:
    """The digest of that many random discrete actions, an episode after the other."""
    env: Any = gym.make("BMoCA-v0", tasks="all", environments=environment, step_limit=30).unwrapped
    random, seen = np.random.default_rng(0), hashlib.sha256()
    _, info = env.reset(seed=0)
    for _ in range(steps):
        _, _, terminated, truncated, info = env.step(int(random.integers(385)))
        _see(seen, env.device, info)
        if terminated or truncated:
            _, info = env.reset()
    env.close()
    return seen.hexdigest()[:24]


def _see(seen: Any, device: Any, info: dict[str, Any]) -> None:
    seen.update(device.screenshot(SIZE).tobytes())
    seen.update(xml_of(device.ui_tree()).encode())
    seen.update(f"{info['score']} {info['success']}".encode())


def _job(job: tuple[str, str, int]) -> tuple[str, str]:
    task, environment, steps = job
    if steps:
        return f"random@{environment}", random_steps(environment, steps)
    return f"{task}@{environment}", episode(task, environment)


def main(arguments: list[str] | None = None) -> None:
    """Write the digests; with ``--against``, say what differs and exit 1 where something does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.digests", description=__doc__)
    parser.add_argument("out", type=Path, help="the JSON file that is written")
    parser.add_argument("--against", type=Path, help="an earlier file, to compare with")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task (default %(default)s)")
    parser.add_argument(
        "--random", type=int, default=500, help="random steps a configuration (default %(default)s)"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes (default %(default)s)")
    given = parser.parse_args(arguments)
    chosen = [task.id for task in tasks.select("all")][:: given.every]
    jobs = [(task, environment, 0) for task in chosen for environment in ENVIRONMENTS]
    if given.random:
        jobs += [("", environment, given.random) for environment in ENVIRONMENTS]
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        digests = dict(pool.imap_unordered(_job, jobs, chunksize=len(ENVIRONMENTS)))
    given.out.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len(digests)} digests written to {given.out}")
    if given.against:
        before = json.loads(given.against.read_text(encoding="utf-8"))
        common = [name for name in digests if name in before]
        changed = [name for name in common if digests[name] != before[name]]
        for name in changed[:40]:
            print(f"changed: {name}: {before[name]} -> {digests[name]}")
        print(f"{len(changed)} of {len(common)} digests differ")
        sys.exit(bool(changed))


if __name__ == "__main__":
    main()
