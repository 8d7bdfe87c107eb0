"""Streams of shell commands: inputs that are read once, and outputs as a list of pieces."""

from __future__ import annotations

from typing import NamedTuple


class Printed(NamedTuple):
    """A piece of what a line printed. ``error``: on the error output."""

    data: bytes
    error: bool


class Input:
    """The input that commands read, one after the other."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def rest(self) -> bytes:
        """All that is left."""
        found, self.at = self.data[self.at :], len(self.data)
        return found

    def line(self) -> bytes | None:
        """The next line, or None at the end."""
        if self.at >= len(self.data):
            return None
        end = self.data.find(b"\n", self.at) + 1 or len(self.data)
        found, self.at = self.data[self.at : end], end
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
