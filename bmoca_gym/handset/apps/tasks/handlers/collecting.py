"""Tasks' handlers of lists, tags and filters: create, change and delete them, and tag tasks."""

from __future__ import annotations

from bmoca_gym.handset.apps.tasks import criteria, places
from bmoca_gym.handset.apps.tasks.handlers.listing import deleted, show_list
from bmoca_gym.handset.apps.tasks.handlers.reminding import armed
from bmoca_gym.handset.apps.tasks.places import Criterion, Setup
from bmoca_gym.handset.apps.tasks.state import FIRST_LIST, LINE_LIMIT, Tasks
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.kits.tables import Row, Rows
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace


def new(state: Tasks, context: Context, kind: str) -> Next[Tasks]:
    """Start a new list, tag or filter."""
    return without_overlay(state, setup=Setup(kind)), focus("name")


def change(state: Tasks, context: Context) -> Next[Tasks]:
    """Open the settings of the list, tag or filter that is shown."""
    setup = _stored(state, state.view.list)
    return state if setup is None else (without_overlay(state, setup=setup), focus(""))


def _stored(state: Tasks, view: str) -> Setup | None:
    found = places.found(state.collections, view)
    if found is None:
        return None
    kind, id, name, color = found
    row = tables.with_id(state.filters, id) if kind == "filter" else None
    return Setup(kind, id, name, color, criteria.criteria_of(row) if row is not None else ())


def type_name(state: Tasks, context: Context, text: str) -> Tasks:
    """Update the name."""
    return (
        state if state.setup is None else replace(state, setup=replace(state.setup, name=text[:LINE_LIMIT]))
    )


def choose_color(state: Tasks, context: Context, color: int) -> Next[Tasks]:
    """Set the colour."""
    return (
        state if state.setup is None else (replace(state, setup=replace(state.setup, color=color)), focus(""))
    )


def save(state: Tasks, context: Context) -> Next[Tasks]:
    """Save the list, tag or filter being set up, and show it. It needs a name."""
    setup = state.setup
    if setup is None:
        return state
    name = setup.name.strip()
    if not name:
        return state, toast(context.res.string("tasks.name_empty"))
    return _SAVED[setup.kind](state, context, setup, name)


def _save_list(state: Tasks, context: Context, setup: Setup, name: str) -> Next[Tasks]:
    state = local_lists(state, context)
    old = tables.with_id(state.lists, setup.id)
    uid = places.new_uuid(context.phone.clock.wall, name)
    row = places.LISTS.row(cdl_account=places.LOCAL, cdl_uuid=uid) if old is None else old
    color = places.stored_color(setup.color)
    rows = tables.put(state.lists, places.LISTS.changed(row, cdl_name=name, cdl_color=color))
    return _show_saved(replace(state, lists=rows), context, rows, old)


def _save_tag(state: Tasks, context: Context, setup: Setup, name: str) -> Next[Tasks]:
    same = [row for row in state.tags if places.named("tag", row)[1] == name and row[0] != setup.id]
    if same:
        return state, toast(context.res.string("tasks.tag_exists"))
    old = tables.with_id(state.tags, setup.id)
    uid = places.new_number(context.phone.clock.wall, name)
    row = places.TAGS.row(remoteId=uid) if old is None else old
    rows = tables.put(state.tags, places.TAGS.changed(row, name=name, color=places.stored_color(setup.color)))
    tagged = [
        places.TAGGED.changed(one, name=name)
        if old is not None and places.TAGGED.get(one, "tag_uid") == places.TAGS.get(row, "remoteId")
        else one
        for one in state.tagged
    ]
    return _show_saved(replace(state, tags=rows, tagged=tuple(tagged)), context, rows, old)


def _save_filter(state: Tasks, context: Context, setup: Setup, name: str) -> Next[Tasks]:
    words = {kind: context.res.string(f"tasks.criterion_{kind}", chosen="?") for kind in criteria.CRITERIA}
    cells = criteria.written(setup.criteria, context.res.string("tasks.active"), words)
    old = tables.with_id(state.filters, setup.id)
    row = places.FILTERS.row() if old is None else old
    color = places.stored_color(setup.color)
    rows = tables.put(state.filters, places.FILTERS.changed(row, title=name, f_color=color, **cells))
    return _show_saved(replace(state, filters=rows), context, rows, old)


_SAVED = {"list": _save_list, "tag": _save_tag, "filter": _save_filter}


def _show_saved(state: Tasks, context: Context, rows: Rows, old: Row | None) -> Next[Tasks]:
    """Show what was saved: the row that was changed, or the new one at the end of its table."""
    assert state.setup is not None
    id = state.setup.id if old is not None else int(rows[-1][0] or 0)
    return show_list(replace(state, setup=None), context, f"{state.setup.kind} {id}")


def local_lists(state: Tasks, context: Context) -> Tasks:
    """The state with the phone's own account and its first list."""
    if state.lists and state.accounts:
        return state
    made = places.with_local(
        {"accounts": state.accounts, "lists": state.lists}, context.res.string("tasks.default_list"),
        context.phone.clock.wall,
    )  # fmt: skip
    return replace(state, **made)


def cancel(state: Tasks, context: Context) -> Next[Tasks]:
    """Leave the settings of a list, a tag or a filter; ask before changes are lost."""
    setup = state.setup
    before = None if setup is None or not setup.id else _stored(state, f"{setup.kind} {setup.id}")
    if setup is not None and setup != (before or Setup(setup.kind)):
        return open_overlay(state, context, "discard_setup")
    return discard(state, context)


def discard(state: Tasks, context: Context) -> Next[Tasks]:
    """Leave the settings without saving."""
    return without_overlay(state, setup=None), focus("")


def delete(state: Tasks, context: Context) -> Next[Tasks]:
    """Delete the list with its tasks, the tag or the filter whose settings are open."""
    setup = state.setup
    if setup is None or not setup.id:
        return state
    state = _DELETED[setup.kind](state, context, setup.id)
    view = replace(state.view, list=FIRST_LIST)
    return without_overlay(state, setup=None, view=view), do(armed), focus("")


def _delete_list(state: Tasks, context: Context, id: int) -> Tasks:
    gone = tuple([task for task, one in places.list_ids(state.links, state.lists).items() if one == id])
    state = deleted(state, context, gone)
    links = tuple([row for row in state.links if row[1] not in gone])
    return replace(state, lists=tables.without(state.lists, (id,)), links=links)


def _delete_tag(state: Tasks, context: Context, id: int) -> Tasks:
    row = tables.with_id(state.tags, id)
    uid = None if row is None else places.TAGS.get(row, "remoteId")
    tagged = tuple([one for one in state.tagged if places.TAGGED.get(one, "tag_uid") != uid])
    return replace(state, tags=tables.without(state.tags, (id,)), tagged=tagged)


def _delete_filter(state: Tasks, context: Context, id: int) -> Tasks:
    return replace(state, filters=tables.without(state.filters, (id,)))


_DELETED = {"list": _delete_list, "tag": _delete_tag, "filter": _delete_filter}


# The criteria of a filter


def add_criterion(state: Tasks, context: Context, kind: str) -> Next[Tasks]:
    """Ask for the value of a new criterion."""
    typed = criteria.CRITERIA[kind].options is None
    return open_overlay(replace(state, kind=kind, typed=""), context, "words" if typed else "chosen")


def type_words(state: Tasks, context: Context, text: str) -> Tasks:
    """Update the typed text."""
    return replace(state, typed=text[:LINE_LIMIT])


def choose_criterion(state: Tasks, context: Context, chosen: str) -> Next[Tasks]:
    """Add the criterion to the filter."""
    if state.setup is None or state.kind not in criteria.CRITERIA:
        return state
    wanted = (*state.setup.criteria, Criterion(state.kind, chosen))
    return without_overlay(state, setup=replace(state.setup, criteria=wanted), typed=""), focus("")


def words_done(state: Tasks, context: Context) -> Next[Tasks]:
    """Add the criterion with the typed words."""
    words = state.typed.strip()
    return choose_criterion(state, context, words) if words else (without_overlay(state), focus(""))


def drop_criterion(state: Tasks, context: Context, place: int) -> Tasks:
    """Remove a criterion."""
    if state.setup is None:
        return state
    kept = (*state.setup.criteria[:place], *state.setup.criteria[place + 1 :])
    return replace(state, setup=replace(state.setup, criteria=kept))


# The tags of a task


def open_tags(state: Tasks, context: Context) -> Next[Tasks]:
    """Choose the tags of the task being edited."""
    return without_overlay(state, tagging=True, typed=""), focus("")


def tag(state: Tasks, context: Context, id: int) -> Tasks:
    """Add a tag to the task, or remove it."""
    if state.draft is None:
        return state
    ids = state.draft.tags
    after = tuple([one for one in ids if one != id]) if id in ids else (*ids, id)
    return replace(state, draft=replace(state.draft, tags=after))


def new_tag(state: Tasks, context: Context) -> Next[Tasks]:
    """Create the typed tag, and add it to the task."""
    name = state.typed.strip()
    if not name:
        return state
    row = places.TAGS.row(remoteId=places.new_number(context.phone.clock.wall, name), name=name, color=0)
    rows = tables.put(state.tags, row)
    return tag(replace(state, tags=rows, typed=""), context, int(rows[-1][0] or 0)), focus("")


def close_tags(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the editor."""
    return replace(state, tagging=False, typed=""), focus("")
