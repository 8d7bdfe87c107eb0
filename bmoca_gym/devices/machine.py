"""Queries of `bmoca doctor` about this computer, in one class so that tests can replace the answers."""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import metadata
from pathlib import Path

from bmoca_gym.devices.adb.server import AdbServer, server_port
from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.errors import DeviceError

HOST = "127.0.0.1"

#: Exit code of a program that can't be run, as in shells.
NOT_FOUND = 127
_SECONDS = 30.0

#: Constants of the kernel's KVM interface (linux/kvm.h). Its version has not changed since 2007.
_KVM_GET_API_VERSION, _KVM_API_VERSION = 0xAE00, 12


class Machine:
    """This computer. Queries change nothing; some run programs to get their versions.

    Args:
        root: folder of the Android SDK, if the user gave one.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables."""
        return os.environ

    def system(self) -> tuple[str, str]:
        """Operating system and processor, such as ``Linux`` and ``x86_64``."""
        return platform.system(), platform.machine()

    def read(self, path: str) -> str:
        """Return the text of a file; "" if it can't be read."""
        try:
            return Path(path).read_text("utf-8", "replace")
        except OSError:
            return ""

    def exists(self, path: str) -> bool:
        """Whether a file exists."""
        return Path(path).exists()

    def kvm(self) -> str:
        """Return why this user can't use KVM, or ""."""
        try:
            device = os.open("/dev/kvm", os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            return error.strerror or str(error)
        try:
            version = fcntl.ioctl(device, _KVM_GET_API_VERSION)
        except OSError as error:
            return error.strerror or str(error)
        finally:
            os.close(device)
        return "" if version == _KVM_API_VERSION else f"it has version {version} of KVM's interface"

    def run(self, words: Sequence[str]) -> tuple[int, str]:
        """Run a program; return its exit code and output. `NOT_FOUND` if it can't be run."""
        try:
            done = subprocess.run(
                list(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return NOT_FOUND, str(error)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def which(self, name: str) -> str:
        """Return the path of a program as a shell finds it, or ""."""
        return shutil.which(name) or ""

    def is_free(self, port: int) -> bool:
        """Whether no program listens on a port of the loopback interface."""
        with socket.socket() as made:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                made.bind((HOST, port))
            except OSError:
                return False
        return True

    def adb_server_port(self) -> int:
        """Return the port of the adb server.

        Raises:
            AdbServerError: ``ANDROID_ADB_SERVER_PORT`` is not a port.
        """
        return server_port()

    def adb_server(self, port: int) -> str:
        """Return the version of a running adb server in hexadecimal, or what else it answers; "" if none
        runs.
        """
        try:
            with socket.create_connection((HOST, port), timeout=2.0) as made:
                made.settimeout(2.0)
                made.sendall(b"000chost:version")
                said = b""
                with suppress(TimeoutError):
                    while len(said) < 12 and (part := made.recv(64)):
                        said += part
        except ConnectionRefusedError:
            return ""
        except OSError as error:
            return str(error)
        return said[8:12].decode() if said.startswith(b"OKAY0004") else repr(said[:40])

    def phones(self, port: int) -> Mapping[str, str]:
        """Return the phones that the adb server knows, and their states; {} if it can't be asked."""
        try:
            return AdbServer(port).devices()
        except DeviceError:
            return {}

    def free_bytes(self, path: Path) -> int:
        """Return the free bytes of the disk of a folder that exists or will exist."""
        while not path.exists() and path != path.parent:
            path = path.parent
        return shutil.disk_usage(path).free

    def package(self, name: str) -> str:
        """Return the version of a Python package, or "" if it is not installed."""
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            return ""

    def sdk(self) -> AndroidSdk:
        """Return the Android SDK.

        Raises:
            AndroidSdkError: there is none.
        """
        return AndroidSdk.find(self.root, self.environment)
