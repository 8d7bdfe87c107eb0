"""A connection to the adb server: bytes both ways, and the server's way of asking for things and refusing them.

adbutils is not used for it. It sleeps 10 ms at the end of each connection, and reads in time quadratic in the size: a
line of the shell takes 23 ms in place of 1.3, a screenshot 720 ms in place of 17 (on the embedded handset). Its shell
takes no input and bounds neither time nor size, and it drops what the phone says of a file that it refuses.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from bmoca_gym.errors import AdbServerError

T = TypeVar("T")

HOST = "127.0.0.1"

#: Seconds that the server gets for what it answers by itself.
ANSWER_SECONDS = 10.0

_LONGEST_REQUEST = 0xFFFF
_MOST_AT_ONCE = 256 << 20


class Refusal(Exception):
    """Words of a server instead of OKAY."""


class SilenceError(TimeoutError):
    """Nothing came for ``seconds``. ``answers``: whether the phone answered otherwise, None where it was not asked."""

    def __init__(self, seconds: float, answers: bool | None) -> None:
        self.seconds = seconds
        self.answers = answers
        super().__init__(f"nothing came for {seconds:g} s. {self.state}".strip())

    @property
    def state(self) -> str:
        """The phone's state, and what to do, in words."""
        if self.answers is None:
            return ""
        if self.answers:
            return "Other lines are answered: this one waits for something, or the phone is very busy"
        return "Nor does the phone answer otherwise: restart it"


class Stream:
    """A connection to the server, and from `AdbServer.open` on to a service of a phone.

    ``seconds``: after so long without a byte it is given up.
    """

    def __init__(self, port: int, seconds: float) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=ANSWER_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.settimeout(seconds)
        self._seconds = self._step = seconds
        self._watch: Callable[[], bool] | None = None

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def never_give_up(self) -> None:
        """Wait for bytes for ever."""
        self._socket.settimeout(None)

    def watch(self, answers: Callable[[], bool], every: float) -> None:
        """Ask whether the phone answers whenever nothing came for some seconds, and give it up where it does not."""
        self._watch = answers
        self._step = min(self._seconds, every)
        self._socket.settimeout(self._step)

    def _patiently(self, move: Callable[[], T]) -> T:
        """Move bytes.

        Raises:
            SilenceError: none moved for so long.
        """
        waited = 0.0
        while True:
            try:
                return move()
            except TimeoutError:
                waited += self._step
                answers = None if self._watch is None else self._watch()
                if waited >= self._seconds or answers is False:
                    raise SilenceError(waited, answers) from None

    def send(self, data: bytes) -> None:
        """Send all of the bytes."""
        left = memoryview(data)
        while left:
            left = left[self._patiently(lambda part=left: self._socket.send(part)) :]  # type: ignore[misc]

    def receive(self, size: int = 1 << 16) -> bytes:
        """Bytes that have come, at most ``size``; b"" at the end of the stream."""
        data = self._patiently(lambda: self._socket.recv(size))
        self._confirm_at_once()
        return data

    def receive_into(self, room: memoryview) -> int:
        """Fill ``room`` as far as the stream goes; returns how many bytes came."""
        filled = 0
        while filled < len(room):
            size = self._patiently(lambda part=room[filled:]: self._socket.recv_into(part))  # type: ignore[misc]
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
        """Read so many bytes.

        Raises:
            ConnectionError: the stream ends before.
        """
        data = bytearray(size)
        if self.receive_into(memoryview(data)) < size:
            raise ConnectionError("the stream ended early")
        return bytes(data)

    def rest(self) -> bytes:
        """Read to the end of the stream.

        Raises:
            OSError: it does not end.
        """
        parts = []
        size = 0
        while part := self.receive():
            size += len(part)
            if size > _MOST_AT_ONCE:
                raise OSError(f"more than {_MOST_AT_ONCE >> 20} MiB came")
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
