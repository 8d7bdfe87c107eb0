"""Handlers of notifications and of apps that read others' notifications."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.state import NOTIFIES, READS, Dialog, SettingsState
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import notifications
from bmoca_gym.handset.value import do, replace


def open_notifications(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Show an app's notification settings."""
    return replace(state, dialog=None), start(NOTIFIES, package)


def open_access(state: SettingsState, context: Context, package: str) -> Next[SettingsState]:
    """Show whether an app may read the notifications of others."""
    return replace(state, dialog=None), start(READS, package)


def set_notifications(state: SettingsState, context: Context, package: str, on: bool) -> Next[SettingsState]:
    """Switch an app's notifications on or off."""
    return state, do(notifications.allow, package, on)


def set_channel(
    state: SettingsState, context: Context, package: str, channel: str, on: bool
) -> Next[SettingsState]:
    """Switch an app's notification channel on or off."""
    return state, do(notifications.allow_channel, package, channel, on)


def ask_for_access(state: SettingsState, context: Context, on: bool) -> SettingsState:
    """Ask before an app's access to notifications is granted or revoked."""
    return replace(state, dialog=Dialog("allow_access" if on else "stop_access"))


def set_access(state: SettingsState, context: Context, package: str, on: bool) -> Next[SettingsState]:
    """Allow or forbid an app to read all notifications."""
    own = [one for one in listeners(context.phone) if package_of(context.phone, one) == package]
    return replace(state, dialog=None), *[do(notifications.set_listener, one, on) for one in own]


# What is set


def package_of(phone: Phone, component: str) -> str:
    """The package of a service that reads notifications."""
    return phone.image.inward(component).partition("/")[0]


def listeners(phone: Phone) -> tuple[str, ...]:
    """All notification listeners: those of a new phone, and those enabled since."""
    first = phone.image.settings.get(notifications.LISTENERS, "").split(":")
    apps = packages.apps_of(phone.image)
    every = dict.fromkeys((*first, *notifications.listeners(phone)))
    return tuple(one for one in every if package_of(phone, one) in apps)
