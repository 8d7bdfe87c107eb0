"""The adb server of this machine: which phones there are, streams to the services of one, and ways back to it."""

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
#: The version of the server's protocol, which platform-tools have had since 29 (2019).
VERSION = 41

#: Seconds that the server gets for starting, and for finding a phone again.
START_SECONDS = 30.0
BACK_SECONDS = 15.0
_POLL_SECONDS = 0.1
_READ_TRIES = 3

#: Seconds without a byte after which a phone is asked whether it is there, and seconds that it has for its answer,
#: twice: one that is frozen is noticed after three times as long, and one that is only slow has the time.
WATCH_SECONDS = 8.0

#: Seconds that the server of somebody else gets, who started it at the same moment and was faster.
_OTHERS_SECONDS = 3.0

#: A phone over a network, by the address that `adb connect` takes.
_NETWORK = re.compile(r"[^\s:]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")
_BETWEEN_CONNECTS = 1.0
_EMULATOR = re.compile(r"emulator-(\d{1,5})", re.ASCII)


def adb_program() -> str:
    """The path of the adb program: the one on PATH, else the one that adbutils brings.

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
    """The port that adb's programs use: ``ANDROID_ADB_SERVER_PORT``, else 5037.

    Raises:
        AdbServerError: the variable is not a port.
    """
    text = os.environ.get("ANDROID_ADB_SERVER_PORT") or str(DEFAULT_PORT)
    if not (text.isascii() and text.isdecimal() and len(text) < 6 and 1 <= int(text) <= 65535):
        raise AdbServerError(f"ANDROID_ADB_SERVER_PORT is {text!r}; it must be a port from 1 to 65535.")
    return int(text)


class AdbServer:
    """The adb server that listens on a port of this machine. It is started where none does.

    No adb program is run but to start it: one run takes longer than a step over the socket.
    """

    def __init__(self, port: int | None = None) -> None:
        self.port = server_port() if port is None else port
        #: Seconds that a phone whose connection has just broken gets to come back.
        self.patience = 3.0
        #: How often a phone was away and came back: what was known of it may be true no longer.
        self.returns = 0
        #: Whether a phone that is silent is asked if it is there; false where something else watches it.
        self.watches = True
        #: Whether a phone that is away is known to stay away, so that it need not be waited for.
        self.over: Callable[[], bool] = lambda: False

    def check(self) -> None:
        """Start the server if need be, and see that it speaks the protocol.

        Raises:
            AdbMissingError, AdbServerError: it can't be started, or is none, or another version.
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
        """The state of every phone that the server knows, by serial: ``device`` where it can be used."""
        lines = self._ask("host:devices").decode("utf-8", "replace").splitlines()
        return dict(line.split("\t", 1) for line in lines if "\t" in line)

    def only_serial(self) -> str:
        """The serial of the one phone that is there.

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
        """Features of a phone's adb daemon beyond the oldest ones; raises as `wait_for` does."""
        answer = self._again(serial, lambda: self._ask(f"host-serial:{serial}:features", serial))
        return tuple(answer.decode("utf-8", "replace").split(","))

    def open(self, serial: str, service: str, seconds: float) -> Stream:
        """Open a service of a phone. ``seconds``: after so long without a byte its stream is given up.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used now.
            AdbServerError: the server is gone and can't be started, or another version has taken its place.
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
        """Tell whether a phone runs a line that does nothing, in one of two tries of so many seconds each."""
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
        """Ask the server what it can't say or do while a phone is away, and again until the phone came back."""
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
        """A connection on which a service of a phone can be asked for."""
        stream, started = self._connect(seconds)
        try:
            if started:  # a server that was just started has yet to find its phones
                self.come_back(serial, BACK_SECONDS)
            stream.request(f"host:transport:{serial}")
        except BaseException:
            stream.close()
            raise
        return stream

    def come_back(self, serial: str, seconds: float) -> None:
        """Wait until a phone that was lost can be used again; another server may be in the old one's place.

        Raises:
            AdbServerError: that server can't be used.
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used after that time.
        """
        self.check()
        self.wait_for(serial, seconds)
        self.returns += 1

    def reading(self, serial: str, action: Callable[[], T]) -> T:
        """Do what changes nothing on a phone, and do it again where the connection broke in its middle, three times."""
        for _ in range(_READ_TRIES - 1):
            try:
                return action()
            except (ConnectionError, Refusal) as error:
                # "closed" is also what the server says when the connection breaks while it opens a service.
                if isinstance(error, Refusal) and str(error) != "closed":
                    raise
                self.come_back(serial, self.patience)
        return action()

    def wait_for(self, serial: str, seconds: float) -> None:
        """Wait until a phone can be used. One over a network is connected again where the server has lost it.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: it can't after that time.
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
                # The server itself tries again after ten seconds, and not at all where it was started anew.
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
            with contextlib.suppress(Refusal, AdbServerError):  # what is wrong shows in the list
                self._ask(f"host:{verb}:{serial}")

    def _announce(self, port: int) -> None:
        """Tell a server that was started anew of an emulator, as that has done when it booted; there is no answer."""
        text = f"host:emulator:{port}"
        with contextlib.suppress(OSError), Stream(self.port, ANSWER_SECONDS) as stream:
            stream.send(f"{len(text):04x}{text}".encode())

    def require(self, serial: str) -> None:
        """See that a phone can be used now; raises as `wait_for` does."""
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
        # The server was ended in the middle of its answer: another takes its place.
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
        """Tell whether anything listens on the port within some seconds."""
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
        """Raise what the server's words about a phone mean."""
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
