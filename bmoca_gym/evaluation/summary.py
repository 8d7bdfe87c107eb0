"""Summary of an evaluation: a row for all episodes, each task, environment, app, category, factor and so on."""

from __future__ import annotations

import csv
import dataclasses
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.metrics import Conduct, Gap, Judged, Rate
from bmoca_gym.episodes.outcomes import FAILURES
from bmoca_gym.episodes.records import Episode
from bmoca_gym.episodes.registries import MEASURES, Measure, measures
from bmoca_gym.errors import writing
from bmoca_gym.evaluation.advice import never_valid
from bmoca_gym.tasks.task import JUDGES

#: Factors that vary between environments. ``icon``: whether the task's app has an icon on the home screen.
FACTORS = ("icon", "device", "size", "locale", "wallpaper", "theme")

#: Name of the row of ordinary tasks, in suites that report some tasks separately.
TO_BE_DONE = "without known faults"

#: Name of the row of episodes in which no interruption came.
UNDISTURBED = "none"

#: Categories of a suite that grades its tasks by difficulty, in order.
DEGREES = ("Easy", "Medium", "Hard")

#: Classes of difficulty: the lowest and the highest step limit of each.
DIFFICULTIES = ((1, 5), (6, 9), (10, 13), (14, 1000))


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One row of ``summary.csv``: the metrics of a group of episodes.

    ``expert_steps``: see `metrics.expert_steps`; known without any success too. ``instances``, ``over_instances``: see
    `metrics.instance_rate`. ``over_runs``, ``score``, ``judged``, ``measures``: see `metrics.run_interval`,
    `metrics.mean_score`, `metrics.judged`, `registries.measures`. ``outcomes``: number of episodes by outcome, see
    `outcomes.OUTCOMES`.
    """

    group: str
    name: str
    rate: Rate
    mean_steps: float | None
    expert_steps: float | None
    redundancy: float | None
    wrong_formats: int
    errors: int
    conduct: Conduct
    instances: int
    over_instances: tuple[float, float] | None
    over_runs: tuple[float, float] | None = None
    score: float | None = None
    judged: Judged | None = None
    measures: Mapping[str, Measure | None] | None = None
    outcomes: Mapping[str, int] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Robustness:
    """A line of the robustness table: the success of a task while one factor varies and the others are fixed.

    ``configurations``: instance 0 in several configurations. ``instances``: several instances in one configuration.
    ``runs``: several runs of instance 0 in that configuration. Each is the success rate and the standard deviation of
    the rates of its parts, or None for fewer than two parts.
    """

    task: str
    configurations: tuple[Rate, float] | None
    instances: tuple[Rate, float] | None
    runs: tuple[Rate, float] | None


@dataclasses.dataclass(frozen=True, slots=True)
class Summary:
    """Summary of an evaluation: all rows, and the gap to the worst environment (None without episodes).

    ``robustness``: the robustness table, empty if the run has none. ``tags``: for each tag, the success rate by
    category. ``names``: the short names of tasks, by id. ``unread``: what to say about an agent whose actions were
    never valid; "" for others.
    """

    rows: tuple[Row, ...]
    gap: Gap | None
    robustness: tuple[Robustness, ...] = ()
    tags: tuple[tuple[str, tuple[tuple[str, Rate], ...]], ...] = ()
    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    unread: str = ""

    @property
    def total(self) -> Row:
        """The row of all episodes."""
        return self.rows[0]

    def of(self, group: str) -> list[Row]:
        """List the rows of one kind.

        Kinds: ``all``, ``task``, ``instance`` (if a task has several), ``environment``, ``split``, ``app``,
        ``category``, ``tag``, ``difficulty``, ``apart`` (if the suite reports tasks separately), ``level`` and
        ``interruption`` (if the run is interrupted), and `FACTORS`.
        """
        return [row for row in self.rows if row.group == group]

    def factors(self) -> list[list[Row]]:
        """List the rows of each of `FACTORS` with more than one value."""
        return [rows for rows in map(self.of, FACTORS) if len(rows) > 1]


def summarise(episodes: Sequence[Episode], description: Mapping[str, Any]) -> Summary:
    """Summarise episodes. ``description``: the content of ``run.json``."""
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
    level = description["identity"].get("interruptions")
    if level:
        keys["level"] = lambda episode: str(level)
    tags, apart = description.get("tags", {}), description.get("apart", {})
    if apart:
        keys["apart"] = lambda episode: apart.get(episode.task, TO_BE_DONE)
    parts = {group: _parts(group, metrics.group(episodes, key)) for group, key in keys.items()}
    parts["tag"] = _by_tag(episodes, tags)
    if level:
        parts["interruption"] = _by_interruption(episodes)
    rows = [_row(group, name, part) for group in parts for name, part in parts[group]]
    by_tag = [
        (tag, tuple((category, metrics.success_rate(one)) for category, one in _by_category(part, tasks)))
        for tag, part in parts["tag"]
    ]
    home = description.get("robustness", "")
    table = [_robustness(task, part, home) for task, part in parts["task"]] if home else []
    names = {task: str(entry.get("name") or task) for task, entry in tasks.items()}
    gap, unread = metrics.environment_gap(episodes), never_valid(episodes, description["identity"])
    return Summary(tuple(rows), gap, tuple(table), tuple(by_tag), names, unread)


def _by_tag(
    episodes: Sequence[Episode], tags: Mapping[str, Sequence[str]]
) -> list[tuple[str, list[Episode]]]:
    """Group episodes by tag, in alphabetical order. A task with several tags is in several groups."""
    names = sorted({tag for of_task in tags.values() for tag in of_task})
    found = [(tag, [one for one in episodes if tag in tags.get(one.task, ())]) for tag in names]
    return [(tag, part) for tag, part in found if part]


def _by_interruption(episodes: Sequence[Episode]) -> list[tuple[str, list[Episode]]]:
    """Group episodes by the interruptions in them, in alphabetical order, with undisturbed ones last.

    An episode with several interruptions is in several groups.
    """
    names = sorted({name for one in episodes for name in one.interruptions or ()})
    found = [(name, [one for one in episodes if name in (one.interruptions or ())]) for name in names]
    calm = [one for one in episodes if not one.interruptions]
    return [*found, *([(UNDISTURBED, calm)] if calm else [])]


def _by_category(episodes: Sequence[Episode], tasks: Mapping[str, Any]) -> list[tuple[str, list[Episode]]]:
    return list(metrics.group(episodes, lambda one: str(tasks[one.task]["category"])).items())


def _robustness(task: str, episodes: Sequence[Episode], home: str) -> Robustness:
    """Make the line of a task. ``home``: the configuration of all instances."""

    def varied(part: Sequence[Episode], key: Callable[[Episode], object]) -> tuple[Rate, float] | None:
        rates = [metrics.success_rate(one).mean or 0.0 for one in metrics.group(part, key).values()]
        return (metrics.success_rate(part), statistics.stdev(rates)) if len(rates) > 1 else None

    first = [one for one in episodes if one.instance == 0]
    at_home = [one for one in episodes if one.environment == home]
    return Robustness(
        task,
        varied(first, lambda one: one.environment),
        varied(at_home, lambda one: one.instance),
        varied([one for one in first if one.environment == home], lambda one: one.seed),
    )


def difficulty(step_limit: int) -> str:
    """Name the class of difficulty of a step limit: ``up to 5 steps``, ``6 to 9 steps``, and so on."""
    low, high = next((low, high) for low, high in DIFFICULTIES if step_limit <= high)
    if low == 1:
        return f"up to {high} steps"
    return f"{low} to {high} steps" if (low, high) != DIFFICULTIES[-1] else f"{low} steps and more"


def _parts(group: str, parts: dict[str, list[Episode]]) -> list[tuple[str, list[Episode]]]:
    """Order the parts of a group as rows: by the grid, except classes and factors, which have their own order."""
    if group == "all":
        return [("all", parts.get("all", []))]
    if group == "difficulty":
        names = [difficulty(low) for low, _ in DIFFICULTIES]
        return [(name, parts[name]) for name in names if name in parts]
    if group == "category" and set(parts) <= set(DEGREES):
        return [(name, parts[name]) for name in DEGREES if name in parts]
    return sorted(parts.items()) if group in FACTORS else list(parts.items())


def _row(group: str, name: str, episodes: Sequence[Episode]) -> Row:
    return Row(
        group,
        name,
        metrics.success_rate(episodes),
        metrics.mean_steps(episodes),
        metrics.expert_steps(episodes),
        metrics.redundancy(episodes),
        sum(episode.wrong_formats for episode in episodes),
        sum(episode.error is not None for episode in episodes),
        metrics.conduct(episodes),
        *metrics.instance_rate(episodes),
        over_runs=metrics.run_interval(episodes),
        score=metrics.mean_score(episodes),
        judged=metrics.judged(episodes),
        measures=measures(episodes),
        outcomes=metrics.outcomes(episodes),
    )


#: Columns before those of measures.
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
    "expert_steps",
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
    "runs_low",
    "runs_high",
    "score",
    "corrected_rate",
    "upstream_rate",
    "corrected_score",
    "upstream_score",
    *(f"outcome_{name}" for name in FAILURES),
)


def columns() -> tuple[str, ...]:
    """List the columns of ``summary.csv``. The name of a measure is followed by the two ends of its interval."""
    return (*COLUMNS, *(f"{name}{end}" for name in MEASURES.names() for end in ("", "_low", "_high")))


def write_csv(path: Path, summary: Summary) -> None:
    """Write ``summary.csv`` with the `columns`. Rates are fractions; undefined values are empty."""
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(columns())
        for row in summary.rows:
            rate, gap = row.rate, summary.gap if row.group == "all" else None
            values = [
                rate.mean,
                rate.standard_error,
                rate.low,
                rate.high,
                row.mean_steps,
                row.expert_steps,
                row.redundancy,
            ]
            how = row.conduct
            table.writerow(
                [row.group, row.name, rate.episodes, rate.successes, *map(_number, values)]
                + [row.wrong_formats, row.errors, _number(how.wrong_format_rate), _number(how.repeat_rate)]
                + [how.loops, how.hallucinated, how.stopped, how.tokens, _number(how.cost)]
                + ([gap.environment, _number(gap.worst), _number(gap.difference)] if gap else ["", "", ""])
                + [row.instances, *map(_number, row.over_instances or (None, None))]
                + [*map(_number, row.over_runs or (None, None)), _number(row.score)]
                + [
                    _number(getattr(row.judged, what, {}).get(judge))
                    for what in ("rates", "scores")
                    for judge in JUDGES
                ]
                + [row.outcomes.get(name, 0) for name in FAILURES]
                + [_number(value) for measure in (row.measures or {}).values() for value in _values(measure)]
            )


def _values(measure: Measure | None) -> tuple[float | None, ...]:
    return (None, None, None) if measure is None else measure[:3]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"
