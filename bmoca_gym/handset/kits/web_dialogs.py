"""The dialogs that Android shows for controls of web pages: lists of options, dates, times and colours.

An app with a `bmoca_gym.handset.web.view.Web` in its state adds `layers` to those of its window.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.manifest import Layer, Next, dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import dialog_card, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Element, Grid, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import CheckBox, Text
from bmoca_gym.handset.value import do, replace
from bmoca_gym.handset.web.nodes import Node
from bmoca_gym.handset.web.view import S, Web, changed, current, options_of

#: Chromium's suggestions for a colour.
_COLORS = (0xFF0000, 0x00FFFF, 0x0000FF, 0x00FF00, 0xFF00FF, 0xFFFF00, 0x000000, 0xFFFFFF)
_ROW = 48  # dp


def layers(web: Web, today: int, focus: str) -> tuple[Layer, ...]:
    """Return the dialog that is open over a page, or nothing.

    Args:
        web: the page in its view.
        today: the phone's date as an ordinal.
        focus: key of the text field that has the phone's focus.
    """
    node = web.page.document.nodes.get(web.opened) if web.opened else None
    if node is None or node.control is None:
        return ()
    kind = "select" if node.tag == "select" else node.attributes.get("type", "").lower()
    if kind == "select":
        chosen = tuple([at for at, one in enumerate(options_of(node)) if one.control and one.control.checked])
        texts = tuple([(_said(one), bool(one.control and one.control.disabled)) for one in options_of(node)])
        many = "multiple" in node.attributes
        return (dialog(_options, texts, chosen if web.draft is None else web.draft, many),)
    if kind == "time":
        return (dialog(_time, node.control.value, web.draft, focus),)
    if kind == "color":
        return (dialog(_color, node.control.value if web.draft is None else web.draft),)
    return (dialog(_date, node.control.value, web.draft, today),)


def _said(option: Node) -> str:
    return re.sub(r"\s+", " ", option.attributes.get("label") or option.text).strip()


# Lists


def _options(
    res: Resources, texts: tuple[tuple[str, bool], ...], chosen: tuple[int, ...], many: bool
) -> Element:
    rows = []
    for at, (text, disabled) in enumerate(texts):
        if many:
            after = tuple(sorted({*chosen} ^ {at}))
            row: Element = Row(
                Text(text, 16, res.colors.text, lines=2, grow=1, id="android:id/text1"),
                CheckBox(at in chosen, res.colors.accent, res.colors.secondary, class_name=""),
                width=FILL, height=_ROW, gap=12, align="center", tap=do(_drafted, after), checked=at in chosen,
                class_name="android.widget.CheckedTextView",
            )  # fmt: skip
        else:
            row = choice(res, text, at in chosen, do(_chosen, (at,)))
        row.enabled = not disabled
        rows.append(row)
    height = min(_ROW * len(rows) or _ROW, max(_ROW, res.height - 200))
    body = scrolling(
        *rows, key="options", grow=0, height=height, id="android:id/select_dialog_listview",
        class_name="android.widget.ListView",
    )  # fmt: skip
    buttons: tuple[Element, ...] = ()
    if many:
        buttons = (
            text_button(res, res.string("common.cancel"), do(closed), id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(_chosen, chosen), id="android:id/button1"),
        )
    return dialog_card(res, body, dismiss=do(closed), buttons=buttons, pad=(24, 8, 24, 8))


def _drafted(state: S, context: Context, draft: Any) -> Next[S]:
    """Handler: take over what is chosen in the dialog so far."""
    return state.with_web(replace(state.web, draft=draft))


def _chosen(state: S, context: Context, numbers: tuple[int, ...]) -> Next[S]:
    """Handler: choose options of a select by their places."""
    web = state.web
    return changed(state, context, current(web, context).choose(web.opened, *numbers), opened=0, draft=None)


def closed(state: S, context: Context) -> Next[S]:
    """Handler: close the dialog and change nothing."""
    return state.with_web(replace(state.web, opened=0, draft=None))


def _set(state: S, context: Context, value: str) -> Next[S]:
    """Handler: give the control a value."""
    web = state.web
    return changed(state, context, current(web, context).set_value(web.opened, value), opened=0, draft=None)


# Dates, times and colours


def _date(res: Resources, value: str, draft: Any, today: int) -> Element:
    picker = draft or date_picker.opened(_day(value) or date.fromordinal(today))
    return date_picker.picker_dialog(
        res, picker, date.fromordinal(today), _picked, do(_set, picker.day.isoformat()), do(closed)
    )


def _day(value: str) -> date | None:
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def _picked(state: S, context: Context, picker: Any) -> Next[S]:
    """Handler: take over a picker in which something was touched."""
    return _drafted(state, context, picker)


def _time(res: Resources, value: str, draft: Any, focus: str) -> Element:
    hour, _, minute = value.partition(":")
    known = hour.isdecimal() and minute[:2].isdecimal()
    picker = draft or time_picker.opened(res, int(hour) if known else 12, int(minute[:2]) if known else 0)
    return time_picker.picker_dialog(res, picker, focus, _picked, do(_timed, picker), do(closed))


def _timed(state: S, context: Context, picker: time_picker.TimePicker) -> Next[S]:
    """Handler: give a field the picked time, or say that what was typed is none."""
    found = time_picker.picked(context.res, picker)
    if found is None:
        return _drafted(state, context, replace(picker, wrong=True))
    return _set(state, context, f"{found.hour:02d}:{found.minute:02d}")


def _color(res: Resources, value: str) -> Element:
    cells = [
        Stack(
            Spacer(width=40, height=40, radius=4, background=0xFF000000 | color, border=res.colors.divider),
            width=FILL, height=56, align="center", justify="center", tap=do(_drafted, f"#{color:06x}"),
            selected=value.lower() == f"#{color:06x}", description=f"#{color:06X}", class_name="android.view.View",
        )
        for color in _COLORS
    ]  # fmt: skip
    buttons = (
        text_button(res, res.string("common.cancel"), do(closed), id="android:id/button2"),
        text_button(res, res.string("common.ok"), do(_set, value), id="android:id/button1"),
    )
    return dialog_card(res, Grid(*cells, columns=4, width=FILL), dismiss=do(closed), buttons=buttons)
