"""ZIP archives from anywhere: what `zipfile` raises at bytes that are no archive, are damaged, or are encrypted."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

try:
    from lzma import LZMAError
except ImportError:  # a Python that was built without it; zipfile then refuses such archives
    LZMAError = zlib.error  # type: ignore[misc,assignment]

#: Encrypted parts and unknown methods are a `RuntimeError`, names that can't be decoded a `ValueError`.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    LZMAError,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)


def holds(path: Path, name: str) -> bool:
    """Return whether a file is an archive with an entry of that name."""
    try:
        with zipfile.ZipFile(path) as archive:
            return name in archive.namelist()
    except BROKEN:
        return False
