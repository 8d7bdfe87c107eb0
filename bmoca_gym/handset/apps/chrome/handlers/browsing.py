"""Handlers of the browser: loading pages, a tab's history, tabs, address bar, search in a page, bookmarks."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome import addresses
from bmoca_gym.handset.apps.chrome.state import (
    ERRORS,
    FIRST_BOOKMARK,
    HISTORY_LIMIT,
    MAIN,
    MOBILE_BOOKMARKS,
    NEW_TAB,
    PACKAGE,
    TEXT_LIMIT,
    Bookmark,
    Chrome,
    Entry,
    Tab,
    Visit,
    bookmark_of,
    quiet,
    webkit_time,
    with_entry,
    with_tab,
)
from bmoca_gym.handset.effects import finish, focus, log, scroll_to, share_text, start, toast
from bmoca_gym.handset.kits import browser, find_in_page, local_pages, web, web_dialogs
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next, split
from bmoca_gym.handset.state import Context, Phone, PinchContext
from bmoca_gym.handset.value import Callback, do, replace
from bmoca_gym.handset.web import view as web_view

#: The largest zoom of a page.
_LARGEST = 3.0


def leave(state: Chrome, context: Context) -> Next[Chrome]:
    """Return from a screen to the browser."""
    return without_overlay(state, searching=False, query=""), finish()


# Pages


def _followed(phone: Phone, address: str) -> Phone:
    """Effect: follow a link, form or script of the page in front."""
    return phone.handled(PACKAGE, load, (address,))


def _entry(context: Context, address: str) -> Entry:
    """Page at an address: a file in its current state, or a page of the web."""
    dark = context.phone.apps[PACKAGE].dark(context.phone.configuration.dark)
    return Entry(address, *browser.loaded(context, address, NEW_TAB, ERRORS, do(_followed), PACKAGE, dark))


def _awake(state: Chrome, context: Context, *effects: Callback) -> Next[Chrome]:
    """Advance the page in front, if it is a file, to the phone's clock."""
    if state.tab is not None and state.tab.entry.error == ERRORS.failed:
        said = "Web pages need quickjs-ng: pip install quickjs-ng"
        effects = (log("chromium", said, "E"), *effects)
    return browser.awake(state, context, *effects)


def _visited(state: Chrome, context: Context, tab: Tab, typed: bool) -> Chrome:
    """Add a loaded page to the tab and to the history."""
    address, error = tab.entry.address, tab.entry.error
    state = with_tab(state, tab)
    if tab.incognito or error or address == NEW_TAB or tab.entry.web is not None:
        return state
    now = webkit_time(context.phone.clock.wall)
    visit = Visit(address, web.page_at(address, context.res.locale).title, now, typed)
    return replace(state, visits=(*state.visits, visit)[-HISTORY_LIMIT:])


def load(state: Chrome, context: Context, address: str, typed: bool = False) -> Next[Chrome]:
    """Load a page in the tab in front, or in a new one if there is none."""
    state = quiet(state)
    tab = state.tab
    if tab is None:
        state = _with_new_tab(state, state.incognito)
        tab = state.tabs[-1]
    entry = _entry(context, address)
    if entry != tab.entry or entry.error:
        tab = browser.followed_by(tab, entry)
    after = _visited(state, context, tab, typed)
    return _awake(after, context, focus(""), scroll_to(browser.scroll_key(tab)))


def submit(state: Chrome, context: Context) -> Next[Chrome]:
    """Load the typed address."""
    if not state.typed.strip():
        return state, focus("")
    return load(state, context, addresses.address_of(state.typed, state.engine), True)


def reload(state: Chrome, context: Context) -> Next[Chrome]:
    """Load the page again."""
    state = quiet(state)
    tab = state.tab
    if tab is None:
        return state
    entry = _entry(context, tab.entry.address)
    tab = browser.with_entry(tab, entry)
    return _awake(_visited(state, context, tab, False), context, scroll_to(browser.scroll_key(tab)))


def go(state: Chrome, context: Context, step: int) -> Next[Chrome]:
    """Back (-1) or forward (1) in the tab's history."""
    tab = browser.stepped(state.tab, step)
    return state if tab is None else _awake(with_tab(quiet(state), tab), context)


def home(state: Chrome, context: Context) -> Next[Chrome]:
    """Go to the home page, which is the new tab page."""
    return load(state, context, NEW_TAB)


def share_page(state: Chrome, context: Context) -> Next[Chrome]:
    """Open the share sheet for the page's address."""
    tab = state.tab
    return quiet(state), share_text("" if tab is None else tab.entry.address)


def switch_desktop(state: Chrome, context: Context) -> Chrome:
    """Switch the tab between the desktop and mobile versions of its pages."""
    state, tab = quiet(state), state.tab
    return state if tab is None else with_tab(state, replace(tab, desktop=not tab.desktop))


def zoom_page(state: Chrome, context: PinchContext) -> Chrome:
    """Zoom the page's texts and pictures with two fingers."""
    tab = state.tab
    if tab is None:
        return state
    zoom = round(min(_LARGEST, max(1.0, tab.entry.zoom * context.scale)), 2)
    if zoom == tab.entry.zoom:
        return state
    return with_entry(state, replace(tab.entry, zoom=zoom))


def page_text(state: Chrome, context: Context, text: str) -> Next[Chrome]:
    """Put text at the foot of the page in front; see `App.page_text`."""
    entry = None if state.tab is None or state.switcher else state.tab.entry
    if (
        context.phone.top.name != MAIN
        or entry is None
        or entry.address == NEW_TAB
        or addresses.error_of(entry)
    ):
        return state
    if entry.web is None:
        return with_entry(state, replace(entry, foot=text))
    return web_view.footed(state, context, text)


# Tabs


def _with_new_tab(state: Chrome, incognito: bool) -> Chrome:
    tab = Tab(state.next_id, incognito=incognito)
    state = replace(quiet(state), tabs=(*state.tabs, tab), next_id=state.next_id + 1)
    return _in_front(state, tab)


def _in_front(state: Chrome, tab: Tab) -> Chrome:
    if tab.incognito:
        return replace(state, current_incognito=tab.id, incognito=True)
    return replace(state, current=tab.id, incognito=False)


def new_tab(state: Chrome, context: Context, incognito: bool = False) -> Next[Chrome]:
    """Open a new tab."""
    return _with_new_tab(state, incognito), focus("")


def open_apart(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    """Open a page in a new tab."""
    return load(_with_new_tab(state, state.incognito), context, address)


def _view(state: Chrome, context: Context, address: str) -> Next[Chrome]:
    state = _with_new_tab(state, False)
    if not local_pages.path_at(context.phone, address):
        address = addresses.address_of(address, state.engine)
    after, effects = split(load(state, context, address))
    assert after.tab is not None  # the new one
    return with_tab(after, browser.alone(after.tab)), *effects


def view_file(phone: Phone, intent: Intent) -> Phone | None:
    """Open the file of an intent in a new tab; None if the intent has no such file."""
    return view(phone, intent) if local_pages.path_at(phone, intent.data) else None


def view(phone: Phone, intent: Intent) -> Phone:
    """Open an address from an intent in a new tab."""
    return browser.viewed(phone, PACKAGE, MAIN, _view, intent.data)


def show_switcher(state: Chrome, context: Context) -> Next[Chrome]:
    """Open the list of tabs."""
    return replace(quiet(state), switcher=True), focus(""), scroll_to("tabs")


def show_mode(state: Chrome, context: Context, incognito: bool) -> Chrome:
    """Show the ordinary or the incognito tabs in the list."""
    return replace(state, incognito=incognito, switcher=True)


def choose_tab(state: Chrome, context: Context, id: int) -> Next[Chrome]:
    """Bring a tab to the front."""
    tab = next((tab for tab in state.tabs if tab.id == id), None)
    return state if tab is None else _awake(_in_front(quiet(state), tab), context)


def close_tab(state: Chrome, context: Context, id: int) -> Chrome:
    """Close a tab. If it was in front, its neighbour comes to the front."""
    shown = state.shown_tabs
    place = next((i for i, tab in enumerate(shown) if tab.id == id), -1)
    if place < 0:
        return state
    front = state.tab
    left = [tab for tab in shown if tab.id != id]
    state = replace(state, tabs=tuple([tab for tab in state.tabs if tab.id != id]))
    if front is not None and front.id == id and left:
        switcher = state.switcher
        state = replace(_in_front(state, left[max(0, place - 1)]), switcher=switcher)
    # Without a tab, the incognito mode ends; the list of ordinary tabs is shown.
    return state if left else replace(state, incognito=False, switcher=True)


def close_all(state: Chrome, context: Context) -> Chrome:
    """Close all tabs of the mode that is shown."""
    left = tuple([tab for tab in state.tabs if tab.incognito != state.incognito])
    return replace(quiet(state), tabs=left, incognito=False, switcher=True)


# The address bar


def edit_address(state: Chrome, context: Context) -> Next[Chrome]:
    """Start typing an address: the bar is cleared, and the page's address is suggested below it."""
    return replace(quiet(state), typed=""), focus("url")


def type_address(state: Chrome, context: Context, text: str) -> Chrome:
    """Update the typed address."""
    return replace(state, typed=text[:TEXT_LIMIT])


# The search in a page


def start_finding(state: Chrome, context: Context) -> Next[Chrome]:
    """Open the search in the page."""
    return replace(quiet(state), finding=True), focus("find")


def stop_finding(state: Chrome, context: Context) -> Next[Chrome]:
    """Close it."""
    return quiet(state), focus("")


def find(state: Chrome, context: Context, text: str) -> Next[Chrome]:
    """Search for the typed text."""
    state = replace(state, find=text[:TEXT_LIMIT], find_at=0)
    return state if state.tab is None else (state, do(find_in_page.reveal, browser.scroll_key(state.tab), 0))


def find_next(state: Chrome, context: Context, step: int) -> Next[Chrome]:
    """Go to another match, wrapping around at the ends."""
    if state.tab is None:
        return state
    entry = state.tab.entry
    locale = addresses.locale_of(entry, context.res.locale)
    at = find_in_page.next_match(entry, state.find, locale, state.find_at, step)
    if at is None:
        return state
    return replace(state, find_at=at), do(find_in_page.reveal, browser.scroll_key(state.tab), at)


# Bookmarking, and the way to other screens


def switch_bookmark(state: Chrome, context: Context) -> Next[Chrome]:
    """Add the page to the mobile bookmarks, or remove it."""
    state, tab = quiet(state), state.tab
    if tab is None:
        return state
    address = tab.entry.address
    known = bookmark_of(state, address)
    if known is not None:
        left = tuple([mark for mark in state.bookmarks if mark is not known])
        return replace(state, bookmarks=left), toast(context.res.string("chrome.bookmark_removed"))
    id = max([FIRST_BOOKMARK - 1, *(mark.id for mark in state.bookmarks)]) + 1
    added = webkit_time(context.phone.clock.wall)
    title = addresses.title_of(address, "", context.res.locale)
    made = Bookmark(id, MOBILE_BOOKMARKS, title, address, added)
    said = toast(context.res.string("chrome.bookmarked"))
    return replace(state, bookmarks=(*state.bookmarks, made)), said


def show(state: Chrome, context: Context, activity: str) -> Next[Chrome]:
    """Open another screen: the history, the bookmarks or the settings."""
    return quiet(state), focus(""), start(f"{PACKAGE}/{activity}")


# The app


def created(state: Chrome, context: Context) -> Chrome:
    """Open a tab if the browser starts without one."""
    return state if state.tab is not None else _with_new_tab(replace(state, incognito=False), False)


def back(state: Chrome, context: Context) -> Next[Chrome]:
    """End the search, leave the list of tabs, or go back in the tab; on the first page, let the system leave the
    app."""
    if state.web is not None and not state.switcher and web_dialogs.is_open(state.web):
        return web_dialogs.closed(state, context)
    if state.finding:
        return stop_finding(state, context)
    if state.switcher:
        return quiet(state) if state.tab is not None else state
    return go(state, context, -1)
