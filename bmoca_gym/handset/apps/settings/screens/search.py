"""Search in the titles of all pages and preferences."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.handlers.pages import clear_history, open_found, open_menu, type_query
from bmoca_gym.handset.apps.settings.search_index import Result, index
from bmoca_gym.handset.apps.settings.state import UP
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.kits.search_starts import recent_rows, send, wipe
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.ui.components import empty_message, icon_button, menu, page, scrolling
from bmoca_gym.handset.ui.elements import FILL, Column, Element, component
from bmoca_gym.handset.ui.widgets import Text
from bmoca_gym.handset.value import do

_ID = "com.android.settings.intelligence:id/"
_SHOWN = 5  # recent searches


def _letters(text: str) -> str:
    """Normalise text: drop case, spaces and hyphens, so that "wifi" finds "Wi-Fi", and accents."""
    return "".join(letter for letter in plain(text) if letter.isalnum())


@component(256)
def _row(res: Resources, found: Result) -> Element:
    c = res.colors
    second = (Text(found.path, 14, c.secondary, lines=2, id="android:id/summary"),) if found.path else ()
    return Column(
        Text(found.title, 16, c.text, lines=2, id="android:id/title"), *second,
        width=FILL, pad=(24, 12), gap=2, tap=do(open_found, found.page),
    )  # fmt: skip


def results_page(
    res: Resources, query: str, recent: tuple[str, ...], focused: bool, api_level: int, developer: bool
) -> Element:
    """The search field, and the results; before anything is typed, the newest searches."""
    wanted = _letters(query)
    found = [
        r
        for r in index(res.locale, api_level)
        if wanted and wanted in _letters(r.title) and (developer or r.page != "developer_options")
    ]
    more: tuple[Element, ...] = ()
    if recent and not query:
        more = (
            icon_button("more_vert", res.string("common.more_options"), do(open_menu), res.colors.secondary),
        )
    top = search_bar(
        res, query, focused, res.string("settings.search_settings"), do(type_query), UP,
        field={"height": 48, "on_submit": do(send), "id": _ID + "search_src_text"},
        clear={"id": _ID + "search_close_btn"}, labels=("common.navigate_up", "settings.clear"), wipe=do(wipe),
        after=more, id=_ID + "search_bar",
    )  # fmt: skip
    rows = [_row(res, result) for result in found]
    if not query:
        rows = recent_rows(res, recent[:_SHOWN], "android:id/title")
    if wanted and not rows:
        message = empty_message(
            res, "search_off", res.string("settings.no_results"), id=_ID + "no_results_text", grow=0, pad=(32, 64),
        )  # fmt: skip
        rows = [message]
    return page(res, top, scrolling(*rows, key="results", id=_ID + "list_results", pad=(0, 0, 0, 16)))


def overflow_menu(res: Resources) -> Element:
    """The overflow menu of the search."""
    return menu(res, ((res.string("calculator.clear_history"), do(clear_history)),), CLOSE)
