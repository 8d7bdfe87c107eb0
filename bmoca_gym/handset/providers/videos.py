"""Video files: the camera's folder, MP4 files made from pictures (ISO/IEC 14496-12 and -14), and their frames."""

from __future__ import annotations

import os
import struct
import tempfile
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

import cv2

from bmoca_gym.handset.system import files
from bmoca_gym.handset.value import memo

MOVIES = files.STORAGE + "/Movies"

_EPOCH = 2_082_844_800  # seconds from 1904, MP4's epoch, to 1970
_MATRIX = struct.pack(">9I", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
_JPEG = 0x6C  # the object type of JPEG pictures
_VISUAL = 0x11  # the stream type of video, and a bit that is always set


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def _full(kind: bytes, flags: int, *parts: bytes) -> bytes:
    """Return a box of version 0 with flags."""
    return _box(kind, struct.pack(">I", flags), *parts)


def _descriptor(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return bytes((tag, len(body))) + body


def film(pictures: Sequence[bytes], width: int, height: int, milliseconds: int, wall: int) -> bytes:
    """Return an MP4 file that shows JPEG pictures of ``width`` x ``height`` px, all for the same time.

    ``milliseconds``: duration of the film. ``wall``: time of recording in ms.
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


# Frames


class Frames(NamedTuple):
    """Frames of a film. ``starts``: the ms at which each begins; ``places``: offsets of their data in the file."""

    starts: tuple[int, ...]
    places: tuple[tuple[int, int], ...]

    def at(self, milliseconds: int) -> int:
        """Return the index of the frame at a time."""
        return max(0, bisect_right(self.starts, milliseconds) - 1)


#: Boxes that contain others, on the way to a track's tables; the most boxes and frames of a film.
_HOLDERS = frozenset((b"moov", b"trak", b"mdia", b"minf", b"stbl"))
_TABLES = (b"stts", b"stsc", b"stsz")
_MOST_BOXES, _MOST_FRAMES = 1000, 100_000
_START_OF_JPEG = b"\xff\xd8"


@memo(128, asset=True)
def frames(data: bytes) -> Frames:
    """Return the frames of the first video track in an MP4 file; none without a table of them."""
    tables: dict[bytes, bytes] = {}
    scale, video, spans = 0, False, [(0, len(data))]
    for _ in range(_MOST_BOXES):
        if not spans:
            break
        at, end = spans.pop()
        if end - at < 8:
            continue
        size, kind = struct.unpack_from(">I4s", data, at)
        start = at + 8
        if size == 1 and end - at >= 16:
            size, start = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        after = at + size if size else end
        if not start <= after <= end:
            continue
        if kind == b"trak":
            if video and _is_whole(tables):
                break
            tables, scale, video = {}, 0, False
        spans.append((after, end))
        if kind in _HOLDERS:
            spans.append((start, after))
        elif kind in _TABLES or kind in (b"stco", b"co64"):
            tables[kind] = data[start:after]
        elif kind == b"hdlr":
            video = data[start + 8 : start + 12] == b"vide"
        elif kind == b"mdhd" and after - start >= 24:
            scale = int.from_bytes(data[start + (20 if data[start] else 12) :][:4], "big")
    if not (video and scale and _is_whole(tables)):
        return Frames((), ())
    sizes = _sizes(tables[b"stsz"])
    lasts = [ticks for count, ticks in _runs(tables[b"stts"], 2) for _ in range(min(count, _MOST_FRAMES))]
    starts = [0, *accumulate(lasts[: len(sizes) - 1])]
    places = _places(tables, sizes)
    count = min(len(starts), len(places))
    return Frames(tuple([ticks * 1000 // scale for ticks in starts[:count]]), tuple(places[:count]))


def _is_whole(tables: dict[bytes, bytes]) -> bool:
    return all(kind in tables for kind in _TABLES) and (b"stco" in tables or b"co64" in tables)


def _runs(table: bytes, width: int) -> list[tuple[int, ...]]:
    """Return the entries of a table, ``width`` numbers of 32 bits each."""
    count = min(int.from_bytes(table[4:8], "big"), (len(table) - 8) // (4 * width), _MOST_FRAMES)
    return [struct.unpack_from(f">{width}I", table, 8 + 4 * width * i) for i in range(count)]


def _sizes(table: bytes) -> list[int]:
    """Return the size of each frame in bytes."""
    if len(table) < 12:
        return []
    each, count = struct.unpack_from(">II", table, 4)
    if each:
        return [each] * min(count, _MOST_FRAMES)
    count = min(count, (len(table) - 12) // 4, _MOST_FRAMES)
    return list(struct.unpack_from(f">{count}I", table, 12))


def _places(tables: dict[bytes, bytes], sizes: list[int]) -> list[tuple[int, int]]:
    """Return the offset of each frame in the file, from its chunks and the frames in each."""
    wide = b"co64" in tables
    chunks = _runs(tables[b"co64" if wide else b"stco"], 2 if wide else 1)
    runs = _runs(tables[b"stsc"], 3)
    found: list[tuple[int, int]] = []
    for number, chunk in enumerate(chunks, 1):
        at = (chunk[0] << 32) + chunk[1] if wide else chunk[0]
        each = next((count for first, count, _ in reversed(runs) if first <= number), 0)
        for size in sizes[len(found) : len(found) + each]:
            found.append((at, at + size))
            at += size
    return found


def frame_at(data: bytes, milliseconds: int) -> bytes:
    """Return the picture of a film at a time, as the content of a picture file; empty if it can't be read."""
    return _frame(data, frames(data).at(milliseconds))


@memo(64, asset=True)
def _frame(data: bytes, number: int) -> bytes:
    found = frames(data)
    if number >= len(found.places):
        return b""
    start, end = found.places[number]
    frame = data[start:end]
    return frame if frame.startswith(_START_OF_JPEG) else _decoded(data, number)


def _decoded(data: bytes, number: int) -> bytes:
    """Decode a frame of a film that does not consist of JPEG pictures."""
    handle, path = tempfile.mkstemp(suffix=".mp4")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        reader = cv2.VideoCapture(path)
        try:
            reader.set(cv2.CAP_PROP_POS_FRAMES, number)
            read, image = reader.read()
        finally:
            reader.release()
    except (OSError, cv2.error):
        return b""
    finally:
        os.unlink(path)
    return bytes(cv2.imencode(".bmp", image)[1].tobytes()) if read else b""
