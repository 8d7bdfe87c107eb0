"""Chrome: tabs, address bar, offline pages, history, bookmarks and settings, as of early 2023."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.chrome import (
    bookmarks,
    browsing,
    downloads,
    files,
    history,
    local,
    main,
    settings,
    tabs,
)
from bmoca_gym.handset.apps.chrome.state import (
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    MAIN,
    NEW_TAB,
    PACKAGE,
    SETTINGS,
    Chrome,
    bookmark_of,
    closed,
)
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer, Next, dialog, layer
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import clock, intents
from bmoca_gym.handset.value import replace


def _back(state: Chrome, context: Context) -> Next[Chrome]:
    name = context.activity.name if context.activity is not None else ""
    if name == MAIN:
        return browsing.back(state, context)
    if state.overlay[0]:
        return replace(state, overlay=("", 0))
    if name == HISTORY and state.searching:
        return history.close_search(state, context)
    if name == BOOKMARKS and state.folder:
        return bookmarks.up(state, context)
    return state


def _created(state: Chrome, context: Context) -> Chrome:
    name = context.activity.name if context.activity is not None else ""
    if name == MAIN:
        return browsing.created(state, context)
    return replace(state, searching=False, query="", folder=0)


def _layers(phone: Phone, state: Chrome, activity: Activity) -> tuple[Layer, ...]:
    dark = state.dark(phone.configuration.dark)
    kind, number = state.overlay
    over: tuple[Layer, ...] = ()
    if activity.name == HISTORY:
        day = clock.local_minute(phone).date()
        shown = layer(history.screen, dark, state.visits, state.searching, state.query, activity.focus == "search", day,
                      clock.zone_of(phone), bars=_bars(dark))  # fmt: skip
    elif activity.name == BOOKMARKS:
        shown = layer(bookmarks.screen, dark, state.bookmarks, state.folder, bars=_bars(dark))
        mark = next((mark for mark in state.bookmarks if mark.id == number), None)
        if kind == "bookmark" and mark is not None:
            over = (dialog(bookmarks.bookmark_dialog, dark, mark),)
    elif activity.name == DOWNLOADS:
        res = resources.of(phone.configuration)
        found = tuple(
            (path, path.rpartition("/")[2], res.date(clock.local_time(phone, at).date(), "yMMMd"))
            for path, at in downloads.listed(phone)
        )
        shown = layer(downloads.screen, dark, found, bars=_bars(dark))
    elif activity.name == SETTINGS:
        shown = layer(settings.screen, dark, state.engine, state.homepage, state.theme, bars=_bars(dark))
        if kind == "engine":
            over = (dialog(settings.engine_dialog, dark, state.engine),)
        elif kind == "theme":
            over = (dialog(settings.theme_dialog, dark, state.theme),)
    else:
        return _browser_layers(phone, state, activity, dark or state.incognito)
    if kind == "clear":
        over = (dialog(history.clear_dialog, dark, state.period),)
    return (shown, *over)


def _bars(dark: bool) -> str:
    return "light" if dark else "dark"


def _browser_layers(phone: Phone, state: Chrome, activity: Activity, dark: bool) -> tuple[Layer, ...]:
    kind, number = state.overlay
    tab = state.tab
    if activity.focus == "url" and not state.finding:
        offered = main.suggestions(state, phone.configuration.locale)
        return (layer(main.typing, dark, state.typed, offered, bars=_bars(dark)),)
    if state.switcher or tab is None:
        ordinary = sum(not one.incognito for one in state.tabs)
        both = len(state.tabs) > ordinary
        front = tab.id if tab is not None else 0
        shown = layer(
            tabs.screen, dark, state.shown_tabs, front, state.incognito, both, ordinary, bars=_bars(dark)
        )
        over = (dialog(tabs.menu, dark, bool(state.shown_tabs)),) if kind == "tabs_menu" else ()
        return (shown, *over)
    res = resources.of(phone.configuration)
    names = tuple([(one.id, tabs.tab_title(res, one)) for one in state.shown_tabs])
    starred = bookmark_of(state, tab.entry.address) is not None
    sites = main.top_sites(state.visits, res.locale) if tab.entry.address == NEW_TAB else ()
    shown = layer(
        main.screen, dark, tab, names, state.homepage, starred, sites, state.finding, state.find, state.find_at,
        activity.focus, bars=_bars(dark),
    )  # fmt: skip
    if kind == "menu":
        return (
            shown,
            dialog(main.menu, dark, tab, starred),
        )
    block = downloads.block_of(tab, number, res.locale) if kind == "link" else None
    if block is not None:
        return (shown, dialog(downloads.menu, dark, block))
    return (shown, dialog(main.info_dialog, dark, tab)) if kind == "info" else (shown,)


APP = App(
    name="chrome",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("radio_button_checked", 0xFFFFFFFF, 0xFF1A73E8),
    state=Chrome,
    layers=_layers,
    uid=10078,
    back=_back,
    closed=closed,
    created=_created,
    intents=(
        IntentFilter((intents.VIEW,), browsing.view, ("http", "https"), categories=(intents.BROWSABLE,)),
        IntentFilter(
            (intents.VIEW,),
            browsing.view,
            ("http", "https"),
            ("text/*", "application/xhtml+xml"),
            (intents.BROWSABLE,),
        ),
        IntentFilter((intents.VIEW,), browsing.view_file, types=local.TYPES, categories=(intents.BROWSABLE,)),
    ),
    files=files.FILES,
    layouts=(("", ("android.view.ViewGroup#coordinator",)),),
)
