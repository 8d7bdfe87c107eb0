"""The screen that customises the Explore feed: its cards and their order."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia.handlers.arranging import move_card, restore, set_all, switch_card
from bmoca_gym.handset.apps.wikipedia.screens.common import popup
from bmoca_gym.handset.apps.wikipedia.state import FEED_CONTENT_TYPES, ID
from bmoca_gym.handset.kits.navigation import leave_page, open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, component
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text
from bmoca_gym.handset.value import do

_COUNT = len(FEED_CONTENT_TYPES)
_HANDLE_HEIGHT = 72


@component(256)
def _row(res: Resources, index: int, on: bool) -> Element:
    c = res.colors
    name = FEED_CONTENT_TYPES[index].name
    return Row(
        Icon(
            "drag_handle", 24, c.disabled, width=48, height=_HANDLE_HEIGHT, drag=do(move_card, index),
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
            tap=do(switch_card, index), id=ID + "feed_content_type_checkbox",
        ),
        width=FILL, pad=(0, 0, 12, 0), align="center",
    )  # fmt: skip


def screen(res: Resources, enabled: tuple[bool, ...], order: tuple[int, ...]) -> Element:
    """The rows in their order."""
    c = res.colors
    more = icon_button(
        "more_vert", res.string("common.more_options"), do(open_overlay, "configure_menu"), c.text
    )  # fmt: skip
    rows: list[Element] = []
    for index in order:
        if FEED_CONTENT_TYPES[index].row:
            rows += [_row(res, index, enabled[index]), divider(res)]
    return page(
        res,
        toolbar(res, res.string("wikipedia.customize_the_feed"), more, up=do(leave_page)),
        scrolling(*rows, key="configure", id=ID + "content_types_recycler"),
    )


def menu(res: Resources) -> Element:
    """The overflow menu."""
    items: tuple[tuple[str, str, Any], ...] = (
        (res.string("wikipedia.show_all"), ID + "menu_feed_configure_select_all", do(set_all, True)),
        (res.string("wikipedia.hide_all"), ID + "menu_feed_configure_deselect_all", do(set_all, False)),
        (res.string("wikipedia.restore_default_view"), ID + "menu_feed_configure_reset", do(restore)),
    )
    return popup(res, items, 28)
