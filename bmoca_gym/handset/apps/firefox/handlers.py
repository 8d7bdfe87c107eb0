"""Firefox's handlers: pages, tabs, the address bar, bookmarks, history."""

from __future__ import annotations

from bmoca_gym.handset.apps.firefox.state import (
    ENGINE,
    FAILED,
    HISTORY_LIMIT,
    HOME,
    MAIN,
    MOST_TABS,
    OFFLINE,
    PACKAGE,
    TEXT_LIMIT,
    UNKNOWN,
    Bookmark,
    Entry,
    Firefox,
    PageName,
    Tab,
    Visit,
    is_marked,
    quiet,
    with_entry,
    with_tab,
)
from bmoca_gym.handset.effects import focus, scroll_to, share, toast
from bmoca_gym.handset.kits import local_pages, web, web_dialogs
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Intent, Next, and_then, split
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import activities, intents, radios
from bmoca_gym.handset.value import Callback, do, replace
from bmoca_gym.handset.web import view as web_view


def scroll_key(tab: Tab) -> str:
    """The name of a page's scroll: each page of a tab's history keeps its place."""
    return f"page:{tab.id}:{tab.at}"


def title_of(address: str, locale: str) -> str:
    """The title of a page in the language of ``locale``; "" for that of a new tab."""
    if address == HOME:
        return ""
    if address.startswith(("file:", "content:")):
        return address.rpartition("/")[2]
    return web.page_at(address, locale).title if web.is_known(address) else web.short_address(address)


# Pages


def _followed(phone: Phone, address: str) -> Phone:
    """Effect: load what a link, a form or a script of the page in front goes to."""
    return phone.handled(PACKAGE, load, (address,))


def _entry(context: Context, address: str) -> Entry:
    phone = context.phone
    if local_pages.path_at(phone, address):
        if not local_pages.playable():
            return Entry(address, FAILED)
        shown = local_pages.opened(
            phone, address, context.uptime, do(_followed), PACKAGE, phone.configuration.dark
        )
        return Entry(address, web=shown)
    if address == HOME:
        return Entry(address)
    if address.startswith(("file:", "content:")):
        return Entry(address, FAILED)
    if not radios.connection(phone):
        return Entry(address, OFFLINE)
    return Entry(address, "" if web.is_known(address) else UNKNOWN)


def _awake(state: Firefox, context: Context, *effects: Callback) -> Next[Firefox]:
    """The state after the page in a file that has come to the front has run as far as the phone's clock."""
    shown = state.web
    if shown is None:
        return and_then(state, *effects)
    after, more = split(web_view.changed(state, context, web_view.current(shown, context)))
    return and_then(after, *effects, *more)


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
    if tab.entry.address == address:
        tab = with_entry(tab, entry)
    else:
        tab = replace(tab, entries=(*tab.entries[: tab.at + 1], entry), at=tab.at + 1)
    state = _visited(with_tab(state, tab), context)
    return _awake(state, context, focus(""), scroll_to(scroll_key(state.tab)))


def reload(state: Firefox, context: Context) -> Next[Firefox]:
    """Load the page again."""
    return load(state, context, state.tab.entry.address)


def go(state: Firefox, context: Context, step: int) -> Next[Firefox]:
    """Back (-1) or forward (1) in the tab's history."""
    tab = state.tab
    if not 0 <= tab.at + step < len(tab.entries):
        return state
    return _awake(with_tab(quiet(state), replace(tab, at=tab.at + step)), context)


def share_page(state: Firefox, context: Context) -> Next[Firefox]:
    """Open the share sheet for the page's address."""
    extras = ((intents.TEXT, state.tab.entry.address),)
    return quiet(state), share(Intent(intents.SEND, type="text/plain", extras=extras))


def page_text(state: Firefox, context: Context, text: str) -> Next[Firefox]:
    """Put a text at the foot of the page in front, see `App.page_text`."""
    entry = state.tab.entry
    if (
        context.phone.top.name != MAIN
        or state.page != "browser"
        or state.overlay
        or entry.error
        or entry.address == HOME
    ):
        return state
    if entry.web is None:
        return with_tab(state, with_entry(state.tab, replace(entry, foot=text)))
    return web_view.footed(state, context, text)


# The address bar


def edit(state: Firefox, context: Context) -> Next[Firefox]:
    """Begin to type an address."""
    address = state.tab.entry.address
    typed = "" if address == HOME else address
    return without_overlay(state, page="typing", typed=typed), focus("url")


def type_address(state: Firefox, context: Context, text: str) -> Next[Firefox]:
    """Take over what is typed."""
    return replace(state, typed=text[:TEXT_LIMIT]), scroll_to("suggestions")


def submit(state: Firefox, context: Context) -> Next[Firefox]:
    """Load the typed address, or search for the typed words."""
    text = state.typed.strip()
    if not text:
        return quiet(state), focus("")
    if text.startswith(("file:", "about:home")):
        return load(state, context, text)
    return load(state, context, web.address_of(text, ENGINE))


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
    return _awake(replace(quiet(state), current=id, private=private), context)


def close_tab(state: Firefox, context: Context, id: int) -> Next[Firefox]:
    """Close a tab; its neighbour is in front then, if it was itself."""
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
    # Nothing lies behind the page: Back leads to who asked for it.
    after = with_tab(after, replace(after.tab, entries=(after.tab.entry,), at=0))
    return and_then(after, *effects, *more)


def view(phone: Phone, intent: Intent) -> Phone:
    """The phone with an address that somebody asks to see in a new tab."""
    phone = activities.start(phone, f"{PACKAGE}/{MAIN}")
    return phone.handled(PACKAGE, _view, (intent.data,))


def view_file(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with a page in a file in a new tab; None where the intent is about none."""
    return view(phone, intent) if local_pages.path_at(phone, intent.data) else None


def back(state: Firefox, context: Context) -> Next[Firefox]:
    """Leave what lies over the page, then go back in the tab; the first page leaves the app to the system."""
    if state.page != "browser":
        return quiet(state), focus("")
    if state.web is not None and web_dialogs.is_open(state.web):
        return web_dialogs.closed(state, context)
    return go(state, context, -1)
