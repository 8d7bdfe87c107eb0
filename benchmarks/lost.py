"""How often experts are lost after random actions, and what an evaluation of ``expert_distance`` costs.

``python -m benchmarks.lost`` takes each task of each suite, in one of the suite's own configurations. From the start it
takes random actions of the 385 classes. After 1, 5, 10 and 20 of them a new expert takes over on a copy of the phone.
An expert is lost if it doesn't get to the end: it doesn't know a screen, thinks that it is done, or goes in circles. A
random action may also have made success impossible, by deleting what the task needs: that counts as lost too.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

import numpy as np

from bmoca_gym import tasks
from bmoca_gym.compiled import MODE
from bmoca_gym.demonstrations.distance import ExpertDistance
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

#: Numbers of random actions after which the expert plays on.
AFTER = (1, 5, 10, 20)

#: Steps after which an expert counts as lost. The longest task takes its expert 160.
MOST = 250


class Walk(NamedTuple):
    """One walk from the start of a task.

    Attributes:
        task: the task, with its suite.
        app: its app.
        lost: for each number of `AFTER` that the walk reached, why the expert was lost, or "".
        screens: for each of these, the app in front.
        seconds: processor time of each evaluation.
    """

    task: str
    app: str
    lost: list[str]
    screens: list[str]
    seconds: list[float]


def walk(suite: str, task_id: str, number: int) -> Walk:
    """Make a random walk from the start of a task, asking its expert along the way."""
    env, task, rng = begun(suite, task_id, number)
    distance = ExpertDistance(MOST)
    made = Walk(f"{suite}/{task_id}", task.app, [], [], [])
    for step in range(1, max(AFTER) + 1):
        _, _, terminated, truncated, _ = env.step(int(rng.integers(env.action_space.n)))  # type: ignore[attr-defined]
        if terminated or truncated:  # solved by chance
            break
        if step in AFTER:
            start = time.process_time()
            played = distance.played(env)
            made.seconds.append(time.process_time() - start)
            made.lost.append(played.lost)
            made.screens.append(env.device.ui_tree().nodes[0].package)
    env.close()
    return made


def begun(suite: str, task_id: str, number: int) -> tuple[PhoneEnv, Task, np.random.Generator]:
    """Start a task of a suite, an instance for training, for walk ``number``; return its random numbers too."""
    (template,) = tasks.templates(f"{suite}/{task_id}")
    env = PhoneEnv(template, step_limit=MOST)
    env.reset(seed=number, options={"task_seed": FIRST_TRAINING_SEED if template.parameters else 0})
    name = [ord(letter) for letter in template.id]
    return env, env.task, np.random.default_rng([number, *name])


def _walk(job: tuple[str, str, int]) -> Walk:
    return walk(*job)


def table(walks: Sequence[Walk]) -> dict[str, Any]:
    """Count, by task, app and suite, how many experts were lost after each number of actions."""
    found: dict[str, Any] = {}
    for kind, name in (
        ("suites", lambda one: one.task.partition("/")[0]),
        ("apps", lambda one: f"{one.task.partition('/')[0]}/{one.app}"),
        ("tasks", lambda one: one.task),
    ):
        rows: dict[str, list[list[int]]] = {}
        for one in walks:
            row = rows.setdefault(name(one), [[0, 0] for _ in AFTER])
            for place, why in enumerate(one.lost):
                row[place][0] += bool(why)
                row[place][1] += 1
        found[kind] = rows
    found["reasons"] = Counter(why.partition(":")[0] for one in walks for why in one.lost if why)
    seconds = sorted(took for one in walks for took in one.seconds)
    found["milliseconds"] = {
        "median": round(1000 * median(seconds), 1),
        "p90": round(1000 * quantiles(seconds, n=10)[-1], 1),
        "mode": MODE.reason,
    }
    return found


def main(arguments: list[str] | None = None) -> None:
    """Print the table, and write all walks as JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lost", description=__doc__)
    parser.add_argument("--suite", action="append", help="only this suite; may be given several times")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task (default %(default)s)")
    parser.add_argument("--walks", type=int, default=2, help="walks from each task (default %(default)s)")
    parser.add_argument("--by", choices=("suites", "apps", "tasks"), default="apps", help="rows of the table")
    parser.add_argument("--workers", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file that is written")
    given = parser.parse_args(arguments)
    jobs = [
        (suite, template.id, number)
        for suite in given.suite or tasks.suites()
        for template in tasks.suite(suite).templates[:: given.every]
        if not template.first.extra
        for number in range(given.walks)
    ]
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        walks = pool.map(_walk, jobs, chunksize=given.walks)
    found = table(walks)
    for rows in (found["suites"], found[given.by]) if given.by != "suites" else (found["suites"],):
        for name, row in rows.items():
            print(f"{name:60}", *(f"{lost:4}/{of}" for lost, of in row))
    print(f"Reasons: {dict(found['reasons'])}. Evaluation in ms: {found['milliseconds']}")
    if given.output:
        given.output.write_text(json.dumps(found | {"walks": walks}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
