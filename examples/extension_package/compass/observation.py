"""Observation mode ``greys``: the mean brightness around each of the nine points of the compass."""

from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.observations import ObservationSettings
from bmoca_gym.handset.ui.tree import UiTree

#: Width and height in px of each of the nine parts.
_SIDE = 16


class GreyObservations:
    """``float32[9]`` from 0 (black) to 1 (white), in the order of the actions 0 to 8.

    Args:
        settings: the environment's settings; none of them is used.
    """

    needs_tree = False

    def __init__(self, settings: ObservationSettings) -> None:
        self.space = gym.spaces.Box(0, 1, (9,), np.float32)

    def share(self) -> None:
        """Nothing to share: each observation is a new array."""

    def observe(self, device: Device, tree: UiTree | None) -> NDArray[Any]:
        """Return the observation of this moment."""
        picture = device.screenshot((3 * _SIDE, 3 * _SIDE))
        parts = picture.reshape(3, _SIDE, 3, _SIDE, 3).mean(axis=(1, 3, 4)) / 255
        return parts.reshape(9).astype(np.float32)
