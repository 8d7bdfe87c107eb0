"""scrcpy's video stream: frames of the screen as packets of H.264, encoded with PyAV."""

from __future__ import annotations

import importlib
import struct
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import cv2
import numpy as np

from bmoca_gym.handset.errors import MissingLibraryError
from bmoca_gym.handset.shell.android import screen as shell_screen
from bmoca_gym.handset.state import Phone

_CODEC = int.from_bytes(b"h264", "big")
_CONFIG, _KEY_FRAME = 1 << 63, 1 << 62
_MICROSECOND = Fraction(1, 1_000_000)
#: Sides of frames are multiples of this.
_STEP = 8
_FPS, _BITS = 20.0, 8_000_000
_MOST_BITS = 100_000_000


class Video:
    """Encodes a phone's screen whenever it looks different.

    ``fps``: frames a second at most.
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        self._meta = options.get("send_codec_meta", "true") == "true"
        self._frame_meta = options.get("send_frame_meta", "true") == "true"
        self._most = int(_number(options, "max_size", 0.0))
        self._bits = int(min(max(_number(options, "video_bit_rate", _BITS), 10_000), _MOST_BITS))
        self.fps = _number(options, "max_fps", _FPS) or _FPS
        self._size = (0, 0)
        self._encoder: Any = None
        self._shown: Any = None
        self._at = 0
        self._begun = False

    def frame(self, phone: Phone) -> bytes:
        """What goes to the client for the screen as it is now: nothing if it looks as before.

        Raises:
            MissingLibraryError: PyAV is not installed.
        """
        pixels = shell_screen.pixels(phone)
        if self._shown is not None and np.array_equal(pixels, self._shown):
            return b""
        self._shown = pixels
        size = self._fitting(pixels.shape[1], pixels.shape[0])
        data = b""
        if size != self._size:
            self._size, self._encoder = size, self._made(*size)
            if self._meta and not self._begun:
                data += struct.pack(">III", _CODEC, *size)
            self._begun = True
            config = bytes(self._encoder.extradata or b"")
            data += self._packet(_CONFIG, config)
        self._at = max(self._at + 1, phone.clock.uptime * 1000)
        small = np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        picture = _library().VideoFrame.from_ndarray(small, format="rgb24")
        picture.pts, picture.time_base = self._at, _MICROSECOND
        for packet in self._encoder.encode(picture.reformat(format="yuv420p")):
            data += self._packet(self._at | (_KEY_FRAME if packet.is_keyframe else 0), bytes(packet))
        return data

    def _packet(self, head: int, data: bytes) -> bytes:
        return (struct.pack(">QI", head, len(data)) if self._frame_meta else b"") + data

    def _fitting(self, width: int, height: int) -> tuple[int, int]:
        scale = min(1.0, self._most / max(width, height)) if self._most > 0 else 1.0
        wide, tall = (max(_STEP, round(side * scale) // _STEP * _STEP) for side in (width, height))
        return wide, tall

    def _made(self, width: int, height: int) -> Any:
        made = _library().CodecContext.create("libx264", "w")
        made.width, made.height, made.pix_fmt = width, height, "yuv420p"
        made.time_base, made.framerate = _MICROSECOND, Fraction(int(_FPS), 1)
        made.bit_rate = self._bits
        made.options = {"preset": "ultrafast", "tune": "zerolatency"}
        made.thread_count = 1
        made.flags |= _library().codec.context.Flags.global_header
        made.open()
        return made


def _library() -> Any:
    try:
        return importlib.import_module("av")
    except ImportError as error:
        raise MissingLibraryError("scrcpy's video needs PyAV: pip install 'bmoca-gym[scrcpy]'") from error


def _number(options: Mapping[str, str], name: str, default: float) -> float:
    try:
        found = float(options.get(name, default))
    except ValueError:
        return default
    return found if 0 <= found < 1e9 else default
