"""Ports of this machine's loopback interface."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bmoca_gym.handset.wire.errors import PortTakenError

HOST = "127.0.0.1"

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def listen(client: Client, port: int, limit: int = 1 << 16) -> tuple[asyncio.Server, int]:
    """Listen on a port, 0 for any free one. ``limit``: the longest line a reader takes.

    Raises:
        PortTakenError: another program listens there, or this one may not.
    """
    try:
        server = await asyncio.start_server(client, HOST, port, limit=limit)
    except (OSError, OverflowError) as error:
        raise PortTakenError(f"can't listen on {HOST}:{port}: {error}. Choose another port") from error
    found: int = server.sockets[0].getsockname()[1]
    return server, found
