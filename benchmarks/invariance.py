"""Check that dense rewards don't change which policy is best, along the expert's path through every task, and measure
their cost.

``python -m benchmarks.invariance`` plays each task of B-MoCA, AndroidWorld and AndroidLab with its expert in the first
configuration of the suite, once with ``"success"`` and once for each potential. By Ng et al. (1999), the discounted
rewards of the second must differ from those of the first by ``discount^T * potential(end) - potential(start)``,
whatever happens in between. The potentials are computed separately, by objects of their own. The potential of an end is
0; with ``--steps 3`` episodes are stopped after three steps, and it is that of the last state.

The cost is the processor time that evaluating the potential took, by step of the episode.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from bmoca_gym import tasks
from bmoca_gym.compiled import MODE
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.actions import Answer, Finish, GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.rewards import REWARDS
from bmoca_gym.tasks.template import FIRST_TRAINING_SEED

SUITES = ("bmoca", "androidworld", "androidlab")
POTENTIALS = ("sub_goals", "expert_distance")
#: A trainer's discount.
DISCOUNT = 0.99


class Played(NamedTuple):
    """One task.

    Attributes:
        task: the task, with its suite.
        steps: the expert's steps.
        success: its discounted rewards without a potential.
        shaped: its discounted rewards with each potential.
        start: the potential of the start, computed separately.
        end: the potential of the end, computed separately; 0 if the episode ended by itself.
        seconds: processor time of each evaluation of a potential.
    """

    task: str
    steps: int
    success: float
    shaped: dict[str, float]
    start: dict[str, float]
    end: dict[str, float]
    seconds: dict[str, list[float]]

    def error(self, name: str) -> float:
        """How far the rewards are from what Ng et al. require."""
        difference = DISCOUNT**self.steps * self.end[name] - self.start[name]
        return abs(self.shaped[name] - self.success - difference)


def play(suite: str, task_id: str, limit: int | None = None) -> Played:
    """Play a task without a potential and with each."""
    steps, success, *_ = _returned(suite, task_id, limit, "success")
    made = Played(f"{suite}/{task_id}", steps, success, {}, {}, {}, {})
    for name in POTENTIALS:
        as_many, made.shaped[name], made.start[name], made.end[name], made.seconds[name] = _returned(
            suite, task_id, limit, name
        )
        if as_many != steps:
            raise RuntimeError(f"{made.task}: {steps} steps without a potential, {as_many} with {name}")
    return made


def _returned(
    suite: str, task_id: str, limit: int | None, name: str
) -> tuple[int, float, float, float, list[float]]:
    (template,) = tasks.templates(f"{suite}/{task_id}")
    env = PhoneEnv(template, reward={"name": name, "discount": DISCOUNT}, step_limit=limit)
    env.action_mode = GestureActions()
    row = {"task_seed": FIRST_TRAINING_SEED} if template.parameters else {}
    seconds: list[float] = []
    apart = REWARDS.get(name)()
    reward = env._reward
    assert reward is not None
    inside = reward._potential

    def timed(of: Any, info: Any) -> float:
        began = time.process_time()
        found = inside(of, info)
        seconds.append(time.process_time() - began)
        return found

    _, info = env.reset(seed=0, options=row)
    reward._potential = timed
    start = apart(env, info)
    expert, total, steps, over = expert_for(env.task), 0.0, 0, False
    while not over:
        move = expert.next_gesture(env.device.ui_tree(), env.device.info.locale)
        if env.ends == "finish" and (move is None or isinstance(move, Answer)):
            move = Finish("" if move is None else move.text)
        if move is None:
            raise RuntimeError(f"{suite}/{task_id}: the expert has nothing left to do")
        _, earned, terminated, truncated, info = env.step(move)
        total += DISCOUNT**steps * float(earned)
        steps, over = steps + 1, terminated or truncated
    end = 0.0 if terminated else apart(env, info)
    env.close()
    return steps, total, start, end, seconds


def _play(job: tuple[str, str, int | None]) -> Played:
    return play(*job)


def rows(all_played: list[Played]) -> list[dict[str, Any]]:
    """Make a row for each suite and potential."""
    found = []
    for suite in SUITES:
        own = [one for one in all_played if one.task.startswith(f"{suite}/")]
        for name in POTENTIALS if own else ():
            took = sorted(1000 * second for one in own for second in one.seconds[name])
            found.append(
                {
                    "suite": suite,
                    "reward": name,
                    "tasks": len(own),
                    "steps": sum(one.steps for one in own),
                    "largest error": max(one.error(name) for one in own),
                    "tasks whose rewards differ from success": sum(
                        abs(one.shaped[name] - one.success) > 1e-9 for one in own
                    ),
                    "ms a step": {
                        "mean": round(sum(took) / max(sum(one.steps for one in own), 1), 2),
                        "median": round(median(took), 2) if took else 0.0,
                        "p90": round(quantiles(took, n=10)[-1], 2) if len(took) > 1 else 0.0,
                    },
                }
            )
    return found


def main(arguments: list[str] | None = None) -> None:
    """Print a row for each suite and potential."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.invariance", description=__doc__)
    parser.add_argument("--suite", action="append", choices=SUITES, help="only this suite")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task (default %(default)s)")
    parser.add_argument("--steps", type=int, help="stop episodes after so many steps")
    parser.add_argument("--workers", type=int, default=1, help="processes (default %(default)s)")
    parser.add_argument("-o", "--output", type=Path, help="a JSON file that is written, with each task")
    given = parser.parse_args(arguments)
    jobs = [
        (suite, template.id, given.steps)
        for suite in given.suite or SUITES
        for template in tasks.suite(suite).templates[:: given.every]
        if not template.first.extra
    ]
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        all_played = pool.map(_play, jobs, chunksize=4)
    for row in rows(all_played):
        print(json.dumps(row))
    print(f"The phone is {MODE.reason}.")
    if given.output:
        whole = [one._asdict() | {name: one.error(name) for name in POTENTIALS} for one in all_played]
        given.output.write_text(json.dumps(whole, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
