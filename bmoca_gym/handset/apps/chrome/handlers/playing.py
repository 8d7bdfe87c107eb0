"""Handlers of pages with a puzzle: steps in a maze, multiplications, a drawing."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import puzzles
from bmoca_gym.handset.apps.chrome.puzzles import Puzzle
from bmoca_gym.handset.apps.chrome.state import Chrome, with_tab
from bmoca_gym.handset.effects import focus
from bmoca_gym.handset.kits.drawing import stroke_of
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_PEN = 2  # px: the width of a line


def _puzzle(state: Chrome) -> Puzzle | None:
    return None if state.tab is None else state.tab.entry.puzzle


def _with(state: Chrome, puzzle: Puzzle) -> Chrome:
    """The state with the puzzle in the tab in front."""
    tab = state.tab
    if tab is None:
        return state
    entry = replace(tab.entry, puzzle=puzzle)
    return with_tab(state, replace(tab, entries=(*tab.entries[: tab.at], entry, *tab.entries[tab.at + 1 :])))


def step(state: Chrome, context: Context, name: str) -> Chrome:
    """Go a step through the maze."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, puzzles.moved(puzzle, name))


def click(state: Chrome, context: Context) -> Chrome:
    """Show the next number, or the form."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, puzzles.clicked(puzzle))


def type_number(state: Chrome, context: Context, text: str) -> Chrome:
    """Update the number in the form."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, puzzles.typed(puzzle, text))


def send_number(state: Chrome, context: Context) -> Next[Chrome]:
    """Send the form."""
    puzzle = _puzzle(state)
    return state if puzzle is None else (_with(state, puzzles.multiplied(puzzle)), focus(""))


def pick(state: Chrome, context: Context, color: int) -> Chrome:
    """Draw with another colour."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, replace(puzzle, color=color))


def draw(state: Chrome, context: Context) -> Chrome:
    """Draw a line along a swipe."""
    puzzle = _puzzle(state)
    if puzzle is None:
        return state
    stroke = stroke_of(context, _PEN, 0xFF000000 | puzzle.color)
    return _with(state, puzzles.drawn(puzzle, (*puzzle.strokes, stroke), puzzle.color, puzzle.solved))


def clear(state: Chrome, context: Context) -> Chrome:
    """Clear the drawing."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, puzzles.drawn(puzzle, (), puzzle.color, puzzle.solved))


def send_drawing(state: Chrome, context: Context) -> Chrome:
    """Send the drawing."""
    puzzle = _puzzle(state)
    return state if puzzle is None else _with(state, puzzles.compared(puzzle))
