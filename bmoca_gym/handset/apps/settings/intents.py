"""Intents that open a page of Settings: from quick settings, the shell or other apps."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.handlers.apps import ask
from bmoca_gym.handset.apps.settings.pages import ACTIONS, ACTIVITIES
from bmoca_gym.handset.apps.settings.releases import pages_of
from bmoca_gym.handset.apps.settings.state import APP_DETAILS, PACKAGE, SUB_SETTINGS
from bmoca_gym.handset.kits.google_bars import ACCOUNT_ACTION
from bmoca_gym.handset.manifest import ExportedActivity, Intent, IntentFilter
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, installed_apps

#: Those of pages that only Android 13 has; before, the page above them opens.
_PAGE_ACTIONS_13 = {
    "android.settings.NOTIFICATION_HISTORY": "notification_history",
    "android.settings.ZEN_MODE_SETTINGS": "zen",
    "android.settings.MEDIA_CONTROLS_SETTINGS": "media",
    "android.settings.BACKUP_AND_RESET_SETTINGS": "backup",
}
_BEFORE_13 = {"notification_history": "notifications", "zen": "sound", "media": "sound", "backup": "system"}
#: Actions of pages whose activities are not exported: tiles of quick settings lead there.
_PAGE_ACTIONS = {
    "android.settings.BATTERY_SAVER_SETTINGS": "battery_saver",
    "android.settings.NETWORK_OPERATOR_SETTINGS": "mobile_network",
    "android.settings.NIGHT_DISPLAY_SETTINGS": "night_light",
    "android.settings.NOTIFICATION_SETTINGS": "notifications",
    ACCOUNT_ACTION: "account",
    **_PAGE_ACTIONS_13,
}
HOME_ACTION = "android.settings.SETTINGS"
HOME_COMPONENT = f"{PACKAGE}/{PACKAGE}.Settings"
APP_DETAILS_ACTION = "android.settings.APPLICATION_DETAILS_SETTINGS"
_APP_FRAGMENT = "com.android.settings.applications.appinfo.AppInfoDashboardFragment"


def _activity_of(page: str) -> tuple[str, str | None]:
    """The component of the activity that shows a page, and its argument."""
    for name, shown in ACTIVITIES.items():
        if shown == page:
            return f"{PACKAGE}/{PACKAGE}.{name}", None
    return SUB_SETTINGS, page


def show_page(phone: Phone, name: str, action: str = "", component: str = "") -> Phone:
    """Bring a page to the front, logging the same lines as the real app. ``component``: an activity that shows it."""
    component, argument = (component, None) if component else _activity_of(name)
    page = pages_of(phone.image.api_level)[name]
    action = action or next((action for action, shown in ACTIONS.items() if shown == name), "")
    phone = activities.start(phone, component, argument, action)
    phone = phone.logged("SettingsActivity", f"Switching to fragment {page.fragment}", "D")
    for controller in page.logs:
        message = f"Could not find Context-only controller for pref: {controller}"
        phone = phone.logged("PrefCtrlListHelper", message, "D")
    return phone


def show_app(phone: Phone, package: str) -> Phone:
    """Bring an app's page to the front."""
    phone = activities.start(phone, APP_DETAILS, package, APP_DETAILS_ACTION)
    return phone.logged("SettingsActivity", f"Switching to fragment {_APP_FRAGMENT}", "D")


def answer(phone: Phone, intent: Intent) -> Phone | None:
    """Bring the page that an action of `android.provider.Settings` asks for to the front."""
    if intent.action == APP_DETAILS_ACTION:
        package = intent.data.removeprefix("package:")
        return show_app(phone, package) if package in packages.apps_of(phone.image) else None
    if intent.action == HOME_ACTION:
        return activities.start(phone, HOME_COMPONENT)
    if intent.action in _PAGE_ACTIONS:
        name = _PAGE_ACTIONS[intent.action]
        if name == "account" and phone.configuration.account is None:
            name = "accounts"
        return show_page(phone, name if name in pages_of(phone.image.api_level) else _BEFORE_13[name])
    return show_page(phone, ACTIONS[intent.action], intent.action)


#: Actions of the dialog that asks before an app is removed.
_REMOVES = ("android.intent.action.DELETE", "android.intent.action.UNINSTALL_PACKAGE")


def ask_to_uninstall(phone: Phone, intent: Intent) -> Phone | None:
    """Ask whether to remove an app; None if it can't be removed."""
    package = intent.data.removeprefix("package:")
    if not installed_apps.removable(phone, package):
        return None
    return show_app(phone, package).handled(PACKAGE, ask, ("uninstall",))


def _show_exported(phone: Phone, intent: Intent) -> Phone:
    page = ACTIVITIES[intent.component.partition("/")[2].removeprefix(PACKAGE + ".")]
    return show_page(phone, page, intent.action, intent.component)


EXPORTED = tuple(ExportedActivity(f"{PACKAGE}.{name}", _show_exported) for name in ACTIVITIES)
INTENTS = (
    IntentFilter((HOME_ACTION, *ACTIONS, *_PAGE_ACTIONS), answer, ("", "package")),
    IntentFilter((APP_DETAILS_ACTION,), answer, ("", "package")),
    IntentFilter(_REMOVES, ask_to_uninstall, ("package",)),
)
