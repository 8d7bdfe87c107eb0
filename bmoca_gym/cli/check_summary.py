"""``bmoca check-summary``: check a ``summary.json``, the form in which scores are handed on."""

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
        "check a summary.json: its fields, its sums, and the records beside it",
        """\
  bmoca check-summary results/expert
  bmoca check-summary submissions/m3a.json

`bmoca evaluate` and `bmoca report` write summary.json into the results folder. Where episodes.jsonl and run.json stand
beside it, the figures have to be those of the records. The exit code is 2 where something is wrong.""",
    )
    made.add_argument(
        "file", type=Path, nargs="+", metavar="FILE", help="a summary.json, or the folder that has it"
    )


def _check(arguments: argparse.Namespace) -> int:
    from bmoca_gym.evaluation import submission

    for file in arguments.file:
        content, recorded = submission.check(file)
        total = content["total"]
        print(
            f"{file}: {content['agent']} on {content['suites'] or 'tasks of its own'}, judge {content['judge']}: "
            f"{total['successes']} of {total['episodes']} episodes"
        )
        print(
            "  agrees with its records"
            if recorded
            else "  is well formed; no records beside it to compare with"
        )
        if content["missing"]:
            print(f"  lacks {content['missing']} episodes of its grid")
        if len(content["code"]) > 1 or any(one["modified"] for one in content["code"]):
            print("  was played by several versions of the package, or by a changed checkout: see code in it")
    return 0
