"""The dialogs that Android shows for web pages: lists of options, dates, times, colours, and questions of scripts.

An app with a `bmoca_gym.handset.web.view.Web` in its state adds `layers` to those of its window.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.choices import choice, several
from bmoca_gym.handset.manifest import Layer, Next, dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import dialog_card, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Text, TextField
from bmoca_gym.handset.value import do, replace
from bmoca_gym.handset.web.nodes import Node
from bmoca_gym.handset.web.page import Question
from bmoca_gym.handset.web.view import S, Web, changed, current, options_of

#: Chromium's suggestions for a colour.
_COLORS = (0xFF0000, 0x00FFFF, 0x0000FF, 0x00FF00, 0xFF00FF, 0xFFFF00, 0x000000, 0xFFFFFF)
_ROW = 48  # dp
#: The key of the text field of a script's ``prompt``.
PROMPT = "web prompt"


class Ids(NamedTuple):
    """Resource ids of a question's dialog; by default those of Android's web view."""

    title: str = "android:id/alertTitle"
    message: str = "android:id/message"
    field: str = "android:id/value"
    ok: str = "android:id/button1"
    cancel: str = "android:id/button2"


#: The ids in Chrome.
CHROME_IDS = Ids(*[f"com.android.chrome:id/{name}" for name in (
    "title", "message_paragraph_1", "js_modal_dialog_prompt", "positive_button", "negative_button"
)])  # fmt: skip


def is_open(web: Web) -> bool:
    """Return whether a dialog is open over a page."""
    return bool(web.opened) or web.page.question is not None


def layers(web: Web, today: int, focus: str, ids: Ids | None = None) -> tuple[Layer, ...]:
    """Return the dialog that is open over a page, or nothing.

    Args:
        web: the page in its view.
        today: the phone's date as an ordinal.
        focus: key of the text field that has the phone's focus.
        ids: of a question's dialog; `CHROME_IDS` in Chrome.
    """
    question = web.page.question
    if question is not None:
        typed = question.default if web.draft is None else web.draft
        site = site_of(web) if ids is None else ""
        return (dialog(_question, question, typed, site, ids or Ids(), focus == PROMPT),)
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
        return (dialog(_time, node.control.value, "", web.draft, focus),)
    if kind == "datetime-local":
        day, _, clock = node.control.value.partition("T")
        if isinstance(web.draft, tuple):  # the day is chosen
            return (dialog(_time, clock, web.draft[0] + "T", web.draft[1], focus),)
        return (dialog(_date, day, web.draft, today, kind),)
    if kind == "color":
        return (dialog(_color, node.control.value if web.draft is None else web.draft),)
    return (dialog(_date, node.control.value, web.draft, today, kind),)


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
            row = several(res, text, at in chosen, do(_drafted, after), _ROW)
        else:
            row = choice(res, text, at in chosen, do(_chosen, (at,)))
        row.enabled = not disabled
        rows.append(row)
    body = scrolling(
        *rows, key="options", grow=0, id="android:id/select_dialog_listview",
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
    """Handler: record what has been chosen in the dialog so far."""
    return state.with_web(replace(state.web, draft=draft))


def _chosen(state: S, context: Context, numbers: tuple[int, ...]) -> Next[S]:
    """Handler: choose options of a select by index."""
    web = state.web
    return changed(state, context, current(web, context).choose(web.opened, *numbers), opened=0, draft=None)


def closed(state: S, context: Context) -> Next[S]:
    """Handler: close the dialog without changing anything. A question is answered with no."""
    if state.web.page.question is not None:
        return answered(state, context, None)
    return state.with_web(replace(state.web, opened=0, draft=None))


def _set(state: S, context: Context, value: str) -> Next[S]:
    """Handler: give the control a value."""
    web = state.web
    return changed(state, context, current(web, context).set_value(web.opened, value), opened=0, draft=None)


# Dates, times and colours


def _date(res: Resources, value: str, draft: Any, today: int, kind: str) -> Element:
    picker = draft or date_picker.opened(_day(value) or date.fromordinal(today))
    day: date = picker.day
    if kind == "datetime-local":  # the time is asked for next
        chosen = do(_drafted, (day.isoformat(), None))
    else:
        week = day.isocalendar()
        texts = {"month": f"{day:%Y-%m}", "week": f"{week.year}-W{week.week:02d}"}
        chosen = do(_set, texts.get(kind, day.isoformat()))
    return date_picker.picker_dialog(res, picker, date.fromordinal(today), _picked, chosen, do(closed))


def _day(value: str) -> date | None:
    """The day of a date control, a week control (its Monday) or a month control (its first)."""
    year, _, rest = value.partition("-")
    try:
        if rest.startswith("W"):
            return date.fromisocalendar(int(year), int(rest[1:]), 1)
        return date.fromisoformat(value if "-" in rest else value + "-01")
    except ValueError:
        return None


def _picked(state: S, context: Context, picker: Any) -> Next[S]:
    """Handler: record a picker after a touch."""
    day = state.web.draft
    return _drafted(state, context, (day[0], picker) if isinstance(day, tuple) else picker)


def _time(res: Resources, value: str, before: str, draft: Any, focus: str) -> Element:
    """``before``: the day and a T, for a control of both."""
    hour, _, minute = value.partition(":")
    known = hour.isdecimal() and minute[:2].isdecimal()
    picker = draft or time_picker.opened(res, int(hour) if known else 12, int(minute[:2]) if known else 0)
    return time_picker.picker_dialog(res, picker, focus, _picked, do(_timed, before, picker), do(closed))


def _timed(state: S, context: Context, before: str, picker: time_picker.TimePicker) -> Next[S]:
    """Handler: set a field to the picked time, or report that the typed time is not valid."""
    found = time_picker.picked(context.res, picker)
    if found is None:
        return _picked(state, context, replace(picker, wrong=True))
    return _set(state, context, f"{before}{found.hour:02d}:{found.minute:02d}")


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


# Questions of scripts


def site_of(web: Web) -> str:
    """Return how the web view's dialogs name a page's site: the protocol and host of its URL."""
    start = web.page.start
    parts = urlsplit(start.url or "file:///")
    return f"{parts.scheme}://{parts.hostname or ''}"


def answered(state: S, context: Context, answer: bool | str | None) -> Next[S]:
    """Handler: answer a script's question, so that the script continues."""
    return changed(state, context, current(state.web, context).answer(answer), draft=None)


def _question(res: Resources, question: Question, typed: str, site: str, ids: Ids, focused: bool) -> Element:
    """``site``: the name of the page's site; "" in Chrome, where a page in a file has none."""
    c = res.colors
    parts: list[Element] = [
        Text(question.message, 16, c.text, lines=None, width=FILL, id=ids.message, pad=(0, 0, 0, 8))
    ]
    yes: bool | str = True
    if question.kind == "prompt":
        yes = typed
        field = TextField(
            typed, PROMPT, do(_drafted_text), focused=focused, accent=c.accent, color=c.text, size=16, width=FILL,
            pad=(2, 10), on_submit=do(answered, yes), id=ids.field,
        )  # fmt: skip
        line = Spacer(width=FILL, height=2 if focused else 1, background=c.accent if focused else c.secondary)
        parts += [field, line]
    body = scrolling(
        Column(*parts, width=FILL, class_name=""),
        key="question",
        grow=0,
        class_name="android.widget.ScrollView",
    )
    ok = text_button(res, res.string("common.ok"), do(answered, yes), id=ids.ok)
    no = text_button(res, res.string("common.cancel"), do(answered, None), id=ids.cancel)
    title = res.string("common.site_says", site=site) if site else res.string("common.page_says")
    head = Text(title, 20, c.text, 500, lines=3, id=ids.title, pad=(0, 0, 0, 12))
    return dialog_card(
        res, head, body, dismiss=do(closed), buttons=(ok,) if question.kind == "alert" else (no, ok)
    )


def _drafted_text(state: S, context: Context, text: str) -> Next[S]:
    """Handler: record what is typed in the dialog."""
    return _drafted(state, context, text[:_LONGEST])


#: Characters of an answer.
_LONGEST = 4096
