"""Broccoli's list of recipes with its search, the drawer and the about page."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import handlers
from bmoca_gym.handset.apps.broccoli.state import DRAWER, ID, LIST_SCROLL, text_of
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    close_search,
    go_to,
    open_overlay,
    open_search,
    type_query,
)
from bmoca_gym.handset.kits.tables import Row as Record
from bmoca_gym.handset.kits.tables import Rows
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    empty_message,
    floating_button,
    icon_button,
    page,
    scrolling,
    side_drawer,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

_LIST = "androidx.recyclerview.widget.RecyclerView"


@component(256)
def _card(res: Resources, row: Record) -> Element:
    c, id = res.colors, int(row[0] or 0)
    texts = [Text(text_of(row, "title"), 18, c.text, lines=2, id=ID + "card_text_view_title")]
    for name in ("description", "source"):
        if text_of(row, name):
            ink = c.positive if name == "source" else c.secondary
            texts.append(Text(" ".join(text_of(row, name).split()), 14, ink, lines=2 if name == "description" else 1,
                              id=ID + f"card_text_view_{name}"))  # fmt: skip
    picture = Stack(
        Icon("restaurant", 32, c.secondary, class_name=""), width=104, height=104, background=c.raised, align="center",
        justify="center", id=ID + "card_image", class_name="android.widget.ImageView",
    )  # fmt: skip
    words = Column(*texts, grow=1, height=104, gap=3, pad=(0, 4), justify="center", class_name="")
    return Row(
        picture, words, width=FILL, height=104, gap=12, pad=(0, 0, 12, 0), background=c.surface, border=c.divider,
        radius=4, tap=do(handlers.show, id), class_name="androidx.cardview.widget.CardView",
    )  # fmt: skip


def screen(
    res: Resources, rows: Rows, favorites: bool, searching: bool, query: str, focused: bool
) -> Element:
    """The recipes, all or those found, with the search field or the switch between all and favorites."""
    bar = _search_bar(res, query, focused) if searching else _bar(res, favorites)
    if rows:
        cards = [_card(res, row) for row in rows]
        body: Element = scrolling(*cards, Spacer(width=FILL, height=80), key=LIST_SCROLL, grow=0, height=FILL, gap=8,
                                  pad=8, id=ID + "recycler_view", class_name=_LIST)  # fmt: skip
    else:
        said = "broccoli.none_found" if searching or favorites else "broccoli.none_yet"
        body = empty_message(res, "menu_book", res.string(said), id=ID + "recipes_empty", height=FILL)
    add = floating_button(res, "add", res.string("broccoli.new"), do(handlers.edit, 0), ID + "fab_recipes")
    floating = () if searching else (Column(add, pad=16, class_name=""),)
    stack = Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", class_name="")
    return page(res, bar, stack)


def _bar(res: Resources, favorites: bool) -> Element:
    c = res.colors
    menu = icon_button("menu", res.string("broccoli.open_drawer"), do(open_overlay, "drawer"), c.on_bar)
    chosen = Row(
        Text(res.string("broccoli.favorites" if favorites else "broccoli.all_recipes"), 18, c.on_bar, 500,
             id="android:id/text1"),
        Icon("arrow_drop_down", 24, c.on_bar, class_name=""),
        gap=4, height=48, align="center", tap=do(open_overlay, "choice"), id=ID + "spinner",
        description=res.string("broccoli.categories"), class_name="android.widget.Spinner",
    )  # fmt: skip
    find = icon_button("search", res.string("broccoli.search"), do(open_search), c.on_bar,
                       id=ID + "action_search", class_name="android.widget.TextView")  # fmt: skip
    return Row(menu, chosen, Spacer(grow=1, height=1), find, width=FILL, height=56, pad=(4, 0), align="center",
               background=c.bar, id=ID + "toolbar_recipes", class_name="android.view.ViewGroup")  # fmt: skip


def _search_bar(res: Resources, query: str, focused: bool) -> Element:
    c = res.colors
    field = TextField(
        query, "search", do(type_query), focused=focused, hint=res.string("broccoli.search"),
        hint_color=c.on_bar & 0xFFFFFF | 0xB3000000, accent=c.on_bar, color=c.on_bar, size=18, grow=1, height=56,
        id=ID + "search_src_text",
    )  # fmt: skip
    clear = icon_button("close", res.string("common.clear_search"), do(type_query, ""), c.on_bar,
                        id=ID + "search_close_btn")  # fmt: skip
    leave = icon_button("arrow_back", res.string("common.stop_searching"), do(close_search), c.on_bar,
                        turn=True)  # fmt: skip
    return Row(leave, field, *((clear,) if query else ()), width=FILL, height=56, pad=(4, 0), gap=8, align="center",
               background=c.bar, id=ID + "search_bar")  # fmt: skip


def choice_dialog(res: Resources, favorites: bool) -> Element:
    """All recipes, or the favorites."""
    rows = [
        choice(res, res.string(f"broccoli.{name}"), chosen == favorites, do(handlers.choose, chosen))
        for name, chosen in (("all_recipes", False), ("favorites", True))
    ]
    return dialog_card(
        res, *rows, dismiss=CLOSE, buttons=(text_button(res, res.string("common.cancel"), CLOSE),)
    )


def drawer(res: Resources, current: str) -> Element:
    """The drawer with the app's pages."""
    c = res.colors
    head = Column(
        Icon("eco", 40, 0xFFFFFFFF, class_name=""),
        Text(res.string("broccoli.app_name"), 20, 0xFFFFFFFF, 500),
        width=FILL, pad=(16, 24, 16, 16), gap=12, background=c.bar, class_name="",
    )  # fmt: skip
    rows: list[Element] = []
    for name, glyph in DRAWER.items():
        ink = c.positive if name == current else c.text
        rows.append(
            Row(
                Icon(glyph, 24, ink, class_name=""),
                Text(res.string(f"broccoli.{name}"), 15, ink, 500, grow=1, id=ID + "design_menu_item_text"),
                width=FILL, height=48, pad=(16, 0), gap=24, align="center", tap=do(go_to, name),
                id=ID + f"nav_{name}", selected=name == current, class_name="android.widget.CheckedTextView",
            )
        )  # fmt: skip
    return side_drawer(res, head, rows, CLOSE, key="drawer", id=ID + "nav_view",
                       list_id=ID + "design_navigation_view")  # fmt: skip


def about_screen(res: Resources) -> Element:
    """About page of the app."""
    c = res.colors
    menu = icon_button("menu", res.string("broccoli.open_drawer"), do(open_overlay, "drawer"), c.on_bar)
    bar = Row(menu, toolbar(res, res.string("broccoli.about"), id=ID + "toolbar"), width=FILL, align="center",
              background=c.bar, class_name="")  # fmt: skip
    body = scrolling(
        Icon("eco", 64, c.positive, class_name=""),
        Text(res.string("broccoli.app_name"), 20, c.text, 500),
        Text("1.2.6", 14, c.secondary, id=ID + "version"),
        Text(res.string("broccoli.what"), 16, c.secondary, lines=None),
        key="about", pad=24, gap=12, class_name="android.widget.ScrollView",
    )  # fmt: skip
    return page(res, bar, body)
