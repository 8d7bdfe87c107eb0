"""Client of the adb server on this machine: its phones, streams to their services, and reconnection."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from typing import NoReturn, TypeVar

from bmoca_gym import extras
from bmoca_gym.devices.adb.stream import ANSWER_SECONDS, Refusal, Stream
from bmoca_gym.errors import (
    AdbMissingError,
    AdbServerError,
    DeviceError,
    DeviceNotFoundError,
    DeviceOfflineError,
    DeviceUnauthorizedError,
    nearest,
)

T = TypeVar("T")

DEFAULT_PORT = 5037
#: Version of the server's protocol, that of platform-tools since 29 (2019).
VERSION = 41

#: Seconds for the server to start, and to find a phone again.
START_SECONDS = 30.0
BACK_SECONDS = 15.0
_POLL_SECONDS = 0.1
_READ_TRIES = 3

#: Seconds without a byte after which a phone is probed, and seconds for its answer, in two tries. So a frozen phone is
#: noticed after three times as long.
WATCH_SECONDS = 8.0

#: Seconds for a server that another program has started at the same moment.
_OTHERS_SECONDS = 3.0

#: Address of a phone in a network, as `adb connect` takes it.
_NETWORK = re.compile(r"[^\s:]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")
_BETWEEN_CONNECTS = 1.0
_EMULATOR = re.compile(r"emulator-(\d{1,5})", re.ASCII)


def adb_program() -> str:
    """Return the path of the adb program: the one on PATH, else that of adbutils.

    Raises:
        AdbMissingError: there is neither.
    """
    found = shutil.which("adb")
    if found:
        return found
    try:
        import adbutils  # type: ignore[import-untyped, unused-ignore]

        return str(adbutils.adb_path())
    except Exception as error:
        # adbutils raises an error of its own class where its wheel has no program for this machine.
        raise AdbMissingError(
            f"There is no adb on this machine. Install it with `{extras.installing('android')}` (adbutils brings "
            "one), or install Android's platform-tools and put adb on the PATH."
        ) from error


def server_port() -> int:
    """Return the port of the adb server: ``ANDROID_ADB_SERVER_PORT``, else 5037.

    Raises:
        AdbServerError: the variable is not a port.
    """
    text = os.environ.get("ANDROID_ADB_SERVER_PORT") or str(DEFAULT_PORT)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise AdbServerError(f"ANDROID_ADB_SERVER_PORT is {text!r}; it must be a port from 1 to 65535.")
    return int(text)


class AdbServer:
    """The adb server on a port of this machine. It is started if none runs.

    The adb program is run only to start the server. Running it takes longer than a step over the socket.
    """

    def __init__(self, port: int | None = None) -> None:
        self.port = server_port() if port is None else port
        #: Seconds for a phone to reconnect after its connection broke.
        self.patience = 3.0
        #: Number of times a phone was lost and came back. What was known of it may have changed.
        self.returns = 0
        #: Whether silent phones are probed; False if something else watches them.
        self.watches = True
        #: Whether a lost phone is known not to come back, so that waiting is useless.
        self.over: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Start the server if needed, and check that it speaks the protocol.

        Raises:
            AdbMissingError, AdbServerError: it can't be started, is not an adb server, or has another
                version.
        """
        text = self._ask("host:version").decode("ascii", "replace")
        try:
            version = int(text, 16)
        except ValueError:
            version = -1
        if version < VERSION:
            raise AdbServerError(
                f"The adb server on port {self.port} has version {text!r}; version {VERSION} or a newer one is needed. "
                "Stop it with `adb kill-server`, and install platform-tools 29 or newer."
            )

    def devices(self) -> dict[str, str]:
        """Return the state of every known phone by serial; ``device`` means that it can be used."""
        lines = self._ask("host:devices").decode("utf-8", "replace").splitlines()
        return dict(line.split("\t", 1) for line in lines if "\t" in line)

    def only_serial(self) -> str:
        """Return the serial of the only phone.

        Raises:
            DeviceNotFoundError: there is none, or more than one.
        """
        found = self.devices()
        if len(found) != 1:
            raise DeviceNotFoundError(
                f"device='adb' is for one phone, and adb sees {len(found)}{_listed(found)}. "
                + ("Name one as device='adb:SERIAL'." if found else _CONNECT)
            )
        return next(iter(found))

    def features(self, serial: str) -> tuple[str, ...]:
        """Return the features of a phone's adb daemon; raises as `wait_for` does."""
        answer = self._again(serial, lambda: self._ask(f"host-serial:{serial}:features", serial))
        return tuple(answer.decode("utf-8", "replace").split(","))

    def open(self, serial: str, service: str, seconds: float) -> Stream:
        """Open a stream to a service of a phone.

        Args:
            serial: the phone.
            service: the service, in the words of adb's protocol.
            seconds: seconds without a byte after which the stream is closed.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used now.
            AdbServerError: the server is gone and can't be started, or another version has replaced it.
            Refusal: the phone does not have that service.
        """
        stream = self._again(serial, lambda: self._transport(serial, seconds))
        if self.watches:
            stream.watch(lambda: self.answers(serial, min(seconds, WATCH_SECONDS)), WATCH_SECONDS)
        try:
            stream.request(service)
        except BaseException:
            stream.close()
            raise
        return stream

    def answers(self, serial: str, seconds: float) -> bool:
        """Whether a phone runs an empty command, in one of two tries of ``seconds`` each."""
        for _ in range(2):
            with (
                contextlib.suppress(OSError, Refusal, DeviceError),
                self._transport(serial, seconds) as stream,
            ):
                stream.request("exec:echo")
                stream.rest()
                return True
        return False

    def _again(self, serial: str, ask: Callable[[], T]) -> T:
        """Send a request, and repeat it once the phone is back if it was away."""
        end = time.monotonic() + self.patience
        while True:
            try:
                return ask()
            except ConnectionError:
                if time.monotonic() > end:
                    raise
                self.come_back(serial, BACK_SECONDS)
            except Refusal as refusal:
                lost = any(words in str(refusal) for words in ("offline", "not found", "closed"))
                if not lost or time.monotonic() > end:
                    self._refused(serial, str(refusal))
                self.come_back(serial, self.patience)

    def _transport(self, serial: str, seconds: float) -> Stream:
        """Open a connection on which a service of a phone can be requested."""
        stream, started = self._connect(seconds)
        try:
            if started:  # a new server has not found its phones yet
                self.come_back(serial, BACK_SECONDS)
            stream.request(f"host:transport:{serial}")
        except BaseException:
            stream.close()
            raise
        return stream

    def come_back(self, serial: str, seconds: float) -> None:
        """Wait until a lost phone can be used again, perhaps through a new server.

        Raises:
            AdbServerError: the new server can't be used.
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used after
                that time.
        """
        self.check()
        self.wait_for(serial, seconds)
        self.returns += 1

    def reading(self, serial: str, action: Callable[[], T]) -> T:
        """Perform an action that changes nothing on a phone; after a broken connection repeat it, up to three
        times.
        """
        for _ in range(_READ_TRIES - 1):
            try:
                return action()
            except (ConnectionError, Refusal) as error:
                # The server also says "closed" if the connection breaks while it opens a service.
                if isinstance(error, Refusal) and str(error) != "closed":
                    raise
                self.come_back(serial, self.patience)
        return action()

    def wait_for(self, serial: str, seconds: float) -> None:
        """Wait until a phone can be used. A phone in a network is connected again if needed.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: it can't be used after that
                time.
        """
        end = time.monotonic() + seconds
        connect_at = 0.0
        while (state := self.devices().get(serial)) != "device":
            now = time.monotonic()
            if connect_at <= now and state in (None, "offline") and _NETWORK.fullmatch(serial):
                if connect_at:
                    if now >= end:
                        self._refused(serial, state or "not found")
                else:
                    end = max(end, now + _BETWEEN_CONNECTS)
                # The server itself reconnects only after ten seconds, and never after a restart.
                self._connect_again(serial, state)
                connect_at = time.monotonic() + _BETWEEN_CONNECTS
            elif now >= end or self.over():
                self._refused(serial, state or "not found")
            else:
                if state is None and (emulator := _EMULATOR.fullmatch(serial)):
                    self._announce(int(emulator[1]) + 1)
                time.sleep(_POLL_SECONDS)

    def _connect_again(self, serial: str, state: str | None) -> None:
        for verb in ("connect",) if state is None else ("disconnect", "connect"):
            with contextlib.suppress(Refusal, AdbServerError):  # the list of phones shows the fault
                self._ask(f"host:{verb}:{serial}")

    def _announce(self, port: int) -> None:
        """Tell a restarted server about an emulator, as the emulator itself does when it boots. There is no
        answer.
        """
        text = f"host:emulator:{port}"
        with contextlib.suppress(OSError), Stream(self.port, ANSWER_SECONDS) as stream:
            stream.send(f"{len(text):04x}{text}".encode())

    def require(self, serial: str) -> None:
        """Check that a phone can be used now; raises as `wait_for` does."""
        self.wait_for(serial, 0.0)

    def _ask(self, text: str, serial: str = "", *, again: bool = True) -> bytes:
        stream, started = self._connect(ANSWER_SECONDS)
        with stream:
            if started and serial:
                self.come_back(serial, BACK_SECONDS)
            try:
                stream.request(text)
                return stream.block()
            except (AdbServerError, OSError) as error:
                if not (again and isinstance(error, ConnectionError)):
                    raise AdbServerError(
                        f"What listens on port {self.port} does not answer as an adb server: {error}. End that "
                        "program, or choose another port with ANDROID_ADB_SERVER_PORT."
                    ) from error
        # The server ended during its answer: start another.
        return self._ask(text, serial, again=False)

    def _connect(self, seconds: float) -> tuple[Stream, bool]:
        try:
            return Stream(self.port, seconds), False
        except ConnectionRefusedError:
            self._start()
        except OSError as error:
            raise AdbServerError(f"The adb server on port {self.port} can't be reached: {error}.") from error
        try:
            return Stream(self.port, seconds), True
        except OSError as error:
            raise AdbServerError(
                f"The adb server on port {self.port} was started and can't be reached: {error}."
            ) from error

    def _start(self) -> None:
        program = adb_program()
        try:
            done = subprocess.run(
                [program, "-P", str(self.port), "start-server"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=START_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise AdbServerError(f"`{program} -P {self.port} start-server` failed: {error}.") from error
        if done.returncode != 0 and not self._listens(_OTHERS_SECONDS):
            said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
            raise AdbServerError(
                f"`{program} -P {self.port} start-server` ended with {done.returncode}: {said[-300:]}"
            )

    def _listens(self, seconds: float) -> bool:
        """Whether something listens on the port within some seconds."""
        end = time.monotonic() + seconds
        while True:
            try:
                Stream(self.port, ANSWER_SECONDS).close()
            except OSError:
                if time.monotonic() > end:
                    return False
                time.sleep(_POLL_SECONDS)
            else:
                return True

    def _refused(self, serial: str, said: str) -> NoReturn:
        """Raise the error for the server's message about a phone."""
        if "unauthorized" in said or "authorizing" in said:
            raise DeviceUnauthorizedError(
                f"The phone {serial} has not allowed this computer to debug it. Unlock it and accept the question on "
                "its screen; if none comes, unplug it and plug it in again."
            )
        if "no permissions" in said:
            raise DeviceUnauthorizedError(
                f"This user may not use the phone {serial} over USB ({said.strip()}). Add the udev rules of Android's "
                "developer pages, then run `adb kill-server`."
            )
        found = self.devices()
        if "not found" in said or serial not in found:
            raise DeviceNotFoundError(
                f"adb sees no phone {serial!r}{_listed(found)}.{nearest(serial, found)} {_CONNECT}"
            )
        if any(word in said for word in ("offline", "connecting", "bootloader", "recovery", "sideload")):
            raise DeviceOfflineError(
                f"The phone {serial} is there and does not answer ({said.strip()}). Wait until it has booted, or plug "
                f"it in again; over a network: `adb disconnect {serial}` and `adb connect {serial}`."
            )
        raise DeviceError(f"adb can't use the phone {serial}: {said.strip()}")


_CONNECT = (
    "Plug it in with USB debugging on, start the emulator, or run `adb connect HOST:PORT`; `adb devices` lists "
    "what there is."
)


def _listed(found: dict[str, str]) -> str:
    if not found:
        return ""
    return " (" + ", ".join(f"{serial}: {state}" for serial, state in sorted(found.items())) + ")"
