"""Handlers of the settings: theme, notifications, signature."""

from __future__ import annotations

from bmoca_gym.handset.apps.gmail.state import Gmail
from bmoca_gym.handset.effects import focus
from bmoca_gym.handset.kits.navigation import without_overlay
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

SIGNATURE_LIMIT = 500


def choose_theme(state: Gmail, context: Context, name: str) -> Gmail:
    """Choose the theme."""
    return without_overlay(state, theme=name)


def switch_notifications(state: Gmail, context: Context) -> Gmail:
    """Switch this account's notifications on or off."""
    return replace(state, notifications=not state.notifications)


def edit_signature(state: Gmail, context: Context) -> Next[Gmail]:
    """Open the dialog with the signature."""
    return replace(state, overlay="signature", text=state.signature), focus("signature")


def type_signature(state: Gmail, context: Context, text: str) -> Gmail:
    """Update the signature."""
    return replace(state, text=text[:SIGNATURE_LIMIT])


def save_signature(state: Gmail, context: Context) -> Next[Gmail]:
    """Save the signature."""
    return without_overlay(state, signature=state.text.strip()), focus("")
