"""``bmoca side-effects``: check that experts have no side effects, or write what their tasks allow."""

from __future__ import annotations

import argparse
from typing import Any

from bmoca_gym.cli import shared

#: Exit code if an expert has a side effect.
FOUND = 1

#: Instances that the data are made from, and the first of those that a check plays.
_LEARNED, _CHECKED = 12, 100

#: Seconds before the expert begins. What differs between the two depends only on the time, like the name of a picture.
_PAUSES = (0.0, 97.0)


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "side-effects",
        _run,
        "check that the experts of a suite have no side effects, or write what its tasks allow",
        """\
  bmoca side-effects bmoca --environments 100,101,105 --workers 4
  bmoca side-effects androidworld --instances 3
  bmoca side-effects mysuite --write

The experts' episodes show what each task allows to change. --write plays them and writes that into
side_effects.json beside the tasks of the suite; without it, the command plays other instances and prints every
change that the file does not allow. The exit code is then 1.""",
    )
    made.add_argument("suite", metavar="SUITE", help="name of a suite")
    made.add_argument("--tasks", help=shared.TASKS + " (default: all)")
    made.add_argument("--environments", help=shared.ENVIRONMENTS + " (default: the suite's own)")
    made.add_argument(
        "--instances",
        type=shared.from_one,
        metavar="N",
        help=f"instances of each task with parameters (default: 3; with --write {_LEARNED})",
    )
    made.add_argument("--write", action="store_true", help="write side_effects.json of the suite")
    made.add_argument(
        "--workers", type=shared.from_one, default=1, metavar="N", help="number of processes (default: 1)"
    )


def _run(arguments: argparse.Namespace) -> int:
    from bmoca_gym import randomization, tasks
    from bmoca_gym.evaluation import side_effect_check
    from bmoca_gym.side_effects import allowed as data

    suite = tasks.suite(arguments.suite)
    count = arguments.instances or (_LEARNED if arguments.write else 3)
    played = side_effect_check.play(
        suite.name,
        None if arguments.tasks is None else shared.names_in(suite.name, arguments.tasks),
        randomization.select(shared.names(arguments.environments or suite.environments)),
        range(count) if arguments.write else range(_CHECKED, _CHECKED + count),
        _PAUSES if arguments.write else _PAUSES[:1],
        arguments.workers,
    )
    if arguments.write:
        rules = side_effect_check.rules(played)
        kept = {} if arguments.tasks is None else data.rules_of(suite.name)
        path = data.write(suite.name, suite.version, {**kept, **rules})
        print(f"{path}: what {len(rules)} tasks allow, from {len(played)} episodes")
        return 0
    found = side_effect_check.findings(suite.name, played)
    for one in found:
        print(f"{one.task}, instance {one.instance}, in {one.environment}: {one.said}")
    if not data.is_current(suite.name, suite.version):
        print(
            f"{data.FILE} of {suite.name} is missing or old; write it again: bmoca side-effects {suite.name} --write"
        )
        return FOUND
    failed = [episode for episode in played if episode.error]
    for lost in failed:
        print(
            f"{lost.task}, instance {lost.instance}, in {lost.environment}: the expert failed: {lost.error}"
        )
    solved = shared.counted(len(played) - len(failed), "episode")
    print(f"{solved} of experts, {shared.counted(len(found), 'side effect')}")
    if failed:
        print(f"in {len(failed)} more, the expert failed")
    return FOUND if found or failed else 0
