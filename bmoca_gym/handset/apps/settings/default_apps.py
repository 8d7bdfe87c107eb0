"""Default apps: for each role the current app and the candidates."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import roles


def holder_name(phone: Phone, res: Resources, role: str) -> str:
    """The name of the app that holds a role."""
    holder = packages.apps_of(phone.image).get(roles.holder(phone, role))
    return res.string("android13.settings_no_app") if holder is None else holder.title(res)


def names(phone: Phone, res: Resources) -> str:
    """The names of the default apps, for the summary."""
    shown = (roles.BROWSER, roles.DIALER, roles.SMS)
    found = dict.fromkeys(holder_name(phone, res, role) for role in shown if roles.holder(phone, role))
    return res.string("common.list_separator").join(found)
