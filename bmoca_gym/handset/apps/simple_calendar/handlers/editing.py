"""Simple Calendar's handlers of the editor of an event or a task, from opening to saving."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from bmoca_gym.handset.apps.simple_calendar import occurrences, reminders
from bmoca_gym.handset.apps.simple_calendar.handlers.views import shared
from bmoca_gym.handset.apps.simple_calendar.occurrences import (
    ALL_DAY,
    DAY,
    DONE,
    EVENT_ROW,
    EVENTS,
    MONTH,
    OFF,
    SAME_DAY,
    TASK_ROW,
    WEEK,
    YEAR,
    number_in,
    span_of,
    stamp,
    text_in,
    unit_of,
)
from bmoca_gym.handset.apps.simple_calendar.state import (
    EVENT,
    EVERY,
    FUTURE,
    LIMITS,
    ONE,
    PACKAGE,
    TASK,
    Draft,
    SimpleCalendar,
    removed,
    repeating,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, show, start, toast
from bmoca_gym.handset.kits import date_picker, dragging, spans, tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.spans import edited
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do, replace

UNITS = (DAY, WEEK, MONTH, YEAR)
#: Minutes in what a reminder of the user's own is counted in.
REMINDER_UNITS = (1, 60, 1440)
#: The first year that can be chosen.
FIRST_YEAR = 1970
_COUNT_LIMIT = 4


def _draft_of(row: Row, minutes: int, zone: str) -> Draft:
    begin, end = span_of(row, zone)
    interval = number_in(row, "repeat_interval")
    repeats = unit_of(interval)[0] > 0
    at = occurrences.from_minutes(minutes) if minutes and repeats else begin
    flags = number_in(row, "flags")
    return Draft(
        int(row[0] or 0), at.toordinal() if repeats else 0, number_in(row, "type") == TASK_ROW,
        text_in(row, "title"), text_in(row, "location"), text_in(row, "description"), at, at + (end - begin),
        bool(flags & ALL_DAY), tuple([number_in(row, f"reminder_{n}_minutes") for n in (1, 2, 3)]), interval,
        number_in(row, "repeat_rule"), number_in(row, "repeat_limit"), number_in(row, "event_type"),
        number_in(row, "color"), bool(flags & DONE),
    )  # fmt: skip


def created(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Start a draft when the editor opens."""
    activity = context.activity
    if activity is None or activity.name not in (EVENT, TASK):
        return without_overlay(state)
    id, minutes, length, copied = activity.argument or (0, occurrences.minutes_of(context.now), 0, 0)
    row = tables.with_id(state.rows, id)
    if row is None:
        begin = occurrences.from_minutes(minutes)
        draft = Draft(task=activity.name == TASK, start=begin, end=begin + timedelta(minutes=length),
                      reminders=state.reminders)  # fmt: skip
    else:
        draft = _draft_of(row, minutes, context.phone.zone)
        draft = replace(draft, id=0, occurrence=0) if copied else draft
    state = without_overlay(state, draft=draft, original=draft)
    return state if row is not None else (state, focus("title"))


def write(state: SimpleCalendar, context: Context, name: str, text: str) -> SimpleCalendar:
    """Update the title, the place or the description."""
    return edited(state, **{name: text[: LIMITS[name]]})


def next_field(state: SimpleCalendar, context: Context, name: str) -> Next[SimpleCalendar]:
    """Move to another field."""
    return state, focus(name)


def switch_all_day(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Switch between an all-day event and one with times."""
    return (edited(state, all_day=not state.draft.all_day) if state.draft else state), focus("")


def open_rule(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the dialog for the event's repetition rule."""
    return open_overlay(state, context, "rule", state.draft.rule if state.draft else 0)


def open_limit(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the dialog for how long the event repeats."""
    limit = state.draft.limit if state.draft else 0
    return open_overlay(state, context, "limit", limit, str(-limit) if limit < 0 else "")


# Days and times


def open_until(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the date picker of the last day on which the event repeats."""
    if state.draft is None:
        return state
    limit = state.draft.limit
    at = tables.moment(EVENTS.column("start_ts"), limit, context.phone.zone) if limit > 0 else None
    picker = date_picker.opened((at or state.draft.start).date(), FIRST_YEAR)
    return and_then(open_overlay(state, context, "until_date", picker), scroll_to("month"))


def date_done(state: SimpleCalendar, context: Context, which: str) -> SimpleCalendar:
    """Set the day; the end moves with the start."""
    return spans.date_done(state, context, which, _moved)


def until_done(state: SimpleCalendar, context: Context, which: str) -> SimpleCalendar:
    """Set the last day on which the event repeats."""
    if state.dates is None:
        return state
    end = datetime.combine(state.dates.day, time(23, 59, 59))
    return edited(state, limit=stamp(context.phone.zone, end))


def time_done(state: SimpleCalendar, context: Context, which: str) -> Next[SimpleCalendar]:
    """Set the time of day; the end moves with the start."""
    return spans.time_done(state, context, which, _moved)


def _moved(state: SimpleCalendar, which: str, at: datetime) -> SimpleCalendar:
    draft = state.draft
    if draft is None or which == "end":
        return edited(state, end=at)
    rule = draft.rule
    if unit_of(draft.interval)[0] == WEEK and rule == 1 << draft.start.weekday():
        rule = 1 << at.weekday()
    return edited(state, start=at, end=at + (draft.end - draft.start), rule=rule)


# Repetition


def repeat(state: SimpleCalendar, context: Context, interval: int) -> SimpleCalendar:
    """Set how often the event repeats, 0 for not at all."""
    if state.draft is None:
        return state
    unit, _ = unit_of(interval)
    rule = 1 << state.draft.start.weekday() if unit == WEEK else SAME_DAY if unit in (MONTH, YEAR) else 0
    return edited(state, interval=interval, rule=rule)


def type_number(state: SimpleCalendar, context: Context, text: str) -> SimpleCalendar:
    """Update the digits in a dialog."""
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    return replace(state, typed=digits[:_COUNT_LIMIT])


def custom_done(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Set the number and unit of the event's repetition."""
    count = int(state.typed or 0)
    return repeat(state, context, count * UNITS[state.choice]), focus("")


def toggle_day(state: SimpleCalendar, context: Context, weekday: int) -> SimpleCalendar:
    """Add or remove a weekday of the repetition."""
    return replace(state, choice=state.choice ^ 1 << weekday)


def rule_done(state: SimpleCalendar, context: Context, rule: int) -> Next[SimpleCalendar]:
    """Set the rule; one without any weekday ends the repetition."""
    return edited(state, rule=rule, **({} if rule else {"interval": 0})), focus("")


def limit_done(state: SimpleCalendar, context: Context, limit: int) -> Next[SimpleCalendar]:
    """Set how long the event repeats: 0 for forever, a negative number for that many times."""
    return edited(state, limit=limit), focus("")


def count_done(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Set how many times the event repeats; without a number, it repeats forever."""
    return limit_done(state, context, -int(state.typed or 0))


# Reminders, types and colours


def remind(state: SimpleCalendar, context: Context, place: int, minutes: int) -> Next[SimpleCalendar]:
    """Set one of the three reminders."""
    if state.draft is None:
        return state
    old = state.draft.reminders
    return edited(state, reminders=(*old[:place], minutes, *old[place + 1 :])), focus("")


def reminder_done(state: SimpleCalendar, context: Context, place: int) -> Next[SimpleCalendar]:
    """Set the number and unit of a custom reminder."""
    minutes = int(state.typed or 0) * REMINDER_UNITS[min(state.choice, len(REMINDER_UNITS) - 1)]
    return remind(state, context, place, minutes)


def choose_type(state: SimpleCalendar, context: Context, id: int) -> SimpleCalendar:
    """Set the type of the event."""
    return edited(state, type=id)


def choose_color(state: SimpleCalendar, context: Context, color: int) -> SimpleCalendar:
    """Set the colour of the event, or 0 for the colour of its type."""
    return edited(state, color=occurrences.signed(color) if color else 0)


def show_on_map(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Show the place on a map."""
    place = state.draft.location.strip() if state.draft else ""
    if not place:
        return state, toast(context.res.string("simple_calendar.fill_location"))
    return state, show(Intent(intents.VIEW, data=f"geo:0,0?q={place.replace(' ', '+')}"))


# Saving and deleting


def save(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Save the event and leave the editor. First ask about reminders, or about a repeating event."""
    draft = state.draft
    if draft is None:
        return state
    if not draft.title.strip():
        return state, toast(context.res.string("simple_calendar.title_empty")), focus("title")
    if not draft.task and _end_of(draft) < _start_of(draft):
        return state, toast(context.res.string("simple_calendar.end_before_start"))
    if not state.warned and any(minutes != OFF for minutes in draft.reminders):
        return open_overlay(state, context, "warning")
    if draft.id and repeating(state, (draft.id,)):
        return open_overlay(state, context, "update")
    return save_as(state, context, EVERY)


def warned(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Continue saving, now that the user knows what may block reminders."""
    return save(without_overlay(state, warned=True), context)


def _start_of(draft: Draft) -> datetime:
    return datetime.combine(draft.start, time()) if draft.all_day else draft.start


def _end_of(draft: Draft) -> datetime:
    """The end of a draft: noon of the last day for all-day events, and the start for tasks."""
    if draft.task:
        return _start_of(draft)
    return datetime.combine(draft.end, time(12)) if draft.all_day else draft.end


def save_as(state: SimpleCalendar, context: Context, how: int) -> Next[SimpleCalendar]:
    """Save the draft, see `_saved`, and leave the editor."""
    draft = state.draft
    if draft is None:
        return state
    said = "simple_calendar.event_updated" if draft.id else "simple_calendar.event_added"
    saved = _saved(state, context, draft, how)
    return saved, do(reminders.armed), focus(""), finish(), toast(context.res.string(said))


def _saved(state: SimpleCalendar, context: Context, draft: Draft, how: int) -> SimpleCalendar:
    """Return the state with the draft as the event, or as a new one that replaces some occurrences."""
    zone, now = context.phone.zone, context.phone.clock.wall
    begin, end = _start_of(draft), _end_of(draft)
    old = tables.with_id(state.rows, draft.id)
    rows, row = state.rows, old
    if old is not None and draft.occurrence and how == EVERY:
        # One occurrence was changed, and the first one moves by the same distance.
        first, _ = span_of(old, zone)
        shift = begin - datetime.combine(date.fromordinal(draft.occurrence), first.time())
        begin, end = first + shift, first + shift + (end - begin)
    elif old is not None and how in (ONE, FUTURE):
        rows, row = removed(rows, ((draft.id, draft.occurrence * 1440),), how, zone), None
    if row is None:
        row = EVENTS.row(
            type=TASK_ROW if draft.task else EVENT_ROW, import_id=f"{abs(hash_of(draft.title)):08x}{now}",
            parent_id=draft.id if how == ONE else 0,
        )  # fmt: skip
    kept = sorted(minutes for minutes in draft.reminders if minutes != OFF)
    minutes_before = (*kept, OFF, OFF, OFF)[:3]
    once = how == ONE
    row = EVENTS.changed(
        row, start_ts=stamp(zone, begin), end_ts=stamp(zone, end), title=draft.title.strip(),
        location=draft.location.strip(), description=draft.description.strip(),
        **{f"reminder_{n}_minutes": minutes for n, minutes in enumerate(minutes_before, 1)},
        repeat_interval=0 if once else draft.interval, repeat_rule=0 if once else draft.rule,
        repeat_limit=0 if once or not draft.interval else draft.limit, time_zone=zone,
        flags=number_in(row, "flags") & ~(ALL_DAY | DONE) | ALL_DAY * draft.all_day | DONE * draft.done,
        event_type=draft.type, color=draft.color, last_updated=now,
    )  # fmt: skip
    return without_overlay(
        state, rows=tables.put(rows, row), draft=None, original=None, marked=(), reminders=minutes_before
    )


def drop(
    state: SimpleCalendar, context: Context, key: tuple[int, int], place: dragging.Place
) -> Next[SimpleCalendar]:
    """Move an event to where it was dropped in the weekly view. Of a repeating one it is asked what moves."""
    row = tables.with_id(state.rows, key[0])
    if row is None or place is None:
        return state
    begin, end = span_of(row, context.phone.zone)
    at = dragging.begin_at(place, context.y, (end - begin).total_seconds() / 60)
    after = occurrences.minutes_of(at)
    if after == key[1]:
        return state
    if repeating(state, (key[0],)):
        return open_overlay(state, context, "dropped", (*key, after))
    return move(state, context, (*key, after), EVERY)


def move(state: SimpleCalendar, context: Context, dropped: tuple[int, ...], how: int) -> Next[SimpleCalendar]:
    """Move an event, or some occurrences of it. ``dropped``: its number, and from where to where (local minutes)."""
    id, before, after = dropped
    row = tables.with_id(state.rows, id)
    if row is None:
        return without_overlay(state)
    lifted = replace(state, draft=_draft_of(row, before, context.phone.zone))
    moved = _moved(lifted, "start", occurrences.from_minutes(after))
    if moved.draft is None:
        return without_overlay(state)
    saved = replace(_saved(moved, context, moved.draft, how), reminders=state.reminders)
    return saved, do(reminders.armed), toast(context.res.string("simple_calendar.event_updated"))


def hash_of(text: str) -> int:
    """A hash of a text, the same in every process."""
    found = 0
    for letter in text:
        found = (found * 31 + ord(letter)) & 0xFFFFFFFF
    return found


def delete(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Delete the open event, or some of its occurrences, and leave the editor."""
    draft = state.draft
    if draft is None:
        return state
    how = state.choice if draft.occurrence else EVERY
    rows = removed(state.rows, ((draft.id, draft.occurrence * 1440),), how, context.phone.zone)
    left = without_overlay(state, rows=rows, draft=None, original=None, marked=())
    return left, focus(""), finish()


def duplicate(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Open the editor with a copy of this event."""
    draft = state.draft
    if draft is None:
        return state
    argument = (draft.id, occurrences.minutes_of(draft.start), 0, 1)
    name = TASK if draft.task else EVENT
    return without_overlay(state), focus(""), finish(), start(f"{PACKAGE}/{name}", argument)


def share_event(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Offer the event to other apps."""
    row = tables.with_id(state.rows, state.draft.id) if state.draft else None
    return state if row is None else (without_overlay(state), shared(context, [row]))


def switch_done(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Toggle whether the task is done, and save it."""
    if state.draft is None:
        return state
    return save_as(edited(state, done=not state.draft.done), context, EVERY)


def discard(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=None, original=None), focus(""), finish()


def cancel(state: SimpleCalendar, context: Context) -> Next[SimpleCalendar]:
    """Leave the editor; ask before changes are lost."""
    if state.draft is not None and state.draft != state.original:
        return open_overlay(state, context, "discard")
    return discard(state, context)
