"""Matrix of a continual evaluation, from episodes on disk: ``matrix.csv``, ``metrics.json``, ``report.html``."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.episodes import records
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import writing
from bmoca_gym.evaluation.continual.folder import BEFORE, description
from bmoca_gym.evaluation.continual.metrics import Metrics, metrics
from bmoca_gym.evaluation.report import percent, points, templates


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """Success on one stage. ``rate`` is None until the cell is complete. ``errors``: episodes with an error."""

    episodes: int
    successes: int
    errors: int
    complete: bool

    @property
    def rate(self) -> float | None:
        """Successes / episodes."""
        return self.successes / self.episodes if self.complete and self.episodes else None


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """Success of an agent on all stages. ``after``: the last learnt stage, or ``before``. ``folder``: its results."""

    after: str
    folder: str
    agent: str
    cells: tuple[Cell, ...]
    held_out: Cell | None

    @property
    def complete(self) -> bool:
        """True if no episode is missing."""
        return all(cell.complete for cell in self.cells)


def read(out: Path) -> tuple[dict[str, Any], list[Row]]:
    """Read ``sequence.json`` and the rows: the agent before learning (if it was evaluated), and after each stage.

    Raises:
        RecordError: the folder has no continual evaluation, or a file in it is malformed.
    """
    about = description(out)
    names = [BEFORE, *(stage["id"] for stage in about["stages"])]
    found = []
    for number, name in enumerate(names):
        folder = f"rows/{number}_{name}"
        episodes = records.read(out / folder / "episodes.jsonl")
        if episodes or number:
            found.append(_row(name, folder, episodes, about))
    return about, found


def _row(name: str, folder: str, episodes: Sequence[Episode], about: Mapping[str, Any]) -> Row:
    held_out = about["held_out"]
    return Row(
        name,
        folder,
        episodes[0].agent if episodes else "",
        tuple(_cell(episodes, stage, about["seeds"]) for stage in about["stages"]),
        None if held_out is None else _cell(episodes, held_out, about["seeds"]),
    )


def _cell(episodes: Sequence[Episode], stage: Mapping[str, Any], seeds: int) -> Cell:
    tasks, environments = set(stage["tasks"]), set(stage["judged_in"])
    part = [
        one for one in episodes if one.task in tasks and one.environment in environments and one.seed < seeds
    ]
    return Cell(
        len(part),
        sum(one.success for one in part),
        sum(one.error is not None for one in part),
        len(part) == len(tasks) * len(environments) * seeds,
    )


def computed(rows: Sequence[Row]) -> Metrics | None:
    """Compute the metrics of the rows; None if a row is incomplete."""
    learnt = [row for row in rows if row.after != BEFORE]
    if not all(row.complete for row in learnt):
        return None
    start = next((row for row in rows if row.after == BEFORE and row.complete), None)
    return metrics([_rates(row) for row in learnt], None if start is None else _rates(start))


def _rates(row: Row) -> list[float]:
    return [cell.rate or 0.0 for cell in row.cells]


def write(out: Path) -> Path:
    """Write ``matrix.csv``, ``metrics.json`` and ``report.html`` from the other files.

    Returns:
        The path of the report.

    Raises:
        RecordError: a file is missing or malformed.
        OutputError: a file can't be written.
    """
    about, rows = read(out)
    found = computed(rows)
    _write_csv(out / "matrix.csv", about, rows)
    content = {
        "sequence": about["sequence"],
        "stages": [stage["id"] for stage in about["stages"]],
        "complete": found is not None,
        **({} if found is None else dataclasses.asdict(found)),
        "held_out": [row.held_out.rate for row in rows if row.after != BEFORE and row.held_out],
    }
    target = out / "report.html"
    with writing(out):
        (out / "metrics.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        target.write_text(render(about, rows, found), encoding="utf-8")
    return target


def _write_csv(path: Path, about: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """Write one row for each agent. Rates are fractions, and empty if episodes are missing."""
    held_out = ["held_out"] if about["held_out"] else []
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            ["after", *(stage["id"] for stage in about["stages"]), *held_out, "episodes", "errors", "agent"]
        )
        for row in rows:
            cells = [*row.cells, *([row.held_out] if row.held_out else [])]
            table.writerow(
                [
                    row.after,
                    *("" if cell.rate is None else f"{cell.rate:.6g}" for cell in cells),
                    sum(cell.episodes for cell in cells),
                    sum(cell.errors for cell in cells),
                    row.agent,
                ]
            )


#: Sizes of the heat map, in px.
ROW_HEIGHT, SPACE = 34, 14

#: Width that the cells of a row share, and limits of a cell's width, in px.
MAP_WIDTH, NARROWEST_CELL, WIDEST_CELL = 900, 44, 96


def render(about: Mapping[str, Any], rows: Sequence[Row], found: Metrics | None) -> str:
    """Render the report as HTML. It links to the results folders of the rows."""
    environment = templates()
    environment.filters.update(percent=percent, points=points, signed=signed)
    learnt = [row for row in rows if row.after != BEFORE]
    return environment.get_template("continual.html").render(
        about=about,
        rows=rows,
        learnt=learnt,
        before=next((row for row in rows if row.after == BEFORE), None),
        metrics=found,
        errors=sum(
            cell.errors for row in rows for cell in [*row.cells, *([row.held_out] if row.held_out else [])]
        ),
        map=_map(about, rows),
        curve=[] if found is None else [{"x": x, "y": 100 - 100 * y} for x, y in enumerate(found.seen)],
    )


def signed(value: float | None) -> str:
    """Format a difference of fractions in percentage points, with its sign; None as a dash."""
    return (
        "–"
        if value is None
        else f"{100 * value:+.1f}".replace("-", "−").replace("+0.0", "0.0").replace("−0.0", "0.0")
    )


def _map(about: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """Lay out the heat map: position and content of its cells, in px."""
    stages = [stage["id"] for stage in about["stages"]]
    width = min(max(MAP_WIDTH // (len(stages) + 1), NARROWEST_CELL), WIDEST_CELL)
    columns = [{"id": name, "x": number * width} for number, name in enumerate(stages)]
    if about["held_out"]:
        columns.append({"id": "held out", "x": len(stages) * width + SPACE})
    shown = []
    y = 0
    for row in rows:
        cells = [*row.cells, *([row.held_out] if row.held_out else [])]
        shown.append(
            {
                "row": row,
                "y": y,
                "cells": [
                    {
                        "x": column["x"],
                        "level": None if cell.rate is None else round(10 * cell.rate),
                        "label": "" if cell.rate is None else f"{100 * cell.rate:.0f}",
                        "said": f"{cell.successes} of {cell.episodes}",
                        "own": row.after == column["id"],
                    }
                    for cell, column in zip(cells, columns, strict=True)
                ],
            }
        )
        y += ROW_HEIGHT + (SPACE if row.after == BEFORE else 0)
    longest = max(len(str(column["id"])) for column in columns)
    return {
        "columns": columns,
        "rows": shown,
        "cell": width,
        "row": ROW_HEIGHT,
        "head": 30 + 6 * longest,
        "width": int(str(columns[-1]["x"])) + width,
        "height": y,
    }
