"""Firefox's handlers: pages, tabs, the address bar, bookmarks, history."""

from __future__ import annotations

from bmoca_gym.handset.apps.firefox.state import (
    ENGINE,
    ERRORS,
    HISTORY_LIMIT,
    HOME,
    MAIN,
    MOST_TABS,
    PACKAGE,
    TEXT_LIMIT,
    Bookmark,
    Firefox,
    PageName,
    Tab,
    Visit,
    is_covered,
    is_marked,
    quiet,
    with_tab,
)
from bmoca_gym.handset.effects import focus, scroll_to, share_text, toast
from bmoca_gym.handset.kits import browser, find_in_page, local_pages, web, web_dialogs
from bmoca_gym.handset.kits.browser import Entry
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.value import do, replace
from bmoca_gym.handset.web import view as web_view


def title_of(address: str, locale: str) -> str:
    """The title of a page in the language of ``locale``; "" for a new tab."""
    if address == HOME:
        return ""
    if address.startswith(("file:", "content:")):
        return address.rpartition("/")[2]
    return web.title_at(address, locale)


# Pages


def _followed(phone: Phone, address: str) -> Phone:
    """Effect: follow a link, form or script of the page in front."""
    return phone.handled(PACKAGE, load, (address,))


def _entry(context: Context, address: str) -> Entry:
    phone = context.phone
    if address.startswith(("file:", "content:")) and not local_pages.path_at(phone, address):
        return Entry(address, ERRORS.failed)
    dark = phone.configuration.dark
    return Entry(address, *browser.loaded(context, address, HOME, ERRORS, do(_followed), PACKAGE, dark))


def _visited(state: Firefox, context: Context) -> Firefox:
    entry = state.tab.entry
    if state.tab.private or entry.error or entry.address == HOME:
        return state
    title = title_of(entry.address, context.res.locale)
    visit = Visit(entry.address, title, context.phone.clock.wall)
    return replace(state, visits=(*state.visits, visit)[-HISTORY_LIMIT:])


def load(state: Firefox, context: Context, address: str) -> Next[Firefox]:
    """Load a page in the tab in front."""
    state, tab = quiet(state), state.tab
    entry = _entry(context, address)
    again = tab.entry.address == address
    tab = browser.with_entry(tab, entry) if again else browser.followed_by(tab, entry)
    state = _visited(with_tab(state, tab), context)
    return browser.awake(state, context, focus(""), scroll_to(browser.scroll_key(state.tab)))


def reload(state: Firefox, context: Context) -> Next[Firefox]:
    """Load the page again."""
    return load(state, context, state.tab.entry.address)


def go(state: Firefox, context: Context, step: int) -> Next[Firefox]:
    """Back (-1) or forward (1) in the tab's history."""
    tab = browser.stepped(state.tab, step)
    return state if tab is None else browser.awake(with_tab(quiet(state), tab), context)


def share_page(state: Firefox, context: Context) -> Next[Firefox]:
    """Open the share sheet for the page's address."""
    return quiet(state), share_text(state.tab.entry.address)


def switch_desktop(state: Firefox, context: Context) -> Next[Firefox]:
    """Ask for the large or the small form of the tab's pages, and load the page again."""
    tab = replace(state.tab, desktop=not state.tab.desktop)
    return reload(with_tab(state, tab), context)


def page_text(state: Firefox, context: Context, text: str) -> Next[Firefox]:
    """Put text at the foot of the page in front; see `App.page_text`."""
    entry = state.tab.entry
    if (
        context.phone.top.name != MAIN
        or is_covered(state)
        or state.overlay
        or entry.error
        or entry.address == HOME
    ):
        return state
    if entry.web is None:
        return with_tab(state, browser.with_entry(state.tab, replace(entry, foot=text)))
    return web_view.footed(state, context, text)


# The address bar


def edit(state: Firefox, context: Context) -> Next[Firefox]:
    """Start typing an address."""
    address = state.tab.entry.address
    typed = "" if address == HOME else address
    return without_overlay(state, page="typing", typed=typed), focus("url")


def type_address(state: Firefox, context: Context, text: str) -> Next[Firefox]:
    """Update the typed text."""
    return replace(state, typed=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit(state: Firefox, context: Context) -> Next[Firefox]:
    """Load the typed address, or search for the typed words."""
    text = state.typed.strip()
    if not text:
        return quiet(state), focus("")
    if text.startswith(("file:", "about:home")):
        return load(state, context, text)
    return load(state, context, web.address_of(text, ENGINE))


# The search in a page


def start_finding(state: Firefox, context: Context) -> Next[Firefox]:
    """Open the search in the page."""
    return replace(quiet(state), finding=True), focus("find")


def stop_finding(state: Firefox, context: Context) -> Next[Firefox]:
    """Close the search in the page."""
    return quiet(state), focus("")


def find(state: Firefox, context: Context, text: str) -> Next[Firefox]:
    """Search for the typed text."""
    state = replace(state, find=text[:TEXT_LIMIT], find_at=0)
    return state, do(find_in_page.reveal, browser.scroll_key(state.tab), 0)


def find_next(state: Firefox, context: Context, step: int) -> Next[Firefox]:
    """Go to another match, past the last one to the first."""
    at = find_in_page.next_match(state.tab.entry, state.find, context.res.locale, state.find_at, step)
    if at is None:
        return state
    return replace(state, find_at=at), do(find_in_page.reveal, browser.scroll_key(state.tab), at)


# Tabs


def new_tab(state: Firefox, context: Context, private: bool) -> Next[Firefox]:
    """Open a new tab."""
    if len(state.tabs) >= MOST_TABS:
        return quiet(state)
    tab = Tab(state.next_id, private=private)
    state = replace(
        quiet(state), tabs=(*state.tabs, tab), current=tab.id, next_id=state.next_id + 1, private=private
    )
    return state, focus("")


def show(state: Firefox, context: Context, page: PageName) -> Next[Firefox]:
    """Show the tabs, the bookmarks or the history."""
    return without_overlay(state, page=page), focus(""), scroll_to(page)


def show_private(state: Firefox, context: Context, private: bool) -> Firefox:
    """Show the private tabs in the list, or the others."""
    return replace(state, private=private)


def choose_tab(state: Firefox, context: Context, id: int) -> Next[Firefox]:
    """Bring a tab to the front."""
    private = next((tab.private for tab in state.tabs if tab.id == id), state.private)
    return browser.awake(replace(quiet(state), current=id, private=private), context)


def close_tab(state: Firefox, context: Context, id: int) -> Next[Firefox]:
    """Close a tab. If it was in front, its neighbour comes to the front."""
    alike = [tab for tab in state.tabs if tab.private == state.private and tab.id != id]
    left = tuple([tab for tab in state.tabs if tab.id != id])
    current = state.current
    if current == id:
        current = alike[-1].id if alike else 0
    return replace(state, tabs=left, current=current), toast(context.res.string("firefox.tab_closed"))


# Bookmarks and history


def mark(state: Firefox, context: Context) -> Next[Firefox]:
    """Add the page to the bookmarks, or remove it."""
    address, say = state.tab.entry.address, context.res.string
    if is_marked(state, address):
        left = tuple([one for one in state.bookmarks if one.address != address])
        return replace(quiet(state), bookmarks=left), toast(say("firefox.bookmark_removed"))
    made = Bookmark(address, title_of(address, context.res.locale))
    return replace(quiet(state), bookmarks=(*state.bookmarks, made)), toast(say("firefox.bookmark_saved"))


def unmark(state: Firefox, context: Context, address: str) -> Next[Firefox]:
    """Remove a bookmark."""
    left = tuple([one for one in state.bookmarks if one.address != address])
    return replace(state, bookmarks=left), toast(context.res.string("firefox.bookmark_removed"))


def forget(state: Firefox, context: Context, address: str) -> Firefox:
    """Remove a page from the history."""
    return replace(state, visits=tuple([visit for visit in state.visits if visit.address != address]))


def forget_all(state: Firefox, context: Context) -> Next[Firefox]:
    """Clear the history."""
    return without_overlay(state, visits=()), toast(context.res.string("firefox.history_cleared"))


# The app


def _view(state: Firefox, context: Context, address: str) -> Next[Firefox]:
    if not local_pages.path_at(context.phone, address):
        address = web.address_of(address, ENGINE)
    after, effects = split(new_tab(state, context, False))
    after, more = split(load(after, context, address))
    return and_then(with_tab(after, browser.alone(after.tab)), *effects, *more)


def view(phone: Phone, intent: Intent) -> Phone:
    """Open an address from an intent in a new tab."""
    return browser.viewed(phone, PACKAGE, MAIN, _view, intent.data)


def view_file(phone: Phone, intent: Intent) -> Phone | None:
    """Open the file of an intent in a new tab; None if the intent has no such file."""
    return view(phone, intent) if local_pages.path_at(phone, intent.data) else None


def back(state: Firefox, context: Context) -> Next[Firefox]:
    """Close what is over the page, or go back in the tab; on the first page, let the system leave the app."""
    if is_covered(state):
        return quiet(state), focus("")
    if state.web is not None and web_dialogs.is_open(state.web):
        return web_dialogs.closed(state, context)
    if state.finding:
        return stop_finding(state, context)
    return go(state, context, -1)
