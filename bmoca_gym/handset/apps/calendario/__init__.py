"""Calendar: events with reminders and repetitions in a month, as com.skuld.calendario."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.calendario import drafts, editor, pages, reminders, stored
from bmoca_gym.handset.apps.calendario.state import (
    CLOSE,
    DETAIL,
    EDITOR,
    LIST,
    MAIN,
    PACKAGE,
    Calendario,
    back,
    begins_on,
    busy_days,
    closed,
    day_of,
    in_order,
    month_shown,
    on_day,
    with_id,
)
from bmoca_gym.handset.kits import spans
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Intent, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import activities, clock


def _layers(phone: Phone, state: Calendario, activity: Activity) -> tuple[Layer, ...]:
    today = clock.local_minute(phone).date()
    if activity.name == EDITOR and state.draft is not None:
        over = {
            "repeat": dialog(editor.repeat_dialog, state.draft.repeat),
            "reminders": dialog(editor.reminders_dialog, state.picked),
            "discard": dialog(editor.discard_dialog),
        }.get(state.overlay)
        shown = layer(editor.screen, state.draft, activity.focus, today)
        return (shown, over) if over else (shown, *spans.pickers(state, activity.focus, today, CLOSE))
    if activity.name in (DETAIL, EDITOR):
        return _detail(state, activity, today)
    if activity.name == LIST:
        return (layer(pages.all_events, in_order(state.events), today),)
    day, month = day_of(state, today), month_shown(state, today)
    shown = layer(pages.main, month, day, today, on_day(state.events, day), busy_days(state.events, month))
    return (shown, dialog(pages.overflow)) if state.overlay == "menu" else (shown,)


def _detail(state: Calendario, activity: Activity, today: date) -> tuple[Layer, ...]:
    id, ordinal = activity.argument or (0, 0)
    event = with_id(state, id)
    if event is None:
        return (layer(pages.missing),)
    day = date.fromordinal(ordinal) if ordinal else event.start.date()
    shown = layer(pages.detail, event, day if begins_on(event, day) else event.start.date(), today)
    return (shown, dialog(pages.delete_dialog, id)) if state.overlay == "delete" else (shown,)


def _all_events(phone: Phone, intent: Intent) -> Phone:
    """The phone with the list of all events in front."""
    return activities.start(phone, f"{PACKAGE}/{LIST}")


APP = App(
    name="calendario",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("event", pages.COLOR),
    state=Calendario,
    layers=_layers,
    uid=10171,
    back=back,
    closed=closed,
    created=drafts.created,
    time_changed=reminders.armed,
    activities=(ExportedActivity(LIST, _all_events),),
    permissions=("android.permission.POST_NOTIFICATIONS",),
    files=(preference_file(PACKAGE, {"events": Stored("events", stored.are_events)}),),
)
