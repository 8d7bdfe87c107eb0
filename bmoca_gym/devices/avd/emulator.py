"""One running emulator, started or attached: its phone behind adb, its gRPC, and a watchdog that stops it if
it hangs.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from bmoca_gym.devices.adb.device import AdbDevice
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.avd.process import EmulatorProcess, Ports, listens
from bmoca_gym.devices.device import is_handset
from bmoca_gym.errors import DeviceError, EmulatorBootError, EmulatorLostError

if TYPE_CHECKING:
    from bmoca_gym.devices.avd.client import EmulatorClient

_POLL_SECONDS = 0.05
_BETWEEN_WATCHES = 0.5
#: Seconds without an answer until an emulator counts as ending; the longer time if its console port is closed.
_DYING, _DYING_SLOWLY = 0.3, 3.0
_CONNECTING = 20.0


class Emulator:
    """An emulator that has booted.

    Attributes:
        adb: its phone.
        client: its gRPC, through android-env.
        loads: number of snapshots loaded in it.
        handset: whether it is `bmoca-emulator`.

    Args:
        avd: name of its AVD, for messages.
        process: its process; None for an attached one, which keeps running when this object is closed.
        server: the adb server that knows it.
        program: the adb program, for android-env.
        boot_seconds: longest boot.
        hang_seconds: seconds without a sign of life after which it is stopped.

    Raises:
        EmulatorBootError: it has ended, or has not booted in time. The process is stopped then.
    """

    def __init__(
        self,
        avd: str,
        ports: Ports,
        process: EmulatorProcess | None,
        server: AdbServer,
        program: str,
        boot_seconds: float,
        hang_seconds: float,
    ) -> None:
        self.avd = avd
        self.ports = ports
        self.process = process
        self.loads = 0
        self._hang_seconds = hang_seconds
        self._hangs = ""
        self._over = threading.Event()
        self._watch: threading.Thread | None = None
        self.handset = False
        self.adb: AdbDevice
        self.client: EmulatorClient
        try:
            self._boot(server, program, time.monotonic() + boot_seconds, boot_seconds)
        except BaseException:
            if process is not None:
                process.end()
            raise
        self._watch = threading.Thread(target=self._keep_watch, name="bmoca-avd-watch", daemon=True)
        self._watch.start()

    def _boot(self, server: AdbServer, program: str, end: float, seconds: float) -> None:
        from bmoca_gym.devices.avd.client import EmulatorClient

        problem: object = "it does not listen on its ports"
        while True:
            ended = "" if self.process is None else self.process.ended()
            if ended or time.monotonic() >= end:
                raise EmulatorBootError(self._why_not(ended, problem, seconds))
            try:
                if listens(self.ports.grpc):
                    self.adb = AdbDevice(self.ports.serial, server.port)
                    self.adb.server.over = lambda: bool(self.lost)
                    self.adb.server.watches = False  # `_keep_watch` does, over gRPC
                    self.adb.check_health()
                    self.handset = is_handset(self.adb)
                    self.client = EmulatorClient(
                        self.ports, program, server.port, _CONNECTING, max(self._hang_seconds, 5.0)
                    )
                    if self.client.booted():
                        return
                    self.client.close()
                    problem = "its gRPC says that it has not booted"
            except DeviceError as error:
                problem = error
            time.sleep(_POLL_SECONDS)

    def _why_not(self, ended: str, problem: object, seconds: float) -> str:
        if self.process is None:
            return (
                f"no emulator answers on the ports {self.ports.console}, {self.ports.adb} (adb) and {self.ports.grpc} "
                f"(gRPC) within {seconds:g} s: {problem}. Start it with `-ports {self.ports.console},{self.ports.adb} "
                f"-grpc {self.ports.grpc}`, or leave out attach: it is started then."
            )
        if ended:
            return (
                f"the emulator of {self.avd} {ended} while it booted. It said:\n{self.process.said}\n"
                "`bmoca doctor` finds what is missing on this machine."
            )
        return (
            f"the emulator of {self.avd} has not booted within {seconds:g} s: {problem}. Give it more time "
            f"(AvdDevice(boot_seconds=...)), or fewer emulators at once. It said:\n{self.process.said}"
        )

    def _keep_watch(self) -> None:
        """Check regularly that the emulator answers. One that hangs is killed, so that waiting calls fail."""
        asked, failures = time.monotonic(), 0
        while not self._over.wait(0.0 if failures else _BETWEEN_WATCHES):
            if self.process is not None and self.process.ended():
                return
            if not failures:
                asked = time.monotonic()
            failures = 0 if self._answers() else failures + 1
            # Not after the first failure: this process itself may have been suspended.
            if failures > 1 and time.monotonic() - asked >= self._hang_seconds and not self._over.is_set():
                self._hangs = f"has not answered for {self._hang_seconds:g} s"
                if self.process is not None:
                    self.process.kill()
                return
            if failures:
                time.sleep(_POLL_SECONDS)

    def _answers(self) -> bool:
        try:
            self.client.booted(self._hang_seconds / 2)
        except EmulatorLostError:
            return False
        return True

    @property
    def lost(self) -> str:
        """Why the emulator is no longer usable, or "" while it answers."""
        if self._hangs:
            return f"{self._hangs}, and was ended" if self.process is not None else self._hangs
        return "" if self.process is None else self.process.ended()

    def why_lost(self) -> str:
        """Return `lost` after a failed call, and wait a moment in case the emulator is just ending."""
        start = time.monotonic()
        while not (reason := self.lost):
            passed = time.monotonic() - start
            if passed > (_DYING_SLOWLY if not listens(self.ports.console) else _DYING):
                break
            time.sleep(_POLL_SECONDS)
        return reason

    def healthy(self) -> bool:
        """Whether it runs, answers, and runs commands."""
        if self.lost:
            return False
        try:
            self.adb.check_health()
        except DeviceError:
            return False
        return True

    def close(self) -> None:
        """Close all connections, and stop the emulator if it was started here. A second call does nothing."""
        self._over.set()
        self.adb.close()  # first, since the log's thread would wait for the lost phone
        self.client.close()
        if self._watch is not None:
            self._watch.join()
        if self.process is not None:
            self.process.end()
