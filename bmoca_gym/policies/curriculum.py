"""A curriculum over looks: those on which episodes fail are played more often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.randomization import DeviceConfiguration

#: How much of a look's success is that of its last episode.
_LAST = 0.1

#: The least that a look counts, so that none is forgotten.
_LEAST = 0.02


class HardLooks:
    """Draws looks, as the ``environments`` of `BMoCAEnv`: each a hard one with a chance, else any.

    Source of the idea: Jiang et al., "Prioritized Level Replay", 2021.

    Args:
        looks: what is drawn from.
        share: the chance that a look is drawn in proportion to how many of its last episodes failed.
    """

    def __init__(self, looks: Sequence[DeviceConfiguration], share: float) -> None:
        self._looks = tuple(looks)
        self._numbers = {look.id: number for number, look in enumerate(self._looks)}
        self._share = share
        #: Of each look the share of its last episodes that succeeded; what a run goes on with.
        self.success = [0.0] * len(self._looks)

    def __call__(self, generator: np.random.Generator) -> DeviceConfiguration:
        """One of the looks."""
        at = np.searchsorted(np.cumsum(self._chances()), generator.random())
        return self._looks[min(int(at), len(self._looks) - 1)]

    def note(self, look: str, success: bool) -> float:
        """Take an episode's end into account; ``look``: the id.

        Returns:
            The chance of that look if all were drawn evenly, over its chance now: what the episode counts in a mean.
        """
        number = self._numbers[look]
        counts = 1 / (len(self._looks) * float(self._chances()[number]))
        self.success[number] += _LAST * (success - self.success[number])
        return counts

    def _chances(self) -> NDArray[np.float64]:
        failed = np.maximum(1 - np.array(self.success), _LEAST)
        return self._share * failed / failed.sum() + (1 - self._share) / len(failed)
