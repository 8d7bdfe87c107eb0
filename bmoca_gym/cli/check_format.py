"""``bmoca check-format``: check that a grammar can express everything that experts do."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from bmoca_gym.cli import shared

#: Exit code if a format solves less than this part of what the expert solves.
NOT_RIGHT, _ENOUGH = 1, 0.99


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "check-format",
        _check,
        "check that a phone model's grammar can say what experts do, on the whole path of an evaluation",
        """\
  bmoca check-format qwen3-vl --tasks representative --environments 100
  bmoca check-format all --tasks androidworld/all --environments androidworld/pixel_6 --instances 2 --out said.jsonl
  bmoca check-format generic --recipe mine.yaml

The expert speaks for the model: an endpoint on this machine writes each of its gestures as an answer in the format. The
agent makes the request with its picture, sends it through its client, and the answer is read and performed as in an
evaluation. The computer-use agents need the vendors' clients (extras gemini, claude, openai).
The command prints how much of what the expert solves is solved so, and what the grammar lacks. The exit code is 1 if a
format solves less than 99 %.""",
    )
    add = made.add_argument
    add(
        "formats",
        help="names of agents of phone models, separated by commas, or all; bmoca agents lists them",
    )
    add("--tasks", default="representative", help=shared.TASKS + " (default: representative)")
    add("--environments", default="100", help=shared.ENVIRONMENTS + " (default: 100)")
    add(
        "--instances",
        type=shared.from_one,
        default=1,
        metavar="N",
        help="number of training instances of each task with parameters (default: 1)",
    )
    add(
        "--picture-size", default="1080x2400", metavar="WxH", help="size of the pictures, in px (default: 1080x2400)"
    )  # fmt: skip
    add("--recipe", default="", metavar="FILE", help="the recipe of the agent generic, a YAML file or a name")
    add(
        "--out", type=Path, metavar="FILE",
        help="a file with a JSON line for each episode; episodes that it has are not played again",
    )  # fmt: skip
    add("--quiet", action="store_true", help="print no progress")


def _check(arguments: argparse.Namespace) -> int:
    from bmoca_gym.agents.language import oracle, solutions
    from bmoca_gym.errors import SettingsError, nearest
    from bmoca_gym.evaluation.progress import ProgressBar

    known = [name for name in oracle.PLAYERS if arguments.recipe or name != "generic"]
    formats = known if arguments.formats == "all" else shared.names(arguments.formats)
    for name in formats:
        if name not in oracle.PLAYERS:
            raise SettingsError(
                f"There is no agent {name!r} of a phone model.{nearest(name, oracle.PLAYERS)}"
            )
    sources = solutions.chosen(
        shared.names(arguments.tasks), shared.names(arguments.environments), arguments.instances
    )
    found = []
    with ProgressBar("episodes", len(sources) * (1 + len(formats)), quiet=arguments.quiet) as bar:
        options = {"picture_size": arguments.picture_size, "recipe": arguments.recipe}
        for one in oracle.check(formats, sources, options, arguments.out):
            found.append(one)
            bar.count()
    counted = oracle.scores(found)
    rows = [
        (
            one.player, str(one.solved), str(one.of), f"{100 * one.solved / one.of:.1f} %",
            "; ".join(f"{reason}: {number}" for reason, number in one.reasons),
        )
        for one in counted
    ]  # fmt: skip
    shared.print_table(["format", "solved", "of", "", "not solved, and why"], rows)
    formats_too_low = [
        one for one in counted if one.player != oracle.EXPERT and one.solved < _ENOUGH * one.of
    ]
    return NOT_RIGHT if formats_too_low else 0
