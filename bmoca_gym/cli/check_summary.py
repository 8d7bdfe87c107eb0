"""``bmoca check-summary``: check a ``summary.json``, the format for submission of scores."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "check-summary",
        _check,
        "check a summary.json: its fields, its sums, and the records in its folder",
        """\
  bmoca check-summary results/expert
  bmoca check-summary submissions/m3a.json

bmoca evaluate and bmoca report write summary.json into the results folder. If episodes.jsonl and run.json are in the
same folder, the figures must agree with them. If a check fails, the command prints the field, its value and the
expected value, and the exit code is 2.""",
    )
    made.add_argument(
        "file", type=Path, nargs="+", metavar="FILE", help="a summary.json, or its results folder"
    )


def _check(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation import submission

    for file in arguments.file:
        content, recorded = submission.check(file)
        total = content["total"]
        print(
            f"{file}: {content['agent']} on {content['suites'] or 'own tasks'}, judge {content['judge']}: "
            f"{total['successes']} of {total['episodes']} episodes succeeded"
        )
        print(
            "  agrees with its records"
            if recorded
            else "  is well formed; its folder has no records to compare"
        )
        if content["missing"]:
            print(f"  {content['missing']} episodes of the grid are missing")
        if len(content["code"]) > 1 or any(one["modified"] for one in content["code"]):
            print("  several versions of the package, or a changed checkout, played it: see its field code")
    return 0
