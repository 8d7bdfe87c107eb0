"""The app's settings, and confirmations before data are deleted."""

from __future__ import annotations

from bmoca_gym.handset.apps.google.handlers import (
    ask,
    close_question,
    switch_discover,
    switch_history,
)
from bmoca_gym.handset.apps.google.state import ID
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import LEAVE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
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
    bar = toolbar(res, res.string("google.settings"), up=LEAVE, id=ID + "action_bar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"))


def question(res: Resources, title: str, text: str, agree: Callback) -> Element:
    """Whether to forget something. ``text``: name of the string that says what."""
    return questions.question(
        res, res.string(text), "google.delete", agree, do(close_question), title=title, lines=6,
        color=res.colors.secondary, narrow=300,
    )  # fmt: skip
