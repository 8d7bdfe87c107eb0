"""Android virtual devices as a Device: emulators are started, brought to snapshots, and replaced when they fail."""

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
    """Android virtual devices behind one contract: keeps `bmoca_gym.devices.device.Device`.

    It is one AVD at a time. `enter` goes to a snapshot of any; an emulator is started for an AVD when it is first
    needed, and stays for the next time, up to ``most_emulators``. They have ports and an adb server of their own, so
    that several such devices, in one process or many, do not touch each other.

    An emulator that ends, or leaves a question unanswered for ``hang_seconds``, makes whatever was asked of it raise
    `EmulatorLostError`; so does everything from then on, until `enter` or `load_snapshot` starts another.

    Screenshots come over the emulator's gRPC, through android-env, without their way through Android: as the screen
    is mounted, whichever way an app has turned it. Gestures go through Android's ``input``, whose taps are taps
    however busy the machine is; over gRPC a finger that is lifted late makes a long press. Everything else is
    `AdbDevice`'s.

    Args:
        avd: which AVD it is until `enter` goes to another; without it the first that `bmoca avd build` has made.
        sdk: Android's SDK; without it where ``ANDROID_HOME`` says, or a usual place.
        ports: (console, gRPC) of the emulator; adb's is the one behind the console's. Without it free ones. With it
            one emulator runs at a time.
        attach: use the emulator that listens on ``ports`` already. It is never ended, and is one AVD for ever.
        most_emulators: how many may run at a time; each takes 2 to 4 GB of memory.
        loads_per_launch: after so many loaded snapshots an emulator is replaced, as it grows with each.
        boot_seconds: the longest wait for an emulator to boot.
        hang_seconds: the longest wait for its answer that it is well.
        read_only: nothing is saved in the AVD, and several emulators may run on it. Without it `save_snapshot` works.
        window: emulators show their screens.

    Raises:
        MissingExtraError, AndroidSdkError, AccelerationError, AvdNotFoundError, PortInUseError, DeviceError: what is
            missing; the message says what to do.
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
        # Raises where the extra is missing, before anything is started.
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
            _ = self._sdk.emulator, self._sdk.adb  # raise where they are missing
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
        """The AVD that it is now."""
        return self._avd

    @property
    def serial(self) -> str:
        """Serial that adb knows the emulator by; "" before the first is started."""
        return "" if self._emulator is None else self._emulator.ports.serial

    @property
    def closed(self) -> bool:
        """Tell whether `close` was called."""
        return not self._close.alive

    @property
    def launches(self) -> int:
        """Number of emulators that were started so far."""
        return self._pool.launches

    @property
    def emulator(self) -> Emulator:
        """The emulator that it is now, started where none was: its process, its adb device, its android-env client.

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
        """Go to a snapshot of an AVD, whatever became of the emulators meanwhile: one is started where none runs.

        Raises:
            AvdNotFoundError, SnapshotError: there is none; the message says how it is made.
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
        """Record that `bmoca avd build` left of an AVD: None where it has not made it, or an emulator was attached."""
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
        """See on the disk, before minutes are spent on a boot, that a snapshot is there."""
        known = self._sdk.virtual_device(avd).snapshots
        if name not in known:
            raise SnapshotError(
                f"the AVD {avd} has no snapshot {name!r}; it has {', '.join(known) or 'none'}.{nearest(name, known)} "
                f"{_BUILD}: `bmoca avd build --environments {name.removeprefix(PREFIX)}`."
            )

    def _check_attached(self, avd: str) -> str:
        """An emulator that was there before is the AVD that it is; one whose name is not known may be any."""
        if self._avd and avd != self._avd:
            raise AvdNotFoundError(
                f"this device is attached to an emulator of {self._avd}, and the environment needs {avd}. Choose "
                "environments of one device profile, or have emulators started: AvdDevice() without attach."
            )
        return avd

    @contextmanager
    def _using(self) -> Iterator[Emulator]:
        """The emulator, in whose stead an error tells why it was lost, where it was."""
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
        """Size in px as the screen is turned now, density, API level and locale."""
        with self._using() as emulator:
            return emulator.adb.info

    def perform(self, gesture: Gesture) -> None:
        """Make a gesture; returns when the phone has taken it."""
        with self._using() as emulator:
            emulator.adb.perform(gesture)

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass, at most an hour: virtual time on the handset, real time elsewhere."""
        with self._using() as emulator:
            emulator.adb.wait(seconds)

    def settle(self, timeout: float = 10.0) -> bool:
        """Wait until two screenshots in a row agree, as `AdbDevice.settle` does."""
        with self._using() as emulator:
            return emulator.adb.settle(timeout)

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """The screen as ``uint8[H, W, 3]`` RGB, at native size or averaged to ``size`` = (width, height) px."""
        wanted = None if size is None else checked_size(size)
        with self._using() as emulator:
            if wanted is not None and emulator.handset:  # which draws it straight at that size, as in process
                frame = emulator.client.frame(wanted)
                if frame.shape[1::-1] == wanted:
                    return frame
            frame = emulator.client.frame()
        if wanted is None or frame.shape[1::-1] == wanted:
            return frame
        return np.asarray(cv2.resize(frame, wanted, interpolation=cv2.INTER_AREA), np.uint8)

    def ui_tree(self) -> UiTree:
        """The UI tree of the active window, as `AdbDevice.ui_tree` reads it."""
        with self._using() as emulator:
            return emulator.adb.ui_tree()

    def shell(self, command: str) -> ShellResult:
        """Run a line in the phone's shell, with root's rights where the phone gives them."""
        with self._using() as emulator:
            return emulator.adb.shell(command)

    def read_file(self, path: str) -> bytes:
        """The content of a file."""
        with self._using() as emulator:
            return emulator.adb.read_file(path)

    def write_file(self, path: str, data: bytes) -> None:
        """Replace or create a file."""
        with self._using() as emulator:
            emulator.adb.write_file(path, data)

    def log_cursor(self) -> int:
        """A mark behind the newest log line."""
        with self._using() as emulator:
            return emulator.adb.log_cursor()

    def log_since(self, cursor: int) -> list[LogEntry]:
        """All log lines after ``cursor``, up to this moment."""
        with self._using() as emulator:
            return emulator.adb.log_since(cursor)

    def save_snapshot(self, name: str) -> None:
        """Keep the phone's whole state under ``name``, in the AVD's folder.

        Raises:
            SnapshotError: the device is ``read_only``, or the emulator refuses.
        """
        with self._using() as emulator:
            emulator.adb.save_snapshot(name)

    def load_snapshot(self, name: str) -> None:
        """Return to the state kept under ``name``, in a new emulator where the last one was lost.

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
        """The names of the AVD's snapshots, in alphabetical order."""
        with self._using() as emulator:
            return emulator.adb.snapshots()

    def check_health(self) -> None:
        """See that the emulator runs, has booted and runs commands."""
        with self._using() as emulator:
            emulator.adb.check_health()

    def close(self) -> None:
        """End all emulators that were started here, and their adb server. Closing twice is harmless."""
        self._close()
        self._emulator = None
        self._lost = EmulatorLostError(f"the device was closed, and with it the emulator of {self._avd}.")

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return partial(AvdDevice, **self._arguments), ()
