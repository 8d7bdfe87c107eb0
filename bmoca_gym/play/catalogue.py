"""What the page offers: tasks, the environments of a suite, and the values of each factor of a configuration."""

from __future__ import annotations

from functools import cache
from typing import Any

from bmoca_gym import randomization, tasks
from bmoca_gym.envs import choices as defaults
from bmoca_gym.envs.actions import GRID_X, GRID_Y
from bmoca_gym.handset.contract import WALLPAPERS
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.randomization import DeviceConfiguration
from bmoca_gym.randomization.device_profile import PROFILES
from bmoca_gym.randomization.icon_layout import IconLayout


@cache
def choices() -> dict[str, Any]:
    """Environments whose icons can be copied, the values for a configuration's sliders and lists, and the points of
    discrete actions.
    """
    return {
        "icons": [one.id for one in randomization.select("all")],
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
    """The tasks of a suite: ids, apps, categories, the first instance's instruction, and whether there are others.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    return [
        {
            "id": one.id,
            "app": one.first.app,
            "category": one.first.category,
            "step_limit": one.first.step_limit,
            "instruction": one.first.instruction,
            "drawn": bool(one.parameters),
            "expert": bool(one.first.expert),
        }
        for one in tasks.suite(name).templates
    ]


#: Configurations that every suite offers after its own: what a group is called, and its name.
_GROUPS = (
    ("B-MoCA: training", "train"), ("B-MoCA: test", "test"), ("B-MoCA: 100 with one factor changed", "factors"),
)  # fmt: skip


@cache
def environments(suite: str) -> dict[str, dict[str, DeviceConfiguration]]:
    """The configurations that a suite's tasks can be played in, by group and name. The suite's own come first.

    Raises:
        UnknownTaskError: there is no such suite.
    """
    others = {words: {one.id: one for one in randomization.select(name)} for words, name in _GROUPS}
    chosen = tasks.suite(suite).environments
    if chosen in randomization.SETS:
        return others
    return {f"{suite}: its own": {f"{suite}/{one.id}": one for one in randomization.select(chosen)}, **others}


def listed(suite: str) -> dict[str, Any]:
    """The environments of a suite as its list on the page shows them, and the name of the first."""
    groups = environments(suite)
    first = defaults.first_environment(tasks.suite(suite).templates[0].first)
    return {
        "environments": [
            [words, [[name, f"{name.rpartition('/')[2]}: {told_apart(one)}"] for name, one in group.items()]]
            for words, group in groups.items()
        ],
        "environment": name_of(suite, first),
    }


def named(suite: str, name: str) -> DeviceConfiguration:
    """Return the configuration of a name in the suite's list, or of an id; the suite's own need no ``suite/``.

    Raises:
        UnknownTaskError, UnknownEnvironmentError: there is no such suite or configuration.
    """
    known = {key: one for group in environments(suite).values() for key, one in group.items()}
    found = (known[key] for key in (name, f"{suite}/{name}") if key in known)
    return next(found, None) or randomization.get(name)


def name_of(suite: str, configuration: DeviceConfiguration) -> str:
    """Return the name of a configuration in the suite's list; "" if it is not there."""
    pairs = ((name, one) for group in environments(suite).values() for name, one in group.items())
    return next((name for name, one in pairs if one == configuration), "")


@cache
def _layouts() -> dict[IconLayout, int]:
    """The published icon layouts, with numbers in the order in which they first occur."""
    return {
        layout: number
        for number, layout in enumerate(
            dict.fromkeys(one.icon_layout for one in randomization.select("all")), 1
        )
    }


def told_apart(configuration: DeviceConfiguration) -> str:
    """Describe a configuration so that no two published ones have the same description, beginning with what differs
    most."""
    number = _layouts().get(configuration.icon_layout)
    name = configuration.wallpaper
    picture = name.partition("_")[2] if name in WALLPAPERS else name
    icons = f"icons {number}, " if number else ""
    return f"{icons}{picture} wallpaper, {in_words(configuration)}"


def in_words(configuration: DeviceConfiguration) -> str:
    """Describe a configuration's factors in one line."""
    dark = ", dark" if configuration.dark_theme else ""
    larger = "" if configuration.font_scale == 1 else f"text × {configuration.font_scale:g}, "
    return f"{configuration.profile.name}, {configuration.density} dpi, {larger}{configuration.locale}{dark}"
