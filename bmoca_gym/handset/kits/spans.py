"""Choosing an event's start and end by date and time: handlers for a calendar's editor.

The app's state has the fields ``draft`` (with ``start`` and ``end``), ``dates`` and ``times``. Its table of navigation
has the pickers as the overlays ``start_date``, ``start_time``, ``end_date`` and ``end_time``, see `overlays`, and
``dates`` and ``times`` among the fields that are reset.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Protocol, TypeVar

from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits import date_picker, material_date_picker, material_time_picker, time_picker
from bmoca_gym.handset.kits.date_picker import FIRST_YEAR, DatePicker
from bmoca_gym.handset.kits.navigation import CLOSE, Overlay, Place, open_overlay, without_overlay
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace


class Picking(Protocol):
    """What the kit reads of the state of an app with a date picker and a time picker."""

    @property
    def dates(self) -> DatePicker | None: ...  # noqa: D102
    @property
    def times(self) -> TimePicker | None: ...  # noqa: D102


class Editing(Picking, Protocol):
    """What the kit reads of the state of a calendar. ``draft``: a value with ``start`` and ``end``, or None."""

    @property
    def draft(self) -> Any: ...  # noqa: D102


P = TypeVar("P", bound=Picking)
S = TypeVar("S", bound=Editing)


def edited(state: S, **changes: Any) -> S:
    """Change values of the draft and close any dialog."""
    if state.draft is None:
        return state
    return without_overlay(state, draft=replace(state.draft, **changes))


def open_dates(state: S, context: Context, which: str, first_year: int = FIRST_YEAR) -> Next[S]:
    """Open the date picker of the "start" or the "end"."""
    if state.draft is None:
        return state
    opened = date_picker.opened(getattr(state.draft, which).date(), first_year)
    return and_then(open_overlay(state, context, f"{which}_date", opened), scroll_to("month"))


def dates_changed(state: P, context: Context, picker: DatePicker) -> P:
    """Update the date picker."""
    return replace(state, dates=picker)


def _moved(state: S, which: str, at: datetime) -> S:
    if which == "end":
        return edited(state, end=at)
    length = max(timedelta(), state.draft.end - state.draft.start)
    return edited(state, start=at, end=at + length)


def date_done(state: S, context: Context, which: str, move: Callable[[S, str, datetime], S] = _moved) -> S:
    """Set the date. ``move``: changes the draft; by default the end moves with the start."""
    if state.dates is None or state.draft is None:
        return state
    return move(state, which, datetime.combine(state.dates.day, getattr(state.draft, which).time()))


def open_times(state: S, context: Context, which: str) -> Next[S]:
    """Open the time picker of the "start" or the "end"."""
    if state.draft is None:
        return state
    at: datetime = getattr(state.draft, which)
    opened = time_picker.opened(context.res, at.hour, at.minute)
    return open_overlay(state, context, f"{which}_time", opened)


def times_changed(state: P, context: Context, picker: TimePicker) -> Next[P]:
    """Update the time picker."""
    old, state = state.times, replace(state, times=picker)
    return (state, focus("")) if old is not None and old.typed != picker.typed else state


def time_done(
    state: S, context: Context, which: str, move: Callable[[S, str, datetime], S] = _moved
) -> Next[S]:
    """Set the time, see `date_done`."""
    if state.times is None or state.draft is None:
        return state
    picker = time_picker.picked(context.res, state.times)
    if picker is None:
        return replace(state, times=replace(state.times, wrong=True))
    at: datetime = getattr(state.draft, which)
    return move(state, which, datetime.combine(at, time(picker.hour, picker.minute))), focus("")


# The pickers, for a table of navigation


def _week_of_locale(state: Any, place: Place) -> int | None:
    return None


def overlays(
    on: tuple[str, ...],
    week: Callable[[Any, Place], int | None] = _week_of_locale,
    on_date: Callable[..., Any] = date_done,
    on_time: Callable[..., Any] = time_done,
    material: str = "",
    material_times: str = "",
) -> dict[str, Overlay[Any]]:
    """Return the overlays of the four pickers by their names.

    Args:
        on: names of the editor's pages.
        week: function from state and place to the first day of a week (Monday is 0), or None for the locale's.
        on_date: handler that applies a date; it gets "start" or "end".
        on_time: handler that applies a time; it gets "start" or "end".
        material: prefix of the resource ids of Material Components' pickers; "" for Android's own.
        material_times: the same if only the time pickers are Material Components'.
    """
    found: dict[str, Overlay[Any]] = {}
    for which in ("start", "end"):
        found[f"{which}_date"] = date_overlay(which, on, week, on_date, material)
        found[f"{which}_time"] = _time_overlay(which, on, on_time, material or material_times)
    return found


def date_overlay(
    which: str, on: tuple[str, ...], week: Callable[[Any, Place], int | None], on_date: Callable[..., Any],
    material: str,
) -> Overlay[Any]:  # fmt: skip
    """Return the overlay of one date picker, see `overlays`."""

    def arguments(state: Any, place: Place) -> tuple[Any, ...] | None:
        if state.dates is None:
            return None
        today, done = date.fromordinal(place.today), do(on_date, which)
        shown = state.dates, today, dates_changed, done, CLOSE, week(state, place)
        return (*shown, place.focus == material_date_picker.FIELD, material) if material else shown

    dialog = material_date_picker.picker_dialog if material else date_picker.picker_dialog
    return Overlay(dialog, arguments, on=on, takes=("dates",))


def _time_overlay(
    which: str, on: tuple[str, ...], on_time: Callable[..., Any], material: str
) -> Overlay[Any]:
    def arguments(state: Any, place: Place) -> tuple[Any, ...] | None:
        if state.times is None:
            return None
        shown = state.times, place.focus, times_changed, do(on_time, which), CLOSE
        return (*shown, material) if material else shown

    dialog = material_time_picker.picker_dialog if material else time_picker.picker_dialog
    return Overlay(dialog, arguments, on=on, takes=("times",))
