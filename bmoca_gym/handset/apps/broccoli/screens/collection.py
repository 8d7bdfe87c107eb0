"""Broccoli's list of recipes with its search, the drawer and the about page."""

from __future__ import annotations

from bmoca_gym.handset.apps.broccoli import handlers
from bmoca_gym.handset.apps.broccoli.state import DRAWER, ID, LIST_SCROLL, NONE, text_of
from bmoca_gym.handset.kits import drawers, questions
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import (
    CLOSE,
    close_search,
    go_to,
    open_overlay,
    open_search,
    type_query,
)
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.search_bars import search_bar
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
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack, component
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text, TextField
from bmoca_gym.handset.value import do

_LIST = "androidx.recyclerview.widget.RecyclerView"


@component(256)
def _card(res: Resources, row: Record, photo: bytes) -> Element:
    c, id = res.colors, int(row[0] or 0)
    texts = [Text(text_of(row, "title"), 18, c.text, lines=2, id=ID + "card_text_view_title")]
    for name in ("description", "source"):
        if text_of(row, name):
            ink = c.positive if name == "source" else c.secondary
            texts.append(Text(" ".join(text_of(row, name).split()), 14, ink, lines=2 if name == "description" else 1,
                              id=ID + f"card_text_view_{name}"))  # fmt: skip
    if photo:
        picture: Element = Picture(photo, width=104, height=104, id=ID + "card_image")
    else:
        picture = Stack(
            Icon("restaurant", 32, c.secondary, class_name=""), width=104, height=104, background=c.raised,
            align="center", justify="center", id=ID + "card_image", class_name="android.widget.ImageView",
        )  # fmt: skip
    words = Column(*texts, grow=1, least=104, gap=3, pad=(0, 4), justify="center", class_name="")
    return Row(
        picture, words, width=FILL, least=104, gap=12, pad=(0, 0, 12, 0), background=c.surface, border=c.divider,
        radius=4, tap=do(handlers.show, id), class_name="androidx.cardview.widget.CardView",
    )  # fmt: skip


def screen(
    res: Resources, rows: Rows, favorites: bool, searching: bool, query: str, focused: bool, photos: tuple[bytes, ...],
    category: int, name: str,
) -> Element:  # fmt: skip
    """The recipes, all or those found, with the search field or the switch between all and favorites.

    ``photos``: that of each recipe; ``category``, ``name``: of the category that is listed.
    """
    if category == NONE:
        name = res.string("broccoli.unassigned")
    elif not category:
        name = res.string("broccoli.favorites" if favorites else "broccoli.all_recipes")
    bar = _search_bar(res, query, focused) if searching else _bar(res, name)
    if rows:
        cards = [_card(res, row, photo) for row, photo in zip(rows, photos, strict=True)]
        body: Element = scrolling(*cards, Spacer(width=FILL, height=80), key=LIST_SCROLL, grow=0, height=FILL, gap=8,
                                  pad=8, id=ID + "recycler_view", class_name=_LIST)  # fmt: skip
    else:
        said = "broccoli.none_found" if searching or favorites or category else "broccoli.none_yet"
        body = empty_message(res, "menu_book", res.string(said), id=ID + "recipes_empty", height=FILL)
    add = floating_button(res, "add", res.string("broccoli.new"), do(handlers.edit, 0), ID + "fab_recipes")
    floating = () if searching else (Column(add, pad=16, class_name=""),)
    stack = Stack(body, *floating, width=FILL, grow=1, align="end", justify="end", class_name="")
    return page(res, bar, stack)


def _bar(res: Resources, name: str) -> Element:
    c = res.colors
    menu = icon_button("menu", res.string("broccoli.open_drawer"), do(open_overlay, "drawer"), c.on_bar)
    chosen = Row(
        FittedText(name, 18, c.on_bar, 500, id="android:id/text1"),
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
    return search_bar(
        res, query, focused, res.string("broccoli.search"), do(type_query), do(close_search),
        field={"hint_color": c.on_bar & 0xFFFFFF | 0xB3000000, "accent": c.on_bar, "color": c.on_bar,
               "id": ID + "search_src_text"},
        clear={"id": ID + "search_close_btn"}, labels=("common.stop_searching", "common.clear_search"),
        inks=(c.on_bar, c.on_bar), background=c.bar, id=ID + "search_bar",
    )  # fmt: skip


def choice_dialog(
    res: Resources, favorites: bool, category: int, categories: tuple[tuple[int, str], ...]
) -> Element:
    """All recipes, the favorites, or those of a category."""
    rows = [
        choice(
            res,
            res.string(f"broccoli.{name}"),
            not category and chosen == favorites,
            do(handlers.choose, chosen),
        )
        for name, chosen in (("all_recipes", False), ("favorites", True))
    ]
    rows += [choice(res, name, id == category, do(handlers.choose, False, id)) for id, name in categories]
    if categories:
        none = res.string("broccoli.unassigned")
        rows.append(choice(res, none, category == NONE, do(handlers.choose, False, NONE)))
    body = scrolling(*rows, key="choice", grow=0)
    return dialog_card(
        res, body, dismiss=CLOSE, buttons=(text_button(res, res.string("common.cancel"), CLOSE),)
    )


def categories_screen(res: Resources, categories: tuple[tuple[int, str], ...]) -> Element:
    """The user's own categories."""
    c = res.colors
    menu = icon_button("menu", res.string("broccoli.open_drawer"), do(open_overlay, "drawer"), c.on_bar)
    bar = Row(menu, toolbar(res, res.string("broccoli.categories"), id=ID + "toolbar"), width=FILL, align="center",
              background=c.bar, class_name="")  # fmt: skip
    if categories:
        cards = [
            Row(
                Text(name, 18, c.text, lines=2, grow=1, id=ID + "card_text_view_category_name"), width=FILL, least=64,
                pad=(16, 0), align="center", background=c.surface, border=c.divider, radius=4,
                tap=do(handlers.open_category, id), class_name="androidx.cardview.widget.CardView",
            )
            for id, name in categories
        ]  # fmt: skip
        body: Element = scrolling(*cards, Spacer(width=FILL, height=80), key="categories", grow=0, height=FILL, gap=8,
                                  pad=8, id=ID + "recycler_view", class_name=_LIST)  # fmt: skip
    else:
        body = empty_message(res, "bookmark_border", res.string("broccoli.no_categories"), height=FILL)
    add = floating_button(res, "add", res.string("broccoli.add_category"), do(handlers.open_category, 0),
                          ID + "fab_categories")  # fmt: skip
    stack = Stack(body, Column(add, pad=16, class_name=""), width=FILL, grow=1, align="end", justify="end",
                  class_name="")  # fmt: skip
    return page(res, bar, stack)


def category_dialog(res: Resources, id: int, typed: str, focused: bool) -> Element:
    """Asks for the name of a category; an existing one can be deleted."""
    c = res.colors
    field = TextField(
        typed, "category", do(handlers.type_category), focused=focused, hint=res.string("broccoli.category_name"),
        hint_color=c.secondary, accent=c.positive, color=c.text, size=16, width=FILL, pad=(0, 10),
        on_submit=do(handlers.save_category), id=ID + "category_name",
    )  # fmt: skip
    rule = Spacer(width=FILL, height=2 if focused else 1, background=c.positive if focused else c.divider)
    buttons = [
        cancel(res),
        text_button(res, res.string("broccoli.save"), do(handlers.save_category), id="android:id/button1"),
    ]
    if id:
        buttons.insert(0, text_button(res, res.string("broccoli.delete"), do(open_overlay, "delete_category"),
                                      id="android:id/button3"))  # fmt: skip
    title = res.string("broccoli.edit_category" if id else "broccoli.add_category")
    return dialog_card(res, field, rule, dismiss=CLOSE, title=title, buttons=tuple(buttons))


def delete_category_dialog(res: Resources) -> Element:
    """The question before a category is deleted."""
    text = res.string("broccoli.delete_category_question")
    return questions.question(res, text, "broccoli.delete", do(handlers.delete_category))


def drawer(res: Resources, current: str) -> Element:
    """The drawer with the app's pages."""
    c = res.colors
    return drawers.drawer(
        res, "broccoli", "eco", DRAWER.items(), current, go_to, ID, "nav_view", colors=(0xFFFFFFFF, c.bar, c.positive),
        row_ids="nav_",
    )  # fmt: skip


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
