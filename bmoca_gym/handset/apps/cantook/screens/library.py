"""Cantook's library: books in a grid or a list, categories, collections, search, help."""

from __future__ import annotations

from bmoca_gym.handset.apps.cantook.handlers import collections, importing
from bmoca_gym.handset.apps.cantook.handlers import library as handlers
from bmoca_gym.handset.apps.cantook.state import (
    COLLECTION,
    HELP,
    ID,
    ORDERS,
    READER,
    SEARCH,
    TABS,
    PageName,
    id_of,
    progress,
    text_of,
)
from bmoca_gym.handset.graphics.covers import Cover
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import (
    bottom_tabs,
    dialog_card,
    empty_message,
    icon_button,
    list_row,
    menu,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Grid, Row, Scroll, Spacer, component
from bmoca_gym.handset.ui.widgets import CheckBox, Picture, Text
from bmoca_gym.handset.value import Callback, do

LIST = "androidx.recyclerview.widget.RecyclerView"
_ACTION = "android.widget.TextView"
#: Colours of covers; a book has that which its title asks for.
_CARD = 112  # dp of a card in a row that scrolls sideways; one of a grid has at least as many
_COVER = 1.4  # a cover's height by its width
HELP_TOPICS = ("import", "read", "collections", "marks")


# Parts


def cover(row: Record, width: float, height: float) -> Element:
    """A book's cover."""
    return Picture(Cover("book", text_of(row, "title"), text_of(row, "author")), width=width, height=height, radius=3,
                   id=ID + "cover")  # fmt: skip


def _bar(res: Resources, row: Record, width: float) -> Element:
    """Progress in a book, as a line."""
    share = progress(row)
    done = Spacer(width=max(1.0, width * share), height=3, background=res.colors.accent if share else None)
    return Row(done, width=width, height=3, background=res.colors.divider if share else None, class_name="")


def _more(res: Resources, row: Record) -> Element:
    label = res.string("cantook.menu_of", name=text_of(row, "title"))
    return icon_button("more_vert", label, do(open_overlay, "book", id_of(row)), res.colors.secondary, size=20,
                       width=32, height=40, id=ID + "more")  # fmt: skip


def author_text(res: Resources, row: Record) -> str:
    """A book's author, or a text that says that the author is unknown."""
    return text_of(row, "author") or res.string("cantook.unknown_author")


@component(256)
def _card(res: Resources, row: Record, width: float) -> Element:
    c, id = res.colors, id_of(row)
    picture = Column(cover(row, width, width * _COVER), _bar(res, row, width), class_name="")
    words = Column(
        Text(text_of(row, "title"), 13, c.text, 500, 2, id=ID + "title"),
        Text(author_text(res, row), 12, c.secondary, id=ID + "author"), grow=1, gap=1, class_name="",
    )  # fmt: skip
    return Column(
        picture, Row(words, _more(res, row), width=width, class_name=""), width=width, gap=6,
        tap=do(handlers.open_activity, READER, id), long_press=do(open_overlay, "book", id),
        id=ID + "book", class_name="android.view.ViewGroup",
    )  # fmt: skip


@component(256)
def _line(res: Resources, row: Record, marked: bool | None) -> Element:
    """A book in a list. ``marked``: whether it is chosen, or None if it can't be."""
    c, id = res.colors, id_of(row)
    texts: list[Element] = [
        Text(text_of(row, "title"), 16, c.text, 500, 2, id=ID + "title"),
        Text(author_text(res, row), 14, c.secondary, id=ID + "author"),
    ]
    if progress(row):
        texts.append(_bar(res, row, 120))
    tap = do(handlers.open_activity, READER, id) if marked is None else do(collections.choose, id)
    end = (
        _more(res, row)
        if marked is None
        else CheckBox(bool(marked), c.accent, c.secondary, id=ID + "checkbox")
    )
    return Row(
        cover(row, 48, 68), Column(*texts, grow=1, gap=3, class_name=""), end, width=FILL, pad=(16, 8, 8, 8),
        gap=16, align="center", tap=tap, long_press=None if marked is not None else do(open_overlay, "book", id),
        id=ID + "book", class_name="android.view.ViewGroup",
    )  # fmt: skip


def _books(res: Resources, rows: Rows, grid: bool) -> Element:
    if not grid:
        return Column(*[_line(res, row, None) for row in rows], width=FILL, class_name="")
    room = res.width - 32
    columns = max(2, (room + 12) // (_CARD + 12))
    width = (room - 12 * (columns - 1)) // columns
    cards = [_card(res, row, width) for row in rows]
    return Grid(*cards, columns=columns, width=FILL, gap=12, pad=(16, 0), class_name="")


def _heading(res: Resources, key: str) -> Element:
    return Text(
        res.string(f"cantook.{key}"),
        18,
        res.colors.text,
        500,
        width=FILL,
        pad=(16, 16, 16, 8),
        id=ID + "section_title",
    )


def _shelf(res: Resources, rows: Rows, key: str) -> Element:
    """Books side by side in a row that scrolls. Two shelves with titles fit on the screen."""
    font = res.metrics.font / res.metrics.scale
    bars = STATUS_HEIGHT + 2 * 56 + res.foot
    height = (res.height - bars) / 2 - (24 + 22 * font) - (8 + 52 * font)
    width = min(float(_CARD), max(56.0, height / _COVER))
    cards = [_card(res, row, width) for row in rows]
    return Scroll(Row(*cards, gap=12, pad=(16, 0), class_name=""), key=key, axis="x", width=FILL, id=ID + key)


# The pages of the bottom bar


def _framed(res: Resources, tab: PageName, grid: bool, body: Element) -> Element:
    c = res.colors
    find = icon_button("search", res.string("cantook.search"), do(handlers.open_activity, SEARCH), c.text,
                       id=ID + "action_search", class_name=_ACTION)  # fmt: skip
    label = res.string("cantook.show_list" if grid else "cantook.show_grid")
    view = icon_button("view_list" if grid else "grid_view", label, do(handlers.toggle_grid), c.text,
                       id=ID + "action_view", class_name=_ACTION)  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"), do(open_overlay, "menu"), c.text,
                       class_name="android.widget.ImageView")  # fmt: skip
    actions = (find, view, more) if TABS[tab][2] else (find, more)
    items = tuple(
        [
            (res.string(f"cantook.{name}"), glyph, ID + entry, do(handlers.show_tab, name))
            for name, (glyph, entry, _) in TABS.items()
        ]
    )
    foot = bottom_tabs(
        res,
        items,
        list(TABS).index(tab),
        id=ID + "bottom_navigation",
        class_name="android.widget.FrameLayout",
    )
    return page(res, toolbar(res, res.string("cantook.app_name"), *actions, id=ID + "toolbar"), body, foot)


def books_tab(res: Resources, read: Rows, added: Rows, every: Rows, grid: bool) -> Element:
    """My Books: recently read, recently added, and all."""
    if not every:
        nothing = empty_message(res, "menu_book", res.string("cantook.no_books"), id=ID + "empty")
        return _framed(res, "books", grid, nothing)
    parts: list[Element] = []
    if read:
        parts += [_heading(res, "recently_read"), _shelf(res, read, "recently_read")]
    parts += [
        _heading(res, "recently_added"),
        _shelf(res, added, "recently_added"),
        _heading(res, "all_books"),
    ]
    body = scrolling(
        *parts, _books(res, every, grid), key="books", id=ID + "books", class_name=LIST, pad=(0, 0, 0, 16)
    )
    return _framed(res, "books", grid, body)


def count_text(res: Resources, count: int) -> str:
    """Number of books."""
    return res.string("cantook.book_count", count=count, shown=res.digits(str(count)))


def categories_tab(res: Resources, found: tuple[tuple[str, int], ...], grid: bool) -> Element:
    """The categories, each with its number of books."""
    if not found:
        nothing = empty_message(res, "category", res.string("cantook.no_categories"), id=ID + "empty")
        return _framed(res, "categories", grid, nothing)
    rows = [
        list_row(res, name, count_text(res, count), tap=do(handlers.open_category, name), title_id=ID + "title",
                 summary_id=ID + "count", id=ID + "category")
        for name, count in found
    ]  # fmt: skip
    return _framed(
        res, "categories", grid, scrolling(*rows, key="categories", id=ID + "categories", class_name=LIST)
    )


def collections_tab(res: Resources, found: tuple[tuple[int, str, int], ...], grid: bool) -> Element:
    """The collections, each with its number of books, below the row to create one."""
    c = res.colors
    new = list_row(res, res.string("cantook.new_collection"), icon="add", icon_color=c.accent,
                   tap=do(open_overlay, "new_collection"), title_id=ID + "label",
                   id=ID + "new_collection")  # fmt: skip
    rows: list[Element] = [new]
    for id, name, count in found:
        more = icon_button("more_vert", res.string("cantook.menu_of", name=name),
                           do(open_overlay, "collection", id, name), c.secondary, id=ID + "more")  # fmt: skip
        rows.append(
            list_row(res, name, count_text(res, count), tap=do(handlers.open_activity, COLLECTION, id), end=more,
                     title_id=ID + "title", summary_id=ID + "count", id=ID + "collection")
        )  # fmt: skip
    if not found:
        rows.append(Text(res.string("cantook.no_collections"), 16, c.secondary, lines=4, width=FILL, pad=(24, 40),
                         align="center", id=ID + "empty"))  # fmt: skip
    return _framed(
        res, "collections", grid, scrolling(*rows, key="collections", id=ID + "collections", class_name=LIST)
    )


def overflow(res: Resources, tab: PageName) -> Element:
    """Further actions of the library."""
    items: list[tuple[str, Callback]] = [("import", do(importing.ask))]
    if TABS[tab][2]:
        items.append(("sort_by", do(open_overlay, "sort")))
    items.append(("help", do(handlers.open_activity, HELP)))
    return menu(res, tuple([(res.string(f"cantook.{key}"), tap) for key, tap in items]), CLOSE)


def sort_menu(res: Resources, order: str) -> Element:
    """The orders of all books."""
    items = tuple(
        [(res.string(f"cantook.order_{name}"), do(handlers.sort_by, name), name == order) for name in ORDERS]
    )
    return menu(res, items, CLOSE)


# Pages that are gone into


def category_page(res: Resources, name: str, rows: Rows, grid: bool) -> Element:
    """The books of a category."""
    bar = toolbar(res, name, up=do(handlers.leave), id=ID + "toolbar", title_id=ID + "toolbar_title")
    body = scrolling(
        _books(res, rows, grid), key="category", id=ID + "books", class_name=LIST, pad=(0, 8, 0, 16)
    )
    return page(res, bar, body)


def collection_page(res: Resources, id: int, name: str, rows: Rows, grid: bool) -> Element:
    """The books of a collection."""
    c = res.colors
    add = icon_button("add", res.string("cantook.add_books"), do(collections.open_chooser, id), c.text,
                      id=ID + "action_add_books", class_name=_ACTION)  # fmt: skip
    more = icon_button("more_vert", res.string("common.more_options"),
                       do(open_overlay, "collection", id, name), c.text,
                       class_name="android.widget.ImageView")  # fmt: skip
    bar = toolbar(
        res, name, add, more, up=do(handlers.leave), id=ID + "toolbar", title_id=ID + "toolbar_title"
    )
    if not rows:
        return page(res, bar, empty_message(res, "collections_bookmark", res.string("cantook.no_books_inside"),
                                            id=ID + "empty"))  # fmt: skip
    body = scrolling(
        _books(res, rows, grid), key="collection", id=ID + "books", class_name=LIST, pad=(0, 8, 0, 16)
    )
    return page(res, bar, body)


def chooser(res: Resources, rows: Rows, marked: tuple[int, ...], id: int) -> Element:
    """All books, with those chosen for a collection checked."""
    done = icon_button("check", res.string("cantook.done"), do(collections.put_marked, id), res.colors.text,
                       id=ID + "action_done", class_name=_ACTION)  # fmt: skip
    bar = toolbar(res, res.string("cantook.add_books"), done, up=do(handlers.leave), id=ID + "toolbar")
    lines = [_line(res, row, id_of(row) in marked) for row in rows]
    return page(
        res, bar, scrolling(*lines, key="chooser", id=ID + "books", class_name=LIST, pad=(0, 0, 0, 16))
    )


def search_page(res: Resources, query: str, focused: bool, rows: Rows) -> Element:
    """The search and the books that it finds."""
    c = res.colors
    bar = search_bar(
        res, query, focused, res.string("cantook.search_hint"), do(handlers.search), do(handlers.leave),
        field={"id": ID + "search_src_text"}, clear={"id": ID + "search_close_btn"},
        inks=(c.secondary, c.secondary), id=ID + "search_bar",
    )  # fmt: skip
    if query.strip() and not rows:
        nothing = empty_message(res, "search_off", res.string("cantook.nothing_found"), id=ID + "empty")
        return page(res, bar, nothing)
    lines = [_line(res, row, None) for row in rows]
    return page(res, bar, scrolling(*lines, key="search", id=ID + "results", class_name=LIST))


def help_page(res: Resources) -> Element:
    """Questions about the app, and their answers."""
    c = res.colors
    parts: list[Element] = []
    for topic in HELP_TOPICS:
        parts += [
            Text(res.string(f"cantook.help_{topic}"), 17, c.text, 500, None, pad=(0, 12, 0, 0)),
            Text(res.string(f"cantook.help_{topic}_text"), 15, c.secondary, 400, None),
        ]
    bar = toolbar(res, res.string("cantook.help"), up=do(handlers.leave), id=ID + "toolbar")
    body = scrolling(*parts, key="help", pad=16, gap=8, class_name="android.widget.ScrollView")
    return page(res, bar, body)


def failed_dialog(res: Resources, reason: str) -> Element:
    """Message that a file can't be imported."""
    text = Text(res.string(f"cantook.{reason}"), 16, res.colors.text, 400, 4, id="android:id/message")
    ok = text_button(res, res.string("cantook.ok"), CLOSE, id="android:id/button1")
    return dialog_card(res, text, dismiss=CLOSE, buttons=(ok,), title=res.string("cantook.import_failed"))
