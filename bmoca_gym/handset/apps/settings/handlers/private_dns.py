"""Handlers of the dialog of private DNS."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.private_dns import HOST, LONGEST, MODE, PROVIDER, is_host
from bmoca_gym.handset.apps.settings.state import Dialog, SettingsState, written
from bmoca_gym.handset.effects import focus, toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def choose_mode(state: SettingsState, context: Context, mode: str) -> Next[SettingsState]:
    """Choose a mode. Only one of them takes a host name."""
    assert state.dialog is not None
    changed = replace(state, dialog=Dialog("private_dns", (mode, state.dialog.argument[1])))
    return changed if mode == PROVIDER else (changed, focus(""))


def type_host(state: SettingsState, context: Context, text: str) -> SettingsState:
    """Update the typed text."""
    assert state.dialog is not None
    return replace(
        state, dialog=Dialog("private_dns", (state.dialog.argument[0], text.strip()[: LONGEST + 1]))
    )


def save(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Apply the choice, if it is valid."""
    assert state.dialog is not None
    mode, host = state.dialog.argument
    if mode == PROVIDER and not is_host(host):
        return state
    hosts = written(*HOST, host) if mode == PROVIDER else ()
    return replace(state, dialog=None), *hosts, *written(*MODE, mode), focus("")


def learn_more(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Say that the page explaining it is online."""
    return state, toast(context.res.string("settings.no_connection"))
