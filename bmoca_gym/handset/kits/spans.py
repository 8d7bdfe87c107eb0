"""Choosing start and end of an event by date and time: handlers of a calendar's editor.

The app's state has the fields ``draft`` (with ``start`` and ``end``), ``overlay``, ``dates`` and ``times``.
The open picker is the overlay ``start_date``, ``start_time``, ``end_date`` or ``end_time``.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, Protocol, TypeVar

from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits import date_picker, time_picker
from bmoca_gym.handset.kits.date_picker import DatePicker
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Layer, Next, dialog
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Callback, do, replace


class Editing(Protocol):
    """What the kit reads of an app's state. ``draft``: a value with ``start`` and ``end``, or None."""

    @property
    def draft(self) -> Any: ...  # noqa: D102
    @property
    def overlay(self) -> str: ...  # noqa: D102
    @property
    def dates(self) -> DatePicker | None: ...  # noqa: D102
    @property
    def times(self) -> TimePicker | None: ...  # noqa: D102


S = TypeVar("S", bound=Editing)


def edited(state: S, **changes: Any) -> S:
    """Change values of the draft and close any dialog."""
    if state.draft is None:
        return state
    return replace(state, draft=replace(state.draft, **changes), overlay="", dates=None, times=None)


def open_dates(state: S, context: Context, which: str) -> Next[S]:
    """Open the date picker of the "start" or the "end"."""
    if state.draft is None:
        return state
    opened = date_picker.opened(getattr(state.draft, which).date())
    return replace(state, overlay=f"{which}_date", dates=opened), focus(""), scroll_to("month")


def dates_changed(state: S, context: Context, picker: DatePicker) -> S:
    """Take over a change of the date picker."""
    return replace(state, dates=picker)


def date_done(state: S, context: Context, which: str) -> S:
    """Take over the date; the end moves with the start."""
    if state.dates is None or state.draft is None:
        return state
    return _moved(state, which, datetime.combine(state.dates.day, getattr(state.draft, which).time()))


def open_times(state: S, context: Context, which: str) -> Next[S]:
    """Open the time picker of the "start" or the "end"."""
    if state.draft is None:
        return state
    at: datetime = getattr(state.draft, which)
    opened = time_picker.opened(context.res, at.hour, at.minute)
    return replace(state, overlay=f"{which}_time", times=opened), focus("")


def times_changed(state: S, context: Context, picker: TimePicker) -> Next[S]:
    """Take over a change of the time picker."""
    old, state = state.times, replace(state, times=picker)
    return (state, focus("")) if old is not None and old.typed != picker.typed else state


def time_done(state: S, context: Context, which: str) -> Next[S]:
    """Take over the time; the end moves with the start."""
    if state.times is None or state.draft is None:
        return state
    picker = time_picker.picked(context.res, state.times)
    if picker is None:
        return replace(state, times=replace(state.times, wrong=True))
    at: datetime = getattr(state.draft, which)
    return _moved(state, which, datetime.combine(at, time(picker.hour, picker.minute))), focus("")


def _moved(state: S, which: str, at: datetime) -> S:
    if which == "end":
        return edited(state, end=at)
    length = max(timedelta(), state.draft.end - state.draft.start)
    return edited(state, start=at, end=at + length)


def pickers(state: Editing, focused: str, today: date, close: Callback) -> tuple[Layer, ...]:
    """Return the open picker, if any; ``close``: the handler of its cancel button."""
    which, _, kind = state.overlay.partition("_")
    if kind == "date" and state.dates is not None:
        return (dialog(_date_dialog, which, state.dates, today, close),)
    if kind == "time" and state.times is not None:
        return (dialog(_time_dialog, which, state.times, focused, close),)
    return ()


def _date_dialog(res: Resources, which: str, picker: DatePicker, today: date, close: Callback) -> Element:
    return date_picker.picker_dialog(res, picker, today, dates_changed, do(date_done, which), close)


def _time_dialog(res: Resources, which: str, picker: TimePicker, focused: str, close: Callback) -> Element:
    return time_picker.picker_dialog(res, picker, focused, times_changed, do(time_done, which), close)
