"""Space of Unicode strings up to a length. Gymnasium's `Text` is practical only for small alphabets."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Text
from gymnasium.spaces.utils import flatten, flatten_space, unflatten
from gymnasium.vector.utils import create_shared_memory, read_from_shared_memory, write_to_shared_memory
from numpy.typing import NDArray

from bmoca_gym.errors import cut

#: Characters of samples, from enough scripts to find code that expects ASCII.
_SAMPLE_ALPHABET = "".join(
    dict.fromkeys(
        "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;!?'\"()[]{}\\\n"
        "éßñçø жщя 设置 알람 ساعة हिन्दी 🙂"
    )
)
_SAMPLE_LENGTH = 40

#: Most bytes of a character in shared memory (UTF-8), and size of the length in front of a text.
_BYTES = 4

#: What fills a flat text: the first number that is not a code point. And the encoding of one number a character.
_PADDING = sys.maxunicode + 1
_CODE_POINTS = "utf-32-le"


class UnicodeText(Text):
    """All strings of at most ``max_length`` characters, including "" and any Unicode character.

    `gymnasium.spaces.Text` needs an alphabet, and all of Unicode is a million characters. `sample` returns
    short strings in several scripts. `character_set` has only the characters of samples. Two spaces are equal
    if their ``max_length`` is. Works with ``AsyncVectorEnv`` and its shared memory.

    ``gymnasium.spaces.utils.flatten`` and the wrapper ``FlattenObservation`` turn a text into int32[max_length]: the
    code points of its characters, then the padding 0x110000. `unflatten` gives the text back.

    >>> space = UnicodeText(100)
    >>> "Éteindre le réveil 🔔" in space, "x" * 101 in space, 5 in space
    (True, False, False)
    """

    def __init__(self, max_length: int, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=_SAMPLE_ALPHABET, seed=seed)

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random string of up to 40 characters; ``mask`` and ``probability`` as for `Text`."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        length = int(self.np_random.integers(min(self.max_length, _SAMPLE_LENGTH) + 1))
        return "".join(
            self.character_list[i] for i in self.np_random.integers(len(self.character_list), size=length)
        )

    def contains(self, x: Any) -> bool:
        """Whether ``x`` is a string of at most ``max_length`` characters."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.max_length == self.max_length

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.max_length})"


# A flat text: a code point for each character, then padding.


@flatten_space.register(UnicodeText)
def _flatten_space(space: UnicodeText) -> Box:
    return Box(0, _PADDING, (space.max_length,), np.int32)


@flatten.register(UnicodeText)
def _flatten(space: UnicodeText, x: str) -> NDArray[np.int32]:  # type: ignore[misc]
    if not space.contains(x):
        raise ValueError(f"{cut(x)} can't be flattened: it is not in {space}.")
    flat = np.full(space.max_length, _PADDING, np.int32)
    flat[: len(x)] = np.frombuffer(x.encode(_CODE_POINTS, "surrogatepass"), "<u4")
    return flat


@unflatten.register(UnicodeText)
def _unflatten(space: UnicodeText, x: NDArray[Any]) -> str:  # type: ignore[misc]
    flat = np.asarray(x)
    if flat.shape != (space.max_length,) or not np.all((flat >= 0) & (flat <= _PADDING)):
        raise ValueError(
            f"{cut(x)} is not a flat text of {space}: it must be {space.max_length} numbers from 0 to {_PADDING}."
        )
    return flat[flat < _PADDING].astype("<u4").tobytes().decode(_CODE_POINTS, "surrogatepass")


# Shared memory of a batch: for each environment the number of bytes, then the text in UTF-8.


@create_shared_memory.register(UnicodeText)
def _create(space: UnicodeText, n: int = 1, ctx: ModuleType = multiprocessing) -> Any:
    return ctx.Array("B", n * _BYTES * (space.max_length + 1))


def _rows(space: UnicodeText, shared_memory: Any) -> NDArray[np.uint8]:
    return np.frombuffer(shared_memory.get_obj(), np.uint8).reshape(-1, _BYTES * (space.max_length + 1))


@write_to_shared_memory.register(UnicodeText)
def _write(space: UnicodeText, index: int, value: str, shared_memory: Any) -> None:
    data = value.encode("utf-8", "surrogatepass")
    row = _rows(space, shared_memory)[index]
    row[:_BYTES].view(np.uint32)[0] = len(data)
    row[_BYTES : _BYTES + len(data)] = np.frombuffer(data, np.uint8)


class _SharedTexts(Sequence[str]):
    """Live view of the texts in shared memory. A deep copy is a tuple of the current texts.

    ``AsyncVectorEnv`` reads the memory once, when it is made, and later returns deep copies of that object.
    For arrays it is a view of the memory. A tuple of strings would never change.
    """

    def __init__(self, rows: NDArray[np.uint8]) -> None:
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        row = self._rows[index]
        end = _BYTES + int(row[:_BYTES].view(np.uint32)[0])
        return row[_BYTES:end].tobytes().decode("utf-8", "surrogatepass")

    def __deepcopy__(self, memo: dict[int, Any]) -> tuple[str, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return repr(tuple(self))


@read_from_shared_memory.register(UnicodeText)
def _read(space: UnicodeText, shared_memory: Any, n: int = 1) -> _SharedTexts:
    return _SharedTexts(_rows(space, shared_memory))
