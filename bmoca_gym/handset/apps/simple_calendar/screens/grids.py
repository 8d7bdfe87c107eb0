"""Simple Calendar's views of a week, a month and a year."""

from __future__ import annotations

from datetime import date, datetime

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.simple_calendar.handlers import editing, views
from bmoca_gym.handset.apps.simple_calendar.occurrences import Occurrence
from bmoca_gym.handset.apps.simple_calendar.screens.frame import Bar, frame, navigation
from bmoca_gym.handset.apps.simple_calendar.state import HOUR, HOURS_SCROLL, ID, month_title
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.dragging import CarriedText, DayHours, lift
from bmoca_gym.handset.kits.lanes import in_lanes
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, ink_on, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, memo

#: The weeks of a month's page, which every month has, and what is above them (dp).
WEEKS = 6
_ABOVE, _LETTERS, _NUMBER, _TITLE = STATUS_HEIGHT + 64 + 48 + 48, 22, 22, 16
_WEEK_NUMBERS = 24
_LEAST_MINUTES = 30
_DAY_HEIGHT = 24 * HOUR


def first_shown(day: date, first_weekday: int) -> int:
    """The first day (ordinal) of the page of a day's month."""
    first = day.replace(day=1)
    return first.toordinal() - (first.weekday() - first_weekday) % 7


def week_of(day: int) -> int:
    """The ISO 8601 week number of a day. A week that begins on Sunday has the number of its Thursday."""
    return date.fromordinal(day + 3).isocalendar()[1]


def _small(res: Resources, size: float) -> float:
    """A size that does not grow with the font, because the grid has no room to spare."""
    return size * res.metrics.scale / res.metrics.font


# A month


@component(2048)
def _cell(
    res: Resources, day: int, found: tuple[Occurrence, ...], today: bool, inside: bool, room: int
) -> Element:
    """A day. ``room``: how many titles fit. As in the real app, its contents are not in the UI tree."""
    c = res.colors
    ink = c.on_accent if today else c.text if inside else c.disabled
    number = Stack(
        Text(res.digits(str(date.fromordinal(day).day)), _small(res, 12), ink, class_name=""),
        width=20, height=20, radius=10, background=c.accent if today else None, align="center", justify="center",
        class_name="",
    )  # fmt: skip
    fitting = found if len(found) <= room else found[: max(0, room - 1)]
    titles: list[Element] = [
        Text(one.title, _small(res, 10), ink_on(one.color), 500, width=FILL, height=_TITLE - 2, pad=(3, 0), radius=2,
             background=one.color, class_name="")
        for one in fitting
    ]  # fmt: skip
    if len(fitting) < len(found):
        titles.append(Text("...", _small(res, 10), c.secondary, 500, pad=(3, 0), class_name=""))
    return Column(
        Stack(number, width=FILL, height=_NUMBER, align="center", justify="center", class_name=""), *titles,
        grow=1, height=FILL, gap=2, pad=(1, 0), tap=do(views.show_day, day), id=ID + "month_view_background",
        description=res.date(date.fromordinal(day), "yMMMMd"),
        class_name="android.view.View",
    )  # fmt: skip


def _letters(res: Resources, first_weekday: int, numbers: bool) -> Element:
    names = resources.weekdays(res.locale, "narrow" if res.width < 560 else "abbreviated")
    letters = [
        Text(names[(first_weekday + i) % 7], _small(res, 12), res.colors.secondary, 500, grow=1, align="center",
             class_name="")
        for i in range(7)
    ]  # fmt: skip
    lead = (Spacer(width=_WEEK_NUMBERS, height=1),) if numbers else ()
    return Row(*lead, *letters, width=FILL, height=_LETTERS, align="center", class_name="")


def month_screen(
    res: Resources,
    bar: Bar,
    day: date,
    today: date,
    first_weekday: int,
    found: tuple[Occurrence, ...],
    numbers: bool,
) -> Element:
    """A day's month."""
    first = first_shown(day, first_weekday)
    by_day: dict[int, list[Occurrence]] = {}
    for one in found:
        for at in range(max(first, one.first), min(first + 7 * WEEKS - 1, one.last) + 1):
            by_day.setdefault(at, []).append(one)
    room = max(0, int(((res.height - _ABOVE - _LETTERS) / WEEKS - _NUMBER) / _TITLE))
    weeks: list[Element] = []
    for week in range(first, first + 7 * WEEKS, 7):
        number = Text(res.digits(str(week_of(week))), _small(res, 10), res.colors.secondary, 500, width=_WEEK_NUMBERS,
                      align="center", pad=(0, 5), id=ID + "week_num")  # fmt: skip
        cells = [
            _cell(
                res, at, tuple(by_day.get(at, ())), at == today.toordinal(),
                month_of(date.fromordinal(at)) == month_of(day), room,
            )
            for at in range(week, week + 7)
        ]  # fmt: skip
        weeks += [
            divider(res),
            Row(*((number,) if numbers else ()), *cells, width=FILL, grow=1, class_name=""),
        ]
    grid = Column(_letters(res, first_weekday, numbers), *weeks, width=FILL, grow=1, id=ID + "month_view_wrapper",
                  class_name="android.widget.FrameLayout")  # fmt: skip
    body = Column(
        navigation(res, month_title(res, day, today)), grid, width=FILL, height=FILL, swipe=do(views.swipe),
        id=ID + "month_calendar_holder", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    return frame(res, bar, body)


# A year


@component(128)
def _small_month(
    res: Resources, month: int, today: int, first_weekday: int, dotted: frozenset[int]
) -> Element:
    c = res.colors
    first = first_of(month)
    lead = (first.weekday() - first_weekday) % 7
    days = first_of(month + 1).toordinal() - first.toordinal()
    size = _small(res, 9 if res.width >= 360 else 8)
    cells: list[Element] = [Spacer(width=FILL, height=13) for _ in range(lead)]
    for ordinal in range(first.toordinal(), first.toordinal() + days):
        here = ordinal == today
        ink = c.on_accent if here else c.accent if ordinal in dotted else c.text
        number = res.digits(str(ordinal - first.toordinal() + 1))
        cells.append(Text(number, size, ink, 700 if ordinal in dotted else 400, width=FILL, height=13, align="center",
                          background=c.accent if here else None, radius=6, class_name=""))  # fmt: skip
    name = resources.months(res.locale)[first.month - 1]
    return Column(
        Text(name, _small(res, 14), c.accent, 500, width=FILL, align="center", pad=(0, 4), id=ID + "month_label"),
        Grid(*cells, columns=7, width=FILL, height=13 * 6, class_name=""),
        width=FILL, pad=(6, 4), tap=do(views.show_month, first.toordinal()), id=ID + "month_holder",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def year_screen(
    res: Resources, bar: Bar, day: date, today: date, first_weekday: int, dotted: frozenset[int]
) -> Element:
    """The months of a day's year; ``dotted``: days with events."""
    months = [
        _small_month(
            res, month, today.toordinal() if month == month_of(today) else 0, first_weekday,
            frozenset(n for n in dotted if month_of(date.fromordinal(n)) == month),
        )
        for month in range(day.year * 12, day.year * 12 + 12)
    ]  # fmt: skip
    body = scrolling(
        navigation(res, res.digits(str(day.year))), Grid(*months, columns=3, width=FILL, class_name=""),
        Spacer(width=FILL, height=72), key="year", grow=0, height=FILL, id=ID + "calendar_holder",
        swipe=do(views.swipe), class_name="android.widget.ScrollView",
    )  # fmt: skip
    return frame(res, bar, body)


# A week


@memo(512)
def _placed(found: tuple[Occurrence, ...], day: int) -> tuple[tuple[Occurrence, int, int, int, int], ...]:
    midnight = datetime.fromordinal(day)
    spans = []
    for one in found:
        begin = min(max(0, round((one.start - midnight).total_seconds() / 60)), 1440 - _LEAST_MINUTES)
        end = min(1440, round((one.end - midnight).total_seconds() / 60))
        spans.append((begin, max(end, begin + _LEAST_MINUTES), one))
    return in_lanes(spans)


@component(512)
def _column(res: Resources, day: int, found: tuple[Occurrence, ...], width: float) -> Element:
    c = res.colors
    parts: list[tuple[float, float, Element]] = [
        (0, hour * HOUR, Spacer(width=width, height=1, background=c.divider)) for hour in range(1, 24)
    ]
    parts.append((width - 1 if res.rtl else 0, 0, Spacer(width=1, height=_DAY_HEIGHT, background=c.divider)))
    for one, begin, end, lane, lanes in _placed(found, day):
        wide = (width - 2) / lanes
        height = (end - begin) * HOUR / 60 - 1
        lines = max(1, int(height / 13))
        label = CarriedText(
            one.title, _small(res, 10), ink_on(one.color), 500, lines=lines, width=wide - 1, height=height, pad=(2, 1),
            radius=2, background=one.color, tap=do(views.show_event, one.key), id=ID + "week_event_label",
            carry=(do(lift), do(editing.drop, one.key)),
        )  # fmt: skip
        parts.append((1 + wide * (lanes - 1 - lane if res.rtl else lane), begin * HOUR / 60, label))
    return DayHours(
        *parts, day=day, width=width, height=_DAY_HEIGHT, tap=do(views.new_event_at, day),
        description=res.date(date.fromordinal(day), "yMMMMd"),
        class_name="android.widget.RelativeLayout",
    )  # fmt: skip


@component(64)
def _day_label(res: Resources, day: int, today: bool, width: float) -> Element:
    at = date.fromordinal(day)
    ink = res.colors.accent if today else res.colors.text
    letter = resources.weekdays(res.locale, "narrow")[at.weekday()]
    return Text(
        res.digits(f"{letter}\n{at.day}"), _small(res, 14), ink, 700 if today else 400, lines=2, width=width,
        align="center", pad=(0, 4), tap=do(views.show_day, day),
    )  # fmt: skip


@component(64)
def _whole_day(res: Resources, one: Occurrence, width: float) -> Element:
    return Text(one.title, _small(res, 10), ink_on(one.color), 500, width=width - 2, height=16, pad=(2, 0), radius=2,
                background=one.color, tap=do(views.show_event, one.key), id=ID + "week_event_label")  # fmt: skip


@component(16)
def _hours(res: Resources, width: float) -> Element:
    labels = [
        Text(res.time(hour, 0), _small(res, 10), res.colors.secondary, width=width, height=HOUR, align="center",
             lines=2, class_name="")
        for hour in range(1, 24)
    ]  # fmt: skip
    return Column(Spacer(width=width, height=HOUR / 2), *labels, width=width, height=_DAY_HEIGHT, class_name="",
                  id=ID + "week_view_hours_holder")  # fmt: skip


def week_screen(res: Resources, bar: Bar, first: int, today: date, found: tuple[Occurrence, ...]) -> Element:
    """The week from the day ``first`` (an ordinal) on."""
    lead = 52.0 if not resources.uses_24_hours(res.locale) else 44.0
    width = (res.width - lead) / 7
    days = range(first, first + 7)
    here = today.toordinal()
    labels = [_day_label(res, day, day == here, width) for day in days]
    heads = Row(Spacer(width=lead, height=1), *labels, width=FILL, id=ID + "week_letters_holder")
    over = [[one for one in found if one.all_day and one.first <= day <= one.last] for day in days]
    bars: tuple[Element, ...] = ()
    if any(over):
        columns = [
            Column(*[_whole_day(res, one, width) for one in column], width=width, gap=2, class_name="")
            for column in over
        ]
        lanes = Row(Spacer(width=lead, height=1), *columns, width=FILL, class_name="")
        bars = (scrolling(lanes, key="over", grow=0, height=18 * min(3, max(map(len, over))) + 2,
                          id=ID + "week_all_day_holder"),)  # fmt: skip
    timed = [
        _column(
            res,
            day,
            tuple([one for one in found if not one.all_day and one.first <= day <= one.last]),
            width,
        )
        for day in days
    ]
    grid = scrolling(
        Row(_hours(res, lead), *timed, width=FILL, id=ID + "week_events_columns_holder"), key=HOURS_SCROLL,
        id=ID + "week_events_scrollview", class_name="android.widget.ScrollView",
    )  # fmt: skip
    middle = date.fromordinal(first + 3)
    week = res.string("simple_calendar.week", number=res.digits(str(week_of(first))))
    body = Column(
        navigation(res, f"{month_title(res, middle, today)} · {week}"), heads, *bars, divider(res), grid, width=FILL,
        height=FILL, swipe=do(views.swipe), id=ID + "week_view_holder", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    return frame(res, bar, body)
