"""An evaluation's progress on standard error: a bar, or lines if there is no terminal."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from bmoca_gym.episodes.records import Episode
from bmoca_gym.heartbeat import bar_or_lines, duration


class ProgressBar:
    """Progress bar that counts episodes and successes. A context manager.

    If standard error is not a terminal, as in a notebook or a log, a line is printed at once and every ten seconds
    instead.

    Args:
        agent: the label of the bar.
        total: number of episodes in the grid.
        quiet: show nothing.
    """

    def __init__(self, agent: str, total: int, quiet: bool = False) -> None:
        self._progress = Progress(
            # On a narrow terminal the label is cut.
            TextColumn("{task.description}", table_column=Column(no_wrap=False, overflow="ellipsis")),
            BarColumn(bar_width=12),
            MofNCompleteColumn(),
            TextColumn("{task.fields[success]}"),
            TextColumn("{task.fields[used]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )
        self._task = self._progress.add_task(agent, total=total, success="", used="")
        self._shown = bar_or_lines(self._progress, self._say)
        self._played = self._successes = 0
        self._lock, self._tokens, self._cost = threading.Lock(), 0, 0.0

    def __enter__(self) -> ProgressBar:
        """Show the bar, or a first line."""
        self._shown.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        """Stop the bar, and leave it on the screen, or print a last line."""
        self._shown.__exit__(None, None, None)

    def _say(self) -> None:
        """Print what the bar would show."""
        task = self._progress.tasks[0]
        of = f" of {task.total:.0f}" if task.total else ""
        left = None if task.finished else task.time_remaining
        shown = (
            f"{task.description}: {task.completed:.0f}{of}", task.fields["success"], task.fields["used"],
            "" if left is None else f"about {duration(left)} left",
        )  # fmt: skip
        print("  ".join(filter(None, shown)), file=sys.stderr, flush=True)

    def count(self) -> None:
        """Advance the bar by one."""
        self._progress.advance(self._task)

    def reach(self, done: int, total: int) -> None:
        """Set the bar to ``done`` of ``total``."""
        self._progress.update(self._task, completed=done, total=total)

    def use(self, usage: Mapping[str, float]) -> None:
        """Add a model's usage, by name. Several threads may call this. Without prices only tokens are shown."""
        with self._lock:
            self._tokens += int(usage.get("prompt_tokens", 0) + usage.get("answer_tokens", 0))
            self._cost += usage.get("cost", 0.0)
            self._progress.update(self._task, used=self.used)

    @property
    def used(self) -> str:
        """Usage of models since the bar began, as shown on the bar."""
        cost = f", cost {self._cost:.2f}" if self._cost else ""
        return f"{_short(self._tokens)} tokens{cost}" if self._tokens else ""

    def update(self, episode: Episode, done: int, total: int) -> None:
        """Count a new episode. The success rate counts the episodes since the bar began."""
        self._played += 1
        self._successes += episode.success
        self._progress.update(
            self._task, completed=done, success=f"{self._successes / self._played:.0%} success"
        )


def _short(count: int) -> str:
    """Format a number of tokens: in thousands from 10,000, in millions from a million."""
    if count >= 1_000_000:
        return f"{count / 1_000_000:.1f}M"
    return f"{count // 1000}k" if count >= 10_000 else str(count)
