"""Figures of a sweep: success rates by algorithm, number of configurations and task; the cost of single factors."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, NamedTuple

#: The environment with single-factor variants, and the factor of each variant.
STANDARD = "100"
FACTORS = {
    "100-icon-location": "icon locations", "100-small": "smaller elements", "100-large": "larger elements",
    "100-french": "French", "100-korean": "Korean",
}  # fmt: skip


class Point(NamedTuple):
    """Mean over seeds and its standard error (None for one seed), as fractions."""

    mean: float
    error: float | None
    seeds: int


class Line(NamedTuple):
    """Row of the table: algorithm, number of configurations, task or ``all``, and the success rates."""

    algorithm: str
    configurations: int
    task: str
    train: Point
    test: Point


def table(found: Sequence[dict[str, Any]]) -> list[Line]:
    """Compute the success rates by algorithm, number of configurations and task, ``all`` first."""
    cells: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for result in found:
        cells.setdefault((result["algorithm"], result["configurations"]), []).append(result)
    lines = []
    for (algorithm, configurations), results in sorted(cells.items()):
        for task in ("all", *results[0]["test"]):
            train, test = (
                point([share(result[split], task) for result in results]) for split in ("train", "test")
            )
            lines.append(Line(algorithm, configurations, task, train, test))
    return lines


def share(success: dict[str, dict[str, bool]], task: str, configuration: str | None = None) -> float:
    """Compute the success rate of a task, or the mean over ``all`` tasks; in all configurations, or in one."""
    chosen = list(success) if task == "all" else [task]
    return statistics.mean(
        statistics.mean(
            map(float, [success[each][configuration]] if configuration else success[each].values())
        )
        for each in chosen
    )


def factor_drops(found: Sequence[dict[str, Any]]) -> dict[str, dict[str, Point]]:
    """Compute the cost of each factor: the success rate in configuration 100 minus that in the variant.

    Each algorithm is represented by its trials with the most configurations.
    """
    drops: dict[str, dict[str, Point]] = {}
    for algorithm in sorted({result["algorithm"] for result in found}):
        most = max(result["configurations"] for result in found if result["algorithm"] == algorithm)
        chosen = [
            each["factors"]
            for each in found
            if (each["algorithm"], each["configurations"]) == (algorithm, most)
        ]
        drops[f"{algorithm}, {most} configurations"] = {
            name: point([share(each, "all", STANDARD) - share(each, "all", configuration) for each in chosen])
            for configuration, name in FACTORS.items()
        }
    return drops


def point(values: Sequence[float]) -> Point:
    """Compute mean and standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Point(statistics.mean(values), error, len(values))
