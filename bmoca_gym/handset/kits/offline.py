"""Messages of apps without a connection: a bar at the bottom, or a page instead of the missing content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.manifest import Layer, Next, S
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.ui.components import filled_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Stack
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_INK, _GROUND = 0xFFFFFFFF, 0xFF3C4043


def with_strip(res: Resources, function: Callable[..., Element], arguments: tuple[Any, ...]) -> Element:
    """Show a page above a strip that says there is no connection."""
    strip = Text(
        res.string("common.offline"), 12, _INK, 500, width=FILL, pad=(12, 5), align="center", background=_GROUND,
        lines=2, id="offline_strip",
    )  # fmt: skip
    page = Stack(function(res, *arguments), width=FILL, grow=1, class_name="")
    return Column(page, strip, width=FILL, height=FILL, class_name="")


def told(phone: Phone, layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Add the strip to the lowest of an app's layers if the phone is offline."""
    if radios.connection(phone):
        return layers
    base = layers[0]
    return (base._replace(function=with_strip, arguments=(base.function, base.arguments)), *layers[1:])


def retry(state: S, context: Context) -> Next[S]:
    """Try again. If the phone is still offline, the message is shown again."""
    return state, toast(context.res.string("common.offline_text"))


def message(res: Resources) -> Element:
    """Show a message and a retry button instead of a page that can't be loaded."""
    c = res.colors
    return Column(
        Icon("cloud_off", 56, c.disabled, class_name=""),
        Text(res.string("common.offline"), 20, c.text, 500, lines=2, align="center", id="offline_title"),
        Text(res.string("common.offline_text"), 14, c.secondary, lines=4, align="center"),
        filled_button(res, res.string("common.retry"), do(retry), id="offline_retry"),
        width=FILL, grow=1, pad=(32, 24), gap=12, align="center", justify="center", class_name="",
    )  # fmt: skip
