"""The running emulators of one device: one for each AVD, up to a set number, and an adb server for them alone."""

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

#: How often other ports are tried where somebody was faster on those that were free.
_TRIES = 5
_SERVER_SECONDS = 30.0

#: Between looking for free ports and taking them another thread of this process must not do the same.
_launching = threading.Lock()


@dataclass(frozen=True)
class PoolOptions:
    """Options that emulators are started with, see `bmoca_gym.devices.avd.device.AvdDevice`."""

    ports: Ports | None
    attach: bool
    most_emulators: int
    loads_per_launch: int
    boot_seconds: float
    hang_seconds: float
    read_only: bool
    window: bool


class EmulatorPool:
    """Starts emulators, keeps them running, ends the one that was not used for longest when there are too many."""

    def __init__(self, sdk: AndroidSdk, options: PoolOptions) -> None:
        self._sdk = sdk
        self._options = options
        self._running: OrderedDict[str, Emulator] = OrderedDict()
        self._server: AdbServer | None = None
        #: How many emulators were started so far.
        self.launches = 0

    def emulator(self, avd: str, snapshot: str = "") -> Emulator:
        """The emulator of an AVD: the running one, if it is well and not worn out, else a new one.

        ``snapshot``: that a new one starts from, so that it need not boot; it is not said to have been loaded.

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
        for attempt in range(_TRIES):
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
                if options.ports is not None or attempt == _TRIES - 1:
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
        """The adb server for these emulators: others are none of its business, and nobody else restarts it."""
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
        """End all emulators that were started here, and the adb server. Closing twice is harmless."""
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
