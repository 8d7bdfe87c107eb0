"""``bmoca check-upstream``: compare a benchmark's own code with this package's judges."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Exit code if the benchmark's code and ours differ.
DIFFERENT = 1

#: The module of each suite that compares. Its function ``check`` has the arguments that `_check` gives it.
CHECKS = {
    "androidlab": "bmoca_gym.evaluation.upstream_check.androidlab",
    "androidworld": "bmoca_gym.evaluation.upstream_check.androidworld",
    "miniwob": "bmoca_gym.evaluation.upstream_check.miniwob",
}

_SHOWN = 40


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "check-upstream",
        _check,
        "compare a benchmark's own code, from a checkout, with this package's judges",
        """\
  bmoca check-upstream androidlab ~/Android-Lab --python ~/Android-Lab/.venv/bin/python
  bmoca check-upstream androidlab ~/Android-Lab --tasks app:Clock
  bmoca check-upstream androidworld ~/android_world --python ~/android_world/.venv/bin/python --seeds 30,31

The benchmark's code runs unmodified, in a process of its own. The exit code is 1 if it differs from this package
anywhere.""",
    )
    add = made.add_argument
    add("suite", choices=tuple(CHECKS), help="name of the suite")
    add("checkout", type=Path, metavar="DIR", help="a checkout of the benchmark's code")
    add(
        "--python",
        default=sys.executable,
        metavar="FILE",
        help="a Python in which the benchmark's code can run (default: this one)",
    )
    add("--tasks", default="all", help=shared.TASKS + " (default: all tasks of the suite)")
    add(
        "--seeds",
        default="30",
        help="seeds of the instances, separated by commas, where a suite's tasks have parameters (default: 30)",
    )
    add(
        "--save",
        type=Path,
        metavar="FILE",
        help="write the verdicts of the benchmark's code to this JSON file",
    )
    add("--quiet", action="store_true", help="print no progress")


def _check(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation.progress import ProgressBar
    from bmoca_gym.evaluation.upstream_check.report import UpstreamReport

    check = importlib.import_module(CHECKS[arguments.suite]).check
    with ProgressBar(f"{arguments.suite} upstream", 0, quiet=arguments.quiet) as bar:
        report: UpstreamReport = check(
            arguments.checkout,
            python=arguments.python,
            tasks=shared.names_in(arguments.suite, arguments.tasks),
            seeds=[shared.from_zero(seed) for seed in shared.names(arguments.seeds)],
            save=arguments.save,
            on_progress=bar.reach,
        )
    shared.print_table(report.columns, report.summary)
    for title, found in (("differs", report.differences), ("known", report.known)):
        for one in found[:_SHOWN]:
            print(f"  {title}: {one.task}, {one.of}: {one.what}: theirs {one.theirs}, ours {one.ours}")
        if len(found) > _SHOWN:
            print(f"  and {len(found) - _SHOWN} more")
    print(report.text)
    return DIFFERENT if report.differences else 0
