"""The calendar's home screen widget: the events of today and the next few days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from bmoca_gym.handset.apps.calendario.state import (
    DETAIL,
    ID,
    MAIN,
    PACKAGE,
    Calendario,
    Event,
    day_text,
    on_day,
    span_text,
    title_text,
)
from bmoca_gym.handset.kits.app_widgets import card, line, open_activity, title
from bmoca_gym.handset.manifest import AppWidget
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.components import scrolling
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

_DAYS, _MOST = 7, 20
_OPEN = do(open_activity, f"{PACKAGE}/{MAIN}")


def _shows(phone: Phone) -> tuple[Any, ...]:
    """Today, and for each coming event its day, the event, and the day on which it began."""
    state: Calendario = phone.apps[PACKAGE]
    today = phone.local_minute.date()
    days = [today + timedelta(n) for n in range(_DAYS)]
    found = [(day, event, began) for day in days for event, began in on_day(state.events, day)]
    return today, tuple(found[:_MOST])


def _list(res: Resources, today: date, shown: tuple[tuple[date, Event, date], ...]) -> Element:
    rows: list[Element] = []
    last: date | None = None
    for day, event, began in shown:
        if day != last:
            last = day
            words = day_text(res, day, today)
            rows.append(Text(words, 13, res.colors.secondary, 500, pad=(0, 4, 0, 0), id=ID + "text_day"))
        rows.append(
            line(
                res, title_text(res, event), span_text(res, event),
                do(open_activity, f"{PACKAGE}/{DETAIL}", (event.id, began.toordinal())),
                color=res.colors.accent, head_id=ID + "text_title", text_id=ID + "text_time", id=ID + "row",
            )
        )  # fmt: skip
    if not rows:
        rows.append(
            Text(
                res.string("calendario.no_events"), 14, res.colors.secondary, pad=(0, 8), id=ID + "text_empty"
            )
        )
    return card(
        res, title(res, res.string("calendario.app_name"), _OPEN, id=ID + "text_header"),
        scrolling(*rows, key="calendario_widget", id=ID + "list"), pad=(16, 2, 8, 8), id=ID + "widget",
    )  # fmt: skip


WIDGETS = (AppWidget(f"{PACKAGE}.widget.EventsWidget", "calendario.app_name", 4, 2, _list, _shows),)
