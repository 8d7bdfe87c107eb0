"""How Settings is opened at one of its pages: by a tile of quick settings, by the shell, by another app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmoca_gym.handset.apps.settings.pages import ACTIONS, ACTIVITIES, PAGES
from bmoca_gym.handset.apps.settings.state import APP_DETAILS, PACKAGE, SUB_SETTINGS
from bmoca_gym.handset.system import activities, logcat

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

APP_DETAILS_ACTION = "android.settings.APPLICATION_DETAILS_SETTINGS"
_APP_FRAGMENT = "com.android.settings.applications.appinfo.AppInfoDashboardFragment"


def _activity_of(page: str) -> tuple[str, str | None]:
    """The component of the activity that shows a page, and its argument."""
    for name, shown in ACTIVITIES.items():
        if shown == page:
            return f"{PACKAGE}/{PACKAGE}.{name}", None
    return SUB_SETTINGS, page


def show_page(phone: Phone, name: str, action: str = "", component: str = "") -> Phone:
    """The phone with that page in front, and the lines that the real app logs. ``component``: one that shows it."""
    component, argument = (component, None) if component else _activity_of(name)
    page = PAGES[name]
    action = action or next((action for action, shown in ACTIONS.items() if shown == name), "")
    phone = activities.start(phone, component, argument, action)
    phone = logcat.write(phone, "SettingsActivity", f"Switching to fragment {page.fragment}", "D")
    for controller in page.logs:
        message = f"Could not find Context-only controller for pref: {controller}"
        phone = logcat.write(phone, "PrefCtrlListHelper", message, "D")
    return phone


def show_app(phone: Phone, package: str) -> Phone:
    """The phone with the page of an app in front."""
    phone = activities.start(phone, APP_DETAILS, package, APP_DETAILS_ACTION)
    return logcat.write(phone, "SettingsActivity", f"Switching to fragment {_APP_FRAGMENT}", "D")


def page_of_action(action: str) -> str | None:
    """The page that an action of `android.provider.Settings` leads to; "" for the first screen, None for none."""
    return "" if action == "android.settings.SETTINGS" else ACTIONS.get(action)


def page_of_class(name: str) -> str | None:
    """The page of an exported activity, by its class without the app's package; None where there is no such one."""
    return ACTIVITIES.get(name)
