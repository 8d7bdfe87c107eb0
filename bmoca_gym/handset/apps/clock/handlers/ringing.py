"""Schedules alarms: after each change of the alarms, tells the system when the next one rings, and logs it."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    PACKAGE,
    ClockState,
    alarm_of,
    is_seven,
    next_time,
    with_alarm,
)
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, clock, notifications, shared_preferences
from bmoca_gym.handset.value import Callback, do, replace


def armed() -> Callback:
    """Effect: schedule all alarms, and log the next one."""
    return do(_arm)


def _arm(phone: Phone, moved: bool = False) -> Phone:
    """``moved``: whether the clock was set, so that alarms due in between are missed."""
    state: ClockState = phone.apps[PACKAGE]
    now = clock.local_time(phone)
    times: list[int] = []
    # If several alarms are set to the same minute, one rings first. The others, due now, must not move to the next day.
    due_now: dict[str, int] = {}
    for due in phone.due:
        if due.owner == PACKAGE and due.tag.startswith("alarm-"):
            if due.at <= phone.clock.wall and not moved:
                due_now[due.tag] = due.at
            phone = clock.cancel(phone, due.owner, due.tag)
    for alarm in state.alarms:
        if alarm.snoozed:
            at = alarm.snoozed
        elif alarm.enabled and f"alarm-{alarm.id}" in due_now:
            at = due_now[f"alarm-{alarm.id}"]
        elif alarm.enabled:
            at = clock.wall_of(phone, next_time(alarm, now))
        else:
            continue
        times.append(at)
        phone = clock.schedule(phone, PACKAGE, f"alarm-{alarm.id}", at, do(_ring, alarm.id))
    phone = notifications.refresh(phone, PACKAGE)
    first = min(times, default=0)
    if first == state.announced:
        return phone
    return _announced(replace(phone, apps=phone.apps.set(PACKAGE, replace(state, announced=first))))


def _announced(phone: Phone) -> Phone:
    """Log the line that the notification policy prints when the next alarm or the clock has changed."""
    first: int = phone.apps[PACKAGE].announced
    times = [f"{_stamp(phone, at)} ({at})" for at in (phone.clock.wall, first)]
    message = f"evaluateSubscriptionLocked cal=ScheduleCalendar, now={times[0]}, nextUserAlarmTime={times[1]}"
    return phone.logged("ConditionProviders.SCP", message, "D")


def time_changed(phone: Phone) -> Phone:
    """Handle a change of the system clock: rearm the alarms, and log the next one again."""
    return _announced(_arm(phone, moved=True))


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _stamp(phone: Phone, wall: int) -> str:
    """A time as Java's Date prints it."""
    t = clock.local_time(phone, wall)
    zone = phone.zone
    return f"{_DAYS[t.weekday()]} {_MONTHS[t.month - 1]} {t.day:02d} {t:%H:%M:%S} {zone} {t.year}"


def _ring(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    alarm = alarm_of(state, id)
    if alarm is None:
        return state
    if not alarm.days and not alarm.snoozed:
        state = with_alarm(state, id, enabled=False, day=0)
    # One alarm rings at a time (AlarmService). If another one still rings, it counts as missed.
    return and_then(
        replace(with_alarm(state, id, snoozed=0), ringing=id),
        do(activities.close, ALARM_ACTIVITY, state.ringing),
        log("AlarmClock", f"Starting alarm instance for alarm {id}", "I"),
        armed(),
        *_silenced(state, context, id),
    )


def _silenced(state: ClockState, context: Context, id: int) -> tuple[Callback, ...]:
    """Effect: silence a ringing alarm of Clock 7 after the number of minutes in its settings."""
    minutes = shared_preferences.get(state.preferences, "auto_silence", "string", "10")
    if not (is_seven(context.phone) and minutes.isdecimal()):
        return ()
    at = context.phone.clock.wall + int(minutes) * 60_000
    return (do(clock.schedule, PACKAGE, "silence", at, do(_miss, id)),)


def _miss(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    if state.ringing != id:
        return state
    missed = replace(with_alarm(state, id, snoozed=0), ringing=0)
    told = log("AlarmClock", f"Missed alarm {id}", "I")
    return missed, told, armed(), do(activities.close, ALARM_ACTIVITY, id)
