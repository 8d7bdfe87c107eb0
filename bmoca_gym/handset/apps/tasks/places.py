"""Tasks' lists, tags and filters: their tables, and the list and the tags of each task."""

from __future__ import annotations

import uuid
from typing import Any

from bmoca_gym.handset.apps.tasks.rows import TASKS, id_of
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.value import Value, memo, value


def _whole(name: str, default: int | None = None) -> Column:
    return Column(name, "integer", default)


def _maybe(name: str, kind: str = "text") -> Column:
    return Column(name, kind, null=True)


#: Accounts of lists. The lists of the phone itself are in one whose uuid is `LOCAL`, of type 2.
ACCOUNTS = Table(
    "caldav_accounts",
    (
        *(_maybe(f"cda_{name}") for name in ("uuid", "name", "url", "username", "password", "error")),
        *(_whole(f"cda_{name}") for name in ("account_type", "collapsed", "server_type")),
    ),
    id="cda_id",
)
LISTS = Table(
    "caldav_lists",
    (
        *(_maybe(f"cdl_{name}") for name in ("account", "uuid", "name")), _whole("cdl_color"), _maybe("cdl_ctag"),
        _maybe("cdl_url"), _maybe("cdl_icon", "integer"),
        *(_whole(f"cdl_{name}") for name in ("order", "access", "last_sync")),
    ),
    id="cdl_id",
)  # fmt: skip
#: The list of a task, by its uuid.
LINKS = Table(
    "caldav_tasks",
    (
        _whole("cd_task"), *(_maybe(f"cd_{name}") for name in ("calendar", "remote_id", "object", "etag")),
        _whole("cd_last_sync"), _whole("cd_deleted"), _maybe("cd_remote_parent"), _whole("gt_moved"),
        _whole("gt_remote_order"),
    ),
    id="cd_id",
)  # fmt: skip
TAGS = Table(
    "tagdata",
    (
        _maybe("remoteId"), _maybe("name"), _maybe("color", "integer"), _maybe("tagOrdering"),
        _maybe("td_icon", "integer"), _whole("td_order"),
    ),
)  # fmt: skip
#: The tags of tasks.
TAGGED = Table("tags", (_whole("task"), _maybe("name"), _maybe("tag_uid"), _maybe("task_uid")))
FILTERS = Table(
    "filters",
    (
        *(_maybe(name) for name in ("title", "sql", "values", "criterion")), _maybe("f_color", "integer"),
        _maybe("f_icon", "integer"), _whole("f_order"),
    ),
)  # fmt: skip

LOCAL = "local"
_LOCAL_TYPE, _UNKNOWN_SERVER = 2, -1
#: Kinds of what the drawer lists below its first rows.
KINDS = ("filter", "tag", "list")
#: Colours of lists, tags and filters; 0: none.
COLORS = (
    0, 0xFFD32F2F, 0xFFC2185B, 0xFF7B1FA2, 0xFF303F9F, 0xFF1976D2, 0xFF00796B, 0xFF388E3C, 0xFFF57C00, 0xFF5D4037,
)  # fmt: skip


@value
class Criterion(Value):
    """A criterion of a filter. ``kind``: one of `criteria.CRITERIA`; ``chosen``: what it is compared with."""

    kind: str
    chosen: str


@value
class Setup(Value):
    """A list, a tag or a filter being set up. ``id``: of its row, 0 for a new one."""

    kind: str
    id: int = 0
    name: str = ""
    color: int = 0
    criteria: tuple[Criterion, ...] = ()


@value
class Collections(Value):
    """The rows of all tables except the tasks."""

    accounts: Rows = ()
    lists: Rows = ()
    links: Rows = ()
    tags: Rows = ()
    tagged: Rows = ()
    filters: Rows = ()


def new_uuid(*of: object) -> str:
    """A new unique name."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, repr(of)))


def new_number(*of: object) -> str:
    """A new unique number as text, which identifies a tag."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, repr(of)).int >> 66)


# Rows


def cell_text(table: Table, row: Row, name: str) -> str:
    """Return a cell's text, or ""."""
    return str(table.get(row, name) or "")


def _color(table: Table, row: Row, name: str) -> int:
    cell = table.get(row, name)
    return cell & 0xFFFFFFFF if isinstance(cell, int) else 0


def stored_color(color: int) -> int:
    """A colour as Android stores it: as a signed number."""
    return color - (1 << 32) if color >= 1 << 31 else color


_NAMES = {
    "list": (LISTS, "cdl_name", "cdl_color"),
    "tag": (TAGS, "name", "color"),
    "filter": (FILTERS, "title", "f_color"),
}


def named(kind: str, row: Row) -> tuple[int, str, int]:
    """Id, name and colour of a list, a tag or a filter."""
    table, name, color = _NAMES[kind]
    return id_of(row), cell_text(table, row, name), _color(table, row, color)


def rows_of(all: Collections, kind: str) -> Rows:
    """All lists, tags or filters."""
    return {"list": all.lists, "tag": all.tags, "filter": all.filters}[kind]


@memo(64)
def in_drawer(all: Collections, locale: str) -> tuple[tuple[str, tuple[tuple[int, str, int], ...]], ...]:
    """The filters, tags and lists, sorted by name, by kind."""
    return tuple(
        [
            (
                kind,
                tuple(
                    sorted(
                        [named(kind, row) for row in rows_of(all, kind)],
                        key=lambda one: sort_key(one[1], locale),
                    )
                ),
            )
            for kind in KINDS
        ]
    )


def found(all: Collections, view: str) -> tuple[str, int, str, int] | None:
    """Kind, id, name and colour of the list, tag or filter that a view shows; None for the first rows of the drawer."""
    kind, _, id = view.partition(" ")
    if kind not in KINDS or not id:
        return None
    row = tables.with_id(rows_of(all, kind), int(id))
    return None if row is None else (kind, *named(kind, row))


@memo(64)
def list_ids(links: Rows, lists: Rows) -> dict[int, int]:
    """The id of the list of each task that has one."""
    by_uuid = {cell_text(LISTS, row, "cdl_uuid"): id_of(row) for row in lists}
    found: dict[int, int] = {}
    for row in links:
        if not LINKS.get(row, "cd_deleted"):
            found[_int(LINKS.get(row, "cd_task"))] = by_uuid.get(cell_text(LINKS, row, "cd_calendar"), 0)
    return found


@memo(64)
def tag_ids(tagged: Rows, tags: Rows) -> dict[int, tuple[int, ...]]:
    """The ids of the tags of each task that has some."""
    by_uuid = {cell_text(TAGS, row, "remoteId"): id_of(row) for row in tags}
    found: dict[int, tuple[int, ...]] = {}
    for row in tagged:
        task, tag = _int(TAGGED.get(row, "task")), by_uuid.get(cell_text(TAGGED, row, "tag_uid"), 0)
        if tag:
            found[task] = (*found.get(task, ()), tag)
    return found


def _int(cell: object) -> int:
    return cell if isinstance(cell, int) else 0


@memo(64)
def chips(
    all: Collections, view: str, locale: str
) -> tuple[tuple[int, tuple[tuple[str, int, str, int], ...]], ...]:
    """The list and the tags to show with each task of a view, except what the view itself stands for. The first list
    is never shown. Kind, id, name and colour of each.
    """
    lists = {id_of(row): ("list", *named("list", row)) for row in all.lists[1:]}
    tags = {id_of(row): ("tag", *named("tag", row)) for row in all.tags}
    told: dict[int, list[tuple[str, int, str, int]]] = {}
    for task, id in list_ids(all.links, all.lists).items():
        if id in lists and view != f"list {id}":
            told.setdefault(task, []).append(lists[id])
    for task, ids in tag_ids(all.tagged, all.tags).items():
        mine = [tags[id] for id in ids if id in tags and view != f"tag {id}"]
        told.setdefault(task, []).extend(sorted(mine, key=lambda one: sort_key(one[2], locale)))
    return tuple([(task, tuple(each)) for task, each in sorted(told.items()) if each])


# Changes


def with_local(all: dict[str, Any], default_list: str, now: int) -> dict[str, Any]:
    """The rows with the phone's local account and its first list, which the app creates if there are none."""
    accounts, lists = all["accounts"], all["lists"]
    if not any(ACCOUNTS.get(row, "cda_uuid") == LOCAL for row in accounts):
        made = ACCOUNTS.row(cda_uuid=LOCAL, cda_account_type=_LOCAL_TYPE, cda_server_type=_UNKNOWN_SERVER)
        accounts = tables.put(accounts, made)
    if not lists:
        first = LISTS.row(cdl_account=LOCAL, cdl_uuid=new_uuid(now, default_list), cdl_name=default_list)
        lists = tables.put(lists, first)
    return {"accounts": accounts, "lists": lists}


def moved(links: Rows, lists: Rows, task: int, list_id: int) -> Rows:
    """The links of tasks after moving one into a list."""
    row = tables.with_id(lists, list_id)
    if row is None or list_ids(links, lists).get(task) == list_id:
        return links
    kept = tuple([one for one in links if LINKS.get(one, "cd_task") != task])
    object = new_uuid(task, list_id)
    made = LINKS.row(
        cd_task=task,
        cd_calendar=cell_text(LISTS, row, "cdl_uuid"),
        cd_remote_id=object,
        cd_object=f"{object}.ics",
    )
    return tables.put(kept, made)


def tagged_with(tagged: Rows, tags: Rows, task: Row, ids: tuple[int, ...]) -> Rows:
    """The tags of tasks after setting one's tags."""
    id = id_of(task)
    if set(tag_ids(tagged, tags).get(id, ())) == set(ids):
        return tagged
    kept = tuple([one for one in tagged if TAGGED.get(one, "task") != id])
    for tag in ids:
        row = tables.with_id(tags, tag)
        if row is not None:
            made = TAGGED.row(
                task=id, name=TAGS.get(row, "name"), tag_uid=TAGS.get(row, "remoteId"),
                task_uid=TASKS.get(task, "remoteId"),
            )  # fmt: skip
            kept = tables.put(kept, made)
    return kept
