"""State of Settings: open pages, typed text, ticked boxes. The system keeps the settings themselves."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from bmoca_gym.handset.effects import finish, focus, log, put_setting, start
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.value import Callback, Value, do, replace, value

PACKAGE = "com.android.settings"
ID = PACKAGE + ":id/"
SUB_SETTINGS = f"{PACKAGE}/{PACKAGE}.SubSettings"
SIGN_IN = f"{PACKAGE}/{PACKAGE}.accounts.AddAccountSettings"
LANGUAGE_PICKER = f"{PACKAGE}/{PACKAGE}.localepicker.LocalePickerWithRegionActivity"
SEARCH = f"{PACKAGE}/{PACKAGE}.intelligence.search.SearchActivity"
PERMISSIONS = f"{PACKAGE}/{PACKAGE}.permission.AppPermissionActivity"
APP_DETAILS = f"{PACKAGE}/{PACKAGE}.applications.InstalledAppDetails"
NOTIFIES = f"{PACKAGE}/{PACKAGE}.Settings$AppNotificationSettingsActivity"
READS = f"{PACKAGE}/{PACKAGE}.Settings$NotificationAccessDetailsActivity"


DialogName = Literal[
    "brightness", "choice", "rename", "rename_bluetooth", "private_dns", "pin", "date", "time", "dark_theme",
    "languages_menu", "remove_languages", "keep_one", "force_stop", "clear_storage", "uninstall", "allow_access",
    "stop_access", "reset_network", "reset_apps", "talkback_on", "talkback_off", "search_menu",
    "remove_account",
]  # fmt: skip


class Dialog(NamedTuple):
    """An open dialog: its kind (a name in the table of overlays), and the value that it shows."""

    kind: DialogName
    argument: Any = None


@value
class SignIn(Value):
    """What is typed to add an account.

    Attributes:
        kind: google, exchange, imap or pop3.
        step: what is asked for, "address" or "password".
        problem: key of what is wrong with it, or "".
    """

    kind: str = "google"
    step: str = "address"
    address: str = ""
    password: str = ""
    problem: str = ""


@value
class SettingsState(Value):
    """The app's state.

    Attributes:
        expanded: pages with open advanced rows.
        recent: recent searches.
        removing: whether the list of languages has check boxes.
        region: the language whose regions are listed.
        searching: whether the picker's search field is open.
        taps: taps on the build number.
        sign_in: the account that is being added.
    """

    dialog: Dialog | None = None
    expanded: tuple[str, ...] = ()
    query: str = ""
    recent: tuple[str, ...] = ()
    removing: bool = False
    ticked: tuple[str, ...] = ()
    language_query: str = ""
    searching: bool = False
    region: str = ""
    taps: int = 0
    sign_in: SignIn = SignIn()


def leave(state: SettingsState, context: object) -> Next[SettingsState]:
    """Handler: go back to the previous screen."""
    return replace(state, dialog=None), finish()


def written(namespace: str, name: str, text: str) -> tuple[Callback, Callback]:
    """Effects: write a setting, and log it as the settings provider does."""
    return put_setting(namespace, name, text), log(
        "SettingsProvider", f"Notifying for 0: content://settings/{namespace}/{name}", "V"
    )


def shown_fragment(fragment: str) -> Callback:
    """Effect: log the page that is shown, as the app does."""
    return log("SettingsActivity", f"Switching to fragment {fragment}", "D")


def missing_controller(name: str) -> Callback:
    """Effect: log the line for a preference whose controller needs more than a context."""
    return log("PrefCtrlListHelper", f"Could not find Context-only controller for pref: {name}", "D")


def search(state: SettingsState, context: object) -> Next[SettingsState]:
    """Handler: open the search for settings."""
    return (
        replace(state, query=""),
        start(SEARCH, "", "com.android.settings.action.SETTINGS_SEARCH"),
        focus("search"),
    )


UP = do(leave)

NIGHT = ("secure", "ui_night_mode")
DARK_SEEN = ("secure", "dark_mode_dialog_seen")
