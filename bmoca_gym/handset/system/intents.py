"""Intents from apps, the shell or the system, and the app whose manifest answers them."""

from __future__ import annotations

from urllib.parse import urlsplit

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App, ExportedActivity, Intent, IntentFilter, Provider
from bmoca_gym.handset.state import Phone, Prompt, Reply
from bmoca_gym.handset.system import activities, documents, permissions, roles
from bmoca_gym.handset.value import Callback, replace

_ACTION = "android.intent.action."
MAIN, VIEW, EDIT, DIAL, CALL, SEND, SENDTO, WEB_SEARCH = (
    _ACTION + name for name in ("MAIN", "VIEW", "EDIT", "DIAL", "CALL", "SEND", "SENDTO", "WEB_SEARCH")
)
INSERT, PICK, GET_CONTENT, OPEN_DOCUMENT, CREATE_DOCUMENT = (
    _ACTION + name for name in ("INSERT", "PICK", "GET_CONTENT", "OPEN_DOCUMENT", "CREATE_DOCUMENT")
)
_CATEGORY = "android.intent.category."
DEFAULT, BROWSABLE, OPENABLE, HOME_CATEGORY, LAUNCHER = (
    _CATEGORY + name for name in ("DEFAULT", "BROWSABLE", "OPENABLE", "HOME", "LAUNCHER")
)
TEXT, STREAM, SUBJECT, EMAIL, TITLE = (
    f"android.intent.extra.{name}" for name in ("TEXT", "STREAM", "SUBJECT", "EMAIL", "TITLE")
)
_LINKS = ("http", "https")
#: Schemes of data that have a type of their own.
_TYPED = ("content", "file")


# What answers an intent


def resolved(phone: Phone, intent: Intent, reply: Reply | None = None) -> Phone | None:
    """The phone with what answers an intent without a component; None where no app does.

    Several apps that do are offered to choose from, but for one that the user has chosen for good.
    """
    if intent.action in ("", MAIN):
        if HOME_CATEGORY in intent.categories:
            return activities.go_home(phone)
        return launched(phone, intent.package) if intent.package in packages.enabled_of(phone.image) else None
    found = _offers(phone, intent)
    if len(found) > 1 and intent.action == SEND:
        return activities.ask(phone, Prompt("share", intent, reply=reply))
    if len(found) > 1:
        preferred = phone.preferred.get(key_of(phone, intent), "") or _role_holder(phone, intent)
        found = [offer for offer in found if offer[0].package == preferred]
        if not found:
            return activities.ask(phone, Prompt("open", intent, reply=reply))
    return activities.answering(found[0][1], reply) if found else None


def _role_holder(phone: Phone, intent: Intent) -> str:
    """The package of the app that the user has chosen for text messages or links, where the intent is for it."""
    scheme = scheme_of(intent)
    if intent.action == SENDTO and scheme in ("sms", "smsto"):
        return roles.chosen(phone, roles.SMS)
    return roles.chosen(phone, roles.BROWSER) if intent.action == VIEW and scheme in _LINKS else ""


def answers(phone: Phone, intent: Intent) -> tuple[App, ...]:
    """The apps that can show what an intent asks for, in the order in which the phone has them."""
    return tuple([app for app, _ in _offers(phone, intent)])


def _offers(phone: Phone, intent: Intent) -> list[tuple[App, Phone]]:
    """The apps that can show what an intent asks for, each with the phone on which it does."""
    found: list[tuple[App, Phone]] = []
    for app in candidates(phone, intent):
        after = _started(phone, app, intent)
        if after is not None:
            found.append((app, after))
    return found


def candidates(phone: Phone, intent: Intent) -> tuple[App, ...]:
    """The apps whose manifests have a filter for an intent, which may still refuse it."""
    return tuple(
        app
        for package, app in packages.enabled_of(phone.image).items()
        if intent.package in ("", package) and _filters(phone, app, intent)
    )


def activity_of(phone: Phone, app: App, intent: Intent) -> str:
    """The class of an app that answers an intent which it has a filter for."""
    return _filters(phone, app, intent)[0].activity or app.activity


def opened(phone: Phone, app: App, intent: Intent, reply: Reply | None = None) -> Phone | None:
    """The phone with what an app shows for an intent, which tells its result to ``reply``; None where it refuses."""
    after = _started(phone, app, intent)
    return None if after is None else activities.answering(after, reply)


def _started(phone: Phone, app: App, intent: Intent) -> Phone | None:
    """The phone with what the first of an app's filters that takes an intent starts."""
    starts = (offered.start(phone, intent) for offered in _filters(phone, app, intent))
    return next((after for after in starts if after is not None), None)


def _filters(phone: Phone, app: App, intent: Intent) -> list[IntentFilter]:
    for offered in app.intents:
        if intent.action in offered.actions:
            break
    else:  # most apps, for each of which the address would be parsed
        return []
    scheme = scheme_of(intent)
    if scheme is None:
        return []
    kind = type_of(phone, intent)
    return [offered for offered in app.intents if _matches(offered, intent, scheme, kind)]


def _matches(offered: IntentFilter, intent: Intent, scheme: str, kind: str) -> bool:
    if intent.action not in offered.actions or not {DEFAULT, *offered.categories} >= set(intent.categories):
        return False
    if not offered.types:
        return not kind and scheme in (offered.schemes or ("",))
    return scheme in (offered.schemes or ("", *_TYPED)) and any(_alike(one, kind) for one in offered.types)


def _alike(one: str, other: str) -> bool:
    """Whether two MIME types are the same, "*" standing for any part."""
    pairs = list(zip(one.split("/"), other.split("/"), strict=False))
    return len(pairs) == 2 and all(a == b or "*" in (a, b) for a, b in pairs)


def scheme_of(intent: Intent) -> str | None:
    """The scheme of the intent's data, "" where it has none; None where the data are no address."""
    try:
        return urlsplit(intent.data).scheme
    except ValueError:
        return None


def type_of(phone: Phone, intent: Intent) -> str:
    """The MIME type of what an intent is about: its own, its provider's, or that of the file that it names."""
    if intent.type or scheme_of(intent) not in _TYPED:
        return intent.type
    for owner in packages.owners_of(phone.image).values():
        for begin, kind in owner.types if isinstance(owner, Provider) else ():
            if intent.data == begin:
                return kind
            if intent.data.startswith(begin + "/"):
                return kind.replace("cursor.dir", "cursor.item")
    path = documents.path_of(intent.data)
    return documents.type_of(path) if path else ""


# Who asks


def launched(phone: Phone, package: str) -> Phone:
    """The phone with an installed app in front, as its icon starts it."""
    app = packages.apps_of(phone.image)[package]
    if app is packages.launcher_of(phone.image):
        return activities.go_home(phone)
    return activities.start(phone, app.component)


def exported(app: App) -> dict[str, ExportedActivity]:
    """The activities of an app that others may start by name, but for the launcher's."""
    found = {offered.activity: ExportedActivity(offered.activity, offered.start) for offered in app.intents}
    found |= {one.name: one for one in app.activities}
    return {name: one for name, one in found.items() if name and name != app.activity}


def started(phone: Phone, intent: Intent) -> Phone | None:
    """The phone with the activity in front that ``intent.component`` names; None where an app exports no such one."""
    package, _, name = intent.component.partition("/")
    app = packages.enabled_of(phone.image).get(package)
    found = None if app is None else exported(app).get(name)
    if found is None:
        return None
    return launched(phone, package) if found.start is None else found.start(phone, intent)


def show(phone: Phone, intent: Intent, reply: Callback | None = None) -> Phone:
    """The phone with what answers an app's intent over that app; with a message where there is nothing that does."""
    front = phone.top.package
    after = resolved(phone, intent, None if reply is None else (front, reply))
    if after is None:
        res = resources.of(phone.configuration)
        return activities.toast(phone, res.string("system_ui.no_app"))
    return _over(phone, after)


def share(phone: Phone, intent: Intent) -> Phone:
    """The phone with the share sheet over the app in front."""
    return activities.ask(phone, Prompt("share", intent))


def choose(phone: Phone, package: str, always: bool = False) -> Phone:
    """The phone whose question for an app is answered. ``always``: from now on without being asked."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    intent, phone = prompt.subject, activities.dismiss(phone)
    after = opened(phone, packages.apps_of(phone.image)[package], intent, prompt.reply)
    if after is None:
        return phone
    if always:
        after = replace(after, preferred=after.preferred.set(key_of(phone, intent), package))
    return _over(phone, after)


def _over(phone: Phone, after: Phone) -> Phone:
    """``after``, where what was opened lies over the app that was in front before."""
    front = phone.top.package
    asked = after.top.prompt is not None and after.top.package == front
    if phone.home or after.home or not after.tasks or asked:
        return after
    *others, task = after.tasks
    return replace(after, tasks=(*others, replace(task, caller="" if task.package == front else front)))


# Apps that the user has chosen for good


def key_of(phone: Phone, intent: Intent) -> str:
    """The key of intents that the same app answers from now on: action, scheme and type."""
    return f"{intent.action} {scheme_of(intent) or ''} {type_of(phone, intent)}"


def forget_preferred(phone: Phone, package: str) -> Phone:
    """The phone on which an app is no longer chosen for good."""
    kept = phone.preferred
    for key, name in phone.preferred.items():
        kept = kept.delete(key) if name == package else kept
    return phone if kept is phone.preferred else replace(phone, preferred=kept)


# Permissions


def ask_permissions(phone: Phone, names: tuple[str, ...], then: Callback | None = None) -> Phone:
    """The phone that asks for the permissions which the app in front has not; ``then`` is told whether it has all."""
    package = phone.top.package
    wanted = permissions.wanted(phone, package, names)
    reply = None if then is None else (package, then)
    if wanted:
        return activities.ask(phone, Prompt("permission", wanted, reply=reply))
    return _told(phone, reply, all(permissions.granted(phone, package, name) for name in names))


def decide(phone: Phone, allowed: bool, once: bool = False) -> Phone:
    """The phone whose user has allowed or refused the permission that is asked for; the next one is asked for then."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    package, (name, *left) = phone.top.package, prompt.subject
    phone = (
        permissions.grant(phone, package, name, once) if allowed else permissions.deny(phone, package, name)
    )
    if left:
        return activities.ask(phone, replace(prompt, subject=tuple(left)))
    phone = activities.dismiss(phone)
    return _told(phone, prompt.reply, allowed)


def cancel(phone: Phone) -> Phone:
    """The phone whose user leaves a question of the system unanswered."""
    prompt = phone.top.prompt
    phone = activities.dismiss(phone)
    return _told(phone, prompt.reply, False) if prompt is not None and prompt.kind == "permission" else phone


def _told(phone: Phone, reply: Reply | None, value: bool) -> Phone:
    if reply is None:
        return phone
    function, arguments = reply[1]
    return phone.handled(reply[0], function, (*arguments, value))
