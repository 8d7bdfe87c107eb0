"""The windows of the activity in the foreground, and their elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.hit import find_element
from bmoca_gym.handset.value import memo


@memo(8)
def made(function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources) -> Element:
    """The element tree of a layer's function and arguments."""
    element: Element = function(res, *arguments)
    return element


@memo(16)
def _field(
    function: Callable[..., Any], arguments: tuple[Any, ...], res: Resources, key: str
) -> Element | None:
    return find_element(
        made(function, arguments, res),
        lambda e: e.editable and e.key == key,  # type: ignore[attr-defined]
    )


def layers(phone: Phone) -> tuple[Layer, ...]:
    """The layers of the app in front, bottom to top."""
    activity = phone.top
    app = packages.apps_of(phone.image)[activity.package]
    return app.layers(phone, phone.apps[activity.package], activity)


def element(layer: Layer, phone: Phone) -> Element:
    """The element tree of a layer on this phone."""
    return made(layer.function, layer.arguments, resources.of(phone.configuration))


def focused(layer: Layer, phone: Phone) -> Element | None:
    """The text field of a layer that has the focus; None where it is gone."""
    return _field(layer.function, layer.arguments, resources.of(phone.configuration), phone.top.focus)
