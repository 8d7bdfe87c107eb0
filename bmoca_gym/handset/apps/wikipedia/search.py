"""The search: field, recent searches, and results."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.actions import show_article, up
from bmoca_gym.handset.apps.wikipedia.common import article_row, empty_message
from bmoca_gym.handset.apps.wikipedia.state import ID, Wikipedia
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.effects import focus
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import do, replace

_RECENT_LIMIT = 20


def _typed(state: Wikipedia, context: Context, text: str) -> Wikipedia:
    return replace(state, query=text)


def _clear(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    return replace(state, query=""), focus("search")


def _again(state: Wikipedia, context: Context, query: str) -> Wikipedia:
    return replace(state, query=query)


def _remembered(state: Wikipedia) -> Wikipedia:
    query = state.query.strip()
    if not query:
        return state
    others = tuple([other for other in state.searches if other != query])
    return replace(state, searches=(query, *others)[:_RECENT_LIMIT])


def _submit(state: Wikipedia, context: Context) -> Wikipedia:
    return _remembered(state)


def _open(state: Wikipedia, context: Context, key: str) -> tuple[Any, ...]:
    after, shown = show_article(_remembered(state), context, key)
    return after, focus(""), shown


def _forget(state: Wikipedia, context: Context) -> Wikipedia:
    return replace(state, searches=())


def screen(
    res: Resources, theme: int, code: str, query: str, focused: bool, searches: tuple[str, ...]
) -> Element:
    """The search field with recent searches, or with results from the Wikipedia ``code``."""
    in_theme = themed(res, theme)
    c = in_theme.colors
    clear: tuple[Element, ...] = ()
    if query:
        clear = (
            icon_button("close", res.string("wikipedia.clear_search"), do(_clear), c.secondary,
                        id=ID + "search_close_btn"),
        )  # fmt: skip
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(up), c.text, turn=True),
        TextField(query, "search", do(_typed), focused=focused, hint=res.string("wikipedia.search_wikipedia"),
                  hint_color=c.secondary, accent=c.accent, color=c.text, size=16, grow=1, height=56,
                  on_submit=do(_submit), id=ID + "search_src_text"),
        *clear,
        width=FILL, height=56, pad=(4, 0), align="center", id=ID + "search_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    if query.strip():
        body = _results(res, theme, code, query)
    elif searches:
        body = _recent(in_theme, searches)
    else:
        body = empty_message(
            in_theme, "search", "", res.string("wikipedia.search_empty"), id=ID + "search_empty_container"
        )
    return page(in_theme, bar, divider(in_theme), body)


def _results(res: Resources, theme: int, code: str, query: str) -> Element:
    in_theme = themed(res, theme)
    found = articles.search(code, query)
    if not found:
        return Text(
            res.string("wikipedia.no_results"), 16, in_theme.colors.secondary, lines=3, align="center", width=FILL,
            pad=(24, 48), id=ID + "results_text",
        )  # fmt: skip
    rows = [article_row(res, theme, key, do(_open, key)) for key in found]
    return scrolling(*rows, key="results", id=ID + "search_results_list")


def _recent(res: Resources, searches: tuple[str, ...]) -> Element:
    c = res.colors
    head = Row(
        Text(res.string("wikipedia.recent_searches"), 14, c.secondary, 500, grow=1, pad=(16, 0)),
        icon_button("delete", res.string("wikipedia.clear_recent_searches"), do(_forget), c.secondary,
                    id=ID + "recent_searches_delete_button"),
        width=FILL, height=48, align="center",
    )  # fmt: skip
    rows = [
        Row(
            Icon("history", 24, c.secondary),
            Text(query, 16, c.text, grow=1, class_name="android.widget.TextView"),
            width=FILL, height=48, pad=(16, 0), gap=16, align="center", tap=do(_again, query),
        )
        for query in searches
    ]  # fmt: skip
    body = scrolling(*rows, key="recent", id=ID + "recent_searches_recycler")
    return Column(head, body, width=FILL, grow=1, id=ID + "recent_searches_container")
