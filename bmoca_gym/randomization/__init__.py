"""Device configurations: the published ones, and a sampler of unlimited others."""

from __future__ import annotations

from bmoca_gym.randomization.configuration_files import dump, load
from bmoca_gym.randomization.device_configuration import DeviceConfiguration, configuration_from
from bmoca_gym.randomization.device_profile import PROFILES, DeviceProfile
from bmoca_gym.randomization.environments import SETS, get, select, version
from bmoca_gym.randomization.icon_layout import HOME_APPS, IconLayout, PlacedFolder, PlacedIcon
from bmoca_gym.randomization.random_profile import RandomProfile
from bmoca_gym.randomization.sampler import RandomLayout, Sampler

__all__ = [
    "HOME_APPS",
    "PROFILES",
    "SETS",
    "DeviceConfiguration",
    "DeviceProfile",
    "IconLayout",
    "PlacedFolder",
    "PlacedIcon",
    "RandomLayout",
    "RandomProfile",
    "Sampler",
    "configuration_from",
    "dump",
    "get",
    "load",
    "select",
    "version",
]
