"""Playback of a film or recording: its position, which advances with the clock."""

from __future__ import annotations

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, replace, value


@value
class Playback(Value):
    """``length``: duration in ms; ``at``: ms played so far; ``since``: uptime in ms when it was resumed, or -1.

    ``percent``: the playback speed.
    """

    length: int = 0
    at: int = 0
    since: int = -1
    percent: int = 100

    def place(self, uptime: int) -> int:
        """Return the current position in ms."""
        more = (uptime - self.since) * self.percent // 100 if self.since >= 0 else 0
        return min(self.length, self.at + more)

    def plays(self, uptime: int) -> bool:
        """Return whether it is playing."""
        return self.since >= 0 and self.place(uptime) < self.length

    def stopped(self, uptime: int) -> Playback:
        """Pause at the current position."""
        return replace(self, at=self.place(uptime), since=-1)

    def started(self, uptime: int) -> Playback:
        """Resume, from the beginning if it had ended."""
        at = self.place(uptime)
        return replace(self, at=at if at < self.length else 0, since=uptime)

    def toggled(self, uptime: int) -> Playback:
        """Pause if it is playing, otherwise resume."""
        return self.stopped(uptime) if self.plays(uptime) else self.started(uptime)

    def sought(self, uptime: int, at: int) -> Playback:
        """Jump to another position, playing or paused as before."""
        since = uptime if self.plays(uptime) else -1
        return replace(self, at=min(max(at, 0), self.length), since=since)

    def paced(self, uptime: int, percent: int) -> Playback:
        """Change the speed."""
        since = uptime if self.plays(uptime) else -1
        return replace(self, at=self.place(uptime), since=since, percent=percent)


def clock_text(res: Resources, milliseconds: int, hours: bool = False) -> str:
    """Format a duration or a position: ``1:02:03``, or ``0:07``; ``hours``: two-digit minutes, as in ``00:07``."""
    whole, rest = divmod(max(0, milliseconds) // 1000, 3600)
    minutes = f"{rest // 60:02d}" if whole or hours else f"{rest // 60}"
    text = f"{minutes}:{rest % 60:02d}"
    return res.digits(f"{whole}:{text}" if whole else text)
