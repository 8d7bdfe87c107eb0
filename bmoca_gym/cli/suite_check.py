"""``bmoca check-suite``: check the tasks of a suite."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared
from bmoca_gym.errors import SettingsError, writing

#: Exit code if a check fails.
NOT_RIGHT = 1

_SHOWN = 40


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "check-suite",
        _check,
        "check that a suite's tasks are solvable, are not solved by doing nothing, and are judged correctly",
        """\
  bmoca check-suite bmoca --tasks app:Clock --environments 100,105 --workers 2
  bmoca check-suite androidworld --instances 20 --environments 100,101,104,105,109
  bmoca check-suite androidworld --instances 1 --device adb:emulator-5554 --out over_adb.txt
  bmoca check-suite androidworld --pools ~/android_world
  bmoca check-suite androidlab --goals ~/Android-Lab

The command reads the files of the suite, and draws many instances of each template (--seeds). It plays a few of them
(--instances): the expert must succeed; doing nothing, finishing at once and the near misses must fail. The faults of
the benchmark's own judge must be those of faults.yaml. Tasks that the phone can't run, because it lacks an app or a
capability, are listed and left out. The exit code is 1 if a check fails.""",
    )
    add = made.add_argument
    add("suite", help="name of the suite, or a file of tasks; bmoca version lists the suites")
    add("--tasks", default="all", help=shared.TASKS + " (default: all tasks of the suite)")
    add("--environments", help=shared.ENVIRONMENTS + " (default: the suite's own)")
    add(
        "--instances",
        type=shared.from_one,
        default=3,
        metavar="N",
        help="number of instances of each template to play (default: 3)",
    )
    add(
        "--seeds",
        type=shared.from_one,
        default=1000,
        metavar="N",
        help="number of instances of each template to draw (default: 1000)",
    )
    add(
        "--workers",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="number of phones that play at once (default: 1)",
    )
    add("--device", default="embedded", help=shared.DEVICE)
    shared.add_action(
        made,
        "text; dual_gesture for experts of tasks that end with success; gestures themselves where the suite says so",
    )
    add(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the outcome of every check to this file, to compare phones",
    )
    shared.add_pools(made)
    shared.add_goals(made)
    add("--quiet", action="store_true", help="print no progress")


def _check(arguments: argparse.Namespace) -> int:
    from bmoca_gym import tasks
    from bmoca_gym.evaluation import suite_check
    from bmoca_gym.evaluation.progress import ProgressBar

    checkouts = arguments.pools, arguments.goals
    suite = tasks.suite(arguments.suite, *checkouts)
    chosen = shared.names_in(suite.name, arguments.tasks)
    configurations = shared.names(arguments.environments or suite.environments)
    if arguments.workers > 1 and arguments.device.partition(":")[0] == "adb":
        raise SettingsError(
            f"{arguments.workers} workers can't share the phone {arguments.device!r}; use --workers 1."
        )
    jobs = suite_check.jobs_of(
        suite.name, chosen, configurations, arguments.instances, arguments.device, *checkouts,
        action=arguments.action,
    )  # fmt: skip
    problems = [*suite_check.draws(suite.name, chosen, arguments.seeds, *checkouts)]
    with ProgressBar(suite.name, len(jobs), quiet=arguments.quiet) as bar:
        found = suite_check.check(jobs, arguments.workers, lambda job: bar.count())
    if arguments.out is not None:
        with writing(arguments.out):
            arguments.out.write_text(suite_check.as_text(found), encoding="utf-8")
    report = suite_check.report(suite.name, found, problems)
    rows = []
    left_out = {one.task: one.reason for one in found if one.check == suite_check.NEEDS}
    for task in dict.fromkeys(job.task for job in jobs if job.task not in left_out):
        counts = [report.passed(task, check) for check in suite_check.CHECKS]
        rows.append((task, *(f"{passed}/{made}" for passed, made in counts)))
    shared.print_table(["task", "expert succeeds", "noop fails", "quitter fails", "near misses fail"], rows)
    for reason in left_out.values():
        print(f"  left out: {reason}")
    for line in report.problems[:_SHOWN]:
        print(f"  {line}")
    if len(report.problems) > _SHOWN:
        print(f"  and {len(report.problems) - _SHOWN} more")
    print(
        f"{suite.name} {suite.version}: {len(rows)} tasks, {len(found) - len(left_out)} checks, "
        f"{len(report.problems)} problems{f', {len(left_out)} tasks left out' if left_out else ''}."
    )
    if report.problems:
        return NOT_RIGHT
    choice = "--tasks" if Path(arguments.suite).is_file() else "--suite"
    print(f"Next: bmoca evaluate --agent random {choice} {shlex.quote(arguments.suite)}")
    return 0
