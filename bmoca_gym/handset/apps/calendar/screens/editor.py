"""The editor of an event, with its choices and its confirmation."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bmoca_gym.handset.apps.calendar.handlers.editing import (
    cancel,
    choose,
    discard,
    save,
    set_reminder,
    type_text,
)
from bmoca_gym.handset.apps.calendar.screens.frame import calendar_name
from bmoca_gym.handset.apps.calendar.state import ID, MOST_REMINDERS, Draft
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.spans import open_dates, open_times
from bmoca_gym.handset.providers.calendar.store import Calendar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    filled_button,
    icon_button,
    page,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.large_screens import form_inset
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do

#: How events repeat, by the frequencies of RFC 5545, and the words for it.
FREQUENCIES = {
    "": "does_not_repeat", "DAILY": "every_day", "WEEKLY": "every_week", "MONTHLY": "every_month",
    "YEARLY": "every_year",
}  # fmt: skip
REPEATS = FREQUENCIES | {"custom": "custom"}
#: Minutes before an event that a reminder may be set to; none for -1.
REMINDERS = (-1, 0, 10, 30, 60, 1440)
_REMINDER_WORDS = {-1: "no_notification", 0: "at_time", 60: "hour_before", 1440: "day_before"}
#: Google Calendar's colours of events; 0 is the calendar's own.
COLORS = {
    0: "default_color", 0xFFD50000: "tomato", 0xFFF4511E: "tangerine", 0xFFF6BF26: "banana", 0xFF0B8043: "basil",
    0xFF039BE5: "peacock", 0xFF8E24AA: "grape", 0xFF616161: "graphite",
}  # fmt: skip


def reminder_text(res: Resources, minutes: int) -> str:
    """The words for a reminder, in the locale's digits."""
    if minutes in _REMINDER_WORDS:
        return res.digits(res.string(f"calendar.{_REMINDER_WORDS[minutes]}"))
    return res.digits(res.string("calendar.minutes_before", count=minutes, number=minutes))


def color_text(res: Resources, color: int) -> str:
    """A colour's name, or "custom" if it has none."""
    return res.string(f"calendar.{COLORS.get(color, 'custom')}")


def color_dot(color: int, size: float = 20) -> Element:
    """A colour."""
    return Stack(
        Spacer(width=size, height=size, radius=size / 2, background=color), width=24, height=24, align="center",
        justify="center", class_name="",
    )  # fmt: skip


def _line(lead: Element, *parts: Element, tap: Callback | None = None, **options: Any) -> Element:
    """A row of the editor with space for a glyph before it."""
    return Row(lead, *parts, width=FILL, pad=(16, 0), gap=20, align="center", tap=tap, **options)


def _choice(res: Resources, lead: Element, text: str, name: str) -> Element:
    """A row that opens the dialog ``name``."""
    words = Text(text, 16, res.colors.text, lines=2, grow=1, pad=(0, 13), id=ID + "first_line_text")
    return _line(lead, words, tap=do(open_overlay, name), id=f"{ID}{name}_tile")


def _field(
    res: Resources, lead: Element, text: str, key: str, focus: str, size: float, lines: int | None
) -> Element:
    c = res.colors
    field = TextField(
        text, key, do(type_text, key), focused=focus == key, hint=res.string(f"calendar.add_{key}"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=size, width=FILL, lines=lines, pad=(0, 12),
        capitals="sentences", id=f"{ID}{key}_edit_text",
    )  # fmt: skip
    return _line(lead, Column(field, grow=1, class_name=""), class_name="")


def _moment(res: Resources, draft: Draft, which: str) -> Element:
    """The line of the start's or the end's date and time."""
    c = res.colors
    moment: datetime = getattr(draft, which)
    ink = c.error if which == "end" and draft.backwards else c.text
    day = Text(
        res.date(moment.date(), "yMMMEd"), 16, ink, lines=2, grow=1, pad=(60, 13, 8, 13), tap=do(open_dates, which),
        id=f"{ID}{which}_date", class_name="android.widget.Button",
    )  # fmt: skip
    parts: list[Element] = [day]
    if not draft.all_day:
        parts.append(
            Text(
                res.time(moment.hour, moment.minute), 16, ink, pad=(12, 13, 16, 13), tap=do(open_times, which),
                id=f"{ID}{which}_time", class_name="android.widget.Button",
            )
        )  # fmt: skip
    return Row(*parts, width=FILL, align="center", class_name="")


def _notifications(res: Resources, lead: Element, reminders: tuple[int, ...]) -> list[Element]:
    """A row for each notification, with a button that removes it, and one that adds another."""
    c = res.colors
    rows: list[Element] = []
    for place, minutes in enumerate(reminders):
        words = Text(
            reminder_text(res, minutes), 16, c.text, lines=2, grow=1, pad=(0, 13), id=ID + "first_line_text"
        )
        gone = icon_button(
            "close", res.string("calendar.remove_notification"), do(set_reminder, place, -1), c.secondary, size=20,
            id=ID + "remove_button",
        )  # fmt: skip
        tap = do(open_overlay, "reminders", place)
        mark = lead if place == 0 else Spacer(width=24, height=24)
        rows.append(
            Row(mark, words, gone, width=FILL, pad=(16, 0, 4, 0), gap=20, align="center", tap=tap,
                id=ID + "reminders_tile")
        )  # fmt: skip
    if len(reminders) < MOST_REMINDERS:
        ink = c.secondary if reminders else c.text
        add = Text(res.string("calendar.add_notification"), 16, ink, lines=2, grow=1, pad=(0, 13),
                   id=ID + "first_line_text")  # fmt: skip
        mark = Spacer(width=24, height=24) if reminders else lead
        rows.append(
            _line(
                mark, add, tap=do(open_overlay, "reminders", len(reminders)), id=ID + "add_notification_tile"
            )
        )
    return rows


def screen(res: Resources, draft: Draft, calendars: tuple[Calendar, ...], focus: str) -> Element:
    """The fields of an event."""
    c = res.colors

    def glyph(name: str) -> Element:
        return Icon(name, 24, c.secondary, id=ID + "icon")

    bar = Row(
        icon_button("close", res.string("common.cancel"), do(cancel), c.secondary, id=ID + "cancel"),
        Spacer(grow=1, height=1),
        filled_button(res, res.string("calendar.save"), do(save), id=ID + "save"),
        width=FILL, height=56, align="center", pad=(4, 0, 16, 0), id=ID + "toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    own = next((calendar for calendar in calendars if calendar.id == draft.calendar), None)
    own_color = own.color if own is not None else c.secondary
    rows: list[Element] = [
        _field(res, Spacer(width=24, height=24), draft.title, "title", focus, 24, 2),
        divider(res),
    ]
    if own is not None:
        rows += [_choice(res, color_dot(own.color), calendar_name(res, own.name), "calendar"), divider(res)]
    all_day = Switch(
        draft.all_day, res.string("common.on" if draft.all_day else "common.off"), color=c.accent,
        tap=do(choose, "all_day", not draft.all_day), id=ID + "all_day_switch",
    )  # fmt: skip
    words = Text(
        res.string("calendar.all_day"), 16, c.text, grow=1, lines=2, pad=(0, 13), id=ID + "first_line_text"
    )
    rows += [
        _line(glyph("access_time"), words, all_day, class_name=""),
        _moment(res, draft, "start"),
        _moment(res, draft, "end"),
        _choice(res, glyph("repeat"), res.string(f"calendar.{REPEATS[draft.repeat]}"), "repeat"),
        divider(res),
        _field(res, glyph("place"), draft.location, "location", focus, 16, 3),
        divider(res),
        *_notifications(res, glyph("notifications_none"), draft.reminders),
        divider(res),
        _choice(res, color_dot(draft.color or own_color), color_text(res, draft.color), "color"),
        divider(res),
        _field(res, glyph("notes"), draft.description, "description", focus, 16, 6),
    ]
    inset = form_inset(res)
    return page(
        res, bar, scrolling(*rows, key="editor", pad=(inset, 0, inset, 24), id=ID + "scroll_view",
                            class_name="android.widget.ScrollView"),
    )  # fmt: skip


# Dialogs


def _list(res: Resources, rows: list[Element]) -> Element:
    body = scrolling(
        *rows, key="choices", grow=0, pad=(0, 4),
        id="android:id/select_dialog_listview", class_name="android.widget.ListView",
    )  # fmt: skip
    return dialog_card(res, body, dismiss=CLOSE, pad=(0, 8))


def _option(res: Resources, text: str, chosen: bool, tap: Callback, mark: Element | None = None) -> Element:
    c = res.colors
    lead = mark or RadioButton(chosen, c.accent, c.secondary, class_name="")
    return Row(
        lead, Text(text, 16, c.text, lines=2, grow=1, class_name=""),
        *((Icon("check", 24, c.accent, class_name=""),) if mark is not None and chosen else ()),
        width=FILL, least=48, pad=(20, 0), gap=16, align="center", tap=tap, checked=chosen, id="android:id/text1",
        description=text, class_name="android.widget.CheckedTextView",
    )  # fmt: skip


def repeat_dialog(res: Resources, chosen: str) -> Element:
    """A dialog that asks how the event repeats."""
    names = dict.fromkeys((*FREQUENCIES, chosen))  # a rule of its own is offered only where there is one
    rows = [
        _option(res, res.string(f"calendar.{REPEATS[name]}"), name == chosen, do(choose, "repeat", name))
        for name in names
    ]
    return _list(res, rows)


def reminder_dialog(res: Resources, chosen: tuple[int, ...], place: int) -> Element:
    """Times of a notification, without those that others have. ``place``: its number; a new one comes after all."""
    own = chosen[place] if place < len(chosen) else -1
    others = [minutes for minutes in chosen if minutes != own]
    rows = [
        _option(res, reminder_text(res, minutes), minutes == own, do(set_reminder, place, minutes))
        for minutes in REMINDERS
        if minutes not in others
    ]
    return _list(res, rows)


def color_dialog(res: Resources, chosen: int, own: int) -> Element:
    """Its colour; ``own``: the calendar's."""
    rows = [
        _option(
            res,
            color_text(res, color),
            color == chosen,
            do(choose, "color", color),
            color_dot(color or own),
        )
        for color in COLORS
    ]
    return _list(res, rows)


def calendar_dialog(res: Resources, chosen: int, calendars: tuple[Calendar, ...]) -> Element:
    """The calendar it belongs to."""
    rows = [
        _option(res, calendar_name(res, calendar.name), calendar.id == chosen, do(choose, "calendar", calendar.id),
                color_dot(calendar.color))
        for calendar in calendars
    ]  # fmt: skip
    return _list(res, rows)


def question(res: Resources, text: str, *answers: tuple[str, Callback]) -> Element:
    """A question and its answers: string keys and handlers. A tap outside closes it."""
    buttons: tuple[Element, ...] = tuple(
        text_button(res, res.string(key), tap, id=f"android:id/button{number}")
        for number, (key, tap) in zip((2, 3, 1) if len(answers) > 2 else (2, 1), answers, strict=True)
    )
    if res.width < 300 or len(answers) > 2:  # long words do not fit beside each other
        buttons = (Column(*buttons, align="end", class_name=""),)
    words = Text(res.string(text), 16, res.colors.text, lines=4, id="android:id/message")
    return dialog_card(res, words, dismiss=CLOSE, buttons=buttons)


def discard_dialog(res: Resources) -> Element:
    """The confirmation before discarding an edited event."""
    return question(
        res,
        "calendar.discard_question",
        ("calendar.keep_editing", CLOSE),
        ("calendar.discard", do(discard)),
    )
