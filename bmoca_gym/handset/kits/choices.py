"""Rows with radio buttons and dialogs of them, and a dialog of targets to put something into."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.widgets import CheckBox, FittedText, RadioButton, Text
from bmoca_gym.handset.value import Callback, do


def tabs(
    res: Resources,
    *entries: tuple[str, bool, Callback],
    color: int,
    id: str,
    label_id: str = "android:id/text1",
) -> Element:
    """Tabs side by side. Each has a label, whether it is chosen, and what a tap does."""
    found = [
        Column(
            FittedText(label, 14, color if chosen else res.colors.secondary, 500, grow=1, width=FILL, align="center",
                       pad=(2, 14, 2, 10), id=label_id),
            Spacer(width=FILL, height=2, background=color if chosen else None),
            grow=1, height=48, tap=tap, selected=chosen, description=label, class_name="android.widget.LinearLayout",
        )
        for label, chosen, tap in entries
    ]  # fmt: skip
    return Row(*found, width=FILL, id=id, class_name="android.widget.HorizontalScrollView")


class CheckedText(Row):
    """A row whose text and mark are one element in the UI tree, as in the lists of Android's dialogs.

    If the text were a separate element, an agent that sees only the innermost elements would not learn which one is
    chosen.
    """

    __slots__ = ("words",)
    CLASS: ClassVar[str] = "android.widget.CheckedTextView"

    def __init__(self, words: str, *children: Element, **options: Any) -> None:
        self.words = words
        super().__init__(*children, **options)

    @property
    def text(self) -> str:
        """Text in the UI tree."""
        return self.words


def choice(res: Resources, label: str, chosen: bool, tap: Callback) -> Element:
    """A row with a radio button."""
    return CheckedText(
        label, RadioButton(chosen, res.colors.accent, res.colors.secondary, class_name=""),
        Text(label, 16, res.colors.text, lines=3, grow=1, class_name=""),
        width=FILL, least=44, gap=12, align="center", tap=tap, checked=chosen, selected=chosen,
        id="android:id/text1",
    )  # fmt: skip


def several(res: Resources, label: str, chosen: bool, tap: Callback, height: float = 44) -> Element:
    """A row with a check box. Any number of such rows may be checked."""
    return CheckedText(
        label, CheckBox(chosen, res.colors.accent, res.colors.secondary, class_name=""),
        Text(label, 16, res.colors.text, lines=3, grow=1, class_name=""),
        width=FILL, least=height, gap=12, align="center", tap=tap, checked=chosen, id="android:id/text1",
    )  # fmt: skip


def one_of(res: Resources, title: str, *rows: tuple[str, bool, Callback]) -> Element:
    """A dialog to choose one of several; each row has a label, whether it is chosen, and what a tap does."""
    return dialog_card(
        res, *[choice(res, *row) for row in rows], dismiss=CLOSE, title=title,
        buttons=(text_button(res, res.string("common.cancel"), CLOSE),),
    )  # fmt: skip


def choice_dialog(
    res: Resources,
    options: Iterable[tuple[Any, str]],
    chosen: object,
    handler: Callable[..., Any],
    *before: Any,
    title: str = "",
    cancel_id: str = "",
) -> Element:
    """A dialog of values with their labels, and a button to cancel.

    ``handler`` gets ``before`` and the tapped value; Back and a touch outside close the overlay.
    """
    rows = [choice(res, label, value == chosen, do(handler, *before, value)) for value, label in options]
    cancel = text_button(res, res.string("common.cancel"), CLOSE, id=cancel_id)
    return dialog_card(res, *rows, dismiss=CLOSE, title=title, buttons=(cancel,))


def put_into(res: Resources, title: str, *targets: tuple[str, Callback]) -> Element:
    """A dialog of targets to put something into: labels, and what a tap does. It scrolls if there are many."""
    rows = [
        Text(label, 16, res.colors.text, lines=2, width=FILL, pad=(24, 14), tap=tap, id="android:id/text1")
        for label, tap in targets
    ]
    body = scrolling(*rows, key="choose", grow=0, class_name="android.widget.ListView")
    head = Text(title, 20, res.colors.text, 500, lines=2, pad=(24, 0, 24, 12), id="android:id/alertTitle")
    return dialog_card(res, head, body, dismiss=CLOSE, buttons=(questions.cancel(res),), pad=(0, 20, 0, 8))
