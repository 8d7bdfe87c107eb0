"""The summary of an evaluation: a row for everything, each task, environment, app, category, factor and so on."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.errors import writing
from bmoca_gym.evaluation import metrics
from bmoca_gym.evaluation.metrics import Conduct, Gap, Rate
from bmoca_gym.evaluation.records import Episode

#: What environments vary, and whether the task's app has an icon on the home screen.
FACTORS = ("icon", "device", "size", "locale", "wallpaper", "theme")

#: The difficulty of a task: the lowest and the highest step limit of each class.
DIFFICULTIES = ((1, 5), (6, 9), (10, 13), (14, 1000))


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One row of ``summary.csv``: which episodes, and what came of them.

    ``instances``, ``over_instances``: as of `metrics.instance_rate`.
    """

    group: str
    name: str
    rate: Rate
    mean_steps: float | None
    redundancy: float | None
    wrong_formats: int
    errors: int
    conduct: Conduct
    instances: int
    over_instances: tuple[float, float] | None


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
        """The rows of one kind: ``all``, ``task``, ``instance`` (where a task has several), ``environment``, ``split``,
        ``app``, ``category``, ``difficulty``, or one of `FACTORS`.
        """
        return [row for row in self.rows if row.group == group]

    def factors(self) -> list[list[Row]]:
        """The rows of each of `FACTORS` that has more than one value here."""
        return [rows for rows in map(self.of, FACTORS) if len(rows) > 1]


def summarise(episodes: Sequence[Episode], description: Mapping[str, Any]) -> Summary:
    """The summary of episodes; ``description`` is what ``run.json`` says of their tasks and environments."""
    tasks, environments = description["tasks"], description["environments"]

    def icon(episode: Episode) -> str:
        on_home = tasks[episode.task]["app"] in environments[episode.environment]["home_apps"]
        return "on the home screen" if on_home else "in the drawer"

    def factor(name: str) -> Callable[[Episode], str]:
        return lambda episode: str(environments[episode.environment]["factors"][name])

    several = any(episode.instance for episode in episodes)
    instance = {"instance": lambda episode: episode.key.instance_name} if several else {}
    keys: dict[str, Callable[[Episode], str]] = {
        "all": lambda episode: "all",
        "task": lambda episode: episode.task,
        **instance,
        "environment": lambda episode: episode.environment,
        "app": lambda episode: tasks[episode.task]["app"],
        "category": lambda episode: tasks[episode.task]["category"],
        "difficulty": lambda episode: difficulty(tasks[episode.task]["step_limit"]),
        "split": lambda episode: environments[episode.environment]["split"],
        "icon": icon,
        **{name: factor(name) for name in FACTORS if name != "icon"},
    }
    rows = [
        _row(group, name, part)
        for group, key in keys.items()
        for name, part in _parts(group, metrics.group(episodes, key))
    ]
    return Summary(tuple(rows), metrics.environment_gap(episodes))


def difficulty(step_limit: int) -> str:
    """The class of a task by its step limit: ``up to 5 steps``, ``6 to 9 steps``, and so on."""
    low, high = next((low, high) for low, high in DIFFICULTIES if step_limit <= high)
    if low == 1:
        return f"up to {high} steps"
    return f"{low} to {high} steps" if (low, high) != DIFFICULTIES[-1] else f"{low} steps and more"


def _parts(group: str, parts: dict[str, list[Episode]]) -> list[tuple[str, list[Episode]]]:
    """The parts of a group in the order of its rows: that of the grid, but for classes and factors."""
    if group == "all":
        return [("all", parts.get("all", []))]
    if group == "difficulty":
        names = [difficulty(low) for low, _ in DIFFICULTIES]
        return [(name, parts[name]) for name in names if name in parts]
    return sorted(parts.items()) if group in FACTORS else list(parts.items())


def _row(group: str, name: str, episodes: Sequence[Episode]) -> Row:
    return Row(
        group,
        name,
        metrics.success_rate(episodes),
        metrics.mean_steps(episodes),
        metrics.redundancy(episodes),
        sum(episode.wrong_formats for episode in episodes),
        sum(episode.error is not None for episode in episodes),
        metrics.conduct(episodes),
        *metrics.instance_rate(episodes),
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
    "wrong_format_rate",
    "repeat_rate",
    "loops",
    "hallucinated",
    "stopped",
    "tokens",
    "cost",
    "worst_environment",
    "worst_rate",
    "gap",
    "instances",
    "instances_low",
    "instances_high",
)


def write_csv(path: Path, summary: Summary) -> None:
    """Write ``summary.csv``: columns as in `COLUMNS`, rates as fractions, undefined values empty."""
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
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
            how = row.conduct
            table.writerow(
                [row.group, row.name, rate.episodes, rate.successes, *map(_number, values)]
                + [row.wrong_formats, row.errors, _number(how.wrong_format_rate), _number(how.repeat_rate)]
                + [how.loops, how.hallucinated, how.stopped, how.tokens, _number(how.cost)]
                + ([gap.environment, _number(gap.worst), _number(gap.difference)] if gap else ["", "", ""])
                + [row.instances, *map(_number, row.over_instances or (None, None))]
            )


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
