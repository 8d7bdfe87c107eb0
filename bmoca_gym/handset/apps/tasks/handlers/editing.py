"""Tasks' handlers of the editor: the editor, subtasks, and the sheet that picks its dates."""

from __future__ import annotations

from datetime import date
from typing import Any

from bmoca_gym.handset.apps.tasks import places
from bmoca_gym.handset.apps.tasks.handlers.collecting import local_lists
from bmoca_gym.handset.apps.tasks.handlers.listing import deleted, remote_id
from bmoca_gym.handset.apps.tasks.handlers.reminding import DEFAULT_ALARMS, armed, with_alarms
from bmoca_gym.handset.apps.tasks.rows import (
    AT,
    AT_START,
    NO_PRIORITY,
    TASKS,
    Alarm,
    has_time,
    id_of,
    local,
    number,
    stored,
)
from bmoca_gym.handset.apps.tasks.state import DEADLINES, LIMITS, LINE_LIMIT, Draft, Pick, Subtask, Tasks
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Cell, Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace


def add(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the editor of a new task."""
    kept, today = state.preferences, context.now.toordinal()
    days = DEADLINES[kept.deadline]
    due = stored(context.phone.zone, today + days, -1) if days >= 0 else 0
    if state.view.list == "today":
        due = stored(context.phone.zone, today, -1)
    kind, _, id = state.view.list.partition(" ")
    draft = Draft(
        priority=kept.priority, due=due, list=int(id) if kind == "list" else 0,
        tags=(int(id),) if kind == "tag" else (), alarms=DEFAULT_ALARMS if due else (),
    )  # fmt: skip
    return without_overlay(state, draft=draft, before=draft, marked=()), focus("title")


def _drafted(state: Tasks, **changes: Any) -> Tasks:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def write(state: Tasks, context: Context, name: str, text: str) -> Tasks:
    """Update the title or the description."""
    return _drafted(state, **{name: text[: LIMITS[name]]})


def choose(state: Tasks, context: Context, name: str, chosen: Any) -> Next[Tasks]:
    """Set a field of the draft to the chosen value."""
    return without_overlay(_drafted(state, **{name: chosen})), focus("")


def repeat(state: Tasks, context: Context, often: str) -> Next[Tasks]:
    """Switch the task's repetition on or off."""
    return choose(state, context, "recurrence", f"RRULE:FREQ={often.upper()}" if often else "")


def add_subtask(state: Tasks, context: Context) -> Next[Tasks]:
    """Start another subtask."""
    if state.draft is None:
        return state
    place = len(state.draft.subtasks)
    return _drafted(state, subtasks=(*state.draft.subtasks, Subtask(0, ""))), focus(f"subtask {place}")


def change_subtask(state: Tasks, context: Context, place: int, text: str) -> Tasks:
    """Update the title of a subtask."""
    return _with_subtask(state, place, title=text[:LINE_LIMIT])


def tick_subtask(state: Tasks, context: Context, place: int) -> Tasks:
    """Check or uncheck a subtask."""
    if state.draft is None or place >= len(state.draft.subtasks):
        return state
    return _with_subtask(state, place, done=not state.draft.subtasks[place].done)


def _with_subtask(state: Tasks, place: int, **changes: Any) -> Tasks:
    if state.draft is None or place >= len(state.draft.subtasks):
        return state
    below = list(state.draft.subtasks)
    below[place] = replace(below[place], **changes)
    return _drafted(state, subtasks=tuple(below))


def drop_subtask(state: Tasks, context: Context, place: int) -> Next[Tasks]:
    """Remove a subtask."""
    if state.draft is None:
        return state
    below = (*state.draft.subtasks[:place], *state.draft.subtasks[place + 1 :])
    return _drafted(state, subtasks=below), focus("")


def save(state: Tasks, context: Context) -> Next[Tasks]:
    """Save the task and its subtasks, and leave the editor."""
    draft, now = state.draft, context.phone.clock.wall
    if draft is None:
        return state
    if draft == state.before and draft.id:
        return discard(state, context)
    old = tables.with_id(state.rows, draft.id)
    row = TASKS.row(created=now) if old is None else old
    done = number(row, "completed")
    cells: dict[str, Cell] = {
        "title": draft.title.strip() or context.res.string("tasks.no_title"),
        "notes": draft.notes or None,
        "importance": draft.priority,
        "dueDate": draft.due,
        "hideUntil": draft.start,
        "recurrence": draft.recurrence or None,
        "completed": (done or now) if draft.done else 0,
        "modified": now,
    }
    row = TASKS.changed(row, **cells)
    if old is None:
        row = TASKS.changed(row, remoteId=remote_id(now, row))
    rows = tables.put(state.rows, row)
    id = draft.id if old is not None else id_of(rows[-1])
    rows = _with_all_subtasks(rows, draft, state.before, id, now)
    kept = tuple(
        [
            one
            for one in draft.alarms
            if one.kind == AT or (draft.start if one.kind == AT_START else draft.due)
        ]
    )
    state = _filed(local_lists(state, context), rows, id, draft)
    alarms = with_alarms(id, state.alarms, kept)
    left = without_overlay(state, rows=rows, alarms=alarms, draft=None, before=None)
    return left, do(armed), focus("")


def _filed(state: Tasks, rows: Rows, id: int, draft: Draft) -> Tasks:
    """Put the task and its new subtasks into the draft's list, with its tags."""
    known = {id_of(row) for row in state.rows}
    wanted = draft.list or (0 if id in known else id_of(state.lists[0]))
    row = tables.with_id(rows, id)
    links, tagged = state.links, state.tagged
    if wanted:
        for one in [id, *[id_of(row) for row in rows if id_of(row) not in known and id_of(row) != id]]:
            links = places.moved(links, state.lists, one, wanted)
    if row is not None:
        tagged = places.tagged_with(tagged, state.tags, row, draft.tags)
    return replace(state, links=links, tagged=tagged)


def _with_all_subtasks(rows: Rows, draft: Draft, before: Draft | None, id: int, now: int) -> Rows:
    kept = {one.id for one in draft.subtasks}
    for one in before.subtasks if before else ():
        row = tables.with_id(rows, one.id)
        if one.id not in kept and row is not None:
            rows = tables.put(rows, TASKS.changed(row, deleted=now, modified=now))
    known = set(before.subtasks) if before else set()
    for one in draft.subtasks:
        if one in known or not one.title.strip():
            continue
        old = tables.with_id(rows, one.id)
        row = TASKS.row(created=now, importance=NO_PRIORITY, parent=id) if old is None else old
        done = (number(row, "completed") or now) if one.done else 0
        row = TASKS.changed(row, title=one.title.strip(), completed=done, modified=now)
        rows = tables.put(rows, TASKS.changed(row, remoteId=remote_id(now, row)) if old is None else row)
    return rows


def discard(state: Tasks, context: Context) -> Next[Tasks]:
    """Leave the editor without saving."""
    return without_overlay(state, draft=None, before=None), focus("")


def cancel(state: Tasks, context: Context) -> Next[Tasks]:
    """Leave the editor; ask before changes are lost."""
    if state.draft != state.before:
        return open_overlay(state, context, "discard")
    return discard(state, context)


def delete_task(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete the task being edited."""
    if state.draft is None:
        return state
    said = toast(context.res.string("tasks.deleted", count=1))
    state = deleted(state, context, (state.draft.id,))
    return without_overlay(state, draft=None, before=None), focus(""), said


# Picking a date


def open_pick(state: Tasks, context: Context, field: str) -> Next[Tasks]:
    """Open the sheet that picks the due date or the start date."""
    if state.draft is None:
        return state
    cell = 0 if field == "alarm" else int(getattr(state.draft, field))
    at = local(context.phone.zone, cell)
    day = at.toordinal() if at else 0
    minute = at.hour * 60 + at.minute if at and has_time(cell) else -1
    shown = at.date() if at else context.now.date()
    pick = Pick(field, day, minute, date_picker.month_of(shown))
    return replace(state, pick=pick, overlay="pick"), focus(""), scroll_to("pick")


def _picked(state: Tasks, **changes: Any) -> Tasks:
    return state if state.pick is None else replace(state, pick=replace(state.pick, **changes))


def pick_day(state: Tasks, context: Context, ordinal: int) -> Tasks:
    """Pick a day, or none with 0."""
    if not ordinal:
        return _picked(state, day=0, minute=-1)
    return _picked(state, day=ordinal, month=date_picker.month_of(date.fromordinal(ordinal)))


def pick_minute(state: Tasks, context: Context, minute: int) -> Tasks:
    """Pick a time, today's if no day is picked; -1 for no time."""
    if state.pick is None:
        return state
    day = state.pick.day or (context.now.toordinal() if minute >= 0 else 0)
    return _picked(state, day=day, minute=minute)


def turn_month(state: Tasks, context: Context, by: int) -> Tasks:
    """Show the previous or next month."""
    if state.pick is None:
        return state
    month = state.pick.month + by
    return (
        _picked(state, month=month)
        if date_picker.FIRST_YEAR <= month // 12 <= date_picker.LAST_YEAR
        else state
    )


def pick_done(state: Tasks, context: Context) -> Tasks:
    """Set the picked date."""
    pick = state.pick
    if pick is None:
        return state
    cell = stored(context.phone.zone, pick.day, pick.minute)
    if pick.field == "alarm":
        return add_reminder(state, context, Alarm(AT, cell)) if pick.minute >= 0 else without_overlay(state)
    if pick.field == "due" and cell and state.draft is not None and not state.draft.due:
        missing = tuple([one for one in DEFAULT_ALARMS if one not in state.draft.alarms])
        state = _drafted(state, alarms=(*state.draft.alarms, *missing))
    return without_overlay(_drafted(state, **{pick.field: cell}))


# Reminders


def add_reminder(state: Tasks, context: Context, alarm: Alarm) -> Tasks:
    """Add a reminder to the task."""
    if state.draft is None:
        return state
    others = tuple([one for one in state.draft.alarms if one != alarm])
    return without_overlay(_drafted(state, alarms=(*others, alarm)))


def drop_reminder(state: Tasks, context: Context, place: int) -> Next[Tasks]:
    """Remove a reminder."""
    if state.draft is None:
        return state
    kept = (*state.draft.alarms[:place], *state.draft.alarms[place + 1 :])
    return _drafted(state, alarms=kept), focus("")


def open_clock(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the time picker."""
    if state.pick is None:
        return state
    minute = state.pick.minute if state.pick.minute >= 0 else context.now.hour * 60
    return replace(state, clock=time_picker.opened(context.res, minute // 60, minute % 60), overlay="clock")


def clock_changed(state: Tasks, context: Context, picker: TimePicker) -> Next[Tasks]:
    """Update the time picker."""
    return replace(state, clock=picker)


def clock_done(state: Tasks, context: Context) -> Next[Tasks]:
    """Set the picked time, if it is valid."""
    if state.clock is None:
        return state
    found = time_picker.picked(context.res, state.clock)
    if found is None:
        return replace(state, clock=replace(state.clock, wrong=True))
    state = replace(state, clock=None, overlay="pick")
    return pick_minute(state, context, found.hour * 60 + found.minute), focus("")


def close_clock(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the sheet without a time."""
    return replace(state, clock=None, overlay="pick"), focus("")
