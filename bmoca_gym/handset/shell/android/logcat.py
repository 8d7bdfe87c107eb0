"""The shell command ``logcat``: options, filters and formats."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.paths import write_file
from bmoca_gym.handset.shell.streams import Printed, Sink
from bmoca_gym.handset.shell.tools.listing import offset_text
from bmoca_gym.handset.shell.tools.regex import Regex
from bmoca_gym.handset.state import LEVELS, LogLine, Phone
from bmoca_gym.handset.system import clock, files
from bmoca_gym.handset.value import replace

Outcome = tuple["Phone", "str | bytes", int]

#: Lines do not keep who wrote them: all are shown as the system server's.
PROCESS_ID = 1842

DIVIDER = "--------- beginning of main\n"
FORMATS = ("brief", "long", "process", "raw", "tag", "thread", "threadtime", "time")
_MODIFIERS = (
    "UTC",
    "color",
    "colour",
    "descriptive",
    "epoch",
    "monotonic",
    "printable",
    "uid",
    "usec",
    "year",
    "zone",
)
#: The colours of levels among a terminal's 256 (liblog).
_COLOURS = dict(zip(LEVELS, (231, 75, 40, 166, 196, 196), strict=True))
#: An entry of `-B` (logger_entry, version 4): sizes of payload and header, process, thread, s, ns, buffer, user.
_ENTRY = struct.Struct("<HHiIIIII")
_SYSTEM_UID, _FIRST_PRIORITY = 1000, 2
_KNOWN = "-b -B -c -d -D -e -f -g -G -L -m -n -p -P -r -s -S -t -T -v --pid"
_BUFFERS = ("all", "crash", "default", "events", "kernel", "main", "radio", "security", "stats", "system")
_SILENT = len(LEVELS)
_EPOCH = datetime(1970, 1, 1)


class LogcatError(HandsetError, ValueError):
    """An unknown option of ``logcat``, or a bad value of one."""


class Request(NamedTuple):
    """What a command line asks for.

    Attributes:
        newest: show only that many of the last lines.
        since: show only lines from this wall time (ms) on.
        levels: the lowest level (index in `LEVELS`) shown, by tag.
        default: lowest level of all other tags.
        pattern: an extended regular expression that messages must match.
        most: greatest number of lines; the first ones are shown.
        pid: process whose lines are shown, None for all.
        sizes: whether to print the sizes of the buffers.
        binary: whether to write the logger's binary entries.
        file: file that the lines are written to; "" for the output.
    """

    clear: bool = False
    dump: bool = False
    newest: int | None = None
    since: int | None = None
    format: str = "threadtime"
    modifiers: frozenset[str] = frozenset()
    levels: tuple[tuple[str, int], ...] = ()
    default: int = 0
    pattern: str = ""
    most: int | None = None
    pid: int | None = None
    sizes: tuple[str, ...] = ()
    binary: bool = False
    file: str = ""

    @property
    def endless(self) -> bool:
        """Whether the command keeps waiting for new lines."""
        return not (self.clear or self.dump or self.sizes or self.most is not None)

    @property
    def patient(self) -> bool:
        """Whether the command waits until enough lines were written, if time passes by itself."""
        return self.most is not None and not (self.clear or self.dump or self.sizes)


def request_of(phone: Phone, words: list[str]) -> Request:
    """Read the words after ``logcat``.

    Raises:
        LogcatError: an option or a value that is not known.
    """
    request = Request()
    filters: list[str] = []
    left = [part for word in words for part in _apart(word)]
    while left:
        word = left.pop(0)
        if word in ("-c", "--clear"):
            request = request._replace(clear=True)
        elif word in ("-d", "--dump"):
            request = request._replace(dump=True)
        elif word == "-s":
            request = request._replace(default=_SILENT)
        elif word in ("-D", "--dividers", "--print", "--wrap"):
            continue
        elif word in ("-B", "--binary"):
            request = request._replace(binary=True)
        elif word in ("-L", "--last"):
            request = request._replace(dump=True, newest=0)  # the log of before a restart is not kept
        elif word in ("-f", "-n", "-r"):
            if not left:
                raise LogcatError(f"option {word} requires an argument")
            value = left.pop(0)
            request = request._replace(file=value) if word == "-f" else request
        elif word in ("-g", "-S", "-p"):
            request = request._replace(sizes=("main",))
        elif word in ("-G", "-P"):
            if not left:
                raise LogcatError(f"option {word} requires an argument")
            left.pop(0)
            request = request._replace(dump=True, newest=0)
        elif word in ("-b", "-e", "-v", "-t", "-T", "-m", "--pid"):
            if not left:
                raise LogcatError(f"option {word} requires an argument")
            request = _with_option(phone, request, word, left.pop(0))
        elif word.startswith("-"):
            raise LogcatError(f"option {word!r} is not known; there are {_KNOWN}")
        else:
            filters.extend(word.replace(",", " ").split())
    return _with_filters(request, filters)


_LONG = {"--buffer": "-b", "--format": "-v", "--regex": "-e", "--tail": "-T", "--max-count": "-m",
         "--pid": "--pid", "--buffer-size": "-G", "--prune": "-P", "--file": "-f", "--rotate-count": "-n",
         "--rotate-kbytes": "-r"}  # fmt: skip


def _apart(word: str) -> list[str]:
    """Split an option from its value if they are one word: ``-vtime``, ``--format=time``."""
    name, equals, value = word.partition("=")
    if name in _LONG:
        return [_LONG[name], value] if equals else [_LONG[name]]
    if re.match(r"-[bevtTmGfnr].", word):
        return [word[:2], word[2:]]
    return [word]


def _with_option(phone: Phone, request: Request, option: str, value: str) -> Request:
    if option == "-b":
        unknown = [name for name in value.split(",") if name not in _BUFFERS]
        if unknown:
            raise LogcatError(f"unknown buffer {unknown[0]!r}; there are {', '.join(_BUFFERS)}")
        return request
    if option == "-e":
        Regex(value, extended=True)
        return request._replace(pattern=value)
    if option == "-v":
        for name in value.replace(",", " ").split():
            if name in FORMATS:
                request = request._replace(format=name)
            elif name in _MODIFIERS:
                request = request._replace(modifiers=request.modifiers | {name})
            else:
                raise LogcatError(
                    f"invalid parameter {name!r} to -v; there are {', '.join(FORMATS + _MODIFIERS)}"
                )
        return request
    if option in ("-m", "--pid"):
        if not (value.isdecimal() and len(value) < 10):
            raise LogcatError(f"{option} is {value!r}; it must be a whole number")
        return request._replace(most=int(value)) if option == "-m" else request._replace(pid=int(value))
    request = request._replace(dump=request.dump or option == "-t")
    if value.isdecimal() and len(value) < 10:
        return request._replace(newest=int(value))
    return request._replace(since=_wall(phone, value))


def _wall(phone: Phone, text: str) -> int:
    """The wall time (ms) of ``MM-DD hh:mm:ss.mmm``, with or without a year, or of seconds since the epoch."""
    if re.fullmatch(r"\d{1,11}\.\d{1,9}", text):
        return round(float(text) * 1000)
    year = clock.local_time(phone).year
    for form, given in (("%Y-%m-%d %H:%M:%S.%f", text), ("%Y-%m-%d %H:%M:%S.%f", f"{year}-{text}")):
        try:
            return clock.wall_of(phone, datetime.strptime(given, form))
        except (OverflowError, ValueError):
            continue
    raise LogcatError(
        f"{text!r} is neither a number of lines nor a time; write 'MM-DD hh:mm:ss.mmm' or 'seconds.mmm'"
    )


def _with_filters(request: Request, filters: list[str]) -> Request:
    levels = dict(request.levels)
    default = request.default
    for written in filters:
        tag, colon, priority = written.rpartition(":") if ":" in written else (written, "", "V")
        level = _SILENT if priority.upper() == "S" else LEVELS.find(priority.upper() or "V")
        if level < 0 or not tag or len(priority) > 1:
            raise LogcatError(f"invalid filter expression {written!r}; write TAG:V, :D, :I, :W, :E, :F or :S")
        if tag == "*":
            default = level if colon else LEVELS.index("D")
        else:
            levels[tag] = level
    return request._replace(levels=tuple(levels.items()), default=default)


def text_of(phone: Phone, request: Request, lines: Iterable[LogLine]) -> str:
    """The lines that pass the request's filters, in its format."""
    return "".join([_formatted(phone, request, line) for line in _passed(request, lines)])


def _passed(request: Request, lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines that pass the request's filters."""
    levels = dict(request.levels)
    found = [line for line in lines if LEVELS.index(line.level) >= levels.get(line.tag, request.default)]
    if request.pid is not None and request.pid != PROCESS_ID:
        return []
    if request.pattern:
        regex = Regex(request.pattern, extended=True)
        found = [line for line in found if regex.search(line.message) is not None]
    return found if request.most is None else found[: request.most]


def kept_lines(phone: Phone, request: Request) -> list[LogLine]:
    """The lines of the log that the request starts with."""
    lines = phone.log.since(0)
    if request.since is not None:
        lines = [line for line in lines if line.time >= request.since]
    if request.newest is not None:
        lines = _passed(request, lines)
        lines = lines[len(lines) - min(len(lines), request.newest) :]
    return lines


def _formatted(phone: Phone, request: Request, line: LogLine) -> str:
    level, tag, pid = line.level, line.tag, PROCESS_ID
    when = _time(phone, request, line.time)
    if request.format == "long":
        return f"[ {when} {pid:5d}:{pid:5d} {level}/{tag:<8} ]\n{line.message}\n\n"
    if request.format == "process":
        return "".join(f"{level}({pid:5d}) {part}  ({tag})\n" for part in line.message.split("\n"))
    before = {
        "brief": f"{level}/{tag:<8}({pid:5d}): ",
        "raw": "",
        "tag": f"{level}/{tag:<8}: ",
        "thread": f"{level}({pid:5d}:{pid:5d}) ",
        "threadtime": f"{when} {pid:5d} {pid:5d} {level} {tag:<8}: ",
        "time": f"{when} {level}/{tag:<8}({pid:5d}): ",
    }[request.format]
    behind = ""
    if request.modifiers & {"color", "colour"}:
        before, behind = f"\x1b[38;5;{_COLOURS[level]}m{before}", "\x1b[0m"
    return "".join(f"{before}{part}{behind}\n" for part in line.message.split("\n"))


def entries_of(request: Request, lines: Iterable[LogLine]) -> bytes:
    """The lines that pass the request's filters, as binary logger entries."""
    parts = []
    for line in _passed(request, lines):
        texts = [text.encode("utf-8", "replace") + b"\0" for text in (line.tag, line.message)]
        payload = bytes([LEVELS.index(line.level) + _FIRST_PRIORITY]) + b"".join(texts)
        seconds, rest = divmod(line.time, 1000)
        head = (len(payload), _ENTRY.size, PROCESS_ID, PROCESS_ID, seconds, rest * 1_000_000, 0, _SYSTEM_UID)
        parts.append(_ENTRY.pack(*head) + payload)
    return b"".join(parts)


class Follower:
    """A ``logcat`` that keeps running. ``over``: it printed all lines that were asked for, or can't write its file."""

    def __init__(self, request: Request) -> None:
        self.over = False
        self.code = 0
        self._request = request._replace(most=None)
        self._left = request.most
        self._divided = False

    def begun(self, phone: Phone) -> bytes:
        """The lines that the log holds."""
        return self.more(phone, kept_lines(phone, self._request))

    def more(self, phone: Phone, lines: Iterable[LogLine]) -> bytes:
        """Format new lines. The divider precedes the first one."""
        found = _passed(self._request, lines)
        if self._left is not None:
            found = found[: self._left]
            self._left -= len(found)
            self.over = self._left <= 0
        if self._request.binary:
            return entries_of(self._request, found)
        text = "".join([_formatted(phone, self._request, line) for line in found])
        return (self.divider() + text if text else "").encode("utf-8", "replace")

    def divider(self) -> str:
        """The line before the first entry; "" if it was printed, and in binary format."""
        told, self._divided = self._divided, True
        return "" if told or self._request.binary else DIVIDER

    def put(self, phone: Phone, data: bytes, output: Sink, spend: Callable[[int], None]) -> Phone:
        """Print text, or append it to the file of ``-f``."""
        if data and self._request.file:
            try:
                place = files.located(phone, self._request.file)
                before = files.read(phone, place) if files.exists(phone, place) else b""
                spend(len(before) + len(data))
                return write_file(phone, place, before + data, self._request.file)
            except HandsetError as error:
                data = f"couldn't open output file '{self._request.file}': {error}\n".encode(
                    "utf-8", "replace"
                )
                output, self.over, self.code = output.other(), True, 1
        if data:
            spend(len(data))
            output.chunks.append(Printed(data, output.error))
        return phone


def _time(phone: Phone, request: Request, wall: int) -> str:
    fraction = f"{wall % 1000:03d}" + ("000" if "usec" in request.modifiers else "")
    if "monotonic" in request.modifiers:
        since = max(0, wall - phone.clock.wall + phone.clock.uptime)
        return f"{since // 1000:6d}.{since % 1000:03d}" + ("000" if "usec" in request.modifiers else "")
    if "epoch" in request.modifiers:
        return f"{wall // 1000:15d}.{fraction}"
    local = _EPOCH + timedelta(milliseconds=wall)
    if "UTC" not in request.modifiers:
        local = clock.local_time(phone, wall)
    year = f"{local.year:04d}-" if "year" in request.modifiers else ""
    zone = f" {offset_text(phone, wall)}" if "zone" in request.modifiers else ""
    return f"{year}{local:%m-%d %H:%M:%S}.{fraction}{zone}"


def logcat(phone: Phone, words: list[str]) -> Outcome:
    """Print the log, or clear it. It never waits for more, as with ``-d``."""
    request = request_of(phone, words)
    if request.clear:
        return replace(phone, log=phone.log.cleared()), "", 0
    if request.sizes:
        used = sum(len(line.message) + len(line.tag) + 2 for line in phone.log.since(0)) >> 10
        told = "ring buffer is 256 KiB ({} KiB consumed), max entry is 5120 B, max payload is 4068 B\n"
        return phone, "".join(f"{name}: {told.format(used)}" for name in request.sizes), 0
    lines = kept_lines(phone, request)
    text = text_of(phone, request, lines)
    data: str | bytes = entries_of(request, lines) if request.binary else DIVIDER + text if text else ""
    if not request.file:
        return phone, data, 0
    try:
        place = files.located(phone, request.file)
        written = data.encode("utf-8", "replace") if isinstance(data, str) else data
        return write_file(phone, place, written, request.file), "", 0
    except HandsetError as error:
        return phone, f"couldn't open output file '{request.file}': {error}\n", 1
