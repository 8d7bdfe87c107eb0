"""Parts that commands share: adding a command, reading arguments, printing tables and JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from bmoca_gym.errors import nearest

if TYPE_CHECKING:
    from bmoca_gym.devices.avd.building.apps import AppData

TASKS = (
    "representative, all, extra, app:NAME, category:NAME, tag:NAME, a file of your own (mine.yaml), or ids with commas "
    "between"
)
ENVIRONMENTS = "train, test, all, factors, ids separated by commas, or a file of configurations"
DEVICE = (
    "the phone: embedded (default), avd (bmoca avd build), adb:SERIAL, or adb for the only connected phone"
)

Command = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """A parser that names the nearest command, choice or flag where one is given that does not exist."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._later: list[Callable[[Parser], None]] = []

    def later(self, add: Callable[[Parser], None]) -> None:
        """Have ``add`` add arguments when this parser is used: for those that take imports to know."""
        self._later.append(add)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse what is given. Unlike argparse's own, it leaves no argument over."""
        while self._later:
            self._later.pop(0)(self)
        parsed, others = super().parse_known_args(args, namespace)
        if others:
            near = "".join(nearest(one.partition("=")[0], self._option_string_actions) for one in others[:1])
            self.error(f"unrecognized arguments: {' '.join(others)}{near and '.'}{near}")
        return parsed, others

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            near = nearest(str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, f"{error.message}{near and '.'}{near}") from None


def add_command(commands: Any, name: str, command: Command, text: str, examples: str) -> Parser:
    """A command with a help of its own. ``commands``: the subparsers; ``examples``: lines, each indented by two."""
    made: Parser = commands.add_parser(
        name,
        help=text,
        description=text[0].upper() + text[1:] + ".",
        epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.set_defaults(command=command)
    return made


def add_group(commands: Any, name: str, text: str, examples: str) -> Any:
    """The subparsers of a command of commands. ``examples``: as for `add_command`."""
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=text,
        description=text[0].upper() + text[1:] + ".",
        epilog=f"examples:\n{examples}\n\nEach command has its own --help.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made.add_subparsers(required=True, metavar="COMMAND")


def add_playing(parser: argparse.ArgumentParser, films: str, films_help: str) -> None:
    """Options of how episodes are played: ``seeds``, ``device``, ``action``, ``judge``, ``workers``, ``films``."""
    add = parser.add_argument
    add("--seeds", type=from_one, default=1, metavar="N", help="number of runs of the grid (default: 1)")
    add("--device", default="embedded", help=DEVICE)
    add(
        "--action",
        choices=("discrete", "dual_gesture", "text", "json", "calls", "numbered_calls"),
        help="how the agent acts (default: dual_gesture for expert, text for llm, json for m3a, t3a and seeact, calls "
        "or numbered_calls for al-…, discrete for others; where it has to end episodes, text)",
    )
    add_judge(parser)
    add(
        "--workers",
        type=from_one,
        default=1,
        metavar="N",
        help="number of phones that play at once (default: 1)",
    )
    add(
        "--films",
        choices=("auto", "all", "failures", "first", "none"),
        default=films,
        help=f"the episodes that are filmed (default: {films_help})",
    )


def add_judge(parser: argparse.ArgumentParser) -> None:
    """The option ``judge``."""
    parser.add_argument(
        "--judge",
        choices=("corrected", "upstream", "paper"),
        default="corrected",
        help="the judge that counts; paper is another name of upstream (default: corrected)",
    )


def apps_of(suite: str) -> AppData:
    """The apps that a suite's tasks need on a phone: those of its ``apps.yaml``, else B-MoCA's.

    Raises:
        UnknownTaskError: there is no such suite.
        CatalogueError: the file is malformed.
    """
    from bmoca_gym import suite_names, tasks
    from bmoca_gym.devices.avd.building import apps

    path = suite_names.folder(tasks.suite(suite).name) / apps.FILE
    return apps.app_data(path if path.exists() else None)


def tasks_by_app(suite: str, data: AppData) -> dict[str, tuple[str, ...]]:
    """The ids of the tasks of a suite that need an app, by the app's name."""
    from bmoca_gym import tasks

    needed = {task.id: packages_of(task.all_needs) for task in tasks.suite(suite)}
    return {
        app.name: tuple(task for task, packages in needed.items() if app.package in packages)
        for app in data.apps
    }


def packages_of(needs: Iterable[str]) -> set[str]:
    """The packages among what tasks need, with those behind capabilities."""
    from bmoca_gym.tasks.needs import CAPABILITIES, CLIPPER

    return {
        CLIPPER if need == "clipboard" else need
        for need in needs
        if need == "clipboard" or need not in CAPABILITIES
    }


def add_pools(parser: argparse.ArgumentParser) -> None:
    """The option ``pools``."""
    parser.add_argument(
        "--pools",
        metavar="DIR",
        help="a checkout of the benchmark's own code: instances are drawn from its names, recipes, … instead of ours",
    )


def add_goals(parser: argparse.ArgumentParser) -> None:
    """The option ``goals``."""
    parser.add_argument(
        "--goals",
        metavar="DIR",
        help="a checkout of the benchmark's own code: tasks have its instructions instead of ours",
    )


def names(text: str) -> list[str]:
    """The names in a list separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def names_in(suite: str | None, text: str) -> list[str]:
    """The names of tasks in a list separated by commas; with a suite, those of it, ``suite/name``.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    from bmoca_gym import tasks

    prefix = f"{tasks.suite(suite).name}/" if suite else ""
    return [name if "/" in name else prefix + name for name in names(text)]


def from_one(text: str) -> int:
    """A whole number from 1 on."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def from_zero(text: str) -> int:
    """A whole number from 0 on."""
    return 0 if text.strip("0") == "" and text else from_one(text)


def size(text: str) -> tuple[int, int]:
    """Width and height in px."""
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; give WIDTHxHEIGHT in px, such as 128x256")
    return int(found[1]), int(found[2])


def print_json(content: object) -> int:
    """Print ``content``; the exit code of a command that is done."""
    print(json.dumps(content, indent=1, ensure_ascii=False))
    return 0


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], figures: bool = False) -> int:
    """Print a table without its empty columns; the exit code of a command that is done.

    ``figures``: all columns but the first hold figures, which stay whole and stand at the right; names are folded.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    told = [place for place in range(len(columns)) if not rows or any(row[place] for row in rows)]
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0) if figures else (0, 1), pad_edge=not figures)
    for place in told:
        whole = figures and place > 0
        table.add_column(
            columns[place], overflow="fold", no_wrap=whole, justify="right" if whole else "left",
            min_width=max(map(len, columns[place].splitlines())) if whole else None,
        )  # fmt: skip
    for row in rows:
        table.add_row(*[Text(row[place]) for place in told])
    # In a file or a pipe nothing is folded: there is no edge to fold at.
    Console(width=None if sys.stdout.isatty() else 300).print(table)
    return 0
