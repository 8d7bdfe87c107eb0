"""Command-line flags, made from the tables of agents' options."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from bmoca_gym import agents
from bmoca_gym.agents.options import load
from bmoca_gym.cli import shared

_PREFIX = "agent_option_"


def add_options(parser: shared.Parser, *names: str) -> None:
    """Add the flags of the named agents, or of all agents, when the parser is used, since that takes imports. Flags
    have no defaults; the agents' tables have them.
    """
    parser.later(lambda made: _add_options(made, names))


def _add_options(parser: shared.Parser, names: tuple[str, ...]) -> None:
    known: set[str] = set()
    fold = parser.fold("--help-models", "agents: models, prompts, policies")
    tables = {name: agents.options_of(name) for name in names or agents.names()}
    if not names:
        tables["policy.zip"] = load(agents.POLICY_OPTIONS).OPTIONS
    for name, options in tables.items():
        table = [option for option in options if option.name not in known]
        if not table:
            continue
        sharing = [
            other
            for other, others_options in tables.items()
            if other != name and {option.name for option in others_options} & {one.name for one in table}
        ]
        also = f"{', '.join(sharing)} have most of them too." if sharing else None
        group = parser.add_argument_group(
            f"options of the agent {name}", also and textwrap.fill(also, shared.WIDTH - 2)
        )
        fold(group)
        for option in table:
            known.add(option.name)
            flag = "--" + option.name.replace("_", "-")
            others: dict[str, Any] = {"dest": _PREFIX + option.name, "default": None, "help": option.help}
            if option.kind is bool:
                group.add_argument(flag, action=argparse.BooleanOptionalAction, **others)
            else:
                metavar = option.metavar or {int: "N", float: "X"}.get(option.kind, "TEXT")
                group.add_argument(
                    flag,
                    type=option.kind,
                    choices=option.choices or None,
                    metavar=None if option.choices else metavar,
                    **others,
                )


def given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options that were given, by name."""
    return {
        name.removeprefix(_PREFIX): value
        for name, value in vars(arguments).items()
        if name.startswith(_PREFIX) and value is not None
    }
