"""``bmoca compare``: compare two evaluations."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bmoca_gym.cli import shared

if TYPE_CHECKING:
    from bmoca_gym.evaluation.comparison import Compared

#: Number of episodes with different results that are listed without ``--all``.
_SHOWN = 10


def add_to(commands: Any) -> None:
    """Add the command of this module."""
    made = shared.add_command(
        commands,
        "compare",
        _compare,
        "compare two evaluations: success rates, differences, and the episodes with different results",
        """\
  bmoca compare results/llm-small results/llm-large
  bmoca compare results/monday results/tuesday --all
  bmoca compare results/monday results/tuesday --html comparison.html

The command compares episodes of the same task, instance, environment and seed. The column "points" is the gain of the
second run in percentage points, with its 95 % interval. p is the probability that equal agents differ at least as much
(McNemar's exact test).""",
    )
    made.add_argument("first", type=Path, metavar="FIRST", help="a results folder (--out of bmoca evaluate)")
    made.add_argument("second", type=Path, metavar="SECOND", help="the other results folder")
    made.add_argument(
        "--all",
        action="store_true",
        help="list all tasks, and all episodes with different results (default: tasks with such episodes, and ten "
        "episodes)",
    )
    made.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="also write a page that shows both films of each episode with different results; it reads them in the "
        "results folders",
    )


def _compare(arguments: argparse.Namespace) -> int:
    from bmoca_gym.episodes.outcomes import OUTCOMES
    from bmoca_gym.evaluation import comparison_page
    from bmoca_gym.evaluation.comparison import compare, different_settings
    from bmoca_gym.evaluation.folder import ResultsFolder

    folders = ResultsFolder(arguments.first), ResultsFolder(arguments.second)
    about = [folder.description() for folder in folders]
    found = compare(*(folder.episodes() for folder in folders))
    names = {task: entry.get("name") or task for run in about for task, entry in run["tasks"].items()}
    for which, path, run in zip(("first", "second"), (arguments.first, arguments.second), about, strict=True):
        print(f"{which}: {path} ({run['identity']['agent']})")
    for name, *values in different_settings(*about):
        print(f"  {name.replace('_', ' ')} differs: {values[0]}, {values[1]}")
    *tasks, total = found.rows
    told = [row for row in tasks if arguments.all or row.won or row.lost]
    shared.print_table(
        ["task", "pairs", "first %", "second %", "points", "95 %", "p"],
        [_line(row, names.get(row.name, row.name)) for row in (*told, total)],
        figures=True,
    )
    for name, counts in zip(("first", "second"), found.outcomes, strict=True):
        print(f"{name}: {', '.join(f'{OUTCOMES[outcome]} {count}' for outcome, count in counts.items())}.")
    if len(told) < len(tasks):
        print(f"Tasks with equal results in every episode: {len(tasks) - len(told)} of {len(tasks)}.")
    for name, count in zip(("first", "second"), found.alone, strict=True):
        if count:
            print(f"Not compared: {count} episodes that only the {name} run has.")
    if found.otherwise:
        print(
            f"{len(found.otherwise)} of {total.first.episodes} episodes have different results: "
            f"only the first run solved {total.lost}, only the second {total.won}."
        )
    for pair in found.otherwise if arguments.all else found.otherwise[:_SHOWN]:
        episode, other = pair
        who, failed = ("first", other) if episode.success else ("second", episode)
        print(
            f"  {episode.key.instance_name} in {episode.environment}, run {episode.seed}: solved only by the {who} "
            f"({OUTCOMES[failed.outcome]})"
        )
    if len(found.otherwise) > _SHOWN and not arguments.all:
        print("  … --all lists all of them.")
    if arguments.html is not None:
        comparison_page.write(arguments.html, folders, found)
        print(f"Page: {arguments.html}")
    return 0


def _line(row: Compared, name: str) -> tuple[str, ...]:
    return (
        name,
        str(row.first.episodes),
        *(f"{100 * (rate.mean or 0.0):.1f}" for rate in (row.first, row.second)),
        f"{100 * row.difference:+.1f}",
        f"{100 * row.low:+.1f} to {100 * row.high:+.1f}",
        f"{row.p:.2g}",
    )
