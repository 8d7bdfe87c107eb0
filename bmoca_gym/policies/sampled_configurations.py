"""Configurations to train on, drawn without anything of the test configurations."""

from __future__ import annotations

from bmoca_gym.randomization import DeviceConfiguration, Sampler


def drawn(seed: int, count: int) -> list[DeviceConfiguration]:
    """``count`` configurations on screens of random sizes; none has a test one's locale, wallpaper, size or layout."""
    return Sampler(seed, profiles="random", without="test").configurations(count)
