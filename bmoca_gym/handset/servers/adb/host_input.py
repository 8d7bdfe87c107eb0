"""The input that a host sends to a shell: plain bytes, packets of shell protocol 2, or typing at a terminal."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from bmoca_gym.handset.servers.adb.connection import AdbStream
from bmoca_gym.handset.servers.adb.packets import CLOSE_STDIN, STDIN, ShellParser
from bmoca_gym.handset.servers.adb.terminal import INTERRUPT, Terminal
from bmoca_gym.handset.servers.errors import PacketError
from bmoca_gym.handset.shell.streams import Input, InputNeeded

#: Bytes of input that may wait to be read, and of a line of a script.
INPUT_LIMIT, LINE_LIMIT = 64 << 20, 1 << 20


class Show(Protocol):
    """Function that shows what a terminal echoes."""

    async def __call__(self, echo: bytes) -> None:
        """Show bytes."""
        ...


class HostInput:
    """A host's input, read from its stream on demand. ``given``: received, but not read yet.

    ``terminal``: what is typed goes through it, line by line. ``asked``: a command has asked for input.
    """

    def __init__(self, stream: AdbStream, packets: bool) -> None:
        self.given = Input(ended=False)
        self.terminal: Terminal | None = None
        self.asked = False
        #: Whether the host sends no more.
        self.ended = False
        self._show: Show | None = None
        self._stream = stream
        self._parser = ShellParser() if packets else None
        self._reading: asyncio.Future[bytes] | None = None
        self._came = asyncio.Event()
        self._typed = bytearray()
        self._lines: deque[bytes | None] = deque()
        self._room = 0

    def at_terminal(self, terminal: Terminal, show: Show) -> None:
        """Treat input as typed at a terminal from now on."""
        self.terminal, self._show = terminal, show

    # From the stream

    def next_read(self) -> asyncio.Future[bytes]:
        """The next data from the host. The first caller waits for it."""
        if self._reading is None:
            self._reading = asyncio.ensure_future(self._stream.read())
            # Where nobody reads on, nobody is told that the connection broke either.
            self._reading.add_done_callback(lambda read: read.cancelled() or read.exception())
        return self._reading

    async def read(self) -> None:
        """Read the next data.

        Raises:
            PacketError: more is waiting than a command may be given, or than there is room for.
        """
        data = await asyncio.shield(self.next_read())  # who asks may stop waiting, and what comes is not lost
        self._reading = None
        if not data:
            self.ended = True
        elif self._parser is None:
            self._take(data)
        else:
            for kind, part in self._parser.feed(data):
                if kind == STDIN:
                    self._take(part)
                elif kind == CLOSE_STDIN:
                    self.ended = True
        self._came.set()
        if self.terminal is None:
            self.given.ended = self.ended

    def _take(self, data: bytes) -> None:
        into = self.given.data if self.terminal is None else self._typed
        if len(into) + len(data) > INPUT_LIMIT:
            raise PacketError(f"an input of over {INPUT_LIMIT} bytes")
        into += data
        self._account()

    def _account(self) -> None:
        """Count the bytes that wait."""
        size = len(self.given.data) + len(self._typed)
        daemon = self._stream.connection.daemon
        if size > self._room:
            daemon.take_room(size - self._room)
        else:
            daemon.give_room(self._room - size)
        self._room = size

    def drop(self) -> None:
        """Drop input that nobody will read."""
        self.given = Input()
        self._typed.clear()
        self._account()

    # For commands

    async def more(self, enough: Callable[[Input], bool]) -> None:
        """Wait until there is enough input."""
        self.asked = True
        given = self.given
        del given.data[: given.at]
        given.at = 0
        self._account()
        while not enough(given):
            if self.terminal is None:
                await self.read()
            else:
                await self._type(given)

    async def _type(self, given: Input) -> None:
        """Wait for a typed line. Whoever watches for Ctrl-C calls `read` meanwhile."""
        if not self._lines:
            self._came.clear()
            await self._feed()
        while not (self._lines or self.ended):
            await self._came.wait()
            self._came.clear()
            await self._feed()
        line = self._lines.popleft() if self._lines else None
        if line is None:
            given.ended = True  # of this command: the next one is typed to again
        else:
            given.data += line

    async def _feed(self) -> None:
        if self.terminal is not None and self._show is not None and self._typed:
            echo, lines = self.terminal.feed(bytes(self._typed))
            self._typed.clear()
            self._lines += lines
            await self._show(echo)

    def interrupted(self) -> bool:
        """Whether Ctrl-C was typed. It discards what was typed before."""
        if INTERRUPT not in self._typed:
            return False
        del self._typed[: self._typed.rindex(INTERRUPT) + 1]
        self._lines.clear()
        return True

    # For interactive shells

    async def line(self) -> bytes | None:
        """The next line with its end, or None at the end of the input.

        Raises:
            PacketError: the line is too long.
        """
        if self.terminal is None:
            while True:
                try:
                    return self.given.line()
                except InputNeeded:
                    await self.more(_has_line)
                if not self.given.ended and b"\n" not in self.given.data:
                    raise PacketError(f"a line of over {LINE_LIMIT} bytes")
        # What a command has left is typed to the shell.
        left = self.given.available()
        self.given = Input(ended=False)
        if left:
            return left
        while not self._lines:
            await self._feed()
            if self._lines:
                break
            if self.ended:
                return None
            await self.read()
        line = self._lines.popleft()
        if line is None and self._show is not None:
            await self._show(b"\r\n")
        return b"exit\n" if line is None else line


def _has_line(given: Input) -> bool:
    """Whether an input holds a line, or more bytes than a line may have."""
    return given.ended or b"\n" in given.data or len(given.data) > LINE_LIMIT
