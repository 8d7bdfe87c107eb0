"""Calendar's pages: a month with the events of a day, an event, the list of all events."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.calendario import handlers, state
from bmoca_gym.handset.apps.calendario.state import DAY_SCROLL, ID, LIST_SCROLL, Event
from bmoca_gym.handset.kits import questions
from bmoca_gym.handset.kits.date_picker import first_of, month_grid
from bmoca_gym.handset.kits.navigation import CLOSE, LEAVE, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    empty_message,
    floating_button,
    icon_button,
    menu,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

COLOR = 0xFF00897B
_LIST = "androidx.recyclerview.widget.RecyclerView"
_LOW = 600  # dp: under this height the days of the month stand closer together


def main(
    res: Resources, month: int, day: date, today: date, shown: tuple[tuple[Event, date], ...], busy: frozenset[int]
) -> Element:  # fmt: skip
    """A month, and below it the events of the chosen day."""
    c = res.colors
    bar = Row(
        icon_button("chevron_left", res.string("common.previous_month"), do(handlers.turn, -1), c.text,
                    id=ID + "button_previous"),
        Text(res.date(first_of(month), "yMMMM"), 20, c.text, 500, grow=1, align="center", id=ID + "text_month"),
        icon_button("chevron_right", res.string("common.next_month"), do(handlers.turn, 1), c.text,
                    id=ID + "button_next"),
        icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text,
                    class_name="android.widget.ImageView"),
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "toolbar", class_name="android.view.ViewGroup",
    )  # fmt: skip
    days = month_grid(
        res, month, handlers.select_day, chosen=day, today=today, side=32 if res.height < _LOW else 42, dotted=busy,
        pad=(8, 0, 8, 8), color=COLOR, id=ID + "calendar_view", swipe=do(handlers.swipe),
    )  # fmt: skip
    rows = [_row(res, event, began, state.span_text(res, event), False) for event, began in shown]
    if not rows:
        rows = [Text(res.string("calendario.no_events"), 15, c.secondary, pad=(16, 12), width=FILL,
                     id=ID + "text_empty")]  # fmt: skip
    heading = Text(
        res.date(day, "MMMMEEEEd"), 14, COLOR, 500, pad=(16, 12, 16, 4), width=FILL, id=ID + "text_day"
    )
    below = scrolling(heading, *rows, Spacer(width=FILL, height=72), key=DAY_SCROLL, grow=0, height=FILL,
                      id=ID + "event_list", class_name=_LIST)  # fmt: skip
    add = floating_button(res, "add", res.string("calendario.add_event"), do(handlers.new_event), ID + "fab",
                          background=COLOR, color=0xFFFFFFFF)  # fmt: skip
    body = Stack(below, Column(add, pad=16, class_name=""), width=FILL, grow=1, align="end", justify="end",
                 class_name="")  # fmt: skip
    return page(res, bar, days, Spacer(width=FILL, height=1, background=c.divider), body)


@component(256)
def _row(res: Resources, event: Event, day: date, when: str, whole: bool) -> Element:
    """An event of a list. ``whole``: with how it repeats, its reminders and its note."""
    c = res.colors
    texts: list[Element] = [
        Text(state.title_text(res, event), 16, c.text, 500, id=ID + "text_title"),
        Text(when, 14, c.secondary, lines=2, id=ID + "text_time"),
    ]
    if whole:
        parts = [state.repeat_text(res, event.repeat)] if event.repeat else []
        parts += [state.reminder_text(res, minutes) for minutes in event.reminders]
        for name, text in (("text_repeat", " · ".join(parts)), ("text_note", event.note)):
            if text:
                texts.append(Text(text, 13, c.secondary, lines=2, id=ID + name))
    return Row(
        Spacer(width=4, height=40, radius=2, background=COLOR), Column(*texts, grow=1, gap=2, class_name=""),
        width=FILL, pad=(16, 8), gap=12, align="center", tap=do(handlers.show_event, event.id, day.toordinal()),
        id=ID + "event_item", class_name="android.view.ViewGroup",
    )  # fmt: skip


def overflow(res: Resources) -> Element:
    """The menu of the month's page."""
    items = (
        (res.string("calendario.go_to_today"), do(handlers.go_to_today)),
        (res.string("calendario.all_events"), do(handlers.show_list)),
    )
    return menu(res, items, CLOSE)


def all_events(res: Resources, events: tuple[Event, ...], today: date) -> Element:
    """All events, each listed once on its day, or the first day if it repeats."""
    bar = toolbar(res, res.string("calendario.all_events"), up=LEAVE, id=ID + "toolbar")
    if not events:
        return page(
            res, bar, empty_message(res, "event", res.string("calendario.no_events"), id=ID + "text_empty")
        )
    rows = [
        _row(res, event, event.start.date(), f"{_days(res, event, event.start.date(), today)} · "
             f"{state.span_text(res, event)}", True)
        for event in events
    ]  # fmt: skip
    return page(
        res, bar, scrolling(*rows, key=LIST_SCROLL, pad=(0, 0, 0, 24), id=ID + "event_list", class_name=_LIST)
    )


def _days(res: Resources, event: Event, day: date, today: date) -> str:
    """The first day of an event, and the last if it is different."""
    text = state.day_text(res, day, today)
    length = (event.end.date() - event.start.date()).days
    if not length:
        return text
    return f"{text} – {state.day_text(res, date.fromordinal(day.toordinal() + length), today)}"


# An event


def detail(res: Resources, event: Event, day: date, today: date) -> Element:
    """An event's occurrence that starts on a day."""
    c = res.colors
    bar = toolbar(
        res, "",
        icon_button("edit", res.string("calendario.edit"), do(handlers.edit_event, event.id), c.text,
                    id=ID + "action_edit", class_name="android.widget.Button"),
        icon_button("delete", res.string("calendario.delete"), do(open_overlay, "delete"), c.text,
                    id=ID + "action_delete", class_name="android.widget.Button"),
        up=LEAVE, id=ID + "toolbar",
    )  # fmt: skip
    end = date.fromordinal(day.toordinal() + (event.end.date() - event.start.date()).days)
    rows: list[Element] = [
        Text(state.title_text(res, event), 26, c.text, 500, lines=4, pad=(16, 8, 16, 16), width=FILL,
             id=ID + "text_title"),
    ]  # fmt: skip
    if event.all_day:
        rows.append(_line(res, "access_time", (state.day_text(res, day, today), "text_start_date"),
                          (res.string("calendario.all_day"), "text_all_day")))  # fmt: skip
        if end != day:
            rows.append(_line(res, "", (state.day_text(res, end, today), "text_end_date")))
    else:
        for glyph, which, at, time in (
            ("access_time", "start", day, event.start),
            ("", "end", end, event.end),
        ):
            rows.append(_line(res, glyph, (state.day_text(res, at, today), f"text_{which}_date"),
                              (state.time_text(res, time), f"text_{which}_time")))  # fmt: skip
    for place, minutes in enumerate(event.reminders):
        rows.append(_line(res, "" if place else "notifications_none",
                          (state.reminder_text(res, minutes), "text_reminder")))  # fmt: skip
    if event.repeat:
        rows.append(_line(res, "repeat", (state.repeat_text(res, event.repeat), "text_repeat")))
    if event.note:
        rows.append(_line(res, "notes", (event.note, "text_note"), lines=None))
    return page(res, bar, scrolling(*rows, key="detail", pad=(0, 0, 0, 24), id=ID + "scroll_view",
                                    class_name="android.widget.ScrollView"))  # fmt: skip


def _line(res: Resources, glyph: str, *texts: tuple[str, str], lines: int | None = 2) -> Element:
    """A line of an event: a glyph, and texts with their ids."""
    c = res.colors
    lead = Icon(glyph, 24, c.secondary, class_name="") if glyph else Spacer(width=24, height=24)
    words = [
        Text(text, 16, c.text, lines=lines, grow=1 if place == 0 else 0, id=ID + name)
        for place, (text, name) in enumerate(texts)
    ]
    return Row(lead, *words, width=FILL, pad=(16, 12), gap=20, align="center", class_name="")


def missing(res: Resources) -> Element:
    """Placeholder for an event that no longer exists."""
    bar = toolbar(res, "", up=LEAVE, id=ID + "toolbar")
    return page(
        res, bar, empty_message(res, "event", res.string("calendario.no_events"), id=ID + "text_empty")
    )


def question(res: Resources, text: str, yes: str, answer: Callback) -> Element:
    """A question; ``text``, ``yes``: strings of the catalogue; ``answer``: what yes calls."""
    return questions.question(res, res.string(f"calendario.{text}"), f"calendario.{yes}", answer)
