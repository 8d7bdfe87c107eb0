"""The floating text toolbar: cut, copy, paste and select all."""

from __future__ import annotations

import math

from bmoca_gym.handset.graphics.text import paragraph
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, text_input
from bmoca_gym.handset.ui.components import popup_card
from bmoca_gym.handset.ui.elements import WIDGET, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

#: Between the toolbar and the text, and between the toolbar and the edges of the screen; dp.
GAP = 8
_HEIGHT, _SIDE, _SIZE = 48, 16, 14
_CONTAINER = "android:id/floating_popup_container"
_BUTTON = WIDGET + "ImageButton"


def _act(phone: Phone, context: Context, command: str) -> Phone:
    if command == "select_all":
        return text_input.select_all(phone, "main")
    return text_input.COMMANDS[command](phone)


def _turn(phone: Phone, context: Context, page: str) -> Phone:
    return activities.select(phone, phone.top.cursor, page)


def _fitting(res: Resources, labels: list[str]) -> int:
    """The number of items that fit in a row, together with the overflow button if these are not all."""
    m = res.metrics
    room = res.width - 2 * GAP
    widths = [
        math.ceil(paragraph(label, _SIZE * m.font, 500, m.language, m.rtl).width) / m.scale + 2 * _SIDE
        for label in labels
    ]
    if sum(widths) <= room:
        return len(labels)
    count = len(labels) - 1
    while count > 1 and sum(widths[:count]) + _HEIGHT > room:
        count -= 1
    return count


def toolbar(res: Resources, commands: tuple[str, ...], page: str) -> Element:
    """The toolbar of a text: the commands that fit (page "main"), or one below another the others ("more")."""
    c = res.colors
    labels = [res.string(f"system_ui.{command}") for command in commands]
    count = _fitting(res, labels)

    def item(at: int) -> Element:
        label = Text(labels[at], _SIZE, c.text, 500, id="android:id/floating_toolbar_menu_item_text")
        return Row(
            label,
            height=_HEIGHT,
            pad=(_SIDE, 0),
            align="center",
            tap=do(_act, commands[at]),
            description=labels[at],
        )

    def button(name: str, glyph: str, to: str) -> Element:
        return Icon(
            glyph, 24, c.text, pad=12, height=_HEIGHT, tap=do(_turn, to), class_name=_BUTTON,
            description=res.string(f"common.{name}"), id="android:id/overflow",
        )  # fmt: skip

    parts: list[Element]
    if page == "main" or count == len(commands):
        parts = [item(at) for at in range(count)]
        if count < len(commands):
            parts.append(button("more_options", "more_vert", "more"))
        inside: Element = Row(*parts)
    else:
        parts = [item(at) for at in range(count, len(commands))]
        inside = Column(*parts, button("navigate_up", "arrow_back", "main"))
    if res.system > 2:
        return popup_card(res, inside, radius=_HEIGHT / 2, id=_CONTAINER)
    return Row(inside, background=c.raised, border=c.divider, radius=6, id=_CONTAINER)
