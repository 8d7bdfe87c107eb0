"""Running emulators of one device: one for each AVD, up to a limit, and an adb server of their own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from collections import OrderedDict
from dataclasses import dataclass

from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.avd import process as avd_process
from bmoca_gym.devices.avd.emulator import Emulator
from bmoca_gym.devices.avd.process import EmulatorProcess, Ports
from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.errors import EmulatorBootError, EmulatorError, PortInUseError

_SERVER_SECONDS = 30.0

#: Held from the search for free ports until they are in use, against other threads of this process.
_launching = threading.Lock()


@dataclass(frozen=True)
class PoolOptions:
    """Options of emulators, see `bmoca_gym.devices.avd.device.AvdDevice`."""

    ports: Ports | None
    attach: bool
    most_emulators: int
    loads_per_launch: int
    boot_seconds: float
    hang_seconds: float
    read_only: bool
    window: bool


class EmulatorPool:
    """Starts emulators and keeps them running. If there are too many, the least recently used one is stopped."""

    def __init__(self, sdk: AndroidSdk, options: PoolOptions) -> None:
        self._sdk = sdk
        self._options = options
        self._running: OrderedDict[str, Emulator] = OrderedDict()
        self._server: AdbServer | None = None
        #: Number of emulators started so far.
        self.launches = 0

    def emulator(self, avd: str, snapshot: str = "") -> Emulator:
        """Return the emulator of an AVD: the running one if it is healthy and not due for replacement, else a
        new one.

        ``snapshot``: the snapshot from which a new one starts instead of booting; it does not count as
        loaded.

        Raises:
            PortInUseError, EmulatorBootError, EmulatorError: none can be started.
        """
        found = self._running.pop(avd, None)
        if found is not None and (found.loads >= self._options.loads_per_launch or not found.healthy()):
            found.close()
            found = None
        if found is None:
            while len(self._running) >= self._options.most_emulators:
                self._running.popitem(last=False)[1].close()
            found = self._attached(avd) if self._options.attach else self._launched(avd, snapshot)
            self.launches += 1
        self._running[avd] = found
        return found

    def _launched(self, avd: str, snapshot: str) -> Emulator:
        options, server = self._options, self._own_server()
        for attempt in range(avd_process.TRIES):
            with _launching:
                ports = options.ports or avd_process.free_ports()
                ports.check_free()
                words = avd_process.command(
                    self._sdk, avd, ports, snapshot, read_only=options.read_only, window=options.window
                )
                process = EmulatorProcess(self._sdk, words, server.port)
            try:
                return Emulator(
                    avd,
                    ports,
                    process,
                    server,
                    str(self._sdk.adb),
                    options.boot_seconds,
                    options.hang_seconds,
                )
            except EmulatorBootError as error:
                if not avd_process.says_port_taken(str(error)):
                    raise
                if options.ports is not None or attempt == avd_process.TRIES - 1:
                    raise PortInUseError(
                        f"an emulator of {avd} found one of its ports taken: {error}"
                    ) from error
        raise AssertionError("the last attempt raises")  # pragma: no cover

    def _attached(self, avd: str) -> Emulator:
        options, server = self._options, AdbServer()
        assert options.ports is not None
        return Emulator(
            avd, options.ports, None, server, str(self._sdk.adb), options.boot_seconds, options.hang_seconds
        )

    def _own_server(self) -> AdbServer:
        """The adb server for these emulators. It ignores all others, and no other program restarts it."""
        if self._server is None:
            port = avd_process.free_port()
            environment = self._sdk.environment_of_programs() | {
                "ADB_LOCAL_TRANSPORT_MAX_PORT": "5000",  # it looks for no emulators of others,
                "ADB_LIBUSB": "0",  # nor long for phones,
                "ADB_MDNS": "0",  # nor in the network
            }
            try:
                done = subprocess.run(
                    [str(self._sdk.adb), "-P", str(port), "start-server"], env=environment, stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=_SERVER_SECONDS, check=False,
                )  # fmt: skip
            except (OSError, subprocess.TimeoutExpired) as error:
                raise EmulatorError(f"{self._sdk.adb} can't start its server: {error}") from error
            if done.returncode != 0:
                said = done.stderr.decode("utf-8", "replace").strip()
                raise EmulatorError(f"{self._sdk.adb} can't start its server: {said[-300:]}")
            self._server = AdbServer(port)
        self._server.check()
        return self._server

    def close(self) -> None:
        """Stop all emulators that were started here, and the adb server. A second call does nothing."""
        while self._running:
            self._running.popitem()[1].close()
        if self._server is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    [str(self._sdk.adb), "-P", str(self._server.port), "kill-server"], env=dict(os.environ),
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                    timeout=_SERVER_SECONDS, check=False,
                )  # fmt: skip
            self._server = None
