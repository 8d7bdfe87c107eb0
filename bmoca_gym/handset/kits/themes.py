"""Themes of an app beside the phone's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import memo, replace


@memo(256, asset=True)
def look(res: Resources, dark: bool) -> Resources:
    """Resources in the app's own theme."""
    return res if res.dark == dark else replace(res, dark=dark)


def themed(layers: tuple[Layer, ...], dark: bool) -> tuple[Layer, ...]:
    """Show an app's windows in its own theme."""
    return tuple(
        [one._replace(function=_themed, arguments=(dark, one.function, one.arguments)) for one in layers]
    )


def _themed(
    res: Resources, dark: bool, function: Callable[..., Element], arguments: tuple[Any, ...]
) -> Element:
    return function(look(res, dark), *arguments)
