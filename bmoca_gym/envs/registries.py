"""Action modes, observations, element lists and interfaces by name. `register_action_mode` and so on add one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from bmoca_gym.envs.actions import ActionMode
from bmoca_gym.envs.observations import ElementList, ObservationMode, ObservationSettings
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.registry import Registry


class ModeSettings(NamedTuple):
    """What an action mode may depend on: the environment's arguments of these names.

    ``shown``: returns the numeric tags that an observation names, see `ObservationMode`; None for all.
    """

    resolution: tuple[int, int] = (128, 256)
    tap_threshold: float = 0.14
    shown: Callable[[UiTree], Collection[int]] | None = None


DEFAULT_MODE_SETTINGS = ModeSettings()


#: Makes an action mode, with an action space of its own.
ActionModeFactory = Callable[[ModeSettings], ActionMode]
#: Makes an observation mode, with an observation space of its own.
ObservationFactory = Callable[[ObservationSettings], ObservationMode]
#: Arguments of the environment, which others override.
Interface = Mapping[str, Any]

ACTION_MODES: Registry[ActionModeFactory] = Registry("action")
OBSERVATIONS: Registry[ObservationFactory] = Registry("observation")
ELEMENTS: Registry[ElementList] = Registry("elements")
INTERFACES: Registry[Interface] = Registry("interface")


def register_action_mode(name: str, factory: ActionModeFactory | str) -> None:
    """Register an action mode for ``gym.make(..., action=name)``.

    Args:
        name: its name.
        factory: makes one from the environment's settings; or its place, ``module:name``.
    """
    ACTION_MODES.register(name, factory)


def register_observation(name: str, factory: ObservationFactory | str) -> None:
    """Register an observation mode for ``gym.make(..., observation=name)``.

    Args:
        name: its name.
        factory: makes one from the environment's settings; or its place, ``module:name``.
    """
    OBSERVATIONS.register(name, factory)


def register_elements(name: str, elements: ElementList | str) -> None:
    """Register a choice of elements for ``gym.make(..., elements=name)``; or its place, ``module:name``."""
    ELEMENTS.register(name, elements)


def register_interface(name: str, **arguments: Any) -> None:
    """Register a preset of arguments for ``gym.make(..., interface=name)``.

    Arguments that are given beside ``interface`` override those of the preset.
    """
    INTERFACES.register(name, arguments)
