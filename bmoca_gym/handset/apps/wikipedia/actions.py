"""Handlers that several of the app's screens share: navigation, opening and closing overlays."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.wikipedia import articles
from bmoca_gym.handset.apps.wikipedia.state import MAIN, PAGE, SEARCH, TABS, Wikipedia, component
from bmoca_gym.handset.effects import finish, focus, start, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

_HISTORY_LIMIT = 50
_TAB_LIMIT = 100


def open_overlay(state: Wikipedia, context: Context, kind: str, about: str = "") -> Wikipedia:
    """Open a menu, sheet or dialog over the screen."""
    return replace(state, overlay=(kind, about))


def close_overlay(state: Wikipedia, context: Context) -> Wikipedia:
    """Close what lies over the screen."""
    return replace(state, overlay=("", ""))


def up(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    """Leave the activity."""
    return replace(state, overlay=("", "")), finish()


def go(state: Wikipedia, context: Context, name: str, argument: Any = None) -> tuple[Any, ...]:
    """Start one of the app's activities."""
    return replace(state, overlay=("", ""), title="", note=""), start(component(name), argument)


def offline(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    """Say that the app needs the network."""
    return replace(state, overlay=("", "")), toast(context.res.string("wikipedia.error_network"))


def search(state: Wikipedia, context: Context) -> tuple[Any, ...]:
    """Open the search with the keyboard up."""
    return replace(state, query="", overlay=("", "")), start(component(SEARCH)), focus("search")


def visited(state: Wikipedia, key: str) -> Wikipedia:
    """The state with an article on top of the history."""
    others = tuple([other for other in state.history if other != key])
    return replace(state, history=(key, *others)[:_HISTORY_LIMIT])


def show_article(state: Wikipedia, context: Context, key: str) -> tuple[Any, ...]:
    """Open an article in a tab of its own, as the feed, the search and the lists do."""
    tabs = (*state.tabs, (key,))[-_TAB_LIMIT:]
    after = replace(
        visited(state, key), tabs=tabs, current=len(tabs) - 1, overlay=("", ""), finding=False, find=""
    )
    return after, start(component(PAGE))


def follow(state: Wikipedia, context: Context, key: str) -> Next[Wikipedia]:
    """Open an article in the tab that is shown, over the one that led there."""
    if not state.tabs:
        return show_article(state, context, key)
    at = min(state.current, len(state.tabs) - 1)
    tabs = (*state.tabs[:at], (*state.tabs[at], key), *state.tabs[at + 1 :])
    return replace(visited(state, key), tabs=tabs, current=at, overlay=("", ""), finding=False, find="")


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
