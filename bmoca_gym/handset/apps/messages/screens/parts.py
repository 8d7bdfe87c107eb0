"""Common parts of Messages' screens: the bar of selected messages, a confirmation."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages.handlers import deselect
from bmoca_gym.handset.apps.messages.state import ID
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, icon_button, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do


def marked_bar(res: Resources, count: int, *actions: Element) -> Element:
    """The bar of a selection: its size, and its actions."""
    c = res.colors
    return Row(
        icon_button("close", res.string("common.cancel"), do(deselect), c.text, id=ID + "action_mode_close_button"),
        Text(res.digits(str(count)), 20, c.text, 500, grow=1, pad=(8, 0), id=ID + "selection_count"),
        *actions,
        width=FILL, height=56, align="center", pad=(4, 0), background=c.raised, id=ID + "action_mode_bar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def question(res: Resources, text: str, answer: Callback) -> Element:
    """Ask before something is deleted."""
    buttons: tuple[Element, ...] = (
        text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button2"),
        text_button(res, res.string("contacts.delete"), answer, id="android:id/button1"),
    )
    if res.width < 280:  # two long words do not fit beside each other
        buttons = (Column(*buttons, align="end", class_name=""),)
    return dialog_card(
        res, Text(text, 16, res.colors.text, lines=4, id="android:id/message"), dismiss=CLOSE, buttons=buttons
    )
