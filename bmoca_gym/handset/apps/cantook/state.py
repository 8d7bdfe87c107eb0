"""Cantook's state: its database tables and what derives from them, the page, and what is open over it."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.apps.cantook.epub import MIME
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.tables import Column, Row, Rows, Table
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.locales import sort_key
from bmoca_gym.handset.value import Value, memo, replace, value

PACKAGE = "com.aldiko.android"
ID = PACKAGE + ":id/"
MAIN, CATEGORY, COLLECTION, CHOOSER, SEARCH, INFO, READER, HELP = (
    f"{PACKAGE}.{name}Activity"
    for name in ("Main", "Category", "Collection", "ChooseBooks", "Search", "BookInfo", "Reader", "Help")
)
DATABASE = f"/data/data/{PACKAGE}/databases/cantook.db"
#: Where the files of the library's books are kept.
KEPT = f"/data/data/{PACKAGE}/files/publications"

PUBLICATIONS = Table(
    "publications",
    (
        Column("created", "integer", unit="ms"),
        Column("updated", "integer", unit="ms"),
        Column("title"),
        Column("title_sort"),
        Column("author", null=True),
        Column("language", null=True),
        Column("publisher", null=True),
        Column("description", null=True),
        Column("subjects", null=True),
        Column("href"),
        Column("type", default=MIME),
        Column("finished", "integer", default=0),
        Column("progression", "real", default=0.0),
        Column("last_read", "integer", null=True, unit="ms"),
        Column("extras", default="{}"),
    ),
    id="id",
)
COLLECTIONS = Table(
    "collections",
    (Column("created", "integer", unit="ms"), Column("updated", "integer", unit="ms"), Column("name")),
    id="id",
)
#: Which publication is in which collection.
LINKS = Table(
    "publications_collections", (Column("collection_id", "integer"),), id="publication_id", unique=False
)

#: Pages that the reader has marked: of which publication, and how far into it.
BOOKMARKS = Table(
    "bookmarks",
    (
        Column("created", "integer", unit="ms"),
        Column("publication_id", "integer"),
        Column("progression", "real"),
    ),
    id="id",
)

PageName = Literal["books", "categories", "collections"]
OverlayName = Literal[
    "", "menu", "sort", "failed", "new_collection", "rename_collection", "collection", "delete_collection", "book",
    "collect", "delete_book", "contents", "size", "theme",
]  # fmt: skip
#: The pages of the bottom bar: glyph, id of the item, and whether it shows all books, which can be sorted.
TABS: dict[PageName, tuple[str, str, bool]] = {
    "books": ("menu_book", "navigation_books", True), "categories": ("category", "navigation_categories", False),
    "collections": ("collections_bookmark", "navigation_collections", False),
}  # fmt: skip
#: The colours of the reader: those of the phone, or its own.
THEMES = ("system", "light", "sepia", "dark")
ORDERS = ("title", "author", "added", "read")
#: Between the subjects of a publication.
SEPARATOR = "; "
NAME_LIMIT = 100
_RECENT = 6


@value
class Cantook(Value):
    """The app's state.

    Attributes:
        order: one of `ORDERS`.
        grid: whether books are shown in a grid rather than a list.
        subject: id of the publication or collection that the overlay is about.
        name: the name typed in the overlay, or why an import failed.
        marked: ids of publications selected for a collection.
        place: the first piece of the page being read.
        controls: whether the reader's bars are shown.
        size: text size of the reader, an index of `paging.SIZES`.
        theme: one of `THEMES`.
    """

    publications: Rows = ()
    collections: Rows = ()
    links: Rows = ()
    bookmarks: Rows = ()
    page: PageName = "books"
    order: str = "title"
    grid: bool = True
    overlay: OverlayName = ""
    subject: int = 0
    name: str = ""
    marked: tuple[int, ...] = ()
    query: str = ""
    place: int = 0
    controls: bool = False
    size: int = 1
    theme: str = "system"


# What the tables say


def text_of(row: Row, column: str) -> str:
    """A text of a publication, or ""."""
    return str(PUBLICATIONS.get(row, column) or "")


def id_of(row: Row) -> int:
    """The id of a row."""
    return int(row[0] or 0)


def moment_of(row: Row, column: str) -> int:
    """A time (wall ms) of a publication, or 0."""
    return int(PUBLICATIONS.get(row, column) or 0)


def is_finished(row: Row) -> bool:
    """Whether a publication counts as read."""
    return bool(PUBLICATIONS.get(row, "finished"))


def progress(row: Row) -> float:
    """Share of a publication that was read, from 0 to 1."""
    kept = PUBLICATIONS.get(row, "progression")
    share = float(kept) if isinstance(kept, (int, float)) else 0.0
    return 1.0 if is_finished(row) else min(max(share, 0.0), 1.0)


def percent(res: Resources, share: float) -> str:
    """A share as the app writes it: ``37.8%``."""
    return res.digits(f"{100 * share:.1f}%")


def subjects_of(row: Row) -> list[str]:
    """The categories of a publication."""
    return [
        subject.strip() for subject in text_of(row, "subjects").split(SEPARATOR.strip()) if subject.strip()
    ]


@memo(64)
def ordered(rows: Rows, order: str, locale: str) -> Rows:
    """Sort publications by one of `ORDERS`; those that are equal, by title."""
    found = sorted(rows, key=lambda row: sort_key(text_of(row, "title_sort"), locale))
    if order == "author":
        found.sort(key=lambda row: sort_key(text_of(row, "author"), locale))
    elif order in ("added", "read"):
        found.sort(key=lambda row: -moment_of(row, "created" if order == "added" else "last_read"))
    return tuple(found)


def recent(rows: Rows, order: str, locale: str) -> Rows:
    """The publications most recently read or added."""
    found = [row for row in ordered(rows, order, locale) if order == "added" or moment_of(row, "last_read")]
    return tuple(found[:_RECENT])


@memo(64)
def categories(rows: Rows, locale: str) -> tuple[tuple[str, Rows], ...]:
    """The categories by their names, with the publications in each."""
    found: dict[str, list[Row]] = {}
    for row in ordered(rows, "title", locale):
        for subject in dict.fromkeys(subjects_of(row)):
            found.setdefault(subject, []).append(row)
    return tuple(
        [(name, tuple(found[name])) for name in sorted(found, key=lambda name: sort_key(name, locale))]
    )


def bookmarks_of(state: Cantook, id: int) -> tuple[float, ...]:
    """The positions of a publication's bookmarks, as fractions from 0 to 1 in order."""
    rows = [row for row in state.bookmarks if BOOKMARKS.get(row, "publication_id") == id]
    return tuple(sorted(float(BOOKMARKS.get(row, "progression") or 0) for row in rows))


def in_collection(state: Cantook, id: int) -> Rows:
    """The publications of a collection."""
    inside = {publication for publication, collection in state.links if collection == id}
    return tuple([row for row in state.publications if row[0] in inside])


def name_of(state: Cantook, id: int) -> str:
    """The name of a collection, or "" if it was deleted."""
    row = tables.with_id(state.collections, id)
    return "" if row is None else str(COLLECTIONS.get(row, "name"))


@memo(64)
def matching(rows: Rows, query: str, locale: str) -> Rows:
    """The publications whose title, author or categories contain the query."""
    wanted = " ".join(query.casefold().split())
    if not wanted:
        return ()
    fields = ("title", "author", "subjects")
    found = [row for row in rows if any(wanted in text_of(row, name).casefold() for name in fields)]
    return ordered(tuple(found), "title", locale)


def changed(state: Cantook, id: int, **cells: Any) -> Cantook:
    """Change values of a publication."""
    row = tables.with_id(state.publications, id)
    if row is None:
        return state
    return replace(state, publications=tables.put(state.publications, PUBLICATIONS.changed(row, **cells)))
