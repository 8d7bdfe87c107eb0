"""The app's settings, and confirmations before data are deleted."""

from __future__ import annotations

from bmoca_gym.handset.apps.google.handlers import (
    ask,
    close_question,
    leave,
    switch_discover,
    switch_history,
)
from bmoca_gym.handset.apps.google.state import ID
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, list_row, page, scrolling, text_button, toolbar
from bmoca_gym.handset.ui.elements import Column, Element
from bmoca_gym.handset.ui.widgets import Switch, Text
from bmoca_gym.handset.value import Callback, do


def _switch(res: Resources, name: str, on: bool, tap: Callback) -> Element:
    c = res.colors
    label = res.string("common.on" if on else "common.off")
    end = Switch(on, label, color=c.accent, off_color=c.secondary, id="android:id/switch_widget")
    return list_row(res, res.string(f"google.{name}"), res.string(f"google.{name}_summary"), end=end, tap=tap)


def screen(res: Resources, history: bool, discover: bool, any_recent: bool) -> Element:
    """The list of settings. ``any_recent``: whether there is a history to clear."""
    rows = (
        _switch(res, "history", history, do(switch_history)),
        list_row(res, res.string("google.clear_history"), tap=do(ask, "clear") if any_recent else None,
                 enabled=any_recent),
        _switch(res, "discover", discover, do(switch_discover)),
    )  # fmt: skip
    bar = toolbar(res, res.string("google.settings"), up=do(leave), id=ID + "action_bar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"))


def question(res: Resources, title: str, text: str, agree: Callback) -> Element:
    """Whether to forget something. ``text``: name of the string that says what."""
    buttons: tuple[Element, ...] = (
        text_button(res, res.string("common.cancel"), do(close_question), id="android:id/button2"),
        text_button(res, res.string("google.delete"), agree, id="android:id/button1"),
    )
    if res.width < 300:  # two long words do not fit beside each other
        buttons = (Column(*buttons, align="end", class_name=""),)
    return dialog_card(
        res, Text(res.string(text), 16, res.colors.secondary, lines=6, id="android:id/message"),
        dismiss=do(close_question), title=title, buttons=buttons,
    )  # fmt: skip
