"""An emulator that runs while snapshots are built or checked, with an adb server of its own."""

from __future__ import annotations

import subprocess
import time
from contextlib import ExitStack, suppress

from bmoca_gym.devices.adb.console import EmulatorConsole
from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.avd import process as avd_process
from bmoca_gym.devices.avd.process import EmulatorProcess, Ports
from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.devices.device import is_handset
from bmoca_gym.errors import AndroidSdkError, DeviceError, EmulatorBootError, PortInUseError

#: Seconds for Android to boot, for an emulator to end by itself, and for the launcher to appear after the boot.
BOOT_SECONDS = 600.0
_ENDING = 30.0
_AFTER_BOOT = 15.0
_POLL_SECONDS = 0.1
#: Seconds without output after which a command is stopped: installing an app prints nothing for a long time.
_SILENCE = 600.0

#: Environment of the adb server, so that it searches no other emulators and no phones on USB or in the network.
_SERVER_ALONE = {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5000", "ADB_LIBUSB": "0", "ADB_MDNS": "0"}


class RunningEmulator:
    """An emulator of one virtual device, cold booted. A context manager.

    Args:
        sdk: the Android SDK.
        name: the virtual device.
        port: port of its console, an even number; adb's is the next one. By default free ports.
        window: show its window.
        wipe: start with a factory reset; all data and snapshots are lost.
        read_only: write nothing to the virtual device, so that others can use it at the same time.

    Raises:
        AndroidSdkError: a program is missing.
        AccelerationError: there is no virtualisation.
        PortInUseError: the port is in use.
        EmulatorBootError: the emulator ends at once, or Android does not boot.
    """

    def __init__(
        self,
        sdk: AndroidSdk,
        name: str,
        port: int | None = None,
        window: bool = False,
        wipe: bool = False,
        read_only: bool = False,
    ) -> None:
        self.name = name
        self._ending = ExitStack()
        avd_process.check_acceleration(sdk)
        with ExitStack() as stack:
            # An adb server of its own, of the SDK's version: a shared one stops as soon as an adb of another version is
            # run.
            self._server_port = avd_process.free_port()
            adb, environment = [str(sdk.adb), "-P", str(self._server_port)], sdk.environment_of_programs()
            _run([*adb, "start-server"], environment | _SERVER_ALONE)
            stack.callback(_run, [*adb, "kill-server"], environment)
            self._start(sdk, port, ("-wipe-data",) if wipe else (), window, read_only)
            stack.callback(self._end)
            stack.callback(self.device.close)
            self._ending = stack.pop_all()

    def __enter__(self) -> RunningEmulator:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the emulator and its adb server. A second call does nothing."""
        self._ending.close()

    def _start(
        self, sdk: AndroidSdk, port: int | None, more: tuple[str, ...], window: bool, read_only: bool
    ) -> None:
        """Start it and wait for Android; on other free ports if a program takes one before the emulator does."""
        for tries_left in reversed(range(avd_process.TRIES)):
            self.ports = avd_process.free_ports() if port is None else _chosen(port)
            words = avd_process.command(sdk, self.name, self.ports, read_only=read_only, window=window)
            self._process = EmulatorProcess(sdk, [*words, *more], self._server_port)
            try:
                self.device = self._booted()
                return
            except BaseException as error:
                self._end()
                taken = isinstance(error, EmulatorBootError) and avd_process.says_port_taken(str(error))
                if not taken or port is not None or not tries_left:
                    raise

    def _booted(self) -> AdbDevice:
        """The phone, once its launcher is visible."""
        server = AdbServer(self._server_port)
        end = time.monotonic() + BOOT_SECONDS
        while True:
            ended = self._process.ended()
            if ended:
                raise EmulatorBootError(
                    f"The emulator of {self.name} has {ended} while it started. It said: {self._said()}. "
                    "`bmoca doctor` looks for what is missing."
                )
            state = server.devices().get(self.ports.serial, "unknown to adb")
            if state == "device":
                device = AdbDevice(self.ports.serial, self._server_port, _SILENCE)
                with suppress(DeviceError):
                    device.check_health()
                    if not is_handset(device):
                        device.wait(_AFTER_BOOT)
                    return device
                device.close()
            if time.monotonic() >= end:
                raise EmulatorBootError(
                    f"The emulator of {self.name} runs, but Android has not booted in {BOOT_SECONDS:.0f} s (adb: "
                    f"{state}). It said: {self._said()}. `bmoca doctor` looks for what is missing."
                )
            time.sleep(_POLL_SECONDS)

    def _said(self) -> str:
        lines = self._process.said.splitlines()
        told = [line for line in lines if any(word in line for word in ("ERROR", "FATAL", "PANIC"))]
        return " ".join(" ".join(told or lines[-3:]).split()) or "nothing"

    def _end(self) -> None:
        if not self._process.ended():  # else the port may be another emulator's
            with suppress(DeviceError):
                EmulatorConsole(self.ports.console).ask("kill")  # it closes the connection without an answer
        self._process.ended(_ENDING)
        self._process.end()


def _chosen(port: int) -> Ports:
    if port % 2 or not 1024 <= port < 65535:
        raise PortInUseError(f"port {port}: it must be an even number from 1024 to 65534, such as 5554")
    ports = Ports(port, avd_process.free_port())
    ports.check_free()
    return ports


def _run(words: list[str], environment: dict[str, str]) -> None:
    """Run adb.

    Raises:
        AndroidSdkError: it fails.
    """
    try:
        done = subprocess.run(
            words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AndroidSdkError(f"`{' '.join(words)}` failed: {error}") from error
    if done.returncode != 0:
        said = " ".join((done.stderr + done.stdout).decode("utf-8", "replace").split())[-300:]
        raise AndroidSdkError(f"`{' '.join(words)}` ended with {done.returncode}: {said}")
