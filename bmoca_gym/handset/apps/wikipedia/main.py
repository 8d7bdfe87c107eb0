"""The main activity: bottom navigation, its tabs Explore, Saved, Search and Edits, and the sheet More."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.wikipedia import feed, lists
from bmoca_gym.handset.apps.wikipedia.actions import go, offline, open_overlay, search
from bmoca_gym.handset.apps.wikipedia.common import sheet, tabs_button
from bmoca_gym.handset.apps.wikipedia.state import ID, LOGIN, SETTINGS, ReadingList, Wikipedia
from bmoca_gym.handset.apps.wikipedia.themes import themed
from bmoca_gym.handset.effects import scroll_to
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.ui.components import bottom_tabs, divider, filled_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do, replace

_TABS = (
    ("explore", "explore"), ("reading_lists", "bookmark_border"), ("search", "search"), ("edits", "edit"),
    ("more", "menu"),
)  # fmt: skip


def _select(state: Wikipedia, context: Context, tab: str) -> Next[Wikipedia]:
    if tab == "more":
        return open_overlay(state, context, "more")
    if tab == state.tab:
        # A second touch: the feed goes to its top, and the search opens.
        if tab == "search":
            return search(state, context)
        return (state, scroll_to("feed")) if tab == "explore" else state
    return replace(state, tab=tab)


def _frame(
    res: Resources, tab: str, tab_count: int, *parts: Element, actions: tuple[Element, ...] = ()
) -> Element:
    """A tab's page: tool bar, content, bottom navigation."""
    c = res.colors
    if tab == "explore":
        title = Text(
            res.string("wikipedia.app_name"), 22, c.text, 500, grow=1, pad=(16, 0), id=ID + "main_toolbar_wordmark",
        )  # fmt: skip
    else:
        title = Text(res.string(f"wikipedia.nav_{tab}"), 20, c.text, 500, grow=1, pad=(16, 0))
    counted = tabs_button(res, tab_count) if tab != "edits" else ()
    bar = Row(
        title, *actions, *counted, width=FILL, height=56, pad=(0, 0, 4, 0), align="center", id=ID + "main_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    names = [name for name, _ in _TABS]
    navigation = bottom_tabs(
        res,
        tuple([(res.string(f"wikipedia.nav_{n}"), g, ID + f"nav_tab_{n}", do(_select, n)) for n, g in _TABS]),
        names.index(tab), id=ID + "main_nav_tab_layout", background=c.surface,
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return page(res, bar, *parts, divider(res), navigation)


def explore(
    res: Resources,
    theme: int,
    tab_count: int,
    names: tuple[str, ...],
    code: str,
    day: date,
    read: str,
    dice: int,
) -> Element:
    """The Explore tab."""
    return _frame(
        themed(res, theme), "explore", tab_count, feed.feed(res, theme, names, code, day, read, dice)
    )


def saved(res: Resources, theme: int, tab_count: int, reading_lists: tuple[ReadingList, ...]) -> Element:
    """The Saved tab."""
    in_theme = themed(res, theme)
    more = lists.overflow_button(in_theme)
    return _frame(
        in_theme, "reading_lists", tab_count, lists.lists_tab(res, theme, reading_lists), actions=(more,)
    )


def searched(res: Resources, theme: int, tab_count: int, history: tuple[str, ...]) -> Element:
    """The Search tab: a search card over the history."""
    in_theme = themed(res, theme)
    return _frame(in_theme, "search", tab_count, lists.history_tab(res, theme, history))


def edits(res: Resources, theme: int) -> Element:
    """The Edits tab of a reader who is not logged in."""
    res = themed(res, theme)
    c = res.colors
    body = Column(
        Icon("edit", 64, c.disabled),
        Text(res.string("wikipedia.edits_title"), 20, c.text, 500, lines=3, align="center", id=ID + "messageTitleView"),
        Text(res.string("wikipedia.edits_text"), 14, c.secondary, lines=8, align="center", id=ID + "messageTextView"),
        filled_button(res, res.string("wikipedia.log_in"), do(go, LOGIN), id=ID + "positiveButton"),
        width=FILL, grow=1, pad=(24, 16), gap=16, align="center", justify="center", id=ID + "disabledStatesView",
    )  # fmt: skip
    return _frame(res, "edits", 0, body)


def more_sheet(res: Resources, theme: int) -> Element:
    """The sheet that the tab More opens."""
    res = themed(res, theme)
    c = res.colors

    def item(name: str, glyph: str, key: str, tap: Callback, outside: bool) -> Element:
        mark = (Icon("open_in_new", 24, c.secondary),) if outside else ()
        return Row(
            Icon(glyph, 24, c.secondary),
            Text(res.string(f"wikipedia.{key}"), 16, c.text, grow=1, lines=2),
            *mark,
            width=FILL, height=52, pad=(16, 0), gap=24, align="center", tap=tap,
            id=ID + f"main_drawer_{name}_container",
        )  # fmt: skip

    return sheet(
        res,
        item("account", "person", "log_in_or_join", do(go, LOGIN), False),
        divider(res),
        item("settings", "settings", "settings", do(go, SETTINGS), False),
        item("donate", "favorite", "donate", do(offline), True),
        pad=(0, 0, 0, 8),
    )
