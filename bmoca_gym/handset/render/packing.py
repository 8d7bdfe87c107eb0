"""Cached frames in fewer bytes, packed by `_packing` (C, if the package is compiled), or unchanged otherwise."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset import native

_PACKING: Any = native.part("packing")


def packed(frame: NDArray[np.uint8]) -> NDArray[np.uint8] | bytes:
    """Return the frame (RGB) in fewer bytes, or the frame itself if that does not pay, as with photographs."""
    if _PACKING is None:
        return frame
    found: bytes | None = _PACKING.packed(frame, frame.shape[1], frame.nbytes * 3 // 4)
    return frame if found is None else found


def unpacked(packed: bytes, width: int, height: int) -> NDArray[np.uint8]:
    """Return the frame for `packed` bytes: uint8[height, width, 3], read-only."""
    frame: NDArray[np.uint8] = np.empty((height, width, 3), np.uint8)
    _PACKING.unpack(packed, frame, width)
    frame.flags.writeable = False
    return frame


def size(kept: NDArray[np.uint8] | bytes) -> int:
    """Return the number of bytes that a cached frame takes."""
    return len(kept) if isinstance(kept, bytes) else kept.nbytes
