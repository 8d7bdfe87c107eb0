"""Media on the shared storage: pictures, recordings and films, and their metadata.

Everything is computed from the files, so no scan is needed and new files are known at once. Files may contain
anything; reading one takes a limited number of steps and never raises.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from immutables import Map
from tinytag import TinyTag

from bmoca_gym.handset.late_files import Files
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import documents, files
from bmoca_gym.handset.value import memo

UNKNOWN = "<unknown>"
#: Kinds of media, and the suffixes of their files; for pictures only the formats that can be shown.
SUFFIXES: dict[str, frozenset[str]] = {
    "images": frozenset(("jpg", "jpeg", "png", "webp", "bmp")),
    "audio": frozenset(
        suffix
        for suffix, mime in documents.TYPES.items()
        if mime.startswith("audio/") and mime != documents.PLAYLIST
    ),
    "video": frozenset(suffix for suffix, mime in documents.TYPES.items() if mime.startswith("video/")),
}
COLUMNS = (
    "_id", "_data", "_display_name", "mime_type", "date_added", "date_modified", "_size", "title", "duration",
    "artist", "album", "width", "height",
)  # fmt: skip

_ALIAS = "/storage/emulated/0"
_TEXT_LIMIT, _LONGEST = 500, 10_000_000  # characters of a tag; seconds of a recording
_READS, _BYTES, _BOXES = 20_000, 16 << 20, 1000
_MEDIA_BOXES = frozenset((b"moov", b"trak"))


class Facts(NamedTuple):
    """Metadata of a file; None and "" if the file does not have it. ``duration``: ms; ``width``, ``height``: px."""

    title: str = ""
    artist: str = ""
    album: str = ""
    duration: int | None = None
    width: int | None = None
    height: int | None = None
    genre: str = ""


class Media(NamedTuple):
    """A picture, recording or film.

    ``kind``: a key of `SUFFIXES`; ``id``: depends on the path only; ``modified``: ms.
    """

    id: int
    path: str
    kind: str
    mime: str
    modified: int
    size: int
    facts: Facts

    @property
    def name(self) -> str:
        """The file's name."""
        return posixpath.basename(self.path)

    @property
    def row(self) -> tuple[object, ...]:
        """Its values in `COLUMNS`. Missing metadata are filled in as Android does."""
        facts, seconds = self.facts, self.modified // 1000
        sounds = self.kind != "images"
        folder = posixpath.basename(posixpath.dirname(self.path))
        return (
            self.id, _ALIAS + self.path[len(files.STORAGE) :], self.name, self.mime, seconds, seconds, self.size,
            facts.title or posixpath.splitext(self.name)[0], facts.duration,
            facts.artist or (UNKNOWN if sounds else None), facts.album or (folder if sounds else None),
            facts.width, facts.height,
        )  # fmt: skip


def id_of(path: str) -> int:
    """Return the id of the file at a path, unless another file already has it."""
    return zlib.crc32(path.encode("utf-8", "replace")) & 0x7FFFFFFF


def media(phone: Phone, kind: str) -> tuple[Media, ...]:
    """Return the pictures ("images"), recordings ("audio") or films ("video") of a phone by path, without hidden
    ones.
    """
    return _media(phone.files, phone.modified, kind)


@memo(16)
def _media(stored: Files, modified: Map[str, int], kind: str) -> tuple[Media, ...]:
    found: list[Media] = []
    used: set[int] = set()
    for path in sorted(stored):
        suffix = path.rpartition(".")[2].lower()
        if suffix not in SUFFIXES[kind] or not path.startswith(files.STORAGE + "/") or "/." in path:
            continue
        data = stored[path]
        facts = facts_of(data, kind, suffix)
        if facts is None:
            continue
        id = id_of(path)
        while id in used or not id:
            id += 1
        used.add(id)
        found.append(Media(id, path, kind, documents.TYPES[suffix], modified.get(path, 0), len(data), facts))
    return tuple(found)


@memo(128, asset=True)
def facts_of(data: bytes, kind: str, suffix: str) -> Facts | None:
    """Return a file's metadata; None for a picture that can't be shown, which Android does not list."""
    if kind == "images":
        size = pictures.size(data)
        return None if size is None else Facts(width=size[0], height=size[1])
    return _film(data) if kind == "video" else _recording(data, suffix)


# Recordings


class _Bounded(io.BytesIO):
    """A file that stops its reader after a number of reads and bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._reads, self._left = _READS, _BYTES

    def read(self, size: int | None = -1) -> bytes:
        """See `io.BytesIO.read`.

        Raises:
            ValueError: the limit is reached.
        """
        found = super().read(min(size, _BYTES) if size is not None and size >= 0 else _BYTES)
        self._reads -= 1
        self._left -= len(found)
        if self._reads < 0 or self._left < 0:
            raise ValueError(f"more than {_READS} reads or {_BYTES} bytes")
        return found


def _recording(data: bytes, suffix: str) -> Facts:
    try:
        tag = TinyTag.get(f"file.{suffix}", _Bounded(data))
    except Exception:  # a parser may raise anything on bytes that are not a recording
        return Facts()
    title, artist, album, genre = (_plain(text) for text in (tag.title, tag.artist, tag.album, tag.genre))
    seconds = tag.duration
    known = seconds is not None and 0 < seconds < _LONGEST
    length = round(seconds * 1000) if known and seconds is not None else None
    return Facts(title, artist, album, length, genre=genre)


def _plain(text: str | None) -> str:
    """Return a tag's text without characters that no screen shows."""
    return "".join(letter for letter in (text or "")[:_TEXT_LIMIT] if letter.isprintable()).strip()


# Films


def _film(data: bytes) -> Facts:
    """Return length and size of an MP4, QuickTime or 3GP film (ISO/IEC 14496-12), and nothing for other files."""
    duration = width = height = None
    for kind, start, end in _boxes(data):
        body = data[start : min(end, start + 104)]
        later = body[:1] == b"\x01"  # version 1: times in 64 bits
        if kind == b"mvhd" and len(body) >= (32 if later else 20):
            scale, length = struct.unpack_from(">IQ" if later else ">II", body, 20 if later else 12)
            if scale and 0 < length / scale < _LONGEST:
                duration = round(length * 1000 / scale)
        elif kind == b"tkhd" and len(body) >= (96 if later else 84):
            wide, high = (n >> 16 for n in struct.unpack_from(">II", body, 88 if later else 76))
            if wide and high:
                width, height = wide, high
    return Facts(duration=duration, width=width, height=height)


def _boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield (kind, start, end) of the content of boxes, including those inside the headers of films and tracks."""
    spans = [(0, len(data))]
    for _ in range(_BOXES):
        if not spans:
            return
        at, end = spans.pop()
        if end - at < 8:
            continue
        size, start = int.from_bytes(data[at : at + 4], "big"), at + 8
        if size == 1:
            size, start = int.from_bytes(data[at + 8 : at + 16], "big"), at + 16
        after = at + size if size else end
        if not start <= after <= end:
            continue
        kind = data[at + 4 : at + 8]
        spans.append((after, end))
        if kind in _MEDIA_BOXES:
            spans.append((start, after))
        yield kind, start, after
