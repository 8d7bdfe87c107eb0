"""Draws names of files and the files that lie beside one, as AndroidWorld does: what kinds of parameters can't."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import PurePosixPath

import numpy as np

_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_WORDS = ("backup", "copy", "edited", "final")
_FIRST_DAY, _DAYS = date(2023, 1, 1), 287

#: How many files lie beside one at most.
MOST = 20


def file_name(generator: np.random.Generator, names: Sequence[str], stem: str) -> str:
    """``stem`` with a modification, and the ending of one of ``names``: ``calm_river_final.mp3``."""
    return _modified(generator, stem + PurePosixPath(_one(generator, names)).suffix)


def noise(generator: np.random.Generator, names: Sequence[str], base: str) -> list[Mapping[str, str]]:
    """Up to 20 files, most of them called like one of ``names`` and some like ``base``, and last ``base`` itself."""
    count = int(generator.integers(1, MOST + 1))
    found = {base: _text(generator)}
    while len(found) <= count:
        like = base if generator.random() < 0.15 else _one(generator, names)
        found.setdefault(_modified(generator, like), _text(generator))
    return [{"name": name, "text": found[name]} for name in [*list(found)[1:], base]]


def without_its_end(generator: np.random.Generator, of: str) -> str:
    """A text without its last letter."""
    return of[:-1]


def _modified(generator: np.random.Generator, name: str) -> str:
    """A name with a day, four letters or a word before or behind it."""
    path = PurePosixPath(name)
    kind = int(generator.integers(3))
    if kind == 0:
        more = f"{_FIRST_DAY + timedelta(int(generator.integers(_DAYS))):%Y_%m_%d}"
    else:
        more = _text(generator, 4) if kind == 1 else _one(generator, _WORDS)
    stem = f"{path.stem}_{more}" if generator.random() < 0.5 else f"{more}_{path.stem}"
    return stem + path.suffix


def _text(generator: np.random.Generator, length: int = 20) -> str:
    return "".join(_SIGNS[int(i)] for i in generator.integers(len(_SIGNS), size=length))


def _one(generator: np.random.Generator, values: Sequence[str]) -> str:
    return values[int(generator.integers(len(values)))]
