"""The adb daemon: listens on a loopback port and offers the phone's services to every connection."""

from __future__ import annotations

import asyncio
import re
import socket
from concurrent.futures import ThreadPoolExecutor

from bmoca_gym.handset.servers.accessibility.forwarder import AccessibilityForwarder
from bmoca_gym.handset.servers.adb import services
from bmoca_gym.handset.servers.adb.commands import RunningCommands
from bmoca_gym.handset.servers.adb.connection import AdbConnection, Service
from bmoca_gym.handset.servers.adb.pushed import PushedPrograms
from bmoca_gym.handset.servers.errors import PacketError
from bmoca_gym.handset.servers.listening import Listener
from bmoca_gym.handset.servers.served import ServedPhone

#: What Android 10's daemon offers, but for ways of pushing that this phone has no use for; and a later one's list of
#: processes.
FEATURES = (
    "abb",
    "apex",
    "cmd",
    "fixed_push_mkdir",
    "fixed_push_symlink_timestamp",
    "ls_v2",
    "shell_v2",
    "stat_v2",
    "track_app",
)

MOST_CONNECTIONS = 64
#: Lines that run at once, and threads for them and for those that wait for time to pass.
MOST_LINES, MOST_WORKERS = 4, 64
#: Bytes of all connections that may wait to be read, or for their file to be whole.
ROOM = 768 << 20
#: Bytes of all connections that may wait until hosts take them.
OUTPUT_ROOM = 256 << 20


class AdbDaemon:
    """Serves a phone to adb servers.

    ``inside``: what listens in the phone, by the address that a host asks for (``tcp:6790``, ``localabstract:name``).
    ``port``: the port it listens on. ``connected``: set when an adb server has connected, and `online` while one is.
    """

    def __init__(self, served: ServedPhone) -> None:
        self.served = served
        self.inside: dict[str, Service] = {}
        self.port = 0
        self.connected = asyncio.Event()
        self.connections: list[AdbConnection] = []
        self.lines = asyncio.Semaphore(MOST_LINES)
        self.waiting = 0
        self.commands = RunningCommands()
        self._room = ROOM
        self._output = 0
        #: Where lines of the shell run, until the daemon is closed; made anew when it starts again.
        self.workers = ThreadPoolExecutor(MOST_WORKERS, "bmoca-shell")
        self.listener = Listener(self._talk, MOST_CONNECTIONS)
        #: What watches the phone: the accessibility forwarder, and the programs that clients pushed.
        self._watching: list[asyncio.Task[None]] = []

    async def start(self, port: int = 0) -> int:
        """Listen on a loopback port, or on any free one for 0. Returns the port.

        Raises:
            PortTakenError: another program listens there.
        """
        self.port = await self.listener.start(port)
        self.workers = ThreadPoolExecutor(MOST_WORKERS, "bmoca-shell")
        watchers = AccessibilityForwarder(self.served), PushedPrograms(self)
        self._watching = [asyncio.create_task(watcher.run()) for watcher in watchers]
        return self.port

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = AdbConnection(self, reader, writer)
        self.connections.append(connection)
        try:
            await connection.serve()
        finally:
            self.connections.remove(connection)

    async def close(self, patient: bool = True) -> None:
        """Close the port and all connections. ``patient``: wait until running lines have noticed."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await self.listener.close()
        self.workers.shutdown(wait=patient, cancel_futures=True)

    @property
    def online(self) -> bool:
        """Whether an adb server is connected."""
        return any(connection.online for connection in self.connections)

    def drop_connections(self) -> None:
        """Close all connections, as a restart of the phone does. The port stays open."""
        for connection in self.connections:
            connection.close()

    def banner(self) -> bytes:
        """The phone's description for a client that connects."""
        properties = self.served.phone.properties
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        parts = [f"{name}={re.sub('[=;:]', '_', properties.get(name, ''))}" for name in names]
        return f"device::{';'.join([*parts, 'features=' + ','.join(FEATURES)])}".encode("utf-8", "replace")[
            :4096
        ]

    def service(self, name: str, connection: AdbConnection) -> Service | None:
        """The service of a stream with that name, or None."""
        return services.find(name, connection)

    def take_room(self, size: int) -> None:
        """Count bytes that wait to be read.

        Raises:
            PacketError: too many are waiting already.
        """
        if size > self._room:
            raise PacketError(f"no room for {size} more bytes")
        self._room -= size

    def give_room(self, size: int) -> None:
        """Stop counting bytes that were read."""
        self._room += size

    def take_output(self, size: int) -> None:
        """Count bytes that wait to be sent.

        Raises:
            PacketError: too many are waiting already.
        """
        if self._output + size > OUTPUT_ROOM:
            raise PacketError(f"{self._output} bytes wait to be read; no room for {size} more")
        self._output += size

    def give_output(self, size: int) -> None:
        """Stop counting bytes that were sent."""
        self._output -= size
