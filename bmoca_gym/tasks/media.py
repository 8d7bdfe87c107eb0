"""Generated media for task instances: pictures with text, silent recordings, videos of pictures."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.providers import videos

#: Largest side of a picture in px, and longest recording or video in seconds.
LARGEST, LONGEST = 4096, 7200

#: A frame of silence: MPEG-2 layer III at 16 kHz and 8 kbit/s, one channel. It lasts 36 ms.
_SILENCE = bytes((0xFF, 0xF3, 0x18, 0xC0)) + bytes(32)
_FRAME_MS = 36
_RECTANGLES = 8
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def picture(
    generator: np.random.Generator, width: int, height: int, lines: Sequence[str] = (), kind: str = "png"
) -> bytes:
    """Make a picture: rectangles in random colours, with ``lines`` of ASCII text on a white sheet.

    ``kind``: ``"png"`` or ``"jpg"``.
    """
    return _encoded(f".{kind}", _drawn(generator, width, height, lines))


@lru_cache(32)
def recording(seconds: float, title: str = "", artist: str = "", album: str = "", genre: str = "") -> bytes:
    """Make a silent MP3 file of that length, exact to 36 ms, with the given ID3 2.3 tags.

    The result is cached, so that phones with the same file compare quickly.
    """
    tags = b"".join(
        _tag(name, text)
        for name, text in (("TIT2", title), ("TPE1", artist), ("TALB", album), ("TCON", genre))
        if text
    )
    return _id3(tags) + _SILENCE * max(1, round(seconds * 1000 / _FRAME_MS))


def film(
    generator: np.random.Generator, seconds: float, width: int, height: int, texts: Sequence[str] = ()
) -> bytes:
    """Make an MP4 file that shows a random picture for each text, all for equally long; just one picture if there are
    no texts.
    """
    frames = [_drawn(generator, width, height, text.splitlines()) for text in texts or ("",)]
    return videos.film([_encoded(".jpg", frame) for frame in frames], width, height, round(seconds * 1000), 0)


def _drawn(
    generator: np.random.Generator, width: int, height: int, lines: Sequence[str]
) -> NDArray[np.uint8]:
    image = np.empty((height, width, 3), np.uint8)
    colors = generator.integers(64, 256, (_RECTANGLES + 1, 3)).tolist()
    across, down = (
        np.sort(generator.integers(0, side, (_RECTANGLES, 2))).tolist() for side in (width, height)
    )
    cv2.rectangle(image, (0, 0), (width, height), colors[-1], cv2.FILLED)
    for (left, right), (top, bottom), color in zip(across, down, colors, strict=False):
        cv2.rectangle(image, (left, top), (right, bottom), color, cv2.FILLED)
    if lines:
        margin, row = max(2, width // 20), max(1, (height - height // 10) // len(lines))
        cv2.rectangle(image, (margin, margin), (width - margin, height - margin), (255, 255, 255), cv2.FILLED)
        sizes = [cv2.getTextSize(line or " ", _FONT, 1.0, 2) for line in lines]
        long, high = max(size[0] for size, _ in sizes), max(size[1] + base for size, base in sizes)
        scale = min((width - 4 * margin) / long, 0.6 * row / high, 2.0)
        for at, line in enumerate(lines):
            place = (2 * margin, height // 20 + row * at + int(0.7 * row))
            cv2.putText(image, line, place, _FONT, scale, (0, 0, 0), max(1, round(2 * scale)), cv2.LINE_AA)
    return image


def _encoded(suffix: str, image: NDArray[np.uint8]) -> bytes:
    done, data = cv2.imencode(suffix, image)
    assert done
    return bytes(data)


def _tag(name: str, text: str) -> bytes:
    body = b"\x01" + text.encode("utf-16")
    return name.encode() + struct.pack(">IH", len(body), 0) + body


def _id3(tags: bytes) -> bytes:
    if not tags:
        return b""
    size = bytes((len(tags) >> shift) & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x03\x00\x00" + size + tags
