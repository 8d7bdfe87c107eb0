"""The real adb program in tests: a server of its own for each test, killed at the end, and no traffic but loopback."""

from __future__ import annotations

import os
import shutil
import subprocess
from importlib import util
from pathlib import Path

import pytest

from tests.ports import free_port


def programs() -> dict[str, str]:
    """The available adb programs by origin."""
    found = {"path": shutil.which("adb")}
    spec = util.find_spec("adbutils")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "binaries" / "adb"
        found["adbutils"] = str(bundled) if bundled.is_file() else None
    return {name: path for name, path in found.items() if path}


PROGRAMS = programs()
needs_adb = pytest.mark.skipif(not PROGRAMS, reason="no adb: install adbutils, or the system's adb package")


class Adb:
    """An adb program and its server on a port of their own. ``serial``: of the phone that commands are for."""

    def __init__(self, program: str, home: Path) -> None:
        self.program = program
        self.port = free_port()
        self.serial = ""
        self.environment = os.environ | {
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000",  # it must not look for the machine's other emulators
            "ADB_LIBUSB": "0",
            "ADB_MDNS": "0",
            "ADB_MDNS_AUTO_CONNECT": "0",
            "HOME": str(home),
            "TMPDIR": str(home),
        }

    def start(self) -> None:
        self.run("start-server", serial="")

    def run(
        self, *arguments: str, input: bytes | None = None, serial: str | None = None, seconds: float = 20
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command; outputs are bytes."""
        serial = self.serial if serial is None else serial
        words = [self.program, *(("-s", serial) if serial else ()), *arguments]
        return subprocess.run(
            words, input=input, capture_output=True, env=self.environment, timeout=seconds, check=False,
            stdin=subprocess.DEVNULL if input is None else None,
        )  # fmt: skip

    def text(self, *arguments: str) -> str:
        """The output of a command that must succeed."""
        done = self.run(*arguments)
        assert done.returncode == 0, (arguments, done)
        return (done.stdout + done.stderr).decode()

    def popen(self, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.program, "-s", self.serial, *arguments], stdout=subprocess.PIPE, env=self.environment
        )

    def connect(self, port: int) -> None:
        """``adb connect`` to a daemon on this machine."""
        self.serial = ""
        said = self.text("connect", f"127.0.0.1:{port}")
        assert said.startswith("connected to"), said
        self.serial = f"127.0.0.1:{port}"

    def close(self) -> None:
        self.run("kill-server", serial="")
