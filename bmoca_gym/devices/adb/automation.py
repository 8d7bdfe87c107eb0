"""The UI tree from a server of uiautomator2 that somebody has started on the phone: JSON-RPC over an adb stream."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.adb.shell import AdbShell
from bmoca_gym.devices.adb.stream import Refusal
from bmoca_gym.errors import DeviceError

#: The port of the phone that uiautomator2's server listens on, and seconds that it gets for an answer.
_PORT = 9008
_SECONDS = 10.0

#: How deep the tree is asked for, and whether only the active window: older servers do not take the third one.
_ARGUMENTS: tuple[list[object], ...] = ([False, 200, True], [False, 200])

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r\n", re.IGNORECASE)
_HEAD_LIMIT = 1 << 16
_BODY_LIMIT = 64 << 20


class AdbAutomation:
    """Asks one phone's server of uiautomator2. ``used``: it has answered the last time that it was asked."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell
        self.used = False

    def dump(self) -> bytes | None:
        """The XML document of the active window's UI tree; None where no such server runs, or it has none."""
        self.used = False
        with suppress(OSError, Refusal, DeviceError, ValueError):
            for arguments in _ARGUMENTS:
                answer = self._call("dumpWindowHierarchy", arguments)
                if isinstance(answer, str):
                    document = ui_dump.document_in(answer.encode("utf-8", "replace"))
                    self.used = document is not None
                    return document
        return None

    def _call(self, method: str, arguments: list[object]) -> object:
        """Make a call; returns its result, None where it is refused.

        Raises:
            OSError, Refusal, DeviceError: no server listens there, or it goes away.
            ValueError: the answer is not JSON-RPC over HTTP.
        """
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": arguments}
        body = json.dumps(request).encode()
        head = (
            f"POST /jsonrpc/0 HTTP/1.1\r\nHost: 127.0.0.1:{_PORT}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        with self._shell.server.open(self._shell.serial, f"tcp:{_PORT}", _SECONDS) as stream:
            stream.send(head.encode() + body)
            data = b""
            while b"\r\n\r\n" not in data.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n"):
                part = stream.receive()
                if not part or len(data) > _HEAD_LIMIT:
                    raise ValueError("no HTTP answer")
                data += part
            start, _, rest = data.removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n").partition(b"\r\n\r\n")
            length = _LENGTH.search(start + b"\r\n")
            if length is None:
                rest += stream.rest()
            elif len(rest) < int(length[1]) <= _BODY_LIMIT:
                rest += stream.exactly(int(length[1]) - len(rest))
        answer = json.loads(rest)
        return answer.get("result") if isinstance(answer, dict) else None
