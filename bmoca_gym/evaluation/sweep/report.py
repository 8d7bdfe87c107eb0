"""What a person reads of a sweep: ``sweep.csv``, the curve and the factor plot as PNG and SVG, ``report.html``."""

from __future__ import annotations

import csv
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from bmoca_gym import __version__, tasks
from bmoca_gym.errors import writing
from bmoca_gym.evaluation.report import percent, points
from bmoca_gym.evaluation.sweep import runner
from bmoca_gym.policies import configuration

#: The environment whose variants change one thing each, and what they change.
STANDARD = "100"
FACTORS = {
    "100-icon-location": "places of icons", "100-small": "smaller", "100-large": "larger",
    "100-french": "French", "100-korean": "Korean",
}  # fmt: skip


class Point(NamedTuple):
    """Mean of the seeds and its standard error (None of one seed), as fractions."""

    mean: float
    error: float | None
    seeds: int


class Line(NamedTuple):
    """A row of the table: an algorithm, a number of looks, and success by task or of ``all`` of them."""

    algorithm: str
    looks: int
    task: str
    train: Point
    test: Point


def write(out: Path) -> list[Line]:
    """(Re)build the report of the sweep in a folder; its lines.

    Raises:
        MissingLibraryError: Matplotlib is not installed.
    """
    found, failures = runner.results(out)
    lines = table(found)
    _write_csv(out / "sweep.csv", lines)
    from bmoca_gym.evaluation.sweep import plots

    drops = factor_drops(found)
    pictures = plots.draw(out, lines, drops)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("bmoca_gym.evaluation"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    environment.filters.update(percent=percent, points=points)
    page = environment.get_template("sweep.html").render(
        settings=configuration.read(out / runner.CONFIGURATION),
        version=__version__,
        lines=lines,
        instructions={
            task: tasks.select(task)[0].instruction for task in {line.task for line in lines} - {"all"}
        },
        pictures=pictures,
        trials=found,
        failures=failures,
        retried=[each for each in found if each["errors"]],
    )
    with writing(out / "report.html"):
        (out / "report.html").write_text(page, encoding="utf-8")
    return lines


def table(found: Sequence[dict[str, Any]]) -> list[Line]:
    """Success by algorithm, number of looks and task, ``all`` first."""
    cells: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for result in found:
        cells.setdefault((result["algorithm"], result["looks"]), []).append(result)
    lines = []
    for (algorithm, looks), results in sorted(cells.items()):
        for task in ("all", *results[0]["test"]):
            train, test = (
                point([share(result[split], task) for result in results]) for split in ("train", "test")
            )
            lines.append(Line(algorithm, looks, task, train, test))
    return lines


def share(success: dict[str, dict[str, bool]], task: str, look: str | None = None) -> float:
    """The share of looks, or of one look, where a task succeeds; of ``all``, the mean over the tasks."""
    chosen = list(success) if task == "all" else [task]
    return statistics.mean(
        statistics.mean(map(float, [success[each][look]] if look else success[each].values()))
        for each in chosen
    )


def factor_drops(found: Sequence[dict[str, Any]]) -> dict[str, dict[str, Point]]:
    """For each algorithm, trained on its most looks: what each change of look costs, environment 100 minus variant."""
    drops: dict[str, dict[str, Point]] = {}
    for algorithm in sorted({result["algorithm"] for result in found}):
        most = max(result["looks"] for result in found if result["algorithm"] == algorithm)
        chosen = [
            each["factors"] for each in found if (each["algorithm"], each["looks"]) == (algorithm, most)
        ]
        drops[f"{algorithm}, {most} looks"] = {
            name: point([share(each, "all", STANDARD) - share(each, "all", look) for each in chosen])
            for look, name in FACTORS.items()
        }
    return drops


def point(values: Sequence[float]) -> Point:
    """Mean and standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Point(statistics.mean(values), error, len(values))


def _write_csv(path: Path, lines: Sequence[Line]) -> None:
    columns = [f"{split}_{what}" for split in ("train", "test") for what in ("success", "standard_error")]
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["algorithm", "looks", "task", "seeds", *columns])
        for line in lines:
            numbers = [line.train.mean, line.train.error, line.test.mean, line.test.error]
            rows.writerow(
                [line.algorithm, line.looks, line.task, line.test.seeds]
                + ["" if number is None else f"{number:.6g}" for number in numbers]
            )
