"""Questions: the buttons of a dialog, and a dialog with a text that is confirmed."""

from __future__ import annotations

from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, text_button
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback


def cancel(
    res: Resources, close: Callback = CLOSE, *, color: int | None = None, label: str = "common.cancel"
) -> Element:
    """The button that closes a dialog. ``label``: key of its string."""
    return text_button(res, res.string(label), close, id="android:id/button2", color=color)


def buttons(
    res: Resources,
    label: str,
    answer: Callback,
    close: Callback = CLOSE,
    *,
    color: int | None = None,
    no: str = "common.cancel",
) -> tuple[Element, Element]:
    """The button that closes a dialog, and one that confirms it. ``label``: key of its string."""
    confirm = text_button(res, res.string(label), answer, id="android:id/button1", color=color)
    return cancel(res, close, color=color, label=no), confirm


def question(
    res: Resources,
    text: str,
    label: str,
    answer: Callback,
    close: Callback = CLOSE,
    *,
    title: str = "",
    no: str = "common.cancel",
    id: str = "android:id/message",
    lines: int = 4,
) -> Element:
    """A dialog that asks before something is done.

    ``label``: key of the string of the button that confirms it; ``no``: of the one that closes the dialog.
    """
    body = Text(text, 16, res.colors.text, lines=lines, id=id)
    return dialog_card(
        res, body, dismiss=close, title=title, buttons=buttons(res, label, answer, close, no=no)
    )
