"""Chrome: tabs, address bar, offline pages, history, bookmarks and settings, as of early 2023."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.chrome import addresses, files
from bmoca_gym.handset.apps.chrome.handlers import bookmarks as of_bookmarks
from bmoca_gym.handset.apps.chrome.handlers import browsing
from bmoca_gym.handset.apps.chrome.handlers.downloads import block_of, listed
from bmoca_gym.handset.apps.chrome.screens import (
    bookmarks,
    downloads,
    history,
    main,
    settings,
    site_settings,
    tabs,
    translating,
)
from bmoca_gym.handset.apps.chrome.state import (
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    MAIN,
    NEW_TAB,
    PACKAGE,
    SETTINGS,
    TEXT_LIMIT,
    Chrome,
    PageName,
    Tab,
    bookmark_of,
)
from bmoca_gym.handset.kits import browser, find_in_page, local_pages, web_dialogs
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place, Search
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, TourStep
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock, intents
from bmoca_gym.handset.value import replace
from bmoca_gym.handset.web.view import shown as shown_of


def _created(state: Chrome, context: Context) -> Chrome:
    name = context.activity.name if context.activity is not None else ""
    if name == MAIN:
        return browsing.created(state, context)
    return replace(state, searching=False, query="", folder=0)


def _dark(state: Chrome, place: Place) -> bool:
    return state.dark(place.phone.configuration.dark)


def _dark_tab(state: Chrome, place: Place) -> bool:
    return _dark(state, place) or state.incognito


def _bars(state: Chrome, place: Place) -> str:
    return "light" if _dark(state, place) else "dark"


def _tab_bars(state: Chrome, place: Place) -> str:
    return "light" if _dark_tab(state, place) else "dark"


# Arguments of screens


def _where(state: Chrome, place: Place) -> PageName:
    if place.page:  # of the settings
        name: PageName = place.page[0]
        return name
    if place.focus == "url" and not state.finding:
        return "typing"
    return "tabs" if state.switcher or state.tab is None else "page"


def _typing(state: Chrome, place: Place) -> tuple[Any, ...]:
    return _dark_tab(state, place), state.typed, main.suggestions(state, place.locale)


def _tabs(state: Chrome, place: Place) -> tuple[Any, ...]:
    ordinary = sum(not one.incognito for one in state.tabs)
    front = state.tab.id if state.tab is not None else 0
    both = len(state.tabs) > ordinary
    return _dark_tab(state, place), state.shown_tabs, front, state.incognito, both, ordinary


def _page(state: Chrome, place: Place) -> tuple[Any, ...]:
    tab, res = _tab(state), place.res
    names = tuple([(one.id, tabs.tab_title(res, one)) for one in state.shown_tabs])
    starred = bookmark_of(state, tab.entry.address) is not None
    sites = main.top_sites(state.visits, res.locale) if tab.entry.address == NEW_TAB else ()
    locale = addresses.locale_of(tab.entry, res.locale)
    count = len(find_in_page.matches_in(tab.entry, state.find, locale)) if state.finding else 0
    found = (state.finding, state.find, state.find_at, count)
    web = state.web
    shown = None if web is None else shown_of(web)
    if web is not None:  # the screen needs no more of it than what is shown
        tab = replace(tab, entries=tuple([replace(one, web=one.web is not None) for one in tab.entries]))
    return (
        _dark_tab(state, place),
        tab,
        names,
        state.homepage,
        starred,
        sites,
        shown,
        *found,
        state.target,
        place.focus,
    )


def _tab(state: Chrome) -> Tab:
    assert state.tab is not None  # where none is open, their list is shown
    return state.tab


def _history(state: Chrome, place: Place) -> tuple[Any, ...]:
    day, focused = place.phone.local_minute.date(), place.focus == "search"
    searched = state.visits, state.searching, state.query
    return _dark(state, place), *searched, focused, day, place.zone, state.engine


def _downloads(state: Chrome, place: Place) -> tuple[Any, ...]:
    phone, res = place.phone, place.res
    found = tuple(
        (path, path.rpartition("/")[2], res.date(clock.local_time(phone, at).date(), "yMMMd"))
        for path, at in listed(phone)
    )
    return _dark(state, place), found


def _settings(state: Chrome, place: Place) -> tuple[Any, ...] | None:
    if place.page:  # one of their own pages
        return None
    return _dark(state, place), state.engine, state.homepage, state.theme


def _permission(state: Chrome, place: Place) -> tuple[Any, ...] | None:
    _, name = place.page
    return _dark(state, place), name, name in state.allowed


def _bookmark(state: Chrome, place: Place) -> tuple[Any, ...] | None:
    mark = next((mark for mark in state.bookmarks if mark.id == state.about), None)
    return None if mark is None else (_dark(state, place), mark)


def _menu(state: Chrome, place: Place) -> tuple[Any, ...]:
    tab = _tab(state)
    return _dark_tab(state, place), tab, bookmark_of(state, tab.entry.address) is not None


def _pressed(state: Chrome, place: Place) -> tuple[Any, ...] | None:
    block = block_of(_tab(state), state.about, place.locale)
    return None if block is None else (_dark_tab(state, place), block)


NAVIGATION = Navigation(
    Chrome,
    {
        "page": Page(main.screen, _page, back=browsing.back, bars=_tab_bars),
        "tabs": Page(tabs.screen, _tabs, back=browsing.back, bars=_tab_bars),
        "typing": Page(main.typing, _typing, back=browsing.back, bars=_tab_bars),
        "history": Page(history.screen, _history, HISTORY, bars=_bars),
        "bookmarks": Page(
            bookmarks.screen, lambda s, at: (_dark(s, at), s.bookmarks, s.folder), BOOKMARKS,
            back=of_bookmarks.leave_folder, bars=_bars,
        ),
        "downloads": Page(downloads.screen, _downloads, DOWNLOADS, bars=_bars),
        "settings": Page(settings.screen, _settings, SETTINGS, bars=_bars),
        "sites": Page(
            site_settings.screen, lambda s, at: (_dark(s, at), s.allowed, s.cookies), bars=_bars
        ),
        "permission": Page(site_settings.permission, _permission, bars=_bars),
    },
    {
        "menu": Overlay(main.menu, _menu, on=("page",)),
        "link": Overlay(downloads.menu, _pressed, on=("page",), takes=("about",)),
        "info": Overlay(main.info_dialog, lambda s, at: (_dark_tab(s, at), _tab(s)), on=("page",)),
        "tabs_menu": Overlay(
            tabs.menu, lambda s, at: (_dark_tab(s, at), bool(s.shown_tabs)), on=("tabs",)
        ),
        "bookmark": Overlay(bookmarks.bookmark_dialog, _bookmark, on=("bookmarks",), takes=("about",)),
        "engine": Overlay(settings.engine_dialog, lambda s, at: (_dark(s, at), s.engine), on=("settings",)),
        "theme": Overlay(settings.theme_dialog, lambda s, at: (_dark(s, at), s.theme), on=("settings",)),
        "cookies": Overlay(
            site_settings.cookies_dialog, lambda s, at: (_dark(s, at), s.cookies), on=("sites",)
        ),
        "translate_menu": Overlay(translating.menu, lambda s, at: (_dark_tab(s, at),), on=("page",)),
        "languages": Overlay(
            translating.languages_dialog, lambda s, at: (_dark_tab(s, at), s.target), on=("page",)
        ),
        "clear": Overlay(
            history.clear_dialog, lambda s, at: (_dark(s, at), s.period), on=("history", "settings")
        ),
    },
    where=_where,
    kept=(
        "tabs", "current", "current_incognito", "incognito", "next_id", "visits", "bookmarks", "engine", "homepage",
        "theme", "period", "allowed", "cookies",
    ),
    passing=("about",),
    search=Search(on=("history",), limit=TEXT_LIMIT),
    scroll="history",
)  # fmt: skip


def _layers(phone: Phone, state: Chrome, activity: Activity) -> tuple[Layer, ...]:
    """The windows of an activity, and the dialog of a page in a file."""
    windows = NAVIGATION.layers(phone, state, activity)
    shown = None if activity.name != MAIN or state.switcher else state.web
    return browser.with_dialog(windows, phone, shown, activity, web_dialogs.CHROME_IDS)


APP = App(
    tour=(
        TourStep("welcome", "chrome.tour_welcome", "chrome.tour_terms", buttons=(("chrome.tour_accept", 1),)),
        TourStep(
            "welcome",
            "chrome.tour_sync",
            "chrome.tour_sync_text",
            "sync",
            buttons=(("chrome.tour_sync_yes", 1), ("tours.no_thanks", 1)),
        ),
        TourStep(
            "welcome",
            "chrome.tour_notices",
            "chrome.tour_notices_text",
            "notifications_active",
            buttons=(("common.ok", 1), ("tours.no_thanks", 1)),
        ),
    ),
    name="chrome",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("radio_button_checked", 0xFFFFFFFF, 0xFF1A73E8),
    state=Chrome,
    layers=_layers,
    uid=10078,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=_created,
    page_text=browsing.page_text,
    intents=(
        IntentFilter((intents.VIEW,), browsing.view, ("http", "https"), categories=(intents.BROWSABLE,)),
        IntentFilter(
            (intents.VIEW,),
            browsing.view,
            ("http", "https"),
            ("text/*", "application/xhtml+xml"),
            (intents.BROWSABLE,),
        ),
        IntentFilter(
            (intents.VIEW,), browsing.view_file, types=local_pages.TYPES, categories=(intents.BROWSABLE,)
        ),
    ),
    files=files.FILES,
    layouts=(("", ("android.view.ViewGroup#coordinator",)),),
)
