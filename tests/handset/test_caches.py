"""Caches are bounded. Those without a bound hold the package's data, and don't grow with configurations."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper

from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.handset.gestures import Swipe, Tap
from bmoca_gym.handset.graphics import shaping
from bmoca_gym.handset.render import renderer
from bmoca_gym.randomization import DeviceConfiguration, Sampler


def caches() -> list[_lru_cache_wrapper]:
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, _lru_cache_wrapper) and found.__module__.startswith("bmoca_gym.handset")
    ]


def unbounded() -> dict[str, int]:
    """The entries of each cache without a bound, by its name."""
    return {
        f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize
        for each in caches()
        if each.cache_info().maxsize is None
    }


def show(configuration: DeviceConfiguration) -> None:
    device = EmbeddedDevice()
    configuration.apply(device)
    for gesture in (None, Swipe(0.5, 0.8, 0.5, 0.2), Swipe(0.5, 0.0, 0.5, 0.6), Tap(0.5, 0.5)):
        if gesture is not None:
            device.perform(gesture)
        device.screenshot((64, 128))
        device.ui_tree()


def test_no_unbounded_cache_grows_with_configurations() -> None:
    drawn = Sampler(seed=3).configurations(22)
    for configuration in drawn[:8]:
        show(configuration)
    before = unbounded()
    for configuration in drawn[8:]:
        show(configuration)
    grown = {name: entries - before.get(name, 0) for name, entries in unbounded().items()}
    assert {name: more for name, more in grown.items() if more >= 12} == {}


def test_bounds_of_caches_are_small_where_entries_are_large() -> None:
    assert renderer.SNAPSHOT_FRAMES.limit + renderer.SEEN_FRAMES.limit <= 128 << 20
    assert renderer.SNAPSHOT_FRAMES.used <= renderer.SNAPSHOT_FRAMES.limit
    assert renderer.SEEN_FRAMES.used <= renderer.SEEN_FRAMES.limit
    assert len(shaping._pairs_of_styles) <= 15 * 9  # languages, weights of a face
    assert all((each.cache_info().maxsize or 0) <= 65536 for each in caches())
