"""Policy agent: a checkpoint as an agent, on the embedded phone and on real devices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bmoca_gym import extras
from bmoca_gym.errors import CheckpointError, MissingLibraryError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import PhoneEnv
    from bmoca_gym.envs.infos import Info


class PolicyAgent:
    """Agent that acts with the network of a checkpoint: the class of the highest logit, or the dual gesture.

    Args:
        path: the checkpoint, ``policy.zip`` of a run.
        avoid_repeats: whether to avoid, within an episode, an action that was already done on an equal screen (to the
            pixel). Otherwise a policy without memory may repeat steps without effect until the episode is truncated.
        trusted: the T5 that the checkpoint may name, see `bmoca_gym.policies.checkpoint.load`.

    Raises:
        CheckpointError: the file is not a checkpoint, is damaged, or is from a newer release.
        MissingLibraryError: PyTorch is not installed.
    """

    def __init__(self, path: str | Path, avoid_repeats: bool = True, trusted: str = "") -> None:
        try:
            from bmoca_gym.policies import checkpoint
            from bmoca_gym.policies.rollout import Decider, Done
        except ImportError as error:
            raise MissingLibraryError(
                f"Policies need PyTorch, which can't be loaded: {error}. Install it with: "
                f"{extras.installing('learning')}"
            ) from error
        self._path = Path(path)
        self._network = checkpoint.load(path, trusted=trusted)
        self._decider = Decider(self._network)
        self._avoid_repeats = avoid_repeats
        self._done = Done()
        self.name = (
            f"{self._path.parent.name}/{self._path.name}" if self._path.parent.name else self._path.name
        )

    def reset(self, env: PhoneEnv, info: Info, seed: int) -> None:
        """Begin an episode. The seed is not used.

        Raises:
            CheckpointError: the spaces of the environment and the policy differ.
        """
        settings = self._network.settings
        shape = getattr(env.observation_space, "shape", None)
        if shape != (256, 128, 3):
            raise CheckpointError(
                f"{self._path} needs pixels uint8[256, 128, 3], but the observation space is {env.observation_space}. "
                "Use observation='pixels' and resolution=(128, 256)."
            )
        discrete = hasattr(env.action_space, "n")
        if discrete != (settings.action == "discrete"):
            raise CheckpointError(
                f"{self._path} has {settings.action} actions, but the action space is {env.action_space}. Use "
                f"action={settings.action!r}."
            )
        self._done.forget()

    def act(self, observation: Any, info: Info) -> Any:
        """Return the action for a screen uint8[256, 128, 3] and ``info["instruction"]``."""
        pixels = np.asarray(observation, np.uint8)
        output = self._decider.outputs(pixels[None], [str(info["instruction"])])[0]
        if not self._network.discrete:
            return output
        action = self._done.best(pixels, output)
        if self._avoid_repeats:
            self._done.add(pixels, action)
        return action
