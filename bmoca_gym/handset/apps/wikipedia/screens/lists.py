"""Saved and read articles: reading lists, an open list, and the history."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia.handlers import saving
from bmoca_gym.handset.apps.wikipedia.handlers.opening import search, show_article
from bmoca_gym.handset.apps.wikipedia.screens.common import article_row, empty_message, popup
from bmoca_gym.handset.apps.wikipedia.state import ID, ReadingList
from bmoca_gym.handset.kits.navigation import CLOSE, leave_page, open_overlay
from bmoca_gym.handset.kits.questions import cancel, question
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    icon_button,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do

# Screens


def overflow_button(res: Resources) -> Element:
    """The button of the Saved tab's menu."""
    return icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "lists_menu"), res.colors.text,
        id=ID + "menu_overflow_button",
    )  # fmt: skip


def lists_menu(res: Resources) -> Element:
    """The Saved tab's menu."""
    items = ((res.string("wikipedia.create_new_list"), ID + "create_list", do(saving.ask_for_list)),)
    return popup(res, items, 28)


def lists_tab(res: Resources, reading_lists: tuple[ReadingList, ...]) -> Element:
    """The reading lists."""
    c = res.colors
    if len(reading_lists) == 1 and not reading_lists[0].articles:
        return empty_message(
            res, "bookmark_border", res.string("wikipedia.saved_empty"), res.string("wikipedia.saved_empty_text"),
            id=ID + "empty_container",
        )  # fmt: skip
    rows: list[Element] = []
    for entry in reading_lists:
        count = len(entry.articles)
        numbers = res.string("wikipedia.article_count", count=count)
        note = entry.description or (res.string("wikipedia.default_list_text") if not entry.title else "")
        rows += [
            Row(
                Icon("bookmark", 32, c.disabled),
                Column(
                    Text(saving.name_of(res, entry), 18, c.text, 500, lines=2, id=ID + "item_title"),
                    *([Text(note, 14, c.secondary, lines=2, id=ID + "item_description")] if note else []),
                    Text(res.digits(numbers), 12, c.secondary, id=ID + "item_reading_list_statistical_description"),
                    grow=1, gap=2,
                ),
                width=FILL, pad=(16, 14), gap=16, align="center", tap=do(saving.open_list, entry.id),
                id=ID + "item_container", class_name="android.widget.FrameLayout",
            ),
            divider(res),
        ]  # fmt: skip
    return scrolling(*rows, key="lists", id=ID + "recycler_view")


def reading_list_screen(res: Resources, entry: ReadingList) -> Element:
    """An opened list."""
    c = res.colors
    title = saving.name_of(res, entry)
    delete: tuple[Element, ...] = ()
    if entry.title:
        delete = (
            icon_button("delete", res.string("wikipedia.delete_list"), do(open_overlay, "delete_list"), c.text),
        )  # fmt: skip
    bar = toolbar(res, title, *delete, up=do(leave_page))
    if not entry.articles:
        return page(res, bar, empty_message(res, "bookmark_border", res.string("wikipedia.list_empty"), ""))
    rows: list[Element] = []
    for key in entry.articles:
        remove = icon_button(
            "bookmark", res.string("wikipedia.remove_from_list", title=title), do(saving.take_out, entry.id, key),
            c.accent,
            id=ID + "page_list_item_action",
        )  # fmt: skip
        rows += [article_row(res, key, do(show_article, key), "", "", remove), divider(res)]
    return page(res, bar, scrolling(*rows, key="list", id=ID + "reading_list_recycler_view"))


def new_list_dialog(res: Resources, title: str, note: str, focused: str) -> Element:
    """The dialog to create a list."""
    c = res.colors
    return dialog_card(
        res,
        Text(res.string("wikipedia.list_name"), 12, c.secondary),
        TextField(title, "title", do(saving.type_title), focused=focused == "title",
                  hint=res.string("wikipedia.list_name"),
                  hint_color=c.secondary, accent=c.accent, color=c.text, size=16, height=44,
                  on_submit=do(saving.create_list),
                  capitals="sentences", id=ID + "text_input"),
        divider(res),
        TextField(note, "note", do(saving.type_note), focused=focused == "note",
                  hint=res.string("wikipedia.list_description"), hint_color=c.secondary, accent=c.accent, color=c.text,
                  size=16, height=44, on_submit=do(saving.create_list), capitals="sentences",
                  id=ID + "secondary_text_input"),
        divider(res),
        dismiss=CLOSE, title=res.string("wikipedia.create_new_list"),
        buttons=(
            cancel(res),
            text_button(res, res.string("common.ok"), do(saving.create_list), id="android:id/button1",
                        enabled=bool(title.strip())),
        ),
    )  # fmt: skip


def _question(res: Resources, title: str, text: str, yes: Any) -> Element:
    ink = res.colors.secondary
    return question(res, text, "wikipedia.yes", yes, title=title, no="wikipedia.no", lines=None, color=ink)


def delete_list_dialog(res: Resources, entry: ReadingList) -> Element:
    """Asks whether to delete a list."""
    text = res.string("wikipedia.delete_list_question", title=saving.name_of(res, entry))
    return _question(res, res.string("wikipedia.delete_list"), text, do(saving.delete_list, entry.id))


def clear_history_dialog(res: Resources) -> Element:
    """Asks whether to clear the history."""
    title, text = res.string("wikipedia.clear_history"), res.string("wikipedia.clear_history_question")
    return _question(res, title, text, do(saving.clear_history))


def history_tab(res: Resources, history: tuple[str, ...]) -> Element:
    """The Search tab: a card that opens the search, and the reading history."""
    c = res.colors
    card = Row(
        Icon("search", 24, c.secondary),
        Text(res.string("wikipedia.search_wikipedia"), 16, c.secondary, grow=1),
        width=FILL, height=48, pad=(16, 0), gap=16, align="center", background=c.raised, radius=24, tap=do(search),
        id=ID + "search_card", class_name="androidx.cardview.widget.CardView",
        description=res.string("wikipedia.search_wikipedia"),
    )  # fmt: skip
    top = Column(card, width=FILL, pad=(12, 8), class_name="")
    if not history:
        nothing = empty_message(
            res, "history", res.string("wikipedia.history_empty"), res.string("wikipedia.history_empty_text"),
            id=ID + "history_empty_container",
        )  # fmt: skip
        return Column(top, nothing, width=FILL, grow=1, class_name="")
    head = Row(
        Text(res.string("wikipedia.history"), 20, c.text, 500, grow=1, pad=(16, 0), id=ID + "history_title"),
        icon_button("delete", res.string("wikipedia.clear_history"), do(open_overlay, "clear_history"), c.secondary,
                    id=ID + "history_delete", class_name="android.widget.ImageView"),
        width=FILL, height=48, align="center",
    )  # fmt: skip
    rows = [article_row(res, key, do(show_article, key)) for key in history]
    return Column(
        top, scrolling(head, *rows, key="history", id=ID + "history_list"), width=FILL, grow=1, class_name=""
    )  # fmt: skip
