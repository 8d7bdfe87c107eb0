"""Firefox: tabs, private tabs, address bar, bookmarks and history over the offline web, as of April 2024."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.firefox import handlers, screens
from bmoca_gym.handset.apps.firefox.state import MAIN, PACKAGE, Firefox, Visit, is_covered, is_marked
from bmoca_gym.handset.kits import browser, find_in_page, local_pages
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer
from bmoca_gym.handset.resources import palette
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents
from bmoca_gym.handset.value import replace
from bmoca_gym.handset.web.view import shown as shown_of


def _last(state: Firefox) -> tuple[Visit, ...]:
    """The most recently visited pages."""
    once = {visit.address: visit for visit in state.visits}
    return tuple(sorted(once.values(), key=lambda one: -one.time))[:2]


def _browser(state: Firefox, place: Place) -> tuple[Any, ...]:
    tab, web = state.tab, state.web
    shown = None if web is None else shown_of(web)
    # The screen needs no more of a page in a file than what is shown.
    tab = replace(tab, entries=tuple([replace(one, web=None) for one in tab.entries]))
    count = sum(one.private == tab.private for one in state.tabs)
    found = len(find_in_page.matches_in(state.tab.entry, state.find, place.locale)) if state.finding else 0
    return (
        tab, count, state.bookmarks, _last(state), shown, place.focus,
        state.finding, state.find, state.find_at, found,
    )  # fmt: skip


def _tabs(state: Firefox, place: Place) -> tuple[Any, ...]:
    tabs = tuple([replace(tab, entries=(replace(tab.entry, web=None),), at=0) for tab in state.tabs])
    return tabs, state.current, state.private


NAVIGATION = Navigation(
    Firefox,
    {
        "browser": Page(
            screens.browser,
            _browser,
            back=handlers.back,
            bars=lambda s, at: "light" if s.tab.private else "auto",
        ),
        "tabs": Page(screens.tabs_tray, _tabs, back=handlers.back),
        "typing": Page(
            screens.typing,
            lambda s, at: (s.typed, at.focus == "url", screens.suggestions(s, at.locale)),
            back=handlers.back,
        ),
        "bookmarks": Page(screens.bookmarks_page, lambda s, at: (s.bookmarks,), back=handlers.back),
        "history": Page(screens.history_page, lambda s, at: (s.visits,), back=handlers.back),
    },
    {
        "menu": Overlay(
            screens.menu,
            lambda s, at: (_browser(s, at)[0], is_marked(s, s.tab.entry.address)),
            on=("browser",),
        ),
        "clear": Overlay(screens.clear_dialog, on=("history",)),
    },
    where=lambda s, at: s.page,
    kept=("tabs", "current", "next_id", "private", "visits", "bookmarks"),
)


def _layers(phone: Phone, state: Firefox, activity: Activity) -> tuple[Layer, ...]:
    """The windows, and the dialog of a page in a file."""
    windows = NAVIGATION.layers(phone, state, activity)
    shown = None if is_covered(state) else state.web
    return browser.with_dialog(windows, phone, shown, activity)


def _fits(state: Firefox) -> bool:
    """Whether a file's tabs and their ids are consistent."""
    ids = [tab.id for tab in state.tabs]
    return (
        len(set(ids)) == len(ids)
        and all(0 < id < state.next_id for id in ids)
        and all(tab.entries and 0 <= tab.at < len(tab.entries) for tab in state.tabs)
        and (state.current in ids or state.current == 0)
        and all(entry.address for tab in state.tabs for entry in tab.entries)
    )


APP = App(
    name="firefox",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("local_fire_department", 0xFF592ACB, 0xFFFF9640),
    state=Firefox,
    layers=_layers,
    uid=10302,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    page_text=handlers.page_text,
    palette=palette(0xFF592ACB, dark_accent=0xFFAB71FF),
    intents=(
        IntentFilter((intents.VIEW,), handlers.view, ("http", "https"), categories=(intents.BROWSABLE,)),
        IntentFilter(
            (intents.VIEW,), handlers.view_file, types=local_pages.TYPES, categories=(intents.BROWSABLE,)
        ),
    ),
    files=(
        preference_file(
            PACKAGE,
            {
                "tabs": "tabs",
                "current": "selected_tab",
                "next_id": "next_tab",
                "private": "private_mode",
                "visits": "history",
                "bookmarks": "bookmarks",
            },
            valid=_fits,
        ),
    ),
)
