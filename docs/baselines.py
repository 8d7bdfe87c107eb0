"""Writes the table of docs/leaderboard.md: ``python docs/baselines.py FOLDER`` verifies the runs in a folder first."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bmoca_gym.evaluation import leaderboard
from bmoca_gym.evaluation.leaderboard import Table
from bmoca_gym.evaluation.report import percent, points

PAGE = Path(__file__).parent / "leaderboard.md"
#: Lines between which the table stands on the page.
BEGIN, END = "<!-- table -->\n\n", "\n<!-- end of the table -->"

_HEAD = """\
| interruptions | agent | success | 95 % interval | steps | side effects | harmful acts | wrongly finished |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def rows(tables: Sequence[Table]) -> Iterator[str]:
    """Make the rows: an agent at a level of interruptions in each."""
    for table in tables:
        for line in table.lines:
            steps = "–" if line.steps is None else f"{line.steps:.1f}"
            cells = [
                table.level,
                f"`{line.agent}`",
                percent(line.rate.mean),
                f"{points(line.rate.low)}–{points(line.rate.high)}",
                steps,
                *map(percent, (line.side_effects, line.harmful, line.false_completions)),
            ]
            yield "| " + " | ".join(cells) + " |\n"


def main() -> None:
    """Play all runs of the folder again, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="results folders, or files of bmoca submit")
    parser.add_argument("--workers", type=int, default=1, help="number of processes (default: 1)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as site:
        board = leaderboard.read(given.folder, Path(site), workers=given.workers)
    for name, reason in board.refused:
        print(f"{name} does not count: {reason}")
    if not board.runs:
        raise SystemExit(f"No run in {given.folder} counts; the page stays as it is.")
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    table = "".join([_HEAD, *rows(leaderboard.tables(board.runs))])
    PAGE.write_text(before + BEGIN + table + END + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
