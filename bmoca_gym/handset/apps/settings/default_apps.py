"""Default apps: for each role the current app and the candidates."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.apps.settings.state import SettingsState
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import roles
from bmoca_gym.handset.value import do


def holder_name(phone: Phone, res: Resources, role: str) -> str:
    """The name of the app that holds a role."""
    holder = packages.apps_of(phone.image).get(roles.holder(phone, role))
    return res.string("android13.settings_no_app") if holder is None else holder.title(res)


def names(phone: Phone, res: Resources) -> str:
    """The names of the default apps, for the summary."""
    shown = (roles.BROWSER, roles.DIALER, roles.SMS)
    found = dict.fromkeys(holder_name(phone, res, role) for role in shown if roles.holder(phone, role))
    return res.string("common.list_separator").join(found)


def give(state: SettingsState, context: Context, role: str, package: str) -> Next[SettingsState]:
    """Handler: make an app the holder of a role."""
    line = f"Adding package as role holder, role: {role}, package: {package}"
    return state, do(roles.give, role, package), log("ManageRoleHolderStateLiveData", line)


def rows(phone: Phone, res: Resources, role: str) -> list[Shown]:
    """The candidates for a role, each with a radio button."""
    holder, apps = roles.holder(phone, role), packages.apps_of(phone.image)
    found = [
        Shown(
            "radio", package, apps[package].title(res), tap=do(give, role, package), checked=package == holder
        )
        for package in roles.candidates(phone, role)
    ]
    return sorted(found, key=lambda row: res.sort_key(row.title))
