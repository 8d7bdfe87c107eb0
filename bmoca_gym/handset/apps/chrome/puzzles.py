"""Puzzles of local pages: a maze, numbers to multiply, colours to draw with. A seed determines each.

The rules are those of AndroidWorld's pages, and of ours for the same tasks. Both use the same congruential
generators, so a page behaves here as its script does in the real Chrome.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np

from bmoca_gym.handset.kits.drawing import Stroke
from bmoca_gym.handset.value import Value, memo, value

KINDS = ("maze", "multiply", "draw")
#: Cells along a side of the maze, numbers to multiply, colours to draw with.
SIDE, NUMBERS, TARGETS = 4, 5, 3
#: Pixels along a side of the sheet that is drawn on.
SHEET = 300
#: What a button of the maze does: rows and columns.
MOVES = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}
#: Colours that may be drawn with, as RRGGBB.
COLORS = (
    0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0x800000, 0x008000,
    0x000080, 0x808000, 0x800080, 0x008080, 0xFFA500, 0xFF1493, 0x9932CC, 0x20B2AA,
    0x4B0082, 0x00FF7F, 0xFF6347, 0x00CED1, 0x9400D3, 0xF0E68C, 0xFF8C00, 0x228B22,
)  # fmt: skip
BLACK = 0
_STROKE_LIMIT, _LONGEST_NUMBER = 200, 12


@value
class Puzzle(Value):
    """A puzzle in progress. ``kind``: one of `KINDS`; ``solved``: its final message.

    ``at``: the cell of the maze; ``clicks``, ``typed``: of the numbers; ``color``, ``strokes``: of the drawing.
    """

    kind: str
    seed: int
    solved: bool = False
    at: tuple[int, int] = (0, 0)
    clicks: int = 0
    typed: str = ""
    color: int = BLACK
    strokes: tuple[Stroke, ...] = ()


def _chances(seed: int) -> Iterator[float]:
    """Numbers from 0 to 1, one after the other, that follow from a seed."""
    while True:
        seed = (1664525 * seed + 1013904223) % 2**32
        yield seed / 2**32


# The maze


@memo(64)
def maze(seed: int) -> tuple[str, ...]:
    """The rows of the maze: "#" for a wall, "." for a way. It leads from the first cell to the last.

    Cells are opened in the order of a search in depth, which turns to a cell's neighbours in a shuffled order and ends
    at the last cell.
    """
    chances = _chances(seed)
    walls = {(row, column) for row in range(SIDE) for column in range(SIDE)}
    order = list(MOVES.values())
    waiting = [(0, 0)]
    while waiting:
        row, column = waiting.pop()
        walls.discard((row, column))
        if (row, column) == (SIDE - 1, SIDE - 1):
            break
        for i in range(SIDE - 1, 0, -1):
            j = math.floor(next(chances) * (i + 1))
            order[i], order[j] = order[j], order[i]
        waiting += [
            (row + down, column + right) for down, right in order if (row + down, column + right) in walls
        ]
    return tuple("".join("#" if (row, c) in walls else "." for c in range(SIDE)) for row in range(SIDE))


def way(seed: int) -> tuple[str, ...]:
    """The names of the buttons that lead through the maze on a shortest way."""
    cells, came = maze(seed), {(0, 0): ""}
    waiting = [(0, 0)]
    for row, column in waiting:
        for name, (down, right) in MOVES.items():
            there = row + down, column + right
            if there not in came and _is_open(cells, there):
                came[there] = name
                waiting.append(there)
    at, names = (SIDE - 1, SIDE - 1), []
    while came[at]:
        names.append(came[at])
        down, right = MOVES[came[at]]
        at = at[0] - down, at[1] - right
    return tuple(reversed(names))


def _is_open(cells: tuple[str, ...], at: tuple[int, int]) -> bool:
    return all(0 <= place < SIDE for place in at) and cells[at[0]][at[1]] == "."


def moved(puzzle: Puzzle, name: str) -> Puzzle:
    """Make a step in the maze, unless a wall is in the way."""
    down, right = MOVES[name]
    there = puzzle.at[0] + down, puzzle.at[1] + right
    if not _is_open(maze(puzzle.seed), there):
        return puzzle
    return Puzzle(puzzle.kind, puzzle.seed, there == (SIDE - 1, SIDE - 1), there)


# The numbers


def numbers(seed: int) -> tuple[int, ...]:
    """The numbers to multiply, from 1 to 10."""
    chances = _chances(seed)
    return tuple(math.floor(next(chances) * 10) + 1 for _ in range(NUMBERS))


def shown_number(puzzle: Puzzle) -> int:
    """The number that is shown."""
    return numbers(puzzle.seed)[min(puzzle.clicks, NUMBERS - 1)]


def clicked(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the next number, or at last with the form."""
    return Puzzle(puzzle.kind, puzzle.seed, clicks=min(puzzle.clicks + 1, NUMBERS))


def typed(puzzle: Puzzle, text: str) -> Puzzle:
    """The puzzle with a number in its form."""
    kept = "".join(letter for letter in text if letter in "0123456789-.")[:_LONGEST_NUMBER]
    return Puzzle(puzzle.kind, puzzle.seed, puzzle.solved, clicks=puzzle.clicks, typed=kept)


def multiplied(puzzle: Puzzle) -> Puzzle:
    """The puzzle after its form was sent: solved, where the number is the product."""
    whole = puzzle.typed.partition(".")[0]
    right = whole.isdecimal() and int(whole) == math.prod(numbers(puzzle.seed))
    return Puzzle(puzzle.kind, puzzle.seed, right, clicks=puzzle.clicks, typed=puzzle.typed)


# The drawing


def targets(seed: int) -> tuple[int, ...]:
    """The colours to draw with, as places in `COLORS`."""
    chances, left = _chances(seed), list(range(len(COLORS)))
    return tuple(left.pop(math.floor(next(chances) * len(left))) for _ in range(TARGETS))


def drawn(puzzle: Puzzle, strokes: tuple[Stroke, ...], color: int, solved: bool) -> Puzzle:
    """The puzzle with another drawing."""
    return Puzzle(puzzle.kind, puzzle.seed, solved, color=color, strokes=strokes[-_STROKE_LIMIT:])


def compared(puzzle: Puzzle) -> Puzzle:
    """The puzzle after its drawing was sent: solved, where each of the colours can be seen in it."""
    seen = _seen(puzzle.strokes)
    wanted = {COLORS[place] for place in targets(puzzle.seed)}
    return drawn(puzzle, puzzle.strokes, puzzle.color, wanted <= seen)


@memo(32)
def _seen(strokes: tuple[Stroke, ...]) -> frozenset[int]:
    """The colours of a drawing, RRGGBB."""
    sheet = np.full((SHEET, SHEET), -1, np.int32)
    for stroke in strokes:
        ends = [
            (round(x * SHEET), round(y * SHEET)) for x, y in ((stroke.x0, stroke.y0), (stroke.x1, stroke.y1))
        ]
        if ends[0] != ends[1]:  # a line without a length leaves nothing
            cv2.line(sheet, ends[0], ends[1], (stroke.color or BLACK) & 0xFFFFFF, stroke.width)
    return frozenset(int(color) for color in np.unique(sheet))
