"""What several screens of Messages show: who somebody is, when something was, a question."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from bmoca_gym.handset.apps.messages.state import ID, deselect, show_dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do

_WEEK = 7


def brief(res: Resources, at: datetime, today: int) -> str:
    """A time of today, a weekday of this week, or else a date. ``today``: the day's ordinal."""
    days = today - at.toordinal()
    if days == 0:
        return res.time(at.hour, at.minute)
    if 0 < days < _WEEK:
        return res.date(at.date(), "EEE")
    return res.date(at.date(), "MMMd" if at.year == date.fromordinal(today).year else "yMMMd")


def full(res: Resources, at: datetime, today: int) -> str:
    """The day and the time."""
    skeleton = "MMMEd" if at.year == date.fromordinal(today).year else "yMMMEd"
    return f"{res.date(at.date(), skeleton)} · {res.time(at.hour, at.minute)}"


def who(res: Resources, name: str, size: float, weight: int = 400, **options: Any) -> Element:
    """A name, or a number whose brackets and dashes stay in their places."""
    text = Text(name, size, options.pop("color", res.colors.text), weight, **options)
    return text if any(letter.isalpha() for letter in name) else LeftToRight(text)


def upright(res: Resources, number: str) -> str:
    """A number for the middle of a text, which right-to-left words around it do not turn round."""
    return f"\u200e{number}\u200e" if res.rtl else number


def marked_bar(res: Resources, count: int, *actions: Element) -> Element:
    """The bar of what is marked: how many there are, and what can be done with them."""
    c = res.colors
    return Row(
        icon_button("close", res.string("common.cancel"), do(deselect), c.text, id=ID + "action_mode_close_button"),
        Text(res.digits(str(count)), 20, c.text, 500, grow=1, pad=(8, 0), id=ID + "selection_count"),
        *actions,
        width=FILL, height=56, align="center", pad=(4, 0), background=c.raised, id=ID + "action_mode_bar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def question(res: Resources, text: str, answer: Callback) -> Element:
    """Whether something shall be deleted."""
    close = do(show_dialog, "")
    buttons: tuple[Element, ...] = (
        text_button(res, res.string("common.cancel"), close, id="android:id/button2"),
        text_button(res, res.string("contacts.delete"), answer, id="android:id/button1"),
    )
    if res.width < 280:  # two long words do not fit beside each other
        buttons = (Column(*buttons, align="end", class_name=""),)
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=4, id="android:id/message"), dismiss=close, buttons=buttons
    )
