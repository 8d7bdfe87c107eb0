"""Calendar: events with reminders and repetitions in a month, as com.skuld.calendario."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.calendario import handlers, reminders, stored, widget
from bmoca_gym.handset.apps.calendario.screens import editor, pages
from bmoca_gym.handset.apps.calendario.state import (
    DETAIL,
    EDITOR,
    LIST,
    MAIN,
    PACKAGE,
    Calendario,
    begins_on,
    busy_days,
    day_of,
    in_order,
    month_shown,
    on_day,
    with_id,
)
from bmoca_gym.handset.kits import spans
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Intent
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import do


def _today(place: Place) -> date:
    return date.fromordinal(place.today)


def _main(state: Calendario, place: Place) -> tuple[Any, ...]:
    today = _today(place)
    day, month = day_of(state, today), month_shown(state, today)
    return month, day, today, on_day(state.events, day), busy_days(state.events, month)


def _detail(state: Calendario, place: Place) -> tuple[Any, ...] | None:
    id, ordinal = place.argument or (0, 0)
    event = with_id(state, id)
    if event is None:
        return None
    day = date.fromordinal(ordinal) if ordinal else event.start.date()
    return event, day if begins_on(event, day) else event.start.date(), _today(place)


def _editor(state: Calendario, place: Place) -> tuple[Any, ...] | None:
    return None if state.draft is None else (state.draft, place.focus, _today(place))


def _where(state: Calendario, place: Place) -> str:
    if place.activity.name not in (DETAIL, EDITOR):
        return "main"
    return "missing" if _detail(state, place) is None else "detail"


NAVIGATION = Navigation(
    Calendario,
    {
        "main": Page(pages.main, _main),
        "all": Page(pages.all_events, lambda s, at: (in_order(s.events), _today(at)), activity=LIST),
        "detail": Page(pages.detail, _detail, activity=DETAIL),
        "editor": Page(editor.screen, _editor, activity=EDITOR, back=handlers.ask),
        "missing": Page(pages.missing),
    },
    {
        "menu": Overlay(pages.overflow, on=("main",)),
        "delete": Overlay(
            pages.question,
            lambda s, at: ("delete_question", "delete", do(handlers.delete, at.argument[0])),
            on=("detail",),
        ),
        "repeat": Overlay(
            editor.repeat_dialog, lambda s, at: (s.draft.repeat,) if s.draft else None, on=("editor",)
        ),
        "reminders": Overlay(
            editor.reminders_dialog, lambda s, at: (s.picked,), on=("editor",), takes=("picked",)
        ),
        "discard": Overlay(
            pages.question,
            lambda s, at: ("discard_question", "discard", do(handlers.discard)),
            on=("editor",),
        ),
        **spans.overlays(("editor",)),
    },
    where=_where,
    kept=("events",),
    passing=("dates", "times", "picked"),
)


def _all_events(phone: Phone, intent: Intent) -> Phone:
    """The phone with the list of all events in front."""
    return activities.start(phone, f"{PACKAGE}/{LIST}")


APP = App(
    name="calendario",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("event", pages.COLOR),
    state=Calendario,
    layers=NAVIGATION.layers,
    uid=10171,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=handlers.created,
    time_changed=reminders.armed,
    activities=(ExportedActivity(LIST, _all_events),),
    permissions=("android.permission.POST_NOTIFICATIONS",),
    widgets=widget.WIDGETS,
    files=(preference_file(PACKAGE, {"events": Stored("events", stored.are_events)}),),
)
