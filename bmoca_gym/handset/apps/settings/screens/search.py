"""Search in the titles of all pages and preferences."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.handlers.pages import open_page, type_query
from bmoca_gym.handset.apps.settings.search_index import Result, index
from bmoca_gym.handset.apps.settings.state import UP
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import empty_message, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

_ID = "com.android.settings.intelligence:id/"


def _letters(text: str) -> str:
    """Normalise text: drop case, spaces and hyphens, so that "wifi" finds "Wi-Fi", and accents."""
    return "".join(letter for letter in plain(text) if letter.isalnum())


@component(256)
def _row(res: Resources, found: Result) -> Element:
    c = res.colors
    second = (Text(found.path, 14, c.secondary, lines=2, id="android:id/summary"),) if found.path else ()
    return Column(
        Text(found.title, 16, c.text, lines=2, id="android:id/title"), *second,
        width=FILL, pad=(24, 12), gap=2, tap=do(open_page, found.page),
    )  # fmt: skip


def results_page(res: Resources, query: str, focused: bool, api_level: int, developer: bool) -> Element:
    """The search field and the results."""
    wanted = _letters(query)
    found = [
        r
        for r in index(res.locale, api_level)
        if wanted and wanted in _letters(r.title) and (developer or r.page != "developer_options")
    ]
    top = search_bar(
        res, query, focused, res.string("settings.search_settings"), do(type_query), UP,
        field={"height": 48, "id": _ID + "search_src_text"}, clear={"id": _ID + "search_close_btn"},
        labels=("common.navigate_up", "settings.clear"), id=_ID + "search_bar",
    )  # fmt: skip
    rows = [_row(res, result) for result in found]
    if wanted and not rows:
        message = empty_message(
            res, "search_off", res.string("settings.no_results"), id=_ID + "no_results_text", grow=0, pad=(32, 64),
        )  # fmt: skip
        rows = [message]
    return page(res, top, scrolling(*rows, key="results", id=_ID + "list_results", pad=(0, 0, 0, 16)))
