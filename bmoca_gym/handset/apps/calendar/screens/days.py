"""Views of one day, three days and a week: hours with their events."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendar.handlers.views import (
    drop,
    new_event_at,
    open_event,
    show_day,
    swipe_days,
)
from bmoca_gym.handset.apps.calendar.screens.frame import Head, frame, spoken, title_of, week_of, when
from bmoca_gym.handset.apps.calendar.state import HOUR, ID
from bmoca_gym.handset.kits.dragging import CarriedColumn, DayHours, lift
from bmoca_gym.handset.kits.lanes import in_lanes
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Instance
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, ink_on, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, memo

_HEIGHT = 24 * HOUR
#: A block is never lower (minutes): its title has to be read.
_LEAST = 30


def _hours_width(res: Resources) -> int:
    return 56 if res.width >= 300 else 48


@memo(512)
def _placed(found: tuple[Instance, ...], day: int) -> tuple[tuple[Instance, int, int, int, int], ...]:
    """Each instance of a day with its first and last minute, its lane, and the number of lanes side by side."""
    midnight = datetime.fromordinal(day)
    spans = []
    for instance in found:
        begin = max(0, round((instance.start - midnight).total_seconds() / 60))
        end = min(24 * 60, round((instance.end - midnight).total_seconds() / 60))
        begin = min(begin, 24 * 60 - _LEAST)
        spans.append((begin, max(end, begin + _LEAST), instance))
    return in_lanes(spans)


@component(1024)
def _block(res: Resources, instance: Instance, width: float, height: float, zone: str) -> Element:
    ink = ink_on(instance.color)
    small = 10 if width < 60 else 12
    room = max(1, int((height - 6) / (small * 1.3 * res.metrics.font / res.metrics.scale)))
    texts: list[Element] = [
        Text(title_of(res, instance.event), small, ink, 500, lines=max(1, room - 1), class_name="")
    ]
    if room > 1 and width >= 60:
        texts.append(Text(when(res, instance), small, ink, class_name=""))
    which = (instance.event.id, calendar.begin_of(instance, zone))
    return CarriedColumn(
        *texts, width=width, height=height, pad=(4, 3), radius=4, background=instance.color,
        description=spoken(res, instance), tap=do(open_event, *which), carry=(do(lift), do(drop, *which)),
        id=ID + "event_chip", class_name="android.view.View",
    )  # fmt: skip


@component(256)
def _column(
    res: Resources, day: int, found: tuple[Instance, ...], width: float, minute: int, zone: str
) -> Element:
    """A day's hours. ``minute``: where the line of the time now is, -1 for none."""
    c = res.colors
    parts: list[tuple[float, float, Element]] = [
        (0, hour * HOUR, Spacer(width=width, height=1, background=c.divider)) for hour in range(1, 24)
    ]
    parts.append((width - 1 if res.rtl else 0, 0, Spacer(width=1, height=_HEIGHT, background=c.divider)))
    for instance, begin, end, lane, lanes in _placed(found, day):
        wide = (width - 6) / lanes
        x = 3 + wide * (lanes - 1 - lane if res.rtl else lane)
        block = _block(res, instance, wide - 1, (end - begin) * HOUR / 60 - 1, zone)
        parts.append((x, begin * HOUR / 60, block))
    if minute >= 0:
        y = minute * HOUR / 60
        dot = Spacer(width=8, height=8, radius=4, background=c.error)
        parts += [(0, y - 1, Spacer(width=width, height=2, background=c.error))]
        parts += [(width - 5 if res.rtl else -3, y - 4, dot)]
    return DayHours(
        *parts, day=day, width=width, height=_HEIGHT, tap=do(new_event_at, day), id=ID + "day_column",
        description=res.date(date.fromordinal(day), "yMMMEd"), class_name="android.view.View",
    )  # fmt: skip


@component(32)
def _hours(res: Resources, width: float) -> Element:
    labels = []
    for hour in range(1, 24):
        size = 10 * res.metrics.scale / res.metrics.font
        labels.append(Text(res.time(hour, 0), size, res.colors.secondary, width=width, height=HOUR, align="center",
                           class_name=""))  # fmt: skip
    return Column(Spacer(width=width, height=HOUR / 2), *labels, width=width, height=_HEIGHT, class_name="")


@component(512)
def _day_head(res: Resources, day: int, today: int, width: float, alone: bool) -> Element:
    c = res.colors
    at = date.fromordinal(day)
    here = day == today
    name = resources.weekdays(res.locale, "narrow" if width < 50 else "abbreviated")[at.weekday()]
    side = min(36.0, max(28.0, width - 4))
    size = (18 if width >= 50 else 15) * res.metrics.scale / res.metrics.font
    number = Stack(
        Text(res.digits(str(at.day)), size, c.on_accent if here else c.text, 400, class_name=""),
        width=side, height=side, radius=side / 2, background=c.accent if here else None, align="center",
        justify="center", class_name="",
    )  # fmt: skip
    return Column(
        Text(name, 11, c.accent if here else c.secondary, 500, align="center", class_name=""), number,
        width=width, align="center", pad=(0, 6, 0, 4), gap=2, tap=None if alone else do(show_day, day),
        description=res.date(at, "yMMMEd"), class_name="android.view.View", id=ID + "day_header",
    )  # fmt: skip


@component(512)
def _bar(res: Resources, instance: Instance, width: float, zone: str) -> Element:
    """An event above the hours."""
    return Text(
        title_of(res, instance.event), 11, ink_on(instance.color), 500, width=width - 2, pad=(4, 2), radius=4,
        background=instance.color, tap=do(open_event, instance.event.id, calendar.begin_of(instance, zone)),
        id=ID + "event_chip", class_name="android.view.View", description=spoken(res, instance), spoken="",
    )  # fmt: skip


def screen(
    res: Resources, head: Head, first: int, count: int, shown: tuple[Instance, ...], minute: int, numbers: bool,
    zone: str,
) -> Element:  # fmt: skip
    """``count`` days from ``first`` (an ordinal). ``minute``: the current time if today is shown, else -1."""
    lead = _hours_width(res)
    width = (res.width - lead) / count
    days = range(first, first + count)
    week = res.digits(str(week_of(first))) if numbers else ""
    week_words = res.digits(res.string("calendar.week_number", number=week_of(first))) if numbers else ""
    corner = Column(
        Text(week, 11, res.colors.secondary, 500, align="center", class_name=""), width=lead, pad=(0, 6),
        align="center", description=week_words, class_name="android.view.View" if week else "",
    )  # fmt: skip
    heads = Row(corner, *[_day_head(res, day, head.today, width, count == 1) for day in days], width=FILL)
    over = [
        [_bar(res, i, width, zone) for i in shown if i.whole_days and i.first <= day <= i.last]
        for day in days
    ]
    columns = [
        _column(
            res, day, tuple([i for i in shown if not i.whole_days and i.first <= day <= i.last]), width,
            minute if day == head.today else -1, zone,
        )
        for day in days
    ]  # fmt: skip
    bars: tuple[Element, ...] = ()
    if any(over):
        most = max(map(len, over))
        lanes = Row(
            Spacer(width=lead, height=1), *[Column(*column, width=width, gap=2, class_name="") for column in over],
            width=FILL, class_name="",
        )  # fmt: skip
        room = 22 * res.metrics.font / res.metrics.scale
        bars = (scrolling(lanes, key="over", grow=0, height=min(most, 3) * room + 4, id=ID + "all_day_grid"),)
    body = Column(
        heads, *bars, divider(res),
        scrolling(Row(_hours(res, lead), *columns, width=FILL, class_name=""), key="hours", id=ID + "grid"),
        width=FILL, grow=1, swipe=do(swipe_days), class_name="",
    )  # fmt: skip
    return frame(res, head, body)


def minute_of(now: datetime) -> int:
    """Minutes since midnight."""
    return int((now - datetime.combine(now.date(), datetime.min.time())) / timedelta(minutes=1))
