"""Common parts of Simple SMS Messenger's screens: the bar of selected rows, a confirmation, its colours."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms.state import ID
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import open_overlay, unmark
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback, do


def action(res: Resources, glyph: str, name: str, tap: Callback, entry: str = "") -> Element:
    """A button of a bar. ``name``: of its string."""
    return icon_button(glyph, res.string(f"simple_sms.{name}"), tap, res.colors.text, width=44, id=ID + (entry or name),
                       class_name="android.widget.Button")  # fmt: skip


def marked_bar(res: Resources, count: int, total: int, menu: str, *actions: Element) -> Element:
    """The bar of what is marked: how many of how many, and what can be done with them.

    ``menu``: the overlay with further actions.
    """
    c = res.colors
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, menu), c.text,
                       width=40)  # fmt: skip
    return Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(unmark), c.text,
                    id=ID + "action_mode_close_button"),
        Text(res.digits(f"{count} / {total}"), 18, c.text, 500, grow=1, pad=(4, 0), id=ID + "selection_title"),
        *actions, more,
        width=FILL, height=56, pad=(4, 0), align="center", background=c.raised, id=ID + "action_mode_bar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def question(res: Resources, text: str, answer: Callback) -> Element:
    """Ask before something is deleted."""
    return questions.question(
        res, text, "simple_sms.yes", answer, no="simple_sms.no", lines=5, id=ID + "message"
    )
