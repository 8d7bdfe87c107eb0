"""Pictures encoded as H.264, with PyAV where it is installed."""

from __future__ import annotations

import importlib
from fractions import Fraction
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.errors import MissingLibraryError, how_to_install

_MICROSECOND = Fraction(1, 1_000_000)
#: Sides of frames are multiples of this.
_STEP = 8


def fitting(width: float, height: float) -> tuple[int, int]:
    """The frame size that the encoder uses for a picture of this size."""
    wide, tall = (max(_STEP, round(side) // _STEP * _STEP) for side in (width, height))
    return wide, tall


class Encoder:
    """Encoder for frames of one size, in px. Width and height are multiples of 8.

    ``headers_apart``: the stream's parameters are in `header`; otherwise they are in the stream.

    Raises:
        MissingLibraryError: PyAV is not installed.
    """

    def __init__(self, size: tuple[int, int], fps: int, bits: int, headers_apart: bool) -> None:
        library = _library()
        made = library.CodecContext.create("libx264", "w")
        made.width, made.height = size
        made.pix_fmt = "yuv420p"
        made.time_base, made.framerate = _MICROSECOND, Fraction(fps, 1)
        made.bit_rate = bits
        made.options = {"preset": "ultrafast", "tune": "zerolatency"}
        made.thread_count = 1
        if headers_apart:
            made.flags |= library.codec.context.Flags.global_header
        made.open()
        self._size, self._made = size, made

    @property
    def header(self) -> bytes:
        """The parameters of the stream."""
        return bytes(self._made.extradata or b"")

    def packets(self, pixels: NDArray[np.uint8], at: int) -> list[tuple[bytes, bool]]:
        """Encode a picture shown from ``at`` µs on. Returns packets and whether each is a key frame.

        ``pixels``: ``uint8[height, width, 3]`` RGB of any size.
        """
        small = np.ascontiguousarray(cv2.resize(pixels, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        picture = _library().VideoFrame.from_ndarray(small, format="rgb24")
        picture.pts, picture.time_base = at, _MICROSECOND
        encoded = self._made.encode(picture.reformat(format="yuv420p"))
        return [(bytes(packet), bool(packet.is_keyframe)) for packet in encoded]


def _library() -> Any:
    try:
        return importlib.import_module("av")
    except ImportError as error:
        raise MissingLibraryError(f"H.264 needs PyAV: {how_to_install('scrcpy')}") from error
