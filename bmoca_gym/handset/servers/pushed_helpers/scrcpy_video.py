"""scrcpy's video stream: frames of the screen as H.264 packets, encoded with PyAV."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np

from bmoca_gym.handset.shell.android import h264
from bmoca_gym.handset.shell.android import screen as shell_screen
from bmoca_gym.handset.state import Phone

_CODEC = int.from_bytes(b"h264", "big")
_CONFIG, _KEY_FRAME = 1 << 63, 1 << 62
_FPS, _BITS = 20.0, 8_000_000
_MOST_BITS = 100_000_000


class Video:
    """Encodes a phone's screen whenever it changes.

    ``fps``: frames a second at most.
    """

    def __init__(self, options: Mapping[str, str]) -> None:
        self._meta = options.get("send_codec_meta", "true") == "true"
        self._frame_meta = options.get("send_frame_meta", "true") == "true"
        self._most = int(_number(options, "max_size", 0.0))
        self._bits = int(min(max(_number(options, "video_bit_rate", _BITS), 10_000), _MOST_BITS))
        self.fps = _number(options, "max_fps", _FPS) or _FPS
        self._size = (0, 0)
        self._encoder: h264.Encoder | None = None
        self._shown: Any = None
        self._at = 0
        self._begun = False

    def frame(self, phone: Phone) -> bytes:
        """The packets for the screen as it is now; b"" if it has not changed.

        Raises:
            MissingLibraryError: PyAV is not installed.
        """
        pixels = shell_screen.pixels(phone)
        if self._shown is not None and np.array_equal(pixels, self._shown):
            return b""
        self._shown = pixels
        size = self._fitting(pixels.shape[1], pixels.shape[0])
        data = b""
        if self._encoder is None or size != self._size:
            self._size, self._encoder = size, h264.Encoder(size, int(_FPS), self._bits, headers_apart=True)
            if self._meta and not self._begun:
                data += struct.pack(">III", _CODEC, *size)
            self._begun = True
            data += self._packet(_CONFIG, self._encoder.header)
        self._at = max(self._at + 1, phone.clock.uptime * 1000)
        for packet, is_key in self._encoder.packets(pixels, self._at):
            data += self._packet(self._at | (_KEY_FRAME if is_key else 0), packet)
        return data

    def _packet(self, head: int, data: bytes) -> bytes:
        return (struct.pack(">QI", head, len(data)) if self._frame_meta else b"") + data

    def _fitting(self, width: int, height: int) -> tuple[int, int]:
        scale = min(1.0, self._most / max(width, height)) if self._most > 0 else 1.0
        return h264.fitting(width * scale, height * scale)


def _number(options: Mapping[str, str], name: str, default: float) -> float:
    try:
        found = float(options.get(name, default))
    except ValueError:
        return default
    return found if 0 <= found < 1e9 else default
