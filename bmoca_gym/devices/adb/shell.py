"""Shell of a phone over adb: exit codes, input, unchanged bytes, and root if the phone allows it."""

from __future__ import annotations

import shlex
import struct
import time
from contextlib import suppress
from typing import NamedTuple

from bmoca_gym.devices.adb.server import BACK_SECONDS, AdbServer
from bmoca_gym.devices.adb.stream import Refusal, SilenceError, Stream
from bmoca_gym.errors import DeviceError, DeviceLostError, DeviceOfflineError

#: Kinds of packets in version 2 of the shell's protocol. A packet begins with one byte of kind and four of length.
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = range(5)
_HEADER = struct.Struct("<BI")
_PART = 1 << 16

#: Longest line in bytes that is sent in the request itself; the server accepts no longer ones.
_LONGEST_LINE = 60_000

#: Text before the exit code at the end of the output, for phones that don't send the exit code otherwise.
_MARK = b"bmoca-exit-code:"

#: Seconds until a daemon that has announced a restart is gone.
_RESTARTING = 1.0

#: Commands that run a line as root; the first that works is used. ``su`` of Android's images takes a user and a
#: command, that of rooted phones a line.
_WAYS = (("su", "0", "sh", "-c"), ("su", "-c"))


#: Limits of a line that does not end: this many times the seconds of silence, and bytes of output.
_LONGEST = 10
_MOST_OUTPUT = 256 << 20


class Answer(NamedTuple):
    """Output of a line. ``output``: both streams in order of arrival; ``printed``, ``errors``: each stream
    alone.
    """

    output: bytes
    printed: bytes
    errors: bytes
    code: int


class PacketReader:
    """Splits the shell's stream into packets, however it was cut into pieces."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return the packets that ``data`` completes, as kind and content."""
        self._data += data
        found = []
        start = 0
        while len(self._data) >= start + _HEADER.size:
            kind, size = _HEADER.unpack_from(self._data, start)
            end = start + _HEADER.size + size
            if len(self._data) < end:
                break
            found.append((kind, bytes(memoryview(self._data)[start + _HEADER.size : end])))
            start = end
        del self._data[:start]
        return found


class AdbShell:
    """Shell of one phone. ``seconds``: time without output after which a line is stopped; after ten times as
    long it is stopped in any case.
    """

    def __init__(self, server: AdbServer, serial: str, seconds: float) -> None:
        self.server = server
        self.serial = serial
        self.seconds = seconds
        self._way: tuple[str, ...] | None = None
        self._root = False
        self._new: bool | None = None
        self._returns = server.returns

    def run(self, line: str, stdin: bytes = b"", reads: bool = False) -> Answer:
        """Run a line with adb's rights. ``reads``: the line changes nothing and may be repeated.

        Raises:
            DeviceLostError: the phone is gone, or the line has printed nothing for `seconds`.
            DeviceError: the line keeps printing for too long.
        """
        line = (
            line.replace("\0", "") or ":"
        )  # shells ignore NUL; an empty line would start an interactive shell

        def run() -> Answer:
            if self._new is None:
                self._new = "shell_v2" in self.server.features(self.serial)
            return self._run(line, stdin) if self._new else self._run_old(line)

        try:
            return self.server.reading(self.serial, run) if reads else run()
        except SilenceError as error:
            raise DeviceLostError(
                f"{self.serial}: `{line[:200]}` has printed nothing for {error.seconds:g} s and was given up. "
                + error.state
            ) from None
        except (OSError, Refusal) as error:
            raise DeviceOfflineError(
                f"{self.serial} was lost in the middle of `{line[:200]}`: {error}. See `adb devices`."
            ) from error

    def run_as_root(self, line: str, stdin: bytes = b"", reads: bool = False) -> Answer:
        """Run a line as root if the phone allows it, else with adb's rights."""
        return self.run(self.with_root(line), stdin, reads)

    @property
    def is_root(self) -> bool:
        """Whether adb's daemon, which also transfers files, runs as root."""
        self._find_way()
        return self._root and not self._way

    @property
    def has_root(self) -> bool:
        """Whether `run_as_root` really runs lines as root."""
        self._find_way()
        return self._root

    def with_root(self, line: str) -> str:
        """Return the line that runs ``line`` as root, or ``line`` itself if that is not needed or not
        possible.
        """
        way = self._find_way()
        return shlex.join([*way, line]) if way else line

    def _find_way(self) -> tuple[str, ...]:
        # A phone that was lost may have restarted, and then its daemon no longer runs as root.
        if self._way is None or self._returns != self.server.returns:
            self._way, self._root = self._found_way()
            self._returns = self.server.returns
        return self._way

    def forget_rights(self) -> None:
        """Look for root again before the next line that needs it, because the phone's state may have changed."""
        self._way = None

    def _found_way(self) -> tuple[tuple[str, ...], bool]:
        asked = "id -u 2>/dev/null || whoami"
        if _is_root(self.run(asked, reads=True)):
            return (), True
        for way in _WAYS:
            if _is_root(self.run(shlex.join([*way, asked]), reads=True)):
                return way, True
        # Some phones let the daemon restart as root; retail phones refuse.
        restarting = False
        with suppress(OSError, Refusal), self.server.open(self.serial, "root:", self.seconds) as stream:
            restarting = stream.rest().startswith(b"restarting")
        if restarting:
            time.sleep(_RESTARTING)  # until then the server still lists the phone
            self.server.wait_for(self.serial, BACK_SECONDS)
        return (), restarting and _is_root(self.run(asked, reads=True))

    def open(self, line: str, seconds: float) -> Stream:
        """Start a line; the caller reads its packets."""
        return self.server.open(self.serial, f"shell,v2,raw:{line}", seconds)

    def bytes_of(self, line: str) -> Stream:
        """Start a line; the caller reads its output, both streams in one, as bytes."""
        return self.server.open(self.serial, f"exec:{line}", self.seconds)

    def _run(self, line: str, stdin: bytes) -> Answer:
        data = line.encode("utf-8", "replace")
        if len(data) <= _LONGEST_LINE:
            stream = self.open(line, self.seconds)
        else:
            # A shell without a line reads its commands from the input, which has no limit.
            stream, stdin = self.open("", self.seconds), data + b"\n" + stdin
        with stream:
            for start in range(0, len(stdin), _PART):
                stream.send(_packet(_STDIN, stdin[start : start + _PART]))
            # Otherwise a command that reads its input would wait forever.
            stream.send(_packet(_CLOSE_STDIN))
            return self._read(stream, line)

    def _run_old(self, line: str) -> Answer:
        script = f"exec 2>&1; {shlex.join(['sh', '-c', line])}; echo {_MARK.decode()}$?"
        with self.bytes_of(script) as stream:
            output, mark, code = stream.rest().rpartition(_MARK)
        if not mark or not code.strip().isdigit():
            raise ConnectionError("the shell's stream ended without an exit code")
        return Answer(output, output, b"", int(code))

    def _read(self, stream: Stream, line: str) -> Answer:
        """Read the whole output of a line, up to its exit code."""
        reader = PacketReader()
        output: list[tuple[int, bytes]] = []
        size, end = 0, time.monotonic() + _LONGEST * self.seconds
        while part := stream.receive():
            size += len(part)
            if size > _MOST_OUTPUT or time.monotonic() > end:
                raise DeviceError(
                    f"{self.serial}: `{line[:200]}` does not end: it has printed {size} bytes in up to "
                    f"{_LONGEST * self.seconds:g} s and was given up"
                )
            for kind, data in reader.feed(part):
                if kind == _EXIT:
                    both, printed, errors = (
                        b"".join(text for at, text in output if at in wanted)
                        for wanted in ((_STDOUT, _STDERR), (_STDOUT,), (_STDERR,))
                    )
                    return Answer(both, printed, errors, data[0] if data else 255)
                if kind in (_STDOUT, _STDERR):
                    output.append((kind, data))
        raise ConnectionError("the shell's stream ended without an exit code")


def _is_root(answer: Answer) -> bool:
    return answer.code == 0 and answer.printed.strip() in (b"0", b"root")


def _packet(kind: int, data: bytes = b"") -> bytes:
    return _HEADER.pack(kind, len(data)) + data
