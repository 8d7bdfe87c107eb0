"""The search: field, recent searches, and results."""

from __future__ import annotations

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.handlers import saving
from bmoca_gym.handset.apps.wikipedia.screens.common import article_row, empty_message
from bmoca_gym.handset.apps.wikipedia.state import ID
from bmoca_gym.handset.kits.navigation import leave_page
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do


def screen(res: Resources, code: str, query: str, focused: bool, searches: tuple[str, ...]) -> Element:
    """The search field with recent searches, or with results from the Wikipedia ``code``."""
    bar = search_bar(
        res, query, focused, res.string("wikipedia.search_wikipedia"), do(saving.type_query), do(leave_page),
        field={"size": 16, "on_submit": do(saving.submit_query), "id": ID + "search_src_text"},
        clear={"id": ID + "search_close_btn"}, wipe=do(saving.clear_query),
        labels=("common.navigate_up", "wikipedia.clear_search"), gap=0, id=ID + "search_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    if query.strip():
        body = _results(res, code, query)
    elif searches:
        body = _recent(res, searches)
    else:
        body = empty_message(
            res, "search", "", res.string("wikipedia.search_empty"), id=ID + "search_empty_container"
        )
    return page(res, bar, divider(res), body)


def _results(res: Resources, code: str, query: str) -> Element:
    found = articles.search(code, query)
    if not found:
        return Text(
            res.string("wikipedia.no_results"), 16, res.colors.secondary, lines=3, align="center", width=FILL,
            pad=(24, 48), id=ID + "results_text",
        )  # fmt: skip
    rows = [article_row(res, key, do(saving.open_found, key)) for key in found]
    return scrolling(*rows, key="results", id=ID + "search_results_list")


def _recent(res: Resources, searches: tuple[str, ...]) -> Element:
    c = res.colors
    head = Row(
        Text(res.string("wikipedia.recent_searches"), 14, c.secondary, 500, grow=1, pad=(16, 0)),
        icon_button("delete", res.string("wikipedia.clear_recent_searches"), do(saving.forget_searches), c.secondary,
                    id=ID + "recent_searches_delete_button"),
        width=FILL, height=48, align="center",
    )  # fmt: skip
    rows = [
        Row(
            Icon("history", 24, c.secondary),
            Text(query, 16, c.text, grow=1, class_name="android.widget.TextView"),
            width=FILL, height=48, pad=(16, 0), gap=16, align="center", tap=do(saving.search_again, query),
        )
        for query in searches
    ]  # fmt: skip
    body = scrolling(*rows, key="recent", id=ID + "recent_searches_recycler")
    return Column(head, body, width=FILL, grow=1, id=ID + "recent_searches_container")
