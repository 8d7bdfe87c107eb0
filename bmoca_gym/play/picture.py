"""Pictures for the page: only the rectangle of a screen that has changed."""

from __future__ import annotations

import struct
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device

#: Height in px of the pictures that the timeline keeps, as in films.
KEPT_HEIGHT = 560

#: Pictures of at most so many px are sent with their every pixel; what larger ones lose, nobody sees on a fine display.
EXACT_AREA = 1_000_000

#: Before each picture, big-endian: width and height of the screen, left, top, width and height of the rectangle, its
#: format, and 0.
_HEAD = struct.Struct(">8H")
_RGBA, _PNG, _JPEG = range(3)

_BLOCK = (
    8  # JPEG's: what a change loses stays in the blocks that it touches, and goes when they are sent again
)
_QUICK = [cv2.IMWRITE_PNG_COMPRESSION, 1]
_SHARP = [
    cv2.IMWRITE_JPEG_QUALITY, 92, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
]  # fmt: skip
_SMALL = [cv2.IMWRITE_JPEG_QUALITY, 80]

Frame = NDArray[np.uint8]


class Changes:
    """The pictures sent to a page: the last screen, and changes from it to the next one."""

    def __init__(self) -> None:
        self._shown: Frame | None = None

    def message(self, frame: Frame, compress: bool = False) -> bytes | None:
        """The message that updates the page to ``frame`` (uint8[H, W, 3], RGB); None if nothing has changed.

        Sixteen bytes say which rectangle of the screen follows: as RGBA bytes; as a PNG file if ``compress``; as a
        JPEG file if it is large.
        """
        old, self._shown = self._shown, frame
        if old is frame:
            return None
        height, width = frame.shape[:2]
        left = top = 0
        part = frame
        if old is not None and old.shape == frame.shape:
            differs = old.reshape(height, -1) != frame.reshape(height, -1)
            rows = np.flatnonzero(differs.any(axis=1))
            if not len(rows):
                return None
            top, bottom = int(rows[0]) // _BLOCK * _BLOCK, -(-(int(rows[-1]) + 1) // _BLOCK) * _BLOCK
            columns = np.flatnonzero(differs[top:bottom].any(axis=0)) // 3
            left, right = int(columns[0]) // _BLOCK * _BLOCK, -(-(int(columns[-1]) + 1) // _BLOCK) * _BLOCK
            part = frame[top:bottom, left:right]
        high, wide = part.shape[:2]
        if high * wide > EXACT_AREA:
            kind, data = _JPEG, _jpeg(part, _SHARP)
        elif compress:
            kind, data = _PNG, exact(part)
        else:
            kind, data = _RGBA, cv2.cvtColor(part, cv2.COLOR_RGB2RGBA).tobytes()
        return _HEAD.pack(width, height, left, top, wide, high, kind, 0) + data


def of_moment(device: Device) -> bytes:
    """Encode a device's screen as the timeline keeps it, see `kept`."""
    width = max(1, round(KEPT_HEIGHT * device.info.width / device.info.height))
    return kept(device.screenshot((width, KEPT_HEIGHT)))


def kept(frame: Frame) -> bytes:
    """Encode a screen, uint8[H, W, 3] in RGB, as a JPEG file for the timeline."""
    return _jpeg(frame, _SMALL)


def exact(frame: Frame) -> bytes:
    """Encode a picture, uint8[H, W, 3] in RGB, as a PNG file, without loss."""
    return _file(".png", frame, _QUICK)


def read(file: bytes) -> Frame:
    """Decode the screen in a JPEG file: uint8[H, W, 3] in RGB."""
    pixels: Any = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)


def _jpeg(frame: Frame, options: list[int]) -> bytes:
    return _file(".jpg", frame, options)


def _file(suffix: str, frame: Frame, options: list[int]) -> bytes:
    _, data = cv2.imencode(suffix, cv2.cvtColor(np.ascontiguousarray(frame), cv2.COLOR_RGB2BGR), options)
    content: bytes = data.tobytes()
    return content
