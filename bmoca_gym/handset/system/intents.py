"""Intents: what an app, the shell or the system asks for, and the app whose manifest answers it."""

from __future__ import annotations

from urllib.parse import urlsplit

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import replace

MAIN = "android.intent.action.MAIN"
VIEW, DIAL, CALL, SENDTO, WEB_SEARCH = (
    f"android.intent.action.{name}" for name in ("VIEW", "DIAL", "CALL", "SENDTO", "WEB_SEARCH")
)
HOME_CATEGORY = "android.intent.category.HOME"


def resolved(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with what answers an intent without a component; None where no app does."""
    if intent.action in ("", MAIN):
        if HOME_CATEGORY in intent.categories:
            return activities.go_home(phone)
        return launched(phone, intent.package) if intent.package in packages.apps_of(phone.image) else None
    scheme = scheme_of(intent)
    if scheme is None:
        return None
    for package, app in packages.apps_of(phone.image).items():
        if intent.package and intent.package != package:
            continue
        for offered in app.intents:
            if intent.action in offered.actions and scheme in (offered.schemes or ("",)):
                after = offered.start(phone, intent)
                if after is not None:
                    return after
    return None


def scheme_of(intent: Intent) -> str | None:
    """The scheme of the intent's data, "" where it has none; None where the data are no address."""
    try:
        return urlsplit(intent.data).scheme
    except ValueError:
        return None


def launched(phone: Phone, package: str) -> Phone:
    """The phone with an installed app in front, as its icon starts it."""
    app = packages.apps_of(phone.image)[package]
    if app is packages.launcher_of(phone.image):
        return activities.go_home(phone)
    return activities.start(phone, app.component)


def show(phone: Phone, intent: Intent) -> Phone:
    """The phone with what answers an app's intent over that app; as it is where there is nothing that does."""
    front = phone.top.package
    after = resolved(phone, intent)
    if after is None or phone.home or not after.tasks:
        return phone if after is None else after
    *others, task = after.tasks
    return replace(after, tasks=(*others, replace(task, caller="" if task.package == front else front)))
