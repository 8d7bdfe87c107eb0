"""Common parts of Messages' screens: the bar of selected messages, a confirmation."""

from __future__ import annotations

from bmoca_gym.handset.apps.messages.handlers import deselect
from bmoca_gym.handset.apps.messages.state import ID
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Callback, do

#: Colour of a star.
STAR = 0xFFF9AB00


def marked_bar(res: Resources, count: int, *actions: Element) -> Element:
    """The bar of a selection: its size, and its actions."""
    return selection_bar(
        res, res.digits(str(count)), do(deselect), *actions, id=ID, title_id="selection_count"
    )


def question(res: Resources, text: str, answer: Callback) -> Element:
    """Ask before something is deleted."""
    return questions.question(res, text, "contacts.delete", answer, narrow=280)
