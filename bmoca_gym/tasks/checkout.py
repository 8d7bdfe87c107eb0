"""Checkouts of a benchmark's own code: which ones a suite is read with, and the files in them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError

#: A file of a checkout with more bytes than this is not read.
_LARGEST = 4 << 20


class Checkouts(NamedTuple):
    """Folders of a user's own: what takes the place of a suite's own ``pools``, and of its ``goals``. None: its own."""

    pools: str | None = None
    goals: str | None = None

    @classmethod
    def of(cls, pools: str | Path | None, goals: str | Path | None) -> Checkouts:
        """Checkouts that a user names."""
        return cls(None if pools is None else str(pools), None if goals is None else str(goals))


#: None: a suite's own.
OWN = Checkouts()


def text_in(root: Path, file: str) -> str:
    """The text of a file of a checkout.

    Raises:
        CatalogueError: there is no such file, it is too large, or it is no text.
    """
    path = root / file
    if not path.is_file():
        raise CatalogueError(
            f"{path}: there is no such file; the folder {str(root)!r} must be a checkout of the benchmark, in which "
            f"{file} lies"
        )
    if path.stat().st_size > _LARGEST:
        raise CatalogueError(f"{path}: has {path.stat().st_size} bytes; it must have {_LARGEST} at most")
    return data_files.read(path)
