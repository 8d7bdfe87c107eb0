"""The main activity: bottom navigation, its tabs Explore, Saved, Search and Edits, and the sheet More."""

from __future__ import annotations

from datetime import date

from bmoca_gym.handset.apps.wikipedia.handlers.opening import go, offline, show_page
from bmoca_gym.handset.apps.wikipedia.screens import feed, lists
from bmoca_gym.handset.apps.wikipedia.screens.common import sheet, tabs_button
from bmoca_gym.handset.apps.wikipedia.state import ID, LOGIN, SETTINGS, PageName, ReadingList
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import bottom_tabs, divider, filled_button, page
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import Callback, do

_TABS = (
    ("explore", "explore", do(show_page, "explore")),
    ("reading_lists", "bookmark_border", do(show_page, "reading_lists")),
    ("search", "search", do(show_page, "search")), ("edits", "edit", do(show_page, "edits")),
    ("more", "menu", do(open_overlay, "more")),
)  # fmt: skip


def _frame(
    res: Resources, tab: PageName, tab_count: int, *parts: Element, actions: tuple[Element, ...] = (),
    title: Element | None = None,
) -> Element:  # fmt: skip
    """A tab's page: tool bar, content, bottom navigation."""
    c = res.colors
    title = title or Text(res.string(f"wikipedia.nav_{tab}"), 20, c.text, 500, grow=1, pad=(16, 0))
    bar = Row(
        title, *actions, *tabs_button(res, tab_count), width=FILL, height=56, pad=(0, 0, 4, 0), align="center",
        id=ID + "main_toolbar",
        class_name="android.view.ViewGroup",
    )  # fmt: skip
    names = [name for name, _, _ in _TABS]
    navigation = bottom_tabs(
        res,
        tuple([(res.string(f"wikipedia.nav_{n}"), g, ID + f"nav_tab_{n}", tap) for n, g, tap in _TABS]),
        names.index(tab), id=ID + "main_nav_tab_layout", background=c.surface,
        class_name="android.widget.FrameLayout",
    )  # fmt: skip
    return page(res, bar, *parts, divider(res), navigation)


def explore(
    res: Resources,
    tab_count: int,
    names: tuple[str, ...],
    code: str,
    day: date,
    read: str,
    dice: int,
) -> Element:
    """The Explore tab."""
    title = Text(
        res.string("wikipedia.app_name"), 22, res.colors.text, 500, grow=1, pad=(16, 0),
        id=ID + "main_toolbar_wordmark",
    )  # fmt: skip
    shown = feed.feed(res, names, feed.About(code, day, read, dice))
    return _frame(res, "explore", tab_count, shown, title=title)


def saved(res: Resources, tab_count: int, reading_lists: tuple[ReadingList, ...]) -> Element:
    """The Saved tab."""
    more = lists.overflow_button(res)
    return _frame(res, "reading_lists", tab_count, lists.lists_tab(res, reading_lists), actions=(more,))


def searched(res: Resources, tab_count: int, history: tuple[str, ...]) -> Element:
    """The Search tab: a search card over the history."""
    return _frame(res, "search", tab_count, lists.history_tab(res, history))


def edits(res: Resources) -> Element:
    """The Edits tab of a reader who is not logged in."""
    c = res.colors
    body = Column(
        Icon("edit", 64, c.disabled),
        Text(res.string("wikipedia.edits_title"), 20, c.text, 500, lines=3, align="center", id=ID + "messageTitleView"),
        Text(res.string("wikipedia.edits_text"), 14, c.secondary, lines=8, align="center", id=ID + "messageTextView"),
        filled_button(res, res.string("wikipedia.log_in"), do(go, LOGIN), id=ID + "positiveButton"),
        width=FILL, grow=1, pad=(24, 16), gap=16, align="center", justify="center", id=ID + "disabledStatesView",
        class_name="androidx.cardview.widget.CardView",
    )  # fmt: skip
    return _frame(res, "edits", 0, body)


def more_sheet(res: Resources) -> Element:
    """The sheet that the tab More opens."""
    c = res.colors

    def item(name: str, glyph: str, key: str, tap: Callback, outside: bool) -> Element:
        mark = (Icon("open_in_new", 24, c.secondary),) if outside else ()
        return Row(
            Icon(glyph, 24, c.secondary),
            Text(res.string(f"wikipedia.{key}"), 16, c.text, grow=1, lines=2),
            *mark,
            width=FILL, least=52, pad=(16, 0), gap=24, align="center", tap=tap,
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
