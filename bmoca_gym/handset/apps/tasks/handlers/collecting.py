"""Tasks' handlers of lists, tags and filters: they are made, changed and deleted, and tasks get tags."""

from __future__ import annotations

from bmoca_gym.handset.apps.tasks import places
from bmoca_gym.handset.apps.tasks.handlers.listing import deleted, show_list
from bmoca_gym.handset.apps.tasks.handlers.reminding import armed
from bmoca_gym.handset.apps.tasks.places import CRITERIA, Criterion, Setup
from bmoca_gym.handset.apps.tasks.state import FIRST_LIST, LINE_LIMIT, Tasks
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace


def new(state: Tasks, context: Context, kind: str) -> Next[Tasks]:
    """Begin a new list, tag or filter."""
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
    return Setup(kind, id, name, color, places.criteria_of(row) if row is not None else ())


def type_name(state: Tasks, context: Context, text: str) -> Tasks:
    """Take over the name."""
    return (
        state if state.setup is None else replace(state, setup=replace(state.setup, name=text[:LINE_LIMIT]))
    )


def choose_color(state: Tasks, context: Context, color: int) -> Next[Tasks]:
    """Take over the colour."""
    return (
        state if state.setup is None else (replace(state, setup=replace(state.setup, color=color)), focus(""))
    )


def save(state: Tasks, context: Context) -> Next[Tasks]:
    """Save what was set up, and show it. A name is needed."""
    setup, now = state.setup, context.phone.clock.wall
    if setup is None:
        return state
    name = setup.name.strip()
    if not name:
        return state, toast(context.res.string("tasks.name_empty"))
    color = places.stored_color(setup.color)
    if setup.kind == "list":
        state = local_lists(state, context)
        old = tables.with_id(state.lists, setup.id)
        row = (
            places.LISTS.row(cdl_account=places.LOCAL, cdl_uuid=places.new_uuid(now, name))
            if old is None
            else old
        )
        rows = tables.put(state.lists, places.LISTS.changed(row, cdl_name=name, cdl_color=color))
        state = replace(state, lists=rows)
    elif setup.kind == "tag":
        same = [row for row in state.tags if places.named("tag", row)[1] == name and row[0] != setup.id]
        if same:
            return state, toast(context.res.string("tasks.tag_exists"))
        old = tables.with_id(state.tags, setup.id)
        row = places.TAGS.row(remoteId=places.new_number(now, name)) if old is None else old
        rows = tables.put(state.tags, places.TAGS.changed(row, name=name, color=color))
        tagged = [
            places.TAGGED.changed(one, name=name)
            if old is not None and places.TAGGED.get(one, "tag_uid") == places.TAGS.get(row, "remoteId")
            else one
            for one in state.tagged
        ]
        state = replace(state, tags=rows, tagged=tuple(tagged))
    else:
        words = {kind: context.res.string(f"tasks.criterion_{kind}", chosen="?") for kind in CRITERIA}
        cells = places.written(setup.criteria, context.res.string("tasks.active"), words)
        old = tables.with_id(state.filters, setup.id)
        row = places.FILTERS.row() if old is None else old
        rows = tables.put(state.filters, places.FILTERS.changed(row, title=name, f_color=color, **cells))
        state = replace(state, filters=rows)
    id = setup.id if old is not None else int(rows[-1][0] or 0)
    state = replace(state, setup=None)
    return show_list(state, context, f"{setup.kind} {id}")


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
    if setup.kind == "list":
        gone = tuple([id for id, one in places.list_ids(state.links, state.lists).items() if one == setup.id])
        state = deleted(state, context, gone)
        links = tuple([row for row in state.links if row[1] not in gone])
        state = replace(state, lists=tables.without(state.lists, (setup.id,)), links=links)
    elif setup.kind == "tag":
        row = tables.with_id(state.tags, setup.id)
        uid = None if row is None else places.TAGS.get(row, "remoteId")
        tagged = tuple([one for one in state.tagged if places.TAGGED.get(one, "tag_uid") != uid])
        state = replace(state, tags=tables.without(state.tags, (setup.id,)), tagged=tagged)
    else:
        state = replace(state, filters=tables.without(state.filters, (setup.id,)))
    view = replace(state.view, list=FIRST_LIST)
    return without_overlay(state, setup=None, view=view), do(armed), focus("")


# The criteria of a filter


def add_criterion(state: Tasks, context: Context, kind: str) -> Next[Tasks]:
    """Ask what a new criterion is compared with."""
    return open_overlay(
        replace(state, kind=kind, typed=""), context, "words" if kind == "title" else "chosen"
    )


def type_words(state: Tasks, context: Context, text: str) -> Tasks:
    """Take over what is typed."""
    return replace(state, typed=text[:LINE_LIMIT])


def choose_criterion(state: Tasks, context: Context, chosen: str) -> Next[Tasks]:
    """Add the criterion to the filter."""
    if state.setup is None or state.kind not in CRITERIA:
        return state
    criteria = (*state.setup.criteria, Criterion(state.kind, chosen))
    return without_overlay(state, setup=replace(state.setup, criteria=criteria), typed=""), focus("")


def words_done(state: Tasks, context: Context) -> Next[Tasks]:
    """Add the criterion with the words that were typed."""
    words = state.typed.strip()
    return choose_criterion(state, context, words) if words else (without_overlay(state), focus(""))


def drop_criterion(state: Tasks, context: Context, place: int) -> Tasks:
    """Take a criterion away."""
    if state.setup is None:
        return state
    kept = (*state.setup.criteria[:place], *state.setup.criteria[place + 1 :])
    return replace(state, setup=replace(state.setup, criteria=kept))


# The tags of a task


def open_tags(state: Tasks, context: Context) -> Next[Tasks]:
    """Choose the tags of the task that is edited."""
    return without_overlay(state, tagging=True, typed=""), focus("")


def tag(state: Tasks, context: Context, id: int) -> Tasks:
    """Give the task a tag, or take it away."""
    if state.draft is None:
        return state
    ids = state.draft.tags
    after = tuple([one for one in ids if one != id]) if id in ids else (*ids, id)
    return replace(state, draft=replace(state.draft, tags=after))


def new_tag(state: Tasks, context: Context) -> Next[Tasks]:
    """Make the tag that was typed, and give it to the task."""
    name = state.typed.strip()
    if not name:
        return state
    row = places.TAGS.row(remoteId=places.new_number(context.phone.clock.wall, name), name=name, color=0)
    rows = tables.put(state.tags, row)
    return tag(replace(state, tags=rows, typed=""), context, int(rows[-1][0] or 0)), focus("")


def close_tags(state: Tasks, context: Context) -> Next[Tasks]:
    """Go back to the editor."""
    return replace(state, tagging=False, typed=""), focus("")
