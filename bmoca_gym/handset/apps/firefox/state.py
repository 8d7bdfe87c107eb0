"""Firefox's state: tabs with their pages, history, bookmarks."""

from __future__ import annotations

from typing import Any, Literal

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
OFFLINE, UNKNOWN, FAILED = "offline", "unknown", "failed"


@value
class Entry(Value):
    """A page in a tab's history.

    ``error``: why it could not be loaded, or ""; ``web``: the view of a page in a file; ``foot``: a text that somebody
    has put at the foot of another page.
    """

    address: str
    error: str = ""
    web: Any = None
    foot: str = ""


@value
class Tab(Value):
    """A tab. It shows ``entries[at]``; later entries are forward."""

    id: int
    entries: tuple[Entry, ...] = (Entry(HOME),)
    at: int = 0
    private: bool = False

    @property
    def entry(self) -> Entry:
        """The entry that is shown."""
        return self.entries[self.at]


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
    """All that the app knows.

    ``current``: id of the tab in front; ``private``: whether private tabs are shown; ``page``: what is shown over the
    tab; ``typed``: in the address bar.
    """

    page: PageName = "browser"
    overlay: OverlayName = ""
    tabs: tuple[Tab, ...] = (Tab(1),)
    current: int = 1
    next_id: int = 2
    private: bool = False
    typed: str = ""
    visits: tuple[Visit, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()

    @property
    def tab(self) -> Tab:
        """The tab in front; a new one if there is none."""
        return next((tab for tab in self.tabs if tab.id == self.current), Tab(0, private=self.private))

    @property
    def web(self) -> Any:
        """The page of the tab in front in its view, `bmoca_gym.handset.web.view.Web`; None if it is in no file."""
        return self.tab.entry.web

    def with_web(self, web: Any) -> Next[Firefox]:
        """The state with another view of that page."""
        return with_tab(self, with_entry(self.tab, replace(self.tab.entry, web=web)))


def with_entry(tab: Tab, entry: Entry) -> Tab:
    """The tab with another entry in place of the one that it shows."""
    return replace(tab, entries=(*tab.entries[: tab.at], entry, *tab.entries[tab.at + 1 :]))


def with_tab(state: Firefox, tab: Tab) -> Firefox:
    """The state with that tab in place of the one with its id, in front."""
    if all(old.id != tab.id for old in state.tabs):
        tab = replace(tab, id=state.next_id)
        return replace(state, tabs=(*state.tabs, tab), next_id=state.next_id + 1, current=tab.id)
    return replace(state, tabs=tuple([tab if old.id == tab.id else old for old in state.tabs]))


def quiet(state: Firefox) -> Firefox:
    """The state without what lies over a page."""
    return without_overlay(state, page="browser", typed="")


def is_marked(state: Firefox, address: str) -> bool:
    """Return whether there is a bookmark of an address."""
    return any(mark.address == address for mark in state.bookmarks)
