"""Log of a phone over adb: a thread reads it, and cursors are positions in the lines that were read."""

from __future__ import annotations

import re
import shlex
import threading
from collections import deque
from itertools import islice

from bmoca_gym.devices.adb.shell import AdbShell, PacketReader
from bmoca_gym.devices.adb.stream import Refusal, Stream
from bmoca_gym.devices.device import LogEntry
from bmoca_gym.errors import DeviceError, DeviceLostError, DeviceOfflineError

_COMMAND = "exec logcat -v threadtime -v epoch"
_LINE = re.compile(rb"\s*(\d{1,15}\.\d{1,9})\s+\d+\s+\d+ ([VDIWEF]) (.*?)\s*: (.*)", re.DOTALL)
_STDOUT = 1

#: Tag of the marks that the reader writes into the log: once a mark is read, all lines before it have been read. A mark
#: has the reader's name and a number, so that two readers of one phone don't confuse them.
_MARK_TAG = "bmoca.mark"

#: Tag of the line that the reader adds if lines may have been lost.
_NOTE_TAG = "bmoca.log"
_MISSING = "lines may be missing here: the log's stream was cut, and the phone has dropped what it had written by then"

#: Most lines that are kept; the oldest are dropped. A real phone's own buffers hold fewer.
MOST_LINES = 200_000

#: Lines that are compared to find where a stream was cut.
_TAIL = 20

#: Seconds in which a mark must arrive, and seconds before a cut stream is opened again.
_MARK_SECONDS = 15.0
_BETWEEN_TRIES = 0.2


class AdbLog:
    """Lines of one phone's log, numbered from 0 in the order in which they were read.

    A stream that is cut is opened again. The phone then sends its log from the beginning, and the reader's
    marks in it show which lines are known already, whatever the phone's clock says. If the phone has dropped
    even the marks, a line with the tag ``bmoca.log`` says so. ``name``: name of the reader in its marks,
    unique for each reader of a phone.
    """

    def __init__(self, shell: AdbShell, name: str) -> None:
        self._shell = shell
        self._name = name
        self._changed = threading.Condition()
        self._lines: deque[LogEntry] = deque(maxlen=MOST_LINES)
        self._end = 0
        self._marks = 0
        self._seen = -1
        self._after_mark = 0
        self._opened = 0
        self._restarts = 0
        self._stream: Stream | None = None
        self._error: Exception | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    def cursor(self) -> int:
        """Return the number of the next log line.

        Raises:
            DeviceError: the log can't be read.
        """
        self._catch_up()
        with self._changed:
            return self._end

    def since(self, cursor: int) -> list[LogEntry]:
        """Return all lines from a number on until now, oldest first.

        Raises:
            DeviceError: the log can't be read.
        """
        self._catch_up()
        with self._changed:
            first = self._end - len(self._lines)
            return list(islice(self._lines, max(0, cursor - first), None))

    @property
    def started(self) -> bool:
        """Whether lines have been requested. Until then the log is not read."""
        return self._thread is not None

    def drop_before(self, cursor: int) -> None:
        """Drop the lines before a number, because the phone's log was cleared there."""
        # Write a mark into the cleared log, so that a cut stream continues from there.
        self._catch_up()
        with self._changed:
            for _ in range(cursor - (self._end - len(self._lines))):
                self._lines.popleft()

    def restart(self) -> None:
        """Drop all lines and read the log from its beginning, because a snapshot was loaded."""
        with self._changed:
            self._lines.clear()
            self._seen = -1
            self._restarts += 1
            if self._stream is not None:
                self._stream.shut()
                self._stream = None

    def close(self) -> None:
        """Stop the thread. A second call does nothing."""
        with self._changed:
            self._closed = True
            if self._stream is not None:
                self._stream.shut()
            self._changed.notify_all()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_MARK_SECONDS)

    # Marks

    def _catch_up(self) -> None:
        """Wait until every line that the phone has written so far is read."""
        with self._changed:
            if self._closed:
                raise DeviceError(f"the log of {self._shell.serial} was closed")
            if self._thread is None:
                self._thread = threading.Thread(target=self._read, name="bmoca-adb-log", daemon=True)
                self._thread.start()
        try:
            mark = self._next_mark()
        except DeviceOfflineError:
            # The mark may have been written or not; the next one has another number, so that none is there twice.
            self._shell.server.come_back(self._shell.serial, self._shell.server.patience)
            mark = self._next_mark()
        with self._changed:
            came = self._changed.wait_for(lambda: self._seen >= mark or self._closed, _MARK_SECONDS)
            if not came or self._closed:
                why = f": {self._error}" if self._error else ""
                raise DeviceLostError(f"the log of {self._shell.serial} can't be read{why}") from self._error

    def _next_mark(self) -> int:
        with self._changed:
            mark = self._marks
            self._marks += 1
        self._write_mark(str(mark))
        return mark

    def _write_mark(self, text: str) -> None:
        words = ["log", "-p", "v", "-t", _MARK_TAG, f"{self._name} {text}"]
        answer = self._shell.run(shlex.join(words))
        if answer.code != 0:
            said = answer.output.decode("utf-8", "replace").strip()
            raise DeviceError(
                f"{self._shell.serial} has no `log` command ({said}), so its log can't be read without losing lines; "
                "use Android 7 or newer"
            )

    # The thread

    def _read(self) -> None:
        while not self._closed:
            try:
                self._read_stream()
            except (OSError, Refusal, DeviceError) as error:
                self._error = error
            with self._changed:
                self._stream = None
                self._changed.wait_for(lambda: self._closed, _BETWEEN_TRIES)

    def _read_stream(self) -> None:
        restarts = self._restarts
        with self._shell.open(_COMMAND, self._shell.seconds) as stream:
            stream.never_give_up()  # a phone may log nothing for hours
            with self._changed:
                if self._closed or self._restarts != restarts:
                    return
                self._stream = stream
                self._opened += 1
                opened = str(-self._opened)
            # All lines before this mark were written before the stream was opened.
            self._write_mark(opened)
            old: list[LogEntry | int] | None = []
            packets, rest = PacketReader(), b""
            while data := stream.receive():
                text = rest + b"".join(part for kind, part in packets.feed(data) if kind == _STDOUT)
                *lines, rest = text.split(b"\n")
                with self._changed:
                    if self._stream is not stream:
                        return
                    for line in lines:
                        found = self._understood(line)
                        if found is None:
                            continue
                        if old is None:
                            self._take(found)
                        elif found == -self._opened:
                            self._take_new(old)
                            old = None
                        else:
                            old.append(found)
                    self._changed.notify_all()
            raise ConnectionError("the log's stream has ended")

    def _understood(self, line: bytes) -> LogEntry | int | None:
        """The parsed line, the number of one of this reader's marks, or None."""
        found = _LINE.fullmatch(line)
        if found is None:
            return None
        time, level, tag, message = (part.decode("utf-8", "replace") for part in found.groups())
        if tag == _MARK_TAG:
            name, _, number = message.rpartition(" ")
            return int(number) if name == self._name else None
        return LogEntry(float(time), level, tag, message)

    def _take(self, found: LogEntry | int) -> None:
        if isinstance(found, LogEntry):
            self._lines.append(found)
            self._end += 1
            self._after_mark += 1
        elif found >= 0:
            self._seen = max(self._seen, found)
            self._after_mark = 0

    def _take_new(self, old: list[LogEntry | int]) -> None:
        """Take over the lines that were not read from an earlier stream."""
        start = 0
        if self._seen >= 0 and self._seen in old:
            # After the last known mark, skip as many lines as had been read after it.
            start = len(old) - old[::-1].index(self._seen)
            read = self._after_mark
            while read and start < len(old):
                read -= isinstance(old[start], LogEntry)
                start += 1
        elif self._lines:
            start = self._after_tail(old)
        for found in old[start:]:
            self._take(found)

    def _after_tail(self, old: list[LogEntry | int]) -> int:
        """The position after the last known lines, if the phone has dropped the mark; lines may be missing
        there.
        """
        given = (line for line in reversed(self._lines) if line.tag != _NOTE_TAG)
        tail = list(islice(given, _TAIL))[::-1]
        entries = [(at, found) for at, found in enumerate(old) if isinstance(found, LogEntry)]
        for end in range(len(entries) if tail else 0, 0, -1):
            if [found for _, found in entries[max(0, end - len(tail)) : end]] == tail[-end:]:
                return entries[end - 1][0] + 1
        before = self._lines[-1]
        self._lines.append(before._replace(level="W", tag=_NOTE_TAG, message=_MISSING))
        self._end += 1
        return 0
