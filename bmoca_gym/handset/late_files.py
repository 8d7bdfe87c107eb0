"""A phone's stored files, some of which are made only when somebody reads them.

To draw and encode a screenshot or an edited picture takes up to half a second, and most of them are never looked at.
So the phone may keep what such a file is made from: a function and its arguments, which always give the same bytes.
Whoever reads `bmoca_gym.handset.state.Phone.files` gets bytes, and can't tell one kind from the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, TypeVar, overload

import numpy as np
from immutables import Map
from numpy.typing import NDArray

from bmoca_gym.handset.value import Callback, Value, replace, sized_memo, value

T = TypeVar("T")

#: How many phones may lie within each other, each of them the argument of a file of the next one.
DEEPEST = 8
#: Bytes that a picture's file has beside its pixels, at most.
_BESIDE = 1 << 16


@value
class Late(Value):
    """The content of a file that is made when it is read.

    Attributes:
        make: gives the content.
        most: bytes that the content has at most.
        depth: how many files that are not made yet lie within each other, this one included.
        draw: gives the pixels of a picture, the same as those of its file; None if that takes the file. A list of
            pictures needs no more than these.
        size: width and height of that picture in px.
    """

    make: Callback
    most: int
    depth: int = 1
    draw: Callback | None = None
    size: tuple[int, int] = (0, 0)

    def __hash__(self) -> int:
        return hash((self.make[0], self.most))  # an argument may be a phone


def _size(content: bytes) -> int:
    return len(content)


@sized_memo(16 << 20, _size, asset=True)
def made(content: Late) -> bytes:
    """Make the content of a file."""
    function, arguments = content.make
    found: bytes = function(*arguments)
    return found


def _bytes_of(pixels: NDArray[np.uint8]) -> int:
    return pixels.nbytes


@sized_memo(16 << 20, _bytes_of, asset=True)
def drawn(picture: Late) -> NDArray[np.uint8]:
    """Return the pixels of a picture: uint8[height, width, 3], RGB, read-only. It is a `Late` with ``draw``."""
    assert picture.draw is not None
    function, arguments = picture.draw
    pixels: NDArray[np.uint8] = np.asarray(function(*arguments), np.uint8)
    pixels.flags.writeable = False
    return pixels


def of_picture(make: Callback, width: int, height: int, depth: int = 1, draw: Callback | None = None) -> Late:
    """Return the file of a picture, given its size in px. It has fewer bytes than an unpacked one would have."""
    return Late(make, 3 * width * height + height + _BESIDE, depth, draw, (width, height))


@value
class LateFiles(Value):
    """Files by path, as `immutables.Map` has them; some, ``late``, are made when they are read."""

    early: Map[str, bytes]
    late: Map[str, Late]

    def __contains__(self, path: object) -> bool:
        return path in self.early or path in self.late

    def __iter__(self) -> Iterator[str]:
        yield from self.early
        yield from self.late

    def __len__(self) -> int:
        return len(self.early) + len(self.late)

    def __getitem__(self, path: str) -> bytes:
        late = self.late.get(path)
        return self.early[path] if late is None else made(late)

    @overload
    def get(self, path: str) -> bytes | None: ...
    @overload
    def get(self, path: str, default: T) -> bytes | T: ...
    def get(self, path: str, default: T | None = None) -> bytes | T | None:
        """Return a file's content, or ``default``."""
        late = self.late.get(path)
        return self.early.get(path, default) if late is None else made(late)

    def keys(self) -> Iterator[str]:
        """Return the paths."""
        return iter(self)

    def items(self) -> Iterator[tuple[str, bytes]]:
        """Return the paths with their contents."""
        return ((path, self[path]) for path in self)

    def values(self) -> Iterator[bytes]:
        """Return the contents."""
        return (self[path] for path in self)

    def set(self, path: str, content: bytes | Late) -> Files:
        """Return the files with one more, or with another content of one."""
        if isinstance(content, Late):
            early = self.early.delete(path) if path in self.early else self.early
            return replace(self, early=early, late=self.late.set(path, content))
        late = self.late.delete(path) if path in self.late else self.late
        return _files(self.early.set(path, content), late)

    def delete(self, path: str) -> Files:
        """Return the files without one."""
        if path in self.late:
            return _files(self.early, self.late.delete(path))
        return replace(self, early=self.early.delete(path))


#: The files of a phone. It has `LateFiles` only while there are some that are not made.
Files: TypeAlias = Map[str, bytes] | LateFiles


def _files(early: Map[str, bytes], late: Map[str, Late]) -> Files:
    return LateFiles(early, late) if late else early


def stored(files: Files, path: str, content: bytes | Late) -> Files:
    """Return the files with one more, or with another content of one."""
    if not isinstance(files, Map):
        return files.set(path, content)
    if isinstance(content, Late):
        return LateFiles(files, Map()).set(path, content)
    return files.set(path, content)


def as_kept(files: Files) -> Map[str, bytes | Late]:
    """Return the files as the phone keeps them, with what some are made from in place of their contents."""
    if isinstance(files, Map):
        return files
    kept: dict[str, bytes | Late] = {**files.early, **files.late}
    return Map(kept)


def kept(files: Files, path: str) -> bytes | Late:
    """Return a file as the phone keeps it: its content, or what that is made from.

    Raises:
        KeyError: there is no such file.
    """
    late = None if isinstance(files, Map) else files.late.get(path)
    return files[path] if late is None else late


def all_made(files: Files) -> Map[str, bytes]:
    """Return the files with the contents of all."""
    return files if isinstance(files, Map) else Map(files.items())


def read(content: bytes | Late) -> bytes:
    """Return the content of a file as bytes."""
    return made(content) if isinstance(content, Late) else content


def most_bytes(content: bytes | Late) -> int:
    """Return how many bytes a file has, or has at most if it is not made yet."""
    return content.most if isinstance(content, Late) else len(content)


def depth(files: Files) -> int:
    """Return how many files that are not made yet lie within each other at most."""
    return 0 if isinstance(files, Map) else max([late.depth for late in files.late.values()])
