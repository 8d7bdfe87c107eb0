"""The policy agent: a checkpoint, evaluated like any other agent, on the embedded handset and on real devices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bmoca_gym import extras
from bmoca_gym.errors import CheckpointError, MissingLibraryError

if TYPE_CHECKING:
    from bmoca_gym.envs.environment import BMoCAEnv


class PolicyAgent:
    """Acts as the network of a checkpoint says: the class of the highest logit, or its dual gesture.

    Args:
        path: the checkpoint, ``policy.zip`` of a run.
        avoid_repeats: never do the same twice on the same screen, to the pixel, within an episode. Without it a policy
            that has no memory repeats a step that changes nothing, or goes in circles, until the episode is truncated.

    Raises:
        CheckpointError: the file is not a checkpoint, is damaged, or of a newer release.
        MissingLibraryError: PyTorch is not installed.
    """

    def __init__(self, path: str | Path, avoid_repeats: bool = True) -> None:
        try:
            from bmoca_gym.policies import checkpoint
            from bmoca_gym.policies.rollout import Decider, Done
        except ImportError as error:
            raise MissingLibraryError(
                f"Policies compute with PyTorch, which can't be loaded: {error}. Install it with: "
                f"{extras.installing('learning')}"
            ) from error
        self._path = Path(path)
        self._network = checkpoint.load(path)
        self._decider = Decider(self._network)
        self._avoid_repeats = avoid_repeats
        self._done = Done()
        self.name = (
            f"{self._path.parent.name}/{self._path.name}" if self._path.parent.name else self._path.name
        )

    def reset(self, env: BMoCAEnv, info: dict[str, Any], seed: int) -> None:
        """Begin an episode: forget what was tried. The seed is not used.

        Raises:
            CheckpointError: the environment has other spaces than the policy.
        """
        settings = self._network.settings
        shape = getattr(env.observation_space, "shape", None)
        if shape != (256, 128, 3):
            raise CheckpointError(
                f"{self._path} sees pixels of 256 × 128; the environment shows {env.observation_space}: use "
                "observation='pixels' and resolution=(128, 256)."
            )
        discrete = hasattr(env.action_space, "n")
        if discrete != (settings.action == "discrete"):
            raise CheckpointError(
                f"{self._path} acts by {settings.action}; the environment takes {env.action_space}: use "
                f"action={settings.action!r}."
            )
        self._done.forget()

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """The action for a screen uint8[256, 128, 3] and ``info["instruction"]``."""
        pixels = np.asarray(observation, np.uint8)
        output = self._decider.outputs(pixels[None], [str(info["instruction"])])[0]
        if not self._network.discrete:
            return output
        action = self._done.best(pixels, output)
        if self._avoid_repeats:
            self._done.add(pixels, action)
        return action
