"""Handlers of VLC's lists: tabs, folders, search, selection, playlists, and actions on an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from bmoca_gym.handset.apps.vlc import library
from bmoca_gym.handset.apps.vlc.handlers.player import play
from bmoca_gym.handset.apps.vlc.library import PACKAGE, Item
from bmoca_gym.handset.apps.vlc.state import (
    LIST,
    LONGEST_NAME,
    MAIN,
    SECONDARY,
    SETTINGS,
    Opened,
    PageName,
    Vlc,
    items_of,
    opened_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, share, start, toast
from bmoca_gym.handset.kits import navigation, tables
from bmoca_gym.handset.kits.file_changes import attempted, remove
from bmoca_gym.handset.kits.navigation import close_overlay, mark, open_overlay, type_query, without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import documents, files, intents, text_input
from bmoca_gym.handset.value import do, replace

#: Activities that show what is in an item.
_SHOWN_BY = {
    "group": SECONDARY,
    "playlist": LIST,
    "artist": SECONDARY,
    "album": SECONDARY,
    "genre": SECONDARY,
}


#: Pages on which the media behind the one that is opened are played too.
_PLAYED_ON = ("playlist", "artist", "album", "genre")


def _paths_of(phone: Phone, state: Vlc, items: list[Item]) -> tuple[str, ...]:
    """Return the paths of the media in items."""
    inside: dict[str, Callable[[str], Iterable[Item]]] = {
        "group": lambda key: library.in_group(phone, key, state.grouping),
        "playlist": lambda key: library.in_playlist(phone, state.entries, int(key)),
        "artist": lambda key: library.by(phone, "artist", key),
        "album": lambda key: library.by(phone, "album", key),
        "genre": lambda key: library.by(phone, "genre", key),
    }
    paths: list[str] = []
    for item in items:
        if item.is_medium:
            paths.append(item.key)
        else:
            found = inside[item.kind](item.key) if item.kind in inside else library.media_in(phone, item.key)
            paths += [one.key for one in found]
    return tuple(paths)


def _selected(state: Vlc, context: Context) -> list[Item]:
    """The selected items, in the order of the list."""
    if context.activity is None:
        return []
    listed = items_of(context.phone, state, context.activity)
    return [item for item in listed if item.key in state.selection]


# Pages


def go_to(state: Vlc, context: Context, page: PageName) -> Next[Vlc]:
    """Show a tab. Choosing the browser again leads to its first page."""
    folder = "" if page == state.page else state.folder
    return and_then(
        navigation.go_to(replace(state, folder=folder), context, page), focus(""), scroll_to("list")
    )


def open_item(state: Vlc, context: Context, item: Item, place: int) -> Next[Vlc]:
    """Play a medium, or open a group, folder or playlist. While items are selected, select this one too."""
    if state.selection:
        return select(state, context, item)
    if item.kind in _SHOWN_BY:
        return state, focus(""), start(f"{PACKAGE}/{_SHOWN_BY[item.kind]}", Opened(item.kind, item.key))
    if not item.is_medium:
        return _open_folder(state, item.key)
    opened = opened_of(context.activity)
    if context.activity is None or not (state.play_all or opened.kind in _PLAYED_ON):
        return play(state, context, (item.key,), 0)
    paths = tuple([i.key for i in items_of(context.phone, state, context.activity) if i.is_medium])
    return play(state, context, paths, min(place, len(paths) - 1) if opened.kind else paths.index(item.key))


def _open_folder(state: Vlc, folder: str) -> Next[Vlc]:
    return replace(state, folder=folder, query="", searching=False), focus(""), scroll_to("list")


def up(state: Vlc, context: Context) -> Next[Vlc]:
    """Go to the parent directory, or leave a page."""
    if opened_of(context.activity).kind or (context.activity is not None and context.activity.name != MAIN):
        return without_overlay(state, selection=()), finish()
    top = state.folder in ("", files.STORAGE, *library.FAVORITES)
    return _open_folder(state, "" if top else state.folder.rpartition("/")[0])


def leave_folder(state: Vlc, context: Context) -> Next[Vlc]:
    """On Back, end a selection or search, or go to the parent directory."""
    return state if state.selection or state.searching or not state.folder else up(state, context)


def show_audio(state: Vlc, context: Context, name: str) -> Next[Vlc]:
    """Show artists, albums, all recordings or genres."""
    return without_overlay(state, audio=name, selection=()), scroll_to("list")


def search(state: Vlc, context: Context, text: str) -> Next[Vlc]:
    """Show the items with a text in their title."""
    return and_then(type_query(state, context, text), scroll_to("list"))


def open_settings(state: Vlc, context: Context) -> Next[Vlc]:
    """Open the settings."""
    return without_overlay(state), start(f"{PACKAGE}/{SETTINGS}")


def switch(state: Vlc, context: Context, name: str) -> Vlc:
    """Switch a setting."""
    change: dict[str, Any] = {name: not getattr(state, name)}
    state = without_overlay(state, **change)
    return state if state.history_kept else replace(state, history=())


def sort(state: Vlc, context: Context, by: str, down: bool) -> Next[Vlc]:
    """Sort the list of the tab."""
    others = tuple([order for order in state.orders if order[0] != state.page])
    return without_overlay(state, orders=(*others, (state.page, by, down))), scroll_to("list")


def group_by(state: Vlc, context: Context, grouping: str) -> Next[Vlc]:
    """Choose how videos are grouped, if at all."""
    return without_overlay(state, grouping=grouping), scroll_to("list")


# The selection


def select(state: Vlc, context: Context, item: Item) -> Next[Vlc]:
    """Select an item, or deselect it."""
    return mark(state, context, item.key), focus("")


def play_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Play the selection."""
    paths = _paths_of(context.phone, state, _selected(state, context))
    return play(replace(state, selection=()), context, paths, 0)


def play_listed(state: Vlc, context: Context) -> Next[Vlc]:
    """Play all media in the list."""
    listed = [] if context.activity is None else items_of(context.phone, state, context.activity)
    return play(state, context, _paths_of(context.phone, state, list(listed)), 0)


def add_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask for a playlist for the selected items, in the order of the list."""
    return _ask_playlist(state, context, _selected(state, context))


def delete_selected(state: Vlc, context: Context) -> Next[Vlc]:
    """Delete the selected items."""
    return _deleted(replace(state, selection=()), context, _selected(state, context))


# Actions on an item


def play_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Play an item and everything in it."""
    if state.subject is None:
        return close_overlay(state, context)
    return play(state, context, _paths_of(context.phone, state, [state.subject]), 0)


def share_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Offer a medium to other apps."""
    if state.subject is None:
        return close_overlay(state, context)
    path = state.subject.key
    extras = ((intents.STREAM, documents.uri_of(path)),)
    sent = Intent(intents.SEND, type=documents.type_of(path), extras=extras)
    return without_overlay(state), share(sent)


def remove_item(state: Vlc, context: Context) -> Vlc:
    """Remove a medium from the playlist that is shown."""
    opened = opened_of(context.activity)
    if not opened.is_playlist:
        return without_overlay(state)
    entries = library.without(state.entries, int(opened.key), state.place)
    return without_overlay(state, entries=entries)


def delete_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Delete an item."""
    return _deleted(replace(state, selection=()), context, [] if state.subject is None else [state.subject])


def _deleted(state: Vlc, context: Context, items: list[Item]) -> Next[Vlc]:
    """Delete items: media with their files, playlists only from the library."""
    gone = _paths_of(context.phone, state, [item for item in items if not item.is_playlist])
    lists = tuple([int(item.key) for item in items if item.is_playlist])
    entries = tuple([row for row in state.entries if row[1] not in lists])
    after = without_overlay(state, playlists=tables.without(state.playlists, lists), entries=entries)
    failed = context.res.string("vlc.failed")
    return and_then(after, *[do(attempted, failed, remove, path) for path in gone], do(_index))


# Playlists


def add_item(state: Vlc, context: Context) -> Next[Vlc]:
    """Ask for a playlist for an item."""
    if state.subject is None:
        return close_overlay(state, context)
    return _ask_playlist(state, context, [state.subject])


def _ask_playlist(state: Vlc, context: Context, items: list[Item]) -> Next[Vlc]:
    paths = _paths_of(context.phone, state, items)
    return open_overlay(state, context, "playlist", paths, "")


def ask_name(state: Vlc, context: Context) -> Next[Vlc]:
    """Open the dialog that renames a playlist."""
    name = "" if state.subject is None else state.subject.title
    return and_then(open_overlay(state, context, "rename", name), focus("name"), do(text_input.select_all))


def type_name(state: Vlc, context: Context, text: str) -> Vlc:
    """Type a name."""
    return replace(state, name=text[:LONGEST_NAME])


def rename(state: Vlc, context: Context) -> Next[Vlc]:
    """Rename a playlist."""
    name = state.name.strip()
    if not name or state.subject is None:
        return close_overlay(state, context)
    row = tables.with_id(state.playlists, int(state.subject.key))
    if row is None:
        return close_overlay(state, context)
    changed = tables.put(state.playlists, library.PLAYLISTS.changed(row, name=name))
    return without_overlay(state, playlists=changed), focus("")


def create(state: Vlc, context: Context) -> Next[Vlc]:
    """Create a playlist with the typed name and add the media; if one already has that name, add them to it."""
    name = state.name.strip()
    if not name:
        return state
    known = library.named(state.playlists, name)
    if known:
        return add_to(state, context, known)
    playlists, id = library.created(state.playlists, name)
    return add_to(replace(state, playlists=playlists), context, id)


def add_to(state: Vlc, context: Context, id: int) -> Next[Vlc]:
    """Add the media to a playlist."""
    numbers = {path: number for number, path in library.ids(context.phone).items()}
    found = [numbers[path] for path in state.adding if path in numbers]
    entries = library.appended(state.entries, id, found)
    state = without_overlay(state, selection=(), media=library.indexed(context.phone), entries=entries)
    return state, focus(""), toast(context.res.string("vlc.added"))


# The library


def _index(phone: Phone) -> Phone:
    return phone.handled(PACKAGE, resumed, ())


def resumed(state: Vlc, context: Context) -> Next[Vlc]:
    """When the app comes to the front, index the media files."""
    found = library.indexed(context.phone)
    return state if found == state.media else replace(state, media=found)
