"""History: visited pages by day, search, and the dialog that clears it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from bmoca_gym.handset.apps.chrome.handlers.browsing import leave
from bmoca_gym.handset.apps.chrome.handlers.history import (
    PERIODS,
    choose_period,
    clear,
    remove,
    visit,
)
from bmoca_gym.handset.apps.chrome.state import ID, Visit, wall_time, webkit_time
from bmoca_gym.handset.kits import search_bars, web
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, close_search, open_overlay, open_search, type_query
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.sites import site_mark
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources, time_zones
from bmoca_gym.handset.state import FIRST_WALL, LAST_WALL
from bmoca_gym.handset.ui.components import (
    dialog_card,
    divider,
    icon_button,
    page,
    scrolling,
    text_button,
    toolbar,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, component
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do, memo

_ROW_LIMIT = 200


@memo(64)
def days(visits: tuple[Visit, ...], query: str, zone: str) -> tuple[tuple[date, tuple[Visit, ...]], ...]:
    """The visits that match ``query``, newest first, each address once per day."""
    words = query.lower().split()
    found: dict[date, dict[str, Visit]] = {}
    for one in reversed(visits):
        text = f"{one.title} {one.address}".lower()
        if all(word in text for word in words):
            found.setdefault(_day(one.time, zone), {}).setdefault(one.address, one)
    return tuple([(day, tuple(rows.values())) for day, rows in found.items()])


def _day(time: int, zone: str) -> date:
    wall = min(max(wall_time(time), FIRST_WALL), LAST_WALL)
    return time_zones.local(zone, wall).date()


def _bounds(day: date, zone: str) -> tuple[int, int]:
    """Start and end of a day in Chrome's time."""

    def start(of: date) -> int:
        return webkit_time(time_zones.wall(zone, datetime(of.year, of.month, of.day)))

    return start(day), start(day + timedelta(days=1))


@component(256)
def _row(res: Resources, address: str, title: str, first: int, last: int) -> Element:
    c = res.colors
    forget = icon_button("delete_outline", res.string("chrome.remove"), do(remove, address, first, last), c.secondary,
                         id=ID + "end_button", size=22)  # fmt: skip
    return Row(
        site_mark(address, 32),
        Column(Text(title, 16, c.text, id=ID + "title"),
               Text(web.host_of(address), 14, c.secondary, id=ID + "description"), grow=1, gap=2, class_name=""),
        forget,
        width=FILL, height=64, pad=(16, 0, 4, 0), gap=16, align="center", tap=do(visit, address),
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _heading(res: Resources, day: date, today: date) -> Element:
    name = {0: "today", 1: "yesterday"}.get((today - day).days)
    text = res.date(day, "yMMMd")
    if name:
        text = f"{res.string(f'chrome.{name}')} - {text}"
    return Text(text, 14, res.colors.secondary, 500, pad=(16, 16, 16, 4), width=FILL, id=ID + "date")


def search_bar(res: Resources, query: str, focused: bool) -> Element:
    """The field that replaces the tool bar while searching the history."""
    return search_bars.search_bar(
        res, query, focused, res.string("chrome.search_history"), do(type_query), do(close_search),
        field={"id": ID + "search_text"}, clear={"id": ID + "clear_text_button"},
        labels=("common.navigate_up", "chrome.clear_input"), id=ID + "search_view",
    )  # fmt: skip


def empty(res: Resources, glyph: str, text: str) -> Element:
    """The message of an empty list."""
    return Column(
        Icon(glyph, 64, res.colors.disabled, class_name=""),
        Text(text, 16, res.colors.secondary, lines=4, align="center", id=ID + "empty_view"),
        width=FILL, grow=1, gap=16, align="center", justify="center", pad=(32, 24), class_name="",
    )  # fmt: skip


def screen(
    res: Resources, dark: bool, visits: tuple[Visit, ...], searching: bool, query: str, focused: bool, today: date,
    zone: str, engine: str,
) -> Element:  # fmt: skip
    """All visits, or those that match the search. ``engine``: host of the search engine."""
    res = look(res, dark)
    c = res.colors
    if searching:
        bar = search_bar(res, query, focused)
    else:
        actions = [
            icon_button("close", res.string("chrome.close"), do(leave), c.text, id=ID + "close_menu_id"),
        ]  # fmt: skip
        if visits:
            find = icon_button("search", res.string("chrome.search_history"), do(open_search), c.text,
                               id=ID + "search_menu_id")  # fmt: skip
            actions.insert(0, find)
        bar = toolbar(res, res.string("chrome.history"), *actions, id=ID + "action_bar")
    rows: list[Element] = []
    if visits and not searching:
        rows = [
            Text(res.string("chrome.clear_data_row"), 16, c.accent, 500, lines=2, pad=(16, 16), width=FILL,
                 tap=do(open_overlay, "clear"), id=ID + "clear_browsing_data_button",
                 class_name="android.widget.Button"),
            divider(res),
        ]  # fmt: skip
    shown = 0
    for day, of_day in days(visits, query, zone):
        rows.append(_heading(res, day, today))
        rows += [_row(res, one.address, one.title, *_bounds(day, zone)) for one in of_day]
        shown += len(of_day)
        if shown > _ROW_LIMIT:
            break
    if not shown:
        if query:
            text = res.string("chrome.no_such_page", engine=web.ENGINES[engine])
        else:
            text = res.string("chrome.no_history")
        return page(res, bar, empty(res, "history", text))
    rows.append(Spacer(width=1, height=24))
    return page(res, bar, scrolling(*rows, key="history", id=ID + "history_page_recycler_view"))


def clear_dialog(res: Resources, dark: bool, period: str) -> Element:
    """A dialog that asks how much of the history to clear."""
    res = look(res, dark)
    c = res.colors
    rows = [
        choice(res, res.string(f"chrome.{name}"), name == period, do(choose_period, name)) for name in PERIODS
    ]
    buttons: tuple[Element, ...] = (
        cancel(res),
        text_button(res, res.string("chrome.clear_button"), do(clear), id=ID + "clear_button"),
    )
    return dialog_card(
        res,
        scrolling(Text(res.string("chrome.browsing_history"), 14, c.secondary, lines=2, pad=(0, 0, 0, 8), width=FILL),
                  *rows, key="periods", grow=0, class_name="android.widget.ListView"),
        dismiss=CLOSE, title=res.string("chrome.clear_data"), buttons=buttons,
    )  # fmt: skip
