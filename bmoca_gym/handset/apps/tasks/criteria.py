"""The criteria of Tasks' filters: which tasks match, their names on the screen, and how the database stores them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bmoca_gym.handset.apps.tasks import places
from bmoca_gym.handset.apps.tasks.places import FILTERS, KINDS, LISTS, Collections, Criterion, cell_text
from bmoca_gym.handset.apps.tasks.rows import has_time, id_of, local, number, text_of
from bmoca_gym.handset.apps.tasks.state import PRIORITIES
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import memo

#: What a due date may be compared with, by the name of its string: as it is stored, and so many days from today.
DUE_BY = {
    "0": ("none", 0),
    "EODY()": ("yesterday", -1),
    "EOD()": ("today", 0),
    "EODT()": ("tomorrow", 1),
    "EODW()": ("next_week", 7),
    "NOW()": ("now", 0),
}
_MOST = 20
_ACTIVE = "SELECT tasks._id FROM tasks WHERE ((tasks.completed<=0) AND (tasks.deleted<=0))"
#: Pairs of a value as it is stored and its name on the screen.
Options = list[tuple[str, str]]


class Moment(NamedTuple):
    """The moment at which tasks are compared: time zone, day as an ordinal, ms since the epoch."""

    zone: str
    today: int
    now: int


# Which tasks fit


def _has_words(all: Collections, task: Row, chosen: str, moment: Moment) -> bool:
    return plain(chosen) in plain(text_of(task, "title"))


def _is_important(all: Collections, task: Row, chosen: str, moment: Moment) -> bool:
    return chosen.isdigit() and number(task, "importance") <= int(chosen)


def _has_tag(all: Collections, task: Row, chosen: str, moment: Moment) -> bool:
    ids = places.tag_ids(all.tagged, all.tags).get(id_of(task), ())
    return any(places.named("tag", row)[1] == chosen for row in all.tags if id_of(row) in ids)


def _is_in_list(all: Collections, task: Row, chosen: str, moment: Moment) -> bool:
    row = tables.with_id(all.lists, places.list_ids(all.links, all.lists).get(id_of(task), 0))
    return row is not None and cell_text(LISTS, row, "cdl_uuid") == chosen


def _is_due(all: Collections, task: Row, chosen: str, moment: Moment) -> bool:
    due = number(task, "dueDate")
    at = local(moment.zone, due)
    if chosen == "0" or at is None:
        return chosen == "0" and at is None
    if chosen == "NOW()":
        return due <= moment.now if has_time(due) else at.toordinal() <= moment.today
    return at.toordinal() <= moment.today + DUE_BY[chosen][1] if chosen in DUE_BY else False


# What they are compared with


def _dates(res: Resources, tags: tuple[str, ...], lists: tuple[tuple[str, str], ...]) -> Options:
    return [(value, res.string(f"tasks.{name}")) for value, (name, _) in DUE_BY.items()]


def _priorities(res: Resources, tags: tuple[str, ...], lists: tuple[tuple[str, str], ...]) -> Options:
    return [(str(place), res.string(f"tasks.{name}")) for place, name in enumerate(PRIORITIES)]


def _due_text(res: Resources, chosen: str, lists: dict[str, str]) -> str:
    return res.string(f"tasks.{DUE_BY[chosen][0]}") if chosen in DUE_BY else chosen


def _priority_text(res: Resources, chosen: str, lists: dict[str, str]) -> str:
    if not chosen.isdigit():
        return chosen
    return res.string(f"tasks.{PRIORITIES[min(int(chosen), len(PRIORITIES) - 1)]}")


class Kind(NamedTuple):
    """A kind of criterion.

    Attributes:
        fits: Whether a task fits the chosen value.
        query: The database's query of such tasks; "?" stands for the value.
        options: The values to choose from; None if words are typed.
        text: A chosen value as the screen shows it. Takes the names of the lists by uuid.
        needs: The field of `Collections` that must have rows for the kind to be offered.
    """

    fits: Callable[[Collections, Row, str, Moment], bool]
    query: str
    options: Callable[[Resources, tuple[str, ...], tuple[tuple[str, str], ...]], Options] | None
    text: Callable[[Resources, str, dict[str, str]], str] = lambda res, chosen, lists: chosen
    needs: str = ""


#: The kinds of criteria, by their names in the database.
CRITERIA = {
    "tag_is": Kind(
        _has_tag,
        "SELECT tags.task FROM tags INNER JOIN tasks ON (tags.task=tasks._id) WHERE (tags.name='?')",
        lambda res, tags, lists: [(name, name) for name in tags],
        needs="tags",
    ),
    "dueDate": Kind(
        _is_due, f"{_ACTIVE} AND ('?'=0 OR dueDate>0) AND (dueDate<='?')", _dates, _due_text
    ),
    "importance": Kind(_is_important, f"{_ACTIVE} AND (importance<='?')", _priorities, _priority_text),
    "title": Kind(_has_words, f"{_ACTIVE} AND (title LIKE '%?%')", None),
    "caldavlist": Kind(
        _is_in_list,
        "SELECT cd_task FROM caldav_tasks INNER JOIN tasks ON (cd_task=tasks._id) WHERE (cd_deleted=0) "
        "AND (cd_calendar='?')",
        lambda res, tags, lists: list(lists),
        lambda res, chosen, lists: lists.get(chosen, ""),
        needs="lists",
    ),
}  # fmt: skip


# Which tasks belong to a view


@memo(64)
def members(
    all: Collections, rows: Rows, view: str, zone: str, today: int, now: int
) -> tuple[int, ...] | None:
    """The ids of the tasks in a list, with a tag or in a filter; None if a view shows tasks of all lists."""
    kind, _, at = view.partition(" ")
    if kind not in KINDS or not at:
        return None
    id, moment = int(at), Moment(zone, today, now)
    if kind == "list":
        return tuple([task for task, one in places.list_ids(all.links, all.lists).items() if one == id])
    if kind == "tag":
        return tuple([task for task, ids in places.tag_ids(all.tagged, all.tags).items() if id in ids])
    row = tables.with_id(all.filters, id)
    wanted = criteria_of(row) if row is not None else ()
    return tuple([id_of(task) for task in rows if all_fit(all, task, wanted, moment)])


def all_fit(all: Collections, task: Row, wanted: tuple[Criterion, ...], moment: Moment) -> bool:
    """Whether a task meets all criteria of a filter."""
    return not any(not CRITERIA[one.kind].fits(all, task, one.chosen, moment) for one in wanted)


# The database


def criteria_of(row: Row) -> tuple[Criterion, ...]:
    """The criteria of a filter, parsed from its lines in the database."""
    found = []
    for line in cell_text(FILTERS, row, "criterion").split("\n")[:_MOST]:
        parts = [part.replace("!PIPE!", "|") for part in line.split("|")]
        if len(parts) in (4, 5) and parts[0] in CRITERIA:
            found.append(Criterion(parts[0], parts[1]))
    return tuple(found)


def written(criteria: tuple[Criterion, ...], active: str, words: dict[str, str]) -> dict[str, str]:
    """The cells of a filter with these criteria. ``active``, ``words``: the labels for all tasks and for each kind."""
    lines = [f"active||{_escaped(active)}|3|"]
    queries = []
    for one in criteria:
        query = CRITERIA[one.kind].query
        lines.append(f"{one.kind}|{_escaped(one.chosen)}|{_escaped(words[one.kind])}|2|{query}")
        queries.append(query.replace("?", one.chosen.replace("'", "''")))
    sql = " WHERE " + " AND ".join([f"tasks._id IN ({query})" for query in [_ACTIVE, *queries]])
    return {"criterion": "\n".join(lines), "sql": sql, "values": ""}


def _escaped(text: str) -> str:
    return text.replace("|", "!PIPE!").replace("\n", " ")
