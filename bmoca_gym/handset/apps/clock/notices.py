"""Clock's notifications: ringing and snoozed alarms, expired timers; running ones and the stopwatch outside
Clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.clock.handlers import alarms, stopwatch, timers
from bmoca_gym.handset.apps.clock.state import (
    ALARM_ACTIVITY,
    EXPIRED_ACTIVITY,
    MAIN,
    PACKAGE,
    Alarm,
    ClockState,
    Timer,
    alarm_of,
)
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, clock, notifications
from bmoca_gym.handset.value import Callback, do, replace


def away(state: ClockState, context: Context) -> Next[ClockState]:
    """Handler: Clock is left. Show running timers and the stopwatch in notifications."""
    return state, do(_show, "")


def here(state: ClockState, context: Context) -> Next[ClockState]:
    """Handler: Clock is in front. Remove the notifications of what it now shows itself."""
    return state, do(refresh)


def refresh(phone: Phone) -> Phone:
    """Update Clock's notifications to match its state."""
    return _show(phone, phone.top.component)


def _show(phone: Phone, front: str) -> Phone:
    """The phone with the notifications that Clock's state needs while the activity ``front`` is shown."""
    state: ClockState = phone.apps[PACKAGE]
    away = not front.startswith(PACKAGE + "/")
    now = phone.clock.uptime
    over = [timer for timer in state.timers if timers.is_over(timer, now)]
    if not (phone.notifications or away or state.ringing or over or any(a.snoozed for a in state.alarms)):
        return phone
    res = resources.of(phone.configuration)
    wanted = [_snoozed(phone, res, a) for a in state.alarms if a.snoozed]
    ringing = alarm_of(state, state.ringing)
    if ringing and front != ALARM_ACTIVITY:
        wanted.append(_ringing(res, ringing))
    # A timer that is over is told of everywhere but on its own screen.
    shown = phone.top.argument if front == EXPIRED_ACTIVITY else None
    wanted += [_over(res, timer) for timer in over if timer.id != shown]
    if away:
        running = [timer for timer in state.timers if timer not in over]
        wanted += [n for timer in running for n in _timer(phone, res, timer)]
        wanted += _stopwatch(phone, res, state)
    return notifications.set_of(phone, PACKAGE, tuple(wanted))


# What a touch does


def _tab(state: ClockState, context: Context, tab: str) -> ClockState:
    return replace(state, tab=tab)


def _open(phone: Phone, tab: str) -> Phone:
    return activities.start(phone.handled(PACKAGE, _tab, (tab,)), MAIN)


def _act(phone: Phone, handler: Callable[..., Any], *arguments: Any) -> Phone:
    return refresh(phone.handled(PACKAGE, handler, arguments))


def _add_minute(phone: Phone, id: int) -> Phone:
    phone = phone.handled(PACKAGE, timers.add_minute, (id,))
    return refresh(activities.close(phone, EXPIRED_ACTIVITY, id))


# The notifications


def _snoozed(phone: Phone, res: Resources, alarm: Alarm) -> Notification:
    at = clock.local_time(phone, alarm.snoozed)
    text = res.string("clock.snoozing_until", time=res.time(at.hour, at.minute))
    dismiss = (res.string("clock.dismiss"), do(_act, alarms.stop_ringing, alarm.id))
    title = alarm.label or res.string("clock.alarm")
    return Notification(
        PACKAGE,
        f"alarm-{alarm.id}",
        title,
        text,
        "alarm",
        ongoing=True,
        tap=do(_open, "alarm"),
        actions=(dismiss,),
    )


def _ringing(res: Resources, alarm: Alarm) -> Notification:
    actions = (
        (res.string("clock.snooze"), do(_act, alarms.snooze, alarm.id)),
        (res.string("clock.dismiss"), do(_act, alarms.stop_ringing, alarm.id)),
    )
    title = alarm.label or res.string("clock.alarm")
    show = do(activities.start, ALARM_ACTIVITY, alarm.id, "android.intent.action.MAIN")
    return Notification(
        PACKAGE, f"alarm-{alarm.id}", title, res.time(alarm.hour, alarm.minute), "alarm", ongoing=True, tap=show,
        actions=actions, importance=notifications.HIGH, category="alarm", full_screen=show,
    )  # fmt: skip


def _over(res: Resources, timer: Timer) -> Notification:
    actions = (
        (res.string("clock.stop"), do(_act, timers.stop_expired, timer.id)),
        (res.string("clock.add_minute"), do(_add_minute, timer.id)),
    )
    show = do(activities.start, EXPIRED_ACTIVITY, timer.id, "")
    return Notification(
        PACKAGE, f"timer-{timer.id}", "", timer.label or res.string("clock.times_up"), "timer", ongoing=True, tap=show,
        actions=actions, zero=timer.since + timer.left, down=True, importance=notifications.HIGH, category="alarm",
        full_screen=show,
    )  # fmt: skip


def _timer(phone: Phone, res: Resources, timer: Timer) -> Iterator[Notification]:
    left = timers.time_left(timer, phone.clock.uptime)
    stop = do(_act, timers.start_stop_timer, timer.id)
    reset = (res.string("clock.reset"), do(_act, timers.reset_timer, timer.id))
    more = (res.string("clock.add_minute"), do(_add_minute, timer.id))
    title, zero, text = "", timer.since + timer.left, timer.label or res.string("clock.timer")
    actions: tuple[tuple[str, Callback], ...] = ((res.string("clock.pause"), stop), more)
    if timer.since < 0:
        if left == timer.length:
            return
        title, zero, text = timers.duration(res, left), -1, res.string("clock.paused")
        actions = ((res.string("clock.start"), stop), reset)
    yield Notification(
        PACKAGE, f"timer-{timer.id}", title, text, "timer", ongoing=True, tap=do(_open, "timer"), actions=actions,
        zero=zero, down=True,
    )  # fmt: skip


def _stopwatch(phone: Phone, res: Resources, state: ClockState) -> Iterator[Notification]:
    shown = stopwatch.elapsed(state, phone.clock.uptime)
    running = state.watch_since >= 0
    if not (shown or running):
        return
    start = do(_act, stopwatch.start_stop_watch)
    lap = (res.string("clock.lap"), do(_act, stopwatch.lap))
    reset = (res.string("clock.reset"), do(_act, stopwatch.reset_watch))
    text = res.string("clock.stopwatch") if running else res.string("clock.paused")
    if running and state.laps:
        text = f"{res.string('clock.lap')} {res.digits(str(len(state.laps) + 1))}"
    yield Notification(
        PACKAGE, "stopwatch", "" if running else timers.duration(res, shown), text, "timer", ongoing=True,
        tap=do(_open, "stopwatch"),
        actions=((res.string("clock.pause"), start), lap) if running else ((res.string("clock.start"), start), reset),
        zero=state.watch_since - state.watch_before if running else -1,
    )  # fmt: skip
