"""Comparison of the screens before and after a step, by UI tree and by picture."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.handset.ui.tree import UiTree

#: AndroidLab's code calls two pictures equal if more than this share of their values is equal. A new minute in the
#: status bar changes fewer values.
SAME = 0.999


class Look(NamedTuple):
    """State of a screen: the UI tree, and the picture at native size, uint8[H, W, 3]."""

    tree: UiTree
    picture: NDArray[np.uint8]


def look(device: Device) -> Look:
    """Capture the current screen of a phone."""
    return Look(device.ui_tree(), device.screenshot())


def redrawn(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    """Return whether two pictures differ by the rule of AndroidLab's code.

    Values are compared channel by channel. Values that are 255 in both pictures are ignored. The pictures are equal if
    more than `SAME` of the other values are equal. Two completely white pictures count as different, as in that code.
    """
    if before.shape != after.shape:
        return True
    unequal = int(np.count_nonzero(before != after))
    if unequal > (1 - SAME) * before.size:  # the share of fewer values is even larger
        return True
    counted = before.size - int(np.count_nonzero((before == 255) & (after == 255)))
    return counted == 0 or (counted - unequal) / counted <= SAME


def changed(before: Look, after: Look) -> bool:
    """Return whether an action has changed the screen: the UI tree or the picture."""
    return before.tree != after.tree or redrawn(before.picture, after.picture)
