"""The observation of MiniWoB++: the instruction, its fields, the page's elements, and 160 x 210 px of the page."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device, screen_of
from bmoca_gym.envs.observations import ObservationSettings
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.suites.miniwob_plus import page
from bmoca_gym.suites.miniwob_plus.actions import HEIGHT, WIDTH

#: Px of the screen a CSS px, `bmoca_gym.handset.apps.miniwob.handlers.ZOOM`.
_ZOOM = 5


class MiniWobObservations:
    """Dictionaries of the package's own space: ``utterance``, ``fields``, ``dom_elements`` and ``screenshot``.

    After the end of an episode everything is empty, as in the package.

    Args:
        shots: whether to take screenshots. If not, the array is all zeros.
    """

    def __init__(self, shots: bool) -> None:
        self.needs_tree = shots
        self.space: gym.Space[Any] = page.library("observation").get_observation_space(WIDTH, HEIGHT)

    def share(self) -> None:
        """Nothing to do: a screenshot is always an array of its own."""

    def observe(self, device: Device, tree: UiTree | None) -> dict[str, Any]:
        """Return a new dictionary at each call."""
        library = page.library("observation")
        told = page.told(device)
        if told["done"] or not isinstance(told.get("dom"), dict):
            empty: dict[str, Any] = library.create_empty_observation(WIDTH, HEIGHT)
            return empty
        root = page.library("dom").DOMElement(told["dom"])
        pairs = [(str(key), str(text)) for key, text in told["fields"]]
        shot = (
            _screenshot(device, tree) if self.needs_tree else library.create_empty_screenshot(WIDTH, HEIGHT)
        )
        made: dict[str, Any] = library.create_observation(
            utterance=told["utterance"], root_dom=root, screenshot=shot, fields=pairs
        )
        return made


def _screenshot(device: Device, tree: UiTree | None) -> NDArray[np.uint8]:
    """The page at one px per CSS px, each the mean of the px of the screen that it covers."""
    view = None if tree is None else tree.find(class_name="android.webkit.WebView")
    screen = screen_of(device)
    picture = device.screenshot() if screen is None else screen.frame()
    left, top = view.bounds[:2] if view is not None else (0, 0)
    part = picture[top : top + HEIGHT * _ZOOM, left : left + WIDTH * _ZOOM]
    whole = np.zeros((HEIGHT * _ZOOM, WIDTH * _ZOOM, 3), np.uint8)
    whole[: part.shape[0], : part.shape[1]] = part
    rows = np.add.reduce([whole[at::_ZOOM] for at in range(_ZOOM)], dtype=np.uint16)
    sums = np.add.reduce([rows[:, at::_ZOOM] for at in range(_ZOOM)])
    area = _ZOOM * _ZOOM
    return np.asarray((sums + area // 2) // area, np.uint8)


def make(shots: bool, settings: ObservationSettings) -> MiniWobObservations:
    """Make the observation mode ``miniwob``, or without screenshots ``miniwob-dom``."""
    return MiniWobObservations(shots)
