"""Clock's timers: the number pad for a new one, the list, the screen of an expired one."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.clock.alarm_tab import edit_label
from bmoca_gym.handset.apps.clock.state import (
    EXPIRED_ACTIVITY,
    ID,
    PACKAGE,
    ClockState,
    Timer,
)
from bmoca_gym.handset.effects import cancel, log, schedule
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.ui.components import filled_button, icon_button, scrolling, text_button
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Grid,
    LeftToRight,
    Row,
    Spacer,
    Stack,
    component,
)
from bmoca_gym.handset.ui.fitting import Fitted, FittedText
from bmoca_gym.handset.ui.widgets import Arc, Icon, Text
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
    """Milliseconds a timer has left; negative once it is over."""
    return timer.left if timer.since < 0 else timer.left - (uptime - timer.since)


def is_over(timer: Timer, uptime: int) -> bool:
    """Whether a timer rings."""
    return timer.since >= 0 and time_left(timer, uptime) <= 0


def _with_timer(state: ClockState, timer: Timer) -> ClockState:
    return replace(state, timers=tuple(timer if t.id == timer.id else t for t in state.timers))


def _timer(state: ClockState, id: int) -> Timer:
    return next(t for t in state.timers if t.id == id)


def start_stop_timer(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Start or stop a timer; one that is over starts again from its full length."""
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
    """One more minute for a running timer."""
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
    """Show the number pad for one more timer, or go back to the list."""
    return replace(state, setting_up=on, digits="")


def expire(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """End a timer with a notification, or with its screen if the phone is off or locked."""
    if not any(t.id == id for t in state.timers):
        return state
    return state, log("AlarmClock", f"Events: [Timer] [Fire] timer {id}", "D"), _TOLD


def stop_expired(state: ClockState, context: Context, id: int) -> Next[ClockState]:
    """Stop a timer that rings."""
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


_PAD = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "delete")


def timer_setup(res: Resources, digits: str, cancellable: bool) -> Element:
    """The number pad that sets up a timer."""
    c = res.colors
    t = digits.rjust(6, "0")
    ink = c.accent if digits else c.secondary
    units = (res.string("clock.hour_unit"), res.string("clock.minute_unit"), res.string("clock.second_unit"))
    size = min(40.0, res.width / 8.5)
    parts = [
        Row(Text(res.digits(t[2 * i : 2 * i + 2]), size, ink, 300), Text(unit, 16, ink), align="end", gap=2)
        for i, unit in enumerate(units)
    ]
    shown = Row(
        Fitted(Row(*parts, gap=14, class_name="")), justify="center", width=FILL, pad=(0, 12),
        id=ID + "timer_setup_time",
        description=" ".join(res.digits(t[2 * i : 2 * i + 2]) + unit for i, unit in enumerate(units)),
    )  # fmt: skip
    tall = max(36, min(72, (res.height - 360 - (48 if cancellable else 0)) // 4))
    keys: list[Element] = []
    for key in _PAD:
        if key == "delete":
            keys.append(
                Icon("backspace", 24, c.text, height=tall, tap=do(erase_digit), long_press=do(clear_digits),
                     id=ID + "timer_setup_delete", description=res.string("clock.delete"),
                     class_name="android.widget.ImageButton")
            )  # fmt: skip
        else:
            keys.append(
                Text(res.digits(key), 28, c.text, 300, align="center", height=tall, tap=do(press_digit, key),
                     id=ID + f"timer_setup_digit_{key}", class_name="android.widget.Button")
            )  # fmt: skip
    pad = LeftToRight(Grid(*keys, columns=3, width=min(320, res.width - 32), class_name=""))
    back = (text_button(res, res.string("common.cancel"), do(set_up_timer, False), id=ID + "left_button"),)
    return Column(
        shown, pad, *(back if cancellable else ()), grow=1, width=FILL, align="center", gap=8, pad=(0, 8, 0, 0),
        id=ID + "timer_setup",
    )  # fmt: skip


@component(256)
def _timer_card(res: Resources, timer: Timer, left: int) -> Element:
    c = res.colors
    running = timer.since >= 0
    over = left <= 0
    name = timer.label or res.string("clock.label")
    side = min(180, res.width - 96, max(120, res.height - 360))
    share = max(0.0, min(1.0, left / timer.length))
    ring = Stack(
        Arc(share, c.error if over else c.accent, c.divider, 4, width=side, height=side),
        FittedText(duration(res, left), min(36.0, side / 5), c.text, 300, id=ID + "timer_time_text", align="center",
                   width=0.86 * side),
        width=side, height=side, align="center", justify="center", class_name="",
    )  # fmt: skip
    second = (
        text_button(res, res.string("clock.add_minute"), do(add_minute, timer.id), id=ID + "reset_add")
        if running
        else text_button(res, res.string("clock.reset"), do(reset_timer, timer.id), id=ID + "reset_add")
    )
    verb = "stop" if running or over else "start"
    return Column(
        Text(
            name,
            16,
            c.text if timer.label else c.secondary,
            tap=do(edit_label, timer.id, True),
            pad=(16, 8),
            id=ID + "timer_label",
        ),
        ring,
        Row(
            text_button(res, res.string("clock.delete"), do(delete_timer, timer.id), id=ID + "close"),
            icon_button(
                "pause" if running else "play_arrow",
                res.string(f"clock.{verb}"),
                do(start_stop_timer, timer.id),
                c.on_accent,
                id=ID + "play_pause",
                background=c.accent,
                radius=24,
            ),
            second,
            gap=8,
            align="center",
            pad=(0, 8),
        ),
        width=FILL,
        align="center",
    )


def timer_list(res: Resources, timers: tuple[tuple[Timer, int], ...]) -> Element:
    """The timers, each with its remaining time (ms, whole seconds)."""
    return scrolling(
        *[_timer_card(res, timer, left) for timer, left in timers], Spacer(width=FILL, height=88), key="timers",
        id=ID + "timers_list",
    )  # fmt: skip


def expired(res: Resources, timer: Timer | None, left: int, id: int) -> Element:
    """The screen of a timer that is over."""
    return Column(
        Icon("timer", 72, 0xFF8AB4F8),
        Text((timer.label if timer else "") or res.string("clock.times_up"), 24, 0xFFFFFFFF, lines=2, align="center"),
        FittedText(duration(res, left), 48, 0xFFFFFFFF, 300, id=ID + "timer_time_text"),
        filled_button(res, res.string("clock.stop"), do(stop_expired, id), id=ID + "fab"),
        width=FILL, height=FILL, background=0xFF1B2A4A, align="center", justify="center", gap=20,
    )  # fmt: skip
