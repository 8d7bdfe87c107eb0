"""Firefox's state: tabs with their pages, history, bookmarks."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.kits import browser
from bmoca_gym.handset.kits.browser import Entry
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "org.mozilla.firefox"
ID = PACKAGE + ":id/"
MAIN = "org.mozilla.firefox.App"
#: The page of a new tab.
HOME = "about:home"
#: The engine that typed words go to.
ENGINE = "search.example"
HISTORY_LIMIT, TEXT_LIMIT, MOST_TABS = 500, 2000, 100
#: Why a page could not be loaded.
ERRORS = browser.Errors("offline", "unknown", "failed")


@value
class Tab(browser.Tab[Entry]):
    """A tab. ``desktop``: request desktop sites."""

    entries: tuple[Entry, ...] = (Entry(HOME),)
    private: bool = False
    desktop: bool = False


@value
class Visit(Value):
    """A visit. ``time``: wall clock in ms."""

    address: str
    title: str
    time: int


@value
class Bookmark(Value):
    """A bookmark."""

    address: str
    title: str


PageName = Literal["browser", "tabs", "typing", "bookmarks", "history"]
OverlayName = Literal["", "menu", "clear"]


@value
class Firefox(Value):
    """The app's state.

    Attributes:
        current: id of the tab in front.
        private: whether private tabs are shown.
        page: the page shown over the tab.
        typed: text in the address bar.
        finding: whether the page is searched; ``find``: for what; ``find_at``: the match that is looked at.
    """

    page: PageName = "browser"
    overlay: OverlayName = ""
    tabs: tuple[Tab, ...] = (Tab(1),)
    current: int = 1
    next_id: int = 2
    private: bool = False
    typed: str = ""
    finding: bool = False
    find: str = ""
    find_at: int = 0
    visits: tuple[Visit, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()

    @property
    def tab(self) -> Tab:
        """The tab in front; a new one if there is none."""
        return next((tab for tab in self.tabs if tab.id == self.current), Tab(0, private=self.private))

    @property
    def web(self) -> Any:
        """The view of the front tab's page, a `bmoca_gym.handset.web.view.Web`; None if the page is not in a file."""
        return self.tab.entry.web

    def with_web(self, web: Any) -> Next[Firefox]:
        """The state with another view of that page."""
        return with_tab(self, browser.with_entry(self.tab, replace(self.tab.entry, web=web)))


def with_tab(state: Firefox, tab: Tab) -> Firefox:
    """The state with the tab that has this id replaced and in front."""
    if all(old.id != tab.id for old in state.tabs):
        tab = replace(tab, id=state.next_id)
        return replace(state, tabs=(*state.tabs, tab), next_id=state.next_id + 1, current=tab.id)
    return replace(state, tabs=browser.with_tab(state.tabs, tab))


def quiet(state: Firefox) -> Firefox:
    """The state without what lies over a page."""
    return without_overlay(state, page="browser", typed="", finding=False, find="", find_at=0)


def is_covered(state: Firefox) -> bool:
    """Return whether another page of the app covers the front tab."""
    return state.page != "browser"


def is_marked(state: Firefox, address: str) -> bool:
    """Return whether an address is bookmarked."""
    return any(mark.address == address for mark in state.bookmarks)
