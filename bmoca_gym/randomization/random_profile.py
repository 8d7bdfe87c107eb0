"""Device profiles that are drawn: phones and tablets of sizes that no published profile has."""

from __future__ import annotations

import numpy as np

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.value import Value, value
from bmoca_gym.randomization.device_profile import DeviceProfile

#: Widths of phones in px, and how many times their height is that.
_PHONE_WIDTHS, _PHONE_SHAPES = (720, 1080, 1440), (1.7, 2.25)

#: How wide a phone of normal size is, in dp.
_PHONE_DP = (310.0, 440.0)

#: Longer sides of tablets in px and in dp, and how many times the shorter one it is.
_TABLET_SIDES, _TABLET_DP, _TABLET_SHAPES = (1000, 1920), (960.0, 1400.0), (1.33, 1.75)

#: The small and the large size, as shares of the normal density.
_SMALL, _LARGE = 0.78, 1.25


@value
class RandomProfile(Value):
    """Phones, held upright, and tablets, which lie on their side.

    ``tablets``: the share of tablets, from 0 to 1.

    Raises:
        ConfigurationError: the share is none.
    """

    tablets: float = 0.25

    def __post_init__(self) -> None:
        share = self.tablets
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
            raise ConfigurationError(f"profiles.tablets is {share!r}; it must be a number from 0 to 1")

    def at(self, number: float, without: frozenset[tuple[int, int]] = frozenset()) -> DeviceProfile:
        """The profile that a number, from 0 to below 1, stands for; never one of the sizes in ``without``, in px."""
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
