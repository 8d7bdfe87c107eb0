"""The windows of the front activity, and their elements."""

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
    """Build the element tree of a layer from its function and arguments."""
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
    """Return the layers of the front app, bottom to top. They are computed once for each phone value."""
    return watched_layers(phone)[0]


def watched_layers(phone: Phone) -> tuple[tuple[Layer, ...], bool]:
    """Return the layers of the front app, and whether they depend on the clock beyond the minute."""
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
    """Return the element tree of a layer on this phone."""
    return made(layer.function, layer.arguments, resources.of(phone.configuration))


def focused(layer: Layer, phone: Phone) -> Element | None:
    """Return the text field of a layer that has the focus, or None if it is gone."""
    return _field(layer.function, layer.arguments, resources.of(phone.configuration), phone.top.focus)
