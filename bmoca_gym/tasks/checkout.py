"""A user's checkouts of a benchmark's own code, which replace a suite's pools or instructions, and what reads them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import data_files
from bmoca_gym.errors import CatalogueError
from bmoca_gym.registry import Registry

#: The largest file of a checkout, in bytes.
_LARGEST = 4 << 20


class Checkouts(NamedTuple):
    """Folders of checkouts that replace a suite's ``pools`` and ``goals``. None: the suite's own."""

    pools: str | None = None
    goals: str | None = None

    @classmethod
    def of(cls, pools: str | Path | None, goals: str | Path | None) -> Checkouts:
        """Make one from the folders that a user gave."""
        return cls(None if pools is None else str(pools), None if goals is None else str(goals))


#: No checkouts: a suite's own pools and instructions.
OWN = Checkouts()

#: Returns a suite's pools with those of a checkout in their place: from the suite's folder, the checkout's, and the
#: suite's own pools. It raises `CatalogueError` if the checkout does not fit.
PoolsReader = Callable[[Path, str, Mapping[str, Any]], dict[str, Any]]
#: Returns the instructions of a checkout by task id: from the suite's folder, the checkout's, and the ids of all tasks.
#: It raises `CatalogueError` if the checkout does not fit.
GoalsReader = Callable[[Path, str, Collection[str]], dict[str, str]]

POOLS_READERS: Registry[PoolsReader] = Registry("The suite that takes pools of a checkout", CatalogueError)
GOALS_READERS: Registry[GoalsReader] = Registry("The suite that takes goals of a checkout", CatalogueError)


def register_pools(suite: str, reader: PoolsReader | str) -> None:
    """Register the reader of a checkout's pools for a suite: a function, or its place as ``module:name``."""
    POOLS_READERS.register(suite, reader)


def register_goals(suite: str, reader: GoalsReader | str) -> None:
    """Register the reader of a checkout's instructions for a suite: a function, or its place as ``module:name``."""
    GOALS_READERS.register(suite, reader)


def digest(taken: Mapping[str, Any]) -> str:
    """Return a hash of what was taken from a checkout, twelve hexadecimal digits; "" for nothing."""
    if not taken:
        return ""
    text = json.dumps(taken, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


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
