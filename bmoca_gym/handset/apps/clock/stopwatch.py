"""Clock's stopwatch with its laps."""

from __future__ import annotations

from bmoca_gym.handset.apps.clock.state import (
    ID,
    ClockState,
)
from bmoca_gym.handset.effects import log, scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, Stack
from bmoca_gym.handset.ui.fitting import Fitted
from bmoca_gym.handset.ui.widgets import Arc, Text
from bmoca_gym.handset.value import do, replace


def start_stop_watch(state: ClockState, context: Context) -> Next[ClockState]:
    """Start or stop the stopwatch."""
    if state.watch_since < 0:
        return replace(state, watch_since=context.uptime), log(
            "AlarmClock", "Events: [Stopwatch] [Start] [DeskClock]", "D"
        )
    before = elapsed(state, context.uptime)
    return (
        replace(state, watch_since=-1, watch_before=before),
        log("AlarmClock", "Events: [Stopwatch] [Stop] [DeskClock]", "D"),
    )


def reset_watch(state: ClockState, context: Context) -> Next[ClockState]:
    """Set the stopwatch back to nought."""
    return (
        replace(state, watch_since=-1, watch_before=0, laps=()),
        log("AlarmClock", "Events: [Stopwatch] [Reset] [DeskClock]", "D"),
    )


def lap(state: ClockState, context: Context) -> Next[ClockState]:
    """Keep the time of a lap."""
    if len(state.laps) >= 99:
        return state
    return (
        replace(state, laps=(*state.laps, elapsed(state, context.uptime))),
        log("AlarmClock", "Events: [Stopwatch] [Lap] [DeskClock]", "D"),
        scroll_to("laps"),
    )


def elapsed(state: ClockState, uptime: int) -> int:
    """Milliseconds on the stopwatch."""
    return state.watch_before + (uptime - state.watch_since if state.watch_since >= 0 else 0)


def face(res: Resources, shown: int, running: bool, text: str, hundredths: int, side: float) -> Element:
    """The dial of ``side`` dp with the time in it, which starts and stops it."""
    c = res.colors
    return Stack(
        Arc(
            (shown % 60000) / 60000 if running or shown else 0.0,
            c.accent,
            c.divider,
            4,
            width=side,
            height=side,
        ),
        Fitted(
            LeftToRight(
                Row(
                    Text(res.digits(text), side / 4.6, c.text, 300, id=ID + "stopwatch_time_text"),
                    Text(
                        res.digits(f"{hundredths:02d}"),
                        side / 9,
                        c.accent,
                        id=ID + "stopwatch_hundredths_text",
                    ),
                    gap=4,
                    align="end",
                )
            ),
            width=0.86 * side,
            align="center",
        ),
        width=side,
        height=side,
        align="center",
        justify="center",
        tap=do(start_stop_watch),
        id=ID + "stopwatch_circle",
        class_name="android.widget.FrameLayout",
    )


def lap_list(res: Resources, laps: tuple[int, ...], below: float = 0) -> Element:
    """The laps, newest first, over ``below`` dp of room."""
    c = res.colors
    rows = []
    for number in range(len(laps), 0, -1):
        before = laps[number - 2] if number > 1 else 0
        rows.append(
            Row(
                Text(res.digits(f"# {number}"), 14, c.secondary, id=ID + "lap_number"),
                Spacer(grow=1, height=1),
                Fitted(
                    Row(
                        Text(_lap_time(res, laps[number - 1] - before), 14, c.text, id=ID + "lap_time"),
                        Spacer(width=24, height=1),
                        Text(_lap_time(res, laps[number - 1]), 14, c.secondary, id=ID + "lap_total"),
                        class_name="",
                    )
                ),
                width=FILL,
                pad=(32, 8),
            )
        )
    room = (Spacer(width=FILL, height=below),) if below else ()
    return scrolling(*rows, *room, key="laps", id=ID + "laps_list")


def stopwatch(res: Resources, shown: int, running: bool, laps: tuple[int, ...]) -> Element:
    """The stopwatch: time, laps, and what can be done."""
    seconds, hundredths = divmod(shown // 10, 100)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}" if seconds >= 3600 else (
        f"{seconds // 60}:{seconds % 60:02d}" if seconds >= 60 else f"{seconds}"
    )  # fmt: skip
    side = min(240, res.width - 64, max(130, res.height - 330))
    buttons: tuple[Element, ...] = ()
    if running:
        buttons = (text_button(res, res.string("clock.lap"), do(lap), id=ID + "right_button"),)
    elif shown:
        buttons = (text_button(res, res.string("clock.reset"), do(reset_watch), id=ID + "left_button"),)
    return Column(
        Spacer(width=1, height=max(8, res.height // 24)),
        face(res, shown, running, text, hundredths, side),
        Row(*buttons, height=56, align="center"),
        lap_list(res, laps, 88),
        grow=1, width=FILL, align="center", class_name="",
    )  # fmt: skip


def _lap_time(res: Resources, milliseconds: int) -> str:
    seconds, hundredths = divmod(milliseconds // 10, 100)
    return res.digits(f"{seconds // 60:02d}:{seconds % 60:02d}.{hundredths:02d}")
