"""Handlers that open pages, articles and overlays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.state import MAIN, PAGE, SEARCH, TABS, PageName, Wikipedia, component
from bmoca_gym.handset.effects import focus, scroll_to, start, toast
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, Step
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_HISTORY_LIMIT = 50
_TAB_LIMIT = 100


def go(state: Wikipedia, context: Context, name: str, argument: Any = None) -> Step[Wikipedia]:
    """Start one of the app's activities."""
    return without_overlay(state, title="", note=""), start(component(name), argument)


def offline(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Say that the app needs the network."""
    return without_overlay(state), toast(context.res.string("wikipedia.error_network"))


def search(state: Wikipedia, context: Context) -> Step[Wikipedia]:
    """Open the search with the keyboard up."""
    return without_overlay(state, query=""), start(component(SEARCH)), focus("search")


def visited(state: Wikipedia, key: str) -> Wikipedia:
    """The state with an article on top of the history."""
    others = tuple([other for other in state.history if other != key])
    return replace(state, history=(key, *others)[:_HISTORY_LIMIT])


def show_article(state: Wikipedia, context: Context, key: str) -> Step[Wikipedia]:
    """Open an article in its own tab, as the feed, the search and the lists do."""
    tabs = (*state.tabs, (key,))[-_TAB_LIMIT:]
    after = without_overlay(visited(state, key), tabs=tabs, current=len(tabs) - 1, finding=False, find="")
    return after, start(component(PAGE))


def follow(state: Wikipedia, context: Context, key: str) -> Next[Wikipedia]:
    """Open an article in the current tab, over the one that led there."""
    if not state.tabs:
        return show_article(state, context, key)
    at = min(state.current, len(state.tabs) - 1)
    tabs = (*state.tabs[:at], (*state.tabs[at], key), *state.tabs[at + 1 :])
    return without_overlay(visited(state, key), tabs=tabs, current=at, finding=False, find="")


def show_tabs(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    """Handle the tabs button: show the article if there is only one tab, else the list of tabs."""
    if context.activity is not None and context.activity.name == MAIN and len(state.tabs) == 1:
        return replace(state, current=0), start(component(PAGE))
    return go(state, context, TABS)


def current_article(state: Wikipedia, res: Resources) -> str:
    """The key of the current tab's article, or of the main page if no tab is open."""
    if not state.tabs:
        return f"{state.languages(res)[0]}/{articles.MAIN_PAGE}"
    return state.tabs[min(state.current, len(state.tabs) - 1)][-1]


def show_page(state: Wikipedia, context: Context, page: PageName) -> Next[Wikipedia]:
    """Show a tab of the main activity. A second tap scrolls the feed to its top, or opens the search."""
    if page != state.page:
        return replace(state, page=page)
    again = _AGAIN.get(page)
    return state if again is None else again(state, context)


def _to_top(state: Wikipedia, context: Context) -> Next[Wikipedia]:
    return state, scroll_to("feed")


_AGAIN: dict[PageName, Callable[[Wikipedia, Context], Next[Wikipedia]]] = {
    "explore": _to_top,
    "search": search,
}
