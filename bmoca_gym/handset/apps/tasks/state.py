"""Tasks' state: rows, open pages, selection, draft; and the handlers of list and settings."""

from __future__ import annotations

import uuid
from calendar import monthrange
from datetime import timedelta
from typing import Any

from bmoca_gym.handset.apps.tasks.rows import (
    NO_PRIORITY,
    TASKS,
    View,
    has_time,
    id_of,
    local,
    number,
    stored,
    text_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import date_picker, tables
from bmoca_gym.handset.kits.tables import Cell, Row, Rows
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "org.tasks"
ID = PACKAGE + ":id/"
MAIN = "com.todoroo.astrid.activity.MainActivity"
SETTINGS = f"{PACKAGE}.preferences.MainPreferences"
DATABASE = f"/data/data/{PACKAGE}/databases/database"
LIST_SCROLL = "tasks"

#: The lists of the drawer with their glyphs.
LISTS = {"my_tasks": "inbox", "today": "today", "recent": "history"}
#: What the list may be grouped and sorted by.
GROUPS = ("due", "priority", "modified", "created", "none")
SORTS = ("due", "priority", "title", "modified", "created")
#: Values of importance, from the highest on, by the names of their strings.
PRIORITIES = ("high", "medium", "low", "no_priority")
#: How often a task may repeat; "" for not at all.
FREQUENCIES = ("", "daily", "weekly", "monthly", "yearly")
#: Due dates of new tasks: days from today on, -1 for none.
DEADLINES = {"no_due_date": -1, "today": 0, "tomorrow": 1, "next_week": 7}
#: Times of day that are offered: minutes of the day.
TIMES = {"morning": 540, "afternoon": 780, "evening": 1020, "night": 1200}
LINE_LIMIT = 500


@value
class Subtask(Value):
    """A subtask while its task is edited. ``id``: of its row, 0 for a new one."""

    id: int
    title: str
    done: bool = False


@value
class Draft(Value):
    """A task being written. ``id``: of its row, 0 for a new one; ``due`` and ``start`` as they are stored."""

    id: int = 0
    parent: int = 0
    title: str = ""
    notes: str = ""
    priority: int = NO_PRIORITY
    due: int = 0
    start: int = 0
    recurrence: str = ""
    done: bool = False
    subtasks: tuple[Subtask, ...] = ()


@value
class Pick(Value):
    """A date being picked. ``field``: due or start; ``day``: ordinal, 0 for none; ``minute``: -1 for none.

    ``month``: the number of the month that is shown.
    """

    field: str
    day: int
    minute: int
    month: int


@value
class Preferences(Value):
    """Values of the settings."""

    full_titles: bool = False
    notes: bool = True
    priority: int = NO_PRIORITY
    deadline: str = "no_due_date"


@value
class Tasks(Value):
    """The app's state. ``overlay``: the open menu or dialog, or ""; ``marked``: ids of selected rows; ``folded``:
    keys of collapsed groups.

    ``before``: the draft as it was opened.
    """

    rows: Rows = ()
    view: View = View()
    preferences: Preferences = Preferences()
    overlay: str = ""
    searching: bool = False
    marked: tuple[int, ...] = ()
    folded: tuple[str, ...] = ()
    draft: Draft | None = None
    before: Draft | None = None
    pick: Pick | None = None
    clock: TimePicker | None = None


# The list


def _viewed(state: Tasks, **changes: Any) -> Tasks:
    return replace(state, view=replace(state.view, **changes))


def open_overlay(state: Tasks, context: Context, overlay: str) -> Next[Tasks]:
    """Open a sheet, a menu or a dialog over the screen."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: Tasks, context: Context) -> Tasks:
    """Close the open dialog or menu."""
    return replace(state, overlay="", pick=None, clock=None)


def show_list(state: Tasks, context: Context, name: str) -> Next[Tasks]:
    """Show a list of the drawer."""
    return replace(_viewed(state, list=name), overlay=""), scroll_to(LIST_SCROLL)


def switch_view(state: Tasks, context: Context, name: str) -> Next[Tasks]:
    """Toggle a switch of the view."""
    return replace(_viewed(state, **{name: not getattr(state.view, name)}), overlay=""), scroll_to(
        LIST_SCROLL
    )


def arrange(state: Tasks, context: Context, name: str, chosen: str) -> Next[Tasks]:
    """Group or sort the list by something."""
    return replace(_viewed(state, **{name: chosen}), overlay="sort", folded=()), scroll_to(LIST_SCROLL)


def turn_round(state: Tasks, context: Context) -> Next[Tasks]:
    """Sort in the other direction."""
    return _viewed(state, reverse=not state.view.reverse), scroll_to(LIST_SCROLL)


def keep_below(state: Tasks, context: Context) -> Next[Tasks]:
    """Have completed tasks below all others, or among them."""
    return _viewed(state, bottom=not state.view.bottom), scroll_to(LIST_SCROLL)


def fold(state: Tasks, context: Context, key: str) -> Tasks:
    """Close a group of the list, or open it."""
    without = tuple(one for one in state.folded if one != key)
    return replace(state, folded=without if key in state.folded else (*state.folded, key))


def fold_subtasks(state: Tasks, context: Context, id: int) -> Tasks:
    """Hide the subtasks of a task, or show them."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    changed = TASKS.changed(row, collapsed=0 if number(row, "collapsed") else 1)
    return replace(state, rows=tables.put(state.rows, changed))


def fold_all(state: Tasks, context: Context, collapsed: int) -> Tasks:
    """Hide all subtasks, or show them."""
    parents = {number(row, "parent") for row in state.rows}
    rows = tuple(
        [TASKS.changed(row, collapsed=collapsed) if row[0] in parents else row for row in state.rows]
    )
    return replace(state, rows=rows, overlay="")


def open_search(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the search field."""
    return _viewed(replace(state, searching=True), query=""), focus("search")


def close_search(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the whole list."""
    return _viewed(replace(state, searching=False), query=""), focus(""), scroll_to(LIST_SCROLL)


def search(state: Tasks, context: Context, text: str) -> Next[Tasks]:
    """Update the search text."""
    return _viewed(state, query=text[:LINE_LIMIT]), scroll_to(LIST_SCROLL)


# What is done with tasks of the list


def _changed(state: Tasks, ids: tuple[int, ...], **cells: Cell) -> Tasks:
    rows = tuple([TASKS.changed(row, **cells) if row[0] in ids else row for row in state.rows])
    return replace(state, rows=rows)


def complete(state: Tasks, context: Context, id: int) -> Next[Tasks]:
    """Complete a task, or undo that. A repeating one becomes due again."""
    row = tables.with_id(state.rows, id)
    if row is None:
        return state
    now = context.phone.clock.wall
    if number(row, "completed"):
        return _changed(state, (id,), completed=0, modified=now)
    due = _next(row, now, context.phone.zone)
    if due:
        said = toast(context.res.string("tasks.repeats"))
        return _changed(state, (id,), dueDate=due, modified=now), said
    return _changed(state, (id,), completed=now, modified=now), toast(
        context.res.string("tasks.task_completed")
    )


def frequency(recurrence: str) -> str:
    """Frequency of a rule of iCalendar: one of `FREQUENCIES`."""
    for part in recurrence.removeprefix("RRULE:").split(";"):
        name, _, said = part.partition("=")
        if name == "FREQ" and said.lower() in FREQUENCIES:
            return said.lower()
    return ""


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


def mark(state: Tasks, context: Context, id: int) -> Tasks:
    """Select or deselect a task."""
    without = tuple(one for one in state.marked if one != id)
    return replace(state, marked=without if id in state.marked else (*state.marked, id))


def mark_all(state: Tasks, context: Context, ids: tuple[int, ...]) -> Tasks:
    """Mark all tasks of the list."""
    return replace(state, marked=ids, overlay="")


def unmark(state: Tasks, context: Context) -> Tasks:
    """Mark nothing."""
    return replace(state, marked=(), overlay="")


def copy_marked(state: Tasks, context: Context) -> Tasks:
    """Put copies of the marked tasks below them."""
    now, rows = context.phone.clock.wall, state.rows
    for row in state.rows:
        if row[0] in state.marked:
            copied = TASKS.changed(
                (0, *row[1:]), created=now, modified=now, completed=0, remoteId=remote_id(now, row)
            )
            rows = tables.put(rows, copied)
    return replace(state, rows=rows, marked=(), overlay="")


def complete_marked(state: Tasks, context: Context) -> Tasks:
    """Tick all marked tasks off."""
    now = context.phone.clock.wall
    return replace(_changed(state, state.marked, completed=now, modified=now), marked=(), overlay="")


def delete_marked(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete the marked tasks."""
    said = toast(context.res.string("tasks.deleted", count=len(state.marked)))
    return replace(deleted(state, context, state.marked), marked=(), overlay=""), said


def remote_id(now: int, row: Row) -> str:
    """A name that no other task has, which synchronisation goes by."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{now} {row[1:]}").int >> 66)


def deleted(state: Tasks, context: Context, ids: tuple[int, ...]) -> Tasks:
    """The state without tasks: their rows stay, with when they were deleted."""
    now = context.phone.clock.wall
    return _changed(state, ids, deleted=now, modified=now)


def clear_completed(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete all tasks that are ticked off."""
    done = tuple(id_of(row) for row in state.rows if number(row, "completed") and not number(row, "deleted"))
    said = toast(context.res.string("tasks.deleted", count=len(done)))
    return replace(deleted(state, context, done), overlay=""), said


def share_list(state: Tasks, context: Context, titles: tuple[str, ...]) -> Next[Tasks]:
    """Offer the titles of the list to other apps."""
    text = "\n".join(f"[ ] {title}" for title in titles)
    return replace(state, overlay=""), share(
        Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, text),))
    )


# Settings


def open_settings(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def prefer(state: Tasks, context: Context, name: str, chosen: Any) -> Tasks:
    """Change a setting."""
    return replace(state, preferences=replace(state.preferences, **{name: chosen}), overlay="")


def leave_settings(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the list."""
    return replace(state, overlay=""), finish()


# The app


def closed(state: Tasks) -> Tasks:
    """The state after the app is closed: its tasks, and how they are listed, are kept."""
    view = replace(state.view, list="my_tasks", query="")
    return Tasks(state.rows, view, state.preferences)
