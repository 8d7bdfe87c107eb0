"""The comparison of two runs as a page: rates by task, and the films of episodes with different results."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bmoca_gym.episodes.outcomes import OUTCOMES
from bmoca_gym.episodes.records import Episode
from bmoca_gym.errors import writing
from bmoca_gym.evaluation import report
from bmoca_gym.evaluation.comparison import Comparison, different_settings
from bmoca_gym.evaluation.folder import ResultsFolder

#: Most episodes with different results that the page shows.
MOST_PAIRS = 200


def write(page: Path, folders: tuple[ResultsFolder, ResultsFolder], found: Comparison) -> None:
    """Write the page. It links to films in place, so the results folders must stay where they are relative to it.

    Raises:
        RecordError: a results folder is malformed, or a link leads out of it.
        OutputError: the page can't be written.
    """
    about = [folder.description() for folder in folders]
    names = [folder.path.resolve().name for folder in folders]
    if names[0] == names[1]:
        names = [f"{name} ({place})" for name, place in zip(names, ("first", "second"), strict=True)]
    environment = report.templates()
    environment.filters.update(points=report.points)
    text = environment.get_template("comparison.html").render(
        names=names,
        found=found,
        settings=different_settings(*about),
        tasks=about[0]["tasks"],
        outcomes=OUTCOMES,
        pairs=[
            {
                "title": f"{first.key.instance_name} in {first.environment}, run {first.seed}: solved by "
                f"{names[0] if first.success else names[1]} only",
                "first": _told(first, folders[0], page),
                "second": _told(second, folders[1], page),
            }
            for first, second in found.otherwise[:MOST_PAIRS]
        ],
    )
    with writing(page):
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8", errors="replace")


def _told(episode: Episode, folder: ResultsFolder, page: Path) -> dict[str, Any]:
    return {
        "success": episode.success,
        "outcome": episode.outcome,
        "steps": episode.steps,
        "error": episode.error,
        "evidence": episode.evidence,
        "actions": episode.actions,
        "pictures": list(_pictures(episode, folder, page)),
    }


def _pictures(episode: Episode, folder: ResultsFolder, page: Path) -> Iterator[str]:
    """List the addresses of an episode's pictures, relative to the page."""
    if episode.film is not None:
        for picture in sorted(folder.inside(episode.film).glob("*.webp")):
            yield quote(Path(os.path.relpath(picture.resolve(), page.resolve().parent)).as_posix())
