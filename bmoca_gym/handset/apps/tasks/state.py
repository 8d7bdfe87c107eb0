"""Tasks' state: the rows of its table, how they are listed, what is open and written; the handlers of its screens."""

from __future__ import annotations

import uuid
from calendar import monthrange
from datetime import date, datetime, time, timedelta
from typing import Any

from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.kits.tables import Cell, Column, Row, Rows, Table
from bmoca_gym.handset.kits.time_picker import TimePicker
from bmoca_gym.handset.locales import sort_key
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "org.tasks"
ID = PACKAGE + ":id/"
MAIN = "com.todoroo.astrid.activity.MainActivity"
SETTINGS = f"{PACKAGE}.preferences.MainPreferences"
DATABASE = f"/data/data/{PACKAGE}/databases/database"
LIST_SCROLL = "tasks"

#: Times in ms since the epoch, 0 for none. A due date without a time of day is noon; one with a time has a second more.
TASKS = Table(
    "tasks",
    (
        Column("title", null=True),
        Column("importance", "integer"),
        Column("dueDate", "integer", unit="ms"),
        Column("hideUntil", "integer", unit="ms"),
        Column("created", "integer", unit="ms"),
        Column("modified", "integer", unit="ms"),
        Column("completed", "integer", unit="ms"),
        Column("deleted", "integer", unit="ms"),
        Column("notes", null=True),
        Column("estimatedSeconds", "integer"),
        Column("elapsedSeconds", "integer"),
        Column("timerStart", "integer"),
        Column("notificationFlags", "integer"),
        Column("lastNotified", "integer"),
        Column("recurrence", null=True),
        Column("repeat_from", "integer"),
        Column("calendarUri", null=True),
        Column("remoteId", null=True),
        Column("collapsed", "integer"),
        Column("parent", "integer"),
        Column("order", "integer", null=True),
        Column("read_only", "integer"),
    ),
)
#: The lists of the drawer with their glyphs.
LISTS = {"my_tasks": "inbox", "today": "today", "recent": "history"}
#: What the list may be grouped and sorted by.
GROUPS = ("due", "priority", "modified", "created", "none")
SORTS = ("due", "priority", "title", "modified", "created")
#: Values of importance, from the highest on, by the names of their strings.
PRIORITIES = ("high", "medium", "low", "no_priority")
NO_PRIORITY = 3
#: How often a task may repeat; "" for not at all.
FREQUENCIES = ("", "daily", "weekly", "monthly", "yearly")
#: Due dates of new tasks: days from today on, -1 for none.
DEADLINES = {"no_due_date": -1, "today": 0, "tomorrow": 1, "next_week": 7}
#: Times of day that are offered: minutes of the day.
TIMES = {"morning": 540, "afternoon": 780, "evening": 1020, "night": 1200}
_LINE_LIMIT, _TEXT_LIMIT = 500, 10_000
_DAY = 24 * 60 * 60 * 1000


@value
class View(Value):
    """How tasks are listed. ``list``: one of `LISTS`; ``bottom``: completed tasks stand below all others."""

    list: str = "my_tasks"
    group: str = "due"
    sort: str = "due"
    reverse: bool = False
    completed: bool = False
    unstarted: bool = True
    bottom: bool = True
    query: str = ""


@value
class Subtask(Value):
    """A subtask while its task is edited. ``id``: of its row, 0 for a new one."""

    id: int
    title: str
    done: bool = False


@value
class Draft(Value):
    """A task while it is written. ``id``: of its row, 0 for a new one; ``due`` and ``start`` as they are stored."""

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
    """A date that is being picked. ``field``: due or start; ``day``: ordinal, 0 for none; ``minute``: -1 for none.

    ``month``: the number of the month that is shown.
    """

    field: str
    day: int
    minute: int
    month: int


@value
class Preferences(Value):
    """What the settings have."""

    full_titles: bool = False
    notes: bool = True
    priority: int = NO_PRIORITY
    deadline: str = "no_due_date"


@value
class Tasks(Value):
    """``overlay``: "" or what is open over the screen; ``marked``: ids of rows; ``folded``: keys of closed groups.

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


# Rows


def number(row: Row, column: str) -> int:
    """A number of a task."""
    cell = TASKS.get(row, column)
    return cell if isinstance(cell, int) else 0


def text_of(row: Row, column: str) -> str:
    """A text of a task, "" where it has none."""
    return str(TASKS.get(row, column) or "")


def id_of(row: Row) -> int:
    """The id of a task."""
    return int(row[0] or 0)


def local(zone: str, at: int) -> datetime | None:
    """The local time of a stored one; None where there is none."""
    return tables.moment(TASKS.column("dueDate"), at, zone)


def has_time(at: int) -> bool:
    """Whether a stored due date has a time of day."""
    return at % 60_000 > 0


def stored(zone: str, day: int, minute: int) -> int:
    """The stored value of a day, by its ordinal, and a minute of it (-1: none)."""
    if not day:
        return 0
    of_day = time(12) if minute < 0 else time(minute // 60, minute % 60, 1)
    cell = tables.stored(TASKS.column("dueDate"), datetime.combine(date.fromordinal(day), of_day), zone)
    return cell if isinstance(cell, int) else 0


def late(row: Row, now: int) -> bool:
    """Whether a task's due date is over."""
    due = number(row, "dueDate")
    return 0 < due < (now if has_time(due) else now - _DAY // 2)


# The list


@value
class Section(Value):
    """A group of the list. ``key``: overdue, none, completed, "" or a kind and a value; ``day``: an ordinal, or 0.

    ``items``: rows, each with its depth below others and the number of its subtasks.
    """

    key: str
    day: int
    items: tuple[tuple[Row, int, int], ...]


@memo(64)
def listed(
    rows: Rows, view: View, unstarted: tuple[int, ...], zone: str, today: int, locale: str
) -> tuple[Section, ...]:
    """The groups of the list. ``unstarted``: ids of tasks that have not begun; ``today``: the day's ordinal."""
    shown = [row for row in rows if _in_view(row, view, unstarted, zone, today)]
    by_id = {id_of(row): row for row in shown}
    below: dict[int, list[Row]] = {}
    for row in sorted(shown, key=lambda row: _rank(row, view, locale)):
        below.setdefault(_parent(row, by_id), []).append(row)
    sections: dict[tuple[int, int, str], list[tuple[Row, int, int]]] = {}
    for row in below.get(0, ()):
        key = _group(row, view, zone, today)
        sections.setdefault(key, []).extend(_with_subtasks(row, below, 0))
    order = sorted(sections, key=lambda key: (key[0], -key[1] if view.reverse else key[1]))
    return tuple([Section(key[2], _day_in(key), tuple(sections[key])) for key in order])


def _in_view(row: Row, view: View, unstarted: tuple[int, ...], zone: str, today: int) -> bool:
    if number(row, "deleted") or (number(row, "completed") and not view.completed):
        return False
    if not view.unstarted and row[0] in unstarted:
        return False
    wanted = view.query.casefold().strip()
    if wanted:
        return any(wanted in text_of(row, name).casefold() for name in ("title", "notes"))
    if view.list == "today":
        return 0 < _day(row, "dueDate", zone) <= today
    return view.list != "recent" or _day(row, "modified", zone) >= today - 1


def _day(row: Row, column: str, zone: str) -> int:
    at = local(zone, number(row, column))
    return at.toordinal() if at else 0


def _rank(row: Row, view: View, locale: str) -> tuple[Any, ...]:
    """The place of a task in its group."""
    if number(row, "completed") and view.bottom:
        return (1, -number(row, "completed"), id_of(row))
    sign = -1 if view.reverse else 1
    if view.sort == "title":
        return (0, sort_key(text_of(row, "title"), locale), id_of(row))
    if view.sort in ("modified", "created"):
        return (0, -sign * number(row, view.sort), id_of(row))
    due, priority = number(row, "dueDate"), sign * number(row, "importance")
    if view.sort == "priority":
        return (0, priority, not due, sign * due, id_of(row))
    return (0, not due, sign * due, priority, id_of(row))


def _parent(row: Row, by_id: dict[int, Row]) -> int:
    """The id of the task under which one stands; 0 where that is not shown, or where it is below itself."""
    parent = at = number(row, "parent")
    seen = {id_of(row)}
    while at in by_id:
        if at in seen:
            return 0
        seen.add(at)
        at = number(by_id[at], "parent")
    return parent if parent in by_id else 0


def _with_subtasks(row: Row, below: dict[int, list[Row]], depth: int) -> list[tuple[Row, int, int]]:
    """A task and what is shown below it, however deep."""
    found: list[tuple[Row, int, int]] = []
    left = [(row, depth)]
    while left:
        one, at = left.pop()
        inner = below.get(id_of(one), [])
        found.append((one, at, len(inner)))
        if not number(one, "collapsed"):
            left += [(child, at + 1) for child in reversed(inner)]
    return found


def _group(row: Row, view: View, zone: str, today: int) -> tuple[int, int, str]:
    """The group of a task: its place among the kinds of groups, its place in its kind, its key."""
    if number(row, "completed") and view.bottom:
        return 2, 0, "completed"
    if view.group == "none":
        return 0, 0, ""
    if view.group == "priority":
        priority = min(max(number(row, "importance"), 0), NO_PRIORITY)
        return 0, priority, f"priority {priority}"
    day = _day(row, "dueDate" if view.group == "due" else view.group, zone)
    if not day:
        return 1, 0, "none"
    if view.group == "due" and day < today:
        return 0, 0, "overdue"
    return 0, day if view.group == "due" else -day, f"day {day}"


def _day_in(key: tuple[int, int, str]) -> int:
    return int(key[2].removeprefix("day ")) if key[2].startswith("day ") else 0


def _viewed(state: Tasks, **changes: Any) -> Tasks:
    return replace(state, view=replace(state.view, **changes))


def open_overlay(state: Tasks, context: Context, overlay: str) -> Any:
    """Open a sheet, a menu or a dialog over the screen."""
    return replace(state, overlay=overlay), focus("")


def close_overlay(state: Tasks, context: Context) -> Tasks:
    """Close what is open over the screen."""
    return replace(state, overlay="", pick=None, clock=None)


def show_list(state: Tasks, context: Context, name: str) -> Any:
    """Show a list of the drawer."""
    return replace(_viewed(state, list=name), overlay=""), scroll_to(LIST_SCROLL)


def switch_view(state: Tasks, context: Context, name: str) -> Any:
    """Show or hide what a switch of the view stands for."""
    return replace(_viewed(state, **{name: not getattr(state.view, name)}), overlay=""), scroll_to(
        LIST_SCROLL
    )


def arrange(state: Tasks, context: Context, name: str, chosen: str) -> Any:
    """Group or sort the list by something."""
    return replace(_viewed(state, **{name: chosen}), overlay="sort", folded=()), scroll_to(LIST_SCROLL)


def turn_round(state: Tasks, context: Context) -> Any:
    """Sort in the other direction."""
    return _viewed(state, reverse=not state.view.reverse), scroll_to(LIST_SCROLL)


def keep_below(state: Tasks, context: Context) -> Any:
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


def open_search(state: Tasks, context: Context) -> Any:
    """Open the search field."""
    return _viewed(replace(state, searching=True), query=""), focus("search")


def close_search(state: Tasks, context: Context) -> Any:
    """Go back to the whole list."""
    return _viewed(replace(state, searching=False), query=""), focus(""), scroll_to(LIST_SCROLL)


def search(state: Tasks, context: Context, text: str) -> Any:
    """Take over what is searched for."""
    return _viewed(state, query=text[:_LINE_LIMIT]), scroll_to(LIST_SCROLL)


# What is done with tasks of the list


def _changed(state: Tasks, ids: tuple[int, ...], **cells: Cell) -> Tasks:
    rows = tuple([TASKS.changed(row, **cells) if row[0] in ids else row for row in state.rows])
    return replace(state, rows=rows)


def complete(state: Tasks, context: Context, id: int) -> Any:
    """Tick a task off, or no more; one that repeats becomes due again."""
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
    """How often a rule of iCalendar repeats: one of `FREQUENCIES`."""
    for part in recurrence.removeprefix("RRULE:").split(";"):
        name, _, said = part.partition("=")
        if name == "FREQ" and said.lower() in FREQUENCIES:
            return said.lower()
    return ""


def _next(row: Row, now: int, zone: str) -> int:
    """The next due date of a task that repeats, after the last one or after now; 0 where it does not."""
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
    """Mark a task, or no more."""
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
                (0, *row[1:]), created=now, modified=now, completed=0, remoteId=_remote_id(now, row)
            )
            rows = tables.put(rows, copied)
    return replace(state, rows=rows, marked=(), overlay="")


def complete_marked(state: Tasks, context: Context) -> Tasks:
    """Tick all marked tasks off."""
    now = context.phone.clock.wall
    return replace(_changed(state, state.marked, completed=now, modified=now), marked=(), overlay="")


def delete_marked(state: Tasks, context: Context) -> Any:
    """Delete the marked tasks."""
    said = toast(context.res.string("tasks.deleted", count=len(state.marked)))
    return replace(_deleted(state, context, state.marked), marked=(), overlay=""), said


def _deleted(state: Tasks, context: Context, ids: tuple[int, ...]) -> Tasks:
    now = context.phone.clock.wall
    return _changed(state, ids, deleted=now, modified=now)


def clear_completed(state: Tasks, context: Context) -> Any:
    """Delete all tasks that are ticked off."""
    done = tuple(id_of(row) for row in state.rows if number(row, "completed") and not number(row, "deleted"))
    said = toast(context.res.string("tasks.deleted", count=len(done)))
    return replace(_deleted(state, context, done), overlay=""), said


def share_list(state: Tasks, context: Context, titles: tuple[str, ...]) -> Any:
    """Offer the titles of the list to other apps."""
    text = "\n".join(f"[ ] {title}" for title in titles)
    return replace(state, overlay=""), share(
        Intent(intents.SEND, type="text/plain", extras=((intents.TEXT, text),))
    )


# The editor


def add(state: Tasks, context: Context) -> Any:
    """Open the editor of a new task."""
    kept, today = state.preferences, context.now.toordinal()
    days = DEADLINES[kept.deadline]
    due = stored(context.phone.zone, today + days, -1) if days >= 0 else 0
    if state.view.list == "today":
        due = stored(context.phone.zone, today, -1)
    draft = Draft(priority=kept.priority, due=due)
    return replace(state, draft=draft, before=draft, overlay="", marked=()), focus("title")


def edit(state: Tasks, context: Context, id: int) -> Any:
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
    )  # fmt: skip
    return replace(state, draft=draft, before=draft, overlay=""), focus(""), scroll_to("editor")


def _drafted(state: Tasks, **changes: Any) -> Tasks:
    return state if state.draft is None else replace(state, draft=replace(state.draft, **changes))


def write(state: Tasks, context: Context, name: str, text: str) -> Tasks:
    """Take over the title or the description."""
    return _drafted(state, **{name: text[: _TEXT_LIMIT if name == "notes" else _LINE_LIMIT]})


def choose(state: Tasks, context: Context, name: str, chosen: Any) -> Any:
    """Take over what was chosen for a field of the draft."""
    return replace(_drafted(state, **{name: chosen}), overlay=""), focus("")


def repeat(state: Tasks, context: Context, often: str) -> Any:
    """Have the task repeat, or not."""
    return choose(state, context, "recurrence", f"RRULE:FREQ={often.upper()}" if often else "")


def add_subtask(state: Tasks, context: Context) -> Any:
    """Begin another subtask."""
    if state.draft is None:
        return state
    place = len(state.draft.subtasks)
    return _drafted(state, subtasks=(*state.draft.subtasks, Subtask(0, ""))), focus(f"subtask {place}")


def change_subtask(state: Tasks, context: Context, place: int, text: str) -> Tasks:
    """Take over the title of a subtask."""
    return _with_subtask(state, place, title=text[:_LINE_LIMIT])


def tick_subtask(state: Tasks, context: Context, place: int) -> Tasks:
    """Tick a subtask off, or no more."""
    if state.draft is None or place >= len(state.draft.subtasks):
        return state
    return _with_subtask(state, place, done=not state.draft.subtasks[place].done)


def _with_subtask(state: Tasks, place: int, **changes: Any) -> Tasks:
    if state.draft is None or place >= len(state.draft.subtasks):
        return state
    below = list(state.draft.subtasks)
    below[place] = replace(below[place], **changes)
    return _drafted(state, subtasks=tuple(below))


def drop_subtask(state: Tasks, context: Context, place: int) -> Any:
    """Take a subtask away."""
    if state.draft is None:
        return state
    below = (*state.draft.subtasks[:place], *state.draft.subtasks[place + 1 :])
    return _drafted(state, subtasks=below), focus("")


def save(state: Tasks, context: Context) -> Any:
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
        row = TASKS.changed(row, remoteId=_remote_id(now, row))
    rows = tables.put(state.rows, row)
    id = draft.id if old is not None else id_of(rows[-1])
    rows = _with_all_subtasks(rows, draft, state.before, id, now)
    left = replace(state, rows=rows, draft=None, before=None, overlay="")
    return left, focus("")


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
        rows = tables.put(rows, TASKS.changed(row, remoteId=_remote_id(now, row)) if old is None else row)
    return rows


def _remote_id(now: int, row: Row) -> str:
    """A name that no other task has, which synchronisation goes by."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{now} {row[1:]}").int >> 66)


def discard(state: Tasks, context: Context) -> Any:
    """Leave the editor without saving."""
    return replace(state, draft=None, before=None, overlay=""), focus("")


def cancel(state: Tasks, context: Context) -> Any:
    """Leave the editor; ask before changes are lost."""
    if state.draft != state.before:
        return replace(state, overlay="discard"), focus("")
    return discard(state, context)


def delete_task(state: Tasks, context: Context) -> Any:
    """Delete the task that is edited."""
    if state.draft is None:
        return state
    said = toast(context.res.string("tasks.deleted", count=1))
    state = _deleted(state, context, (state.draft.id,))
    return replace(state, draft=None, before=None, overlay=""), focus(""), said


# Picking a date


def open_pick(state: Tasks, context: Context, field: str) -> Any:
    """Open the sheet that picks the due date or the start date."""
    if state.draft is None:
        return state
    cell: int = getattr(state.draft, field)
    at = local(context.phone.zone, cell)
    day = at.toordinal() if at else 0
    minute = at.hour * 60 + at.minute if at and has_time(cell) else -1
    shown = at.date() if at else context.now.date()
    pick = Pick(field, day, minute, date_picker.month_of(shown))
    return replace(state, pick=pick, overlay="pick"), focus(""), scroll_to("pick")


def _picked(state: Tasks, **changes: Any) -> Tasks:
    return state if state.pick is None else replace(state, pick=replace(state.pick, **changes))


def pick_day(state: Tasks, context: Context, ordinal: int) -> Tasks:
    """Pick a day, or with 0 none."""
    if not ordinal:
        return _picked(state, day=0, minute=-1)
    return _picked(state, day=ordinal, month=date_picker.month_of(date.fromordinal(ordinal)))


def pick_minute(state: Tasks, context: Context, minute: int) -> Tasks:
    """Pick a time of day, today where no day is picked, or with -1 none."""
    if state.pick is None:
        return state
    day = state.pick.day or (context.now.toordinal() if minute >= 0 else 0)
    return _picked(state, day=day, minute=minute)


def turn_month(state: Tasks, context: Context, by: int) -> Tasks:
    """Show the month before or after."""
    if state.pick is None:
        return state
    month = state.pick.month + by
    return (
        _picked(state, month=month)
        if date_picker.FIRST_YEAR <= month // 12 <= date_picker.LAST_YEAR
        else state
    )


def pick_done(state: Tasks, context: Context) -> Tasks:
    """Take over the date that was picked."""
    pick = state.pick
    if pick is None:
        return state
    state = _drafted(state, **{pick.field: stored(context.phone.zone, pick.day, pick.minute)})
    return replace(state, pick=None, overlay="")


def open_clock(state: Tasks, context: Context) -> Any:
    """Open the time picker."""
    if state.pick is None:
        return state
    minute = state.pick.minute if state.pick.minute >= 0 else context.now.hour * 60
    return replace(state, clock=time_picker.opened(context.res, minute // 60, minute % 60), overlay="clock")


def clock_changed(state: Tasks, context: Context, picker: TimePicker) -> Any:
    """Take over the time picker after a touch."""
    return replace(state, clock=picker)


def clock_done(state: Tasks, context: Context) -> Any:
    """Take over the time that was picked, where it is one."""
    if state.clock is None:
        return state
    found = time_picker.picked(context.res, state.clock)
    if found is None:
        return replace(state, clock=replace(state.clock, wrong=True))
    state = replace(state, clock=None, overlay="pick")
    return pick_minute(state, context, found.hour * 60 + found.minute), focus("")


def close_clock(state: Tasks, context: Context) -> Any:
    """Go back to the sheet without a time."""
    return replace(state, clock=None, overlay="pick"), focus("")


# Settings


def open_settings(state: Tasks, context: Context) -> Any:
    """Open the settings."""
    return replace(state, overlay=""), start(f"{PACKAGE}/{SETTINGS}")


def prefer(state: Tasks, context: Context, name: str, chosen: Any) -> Tasks:
    """Change a setting."""
    return replace(state, preferences=replace(state.preferences, **{name: chosen}), overlay="")


def leave_settings(state: Tasks, context: Context) -> Any:
    """Go back to the list."""
    return replace(state, overlay=""), finish()


# The app


def back(state: Tasks, context: Context) -> Any:
    """Close what is open over the screen; ask before changes are lost; go back to the first list."""
    if state.overlay == "clock":
        return close_clock(state, context)
    if state.overlay in ("group", "order"):
        return replace(state, overlay="sort")
    if state.overlay:
        return close_overlay(state, context)
    if context.activity is not None and context.activity.name == SETTINGS:
        return state
    if state.draft is not None:
        return cancel(state, context)
    if state.marked:
        return unmark(state, context)
    if state.searching:
        return close_search(state, context)
    return show_list(state, context, "my_tasks") if state.view.list != "my_tasks" else state


def closed(state: Tasks) -> Tasks:
    """The state when the app is left: its tasks, and how they are listed, are kept."""
    view = replace(state.view, list="my_tasks", query="")
    return Tasks(state.rows, view, state.preferences)
