"""Sampled training configurations, which share nothing with the test configurations."""

from __future__ import annotations

from bmoca_gym.randomization import DeviceConfiguration, Sampler


def drawn(seed: int, count: int) -> list[DeviceConfiguration]:
    """Sample configurations with random screen sizes. None has the locale, wallpaper, size or layout of a test one."""
    return Sampler(seed, profiles="random", without="test").configurations(count)
