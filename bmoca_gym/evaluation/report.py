"""Writes what a person reads of an evaluation: ``summary.csv`` and ``report.html``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2

from bmoca_gym.errors import writing
from bmoca_gym.evaluation import metrics, published, transcripts
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.records import Episode
from bmoca_gym.evaluation.summary import Summary, summarise, write_csv

#: Height of a row of the heat map, and the space between the columns of two splits, in px.
ROW_HEIGHT, SPLIT_SPACE = 28, 10

#: Its cells share a width of about `MAP_WIDTH`, but hold at least three digits, and are no bars; in px.
MAP_WIDTH, NARROWEST_CELL, WIDEST_CELL = 800, 27, 56


def write(path: Path) -> Summary:
    """(Re)build ``summary.csv`` and ``report.html`` of the results folder ``path`` from its other files.

    Raises:
        RecordError: the folder is not a results folder, or a file in it is malformed or leads out of it.
        OutputError: it can't be written.
    """
    folder = ResultsFolder(path)
    description, episodes = folder.description(), folder.episodes()
    summary = summarise(episodes, description)
    for episode in episodes:
        if episode.transcript is not None:
            transcripts.write_for_page(folder.inside(episode.transcript), episode.transcript)
    write_csv(folder.inside("summary.csv"), summary)
    page, target = render(description, episodes, summary, path), folder.inside("report.html")
    with writing(target):
        target.write_text(page, encoding="utf-8", errors="replace")
    return summary


def render(description: Mapping[str, Any], episodes: Sequence[Episode], summary: Summary, path: Path) -> str:
    """The report as HTML; films are looked for below ``path``."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("bmoca_gym.evaluation"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(percent=percent, points=points, times=times, count=count, money=money)
    identity = {name: value for name, value in description["identity"].items() if name != "options"}
    options = description["identity"].get("options", {})
    return environment.get_template("report.html").render(
        identity=identity,
        options={name: value for name, value in options.items() if value not in ("", 0, False)},
        version=description.get("version", ""),
        tasks=description["tasks"],
        environments=description["environments"],
        summary=summary,
        runs=len({episode.seed for episode in episodes}),
        instances=description["instances"],
        heat_map=heat_map(description, episodes),
        published={
            kind: published.columns(kind, list(description[kind])) for kind in ("tasks", "environments")
        },
        data=episode_data(description, episodes, path),
    )


def percent(value: float | None) -> str:
    """A fraction as a percentage, without a needless decimal; a dash where there is none."""
    return "–" if value is None else f"{100 * value:.1f}".removesuffix(".0") + " %"


def points(value: float | None) -> str:
    """A fraction in percentage points with one decimal, without a unit."""
    return "–" if value is None else f"{100 * value:.1f}"


def times(value: float | None) -> str:
    """A ratio with two decimals."""
    return "–" if value is None else f"{value:.2f}"


def count(value: float | None) -> str:
    """A number with a space between thousands; a dash where there is none."""
    return "–" if value is None else f"{value:,.0f}".replace(",", "\u202f")


def money(value: float | None) -> str:
    """A price with as many decimals as tell something; a dash where there is none."""
    return "–" if value is None else f"{value:.2f}" if value >= 1 or not value else f"{value:.4f}"


def heat_map(description: Mapping[str, Any], episodes: Sequence[Episode]) -> dict[str, Any]:
    """Lay out the heat map: the place and content of its cells, in px.

    A cell's ``level`` is its success rate in tenths, from 0 to 10, or None where it has no episodes.
    """
    tasks, environments = list(description["tasks"]), description["environments"]
    cells = metrics.group(episodes, lambda episode: (episode.environment, episode.task))
    once = len({(episode.seed, episode.instance) for episode in episodes}) == 1
    width = min(max(MAP_WIDTH // len(environments), NARROWEST_CELL), WIDEST_CELL)
    longest = max(map(len, environments), default=0)
    columns: list[dict[str, Any]] = []
    splits: list[dict[str, Any]] = []
    x, split = 0, None
    for name in environments:
        if environments[name]["split"] != split:
            x += SPLIT_SPACE if splits else 0
            split = environments[name]["split"]
            splits.append({"name": split, "x": x})
        columns.append({"id": name, "label": name if len(name) <= 16 else name[:15] + "…", "x": x})
        x += width
    return {
        "cell": width,
        "row": ROW_HEIGHT,
        "width": x,
        "head": 40 if longest <= 4 else 34 + 6 * min(longest, 16),
        "upright": longest > 4,
        "once": once,
        "columns": columns,
        "splits": splits,
        "rows": [
            {
                "task": row,
                "cells": [
                    {"column": column, **_cell(cells.get((name, task), []), once)}
                    for column, name in enumerate(environments)
                ],
            }
            for row, task in enumerate(tasks)
        ],
    }


def _cell(episodes: Sequence[Episode], once: bool) -> dict[str, Any]:
    rate = metrics.success_rate(episodes)
    broken = any(episode.error is not None for episode in episodes)
    if rate.mean is None:
        return {"level": None, "label": "", "said": "not played"}
    if broken:
        label = "!"
    elif once:
        label = "✓" if rate.successes else ""
    else:
        label = f"{100 * rate.mean:.0f}"
    said = f"{rate.successes} of {rate.episodes}" + (", broken off by an error" if broken else "")
    return {"level": round(10 * rate.mean), "label": label, "said": said}


def episode_data(description: Mapping[str, Any], episodes: Sequence[Episode], path: Path) -> dict[str, Any]:
    """The data that the page's script shows when a cell is opened."""
    tasks, environments = list(description["tasks"]), list(description["environments"])
    return {
        "tasks": [{"id": name, **description["tasks"][name]} for name in tasks],
        "environments": [{"id": name, **description["environments"][name]} for name in environments],
        "episodes": [
            {
                "task": tasks.index(episode.task),
                "environment": environments.index(episode.environment),
                "seed": episode.seed,
                "instance": episode.instance,
                "instruction": description["instances"].get(episode.key.instance_name, {}).get("instruction"),
                "success": episode.success,
                "steps": episode.steps,
                "expert": episode.expert_steps,
                "wrong": episode.wrong_formats,
                # With a model, how long its answers took: they are kept, so a replay shows the same.
                "seconds": episode.seconds if episode.usage is None else episode.usage.get("seconds", 0.0),
                "evidence": episode.evidence,
                "actions": episode.actions,
                "error": episode.error,
                "frames": _frames(path, episode.film),
                "repeats": episode.repeats,
                "finished": episode.finished,
                "scores": episode.scores,
                "stopped": episode.stopped,
                "usage": episode.usage,
                "transcript": episode.transcript,
            }
            for episode in episodes
        ],
    }


def _frames(path: Path, film: str | None) -> list[str]:
    """The pictures of a film, relative to the report."""
    if film is None:
        return []
    return [f"{film}/{picture.name}" for picture in sorted(ResultsFolder(path).inside(film).glob("*.webp"))]
