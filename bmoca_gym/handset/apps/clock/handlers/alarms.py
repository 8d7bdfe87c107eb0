"""Handlers of alarms: switching, days, time, label, deletion, snoozing."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from bmoca_gym.handset.apps.clock import preferences
from bmoca_gym.handset.apps.clock.handlers.ringing import armed
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    ALL_DAYS,
    PACKAGE,
    Alarm,
    ClockState,
    EditLabel,
    PickAlarm,
    PickDay,
    alarm_of,
    in_order,
    is_seven,
    next_time,
    with_alarm,
)
from bmoca_gym.handset.effects import cancel, focus, log, schedule, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.elements import touch_listener
from bmoca_gym.handset.value import do, replace

_SNACKBAR_MILLISECONDS = 2750  # com.google.android.material.snackbar: LENGTH_LONG


def add_alarm(state: ClockState, context: Context) -> ClockState:
    """Open the picker for a new alarm at the current time, or in Clock 7 at the next full hour."""
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
    """Update the picker."""
    if not isinstance(state.dialog, PickAlarm):
        return state
    changed = replace(state, dialog=replace(state.dialog, picker=picker))
    return (changed, focus("")) if picker.typed != state.dialog.picker.typed else changed


def picker_done(state: ClockState, context: Context) -> Next[ClockState]:
    """Save the picked time to a new or an existing alarm, and switch it on."""
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
    state = without_overlay(state, expanded=id)
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
    """Expand a row, or collapse it if it is expanded."""
    return replace(state, expanded=0 if state.expanded == id else id)


@touch_listener
def collapse(state: ClockState, context: Context, id: int) -> ClockState:
    """Collapse a card that was tapped on an empty spot."""
    return expand(state, context, id)


def repeat(state: ClockState, context: Context, id: int, on: bool) -> Next[ClockState]:
    """Repeat on all days, or ring once."""
    return with_alarm(state, id, days=ALL_DAYS if on else 0, day=0), armed()


def toggle_day(state: ClockState, context: Context, id: int, bit: int) -> Next[ClockState]:
    """Switch one day of the week."""
    alarm = alarm_of(state, id)
    return (with_alarm(state, id, days=alarm.days ^ bit, day=0), armed()) if alarm else state


def toggle_vibrate(state: ClockState, context: Context, id: int) -> ClockState:
    """Vibrate when ringing, or not."""
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
    """Update the date picker."""
    shown = state.dialog
    return replace(state, dialog=replace(shown, picker=picker)) if isinstance(shown, PickDay) else state


def day_done(state: ClockState, context: Context) -> Next[ClockState]:
    """Set the alarm to the picked day, unless that has passed, and switch it on."""
    if not isinstance(state.dialog, PickDay):
        return state
    id, day = state.dialog.id, state.dialog.picker.day
    alarm = alarm_of(state, id)
    state = without_overlay(state)
    if alarm is None or datetime.combine(day, time(alarm.hour, alarm.minute)) <= context.now:
        return state
    state = with_alarm(state, id, day=day.toordinal(), enabled=True, snoozed=0)
    told = log("AlarmClock", "Events: [Alarm] [Update] [DeskClock]", "D")
    return (state, told, *_switched_on(state, context, id))


def set_ringtone(state: ClockState, context: Context, id: int, address: str | None) -> ClockState:
    """Choose an alarm's sound; see `Alarm.ringtone`."""
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
    """Forget the deleted alarm, so that it can't be restored."""
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


def edit_label(state: ClockState, context: Context, id: int, of_timer: bool = False) -> Next[ClockState]:
    """Open the label dialog."""
    things: tuple[Any, ...] = state.timers if of_timer else state.alarms
    thing = next((t for t in things if t.id == id), None)
    return (replace(state, dialog=EditLabel(id, thing.label, of_timer)), focus("label")) if thing else state


def label_changed(state: ClockState, context: Context, text: str) -> ClockState:
    """Update the typed label."""
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
    state = without_overlay(state)
    text = dialog.text.strip()
    if dialog.of_timer:
        return replace(
            state, timers=tuple(replace(t, label=text) if t.id == dialog.id else t for t in state.timers)
        )
    return with_alarm(state, dialog.id, label=text)


def snooze(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Ring again in ten minutes, or after the time in the settings."""
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
