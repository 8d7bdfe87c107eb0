"""Rows with radio buttons."""

from __future__ import annotations

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.elements import FILL, Element, Row
from bmoca_gym.handset.ui.widgets import RadioButton, Text
from bmoca_gym.handset.value import Callback


def choice(res: Resources, label: str, chosen: bool, tap: Callback) -> Element:
    """A row with a radio button."""
    return Row(
        RadioButton(chosen, res.colors.accent, res.colors.secondary, class_name=""),
        Text(label, 16, res.colors.text, lines=2, grow=1, id="android:id/text1"),
        width=FILL, height=44, gap=12, align="center", tap=tap, checked=chosen, selected=chosen,
        class_name="android.widget.CheckedTextView",
    )  # fmt: skip
