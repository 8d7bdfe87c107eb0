"""The host's side of adb's transport, written from the protocol's description, without using the wire's code."""

from __future__ import annotations

import socket
import struct
import time

VERSION, OLD_VERSION = 0x01000001, 0x01000000
PAYLOAD = 1 << 20


def packet(command: bytes, first: int, second: int, data: bytes = b"", total: int | None = None) -> bytes:
    name = int.from_bytes(command, "little")
    total = sum(data) & 0xFFFFFFFF if total is None else total
    return struct.pack("<6I", name, first, second, len(data), total, name ^ 0xFFFFFFFF) + data


class Host:
    """A connection to a daemon. Streams are opened one at a time, unless a test does otherwise."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._next = 1

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def send(self, *arguments: object) -> None:
        self.socket.sendall(packet(*arguments))  # type: ignore[arg-type]

    def connect(self, version: int = VERSION, payload: int = PAYLOAD) -> bytes:
        """Shake hands; returns the phone's banner."""
        self.send(b"CNXN", version, payload, b"host::features=shell_v2\0")
        command, _, _, data = self.receive()
        assert command == b"CNXN"
        return data

    def receive(self) -> tuple[bytes, int, int, bytes]:
        """The next packet."""
        header = self._exactly(24)
        name, first, second, size, total, magic = struct.unpack("<6I", header)
        assert magic == name ^ 0xFFFFFFFF
        data = self._exactly(size)
        assert total == 0 or total == sum(data) & 0xFFFFFFFF
        return header[:4], first, second, data

    def _exactly(self, size: int) -> bytes:
        data = bytearray(size)
        room = memoryview(data)
        while room:
            count = self.socket.recv_into(room)
            if not count:
                raise ConnectionError("the phone closed the connection")
            room = room[count:]
        return bytes(data)

    def open(self, service: str | bytes) -> Stream | None:
        """Open a stream; None if the phone refuses it."""
        local = self._next
        self._next += 1
        name = service.encode() if isinstance(service, str) else service
        self.send(b"OPEN", local, 0, name + b"\0")
        command, remote, mine, _ = self.receive()
        assert mine == local
        if command == b"CLSE":
            assert remote == 0
            return None
        assert command == b"OKAY"
        return Stream(self, local, remote)

    def ask(self, service: str | bytes) -> bytes:
        """Open a stream and read everything until the phone closes it."""
        stream = self.open(service)
        assert stream is not None, f"{service!r} was refused"
        return stream.read_all()

    def shell(self, line: str) -> tuple[bytes, bytes, int]:
        """Run a line by shell protocol 2: standard output, standard error, exit code."""
        out, code = {1: b"", 2: b""}, -1
        data = self.ask(f"shell,v2,TERM=xterm,raw:{line}")
        while data:
            kind, size = struct.unpack_from("<BI", data)
            part, data = data[5 : 5 + size], data[5 + size :]
            if kind == 3:
                code = part[0]
            else:
                out[kind] += part
        return out[1], out[2], code

    def is_closed(self, seconds: float = 5.0) -> bool:
        """Whether the phone closes the connection within a while, even after more output."""
        end = time.monotonic() + seconds
        self.socket.settimeout(0.2)
        while time.monotonic() < end:
            try:
                if not self.socket.recv(1 << 16):
                    return True
            except TimeoutError:
                continue
            except ConnectionError:
                return True
        return False


class Stream:
    """A stream of a host."""

    def __init__(self, host: Host, local: int, remote: int) -> None:
        self.host, self.local, self.remote = host, local, remote
        self.ended = False
        self._bytes = b""

    def write(self, data: bytes) -> None:
        """Send a payload and wait for its OKAY; data that arrive before are kept."""
        self.host.send(b"WRTE", self.local, self.remote, data)
        while self._take() != b"OKAY":
            assert not self.ended, "closed before it took the payload"

    def _take(self) -> bytes:
        command, remote, local, data = self.host.receive()
        assert (remote, local) == (self.remote, self.local)
        if command == b"WRTE":
            self._bytes += data
            self.host.send(b"OKAY", self.local, self.remote)
        elif command == b"CLSE":
            self.ended = True
        return command

    def read(self, size: int) -> bytes:
        while len(self._bytes) < size:
            assert not self.ended, f"the stream ended after {self._bytes!r}"
            self._take()
        data, self._bytes = self._bytes[:size], self._bytes[size:]
        return data

    def read_all(self) -> bytes:
        while not self.ended:
            self._take()
        data, self._bytes = self._bytes, b""
        return data

    def close(self) -> None:
        """Close it and wait for the phone's own CLSE."""
        self.host.send(b"CLSE", self.local, self.remote)
        while not self.ended:
            self._take()
