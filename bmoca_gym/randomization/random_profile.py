"""Random device profiles: phones and tablets with sizes of no published profile."""

from __future__ import annotations

import numpy as np

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.value import Value, value
from bmoca_gym.randomization.device_profile import DeviceProfile

#: Widths of phones in px, and range of height / width.
_PHONE_WIDTHS, _PHONE_SHAPES = (720, 1080, 1440), (1.7, 2.25)

#: Range of a phone's width in dp, at its normal display size.
_PHONE_DP = (310.0, 440.0)

#: Ranges of tablets: longer side in px and in dp, longer side / shorter side.
_TABLET_SIDES, _TABLET_DP, _TABLET_SHAPES = (1000, 1920), (960.0, 1400.0), (1.33, 1.75)

#: Densities of the small and the large display size, as shares of the normal one.
_SMALL, _LARGE = 0.78, 1.25


@value
class RandomProfile(Value):
    """Random phones in portrait and tablets in landscape.

    ``tablets``: share of tablets, from 0 to 1.

    Raises:
        ConfigurationError: the share is outside that range.
    """

    tablets: float = 0.25

    def __post_init__(self) -> None:
        share = self.tablets
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise ConfigurationError(f"profiles.tablets is {share!r}; it must be a number from 0 to 1")

    def at(self, number: float, without: frozenset[tuple[int, int]] = frozenset()) -> DeviceProfile:
        """Return the profile of a number in [0, 1). Sizes (width, height) in ``without``, in px, are avoided."""
        rng = np.random.default_rng(int(number * 2**53))
        while True:
            width, height, density = (_tablet if rng.random() < self.tablets else _phone)(rng)
            if (width, height) not in without:
                break
        name = f"{width}x{height}-{density}"
        return DeviceProfile(
            f"Random {name}", f"random_{name}", width, height, density,
            (density, round(density * _SMALL), round(density * _LARGE)),
        )  # fmt: skip


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return low + (high - low) * float(rng.random())


def _phone(rng: np.random.Generator) -> tuple[int, int, int]:
    width = _PHONE_WIDTHS[int(rng.random() * len(_PHONE_WIDTHS))]
    height = round(width * _between(rng, *_PHONE_SHAPES) / 10) * 10
    return width, height, round(width * 160 / _between(rng, *_PHONE_DP))


def _tablet(rng: np.random.Generator) -> tuple[int, int, int]:
    width = round(_between(rng, *_TABLET_SIDES) / 10) * 10
    height = round(width / _between(rng, *_TABLET_SHAPES) / 10) * 10
    return width, height, round(width * 160 / _between(rng, *_TABLET_DP))
