"""The windows of the activity in the foreground, and their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone, Watched
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.hit import find_element
from bmoca_gym.handset.value import memo


@memo(8)
def made(function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources) -> Element:
    """The element tree of a layer's function and arguments."""
    element: Element = function(res, *arguments)
    return element


@memo(256)
def _field(
    function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, key: str
) -> Element | None:
    return find_element(
        made(function, arguments, res),
        lambda e: e.editable and e.key == key,  # type: ignore[attr-defined]
    )


def layers(phone: Phone) -> tuple[Layer, ...]:
    """The layers of the app in front, bottom to top. Computed once for each phone value."""
    return watched_layers(phone)[0]


def watched_layers(phone: Phone) -> tuple[tuple[Layer, ...], bool]:
    """The layers of the app in front, and whether they follow from more of the clock than the minute."""
    found: tuple[tuple[Layer, ...], bool] | None = getattr(phone, "_layers", None)
    if found is None:
        watched = Watched.of(phone)
        activity = watched.top
        app = packages.apps_of(watched.image)[activity.package]
        made = app.layers(watched, watched.apps[activity.package], activity)
        found = made, watched.asked
        object.__setattr__(phone, "_layers", found)
    return found


def element(layer: Layer, phone: Phone) -> Element:
    """The element tree of a layer on this phone."""
    return made(layer.function, layer.arguments, resources.of(phone.configuration))


def focused(layer: Layer, phone: Phone) -> Element | None:
    """The text field of a layer that has the focus; None where it is gone."""
    return _field(layer.function, layer.arguments, resources.of(phone.configuration), phone.top.focus)
