"""Digests of everything that B-MoCA's experts see: compare two of them to prove that a change altered nothing.

``python -m benchmarks.digests before.json``, change the code, ``python -m benchmarks.digests after.json --against
before.json``. An episode has five digests: of its frames (128 x 256 px at each step, and the last one at native
size), UI trees, text observations with positions, log lines, and scores. ``--without focusable,long-clickable``
leaves attributes out of the trees of both runs, for a change that is meant to alter them. ``--random-steps 100000``
adds digests of that many random actions, in pieces of 1,000 steps that each begin in another configuration.
``--suite androidworld --instances 3`` plays that many instances of each task of another suite, on its own phone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np

import bmoca_gym  # noqa: F401 - registers the ids
from bmoca_gym import tasks
from bmoca_gym.agents.expert import ExpertAgent
from bmoca_gym.envs.observations import screen_description
from bmoca_gym.handset.ui.xml import xml_of
from bmoca_gym.randomization import select

#: A training configuration and four test configurations: one in Arabic and a tablet are among them.
ENVIRONMENTS = ("000", "100", "102", "105", "109")

SIZE = (128, 256)

#: The suite whose published configurations are all played.
BMOCA = "bmoca"

#: Number of random steps in each digest of ``--random-steps``.
PIECE = 1000


class Seen:
    """Digests of what a phone shows, part by part. ``without``: attributes to leave out of trees."""

    def __init__(self, device: Any, without: tuple[str, ...]) -> None:
        self._device = device
        self._start = device.log_cursor()
        self._parts = {name: hashlib.sha256() for name in ("frames", "trees", "texts", "log", "scores")}
        self._left_out = re.compile(f' (?:{"|".join(without)})="[^"]*"') if without else None

    def look(self, info: dict[str, Any], size: tuple[int, int] | None = SIZE) -> None:
        """Add the phone's current state."""
        nodes = self._device.ui_tree()
        tree = xml_of(nodes)
        self._parts["frames"].update(self._device.screenshot(size).tobytes())
        self._parts["trees"].update((self._left_out.sub("", tree) if self._left_out else tree).encode())
        self._parts["texts"].update(screen_description(nodes, True).encode())
        self._parts["scores"].update(f"{info['score']} {info['success']}".encode())

    def digests(self) -> dict[str, str]:
        """Return the first digits of each part's digest."""
        for line in self._device.log_since(self._start):
            self._parts["log"].update(repr(tuple(line)).encode())
        return {name: part.hexdigest()[:16] for name, part in self._parts.items()}


def episode(
    task: str, environment: str, without: tuple[str, ...] = (), suite: str = BMOCA, instance: int = 0
) -> dict[str, str]:
    """Play the expert's episode, and return its digests and score. ``environment``: "" for one of the suite's own."""
    where: dict[str, Any] = {"environments": environment} if environment else {}
    named = f"{suite}/{task}" if suite != BMOCA else task
    env: Any = gym.make(_id_of(suite), tasks=named, observation="text", action="text", **where)
    env = env.unwrapped
    agent = ExpertAgent()
    observation, info = env.reset(seed=0, options={"task_seed": instance} if suite != BMOCA else None)
    seen = Seen(env.device, without)
    agent.reset(env, info, 0)
    over = False
    while not over:
        seen.look(info)
        observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
        over = terminated or truncated
    seen.look(info)
    seen.look(info, None)
    env.close()
    return seen.digests() | {"outcome": f"{info['score']:g} in {info['steps']}"}


def random_steps(
    environment: str, steps: int, without: tuple[str, ...] = (), seed: int = 0, suite: str = BMOCA
) -> dict[str, str]:
    """Return the digests of that many random discrete actions, one episode after the other."""
    where: dict[str, Any] = {"environments": environment} if environment else {}
    spec = _all_of(suite)
    env: Any = gym.make(_id_of(suite), tasks=spec, action="discrete", step_limit=30, **where).unwrapped
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    seen = Seen(env.device, without)
    for _ in range(steps):
        _, _, terminated, truncated, info = env.step(int(random.integers(385)))
        seen.look(info)
        if terminated or truncated:
            _, info = env.reset()
    found = seen.digests()
    env.close()
    return found


def _id_of(suite: str) -> str:
    """Return the id of the environment that draws a suite's tasks."""
    return f"{tasks.suite(suite).prefix}-v0"


def _all_of(suite: str) -> str:
    return "all" if suite == BMOCA else f"{suite}/all"


class Job(NamedTuple):
    """What one process plays at a time: the expert's episode of a task, or ``steps`` random ones."""

    suite: str
    task: str
    environment: str
    steps: int
    number: int  # of the instance, or of the piece and so the seed; 0 for the only one
    without: tuple[str, ...]


def _job(job: Job) -> tuple[str, dict[str, str]]:
    name = f"{job.task or 'random'}@{job.environment or job.suite}" + (f"#{job.number}" if job.number else "")
    if job.steps:
        return name, random_steps(job.environment, job.steps, job.without, job.number, job.suite)
    return name, episode(job.task, job.environment, job.without, job.suite, job.number)


def _pieces(suite: str, steps: int, without: tuple[str, ...]) -> list[Job]:
    """Return jobs for that many random steps in total: over all published configurations in turn, or on the suite's."""
    configurations = [configuration.id for configuration in select("all")] if suite == BMOCA else [""]
    return [
        Job(suite, "", configurations[n % len(configurations)], min(PIECE, steps - first), n + 1, without)
        for n, first in enumerate(range(0, steps, PIECE))
    ]


def main(arguments: list[str] | None = None) -> None:
    """Write the digests. With ``--against``, print what differs, and exit with 1 if anything does."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.digests", description=__doc__)
    parser.add_argument("out", type=Path, help="the JSON file that is written")
    parser.add_argument("--against", type=Path, help="an earlier file, to compare with")
    parser.add_argument("--without", default="", metavar="NAMES", help="attributes left out of trees")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task (default %(default)s)")
    parser.add_argument(
        "--random", type=int, default=500, help="random steps a configuration (default %(default)s)"
    )
    parser.add_argument(
        "--random-steps", type=int, default=0, metavar="N", help="random steps in all configurations together"
    )
    parser.add_argument("--suite", default=BMOCA, help="suite to play (default %(default)s)")
    parser.add_argument(
        "--instances",
        type=int,
        default=1,
        help="instances of each task of another suite (default %(default)s)",
    )
    parser.add_argument("--no-episodes", action="store_true", help="no episodes of experts")
    parser.add_argument("--workers", type=int, default=2, help="processes (default %(default)s)")
    given = parser.parse_args(arguments)
    suite = given.suite
    chosen = [] if given.no_episodes else [task.id for task in tasks.select(_all_of(suite))][:: given.every]
    without = tuple(filter(None, given.without.split(",")))
    places = ENVIRONMENTS if suite == BMOCA else ("",)
    numbers = range(1, given.instances + 1) if suite != BMOCA else (0,)
    jobs = [Job(suite, task, place, 0, n, without) for task in chosen for place in places for n in numbers]
    if given.random:
        jobs += [Job(suite, "", place, given.random, 0, without) for place in places]
    jobs += _pieces(suite, given.random_steps, without)
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        digests = dict(pool.imap_unordered(_job, jobs, chunksize=len(ENVIRONMENTS)))
    given.out.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len(digests)} digests written to {given.out}")
    if given.against:
        before = json.loads(given.against.read_text(encoding="utf-8"))
        common = [name for name in digests if name in before]
        parts = {
            name: [part for part, digest in digests[name].items() if before[name].get(part, digest) != digest]
            for name in common
        }
        changed = {name: found for name, found in parts.items() if found}
        for name, found in list(changed.items())[:40]:
            print(f"changed: {name}: {', '.join(found)}")
        print(f"{len(changed)} of {len(common)} episodes differ")
        sys.exit(bool(changed))


if __name__ == "__main__":
    main()
