"""Chrome's state: tabs with their histories, visited pages, bookmarks, settings; and values derived from it."""

from __future__ import annotations

from typing import Any, Literal

from bmoca_gym.handset.effects import log
from bmoca_gym.handset.kits import browser
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.android.chrome"
ID = PACKAGE + ":id/"
MAIN = "com.google.android.apps.chrome.Main"
# On tablets the app shows the history and the bookmarks in a tab; here they are activities there, too.
HISTORY = "org.chromium.chrome.browser.history.HistoryActivity"
BOOKMARKS = "org.chromium.chrome.browser.app.bookmarks.BookmarkActivity"
SETTINGS = "org.chromium.chrome.browser.settings.SettingsActivity"
DOWNLOADS = "org.chromium.chrome.browser.download.home.DownloadActivity"
NEW_TAB = "chrome://newtab/"
#: Why a page could not be loaded.
ERRORS = browser.Errors("ERR_INTERNET_DISCONNECTED", "ERR_NAME_NOT_RESOLVED", "ERR_FAILED")
#: The folders that every file of bookmarks has, by the numbers Chrome gives them.
BOOKMARKS_BAR, OTHER_BOOKMARKS, MOBILE_BOOKMARKS = 1, 2, 3
FIRST_BOOKMARK = 4
HISTORY_LIMIT = 2000
TEXT_LIMIT = 2000
THEMES = ("system_default", "light", "dark")


#: Levels of the log for those of a page's console.
_LEVELS = {"error": "E", "warn": "W", "debug": "D"}


@value
class Entry(browser.Entry):
    """A page in a tab's history.

    ``title``: of a page in a file; ``heard``: how many lines of its console are in the log; ``zoom``: how many times as
    large as usual two fingers have made another page; ``language``: the language into which that is translated, as a
    locale's tag, "" for its own.
    """

    title: str = ""
    heard: int = 0
    zoom: float = 1.0
    language: str = ""


@value
class Tab(browser.Tab[Entry]):
    """A tab. ``desktop``: request desktop sites."""

    entries: tuple[Entry, ...] = (Entry(NEW_TAB),)
    incognito: bool = False
    desktop: bool = False


@value
class Visit(Value):
    """A visit. ``time``: in microseconds since 1601-01-01 UTC, as Chrome counts; ``typed``: not through a link."""

    address: str
    title: str
    time: int
    typed: bool = False


@value
class Bookmark(Value):
    """A bookmark, or with an empty ``address`` a folder, in the folder ``parent``. ``added``: as `Visit.time`."""

    id: int
    parent: int
    title: str
    address: str = ""
    added: int = 0


#: What sites may do: the glyph, the word if they may ("ask_first": after a question), and whether they may at first.
SITE_PERMISSIONS: dict[str, tuple[str, str, bool]] = {
    "location": ("location_on", "ask_first", True),
    "camera": ("videocam", "ask_first", True),
    "microphone": ("mic", "ask_first", True),
    "motion_sensors": ("screen_rotation", "allowed", True),
    "notifications": ("notifications", "ask_first", True),
    "javascript": ("code", "allowed", True),
    "popups": ("open_in_new", "allowed", False),
    "ads": ("featured_video", "allowed", False),
    "background_sync": ("sync", "allowed", True),
    "automatic_downloads": ("download", "ask_first", True),
    "sound": ("volume_up", "allowed", True),
    "clipboard": ("content_paste", "ask_first", True),
}
ALLOWED = tuple([name for name, row in SITE_PERMISSIONS.items() if row[2]])
COOKIES = ("allow_cookies", "block_in_incognito", "block_third_party")

PageName = Literal[
    "page", "tabs", "typing", "history", "bookmarks", "downloads", "settings", "sites", "permission"
]
OverlayName = Literal[
    "", "menu", "link", "info", "tabs_menu", "bookmark", "engine", "theme", "clear", "translate_menu", "languages",
    "cookies",
]  # fmt: skip


@value
class Chrome(Value):
    """The app's state.

    Attributes:
        current, current_incognito: ids of the tabs shown when ``incognito`` is off and on.
        switcher: whether the list of tabs is shown.
        typed: text in the address bar.
        about: id of the item that a menu or a dialog is about.
        query: search in the history.
        folder: id of the shown folder of bookmarks, 0 for the list of folders.
        target: the language that the bar over the page offers, as a locale's tag; "" if there is no bar.
        allowed: names of the `SITE_PERMISSIONS` that sites have.
        cookies: one of `COOKIES`.
    """

    tabs: tuple[Tab, ...] = (Tab(1),)
    current: int = 1
    current_incognito: int = 0
    incognito: bool = False
    next_id: int = 2
    switcher: bool = False
    typed: str = ""
    finding: bool = False
    find: str = ""
    find_at: int = 0
    overlay: OverlayName = ""
    about: int = 0
    searching: bool = False
    query: str = ""
    folder: int = 0
    visits: tuple[Visit, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    engine: str = "search.example"
    homepage: bool = True
    theme: str = "system_default"
    period: str = "all_time"
    target: str = ""
    allowed: tuple[str, ...] = ALLOWED
    cookies: str = "block_in_incognito"

    @property
    def shown_tabs(self) -> tuple[Tab, ...]:
        """The tabs of the mode that is shown."""
        return tuple([tab for tab in self.tabs if tab.incognito == self.incognito])

    @property
    def tab(self) -> Tab | None:
        """The current tab, or None if all are closed."""
        id = self.current_incognito if self.incognito else self.current
        return next((tab for tab in self.shown_tabs if tab.id == id), None)

    @property
    def web(self) -> Any:
        """The view of the front tab's page, a `bmoca_gym.handset.web.view.Web`; None if the page is not in a file."""
        return None if self.tab is None else self.tab.entry.web

    def with_web(self, web: Any) -> Next[Chrome]:
        """The state with another view of that page. What the page writes to its console goes to the log."""
        tab = self.tab
        if tab is None:
            return self
        said, name = web.page.lines, web.page.start.url or f"file:///{web.page.start.name}"
        lines = [
            log(
                "chromium",
                f'[INFO:CONSOLE(1)] "{line.text}", source: {name} (1)',
                _LEVELS.get(line.level, "I"),
            )
            for line in said[tab.entry.heard :]
        ]
        title = web.page.document.title or name.rpartition("/")[2]
        return and_then(with_entry(self, replace(tab.entry, web=web, title=title, heard=len(said))), *lines)

    def dark(self, system: bool) -> bool:
        """Whether the app is dark. ``system``: whether the phone is."""
        return self.theme == "dark" or (self.theme == "system_default" and system)


def with_tab(state: Chrome, tab: Tab) -> Chrome:
    """The state with the tab that has this id replaced."""
    return replace(state, tabs=browser.with_tab(state.tabs, tab))


def with_entry(state: Chrome, entry: Entry) -> Chrome:
    """The state with the front tab's current entry replaced."""
    return state if state.tab is None else with_tab(state, browser.with_entry(state.tab, entry))


def quiet(state: Chrome) -> Chrome:
    """The state without what lies over a page."""
    return without_overlay(state, finding=False, find="", find_at=0, typed="", switcher=False, target="")


def bookmark_of(state: Chrome, address: str) -> Bookmark | None:
    """The bookmark of an address."""
    return next((mark for mark in state.bookmarks if mark.address == address), None)


def webkit_time(wall: int) -> int:
    """Convert milliseconds since 1970 to the time of Chrome's files."""
    return (wall + 11_644_473_600_000) * 1000


def wall_time(webkit: int) -> int:
    """The inverse of `webkit_time`."""
    return webkit // 1000 - 11_644_473_600_000
