"""Handlers of the settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.chrome.state import Chrome
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def choose_engine(state: Chrome, context: Context, host: str) -> Chrome:
    """Choose the search engine."""
    return without_overlay(state, engine=host)


def choose_theme(state: Chrome, context: Context, name: str) -> Chrome:
    """Choose the theme."""
    return without_overlay(state, theme=name)


def switch_homepage(state: Chrome, context: Context) -> Chrome:
    """Show or hide the home button."""
    return replace(state, homepage=not state.homepage)
