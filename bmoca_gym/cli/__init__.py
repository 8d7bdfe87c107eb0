"""The `bmoca` command: evaluate and train agents, check and list tasks, take screenshots and films."""

# Commands import their modules inside functions, so that `bmoca --help` starts at once. This hides no import circle.

from __future__ import annotations

import argparse
import io
import os
import sys
import textwrap
import warnings
from collections.abc import Mapping, Sequence

from bmoca_gym.cli import (
    agent_list,
    avd,
    chains,
    check_format,
    check_summary,
    comparison,
    conformance,
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

#: What `bmoca` prints without a command.
FIRST_STEPS = """\
Agents control a phone; bmoca plays, evaluates and trains them. To start with:

  bmoca play                       touch the phone in your browser
  bmoca tasks                      see what there is to do
  bmoca solve --task Alarm         watch an expert do it
  bmoca evaluate --agent random    measure an agent, and write a report
  bmoca doctor                     check what is installed, and what is missing

bmoca --help lists all commands; bmoca COMMAND --help explains one, with examples."""

#: The commands in the help, grouped by purpose, in the order in which a newcomer needs them.
GROUPS: Mapping[str, tuple[str, ...]] = {
    "look and play": ("play", "tasks", "environments", "splits", "screenshot", "solve"),
    "evaluate agents": ("evaluate", "agents", "prompt", "report", "compare", "check-summary", "check-format"),
    "prove scores": ("verify", "submit", "leaderboard"),
    "train": ("demos", "train", "policy", "continual", "sweep"),
    "serve phones to other programs": ("mcp", "openenv", "nemo-gym"),
    "write tasks and suites": (
        "check-suite",
        "prove",
        "chains",
        "side-effects",
        "index",
        "schemas",
        "check-upstream",
    ),
    "install, and use real phones": ("doctor", "avd", "conformance", "version"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line. ``arguments``: None for those of the process. Returns the exit code."""
    _prepare_output()
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given:
        print(FIRST_STEPS)
        return 0
    parsed = build_parser().parse_args(given)
    parsed.command_line = given
    command: shared.Command = parsed.command
    before, warnings.formatwarning = warnings.formatwarning, _in_a_line
    try:
        return command(parsed)
    except BrokenPipeError:  # the reader of the output, such as head, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BmocaError, OSError) as error:
        said = str(error)
        if not isinstance(error, BmocaError) and error.filename is not None and error.strerror:
            said = f"{error.filename}: {error.strerror}"  # without the error's number
        print(f"bmoca: {' '.join(said.split())}", file=sys.stderr)
        return BAD_INPUT
    finally:
        warnings.formatwarning = before


def _in_a_line(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, line: str | None = None
) -> str:
    """Format a warning without the line of code that raised it."""
    return f"bmoca: {' '.join(str(message).split())}\n"


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
        usage="bmoca [-h] [--version] COMMAND ...",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"bmoca_gym {__version__}")
    commands = parser.add_subparsers(prog="bmoca", required=True, metavar="COMMAND", help=argparse.SUPPRESS)
    for module in (
        evaluation,
        comparison,
        check_summary,
        verification,
        leaderboard,
        proof,
        suite_check,
        chains,
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
        conformance,
        doctor,
        learning,
        continual,
        sweep,
    ):
        module.add_to(commands)
    parser.epilog = _grouped({action.dest: action.help or "" for action in commands._choices_actions})
    return parser


def _grouped(commands: Mapping[str, str]) -> str:
    """List the commands with their summaries by group, for the help. Those of no group come last."""
    known = {name for names in GROUPS.values() for name in names}
    groups = {**GROUPS, "more": tuple(name for name in commands if name not in known)}
    lines = []
    for words, names in groups.items():
        there = [name for name in names if name in commands]
        lines += [f"{words}:"] * bool(there)
        for name in there:
            lines += textwrap.wrap(
                commands[name], shared.WIDTH, initial_indent=f"    {name:18}", subsequent_indent=" " * 22
            )
    return "\n".join([*lines, "", "bmoca COMMAND --help explains a command, with examples."])
