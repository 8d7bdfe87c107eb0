"""Check that interruptions leave every task solvable and solve none: ``python -m benchmarks.interruptions``.

For each kind of interruption, which then occurs in every episode, the expert plays the tasks of B-MoCA, AndroidWorld
and AndroidLab in three configurations each. Failures are listed by task; ``--suites miniwob`` plays MobileMiniWoB++.
``--came`` lists the tasks that were interrupted. With ``--agent noop`` or ``quitter``, successes are listed instead.
``--every 7`` plays every seventh task of each suite, ``--tasks "browser_*,setting_4"`` those whose ids match, and
``--seeds 5`` each of them five times, with other moments and random choices.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from bmoca_gym import agents, interruptions, randomization, tasks
from bmoca_gym.cli.shared import print_table
from bmoca_gym.envs import PhoneEnv
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.errors import BmocaError
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.tasks import Task

#: The tasks and the configurations of each suite. Those of MobileMiniWoB++ are played if ``--suites`` names it.
SUITES = {
    "bmoca": ("all", "000,102,105"),
    "androidworld": ("androidworld/all", "androidworld/pixel_6,100,105"),
    "androidlab": ("androidlab/all", "androidlab/pixel_7_pro,androidlab/pixel_3a,androidlab/large"),
    "miniwob": ("miniwob/all", "miniwob/pixel_6,miniwob/dark,miniwob/pixel_8_pro"),
}
_BY_DEFAULT = ("bmoca", "androidworld", "androidlab")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play; print what goes wrong, and at the end a table by kind."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.interruptions", description=__doc__)
    parser.add_argument(
        "--kinds",
        default="",
        help="kinds, levels or files, with commas between them; a+b: both (default: all kinds)",
    )
    parser.add_argument("--suites", default=",".join(_BY_DEFAULT), help="suites (default: %(default)s)")
    parser.add_argument("--tasks", default="*", help="patterns of task ids, with commas (default: all)")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="only every Nth task (default: all)"
    )
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="episodes of each (default: 1)")
    parser.add_argument("--configurations", type=int, default=3, metavar="N", help="so many of each suite's")
    parser.add_argument("--only", type=int, metavar="N", help="only the Nth of each suite's configurations")
    parser.add_argument("--agent", default="expert", help="expert, noop or quitter (default: %(default)s)")
    parser.add_argument(
        "--action",
        default="",
        help="action mode, such as text, with the text of the screen as observation (default: gestures as they are)",
    )
    parser.add_argument("--came", action="store_true", help="list the tasks that were interrupted")
    options = parser.parse_args(arguments)
    rows = []
    for kind in options.kinds.split(",") if options.kinds else interruptions.kinds():
        count = good = came = 0
        met: set[str] = set()
        began = time.perf_counter()
        for task, configuration, told in _episodes(options, kind):
            count += 1
            right = told["success"] == (options.agent == "expert")
            good += right
            came += bool(told["interruptions"])
            if told["interruptions"]:
                met.add(task.id)
            if not right:
                failed = (
                    kind,
                    task.id,
                    configuration.id,
                    told["seed"],
                    told["steps"],
                    str(told["why"])[:150],
                )
                print(*failed, sep=" | ", flush=True)
        rows.append((kind, str(count), str(came), str(good), f"{time.perf_counter() - began:.0f}"))
        print(*rows[-1], flush=True)
        if options.came:
            print(f"{kind} came in {len(met)} tasks:", *sorted(met), flush=True)
    print_table(["kind", "episodes", "interrupted", "as it should be", "seconds"], rows)


def _episodes(
    options: argparse.Namespace, kind: str
) -> Iterator[tuple[Task, DeviceConfiguration, dict[str, Any]]]:
    """Play the episodes of a kind; yield how each ended."""
    for suite in options.suites.split(","):
        names, places = SUITES[suite]
        chosen = [task for task in tasks.select(names) if _fits(task, options.tasks)][:: options.every]
        if not chosen:
            continue
        configurations = randomization.select(places.split(","))[: options.configurations]
        if options.only is not None:
            configurations = configurations[options.only - 1 : options.only]
        env = PhoneEnv(
            list(chosen), action=options.action or "text", observation="text", interruptions=_given(kind)
        )
        if not options.action:
            env.action_mode = GestureActions()  # takes moves as they are, and reads nothing
        if not options.action and not any(
            one.group == "eye" for one in interruptions.plan(_given(kind)).kinds
        ):
            env.observation_mode = _Nothing()
            env._needs_tree = False
        for task in chosen:
            for configuration in configurations:
                for number in range(options.seeds):
                    yield task, configuration, _played(env, task, configuration, options.agent, number)


def _given(name: str) -> str | list[str]:
    """The argument of an environment: a kind, a level or a file; or kinds with + between them, as a list."""
    return name.split("+") if "+" in name else name


def _fits(task: Task, patterns: str) -> bool:
    return any(fnmatchcase(task.id, pattern) for pattern in patterns.split(","))


def _played(
    env: PhoneEnv, task: Task, configuration: DeviceConfiguration, name: str, number: int
) -> dict[str, Any]:
    """Play an episode. ``number``: which of those with this task and configuration."""
    agent = agents.create(name)
    info: Any = {"success": False, "interruptions": (), "steps": 0, "evidence": ()}
    why = ""
    seed = zlib.crc32(f"{task.id} {configuration.id}{f' {number}' if number else ''}".encode())
    try:
        observation, info = env.reset(seed=seed, options={"task": task, "environment": configuration})
        agent.reset(env, info, seed)
        over = False
        while not over:
            observation, _, terminated, truncated, info = env.step(agent.act(observation, info))
            over = terminated or truncated
    except BmocaError as error:
        why = f"{type(error).__name__}: {error}"
        info["success"] = False
    return {**info, "seed": seed, "why": why or "; ".join(info["evidence"])}


class _Nothing:
    """Observation mode that shows nothing."""

    needs_tree = False
    space: Any = None

    def share(self) -> None:
        """Do nothing."""

    def observe(self, device: object, tree: object) -> int:
        """Return 0."""
        return 0


if __name__ == "__main__":
    main()
