"""The frame of a tab before Android 13: title, content, floating button, tabs."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.clock.handlers import stopwatch, timers, world_clock
from bmoca_gym.handset.apps.clock.handlers.alarms import add_alarm
from bmoca_gym.handset.apps.clock.handlers.tabs import TABS, select, swiped
from bmoca_gym.handset.apps.clock.state import ID
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import floating_button, snackbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Text
from bmoca_gym.handset.value import Callback, do

#: Less height in dp than a phone has upright: that of half a screen.
LOW = 420


def _tabs(res: Resources, chosen: str) -> Element:
    c = res.colors
    return Row(
        *[
            Column(
                Icon(glyph, 22, c.accent if name == chosen else c.secondary, class_name=""),
                FittedText(
                    res.string(f"clock.{name}"),
                    min(12.0, 12 * res.width / 320),
                    c.accent if name == chosen else c.secondary,
                    500,
                    align="center",
                ),
                grow=1,
                height=56,
                align="center",
                justify="center",
                gap=2,
                tap=do(select, name),
                selected=name == chosen,
                description=res.string(f"clock.{name}"),
                class_name="android.support.v7.app.ActionBar$Tab",
            )
            for name, _, glyph in TABS
        ],
        width=FILL,
        height=56,
        id=ID + "tabs",
        class_name="android.widget.HorizontalScrollView",
        background=c.raised,
    )


def floating(res: Resources, button: Element, deleted: tuple[str, Callback] | None) -> tuple[Element, ...]:
    """A floating button, and under it for a while the message that something was ``deleted``; see `deleted_word`.

    The button is in the middle or, in a low window, at the side, so that it doesn't cover the time and date.
    """
    over = 56 if deleted else 0
    parts: tuple[Element, ...]
    if res.height < LOW:
        parts = (Column(button, width=FILL, pad=(16, 0, 16, 16 + over), align="end", class_name=""),)
    else:
        parts = (Column(button, pad=(0, 0, 0, 16 + over), class_name=""),)
    return (*parts, deleted_word(res, deleted)) if deleted else parts


def deleted_word(res: Resources, deleted: tuple[str, Callback]) -> Element:
    """The message about a deletion, given its string key, with the undo button."""
    key, callback = deleted
    return snackbar(res, res.string(key), res.string("clock.undo").upper(), callback, ID)


def main(
    res: Resources,
    tab: str,
    function: Any,
    arguments: tuple[Any, ...],
    button: str,
    deleted: tuple[str, Callback] | None,
) -> Element:
    """A tab: ``function`` and ``arguments`` build its content; ``deleted``: see `deleted_word`."""
    body = function(res, *arguments)
    buttons = {
        "add_alarm": ("add", do(add_alarm)),
        "cities": ("public", do(world_clock.open_cities)),
        "start_timer": ("play_arrow", do(timers.start_new_timer)),
        "add_timer": ("add", do(timers.set_up_timer, True)),
        "start": ("play_arrow", do(stopwatch.start_stop_watch)),
        "stop": ("pause", do(stopwatch.start_stop_watch)),
    }
    shown: tuple[Element, ...] = ()
    if button:
        glyph, callback = buttons[button]
        fab = floating_button(res, glyph, res.string(f"clock.{button}"), callback, ID + "fab")
        shown = floating(res, fab, deleted)
    title = Text(res.string(f"clock.{tab}"), 20, res.colors.text, 500, pad=(16, 14), width=FILL)
    content = Column(title, body, width=FILL, height=FILL, swipe=do(swiped), class_name="")
    return Column(
        Spacer(width=FILL, height=STATUS_HEIGHT),
        Stack(content, *shown, width=FILL, grow=1, align="center", justify="end", id=ID + "desk_clock_pager",
              class_name="android.support.v4.view.ViewPager"),
        _tabs(res, tab),
        width=FILL, height=FILL, background=res.colors.background,
    )  # fmt: skip
