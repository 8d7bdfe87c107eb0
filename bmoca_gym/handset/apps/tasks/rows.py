"""Tasks' rows: columns, texts, and order."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.value import Value, memo, value

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
#: When a task reminds: ms relative to its start or end (``type`` 1 or 2).
ALARMS = Table(
    "alarms",
    (
        Column("task", "integer"),
        Column("time", "integer"),
        Column("type", "integer"),
        Column("repeat", "integer"),
        Column("interval", "integer"),
    ),
)
#: Kinds of alarms: at a time, at a task's start, at its end.
AT, AT_START, AT_END = 0, 1, 2
NO_PRIORITY = 3
#: How often a task may repeat; "" for not at all.
FREQUENCIES = ("", "daily", "weekly", "monthly", "yearly")
_DAY = 24 * 60 * 60 * 1000


@value
class Alarm(Value):
    """When a task reminds. ``kind``: `AT` (``time``: ms since the epoch), `AT_START` or `AT_END` (ms after it)."""

    kind: int
    time: int = 0
    repeat: int = 0
    interval: int = 0


@value
class View(Value):
    """The order of listed tasks.

    ``list``: one of `LISTS`, or a kind of `places.KINDS` and an id; ``bottom``: completed tasks come last.
    """

    list: str = "my_tasks"
    group: str = "due"
    sort: str = "due"
    reverse: bool = False
    completed: bool = False
    unstarted: bool = True
    bottom: bool = True


# Rows


def number(row: Row, column: str) -> int:
    """A number of a task."""
    cell = TASKS.get(row, column)
    return cell if isinstance(cell, int) else 0


def text_of(row: Row, column: str) -> str:
    """A text of a task, or ""."""
    return str(TASKS.get(row, column) or "")


def id_of(row: Row) -> int:
    """The id of a task."""
    return int(row[0] or 0)


def local(zone: str, at: int) -> datetime | None:
    """The local time of a stored one, or None."""
    return tables.moment(TASKS.column("dueDate"), at, zone)


def has_time(at: int) -> bool:
    """Whether a stored due date has a time of day."""
    return at % 60_000 > 0


def stored(zone: str, day: int, minute: int) -> int:
    """The stored value of a day, given as an ordinal, and a minute of it (-1: none)."""
    if not day:
        return 0
    of_day = time(12) if minute < 0 else time(minute // 60, minute % 60, 1)
    cell = tables.stored(TASKS.column("dueDate"), datetime.combine(date.fromordinal(day), of_day), zone)
    return cell if isinstance(cell, int) else 0


def late(row: Row, now: int) -> bool:
    """Whether a task is overdue."""
    due = number(row, "dueDate")
    return 0 < due < (now if has_time(due) else now - _DAY // 2)


def frequency(recurrence: str) -> str:
    """The frequency of an iCalendar rule: one of `FREQUENCIES`."""
    parts = dict([part.partition("=")[::2] for part in recurrence.removeprefix("RRULE:").split(";")])
    often = parts.get("FREQ", "").lower()
    return often if often in FREQUENCIES else ""


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
    rows: Rows, view: View, query: str, unstarted: tuple[int, ...], zone: str, today: int, locale: str,
    members: tuple[int, ...] | None = None,
) -> tuple[Section, ...]:  # fmt: skip
    """The groups of the list. ``unstarted``: ids of tasks that have not started; ``today``: an ordinal.

    ``members``: the ids of the tasks in the list, None for all.
    """
    wanted = query.casefold().strip()
    among = None if members is None else frozenset(members)
    shown = [
        row
        for row in rows
        if (among is None or wanted or row[0] in among)
        and _in_view(row, view, wanted, unstarted, zone, today)
    ]
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


def _in_view(row: Row, view: View, wanted: str, unstarted: tuple[int, ...], zone: str, today: int) -> bool:
    if number(row, "deleted") or (number(row, "completed") and not view.completed):
        return False
    if not view.unstarted and row[0] in unstarted:
        return False
    if wanted:
        return any(wanted in text_of(row, name).casefold() for name in ("title", "notes"))
    if view.list == "today":
        return 0 < _day(row, "dueDate", zone) <= today
    return view.list != "recent" or _day(row, "modified", zone) >= today - 1


def _day(row: Row, column: str, zone: str) -> int:
    at = local(zone, number(row, column))
    return at.toordinal() if at else 0


def _rank(row: Row, view: View, locale: str) -> tuple[Any, ...]:
    """The sort key of a task in its group."""
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
    """The id of a task's parent; 0 if that is not shown, or is one of its descendants."""
    parent = at = number(row, "parent")
    seen = {id_of(row)}
    while at in by_id:
        if at in seen:
            return 0
        seen.add(at)
        at = number(by_id[at], "parent")
    return parent if parent in by_id else 0


def _with_subtasks(row: Row, below: dict[int, list[Row]], depth: int) -> list[tuple[Row, int, int]]:
    """A task and all its visible descendants."""
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
