"""Intents from apps, the shell or the system, and the app whose manifest answers them."""

from __future__ import annotations

from urllib.parse import urlsplit

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import App, ExportedActivity, Intent, IntentFilter, Provider
from bmoca_gym.handset.state import Phone, Prompt, Reply
from bmoca_gym.handset.system import activities, documents, permissions, roles
from bmoca_gym.handset.value import Callback, replace

_ACTION = "android.intent.action."
MAIN, VIEW, EDIT, DIAL, CALL, SEND, SEND_MULTIPLE, SENDTO, WEB_SEARCH = (
    _ACTION + name
    for name in ("MAIN", "VIEW", "EDIT", "DIAL", "CALL", "SEND", "SEND_MULTIPLE", "SENDTO", "WEB_SEARCH")
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
#: Schemes whose data have a type of their own.
_TYPED = ("content", "file")


def streams(intent: Intent) -> tuple[str, ...]:
    """Return the URIs of the files that an intent sends."""
    found = dict(intent.extras).get(STREAM, ())
    return tuple(map(str, found)) if isinstance(found, tuple) else (str(found),)


# What answers an intent


def resolved(phone: Phone, intent: Intent, reply: Reply | None = None) -> Phone | None:
    """Show what answers an implicit intent; None if no app does.

    If several apps do, the user is asked to choose, unless one was chosen for good.
    """
    if intent.action in ("", MAIN):
        if HOME_CATEGORY in intent.categories:
            return activities.go_home(phone)
        return launched(phone, intent.package) if intent.package in packages.enabled_of(phone.image) else None
    found = _offers(phone, intent)
    if len(found) > 1 and intent.action in (SEND, SEND_MULTIPLE):
        return activities.ask(phone, Prompt("share", intent, reply=reply))
    if len(found) > 1:
        preferred = phone.preferred.get(key_of(phone, intent), "") or _role_holder(phone, intent)
        found = [offer for offer in found if offer[0].package == preferred]
        if not found:
            return activities.ask(phone, Prompt("open", intent, reply=reply))
    return activities.answering(found[0][1], reply) if found else None


def _role_holder(phone: Phone, intent: Intent) -> str:
    """Return the package that the user has chosen for text messages or links, if the intent is about one of these."""
    scheme = scheme_of(intent)
    if intent.action == SENDTO and scheme in ("sms", "smsto"):
        return roles.chosen(phone, roles.SMS)
    return roles.chosen(phone, roles.BROWSER) if intent.action == VIEW and scheme in _LINKS else ""


def answers(phone: Phone, intent: Intent) -> tuple[App, ...]:
    """Return the apps that can answer an intent, in the phone's order."""
    return tuple([app for app, _ in _offers(phone, intent)])


def _offers(phone: Phone, intent: Intent) -> list[tuple[App, Phone]]:
    """Return the apps that can answer an intent, each with the resulting phone."""
    found: list[tuple[App, Phone]] = []
    for app in candidates(phone, intent):
        after = _started(phone, app, intent)
        if after is not None:
            found.append((app, after))
    return found


def candidates(phone: Phone, intent: Intent) -> tuple[App, ...]:
    """Return the apps with a filter for an intent, which they may still refuse."""
    return tuple(
        app
        for package, app in packages.enabled_of(phone.image).items()
        if intent.package in ("", package) and _filters(phone, app, intent)
    )


def activity_of(phone: Phone, app: App, intent: Intent) -> str:
    """Return the class of an app that answers an intent for which it has a filter."""
    return _filters(phone, app, intent)[0].activity or app.activity


def opened(phone: Phone, app: App, intent: Intent, reply: Reply | None = None) -> Phone | None:
    """Show an app's answer to an intent, whose result goes to ``reply``; None if the app refuses."""
    after = _started(phone, app, intent)
    return None if after is None else activities.answering(after, reply)


def _started(phone: Phone, app: App, intent: Intent) -> Phone | None:
    """Start the first of an app's filters that accepts an intent."""
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
    """Return whether two MIME types match; "*" stands for any part."""
    pairs = list(zip(one.split("/"), other.split("/"), strict=False))
    return len(pairs) == 2 and all(a == b or "*" in (a, b) for a, b in pairs)


def scheme_of(intent: Intent) -> str | None:
    """Return the scheme of the intent's data, or "" without data; None if the data are not a URI."""
    try:
        return urlsplit(intent.data).scheme
    except ValueError:
        return None


def type_of(phone: Phone, intent: Intent) -> str:
    """Return the MIME type of an intent: its own, its provider's, or the type of the file that it refers to."""
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
    """Bring an installed app to the front, as its icon does."""
    app = packages.apps_of(phone.image)[package]
    if app is packages.launcher_of(phone.image):
        return activities.go_home(phone)
    return activities.start(phone, app.component)


def exported(app: App) -> dict[str, ExportedActivity]:
    """Return the activities of an app that others may start by name, except for the launcher's."""
    found = {offered.activity: ExportedActivity(offered.activity, offered.start) for offered in app.intents}
    found |= {one.name: one for one in app.activities}
    return {name: one for name, one in found.items() if name and name != app.activity}


def started(phone: Phone, intent: Intent) -> Phone | None:
    """Start the activity named by ``intent.component``; None if the app does not export it."""
    package, _, name = intent.component.partition("/")
    app = packages.enabled_of(phone.image).get(package)
    found = None if app is None else exported(app).get(name)
    if found is None:
        return None
    return launched(phone, package) if found.start is None else found.start(phone, intent)


def show(phone: Phone, intent: Intent, reply: Callback | None = None) -> Phone:
    """Open what answers an app's intent on top of that app, or show a message if nothing does."""
    front = phone.top.package
    after = resolved(phone, intent, None if reply is None else (front, reply))
    if after is None:
        res = resources.of(phone.configuration)
        return activities.toast(phone, res.string("system_ui.no_app"))
    return _over(phone, after)


def share(phone: Phone, intent: Intent) -> Phone:
    """Open the share sheet over the front app."""
    return activities.ask(phone, Prompt("share", intent))


def choose(phone: Phone, package: str, always: bool = False) -> Phone:
    """Answer the question of which app to open. ``always``: remember the choice."""
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
    """Return ``after`` with the new activity on top of the app that was in front before."""
    front = phone.top.package
    asked = after.top.prompt is not None and after.top.package == front
    if phone.home or after.home or not after.tasks or asked:
        return after
    *others, task = after.tasks
    return replace(after, tasks=(*others, replace(task, caller="" if task.package == front else front)))


# Apps that the user has chosen for good


def key_of(phone: Phone, intent: Intent) -> str:
    """Return the key under which a choice for good is remembered: action, scheme and type."""
    return f"{intent.action} {scheme_of(intent) or ''} {type_of(phone, intent)}"


def forget_preferred(phone: Phone, package: str) -> Phone:
    """Forget that an app was chosen for good."""
    kept = phone.preferred
    for key, name in phone.preferred.items():
        kept = kept.delete(key) if name == package else kept
    return phone if kept is phone.preferred else replace(phone, preferred=kept)


# Permissions


def ask_permissions(phone: Phone, names: tuple[str, ...], then: Callback | None = None) -> Phone:
    """Ask for the permissions that the front app lacks. ``then`` is told whether it has all of them."""
    package = phone.top.package
    wanted = permissions.wanted(phone, package, names)
    reply = None if then is None else (package, then)
    if wanted:
        return activities.ask(phone, Prompt("permission", wanted, reply=reply))
    return _told(phone, reply, all(permissions.granted(phone, package, name) for name in names))


def decide(phone: Phone, allowed: bool, once: bool = False) -> Phone:
    """Allow or refuse the permission that is asked for, and ask for the next one."""
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
    """Dismiss a question of the system without an answer. Some dialogs stay until they are answered."""
    prompt = phone.top.prompt
    if prompt is not None and (
        prompt.kind == activities.STARTING or not getattr(prompt.subject, "cancelable", True)
    ):
        return phone
    phone = activities.dismiss(phone)
    return _told(phone, prompt.reply, False) if prompt is not None and prompt.kind == "permission" else phone


def _told(phone: Phone, reply: Reply | None, value: bool) -> Phone:
    if reply is None:
        return phone
    function, arguments = reply[1]
    return phone.handled(reply[0], function, (*arguments, value))
