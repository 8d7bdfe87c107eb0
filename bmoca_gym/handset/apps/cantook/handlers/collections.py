"""Cantook's handlers of collections: creating, naming, filling and deleting them."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.state import (
    CHOOSER,
    COLLECTION,
    COLLECTIONS,
    LINKS,
    NAME_LIMIT,
    PACKAGE,
    Cantook,
    name_of,
)
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def type_name(state: Cantook, context: Context, text: str) -> Cantook:
    """Update the name of a collection."""
    return replace(state, name=text[:NAME_LIMIT])


def _refused(state: Cantook, context: Context, name: str, id: int = 0) -> str:
    """Reason why a collection can't have a name: a string's key, "" if it can."""
    if not name:
        return "cantook.no_name"
    taken = any(COLLECTIONS.get(row, "name") == name and row[0] != id for row in state.collections)
    return "cantook.name_taken" if taken else ""


def create(state: Cantook, context: Context) -> Next[Cantook]:
    """Create the named collection, containing the book it was made for."""
    name = state.name.strip()
    refused = _refused(state, context, name)
    if refused:
        return state, toast(context.res.string(refused))
    now = context.phone.clock.wall
    rows = tables.put(state.collections, COLLECTIONS.row(created=now, updated=now, name=name))
    made, book = int(rows[-1][0] or 0), state.subject
    state = without_overlay(state, collections=rows)
    return (put(state, made, (book,)) if book else state), focus("")


def rename(state: Cantook, context: Context) -> Next[Cantook]:
    """Give a collection the name that was typed."""
    row, name = tables.with_id(state.collections, state.subject), state.name.strip()
    refused = _refused(state, context, name, state.subject)
    if refused or row is None:
        return state, toast(context.res.string(refused or "cantook.no_name"))
    row = COLLECTIONS.changed(row, name=name, updated=context.phone.clock.wall)
    return without_overlay(state, collections=tables.put(state.collections, row)), focus("")


def delete(state: Cantook, context: Context) -> Next[Cantook]:
    """Delete a collection, and leave its page; its books stay."""
    id = state.subject
    links = tuple([link for link in state.links if link[1] != id])
    left = without_overlay(state, collections=tables.without(state.collections, (id,)), links=links)
    inside = context.activity is not None and context.activity.name == COLLECTION
    return (left, finish()) if inside else left


def put(state: Cantook, id: int, books: tuple[int, ...]) -> Cantook:
    """Put books into a collection."""
    new = [LINKS.row(book, collection_id=id) for book in books if (book, id) not in state.links]
    return replace(state, links=(*state.links, *new))


def put_book(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Put a book into a collection."""
    said = toast(context.res.string("cantook.added_to", name=name_of(state, id)))
    return without_overlay(put(state, id, (state.subject,))), said


def take_out(state: Cantook, context: Context, id: int, book: int) -> Cantook:
    """Take a book out of a collection."""
    return without_overlay(state, links=tuple([link for link in state.links if link != (book, id)]))


def open_chooser(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Open the list of all books, with those of a collection checked."""
    marked = tuple([int(book or 0) for book, collection in state.links if collection == id])
    return without_overlay(state, marked=marked), start(f"{PACKAGE}/{CHOOSER}", id)


def choose(state: Cantook, context: Context, book: int) -> Cantook:
    """Add a book to a collection, or remove it."""
    marked = state.marked
    marked = tuple([one for one in marked if one != book]) if book in marked else (*marked, book)
    return replace(state, marked=marked)


def put_marked(state: Cantook, context: Context, id: int) -> Next[Cantook]:
    """Set a collection's books to exactly the marked ones."""
    kept = tuple([link for link in state.links if link[1] != id or link[0] in state.marked])
    return replace(put(replace(state, links=kept), id, state.marked), marked=()), finish()
