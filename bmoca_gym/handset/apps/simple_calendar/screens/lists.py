"""Simple Calendar's lists: a day's events, coming events, search results."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.simple_calendar.handlers import views
from bmoca_gym.handset.apps.simple_calendar.occurrences import Occurrence
from bmoca_gym.handset.apps.simple_calendar.screens.frame import Bar, frame, navigation
from bmoca_gym.handset.apps.simple_calendar.state import ID, LEAST_QUERY, LIST_SCROLL, day_title, month_title
from bmoca_gym.handset.kits.date_picker import month_grid
from bmoca_gym.handset.kits.navigation import mark
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do

_BELOW = 88  # room for the button


def when(res: Resources, one: Occurrence, today: date) -> str:
    """The times of an event as its row shows them."""
    if one.all_day:
        words = res.string("simple_calendar.all_day")
        return words if one.first == one.last else f"{words} ({_span(res, one, today)})"
    start = res.time(one.start.hour, one.start.minute)
    if one.start == one.end:
        return start
    text = f"{start} - {res.time(one.end.hour, one.end.minute)}"
    return text if one.first == one.last else f"{text} ({_span(res, one, today)})"


def _span(res: Resources, one: Occurrence, today: date) -> str:
    return " - ".join(day_title(res, date.fromordinal(day), today) for day in (one.first, one.last))


@component(512)
def _item(res: Resources, one: Occurrence, today: date, marked: bool, place: bool) -> Element:
    c = res.colors
    bar = Spacer(width=6, height=FILL, background=one.color, radius=3)
    title: Element = Text(
        one.title, 16, c.secondary if one.done else c.text, 500, grow=1, id=ID + "event_item_title"
    )
    if one.task:
        glyph = Icon("check_circle" if one.done else "radio_button_unchecked", 20, one.color,
                     id=ID + "event_item_task_image", description=res.string("simple_calendar.task"))  # fmt: skip
        title = Row(glyph, title, width=FILL, gap=6, align="center", class_name="")
    texts = [title, Text(when(res, one, today), 14, c.secondary, lines=2, id=ID + "event_item_time")]
    more = " ".join((one.location if place else one.description).split())
    if more:
        texts.append(Text(more, 14, c.secondary, id=ID + "event_item_description"))
    height = 12 + (22 + 19 * (len(texts) - 1) + 6) * max(1.0, res.metrics.font / res.metrics.scale)
    row = Row(
        bar, Column(*texts, grow=1, gap=2, pad=(10, 6, 8, 6), class_name=""), width=FILL, height=height,
        background=c.raised if marked else c.surface, border=c.divider, radius=8, tap=do(views.show_event, one.key),
        long_press=do(mark, one.key), selected=marked, id=ID + "event_item_holder",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Column(row, width=FILL, pad=(12, 0, 12, 8), class_name="")


def items(
    res: Resources,
    found: tuple[Occurrence, ...],
    today: date,
    marked: tuple[tuple[int, int], ...],
    place: bool,
) -> list[Element]:
    """A row for each event."""
    return [_item(res, one, today, one.key in marked, place) for one in found]


def sections(
    res: Resources,
    found: tuple[Occurrence, ...],
    today: date,
    marked: tuple[tuple[int, int], ...],
    place: bool,
) -> list[Element]:
    """The events under the names of their months and days."""
    c = res.colors
    rows: list[Element] = []
    month, day = (0, 0), 0
    for one in found:
        at = one.start.date()
        if (at.year, at.month) != month:
            month = at.year, at.month
            rows.append(Text(month_title(res, at, today), 18, c.accent, 500, width=FILL, pad=(16, 12, 16, 4), lines=2,
                             id=ID + "event_section_title"))  # fmt: skip
        if one.first != day:
            day = one.first
            ink = c.accent if at == today else c.secondary
            rows.append(Text(day_title(res, at, today), 14, ink, 500, width=FILL, pad=(16, 6, 16, 6), lines=2,
                             id=ID + "event_section_title"))  # fmt: skip
        rows += items(res, (one,), today, marked, place)
    return rows


def day_screen(
    res: Resources, bar: Bar, day: date, today: date, found: tuple[Occurrence, ...],
    marked: tuple[tuple[int, int], ...], place: bool,
) -> Element:  # fmt: skip
    """A day's events."""
    rows = items(res, found, today, marked, place)
    events = scrolling(*rows, Spacer(width=FILL, height=_BELOW), key=LIST_SCROLL, id=ID + "day_events",
                       pad=(0, 4, 0, 0))  # fmt: skip
    body = Column(
        navigation(res, day_title(res, day, today)), events, width=FILL, height=FILL, swipe=do(views.swipe),
        id=ID + "day_holder", class_name="android.widget.RelativeLayout",
    )  # fmt: skip
    return frame(res, bar, body)


def month_and_day_screen(
    res: Resources, bar: Bar, day: date, today: date, first_weekday: int, dotted: frozenset[int],
    found: tuple[Occurrence, ...], marked: tuple[tuple[int, int], ...], place: bool,
) -> Element:  # fmt: skip
    """A month, and the events of a day below it."""
    c = res.colors
    month = day.year * 12 + day.month - 1
    grid = month_grid(
        res, month, views.select_day, chosen=day, today=today, first_weekday=first_weekday, dotted=dotted, pad=(8, 0),
        id=ID + "month_view_wrapper", side=34 if res.height >= 560 else 26,
    )  # fmt: skip
    label = Text(day_title(res, day, today), 16, c.accent, 500, width=FILL, pad=(16, 8), lines=2,
                 id=ID + "month_day_selected_day_label")  # fmt: skip
    rows: list[Element] = [*items(res, found, today, marked, place)]
    if not rows:
        rows = [Text(res.string("simple_calendar.no_items"), 16, c.secondary, width=FILL, align="center", pad=16,
                     lines=3, id=ID + "month_day_no_events_placeholder")]  # fmt: skip
    page_of = scrolling(
        navigation(res, month_title(res, day, today)), grid, label, *rows, Spacer(width=FILL, height=_BELOW),
        key=LIST_SCROLL, grow=0, height=FILL, id=ID + "month_day_events_list", swipe=do(views.swipe),
    )  # fmt: skip
    return frame(res, bar, page_of)


def list_screen(
    res: Resources, bar: Bar, today: date, found: tuple[Occurrence, ...], marked: tuple[tuple[int, int], ...],
    place: bool,
) -> Element:  # fmt: skip
    """Upcoming events."""
    c = res.colors
    if found:
        body: Element = scrolling(
            *sections(res, found, today, marked, place), Spacer(width=FILL, height=_BELOW), key=LIST_SCROLL, grow=0,
            height=FILL, id=ID + "calendar_events_list",
        )  # fmt: skip
    else:
        body = Column(
            Text(res.string("simple_calendar.no_upcoming"), 16, c.secondary, lines=3, align="center",
                 pad=(16, 16, 16, 0), id=ID + "calendar_empty_list_placeholder"),
            Text(res.string("simple_calendar.create_event"), 16, c.accent, 500, lines=2, align="center", pad=16,
                 tap=do(views.new_event, False), id=ID + "calendar_empty_list_placeholder_2"),
            width=FILL, height=FILL, align="center", id=ID + "calendar_events_list_holder", class_name="",
        )  # fmt: skip
    return frame(res, bar, body)


def search_screen(
    res: Resources, bar: Bar, today: date, found: tuple[Occurrence, ...], marked: tuple[tuple[int, int], ...],
    place: bool,
) -> Element:  # fmt: skip
    """Results of a search."""
    c = res.colors
    if found:
        body: Element = scrolling(
            *sections(res, found, today, marked, place), Spacer(width=FILL, height=24), key=LIST_SCROLL, grow=0,
            height=FILL, id=ID + "search_results_list",
        )  # fmt: skip
    else:
        short = len(bar.query.strip()) < LEAST_QUERY
        words = [Text(res.string("simple_calendar.no_items"), 16, c.secondary, lines=3, align="center", pad=16,
                      id=ID + "search_placeholder")]  # fmt: skip
        if short:
            words.append(Text(res.string("simple_calendar.two_letters"), 16, c.secondary, lines=3, align="center",
                              pad=(16, 0), id=ID + "search_placeholder_2"))  # fmt: skip
        body = Column(*words, width=FILL, height=FILL, align="center", id=ID + "search_holder",
                      class_name="android.widget.RelativeLayout")  # fmt: skip
    return frame(res, bar, body, fab=False)
