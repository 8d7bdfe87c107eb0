"""Rows of the permission manager: the groups of permissions, and the apps that ask for one."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.handlers.apps import allowed, groups_of, open_permissions
from bmoca_gym.handset.apps.settings.handlers.pages import open_page
from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.apps.settings.releases import GROUPS
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import do

_GLYPHS = {
    "calendar": "event", "camera": "photo_camera", "contacts": "contacts", "location": "location_on",
    "microphone": "mic", "notifications": "notifications", "phone": "call", "sms": "sms", "storage": "folder",
}  # fmt: skip


def _asking(phone: Phone, group: str) -> list[App]:
    return [app for app in packages.apps_of(phone.image).values() if group in groups_of(app)]


def groups(phone: Phone, res: Resources) -> list[Shown]:
    """The groups, each with the number of requesting apps that are allowed."""
    found = []
    for group in GROUPS:
        asking = _asking(phone, group)
        some = sum(allowed(phone, app, group) for app in asking)
        counts = res.string(
            "android13.settings_apps_allowed", some=res.digits(str(some)), all=res.digits(str(len(asking)))
        )
        title = res.string(f"settings.permission_{group}")
        found.append(
            Shown("link", group, title, counts, _GLYPHS[group], do(open_page, f"permission_{group}"))
        )
    return sorted(found, key=lambda row: res.sort_key(row.title))


def apps(phone: Phone, res: Resources, group: str) -> list[Shown]:
    """The apps that request a group: first the allowed ones, then the others."""
    found: list[Shown] = []
    asking = sorted(_asking(phone, group), key=lambda app: res.sort_key(app.title(res)))
    for key, on in (("allowed", True), ("not_allowed", False)):
        listed = [app for app in asking if allowed(phone, app, group) == on]
        found.append(Shown("heading", key, res.string(f"android13.settings_{key}")))
        found += [
            Shown("app", app.package, app.title(res), tap=do(open_permissions, app.package), app=app)
            for app in listed
        ]
        if not listed:
            found.append(Shown("info", "none", res.string("android13.settings_no_apps")))
    return found
