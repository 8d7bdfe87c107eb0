"""Action modes, observations, element lists and interfaces by name. `register_action_mode` and so on add one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from numpy import uint8
from numpy.typing import NDArray

from bmoca_gym.envs.actions import ActionMode
from bmoca_gym.handset.ui.tree import UiTree
from bmoca_gym.registry import Registry


class ModeSettings(NamedTuple):
    """What an action mode may depend on: the environment's arguments of these names."""

    resolution: tuple[int, int] = (128, 256)
    tap_threshold: float = 0.14


DEFAULT_MODE_SETTINGS = ModeSettings()


class ElementList(NamedTuple):
    """A choice of the elements that texts and pictures show.

    Attributes:
        text: describes the elements of a screen in at most so many characters.
        draw: returns a copy of a picture, ``uint8[H, W, 3]`` RGB, with marks on the elements.
        windows: whether it tells of the windows over the active one too.
    """

    text: Callable[[UiTree, int], str]
    draw: Callable[[NDArray[uint8], UiTree], NDArray[uint8]]
    windows: bool = False


#: Makes an action mode, with an action space of its own.
ActionModeFactory = Callable[[ModeSettings], ActionMode]
#: Arguments of the environment, which others override.
Interface = Mapping[str, Any]

ACTION_MODES: Registry[ActionModeFactory] = Registry("action")
ELEMENTS: Registry[ElementList] = Registry("elements")
INTERFACES: Registry[Interface] = Registry("interface")


def register_action_mode(name: str, factory: ActionModeFactory | str) -> None:
    """Register an action mode for ``gym.make(..., action=name)``.

    Args:
        name: its name.
        factory: makes one from the environment's settings; or its place, ``module:name``.
    """
    ACTION_MODES.register(name, factory)


def register_elements(name: str, elements: ElementList | str) -> None:
    """Register a choice of elements for ``gym.make(..., elements=name)``; or its place, ``module:name``."""
    ELEMENTS.register(name, elements)


def register_interface(name: str, **arguments: Any) -> None:
    """Register a preset of arguments for ``gym.make(..., interface=name)``.

    Arguments that are given beside ``interface`` override those of the preset.
    """
    INTERFACES.register(name, arguments)
