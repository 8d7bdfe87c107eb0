"""Handlers of the settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.state import SITE_PERMISSIONS, Chrome
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def choose_engine(state: Chrome, context: Context, host: str) -> Chrome:
    """Choose the search engine."""
    return without_overlay(state, engine=host)


def choose_theme(state: Chrome, context: Context, name: str) -> Chrome:
    """Choose the theme."""
    return without_overlay(state, theme=name)


def choose_cookies(state: Chrome, context: Context, name: str) -> Chrome:
    """Choose which cookies sites may have."""
    return without_overlay(state, cookies=name)


def switch_permission(state: Chrome, context: Context, name: str) -> Chrome:
    """Give sites a permission, or take it away."""
    having = {*state.allowed} ^ {name}
    return replace(state, allowed=tuple([one for one in SITE_PERMISSIONS if one in having]))


def switch_homepage(state: Chrome, context: Context) -> Chrome:
    """Show or hide the home button."""
    return replace(state, homepage=not state.homepage)
