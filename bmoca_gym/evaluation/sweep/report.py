"""Report of a sweep: ``sweep.csv``, the plots as PNG and SVG, ``report.html``."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import jinja2

from bmoca_gym import tasks
from bmoca_gym.errors import writing
from bmoca_gym.evaluation.report import percent, points
from bmoca_gym.evaluation.sweep import plots, runner
from bmoca_gym.evaluation.sweep.table import Line, factor_drops, table
from bmoca_gym.policies import base_settings
from bmoca_gym.version import __version__


def write(out: Path) -> list[Line]:
    """Write the report of the sweep in a folder. Returns the lines of its table.

    Raises:
        MissingLibraryError: Matplotlib is not installed.
        OutputError: a file can't be written.
    """
    found, failures = runner.results(out)
    lines = table(found)
    _write_csv(out / "sweep.csv", lines)
    drops = factor_drops(found)
    pictures = plots.draw(out, lines, drops)
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("bmoca_gym.evaluation"),
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    environment.filters.update(percent=percent, points=points)
    page = environment.get_template("sweep.html").render(
        settings=base_settings.read(out / runner.SETTINGS),
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


def _write_csv(path: Path, lines: Sequence[Line]) -> None:
    columns = [f"{split}_{what}" for split in ("train", "test") for what in ("success", "standard_error")]
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["algorithm", "configurations", "task", "seeds", *columns])
        for line in lines:
            numbers = [line.train.mean, line.train.error, line.test.mean, line.test.error]
            rows.writerow(
                [line.algorithm, line.configurations, line.task, line.test.seeds]
                + ["" if number is None else f"{number:.6g}" for number in numbers]
            )
