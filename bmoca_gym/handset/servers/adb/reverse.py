"""Listeners on the phone: the phone's own servers, and ports that are forwarded to the host (``adb
reverse``).
"""

from __future__ import annotations

import asyncio
import re

from bmoca_gym.handset.servers.adb.connection import AdbConnection, AdbStream, Daemon, Service

_ADDRESS = re.compile(r"tcp:\d{1,5}|localabstract:[^;\0]{1,107}")
_MOST_REVERSED = 256
_FIRST_FREE_PORT, _LAST_PORT = 32768, 65535


def inside(daemon: Daemon, address: str) -> Service | None:
    """The service at an address in the phone: one of its servers, or a reversed port. Never a port of this machine."""
    address = re.sub(r"^tcp:(localhost|127\.0\.0\.1):", "tcp:", address)
    found = daemon.inside.get(address)
    if found is not None:
        return found
    for connection in daemon.connections:
        remote = connection.reversed.get(address)
        if remote is not None:
            return _Tunnel(connection, remote)
    return None


class _Tunnel:
    """Joins a stream to one that the phone opens to a host."""

    def __init__(self, connection: AdbConnection, remote: str) -> None:
        self._connection = connection
        self._remote = remote

    async def __call__(self, near: AdbStream) -> None:
        far = await self._connection.open(self._remote)
        if far is None:
            return
        ways = [asyncio.ensure_future(_copy(near, far)), asyncio.ensure_future(_copy(far, near))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            await self._connection.close_stream(far)


async def _copy(source: AdbStream, sink: AdbStream) -> None:
    while data := await source.read():
        await sink.write(data)


async def reverse(stream: AdbStream, argument: str) -> None:
    """``reverse:forward:[norebind:]HERE;THERE``, ``list-forward``, ``killforward:HERE``, ``killforward-all``."""
    try:
        answer = _answer(stream.connection, argument)
    except ValueError as error:
        message = str(error)[:1000].encode()
        await stream.write(b"FAIL%04x" % len(message) + message)
        return
    await stream.write(answer)


def _answer(connection: AdbConnection, argument: str) -> bytes:
    reversed_ports = connection.reversed
    verb, _, rest = argument.partition(":")
    if argument == "list-forward":
        lines = "".join(f"host-{n} {a} {b}\n" for n, (a, b) in enumerate(reversed_ports.items(), 1)).encode()
        return b"%04x" % len(lines) + lines
    if argument == "killforward-all":
        reversed_ports.clear()
    elif verb == "killforward":
        if reversed_ports.pop(rest, None) is None:
            raise ValueError(f"listener '{rest}' not found")
    elif verb == "forward":
        return _forward(connection, rest)
    else:
        raise ValueError(f"bad reverse request: {argument!r}")
    return b"OKAY"


def _forward(connection: AdbConnection, text: str) -> bytes:
    only_new = text.startswith("norebind:")
    here, semicolon, there = text.removeprefix("norebind:").partition(";")
    if not (semicolon and _ADDRESS.fullmatch(here) and there.isprintable() and 0 < len(there) < 1024):
        raise ValueError(f"bad forward: {text!r}")
    if here.startswith("tcp:") and int(here[4:]) > _LAST_PORT:
        raise ValueError(f"bad port: {here}")
    reversed_ports = connection.reversed
    taken = here in connection.daemon.inside or any(
        here in other.reversed for other in connection.daemon.connections if other is not connection
    )
    if taken or (only_new and here in reversed_ports):
        raise ValueError(f"cannot rebind existing socket '{here}'")
    if here not in reversed_ports and len(reversed_ports) >= _MOST_REVERSED:
        raise ValueError(f"there are {_MOST_REVERSED} reversed ports already")
    if here != "tcp:0":
        reversed_ports[here] = there
        return b"OKAY"
    port = next(n for n in range(_FIRST_FREE_PORT, _LAST_PORT) if f"tcp:{n}" not in reversed_ports)
    reversed_ports[f"tcp:{port}"] = there
    return b"OKAY%04x%d" % (len(str(port)), port)
