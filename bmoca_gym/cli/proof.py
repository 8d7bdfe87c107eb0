"""``bmoca prove``: check that experts solve every task in every configuration, and that doing nothing solves none."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import shared

if TYPE_CHECKING:
    from bmoca_gym.episodes.records import Episode

#: Exit code if an expert failed or doing nothing succeeded.
NOT_PROVED = 1

_SHOWN = 20


def add_to(commands: Any) -> None:
    """Add the commands of this module."""
    made = shared.add_command(
        commands,
        "prove",
        _prove,
        "check that experts solve the tasks within the step limit, and that doing nothing does not",
        """\
  bmoca prove --workers 2
  bmoca prove --tasks app:Snapseed --environments 100,105,109
  bmoca prove --judge paper --out results/paper

Give the same command again to resume an interrupted run. The exit code is 1 if a check fails.""",
    )
    add = made.add_argument
    add("--tasks", default="all", help=shared.TASKS + " (default: all)")
    add("--environments", default="all", help=shared.ENVIRONMENTS + " (default: all)")
    shared.add_judge(made)
    add(
        "--workers",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="number of phones that play at once (default: 1)",
    )
    add(
        "--out",
        type=Path,
        default=Path("results/proof"),
        metavar="DIR",
        help="results folder of both runs (default: results/proof)",
    )
    add("--quiet", action="store_true", help="print no progress")


def _prove(arguments: argparse.Namespace) -> int:
    played = {agent: _played(agent, arguments) for agent in ("expert", "noop")}
    limits = _limits(arguments.tasks)
    rows = []
    for task, limit in limits.items():
        expert = [episode for episode in played["expert"] if episode.task == task]
        noop = [episode for episode in played["noop"] if episode.task == task]
        done = [episode for episode in expert if episode.success]
        steps = [episode.steps for episode in done]
        rows.append(
            (
                task,
                f"{len(done)}/{len(expert)}",
                f"{min(steps)} to {max(steps)}" if steps else "",
                str(limit),
                f"{sum(episode.success for episode in noop)}/{len(noop)}",
            )
        )
    shared.print_table(["task", "expert", "steps", "limit", "doing nothing"], rows)
    failed = [episode for episode in played["expert"] if not episode.success]
    free = [episode for episode in played["noop"] if episode.success or episode.error]
    count = len(played["expert"])
    print(
        f"The expert solves {count - len(failed)} of {count} episodes. Doing nothing solves {len(free)} of "
        f"{len(played['noop'])}."
    )
    _show(failed, "the expert failed")
    _show(free, "doing nothing succeeded, or an error")
    return NOT_PROVED if failed or free else 0


def _played(agent: str, arguments: argparse.Namespace) -> list[Episode]:
    """Play the grid. Returns its episodes, including those of an earlier run."""
    from bmoca_gym import tasks
    from bmoca_gym.evaluation import runner, settings_for
    from bmoca_gym.evaluation.progress import ProgressBar

    chosen = tasks.select(shared.names(arguments.tasks))
    settings = settings_for(
        agent,
        shared.names(arguments.tasks),
        shared.names(arguments.environments),
        # Only text actions can finish a task.
        action="text" if any(task.ends == "finish" for task in chosen) else "dual_gesture",
        observation="pixels",
        judge=arguments.judge,
        films="none",
    )
    grid = set(settings.grid())
    with ProgressBar(agent, len(grid), quiet=arguments.quiet) as bar:
        episodes = runner.evaluate(
            settings, arguments.out / agent, workers=arguments.workers, on_episode=bar.update
        )
    return [episode for episode in episodes if episode.key in grid]


def _limits(chosen: str) -> dict[str, int]:
    from bmoca_gym import tasks

    return {task.id: task.step_limit for task in tasks.select(shared.names(chosen))}


def _show(episodes: Sequence[Episode], what: str) -> None:
    for episode in episodes[:_SHOWN]:
        why = episode.error or "; ".join(episode.evidence)
        print(f"  {what}: {episode.task} in {episode.environment} after {episode.steps} steps: {why}")
    if len(episodes) > _SHOWN:
        print(f"  and {len(episodes) - _SHOWN} more")
