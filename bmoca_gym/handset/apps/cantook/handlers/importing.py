"""Import of books into Cantook's library, from files of the phone."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.cantook import epub
from bmoca_gym.handset.apps.cantook.state import (
    KEPT,
    MAIN,
    PACKAGE,
    PUBLICATIONS,
    READER,
    SEPARATOR,
    Cantook,
    id_of,
    text_of,
)
from bmoca_gym.handset.effects import scroll_to, show, toast
from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.attachments import picked_file
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, documents, files, intents
from bmoca_gym.handset.value import Callback, do, replace

_ARTICLES = ("a ", "an ", "the ")


def ask(state: Cantook, context: Context) -> Next[Cantook]:
    """Let the user pick a file."""
    intent = Intent(intents.OPEN_DOCUMENT, type="*/*", categories=(intents.OPENABLE,))
    return without_overlay(state), show(intent, do(picked))


def picked(state: Cantook, context: Context, result: Any) -> Next[Cantook]:
    """Import the picked file, or say why it is not a book."""
    path = picked_file(context.phone, result)
    return imported(state, context, path) if path else _failed(state, "missing")


def imported(state: Cantook, context: Context, path: str) -> Next[Cantook]:
    """Import a file from the phone into the library, where it is shown at the top."""
    phone, res = context.phone, context.res
    data = phone.files.get(path, b"")
    book = epub.opened(data)
    if isinstance(book, str):
        return _failed(state, book)
    known = known_as(state, book)
    if known:
        return state, toast(res.string("cantook.already_there", name=book.title))
    now = phone.clock.wall
    rows = tables.put(
        state.publications,
        PUBLICATIONS.row(
            created=now, updated=now, title=book.title, title_sort=sortable(book.title), author=book.author or None,
            language=book.language or None, publisher=book.publisher or None, description=book.description or None,
            subjects=SEPARATOR.join(book.subjects) or None, href="",
        ),
    )  # fmt: skip
    kept = f"{KEPT}/{id_of(rows[-1])}.epub"
    rows = (*rows[:-1], PUBLICATIONS.changed(rows[-1], href=kept))
    try:
        files.write(phone, kept, data)
    except FileAccessError:
        return _failed(state, "no_space")
    state = replace(state, publications=rows, page="books")
    write: Callback = do(files.write, kept, data)
    return state, write, scroll_to("books"), toast(res.string("cantook.imported", name=book.title))


def known_as(state: Cantook, book: epub.Publication) -> int:
    """The id of the library's book with the same title and author, or 0."""
    for row in state.publications:
        if (text_of(row, "title"), text_of(row, "author")) == (book.title, book.author):
            return id_of(row)
    return 0


def sortable(title: str) -> str:
    """A title for sorting: in lower case and without a leading article."""
    text = title.casefold().strip()
    article = next((one for one in _ARTICLES if text.startswith(one)), "")
    return text[len(article) :] or text


def _failed(state: Cantook, reason: str) -> Cantook:
    return replace(state, overlay="failed", name=reason)


def view(phone: Phone, intent: Intent) -> Phone | None:
    """Open another app's file in the reader, after adding it to the library; None if there is no such file."""
    path = documents.path_of(intent.data)
    if path not in phone.files:
        return None
    phone = activities.start(phone, f"{PACKAGE}/{MAIN}")
    phone = phone.handled(PACKAGE, imported, (path,))
    book = epub.opened(phone.files[path])
    known = 0 if isinstance(book, str) else known_as(phone.apps[PACKAGE], book)
    return activities.start(phone, f"{PACKAGE}/{READER}", known) if known else phone
