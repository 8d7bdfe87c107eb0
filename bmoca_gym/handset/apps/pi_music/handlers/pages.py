"""Handlers of Pi Music Player's pages: tabs, pages, search, sorting, the equalizer."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.pi_music.state import (
    DECIBEL,
    NAME_LIMIT,
    TAB_WIDTH,
    TABS,
    PiMusic,
    order_of,
    page_of,
)
from bmoca_gym.handset.effects import focus, scroll_to
from bmoca_gym.handset.kits.navigation import open_overlay, without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import Callback, replace

#: Keys of the text fields that get the focus when a page is opened, by the kind of page.
_FIELDS = {"search": "search"}


def show_tab(state: PiMusic, context: Context, tab: str) -> Next[PiMusic]:
    """Show a tab, from its top."""
    shown = without_overlay(state, tab=tab, pages=(), query="")
    return shown, focus(""), scroll_to(f"{tab}:"), _in_sight(context, tab)


def _in_sight(context: Context, tab: str) -> Callback:
    """Scroll the row of tabs to centre this one."""
    middle = (TABS.index(tab) + 0.5) * TAB_WIDTH - context.res.width / 2
    return scroll_to("tabs", max(0, round(middle * context.res.metrics.scale)))


def open_page(state: PiMusic, context: Context, kind: str, argument: Any = "") -> Next[PiMusic]:
    """Open a page: a playlist, album, artist or folder, the search, the queue or the equalizer."""
    state = without_overlay(state, pages=(*state.pages, (kind, argument)), player=False, query="")
    return state, focus(_FIELDS.get(kind, "")), scroll_to(f"{kind}:{argument}")


def leave_page(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Return to the previous page."""
    return replace(state, pages=state.pages[:-1], query=""), focus("")


def open_player(state: PiMusic, context: Context, shown: bool) -> Next[PiMusic]:
    """Open or close the player."""
    return without_overlay(state, player=shown), focus("")


def swipe_player(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Swipe from the player to the queue or the equalizer, or swipe down to close it."""
    if context.direction == "down":
        return open_player(state, context, False)
    if context.direction not in ("left", "right"):
        return state
    ahead = (context.direction == "left") != context.res.rtl
    return open_page(state, context, "queue" if ahead else "equalizer")


def search(state: PiMusic, context: Context, text: str) -> Next[PiMusic]:
    """Type a query."""
    return replace(state, query=text[:NAME_LIMIT]), scroll_to("search:")


def leave(state: PiMusic, context: Context) -> Next[PiMusic]:
    """On Back, close the player or the page, or go to the first tab."""
    if state.player:
        return replace(state, player=False)
    if state.pages:
        return leave_page(state, context)
    return replace(state, tab=TABS[0]), _in_sight(context, TABS[0])


# Dialogs


def type_name(state: PiMusic, context: Context, text: str) -> PiMusic:
    """Type the name of a playlist."""
    return replace(state, name=text[:NAME_LIMIT])


def open_sorting(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Open the dialog that sorts the songs of the page."""
    return open_overlay(state, context, "sort", order_of(state, page_of(state)[0]))


def mark_order(state: PiMusic, context: Context, field: str) -> PiMusic:
    """Choose the sort field in the dialog."""
    return replace(state, sorting=("-" if state.sorting.startswith("-") else "") + field)


def mark_direction(state: PiMusic, context: Context, reverse: bool) -> PiMusic:
    """Choose the sort direction in the dialog."""
    return replace(state, sorting=("-" if reverse else "") + state.sorting.lstrip("-"))


def sort(state: PiMusic, context: Context) -> Next[PiMusic]:
    """Sort the songs as chosen in the dialog."""
    kind, argument = page_of(state)
    orders = dict(state.orders) | {kind: state.sorting}
    return without_overlay(state, orders=tuple(orders.items())), scroll_to(f"{kind}:{argument}")


# The equalizer


def switch_equalizer(state: PiMusic, context: Context) -> PiMusic:
    """Switch the equalizer on or off."""
    return replace(state, equalizer=not state.equalizer)


def set_level(state: PiMusic, context: Context, band: int, level: int) -> PiMusic:
    """Set the gain of a band in dB."""
    level = min(max(level, -DECIBEL), DECIBEL)
    return replace(state, levels=(*state.levels[:band], level, *state.levels[band + 1 :]))
