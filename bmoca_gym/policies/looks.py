"""Looks to train on that are drawn without anything of the test looks."""

from __future__ import annotations

from bmoca_gym import randomization
from bmoca_gym.handset.locales import LOCALES
from bmoca_gym.randomization import DeviceConfiguration, Sampler

#: Environments of which drawn looks have nothing.
HELD_OUT = "test"


def drawn(seed: int, count: int, right_to_left: float = 0.0) -> list[DeviceConfiguration]:
    """``count`` looks, on screens of random sizes, with no locale, wallpaper, screen's size or layout of a test look.

    ``right_to_left``: about this share is in languages written from right to left; 0: all locales are equally likely.
    """
    locales = _locales(right_to_left) if right_to_left else "any"
    return Sampler(seed, profiles="random", locales=locales, without=HELD_OUT).configurations(count)


def _locales(right_to_left: float) -> list[str]:
    """All locales but those that are held out; those written from right to left as often as makes the share."""
    held_out = {look.locale for look in randomization.select(HELD_OUT)}
    free = {tag: info.rtl for tag, info in LOCALES.items() if tag not in held_out}
    theirs, others = [[tag for tag in free if free[tag] == rtl] for rtl in (True, False)]
    repeats = round(right_to_left / (1 - right_to_left) * len(others) / len(theirs))
    return others + theirs * max(1, repeats)
