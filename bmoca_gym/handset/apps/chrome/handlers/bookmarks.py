"""Handlers of the bookmarks: folders, deletion."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.handlers.browsing import leave
from bmoca_gym.handset.apps.chrome.handlers.history import visit
from bmoca_gym.handset.apps.chrome.state import Chrome
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, split
from bmoca_gym.handset.state import Context

# Handlers


def open_folder(state: Chrome, context: Context, id: int) -> Next[Chrome]:
    """Open a folder; 0 for the list of top-level folders."""
    return without_overlay(state, folder=id), scroll_to("bookmarks")


def up(state: Chrome, context: Context) -> Next[Chrome]:
    """Go to the parent folder, or leave the bookmarks."""
    if not state.folder:
        return leave(state, context)
    own = next((mark for mark in state.bookmarks if mark.id == state.folder), None)
    return open_folder(state, context, own.parent if own is not None else 0)


def leave_folder(state: Chrome, context: Context) -> Next[Chrome]:
    """Handler of Back: go to the parent folder."""
    return up(state, context) if state.folder else state


def delete(state: Chrome, context: Context, id: int) -> Chrome:
    """Delete a bookmark, or a folder with all that is in it."""
    gone = {id}
    for mark in state.bookmarks:  # a folder stands before what is in it
        if mark.parent in gone:
            gone.add(mark.id)
    left = tuple([mark for mark in state.bookmarks if mark.id not in gone])
    return without_overlay(state, bookmarks=left)


def visit_apart(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    """Open a bookmark in a new tab."""
    fresh, _ = split(browsing.new_tab(state, context, state.incognito))
    return visit(fresh, context, address)
