"""Calendar's handlers of the editor of an event, from opening to saving."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from bmoca_gym.handset.apps.calendar.handlers.views import to_hour
from bmoca_gym.handset.apps.calendar.state import (
    EDITOR,
    MINUTES_A_DAY,
    TEXT_LIMIT,
    CalendarState,
    Draft,
)
from bmoca_gym.handset.effects import finish, focus, toast
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.spans import edited
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.providers.calendar import store as calendar
from bmoca_gym.handset.providers.calendar.store import Event
from bmoca_gym.handset.state import LAST_WALL, Context, Phone
from bmoca_gym.handset.system import activities, clock
from bmoca_gym.handset.value import do, replace


def _draft_of(phone: Phone, event: Event) -> Draft:
    if event.all_day:
        first, last = calendar.utc(event.begin), calendar.utc(event.end) - timedelta(days=1)
        begin, end = first.replace(hour=9), max(first, last).replace(hour=10)
    else:
        begin, end = clock.local_time(phone, event.begin), clock.local_time(phone, event.end)
    rule = calendar.parsed(event.rule)
    simple = rule is not None and event.rule == calendar.rule_text(rule.frequency, begin)
    repeat = rule.frequency if rule is not None and simple else "custom" if event.rule else ""
    return Draft(
        event, event.title, event.location, event.description, begin, end, event.all_day, repeat, event.calendar,
        event.color, event.reminders,
    )  # fmt: skip


def _event_of(phone: Phone, draft: Draft) -> Event:
    """The event that saving makes of a draft."""
    if draft.all_day:
        begin = calendar.midnight(draft.start)
        end = calendar.midnight(draft.end) + calendar.DAY
    else:
        begin, end = clock.wall_of(phone, draft.start), clock.wall_of(phone, draft.end)
    rule = draft.event.rule if draft.repeat == "custom" else calendar.rule_text(draft.repeat, draft.start)
    return replace(
        draft.event, title=draft.title.strip(), location=draft.location.strip(), begin=begin, end=end, rule=rule,
        description=draft.description.strip(), all_day=draft.all_day,
        zone="UTC" if draft.all_day else phone.zone,
        calendar=draft.calendar, color=draft.color, reminders=draft.reminders,
        excluded=draft.event.excluded if rule and begin == draft.event.begin else (),
    )  # fmt: skip


def type_text(state: CalendarState, context: Context, name: str, text: str) -> CalendarState:
    """Update the title, the place or the description."""
    return edited(state, **{name: text[:TEXT_LIMIT]})


def choose(state: CalendarState, context: Context, name: str, chosen: Any) -> CalendarState:
    """Set a field of the draft to the chosen value."""
    return edited(state, **{name: chosen})


def set_reminder(state: CalendarState, context: Context, place: int, minutes: int) -> CalendarState:
    """Set a notification, add one after all others, or remove it with -1."""
    kept = state.draft.reminders
    after = (*kept[:place], *((minutes,) if minutes >= 0 else ()), *kept[place + 1 :])
    return edited(state, reminders=tuple(sorted(set(after))))


def save(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Save the event and go back."""
    if state.draft.backwards:
        return state, toast(context.res.string("calendar.bad_time"))
    event = _event_of(context.phone, state.draft)
    state = without_overlay(state, draft=Draft(), original=Draft())
    said = toast(context.res.string("calendar.saved"))
    # The screen of the event that was edited may show a time at which it no longer takes place.
    left = finish(2) if event.id and event.begin != _begin(context, event.id) else finish()
    return state, do(calendar.save, event), left, said


def _begin(context: Context, id: int) -> int:
    known = calendar.with_id(context.phone, id)
    return known.begin if known is not None else 0


def cancel(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Leave the editor, asking first if something was changed."""
    if state.draft != state.original:
        return open_overlay(state, context, "discard")
    return discard(state, context)


def discard(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=Draft(), original=Draft()), finish()


# The app


class NewEvent(NamedTuple):
    """The data that another app brings for a new event: extras of `CalendarContract`. Times: wall ms, 0 for none."""

    title: str
    location: str
    description: str
    begin: int
    end: int
    all_day: bool


def insert(phone: Phone, intent: Intent) -> Phone:
    """Open the editor of a new event, filled from the intent."""
    title, location, description = (
        intent.extra(name, "")[:TEXT_LIMIT] for name in ("title", "eventLocation", "description")
    )
    begin, end = (max(0, min(intent.extra(name, 0), LAST_WALL)) for name in ("beginTime", "endTime"))
    brought = NewEvent(title, location, description, begin, end, intent.extra("allDay", False))
    return activities.start(phone, calendar.EDITOR, brought, calendar.INSERT_ACTION)


def _filled(context: Context, draft: Draft, brought: NewEvent) -> Draft:
    next_hour = context.now.replace(minute=0, second=0, microsecond=0, tzinfo=None) + timedelta(hours=1)
    begin = clock.local_time(context.phone, brought.begin) if brought.begin else next_hour
    end = (
        clock.local_time(context.phone, brought.end)
        if brought.end > brought.begin
        else begin + timedelta(hours=1)
    )
    return replace(
        draft, title=brought.title, location=brought.location, description=brought.description, start=begin, end=end,
        all_day=brought.all_day,
    )  # fmt: skip


def created(state: CalendarState, context: Context) -> Next[CalendarState]:
    """Start an hours view at the current hour, and an editor with the event it was opened for."""
    activity = context.activity
    if activity is None or activity.name != EDITOR:
        return state, to_hour(context)
    brought = activity.argument if isinstance(activity.argument, NewEvent) else None
    today = (0, context.now.toordinal() * MINUTES_A_DAY)
    id, minute = today if brought else activity.argument or today
    event = calendar.with_id(context.phone, id) if id else None
    if event is not None:
        draft = _draft_of(context.phone, event)
    else:
        first = calendar.store_of(context.phone).calendars
        begin = datetime.fromordinal(minute // MINUTES_A_DAY) + timedelta(minutes=minute % MINUTES_A_DAY)
        chosen = next((c.id for c in first if c.visible), first[0].id if first else 1)
        draft = Draft(start=begin, end=begin + timedelta(hours=1), calendar=chosen, reminders=(30,))
        draft = _filled(context, draft, brought) if brought else draft
    original = (
        draft if brought is None else Draft()
    )  # what another app brought is asked about before it is lost
    state = without_overlay(state, draft=draft, original=original)
    return state if event is not None else (state, focus("title"))
