"""Video files: where a camera keeps them, and a film of pictures as an MP4 file (ISO/IEC 14496-12 and -14)."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from bmoca_gym.handset.system import files

MOVIES = files.STORAGE + "/Movies"

_EPOCH = 2_082_844_800  # seconds from 1904, where MP4 counts from, to 1970
_MATRIX = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
_JPEG = 0x6C  # the object type of JPEG pictures
_VISUAL = 0x11  # the stream type of video, and a bit that is always set


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def _full(kind: bytes, flags: int, *parts: bytes) -> bytes:
    """A box of version 0 with flags."""
    return _box(kind, struct.pack(">I", flags), *parts)


def _descriptor(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return bytes((tag, len(body))) + body


def film(pictures: Sequence[bytes], width: int, height: int, milliseconds: int, wall: int) -> bytes:
    """An MP4 file that shows JPEG pictures of ``width`` x ``height`` px, each for as long as the others.

    ``milliseconds``: of the whole film. ``wall``: ms, of its making.
    """
    count = len(pictures)
    each = max(1, milliseconds // count)
    lasts = max(each * count, milliseconds)
    runs = [(count, each)] if lasts == each * count else [(count - 1, each), (1, lasts - each * (count - 1))]
    times = struct.pack(">I", len(runs)) + b"".join(struct.pack(">II", *run) for run in runs)
    sizes = struct.pack(f">II{count}I", 0, count, *map(len, pictures))
    made = struct.pack(">II", wall // 1000 + _EPOCH, wall // 1000 + _EPOCH)
    kind = _box(b"ftyp", b"mp42", struct.pack(">I", 0), b"isommp42")
    data = _box(b"mdat", *pictures)
    decoder = _descriptor(4, bytes((_JPEG, _VISUAL)), max(map(len, pictures)).to_bytes(3, "big"), bytes(8))
    stream = _descriptor(3, struct.pack(">HB", 1, 0), decoder, _descriptor(6, b"\x02"))
    look = struct.pack(">6xH16xHHIIIH32xHh", 1, width, height, 72 << 16, 72 << 16, 0, 1, 24, -1)
    entry = _box(b"mp4v", look, _full(b"esds", 0, stream))
    table = _box(
        b"stbl",
        _full(b"stsd", 0, struct.pack(">I", 1), entry),
        _full(b"stts", 0, times),
        _full(b"stsc", 0, struct.pack(">IIII", 1, 1, count, 1)),
        _full(b"stsz", 0, sizes),
        _full(b"stco", 0, struct.pack(">II", 1, len(kind) + 8)),
    )
    place = _box(b"dinf", _full(b"dref", 0, struct.pack(">I", 1), _full(b"url ", 1)))
    media = _box(
        b"mdia",
        _full(b"mdhd", 0, made, struct.pack(">IIHH", 1000, lasts, 0x55C4, 0)),
        _full(b"hdlr", 0, bytes(4), b"vide", bytes(12), b"VideoHandle\0"),
        _box(b"minf", _full(b"vmhd", 1, bytes(8)), place, table),
    )
    size = struct.pack(">II", width << 16, height << 16)
    track = _box(b"trak", _full(b"tkhd", 3, made, struct.pack(">I4xI16x", 1, lasts), _MATRIX, size), media)
    head = _full(
        b"mvhd", 0, made, struct.pack(">IIIH10x", 1000, lasts, 1 << 16, 1 << 8), _MATRIX, bytes(24),
        struct.pack(">I", 2),
    )  # fmt: skip
    return kind + data + _box(b"moov", head, track)
