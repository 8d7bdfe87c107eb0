"""The Device contract: all that an environment, a detector or a configuration may know of a phone."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.errors import DeviceError
from bmoca_gym.handset.contract import HANDSET_PROPERTY
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """Properties that do not change while an agent acts, unless a configuration is applied.

    ``width``, ``height``: px; ``density``: dpi; ``api_level``: Android's; ``locale``: BCP 47, e.g. ``ar-EG``.
    """

    serial: str
    width: int
    height: int
    density: int
    api_level: int
    locale: str


class ShellResult(NamedTuple):
    """Output of a shell command, and its exit code (0: success)."""

    output: str
    exit_code: int


class LogEntry(NamedTuple):
    """A line of the system log. ``time``: seconds since the epoch on the device's clock; ``level``: one of VDIWEF."""

    time: float
    level: str
    tag: str
    message: str


@runtime_checkable
class Device(Protocol):
    """A phone. Coordinates are fractions of the screen, times are seconds, bytes are a file's content."""

    @property
    def info(self) -> DeviceInfo:
        """Size in px, density, API level and locale, as they are now."""
        ...

    def perform(self, gesture: Gesture) -> None:
        """Make a gesture and return when the phone has taken it (not when the screen has settled).

        Raises:
            GestureError: the gesture can't be made on this phone (e.g. Unicode text without an input method).
        """
        ...

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` (0 or more) pass on the phone: virtual time on the handset, real time elsewhere."""
        ...

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """The screen as ``uint8[H, W, 3]`` RGB, at native size or at ``size`` = (width, height) px.

        The array is the caller's own: writing to it changes nothing else.
        """
        ...

    def ui_tree(self) -> UiTree:
        """The UI tree of the active window, as ``uiautomator dump`` would give it."""
        ...

    def shell(self, command: str) -> ShellResult:
        """Run a line in the phone's shell with system rights. An unknown command answers 127, as ``sh`` does."""
        ...

    def read_file(self, path: str) -> bytes:
        """The content of a file on the phone.

        Raises:
            FileAccessError: there is no such file, or it can't be read.
        """
        ...

    def write_file(self, path: str, data: bytes) -> None:
        """Replace or create a file on the phone; an app whose own file it is reads it at its next start.

        Raises:
            FileAccessError: the path is not absolute, is a directory, or can't be written.
        """
        ...

    def log_cursor(self) -> int:
        """A mark behind the newest log line, for `log_since`."""
        ...

    def log_since(self, cursor: int) -> list[LogEntry]:
        """All log lines after ``cursor``, oldest first."""
        ...

    def save_snapshot(self, name: str) -> None:
        """Keep the phone's whole state under ``name``, replacing an older one of that name."""
        ...

    def load_snapshot(self, name: str) -> None:
        """Return to the state kept under ``name``.

        Raises:
            SnapshotError: there is no snapshot of that name.
        """
        ...

    def snapshots(self) -> tuple[str, ...]:
        """The names of the kept snapshots, in alphabetical order."""
        ...

    def close(self) -> None:
        """Give back what the device holds (processes, sockets, buffers). Closing twice is harmless."""
        ...


@runtime_checkable
class InProcess(Protocol):
    """A Device whose whole phone is a value in this process, as `bmoca_gym.devices.embedded.EmbeddedDevice` is."""

    @property
    def phone(self) -> object:
        """The phone as it is now."""
        ...


def is_handset(device: Device) -> bool:
    """Tell whether a device is the embedded handset, in process or over the wire, and no Android.

    On it everything takes effect at once, nothing has to be waited for, and the clock can be stopped.
    """
    result = device.shell(f"getprop {HANDSET_PROPERTY}")
    return result.exit_code == 0 and result.output.strip() == "1"


def run(device: Device, command: str) -> str:
    """Output of a line that must succeed.

    Raises:
        DeviceError: it ends with an exit code other than 0.
    """
    result = device.shell(command)
    if result.exit_code != 0:
        raise DeviceError(f"`{command}` ended with {result.exit_code}: {result.output.strip()}")
    return result.output


def checked_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size of a screenshot as whole numbers of px.

    Raises:
        DeviceError: it is none, or a side is not from 1 to 8192 px.
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
