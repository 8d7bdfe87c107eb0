"""Tasks: to-dos with due dates, priorities, subtasks and repetition, as org.tasks 13.6.5."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.tasks import criteria, places
from bmoca_gym.handset.apps.tasks.handlers import collecting, editing, listing, reminding
from bmoca_gym.handset.apps.tasks.rows import (
    ALARMS,
    TASKS,
    Section,
    frequency,
    id_of,
    late,
    listed,
    number,
    text_of,
)
from bmoca_gym.handset.apps.tasks.screens import collections, editor, lists, settings
from bmoca_gym.handset.apps.tasks.state import (
    ARRANGEMENTS,
    CHANNEL,
    DATABASE,
    DEADLINES,
    FIRST_LIST,
    ID,
    LINE_LIMIT,
    LIST_SCROLL,
    LISTS,
    MAIN,
    PACKAGE,
    PRIORITIES,
    SETTINGS,
    Tasks,
)
from bmoca_gym.handset.kits import material_time_picker, tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Channel, ExportedActivity
from bmoca_gym.handset.resources import of, palette
from bmoca_gym.handset.value import do, replace


def _unstarted(state: Tasks, now: int) -> tuple[int, ...]:
    return tuple([id_of(row) for row in state.rows if number(row, "hideUntil") > now])


def _sections(state: Tasks, place: Place) -> tuple[Section, ...]:
    unstarted = _unstarted(state, place.phone.clock.wall)
    day, minute = (place.zone, place.today), place.phone.clock.wall // 60_000 * 60_000
    members = criteria.members(state.collections, state.rows, state.view.list, *day, minute)
    return listed(state.rows, state.view, state.query, unstarted, *day, place.locale, members)


def _listed(state: Tasks, place: Place) -> tables.Rows:
    return tuple([row for section in _sections(state, place) for row, _, _ in section.items])


def _marked(state: Tasks, place: Place) -> tuple[int, ...]:
    ids = tuple(map(id_of, _listed(state, place))) if state.marked else ()
    return tuple([id for id in state.marked if id in ids])


def _list(state: Tasks, place: Place) -> tuple[Any, ...]:
    now, kept = place.phone.clock.wall, state.preferences
    over = tuple([id_of(row) for row in state.rows if late(row, now)])
    return (
        _sections(state, place), state.view, state.folded, _marked(state, place), over, _unstarted(state, now),
        kept.full_titles, kept.notes, state.searching, state.query, place.focus == "search", place.zone, place.today,
        state.said, _title(state, place), places.chips(state.collections, state.view.list, place.locale),
    )  # fmt: skip


def _title(state: Tasks, place: Place) -> str:
    """The name of the list, tag or filter; the first list's name if it does not exist yet or no longer exists."""
    shown = places.found(state.collections, state.view.list)
    if shown is None and state.view.list not in LISTS:
        return of(place.phone.configuration).string("tasks.default_list")
    return shown[2] if shown is not None else ""


def _lists(state: Tasks, place: Place) -> tuple[tuple[int, str, int], ...]:
    """Id, name and colour of the lists. If there are none yet, the app offers the default one."""
    found = dict(places.in_drawer(state.collections, place.locale))["list"]
    return found or ((0, of(place.phone.configuration).string("tasks.default_list"), 0),)


def _list_names(state: Tasks) -> tuple[tuple[str, str], ...]:
    return tuple([(str(row[2]), str(row[3])) for row in state.lists])


def _editor(state: Tasks, place: Place) -> tuple[Any, ...]:
    draft = state.draft
    assert draft is not None
    lists, tags = _lists(state, place), dict(places.in_drawer(state.collections, place.locale))["tag"]
    first = places.named("list", state.lists[0]) if state.lists else lists[0]
    _, name, color = next((one for one in lists if one[0] == draft.list), first)
    mine = tuple([one for one in tags if one[0] in draft.tags])
    return draft, place.focus, place.zone, place.today, (name, color), mine


def _tag_page(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    tags = dict(places.in_drawer(state.collections, place.locale))["tag"]
    return (tags, state.draft.tags, state.typed, place.focus == "tags") if state.draft else None


def _settings(state: Tasks, place: Place) -> tuple[Any, ...]:
    return state.setup, place.focus == "name", _list_names(state)


def _criteria(state: Tasks, place: Place) -> tuple[Any, ...]:
    offered = [
        name
        for name, kind in criteria.CRITERIA.items()
        if not kind.needs or getattr(state.collections, kind.needs)
    ]
    return (tuple(offered),)


def _chosen(state: Tasks, place: Place) -> tuple[Any, ...]:
    tags = dict(places.in_drawer(state.collections, place.locale))["tag"]
    return state.kind, tuple([name for _, name, _ in tags]), _list_names(state)


def _page(state: Tasks, place: Place) -> str:
    if state.draft is not None:
        return "tags" if state.tagging else "editor"
    return "setup" if state.setup is not None else "list"


def _shown_list(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    if state.draft is None:
        return None
    return _lists(state, place), state.draft.list or (
        places.named("list", state.lists[0])[0] if state.lists else 0
    )


def _drawer(state: Tasks, place: Place) -> tuple[Any, ...]:
    views = [replace(state, view=replace(state.view, list=name), query="") for name in LISTS]
    more = []
    for kind, entries in places.in_drawer(state.collections, place.locale):
        if kind == "list":
            entries = _lists(state, place)
        shown = [
            replace(state, view=replace(state.view, list=f"{kind} {id}"), query="") for id, _, _ in entries
        ]
        counts = [len(_listed(one, place)) for one in shown]
        more.append((kind, tuple([(*entry, count) for entry, count in zip(entries, counts, strict=True)])))
    return state.view.list, tuple([len(_listed(one, place)) for one in views]), tuple(more)


def _menu(state: Tasks, place: Place) -> tuple[Any, ...]:
    here = _listed(state, place)
    parents = any(number(row, "parent") for row in here)
    done = any(number(row, "completed") and not number(row, "deleted") for row in state.rows)
    shown = places.found(state.collections, state.view.list)
    titles = tuple([text_of(row, "title") for row in here])
    return state.view, titles, parents, done, shown[0] if shown is not None else ""


def _all_ids(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    return (tuple(map(id_of, _listed(state, place))),) if _marked(state, place) else None


def _count(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    marked = _marked(state, place)
    return (len(marked),) if marked else None


def _clock(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    if state.clock is None:
        return None
    done, close = do(editing.clock_done), do(editing.close_clock)
    return state.clock, place.focus, editing.clock_changed, done, close, ID, True


#: The fields of the state with the rows of the further tables.
TABLES = {
    "accounts": places.ACCOUNTS,
    "lists": places.LISTS,
    "links": places.LINKS,
    "tags": places.TAGS,
    "tagged": places.TAGGED,
    "filters": places.FILTERS,
}

NAVIGATION = Navigation(
    Tasks,
    {
        "list": Page(lists.screen, _list, back=listing.leave_list),
        "editor": Page(editor.screen, _editor, back=editing.cancel),
        "tags": Page(collections.tag_page, _tag_page, back=collecting.close_tags),
        "setup": Page(collections.settings, _settings, back=collecting.cancel),
        "settings": Page(settings.screen, lambda s, at: (s.preferences,), activity=SETTINGS),
    },
    {
        "drawer": Overlay(lists.drawer, _drawer, on=("list",)),
        "menu": Overlay(lists.overflow, _menu, on=("list",)),
        "sort": Overlay(lists.arrangement, lambda s, at: (s.view,), on=("list",)),
        "group": Overlay(
            lists.arrangement_choices, lambda s, at: ("group", s.view.group), under="sort", covers=True
        ),
        "order": Overlay(
            lists.arrangement_choices, lambda s, at: ("sort", s.view.sort), under="sort", covers=True
        ),
        "marked": Overlay(lists.marked_menu, _all_ids, on=("list",)),
        "delete": Overlay(lists.delete_question, _count, on=("list",)),
        "clear": Overlay(
            lists.question, lambda s, at: ("clear_question", "delete", do(listing.clear_completed))
        ),
        "pick": Overlay(
            editor.pick_sheet, lambda s, at: (s.pick, at.today) if s.pick else None, on=("editor",)
        ),
        "clock": Overlay(
            material_time_picker.picker_dialog,
            _clock,
            on=("editor",),
            under="pick",
            covers=True,
            back=editing.close_clock,
        ),
        "repeat": Overlay(
            editor.repeat_dialog,
            lambda s, at: (frequency(s.draft.recurrence),) if s.draft else None,
            on=("editor",),
        ),
        "lists": Overlay(collections.list_dialog, _shown_list, on=("editor",)),
        "reminder": Overlay(
            editor.reminder_dialog,
            lambda s, at: (bool(s.draft.start), bool(s.draft.due)) if s.draft else None,
            on=("editor",),
        ),
        "before": Overlay(
            editor.before_dialog,
            lambda s, at: (at.zone, at.today),
            on=("editor",),
            under="reminder",
            covers=True,
        ),
        "criteria": Overlay(collections.criteria, _criteria, on=("setup",)),
        "chosen": Overlay(collections.chosen, _chosen, on=("setup",), under="criteria", covers=True),
        "words": Overlay(
            collections.words,
            lambda s, at: (s.typed, at.focus == "words"),
            on=("setup",),
            under="criteria",
            covers=True,
            focus="words",
        ),
        "discard_setup": Overlay(
            lists.question,
            lambda s, at: ("discard_question", "discard", do(collecting.discard)),
            on=("setup",),
        ),
        "delete_setup": Overlay(
            lists.named_question,
            lambda s, at: (
                ("delete_named", "delete", do(collecting.delete), s.setup.name) if s.setup else None
            ),
            on=("setup",),
        ),
        "discard": Overlay(
            lists.question, lambda s, at: ("discard_question", "discard", do(editing.discard)), on=("editor",)
        ),
        "delete_task": Overlay(
            lists.question,
            lambda s, at: ("delete_question", "delete", do(editing.delete_task)),
            on=("editor",),
        ),
        "priority": Overlay(
            settings.choices, lambda s, at: ("priority", s.preferences.priority), on=("settings",)
        ),
        "deadline": Overlay(
            settings.choices, lambda s, at: ("deadline", s.preferences.deadline), on=("settings",)
        ),
    },
    where=_page,
    kept=("rows", "alarms", *TABLES, "view", "preferences"),
    passing=("pick", "clock"),
    search=Search(on=("list",), limit=LINE_LIMIT),
    selection=Selection("marked", on=("list",)),
    scroll=LIST_SCROLL,
)


def _closed(state: Tasks) -> Tasks:
    """The state after the app is left: it reopens with the first list."""
    return replace(NAVIGATION.closed(state), view=replace(state.view, list=FIRST_LIST))


APP = App(
    name="tasks",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("task_alt", 0xFF2196F3),
    palette=palette(0xFF2196F3, bar=0xFF2196F3, dialogs="components"),
    state=Tasks,
    layers=NAVIGATION.layers,
    uid=10188,
    back=NAVIGATION.back,
    closed=_closed,
    time_changed=reminding.armed,
    channels=(Channel(CHANNEL, "tasks.app_name"),),
    activities=(ExportedActivity(SETTINGS),),
    files=(
        tables.database(
            DATABASE, (("rows", TASKS), ("alarms", ALARMS), *TABLES.items()), written=do(reminding.armed)
        ),
        preference_file(
            PACKAGE,
            {
                "view.group": Stored("group_mode", ARRANGEMENTS["group"]),
                "view.sort": Stored("sort_mode", ARRANGEMENTS["sort"]),
                "view.reverse": "sort_reverse",
                "view.completed": "show_completed",
                "view.unstarted": "show_unstarted",
                "view.bottom": "completed_tasks_at_bottom",
                "preferences.full_titles": "show_full_task_title",
                "preferences.notes": "show_description",
                "preferences.priority": Stored("default_importance", range(len(PRIORITIES))),
                "preferences.deadline": Stored("default_urgency", DEADLINES),
            },
        ),
    ),
)
