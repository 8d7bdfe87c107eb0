"""The screens before and after a step: whether an action has changed them, by their trees and by their pictures."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.handset.ui.tree import UiTree

#: The share of equal values above which AndroidLab's code takes two pictures for the same. The clock in the status bar
#: changes fewer.
SAME = 0.999


class Look(NamedTuple):
    """A look at a phone: its UI tree, and its screen at native size, uint8[H, W, 3]."""

    tree: UiTree
    picture: NDArray[np.uint8]


def look(device: Device) -> Look:
    """Look at a phone as it is now."""
    return Look(device.ui_tree(), device.screenshot())


def redrawn(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    """Whether two pictures differ as AndroidLab's code has it.

    Values are compared channel by channel, those apart that are 255 in both: the pictures are the same where more than
    `SAME` of the others are equal. Two that are white throughout count as different, as there.
    """
    if before.shape != after.shape:
        return True
    unequal = int(np.count_nonzero(before != after))
    if unequal > (1 - SAME) * before.size:  # the others are fewer, so that their share is larger
        return True
    counted = before.size - int(np.count_nonzero((before == 255) & (after == 255)))
    return counted == 0 or (counted - unequal) / counted <= SAME


def changed(before: Look, after: Look) -> bool:
    """Whether an action has changed the screen: another tree, or another picture."""
    return before.tree != after.tree or redrawn(before.picture, after.picture)
