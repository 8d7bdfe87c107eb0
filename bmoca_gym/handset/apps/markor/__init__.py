"""Markor: notes in text files, with a file browser, an editor and a viewer, as version 2.11.1."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.markor import listing, widget
from bmoca_gym.handset.apps.markor.handlers import app, browsing, writing
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Order
from bmoca_gym.handset.apps.markor.notes import note_of
from bmoca_gym.handset.apps.markor.screens import bars, browser, dialogs, editor, pages
from bmoca_gym.handset.apps.markor.state import (
    DOCUMENT,
    MAIN,
    PACKAGE,
    SETTINGS,
    SHARE_INTO,
    SWITCHES,
    TABS,
    TYPES,
    Markor,
    entries,
    folder_of,
    selected,
    shown_note,
)
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Selection
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import ALL_FILES, App, AppIcon, IntentFilter, TourStep
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import replace


def _is_path(folder: str) -> bool:
    return folder.startswith("/")


def _favoured(s: Markor, chosen: tuple[str, ...]) -> bool:
    return bool(chosen) and set(chosen) <= set(s.favourites)


def _files(s: Markor, at: Place) -> tuple[Any, ...]:
    chosen = selected(s, at.phone)
    return s.folder, entries(s, at.phone), chosen, _favoured(s, chosen), at.zone


def _menu(s: Markor, at: Place) -> tuple[Any, ...]:
    chosen = selected(s, at.phone)
    return browser.offers(len(chosen), _favoured(s, chosen)), bool(chosen)


def _note(s: Markor, at: Place) -> tuple[Any, ...]:
    note = shown_note(s, at.phone, at.activity)
    return note, s.viewed, note.path in s.favourites, at.focus == "note", s.action_bar


def _note_menu(s: Markor, at: Place) -> tuple[Any, ...]:
    note = shown_note(s, at.phone, at.activity)
    offers = editor.offers(note, s.viewed, note.path in s.favourites)
    return offers, at.activity.name == DOCUMENT, bars.NAME


def _share(s: Markor, at: Place) -> tuple[Any, ...]:
    return s.shared, at.focus == "shared", listing.of_folder(at.phone, NOTEBOOK, Order(key="date"))


def _found(s: Markor, at: Place) -> tuple[Any, ...]:
    folder = folder_of(s)
    return folder, listing.found(at.phone, folder, s.query, s.in_content, s.case_sensitive)


def _delete(s: Markor, at: Place) -> tuple[Any, ...] | None:
    chosen = selected(s, at.phone)
    return (chosen,) if chosen else None


def _carry(s: Markor, at: Place) -> tuple[Any, ...] | None:
    chosen = selected(s, at.phone)
    inside = listing.of_folder(at.phone, s.target, Order())
    folders = tuple([entry for entry in inside if entry.is_folder and entry.path not in chosen])
    return (s.carrying, s.target, folders) if chosen else None


def _info(s: Markor, at: Place) -> tuple[Any, ...] | None:
    chosen = selected(s, at.phone)
    return _info_of(at, chosen[0]) if chosen else None


def _info_of(at: Place, path: str) -> tuple[Any, ...] | None:
    found = listing.of_paths(at.phone, (path,))
    note = note_of(at.phone, None, path) if path in at.phone.files and listing.is_text(path) else None
    return (found[0], at.zone, note) if found else None


_FILES = ("files",)
_NOTES = ("todo", "quicknote", "document")

NAVIGATION = Navigation(
    Markor,
    {
        "files": Page(browser.screen, _files, back=browsing.leave_folder),
        "todo": Page(browser.note_screen, lambda s, at: (s.page, *_note(s, at))),
        "quicknote": Page(browser.note_screen, lambda s, at: (s.page, *_note(s, at))),
        "more": Page(browser.more_screen),
        "document": Page(editor.screen, _note, activity=DOCUMENT),
        "share": Page(pages.share_screen, _share, activity=SHARE_INTO),
        "settings": Page(
            pages.settings,
            lambda s, at: (s.tab_first, tuple([getattr(s, name) for name in SWITCHES])),
            activity=SETTINGS,
        ),
    },
    {
        "go_to": Overlay(browser.go_to_menu, on=_FILES),
        "sort": Overlay(browser.sort_menu, lambda s, at: (s.order,), on=_FILES),
        "menu": Overlay(bars.overflow, _menu, on=_FILES),
        "new": Overlay(
            dialogs.new_dialog,
            lambda s, at: (s.name, s.ending, s.kind, s.template, at.focus),
            on=_FILES, takes=("name", "template"),
        ),
        "type": Overlay(dialogs.type_dialog, lambda s, at: (s.kind,), on=_FILES, under="new", covers=True),
        "template": Overlay(
            dialogs.template_dialog, lambda s, at: (s.template,), on=_FILES, under="new", covers=True
        ),
        "search": Overlay(
            dialogs.search_dialog,
            lambda s, at: (s.query, s.in_content, s.case_sensitive, at.focus == "query"),
            on=_FILES, takes=("query",),
        ),
        "found": Overlay(dialogs.found_dialog, _found, on=_FILES),
        "rename": Overlay(
            dialogs.rename_dialog,
            lambda s, at: (s.name, at.focus == "name") if selected(s, at.phone) else None,
            on=_FILES, takes=("name",),
        ),
        "delete": Overlay(dialogs.delete_dialog, _delete, on=_FILES),
        "carry": Overlay(
            dialogs.carry_dialog, _carry, on=_FILES, takes=("carrying", "target"), back=browsing.leave_target
        ),
        "info": Overlay(dialogs.info_dialog, _info, on=_FILES),
        "note_menu": Overlay(bars.overflow, _note_menu, on=_NOTES),
        "note_info": Overlay(
            dialogs.info_dialog,
            lambda s, at: _info_of(at, shown_note(s, at.phone, at.activity).path),
            on=_NOTES,
        ),
        "note_search": Overlay(
            dialogs.note_search_dialog,
            lambda s, at: (shown_note(s, at.phone, at.activity).text, s.query, at.focus == "query"),
            on=_NOTES,
        ),
        "note_replace": Overlay(
            dialogs.note_replace_dialog, lambda s, at: (s.query, s.replacement, at.focus), on=_NOTES
        ),
        "tab": Overlay(pages.tab_dialog, lambda s, at: (s.tab_first,), on=("settings",)),
    },
    kept=("folder", "order", "ending", "kind", "favourites", "recent", "tab_first", *SWITCHES),
    selection=Selection("selection", on=_FILES),
)  # fmt: skip


def _closed(state: Markor) -> Markor:
    """Return the state after the app is closed. It remembers the folder if set to do so."""
    remembered = state.remember_folder and _is_path(state.folder)
    return replace(NAVIGATION.closed(state), folder=state.folder if remembered else NOTEBOOK)


_TEXTS = ("text/*", "application/json", "application/javascript")


_COLORS = palette(
    0xFFF04B4B,
    bar=0xFF1E2135,
    status=0xFF161828,
    background=0xFFFAFAFA,
    tabs=0xFF1E2135,
    tabs_text=0xFFFFFFFF,
    dark_background=0xFF1E1E1E,
    dark_tabs=0xFF1E2135,
    dark_tabs_text=0xFFFFFFFF,
    dark_on_accent=0xFFFFFFFF,
)

APP = App(
    tour=(
        TourStep("slide", "markor.tour_main", "markor.tour_main_text", "folder", 0xFF1E88E5),
        TourStep("slide", "markor.tour_view", "markor.tour_view_text", "visibility", 0xFF00897B),
        TourStep("slide", "markor.share_into", "markor.tour_share_text", "share", 0xFF8E24AA),
        TourStep("slide", "markor.todo", "markor.tour_todo_text", "check_box", 0xFFF4511E),
        TourStep("slide", "markor.quicknote", "markor.tour_quicknote_text", "bolt", 0xFF3949AB),
        TourStep("question", "", "tours.all_files_question", buttons=(("common.ok", 1),)),
        ALL_FILES,
    ),
    name="markor",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("edit_note", 0xFFD32F2F),
    palette=_COLORS,
    state=Markor,
    layers=NAVIGATION.layers,
    uid=10161,
    back=NAVIGATION.back,
    closed=_closed,
    created=app.created,
    paused=app.paused,
    intents=(
        IntentFilter((intents.SEND,), writing.answer_send, types=("text/*",), activity=SHARE_INTO),
        IntentFilter((intents.VIEW, intents.EDIT), writing.answer_view, types=_TEXTS, activity=DOCUMENT),
    ),
    widgets=widget.WIDGETS,
    files=(
        preference_file(
            PACKAGE,
            {
                "folder": Stored("pref_key__file_browser_last_browsed_folder", _is_path),
                "order.key": Stored("pref_key__file_browser__sort_by_type", listing.KEYS),
                "order.folder_first": "pref_key__filesystem_folder_first",
                "order.reverse": "pref_key__sort_reverse",
                "order.dotfiles": "pref_key__show_dot_files_v2",
                "ending": "pref_key__new_file_dialog_lastused_extension",
                "kind": Stored("pref_key__new_file_dialog_lastused_type", range(len(TYPES))),
                "favourites": "pref_key__favourite_files",
                "recent": "pref_key__recent_documents",
                "tab_first": Stored("pref_key__app_start_tab_v2", TABS),
                "view_first": "pref_key__is_preview_first",
                "start_on_bottom": "pref_key__editor_start_editing_on_bottom",
                "action_bar": "pref_key__is_editor_action_bar",
                "remember_folder": "pref_key__file_browser_remember_last_folder",
            },
            "app",
        ),
    ),
)
