"""Facts that ``stat`` prints about a path: kind and permissions, size, time."""

from __future__ import annotations

import stat
import zlib
from typing import NamedTuple

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

_DIRECTORY_SIZE = 4096


class FileStatus(NamedTuple):
    """``mode``: kind and permissions as in ``st_mode``; ``size`` in bytes; ``modified``: seconds since the epoch."""

    mode: int
    size: int
    modified: int
    inode: int


def status(phone: Phone, path: str) -> FileStatus | None:
    """The status of a file or directory; None where there is neither, or where the path can be none's.

    App's own files have no time of their own: they show that of the first boot, since 0 means "missing" to clients.
    """
    try:
        clean = files.resolve(path)
        if not files.exists(phone, clean):
            return None
        seconds = files.modified(phone, clean) // 1000 or files.first_boot(phone) // 1000
        inode = zlib.crc32(clean.encode("utf-8", "surrogatepass")) or 1
        if files.is_directory(phone, clean):
            return FileStatus(stat.S_IFDIR | phone.modes.get(clean, 0o771), _DIRECTORY_SIZE, seconds, inode)
        return FileStatus(
            stat.S_IFREG | phone.modes.get(clean, 0o660), len(files.read(phone, clean)), seconds, inode
        )
    except files.FileAccessError:
        return None
