"""Packets of adb's transport and of shell protocol 2: values, encoding, and parsers for any bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from bmoca_gym.handset.servers.errors import PacketError

_HEADER = struct.Struct("<4s5I")
HEADER_SIZE = _HEADER.size
_SHELL_HEADER = struct.Struct("<BI")

CNXN, AUTH, OPEN, OKAY, CLSE, WRTE, STLS = b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"STLS"
_COMMANDS = frozenset((CNXN, AUTH, OPEN, OKAY, CLSE, WRTE, STLS))

#: Protocol versions: the first one sums up every payload, the second one leaves that out.
VERSION_WITH_SUMS, VERSION = 0x01000000, 0x01000001
#: The largest payload: of a host that has not said what it takes, and what this side takes.
FIRST_PAYLOAD, MOST_PAYLOAD = 4096, 1 << 20

STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)


class Packet(NamedTuple):
    """A packet of the transport. ``first`` and ``second``: its 32-bit arguments."""

    command: bytes
    first: int
    second: int
    data: bytes = b""


def encoded(packet: Packet, with_sum: bool = False) -> bytes:
    """Encode a packet. ``with_sum``: with a checksum, for hosts of `VERSION_WITH_SUMS`."""
    command, first, second, data = packet
    total = sum(data) & 0xFFFFFFFF if with_sum else 0
    return _HEADER.pack(command, first, second, len(data), total, _magic(command)) + data


def _magic(command: bytes) -> int:
    return int.from_bytes(command, "little") ^ 0xFFFFFFFF


class PacketParser:
    """Turns bytes into packets. It buffers at most one packet of ``limit`` bytes and the last input.

    ``check_sums``: the payload's sum must be right, as `VERSION_WITH_SUMS` says.
    """

    def __init__(self, limit: int = MOST_PAYLOAD) -> None:
        self.limit = limit
        self.check_sums = False
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that ``data`` completes.

        Raises:
            PacketError: these bytes are not a packet, so the connection is unusable.
        """
        self._bytes += data
        while len(self._bytes) >= HEADER_SIZE:
            command, first, second, size, total, magic = _HEADER.unpack_from(self._bytes)
            if command not in _COMMANDS or magic != _magic(command):
                raise PacketError(f"{bytes(self._bytes[:HEADER_SIZE])!r} is not the header of an adb packet")
            if size > self.limit:
                raise PacketError(
                    f"a {command.decode()} packet of {size} bytes; at most {self.limit} are taken"
                )
            end = HEADER_SIZE + size
            if len(self._bytes) < end:
                return
            payload = bytes(memoryview(self._bytes)[HEADER_SIZE:end])
            del self._bytes[:end]
            if self.check_sums and sum(payload) & 0xFFFFFFFF != total:
                raise PacketError(f"a {command.decode()} packet whose payload does not add up to {total}")
            yield Packet(command, first, second, payload)


def shell_packet(kind: int, data: bytes) -> bytes:
    """Encode a packet of shell protocol 2."""
    return _SHELL_HEADER.pack(kind, len(data)) + data


class ShellParser:
    """Turns bytes into packets of shell protocol 2: pairs of kind and data."""

    def __init__(self, limit: int = MOST_PAYLOAD) -> None:
        self.limit = limit
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The packets that ``data`` completes.

        Raises:
            PacketError: a packet that is too large.
        """
        self._bytes += data
        while len(self._bytes) >= _SHELL_HEADER.size:
            kind, size = _SHELL_HEADER.unpack_from(self._bytes)
            if size > self.limit:
                raise PacketError(f"a shell packet of {size} bytes; at most {self.limit} are taken")
            end = _SHELL_HEADER.size + size
            if len(self._bytes) < end:
                return
            payload = bytes(memoryview(self._bytes)[_SHELL_HEADER.size : end])
            del self._bytes[:end]
            yield kind, payload
