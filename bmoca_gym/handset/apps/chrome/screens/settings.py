"""Settings: search engine, home page, theme, clearing the history; and the version."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.handlers.browsing import leave
from bmoca_gym.handset.apps.chrome.handlers.settings import choose_engine, choose_theme, switch_homepage
from bmoca_gym.handset.apps.chrome.state import ID, PACKAGE, SETTINGS, THEMES
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.kits.choices import choice
from bmoca_gym.handset.kits.navigation import CLOSE, open_overlay, open_page
from bmoca_gym.handset.kits.questions import cancel
from bmoca_gym.handset.kits.themes import look
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import (
    dialog_card,
    heading,
    list_row,
    page,
    scrolling,
    toolbar,
)
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.ui.widgets import Switch
from bmoca_gym.handset.value import do

_COMPONENT = f"{PACKAGE}/{SETTINGS}"
_VERSION = "Chrome 110.0.5481.153"


def screen(res: Resources, dark: bool, engine: str, homepage: bool, theme: str) -> Element:
    """The list of settings."""
    res = look(res, dark)
    c = res.colors
    label = res.string("common.on" if homepage else "common.off")
    switch = Switch(homepage, label, color=c.accent, off_color=c.secondary, id=ID + "switchWidget")
    rows = (
        heading(res, res.string("chrome.basics")),
        list_row(res, res.string("chrome.search_engine"), web.ENGINES[engine], tap=do(open_overlay, "engine")),
        list_row(res, res.string("chrome.clear_data"), res.string("chrome.browsing_history"),
                 tap=do(open_overlay, "clear")),
        heading(res, res.string("chrome.advanced")),
        list_row(res, res.string("chrome.homepage"), end=switch, tap=do(switch_homepage)),
        list_row(res, res.string("chrome.theme"), res.string(f"chrome.{theme}"), tap=do(open_overlay, "theme")),
        list_row(res, res.string("chrome.site_settings"), tap=do(open_page, _COMPONENT, "sites")),
        list_row(res, res.string("chrome.version"), _VERSION),
    )  # fmt: skip
    bar = toolbar(res, res.string("chrome.settings"), up=do(leave), id=ID + "action_bar")
    return page(res, bar, scrolling(*rows, key="settings", id=ID + "recycler_view"))


def _choices(res: Resources, title: str, *rows: Element) -> Element:
    return dialog_card(
        res, *rows, dismiss=CLOSE, title=title,
        buttons=(cancel(res),),
    )  # fmt: skip


def engine_dialog(res: Resources, dark: bool, engine: str) -> Element:
    """The choice of a search engine."""
    res = look(res, dark)
    rows = [choice(res, name, host == engine, do(choose_engine, host)) for host, name in web.ENGINES.items()]
    return _choices(res, res.string("chrome.search_engine"), *rows)


def theme_dialog(res: Resources, dark: bool, theme: str) -> Element:
    """The choice of a theme."""
    res = look(res, dark)
    rows = [
        choice(res, res.string(f"chrome.{name}"), name == theme, do(choose_theme, name)) for name in THEMES
    ]
    return _choices(res, res.string("chrome.theme"), *rows)
