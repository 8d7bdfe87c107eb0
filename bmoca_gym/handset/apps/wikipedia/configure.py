"""The screen that customises the Explore feed: its cards and their order."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia.actions import open_overlay, up
from bmoca_gym.handset.apps.wikipedia.common import popup
from bmoca_gym.handset.apps.wikipedia.state import FEED_CONTENT_TYPES, ID, Wikipedia
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, component
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text
from bmoca_gym.handset.value import do, replace

_COUNT = len(FEED_CONTENT_TYPES)
_ALL = (True,) * _COUNT
_DEFAULT_ORDER = tuple(range(_COUNT))
_HANDLE_HEIGHT = 72


def opened(state: Wikipedia) -> Wikipedia:
    """The state when the screen comes to the front: the app writes the feed's preferences then."""
    enabled, order = state.feed_enabled, state.feed_order
    return replace(state.with_feed(enabled, order), draft=(enabled, order))


def paused(state: Wikipedia) -> Wikipedia:
    """The state after leaving the screen, with the changes saved."""
    if state.draft is None:
        return state
    return replace(state.with_feed(*state.draft), draft=None, overlay=("", ""))


def drafted(state: Wikipedia) -> tuple[tuple[bool, ...], tuple[int, ...]]:
    """The choices that the screen shows: enabled flags and order of the content types."""
    return state.draft or (state.feed_enabled, state.feed_order)


def _switch(state: Wikipedia, context: Context, index: int) -> Wikipedia:
    enabled, order = drafted(state)
    return replace(state, draft=((*enabled[:index], not enabled[index], *enabled[index + 1 :]), order))


def _move(state: Wikipedia, context: Context, index: int) -> Wikipedia:
    enabled, order = drafted(state)
    rows = [i for i in order if FEED_CONTENT_TYPES[i].row]
    at = rows.index(index)
    # A row is a little higher than its handle, which the drag is measured in.
    to = max(0, min(len(rows) - 1, at + round((context.end_y - context.y) * 0.95)))
    if to == at:
        return state
    rows.insert(to, rows.pop(at))
    hidden = [i for i in order if not FEED_CONTENT_TYPES[i].row]
    return replace(state, draft=(enabled, (*rows, *hidden)))


def _set_all(state: Wikipedia, context: Context, on: bool) -> Wikipedia:
    return replace(state, draft=((on,) * _COUNT, drafted(state)[1]), overlay=("", ""))


def _restore(state: Wikipedia, context: Context) -> Wikipedia:
    return replace(state, draft=(_ALL, _DEFAULT_ORDER), overlay=("", ""))


@component(256)
def _row(res: Resources, theme: int, index: int, on: bool) -> Element:
    res = themed(res, theme)
    c = res.colors
    name = FEED_CONTENT_TYPES[index].name
    return Row(
        Icon(
            "drag_handle", 24, c.disabled, width=48, height=_HANDLE_HEIGHT, drag=do(_move, index),
            id=ID + "feed_content_type_drag_handle",
        ),
        Column(
            Text(res.string(f"wikipedia.{name}"), 16, c.text, 500, lines=2, id=ID + "feed_content_type_title"),
            Text(res.string(f"wikipedia.{name}_subtitle"), 14, c.secondary, lines=3,
                 id=ID + "feed_content_type_subtitle"),
            grow=1, gap=2, pad=(8, 8),
        ),
        Switch(
            on, res.string("common.on" if on else "common.off"), color=c.accent, width=48, height=48,
            tap=do(_switch, index), id=ID + "feed_content_type_checkbox",
        ),
        width=FILL, pad=(0, 0, 12, 0), align="center",
    )  # fmt: skip


def screen(res: Resources, theme: int, enabled: tuple[bool, ...], order: tuple[int, ...]) -> Element:
    """The rows in their order."""
    res_themed = themed(res, theme)
    c = res_themed.colors
    more = icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "configure_menu"), c.text
    )  # fmt: skip
    rows: list[Element] = []
    for index in order:
        if FEED_CONTENT_TYPES[index].row:
            rows += [_row(res, theme, index, enabled[index]), divider(res_themed)]
    return page(
        res_themed,
        toolbar(res_themed, res.string("wikipedia.customize_the_feed"), more, up=do(up)),
        scrolling(*rows, key="configure", id=ID + "content_types_recycler"),
    )


def menu(res: Resources, theme: int) -> Element:
    """The overflow menu."""
    items: tuple[tuple[str, str, Any], ...] = (
        (res.string("wikipedia.show_all"), ID + "menu_feed_configure_select_all", do(_set_all, True)),
        (res.string("wikipedia.hide_all"), ID + "menu_feed_configure_deselect_all", do(_set_all, False)),
        (res.string("wikipedia.restore_default_view"), ID + "menu_feed_configure_reset", do(_restore)),
    )
    return popup(themed(res, theme), items, 28)
