"""The schedule: a list of events with month and week headings; and search results."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.calendar.handlers.views import new_event, open_event, show_day, swipe_schedule
from bmoca_gym.handset.apps.calendar.screens.frame import Head, frame, spoken, title_of, week_of, when
from bmoca_gym.handset.apps.calendar.state import ID
from bmoca_gym.handset.kits.date_picker import first_of, month_of
from bmoca_gym.handset.kits.navigation import close_search, type_query
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.search_starts import recent_rows, send, wipe
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Instance
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import ink_on, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.illustrations import Illustration
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do, memo

_DAY_COLUMN = 56
#: The drawings at the head of the months, and those of them that are dark.
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_DARK = ("december",)


def _days(shown: tuple[Instance, ...], first: int, last: int) -> dict[int, list[Instance]]:
    """The instances on each day from ``first`` to ``last``, leaving out empty days."""
    days: dict[int, list[Instance]] = {}
    for instance in shown:
        for day in range(max(first, instance.first), min(last, instance.last) + 1):
            days.setdefault(day, []).append(instance)
    return {day: sorted(days[day], key=lambda i: (not i.whole_days, i.start)) for day in sorted(days)}


@component(1024)
def event_card(res: Resources, instance: Instance, day: int, zone: str) -> Element:
    """An event in its colour. ``day``: which day of a multi-day event this is (an ordinal)."""
    ink = ink_on(instance.color)
    title = title_of(res, instance.event)
    count = instance.last - instance.first + 1
    if count > 1:
        number = day - instance.first + 1
        title = res.digits(res.string("calendar.day_of", title=title, day=number, count=count))
    place = instance.event.location
    below = [Text(text, 12, ink, class_name="") for text in (when(res, instance), place) if text]
    return Column(
        Text(title, 14, ink, 500, lines=2, class_name=""), *below,
        width=FILL, pad=(12, 8), radius=8, background=instance.color, gap=2, id=ID + "event_chip",
        description=spoken(res, instance), tap=do(open_event, instance.event.id, calendar.begin_of(instance, zone)),
        class_name="android.view.View",
    )  # fmt: skip


@component(512)
def _day_mark(res: Resources, day: int, today: bool) -> Element:
    c = res.colors
    at = date.fromordinal(day)
    name = resources.weekdays(res.locale, "abbreviated")[at.weekday()]
    size = 16 * res.metrics.scale / res.metrics.font
    number = Stack(
        Text(res.digits(str(at.day)), size, c.on_accent if today else c.text, 500, class_name=""),
        width=32, height=32, radius=16, background=c.accent if today else None, align="center", justify="center",
        class_name="",
    )  # fmt: skip
    return Column(
        Text(name, 11, c.accent if today else c.secondary, 500, class_name=""), number,
        width=_DAY_COLUMN, align="center", tap=do(show_day, day), description=res.date(at, "yMMMEd"),
        class_name="android.view.View",
    )  # fmt: skip


def _day_rows(res: Resources, day: int, found: list[Instance], today: bool, zone: str) -> Element:
    c = res.colors
    cards: list[Element] = [event_card(res, instance, day, zone) for instance in found]
    if not cards:
        minute = day * 24 * 60 + 9 * 60
        text = res.string("calendar.nothing_planned")
        empty = Text(
            text,
            14,
            c.secondary,
            lines=3,
            width=FILL,
            pad=(0, 12),
            tap=do(new_event, minute),
            id=ID + "empty_day",
        )
        cards = [empty]
    return Row(
        _day_mark(res, day, today), Column(*cards, grow=1, gap=4, class_name=""),
        width=FILL, pad=(4, 4, 12, 4), gap=4, class_name="",
    )  # fmt: skip


#: Over the months' pictures in the dark.
_NIGHT = 0x99000000


@component(128)
def _banner(res: Resources, month: int) -> Element:
    drawn = _MONTHS[month % 12]
    ink = 0xFFFFFFFF if res.dark or drawn in _DARK else 0xFF202124
    height = (
        max(112, res.width // 5) if is_tablet(res) else 112
    )  # so that a wide one keeps its upper and lower half
    veil = (Spacer(width=FILL, height=height, background=_NIGHT),) if res.dark else ()
    name = Text(res.date(first_of(month), "yMMMM"), 20, ink, 500, pad=(64, 12, 16, 12))
    return Stack(
        Illustration("calendar", drawn, 0.68, width=FILL, height=height, class_name=""), *veil, name,
        width=FILL, height=height, id=ID + "month_banner",
    )  # fmt: skip


@component(256)
def _week(res: Resources, first: int, number: int) -> Element:
    text = res.dates(date.fromordinal(first), date.fromordinal(first + 6), "MMMd")
    if number:
        text = f"{res.digits(res.string('calendar.week_number', number=number))}, {text}"
    return Text(text, 13, res.colors.secondary, 500, width=FILL, pad=(64, 10, 16, 10), id=ID + "week_header")


def screen(
    res: Resources, head: Head, first: int, last: int, shown: tuple[Instance, ...], numbers: bool, zone: str
) -> Element:
    """The days from ``first`` to ``last`` (ordinals)."""
    days = _days(shown, first, last)
    if first <= head.today <= last:
        days.setdefault(head.today, [])
    rows: list[Element] = []
    for day in range(first, last + 1):
        at = date.fromordinal(day)
        if at.day == 1 or day == first:
            rows.append(_banner(res, month_of(at)))
        if at.weekday() == head.week_start:
            rows.append(_week(res, day, week_of(day) if numbers else 0))
        if day in days:
            rows.append(_day_rows(res, day, days[day], day == head.today, zone))
    return frame(
        res, head,
        scrolling(*rows, Spacer(width=FILL, height=88), key="schedule", swipe=do(swipe_schedule),
                  id=ID + "timeline_list"),
    )  # fmt: skip


# Search


@memo(64)
def matching(shown: tuple[Instance, ...], query: str) -> tuple[Instance, ...]:
    """The instances of events whose title, place or description has all words."""
    words = plain(query).split()
    return tuple(
        instance
        for instance in shown
        if words
        and all(
            word in plain(f"{instance.event.title}\n{instance.event.location}\n{instance.event.description}")
            for word in words
        )
    )


def search_screen(
    res: Resources, query: str, recent: tuple[str, ...], focused: bool, found: tuple[Instance, ...], today: int,
    zone: str,
) -> Element:  # fmt: skip
    """The search field, and the results; before anything is typed, recent searches."""
    c = res.colors
    bar = search_bar(
        res, query, focused, res.string("calendar.search"), do(type_query), do(close_search),
        field={"on_submit": do(send), "id": ID + "search_edit_text"}, clear={"id": ID + "search_clear"}, wipe=do(wipe),
        labels=("common.navigate_up", "calendar.clear_search"), inks=(c.secondary, c.secondary),
        background=c.raised, id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    if not query:
        return page(res, bar, scrolling(*recent_rows(res, recent), key="found", id=ID + "search_results"))
    if not found:
        message = Column(
            Icon("search_off", 64, c.disabled), Text(res.string("calendar.no_results"), 16, c.secondary, lines=2),
            width=FILL, grow=1, align="center", justify="center", gap=12, pad=32,
        )  # fmt: skip
        return page(res, bar, message)
    rows: list[Element] = []
    month = 0
    for day, there in _days(found, found[0].first, found[-1].first).items():
        starting = [instance for instance in there if instance.first == day]
        if not starting:
            continue
        at = date.fromordinal(day)
        if month_of(at) != month:
            month = month_of(at)
            rows.append(Text(res.date(at, "yMMMM"), 14, c.secondary, 500, width=FILL, pad=(64, 12, 16, 4)))
        rows.append(_day_rows(res, day, starting, day == today, zone))
    return page(
        res, bar, scrolling(*rows, Spacer(width=FILL, height=24), key="found", id=ID + "search_results")
    )
