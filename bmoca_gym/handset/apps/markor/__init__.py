"""Markor: notes in text files, with a file browser, an editor and a viewer, as version 2.11.1."""

from __future__ import annotations

from bmoca_gym.handset.apps.markor import browser, browsing, dialogs, editor, listing, pages, state, writing
from bmoca_gym.handset.apps.markor.bars import NAME, overflow
from bmoca_gym.handset.apps.markor.listing import NOTEBOOK, Order
from bmoca_gym.handset.apps.markor.notes import note_of
from bmoca_gym.handset.apps.markor.state import (
    DOCUMENT,
    MAIN,
    PACKAGE,
    SETTINGS,
    SHARE_INTO,
    SWITCHES,
    Markor,
)
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import clock, intents


def _layers(phone: Phone, s: Markor, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == SETTINGS:
        shown = layer(pages.settings, s.tab_first, tuple([getattr(s, name) for name in SWITCHES]))
        return (shown, dialog(pages.tab_dialog, s.tab_first)) if s.overlay == "tab" else (shown,)
    if activity.name == SHARE_INTO:
        found = listing.of_folder(phone, NOTEBOOK, Order(key="date"))
        return (layer(pages.share_screen, s.shared, activity.focus == "shared", found),)
    if activity.name == DOCUMENT or s.tab in state.TAB_FILES:
        return _note_layers(phone, s, activity)
    if s.tab == "more":
        return (layer(browser.more_screen),)
    found = state.entries(s, phone)
    chosen = tuple([entry.path for entry in found if entry.path in s.selection])
    favoured = bool(chosen) and set(chosen) <= set(s.favourites)
    zone = clock.zone_of(phone)
    shown = layer(browser.screen, s.folder, found, chosen, favoured, zone)
    return (shown, *_browser_overlays(phone, s, activity, chosen, favoured))


def _browser_overlays(
    phone: Phone, s: Markor, activity: Activity, chosen: tuple[str, ...], favoured: bool
) -> tuple[Layer, ...]:
    typed = activity.focus in ("name", "query")
    folder = state.folder_of(s)
    if s.overlay == "go_to":
        return (dialog(browser.go_to_menu),)
    if s.overlay == "sort":
        return (dialog(browser.sort_menu, s.order),)
    if s.overlay == "menu":
        return (dialog(overflow, browser.offers(len(chosen), favoured), bool(chosen)),)
    if s.overlay == "new":
        return (dialog(dialogs.new_dialog, s.name, s.ending, s.kind, s.template, activity.focus),)
    if s.overlay in ("kind", "template"):
        return (dialog(dialogs.choice_dialog, s.overlay, s.kind if s.overlay == "kind" else s.template),)
    if s.overlay == "search":
        return (dialog(dialogs.search_dialog, s.query, s.in_content, s.case_sensitive, typed),)
    if s.overlay == "found":
        found = listing.found(phone, folder, s.query, s.in_content, s.case_sensitive)
        return (dialog(dialogs.found_dialog, folder, found),)
    if not chosen:
        return ()
    if s.overlay == "rename":
        return (dialog(dialogs.rename_dialog, s.name, typed),)
    if s.overlay == "delete":
        return (dialog(dialogs.delete_dialog, chosen),)
    if s.overlay == "carry":
        inside = listing.of_folder(phone, s.target, Order())
        folders = tuple([entry for entry in inside if entry.is_folder and entry.path not in chosen])
        return (dialog(dialogs.carry_dialog, s.carrying, s.target, folders),)
    return _info(phone, chosen[0]) if s.overlay == "info" else ()


def _note_layers(phone: Phone, s: Markor, activity: Activity) -> tuple[Layer, ...]:
    note = state.shown_note(s, phone, activity)
    own, focused, favoured = activity.name == DOCUMENT, activity.focus == "note", note.path in s.favourites
    if own:
        shown = layer(editor.screen, note, s.viewed, favoured, focused, s.action_bar)
    else:
        shown = layer(browser.note_screen, s.tab, note, s.viewed, favoured, focused, s.action_bar)
    if s.overlay == "menu":
        offers = editor.offers(note, s.viewed, favoured)
        return (shown, dialog(overflow, offers, own, NAME))
    return (shown, *(_info(phone, note.path) if s.overlay == "info" else ()))


def _info(phone: Phone, path: str) -> tuple[Layer, ...]:
    found = listing.of_paths(phone, (path,))
    note = note_of(phone, None, path) if path in phone.files and listing.is_text(path) else None
    return tuple([dialog(dialogs.info_dialog, entry, clock.zone_of(phone), note) for entry in found])


_TEXTS = ("text/*", "application/json", "application/javascript")


def _is_path(folder: str) -> bool:
    return folder.startswith("/")


APP = App(
    name="markor",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("edit_note", 0xFFD32F2F),
    state=Markor,
    layers=_layers,
    uid=10161,
    back=browsing.back,
    closed=state.closed,
    created=state.created,
    paused=state.paused,
    intents=(
        IntentFilter((intents.SEND,), writing.answer_send, types=("text/*",), activity=SHARE_INTO),
        IntentFilter((intents.VIEW, intents.EDIT), writing.answer_view, types=_TEXTS, activity=DOCUMENT),
    ),
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
                "kind": Stored("pref_key__new_file_dialog_lastused_type", range(len(state.TYPES))),
                "favourites": "pref_key__favourite_files",
                "recent": "pref_key__recent_documents",
                "tab_first": Stored("pref_key__app_start_tab_v2", state.TABS),
                "view_first": "pref_key__is_preview_first",
                "start_on_bottom": "pref_key__editor_start_editing_on_bottom",
                "action_bar": "pref_key__is_editor_action_bar",
                "remember_folder": "pref_key__file_browser_remember_last_folder",
            },
            "app",
        ),
    ),
)
