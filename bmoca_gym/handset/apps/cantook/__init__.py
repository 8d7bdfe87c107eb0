"""Cantook by Aldiko: a library of e-books by category and collection, a reader of EPUB files, and their
import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.cantook import state
from bmoca_gym.handset.apps.cantook.epub import MIME
from bmoca_gym.handset.apps.cantook.handlers import collections, importing, reading
from bmoca_gym.handset.apps.cantook.handlers.library import delete_book
from bmoca_gym.handset.apps.cantook.paging import SIZES, publication_of
from bmoca_gym.handset.apps.cantook.screens import book, library, reader
from bmoca_gym.handset.apps.cantook.screens import collections as sheets
from bmoca_gym.handset.apps.cantook.state import (
    BOOKMARKS,
    CATEGORY,
    CHOOSER,
    COLLECTION,
    COLLECTIONS,
    DATABASE,
    HELP,
    INFO,
    LINKS,
    MAIN,
    ORDERS,
    PACKAGE,
    PUBLICATIONS,
    READER,
    SEARCH,
    THEMES,
    Cantook,
    text_of,
)
from bmoca_gym.handset.effects import focus
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, without_overlay
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Next
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import do


def _books(s: Cantook, place: Place) -> tuple[Any, ...]:
    read, added = (state.recent(s.publications, order, place.locale) for order in ("read", "added"))
    return read, added, state.ordered(s.publications, s.order, place.locale), s.grid


def _categories(s: Cantook, place: Place) -> tuple[Any, ...]:
    found = state.categories(s.publications, place.locale)
    return tuple([(name, len(rows)) for name, rows in found]), s.grid


def _named(s: Cantook) -> tuple[tuple[int, str], ...]:
    return tuple([(state.id_of(row), str(COLLECTIONS.get(row, "name"))) for row in s.collections])


def _collections(s: Cantook, place: Place) -> tuple[Any, ...]:
    return tuple([(id, name, len(state.in_collection(s, id))) for id, name in _named(s)]), s.grid


def _category(s: Cantook, place: Place) -> tuple[Any, ...]:
    rows = dict(state.categories(s.publications, place.locale)).get(place.argument, ())
    return str(place.argument), rows, s.grid


def _collection(s: Cantook, place: Place) -> tuple[Any, ...]:
    rows = state.ordered(state.in_collection(s, place.argument), "title", place.locale)
    return place.argument, state.name_of(s, place.argument), rows, s.grid


def _chooser(s: Cantook, place: Place) -> tuple[Any, ...]:
    return state.ordered(s.publications, "title", place.locale), s.marked, place.argument


def _search(s: Cantook, place: Place) -> tuple[Any, ...]:
    return s.query, place.focus == "search", state.matching(s.publications, s.query, place.locale)


def _info(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(s.publications, place.argument)
    if row is None:
        return None
    zone = place.zone
    days = []
    for name in ("created", "last_read"):
        at = tables.moment(PUBLICATIONS.column(name), PUBLICATIONS.get(row, name), zone)
        days.append(at.date() if at else None)
    return row, *days


def _reader(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(s.publications, place.argument)
    read = publication_of(place.phone, row)
    if row is None or isinstance(read, str):
        return None
    return (
        text_of(row, "title"),
        read,
        s.place,
        s.size,
        s.controls,
        s.theme,
        state.bookmarks_of(s, place.argument),
    )


def _why_not(s: Cantook, place: Place) -> tuple[Any, ...]:
    return (publication_of(place.phone, tables.with_id(s.publications, place.argument)),)


def _contents(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    read = publication_of(place.phone, tables.with_id(s.publications, place.argument))
    if isinstance(read, str):
        return None
    chapter = read.pieces[min(s.place, len(read.pieces) - 1)].chapter
    return read, chapter, state.bookmarks_of(s, place.argument)


def _book_sheet(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    row, inside = tables.with_id(s.publications, s.subject), place.activity.name == COLLECTION
    return None if row is None else (row, place.argument if inside else 0)


def _delete_book(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    row = tables.with_id(s.publications, s.subject)
    return (
        None if row is None else ("delete_book_question", text_of(row, "title"), do(delete_book, s.subject))
    )


def _collect(s: Cantook, place: Place) -> tuple[Any, ...] | None:
    return None if tables.with_id(s.publications, s.subject) is None else (_named(s), s.subject)


NAVIGATION = Navigation(
    Cantook,
    {
        "books": Page(library.books_tab, _books),
        "categories": Page(library.categories_tab, _categories, up="books"),
        "collections": Page(library.collections_tab, _collections, up="books"),
        "category": Page(library.category_page, _category, activity=CATEGORY),
        "collection": Page(library.collection_page, _collection, activity=COLLECTION),
        "chooser": Page(library.chooser, _chooser, activity=CHOOSER),
        "search": Page(library.search_page, _search, activity=SEARCH),
        "info": Page(book.info_page, _info, activity=INFO),
        "help": Page(library.help_page, activity=HELP),
        "reader": Page(reader.screen, _reader, activity=READER),
        "unreadable": Page(reader.failed_screen, _why_not),
    },
    {
        "menu": Overlay(library.overflow, lambda s, at: (s.page,)),
        "sort": Overlay(library.sort_menu, lambda s, at: (s.order,)),
        "failed": Overlay(library.failed_dialog, lambda s, at: (s.name,)),
        "new_collection": Overlay(
            sheets.name_dialog,
            lambda s, at: ("new_collection", "create", do(collections.create), s.name, at.focus == "name"),
            takes=("subject",), focus="name",
        ),
        "rename_collection": Overlay(
            sheets.name_dialog,
            lambda s, at: ("rename_collection", "rename", do(collections.rename), s.name, at.focus == "name"),
            takes=("subject", "name"), focus="name",
        ),
        "collection": Overlay(
            sheets.collection_sheet, lambda s, at: (s.subject, s.name), takes=("subject", "name")
        ),
        "delete_collection": Overlay(
            sheets.delete_dialog, lambda s, at: ("delete_collection_question", s.name, do(collections.delete)),
            takes=("subject", "name"),
        ),
        "book": Overlay(book.book_sheet, _book_sheet, takes=("subject",)),
        "collect": Overlay(sheets.choose_dialog, _collect, takes=("subject",)),
        "delete_book": Overlay(sheets.delete_dialog, _delete_book, takes=("subject",)),
        "contents": Overlay(reader.contents_dialog, _contents, on=("reader",)),
        "size": Overlay(reader.size_dialog, lambda s, at: (s.size,), on=("reader",)),
        "theme": Overlay(reader.theme_dialog, lambda s, at: (s.theme,), on=("reader",)),
    },
    where=lambda s, at: "unreadable" if at.activity.name in (READER, INFO) else s.page,
    kept=("publications", "collections", "links", "bookmarks", "order", "grid", "size", "theme"),
    passing=("subject", "name"),
)  # fmt: skip


def _read(s: Cantook, context: Context) -> Next[Cantook]:
    return reading.opened(s, context, context.activity.argument if context.activity is not None else 0)


def _search_anew(s: Cantook, context: Context) -> Next[Cantook]:
    return without_overlay(s, query=""), focus("search")


_BEGINNINGS: dict[str, Callable[[Cantook, Context], Next[Cantook]]] = {READER: _read, SEARCH: _search_anew}


def _created(s: Cantook, context: Context) -> Next[Cantook]:
    begin = _BEGINNINGS.get(context.activity.name) if context.activity is not None else None
    return without_overlay(s) if begin is None else begin(s, context)


APP = App(
    name="cantook",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("auto_stories", 0xFF00838F),
    palette=palette(0xFF00838F, dark_accent=0xFF4DB6C1),
    state=Cantook,
    layers=NAVIGATION.layers,
    uid=10186,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=_created,
    intents=(IntentFilter((intents.VIEW,), importing.view, types=(MIME,), activity=READER),),
    files=(
        tables.database(
            DATABASE,
            (
                ("publications", PUBLICATIONS),
                ("collections", COLLECTIONS),
                ("links", LINKS),
                ("bookmarks", BOOKMARKS),
            ),
            version=12,
        ),
        preference_file(
            PACKAGE,
            {
                "order": Stored("sort", ORDERS),
                "grid": "grid",
                "size": Stored("reader_font_size", range(len(SIZES))),
                "theme": Stored("reader_theme", THEMES),
            },
        ),
    ),
)
