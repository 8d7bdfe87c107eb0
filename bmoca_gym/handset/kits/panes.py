"""Two panes: on a wide screen, an app's list at the start, and the page it opened beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.value import memo, replace


@memo(64, asset=True)
def narrowed(res: Resources, width: int) -> Resources:
    """Return the resources for a part of the screen ``width`` dp wide."""
    return replace(res, width=width)


def two_panes(
    res: Resources,
    width: int,
    first: Callable[..., Element],
    first_arguments: tuple[Any, ...],
    second: Callable[..., Element],
    second_arguments: tuple[Any, ...],
) -> Element:
    """Show two screens beside each other. ``width``: that of the first one, in dp."""
    start = first(narrowed(res, width), *first_arguments)
    rest = second(narrowed(res, res.width - width), *second_arguments)
    return Row(
        Column(start, width=width, height=FILL, class_name=""), Column(rest, grow=1, height=FILL, class_name=""),
        width=FILL, height=FILL, background=start.background, class_name="",
    )  # fmt: skip
