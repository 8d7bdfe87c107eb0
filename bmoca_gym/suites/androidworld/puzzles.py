"""Puzzle pages as files, and their solutions. AndroidWorld's pages follow the same rules."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bmoca_gym.handset.value import memo
from bmoca_gym.handset.web.interpreter import library

_PAGES = Path(__file__).parent / "pages"


def html(generator: np.random.Generator, kind: str, seed: int) -> str:
    """The page of a kind (``maze``, ``multiply``, ``draw``) with a seed, playable in any browser.

    Raises:
        MissingLibraryError: the library that runs pages in the phone's browser is not installed.
    """
    library()
    return _page(kind).replace("%%SEED%%", str(seed))


@memo(8, asset=True)
def _page(kind: str) -> str:
    return (_PAGES / f"{kind}.html").read_text("utf-8")


def way(generator: np.random.Generator, seed: int) -> list[str]:
    """The buttons that lead through the maze."""
    return way_of(seed)


def colors(generator: np.random.Generator, seed: int) -> list[int]:
    """The colours to draw with, by their indices among all."""
    return colors_of(seed)


#: Cells along a side of the maze, and the names of its buttons with rows and columns that they go.
_SIDE, _MOVES = 4, {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
#: How many colours there are, and how many of them are wanted.
_COLORS, _WANTED = 24, 3


def _chances(seed: int) -> Iterator[float]:
    """Random numbers from 0 to 1 for a seed, as the pages' scripts draw them."""
    while True:
        seed = (1664525 * seed + 1013904223) % 2**32
        yield seed / 2**32


@memo(64)
def maze(seed: int) -> tuple[str, ...]:
    """The rows of the maze: "#" for a wall, "." for a path. It leads from the first cell to the last.

    Cells are opened by a depth-first search that visits a cell's neighbours in shuffled order and stops at the last
    cell.
    """
    chances = _chances(seed)
    walls = {(row, column) for row in range(_SIDE) for column in range(_SIDE)}
    order = list(_MOVES.values())
    waiting = [(0, 0)]
    while waiting:
        row, column = waiting.pop()
        walls.discard((row, column))
        if (row, column) == (_SIDE - 1, _SIDE - 1):
            break
        for i in range(_SIDE - 1, 0, -1):
            j = math.floor(next(chances) * (i + 1))
            order[i], order[j] = order[j], order[i]
        waiting += [
            (row + down, column + right) for down, right in order if (row + down, column + right) in walls
        ]
    return tuple("".join("#" if (row, c) in walls else "." for c in range(_SIDE)) for row in range(_SIDE))


def way_of(seed: int) -> list[str]:
    """The names of the buttons along a shortest path through the maze."""
    cells, came = maze(seed), {(0, 0): ""}
    waiting = [(0, 0)]
    for row, column in waiting:
        for name, (down, right) in _MOVES.items():
            there = row + down, column + right
            within = all(0 <= place < _SIDE for place in there)
            if there not in came and within and cells[there[0]][there[1]] == ".":
                came[there] = name
                waiting.append(there)
    at, names = (_SIDE - 1, _SIDE - 1), []
    while came[at]:
        names.append(came[at])
        down, right = _MOVES[came[at]]
        at = at[0] - down, at[1] - right
    return names[::-1]


def colors_of(seed: int) -> list[int]:
    """The colours to draw with, by their indices among all."""
    chances, left = _chances(seed), list(range(_COLORS))
    return [left.pop(math.floor(next(chances) * len(left))) for _ in range(_WANTED)]
