"""Tasks' reminders, and the actions of their notifications: open or complete a task, which can be undone."""

from __future__ import annotations

from calendar import monthrange
from datetime import timedelta

from bmoca_gym.handset.apps.tasks import places
from bmoca_gym.handset.apps.tasks.rows import (
    ALARMS,
    AT,
    AT_END,
    AT_START,
    NO_PRIORITY,
    TASKS,
    Alarm,
    frequency,
    has_time,
    id_of,
    local,
    number,
    stored,
    text_of,
)
from bmoca_gym.handset.apps.tasks.state import CHANNEL, MAIN, PACKAGE, Draft, Subtask, Tasks
from bmoca_gym.handset.effects import focus, schedule, scroll_to
from bmoca_gym.handset.kits import date_picker, reminders, tables
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.tables import Cell, Row, Rows
from bmoca_gym.handset.manifest import Next, Step
from bmoca_gym.handset.resources import of
from bmoca_gym.handset.state import Context, Notification, Phone
from bmoca_gym.handset.system import activities, notifications
from bmoca_gym.handset.value import do, replace

_EVENING = 18 * 60  # the minute at which tasks without a time of day notify
_SNACKBAR_MILLISECONDS = 4000
_MOST_TIMES = 100
#: The cells of an alarm, in the order of `Alarm`.
_CELLS = ("type", "time", "repeat", "interval")
_DAY = 24 * 60 * 60 * 1000
#: When a task is due, and on six days after that: the alarms of a task that gets a due date.
WHEN_DUE, WHEN_OVERDUE, WHEN_STARTED = Alarm(AT_END), Alarm(AT_END, _DAY, 6, _DAY), Alarm(AT_START)
DEFAULT_ALARMS = (WHEN_DUE, WHEN_OVERDUE)


# Reminders


def armed(phone: Phone) -> Phone:
    """Schedule the next reminder, and remove those of completed or deleted tasks."""
    rows = phone.apps[PACKAGE].rows
    for one in phone.notifications:
        if one.package == PACKAGE:
            row = tables.with_id(rows, int(one.key))
            if row is None or not _is_open(row):
                phone = notifications.cancel(phone, PACKAGE, one.key)
    return reminders.armed(phone, PACKAGE, _due, _notification)


def alarms_of(id: int, alarms: Rows) -> tuple[Alarm, ...]:
    """The alarms of a task."""
    found = [row for row in alarms if ALARMS.get(row, "task") == id]
    return tuple([Alarm(*[int(ALARMS.get(row, name) or 0) for name in _CELLS]) for row in found])


def with_alarms(id: int, alarms: Rows, wanted: tuple[Alarm, ...]) -> Rows:
    """The alarm rows with a task's alarms replaced."""
    if alarms_of(id, alarms) == wanted:
        return alarms
    alarms = tuple([row for row in alarms if ALARMS.get(row, "task") != id])
    for one in wanted:
        row = ALARMS.row(task=id, type=one.kind, time=one.time, repeat=one.repeat, interval=one.interval)
        alarms = tables.put(alarms, row)
    return alarms


def _is_open(row: Row) -> bool:
    return not number(row, "completed") and not number(row, "deleted")


def _due(phone: Phone) -> list[tuple[int, Row]] | None:
    state = phone.apps[PACKAGE]
    found = []
    for alarm in state.alarms:
        row = tables.with_id(state.rows, int(ALARMS.get(alarm, "task") or 0))
        if row is None or not _is_open(row):
            continue
        kind, time, times, every = (int(ALARMS.get(alarm, name) or 0) for name in _CELLS)
        if kind == AT:
            found.append((time - time % 60_000, row))
            continue
        cell = number(row, "hideUntil" if kind == AT_START else "dueDate")
        day = local(phone.zone, cell)
        if day is None:
            continue
        begin = cell if has_time(cell) else stored(phone.zone, day.toordinal(), _EVENING)
        first = begin - begin % 60_000 + time
        found += [(first + every * again, row) for again in range(min(times, _MOST_TIMES) + 1)]
    return found or None


def _notification(phone: Phone, row: Row) -> Notification:
    id = id_of(row)
    done = of(phone.configuration).string("tasks.complete")
    return Notification(
        PACKAGE, str(id), text_of(row, "title"), text_of(row, "notes"), "check_circle", tap=do(_open, id),
        actions=((done, do(_complete, id)),), importance=notifications.HIGH, channel=CHANNEL,
    )  # fmt: skip


def _open(phone: Phone, id: int) -> Phone:
    return activities.start(phone.handled(PACKAGE, opened, (id,)), f"{PACKAGE}/{MAIN}")


def _complete(phone: Phone, id: int) -> Phone:
    return phone.handled(PACKAGE, complete, (id,))


# What is done with a task


def opened(state: Tasks, context: Context, id: int) -> Next[Tasks]:
    """Open the editor of a task."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    below = [
        one
        for one in state.rows
        if number(one, "parent") == id and one[0] != id and not number(one, "deleted")
    ]
    draft = Draft(
        id, number(row, "parent"), text_of(row, "title"), text_of(row, "notes"),
        min(max(number(row, "importance"), 0), NO_PRIORITY), number(row, "dueDate"), number(row, "hideUntil"),
        text_of(row, "recurrence"), bool(number(row, "completed")),
        tuple([Subtask(id_of(one), text_of(one, "title"), bool(number(one, "completed"))) for one in below]),
        places.list_ids(state.links, state.lists).get(id, 0),
        places.tag_ids(state.tagged, state.tags).get(id, ()),
        alarms_of(id, state.alarms),
    )  # fmt: skip
    return without_overlay(state, draft=draft, before=draft), focus(""), scroll_to("editor")


def changed(state: Tasks, ids: tuple[int, ...], **cells: Cell) -> Tasks:
    """The state with cells of some tasks changed."""
    rows = tuple([TASKS.changed(row, **cells) if row[0] in ids else row for row in state.rows])
    return replace(state, rows=rows)


def complete(state: Tasks, context: Context, id: int) -> Next[Tasks]:
    """Complete a task, or undo that. A repeating one becomes due again."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    now = context.phone.clock.wall
    if number(row, "completed"):
        return changed(state, (id,), completed=0, modified=now), do(armed)
    due = _next(row, now, context.phone.zone)
    if due:
        return undoable(state, changed(state, (id,), dueDate=due, modified=now), context, "repeats")
    return undoable(state, changed(state, (id,), completed=now, modified=now), context, "task_completed")


def undoable(before: Tasks, after: Tasks, context: Context, said: str) -> Step[Tasks]:
    """Offer for four seconds to undo a change of tasks. ``said``: the name of a string."""
    over = schedule(PACKAGE, "snackbar", context.uptime + _SNACKBAR_MILLISECONDS, do(hush), "uptime")
    rows = tuple([row for row, new in zip(before.rows, after.rows, strict=True) if row is not new])
    return replace(after, undo=rows, said=said), do(armed), over


def hush(state: Tasks, context: Context) -> Tasks:
    """Forget what could be undone."""
    return replace(state, undo=(), said="")


def undo(state: Tasks, context: Context) -> Next[Tasks]:
    """Undo the last change of tasks."""
    rows = state.rows
    for row in state.undo:
        rows = tables.put(rows, row)
    return replace(state, rows=rows, undo=(), said=""), do(armed)


def _next(row: Row, now: int, zone: str) -> int:
    """The next due date of a repeating task, after the last one or after now; 0 if it does not repeat."""
    often = frequency(text_of(row, "recurrence"))
    last = local(zone, number(row, "dueDate")) or local(zone, now)
    if not often or last is None or last.year > 9000:
        return 0
    if often in ("daily", "weekly"):
        then = last + timedelta(1 if often == "daily" else 7)
    else:
        month = date_picker.month_of(last.date()) + (1 if often == "monthly" else 12)
        first = date_picker.first_of(month)
        then = last.replace(first.year, first.month, min(last.day, monthrange(first.year, first.month)[1]))
    minute = then.hour * 60 + then.minute if has_time(number(row, "dueDate")) else -1
    return stored(zone, then.toordinal(), minute)
