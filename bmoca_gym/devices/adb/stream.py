"""Connection to the adb server: bytes in both directions, requests and refusals.

adbutils is not used here. It sleeps 10 ms at the end of each connection, and its reading time grows with the
square of the size: a shell line takes 23 ms instead of 1.3 ms, a screenshot 720 ms instead of 17 ms (on the
embedded handset). Its shell takes no input and has no time or size limit. It also drops the phone's reason
for refusing a file.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from bmoca_gym.errors import AdbServerError, BmocaError

T = TypeVar("T")

HOST = "127.0.0.1"

#: Seconds for answers of the server itself.
ANSWER_SECONDS = 10.0

_LONGEST_REQUEST = 0xFFFF
_MOST_AT_ONCE = 256 << 20


class Refusal(BmocaError):
    """The server's message if it refuses a request."""


class SilenceError(BmocaError, TimeoutError):
    """Nothing was received for ``seconds``. ``answers``: whether the phone answered a probe; None if it was
    not probed.
    """

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
    """A connection to the server; after `AdbServer.open`, to a service of a phone.

    ``seconds``: seconds without a byte after which it is closed.
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
        """Wait for bytes without a limit."""
        self._socket.settimeout(None)

    def watch(self, answers: Callable[[], bool], every: float) -> None:
        """Probe the phone after each silence of ``every`` seconds, and stop waiting if it does not answer."""
        self._watch = answers
        self._step = min(self._seconds, every)
        self._socket.settimeout(self._step)

    def _patiently(self, move: Callable[[], T]) -> T:
        """Send or receive bytes.

        Raises:
            SilenceError: nothing was transferred in time.
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
        """Return the received bytes, at most ``size``; b"" at the end of the stream."""
        data = self._patiently(lambda: self._socket.recv(size))
        self._confirm_at_once()
        return data

    def receive_into(self, room: memoryview) -> int:
        """Fill ``room`` until it is full or the stream ends; return the number of bytes."""
        filled = 0
        while filled < len(room):
            size = self._patiently(lambda part=room[filled:]: self._socket.recv_into(part))  # type: ignore[misc]
            if not size:
                break
            filled += size
            self._confirm_at_once()
        return filled

    def _confirm_at_once(self) -> None:
        """Make the kernel acknowledge received data at once.

        Otherwise it waits 40 ms, and the server waits with the rest of its data. The kernel resets this
        option, so it is set each time.
        """
        if hasattr(socket, "TCP_QUICKACK"):  # Linux
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)

    def exactly(self, size: int) -> bytes:
        """Read ``size`` bytes.

        Raises:
            ConnectionError: the stream ends too early.
        """
        data = bytearray(size)
        if self.receive_into(memoryview(data)) < size:
            raise ConnectionError("the stream ended early")
        return bytes(data)

    def rest(self) -> bytes:
        """Read to the end of the stream.

        Raises:
            OSError: too many bytes arrive.
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
        """Request a service.

        Raises:
            Refusal: the server refuses.
            AdbServerError: no adb server answers like this.
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
        """Read bytes that are preceded by their length."""
        size = self.exactly(4)
        try:
            return self.exactly(int(size, 16))
        except ValueError:
            raise AdbServerError(f"it sent the length {size!r}, which no adb server does") from None

    def shut(self) -> None:
        """Close the stream in both directions, to wake a thread that waits for its bytes."""
        with contextlib.suppress(OSError):  # the other side has closed it
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()
