"""Questions that `bmoca doctor` asks of this computer, in one place, so that tests can give its checks answers."""

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

#: Exit code for a program that can't be run, as shells have it.
NOT_FOUND = 127
_SECONDS = 30.0

#: Of the kernel's KVM interface (linux/kvm.h); the version is the same since 2007.
_KVM_GET_API_VERSION, _KVM_API_VERSION = 0xAE00, 12


class Machine:
    """This computer. Nothing that is asked changes it, but that programs are run to tell their versions.

    ``root``: of Android's SDK, where the user named it.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables."""
        return os.environ

    def system(self) -> tuple[str, str]:
        """The operating system and the processor, such as ``Linux`` and ``x86_64``."""
        return platform.system(), platform.machine()

    def read(self, path: str) -> str:
        """The text of a file; "" where it can't be read."""
        try:
            return Path(path).read_text("utf-8", "replace")
        except OSError:
            return ""

    def exists(self, path: str) -> bool:
        """Tell whether there is such a file."""
        return Path(path).exists()

    def kvm(self) -> str:
        """Reason why the kernel's virtualisation can't be used by this user, or "" where it can."""
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
        """Exit code and output of a program; `NOT_FOUND` where it can't be run."""
        try:
            done = subprocess.run(
                list(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                timeout=_SECONDS, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            return NOT_FOUND, str(error)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def which(self, name: str) -> str:
        """The path of a program that a shell would find, or ""."""
        return shutil.which(name) or ""

    def is_free(self, port: int) -> bool:
        """Tell whether nobody listens on a port of the loopback interface."""
        with socket.socket() as made:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                made.bind((HOST, port))
            except OSError:
                return False
        return True

    def adb_server_port(self) -> int:
        """The port that adb's programs use.

        Raises:
            AdbServerError: the variable that names it is not a port.
        """
        return server_port()

    def adb_server(self, port: int) -> str:
        """The version that a running adb server tells, in hexadecimal digits; what it says else; "" where none runs."""
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
        """The phones that the adb server knows, with their states; none where it can't be asked."""
        try:
            return AdbServer(port).devices()
        except DeviceError:
            return {}

    def free_bytes(self, path: Path) -> int:
        """Room in bytes where a folder is, or will be."""
        while not path.exists() and path != path.parent:
            path = path.parent
        return shutil.disk_usage(path).free

    def package(self, name: str) -> str:
        """The version of a Python package, or "" where it is not installed."""
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            return ""

    def sdk(self) -> AndroidSdk:
        """Android's SDK.

        Raises:
            AndroidSdkError: there is none.
        """
        return AndroidSdk.find(self.root, self.environment)
