"""View of a month: weeks, with titles of events on their days."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendar.handlers.views import show_day, swipe_days
from bmoca_gym.handset.apps.calendar.screens.frame import Head, frame, spoken, title_of, week_of
from bmoca_gym.handset.apps.calendar.state import ID
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.providers.calendar.store import Instance
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import ink_on
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

#: Room (dp) for the bars above and below, the names of the weekdays, a day's number, an event's title.
_BARS, _WEEKDAYS, _NUMBER, _TITLE = STATUS_HEIGHT + 56 + 48, 22, 24, 17
_NUMBERS_WIDTH = 24


def weeks_of(month: int, week_start: int) -> tuple[int, int]:
    """The first day (an ordinal) of a month's first week, and how many weeks the month touches."""
    first = first_of(month)
    lead = (first.weekday() - week_start) % 7
    days = first_of(month + 1).toordinal() - first.toordinal()
    return first.toordinal() - lead, -(-(lead + days) // 7)


@component(1024)
def _title(res: Resources, instance: Instance, size: float) -> Element:
    return Text(
        title_of(res, instance.event), size, ink_on(instance.color), 500, width=FILL, height=_TITLE - 2, pad=(3, 0),
        radius=3, background=instance.color, class_name="",
    )  # fmt: skip


@component(2048)
def _cell(
    res: Resources, day: int, found: tuple[Instance, ...], today: bool, inside: bool, room: int
) -> Element:
    """A day. ``room``: how many titles fit."""
    c = res.colors
    at = date.fromordinal(day)
    ink = c.on_accent if today else c.text if inside else c.disabled
    scale = res.metrics.scale / res.metrics.font
    number = Stack(
        Text(res.digits(str(at.day)), 12 * scale, ink, 500 if today else 400, class_name=""),
        width=20, height=20, radius=10, background=c.accent if today else None, align="center", justify="center",
        class_name="",
    )  # fmt: skip
    fitting = found if len(found) <= room else found[: max(0, room - 1)]
    titles: list[Element] = [_title(res, instance, 10 * scale) for instance in fitting]
    if len(fitting) < len(found):
        more = res.digits(f"+{len(found) - len(fitting)}")
        titles.append(Text(more, 10 * scale, c.secondary, 500, pad=(3, 0), class_name=""))
    comma = res.string("common.list_separator")
    words = comma.join([res.date(at, "yMMMEd"), *[spoken(res, instance) for instance in found]])
    return Column(
        Stack(number, width=FILL, height=_NUMBER, align="center", justify="center", class_name=""), *titles,
        grow=1, height=FILL, gap=2, pad=(1, 0), tap=do(show_day, day), description=words, id=ID + "month_day",
        class_name="android.view.View",
    )  # fmt: skip


def screen(res: Resources, head: Head, month: int, shown: tuple[Instance, ...], numbers: bool) -> Element:
    """A month, given its number."""
    c = res.colors
    first, count = weeks_of(month, head.week_start)
    names = resources.weekdays(res.locale, "narrow" if res.width < 560 else "abbreviated")
    lead = (Spacer(width=_NUMBERS_WIDTH, height=1),) if numbers else ()
    letters = Row(
        *lead,
        *[Text(names[(head.week_start + i) % 7], 11, c.secondary, 500, grow=1, align="center", class_name="")
          for i in range(7)],
        width=FILL, height=_WEEKDAYS, align="center", class_name="",
    )  # fmt: skip
    below = 200 if head.months else 0
    room = max(0, int(((res.height - _BARS - _WEEKDAYS - below) / count - _NUMBER) / _TITLE))
    by_day: dict[int, list[Instance]] = {}
    for instance in shown:
        for day in range(max(first, instance.first), min(first + 7 * count - 1, instance.last) + 1):
            by_day.setdefault(day, []).append(instance)
    weeks: list[Element] = []
    for week in range(first, first + 7 * count, 7):
        number = Text(
            res.digits(str(week_of(week))), 10, c.secondary, 500, width=_NUMBERS_WIDTH, align="center", pad=(0, 5),
            description=res.digits(res.string("calendar.week_number", number=week_of(week))), id=ID + "week_number",
        )  # fmt: skip
        cells = [
            _cell(
                res, day, tuple(by_day.get(day, ())), day == head.today, month_of(date.fromordinal(day)) == month, room
            )
            for day in range(week, week + 7)
        ]  # fmt: skip
        line = Spacer(width=FILL, height=1, background=c.divider)
        weeks.append(
            Column(
                line, Row(*((number,) if numbers else ()), *cells, width=FILL, grow=1, class_name=""),
                width=FILL, grow=1, class_name="",
            )
        )  # fmt: skip
    body = Column(
        letters,
        *weeks,
        width=FILL,
        grow=1,
        swipe=do(swipe_days),
        id=ID + "month_view",
        class_name="android.view.View",
    )
    return frame(res, head, body)
