"""Agents that need no knowledge of the screen: random, noop and quitter. They are the controls of every evaluation."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from bmoca_gym.envs.actions import Finish
from bmoca_gym.handset.gestures import PressKey

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv


class NoopAgent:
    """Presses HOME at each step, which leaves the home screen as it is.

    A task that it solves was solved already.
    """

    name = "noop"

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Nothing to prepare; the seed is not used."""
        self._env = env

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """HOME in the environment's action mode."""
        return self._env.action_mode.encode(PressKey("HOME"), self._env.device.ui_tree())


class QuitterAgent:
    """Ends the episode at once, which only text actions can.

    A task that it solves was solved already.
    """

    name = "quitter"

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Nothing to prepare; the seed is not used."""
        self._env = env

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """The action that ends the episode.

        Raises:
            ActionError: the action mode has none.
        """
        return self._env.action_mode.encode(Finish(""), self._env.device.ui_tree())


class RandomAgent:
    """Samples each action from the action space. In text mode these are well-formed actions."""

    name = "random"

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Seed a space of the agent's own, like the environment's: that one is left alone."""
        self._space = copy.deepcopy(env.action_space)
        self._space.seed(seed)

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """An action that does not depend on what is shown."""
        return self._space.sample()
