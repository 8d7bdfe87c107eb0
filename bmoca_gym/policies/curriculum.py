"""A curriculum over configurations: those on which episodes fail are played more often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.randomization import DeviceConfiguration

#: How much of a configuration's success is that of its last episode.
_LAST = 0.1

#: The least that a configuration counts, so that none is forgotten.
_LEAST = 0.02


class HardConfigurations:
    """Draws configurations, as the ``environments`` of `BMoCAEnv`: each a hard one with a chance, else any.

    Source of the idea: Jiang et al., "Prioritized Level Replay", 2021.

    Args:
        configurations: what is drawn from.
        share: the chance that a configuration is drawn in proportion to how many of its last episodes failed.
    """

    def __init__(self, configurations: Sequence[DeviceConfiguration], share: float) -> None:
        self._configurations = tuple(configurations)
        self._numbers = {
            configuration.id: number for number, configuration in enumerate(self._configurations)
        }
        self._share = share
        #: Of each configuration the share of its last episodes that succeeded; what a run goes on with.
        self.success = [0.0] * len(self._configurations)

    def __call__(self, generator: np.random.Generator) -> DeviceConfiguration:
        """One of the configurations."""
        at = np.searchsorted(np.cumsum(self._chances()), generator.random())
        return self._configurations[min(int(at), len(self._configurations) - 1)]

    def note(self, configuration: str, success: bool) -> float:
        """Take an episode's end into account; ``configuration``: the id.

        Returns:
            The episode's weight in a mean: its configuration's chance if all were drawn evenly, over its chance now.
        """
        number = self._numbers[configuration]
        counts = 1 / (len(self._configurations) * float(self._chances()[number]))
        self.success[number] += _LAST * (success - self.success[number])
        return counts

    def _chances(self) -> NDArray[np.float64]:
        failed = np.maximum(1 - np.array(self.success), _LEAST)
        return self._share * failed / failed.sum() + (1 - self._share) / len(failed)
