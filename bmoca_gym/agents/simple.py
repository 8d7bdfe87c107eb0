"""Agents that ignore the screen: random, noop and quitter. They are the controls of an evaluation."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from bmoca_gym.envs.actions import Finish
from bmoca_gym.handset.gestures import PressKey

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info


class NoopAgent:
    """Agent that presses HOME at each step, which does not change the home screen.

    A task that it solves was solved at the start.
    """

    name = "noop"

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode. The seed is not used."""
        self._env = env

    def act(self, observation: Any, info: Info) -> Any:
        """Return HOME in the environment's action mode."""
        return self._env.action_mode.encode(PressKey("HOME"), self._env.device.ui_tree())


class QuitterAgent:
    """Agent that ends the episode at once. It needs an action mode with ``finish``, such as text.

    A task that it solves was solved at the start.
    """

    name = "quitter"

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode. The seed is not used."""
        self._env = env

    def act(self, observation: Any, info: Info) -> Any:
        """Return the action that ends the episode.

        Raises:
            ActionError: the action mode has no such action.
        """
        return self._env.action_mode.encode(Finish(""), self._env.device.ui_tree())


class RandomAgent:
    """Agent that samples each action from the action space. In text mode these are well-formed actions."""

    name = "random"

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Seed a copy of the environment's action space. The environment's own space stays unchanged."""
        self._space = copy.deepcopy(env.action_space)
        self._space.seed(seed)

    def act(self, observation: Any, info: Info) -> Any:
        """Return a random action."""
        return self._space.sample()
