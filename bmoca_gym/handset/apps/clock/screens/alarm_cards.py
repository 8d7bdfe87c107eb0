"""Clock 7's alarm tab: cards that expand to label, days, sound, vibration and Delete."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock.handlers.alarms import (
    collapse,
    delete,
    edit_label,
    edit_time,
    expand,
    pick_day,
    switch,
    toggle_day,
    toggle_vibrate,
)
from bmoca_gym.handset.apps.clock.handlers.sounds import open_sounds
from bmoca_gym.handset.apps.clock.screens import alarms as alarms_screens
from bmoca_gym.handset.apps.clock.screens import sounds as sounds_screens
from bmoca_gym.handset.apps.clock.state import ALL_DAYS, ID, Alarm, in_order, next_time
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import empty_message, icon_button, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import ALARM, CheckBox, Icon, Switch, Text, time_text
from bmoca_gym.handset.value import do

#: Room (dp) under the last card for the floating button.
FOOT = 128


def spaced(text: str) -> str:
    """A time of day with a hair space before its half of the day, as DeskClock writes it."""
    return text.replace(" ", "\u200a")


def days_of(res: Resources, days: int, first: int) -> tuple[str, str]:
    """Weekdays, given as bits, in short and in full; "every day" for all. ``first``: the first day of the week."""
    if days == ALL_DAYS:
        every = res.string("clock.every_day")
        return every, every
    order = [(first + i) % 7 for i in range(7) if days >> (first + i) % 7 & 1]
    wide = resources.weekdays(res.locale, "wide")
    short = wide if len(order) == 1 else resources.weekdays(res.locale, "abbreviated")
    between = res.string("common.list_separator")
    return between.join(short[i] for i in order), between.join(wide[i] for i in order)


def _when(res: Resources, alarm: Alarm, now: datetime, first: int) -> tuple[str, str]:
    """The line below an alarm's time, as text and for screen readers."""
    if alarm.days:
        return days_of(res, alarm.days, first)
    if not alarm.enabled:
        off = res.string("android13.clock_not_scheduled")
        return off, off
    day = next_time(alarm, now).date()
    ahead = day.toordinal() - now.toordinal()
    when = res.string(f"clock.{('today', 'tomorrow')[ahead]}") if ahead < 2 else res.date(day, "MMMEd")
    return when, when


@component(512)
def _card(
    res: Resources, alarm: Alarm, when: tuple[str, str], first: int, is_open: bool, default: str
) -> Element:
    c = res.colors
    ink = c.text if alarm.enabled else c.secondary
    time = spaced(res.time(alarm.hour, alarm.minute))
    label = res.string("clock.label")
    arrow = icon_button(
        "expand_less" if is_open else "expand_more",
        res.string("clock.collapse_alarm" if is_open else "clock.expand_alarm"),
        do(expand, alarm.id), c.secondary, id=ID + "arrow",
    )  # fmt: skip
    clock = time_text(
        res, time, 44, ink, 400, ALARM, tap=do(edit_time, alarm.id), id=ID + "digital_clock", description=time, grow=1
    )  # fmt: skip
    on_off = Switch(
        alarm.enabled, color=c.accent, tap=do(switch, alarm.id, not alarm.enabled), id=ID + "onoff",
        width=56, height=48,
    )  # fmt: skip
    below = Row(
        Text(when[0], 14, ink, lines=2, id=ID + ("repeat_summary" if is_open else "days_of_week"), grow=1,
             description=when[1]),
        on_off,
        width=FILL, least=48, align="center", id=ID + "alarm_info",
    )  # fmt: skip
    named = res.string("android13.clock_label_of", label=label, text=alarm.label) if alarm.label else ""
    options: dict[str, Any] = {
        "width": FILL, "radius": 20.0, "background": c.raised, "class_name": "androidx.cardview.widget.CardView",
    }  # fmt: skip
    if not is_open:
        caption = (Text(alarm.label, 14, ink, id=ID + "label", description=named),) if alarm.label else ()
        head = Row(clock, arrow, width=FILL, align="start")
        return Column(
            *caption, head, below, pad=(16, 12, 8, 4), tap=do(expand, alarm.id),
            description=f"{time} {res.string('clock.alarm')}", **options,
        )  # fmt: skip
    title = Text(
        alarm.label or res.string("clock.add_label"), 16, c.text if alarm.label else c.secondary, grow=1,
        tap=do(edit_label, alarm.id), id=ID + "edit_label", pad=(0, 12),
        description=named or res.string("android13.clock_no_label"),
    )  # fmt: skip
    sound = sounds_screens.name_of(res, alarm.ringtone, default)
    ringtone = res.string(
        "android13.clock_ringtone_of", ringtone=res.string("android13.clock_ringtone"), text=sound
    )
    schedule: tuple[Element, ...] = ()
    if not alarm.days:
        schedule = (
            Row(
                Icon("event", 22, c.secondary, class_name=""),
                Text(res.string("android13.clock_schedule_alarm"), 16, c.text, grow=1, pad=(0, 11),
                     tap=do(pick_day, alarm.id), id=ID + "schedule_alarm"),
                width=FILL, gap=16, align="center",
            ),
        )  # fmt: skip
    return Column(
        Row(title, arrow, width=FILL, align="center"),
        Row(clock, width=FILL, pad=(0, 0, 8, 0)),
        below,
        alarms_screens.day_buttons(res, alarm.days, first, do(toggle_day, alarm.id), 72, c.secondary),
        *schedule,
        Row(
            Icon("notifications_active", 22, c.secondary, class_name=""),
            Text(sound, 16, c.text, grow=1, pad=(0, 11), tap=do(open_sounds, f"alarm:{alarm.id}"),
                 id=ID + "choose_ringtone", description=ringtone),
            width=FILL, gap=16, align="center",
        ),
        _vibration(res, alarm),
        Row(
            Text(res.string("clock.delete"), 16, c.text, pad=(38, 11, 24, 11), tap=do(delete, alarm.id),
                 id=ID + "delete", class_name="android.widget.Button"),
            width=FILL,
        ),
        # An open card is no element of its own: AndroidLab's judge finds its parts beside the title and the button.
        pad=(16, 4, 8, 8), tap=do(collapse, alarm.id), **options,
    )  # fmt: skip


def _vibration(res: Resources, alarm: Alarm) -> Element:
    """The check box with its label, one element as on Android."""
    c = res.colors
    return Row(
        Icon("vibration", 22, c.secondary, class_name=""),
        Text(res.string("clock.vibrate"), 16, c.text, grow=1, class_name=""),
        CheckBox(alarm.vibrate, color=c.accent, class_name=""),
        width=FILL, height=44, gap=16, align="center", pad=(0, 0, 8, 0), tap=do(toggle_vibrate, alarm.id),
        checked=alarm.vibrate, description=res.string("clock.vibrate"), id=ID + "vibrate_onoff",
        class_name="android.widget.CheckBox",
    )  # fmt: skip


def alarm_list(
    res: Resources, alarms: tuple[Alarm, ...], expanded: int, now: datetime, first: int, default: str
) -> Element:
    """The cards, or a message that there are none.

    ``now``: to the minute; ``first``: the first day of the week; ``default``: the name of the default sound.
    """
    if not alarms:
        return empty_message(res, "alarm_off", res.string("clock.no_alarms"), id=ID + "alarms_empty_view")
    cards = [
        _card(res, alarm, _when(res, alarm, now, first), first, alarm.id == expanded, default)
        for alarm in in_order(alarms)
    ]
    return scrolling(
        *cards,
        Spacer(width=FILL, height=FOOT),
        key="alarms",
        gap=8,
        pad=(16, 8),
        id=ID + "alarm_recycler_view",
    )
