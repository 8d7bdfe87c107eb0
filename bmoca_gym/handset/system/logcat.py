"""The system log: a bounded buffer of lines, as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bmoca_gym.handset.value import Value, replace, value

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

LEVELS = "VDIWEF"
_CHUNK = 64
_CHUNKS = 128  # the buffer keeps at least the last 8,128 lines


class LogLine(NamedTuple):
    """One line. ``time``: wall clock in ms since the epoch; ``level``: one of `LEVELS`."""

    time: int
    level: str
    tag: str
    message: str


@value
class LogBuffer(Value):
    """Lines in chunks, oldest first; ``first`` is the number of the oldest line kept."""

    first: int = 0
    chunks: tuple[tuple[LogLine, ...], ...] = ((),)

    @property
    def end(self) -> int:
        """The number that the next line will have: a cursor behind the newest line."""
        return self.first + _CHUNK * (len(self.chunks) - 1) + len(self.chunks[-1])

    def since(self, cursor: int) -> list[LogLine]:
        """Lines from number ``cursor`` on, oldest first. What has fallen out of the buffer is gone."""
        if cursor >= self.end:
            return []
        skip = max(0, cursor - self.first)
        start = min(skip // _CHUNK, len(self.chunks) - 1)
        lines = [line for chunk in self.chunks[start:] for line in chunk]
        return lines[skip - start * _CHUNK :]

    def added(self, line: LogLine) -> LogBuffer:
        """The buffer with one more line."""
        last = self.chunks[-1]
        if len(last) < _CHUNK:
            return LogBuffer(self.first, (*self.chunks[:-1], (*last, line)))
        if len(self.chunks) < _CHUNKS:
            return LogBuffer(self.first, (*self.chunks, (line,)))
        return LogBuffer(self.first + _CHUNK, (*self.chunks[1:], (line,)))

    def cleared(self) -> LogBuffer:
        """An empty buffer whose cursors go on counting."""
        return LogBuffer(self.end, ((),))


def write(phone: Phone, tag: str, message: str, level: str = "I") -> Phone:
    """The phone with one more log line, stamped with its clock."""
    return replace(phone, log=phone.log.added(LogLine(phone.clock.wall, level, tag, message)))
