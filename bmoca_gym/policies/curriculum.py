"""Curriculum over configurations: those with many failures are played more often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.randomization import DeviceConfiguration

#: Weight of the last episode in the moving average of a configuration's success.
_LAST = 0.1

#: Smallest failure rate of a configuration in the draw, so that none is forgotten.
_LEAST = 0.02

#: A configuration with a lower recent success rate counts as failing.
_FAILING = 0.5


class HardConfigurations:
    """Sampler of configurations that prefers hard ones, for the ``environments`` of `PhoneEnv`.

    Source of the idea: Jiang et al., "Prioritized Level Replay", 2021.

    Args:
        configurations: the configurations.
        share: probability of a draw in proportion to recent failure rates; other draws are uniform.
    """

    def __init__(self, configurations: Sequence[DeviceConfiguration], share: float) -> None:
        self._configurations = tuple(configurations)
        self._numbers = {
            configuration.id: number for number, configuration in enumerate(self._configurations)
        }
        self._share = share
        #: Recent success rate of each configuration. A saved state includes it.
        self.success = [0.0] * len(self._configurations)

    def __call__(self, generator: np.random.Generator) -> DeviceConfiguration:
        """Draw a configuration."""
        at = np.searchsorted(np.cumsum(self._chances()), generator.random())
        return self._configurations[min(int(at), len(self._configurations) - 1)]

    def note(self, configuration: str, success: bool) -> float:
        """Record the result of an episode. ``configuration``: its id.

        Returns:
            The weight of the episode in a mean: the probability of its configuration in a uniform draw, over its
            probability now.
        """
        number = self._numbers[configuration]
        counts = 1 / (len(self._configurations) * float(self._chances()[number]))
        self.success[number] += _LAST * (success - self.success[number])
        return counts

    def fails(self, configuration: str) -> bool:
        """Return whether most of the last episodes in a configuration failed. ``configuration``: its id."""
        return self.success[self._numbers[configuration]] < _FAILING

    def _chances(self) -> NDArray[np.float64]:
        failed = np.maximum(1 - np.array(self.success), _LEAST)
        return self._share * failed / failed.sum() + (1 - self._share) / len(failed)
