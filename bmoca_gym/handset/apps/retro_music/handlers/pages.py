"""Handlers of Retro Music's pages: tabs, pages, search, sorting, selection, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.retro_music.state import MOST_TABS, NAME_LIMIT, TABS, Retro
from bmoca_gym.handset.effects import focus, scroll_to, toast
from bmoca_gym.handset.kits import navigation
from bmoca_gym.handset.kits.navigation import finished, without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

#: Keys of the text fields that get the focus when a page is opened, by the kind of page.
_FIELDS = {"search": "search"}


def show_tab(state: Retro, context: Context, tab: str) -> Next[Retro]:
    """Show a tab, from its top."""
    return finished(state, tab=tab, pages=(), query=""), focus(""), scroll_to(tab)


def open_page(state: Retro, context: Context, kind: str, argument: Any = "") -> Next[Retro]:
    """Open a page: a playlist, album, artist or folder, the queue, the search or the settings."""
    state = finished(state, pages=(*state.pages, (kind, argument)), player=False, query="")
    return state, focus(_FIELDS.get(kind, "")), scroll_to(f"{kind}:{argument}")


def leave_page(state: Retro, context: Context) -> Next[Retro]:
    """Return to the previous page."""
    return replace(state, pages=state.pages[:-1], selection=(), query=""), focus("")


def leave(state: Retro, context: Context) -> Next[Retro]:
    """On Back, close the player, end the selection, close the page, or go to the first tab."""
    if state.player:
        return replace(state, player=False)
    if state.selection:
        return replace(state, selection=())
    return leave_page(state, context) if state.pages else replace(state, tab=state.tabs[0])


def open_player(state: Retro, context: Context, shown: bool) -> Next[Retro]:
    """Open or close the player."""
    return without_overlay(state, player=shown), focus("")


def search(state: Retro, context: Context, text: str) -> Next[Retro]:
    """Type a query."""
    return replace(state, query=text[:NAME_LIMIT], selection=()), scroll_to("search:")


def sort_by(state: Retro, context: Context, order: str) -> Next[Retro]:
    """Sort the list of the tab."""
    orders = dict(state.orders) | {state.tab: order}
    return without_overlay(state, orders=tuple(orders.items())), scroll_to(state.tab)


def type_name(state: Retro, context: Context, text: str) -> Retro:
    """Type the name of a playlist."""
    return replace(state, name=text[:NAME_LIMIT])


# Selection


def mark(state: Retro, context: Context, id: int) -> Next[Retro]:
    """Select or deselect a song."""
    return navigation.mark(state, context, id), focus("")


def mark_all(state: Retro, context: Context, ids: tuple[int, ...]) -> Retro:
    """Select all songs of a list, in its order, after those already selected."""
    more = tuple([id for id in ids if id not in state.selection])
    return without_overlay(state, selection=state.selection + more)


# The settings


def switch_tab(state: Retro, context: Context, tab: str) -> Next[Retro]:
    """Add a tab to the bottom bar, or remove it; there are one to five."""
    left = tuple([name for name in TABS if (name in state.tabs) != (name == tab)])
    if not 0 < len(left) <= MOST_TABS:
        return state, toast(context.res.string("retro_music.one_to_five"))
    return replace(state, tabs=left, tab=state.tab if state.tab in left else left[0])
