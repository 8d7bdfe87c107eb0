"""``bmoca verify``: play the episodes of a run again from their actions alone, and compare."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Exit code if an episode came out differently.
DIFFERENT = 1

#: Most differences that are printed.
_MOST = 20


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "verify",
        _verify,
        "play the episodes of a run again from their actions alone, and compare",
        """\
  bmoca verify results/expert
  bmoca verify results/m3a-gpt-4o-androidworld --workers 8

Neither the agent nor its model is needed: bmoca evaluate records the actions. Every frame that the agent saw, every
reward and score must be the same, bit for bit. Of an episode that comes out differently, the command prints the first
step that differs. The exit code is then 1, also if episodes of the run are missing or can't be played here: a library
that they need is not installed.""",
    )
    made.add_argument("folder", type=Path, nargs="+", metavar="DIR", help="a results folder")
    made.add_argument(
        "--workers", type=shared.from_one, default=1, metavar="N", help="number of processes (default: 1)"
    )
    made.add_argument("--tasks", metavar="FILE", help="a file with the run's tasks, if they are your own")
    shared.add_pools(made)
    shared.add_goals(made)


def _verify(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation.verification import verify

    same = True
    for folder in arguments.folder:
        verdict = verify(
            folder,
            workers=arguments.workers,
            tasks_named=arguments.tasks,
            pools=arguments.pools,
            goals=arguments.goals,
        )
        same = same and verdict.verified
        print(f"{folder}: {verdict.same} of {verdict.episodes} episodes came out the same")
        for difference in verdict.differences[:_MOST]:
            print(f"  {difference}")
        if len(verdict.differences) > _MOST:
            print(f"  and {len(verdict.differences) - _MOST} more")
        needs = Counter(one.said for one in verdict.unplayed)
        for said, count in needs.items():
            print(f"  {count} can't be played here. {said}")
        if verdict.missing:
            print(f"  missing in the run: {shared.counted(verdict.missing, 'episode')}")
    return 0 if same else DIFFERENT
