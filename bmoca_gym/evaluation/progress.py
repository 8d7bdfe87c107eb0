"""The progress bar of an evaluation, on standard error."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from bmoca_gym.evaluation.records import Episode


class ProgressBar:
    """Counts episodes and their successes while they are played. A context manager.

    Args:
        agent: what the bar is called.
        total: how many episodes the grid has.
        quiet: show nothing.
    """

    def __init__(self, agent: str, total: int, quiet: bool = False) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[success]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )
        self._task = self._progress.add_task(agent, total=total, success="")
        self._played = self._successes = 0

    def __enter__(self) -> ProgressBar:
        """Show the bar."""
        self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        """Leave the bar as it is now."""
        self._progress.stop()

    def count(self) -> None:
        """One more is done, of whatever is counted."""
        self._progress.advance(self._task)

    def update(self, episode: Episode, done: int, total: int) -> None:
        """A new episode; the rate is of those played since the bar began."""
        self._played += 1
        self._successes += episode.success
        self._progress.update(
            self._task, completed=done, success=f"{self._successes / self._played:.0%} success"
        )
