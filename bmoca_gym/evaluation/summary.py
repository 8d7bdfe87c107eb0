"""The summary of an evaluation: a row for everything, each task, environment, app, category and split."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.evaluation import metrics
from bmoca_gym.evaluation.metrics import Gap, Rate
from bmoca_gym.evaluation.records import Episode


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One row of ``summary.csv``: which episodes, and what came of them."""

    group: str
    name: str
    rate: Rate
    mean_steps: float | None
    redundancy: float | None
    wrong_formats: int
    errors: int


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """All rows, and how much worse than the mean the worst environment is (None without episodes)."""

    rows: tuple[Row, ...]
    gap: Gap | None

    @property
    def total(self) -> Row:
        """The row of all episodes."""
        return self.rows[0]

    def of(self, group: str) -> list[Row]:
        """The rows of one kind: ``all``, ``task``, ``environment``, ``app``, ``category`` or ``split``."""
        return [row for row in self.rows if row.group == group]


def summarise(episodes: Sequence[Episode], description: Mapping[str, Any]) -> Summary:
    """The summary of episodes; ``description`` is what ``run.json`` says of their tasks and environments."""
    tasks, environments = description["tasks"], description["environments"]
    keys: dict[str, Callable[[Episode], str]] = {
        "all": lambda episode: "all",
        "task": lambda episode: episode.task,
        "environment": lambda episode: episode.environment,
        "app": lambda episode: tasks[episode.task]["app"],
        "category": lambda episode: tasks[episode.task]["category"],
        "split": lambda episode: environments[episode.environment]["split"],
    }
    rows = [
        _row(group, name, part)
        for group, key in keys.items()
        for name, part in (metrics.group(episodes, key) or ({"all": []} if group == "all" else {})).items()
    ]
    return Summary(tuple(rows), metrics.environment_gap(episodes))


def _row(group: str, name: str, episodes: Sequence[Episode]) -> Row:
    return Row(
        group,
        name,
        metrics.success_rate(episodes),
        metrics.mean_steps(episodes),
        metrics.redundancy(episodes),
        sum(episode.wrong_formats for episode in episodes),
        sum(episode.error is not None for episode in episodes),
    )


COLUMNS = (
    "group",
    "name",
    "episodes",
    "successes",
    "success_rate",
    "standard_error",
    "wilson_low",
    "wilson_high",
    "mean_steps",
    "redundancy",
    "wrong_formats",
    "errors",
    "worst_environment",
    "worst_rate",
    "gap",
)


def write_csv(path: Path, summary: Summary) -> None:
    """Write ``summary.csv``: columns as in `COLUMNS`, rates as fractions, undefined values empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for row in summary.rows:
            rate, gap = row.rate, summary.gap if row.group == "all" else None
            values = [
                rate.mean,
                rate.standard_error,
                rate.low,
                rate.high,
                row.mean_steps,
                row.redundancy,
            ]
            table.writerow(
                [row.group, row.name, rate.episodes, rate.successes, *map(_number, values)]
                + [row.wrong_formats, row.errors]
                + ([gap.environment, _number(gap.worst), _number(gap.difference)] if gap else ["", "", ""])
            )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
