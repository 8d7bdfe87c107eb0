"""Rows of notifications and of apps that read others' notifications: the lists, and an app's page."""

from __future__ import annotations

from bmoca_gym.handset import packages
from bmoca_gym.handset.apps.settings.handlers.notices import (
    ask_for_access,
    listeners,
    open_access,
    open_notifications,
    package_of,
    set_channel,
    set_notifications,
)
from bmoca_gym.handset.apps.settings.preferences import Shown
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.providers.messages import store as messages
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import notifications, roles
from bmoca_gym.handset.value import do

_MOST_CONVERSATIONS = 20

# The lists


def _shown_apps(phone: Phone, res: Resources, shown: list[str]) -> list[App]:
    apps = packages.apps_of(phone.image)
    return sorted((apps[package] for package in shown), key=lambda app: res.sort_key(app.title(res)))


def notifying(phone: Phone, res: Resources) -> list[Shown]:
    """All apps, each with its notification switch."""
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
    """The apps that are allowed to read notifications, and those that are not."""
    enabled = {package_of(phone, one) for one in notifications.listeners(phone)}
    found: list[Shown] = []
    every = dict.fromkeys(package_of(phone, one) for one in listeners(phone))
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


def history(phone: Phone, res: Resources) -> list[Shown]:
    """The notifications dismissed while their history was on, newest first."""
    if phone.settings.get(notifications.HISTORY) != "1":
        return [Shown("note", "off", res.string("android13.settings_history_off"))]
    found = [Shown("heading", "dismissed", res.string("android13.settings_recently_dismissed"))]
    installed = packages.apps_of(phone.image)
    for number, n in enumerate(phone.dismissed):
        app = installed.get(n.package)
        name = n.package if app is None else app.title(res)
        texts = res.string("common.list_separator").join(text for text in (n.title, n.text) if text)
        found.append(Shown("info", f"dismissed_{number}", name, texts, n.glyph))
    if len(found) == 1:
        found.append(Shown("info", "none", res.string("android13.settings_no_dismissed")))
    return found


def conversations(phone: Phone, res: Resources) -> list[Shown]:
    """The phone's message conversations, latest first. A tap opens their app's notification settings."""
    store = messages.store_of(phone)
    last = {message.thread: message.id for message in store.all}
    threads = sorted((one for one in store.threads if one.id in last), key=lambda one: -last[one.id])
    names, package = contacts.all_of(phone), roles.holder(phone, roles.SMS)
    app = packages.apps_of(phone.image).get(package)
    if app is None or not threads:
        return [Shown("info", "none", res.string("android13.settings_no_conversations"))]
    return [
        Shown(
            "link", f"thread_{one.id}", contacts.name_of(names, one.address) or one.address, app.title(res), "forum",
            do(open_notifications, package),
        )
        for one in threads[:_MOST_CONVERSATIONS]
    ]  # fmt: skip


# The page of an app


def notification_rows(phone: Phone, res: Resources, app: App) -> tuple[Shown, ...]:
    """The notifications an app may send."""
    package, name = app.package, app.title(res)
    on = notifications.may_post(phone, package)
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
    return Shown("app", package, name, app=app), bar, *channels


def access_rows(phone: Phone, res: Resources, app: App) -> tuple[Shown, ...]:
    """Whether an app may read the notifications of others."""
    on = app.package in [package_of(phone, one) for one in notifications.listeners(phone)]
    return (
        Shown("app", app.package, app.title(res), app=app),
        Shown("switch", "allow", res.string("android13.settings_allow_access"), checked=on,
              tap=do(ask_for_access, not on)),
        Shown("note", "note", res.string("android13.settings_access_note")),
    )  # fmt: skip
