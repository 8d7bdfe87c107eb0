"""File status for ``stat``: kind, permissions, size, time."""

from __future__ import annotations

import stat
import zlib
from typing import NamedTuple

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

_DIRECTORY_SIZE = 4096
#: Permissions that links show; those of the system are the image's.
_LINK_MODE, _SYSTEM_LINK_MODE = 0o777, 0o644


class FileStatus(NamedTuple):
    """``mode``: kind and permissions as in ``st_mode``; ``size`` in bytes; ``modified``: seconds since the epoch."""

    mode: int
    size: int
    modified: int
    inode: int


def status(phone: Phone, path: str, follow: bool = True) -> FileStatus | None:
    """The status of a file or directory; None where there is neither, or where the path can be none's.

    ``follow``: of what a symbolic link leads to, rather than of the link.

    App's own files have no time of their own: they show that of the first boot, since 0 means "missing" to clients.
    """
    try:
        clean = files.located(phone, path, follow)
        target = None if follow else files.link_text(phone, path)
        if target is None and not files.exists(phone, clean):
            return None
        seconds = (phone.modified.get(clean, 0) or files.first_boot(phone)) // 1000
        inode = zlib.crc32(clean.encode("utf-8", "surrogatepass")) or 1
        if target is not None:
            mode = _LINK_MODE if clean in phone.links else _SYSTEM_LINK_MODE
            return FileStatus(stat.S_IFLNK | mode, len(target.encode("utf-8", "replace")), seconds, inode)
        if files.is_directory(phone, clean):
            return FileStatus(stat.S_IFDIR | phone.modes.get(clean, 0o771), _DIRECTORY_SIZE, seconds, inode)
        return FileStatus(
            stat.S_IFREG | phone.modes.get(clean, 0o660), len(files.read(phone, clean)), seconds, inode
        )
    except files.FileAccessError:
        return None
