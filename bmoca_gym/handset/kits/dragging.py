"""Events that are held and carried to another time or day in a calendar's columns of hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from bmoca_gym.handset.manifest import S
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.elements import Canvas, Column, Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import Callback

#: Minutes of a day, those to which the begin of an event that is dropped is rounded, and the least height of one.
_DAY, _SNAP, _LEAST = 1440, 15, 30
#: Where something was dropped: the day (ordinal) and the minute; None outside of the columns.
Place = tuple[int, float] | None


class CarriedColumn(Column):
    """An event among the hours. ``carry``: handlers that lift it and drop it elsewhere."""

    __slots__ = ("carry",)

    def __init__(self, *children: Element, carry: tuple[Callback, Callback], **options: Any) -> None:
        self.carry = carry
        super().__init__(*children, **options)


class CarriedText(Text):
    """An event among the hours that is one text. ``carry``: handlers that lift it and drop it elsewhere."""

    __slots__ = ("carry",)

    def __init__(self, *given: Any, carry: tuple[Callback, Callback], **options: Any) -> None:
        self.carry = carry
        super().__init__(*given, **options)


class DayHours(Canvas):
    """The hours of a day (an ordinal), onto which an event can be dropped."""

    __slots__ = ("day",)

    def __init__(self, *parts: tuple[float, float, Element], day: int, **options: Any) -> None:
        self.day = day
        super().__init__(*parts, **options)

    def place_at(self, x: float, y: float, rtl: bool) -> Place:
        """Return the place at fractions of width and height."""
        return self.day, y * _DAY


def lift(state: S, context: Context) -> S:
    """Pick an event up: nothing changes until it is dropped."""
    return state


def begin_at(place: tuple[int, float], held: float, minutes: float) -> datetime:
    """Return the begin of an event that was dropped.

    ``held``: where it was held, as a fraction of its height; ``minutes``: its length.
    """
    day, minute = place
    first = round((minute - held * max(minutes, _LEAST)) / _SNAP) * _SNAP
    return datetime.fromordinal(day) + timedelta(minutes=min(max(0, first), _DAY - _SNAP))
