"""Settings of notifications and of apps that read others' notifications: the lists, and an app's page."""

from __future__ import annotations

from bmoca_gym.handset import aliases, packages, resources
from bmoca_gym.handset.apps.settings import android13
from bmoca_gym.handset.apps.settings.dialogs import message_dialog
from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.apps.settings.state import PACKAGE, Dialog, SettingsState
from bmoca_gym.handset.effects import start
from bmoca_gym.handset.manifest import App, Layer, Next, dialog, layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import notifications
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import do, replace

NOTIFIES = f"{PACKAGE}/{PACKAGE}.Settings$AppNotificationSettingsActivity"
READS = f"{PACKAGE}/{PACKAGE}.Settings$NotificationAccessDetailsActivity"


# Handlers


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
    """Ask before an app may read notifications, or may no more."""
    return replace(state, dialog=Dialog("allow_access" if on else "stop_access"))


def set_access(state: SettingsState, context: Context, package: str, on: bool) -> Next[SettingsState]:
    """Allow or forbid an app to read all notifications."""
    own = [one for one in _listeners(context.phone) if _package(context.phone, one) == package]
    return replace(state, dialog=None), *[do(notifications.set_listener, one, on) for one in own]


# What is set


def _package(phone: Phone, component: str) -> str:
    return aliases.inward(phone.image, component).partition("/")[0]


def _listeners(phone: Phone) -> tuple[str, ...]:
    """All notification listeners: those of a new phone, and those enabled since."""
    first = phone.image.settings.get(notifications.LISTENERS, "").split(":")
    apps = packages.apps_of(phone.image)
    every = dict.fromkeys((*first, *notifications.listeners(phone)))
    return tuple(one for one in every if _package(phone, one) in apps)


# The lists


def _shown_apps(phone: Phone, res: Resources, shown: list[str]) -> list[App]:
    apps = packages.apps_of(phone.image)
    return sorted((apps[package] for package in shown), key=lambda app: res.sort_key(app.title(res)))


def notifying(phone: Phone, res: Resources) -> list[Shown]:
    """All apps, each with the switch of its notifications."""
    launcher = packages.launcher_of(phone.image)
    every = [package for package, app in packages.apps_of(phone.image).items() if app is not launcher]
    found = []
    for app in _shown_apps(phone, res, every):
        on = notifications.may_post(phone, app.package)
        found.append(
            Shown(
                "app", app.package, app.title(res), tap=do(open_notifications, app.package), app=app, checked=on,
                switch=do(set_notifications, app.package, not on),
            )
        )  # fmt: skip
    return found


def reading(phone: Phone, res: Resources) -> list[Shown]:
    """The apps that may read notifications, and those that may not."""
    enabled = {_package(phone, one) for one in notifications.listeners(phone)}
    found: list[Shown] = []
    every = dict.fromkeys(_package(phone, one) for one in _listeners(phone))
    for key, allowed in (("allowed", True), ("not_allowed", False)):
        shown = _shown_apps(phone, res, [one for one in every if (one in enabled) == allowed])
        found.append(Shown("heading", key, res.string(f"android13.settings_{key}")))
        found += [
            Shown("app", app.package, app.title(res), tap=do(open_access, app.package), app=app)
            for app in shown
        ]
        if not shown:
            found.append(Shown("info", "none", res.string("android13.settings_no_apps")))
    return found


# The page of an app


def _one_switch(res: Resources, title: str, rows: tuple[Shown, ...]) -> Element:
    return android13.preferences_page(res, "app", title, rows)


def notification_layers(phone: Phone, package: str) -> tuple[Layer, ...]:
    """The windows of an app's notification settings."""
    res = resources.of(phone.configuration)
    app = packages.apps_of(phone.image)[package]
    on = notifications.may_post(phone, package)
    name = app.title(res)
    bar = Shown(
        "bar", "all", res.string("android13.settings_all_notifications", app=name), checked=on,
        tap=do(set_notifications, package, not on),
    )  # fmt: skip
    channels = []
    for channel in app.channels if on else ():
        kept = notifications.channel_allowed(phone, package, channel.id)
        channels.append(
            Shown(
                "switch", channel.id, res.string(channel.label), checked=kept,
                tap=do(set_channel, package, channel.id, not kept),
            )
        )  # fmt: skip
    head = Shown("app", package, name, app=app)
    return (layer(_one_switch, res.string("settings.notifications"), (head, bar, *channels)),)


def access_layers(phone: Phone, state: SettingsState, package: str) -> tuple[Layer, ...]:
    """The windows of whether an app may read the notifications of others."""
    res = resources.of(phone.configuration)
    app = packages.apps_of(phone.image)[package]
    on = package in [_package(phone, one) for one in notifications.listeners(phone)]
    rows = (
        Shown("app", package, app.title(res), app=app),
        Shown("switch", "allow", res.string("android13.settings_allow_access"), checked=on,
              tap=do(ask_for_access, not on)),
        Shown("note", "note", res.string("android13.settings_access_note")),
    )  # fmt: skip
    main = layer(_one_switch, res.string("android13.settings_notification_access"), rows)
    if state.dialog is None:
        return (main,)
    return main, dialog(_access_dialog, state.dialog.kind, package, app.title(res))


def _access_dialog(res: Resources, kind: str, package: str, name: str) -> Element:
    if kind == "allow_access":
        title = res.string("android13.settings_allow_access_title", app=name)
        text, ok, on = (
            res.string("android13.settings_access_note"),
            res.string("android13.settings_allow"),
            True,
        )
    else:
        title, ok, on = "", res.string("android13.settings_turn_off"), False
        text = res.string("android13.settings_stop_access_note", app=name)
    return message_dialog(res, title, text, ok, do(set_access, package, on), True)
