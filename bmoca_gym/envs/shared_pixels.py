"""Pixels of observations in memory that processes share."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from multiprocessing.context import BaseContext
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

#: For spaces without pixels.
_NOTHING = gym.spaces.Box(0, 255, (0,), np.uint8)


class SharedPixels:
    """Memory for the pixels of ``batches`` times ``number`` observations. A new process gets it as an argument."""

    def __init__(self, space: gym.Space[Any], batches: int, number: int, context: BaseContext) -> None:
        box = space["pixels"] if isinstance(space, gym.spaces.Dict) else space
        if not isinstance(box, gym.spaces.Box):
            box = _NOTHING
        self._number, self._shape, self._type = number, box.shape, box.dtype
        self._length = int(np.prod(box.shape))
        self._memory = context.RawArray("b", batches * number * self._length * box.dtype.itemsize or 1)

    def array(self, batch: int, part: slice | None = None) -> NDArray[Any]:
        """Make an array over a batch, or over a part of it."""
        start, stop, _ = (part or slice(None)).indices(self._number)
        first, count = batch * self._number + start, stop - start
        offset = first * self._length * self._type.itemsize
        flat = np.frombuffer(self._memory, self._type, count * self._length, offset)
        return flat.reshape(count, *self._shape)


class Loans:
    """Tracks the batches of which the caller holds pixels."""

    def __init__(self, batches: int) -> None:
        self._lent: list[list[weakref.ref[Any]]] = [[] for _ in range(batches)]

    def lend(self, batch: int, array: NDArray[Any]) -> None:
        """Record that the caller gets an array of `SharedPixels`."""
        self._lent[batch].append(weakref.ref(array.base))  # which views of the array keep, too

    def free(self, batch: int) -> bool:
        """Whether the caller holds neither the batch's array nor a view of it."""
        self._lent[batch] = [lent for lent in self._lent[batch] if lent() is not None]
        return not self._lent[batch]


def write_pixels(observation: Any, place: NDArray[Any]) -> None:
    """Write the pixels of an observation, if it has any, to a place in memory."""
    pixels = observation["pixels"] if isinstance(observation, dict) else observation
    if isinstance(pixels, np.ndarray):
        place[:] = pixels


def without_pixels(observation: Any) -> Any:
    """Return an observation with None in place of its pixels."""
    if isinstance(observation, dict):
        return {**observation, "pixels": None}
    return None if isinstance(observation, np.ndarray) else observation


def with_pixels(observation: Any, pixels: NDArray[Any]) -> Any:
    """Return an observation with pixels in place of None. One with pixels is returned unchanged."""
    if isinstance(observation, dict) and observation["pixels"] is None:
        return {**observation, "pixels": pixels}
    return pixels if observation is None else observation


def together(observations: Sequence[Any], pixels: NDArray[Any]) -> Any:
    """Join observations without pixels, and the pixels of all, into a batch."""
    if isinstance(observations[0], dict):
        return {"pixels": pixels, "text": tuple([observation["text"] for observation in observations])}
    return pixels if observations[0] is None else tuple(observations)
