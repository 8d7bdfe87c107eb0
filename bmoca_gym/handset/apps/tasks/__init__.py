"""Tasks: to-dos with due dates, priorities, subtasks and repetition, as org.tasks 13.6.5."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.tasks.handlers import editing, listing, reminding
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
from bmoca_gym.handset.apps.tasks.screens import editor, lists, settings
from bmoca_gym.handset.apps.tasks.state import (
    ARRANGEMENTS,
    CHANNEL,
    DATABASE,
    DEADLINES,
    FIRST_LIST,
    LINE_LIMIT,
    LIST_SCROLL,
    LISTS,
    MAIN,
    PACKAGE,
    PRIORITIES,
    SETTINGS,
    Tasks,
)
from bmoca_gym.handset.kits import tables, time_picker
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Channel, ExportedActivity
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.value import do, replace


def _unstarted(state: Tasks, now: int) -> tuple[int, ...]:
    return tuple([id_of(row) for row in state.rows if number(row, "hideUntil") > now])


def _sections(state: Tasks, place: Place) -> tuple[Section, ...]:
    unstarted = _unstarted(state, place.phone.clock.wall)
    return listed(state.rows, state.view, state.query, unstarted, place.zone, place.today, place.locale)


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
        state.said,
    )  # fmt: skip


def _drawer(state: Tasks, place: Place) -> tuple[Any, ...]:
    views = [replace(state, view=replace(state.view, list=name), query="") for name in LISTS]
    return state.view.list, tuple([len(_listed(one, place)) for one in views])


def _menu(state: Tasks, place: Place) -> tuple[Any, ...]:
    here = _listed(state, place)
    parents = any(number(row, "parent") for row in here)
    done = any(number(row, "completed") and not number(row, "deleted") for row in state.rows)
    return state.view, tuple([text_of(row, "title") for row in here]), parents, done


def _all_ids(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    return (tuple(map(id_of, _listed(state, place))),) if _marked(state, place) else None


def _count(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    marked = _marked(state, place)
    return (len(marked),) if marked else None


def _clock(state: Tasks, place: Place) -> tuple[Any, ...] | None:
    if state.clock is None:
        return None
    done, close = do(editing.clock_done), do(editing.close_clock)
    return state.clock, place.focus, editing.clock_changed, done, close


NAVIGATION = Navigation(
    Tasks,
    {
        "list": Page(lists.screen, _list, back=listing.leave_list),
        "editor": Page(
            editor.screen, lambda s, at: (s.draft, at.focus, at.zone, at.today), back=editing.cancel
        ),
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
            time_picker.picker_dialog,
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
    where=lambda s, at: "list" if s.draft is None else "editor",
    kept=("rows", "alarms", "view", "preferences"),
    passing=("pick", "clock"),
    search=Search(on=("list",), limit=LINE_LIMIT),
    selection=Selection("marked", on=("list",)),
    scroll=LIST_SCROLL,
)


def _closed(state: Tasks) -> Tasks:
    """The state when the app is left: it opens with the first list."""
    return replace(NAVIGATION.closed(state), view=replace(state.view, list=FIRST_LIST))


APP = App(
    name="tasks",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("task_alt", 0xFF2196F3),
    palette=palette(0xFF2196F3, bar=0xFF2196F3),
    state=Tasks,
    layers=NAVIGATION.layers,
    uid=10188,
    back=NAVIGATION.back,
    closed=_closed,
    time_changed=reminding.armed,
    channels=(Channel(CHANNEL, "tasks.app_name"),),
    activities=(ExportedActivity(SETTINGS),),
    files=(
        tables.database(DATABASE, (("rows", TASKS), ("alarms", ALARMS)), written=do(reminding.armed)),
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
