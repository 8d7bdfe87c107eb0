"""Tasks: to-dos with due dates, priorities, subtasks and repetition, as org.tasks 13.6.5."""

from __future__ import annotations

from bmoca_gym.handset.apps.tasks import editor, lists, settings
from bmoca_gym.handset.apps.tasks.drafts import (
    cancel,
    clock_changed,
    clock_done,
    close_clock,
    delete_task,
    discard,
)
from bmoca_gym.handset.apps.tasks.rows import TASKS, id_of, late, listed, number, text_of
from bmoca_gym.handset.apps.tasks.state import (
    DATABASE,
    DEADLINES,
    GROUPS,
    LISTS,
    MAIN,
    PACKAGE,
    PRIORITIES,
    SETTINGS,
    SORTS,
    Tasks,
    clear_completed,
    close_overlay,
    close_search,
    closed,
    delete_marked,
    frequency,
    show_list,
    unmark,
)
from bmoca_gym.handset.kits import tables, time_picker
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, ExportedActivity, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import do, replace


def _layers(phone: Phone, state: Tasks, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        shown = layer(settings.screen, state.preferences)
        if state.overlay in ("priority", "deadline"):
            return (shown, dialog(settings.choices, state.overlay, state.preferences))
        return (shown,)
    today = clock.local_minute(phone).toordinal()
    if state.draft is not None:
        return _editor_layers(phone, state, activity, today)
    return _list_layers(phone, state, activity, today)


def _editor_layers(phone: Phone, state: Tasks, activity: Activity, today: int) -> tuple[Layer, ...]:
    draft, overlay = state.draft, state.overlay
    assert draft is not None
    shown = layer(editor.screen, draft, activity.focus, phone.zone, today)
    if overlay in ("pick", "clock") and state.pick is not None:
        over = dialog(editor.pick_sheet, state.pick, today)
        if overlay == "clock" and state.clock is not None:
            over = dialog(
                time_picker.picker_dialog,
                state.clock,
                activity.focus,
                clock_changed,
                do(clock_done),
                do(close_clock),
            )
        return (shown, over)
    if overlay == "repeat":
        return (shown, dialog(editor.repeat_dialog, frequency(draft.recurrence)))
    if overlay == "discard":
        return (shown, dialog(_question, "discard_question", "discard"))
    if overlay == "delete_task":
        return (shown, dialog(_question, "delete_question", "delete"))
    return (shown,)


_ANSWERS = {
    "discard_question": do(discard), "delete_question": do(delete_task), "delete_marked": do(delete_marked),
    "clear_question": do(clear_completed),
}  # fmt: skip


def _question(res: Resources, text: str, yes: str, **values: int) -> Element:
    return lists.question(res, res.digits(res.string(f"tasks.{text}", **values)), yes, _ANSWERS[text])


def _delete_question(res: Resources, count: int) -> Element:
    return _question(res, "delete_marked", "delete", count=count)


def _list_layers(phone: Phone, state: Tasks, activity: Activity, today: int) -> tuple[Layer, ...]:
    now, zone, locale = phone.clock.wall, phone.zone, phone.configuration.locale
    unstarted = tuple([id_of(row) for row in state.rows if number(row, "hideUntil") > now])
    over = tuple([id_of(row) for row in state.rows if late(row, now)])
    sections = listed(state.rows, state.view, unstarted, zone, today, locale)
    here = [row for section in sections for row, _, _ in section.items]
    ids = tuple(map(id_of, here))
    marked = tuple([id for id in state.marked if id in ids])
    kept = state.preferences
    shown = layer(
        lists.screen, sections, state.view, state.folded, marked, over, unstarted, kept.full_titles, kept.notes,
        state.searching, activity.focus == "search", zone, today,
    )  # fmt: skip
    overlay = state.overlay
    if overlay == "drawer":
        views = [replace(state.view, list=name, query="") for name in LISTS]
        counts = [
            sum(len(s.items) for s in listed(state.rows, one, unstarted, zone, today, locale))
            for one in views
        ]
        return (shown, dialog(lists.drawer, state.view.list, tuple(counts)))
    if overlay == "menu":
        parents = any(number(row, "parent") for row in here)
        done = any(number(row, "completed") and not number(row, "deleted") for row in state.rows)
        return (
            shown,
            dialog(lists.overflow, state.view, tuple([text_of(row, "title") for row in here]), parents, done),
        )
    if overlay == "sort":
        return (shown, dialog(lists.arrangement, state.view))
    if overlay in ("group", "order"):
        name = "group" if overlay == "group" else "sort"
        return (shown, dialog(lists.choices, name, getattr(state.view, name)))
    if overlay == "marked" and marked:
        return (shown, dialog(lists.marked_menu, ids))
    if overlay == "delete" and marked:
        return (shown, dialog(_delete_question, len(marked)))
    return (shown, dialog(_question, "clear_question", "delete")) if overlay == "clear" else (shown,)


def _back(state: Tasks, context: Context) -> Next[Tasks]:
    """Close the open dialog, ask before changes are lost, or go to the first list."""
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


APP = App(
    name="tasks",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("task_alt", 0xFF2196F3),
    state=Tasks,
    layers=_layers,
    uid=10188,
    back=_back,
    closed=closed,
    activities=(ExportedActivity(SETTINGS),),
    files=(
        tables.database(DATABASE, (("rows", TASKS),)),
        preference_file(
            PACKAGE,
            {
                "view.group": Stored("group_mode", GROUPS),
                "view.sort": Stored("sort_mode", SORTS),
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
