"""Announces an emulator to the adb server on this machine, so that the server connects to it."""

from __future__ import annotations

import asyncio
import contextlib

from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.listening import HOST

DEFAULT_SERVER_PORT = 5037
#: Seconds between announcements while nobody is connected, and while somebody is, who may not be that server.
_ALONE, _CONNECTED = 0.2, 3.0


async def announce(adb_port: int, server_port: int) -> None:
    """Announce the port of the emulator's adb daemon once. Nothing happens if no server is running."""
    await _tell(f"host:emulator:{adb_port}", server_port)


async def farewell(adb_port: int, server_port: int) -> None:
    """Make the server forget an emulator that is ending. Otherwise it would look for it for a minute."""
    await _tell(f"host:disconnect:emulator-{adb_port - 1}", server_port)


async def _tell(text: str, server_port: int) -> None:
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_connection(HOST, server_port)
        try:
            writer.write(f"{len(text):04x}{text}".encode())
            await writer.drain()
        finally:
            writer.close()
            await writer.wait_closed()


async def keep_announced(daemon: AdbDaemon, server_port: int) -> None:
    """Keep announcing an emulator, since servers come and go."""
    while True:
        await announce(daemon.port, server_port)
        await asyncio.sleep(_CONNECTED if daemon.online else _ALONE)
