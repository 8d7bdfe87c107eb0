"""Any phone behind adb as a Device. Nothing is installed on the phone."""

from __future__ import annotations

import re
import secrets
import time
import weakref
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.adb import ui_dump
from bmoca_gym.devices.adb.console import EmulatorConsole, console_port
from bmoca_gym.devices.adb.files import AdbFiles
from bmoca_gym.devices.adb.input import AdbInput
from bmoca_gym.devices.adb.log import AdbLog
from bmoca_gym.devices.adb.screen import AdbScreen
from bmoca_gym.devices.adb.server import AdbServer
from bmoca_gym.devices.adb.shell import AdbShell
from bmoca_gym.devices.device import DeviceInfo, LogEntry, ShellResult, checked_size, is_handset
from bmoca_gym.errors import DeviceError, DeviceLostError, SnapshotError, nearest
from bmoca_gym.handset.gestures import Gesture
from bmoca_gym.handset.ui.tree import UiTree

#: Longest wait in seconds on a real phone; longer ones are a mistake of the caller.
LONGEST_WAIT = 3600.0
#: Longest `sleep` of the handset in seconds; its time is virtual.
_LONGEST_SLEEP = 86_400_000
#: Seconds that an emulator gets to return to adb after it has loaded a snapshot.
_LOADING = 60.0

#: One shell line for everything in `AdbDevice.info`. ``cur`` is the size in the screen's current orientation.
_ASK_INFO = (
    'wm size; wm density; echo "api=$(getprop ro.build.version.sdk)"; echo "locale=$(getprop persist.sys.locale)"; '
    'echo "default=$(getprop ro.product.locale)"; dumpsys window displays 2>/dev/null | grep -m 1 cur='
)
_CLEARS_LOG = re.compile(r"\blogcat\b[^|;&]*\s(?:-c|--clear)\b")
#: Shell lines that can't change the size of the screen.
_READS = re.compile(
    r"(?:su 0 )?(?:toybox )?(?:cat|content query|date|dumpsys|echo|getprop|log|logcat|ls|pm list|pm path|settings get|"
    r"sleep)(?: [^;&|<>`$\n]*)?"
)
#: Shell lines that change nothing, so that they are repeated after a broken connection.
_REPEATED = re.compile(
    r"(?:su 0 )?(?:toybox )?(?:cat|content query|dumpsys|getprop|ls|pm list|pm path|settings get)"
    r"(?: [^;&|<>`$\n]*)?"
)

#: Size of the screenshots that `AdbDevice.settle` compares.
_SMALL = (108, 216)
_POLL_SECONDS = 0.1


class AdbDevice:
    """A phone behind adb. Implements `bmoca_gym.devices.device.Device`.

    Waiting takes real time, except on the embedded handset behind adb, whose time is virtual. Files of the
    system and of apps need root, which emulator images without Google Play have. Only emulators have
    snapshots.

    Args:
        serial: the phone's serial, as ``adb devices`` lists it.
        server_port: port of the adb server on this machine; by default ``ANDROID_ADB_SERVER_PORT``, else
            5037. A server is started if none runs.
        shell_timeout: seconds without output after which a command is stopped. After ten times as long it is
            stopped in any case.

    Raises:
        AdbMissingError, AdbServerError: there is no adb, or its server can't be used.
        DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used now; the
            message says what to do.
    """

    def __init__(self, serial: str, server_port: int | None = None, shell_timeout: float = 120.0) -> None:
        self.serial = serial
        self._server = AdbServer(server_port)
        self._server.check()
        self._server.require(serial)
        self._shell = AdbShell(self._server, serial, shell_timeout)
        self._files = AdbFiles(self._shell)
        self._screen = AdbScreen(self._shell)
        # A random name: the reader's marks stay in the phone's log, and no later reader may have the same name.
        self._log = AdbLog(self._shell, secrets.token_hex(8))
        self._end_log = weakref.finalize(self, self._log.close)
        self._size: tuple[int, int] | None = None

    @property
    def server(self) -> AdbServer:
        """The adb server that this device uses."""
        return self._server

    @cached_property
    def _handset(self) -> bool:
        return is_handset(self)

    @cached_property
    def _input(self) -> AdbInput:
        return AdbInput(self._shell, self._handset)

    @property
    def info(self) -> DeviceInfo:
        """Size in px in the screen's current orientation, density, API level and locale."""
        text = self._shell.run(_ASK_INFO, reads=True).output.decode("utf-8", "replace")
        sizes = re.findall(r"(?:size: |cur=)(\d{1,5})x(\d{1,5})", text)
        densities = re.findall(r"density: (\d{1,5})", text)
        api_level = re.search(r"^api=(\d{1,3})$", text, re.MULTILINE)
        if not (sizes and densities and api_level):
            raise DeviceLostError(
                f"{self.serial} does not tell its screen and its system: {text.strip()[-300:]!r}. Has it booted?"
            )
        # The physical size is printed first, then an override, then the size in the current orientation.
        self._size = width, height = int(sizes[-1][0]), int(sizes[-1][1])
        locales = re.findall(r"^(?:locale|default)=(.+)$", text, re.MULTILINE)
        return DeviceInfo(
            self.serial,
            width,
            height,
            int(densities[-1]),
            int(api_level[1]),
            (locales or ["en-US"])[0].strip(),
        )

    @property
    def _known_size(self) -> tuple[int, int]:
        """The last known size of the screen, which is the one that the agent saw and points at."""
        if self._size is None:
            info = self.info
            return info.width, info.height
        return self._size

    def perform(self, gesture: Gesture) -> None:
        """Perform a gesture. Returns when the phone has received it.

        Raises:
            GestureError: the phone can't perform it.
        """
        self._input.perform(gesture, *self._known_size)

    def wait(self, seconds: float) -> None:
        """Let ``seconds`` pass, at most an hour: virtual time on the handset, real time on other phones."""
        try:
            valid = 0 <= seconds < 1e9
        except TypeError:
            valid = False
        if not valid:
            raise DeviceError(f"wait({seconds!r}): seconds must be a number from 0 up to 1e9")
        if not self._handset:
            if seconds > LONGEST_WAIT:
                raise DeviceError(f"wait({seconds!r}): a real phone is waited for {LONGEST_WAIT:g} s at most")
            time.sleep(seconds)
            return
        left = round(seconds * 1000)
        while left > 0:
            part = min(left, _LONGEST_SLEEP)
            self._shell.run(f"sleep {part // 1000}.{part % 1000:03d}")
            left -= part

    def settle(self, timeout: float = 10.0) -> bool:
        """Wait until two successive screenshots are equal, at most ``timeout`` seconds; return whether they
        are.

        The minute in the status bar may change once in that time.
        """
        end = time.monotonic() + timeout
        before = self.screenshot(_SMALL)
        while True:
            now = self.screenshot(_SMALL)
            if np.array_equal(before, now):
                return True
            if time.monotonic() >= end:
                return False
            before = now
            time.sleep(_POLL_SECONDS)

    def screenshot(self, size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
        """Return the screen as ``uint8[H, W, 3]`` RGB, at native size or averaged to ``size`` = (width,
        height) px.
        """
        frame, self._size = self._screen.pixels(None if size is None else checked_size(size))
        return frame

    def ui_tree(self, windows: bool = False) -> UiTree:
        """Return the UI tree of the active window. Tries three times if the screen keeps changing.

        ``windows``: add the elements of other windows, if the phone's ``uiautomator`` has ``--windows`` (Android 12).

        Raises:
            ScreenError: the screen keeps changing, or another program uses the phone's UI automation.
        """
        hints = self._handset
        document = (windows and self._screen.dump_of_windows(hints)) or self._screen.dump(hints)
        width, height = self._known_size
        tree = ui_dump.tree_of(document, width, height)
        right = max((node.bounds[2] for node in tree), default=0)
        bottom = max((node.bounds[3] for node in tree), default=0)
        if (right > width or bottom > height) and (right <= height and bottom <= width):
            self._size = height, width  # the screen was turned since
            return UiTree(tree.nodes, height, width, tree.rotation)
        return tree

    def shell(self, command: str) -> ShellResult:
        """Run a command in the phone's shell, as root if the phone allows it.

        Raises:
            DeviceLostError: the phone is gone, or the command has printed nothing for too long.
            DeviceError: the command keeps printing for too long.
        """
        if not _READS.fullmatch(command):
            self._size = None  # it may change or turn the screen
        clears = self._log.started and _CLEARS_LOG.search(command)
        cursor = self._log.cursor() if clears else 0
        answer = self._shell.run_as_root(command, reads=bool(_REPEATED.fullmatch(command)))
        if clears:
            self._log.drop_before(cursor)
        return ShellResult(answer.output.decode("utf-8", "replace"), answer.code)

    def read_file(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileAccessError: the file does not exist or can't be read.
        """
        return self._files.read(path)

    def write_file(self, path: str, data: bytes) -> None:
        """Create or replace a file.

        Raises:
            FileAccessError: the path is a directory or can't be written.
        """
        self._size = None
        self._files.write(path, bytes(data))

    def log_cursor(self) -> int:
        """Return the position after the newest log line. The first call starts a thread that reads the log."""
        return self._log.cursor()

    def log_since(self, cursor: int) -> list[LogEntry]:
        """Return all log lines after ``cursor`` until now, oldest first."""
        return self._log.since(cursor)

    @property
    def _console(self) -> EmulatorConsole:
        port = console_port(self.serial)
        if port is None:
            raise SnapshotError(
                f"{self.serial} is not an emulator on this machine, and only those have a console and keep snapshots; "
                "their serials are emulator-5554 and the like"
            )
        return EmulatorConsole(port)

    def console(self, command: str) -> None:
        """Send a command to the emulator's console, such as ``gsm call 5550142``.

        Raises:
            SnapshotError: the phone is not an emulator on this machine, or its console refuses.
        """
        self._console.ask(command)

    def save_snapshot(self, name: str) -> None:
        """Save the emulator's whole state as ``name``.

        Raises:
            SnapshotError: the phone is not an emulator, or its console refuses.
        """
        self._console.save(name)

    def load_snapshot(self, name: str) -> None:
        """Restore the state that was saved as ``name``.

        Raises:
            SnapshotError: there is no such snapshot, or the phone is not an emulator.
            DeviceError: the emulator did not return to adb.
        """
        known = self.snapshots()
        if name not in known:
            raise SnapshotError(
                f"no snapshot {name!r}; there are {', '.join(known) or 'none'}.{nearest(name, known)}"
            )
        self._console.load(name)
        self._server.wait_for(self.serial, _LOADING)  # some emulators drop adb while they load
        self._size = None
        self._shell.forget_rights()
        if self._log.started:
            self._log.restart()

    def snapshots(self) -> tuple[str, ...]:
        """Return the names of the saved snapshots in alphabetical order."""
        return self._console.names()

    def check_health(self) -> None:
        """Check that the phone is connected, has booted and runs commands.

        Raises:
            DeviceLostError: it does not; the message says why and what to do.
        """
        self._server.check()
        self._server.require(self.serial)
        answer = self._shell.run("getprop sys.boot_completed", reads=True)
        if answer.printed.strip() != b"1":
            raise DeviceLostError(
                f"{self.serial} has not booted: sys.boot_completed is {answer.printed.strip().decode()!r}"
            )

    def close(self) -> None:
        """Stop the thread that reads the log. A second call does nothing."""
        self._end_log()

    def __reduce__(self) -> tuple[Any, ...]:
        return AdbDevice, (self.serial, self._server.port, self._shell.seconds)
