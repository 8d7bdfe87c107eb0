"""Dialogs: their buttons, a confirmation, a message, and a field for a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import dialog_card, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Spacer
from bmoca_gym.handset.ui.widgets import Text, TextField
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


def _style(res: Resources, color: int | None = None) -> tuple[float, int]:
    """Size and colour of a dialog's text: Material 3 has small grey ones, below a large title."""
    if color is not None:
        return 16, color
    return (14, res.colors.secondary) if res.material > 2 else (16, res.colors.text)


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
    lines: int | None = 4,
    color: int | None = None,
    ink: int | None = None,
    narrow: float = 0,
) -> Element:
    """A dialog that asks for confirmation.

    ``label``: key of the string of the button that confirms it; ``no``: of the one that closes the dialog; ``color``:
    of the question; ``ink``: of the buttons; ``narrow``: screen width in dp below which they are stacked, since long
    words don't fit side by side.
    """
    body = Text(text, *_style(res, color), 400, lines, id=id)
    pair: tuple[Element, ...] = buttons(res, label, answer, close, color=ink, no=no)
    if res.width < narrow:
        pair = (Column(*pair, align="end", class_name=""),)
    return dialog_card(res, body, dismiss=close, title=title, buttons=pair)


def message(
    res: Resources, text: str, close: Callback = CLOSE, *, title: str = "", lines: int | None = 4
) -> Element:
    """A dialog that says something, with a button to close it."""
    body = Text(text, *_style(res), 400, lines, id="android:id/message")
    ok = text_button(res, res.string("common.ok"), close, id="android:id/button1")
    return dialog_card(res, body, dismiss=close, title=title, buttons=(ok,))


def lined(res: Resources, field: Element, id: str = "") -> Element:
    """A dialog field above its line. ``id``: resource id of the container."""
    line = Spacer(width=FILL, height=2, background=res.colors.accent)
    return Column(field, line, width=FILL, class_name="", id=id)


def name_dialog(
    res: Resources,
    title: str,
    name: str,
    focused: bool,
    typed: Callback,
    label: str,
    answer: Callback,
    field: Mapping[str, Any],
    *,
    line: bool = True,
    holder_id: str = "",
) -> Element:
    """A dialog that asks for a name.

    ``typed`` gets the name as it is typed. ``title`` and ``label`` are keys of strings: of the dialog, and of the
    button that confirms the name. ``field``: options of the field, including its hint and resource id; ``line``:
    whether it has a line below; ``holder_id``: resource id of the container.
    """
    c = res.colors
    look = {"hint_color": c.secondary, "accent": c.accent, "color": c.text, "size": 17, "width": FILL} | dict(
        field
    )
    body: Element = TextField(name, "name", typed, focused=focused, on_submit=answer, **look)
    if line:
        body = lined(res, body, holder_id)
    return dialog_card(res, body, title=res.string(title), dismiss=CLOSE, buttons=buttons(res, label, answer))
