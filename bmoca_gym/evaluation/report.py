"""Report of an evaluation: writes ``summary.csv``, ``summary.json`` and ``report.html`` from its records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2

from bmoca_gym.episodes import metrics
from bmoca_gym.episodes.outcomes import OUTCOMES
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import writing
from bmoca_gym.evaluation import published, submission, transcripts
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.summary import Summary, summarise, write_csv


def write(path: Path) -> Summary:
    """Write ``summary.csv``, ``summary.json`` and ``report.html`` of a results folder from its other files.

    Returns the summary.

    Raises:
        RecordError: the folder is not a results folder, a file in it is malformed, or a link leads out of it.
        OutputError: a file can't be written.
    """
    folder = ResultsFolder(path)
    description, episodes = folder.description(), folder.episodes()
    summary = summarise(episodes, description)
    for episode in episodes:
        if episode.transcript is not None:
            transcripts.write_for_page(folder.inside(episode.transcript), episode.transcript)
    write_csv(folder.inside("summary.csv"), summary)
    submission.write(folder.inside(submission.FILE), submission.submission(description, episodes, summary))
    page, target = render(description, episodes, summary, path), folder.inside("report.html")
    with writing(target):
        target.write_text(page, encoding="utf-8", errors="replace")
    return summary


def templates() -> jinja2.Environment:
    """Make the template environment for this package's pages, without filters yet."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("bmoca_gym.evaluation"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


def render(
    description: Mapping[str, Any],
    episodes: Sequence[Episode],
    summary: Summary,
    path: Path,
    phone: Mapping[str, str] | None = None,
) -> str:
    """Render the report as HTML.

    Args:
        description: the folder's `ResultsFolder.description`.
        episodes: its episodes.
        summary: their summary.
        path: the results folder, where the films are.
        phone: with `bmoca play`: ``episode``, the prefix of addresses that open an episode there, and ``query``, the
            suffix of a file's address.
    """
    environment = templates()
    environment.filters.update(
        percent=percent, points=points, times=times, count=count, money=money, reasons=reasons
    )
    identity = {name: value for name, value in description["identity"].items() if name != "options"}
    options = description["identity"].get("options", {})
    return environment.get_template("report.html").render(
        identity=identity,
        options={name: value for name, value in options.items() if value not in ("", 0, False)},
        version=description.get("version", ""),
        tasks=description["tasks"],
        task_places={name: place for place, name in enumerate(description["tasks"])},
        environment_places={name: place for place, name in enumerate(description["environments"])},
        environments=description["environments"],
        summary=summary,
        outcomes=OUTCOMES,
        runs=len({episode.seed for episode in episodes}),
        instances=description["instances"],
        heat_map=heat_map(description, episodes),
        published={
            kind: published.columns(kind, list(description[kind])) for kind in ("tasks", "environments")
        },
        data=inside_script(episode_data(description, episodes, path) | ({"phone": phone} if phone else {})),
    )


def percent(value: float | None) -> str:
    """Format a fraction as a percentage, without ``.0``; None as a dash."""
    return "–" if value is None else f"{100 * value:.1f}".removesuffix(".0") + " %"


def points(value: float | None) -> str:
    """Format a fraction in percentage points with one decimal, without a unit; None as a dash."""
    return "–" if value is None else f"{100 * value:.1f}"


def times(value: float | None) -> str:
    """Format a ratio with two decimals; None as a dash."""
    return "–" if value is None else f"{value:.2f}"


def count(value: float | None) -> str:
    """Format a number with a space between thousands; None as a dash."""
    return "–" if value is None else f"{value:,.0f}".replace(",", "\u202f")


def money(value: float | None) -> str:
    """Format a price with two decimals, or four below 1; None as a dash."""
    return "–" if value is None else f"{value:.2f}" if value >= 1 or not value else f"{value:.4f}"


def reasons(retries: Mapping[str, int]) -> str:
    """List the reasons of retries with their counts: ``no connection × 1, status 429 × 3``."""
    return ", ".join(f"{reason} × {number}" for reason, number in sorted(retries.items()))


def heat_map(description: Mapping[str, Any], episodes: Sequence[Episode]) -> dict[str, Any]:
    """Lay out the heat map: the content of its headings and cells.

    A cell's ``level`` is its success rate in tenths, from 0 to 10, or None without episodes.
    """
    tasks, environments = description["tasks"], description["environments"]
    cells = metrics.group(episodes, lambda episode: (episode.environment, episode.task))
    rows = metrics.group(episodes, lambda episode: episode.task)
    said = {name: entry["instruction"] for name, entry in tasks.items()}
    counts = Counter(said.values())  # several tasks may have the same instruction
    said = {
        name: f"{text} · {tasks[name].get('name') or name}" if counts[text] > 1 else text
        for name, text in said.items()
    }
    once = len({(episode.seed, episode.instance) for episode in episodes}) == 1
    splits: list[dict[str, Any]] = []
    for environment in environments.values():
        if not splits or splits[-1]["name"] != environment["split"]:
            splits.append({"name": environment["split"], "columns": 0})
        splits[-1]["columns"] += 1
    return {
        "upright": max(map(len, environments), default=0) > 4,
        "once": once,
        "columns": [
            {"id": name, "label": name if len(name) <= 16 else name[:15] + "…"} for name in environments
        ],
        "splits": splits,
        "rows": [
            {
                "task": row,
                "label": said[task],
                "rate": metrics.success_rate(rows.get(task, [])).mean,
                "cells": [_cell(cells.get((name, task), []), once) for name in environments],
            }
            for row, task in enumerate(tasks)
        ],
    }


def _cell(episodes: Sequence[Episode], once: bool) -> dict[str, Any]:
    """Make the content of a cell. ``said``: its tooltip; "" if the label is enough."""
    rate = metrics.success_rate(episodes)
    if rate.mean is None:
        return {"level": None, "label": "", "said": ""}
    broken = any(episode.error is not None for episode in episodes)
    if broken:
        label = "!"
    elif once:
        label = "✓" if rate.successes else ""
    else:
        label = f"{100 * rate.mean:.0f}"
    counts = "" if once else f"{rate.successes} of {rate.episodes}"
    said = ", ".join(filter(None, [counts, "ended by an error" if broken else ""]))
    return {"level": round(10 * rate.mean), "label": label, "said": said}


def episode_data(description: Mapping[str, Any], episodes: Sequence[Episode], path: Path) -> dict[str, Any]:
    """Collect the data for the page's script, leaving out fields that are false, zero or empty.

    ``at`` of an episode: the numbers of its environment and its task, its seed and its instance. ``line``: its line,
    from 0, if `bmoca play` can open it.
    """
    folder = ResultsFolder(path)
    embedded = description["identity"].get("device") == "embedded"
    lines = {one.key: n for n, one in enumerate(folder.in_order()) if embedded and one.trail is not None}
    tasks, environments = list(description["tasks"]), list(description["environments"])
    task_places = {name: place for place, name in enumerate(tasks)}
    environment_places = {name: place for place, name in enumerate(environments)}
    return {
        "tasks": [{"id": name, **description["tasks"][name]} for name in tasks],
        "outcomes": dict(OUTCOMES),
        "environments": [
            {"id": name, "configuration": description["environments"][name]["configuration"]}
            for name in environments
        ],
        "episodes": [
            {
                "at": [
                    environment_places[episode.environment],
                    task_places[episode.task],
                    episode.seed,
                    episode.instance,
                ],
                **({"line": lines[episode.key]} if episode.key in lines else {}),
                **_told(episode, description["instances"].get(episode.key.instance_name, {}), path),
            }
            for episode in episodes
        ],
    }


def _told(episode: Episode, instance: Mapping[str, Any], path: Path) -> dict[str, Any]:
    told = {
        "instruction": instance.get("instruction"),
        "success": episode.success,
        "outcome": episode.outcome,
        "invalid": episode.invalid,
        "first": episode.first_invalid,
        "steps": episode.steps,
        "expert": episode.expert_steps,
        "human": episode.human_steps,
        "wrong": episode.wrong_formats,
        # With a model, the time of its answers: it is stored with them, so a replay shows the same time.
        "seconds": episode.seconds if episode.usage is None else episode.usage.get("seconds", 0.0),
        "evidence": episode.evidence,
        "effects": episode.side_effects,
        "actions": episode.actions,
        "error": episode.error,
        "film": episode.film,
        "frames": _frames(path, episode.film),
        "repeats": episode.repeats,
        "finished": episode.finished,
        "scores": episode.scores,
        "goals": episode.sub_goals,
        "stopped": episode.stopped,
        "usage": episode.usage,
        "retries": episode.retries,
        "transcript": episode.transcript,
    }
    # An empty message differs from none: the agent has finished.
    return {name: value for name, value in told.items() if value or (name == "finished" and value == "")}


def inside_script(data: Mapping[str, Any]) -> str:
    """Write ``data`` as JSON that is safe inside a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _frames(path: Path, film: str | None) -> int:
    """Count the pictures of a film: ``000.webp``, ``001.webp``, and so on."""
    return 0 if film is None else sum(1 for _ in ResultsFolder(path).inside(film).glob("*.webp"))
