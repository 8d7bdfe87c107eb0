"""The service ``sync:``: file status, listings and transfers, in both versions of the protocol."""

from __future__ import annotations

import contextlib
import errno
import posixpath
import stat
import struct
from collections.abc import Awaitable, Callable

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.servers.adb.connection import AdbStream
from bmoca_gym.handset.servers.errors import PacketError, StreamClosedError
from bmoca_gym.handset.shell import paths
from bmoca_gym.handset.shell.call import CommandError
from bmoca_gym.handset.shell.commands import PROGRAMS
from bmoca_gym.handset.shell.paths import Attributes
from bmoca_gym.handset.shell.tree import Tree
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

_LONGEST_PATH = 1024
_MOST_DATA = 64 << 10

_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4s3I")
_ENTRY = struct.Struct("<4s4I")
_STAT_2 = struct.Struct("<4sIQQIIIIQqqq")
_ENTRY_2 = struct.Struct("<4sIQQIIIIQqqqI")
_SEND_2 = struct.Struct("<4sII")
_DEVICE = 0xFD00
_LARGEST_MODE = (1 << 32) - 1


async def sync(stream: AdbStream, argument: str) -> None:
    """Serve requests until QUIT, the end of the stream, or an unknown request."""
    await _Session(stream).serve()


class _Session:
    def __init__(self, stream: AdbStream) -> None:
        self._stream = stream
        self._daemon = stream.connection.daemon
        self._served = self._daemon.served
        self._bytes = bytearray()

    async def serve(self) -> None:
        answers: dict[bytes, Callable[[str], Awaitable[None]]] = {
            b"STAT": self._stat,
            b"LST2": lambda path: self._stat_2(path, b"LST2"),
            b"STA2": lambda path: self._stat_2(path, b"STA2"),
            b"LIST": self._list,
            b"LIS2": self._list_2,
            b"SEND": self._send,
            b"SND2": self._send_2,
            b"RECV": self._receive,
            b"RCV2": self._receive_2,
        }
        try:
            while True:
                id, size = _REQUEST.unpack(await self._read(_REQUEST.size))
                if id == b"QUIT":
                    return
                if id not in answers:
                    await self._fail(f"unknown command {id.hex()}")
                    return
                if size > _LONGEST_PATH:
                    await self._fail("path too long")
                    return
                await answers[id]((await self._read(size)).decode("utf-8", "surrogateescape"))
        except StreamClosedError:
            return

    async def _read(self, size: int) -> bytes:
        while len(self._bytes) < size:
            data = await self._stream.read()
            if not data:
                raise StreamClosedError("the host has closed the stream")
            self._bytes += data
        found = bytes(memoryview(self._bytes)[:size])
        del self._bytes[:size]
        return found

    async def _fail(self, message: str) -> None:
        data = message.encode("utf-8", "replace")[:_LONGEST_PATH]
        await self._stream.write(_REQUEST.pack(b"FAIL", len(data)) + data)

    # Status and lists

    async def _stat(self, path: str) -> None:
        found = self._attributes(path, follow=False) or Attributes(0, 0, 0, 0, 0, 0)
        await self._stream.write(_STAT.pack(b"STAT", *_narrow(found)))

    async def _stat_2(self, path: str, id: bytes) -> None:
        found = self._attributes(path, follow=id == b"STA2")
        if found is None:
            await self._stream.write(_STAT_2.pack(id, errno.ENOENT, *(0,) * 10))
        else:
            await self._stream.write(_STAT_2.pack(id, 0, *_wide(found)))

    def _attributes(self, path: str, follow: bool) -> Attributes | None:
        """The attributes of a file, as ``stat`` prints them; None if there is no such file."""
        phone = self._served.phone
        return _attributes(phone, Tree(phone, PROGRAMS), path, follow)

    def _entries(self, path: str) -> list[tuple[bytes, Attributes]]:
        phone = self._served.phone
        tree = Tree(phone, PROGRAMS)
        folder = _attributes(phone, tree, path, follow=True)
        if folder is None or not folder.is_directory:
            return []
        place = tree.real(path)
        found = [(b".", folder), (b"..", folder)]
        for name in tree.names(place):
            entry = _attributes(phone, tree, posixpath.join(place, name), follow=False)
            if entry is not None:
                found.append((name.encode("utf-8", "surrogateescape"), entry))
        return found

    async def _list(self, path: str) -> None:
        entries = [
            _ENTRY.pack(b"DENT", *_narrow(entry), len(name)) + name for name, entry in self._entries(path)
        ]
        await self._write_whole([*entries, _ENTRY.pack(b"DONE", 0, 0, 0, 0)])

    async def _list_2(self, path: str) -> None:
        entries = [
            _ENTRY_2.pack(b"DNT2", 0, *_wide(entry), len(name)) + name for name, entry in self._entries(path)
        ]
        await self._write_whole([*entries, _ENTRY_2.pack(b"DONE", 0, *(0,) * 11)])

    async def _write_whole(self, entries: list[bytes]) -> None:
        """Write entries in few payloads, without splitting an entry: some clients read each in one go."""
        room = self._stream.connection.payload
        together = b""
        for entry in entries:
            if together and len(together) + len(entry) > room:
                await self._stream.write(together)
                together = b""
            together += entry
        await self._stream.write(together)

    # From the host

    async def _send(self, argument: str) -> None:
        path, comma, mode = argument.rpartition(",")
        if not comma:
            await self._store(argument, 0, "missing , in ID_SEND_V1")
        elif not (mode.isascii() and mode.isdecimal() and len(mode) <= 10 and int(mode) <= _LARGEST_MODE):
            await self._store(path, 0, "bad mode")
        else:
            await self._store(path, int(mode), "")

    async def _send_2(self, path: str) -> None:
        _, mode, flags = _SEND_2.unpack(await self._read(_SEND_2.size))
        await self._store(path, mode, "compression is not supported" if flags else "")

    async def _store(self, path: str, mode: int, refusal: str) -> None:
        """Receive a file and answer whether it was stored. All its data is read even if it was not."""
        taken: list[bytes] = []
        size = 0
        kind = stat.S_IFMT(mode)
        if not refusal and kind not in (0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK):
            refusal = "only files, directories and symbolic links can be made here"
        try:
            while True:
                id, length = _REQUEST.unpack(await self._read(_REQUEST.size))
                if id == b"DONE":
                    at = length
                    break
                if id != b"DATA":
                    await self._fail(f"invalid data message {id.hex()}")
                    raise PacketError(f"{id!r} in a file's data")
                if length > _MOST_DATA:
                    await self._fail("oversize data message")
                    raise PacketError(f"{length} bytes of data at once; at most {_MOST_DATA} are taken")
                data = await self._read(length)
                if not refusal and size + length > files.STORAGE_LIMIT:
                    refusal = "write failed: No space left on device"
                if refusal:
                    taken.clear()
                    continue
                self._daemon.take_room(length)
                size += length
                taken.append(data)
            if not refusal:
                refusal = self._keep(path, mode, b"".join(taken), at)
        finally:
            self._daemon.give_room(size)
        if refusal:
            await self._fail(refusal)
        else:
            await self._stream.write(_REQUEST.pack(b"OKAY", 0))

    def _keep(self, path: str, mode: int, data: bytes, at: int) -> str:
        """Store a file or a directory on the phone. Returns the error, or "".

        ``at``: when it was written last, in seconds since the epoch; 0 for now.
        """

        def kept(phone: Phone) -> Phone:
            _check_place(phone, path, stat.S_IFMT(mode))
            if stat.S_IFMT(mode) == stat.S_IFDIR:
                return phone if files.is_directory(phone, path) else files.make_directory(phone, path)
            if files.link_text(phone, path) is not None and not files.is_directory(phone, path):
                phone = files.delete(phone, path)  # what a link leads to stays as it is
            if stat.S_IFMT(mode) == stat.S_IFLNK:
                text = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
                phone = files.make_link(phone, path, text)
                return files.set_modified(phone, path, at * 1000, follow=False) if at else phone
            phone = files.set_mode(files.write(phone, path, data), path, _for_all(mode))
            return files.set_modified(phone, path, at * 1000) if at else phone

        try:
            self._served.apply(kept)
        except CommandError as error:
            return str(error)
        except HandsetError as error:
            return f"couldn't create file: {error}"
        return ""

    # To the host

    async def _receive_2(self, path: str) -> None:
        _, flags = _REQUEST.unpack(await self._read(_REQUEST.size))
        if flags:
            await self._fail("compression is not supported")
        else:
            await self._receive(path)

    async def _receive(self, path: str) -> None:
        try:
            phone = self._served.phone
            data = paths.read_file(phone, files.located(phone, path), path)
        except HandsetError as error:
            await self._fail(f"open failed: {error}")
            return
        # The end goes with the last data: apart, a host's own connection would hold it back for 40 ms.
        end = _REQUEST.pack(b"DONE", 0)
        step = max(1, self._stream.connection.payload // (_MOST_DATA + _REQUEST.size)) * _MOST_DATA
        for begin in range(0, max(1, len(data)), step):
            parts: list[bytes] = []
            for start in range(begin, min(begin + step, len(data)), _MOST_DATA):
                part = data[start : start + _MOST_DATA]
                parts += (_REQUEST.pack(b"DATA", len(part)), part)
            if begin + step >= len(data):
                parts.append(end)
            await self._stream.write(b"".join(parts))


def _attributes(phone: Phone, tree: Tree, path: str, follow: bool) -> Attributes | None:
    with contextlib.suppress(files.FileAccessError):
        return paths.attributes(phone, tree, path, follow)
    return None


def _check_place(phone: Phone, path: str, kind: int) -> None:
    """Check that a file, folder or link can be created, as ``touch`` does. Missing parent folders will be created.

    Raises:
        CommandError: it can't; the text is that of Android's daemon.
    """
    tree = Tree(phone)
    place = files.located(phone, path, follow=kind in (0, stat.S_IFREG))
    above = posixpath.dirname(place)
    if tree.exists(above):
        paths.check_place(tree, place, "couldn't create file", folder=kind == stat.S_IFDIR)
    else:
        paths.check_writable(place, "secure_mkdirs failed")


def _for_all(mode: int) -> int:
    """Permissions as the daemon sets them: group and others get those of the owner."""
    owner = mode >> 6 & 0o7
    return mode & 0o777 | owner << 3 | owner


def _narrow(found: Attributes) -> tuple[int, int, int]:
    return found.mode, min(found.size, 0xFFFFFFFF), found.modified & 0xFFFFFFFF


def _wide(found: Attributes) -> tuple[int, ...]:
    times = (found.modified,) * 3
    return _DEVICE, found.inode, found.mode, 1, found.uid, found.gid, found.size, *times
