"""Parts that commands share: adding a command and its help, reading arguments, printing tables and JSON."""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bmoca_gym.errors import nearest

if TYPE_CHECKING:
    from bmoca_gym.devices.avd.building.apps import AppData
    from bmoca_gym.executors import Executor

TASKS = (
    "ids of tasks, representative, all, extra, app:NAME, category:NAME, tag:NAME, a part of a split (bmoca splits), "
    "or your own YAML file; several are separated by commas"
)
ENVIRONMENTS = (
    "ids of environments, train, validation, test, all, factors, a part of a split (bmoca splits), or a file of "
    "configurations; several are separated by commas"
)
DEVICE = (
    "embedded (the simulated phone), avd (see bmoca avd build), adb:SERIAL, or adb for the only connected phone "
    "(default: embedded)"
)
#: What `bmoca_gym.envs.choices.first_environment` returns, for the help.
FIRST_ENVIRONMENT = "the first of the suite's own; 100 in B-MoCA"

#: Width of a help text in characters: it fits a terminal of 80 columns.
WIDTH = 79

Command = Callable[[argparse.Namespace], int]


def counted(count: int, noun: str) -> str:
    """Write a number with what is counted: "1 split", "2 splits"."""
    return f"{count} {noun if count == 1 else noun + 's'}"


class Parser(argparse.ArgumentParser):
    """Parser that suggests the nearest command, choice or flag if one is unknown."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._later: list[Callable[[Parser], None]] = []
        #: Groups of options that the help leaves out; see `fold`.
        self._folded: list[Any] = []

    def later(self, add: Callable[[Parser], None]) -> None:
        """Have ``add`` add arguments only when this parser is used: for arguments that take imports to determine."""
        self._later.append(add)

    def fold(self, flag: str, what: str) -> Callable[[Any], None]:
        """Add an option that shows the help of further groups. Returns the function that takes such a group.

        ``what``: what these groups are about, for the help.
        """
        self.add_argument(flag, action=_ShowFolded, help=f"show the options of {what}, and exit")
        return self._folded.append

    def format_help(self, folded: bool = False) -> str:
        """Return the help, or with ``folded`` only the help of the groups that it leaves out."""
        groups, actions = self._action_groups, self._actions
        apart = {id(action) for group in self._folded for action in group._group_actions}
        self._action_groups = [group for group in groups if (group in self._folded) == folded]
        self._actions = [action for action in actions if (id(action) in apart) == folded]
        try:
            return super().format_help()
        finally:
            self._action_groups, self._actions = groups, actions

    def _refuse_unknown(self, args: Sequence[str]) -> None:
        """Refuse an unknown option before anything else: a typo may be why a required option is missing."""
        if any(isinstance(action, argparse._SubParsersAction) or action.nargs == argparse.REMAINDER
               for action in self._actions):  # fmt: skip
            return
        for one in itertools.takewhile("--".__ne__, args):
            name = one.partition("=")[0]
            if re.fullmatch(r"--[a-z][\w-]*", name) and not any(
                known.startswith(name) for known in self._option_string_actions
            ):
                near = nearest(name, self._option_string_actions)
                self.error(f"unrecognized arguments: {one}{near and '.'}{near}")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse arguments. Unlike argparse's own method, it refuses unknown arguments."""
        while self._later:
            self._later.pop(0)(self)
        self._refuse_unknown(sys.argv[1:] if args is None else args)
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


class _ShowFolded(argparse.Action):
    """Prints the help of the groups that the usual help leaves out."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        print(parser.format_help(folded=True), end="")
        parser.exit()


def add_command(
    commands: Any, name: str, command: Command, text: str, examples: str, usage: str | None = None
) -> Parser:
    """Add a command with its help.

    Args:
        commands: the subparsers.
        name: the command's name.
        command: its function; it takes the parsed arguments and returns the exit code.
        text: a summary in one line, without a full stop.
        examples: commands, each indented by two, and paragraphs after an empty line.
        usage: the line of usage, if argparse's own is too long.
    """
    made = _add(commands, name, text, examples, usage)
    made.set_defaults(command=command)
    return made


def add_group(commands: Any, name: str, text: str, examples: str) -> Any:
    """Add a command that has commands of its own; returns their subparsers. Arguments as for `add_command`.

    Without one of them, it prints its help.
    """
    examples += f"\n\nbmoca {name} COMMAND --help explains a command, with examples."
    made = _add(commands, name, text, examples)
    made.set_defaults(command=functools.partial(_show_help, made))
    return made.add_subparsers(metavar="COMMAND")


def _show_help(parser: Parser, parsed: argparse.Namespace) -> int:
    parser.print_help()
    return 0


def _add(commands: Any, name: str, text: str, examples: str, usage: str | None = None) -> Parser:
    made: Parser = commands.add_parser(
        name,
        help=text,
        usage=usage,
        description=textwrap.fill(text[0].upper() + text[1:] + ".", WIDTH),
        epilog="examples:\n" + laid_out(examples),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return made


def laid_out(text: str) -> str:
    """Wrap commands and paragraphs at `WIDTH`. A backslash continues a command on the next line."""
    found = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0].startswith("  "):
            found.append("\n".join(map(_wrapped, lines)))
        else:
            found.append(textwrap.fill(" ".join(lines), WIDTH))
    return "\n\n".join(found)


def _wrapped(command: str) -> str:
    """Wrap a command; quoted words, and a flag and its value, stay together."""
    kept = re.sub(r"'[^']*'|\"[^\"]*\"", lambda quoted: quoted[0].replace(" ", "\0"), command.strip())
    kept = re.sub(r"(--?[a-z][\w-]*) (?=[^-])", "\\1\0", kept)
    lines = textwrap.wrap(
        kept,
        WIDTH - 2,
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return " \\\n".join(lines).replace("\0", " ")


def _registered(place: str, kind: str, name: str) -> str:
    """Check a name of a registry, given by its place. ``kind``: what it names, for messages."""
    from bmoca_gym.registry import loaded

    known = loaded(f"bmoca_gym.envs.{place}").names()
    if name not in known:
        raise argparse.ArgumentTypeError(
            f"unknown {kind} {name!r}; {kind}s: {', '.join(known)}.{nearest(name, known)}"
        )
    return name


action_mode = functools.partial(_registered, "registries:ACTION_MODES", "mode")
observation_mode = functools.partial(_registered, "registries:OBSERVATIONS", "mode")
interface_name = functools.partial(_registered, "registries:INTERFACES", "interface")
reward_name = functools.partial(_registered, "rewards:REWARDS", "reward")


def add_interface(parser: Any, overridden: str = "") -> None:
    """Add the option ``interface``. ``overridden``: the options that override parts of it, for its help."""
    parser.add_argument(
        "--interface",
        metavar="NAME",
        type=interface_name,
        help="what the agent sees and does, as one preset: bmoca, bmoca-gestures, bmoca-text, compact, "
        "androidworld, androidworld-som, androidlab-xml, androidlab-som, the name of a phone model's grammar such as "
        "qwen3-vl, or one that a plugin registers" + (f"; {overridden}" if overridden else ""),
    )


def add_action(parser: Any, default: str) -> None:
    """Add the option ``action``. ``default``: what it is without the option, in words."""
    parser.add_argument(
        "--action",
        metavar="MODE",
        type=action_mode,
        help="discrete, dual_gesture, text, json, calls (px), calls_0_999, calls_0_1000, calls_0_1, numbered_calls, "
        "the name of a phone model's grammar such as qwen3-vl, or a mode that a plugin registers "
        f"(default: {default})",
    )


def add_playing(parser: Any, films: str, films_help: str) -> None:
    """Add options for playing episodes: ``seeds``, ``device``, ``interface``, ``action``, ``judge``, ``workers`` and
    ``films``.

    ``parser``: a parser, or a group of arguments. ``films``: the default of that option, with ``films_help`` its words.
    """
    add = parser.add_argument
    add("--seeds", type=from_one, default=1, metavar="N", help="number of runs of the grid (default: 1)")
    add("--device", default="embedded", help=DEVICE)
    add_interface(parser, "--action and --observation override its modes")
    add_action(
        parser,
        "dual_gesture for expert, text for llm, json for m3a, t3a and seeact, calls or "
        "numbered_calls for al-…, discrete for others; text if expert has to end episodes",
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
        help=f"which films to keep (default: {films_help})",
    )


def add_interruptions(parser: Any) -> None:
    """Add ``--interruptions``."""
    parser.add_argument(
        "--interruptions",
        metavar="LEVEL",
        help="what disturbs the episodes: calm, daily, hostile, a YAML file, or kinds such as call,crash "
        "(default: what the configurations say, mostly calm)",
    )


def add_executor(parser: Any, what: str) -> None:
    """Add the options ``executor`` and ``address``. ``what``: what runs there, for the help."""
    add = parser.add_argument
    add(
        "--executor",
        choices=("local", "ray"),
        default="local",
        help=f"where {what}: local (this machine), or ray (a Ray cluster; needs the extra cluster) (default: local)",
    )
    add(
        "--address",
        default="",
        metavar="HOST:PORT",
        help="address of the Ray cluster, or auto (default: start one on this machine)",
    )


@contextmanager
def executor(arguments: argparse.Namespace) -> Iterator[Executor | None]:
    """Open what the options ``executor`` and ``address`` name; None for this machine.

    Raises:
        MissingLibraryError: Ray is not installed.
        SettingsError: there is no cluster at the address, or there is an address without a cluster.
    """
    from bmoca_gym.executors import opened

    with opened(None, arguments.executor, arguments.address) as found:
        yield found if found.distant else None


def add_reward(parser: Any, default: str | None) -> None:
    """Add the option ``reward``. ``default``: the name of one, or None for the benchmark's own."""
    parser.add_argument(
        "--reward",
        default=default,
        metavar="NAME",
        type=reward_name,
        help="what a step earns: success, score, sub_goals, expert_distance or miniwob (default: "
        + (default or "the benchmark's own")
        + ")",
    )


def add_split(parser: Any) -> None:
    """Add the option ``split``."""
    parser.add_argument(
        "--split",
        default="",
        metavar="PART",
        help="the training part of a split, such as androidworld/by_template:train: tasks that the split keeps for "
        "validation or tests are refused too; commas separate several",
    )


def add_judge(parser: Any) -> None:
    """Add the option ``judge``."""
    parser.add_argument(
        "--judge",
        choices=("corrected", "upstream", "paper"),
        default="corrected",
        help="the rules that decide what success is: corrected, this package's, or upstream, those of the "
        "benchmark's own code; paper is the same as upstream (default: corrected)",
    )


def apps_of(suite: str) -> AppData:
    """Read the apps that a suite needs on a phone: those of its ``apps.yaml``, or B-MoCA's if it has none.

    Raises:
        UnknownTaskError: there is no such suite.
        CatalogueError: the file is malformed.
    """
    from bmoca_gym import suite_names, tasks
    from bmoca_gym.devices.avd.building import apps

    path = suite_names.folder(tasks.suite(suite).name) / apps.FILE
    return apps.app_data(path if path.exists() else None)


def tasks_by_app(suite: str, data: AppData) -> dict[str, tuple[str, ...]]:
    """List for each app the ids of the suite's tasks that need it."""
    from bmoca_gym import tasks

    needed = {task.id: packages_of(task.all_needs) for task in tasks.suite(suite)}
    return {
        app.name: tuple(task for task, packages in needed.items() if app.package in packages)
        for app in data.apps
    }


def packages_of(needs: Iterable[str]) -> set[str]:
    """Return the packages that tasks need, including those that provide a capability."""
    from bmoca_gym.tasks.needs import CAPABILITIES, CLIPPER

    return {
        CLIPPER if need == "clipboard" else need
        for need in needs
        if need == "clipboard" or need not in CAPABILITIES
    }


def add_pools(parser: Any) -> None:
    """Add the option ``pools``."""
    parser.add_argument(
        "--pools",
        metavar="DIR",
        help="a checkout of the benchmark's code: draw instances from its names, recipes, … instead of ours",
    )


def add_goals(parser: Any) -> None:
    """Add the option ``goals``."""
    parser.add_argument(
        "--goals",
        metavar="DIR",
        help="a checkout of the benchmark's code: use its instructions instead of ours",
    )


def names(text: str) -> list[str]:
    """Split a list of names at commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def names_in(suite: str | None, text: str) -> list[str]:
    """Split a list of tasks at commas. With a suite, a name without a slash becomes ``suite/name``.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    from bmoca_gym import tasks

    prefix = f"{tasks.suite(suite).name}/" if suite else ""
    return [name if "/" in name else prefix + name for name in names(text)]


def from_one(text: str) -> int:
    """Read a whole number from 1 on."""
    if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def from_zero(text: str) -> int:
    """Read a whole number from 0 on."""
    return 0 if text.strip("0") == "" and text else from_one(text)


def size(text: str) -> tuple[int, int]:
    """Read width and height in px: ``128x256``."""
    found = re.fullmatch(r"([0-9]{1,5})[x×]([0-9]{1,5})", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; give WIDTHxHEIGHT in px, such as 128x256")
    return int(found[1]), int(found[2])


def print_json(content: object) -> int:
    """Print ``content`` as JSON. Returns exit code 0."""
    print(json.dumps(content, indent=1, ensure_ascii=False))
    return 0


def print_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], figures: bool = False, ids: bool = False
) -> int:
    """Print a table without its empty columns. Returns exit code 0.

    ``ids``: whether the first column has ids, which are not wrapped: they are there to be copied.
    ``figures``: whether all columns but the first have figures. These are not wrapped, and are aligned at the right.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    told = [place for place in range(len(columns)) if not rows or any(row[place] for row in rows)]
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0) if figures else (0, 1), pad_edge=not figures)
    for place in told:
        whole = (figures and place > 0) or (ids and place == 0)
        table.add_column(
            columns[place], overflow="fold", no_wrap=whole, justify="right" if figures and place > 0 else "left",
            min_width=max(map(len, [*columns[place].splitlines(), *(row[place] for row in rows if ids)]))
            if whole else None,
        )  # fmt: skip
    for row in rows:
        table.add_row(*[Text(row[place]) for place in told])
    # In a file or a pipe nothing is wrapped.
    Console(width=None if sys.stdout.isatty() else 300).print(table)
    return 0
