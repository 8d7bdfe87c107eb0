"""What interruptions and side effects cost: ``python -m benchmarks.interruption_cost``.

Each level of interruptions has a process of its own, and the processes take turns, so that other work of the machine
affects all alike. Counted is the processor time of ``env.step`` alone, with random discrete actions: equal seeds and
actions at each level. ``nothing`` is a level whose interruptions never come: what the watch for them costs by itself.

Then the experts play tasks of each suite, and the comparison of the phone with its start is timed at the end of each
episode. The first comparison of a process, which reads the list of things, is left out.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from statistics import fmean, median
from typing import Any, NamedTuple, cast

import gymnasium as gym
import numpy as np

from bmoca_gym import agents, compiled, interruptions, tasks
from bmoca_gym.cli.shared import print_table
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.interruptions import Plan
from bmoca_gym.side_effects import Watch


class Suite(NamedTuple):
    """What is played of a suite: tasks, every how many of them when stepped and when compared, configurations."""

    tasks: str
    stepped: int
    compared: int
    environments: str


SUITES = {
    "bmoca": Suite("representative", 1, 1, "train"),
    "androidworld": Suite("androidworld/all", 12, 4, "androidworld/all"),
    "androidlab": Suite("androidlab/all", 14, 4, "androidlab/all"),
}
LEVELS = ("off", "nothing", "daily", "hostile")
OBSERVATIONS = ("text", "pixels")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print two tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.interruption_cost", description=__doc__)
    parser.add_argument("--suites", default=",".join(SUITES), help="suites (default: %(default)s)")
    parser.add_argument("--levels", default=",".join(LEVELS), help="levels, the first one is 100 percent")
    parser.add_argument("--observations", default=",".join(OBSERVATIONS), help="default: %(default)s")
    parser.add_argument("--steps", type=int, default=150, metavar="N", help="steps of a turn")
    parser.add_argument("--rounds", type=int, default=20, metavar="N", help="turns of each level")
    parser.add_argument("--warm", type=int, default=1000, metavar="N", help="steps before the first turn")
    parser.add_argument("--only", choices=["steps", "effects"], help="measure only this")
    options = parser.parse_args(arguments)
    print("compiled" if compiled.MODE.compiled else "as Python")
    suites = options.suites.split(",")
    if options.only != "effects":
        cases = [(name, mode) for name in suites for mode in options.observations.split(",")]
        head = [
            "suite",
            "observation",
            "level",
            "µs a step",
            "median turn",
            "of the first",
            "interruptions a step",
        ]
        print_table(head, [row for case in cases for row in _levels(*case, options)])
    if options.only != "steps":
        print_table(["suite", "episodes", "median ms", "p99", "most"], [_compared(name) for name in suites])


def _levels(suite: str, observation: str, options: argparse.Namespace) -> list[list[str]]:
    """Step an environment at each level, in turn; return a row for each."""
    context = multiprocessing.get_context("spawn")
    levels = options.levels.split(",")
    workers = []
    for level in levels:
        ours, theirs = context.Pipe()
        worker = context.Process(target=_step, args=(theirs, suite, observation, level), daemon=True)
        worker.start()
        workers.append((worker, ours))
    took: dict[str, list[float]] = {level: [] for level in levels}
    came = dict.fromkeys(levels, 0)
    for number in range(options.rounds + 1):
        for level, (_, ours) in zip(levels, workers, strict=True):
            ours.send(options.steps if number else options.warm)
            seconds, begun = ours.recv()
            if number:
                took[level].append(seconds / options.steps * 1e6)
                came[level] += begun
    for worker, ours in workers:
        ours.send(0)
        worker.join()
    first = fmean(took[levels[0]])
    return [
        [
            suite,
            observation,
            level,
            f"{fmean(took[level]):.0f}",
            f"{median(took[level]):.0f}",
            f"{fmean(took[level]) / first:.2f}",
            f"{came[level] / options.rounds / options.steps:.3f}",
        ]
        for level in levels
    ]


def _step(asked: Connection, suite: str, observation: str, level: str) -> None:
    """Make as many steps as are asked for, until that is none. Answers with their processor time, in seconds."""
    chosen = SUITES[suite]
    played = list(tasks.select(chosen.tasks))[:: chosen.stepped]
    more: dict[str, Any] = {} if level == "off" else {"interruptions": _plan(level)}
    env = PhoneEnv(played, chosen.environments, action="discrete", observation=observation, **more)
    random = np.random.default_rng(0)
    resets = np.random.default_rng(1)
    env.reset(seed=0)
    classes = cast(gym.spaces.Discrete, env.action_space).n
    clock = time.process_time
    while steps := asked.recv():
        used, begun, before = 0.0, 0, 0
        for _ in range(steps):
            action = int(random.integers(classes))
            began = clock()
            _, _, terminated, truncated, info = env.step(action)
            used += clock() - began
            begun += len(info["interruptions"]) - before
            before = len(info["interruptions"])
            if terminated or truncated:
                info = env.reset(seed=int(resets.integers(1 << 30)))[1]
                before = len(info["interruptions"])
        asked.send((used, begun))


def _plan(level: str) -> str | Plan:
    """The argument ``interruptions`` of a level."""
    if level != "nothing":
        return level
    kinds = interruptions.plan("hostile").kinds
    return Plan("nothing", tuple([kind._replace(chance=0.0) for kind in kinds]))


def _compared(suite: str) -> list[str]:
    """Let the experts of a suite play, and time the comparison at the end of each episode; return a row."""
    chosen = SUITES[suite]
    played = list(tasks.select(chosen.tasks))[:: chosen.compared]
    env = PhoneEnv(played, chosen.environments, action="text", observation="text")
    expert = agents.create("expert")
    took = []
    for number in range(len(played) * 2):
        task = played[number % len(played)]
        observation, info = env.reset(seed=number, options={"task": task})
        expert.reset(env, info, number)
        watch = Watch(env.device, env.task)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(expert.act(observation, info))
            over = terminated or truncated
        began = time.process_time()
        watch.effects(env.device)
        took.append((time.process_time() - began) * 1000)
    del took[0]
    return [
        suite,
        str(len(took)),
        f"{median(took):.2f}",
        f"{np.percentile(took, 99):.2f}",
        f"{max(took):.2f}",
    ]


if __name__ == "__main__":
    main()
