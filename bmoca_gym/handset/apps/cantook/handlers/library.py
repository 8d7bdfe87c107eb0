"""Cantook's handlers of the library: navigation, and actions on books."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.state import (
    BOOKMARKS,
    CATEGORY,
    INFO,
    KEPT,
    NAME_LIMIT,
    PACKAGE,
    Cantook,
    PageName,
    changed,
    text_of,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.file_changes import remove
from bmoca_gym.handset.kits.navigation import go_to, without_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import do, replace

# Getting about


def show_tab(state: Cantook, context: Context, page: PageName) -> Next[Cantook]:
    """Show a page of the bottom bar, scrolled to its top."""
    return and_then(go_to(state, context, page), scroll_to(page))


def open_category(state: Cantook, context: Context, name: str) -> Next[Cantook]:
    """Open the publications of a category."""
    return without_overlay(state), start(f"{PACKAGE}/{CATEGORY}", name)


def open_activity(state: Cantook, context: Context, name: str, subject: int = 0) -> Next[Cantook]:
    """Open a screen, about a publication or collection if one is given."""
    return without_overlay(state), focus(""), start(f"{PACKAGE}/{name}", subject)


def leave(state: Cantook, context: Context) -> Next[Cantook]:
    """Go back to the screen before."""
    return without_overlay(state, marked=()), focus(""), finish()


def toggle_grid(state: Cantook, context: Context) -> Next[Cantook]:
    """Switch between a grid and a list of publications."""
    return replace(state, grid=not state.grid), scroll_to("books")


def sort_by(state: Cantook, context: Context, order: str) -> Next[Cantook]:
    """List the publications in another order."""
    return without_overlay(state, order=order), scroll_to("books")


def search(state: Cantook, context: Context, text: str) -> Next[Cantook]:
    """Update the search text."""
    return replace(state, query=text[:NAME_LIMIT]), scroll_to("search")


# Books


def mark(state: Cantook, context: Context, id: int, read: bool) -> Cantook:
    """Mark a publication as read or unread. Unread means that its progress is zero."""
    now = context.phone.clock.wall
    state = changed(state, id, finished=int(read), progression=float(read), updated=now)
    return without_overlay(state)


def delete_book(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Delete a book: its file, its bookmarks, and its place in collections."""
    row = tables.with_id(state.publications, id)
    if row is None:
        return without_overlay(state)
    left = without_overlay(
        state,
        publications=tables.without(state.publications, (id,)),
        links=tuple([link for link in state.links if link[0] != id]),
        bookmarks=tuple([row for row in state.bookmarks if BOOKMARKS.get(row, "publication_id") != id]),
    )
    said = toast(context.res.string("cantook.deleted", name=text_of(row, "title")))
    href = text_of(row, "href")
    gone = (do(remove, href),) if href.startswith(KEPT + "/") else ()
    inside = context.activity is not None and context.activity.name == INFO
    return left, *gone, *((finish(),) if inside else ()), said
