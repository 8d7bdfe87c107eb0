"""Records of Audio Recorder: the files, and what is read from them."""

from __future__ import annotations

import posixpath
import struct
import zlib

from bmoca_gym.handset.apps.audio_recorder.state import PACKAGE
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

FOLDER = f"{files.STORAGE}/Android/data/{PACKAGE}/files/Music/records"
SUFFIX = ".m4a"
#: Bytes of a millisecond at 128 kbit/s.
_RATE = 16
#: The seconds from 1904, where the times of MP4 files begin, to 1970.
_SINCE_1904 = 2_082_844_800


def records(phone: Phone) -> tuple[tuple[str, int, int], ...]:
    """Return the records, the newest first: path, duration in ms, wall ms at which it was made."""
    found = [
        (path, duration(phone.files[path]), files.modified(phone, path))
        for path in phone.files
        if posixpath.dirname(path) == FOLDER and path.endswith(SUFFIX)
    ]
    return tuple(sorted(found, key=lambda record: (-record[2], record[0])))


def stem(path: str) -> str:
    """Return the name of a record."""
    return posixpath.basename(path).removesuffix(SUFFIX)


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def recording(milliseconds: int, began: int) -> bytes:
    """Return an MP4 file (ISO/IEC 14496-12) of a duration that holds silence. ``began``: wall ms at its beginning."""
    made = began // 1000 + _SINCE_1904
    head = struct.pack(">IIIIIIH10x", 0, made, made, 1000, milliseconds, 1 << 16, 1 << 8) + bytes(64)
    kind = _box(b"ftyp", b"M4A ", bytes(4), b"M4A mp42isom")
    return kind + _box(b"moov", _box(b"mvhd", head)) + _box(b"mdat", bytes(min(milliseconds, 60_000) * _RATE))


def duration(data: bytes) -> int:
    """Return the duration of such a file in ms, or 0 if the file does not give it."""
    at = data.find(b"mvhd", 0, 4096)
    if at < 0 or len(data) < at + 24:
        return 0
    scale, lasts = struct.unpack_from(">II", data, at + 16)
    return int(lasts * 1000 // scale) if scale else 0


def sound(data: bytes) -> int:
    """Return the seed of the picture of a record's sound, which goes by the file's own bytes."""
    return zlib.crc32(data[:4096])


def new_path(phone: Phone) -> str:
    """Return a path for a new record."""
    number = 1
    while f"{FOLDER}/Record-{number}{SUFFIX}" in phone.files:
        number += 1
    return f"{FOLDER}/Record-{number}{SUFFIX}"
