"""Roles, such as browser, phone and SMS app: the chosen app and the candidates for each."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.value import replace

BROWSER, DIALER, HOME, SMS = (f"android.app.role.{name}" for name in ("BROWSER", "DIALER", "HOME", "SMS"))
_VIEW = "android.intent.action.VIEW"
#: Where the holder of a role is kept: in Android's setting for it, or in a namespace of the role manager.
_KEPT = {
    BROWSER: ("roles", BROWSER),
    DIALER: ("secure", "dialer_default_application"),
    HOME: ("roles", HOME),
    SMS: settings.SMS_APP,
}
ROLES = tuple(_KEPT)


def _qualifies(phone: Phone, app: App, role: str) -> bool:
    if role == HOME:
        return app is packages.launcher_of(phone.image)
    if role == DIALER:
        return app.telephone is not None
    if role == SMS:
        return any("smsto" in offered.schemes for offered in app.intents)
    return any(_VIEW in one.actions and "https" in one.schemes and not one.types for one in app.intents)


def candidates(phone: Phone, role: str) -> tuple[str, ...]:
    """Return the packages that can hold a role, in the phone's order."""
    found = packages.enabled_of(phone.image).items()
    return tuple(package for package, app in found if _qualifies(phone, app, role))


def chosen(phone: Phone, role: str) -> str:
    """Return the package chosen for a role; "" if there is none, or it is gone or disabled."""
    package = phone.settings.get(_KEPT[role], "")
    return package if package in packages.enabled_of(phone.image) else ""


def holder(phone: Phone, role: str) -> str:
    """Return the package that holds a role: the chosen one, or else the first candidate; "" without candidates."""
    return chosen(phone, role) or next(iter(candidates(phone, role)), "")


def give(phone: Phone, role: str, package: str) -> Phone:
    """Give a role to an app, or take it from its holder if ``package`` is ""."""
    kept = phone.settings.set(_KEPT[role], package) if package else phone.settings.delete(_KEPT[role])
    return replace(phone, settings=kept)
