"""The `bmoca` command: evaluate and train agents, check and list tasks, take screenshots and films."""

# Commands import their modules inside functions, so that `bmoca --help` starts at once. This hides no import circle.

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from bmoca_gym.cli import (
    agent_list,
    avd,
    check_format,
    check_summary,
    comparison,
    continual,
    doctor,
    evaluation,
    generated,
    leaderboard,
    learning,
    lists,
    mcp,
    nemo_gym,
    openenv,
    pictures,
    play,
    prompt,
    proof,
    shared,
    side_effects,
    suite_check,
    sweep,
    upstream_check,
    verification,
)
from bmoca_gym.errors import BmocaError
from bmoca_gym.version import __version__

#: Exit code of bad input.
BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line. ``arguments``: None for those of the process. Returns the exit code."""
    _prepare_output()
    parsed = build_parser().parse_args(arguments)
    parsed.command_line = list(sys.argv[1:] if arguments is None else arguments)
    command: shared.Command = parsed.command
    try:
        return command(parsed)
    except BrokenPipeError:  # the reader of the output, such as head, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BmocaError, OSError) as error:
        print(f"bmoca: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT


def _prepare_output() -> None:
    """Make sure that printing can't fail: characters that the terminal's encoding lacks become "?", and a stream that
    was closed (``>&-``) swallows what is printed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  open until the process ends
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def build_parser() -> shared.Parser:
    """Make the parser of the whole command line."""
    parser = shared.Parser(
        prog="bmoca",
        description="Evaluate and train agents that control a phone.",
        epilog="bmoca COMMAND --help explains a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"bmoca_gym {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        evaluation,
        comparison,
        check_summary,
        verification,
        leaderboard,
        proof,
        suite_check,
        side_effects,
        check_format,
        generated,
        upstream_check,
        lists,
        agent_list,
        play,
        mcp,
        openenv,
        nemo_gym,
        pictures,
        prompt,
        avd,
        doctor,
        learning,
        continual,
        sweep,
    ):
        module.add_to(commands)
    return parser
