"""Tasks' handlers of the list, its selection, and the settings."""

from __future__ import annotations

import uuid
from typing import Any

from bmoca_gym.handset.apps.tasks import places
from bmoca_gym.handset.apps.tasks.handlers.reminding import armed, changed, undoable
from bmoca_gym.handset.apps.tasks.rows import (
    TASKS,
    id_of,
    number,
)
from bmoca_gym.handset.apps.tasks.state import FIRST_LIST, LIST_SCROLL, PACKAGE, SETTINGS, Tasks
from bmoca_gym.handset.effects import finish, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.kits.tables import Row
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

# The list


def _viewed(state: Tasks, **changes: Any) -> Tasks:
    return replace(state, view=replace(state.view, **changes))


def show_list(state: Tasks, context: Context, name: str) -> Next[Tasks]:
    """Show a list of the drawer."""
    return _viewed(without_overlay(state), list=name), scroll_to(LIST_SCROLL)


def leave_list(state: Tasks, context: Context) -> Next[Tasks]:
    """End a selection or a search, or go back to the first list."""
    if state.marked or state.searching or state.view.list == FIRST_LIST:
        return state
    return show_list(state, context, FIRST_LIST)


def switch_view(state: Tasks, context: Context, name: str) -> Next[Tasks]:
    """Toggle a switch of the view."""
    changed = _viewed(without_overlay(state), **{name: not getattr(state.view, name)})
    return changed, scroll_to(LIST_SCROLL)


def arrange(state: Tasks, context: Context, name: str, chosen: str) -> Next[Tasks]:
    """Choose what the list is grouped or sorted by."""
    return replace(_viewed(state, **{name: chosen}), overlay="sort", folded=()), scroll_to(LIST_SCROLL)


def turn_round(state: Tasks, context: Context) -> Next[Tasks]:
    """Sort in the other direction."""
    return _viewed(state, reverse=not state.view.reverse), scroll_to(LIST_SCROLL)


def keep_below(state: Tasks, context: Context) -> Next[Tasks]:
    """Toggle whether completed tasks come last."""
    return _viewed(state, bottom=not state.view.bottom), scroll_to(LIST_SCROLL)


def fold(state: Tasks, context: Context, key: str) -> Tasks:
    """Collapse or expand a group of the list."""
    without = tuple(one for one in state.folded if one != key)
    return replace(state, folded=without if key in state.folded else (*state.folded, key))


def fold_subtasks(state: Tasks, context: Context, id: int) -> Tasks:
    """Collapse or expand a task's subtasks."""
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
    return without_overlay(state, rows=rows)


# What is done with tasks of the list


def mark_all(state: Tasks, context: Context, ids: tuple[int, ...]) -> Tasks:
    """Mark all tasks of the list."""
    return without_overlay(state, marked=ids)


def copy_marked(state: Tasks, context: Context) -> Tasks:
    """Duplicate the selected tasks below them."""
    now, rows, links, tagged = context.phone.clock.wall, state.rows, state.links, state.tagged
    lists, tags = places.list_ids(links, state.lists), places.tag_ids(tagged, state.tags)
    for row in state.rows:
        if row[0] in state.marked:
            copied = TASKS.changed(
                (0, *row[1:]), created=now, modified=now, completed=0, remoteId=remote_id(now, row)
            )
            rows = tables.put(rows, copied)
            links = places.moved(links, state.lists, id_of(rows[-1]), lists.get(id_of(row), 0))
            tagged = places.tagged_with(tagged, state.tags, rows[-1], tags.get(id_of(row), ()))
    return without_overlay(state, rows=rows, links=links, tagged=tagged, marked=())


def complete_marked(state: Tasks, context: Context) -> Next[Tasks]:
    """Complete all selected tasks."""
    now = context.phone.clock.wall
    after = without_overlay(changed(state, state.marked, completed=now, modified=now), marked=())
    return undoable(state, after, context, "task_completed")


def delete_marked(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete the marked tasks."""
    said = toast(context.res.string("tasks.deleted", count=len(state.marked)))
    return without_overlay(deleted(state, context, state.marked), marked=()), do(armed), said


def remote_id(now: int, row: Row) -> str:
    """A unique name for a task, used for synchronisation."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{now} {row[1:]}").int >> 66)


def deleted(state: Tasks, context: Context, ids: tuple[int, ...]) -> Tasks:
    """The state with tasks deleted: their rows stay, with the deletion time."""
    now = context.phone.clock.wall
    return changed(state, ids, deleted=now, modified=now)


def clear_completed(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete all completed tasks."""
    done = tuple(id_of(row) for row in state.rows if number(row, "completed") and not number(row, "deleted"))
    said = toast(context.res.string("tasks.deleted", count=len(done)))
    return without_overlay(deleted(state, context, done)), do(armed), said


def share_list(state: Tasks, context: Context, titles: tuple[str, ...]) -> Next[Tasks]:
    """Offer the titles of the list to other apps."""
    text = "\n".join(f"[ ] {title}" for title in titles)
    return without_overlay(state), share_text(text)


# Settings


def open_settings(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")


def prefer(state: Tasks, context: Context, name: str, chosen: Any) -> Tasks:
    """Change a setting."""
    return without_overlay(state, preferences=replace(state.preferences, **{name: chosen}))


def leave_settings(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the list."""
    return without_overlay(state), finish()
