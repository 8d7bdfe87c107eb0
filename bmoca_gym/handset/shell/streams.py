"""Streams of shell commands: inputs read on demand, and outputs as lists of pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Printed(NamedTuple):
    """A piece of output. ``error``: it is on standard error."""

    data: bytes
    error: bool


class InputNeeded(Exception):
    """A command asked for input that has not come yet.

    ``holds(data, at)``: whether the data contains what was asked for from position ``at``. ``seconds``: how long the
    command waits for it, or None. ``skip``: how much it had already read, if it is run again from the start.
    """

    def __init__(self, holds: Callable[[bytearray, int], bool], seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.skip = 0
        self._holds = holds

    def enough(self, given: Input) -> bool:
        """Whether an input has what was asked for, or has ended."""
        return given.ended or self._holds(given.data, given.at + self.skip)


class Input:
    """Input that commands read one after the other. ``ended``: nothing will follow ``data``.

    Whoever feeds an input that has not ended catches `InputNeeded`, adds to ``data``, and has the command run again.
    """

    __slots__ = ("at", "data", "ended")

    def __init__(self, data: bytes = b"", ended: bool = True) -> None:
        self.data = bytearray(data)
        self.at = 0
        self.ended = ended

    def rest(self) -> bytes:
        """Read the rest.

        Raises:
            InputNeeded: the input has not ended yet.
        """
        if not self.ended:
            raise InputNeeded(lambda data, at: False)
        return self.available()

    def available(self) -> bytes:
        """Read all that has come so far."""
        found = bytes(self.data[self.at :])
        self.at += len(found)
        return found

    def line(self, end: bytes = b"\n", seconds: float | None = None) -> bytes | None:
        """Read the next line with its line end; None at the end of the input.

        Raises:
            InputNeeded: the line has not come yet.
        """
        found = self.data.find(end, self.at)
        if found < 0 and not self.ended:
            raise InputNeeded(lambda data, at: data.find(end, at) >= 0, seconds)
        if self.at >= len(self.data):
            return None
        return self.take(found + 1 - self.at if found >= 0 else len(self.data) - self.at)

    def take(self, most: int, seconds: float | None = None) -> bytes:
        """Read up to ``most`` bytes; fewer only at the end of the input.

        Raises:
            InputNeeded: they have not arrived yet.
        """
        if len(self.data) - self.at < most and not self.ended:
            raise InputNeeded(lambda data, at: len(data) - at >= most, seconds)
        found = bytes(self.data[self.at : self.at + most])
        self.at += len(found)
        return found


class Sink:
    """The destination of an output: pieces in order. ``error``: they are marked as standard error."""

    __slots__ = ("chunks", "error")

    def __init__(self, chunks: list[Printed] | None, error: bool) -> None:
        self.chunks = chunks if chunks is not None else []
        self.error = error

    def other(self) -> Sink:
        """The sink of standard error, which keeps the order with this one."""
        return Sink(self.chunks, not self.error)

    def joined(self) -> bytes:
        """All pieces together."""
        return b"".join([chunk.data for chunk in self.chunks])


class Streams(NamedTuple):
    """The streams of a command. ``apart``: its output does not go to the line's own."""

    stdin: Input
    output: Sink
    error: Sink
    apart: bool = False


def closed() -> Streams:
    """Streams without input, whose output is dropped."""
    return Streams(Input(), Sink(None, False), Sink(None, True), True)
