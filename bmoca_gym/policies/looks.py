"""Looks to train on that are drawn without anything of the test looks."""

from __future__ import annotations

from bmoca_gym.randomization import DeviceConfiguration, Sampler


def drawn(seed: int, count: int) -> list[DeviceConfiguration]:
    """``count`` looks on screens of random sizes; no locale, wallpaper, screen's size or layout is of a test look."""
    return Sampler(seed, profiles="random", without="test").configurations(count)
