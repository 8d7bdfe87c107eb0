"""An app's own themes, apart from the phone's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from bmoca_gym.handset.manifest import Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import memo, replace

T = TypeVar("T")


@memo(256, asset=True)
def look(res: Resources, dark: bool) -> Resources:
    """Resources in the app's own theme."""
    return res if res.dark == dark else replace(res, dark=dark)


def themed(
    layers: tuple[Layer, ...], look: Callable[[Resources, T], Resources], theme: T
) -> tuple[Layer, ...]:
    """Show an app's windows in its own theme. ``look``: function that returns the resources for ``theme``."""
    return tuple(
        [
            one._replace(function=_built, arguments=(look, theme, one.function, one.arguments))
            for one in layers
        ]
    )


def _built(
    res: Resources, look: Callable[[Resources, T], Resources], theme: T, function: Callable[..., Element],
    arguments: tuple[Any, ...],
) -> Element:  # fmt: skip
    return function(look(res, theme), *arguments)
