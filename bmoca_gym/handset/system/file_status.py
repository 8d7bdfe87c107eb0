"""File status for ``stat``: kind, permissions, size, time."""

from __future__ import annotations

import stat
import zlib
from typing import NamedTuple

from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

_DIRECTORY_SIZE = 4096
#: Permissions shown for links; those of system files come from the image.
_LINK_MODE, _SYSTEM_LINK_MODE = 0o777, 0o644


class FileStatus(NamedTuple):
    """``mode``: kind and permissions as in ``st_mode``; ``size`` in bytes; ``modified``: seconds since the epoch."""

    mode: int
    size: int
    modified: int
    inode: int


def status(phone: Phone, path: str, follow: bool = True) -> FileStatus | None:
    """Return the status of a file or directory, or None if there is neither or the path is not valid.

    ``follow``: follow a symbolic link rather than describe the link.

    Files of apps have no time of their own. They show the time of the first boot, since clients read 0 as "missing".
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
