"""Ports on the loopback interface, and incoming connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from bmoca_gym.handset.servers.errors import PortTakenError

HOST = "127.0.0.1"
_FLUSH_SECONDS = 2.0

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Listener:
    """Listens on a port and calls ``talk(reader, writer)`` for each connection, at most ``most`` at once.

    One more replaces the one that has been silent longest, so that idle connections lock nobody out. ``limit``: the
    longest line that a reader takes.
    """

    def __init__(self, talk: Talk, most: int, limit: int = 1 << 16) -> None:
        self._talk = talk
        self._most = most
        self._limit = limit
        self._server: asyncio.Server | None = None
        #: By when they were active last, the longest silent first.
        self._tasks: dict[asyncio.Task[None], None] = {}

    async def start(self, port: int = 0) -> int:
        """Listen on a loopback port, or on any free one for 0. Returns the port.

        Raises:
            PortTakenError: another program listens there, or this one may not.
        """
        try:
            self._server = await asyncio.start_server(self._accept, HOST, port, limit=self._limit)
        except (OSError, OverflowError) as error:
            raise PortTakenError(f"can't listen on {HOST}:{port}: {error}. Choose another port") from error
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def close(self) -> None:
        """Close the port and all connections."""
        if self._server is None:
            return
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def active(self) -> None:
        """Mark the connection of the current task as in use."""
        task = asyncio.current_task()
        if task in self._tasks:
            self._tasks[task] = self._tasks.pop(task)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        if len(self._tasks) >= self._most:
            silent = next(iter(self._tasks))
            del self._tasks[silent]
            silent.cancel()
        self._tasks[task] = None
        try:
            await self._talk(reader, writer)
            await _flushed(writer)
        except (asyncio.CancelledError, ConnectionError):
            pass  # this side closes, or the other has: asyncio would report either as an error of its own
        finally:
            self._tasks.pop(task, None)
            writer.transport.abort()


async def _flushed(writer: asyncio.StreamWriter) -> None:
    """Close a connection once everything was sent, or the other side stops reading."""
    writer.close()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(writer.wait_closed(), _FLUSH_SECONDS)
