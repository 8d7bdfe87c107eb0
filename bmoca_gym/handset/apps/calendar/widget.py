"""Calendar's home screen widget: the events of today and the next few days."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.calendar.screens.frame import title_of, when
from bmoca_gym.handset.apps.calendar.state import ID, MAIN, PACKAGE
from bmoca_gym.handset.kits.app_widgets import card, line, open_activity, show_intent, title
from bmoca_gym.handset.manifest import AppWidget, Intent
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Instance
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.ui.components import icon_button, scrolling
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

#: How many days ahead it looks, and the most that it lists.
_DAYS, _MOST = 7, 20
_NEW = Intent(calendar.INSERT_ACTION, package=PACKAGE, type="vnd.android.cursor.dir/event")
_OPEN = do(open_activity, f"{PACKAGE}/{MAIN}")


def _shows(phone: Phone) -> tuple[Any, ...]:
    """Today's ordinal, the time zone, and the instances from now on."""
    now = phone.local_minute
    store = calendar.store_of(phone)
    today = now.toordinal()
    found = calendar.instances(store.calendars, store.events, today, today + _DAYS, phone.zone)
    coming = [one for one in found if one.whole_days or one.end > now]
    return today, phone.zone, tuple(coming[:_MOST])


def _schedule(res: Resources, today: int, zone: str, shown: tuple[Instance, ...]) -> Element:
    rows: list[Element] = []
    day = 0
    for one in shown:
        on = max(one.first, today)
        if on != day:
            day = on
            words = res.date(date.fromordinal(day), "MMMEd")
            rows.append(Text(words, 13, res.colors.secondary, 500, pad=(0, 4, 0, 0), id=ID + "day_header"))
        rows.append(
            line(
                res, title_of(res, one.event), when(res, one) or res.string("calendar.all_day"),
                do(open_activity, calendar.EVENT, (one.event.id, calendar.begin_of(one, zone))), color=one.color,
                head_id=ID + "title", text_id=ID + "when", id=ID + "chip",
            )
        )  # fmt: skip
    if not rows:
        rows.append(
            Text(
                res.string("calendar.nothing_planned"), 14, res.colors.secondary, lines=3, pad=(0, 8),
                tap=do(show_intent, _NEW), id=ID + "no_events",
            )
        )  # fmt: skip
    new = icon_button(
        "add", res.string("calendar.create"), do(show_intent, _NEW), res.colors.accent, id=ID + "add"
    )
    return card(
        res, title(res, res.date(date.fromordinal(today), "MMMEd"), _OPEN, new, id=ID + "header"),
        scrolling(*rows, key="calendar_widget", id=ID + "list"),
        pad=(16, 2, 8, 8), id=ID + "widget_schedule",
    )  # fmt: skip


WIDGETS = (
    AppWidget(
        "com.google.android.calendar.widgetschedule.ScheduleAppWidgetProvider", "calendar.widget_schedule", 4, 2,
        _schedule, _shows,
    ),
)  # fmt: skip
