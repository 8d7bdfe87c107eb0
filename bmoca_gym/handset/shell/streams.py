"""Streams of shell commands: inputs that are read when a command asks, and outputs as a list of pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Printed(NamedTuple):
    """A piece of what a line printed. ``error``: on the error output."""

    data: bytes
    error: bool


class InputNeeded(Exception):
    """A command asked for input that has not come yet.

    ``holds(data, at)``: whether what was asked for is in some data from a place on. ``seconds``: how long the command
    waits for it, or None. ``skip``: how much it had read before, if it is run again from the beginning.
    """

    def __init__(self, holds: Callable[[bytearray, int], bool], seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.seconds = seconds
        self.skip = 0
        self._holds = holds

    def enough(self, given: Input) -> bool:
        """Whether an input holds what was asked for, or has ended."""
        return given.ended or self._holds(given.data, given.at + self.skip)


class Input:
    """The input that commands read, one after the other. ``ended``: nothing more will come than ``data``.

    Whoever feeds an input that has not ended catches `InputNeeded`, adds to ``data``, and has the command run again.
    """

    __slots__ = ("at", "data", "ended")

    def __init__(self, data: bytes = b"", ended: bool = True) -> None:
        self.data = bytearray(data)
        self.at = 0
        self.ended = ended

    def rest(self) -> bytes:
        """All that is left.

        Raises:
            InputNeeded: the input has not ended yet.
        """
        if not self.ended:
            raise InputNeeded(lambda data, at: False)
        return self.available()

    def available(self) -> bytes:
        """All that has come and was not read."""
        found = bytes(self.data[self.at :])
        self.at += len(found)
        return found

    def line(self, end: bytes = b"\n", seconds: float | None = None) -> bytes | None:
        """The next line with its end, or None at the end of the input; what is behind it stays.

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
        """The next ``most`` bytes, fewer only at the end of the input.

        Raises:
            InputNeeded: they have not come yet.
        """
        if len(self.data) - self.at < most and not self.ended:
            raise InputNeeded(lambda data, at: len(data) - at >= most, seconds)
        found = bytes(self.data[self.at : self.at + most])
        self.at += len(found)
        return found


class Sink:
    """The destination of an output: pieces in their order. ``error``: how they are marked."""

    __slots__ = ("chunks", "error")

    def __init__(self, chunks: list[Printed] | None, error: bool) -> None:
        self.chunks = chunks if chunks is not None else []
        self.error = error

    def other(self) -> Sink:
        """A sink for the error output that keeps the order with this one."""
        return Sink(self.chunks, not self.error)

    def joined(self) -> bytes:
        """All pieces in one."""
        return b"".join([chunk.data for chunk in self.chunks])


class Streams(NamedTuple):
    """The streams that a command reads and writes. ``apart``: its output goes elsewhere than to the line's own."""

    stdin: Input
    output: Sink
    error: Sink
    apart: bool = False


def closed() -> Streams:
    """Streams with no input and outputs that nobody reads."""
    return Streams(Input(), Sink(None, False), Sink(None, True), True)
