"""Clock's alarm tab: list of alarms, expanded rows, time picker, label dialog, ringing alarm."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    ALL_DAYS,
    ID,
    PACKAGE,
    Alarm,
    ClockState,
    EditLabel,
    PickAlarm,
    PickDay,
    alarm_of,
    armed,
    in_order,
    is_seven,
    next_time,
    with_alarm,
)
from bmoca_gym.handset.effects import cancel, focus, log, schedule, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, material_time_picker, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.components import (
    dialog_card,
    filled_button,
    icon_button,
    scrolling,
    snackbar,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component, touch_listener
from bmoca_gym.handset.ui.fitting import ButtonBar, FittedText
from bmoca_gym.handset.ui.widgets import CheckBox, Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do, replace

_SNACKBAR_MILLISECONDS = 2750  # com.google.android.material.snackbar: LENGTH_LONG

# Handlers


def add_alarm(state: ClockState, context: Context) -> ClockState:
    """Open the picker for a new alarm at the time it is now; in Clock 7 at the next full hour."""
    now = context.now
    hour, minute = ((now.hour + 1) % 24, 0) if is_seven(context.phone) else (now.hour, now.minute)
    return replace(state, dialog=PickAlarm(0, time_picker.opened(context.res, hour, minute)))


def edit_time(state: ClockState, context: Context, id: int) -> ClockState:
    """Open the picker for an alarm's time."""
    alarm = alarm_of(state, id)
    if alarm is None:
        return state
    picker = time_picker.opened(context.res, alarm.hour, alarm.minute)
    return replace(state, expanded=id, dialog=PickAlarm(id, picker))


def picker_changed(state: ClockState, context: Context, picker: TimePicker) -> Next[ClockState]:
    """Update the picker after a touch."""
    if not isinstance(state.dialog, PickAlarm):
        return state
    changed = replace(state, dialog=replace(state.dialog, picker=picker))
    return (changed, focus("")) if picker.typed != state.dialog.picker.typed else changed


def picker_done(state: ClockState, context: Context) -> Next[ClockState]:
    """Save the picked time: a new alarm, or another time of an old one, and switch it on."""
    if not isinstance(state.dialog, PickAlarm):
        return state
    picker = time_picker.picked(context.res, state.dialog.picker)
    if picker is None:
        return replace(state, dialog=replace(state.dialog, picker=replace(state.dialog.picker, wrong=True)))
    id = state.dialog.id
    if id:
        state = with_alarm(state, id, hour=picker.hour, minute=picker.minute, enabled=True, snoozed=0)
        action = "Update"
    else:
        id = state.next_alarm_id
        alarm = Alarm(id, picker.hour, picker.minute)
        state = replace(state, alarms=(*state.alarms, alarm), next_alarm_id=id + 1)
        action = "Create"
    state = replace(state, dialog=None, expanded=id)
    index = [a.id for a in in_order(state.alarms)].index(id)
    row = round((132 if is_seven(context.phone) else 96) * context.res.metrics.scale)
    return (
        state,
        log("AlarmClock", f"Events: [Alarm] [{action}] [DeskClock]", "D"),
        *_switched_on(state, context, id),
        scroll_to("alarms", row * index),
    )


def _switched_on(state: ClockState, context: Context, id: int) -> tuple[Any, ...]:
    alarm = alarm_of(state, id)
    assert alarm is not None
    at = next_time(alarm, context.now)
    text = context.res.string("clock.alarm_set", **time_left(context.res, context.now, at))
    return (
        log(
            "AlarmClock",
            f"Created new alarm instance: AlarmInstance{{mAlarmId={id}, mHour={at.hour}, mMinute={at.minute}}}",
        ),
        armed(),
        toast(text),
    )


def time_left(res: Resources, now: datetime, at: datetime) -> dict[str, str]:
    """The pieces of "alarm set for ... from now"."""
    minutes = max(1, -(-round((at - now).total_seconds()) // 60))
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [
        res.string(f"clock.{name}", count=count, shown=res.digits(str(count)))
        for name, count in (("days", days), ("hours", hours), ("minutes", minutes))
        if count
    ]
    return {"time": " ".join(parts)}


def switch(state: ClockState, context: Context, id: int, on: bool) -> Next[ClockState]:
    """Switch an alarm on or off."""
    state = with_alarm(state, id, enabled=on, snoozed=0)
    event = log("AlarmClock", f"Events: [Alarm] [{'Enable' if on else 'Disable'}] [DeskClock]", "D")
    return (state, event, *_switched_on(state, context, id)) if on else (state, event, armed())


def expand(state: ClockState, context: Context, id: int) -> ClockState:
    """Expand a row, or collapse it."""
    return replace(state, expanded=0 if state.expanded == id else id)


@touch_listener
def collapse(state: ClockState, context: Context, id: int) -> ClockState:
    """Collapse a card after a tap on its background."""
    return expand(state, context, id)


def repeat(state: ClockState, context: Context, id: int, on: bool) -> Next[ClockState]:
    """Repeat on all days, or ring once."""
    return with_alarm(state, id, days=ALL_DAYS if on else 0, day=0), armed()


def toggle_day(state: ClockState, context: Context, id: int, bit: int) -> Next[ClockState]:
    """Switch one day of the week."""
    alarm = alarm_of(state, id)
    return (with_alarm(state, id, days=alarm.days ^ bit, day=0), armed()) if alarm else state


def toggle_vibrate(state: ClockState, context: Context, id: int) -> ClockState:
    """Switch vibration on or off."""
    alarm = alarm_of(state, id)
    return with_alarm(state, id, vibrate=not alarm.vibrate) if alarm else state


def pick_day(state: ClockState, context: Context, id: int) -> ClockState:
    """Open the picker for the day on which an alarm rings once."""
    alarm = alarm_of(state, id)
    if alarm is None:
        return state
    now = context.now
    picker = date_picker.opened(next_time(alarm, now).date(), now.year, now.year + 1)
    return replace(state, dialog=PickDay(id, picker))


def day_changed(state: ClockState, context: Context, picker: DatePicker) -> ClockState:
    """Update the date picker after a touch."""
    shown = state.dialog
    return replace(state, dialog=replace(shown, picker=picker)) if isinstance(shown, PickDay) else state


def day_done(state: ClockState, context: Context) -> Next[ClockState]:
    """Set the alarm to the picked day, unless that has passed, and switch it on."""
    if not isinstance(state.dialog, PickDay):
        return state
    id, day = state.dialog.id, state.dialog.picker.day
    alarm = alarm_of(state, id)
    state = replace(state, dialog=None)
    if alarm is None or datetime.combine(day, time(alarm.hour, alarm.minute)) <= context.now:
        return state
    state = with_alarm(state, id, day=day.toordinal(), enabled=True, snoozed=0)
    told = log("AlarmClock", "Events: [Alarm] [Update] [DeskClock]", "D")
    return (state, told, *_switched_on(state, context, id))


def set_ringtone(state: ClockState, context: Context, id: int, address: str | None) -> ClockState:
    """Choose an alarm's ringtone; see `Alarm.ringtone`."""
    return with_alarm(state, id, ringtone=address)


def delete(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Delete an alarm."""
    alarm = alarm_of(state, id)
    if alarm is None:
        return state
    state = replace(state, alarms=tuple(a for a in state.alarms if a.id != id), expanded=0, deleted=alarm)
    removed = (
        f"Removed alarm: Alarm{{alert=null, id={id}, enabled={str(alarm.enabled).lower()}, hour={alarm.hour}, "
        f"minutes={alarm.minute}, daysOfWeek={alarm.days}, vibrate={str(alarm.vibrate).lower()}, "
        f"label='{alarm.label}', deleteAfterUse=false}}"
    )
    told = log("AlarmClock", "Events: [Alarm] [Delete] [DeskClock]", "D"), log("AlarmClock", removed)
    gone = schedule(
        PACKAGE, "snackbar", context.uptime + _SNACKBAR_MILLISECONDS, do(forget_deleted), "uptime"
    )
    return state, *told, armed(), gone


def forget_deleted(state: ClockState, context: Context) -> ClockState:
    """The last deleted alarm can be brought back no more."""
    return replace(state, deleted=None)


def bring_back(state: ClockState, context: Context) -> Next[ClockState]:
    """Undo the deletion of an alarm."""
    alarm = state.deleted
    if alarm is None:
        return state
    alarms = tuple(sorted((*state.alarms, alarm), key=lambda a: a.id))
    state = replace(state, alarms=alarms, expanded=alarm.id, deleted=None)
    return (
        state,
        cancel(PACKAGE, "snackbar"),
        log("AlarmClock", "Events: [Alarm] [Create] [DeskClock]", "D"),
        armed(),
    )


def floating(res: Resources, button: Element, deleted: tuple[str, Callback] | None) -> tuple[Element, ...]:
    """A floating button, and under it for a while the word that something was ``deleted``, see `deleted_word`."""
    over = 56 if deleted else 0
    parts: tuple[Element, ...] = (Column(button, pad=(0, 0, 0, 16 + over), class_name=""),)
    return (*parts, deleted_word(res, deleted)) if deleted else parts


def deleted_word(res: Resources, deleted: tuple[str, Callback]) -> Element:
    """The message about a deletion, given its string key, with the undo button."""
    key, callback = deleted
    return snackbar(res, res.string(key), res.string("clock.undo").upper(), callback, ID)


def edit_label(state: ClockState, context: Context, id: int, of_timer: bool = False) -> Next[ClockState]:
    """Open the label dialog."""
    things: tuple[Any, ...] = state.timers if of_timer else state.alarms
    thing = next((t for t in things if t.id == id), None)
    return (replace(state, dialog=EditLabel(id, thing.label, of_timer)), focus("label")) if thing else state


def label_changed(state: ClockState, context: Context, text: str) -> ClockState:
    """Take over the typed label."""
    return (
        replace(state, dialog=replace(state.dialog, text=text))
        if isinstance(state.dialog, EditLabel)
        else state
    )


def label_done(state: ClockState, context: Context) -> ClockState:
    """Save the label."""
    dialog = state.dialog
    if not isinstance(dialog, EditLabel):
        return state
    state = replace(state, dialog=None)
    text = dialog.text.strip()
    if dialog.of_timer:
        return replace(
            state, timers=tuple(replace(t, label=text) if t.id == dialog.id else t for t in state.timers)
        )
    return with_alarm(state, dialog.id, label=text)


def dismiss_dialog(state: ClockState, context: Context) -> ClockState:
    """Close the dialog, nothing changed."""
    return replace(state, dialog=None)


def snooze(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Ring again in ten minutes, or as the settings say."""
    at = context.phone.clock.wall + preferences.minutes(state.preferences, "snooze_duration") * 60000
    state = replace(with_alarm(state, id, snoozed=at), ringing=0)
    return state, log("AlarmClock", f"Snoozed alarm {id}"), armed(), do(activities.close, ALARM_ACTIVITY, id)


def stop_ringing(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Stop a ringing alarm."""
    state = replace(with_alarm(state, id, snoozed=0), ringing=0)
    return (
        state,
        log("AlarmClock", f"Dismissed alarm {id}"),
        armed(),
        do(activities.close, ALARM_ACTIVITY, id),
    )


# Screens


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
        FittedText(time, 36, ink, 300 if not alarm.enabled else 400, tap=do(edit_time, alarm.id),
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
    """Label and days of an alarm that is not expanded: side by side, or one below the other on a narrow screen."""
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

    ``toggle``: what a touch does, a handler whose last argument is the day's bit. ``room``: dp of the row that are
    something else's. ``edge``: the colour around days that are not chosen.
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


def picker_layer(
    res: Resources, dialog: PickAlarm, focused: str, done: Any, dismiss: Any, seven: bool
) -> Element:
    """The time picker dialog. ``done`` and ``dismiss``: handlers of its buttons; ``seven``: in Clock 7's style."""
    given = res, dialog.picker, focused, picker_changed, do(done), do(dismiss)
    return material_time_picker.picker_dialog(*given, ID) if seven else time_picker.picker_dialog(*given)


def day_layer(res: Resources, dialog: PickDay, today: date, first: int) -> Element:
    """The date picker's dialog; ``first``: the first day of the week."""
    return date_picker.picker_dialog(
        res, dialog.picker, today, day_changed, do(day_done), do(dismiss_dialog), first
    )


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
        res, field, title=res.string("clock.add_label"), dismiss=do(dismiss_dialog),
        buttons=(
            text_button(res, res.string("common.cancel"), do(dismiss_dialog), id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(label_done), id="android:id/button1"),
        ),
    )  # fmt: skip


def ringing(res: Resources, alarm: Alarm | None, id: int, hour: int, minute: int) -> Element:
    """The screen of an alarm that rings."""
    label = (alarm.label if alarm else "") or res.string("clock.alarm")
    size = min(56.0, res.width / 5.2)
    return Column(
        Spacer(height=24, width=1),
        FittedText(res.time(hour, minute), size, 0xFFFFFFFF, 300, align="center", id=ID + "digital_clock"),
        Text(label, 20, 0xFFFFFFFF, lines=2, align="center", id=ID + "title"),
        Icon("alarm", 96, 0xFF8AB4F8, id=ID + "alarm"),
        ButtonBar(
            filled_button(res, res.string("clock.snooze"), do(snooze, id), id=ID + "snooze"),
            filled_button(res, res.string("clock.dismiss"), do(stop_ringing, id), id=ID + "dismiss"),
            gap=24,
        ),
        width=FILL, height=FILL, background=0xFF1B2A4A, align="center", justify="center", gap=24,
    )  # fmt: skip
