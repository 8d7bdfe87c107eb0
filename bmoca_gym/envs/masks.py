"""Masks of the discrete actions that have an effect on the current screen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.envs import targets
from bmoca_gym.envs.actions import DISCRETE_GESTURES, GRID_X, GRID_Y
from bmoca_gym.handset.ui.tree import UiTree

_Y, _X = np.array(GRID_Y), np.array(GRID_X)


def answered(tree: UiTree) -> NDArray[np.bool_]:
    """Return ``bool[385]``: taps on elements that take taps, and all swipes and keys.

    Swipes and keys are never masked, because the system itself reacts to them.
    """
    mask = np.ones(len(DISCRETE_GESTURES), np.bool_)
    grid = np.zeros((len(_Y), len(_X)), np.bool_)
    rows = np.minimum((_Y * tree.height).astype(int), tree.height - 1)
    columns = np.minimum((_X * tree.width).astype(int), tree.width - 1)
    for node in tree.nodes:
        if targets.takes_taps(node):
            left, top, right, bottom = node.bounds
            from_row, to_row = np.searchsorted(rows, (top, bottom))
            from_column, to_column = np.searchsorted(columns, (left, right))
            grid[from_row:to_row, from_column:to_column] = True
    mask[: grid.size] = grid.reshape(-1)
    return mask
