"""Joplin: notes and to-dos in Markdown, notebooks and tags, search and trash, as version 3.0."""

from __future__ import annotations

from bmoca_gym.handset.apps.joplin import lists, pages, parts, writing
from bmoca_gym.handset.apps.joplin.notes import (
    ALL,
    FOLDERS,
    INDEX,
    NOTE_TAGS,
    NOTES,
    ORDERS,
    TAGGED,
    TAGS,
    TRASH,
    found,
    listed,
    title_in,
    tree,
    used_tags,
)
from bmoca_gym.handset.apps.joplin.state import (
    DATABASE,
    MAIN,
    PACKAGE,
    Joplin,
    close_overlay,
    closed,
    delete_folder,
    delete_selected,
    destroy_selected,
    empty_trash,
    leave_page,
    unselect,
)
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import do


def _layers(phone: Phone, state: Joplin, activity: Activity) -> tuple[Layer, ...]:
    locale = phone.configuration.locale
    page, overlay = state.page, state.overlay
    main = _main_layer(state, activity.focus, locale)
    over: Layer | None = None
    if overlay in ("drawer", "notebook", "delete_notebook"):
        over = dialog(lists.drawer, tree(state.folders, state.folded, locale), state.folded, state.list)
        if overlay != "drawer":
            title = title_in(state.folders, state.about, FOLDERS)
            asked = lists.folder_menu if overlay == "notebook" else _delete_notebook
            return (main, over, dialog(asked, state.about, title))
    elif overlay == "add":
        over = dialog(lists.add_sheet)
    elif overlay == "sort":
        over = dialog(lists.sort_dialog, state.order)
    elif overlay == "move":
        over = dialog(lists.move_dialog, tree(state.folders, (), locale))
    elif overlay == "trash_menu":
        over = dialog(lists.trash_menu)
    elif overlay == "tags":
        known = used_tags(state.tags, state.note_tags, state.notes, locale)
        over = dialog(pages.tags_dialog, known, state.chosen, state.typed, activity.focus == "tags")
    elif overlay in ("delete", "destroy"):
        over = dialog(_count_question, overlay, len(state.selected))
    elif overlay in ("delete_note", "destroy_note"):
        over = dialog(_note_question, overlay, state.about)
    elif overlay == "empty":
        over = dialog(_empty_question)
    elif overlay == "note_menu" and page is not None:
        row = tables.with_id(state.notes, page.id)
        over = None if row is None else dialog(pages.note_menu, row)
    return (main,) if over is None else (main, over)


def _main_layer(state: Joplin, focus: str, locale: str) -> Layer:
    page = state.page
    if page is not None:
        row = tables.with_id(state.notes, page.id)
        if page.kind == "note" and row is not None:
            return layer(pages.note_screen, row, state.editing, focus, bars="light")
        if page.kind == "search":
            return layer(lists.search_screen, found(state.notes, state.query), state.query, focus == "search",
                         bars="light")  # fmt: skip
        if page.kind == "tags":
            shown = used_tags(state.tags, state.note_tags, state.notes, locale)
            return layer(lists.tags_screen, shown, bars="light")
        if page.kind == "notebook":
            return layer(pages.notebook_screen, state.typed, not page.id, focus == "title", bars="light")
        if page.kind == "settings":
            return layer(pages.settings_screen, state.order, state.focus_body, bars="light")
    rows = listed(state.notes, state.note_tags, state.list, state.order, locale)
    no_folders = not tree(state.folders, (), locale)
    return layer(_list_screen, rows, state.list, _title(state), state.selected, no_folders, bars="light")


def _title(state: Joplin) -> str:
    """The title of the list, "" for one that the app names."""
    if state.list.startswith(TAGGED):
        return title_in(state.tags, state.list.removeprefix(TAGGED), TAGS)
    return title_in(state.folders, state.list, FOLDERS)


def _list_screen(
    res: Resources, rows: tables.Rows, shown: str, title: str, selected: tuple[str, ...], no_folders: bool
) -> Element:
    named = {ALL: "all_notes", TRASH: "trash"}.get(shown)
    return lists.screen(
        res, rows, shown, res.string(f"joplin.{named}") if named else title, selected, no_folders
    )


# Questions before something is deleted


def _count_question(res: Resources, overlay: str, count: int) -> Element:
    text = res.digits(res.string(f"joplin.{overlay}_question", count=count))
    answer = do(delete_selected) if overlay == "delete" else do(destroy_selected)
    return parts.question(res, text, "common.ok", answer)


def _note_question(res: Resources, overlay: str, id: str) -> Element:
    kind = overlay.removesuffix("_note")
    text = res.digits(res.string(f"joplin.{kind}_question", count=1))
    answer = do(writing.delete, id) if kind == "delete" else do(writing.destroy, id)
    return parts.question(res, text, "common.ok", answer)


def _empty_question(res: Resources) -> Element:
    return parts.question(res, res.string("joplin.empty_question"), "common.ok", do(empty_trash))


def _delete_notebook(res: Resources, id: str, title: str) -> Element:
    text = res.string("joplin.delete_notebook_question", title=title)
    return parts.question(res, text, "common.ok", do(delete_folder, id))


# The app


def _back(state: Joplin, context: Context) -> Next[Joplin]:
    """Close what is open over the screen, stop editing or selecting, leave a page."""
    if state.overlay:
        return close_overlay(state, context)
    if state.editing:
        return writing.stop_editing(state, context)
    if state.page is not None:
        return (writing.leave_note if state.page.kind == "note" else leave_page)(state, context)
    return unselect(state, context) if state.selected else state


APP = App(
    name="joplin",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFF1071D3, letters="J"),
    state=Joplin,
    layers=_layers,
    uid=10166,
    back=_back,
    closed=closed,
    files=(
        tables.database(
            DATABASE, (("notes", NOTES), ("folders", FOLDERS), ("tags", TAGS), ("note_tags", NOTE_TAGS)),
            derived=(("index", INDEX),),
        ),
        preference_file(
            PACKAGE,
            {
                "shown": "activeFolderId",
                "folded": "collapsedFolderIds",
                "order.field": Stored("notes.sortOrder.field", ORDERS),
                "order.reverse": "notes.sortOrder.reverse",
                "order.open_first": "uncompletedTodosOnTop",
                "order.completed": "showCompletedTodos",
                "focus_body": "newNoteFocus_body",
            },
        ),
    ),
)  # fmt: skip
