"""The table of the adb daemon's services, and the short ones among them."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable
from functools import partial

from bmoca_gym.handset.servers.adb import reverse, sync
from bmoca_gym.handset.servers.adb import shell as adb_shell
from bmoca_gym.handset.servers.adb.connection import AdbConnection, AdbStream, Service
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.android import screen
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import booting

#: What stands before the pixels: version 2, bits a pixel, colour space, bytes, width, height, and for red, blue,
#: green and alpha the first bit and how many.
_FRAME_HEADER = struct.Struct("<14I")
_FRAME_VERSION = 2


async def _framebuffer(stream: AdbStream, argument: str) -> None:
    def frame(phone: Phone) -> tuple[Phone, bytes]:
        width, height = phone.configuration.width, phone.configuration.height
        header = pixels_header(width, height, width * height * 4)
        return phone, screen.rgba(phone, header)

    await stream.write(stream.connection.daemon.served.run(frame))


def pixels_header(width: int, height: int, size: int) -> bytes:
    """The header of ``framebuffer:`` for RGBA pixels with 8 bits per channel."""
    return _FRAME_HEADER.pack(_FRAME_VERSION, 32, screen.SRGB, size, width, height, 0, 8, 16, 8, 8, 8, 24, 8)


async def _say(text: str, stream: AdbStream, argument: str) -> None:
    await stream.write(text.encode())


async def _reboot(stream: AdbStream, argument: str) -> None:
    daemon = stream.connection.daemon
    daemon.served.apply(_starting if daemon.served.clock_runs else _restarted)
    daemon.drop_connections()


async def _tcpip(stream: AdbStream, argument: str) -> None:
    """``tcpip:PORT``: answer as Android does. The daemon keeps its port."""
    known = argument.isascii() and argument.isdecimal() and len(argument) < 6 and 0 < int(argument) < 1 << 16
    await stream.write(f"restarting in TCP mode port: {argument}\n".encode() if known else b"invalid port\n")


def _process_ids(phone: Phone) -> bytes:
    """The processes that a debugger could attach to: all apps."""
    return "".join(f"{pid}\n" for pid in sorted(phone.processes.values())).encode()


def _varint(number: int) -> bytes:
    """Encode a number as protocol buffers do."""
    digits = [number >> shift & 0x7F for shift in range(0, max(1, number.bit_length()), 7)]
    return bytes([*(digit | 0x80 for digit in digits[:-1]), digits[-1]])


def _processes(phone: Phone) -> bytes:
    """The same processes as a message ``AppProcesses``: id, debuggable, architecture."""
    machine = phone.properties.get("ro.product.cpu.abi", "").encode()
    entries = []
    for pid in sorted(phone.processes.values()):
        entry = b"\x08" + _varint(pid) + b"\x10\x01\x18\x01\x22" + bytes([len(machine)]) + machine
        entries.append(b"\x0a" + bytes([len(entry)]) + entry)
    return b"".join(entries)


async def _jdwp(stream: AdbStream) -> None:
    await stream.write(_process_ids(stream.connection.daemon.served.phone))


async def _track(listing: Callable[[Phone], bytes], stream: AdbStream) -> None:
    """``track-jdwp``, ``track-app``: send the list whenever it changes, preceded by its length in four hexadecimal
    digits.
    """
    served = stream.connection.daemon.served
    loop = asyncio.get_running_loop()
    changed = asyncio.Event()
    unsubscribe = served.subscribe(lambda: loop.call_soon_threadsafe(changed.set))
    told = None
    try:
        while True:
            changed.clear()
            listed = listing(served.phone)
            if listed != told:
                told = listed
                await stream.write(f"{len(listed):04x}".encode() + listed)
            await changed.wait()
    finally:
        unsubscribe()


#: Services that have a name alone.
_PLAIN: dict[str, Service] = {
    "jdwp": _jdwp,
    "track-app": partial(_track, _processes),
    "track-jdwp": partial(_track, _process_ids),
}


def _restarted(phone: Phone) -> Phone:
    return session.run(phone, "reboot")[0]


def _starting(phone: Phone) -> Phone:
    return booting.started(session.run(phone, "setprop ctl.restart zygote")[0])


Handler = Callable[[AdbStream, str], Awaitable[None]]

#: By what stands before the first colon of the name; each is given what stands behind it.
SERVICES: dict[str, Handler] = {
    "abb": adb_shell.abb,
    "abb_exec": adb_shell.abb_exec,
    "exec": adb_shell.execute,
    "framebuffer": _framebuffer,
    "reboot": _reboot,
    "remount": partial(_say, "remount succeeded\n"),
    "reverse": reverse.reverse,
    # The phone's shell always has root's rights; saying so spares the host a new connection.
    "root": partial(_say, "adbd is already running as root\n"),
    "sync": sync.sync,
    "tcpip": _tcpip,
    "unroot": partial(_say, "adbd can't give up root's rights on this phone\n"),
    "usb": partial(_say, "restarting in USB mode\n"),
}


def find(name: str, connection: AdbConnection) -> Service | None:
    """The service of a stream with that name, or None."""
    kind, colon, argument = name.partition(":")
    if not colon:
        return _PLAIN.get(name)
    if kind in ("tcp", "localabstract"):
        return reverse.inside(connection.daemon, name)
    if kind == "shell" or kind.startswith("shell,"):
        return partial(adb_shell.shell, options=kind.split(",")[1:], line=argument)
    found = SERVICES.get(kind)
    if found is None:
        return None
    handler = found  # for the type checker: a name that is bound once
    return lambda stream: handler(stream, argument)
