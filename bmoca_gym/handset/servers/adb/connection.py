"""Connection of an adb server to the daemon: handshake, and streams with flow control."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from bmoca_gym.handset.servers.adb.commands import RunningCommands
from bmoca_gym.handset.servers.adb.packets import (
    AUTH,
    CLSE,
    CNXN,
    FIRST_PAYLOAD,
    MOST_PAYLOAD,
    OKAY,
    OPEN,
    STLS,
    VERSION,
    VERSION_WITH_SUMS,
    WRTE,
    Packet,
    PacketParser,
    encoded,
)
from bmoca_gym.handset.servers.errors import PacketError, StreamClosedError
from bmoca_gym.handset.servers.listening import Listener
from bmoca_gym.handset.servers.served import ServedPhone

_log = logging.getLogger(__name__)

#: What a connection may hold: streams at once, and seconds until it has said who it is.
MOST_STREAMS = 256
#: Lines of the shell that a connection runs at once; the rest wait, and other connections' lines don't.
MOST_LINES = 2
HANDSHAKE_SECONDS = 10.0
#: Bytes of a connection that may wait until the host takes them.
MOST_OUTPUT = 96 << 20
#: Seconds that a host may leave unread what is larger than a payload.
STALL_SECONDS = 60.0
_READ_SIZE = 1 << 18
#: Seconds that a service waits for those before it whose hosts have gone: the file that one of them was sent is there.
_SETTLE_SECONDS = 1.0
#: Seconds of processor time that the lines of a connection may take at once, and the part of each second that comes
#: back: who keeps a processor busy for longer has lines killed.
BUDGET_SECONDS, BUDGET_SHARE = 120.0, 0.75

Service = Callable[["AdbStream"], Awaitable[None]]


class Daemon(Protocol):
    """The part of the daemon that a connection and its services may use."""

    served: ServedPhone
    inside: dict[str, Service]
    connections: list[AdbConnection]
    connected: asyncio.Event
    port: int
    listener: Listener
    workers: ThreadPoolExecutor
    #: Lines that run at once, of all connections; and how many wait for time to pass.
    lines: asyncio.Semaphore
    waiting: int
    commands: RunningCommands

    def banner(self) -> bytes:
        """The phone's description for a client that connects."""
        ...

    def service(self, name: str, connection: AdbConnection) -> Service | None:
        """The service of a stream with that name, or None."""
        ...

    def drop_connections(self) -> None:
        """Close all connections, as a restart of adbd does."""
        ...

    def take_room(self, size: int) -> None:
        """Count bytes that wait to be read.

        Raises:
            PacketError: too many wait already.
        """
        ...

    def give_room(self, size: int) -> None:
        """Stop counting bytes that were read."""
        ...

    def take_output(self, size: int) -> None:
        """Count bytes that wait to be sent.

        Raises:
            PacketError: too many are waiting already.
        """
        ...

    def give_output(self, size: int) -> None:
        """Stop counting bytes that were sent."""
        ...


class Budget:
    """A connection's processor time budget: at most ``most`` seconds. ``share`` of each second is added back."""

    def __init__(self, most: float, share: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._share = share
        self._now = now
        self._left = most
        self._then = now()

    def left(self, wanted: float) -> float:
        """The seconds that are left, at most ``wanted``."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._then) * self._share)
        self._then = now
        return min(wanted, self._left)

    def spend(self, seconds: float) -> None:
        """Subtract the seconds that a line took."""
        self._left -= seconds


class AdbStream:
    """A stream of bytes in both directions. In each, one payload at a time is unacknowledged.

    ``outlives_host``: when the host closes it, its service goes on with what it was sent.
    """

    def __init__(self, connection: AdbConnection, id: int, peer: int) -> None:
        self.connection = connection
        self.id = id
        self.peer = peer
        self.task: asyncio.Task[None] | None = None
        self.outlives_host = False
        self._waiting: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._may_write = peer != 0
        self._closed = False

    async def read(self) -> bytes:
        """Wait for the next payload; b"" once the other side has closed the stream."""
        while not self._waiting:
            if self._closed:
                return b""
            await self._change()
        data = self._waiting.popleft()
        self.connection.daemon.give_room(len(data))
        if not self._closed:
            await self.connection.send(Packet(OKAY, self.id, self.peer))
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes in payloads, each once the one before was acknowledged.

        Raises:
            StreamClosedError: the other side has closed the stream, or takes too long.
            PacketError: too much is waiting to be sent.
        """
        step = self.connection.payload
        view = memoryview(data)
        self.connection.take_output(len(data))
        try:
            for start in range(0, len(data), step):
                await self._writable(STALL_SECONDS if len(data) > MOST_PAYLOAD else None)
                self._may_write = False
                part = bytes(view[start : start + step])
                await self.connection.send(Packet(WRTE, self.id, self.peer, part))
        finally:
            self.connection.give_output(len(data))

    async def _writable(self, seconds: float | None) -> None:
        try:
            while not (self._may_write or self._closed):
                await asyncio.wait_for(self._change(), seconds)
        except asyncio.TimeoutError:
            raise StreamClosedError(f"stream {self.id}: nobody reads it") from None
        if self._closed:
            raise StreamClosedError(f"stream {self.id} is closed")

    async def opened(self) -> bool:
        """Wait until the other side has accepted or refused a stream that this side opened."""
        while not (self.peer or self._closed):
            await self._change()
        return not self._closed

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def take(self, data: bytes) -> None:
        """Receive a payload.

        Raises:
            PacketError: the one before was not read yet, or too much is waiting to be read on this phone.
        """
        if self._waiting:
            raise PacketError("a WRTE before the OKAY for the one before")
        if data:
            self.connection.daemon.take_room(len(data))
            self._waiting.append(data)
            self._changed.set()

    @property
    def left(self) -> bool:
        """Whether the other side has closed the stream and nothing is left to read."""
        return self._closed and not self._waiting

    def acknowledged(self, peer: int) -> None:
        """Handle the acknowledgement of a payload, or of the stream itself."""
        self.peer = peer
        self._may_write = True
        self._changed.set()

    def ended(self) -> None:
        """Mark the stream as closed, by either side. What was received can still be read."""
        self._closed = True
        self._changed.set()

    def drop(self) -> None:
        """Drop what was received and will not be read."""
        self.connection.daemon.give_room(sum(map(len, self._waiting)))
        self._waiting.clear()


class AdbConnection:
    """A connection of an adb server. It needs no authentication: the port is on the loopback interface only."""

    def __init__(self, daemon: Daemon, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.daemon = daemon
        self.online = False
        self.payload = FIRST_PAYLOAD
        self.reversed: dict[str, str] = {}
        self._reader = reader
        self._writer = writer
        self._parser = PacketParser(FIRST_PAYLOAD)
        self._with_sums = True
        self._streams: dict[int, AdbStream] = {}
        self._next_id = 1
        self._sending = asyncio.Lock()
        self._output = 0
        self.lines = asyncio.Semaphore(MOST_LINES)
        self.waiting = 0
        #: Services that go on although their hosts have closed their streams, by the streams' numbers.
        self._lasting: dict[int, asyncio.Task[None]] = {}
        self.budget = Budget(BUDGET_SECONDS, BUDGET_SHARE)

    async def serve(self) -> None:
        """Serve until either side closes the connection or sends an invalid packet."""
        peer = self._writer.get_extra_info("socket")
        late = asyncio.get_running_loop().call_later(HANDSHAKE_SECONDS, self._close_if_unknown)
        try:
            while data := await self._reader.read(_READ_SIZE):
                self.daemon.listener.active()
                # Some clients send a header and its payload apart and wait for the kernel to confirm the first.
                if peer is not None and hasattr(socket, "TCP_QUICKACK"):
                    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
                for packet in self._parser.feed(data):
                    await self._handle(packet)
        except (PacketError, ConnectionError) as error:
            _log.info("adb connection closed: %s", error)
        finally:
            late.cancel()
            self.online = False
            await self._end_streams()
            self.close()

    def close(self) -> None:
        """Close the connection, after sending what is queued."""
        self._writer.close()

    def _close_if_unknown(self) -> None:
        if not self.online:
            self.close()

    async def send(self, packet: Packet) -> None:
        """Send a packet. Waits while the other side reads nothing."""
        if self._writer.is_closing():
            raise StreamClosedError("the connection is closed")
        async with self._sending:  # one packet at a time waits in the socket's buffer
            self._writer.write(encoded(packet, self._with_sums))
            await self._writer.drain()

    def take_output(self, size: int) -> None:
        """Count bytes that wait to be sent.

        Raises:
            PacketError: too many are waiting already.
        """
        if self._output + size > MOST_OUTPUT:
            raise PacketError(f"{self._output} bytes wait to be read; no room for {size} more")
        self.daemon.take_output(size)
        self._output += size

    def give_output(self, size: int) -> None:
        """Stop counting bytes that were sent."""
        self.daemon.give_output(size)
        self._output -= size

    async def _handle(self, packet: Packet) -> None:
        command, first, second, data = packet
        if command == CNXN:
            await self._connect(first, second)
        elif command == STLS:
            raise PacketError("TLS is not spoken here")
        elif command == AUTH:
            pass  # nobody was asked
        elif not self.online:
            raise PacketError(f"{command.decode()} before CNXN")
        elif command == OPEN:
            await self._open(first, data)
        else:
            await self._for_stream(packet)

    async def _connect(self, version: int, payload: int) -> None:
        if version < VERSION_WITH_SUMS or payload < 1:
            raise PacketError(f"CNXN of version {version:#x} that takes {payload} bytes")
        await self._end_streams()
        self._with_sums = self._parser.check_sums = version < VERSION
        self.payload = min(payload, MOST_PAYLOAD)
        self._parser.limit = MOST_PAYLOAD
        self.online = True
        await self.send(Packet(CNXN, VERSION, MOST_PAYLOAD, self.daemon.banner()))
        self.daemon.connected.set()

    async def _open(self, peer: int, data: bytes) -> None:
        name = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = self.daemon.service(name, self) if peer and len(self._streams) < MOST_STREAMS else None
        if service is None:
            await self.send(Packet(CLSE, 0, peer))
            return
        stream = self._new_stream(peer)
        await self.send(Packet(OKAY, stream.id, peer))
        self._start(stream, service)

    def _new_stream(self, peer: int) -> AdbStream:
        stream = AdbStream(self, self._next_id, peer)
        self._next_id += 1
        self._streams[stream.id] = stream
        return stream

    async def _settled(self, stream: AdbStream) -> None:
        """Wait briefly for services whose input was complete before this stream was opened."""
        before = [task for id, task in self._lasting.items() if id < stream.id]
        if before:
            await asyncio.wait(before, timeout=_SETTLE_SECONDS)

    def _start(self, stream: AdbStream, service: Service) -> None:
        stream.task = asyncio.get_running_loop().create_task(self._run(stream, service))

    async def _run(self, stream: AdbStream, service: Service) -> None:
        try:
            await self._settled(stream)
            await service(stream)
        except (PacketError, ConnectionError) as error:
            _log.info("adb stream closed: %s", error)
        except Exception:
            _log.exception("an adb service failed; its stream is closed, the phone goes on")
        finally:
            await self.close_stream(stream)

    async def open(self, name: str) -> AdbStream | None:
        """Open a stream to the host; None if it refuses. The host must have asked to reverse ``name``.

        Real adb servers end themselves when a phone opens anything else.
        """
        if name not in self.reversed.values() or len(self._streams) >= MOST_STREAMS:
            return None
        stream = self._new_stream(0)
        await self.send(Packet(OPEN, stream.id, 0, name.encode() + b"\0"))
        return stream if await stream.opened() else None

    async def close_stream(self, stream: AdbStream) -> None:
        """Close a stream from this side, unless it is closed already."""
        stream.drop()
        if self._streams.pop(stream.id, None) is not None:
            stream.ended()
            with contextlib.suppress(ConnectionError):
                await self.send(Packet(CLSE, stream.id, stream.peer))

    async def _for_stream(self, packet: Packet) -> None:
        stream = self._streams.get(packet.second)
        if stream is None or stream.peer not in (0, packet.first):
            return  # it was closed here while this was on its way
        if packet.command == OKAY:
            stream.acknowledged(packet.first)
        elif packet.command == WRTE:
            stream.take(packet.data)
            if not packet.data:
                await self.send(Packet(OKAY, stream.id, stream.peer))
        else:
            # Android answers a CLSE with its own, whatever the protocol's description says; some hosts wait for it.
            del self._streams[stream.id]
            stream.ended()
            if stream.task is not None and not stream.outlives_host:
                stream.task.cancel()
                stream.drop()  # a task that has not begun ends without a word
            elif stream.task is not None and not stream.task.done():
                self._lasting[stream.id] = stream.task
                stream.task.add_done_callback(lambda _: self._lasting.pop(stream.id, None))
            if stream.peer:
                await self.send(Packet(CLSE, stream.id, stream.peer))

    async def _end_streams(self) -> None:
        streams, self._streams = list(self._streams.values()), {}
        for stream in streams:
            stream.ended()
            stream.drop()
            if stream.task is not None:
                stream.task.cancel()
        await asyncio.gather(*(s.task for s in streams if s.task is not None), return_exceptions=True)
