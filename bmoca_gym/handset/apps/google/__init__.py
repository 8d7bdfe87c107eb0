"""The Google app: search of the phone and of offline pages, stories, saved pages, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.google import weather
from bmoca_gym.handset.apps.google.handlers import clear_history, close_question, created, forget, open_search
from bmoca_gym.handset.apps.google.screens import home, query, results, settings
from bmoca_gym.handset.apps.google.state import (
    MAIN,
    PACKAGE,
    QUERY,
    QUERY_FIELD,
    RESULTS,
    SETTINGS,
    TABS,
    Google,
)
from bmoca_gym.handset.kits import offline
from bmoca_gym.handset.kits.navigation import Navigation, Overlay, Page, Place
from bmoca_gym.handset.kits.preferences import preference_file
from bmoca_gym.handset.manifest import App, AppIcon, IntentFilter, Layer
from bmoca_gym.handset.state import Activity, Phone
from bmoca_gym.handset.system import intents, radios
from bmoca_gym.handset.value import do


def _query(state: Google, place: Place) -> tuple[Any, ...]:
    return state.query, place.focus == QUERY_FIELD, query.offered(place.phone, place.res, state)


def _clear(state: Google, place: Place) -> tuple[Any, ...]:
    return place.res.string("google.clear_history"), "google.clear_text", do(clear_history)


NAVIGATION = Navigation(
    Google,
    {
        "home": Page(home.home, lambda s, at: (s.saved, s.discover)),
        "search": Page(home.searches, lambda s, at: (s.recent if s.history else (), s.history), up="home"),
        "saved": Page(home.saved_pages, lambda s, at: (s.saved,), up="home"),
        "query": Page(query.screen, _query, QUERY),
        "results": Page(
            results.screen, lambda s, at: (at.argument, s.saved, bool(radios.connection(at.phone))), RESULTS
        ),
        "settings": Page(settings.screen, lambda s, at: (s.history, s.discover, bool(s.recent)), SETTINGS),
    },
    {
        "account": Overlay(home.account_sheet, on=TABS),
        "clear": Overlay(settings.question, _clear, back=close_question),
        "forget": Overlay(
            settings.question,
            lambda s, at: (s.about, "google.forget_text", do(forget, s.about)),
            takes=("about",),
            back=close_question,
        ),
    },
    kept=("recent", "saved", "history", "discover"),
    passing=("about",),
)


def _layers(phone: Phone, state: Google, activity: Activity) -> tuple[Layer, ...]:
    return offline.told(phone, NAVIGATION.layers(phone, state, activity))


APP = App(
    name="google",
    package=PACKAGE,
    activity=MAIN,
    icon=AppIcon("", 0xFFFFFFFF, 0xFF1A73E8, letters="G"),
    state=Google,
    layers=_layers,
    uid=10063,
    back=NAVIGATION.back,
    closed=NAVIGATION.closed,
    created=created,
    intents=(IntentFilter((intents.WEB_SEARCH,), open_search),),
    widgets=weather.WIDGETS,
    files=(
        preference_file(
            PACKAGE,
            {
                "recent": "search_history",
                "saved": "collections",
                "history": "web_and_app_activity",
                "discover": "discover",
            },
        ),
    ),
)
