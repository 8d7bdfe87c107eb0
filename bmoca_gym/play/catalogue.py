"""What the page offers: tasks, environments, and the values of each factor of a configuration."""

from __future__ import annotations

from functools import cache
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.envs.actions import GRID_X, GRID_Y
from bmoca_gym.handset.contract import WALLPAPERS
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.device_profile import PROFILES


@cache
def choices() -> dict[str, Any]:
    """Published environments, the values for a configuration's sliders and lists, and the points of
    discrete actions.
    """
    return {
        "environments": [
            {"id": one.id, "words": in_words(one)} for one in randomization.select(["all", "factors"])
        ],
        "devices": [
            {
                "name": one.name,
                "densities": list(one.densities),
                "words": f"{one.name}, {one.width} × {one.height}",
            }
            for one in PROFILES.values()
        ],
        "locales": [{"tag": tag, "words": f"{one.name} ({tag})"} for tag, one in LOCALES.items()],
        "wallpapers": list(WALLPAPERS),
        "grid": {"x": list(GRID_X), "y": list(GRID_Y)},
    }


@cache
def suite(name: str) -> list[dict[str, Any]]:
    """The tasks of a suite: ids, apps, the instruction of instance 0, and whether there are other instances.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    return [
        {
            "id": one.id,
            "app": one.first.app,
            "instruction": one.first.instruction,
            "drawn": bool(one.parameters),
            "expert": bool(one.first.expert),
        }
        for one in tasks.suite(name).templates
    ]


def in_words(configuration: DeviceConfiguration) -> str:
    """Describe a configuration's factors in one line."""
    dark = ", dark" if configuration.dark_theme else ""
    return (
        f"{configuration.profile.name}, {configuration.density} dpi, "
        f"text × {configuration.font_scale:g}, {configuration.locale}{dark}"
    )
