"""Saved and read articles: reading lists, an open list, and the history."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.actions import close_overlay, open_overlay, search, show_article, up
from bmoca_gym.handset.apps.wikipedia.common import article_row, empty_message, popup
from bmoca_gym.handset.apps.wikipedia.state import ID, READING_LIST, ReadingList, Wikipedia, component
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
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
from bmoca_gym.handset.value import do, replace

_LIST_LIMIT = 100


def name_of(res: Resources, reading_list: ReadingList) -> str:
    """A list's title; the default list's in the phone's language."""
    return reading_list.title or res.string("wikipedia.default_list")


def list_of(state: Wikipedia, id: int) -> ReadingList:
    """The list with that id, or the default one if it was deleted."""
    return next((entry for entry in state.lists if entry.id == id), state.lists[0])


def is_saved(state: Wikipedia, key: str) -> bool:
    """Whether any list has the article."""
    return any(key in entry.articles for entry in state.lists)


def _with_list(state: Wikipedia, changed: ReadingList) -> Wikipedia:
    return replace(
        state, lists=tuple([changed if entry.id == changed.id else entry for entry in state.lists])
    )


# Handlers


def save(state: Wikipedia, context: Context, key: str) -> tuple[Any, ...]:
    """Save an article to the default list, or remove it from all lists."""
    title = articles.article(key).title
    if is_saved(state, key):
        kept = [
            replace(entry, articles=tuple([a for a in entry.articles if a != key])) for entry in state.lists
        ]
        message = context.res.string("wikipedia.removed_from_lists", title=title)
        return replace(state, lists=tuple(kept), overlay=("", "")), toast(message)
    first = state.lists[0]
    after = _with_list(state, replace(first, articles=(key, *first.articles)))
    return replace(after, overlay=("", "")), toast(context.res.string("wikipedia.saved_article", title=title))


def _open(state: Wikipedia, context: Context, id: int) -> tuple[Any, ...]:
    return replace(state, overlay=("", "")), start(component(READING_LIST), id)


def _new(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    if len(state.lists) >= _LIST_LIMIT:
        return replace(state, overlay=("", "")), toast(context.res.string("wikipedia.too_many_lists"))
    title = context.res.string("wikipedia.my_reading_list")
    return replace(state, overlay=("new_list", ""), title=title, note=""), focus("title")


def _type_title(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    return replace(state, title=text)


def _type_note(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    return replace(state, note=text)


def _create(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    title = state.title.strip()
    if not title or any(name_of(context.res, entry) == title for entry in state.lists):
        return state
    id = max(entry.id for entry in state.lists) + 1
    made = ReadingList(id, title, state.note.strip())
    return replace(state, lists=(*state.lists, made), overlay=("", ""), title="", note=""), focus("")


def _delete(state: Wikipedia, context: Context, id: int) -> tuple[Any, ...]:
    gone = list_of(state, id)
    kept = tuple([entry for entry in state.lists if entry.id != id])
    message = context.res.string("wikipedia.list_deleted", title=name_of(context.res, gone))
    return replace(state, lists=kept, overlay=("", "")), toast(message), finish()


def _take_out(state: Wikipedia, context: Context, id: int, key: str) -> Wikipedia:
    entry = list_of(state, id)
    return _with_list(state, replace(entry, articles=tuple([a for a in entry.articles if a != key])))


def _clear_history(state: Wikipedia, context: Context) -> Wikipedia:
    return replace(state, history=(), tabs=(), current=0, overlay=("", ""))


# Screens


def overflow_button(res: Resources) -> Element:
    """The button of the Saved tab's menu."""
    return icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "lists_menu"), res.colors.text,
        id=ID + "menu_overflow_button",
    )  # fmt: skip


def lists_menu(res: Resources, theme: int) -> Element:
    """The Saved tab's menu."""
    items = ((res.string("wikipedia.create_new_list"), ID + "create_list", do(_new)),)
    return popup(themed(res, theme), items, 28)


def lists_tab(res: Resources, theme: int, reading_lists: tuple[ReadingList, ...]) -> Element:
    """The reading lists."""
    res = themed(res, theme)
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
                    Text(name_of(res, entry), 18, c.text, 500, lines=2, id=ID + "item_title"),
                    *([Text(note, 14, c.secondary, lines=2, id=ID + "item_description")] if note else []),
                    Text(res.digits(numbers), 12, c.secondary, id=ID + "item_reading_list_statistical_description"),
                    grow=1, gap=2,
                ),
                width=FILL, pad=(16, 14), gap=16, align="center", tap=do(_open, entry.id),
                id=ID + "item_container", class_name="android.widget.FrameLayout",
            ),
            divider(res),
        ]  # fmt: skip
    return scrolling(*rows, key="lists", id=ID + "recycler_view")


def reading_list_screen(res: Resources, theme: int, entry: ReadingList) -> Element:
    """An opened list."""
    in_theme = themed(res, theme)
    c = in_theme.colors
    title = name_of(res, entry)
    delete: tuple[Element, ...] = ()
    if entry.title:
        delete = (
            icon_button("delete", res.string("wikipedia.delete_list"), do(open_overlay, "delete_list"), c.text),
        )  # fmt: skip
    bar = toolbar(in_theme, title, *delete, up=do(up))
    if not entry.articles:
        return page(
            in_theme, bar, empty_message(in_theme, "bookmark_border", res.string("wikipedia.list_empty"), "")
        )
    rows: list[Element] = []
    for key in entry.articles:
        remove = icon_button(
            "bookmark", res.string("wikipedia.remove_from_list", title=title), do(_take_out, entry.id, key), c.accent,
            id=ID + "page_list_item_action",
        )  # fmt: skip
        rows += [article_row(res, theme, key, do(show_article, key), "", "", remove), divider(in_theme)]
    return page(in_theme, bar, scrolling(*rows, key="list", id=ID + "reading_list_recycler_view"))


def new_list_dialog(res: Resources, theme: int, title: str, note: str, focused: str) -> Element:
    """The dialog that makes a list."""
    res = themed(res, theme)
    c = res.colors
    return dialog_card(
        res,
        Text(res.string("wikipedia.list_name"), 12, c.secondary),
        TextField(title, "title", do(_type_title), focused=focused == "title", hint=res.string("wikipedia.list_name"),
                  hint_color=c.secondary, accent=c.accent, color=c.text, size=16, height=44, on_submit=do(_create),
                  capitals="sentences", id=ID + "text_input"),
        divider(res),
        TextField(note, "note", do(_type_note), focused=focused == "note",
                  hint=res.string("wikipedia.list_description"), hint_color=c.secondary, accent=c.accent, color=c.text,
                  size=16, height=44, on_submit=do(_create), capitals="sentences",
                  id=ID + "secondary_text_input"),
        divider(res),
        dismiss=do(close_overlay), title=res.string("wikipedia.create_new_list"),
        buttons=(
            text_button(res, res.string("common.cancel"), do(close_overlay), id="android:id/button2"),
            text_button(res, res.string("common.ok"), do(_create), id="android:id/button1",
                        enabled=bool(title.strip())),
        ),
    )  # fmt: skip


def _question(res: Resources, title: str, text: str, yes: Any) -> Element:
    return dialog_card(
        res, Text(text, 16, res.colors.secondary, lines=None, id="android:id/message"),
        dismiss=do(close_overlay), title=title,
        buttons=(
            text_button(res, res.string("wikipedia.no"), do(close_overlay), id="android:id/button2"),
            text_button(res, res.string("wikipedia.yes"), yes, id="android:id/button1"),
        ),
    )  # fmt: skip


def delete_list_dialog(res: Resources, theme: int, entry: ReadingList) -> Element:
    """Whether to delete a list."""
    text = res.string("wikipedia.delete_list_question", title=name_of(res, entry))
    return _question(themed(res, theme), res.string("wikipedia.delete_list"), text, do(_delete, entry.id))


def clear_history_dialog(res: Resources, theme: int) -> Element:
    """Whether to clear the history."""
    title, text = res.string("wikipedia.clear_history"), res.string("wikipedia.clear_history_question")
    return _question(themed(res, theme), title, text, do(_clear_history))


def history_tab(res: Resources, theme: int, history: tuple[str, ...]) -> Element:
    """The Search tab: a card that opens the search, and the reading history."""
    in_theme = themed(res, theme)
    c = in_theme.colors
    card = Row(
        Icon("search", 24, c.secondary),
        Text(res.string("wikipedia.search_wikipedia"), 16, c.secondary, grow=1),
        width=FILL, height=48, pad=(16, 0), gap=16, align="center", background=c.raised, radius=24, tap=do(search),
        id=ID + "search_card", description=res.string("wikipedia.search_wikipedia"),
    )  # fmt: skip
    top = Column(card, width=FILL, pad=(12, 8), class_name="")
    if not history:
        nothing = empty_message(
            in_theme, "history", res.string("wikipedia.history_empty"), res.string("wikipedia.history_empty_text"),
            id=ID + "history_empty_container",
        )  # fmt: skip
        return Column(top, nothing, width=FILL, grow=1, class_name="")
    head = Row(
        Text(res.string("wikipedia.history"), 20, c.text, 500, grow=1, pad=(16, 0), id=ID + "history_title"),
        icon_button("delete", res.string("wikipedia.clear_history"), do(open_overlay, "clear_history"), c.secondary,
                    id=ID + "history_delete"),
        width=FILL, height=48, align="center",
    )  # fmt: skip
    rows = [article_row(res, theme, key, do(show_article, key)) for key in history]
    return Column(
        top, scrolling(head, *rows, key="history", id=ID + "history_list"), width=FILL, grow=1, class_name=""
    )  # fmt: skip
