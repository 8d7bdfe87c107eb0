"""Fuzzes the wire: adb packets, HTTP requests, calls of uiautomator2, console lines; the phone keeps working."""

from __future__ import annotations

import asyncio
import json
import struct
from typing import Any

import numpy as np

from bmoca_gym.handset import images
from bmoca_gym.handset.servers import http
from bmoca_gym.handset.servers.adb.packets import PacketParser, ShellParser
from bmoca_gym.handset.servers.errors import PacketError
from bmoca_gym.handset.servers.http import Request
from bmoca_gym.handset.servers.pushed_helpers.mobilecli import DeviceServer
from bmoca_gym.handset.servers.pushed_helpers.scrcpy_control import Control
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.uiautomator2.calls import CALLS
from bmoca_gym.handset.servers.uiautomator2.server import UiAutomator2Server
from bmoca_gym.handset.system.pushed_helpers import Program

_DEVICE_METHODS = ("device.apps.list", "device.dump.ui", "device.screenshot", "device.clipboard.set", "device.location.set",
                   "device.io.keyboard.hide", "device.version", "device.nothing")  # fmt: skip
_COMMANDS = (b"CNXN", b"OPEN", b"OKAY", b"CLSE", b"WRTE", b"AUTH", b"STLS", b"\0\0\0\0")
_PIECES = (b"GET / HTTP/1.1", b"POST /jsonrpc/0 HTTP/1.1", b"\r\n", b"\r\n\r\n", b"Host: localhost", b"Content-Length: 5", b"X:", b" ", b"\t", b"\0", b"a",
           b"Transfer-Encoding: chunked", b"Origin: null", b"99999999999", b"\xff", b":", b"{}", b"Expect: 100-continue")  # fmt: skip
_VALUES: tuple[Any, ...] = (None, True, 0, -1, 1 << 63, 1.5, 1e300, "", "a", "\ud800", "x" * 5000, [], [1, [2]], {}, {"mask": 0}, {"text": "Clock", "mask": 1},
           {"textMatches": "(a+)+$", "mask": 4}, {"instance": -1}, {"childOrSibling": ["child"], "childOrSiblingSelector": [{}]})  # fmt: skip


class _Fed:
    def __init__(self, parts: list[bytes]) -> None:
        self.parts = parts

    async def read(self) -> bytes:
        return self.parts.pop(0) if self.parts else b""

    async def write(self, data: bytes) -> None:
        pass


def attempt(random: np.random.Generator) -> None:
    """Send one made-up thing of each protocol."""
    _packets(random)
    _pushed(random)
    server = UiAutomator2Server(ServedPhone(images.boot()))
    pieces = [
        _PIECES[random.integers(len(_PIECES))] * int(random.integers(1, 300))
        for _ in range(random.integers(1, 12))
    ]
    start = [b"GET /ping HTTP/1.1\r\nHost: localhost\r\n"] if random.random() < 0.5 else []
    asyncio.run(http.serve(_Fed([*start, *pieces, b"\r\n\r\n"]), server.answer))
    method = sorted(CALLS)[random.integers(len(CALLS))]
    if not method.startswith("wait"):
        parameters = [_VALUES[random.integers(len(_VALUES))] for _ in range(random.integers(6))]
        body = json.dumps({"id": 1, "method": method, "params": parameters}).encode()
        asyncio.run(server.answer(Request("POST", "/jsonrpc/0", body)))


def _pushed(random: np.random.Generator) -> None:
    """Calls of mobilecli, and control messages of scrcpy."""
    served = ServedPhone(images.boot())
    server = DeviceServer(served, Program("", (), "/data/local/tmp/mobilecli.dex"))
    method = _DEVICE_METHODS[random.integers(len(_DEVICE_METHODS))]
    names = ("text", "lat", "lon", "scale", "clip", "maxSize", "quality", "screenWidth", "format")
    given = {name: _VALUES[random.integers(len(_VALUES))] for name in names if random.random() < 0.5}
    body = json.dumps({"id": 1, "method": method, "params": given}).encode()
    asyncio.run(server.answer(Request("POST", "/", body)))
    control = Control(served, 16)
    for _ in range(random.integers(1, 6)):
        if control.feed(bytes([random.integers(18)]) + random.bytes(int(random.integers(40)))) is None:
            break


def _packets(random: np.random.Generator) -> None:
    data = bytearray()
    for _ in range(random.integers(1, 8)):
        command = _COMMANDS[random.integers(len(_COMMANDS))]
        number = int.from_bytes(command, "little")
        size = int(random.choice([0, 5, 40, 1 << 20, (1 << 32) - 1]))
        data += struct.pack(
            "<6I", number, *map(int, random.integers(0, 1 << 32, 2)), size, 0, number ^ 0xFFFFFFFF
        )
        data += random.bytes(min(size, 40))
    for parser in (PacketParser(), ShellParser()):
        try:
            for at in range(0, len(data), 17):
                list(parser.feed(bytes(data[at : at + 17])))
        except PacketError:
            pass
