"""The Device contract: everything that environments, detectors and configurations need from a phone."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.errors import DeviceError
from bmoca_gym.handset.contract import HANDSET_PROPERTY
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.resources import time_zones
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.tree import UiTree

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """Properties of a device that change only with its configuration or when the screen is turned.

    Attributes:
        serial: the name that adb gives the device.
        width: width of the screen in px.
        height: height of the screen in px.
        density: dpi.
        api_level: Android's API level.
        locale: BCP 47, such as ``ar-EG``.
    """

    serial: str
    width: int
    height: int
    density: int
    api_level: int
    locale: str


class ShellResult(NamedTuple):
    """Output of a shell command and its exit code (0: success)."""

    output: str
    exit_code: int


class LogEntry(NamedTuple):
    """A line of the system log.

    Attributes:
        time: seconds since the epoch, on the device's clock.
        level: one of V, D, I, W, E and F.
        tag: the part of Android that wrote it.
        message: the text.
    """

    time: float
    level: str
    tag: str
    message: str


@runtime_checkable
class Device(Protocol):
    """A phone. Coordinates are fractions of the screen, times are in seconds, files are bytes."""

    @property
    def info(self) -> DeviceInfo:
        """Size in px, density, API level and locale, as they are now."""
        ...

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture. Returns when the phone has received it; the screen may still be changing.

        Raises:
            GestureError: this phone can't perform the gesture, such as Unicode text without an input method
                for it.
        """
        ...

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` (0 or more) pass on the phone: virtual time on the handset, real time on other
        devices.
        """
        ...

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, at native size or at ``size`` = (width, height) px.

        The array belongs to the caller, who may change it.
        """
        ...

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the UI tree of the active window, as ``uiautomator dump`` does.

        ``windows``: add the elements of other windows, such as heads-up notifications, as ``uiautomator dump
        --windows`` does. They come last, as children of the first root.
        """
        ...

    def shell(self, command: str) -> ShellResult:
        """Run a command in the phone's shell, as root if possible. An unknown command has exit code 127, as
        in ``sh``.
        """
        ...

    def read_file(self, path: str) -> bytes:
        """Return the content of a file on the phone.

        Raises:
            FileAccessError: the file does not exist or can't be read.
        """
        ...

    def write_file(self, path: str, data: bytes) -> None:
        """Create or replace a file on the phone. If it belongs to an app, the app reads it when it starts
        next.

        Raises:
            FileAccessError: the path is not absolute, is a directory, or can't be written.
        """
        ...

    def log_cursor(self) -> int:
        """Return the position after the newest log line, for `log_since`."""
        ...

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return all log lines after ``cursor``, oldest first."""
        ...

    def save_snapshot(self, name: str) -> None:
        """Save the phone's whole state as ``name``. An older snapshot of that name is replaced."""
        ...

    def load_snapshot(self, name: str) -> None:
        """Restore the state that was saved as ``name``.

        Raises:
            SnapshotError: there is no such snapshot.
        """
        ...

    def snapshots(self) -> tuple[str, ...]:
        """Return the names of the saved snapshots in alphabetical order."""
        ...

    def close(self) -> None:
        """Release processes, sockets and buffers. A second call does nothing."""
        ...


class Screen(Device, Protocol):
    """A device whose phone is a value in this process, as that of `EmbeddedDevice` is.

    Such a device knows without reading the phone whether anything has changed. Its class declares that by deriving from
    this one. Use `screen_of` to find out; a device without a screen is read again each time.
    """

    @property
    def phone(self) -> Phone:
        """The phone's whole state, an immutable value. Keep it to return to it later; set it to continue from it."""
        ...

    @phone.setter
    def phone(self, phone: Phone) -> None: ...

    @property
    def screen(self) -> object:
        """Token of the screen: the same object as long as the screen, and so the UI tree, stays the same."""
        ...

    @property
    def content(self) -> object:
        """Token of the whole state except the clock: the same object as long as only time passes."""
        ...

    def lacks(self, resource_ids: frozenset[str]) -> bool:
        """Return True if it is known without the UI tree that no element there has one of these resource ids."""
        ...

    def frame(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return what `screenshot` does, but as an array that can't be written to and that others may have."""
        ...


def screen_of(device: Device) -> Screen | None:
    """Return the device as a `Screen` if its class declares to be one, else None."""
    return device if Screen in type(device).__mro__ else None  # type: ignore[return-value]


def in_process(device: Device) -> bool:
    """Whether a device's phone is a value in this process."""
    return screen_of(device) is not None


def is_handset(device: Device) -> bool:
    """Whether a device is the embedded handset, in this process or behind adb, and not Android.

    On the handset everything takes effect at once, so nothing has to be waited for, and the clock can be
    frozen.
    """
    if in_process(device):
        return True
    result = device.shell(f"getprop {HANDSET_PROPERTY}")
    return result.exit_code == 0 and result.output.strip() == "1"


def run(device: Device, command: str) -> str:
    """Run a shell command that must succeed, and return its output.

    Raises:
        DeviceError: its exit code is not 0.
    """
    result = device.shell(command)
    if result.exit_code != 0:
        shown = command if len(command) <= 200 else f"{command[:200]}…"
        raise DeviceError(f"`{shown}` ended with {result.exit_code}: {result.output.strip()[:2000]}")
    return result.output


def local_date(device: Device) -> str:
    """Return a device's date in its time zone, such as ``2023-10-15``; "" if it does not report it."""
    screen = screen_of(device)
    if screen is not None:
        return time_zones.local(screen.phone.zone, screen.phone.clock.wall).date().isoformat()
    result = device.shell("date +%Y-%m-%d")
    told = result.output.strip()
    return told if result.exit_code == 0 and _DATE.fullmatch(told) else ""


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a screenshot as two ints.

    Raises:
        DeviceError: it is not (width, height), each from 1 to 8192 px.
    """
    try:
        width, height = map(operator.index, size)
    except (TypeError, ValueError):
        width = height = 0
    if not (1 <= width <= 8192 and 1 <= height <= 8192):
        raise DeviceError(
            f"screenshot size {size!r}: it must be (width, height), whole numbers from 1 to 8192 px"
        )
    return width, height
