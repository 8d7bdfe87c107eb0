"""Handsets behind a real adb server, for tests: the only place that knows how to start the wire."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import weakref
from importlib import util
from pathlib import Path

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.handset import images
from bmoca_gym.handset.servers.background import LoopThread
from bmoca_gym.handset.servers.emulator.main import Emulator
from bmoca_gym.handset.servers.errors import PortTakenError
from bmoca_gym.handset.servers.served import ServedPhone
from tests.ports import free_port

NO_ADB = "no adb: install adbutils, or the system's adb package"


def adb_program() -> str | None:
    """The adb on PATH, or the one that adbutils brings."""
    spec = util.find_spec("adbutils")
    bundled = Path(spec.origin).parent / "binaries" / "adb" if spec is not None and spec.origin else None
    return shutil.which("adb") or (str(bundled) if bundled is not None and bundled.is_file() else None)


class Handset:
    """A phone behind adb. ``served``: the state on the other side of the wire."""

    def __init__(self, loop: LoopThread, server_port: int) -> None:
        self.served = ServedPhone(images.boot())
        self.loop = loop
        self.server_port = server_port
        self.emulator: Emulator = loop.run(self._start(server_port))
        self.serial = f"emulator-{self.emulator.console.port}"

    async def _start(self, server_port: int) -> Emulator:
        for _ in range(50):
            emulator = Emulator(self.served, "handset", server_port)
            console_port = free_port()
            try:
                await emulator.start((console_port, console_port + 1))
            except PortTakenError:
                continue
            return emulator
        raise RuntimeError("no pair of free ports")

    def reset(self) -> None:
        """Make it a phone out of the box again."""
        self.served.apply(lambda _: images.boot())
        for name in self.served.snapshots():
            self.served.delete_snapshot(name)

    def cut(self) -> None:
        """Close the connection of the adb server, and wait until it has noticed; it comes back by itself."""

        async def drop() -> None:
            self.emulator.daemon.drop_connections()

        self.loop.run(drop())
        end = time.monotonic() + 30
        while AdbServer(self.server_port).devices().get(self.serial) == "device" and time.monotonic() < end:
            time.sleep(0.005)

    def close(self) -> None:
        self.loop.run(self.emulator.close())


class Handsets:
    """Handsets behind their own adb server. After its device is closed, a handset is reset and reused."""

    def __init__(self, home: Path) -> None:
        program = adb_program()
        assert program is not None
        self.program = program
        self.port = free_port()
        self.environment = os.environ | {
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000",  # it must not look for the machine's other emulators
            "ADB_LIBUSB": "0",
            "ADB_MDNS": "0",
            "HOME": str(home),
            "TMPDIR": str(home),
        }
        self.start_server()
        self._loop = LoopThread()
        self._all: list[Handset] = []
        self._free: list[Handset] = []

    def start_server(self) -> None:
        self._run("start-server")

    def kill_server(self) -> None:
        self._run("kill-server")

    def _run(self, *words: str) -> None:
        subprocess.run(
            [self.program, "-P", str(self.port), *words], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False,
        )  # fmt: skip

    def handset(self) -> Handset:
        """Return a new handset that no device uses."""
        if self._free:
            found = self._free.pop()
        else:
            found = Handset(self._loop, self.port)
            self._all.append(found)
        AdbServer(self.port).wait_for(found.serial, 20)  # the test before may have cut its connection
        found.reset()
        return found

    def device(self) -> AdbDevice:
        """A device on a handset out of the box."""
        handset = self.handset()
        device = AdbDevice(handset.serial, self.port)
        weakref.finalize(device, self._free.append, handset)
        return device

    def close(self) -> None:
        for handset in self._all:
            handset.close()
        self._loop.close()
        self.kill_server()
        end = time.monotonic() + 30
        while _listens(self.port) and time.monotonic() < end:
            time.sleep(0.02)


def _listens(port: int) -> bool:
    with socket.socket() as made:
        return made.connect_ex(("127.0.0.1", port)) == 0
