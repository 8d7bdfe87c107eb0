"""Files of a phone over adb: through the daemon, root's shell, or the app that owns them."""

from __future__ import annotations

import re
import shlex
import struct
from collections.abc import Callable, Iterator
from typing import NoReturn, TypeVar

from bmoca_gym.devices.adb.shell import AdbShell, Answer
from bmoca_gym.devices.adb.stream import Refusal, Stream
from bmoca_gym.errors import DeviceOfflineError, FileAccessError, nearest

T = TypeVar("T")

_REQUEST = struct.Struct("<4sI")
_PART = 1 << 16
_MODE = 0o100660
_LONGEST_PATH = 1024

#: Private folders of apps; the group is the package.
_PRIVATE = re.compile(r"/data/(?:data|user/\d+|user_de/\d+)/([A-Za-z][\w.]*)(?:/|$)", re.ASCII)


class AdbFiles:
    """Reads and writes the files of one phone."""

    def __init__(self, shell: AdbShell) -> None:
        self._shell = shell

    def read(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            FileAccessError: the file does not exist, is a directory, or can't be read.
        """
        _check(path)
        try:
            return self._twice(path, "read", lambda: self._receive(path))
        except Refusal as refusal:
            said = str(refusal)
        if not _denied(said):
            self._fail("read", path, said)
        answer = self._other_way("read", path, f"cat {shlex.quote(path)}", said)
        if answer.code != 0:
            self._fail("read", path, answer.errors.decode("utf-8", "replace"))
        return answer.printed

    def write(self, path: str, data: bytes) -> None:
        """Create or replace a file, and create its parent folders.

        Raises:
            FileAccessError: the path is a directory or can't be written.
        """
        _check(path)
        now = self._now()
        try:
            self._twice(path, "written", lambda: self._send(path, data, now))
            return
        except Refusal as refusal:
            said = str(refusal)
        if not _denied(said):
            self._fail("write", path, said)
        quoted = shlex.quote(path)
        folder = shlex.quote(path.rpartition("/")[0] or "/")
        answer = self._other_way("write", path, f"mkdir -p {folder} && cat > {quoted}", said, data)
        if answer.code != 0:
            self._fail("write", path, answer.output.decode("utf-8", "replace"))

    def _other_way(self, what: str, path: str, line: str, said: str, stdin: bytes = b"") -> Answer:
        """Run the line as root, or as the app that owns the file."""
        shell = self._shell
        if shell.has_root and not shell.is_root:
            return shell.run_as_root(line, stdin)
        owner = _PRIVATE.match(path)
        if owner and not shell.has_root:
            answer = shell.run(shlex.join(["run-as", owner[1], "sh", "-c", line]), stdin)
            if b"run-as:" not in answer.output:
                return answer
            said = answer.output.decode("utf-8", "replace")
        self._fail(what, path, said)

    def _fail(self, what: str, path: str, said: str) -> NoReturn:
        said = " ".join(said.split())
        hint = ""
        if _denied(said):
            hint = (
                ". It takes root's rights, or an app that can be debugged: use an emulator image without Google Play, "
                "or a rooted phone"
            )
        elif "No such file" in said and "Did you mean" not in said:
            folder, _, name = path.rpartition("/")
            listed = self._shell.run_as_root(f"ls -a {shlex.quote(folder or '/')}")
            if listed.code == 0:
                hint = "." + nearest(name, listed.printed.decode("utf-8", "replace").split("\n"))
        raise FileAccessError(f"{path} can't be {'read' if what == 'read' else 'written'}: {said}{hint}")

    # The daemon's own protocol

    def _open(self) -> Stream:
        return self._shell.server.open(self._shell.serial, "sync:", self._shell.seconds)

    def _twice(self, path: str, done: str, action: Callable[[], T]) -> T:
        """Perform an action on a file; repeat it once after a broken connection, which has the same result."""
        try:
            return self._shell.server.reading(self._shell.serial, action)
        except OSError as error:
            raise DeviceOfflineError(
                f"{self._shell.serial} was lost while {path} was {done}: {error or 'nothing came any more'}"
            ) from error

    def _receive(self, path: str) -> bytes:
        name = path.encode("utf-8", "replace")
        parts: list[bytes] = []
        with self._open() as stream:
            stream.send(_REQUEST.pack(b"RECV", len(name)) + name)
            while True:
                id, size = _REQUEST.unpack(stream.exactly(_REQUEST.size))
                if id == b"DONE":
                    return b"".join(parts)
                part = stream.exactly(size)
                if id != b"DATA":
                    raise Refusal(part.decode("utf-8", "replace"))
                parts.append(part)

    def _now(self) -> int:
        """Return the phone's time in seconds since the epoch, as the modification time of a file that is being
        written."""
        said = self._shell.run("date +%s", reads=True).printed.strip()
        return int(said) if _TIME.fullmatch(said) else _UNKNOWN

    def _send(self, path: str, data: bytes, at: int) -> None:
        name = f"{path},{_MODE}".encode("utf-8", "replace")
        with self._open() as stream:
            # Send small files in one piece; several pieces would be delayed by 40 ms.
            stream.send(b"".join(_sent(name, data, at)))
            id, size = _REQUEST.unpack(stream.exactly(_REQUEST.size))
            if id != b"OKAY":
                raise Refusal(stream.exactly(size).decode("utf-8", "replace"))


#: Seconds since the epoch, until 2096: the protocol has 32 bits for them.
_TIME = re.compile(rb"[1-9]\d{0,8}|[1-3]\d{9}")
#: Modification time of written files if the phone does not tell its own: 2024-05-01 10:00 UTC. Without a time, files
#: would be of 1970, which some programs take for missing files.
_UNKNOWN = 1714557600


def _sent(name: bytes, data: bytes, at: int) -> Iterator[bytes]:
    """Messages that send a file. ``at``: its modification time, in seconds since the epoch."""
    yield _REQUEST.pack(b"SEND", len(name)) + name
    for start in range(0, len(data), _PART):
        part = data[start : start + _PART]
        yield _REQUEST.pack(b"DATA", len(part)) + part
    yield _REQUEST.pack(b"DONE", at)


def _denied(said: str) -> bool:
    return any(words in said for words in ("Permission denied", "not permitted", "run-as:"))


def _check(path: str) -> None:
    if not path.startswith("/") or "\0" in path:
        raise FileAccessError(f"{path!r} is not a path on a phone; it must be absolute and without NUL")
    if len(path.encode("utf-8", "replace")) > _LONGEST_PATH:
        raise FileAccessError(
            f"the path {path[:80]!r}… is longer than {_LONGEST_PATH} bytes, the most that adb takes"
        )
