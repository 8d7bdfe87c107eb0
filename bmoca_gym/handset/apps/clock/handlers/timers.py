"""Handlers of timers."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.clock.state import EXPIRED_ACTIVITY, PACKAGE, ClockState, Timer
from bmoca_gym.handset.effects import cancel, log, schedule
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import do, replace

MAX_TIMERS = 12
#: A timer that is over is told of in Clock too.
_TOLD = do(notifications.refresh, PACKAGE)


def press_digit(state: ClockState, context: Context, digit: str) -> ClockState:
    """A key of the timer's number pad."""
    digits = (state.digits + digit).lstrip("0")
    return state if len(digits) > 6 else replace(state, digits=digits)


def erase_digit(state: ClockState, context: Context) -> ClockState:
    """The number pad's delete key."""
    return replace(state, digits=state.digits[:-1])


def clear_digits(state: ClockState, context: Context) -> ClockState:
    """A long press on the delete key."""
    return replace(state, digits="")


def start_new_timer(state: ClockState, context: Context) -> Next[ClockState]:
    """Start the timer that was set up."""
    t = state.digits.rjust(6, "0")
    length = (int(t[:2]) * 3600 + int(t[2:4]) * 60 + int(t[4:])) * 1000
    if not length:
        return state
    timer = Timer(state.next_timer_id, length, length, context.uptime)
    state = replace(
        state,
        timers=(timer, *state.timers)[:MAX_TIMERS],
        next_timer_id=timer.id + 1,
        digits="",
        setting_up=False,
    )
    return state, log("AlarmClock", "Events: [Timer] [Create] [DeskClock]", "D"), _due(timer)


def _due(timer: Timer) -> Any:
    return schedule(PACKAGE, f"timer-{timer.id}", timer.since + timer.left, do(expire, timer.id), "uptime")


def time_left(timer: Timer, uptime: int) -> int:
    """Milliseconds left on a timer; negative once it has run out."""
    return timer.left if timer.since < 0 else timer.left - (uptime - timer.since)


def is_over(timer: Timer, uptime: int) -> bool:
    """Whether a timer rings."""
    return timer.since >= 0 and time_left(timer, uptime) <= 0


def _with_timer(state: ClockState, timer: Timer) -> ClockState:
    return replace(state, timers=tuple(timer if t.id == timer.id else t for t in state.timers))


def _timer(state: ClockState, id: int) -> Timer:
    return next(t for t in state.timers if t.id == id)


def start_stop_timer(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Start or stop a timer; one that has run out starts again from its full length."""
    timer = _timer(state, id)
    left = time_left(timer, context.uptime)
    if left <= 0:
        return reset_timer(state, context, id)
    if timer.since >= 0:
        stopped = replace(timer, left=left, since=-1)
        return (
            _with_timer(state, stopped),
            log("AlarmClock", "Events: [Timer] [Stop] [DeskClock]", "D"),
            cancel(PACKAGE, f"timer-{id}"),
        )
    running = replace(timer, since=context.uptime)
    return (
        _with_timer(state, running),
        log("AlarmClock", "Events: [Timer] [Start] [DeskClock]", "D"),
        _due(running),
    )


def reset_timer(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Set a timer back to its length, stopped."""
    timer = _timer(state, id)
    return (
        _with_timer(state, replace(timer, left=timer.length, since=-1)),
        log("AlarmClock", "Events: [Timer] [Reset] [DeskClock]", "D"),
        cancel(PACKAGE, f"timer-{id}"),
        _TOLD,
    )


def add_minute(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Add a minute to a running timer."""
    timer = _timer(state, id)
    left = max(0, time_left(timer, context.uptime)) + 60000
    longer = replace(timer, left=left, since=context.uptime, length=max(timer.length, left))
    return (
        _with_timer(state, longer),
        log("AlarmClock", "Events: [Timer] [Add Minute] [DeskClock]", "D"),
        _due(longer),
        _TOLD,
    )


def delete_timer(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Delete a timer."""
    timers = tuple(t for t in state.timers if t.id != id)
    return (
        replace(state, timers=timers, setting_up=not timers),
        log("AlarmClock", "Events: [Timer] [Delete] [DeskClock]", "D"),
        cancel(PACKAGE, f"timer-{id}"),
        _TOLD,
    )


def set_up_timer(state: ClockState, context: Context, on: bool) -> ClockState:
    """Show the number pad for another timer, or go back to the list."""
    return replace(state, setting_up=on, digits="")


def leave_setup(state: ClockState, context: Context) -> ClockState:
    """Handler of Back while another timer is being set up: show the existing ones."""
    return replace(state, setting_up=False) if state.tab == "timer" and state.timers else state


def expire(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Let a timer expire, with a notification, or with its own screen if the phone is off or locked."""
    if not any(t.id == id for t in state.timers):
        return state
    return state, log("AlarmClock", f"Events: [Timer] [Fire] timer {id}", "D"), _TOLD


def stop_expired(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Stop a ringing timer."""
    if any(t.id == id for t in state.timers):
        return and_then(reset_timer(state, context, id), do(activities.close, EXPIRED_ACTIVITY, id))
    return state, do(activities.close, EXPIRED_ACTIVITY, id)


def duration(res: Resources, milliseconds: int) -> str:
    """A length of time: 1:02:03, 2:03 or 3."""
    seconds = -(-abs(milliseconds) // 1000) if milliseconds > 0 else abs(milliseconds) // 1000
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    text = (
        f"{hours}:{minutes:02d}:{seconds:02d}"
        if hours
        else f"{minutes}:{seconds:02d}"
        if minutes
        else f"{seconds}"
    )
    text = res.digits(text)
    if milliseconds >= 0:
        return text
    # The sign stands to the left of Latin digits also where the language is written from the right.
    return ("\u200e−" if res.rtl and text.isascii() else "−") + text
