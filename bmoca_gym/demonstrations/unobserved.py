"""An environment in which experts play unobserved: for proofs, and for the distance to success."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.handset.ui.tree import UiTree


class Unobserved(PhoneEnv):
    """Environment that takes moves directly and observes nothing. The arguments are those of `PhoneEnv`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.action_mode = GestureActions()
        self.observation_mode = _Nothing()
        self._needs_tree = False


class _Nothing:
    """Observation mode that shows nothing."""

    needs_tree = False
    space: gym.Space[Any] = gym.spaces.Discrete(1)

    def share(self) -> None:
        """Do nothing: there is nothing to share."""

    def observe(self, device: Device, tree: UiTree | None) -> int:
        """Return 0."""
        return 0
