"""Command-line flags from the tables of agents' options."""

from __future__ import annotations

import argparse
from typing import Any

from bmoca_gym import agents
from bmoca_gym.cli import shared

_PREFIX = "agent_option_"


def add_options(parser: shared.Parser, *names: str) -> None:
    """Add the flags of those agents, or of all agents, when the parser is used: it takes imports to know them.

    No flag has a default here: the tables have.
    """
    parser.later(lambda made: _add_options(made, names))


def _add_options(parser: shared.Parser, names: tuple[str, ...]) -> None:
    known: set[str] = set()
    for name in names or agents.AGENTS:
        table = [option for option in agents.options_of(name) if option.name not in known]
        if not table:
            continue
        sharing = [
            other
            for other in names or agents.AGENTS
            if other != name
            and {option.name for option in agents.options_of(other)} & {one.name for one in table}
        ]
        also = f", most of them also of {', '.join(sharing)}" if sharing else ""
        group = parser.add_argument_group(f"options of the agent {name}{also}")
        for option in table:
            known.add(option.name)
            flag = "--" + option.name.replace("_", "-")
            others: dict[str, Any] = {"dest": _PREFIX + option.name, "default": None, "help": option.help}
            if option.kind is bool:
                group.add_argument(flag, action=argparse.BooleanOptionalAction, **others)
            else:
                metavar = {int: "N", float: "X"}.get(option.kind, "..." if not option.choices else None)
                group.add_argument(
                    flag, type=option.kind, choices=option.choices or None, metavar=metavar, **others
                )


def given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options that are given, by name."""
    return {
        name.removeprefix(_PREFIX): value
        for name, value in vars(arguments).items()
        if name.startswith(_PREFIX) and value is not None
    }
