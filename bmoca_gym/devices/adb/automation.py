"""UI trees from a uiautomator2 server that already runs on the phone, over JSON-RPC through adb."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.adb.shell import AdbShell
from bmoca_gym.devices.adb.stream import Refusal
from bmoca_gym.errors import DeviceError

#: Port of the uiautomator2 server on the phone, and seconds to wait for its answer.
_PORT = 9008
_SECONDS = 10.0

#: Arguments of a dump: compressed, greatest depth, only the active window; older servers don't accept the third.
_ARGUMENTS: tuple[list[object], ...] = ([False, 200, True], [False, 200])

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r\n", re.IGNORECASE)
_HEAD_LIMIT = 1 << 16
_BODY_LIMIT = 64 << 20


class AdbAutomation:
    """Client of one phone's uiautomator2 server. ``used``: whether the last request was answered."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell
        self.used = False

    def dump(self) -> bytes | None:
        """Return the UI tree of the active window as XML; None if no server runs or it has no tree."""
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
        """Call a method; return its result, or None if the server refuses.

        Raises:
            OSError, Refusal, DeviceError: no server listens, or the connection breaks.
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
