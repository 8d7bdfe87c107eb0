"""Tasks with a scripted user, played by the expert, by the expert without asking, and by an agent that finishes at
once.

    python -m benchmarks.users androidworld --users helpful,unsure,fickle --count 3

An expert that does not ask guesses: it takes the value from another instance of the task. The exit code is 1 if the
expert fails, or if finishing at once succeeds. A guess may be right; how often it was is printed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from typing import Any, cast

from bmoca_gym import randomization, tasks
from bmoca_gym.demonstrations.experts import expert_for
from bmoca_gym.envs.actions import Answer, Finish, GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import BmocaError
from bmoca_gym.tasks import Task
from bmoca_gym.tasks.asking import AskTemplate
from bmoca_gym.tasks.template import SEEDS
from bmoca_gym.tasks.user import USERS


def main(arguments: list[str] | None = None) -> int:
    """Play; print a table and any failures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suite")
    parser.add_argument("--users", default=",".join(USERS))
    parser.add_argument("--tasks", default="all", help="a choice of the suite's tasks")
    parser.add_argument("--count", type=int, default=3, help="instances of each task")
    parser.add_argument("--environment", help="id of a configuration (default: the suite's first)")
    given = parser.parse_args(arguments)
    configuration = (
        randomization.get(given.environment)
        if given.environment
        else randomization.select(tasks.head(given.suite).environments)[0]
    )
    env = PhoneEnv(tasks=f"{given.suite}/all", observation="pixels", resolution=(8, 16))
    env.action_mode = GestureActions()
    wrong = 0
    print(f"{'user':8} {'tasks':>5} {'played':>6} {'expert':>6} {'quitter':>7} {'guess':>6}")
    for user in given.users.split(","):
        templates = cast(list[AskTemplate], tasks.templates(f"{given.suite}/{given.tasks}_{user}"))
        found: Counter[str] = Counter()
        faults, guessed = [], []
        for template in templates:
            for number in range(given.count):
                try:
                    task = template.task(number)
                except BmocaError as error:
                    found["not drawn"] += 1
                    faults.append(f"  {template.id}, instance {number}: {error}")
                    continue
                done, why = play(env, task, configuration)
                found["played"] += 1
                found["expert"] += done
                found["quitter"] += _quits(env, task, configuration)
                other = None if user == "unsure" else _guess(template, task)
                if other is not None and play(env, task, configuration, other)[0]:
                    found["guess"] += 1
                    guessed.append(f"{task.id}/{number} ({template.gap(task).words})")
                if not done:
                    faults.append(f"  {task.id}, instance {number}: {why}; goal: {task.instruction!r}")
        print(
            f"{user:8} {len(templates):5} {found['played']:6} {found['expert']:6} {found['quitter']:7} "
            f"{found['guess'] if user != 'unsure' else '':>6}"
        )
        print("".join(f"  guessed: {one}\n" for one in guessed), end="")
        wrong += found["quitter"] + len(faults)
        print("".join(f"{fault}\n" for fault in faults), end="", flush=True)
    env.close()
    return int(wrong > 0)


def play(env: PhoneEnv, task: Task, configuration: Any, instead: Task | None = None) -> tuple[bool, str]:
    """Play a task with its expert, or with the expert of another. Returns whether it is done, and if not, why."""
    _, info = env.reset(seed=0, options={"task": task, "environment": configuration})
    wanted, expert = env.task, expert_for(instead or env.task)
    over = False
    try:
        while not over:
            if env.task is not wanted:
                wanted, expert = env.task, expert_for(env.task)
            move = expert.next_gesture(env.device.ui_tree(), env.device.info.locale)
            if move is None or (isinstance(move, Answer) and env.ends == "finish"):
                if env.ends != "finish":
                    return False, "the expert has nothing left to do"
                move = Finish("" if move is None else move.text, "complete")
            _, _, terminated, truncated, info = env.step(move)
            over = terminated or truncated
    except BmocaError as error:
        return False, str(error)
    return bool(info["success"]), "; ".join(info["evidence"])


def _quits(env: PhoneEnv, task: Task, configuration: Any) -> bool:
    """Whether a task succeeds if the agent asks nothing, does nothing, and gives up."""
    env.reset(seed=0, options={"task": task, "environment": configuration})
    return bool(env.step(Finish("I can't.", "infeasible"))[4]["success"])


def _guess(template: AskTemplate, task: Task) -> Task | None:
    """Return the task with another value in the gap, or another instance if nothing else changes.

    For a task without parameters, return another task with that goal, or None.
    """
    if not template.whole.parameters:
        return next((one.template.first for one in template.others), None)
    gap = template.gap(task)
    name, whole = gap.path.partition(".")[0], template.whole.task(task.task_seed)
    draw = random.Random(f"guess/{task.id}/{task.task_seed}")
    for _ in range(20):
        try:
            value = template.whole.task(draw.randrange(SEEDS)).params[name]
            other = template.whole.task(task.task_seed, {name: value})
        except (BmocaError, KeyError):
            continue
        if other.corrected != whole.corrected or other.instruction == whole.instruction:
            return other
    return template.whole.task(draw.randrange(SEEDS))


if __name__ == "__main__":
    sys.exit(main())
