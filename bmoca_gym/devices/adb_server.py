"""The adb server's own protocol on a socket: which phones there are, and streams to the services of one."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import time
from types import TracebackType
from typing import NoReturn

from bmoca_gym.errors import (
    AdbMissingError,
    AdbServerError,
    DeviceError,
    DeviceNotFoundError,
    DeviceOfflineError,
    DeviceUnauthorizedError,
    nearest,
)

HOST = "127.0.0.1"
DEFAULT_PORT = 5037
#: The version of the server's protocol, which platform-tools have had since 29 (2019).
VERSION = 41

#: Seconds that the server gets for what it answers by itself, for starting, and for finding a phone again.
ANSWER_SECONDS = 10.0
START_SECONDS = 30.0
BACK_SECONDS = 15.0
_BETWEEN_LOOKS = 0.1

_LONGEST_REQUEST = 0xFFFF


class Refusal(Exception):
    """What a server said instead of OKAY."""


class Stream:
    """A connection to the server, and from `AdbServer.open` on to a service of a phone.

    ``seconds``: after so long without a byte it is given up.
    """

    def __init__(self, port: int, seconds: float) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=ANSWER_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(seconds)

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def set_timeout(self, seconds: float | None) -> None:
        """After how long without a byte the stream is given up; None for never."""
        self._socket.settimeout(seconds)

    def send(self, data: bytes) -> None:
        """Send all of the bytes."""
        self._socket.sendall(data)

    def receive(self, size: int = 1 << 16) -> bytes:
        """What has come, at most ``size`` bytes; b"" at the end of the stream."""
        data = self._socket.recv(size)
        self._confirm_at_once()
        return data

    def receive_into(self, room: memoryview) -> int:
        """Fill ``room`` as far as the stream goes; returns how many bytes came."""
        filled = 0
        while filled < len(room):
            size = self._socket.recv_into(room[filled:])
            if not size:
                break
            filled += size
            self._confirm_at_once()
        return filled

    def _confirm_at_once(self) -> None:
        """Else the kernel waits 40 ms with its confirmation, and the server with the rest of what it has to send.

        The kernel goes back to waiting by itself, so it is told each time.
        """
        if hasattr(socket, "TCP_QUICKACK"):  # Linux
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    def exactly(self, size: int) -> bytes:
        """So many bytes.

        Raises:
            ConnectionError: the stream ends before.
        """
        data = bytearray(size)
        if self.receive_into(memoryview(data)) < size:
            raise ConnectionError("the stream ended early")
        return bytes(data)

    def rest(self) -> bytes:
        """All that comes until the end of the stream."""
        parts = []
        while part := self.receive():
            parts.append(part)
        return b"".join(parts)

    def request(self, text: str) -> None:
        """Ask for a service.

        Raises:
            Refusal: the server refuses.
            AdbServerError: the answer is none of an adb server.
        """
        data = text.encode("utf-8", "replace")
        if len(data) > _LONGEST_REQUEST:
            raise Refusal(f"{len(data)} bytes are too long for a request")
        self.send(b"%04x" % len(data) + data)
        answer = self.exactly(4)
        if answer == b"FAIL":
            raise Refusal(self.block().decode("utf-8", "replace"))
        if answer != b"OKAY":
            raise AdbServerError(f"it answered {answer!r}, which no adb server does")

    def block(self) -> bytes:
        """Bytes with their length before them."""
        size = self.exactly(4)
        try:
            return self.exactly(int(size, 16))
        except ValueError:
            raise AdbServerError(f"it sent the length {size!r}, which no adb server does") from None

    def shut(self) -> None:
        """End the stream in both directions, so that whoever waits for its bytes in another thread wakes."""
        with contextlib.suppress(OSError):  # the other side was faster
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the connection back."""
        self._socket.close()


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
            "There is no adb on this machine. Install it with `pip install 'bmoca-gym[android]'` (adbutils brings "
            "one), or install Android's platform-tools and put adb on the PATH."
        ) from error


def server_port() -> int:
    """The port that adb's programs use: ``ANDROID_ADB_SERVER_PORT``, else 5037.

    Raises:
        AdbServerError: the variable is no port.
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
        """What a phone's adb daemon can do beyond the oldest ones."""
        try:
            answer = self._ask(f"host-serial:{serial}:features", serial)
            return tuple(answer.decode("utf-8", "replace").split(","))
        except Refusal as refusal:
            self._refused(serial, str(refusal))

    def open(self, serial: str, service: str, seconds: float) -> Stream:
        """Open a service of a phone. ``seconds``: after so long without a byte its stream is given up.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: the phone can't be used now.
            Refusal: the phone does not have that service.
        """
        try:
            stream = self._transport(serial, seconds)
        except Refusal as refusal:
            if not any(words in str(refusal) for words in ("offline", "not found")):
                self._refused(serial, str(refusal))
            # A connection that broke is back soon, and nothing was asked of the phone yet.
            self.wait_for(serial, self.patience)
            try:
                stream = self._transport(serial, seconds)
            except Refusal as again:
                self._refused(serial, str(again))
        try:
            stream.request(service)
        except BaseException:
            stream.close()
            raise
        return stream

    def _transport(self, serial: str, seconds: float) -> Stream:
        """A connection on which a service of a phone can be asked for."""
        stream, started = self._connect(seconds)
        try:
            if started:  # a server that was just started has yet to find its phones
                self.wait_for(serial, BACK_SECONDS)
            stream.request(f"host:transport:{serial}")
        except BaseException:
            stream.close()
            raise
        return stream

    def wait_for(self, serial: str, seconds: float) -> None:
        """Wait until a phone can be used.

        Raises:
            DeviceNotFoundError, DeviceUnauthorizedError, DeviceOfflineError: it can't after that time.
        """
        end = time.monotonic() + seconds
        while (state := self.devices().get(serial)) != "device":
            if time.monotonic() >= end:
                self._refused(serial, state or "not found")
            time.sleep(_BETWEEN_LOOKS)

    def require(self, serial: str) -> None:
        """See that a phone can be used now; raises as `wait_for` does."""
        self.wait_for(serial, 0.0)

    def _ask(self, text: str, serial: str = "") -> bytes:
        stream, started = self._connect(ANSWER_SECONDS)
        with stream:
            if started and serial:
                self.wait_for(serial, BACK_SECONDS)
            try:
                stream.request(text)
                return stream.block()
            except (AdbServerError, OSError) as error:
                raise AdbServerError(
                    f"What listens on port {self.port} does not answer as an adb server: {error}. End that program, "
                    "or choose another port with ANDROID_ADB_SERVER_PORT."
                ) from error

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
        if done.returncode != 0:
            said = (done.stderr + done.stdout).decode("utf-8", "replace").strip()
            raise AdbServerError(
                f"`{program} -P {self.port} start-server` ended with {done.returncode}: {said[-300:]}"
            )

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
