"""Clock's timers: the number pad for a new one, the list, the screen of an expired one."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.handlers.alarms import edit_label
from bmoca_gym.handset.apps.clock.handlers.timers import (
    add_minute,
    clear_digits,
    delete_timer,
    duration,
    erase_digit,
    press_digit,
    reset_timer,
    set_up_timer,
    start_stop_timer,
    stop_expired,
)
from bmoca_gym.handset.apps.clock.state import ID, Timer
from bmoca_gym.handset.resources import Resources
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
from bmoca_gym.handset.ui.fitting import Fitted
from bmoca_gym.handset.ui.widgets import Arc, FittedText, Icon, Text
from bmoca_gym.handset.value import do

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
    """The timers, each with what it has left (ms, whole seconds)."""
    return scrolling(
        *[_timer_card(res, timer, left) for timer, left in timers], Spacer(width=FILL, height=88), key="timers",
        id=ID + "timers_list",
    )  # fmt: skip


def expired(res: Resources, timer: Timer | None, left: int, id: int) -> Element:
    """The screen of an expired timer."""
    return Column(
        Icon("timer", 72, 0xFF8AB4F8),
        Text((timer.label if timer else "") or res.string("clock.times_up"), 24, 0xFFFFFFFF, lines=2, align="center"),
        FittedText(duration(res, left), 48, 0xFFFFFFFF, 300, id=ID + "timer_time_text"),
        filled_button(res, res.string("clock.stop"), do(stop_expired, id), id=ID + "fab"),
        width=FILL, height=FILL, background=0xFF1B2A4A, align="center", justify="center", gap=20,
    )  # fmt: skip
