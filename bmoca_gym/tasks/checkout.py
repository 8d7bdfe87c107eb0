"""A user's checkouts of a benchmark's own code, which replace a suite's pools or instructions."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError

#: Most bytes of a file of a checkout.
_LARGEST = 4 << 20


class Checkouts(NamedTuple):
    """Folders of checkouts, which replace a suite's ``pools`` and ``goals``. None: the suite's own."""

    pools: str | None = None
    goals: str | None = None

    @classmethod
    def of(cls, pools: str | Path | None, goals: str | Path | None) -> Checkouts:
        """Make this from the folders that a user gave."""
        return cls(None if pools is None else str(pools), None if goals is None else str(goals))


#: No checkouts: a suite's own pools and instructions.
OWN = Checkouts()


def text_in(root: Path, file: str) -> str:
    """Return the text of a file of a checkout.

    Raises:
        CatalogueError: the file does not exist, is too large, or is not text.
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
