"""Clock's alarm tab: list of alarms, expanded rows, time picker, label dialog, ringing alarm."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock.handlers.alarms import (
    day_changed,
    day_done,
    delete,
    edit_label,
    edit_time,
    expand,
    label_changed,
    label_done,
    picker_changed,
    repeat,
    snooze,
    stop_ringing,
    switch,
    toggle_day,
    toggle_vibrate,
)
from bmoca_gym.handset.apps.clock.state import ALL_DAYS, ID, Alarm, EditLabel, PickAlarm, PickDay, in_order
from bmoca_gym.handset.kits import material_date_picker, material_time_picker
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    filled_button,
    icon_button,
    scrolling,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.fitting import ButtonBar
from bmoca_gym.handset.ui.widgets import ALARM, CheckBox, Icon, Switch, Text, TextField, time_text
from bmoca_gym.handset.value import Callback, do


def when_it_rings(res: Resources, alarm: Alarm, now_minutes: int, first: int) -> str:
    """The line under an alarm's time: its days, or today or tomorrow. ``first``: the first day of the week."""
    if alarm.days == ALL_DAYS:
        return res.string("clock.every_day")
    if alarm.days:
        names = resources.weekdays(res.locale, "abbreviated")
        order = [(first + i) % 7 for i in range(7) if alarm.days >> (first + i) % 7 & 1]
        return res.string("common.list_separator").join(names[i] for i in order)
    later = alarm.hour * 60 + alarm.minute > now_minutes
    return res.string("clock.today" if later else "clock.tomorrow")


@component(512)
def _alarm_row(res: Resources, alarm: Alarm, when: str, is_open: bool) -> Element:
    c = res.colors
    ink = c.text if alarm.enabled else c.secondary
    time = res.time(alarm.hour, alarm.minute)
    on_off = Switch(
        alarm.enabled, res.string("common.on" if alarm.enabled else "common.off"), color=c.accent,
        tap=do(switch, alarm.id, not alarm.enabled), id=ID + "onoff", width=56, height=48,
    )  # fmt: skip
    head = Row(
        time_text(res, time, 36, ink, 300 if not alarm.enabled else 400, ALARM, tap=do(edit_time, alarm.id),
             id=ID + "digital_clock", description=time, grow=1),
        on_off,
        width=FILL, align="center",
    )  # fmt: skip
    arrow = icon_button(
        "expand_less" if is_open else "expand_more",
        res.string("clock.collapse_alarm" if is_open else "clock.expand_alarm"),
        do(expand, alarm.id), c.secondary, id=ID + "arrow",
    )  # fmt: skip
    if not is_open:
        return Column(
            head, _closed_foot(res, alarm, when, ink, arrow), width=FILL, pad=(16, 4, 8, 0), tap=do(expand, alarm.id),
            background=c.background, description=f"{time} {res.string('clock.alarm')}",
            class_name="android.view.ViewGroup",
        )  # fmt: skip
    return Column(
        head, *_settings(res, alarm, when, arrow), width=FILL, pad=(16, 4, 8, 4),
        background=c.surface if res.dark else c.raised, tap=do(expand, alarm.id),
        description=f"{time} {res.string('clock.alarm')}", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _closed_foot(res: Resources, alarm: Alarm, when: str, ink: int, arrow: Element) -> Element:
    """Label and days of a collapsed alarm: side by side, or stacked on a narrow screen."""
    caption = (Text(alarm.label, 14, ink, id=ID + "label", pad=(0, 0, 12, 0)),) if alarm.label else ()
    below = bool(alarm.label) and res.width < 320
    days = Text(when, 14, ink, lines=2, id=ID + "days_of_week", grow=0 if below else 1)
    texts: tuple[Element, ...] = (*caption, days)
    if below:
        texts = (Column(*texts, grow=1, class_name=""),)
    return Row(*texts, arrow, width=FILL, align="center")


def _settings(res: Resources, alarm: Alarm, when: str, arrow: Element) -> list[Element]:
    """The rows of an expanded alarm: repeat, days, vibrate, label, delete."""
    c = res.colors
    repeats = alarm.days != 0
    repeat_row = Row(
        CheckBox(
            repeats,
            color=c.accent,
            tap=do(repeat, alarm.id, not repeats),
            id=ID + "repeat_onoff",
            width=40,
            height=48,
            description=res.string("clock.repeat"),
        ),
        Text(
            res.string("clock.repeat"),
            16,
            c.text,
            tap=do(repeat, alarm.id, not repeats),
            pad=(8, 12),
            grow=1,
        ),
        width=FILL,
        align="center",
    )
    if repeats:
        first = resources.first_weekday(res.locale)
        days: Element = day_buttons(res, alarm.days, first, do(toggle_day, alarm.id))
    else:
        days = Text(when, 14, c.secondary, id=ID + "days_of_week", pad=(4, 0, 0, 8))
    vibrate = Row(
        Icon("vibration", 22, c.secondary),
        Text(res.string("clock.vibrate"), 16, c.text, grow=1),
        CheckBox(alarm.vibrate, color=c.accent, class_name="android.widget.CheckBox", id=ID + "vibrate_onoff"),
        width=FILL, height=48, gap=16, align="center", pad=(4, 0, 8, 0), tap=do(toggle_vibrate, alarm.id),
    )  # fmt: skip
    label = Row(
        Icon("label", 22, c.secondary),
        Text(alarm.label or res.string("clock.label"), 16, c.text if alarm.label else c.secondary, grow=1,
             id=ID + "edit_label", description=res.string("clock.label")),
        width=FILL, height=48, gap=16, align="center", pad=(4, 0), tap=do(edit_label, alarm.id),
    )  # fmt: skip
    foot = Row(
        Row(
            Icon("delete", 22, c.secondary),
            Text(res.string("clock.delete"), 16, c.text),
            gap=16, align="center", height=48, pad=(4, 0, 16, 0), tap=do(delete, alarm.id), id=ID + "delete",
            class_name="android.widget.Button", description=res.string("clock.delete"),
        ),
        Spacer(grow=1, height=1),
        arrow,
        width=FILL, align="center",
    )  # fmt: skip
    return [repeat_row, days, vibrate, label, foot]


def day_buttons(
    res: Resources, days: int, first: int, toggle: Callback, room: float = 40, edge: int | None = None
) -> Element:
    """Buttons for the weekdays, starting with ``first``. Those in the bits ``days`` are selected.

    ``toggle``: the tap handler, whose last argument is the day's bit. ``room``: dp of the row taken by other elements.
    ``edge``: the outline colour of days that are not chosen.
    """
    c = res.colors
    narrow, wide = resources.weekdays(res.locale, "narrow"), resources.weekdays(res.locale, "wide")
    gap = 2.0
    side = float(min(40, (res.width - room) / 7 - gap))
    size = min(14.0, side * 0.42) * res.metrics.scale / res.metrics.font
    buttons = []
    for place in range(7):
        day = (first + place) % 7
        on = bool(days >> day & 1)
        buttons.append(
            Stack(
                Text(narrow[day], size, c.on_accent if on else c.text, 500, class_name="", align="center"),
                width=side,
                height=side,
                radius=side / 2,
                background=c.accent if on else None,
                border=None if on else c.divider if edge is None else edge,
                align="center",
                justify="center",
                checked=on,
                id=ID + f"day_button_{place}",
                description=wide[day],
                class_name="android.widget.CheckBox",
                tap=do(toggle[0], *toggle[1], 1 << day),
            )
        )
    return Row(*buttons, gap=gap, pad=(0, 0, 0, 8), id=ID + "repeat_days", width=FILL)


def alarm_list(res: Resources, alarms: tuple[Alarm, ...], expanded: int, now_minutes: int) -> Element:
    """The list, or a message that there are none."""
    c = res.colors
    if not alarms:
        return Column(
            Icon("alarm_off", 72, c.disabled),
            Text(res.string("clock.no_alarms"), 16, c.secondary, lines=2, align="center"),
            grow=1,
            width=FILL,
            align="center",
            justify="center",
            gap=12,
            id=ID + "alarms_empty_view",
        )
    first = resources.first_weekday(res.locale)
    rows = [
        _alarm_row(res, alarm, when_it_rings(res, alarm, now_minutes, first), alarm.id == expanded)
        for alarm in in_order(alarms)
    ]
    return scrolling(*rows, Spacer(width=FILL, height=88), key="alarms", gap=1, id=ID + "alarm_recycler_view")


def picker_layer(res: Resources, dialog: PickAlarm, focused: str, done: Any, dismiss: Any) -> Element:
    """The time picker dialog. ``done`` and ``dismiss``: handlers of its buttons."""
    given = res, dialog.picker, focused, picker_changed, do(done), do(dismiss)
    return material_time_picker.picker_dialog(*given, ID)


def day_layer(res: Resources, dialog: PickDay, today: date, first: int, focused: str) -> Element:
    """The date picker's dialog; ``first``: the first day of the week."""
    given = res, dialog.picker, today, day_changed, do(day_done), CLOSE, first
    return material_date_picker.picker_dialog(*given, focused == material_date_picker.FIELD, ID)


def label_layer(res: Resources, dialog: EditLabel, focused: str) -> Element:
    """The label's dialog."""
    c = res.colors
    field = TextField(
        dialog.text, "label", do(label_changed), focused=focused == "label", on_submit=do(label_done), color=c.text,
        accent=c.accent, size=18, hint=res.string("clock.label"), width=FILL, height=48, id=ID + "label_input_field",
        capitals="sentences",
        hint_color=c.secondary, background=c.raised, radius=4, pad=(12, 0),
    )  # fmt: skip
    return dialog_card(
        res, field, title=res.string("clock.add_label"), dismiss=CLOSE,
        buttons=(
            text_button(res, res.string("common.cancel"), CLOSE, id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(label_done), id="android:id/button1"),
        ),
    )  # fmt: skip


def ringing(res: Resources, alarm: Alarm | None, id: int, hour: int, minute: int) -> Element:
    """The screen of a ringing alarm."""
    label = (alarm.label if alarm else "") or res.string("clock.alarm")
    size = min(56.0, res.width / 5.2)
    return Column(
        Spacer(height=24, width=1),
        time_text(res, res.time(hour, minute), size, 0xFFFFFFFF, 300, align="center", id=ID + "digital_clock"),
        Text(label, 20, 0xFFFFFFFF, lines=2, align="center", id=ID + "title"),
        Icon("alarm", 96, 0xFF8AB4F8, id=ID + "alarm"),
        ButtonBar(
            filled_button(res, res.string("clock.snooze"), do(snooze, id), id=ID + "snooze"),
            filled_button(res, res.string("clock.dismiss"), do(stop_ringing, id), id=ID + "dismiss"),
            gap=24,
        ),
        width=FILL, height=FILL, background=0xFF1B2A4A, align="center", justify="center", gap=24,
    )  # fmt: skip
