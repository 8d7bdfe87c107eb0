"""A fake adb server: it answers for phones that the handset can't be, and gives wrong answers on request."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable

#: A line and its input to what is printed, what is printed as an error, and the exit code.
Shell = Callable[[str, bytes], tuple[bytes, bytes, int]]


class FakeAdbServer:
    """``devices``: state by serial. ``services``: answer by full service name; all others are refused."""

    def __init__(
        self, shell: Shell | None = None, devices: dict[str, str] | None = None, port: int = 0
    ) -> None:
        self.shell = shell
        self.devices = {"PHONE": "device"} if devices is None else devices
        self.version = b"0029"
        self.features = "shell_v2,cmd"
        self.services: dict[str, bytes] = {}
        self.refusal = "device offline"
        self.lines: list[str] = []
        self.files: dict[str, bytes] = {}
        self.denied = ""
        #: How many of the next requests the server ends at, as if it were killed.
        self.endings = 0
        self._socket = socket.create_server(("127.0.0.1", port))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> FakeAdbServer:
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, connection.makefile("rwb") as file:
                while size := file.read(4):
                    if self.endings:
                        self.endings -= 1
                        return
                    if not self._answer(file, file.read(int(size, 16)).decode()):
                        return
        except OSError:
            return

    def _answer(self, file: socket.SocketIO, name: str) -> bool:
        def okay(data: bytes | None = None) -> bool:
            file.write(b"OKAY" + (b"" if data is None else b"%04x" % len(data) + data))
            file.flush()
            return data is None

        def fail(text: str) -> bool:
            file.write(b"FAIL" + b"%04x" % len(text) + text.encode())
            return False

        if name == "host:version":
            return okay(self.version)
        if name == "host:devices":
            return okay("".join(f"{serial}\t{state}\n" for serial, state in self.devices.items()).encode())
        if name.startswith("host-serial:"):
            return okay(self.features.encode())
        if name.startswith("host:transport:"):
            serial = name.removeprefix("host:transport:")
            if serial not in self.devices:
                return fail(f"device '{serial}' not found")
            return okay() if self.devices[serial] == "device" else fail(self.refusal)
        if name in self.services:
            okay()
            file.write(self.services[name])
            return False
        if name == "sync:":
            okay()
            self._sync(file)
            return False
        kind, _, line = name.partition(":")
        if self.shell is None or not kind.startswith(("shell", "exec")):
            return fail("closed")
        okay()
        self.lines.append(line)
        if kind == "exec":
            output, errors, _ = self.shell(line, b"")
            file.write(output + errors)
            return False
        stdin = b""
        while len(header := file.read(5)) == 5 and header[0] != 4:
            stdin += file.read(struct.unpack_from("<I", header, 1)[0])
        output, errors, code = self.shell(line, stdin)
        for which, data in ((1, output), (2, errors), (3, bytes([code]))):
            if data:
                file.write(struct.pack("<BI", which, len(data)) + data)
        return False

    def _sync(self, file: socket.SocketIO) -> None:
        def message(id: bytes, data: bytes) -> None:
            file.write(id + struct.pack("<I", len(data)) + data)

        id, size = struct.unpack("<4sI", file.read(8))
        path = file.read(size).decode().rpartition(",")[0] if id == b"SEND" else file.read(size).decode()
        data = b""
        while id == b"SEND" and (part := struct.unpack("<4sI", file.read(8)))[0] == b"DATA":
            data += file.read(part[1])
        if self.denied and path.startswith(self.denied):
            message(b"FAIL", b"open failed: Permission denied")
        elif id == b"SEND":
            self.files[path] = data
            message(b"OKAY", b"")
        elif path in self.files:
            message(b"DATA", self.files[path])
            message(b"DONE", b"")
        else:
            message(b"FAIL", b"open failed: No such file or directory")
