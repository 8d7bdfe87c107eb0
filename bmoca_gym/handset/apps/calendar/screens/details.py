"""The screen of one event, and the settings."""

from __future__ import annotations

from datetime import timedelta

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendar.handlers.views import (
    choose_week_start,
    delete,
    edit_event,
    move,
    switch_week_numbers,
)
from bmoca_gym.handset.apps.calendar.screens.editor import REPEATS, question, reminder_text
from bmoca_gym.handset.apps.calendar.screens.frame import calendar_name, title_of
from bmoca_gym.handset.apps.calendar.state import ID, WEEK_STARTS
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.search_starts import forget
from bmoca_gym.handset.providers.calendar.store import Calendar, Instance, parsed
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    icon_button,
    list_row,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer
from bmoca_gym.handset.ui.large_screens import form_inset
from bmoca_gym.handset.ui.widgets import Icon, RadioButton, Switch, Text
from bmoca_gym.handset.value import do


def _times(res: Resources, instance: Instance) -> str:
    """Time of an instance, in full."""
    start, end = instance.start, instance.end
    first, last = start.date(), end.date()
    if instance.event.all_day:
        last -= timedelta(days=1)
        return res.date(first, "yMMMEd") if last <= first else res.dates(first, last, "yMMMEd")
    # Urdu writes AM and PM: the time stays together behind a left-to-right mark.
    at = res.time(start.hour, start.minute)
    mark = "\u200e" if res.rtl and at.isascii() else ""
    begin = f"{res.date(first, 'yMMMEd')} · {mark}{at}"
    if first == last:
        return begin if start == end else f"{begin} – {res.time(end.hour, end.minute)}"
    return f"{begin} – {res.date(last, 'yMMMEd')} · {mark}{res.time(end.hour, end.minute)}"


def _line(res: Resources, glyph: str, text: str, id: str) -> Element:
    return Row(
        Icon(glyph, 24, res.colors.secondary, id=ID + "icon"),
        Text(text, 16, res.colors.text, lines=None, grow=1, id=ID + id),
        width=FILL, pad=(16, 12), gap=20, class_name="android.view.ViewGroup",
    )  # fmt: skip


def screen(res: Resources, instance: Instance, calendar: Calendar | None) -> Element:
    """Everything known about an event. ``calendar``: the one it belongs to."""
    c = res.colors
    event = instance.event
    bar = Row(
        icon_button("close", res.string("common.navigate_up"), LEAVE, c.secondary),
        Spacer(grow=1, height=1),
        icon_button("edit", res.string("calendar.edit"), do(edit_event, event.id), c.secondary,
                    id=ID + "info_action_edit"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.secondary,
                    id=ID + "info_action_overflow"),
        width=FILL, height=56, align="center", pad=(4, 0), id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    texts: list[Element] = [
        Text(title_of(res, event), 22, c.text, lines=None, id=ID + "title"),
        Text(_times(res, instance), 14, c.text, lines=3, id=ID + "time"),
    ]
    if event.rule:
        rule = parsed(event.rule)
        plain = rule is not None and rule.interval == 1 and not rule.times and len(rule.weekdays) < 2
        repeat = rule.frequency if rule is not None and plain and rule.until is None else "custom"
        texts.append(
            Text(res.string(f"calendar.{REPEATS[repeat]}"), 14, c.secondary, lines=2, id=ID + "recurrence")
        )
    square = Spacer(width=20, height=20, radius=4, background=instance.color)
    rows: list[Element] = [
        Row(
            Column(square, width=24, align="center", pad=(0, 6), class_name=""),
            Column(*texts, grow=1, gap=4, class_name=""),
            width=FILL, pad=(16, 4, 16, 12), gap=20, class_name="android.view.ViewGroup",
        )
    ]  # fmt: skip
    if event.location:
        rows.append(_line(res, "place", event.location, "location"))
    if event.reminders:
        words = "\n".join(reminder_text(res, minutes) for minutes in event.reminders)
        rows.append(_line(res, "notifications_none", words, "reminders"))
    if event.description:
        rows.append(_line(res, "notes", event.description, "description"))
    if calendar is not None:
        rows.append(_line(res, "calendar_today", calendar_name(res, calendar.name), "calendar"))
    inset = form_inset(res)
    return page(
        res, bar, scrolling(*rows, key="event", pad=(inset, 0, inset, 24), id=ID + "scroll_view",
                            class_name="android.widget.ScrollView"),
    )  # fmt: skip


def missing(res: Resources) -> Element:
    """The page for an event that is no longer there."""
    return page(
        res,
        toolbar(res, res.string("calendar.app_name"), up=LEAVE),
        Text(res.string("calendar.missing"), 16, res.colors.secondary, lines=3, pad=24),
    )


def overflow(res: Resources) -> Element:
    """The overflow menu."""
    return menu(res, ((res.string("calendar.delete"), do(open_overlay, "delete")),), CLOSE)


def delete_dialog(res: Resources, id: int, begin: int, repeats: bool) -> Element:
    """The confirmation before deleting an event. For a repeating one it offers to delete just one instance (at
    ``begin`` ms)."""
    no = ("common.cancel", CLOSE)
    if repeats:
        return question(
            res, "calendar.delete_recurring", ("calendar.this_event", do(delete, id, begin)),
            ("calendar.all_events", do(delete, id)), no,
        )  # fmt: skip
    return question(res, "calendar.delete_question", no, ("calendar.delete", do(delete, id)))


def move_dialog(res: Resources, id: int, begin: int, after: int) -> Element:
    """The question whether one instance of a repeated event moves, or all of them."""
    return question(
        res, "calendar.edit_recurring", ("calendar.this_event", do(move, id, begin, after, False)),
        ("calendar.all_events", do(move, id, begin, after, True)), ("common.cancel", CLOSE),
    )  # fmt: skip


# Settings


def _day_name(res: Resources, kept: str) -> str:
    day = WEEK_STARTS.get(kept, -1)
    return res.string("calendar.locale_default") if day < 0 else resources.weekdays(res.locale, "wide")[day]


def settings_screen(res: Resources, week_start: str, numbers: bool, searched: bool) -> Element:
    """The settings. ``searched``: whether there are recent searches."""
    switch = Switch(
        numbers, res.string("common.on" if numbers else "common.off"), color=res.colors.accent,
        id="android:id/switch_widget",
    )  # fmt: skip
    rows = (
        heading(res, res.string("calendar.general")),
        list_row(
            res, res.string("calendar.week_start"), _day_name(res, week_start), tap=do(open_overlay, "week_start")
        ),
        list_row(res, res.string("calendar.week_numbers"), end=switch, tap=do(switch_week_numbers, not numbers)),
        list_row(
            res, res.string("google.clear_history"), tap=do(forget) if searched else None, enabled=searched
        ),
    )  # fmt: skip
    bar = toolbar(res, res.string("calendar.settings"), up=LEAVE, id=ID + "toolbar")
    return page(res, bar, scrolling(*rows, key="settings", id="android:id/list"))


def week_start_dialog(res: Resources, chosen: str) -> Element:
    """The days that a week can start on."""
    c = res.colors
    rows = [
        Row(
            RadioButton(kept == chosen, c.accent, c.secondary, class_name=""),
            Text(_day_name(res, kept), 16, c.text, grow=1, lines=2, class_name=""),
            width=FILL, least=48, gap=16, align="center", pad=(20, 0), tap=do(choose_week_start, kept),
            checked=kept == chosen, description=_day_name(res, kept), id="android:id/text1",
            class_name="android.widget.CheckedTextView",
        )
        for kept in WEEK_STARTS
    ]  # fmt: skip
    title = Text(
        res.string("calendar.week_start"),
        20,
        c.text,
        500,
        lines=3,
        id="android:id/alertTitle",
        pad=(24, 8, 24, 8),
    )
    buttons = (cancel(res),)
    body = scrolling(*rows, key="choices", grow=0)
    return dialog_card(res, title, body, dismiss=CLOSE, buttons=buttons, pad=(0, 12, 8, 4))
