"""What ``stat`` says of a path: kind and permissions, size, time."""

from __future__ import annotations

import stat
import zlib
from typing import TYPE_CHECKING, NamedTuple

from bmoca_gym.handset.system import files

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

_DIRECTORY_SIZE = 4096
FIRST_BOOT_SECONDS = files.FIRST_MODIFIED[files.STORAGE] // 1000


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
        seconds = files.modified(phone, clean) // 1000 or FIRST_BOOT_SECONDS
        inode = zlib.crc32(clean.encode("utf-8", "surrogatepass")) or 1
        if files.is_directory(phone, clean):
            return FileStatus(stat.S_IFDIR | 0o771, _DIRECTORY_SIZE, seconds, inode)
        return FileStatus(stat.S_IFREG | 0o660, len(files.read(phone, clean)), seconds, inode)
    except files.FileAccessError:
        return None
