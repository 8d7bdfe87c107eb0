"""Common parts of Simple SMS Messenger's screens: the bar of selected rows, a confirmation, its colours."""

from __future__ import annotations

from bmoca_gym.handset.apps.simple_sms.state import ID
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import open_overlay, unmark
from bmoca_gym.handset.kits.selection_bars import selection_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Callback, do


def action(res: Resources, glyph: str, name: str, tap: Callback, entry: str = "") -> Element:
    """A button of a bar. ``name``: of its string."""
    return icon_button(glyph, res.string(f"simple_sms.{name}"), tap, res.colors.text, width=44, id=ID + (entry or name),
                       class_name="android.widget.Button")  # fmt: skip


def marked_bar(res: Resources, count: int, total: int, menu: str, *actions: Element) -> Element:
    """The selection bar: how many of how many are selected, and the actions on them.

    ``menu``: the overlay with further actions.
    """
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, menu), res.colors.text,
                       width=40)  # fmt: skip
    return selection_bar(
        res, res.digits(f"{count} / {total}"), do(unmark), *actions, more, id=ID, label="common.navigate_up",
        arrow=True, title_id="selection_title", size=18, gap=4,
    )  # fmt: skip


def question(res: Resources, text: str, answer: Callback) -> Element:
    """Ask before something is deleted."""
    return questions.question(
        res, text, "simple_sms.yes", answer, no="simple_sms.no", lines=5, id=ID + "message"
    )
