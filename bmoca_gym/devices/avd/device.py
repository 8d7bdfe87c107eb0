"""Android virtual devices as a Device: emulators are started, set to snapshots, and replaced when they fail."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.avd import process as avd_process
from bmoca_gym.devices.avd import record as avd_record
from bmoca_gym.devices.avd.emulator import Emulator
from bmoca_gym.devices.avd.names import PREFIX
from bmoca_gym.devices.avd.pool import EmulatorPool, PoolOptions
from bmoca_gym.devices.avd.process import Ports
from bmoca_gym.devices.avd.record import AvdRecord
from bmoca_gym.devices.avd.sdk import AndroidSdk
from bmoca_gym.devices.device import DeviceInfo, LogEntry, ShellResult, checked_size
from bmoca_gym.errors import (
    AvdNotFoundError,
    DeviceError,
    DeviceLostError,
    EmulatorLostError,
    SnapshotError,
    nearest,
)
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree

_BUILD = "`bmoca avd build` makes them"


class AvdDevice:
    """Android virtual devices behind one contract. Implements `bmoca_gym.devices.device.Device`.

    The device is one AVD at a time. `enter` changes to a snapshot of any AVD. Its emulator is started when it
    is first needed and keeps running for the next time, up to ``most_emulators``. Emulators have ports and an
    adb server of their own, so several such devices, in one process or many, do not disturb each other.

    If an emulator ends, or does not answer for ``hang_seconds``, the current call raises `EmulatorLostError`.
    So do all further calls, until `enter` or `load_snapshot` starts another emulator.

    Screenshots come over the emulator's gRPC, through android-env, which is faster than Android's way. They
    have the orientation of the hardware, whichever way an app has turned the screen. Gestures use Android's
    ``input``: its taps stay taps on a busy machine, whereas over gRPC a delayed lift becomes a long press.
    Everything else works as in `AdbDevice`.

    Args:
        avd: the AVD until `enter` is called; by default the first that `bmoca avd build` has made.
        sdk: folder of the Android SDK; by default ``ANDROID_HOME``, else a usual place.
        ports: (console, gRPC) ports of the emulator; adb's port is console + 1. By default free ports. With
            given ports only one emulator runs at a time.
        attach: use the emulator that already listens on ``ports``. It is never stopped, and its AVD can't
            change.
        most_emulators: most emulators that run at a time; each takes 2 to 4 GB of memory.
        loads_per_launch: number of loaded snapshots after which an emulator is replaced, since each makes it
            larger.
        boot_seconds: longest boot of an emulator.
        hang_seconds: longest wait for an emulator's sign of life.
        read_only: save nothing in the AVD, so that several emulators can run on it. `save_snapshot` needs
            False.
        window: show the emulators' windows.

    Raises:
        MissingExtraError, AndroidSdkError, AccelerationError, AvdNotFoundError, PortInUseError, DeviceError:
            something is missing; the message says what to do.
    """

    def __init__(
        self,
        avd: str | None = None,
        *,
        sdk: str | None = None,
        ports: tuple[int, int] | None = None,
        attach: bool = False,
        most_emulators: int = 2,
        loads_per_launch: int = 100,
        boot_seconds: float = 300.0,
        hang_seconds: float = 30.0,
        read_only: bool = True,
        window: bool = False,
    ) -> None:
        # Raises if the extra is missing, before anything is started.
        from bmoca_gym.devices.avd import client  # noqa: F401

        self._arguments: dict[str, Any] = {
            "avd": avd, "sdk": sdk, "ports": ports, "attach": attach, "most_emulators": most_emulators,
            "loads_per_launch": loads_per_launch, "boot_seconds": boot_seconds, "hang_seconds": hang_seconds,
            "read_only": read_only, "window": window,
        }  # fmt: skip
        if attach and ports is None:
            raise DeviceError(
                "attach needs the ports of the emulator: ports=(console, grpc), as it was started with."
            )
        for name, number, least in (
            ("most_emulators", most_emulators, 1),
            ("loads_per_launch", loads_per_launch, 1),
            ("boot_seconds", boot_seconds, 0),
            ("hang_seconds", hang_seconds, 0),
        ):
            if not number >= least or not number:
                raise DeviceError(f"{name} is {number!r}; it must be a number above 0.")
        found = None if ports is None else Ports(*ports)
        self._sdk = AndroidSdk.find(sdk)
        self._attach = attach
        options = PoolOptions(
            found, attach, 1 if found else most_emulators, loads_per_launch, boot_seconds, hang_seconds,
            read_only, window,
        )  # fmt: skip
        if not attach:
            _ = self._sdk.emulator, self._sdk.adb  # raise if they are missing
            avd_process.check_acceleration(self._sdk)
            if found is not None:
                found.check_free()
        self._pool = EmulatorPool(self._sdk, options)
        self._avd = avd or ("" if attach else self._first_avd())
        if not attach:
            self._check_avd(self._avd)
        self._emulator: Emulator | None = None
        self._lost: EmulatorLostError | None = None
        self._close = weakref.finalize(self, EmulatorPool.close, self._pool)

    # Which emulator

    @property
    def avd(self) -> str:
        """The current AVD."""
        return self._avd

    @property
    def serial(self) -> str:
        """Serial of the emulator in adb; "" before the first is started."""
        return "" if self._emulator is None else self._emulator.ports.serial

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return not self._close.alive

    @property
    def launches(self) -> int:
        """Number of emulators started so far."""
        return self._pool.launches

    @property
    def emulator(self) -> Emulator:
        """The current emulator, started if needed: its process, adb device and android-env client.

        Raises:
            EmulatorLostError: it was lost.
            EmulatorError: it can't be started.
        """
        if self._lost is not None:
            raise EmulatorLostError(
                f"{self._lost} Nothing can be asked of it until a snapshot is loaded, or the environment is reset."
            ) from self._lost
        if self._emulator is None:
            self._emulator = self._pool.emulator(self._avd)
        return self._emulator

    def enter(self, avd: str, snapshot: str) -> None:
        """Load a snapshot of an AVD, even after an emulator was lost. An emulator is started if none runs.

        Raises:
            AvdNotFoundError, SnapshotError: it does not exist; the message says how to make it.
            EmulatorError: no emulator can be started, or the new one was lost at once.
        """
        if self._attach:
            avd = self._check_attached(avd)
        else:
            self._check_avd(avd)
            self._check_snapshot(avd, snapshot)
        self._emulator, self._avd = None, avd
        for last in (False, True):
            self._lost = None
            self._emulator = self._pool.emulator(avd, snapshot)
            self._emulator.loads += 1
            try:
                with self._using() as emulator:
                    emulator.adb.load_snapshot(snapshot)
                    return
            except DeviceLostError:
                if last:
                    raise

    def record(self, avd: str) -> AvdRecord | None:
        """Return the record of `bmoca avd build` about an AVD; None if there is none, or for an attached
        emulator.
        """
        return None if self._attach else avd_record.read(self._sdk.virtual_device(avd).folder)

    def _first_avd(self) -> str:
        known = [found.name for found in self._sdk.virtual_devices() if not found.fault]
        ours = [name for name in known if name.startswith(PREFIX)]
        if not ours:
            raise AvdNotFoundError(
                f"there is no AVD for device='avd' in {self._sdk.avd_home} (there are: {', '.join(known) or 'none'}); "
                f"{_BUILD}. Any other AVD can be named: AvdDevice('NAME')."
            )
        return ours[0]

    def _check_avd(self, name: str) -> None:
        fault = self._sdk.virtual_device(name).fault
        if fault:
            raise AvdNotFoundError(f"{fault} ({_BUILD})")

    def _check_snapshot(self, avd: str, name: str) -> None:
        """Check on disk that a snapshot exists, before an emulator takes minutes to boot."""
        known = self._sdk.virtual_device(avd).snapshots
        if name not in known:
            raise SnapshotError(
                f"the AVD {avd} has no snapshot {name!r}; it has {', '.join(known) or 'none'}.{nearest(name, known)} "
                f"{_BUILD}: `bmoca avd build --environments {name.removeprefix(PREFIX)}`."
            )

    def _check_attached(self, avd: str) -> str:
        """Check that an attached emulator is this AVD. If its name is unknown, it may be any."""
        if self._avd and avd != self._avd:
            raise AvdNotFoundError(
                f"this device is attached to an emulator of {self._avd}, and the environment needs {avd}. Choose "
                "environments of one device profile, or have emulators started: AvdDevice() without attach."
            )
        return avd

    @contextmanager
    def _using(self) -> Iterator[Emulator]:
        """Context manager with the emulator: an error inside says why the emulator was lost, if it was."""
        emulator = self.emulator
        try:
            yield emulator
        except DeviceError as error:
            reason = emulator.why_lost() if isinstance(error, DeviceLostError) else emulator.lost
            if not reason:
                raise
            self._lost = EmulatorLostError(
                f"the emulator of {emulator.avd} ({emulator.ports.serial}) {reason}."
            )
            raise self._lost from error

    # The contract

    @property
    def info(self) -> DeviceInfo:
        """Size in px in the screen's current orientation, density, API level and locale."""
        with self._using() as emulator:
            return emulator.adb.info

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture. Returns when the phone has received it."""
        with self._using() as emulator:
            emulator.adb.perform(gesture)

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass, at most an hour: virtual time on the handset, real time on Android."""
        with self._using() as emulator:
            emulator.adb.wait(seconds)

    def settle(self, timeout: float = 10.0) -> bool:
        """Wait until two successive screenshots are equal, as `AdbDevice.settle` does."""
        with self._using() as emulator:
            return emulator.adb.settle(timeout)

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, at native size or averaged to ``size`` = (width,
        height) px.
        """
        wanted = None if size is None else checked_size(size)
        with self._using() as emulator:
            if wanted is not None and emulator.handset:  # the handset renders at that size, as in process
                frame = emulator.client.frame(wanted)
                if frame.shape[1::-1] == wanted:
                    return frame
            frame = emulator.client.frame()
        if wanted is None or frame.shape[1::-1] == wanted:
            return frame
        return np.asarray(cv2.resize(frame, wanted, interpolation=cv2.INTER_AREA), np.uint8)

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the UI tree of the active window, as `AdbDevice.ui_tree` does."""
        with self._using() as emulator:
            return emulator.adb.ui_tree(windows)

    def shell(self, command: str) -> ShellResult:
        """Run a command in the phone's shell, as root if the phone allows it."""
        with self._using() as emulator:
            return emulator.adb.shell(command)

    def read_file(self, path: str) -> bytes:
        """Return the content of a file."""
        with self._using() as emulator:
            return emulator.adb.read_file(path)

    def write_file(self, path: str, data: bytes) -> None:
        """Create or replace a file."""
        with self._using() as emulator:
            emulator.adb.write_file(path, data)

    def log_cursor(self) -> int:
        """Return the position after the newest log line."""
        with self._using() as emulator:
            return emulator.adb.log_cursor()

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return all log lines after ``cursor`` until now, oldest first."""
        with self._using() as emulator:
            return emulator.adb.log_since(cursor)

    def save_snapshot(self, name: str) -> None:
        """Save the phone's whole state as ``name`` in the AVD's folder.

        Raises:
            SnapshotError: the device is ``read_only``, or the emulator refuses.
        """
        with self._using() as emulator:
            emulator.adb.save_snapshot(name)

    def load_snapshot(self, name: str) -> None:
        """Restore the state that was saved as ``name``, in a new emulator if the last one was lost.

        Raises:
            SnapshotError: there is no such snapshot.
        """
        if self._lost is not None or (self._emulator is not None and self._emulator.lost):
            self._emulator = self._lost = None
        if self._emulator is None:
            self._emulator = self._pool.emulator(self._avd)
        with self._using() as emulator:
            emulator.adb.load_snapshot(name)
            emulator.loads += 1

    def snapshots(self) -> tuple[str, ...]:
        """Return the names of the AVD's snapshots in alphabetical order."""
        with self._using() as emulator:
            return emulator.adb.snapshots()

    def check_health(self) -> None:
        """Check that the emulator runs, has booted and runs commands.

        Raises:
            DeviceLostError: it does not.
        """
        with self._using() as emulator:
            emulator.adb.check_health()

    def close(self) -> None:
        """Stop all emulators that this device has started, and their adb server. A second call does nothing."""
        self._close()
        self._emulator = None
        self._lost = EmulatorLostError(f"the device was closed, and with it the emulator of {self._avd}.")

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return partial(AvdDevice, **self._arguments), ()
