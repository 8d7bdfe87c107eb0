"""Cantook by Aldiko: a library of e-books by category and collection, a reader of EPUB files, and their
import.
"""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook import book, collection, importing, library, reader, state
from bmoca_gym.handset.apps.cantook.epub import MIME
from bmoca_gym.handset.apps.cantook.state import (
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
    Cantook,
    text_of,
)
from bmoca_gym.handset.effects import focus
from bmoca_gym.handset.kits import tables
from bmoca_gym.handset.kits.preferences import Stored, preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock, intents
from bmoca_gym.handset.ui.components import dialog_card, text_button
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do, replace


def _failed_dialog(res: Resources, reason: str) -> Element:
    close = do(state.close_overlay)
    text = Text(res.string(f"cantook.{reason}"), 16, res.colors.text, 400, 4, id="android:id/message")
    ok = text_button(res, res.string("cantook.ok"), close, id="android:id/button1")
    return dialog_card(res, text, dismiss=close, buttons=(ok,), title=res.string("cantook.import_failed"))


def _tab(phone: Phone, s: Cantook) -> Layer:
    locale = phone.configuration.locale
    if s.tab == "categories":
        found = tuple([(name, len(rows)) for name, rows in state.categories(s.publications, locale)])
        return layer(library.categories_tab, found, s.grid)
    if s.tab == "collections":
        listed = [
            (
                int(row[0] or 0),
                str(COLLECTIONS.get(row, "name")),
                len(state.in_collection(s, int(row[0] or 0))),
            )
            for row in s.collections
        ]
        return layer(library.collections_tab, tuple(listed), s.grid)
    read, added = (state.recent(s.publications, order, locale) for order in ("read", "added"))
    return layer(library.books_tab, read, added, state.ordered(s.publications, s.order, locale), s.grid)


def _reader(phone: Phone, s: Cantook, id: int) -> tuple[Layer, ...]:
    row = tables.with_id(s.publications, id)
    read = reader.publication_of(phone, row)
    if row is None or isinstance(read, str):
        return (layer(reader.failed_screen, read if isinstance(read, str) else "missing"),)
    shown = layer(reader.screen, text_of(row, "title"), read, s.place, s.size, s.controls)
    if s.overlay == "contents":
        chapter = read.pieces[min(s.place, len(read.pieces) - 1)].chapter
        return (shown, dialog(reader.contents_dialog, read, chapter))
    return (shown, dialog(reader.size_dialog, s.size)) if s.overlay == "size" else (shown,)


def _info(phone: Phone, s: Cantook, id: int) -> Layer:
    row = tables.with_id(s.publications, id)
    if row is None:
        return layer(reader.failed_screen, "missing")
    zone = clock.zone_of(phone)
    days = []
    for name in ("created", "last_read"):
        at = tables.moment(PUBLICATIONS.column(name), PUBLICATIONS.get(row, name), zone)
        days.append(at.date() if at else None)
    return layer(book.info_page, row, *days)


def _main(phone: Phone, s: Cantook, activity: Activity) -> Layer:
    locale, argument = phone.configuration.locale, activity.argument
    if activity.name == CATEGORY:
        rows = dict(state.categories(s.publications, locale)).get(argument, ())
        return layer(library.category_page, str(argument), rows, s.grid)
    if activity.name == COLLECTION:
        rows = state.ordered(state.in_collection(s, argument), "title", locale)
        return layer(library.collection_page, argument, collection.name_of(s, argument), rows, s.grid)
    if activity.name == CHOOSER:
        return layer(library.chooser, state.ordered(s.publications, "title", locale), s.marked, argument)
    if activity.name == SEARCH:
        found = state.matching(s.publications, s.query, locale)
        return layer(library.search_page, s.query, activity.focus == "search", found)
    if activity.name == INFO:
        return _info(phone, s, argument)
    return layer(library.help_page) if activity.name == HELP else _tab(phone, s)


def _overlay(s: Cantook, activity: Activity) -> tuple[Layer, ...]:
    overlay, row = s.overlay, tables.with_id(s.publications, s.subject)
    if overlay == "menu":
        return (dialog(library.overflow, s.tab),)
    if overlay == "sort":
        return (dialog(library.sort_menu, s.order),)
    if overlay == "failed":
        return (dialog(_failed_dialog, s.name),)
    if overlay in ("new_collection", "rename_collection"):
        return (dialog(collection.name_dialog, overlay, s.name, activity.focus == "name"),)
    if overlay == "collection":
        return (dialog(collection.collection_sheet, s.subject, s.name),)
    if overlay == "delete_collection":
        return (dialog(collection.delete_dialog, s.name),)
    if row is None:
        return ()
    if overlay == "book":
        inside = activity.argument if activity.name == COLLECTION else 0
        return (dialog(book.book_sheet, row, inside),)
    if overlay == "collect":
        found = tuple([(int(one[0] or 0), str(COLLECTIONS.get(one, "name"))) for one in s.collections])
        return (dialog(collection.choose_dialog, found, s.subject),)
    return (dialog(book.delete_dialog, row),) if overlay == "delete_book" else ()


def _layers(phone: Phone, s: Cantook, activity: Activity) -> tuple[Layer, ...]:
    if activity.name == READER:
        return _reader(phone, s, activity.argument)
    return (_main(phone, s, activity), *_overlay(s, activity))


def _created(s: Cantook, context: Context) -> Next[Cantook]:
    activity = context.activity
    if activity is not None and activity.name == READER:
        return reader.opened(s, context, activity.argument)
    if activity is not None and activity.name == SEARCH:
        return replace(s, query="", overlay=""), focus("search")
    return replace(s, overlay="")


APP = App(
    name="cantook",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("auto_stories", 0xFF00838F),
    state=Cantook,
    layers=_layers,
    uid=10186,
    back=state.back,
    closed=state.closed,
    created=_created,
    intents=(IntentFilter((intents.VIEW,), importing.view, types=(MIME,), activity=READER),),
    files=(
        tables.database(
            DATABASE,
            (("publications", PUBLICATIONS), ("collections", COLLECTIONS), ("links", LINKS)),
            version=12,
        ),
        preference_file(
            PACKAGE,
            {
                "order": Stored("sort", ORDERS),
                "grid": "grid",
                "size": Stored("reader_font_size", range(len(reader.SIZES))),
            },
        ),
    ),
)
