"""Handlers of the reset page: network settings and app preferences."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.state import PACKAGE, SettingsState
from bmoca_gym.handset.effects import toast
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import intents, notifications, radios
from bmoca_gym.handset.value import do, replace


def reset_network(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Leave airplane mode, switch Wi-Fi and mobile data on and Bluetooth off, as on a new phone."""
    said = context.res.string("android13.settings_reset_network_done")
    return replace(state, dialog=None), do(_reset_network), toast(said)


def _reset_network(phone: Phone) -> Phone:
    phone = radios.set_airplane_mode(phone, False)
    phone = radios.set_bluetooth(radios.set_wifi(phone, True, PACKAGE, 1000), False, PACKAGE)
    return radios.put(phone, "global", "mobile_data", "1")


def reset_apps(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Allow all apps to send notifications again, and forget the default apps for links and files."""
    said = context.res.string("android13.settings_reset_apps_done")
    return replace(state, dialog=None), do(_reset_apps), toast(said)


def _reset_apps(phone: Phone) -> Phone:
    for package in packages.apps_of(phone.image):
        if not notifications.may_post(phone, package):
            phone = notifications.allow(phone, package, True)
        phone = intents.forget_preferred(phone, package)
    return phone
