"""Search for places: suggestions, and results on the map and in a list."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import frame, handlers, town
from bmoca_gym.handset.apps.maps.screens.explore import place_row
from bmoca_gym.handset.apps.maps.screens.parts import (
    View,
    buttons,
    hours,
    mark_of,
    message,
    name_of,
    panel,
    rating,
    sought_name,
    the_map,
    window,
)
from bmoca_gym.handset.apps.maps.state import ID, matching, places_of
from bmoca_gym.handset.kits.navigation import leave_page
from bmoca_gym.handset.kits.search_bars import search_bar
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling, text_button
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do


def _bar(res: Resources, query: str, focused: bool, hint: str) -> Element:
    c = res.colors
    return search_bar(
        res, query, focused, hint, do(handlers.type_query), do(leave_page),
        field={"size": 16, "height": 48, "on_submit": do(handlers.submit_query), "id": ID + "search_omnibox_edit_text"},
        clear={"size": 20, "id": ID + "search_omnibox_text_clear"}, back={"id": ID + "search_omnibox_menu_button"},
        labels=("common.navigate_up", "maps.clear"), inks=(c.secondary, c.secondary), gap=0,
        id=ID + "search_omnibox_container",
    )  # fmt: skip


def _plain(res: Resources, glyph: str, text: str, tap: Callback) -> Element:
    return Row(
        Icon(glyph, 22, res.colors.secondary, width=36, class_name=""),
        Text(text, 16, res.colors.text, lines=2, grow=1, id=ID + "title"),
        width=FILL, pad=(16, 13), gap=16, align="center", tap=tap, id=ID + "typed_suggest_item",
        class_name="android.view.ViewGroup",
    )  # fmt: skip


def _recent(res: Resources, kind: str, text: str) -> Element:
    return _plain(res, "history", sought_name(res, kind, text), do(handlers.look_for, kind, text))


def search(
    res: Resources, purpose: tuple[str, ...], query: str, focused: bool,
    recents: tuple[tuple[str, str], ...], trips: tuple[str, ...],
) -> Element:  # fmt: skip
    """The search field and the results. ``purpose``: see `state.open_search`."""
    hint = {"from": "choose_start", "to": "choose_destination"}.get(
        purpose[0] if purpose else "", "search_here"
    )
    rows: list[Element] = []
    if query.strip():
        keys = matching(query, res)[:8]
        rows = [
            place_row(
                res, key, do(handlers.choose_end if purpose else handlers.look_up, key), "typed_suggest_item"
            )
            for key in keys
        ]
        if not purpose:
            rows.append(
                _plain(res, "search", query.strip(), do(handlers.show_results, "query", query.strip()))
            )
        elif not keys:
            rows.append(message(res, "search_off", res.string("maps.no_results", query=query.strip())))
    elif purpose:
        ends = (town.HERE, *trips, *[key for key in places_of(recents) if key not in trips])
        rows = [
            place_row(res, key, do(handlers.choose_end, key), "typed_suggest_item")
            if key != town.HERE
            else _plain(res, "my_location", res.string("maps.your_location"), do(handlers.choose_end, key))
            for key in ends
        ]
    else:
        if recents:
            head = Text(res.string("maps.recent"), 14, res.colors.secondary, 500, grow=1, pad=(16, 0, 8, 0))
            clear = text_button(
                res, res.string("maps.clear"), do(handlers.forget_recents), id=ID + "clear_history"
            )
            rows = [Row(head, clear, width=FILL, pad=(0, 4, 8, 0), align="center", class_name="")]
            rows += [_recent(res, kind, text) for kind, text in recents]
            rows.append(divider(res))
        rows += [
            _plain(
                res,
                town.CATEGORY_GLYPHS[key],
                res.string(f"maps.{key}"),
                do(handlers.show_results, "category", key),
            )
            for key in town.CATEGORIES
        ]
    return page(
        res,
        _bar(res, query, focused, res.string(f"maps.{hint}")),
        divider(res),
        scrolling(*rows, key="suggestions", id=ID + "typed_suggest_container"),
    )


def _result(res: Resources, key: str, hour: int) -> Element:
    c = res.colors
    place = town.place(key)
    texts = Column(
        Text(name_of(res, key), 16, c.text, 500, lines=2, id=ID + "title"),
        rating(res, place),
        Text(res.string(f"maps.{place.kind}"), 13, c.secondary, lines=2),
        hours(res, place, hour),
        grow=1, gap=2, class_name="",
    )  # fmt: skip
    way = icon_button("directions", res.string("maps.directions"), do(handlers.direct, key), c.accent,
                      id=ID + "on_map_directions_button")  # fmt: skip
    return Row(
        mark_of(res, place.kind), texts, way,
        width=FILL, pad=(16, 10, 8, 10), gap=16, align="center", tap=do(handlers.show_place, key),
        id=ID + "search_result_item",
        description=name_of(res, key), class_name="android.view.ViewGroup",
    )  # fmt: skip


def results(res: Resources, view: View, kind: str, text: str, keys: tuple[str, ...], hour: int) -> Element:
    """The results of a search."""
    c = res.colors
    marks = tuple([("spot", town.place(key).x, town.place(key).y) for key in keys])
    map_ = the_map(res, view, marks)
    if view.bare:
        return window(map_)
    label = sought_name(res, kind, text)
    bar = Row(
        icon_button("arrow_back", res.string("common.navigate_up"), do(leave_page), c.secondary,
                    id=ID + "search_omnibox_menu_button"),
        Text(label, 16, c.text, grow=1, height=48, id=ID + "search_omnibox_text_box", tap=do(handlers.open_search)),
        width=min(res.width - 24, 480), height=48, pad=(2, 0, 16, 0), align="center", background=c.surface, radius=24,
        border=c.divider, id=ID + "search_omnibox_container",
    )  # fmt: skip
    over = Column(bar, width=FILL, pad=(12, STATUS_HEIGHT + 8, 12, 0), class_name="")
    rows: list[Element] = []
    for key in keys:
        rows += [_result(res, key, hour), divider(res, 16)]
    if not rows:
        rows = [message(res, "search_off", res.string("maps.no_results", query=label))]
    sheet = panel(res, *rows, key="results", id="search_list_layout")
    low = 12 if res.width >= frame.WIDE else frame.sheet_height(res) + 12
    return window(map_, buttons(res, STATUS_HEIGHT + 64, low), sheet, over)
